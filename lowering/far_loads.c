/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/far_loads.c: loops that LLVM's vectoriser leaves alone, as each load is from another cache line.
 *
 * Idea.   `for k: acc = acc + A[i, k] * B[k, j]` loads B from another line of the cache each time.  LLVM's vectoriser
 *         takes a loop whose length is not constant for a long one, and a gather for cheap.  Of a triangle's loop, which is short, the
 *         loads one by one take less, unless much is computed of what they find.
 * Needs   the facts of the function; a target on which LLVM vectorises loops.
 * Keeps   loops in which other iterations store to other elements, or that hold loops or conditions.
 * Costs   the accesses of innermost loops, MOST_ACCESSES at most.
 * Wrong if nothing: only time depends on it. */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum {
	LINE = 64,  /* bytes of the cache */
	SHORT = 64, /* iterations at most */
	MOST_ACCESSES = 16,
	MOST_NODES = 40, /* of the body, for each load that lies far from the next one */
};

static bool count_node(void *ctx, const struct tir_expr *e)
{
	uint32_t *nodes = ctx;
	(void)e;
	++*nodes;
	return true;
}

/* Is there no loop and no condition in it?  Count the nodes. */
static bool is_plain(void *ctx, struct tir_stmt *s)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	struct arena scratch = {0};
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i], &scratch, count_node, ctx);
	arena_free(&scratch);
	return s->kind == TIR_STORE || s->kind == TIR_BIND;
}

/* How many bytes farther on the access is in the next iteration of loop s; false: that is not known. */
static bool growth(const struct lower *l, const struct access *a, const struct tir_stmt *s,
        int64_t *bytes)
{
	struct affine_sum at, by;
	int64_t lanes, stride, width;
	if (!access_bytes(l->facts, a, &at, &lanes, &stride, &width) || lanes != 1 ||
	        !affine_growth(l->facts, &at, s, &by) || by.n)
		return false;
	*bytes = by.constant;
	return true;
}

/* Does the loop only sum up, in few iterations but not always as many, and load what lies in another line each time? */
bool lower_loads_far(const struct lower *l, const struct tir_stmt *s)
{
	struct access_list all = {0};
	struct arena scratch = {0};
	uint32_t far = 0, nodes = 0;
	bool known = s->kind == TIR_FOR && l->facts &&
	             tir_walk_stmts(tir_body(s), is_plain, &nodes);
	if (known)
		access_collect(l->facts, tir_body(s), MOST_ACCESSES, facts_loop(l->facts, s),
		        &scratch, &all);
	known &= all.whole && trip_most(l->facts, s) <= SHORT &&
	         trip_least(l->facts, s) < trip_most(l->facts, s);
	for (uint32_t i = 0; known && i < all.all.n; i++) {
		int64_t by;
		known = growth(l, &all.all.at[i], s, &by) &&
		        (!by || all.all.at[i].kind == ACCESS_READ);
		far += known && (by >= LINE || by <= -LINE);
	}
	arena_free(&scratch);
	return known && far && nodes <= far * MOST_NODES;
}
