/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/radix.h: the loops of a nest in the order of what it stores. */
#ifndef TIRC_LOOPS_RADIX_H
#define TIRC_LOOPS_RADIX_H

#include "loops/plan/nest.h"

/* The loops in the order of memory, the farthest first. */
struct radix {
	uint32_t n;
	struct nest_loop loop[NEST_LOOPS];
	int64_t stride[NEST_LOOPS], number;
};
/* Read the index of the nest's store so; false: elements are not stored once each. */
bool radix_read(const struct nest *n, struct radix *r);
/* Do both go over memory in the same steps?  Where they begin is no matter. */
bool radix_is_same(const struct radix *a, const struct radix *b);
/* How many loops, from the innermost on, make up one range without holes. */
uint32_t radix_flat(const struct radix *r);
/* How far iterations of the outermost of so many flat loops lie apart. */
int64_t radix_row(const struct radix *r, uint32_t flat);

#endif
