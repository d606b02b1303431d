/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot.h: dot products of bytes, four at once: what the files dot*.c share.
 *
 * Words.  A sum adds up, over loops that *reduce*, products of a *scalar* operand and a *vector* operand, bytes each.  The
 * vector operand differs from iteration to iteration of the *lane* loop, whose iterations become lanes; the scalar
 * one does not.  A *word* is four neighbouring bytes of the innermost reducing loop.  A *block* is 32 lanes.  The
 * vector operand is *packed*: word by word, of each word 32 lanes, so that one register holds a word of a block. */
#ifndef TIRC_LOOPS_DOT_H
#define TIRC_LOOPS_DOT_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/refuse.h"
#include "target/target.h"

enum {
	DOT_LOOPS = 8, /* of a nest */
	DOT_LANES = 32,
	DOT_WORD = 4,
	DOT_LINE = TARGET_HVX_BYTES,
	DOT_HELD = 16,   /* words that live in registers */
	DOT_NETWORK = 16 /* registers whose words are deinterleaved at once */
};

/* constant + stride[l] * the variable of loop l */
struct dot_index {
	int64_t constant, stride[DOT_LOOPS];
};
/* A copy of an operand: rows of `row` bytes have a stride of `from` bytes in memory, and of `pitch` bytes in it. */
struct dot_lay {
	int64_t first; /* the operand's first element */
	int64_t size;  /* elements from there on to the buffer's end */
	int64_t row, from, pitch, rows;
};
/* A byte, widened, plus a zero point. */
struct dot_operand {
	const struct tir_expr *load;
	int64_t zero;
	struct dot_index at; /* in the copy, if there is one */
	struct dot_lay lay;  /* of no rows: there is none */
};
struct dot_nest {
	const struct facts *facts; /* of f */
	const struct tir_func *f;
	struct loops_doubt *doubt;   /* what there is to say if it is no such nest */
	const struct tir_stmt *nest; /* the outermost loop */
	const struct tir_stmt *loop[DOT_LOOPS];
	int64_t extent[DOT_LOOPS];
	bool reduces[DOT_LOOPS];
	uint32_t n, lane, k; /* loops; which of them: the lanes, the innermost that reduces */
	/* Iterations of this loop are lanes, too: a row of all of `lane` each; n: there is none. */
	uint32_t second_lane_loop;
	struct dot_operand scalar, vector;
	int64_t row; /* iterations of loop k; its extent is whole words, the products behind the row are 0 */
	bool columns; /* neighbouring lanes of the vector operand are neighbours in memory */
	struct tir_buffer *sums; /* what they are stored to */
	struct dot_index store;
	const struct tir_expr *init; /* what they begin with */
	bool init_is_separate;       /* they are set before the loops that reduce */
	bool accumulates;            /* the sums are added to what is there; they may overlap */
	bool both_vectors; /* both operands are vectors: the scalar one takes part in the lane loop, too */
	/* The lanes are no neighbours where sums go, but iterations of this loop are: sums are transposed; n: they are not. */
	uint32_t transposed;
	/* There are other statements, which use the one element that holds a sum: these set and make it. */
	const struct tir_stmt *set, *make;
	const struct tir_stmt *
	        after; /* the nest behind, which is done to sums in registers; NULL: there is none */
};
/* Are iterations of the loop lanes?  How many lanes there are. */
bool dot_is_lane(const struct dot_nest *n, uint32_t loop);
int64_t dot_lanes(const struct dot_nest *n);
/* What is added to the vector operand, seen as unsigned bytes. */
int64_t dot_zero(const struct dot_nest *n);
/* Bytes of lanes that there are not, such that their sums are 0; or some bytes. */
int64_t dot_pad(const struct dot_nest *n);
/* Of sums that are added to: are whole blocks of lanes, and how many elements of the buffer is that. */
bool dot_adds_blocks(const struct dot_nest *n, int64_t *elements);
/* Is that statement of the function's body such a nest?  Which one: *n. */
bool dot_read(struct dot_nest *n, const struct tir_stmt *s);
/* Do the rows of the operand lie in lines, one behind the other? */
bool dot_is_dense(const struct dot_nest *n, const struct dot_operand *x);
/* How the words of the vector operand come to their places (dot_pack.c). */
enum dot_packing {
	DOT_PACK_WORDS,   /* one by one */
	DOT_PACK_DENSE,   /* rows lie in lines, one behind the other */
	DOT_PACK_ROWS,    /* a row is some lines */
	DOT_PACK_COLUMNS, /* a line is bytes of one number of many rows */
	DOT_PACK_PARTS,   /* a line is the same part of the rows of some neighbouring lanes */
};
enum dot_packing dot_packing(const struct dot_nest *n);
uint64_t dot_packing_time(const struct dot_nest *n);
/* Blocks of lanes; words of a sum; bytes of the scalar operand that are loaded at once. */
uint32_t dot_blocks(const struct dot_nest *n);
uint32_t dot_words(const struct dot_nest *n);
uint32_t dot_unit(const struct dot_nest *n);
/* Does the vector operand, but not the scalar one, take part in the loop; or both? */
bool dot_is_batch(const struct dot_nest *n, uint32_t loop);

