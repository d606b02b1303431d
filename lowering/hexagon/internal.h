/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/internal.h: what the files of lowering/hexagon/ share. */
#ifndef TIRC_LOWERING_HEXAGON_INTERNAL_H
#define TIRC_LOWERING_HEXAGON_INTERNAL_H

#include "analysis/analysis.h"
#include "lowering/hexagon/hexagon.h"

/* What is kept of a function that is built for Hexagon. */
struct lower_hexagon {
	bool vectorizes;           /* LLVM's vectoriser may use HVX */
	struct lower_pairs *pairs; /* NULL: no HVX */
	struct lower_quads *quads; /* there if pairs are */
	struct lower_lines *lines; /* NULL: no HVX */
	struct lower_columns *
	        *columns; /* by variable number: sums of products of bytes; NULL: no HVX */
	struct lower_bytes **bytes; /* by variable number: bytes, widened */
	const struct facts *facts;  /* of the function */
	bool *for_lanes; /* by variable number: LLVM's vectoriser has the loop, which is built */
};

static inline LLVMValueRef lower_word(struct lower *l, int64_t n)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)n, true);
}

/* hvx.c: an instruction (target/instructions.def), once for each part of its operands.  One register may be the same for all parts. */
LLVMValueRef lower_hvx(struct lower *l, enum target_instruction i, const LLVMValueRef *x);
#define LOWER_HVX(l, i, ...) lower_hvx(l, i, (const LLVMValueRef[]){__VA_ARGS__})
/* i of x[1] and so on, added to x[0]; that NULL: not added to anything. */
LLVMValueRef lower_hvx_sum(struct lower *l, enum target_instruction i, const LLVMValueRef *x);
#define LOWER_HVX_SUM(l, i, ...) lower_hvx_sum(l, i, (const LLVMValueRef[]){__VA_ARGS__})
/* Bytes of v, whose lanes are in pairs, or halves of v, even and odd words in turns; n: the last operand, or NULL. */
LLVMValueRef lower_hvx_pack(struct lower *l, enum target_instruction i, LLVMValueRef v,
        LLVMValueRef n);
/* The even bytes or halves of each register, widened, then its odd ones. */
LLVMValueRef lower_hvx_widen(struct lower *l, LLVMValueRef v, bool is_signed);
/* The product of two registers of halves, with a sign or without: that with a sign comes first. */
enum target_instruction lower_hvx_product(bool x_no_sign, bool y_no_sign);
/* A register of a pair. */
LLVMValueRef lower_hvx_half(struct lower *l, LLVMValueRef pair, bool high);
/* v as the k-th of so many parts, behind what was put together before; NULL: nothing. */
LLVMValueRef lower_hvx_append(struct lower *l, LLVMValueRef all, LLVMValueRef v, unsigned k,
        unsigned parts);
/* Pieces of so many bytes of two registers in turns, the low one's first, as two registers; deals: and back. */
LLVMValueRef lower_hvx_exchange(struct lower *l, bool deals, LLVMValueRef high, LLVMValueRef low,
        int64_t by);
void lower_hvx_zip(struct lower *l, LLVMValueRef even, LLVMValueRef odd, int64_t piece,
        LLVMValueRef out[2]);
/* n lanes of a, n lanes of b, the next n of a and so on. */
LLVMValueRef lower_hvx_join(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned n);
/* v, whose lanes are in pairs, with its lanes in order; the same of words in the order of pairs/quads.c. */
LLVMValueRef lower_hvx_in_order(struct lower *l, LLVMValueRef v);
LLVMValueRef lower_hvx_words_in_order(struct lower *l, LLVMValueRef v);
/* Its lanes, the last one again and again: so many. */
LLVMValueRef lower_hvx_padded(struct lower *l, LLVMValueRef v, unsigned lanes);
/* The bits that any word of v has, which fills whole registers: half onto half. */
LLVMValueRef lower_hvx_any(struct lower *l, LLVMValueRef v);
/* Lanes [from, from + n) of a and b side by side; b: NULL if there is none. */
LLVMValueRef lower_lanes(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned from,
        unsigned n);
