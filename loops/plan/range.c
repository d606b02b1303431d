/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/range.c: between which numbers an expression of a nest lies, in all iterations.
 *
 * Idea.    Interval arithmetic, as far as an operation's result fits its type; what is loaded lies in its type, or, where elements were
 *          stored for sure, where what the nests before stored lies.
 * Costs    RANGE_NODES nodes, each as often as it is reached. */
#include "loops/plan/rewrite.h"

enum { RANGE_NODES = 2000 };

bool rewrite_type_range(struct tir_type t, int64_t *least, int64_t *most)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	if (!tir_is_integral(t) || t.bits > 32 || t.lanes > 1)
		return false;
	*most = (INT64_C(1) << (t.bits - is_signed)) - 1;
	*least = is_signed ? -*most - 1 : 0;
	return true;
}

static void hull(int64_t a, int64_t b, int64_t *least, int64_t *most)
{
	*least = a < *least ? a : *least;
	*most = b > *most ? b : *most;
}

/* Of an operation with one number y: shifts, quotients, remainders and masks.  False: it is another one, or of other numbers. */
static bool with_number(enum tir_op op, const int64_t *x, int64_t y, int64_t *out)
{
	enum { SHIFTS = 31 };
	bool shifts = op == TIR_SHR || op == TIR_SHL;
	if (shifts ? y < 0 || y > SHIFTS : y <= 0)
		return false;
	int64_t by = shifts ? INT64_C(1) << y : y;
	if (op == TIR_SHL) {
		out[0] = x[0] * by;
		out[1] = x[1] * by;
	} else if (op == TIR_SHR || op == TIR_FLOORDIV || op == TIR_DIV) {
		for (int i = 0; i < 2; i++)
			out[i] = x[i] / by - (op != TIR_DIV && x[i] % by < 0);
	} else if (op == TIR_BITAND || op == TIR_FLOORMOD || (op == TIR_MOD && x[0] >= 0)) {
		out[0] = 0;
		out[1] = op == TIR_BITAND ? y : y - 1;
		out[1] = x[0] >= 0 && x[1] < out[1] ? x[1] : out[1];
	} else {
		return false;
	}
	return true;
}

/* Of two operands' ranges; false: of another operation. */
static bool combine(enum tir_op op, const int64_t *a, const int64_t *b, int64_t *out)
{
	bool min = op == TIR_MIN, max = op == TIR_MAX;
	if (min || max)
		for (int i = 0; i < 2; i++)
			out[i] = (a[i] < b[i]) == min ? a[i] : b[i];
	else if (op == TIR_ADD || op == TIR_SUB)
		for (int i = 0; i < 2; i++)
			out[i] = op == TIR_ADD ? a[i] + b[i] : a[i] - b[1 - i];
	else if (op == TIR_MUL)
		for (int i = 0; i < 4; i++) {
			int64_t product;
			if (__builtin_mul_overflow(a[i / 2], b[i % 2], &product))
				return false;
			hull(product, product, &out[0], &out[1]);
		}
	else
		return b[0] == b[1] && with_number(op, a, b[0], out);
	return true;
}

/* How ranges are found. */
struct ranger {
	const struct nests *all;
	uint32_t left; /* nodes that may still be looked at */
	bool held;     /* loads are of elements that were stored */
};

/* As rewrite_range. */
static bool range_of(struct ranger *g, const struct tir_expr *e, int64_t *least, int64_t *most)
{
	const struct nests *all = g->all;
	const struct nest_reduce *r = nest_reduction(all, e);
	int64_t a[2], b[2], full[2], times = 1;
	enum { DEEPEST = 40 };
	if (!rewrite_type_range(e->type, &full[0], &full[1]) || e->depth > DEEPEST)
		return false;
	*least = full[0];
	*most = full[1];
	if (!g->left)
		return true;
	g->left--;
	for (uint32_t i = 0; r && i < r->loops.n; i++)
		times *= r->loops.at[i].extent;
	if (e->op == TIR_INT_IMM) {
		*least = *most = e->u.i;
		return true;
	}
	for (uint32_t i = 0; g->held && e->op == TIR_LOAD && i < all->ranges.n; i++)
		if (all->ranges.at[i].buffer == e->u.buffer) {
			*least = all->ranges.at[i].least;
			*most = all->ranges.at[i].most;
			return true;
		}
	if (e->op == TIR_LOAD || e->n == 0) {
		if (!r || r->op != TIR_ADD || times > 1 << 20 ||
		        !range_of(g, r->init, &a[0], &a[1]) || !range_of(g, r->term, &b[0], &b[1]))
			return true;
		a[0] += times * (b[0] < 0 ? b[0] : 0);
		a[1] += times * (b[1] > 0 ? b[1] : 0);
	} else if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		if (!range_of(g, e->arg[1], &a[0], &a[1]) || !range_of(g, e->arg[2], &b[0], &b[1]))
			return true;
		hull(b[0], b[1], &a[0], &a[1]);
	} else if (e->op == TIR_CAST) {
		if (!range_of(g, e->arg[0], &a[0], &a[1]))
			return true;
	} else {
		int64_t x[2], y[2];
		a[0] = INT64_MAX;
		a[1] = INT64_MIN;
		if (e->n != 2 || !range_of(g, e->arg[0], &x[0], &x[1]) ||
		        !range_of(g, e->arg[1], &y[0], &y[1]) ||
		        !combine((enum tir_op)e->op, x, y, a))
			return true;
	}
	if (a[0] >= full[0] && a[1] <= full[1]) {
		*least = a[0];
		*most = a[1];
	}
	return true;
}

bool rewrite_range(struct nests *all, const struct tir_expr *e, int64_t *least, int64_t *most)
{
	struct ranger g = {all, RANGE_NODES, false};
	return range_of(&g, e, least, most);
}

bool rewrite_range_held(const struct nests *all, const struct tir_expr *e, int64_t *least,
        int64_t *most)
{
	struct ranger g = {all, RANGE_NODES, true};
	return range_of(&g, e, least, most);
}