/* ---- The other operand's lanes (dot_turn.c) ------------------------------------------------*/
/* *n with its operands exchanged, and lanes that the sums of do not lie side by side; false: it is no such nest. */
bool dot_exchange(const struct dot_nest *n, struct dot_nest *out);
bool dot_is_transposed(const struct dot_nest *n);
uint64_t dot_turn_time(const struct dot_nest *n);
/* ---- Operands laid out anew (dot_lay.c) ----------------------------------------------------*/
/* Let each row of the operand begin at whole words; false: its rows overlap, or where they begin is not known. */
bool dot_lay_rows(const struct dot_nest *n, struct dot_operand *x);
/* Let there be a line behind the operand; false: it is too short. */
bool dot_lay_room(const struct dot_nest *n, struct dot_operand *x);
int64_t dot_lay_bytes(const struct dot_operand *x);
uint64_t dot_lay_time(const struct dot_operand *x);

/* ---- What is made ------------------------------------------------------------------------*/
/* What the loops that stand for a nest are built with. */
struct loop_builder {
	const struct dot_nest *n;
	struct tir_module *m;
	struct arena *scratch;
	struct span span;
	/* Where the loops are: at[l], NULL: 0, plus off[l]. */
	const struct tir_expr *at[DOT_LOOPS];
	int64_t off[DOT_LOOPS];
	struct tir_buffer *packed, *start, *dealt, *acc, *total, *sums;
	struct tir_buffer *scalar, *vector; /* the operands, or their copies */
};
/* (dot_build.c) */
const struct tir_expr *dot_int(struct loop_builder *k, int64_t n);
const struct tir_expr *dot_sum(struct loop_builder *k, const struct tir_expr *a,
        const struct tir_expr *b);
const struct tir_expr *dot_scaled(struct loop_builder *k, const struct tir_expr *a, int64_t by);
/* constant + the sum of stride[l] * loop l */
const struct tir_expr *dot_index(struct loop_builder *k, const struct dot_index *x);
const struct tir_expr *dot_row(struct loop_builder *k, struct tir_buffer *b,
        const struct tir_expr *at, uint32_t lanes);
const struct tir_expr *dot_bind(struct loop_builder *k, struct tir_seq *out, const char *name,
        const struct tir_expr *value);
/* Lanes first, first + step, ... of the vectors side by side; runs of `run` neighbours. */
const struct tir_expr *dot_shuffle(struct loop_builder *k, uint32_t n,
        const struct tir_expr *const *vector, uint32_t lanes, uint32_t first, uint32_t run);
void dot_store(struct loop_builder *k, struct tir_seq *out, struct tir_buffer *b,
        const struct tir_expr *at, const struct tir_expr *value);
/* A loop from 0 on, whose body is to be filled. */
struct tir_stmt *dot_loop(struct loop_builder *k, const char *name, int64_t extent, int64_t step);
struct tir_buffer *dot_alloc(struct loop_builder *k, struct tir_seq *out, const char *name,
        struct tir_type elem, int64_t elements);
/* The operand's copy; pads: bytes behind its rows stand for 0 (dot_lay.c). */
struct tir_buffer *dot_lay(struct loop_builder *k, struct tir_seq *out, const struct dot_operand *x,
        bool pads);
/* The order in which sums of the nest's own lie: lanes next to each other, blocks whole. */
struct dot_index dot_own_places(const struct dot_nest *n, int64_t *size);
/* How many elements the buffer of sums has if whole blocks are stored. */
int64_t dot_stored(const struct dot_nest *n);
/* Store the sums of a block (dot_put.c). */
void dot_put(struct loop_builder *k, struct tir_seq *out, uint32_t block,
        const struct tir_expr *sum);
/* Let k->off be that of a lane, of the loops whose iterations are lanes (dot_turn.c). */
void dot_set_lane(struct loop_builder *k, int64_t lane);
/* Store the sums of k->sums, lane by lane as they are made, where they belong (dot_turn.c). */
void dot_turn(struct loop_builder *k, struct tir_seq *out);
/* What the sums of the block begin with, rather than that it is added to them behind; NULL: 0. */
const struct tir_expr *dot_first(struct loop_builder *k, uint32_t block);
/* Is s, behind the nest, done to each sum by itself, and may it be while sums are in registers?  Then n->after is s.  (dot_after.c) */
bool dot_read_after(struct dot_nest *n, const struct tir_stmt *s);
/* The sums of the block at k->off with that done to them. */
const struct tir_expr *dot_after(struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr *sums);
/* Fill k->packed (dot_pack.c). */
void dot_pack(struct loop_builder *k, struct tir_seq *out);
/* The words of a block of the operand, whose rows are dense, as it has them. */
void dot_deal(struct loop_builder *k, struct tir_seq *out, const struct dot_operand *x,
        uint32_t block, const struct tir_expr **words);
/* Deinterleave the words of 2^rounds lines: v[i] becomes the line that has number i after so many rounds, at most 5. */
void dot_deal_lines(struct loop_builder *k, struct tir_seq *out, uint32_t rounds,
        const struct tir_expr **v);
/* The statements that stand for the nest (dot_make.c). */
struct tir_seq dot_make(const struct dot_nest *n, struct arena *scratch);

#endif
