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

struct lower_pairs {
	uint8_t *order; /* by expression number: enum order */
	uint32_t *uses; /* by expression number: expressions and operands it is in */
	struct memo *memo[LOWER_SIDES]; /* by expression number: what was built */
	const struct tir_expr **of;     /* by variable number: what it is bound to */
	uint32_t *mate; /* by expression number: 1 + that of its mate; 0: none yet */
	bool *wanted;   /* by variable number: a narrowing cast needs it */
	LLVMValueRef *var[LOWER_SIDES]; /* by variable number */
	VEC(const struct tir_expr *) todo;
};

enum order lower_pairs_order(const struct lower *l, const struct tir_expr *e);
/* Are the lanes bytes, as many as make whole registers? */
bool lower_pairs_is_bytes(struct tir_type t);
/* A sum or product that HVX can multiply and accumulate, in pairs, or NULL (multiply_accumulate.c).  build makes
 * what it is of: an expression of order PAIRED or NEUTRAL, with its even lanes first in each 128. */
typedef LLVMValueRef lower_pairs_builder(struct lower *l, const struct tir_expr *e);
LLVMValueRef lower_taps(struct lower *l, const struct tir_expr *e, lower_pairs_builder *build);

#endif
