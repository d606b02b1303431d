/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/promote.h: sums that loops keep in memory. */
#ifndef TIRC_CSE_PROMOTE_H
#define TIRC_CSE_PROMOTE_H

#include "cse/cse.h"

/* What defines the variables that are in scope. */
struct cse_scope {
	const struct tir_stmt **def; /* by variable: BIND or FOR; NULL: neither, or not in scope */
	uint32_t *order;             /* by variable: greater inside */
};

/* Do the two surely differ in every iteration of the loops in scope, those of one loop against those
 * of another as well if only b depends on the loop's variable?  (apart.c) */
bool cse_apart(const struct cse_scope *v, const struct tir_expr *a, const struct tir_expr *b);

/* f with cells (x: T.int32) for the elements of buffers that its innermost loops read and write in each
 * iteration, or f itself.  arena is the pass's; *cells: how many. */
struct tir_func *cse_promote(struct tir_func *f, const struct cse_options *options,
        struct arena *arena, uint32_t *cells);

#endif
