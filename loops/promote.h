/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/promote.h: what the files of scalar promotion share. */
#ifndef TIRC_LOOPS_PROMOTE_H
#define TIRC_LOOPS_PROMOTE_H

#include "cse/values.h"
#include "loops/loops.h"

/* What defines the variables that are in scope. */
struct loops_scope {
	const struct tir_stmt **def; /* by variable: BIND or FOR; NULL: neither, or not in scope */
	uint32_t *order;             /* by variable: greater inside */
};

/* Do the two surely differ in every iteration of the loops in scope, those of one loop against those
 * of another as well if only b depends on the loop's variable?  (apart.c) */
bool loops_apart(const struct loops_scope *v, const struct tir_expr *a, const struct tir_expr *b);

#endif
