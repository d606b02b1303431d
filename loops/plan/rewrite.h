/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/rewrite.h: nests made of nests: what is covered is easier, or less. */
#ifndef TIRC_LOOPS_REWRITE_H
#define TIRC_LOOPS_REWRITE_H

#include "loops/plan/nest.h"

/* Part sums of a reduction (rfactor): of a loop of it, `lanes` iterations store to a buffer of part sums, next to each other for each
 * element (inner) or an element's apart (outer), and a second nest adds them up. */
struct rewrite_part {
	struct tir_buffer *sums;
	struct nest first, second;
};
/* The loops of the one reduction in the nest's value, and how many; 0: there is none, or several. */
uint32_t rewrite_loops(const struct nests *all, const struct nest *n, struct nest_loop *out);
bool rewrite_factor(struct nests *all, const struct nest *n, uint32_t loop, int64_t lanes,
        bool inner, struct rewrite_part *out);
/* One nest for nests that store, each its own neighbours, to what the same loops around go over; false: they do not. */
bool rewrite_merge(struct nests *all, const uint32_t *which, uint32_t n, struct nest *out);
/* The types that hold a value in all iterations: between *least and *most; false: it is not known. */
bool rewrite_range(struct nests *all, const struct tir_expr *e, int64_t *least, int64_t *most);

#endif
