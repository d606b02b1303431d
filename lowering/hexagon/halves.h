/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/halves.h: what halves.c and multiply_accumulate.c share. */
#ifndef TIRC_LOWERING_HEXAGON_HALVES_H
#define TIRC_LOWERING_HEXAGON_HALVES_H

#include "lowering/hexagon/internal.h"

enum { PAIR_LANES = 128, PAIR_HALF = 64 };

/* What an expression is to halves.c. */
enum order {
	UNKNOWN,
	NEVER,   /* its lanes are in order: built elsewhere */
	NEUTRAL, /* the same in each lane */
	PAIRED,  /* holds a widening cast */
};

/* The names that vectors narrowed later are made of. */
struct lower_wanted {
	bool *var;                         /* by variable number */
	VEC(const struct tir_expr *) todo; /* what is narrowed, until it is looked at */
};

struct lower_pairs {
	uint8_t *order; /* by expression number: enum order */
	uint32_t *uses; /* by expression number: expressions and operands it is in */
	struct memo *memo[LOWER_SIDES]; /* by expression number: what was built */
	uint8_t *named;                 /* by variable number: enum order */
	uint32_t *mate; /* by expression number: 1 + that of its mate; 0: none yet */
	bool *stored;   /* by expression number: a sum that is stored as it is */
	struct lower_wanted wanted;
	LLVMValueRef *var[LOWER_SIDES]; /* by variable number */
	struct lower_bytes_sum **sum;   /* by variable number: bytes that are added; NULL: others */
	VEC(const struct tir_stmt *) bind; /* all that bind names, in the order of the text */
};

typedef enum order lower_order(const struct lower *l, const struct tir_expr *e);
lower_order lower_pairs_order;
/* Mark the names that w's expressions are made of, as far as `order` says PAIRED, and what those are made of in turn. */
void lower_want_names(struct lower *l, struct lower_wanted *w, lower_order *order);
/* Are the lanes bytes, as many as make whole registers? */
bool lower_pairs_is_bytes(struct tir_type t);
/* A sum or product that HVX can multiply and accumulate, in pairs, or NULL (multiply_accumulate.c).  build makes
 * what it is of: an expression of order PAIRED or NEUTRAL, with its even lanes first in each 128. */
typedef LLVMValueRef lower_pairs_builder(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_taps(struct lower *l, const struct tir_expr *e, lower_pairs_builder *build);
/* A factor that is a byte, the same in each lane: in all four bytes of a word.  Read e so, or 2 to the power of e; false: it may be
 * no byte. */
struct lower_factor {
	LLVMValueRef bytes;
	bool no_sign;
};
bool lower_read_factor(struct lower *l, const struct tir_expr *e, bool is_shift,
        struct lower_factor *out);
/* Flip the top bit of bytes with a sign: each is an unsigned byte then, larger by 128.  Subtract from a scalar sum what that adds to a
 * product with the factor. */
LLVMValueRef lower_flip_bytes(struct lower *l, LLVMValueRef v);
LLVMValueRef lower_unflip(struct lower *l, LLVMValueRef sum, const struct lower_factor *by);

/* saturate.c: the number that all lanes are */
bool lower_pairs_number(const struct tir_expr *e, int64_t *out);
/* What is clamped; after a shift right by a number. */
struct lower_range {
	int64_t low, high, shift;
};
const struct tir_expr *lower_pairs_clamp(const struct tir_expr *e, struct lower_range *r);
const struct tir_expr *lower_pairs_clamped(const struct tir_expr *e, struct lower_range *r);
/* Find the instruction that narrows halves to bytes of the range, from those of this code; rounds: half of what is shifted out is
 * added. */
bool lower_pairs_saturation(const struct lower *l, enum tir_code from, const struct lower_range *r,
        bool rounds, enum target_instruction *out);
/* x without what is added to round a shift right, or NULL: it does not round. */
const struct tir_expr *lower_pairs_rounded(const struct lower *l, const struct tir_expr *x,
        int64_t shift);

/* columns.c: the product that e is, perhaps computed in 16 bits and widened; else e */
const struct tir_expr *lower_product_in(const struct tir_expr *e);
/* mean.c: what a variable adds up, where it is bound; x, cut to bytes, as a mean of two, or NULL */
void lower_mean_bind(struct lower *l, const struct tir_stmt *s);
LLVMValueRef lower_mean(struct lower *l, const struct tir_expr *x);

/* quads.c: before a function is built: begin; each expression of it, each binding; the variables that are needed.  Then
 * a cast from words to bytes, a variable's value; NULL: not of that kind */
void lower_quads_begin(struct lower *l);
void lower_quads_note(struct lower *l, const struct tir_expr *e);
void lower_quads_bound(struct lower *l, const struct tir_stmt *s);
void lower_quads_want(struct lower *l);
LLVMValueRef lower_quads_narrow(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_quads_bind(struct lower *l, const struct tir_stmt *s);
/* quads_rows.c: a sum of neighbouring bytes times scalars, in the order of quads, or NULL; build makes what else is added */
LLVMValueRef lower_quads_rows(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build);
/* quads_scale.c: is e T.q_multiply_shift of words, by constants? */
bool lower_quads_is_scaling(const struct tir_expr *e);
/* Its value in the order of quads; build makes operands in that order. */
LLVMValueRef lower_quads_scaled(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build);
/* A cast to bytes of such a value between two limits; NULL: e is something else. */
LLVMValueRef lower_quads_scaled_bytes(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build);

#endif
