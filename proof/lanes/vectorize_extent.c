/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_extent.c: which iterations of a loop of unknown extent a piece does.
 *
 * Idea.    With n >= L, or with n // L * L taken for 0 where it is less, the first n // L * L iterations and those behind them are
 *          all, each once.  The last L of n >= L iterations are all that are left, and some of those before.
 * Needs    bounds that the loop does not change.
 * Wrong if an iteration is left out, or done that the loop does not do. */
#include "proof/lanes/vectorize.h"

static bool is_steady(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_MAY_TRAP | TIR_HAS_LET));
}

bool proof_lanes_may_be_open(const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	return tir_type_eq(l->var->type, l->min.e->type) &&
	       tir_type_eq(l->var->type, l->extent.e->type) && is_steady(l->min.e) &&
	       is_steady(l->extent.e);
}

/* n // L * L */
static bool is_whole(const struct tir_expr *e, const struct tir_expr *n, int64_t most)
{
	return e->op == TIR_MUL && tir_is_number(e->arg[1], most) &&
	       e->arg[0]->op == TIR_FLOORDIV && e->arg[0]->arg[0] == n &&
	       tir_is_number(e->arg[0]->arg[1], most);
}

/* The x of min + x, or of x alone if min is 0; NULL: it is something else. */
static const struct tir_expr *behind(const struct tir_expr *min, const struct tir_expr *e)
{
	if (tir_is_number(min, 0))
		return e;
	return e->op == TIR_ADD && e->arg[0] == min ? e->arg[1] : NULL;
}

/* Is e the number of iterations left, n - from?  min(n - from, L - 1) is the same number: n - n // L * L is at most L - 1, and a negative n
 * is less. */
static bool is_left(const struct tir_expr *e, const struct tir_expr *n, const struct tir_expr *from,
        int64_t most)
{
	if (e->op == TIR_MIN && tir_is_number(e->arg[1], most - 1))
		e = e->arg[0];
	return e->op == TIR_SUB && e->arg[0] == n && e->arg[1] == from;
}

bool proof_lanes_is_part(const struct tir_stmt *loop, const struct tir_stmt *t, enum lane_part part,
        int64_t most)
{
	const struct tir_for *f = tir_as_for(loop), *g = tir_as_for(t);
	const struct tir_expr *n = f->extent.e, *from = behind(f->min.e, g->min.e);
	if (tir_loop_step(t) != (part == LANES_REST ? 1 : most))
		return false;
	switch (part) {
	case LANES_EXACT: return false;
	case LANES_WHOLE: return g->min.e == f->min.e && is_whole(g->extent.e, n, most);
	case LANES_LAST:
		return from && from->op == TIR_SUB && from->arg[0] == n &&
		       tir_is_number(from->arg[1], most) && tir_is_number(g->extent.e, most);
	case LANES_REST: break;
	}
	return from && from->op == TIR_MAX && is_whole(from->arg[0], n, most) &&
	       tir_is_number(from->arg[1], 0) && is_left(g->extent.e, n, from, most);
}

/* Is the statement `if e op limit`, of one statement or two and none else? */
static bool compares(const struct tir_stmt *s, enum tir_op op, int64_t limit)
{
	const struct tir_expr *e = s && s->kind == TIR_IF ? tir_as_if(s)->value.e : NULL;
	return e && e->op == op && tir_is_number(e->arg[1], limit);
}

bool proof_lanes_read_tests(const struct tir_stmt *loop, const struct tir_stmt *t, int64_t most,
        struct lane_tests *out)
{
	const struct tir_expr *n = tir_as_for(loop)->extent.e, *left;
	const struct tir_stmt *whole = tir_body(t)->first, *rest = whole ? whole->next : NULL;
	if (!compares(t, TIR_GE, most) || tir_as_if(t)->value.e->arg[0] != n ||
	        !compares(rest, TIR_NE, 0) || rest->next || tir_orelse(rest)->first)
		return false;
	left = tir_as_if(rest)->value.e->arg[0];
	out->last = tir_body(rest)->first;
	return left->op == TIR_FLOORMOD && left->arg[0] == n && tir_is_number(left->arg[1], most) &&
	       out->last && !out->last->next;
}
