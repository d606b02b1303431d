/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/digits_nest.h: one perfect nest of loops and what its body does. */
#ifndef TIRC_LOOPS_DIGITS_NEST_H
#define TIRC_LOOPS_DIGITS_NEST_H

#include "loops/order/digits.h"

/* A load or store of one element. */
struct nest_access {
	const struct tir_buffer *buffer;
	const struct tir_stmt *stmt; /* the store; NULL: a load */
	bool local;
	bool known;                      /* the index is a sum */
	int64_t stride[DIGITS_MAX_NEST]; /* by loop */
};

struct nest {
	struct digit_splitter *r;
	uint32_t n;
	struct tir_stmt *loop[DIGITS_MAX_NEST]; /* outermost first */
	const struct tir_seq *body;
	VEC(struct nest_access) access;
	VEC(struct work) work; /* a node each that the body computes, sums in indices aside */
	VEC(const struct tir_buffer *) local; /* what the body allocates */
	uint32_t bare; /* loops whose variables occur elsewhere than as terms of an index */
};

/* Look at the body; false if it does what has to stay in order, or too much. */
bool loops_nest_survey(struct nest *x);

#endif