/* Lanes [k, k + 128) of a and b, 128 lanes each in pairs; in pairs. */
LLVMValueRef lower_hvx_shift_pairs(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned k);
/* windows.c: before a function is built; by how many lanes e is behind the lines it is to be made of,
 * or 0; its value made of them, or NULL; the sides of a variable */
void lower_lines_survey(struct lower *l, const struct tir_func *f);
unsigned lower_lines_offset(const struct lower *l, const struct tir_expr *e);
void lower_lines_enter(struct lower *l, enum lower_side side, unsigned offset);
void lower_lines_leave(struct lower *l);
LLVMValueRef lower_from_lines(struct lower *l, const struct tir_expr *e);
/* between_lines.c: a load of several registers that begins between two lines, or NULL */
LLVMValueRef lower_between_lines(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_variable(struct lower *l, const struct tir_expr *e);
void lower_lines_bind(struct lower *l, const struct tir_stmt *s, lower_bound *value);
/* halves.c: before a function is built; a cast to bytes, a variable's value, or NULL if they are
 * not for pairs */
void lower_pairs_survey(struct lower *l, const struct tir_func *f);
LLVMValueRef lower_narrow(struct lower *l, const struct tir_expr *e);
/* A sum of 16 bits that is stored, or NULL. */
LLVMValueRef lower_pairs_stored(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_pairs_bind(struct lower *l, const struct tir_stmt *s);
/* Arithmetic that HVX does lane by lane, the lanes in any order. */
bool lower_is_lanewise(const struct tir_expr *e);
/* products.c: the constant that all lanes of v have, or NULL; is the product of a form that LLVM's idiom for
 * fixed-point multiplication on HVX does right, whatever is added to it? */
LLVMValueRef lower_splat_of(LLVMValueRef v);
bool lower_is_scaling(LLVMValueRef product);
/* deal.c: every other piece of whole registers, or NULL; a shuffle whose words repeat, or NULL */
/* difference.c: the larger one less the smaller one, or NULL */
LLVMValueRef lower_difference(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_butterfly(struct lower *l, const struct tir_expr *e); /* (butterfly.c) */
LLVMValueRef lower_deal_pieces(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_repeated_words(struct lower *l, const struct tir_expr *e);
/* limit.c: the cast to bytes of max(min(of + add, hi), lo), in words or halves. */
struct lower_limits {
	int64_t lo, hi;
	int64_t own_lo, own_hi; /* of the byte's type */
	const struct tir_expr *of;
	int64_t add;
};
/* bits: of what is limited.  False: the cast is something else. */
bool lower_read_limits(const struct tir_expr *cast, unsigned bits, struct lower_limits *out);
/* Clamp bytes, which saturated to their type's limits, to lo and hi. */
LLVMValueRef lower_limited_bytes(struct lower *l, LLVMValueRef v, const struct lower_limits *x);
/* Add a number to halves; the sums saturate. */
LLVMValueRef lower_add_halves(struct lower *l, LLVMValueRef v, int64_t n);
/* Lower such a cast; NULL: it is something else. */
LLVMValueRef lower_saturated(struct lower *l, const struct tir_expr *e);
/* gather.c: the hooks gather and vector */
LLVMValueRef lower_gather(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t);
LLVMValueRef lower_vector(struct lower *l, const LLVMValueRef *lane, struct tir_type t);
/* short_loads.c: say that all lanes of the load are in memory, also where LLVM asks for fewer. */
void lower_promise_lanes(struct lower *l, LLVMValueRef load);
/* fills.c: the hook stored */
void lower_keep_store(struct lower *l, const struct tir_store *s, LLVMValueRef store);
/* lookup.c: elements of a table, which is a row of b, or NULL */
LLVMValueRef lower_lookup(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t);
/* dot.c: a sum that holds products of four neighbouring bytes, or NULL; every other word of two registers, or NULL */
LLVMValueRef lower_dot(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_deal(struct lower *l, const struct tir_expr *e);
/* words.c: a sum of even lanes of 16 bits, or of odd ones, and products of two, or NULL; a cast to 16 bits of words in turn of
 * two registers, or NULL */
LLVMValueRef lower_word_sum(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_word_pack(struct lower *l, const struct tir_expr *e);
/* block_sums.c: a sum that holds all elements of blocks, or NULL */
LLVMValueRef lower_block_sum(struct lower *l, const struct tir_expr *e);
/* columns.c: before a function is built; a sum of products of bytes, lane by lane, or NULL; the value of a variable that is
 * one, or NULL */
void lower_columns_survey(struct lower *l);
LLVMValueRef lower_column_sum(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_column_bind(struct lower *l, const struct tir_stmt *s);
/* A sum of 128 bytes with a sign, as they are, in 16 bits, its lanes in pairs; or NULL. */
LLVMValueRef lower_column_pairs(struct lower *l, const struct tir_expr *e);
/* averages.c: a cast to bytes of such a sum times a number, limited; or NULL */
LLVMValueRef lower_average(struct lower *l, const struct tir_expr *e);
/* shift_both.c: words shifted left or right, or NULL */
LLVMValueRef lower_shift_both(struct lower *l, const struct tir_expr *e);
/* requantise.c: the hook multiply_shift; words times one number of 16 bits or the upper halves of words, or NULL; a cast to 32 bits of a product's
 * upper bits, or NULL */
LLVMValueRef lower_requantise(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_short_product(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_high_product(struct lower *l, const struct tir_expr *e);
/* Does each lane fit into 16 bits? */
bool lower_has_16_bits(const struct tir_expr *e);
/* x * y >> 31 of words; is_half: the lower halves of x are 0. */
LLVMValueRef lower_high_words(struct lower *l, LLVMValueRef x, LLVMValueRef y, bool is_half);
/* Words shifted right by n, rounded. */
LLVMValueRef lower_rounded_words(struct lower *l, LLVMValueRef v, int64_t n);
/* quads_rows.c: a sum of 32 bits of neighbouring bytes times scalars, or NULL */
LLVMValueRef lower_row_sum(struct lower *l, const struct tir_expr *e);
/* half_products.c: a cast to 16 bits of a product of two such numbers, shifted, or NULL */
LLVMValueRef lower_half_product(struct lower *l, const struct tir_expr *e);
/* Is it one of which (x * y + 2^14) >> 15 is one instruction?  y NULL: a number. */
bool lower_read_rounded(const struct tir_expr *e, const struct tir_expr **x,
        const struct tir_expr **y, int64_t *number);
/* words.c: what the name stands for, if that is lanes of a name: it costs nothing to compute them again; else e. */
const struct tir_expr *lower_lanes_here(const struct lower *l, const struct tir_expr *e);
/* divide.c: the hook divide */
LLVMValueRef lower_hexagon_divide(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b);
/* word_bytes.c: a cast of every fourth byte of a register to words; of the words of four registers, in turns, to bytes; the
 * words of two registers in turns; or NULL */
LLVMValueRef lower_byte_of_words(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_bytes_in_words(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_words_in_turns(struct lower *l, const struct tir_expr *e);
/* shift.c: the hook shift_right */
LLVMValueRef lower_hexagon_shift_right(struct lower *l, bool is_signed, LLVMValueRef a,
        LLVMValueRef by);
/* dependence_guards.c: must Hexagon's software pipeliner leave the loop alone (once: LLVM makes no copies of its body)?  Must the vectoriser? */
bool lower_is_carried(struct lower *l, const struct tir_stmt *s, bool once);
bool lower_is_followed(struct lower *l, const struct tir_stmt *s);
/* interleave.c: how many iterations LLVM is to put side by side, for what they load is the same; 0: as it likes. */
unsigned lower_copies(struct lower *l, const struct tir_stmt *s);
/* crowded.c: how many iterations LLVM is to put side by side, for more would fill all registers; 0: as it likes. */
unsigned lower_crowded(struct lower *l, const struct tir_stmt *s);
/* streams.c: does the loop go once through rows of floats between lines, so that LLVM is to make no copies of its body? */
bool lower_is_stream(struct lower *l, const struct tir_stmt *s);
/* loop.c: the hook loop */
void lower_mark_loop(struct lower *l, const struct tir_stmt *s, LLVMValueRef branch);
/* The branch goes back to the head of a loop that hardly ever runs: LLVM is to leave it as small as it is. */
void lower_mark_rare(struct lower *l, LLVMValueRef branch);
/* The condition hardly ever holds: LLVM is to put what is done then behind all else. */
void lower_mark_unlikely(struct lower *l, LLVMValueRef branch);

#endif
