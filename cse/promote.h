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

struct cse_cell {
	const struct tir_expr *load; /* of the element */
	const struct tir_buffer *cell;
	struct span at; /* its loop */
	uint32_t uses;  /* the loop's operands that hold it, and its stores to it */
};
struct cse_cells {
	VEC(struct cse_cell) all;
};

/* f with cells (x: T.int32) for the elements of buffers that its innermost loops read and write in each
 * iteration, or NULL: there are none.  f stays as it is.  arena is the pass's. */
struct tir_func *cse_promote(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, struct cse_cells *cells);
/* Is g what f is, but for cells; and may these stand there?  Needs nothing of the above.  *why says what
 * is wrong.  (restore.c) */
bool cse_prove_cells(const struct tir_func *f, const struct tir_func *g,
        const struct cse_options *options, struct arena *arena, const char **why);
/* A line for each cell of f; a remark for each.  (explain.c) */
void cse_print_cells(const struct tir_func *f, const struct cse_cells *cells, struct sbuf *out);
void cse_explain_cells(const struct tir_func *f, const struct cse_cells *cells,
        const struct cse_options *options);

#endif
