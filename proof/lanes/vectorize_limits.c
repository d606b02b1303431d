/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_limits.c: do elements that no lane needs, or asks for, lie in their buffer?
 *
 * Idea.    An index is a sum of variables of loops with known bounds, or of short integers: it lies between two numbers.  So does
 *          what products, quotients, masks and choices make of these, and a name of it.
 * Needs    signed integers of 32 bits and more, which do not overflow.
 * Wrong if an element that nobody loads before lies outside of its buffer. */
#include "proof/lanes/vectorize.h"

struct limits {
	int64_t lo, hi;
};

static bool limits_of(struct lane_walk *w, const struct tir_expr *e, struct limits *out);

/* The least and the greatest value of the loop's variable; false: not known, or it may not run. */
static bool limits_of_loop(struct lane_walk *w, const struct tir_stmt *s, struct limits *out)
{
	struct limits from, n;
	if (!limits_of(w, tir_as_for(s)->min.e, &from) ||
	        !limits_of(w, tir_as_for(s)->extent.e, &n) || n.hi <= 0)
		return false;
	out->lo = from.lo;
	return !__builtin_add_overflow(from.hi, n.hi - 1, &out->hi);
}

/* What the name of f is bound to, around the nest or in it; NULL: it is none. */
static const struct tir_expr *value_of(const struct lane_walk *w, const struct tir_var *v)
{
	for (uint32_t i = 0; i < w->nest->local.n; i++)
		if (w->nest->local.at[i].var == v)
			return w->nest->local.at[i].value;
	for (uint32_t i = 0; i < w->both.scope.binds.n; i++)
		if (w->both.scope.binds.at[i].var == v)
			return w->both.scope.binds.at[i].value;
	return NULL;
}

/* Of a loop's variable or a name, in f or g. */
static bool limits_of_var(struct lane_walk *w, const struct tir_var *v, struct limits *out)
{
	for (uint32_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].to == v && w->vars.at[i].uniform)
			v = w->vars.at[i].from;
	if (v == tir_as_for(w->piece)->var) {
		bool known = limits_of_loop(w, w->piece, out);
		out->hi -= tir_loop_step(w->piece) - 1;
		return known;
	}
	if (v == tir_as_for(w->loop)->var)
		return limits_of_loop(w, w->loop, out);
	for (uint32_t i = 0; i < w->both.scope.around.n; i++) {
		const struct tir_stmt *s = w->both.scope.around.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return limits_of_loop(w, s, out);
	}
	for (uint32_t i = 0; i < w->nest->inside.n; i++) {
		const struct tir_stmt *s = w->nest->inside.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return limits_of_loop(w, s, out);
	}
	const struct tir_expr *value = value_of(w, v);
	return value && limits_of(w, value, out);
}

static int64_t lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

/* What is 0 makes the product 0, whatever the other one is. */
static bool limits_of_product(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	struct limits x = {0, -1}, y = {0, -1};
	bool a = limits_of(w, e->arg[0], &x), b = limits_of(w, e->arg[1], &y);
	int64_t p, q, r, s;
	bool zero = (a && !x.lo && !x.hi) || (b && !y.lo && !y.hi);
	if (zero)
		*out = (struct limits){0, 0};
	if (zero || !a || !b)
		return zero;
	if (__builtin_mul_overflow(x.lo, y.lo, &p) || __builtin_mul_overflow(x.lo, y.hi, &q) ||
	        __builtin_mul_overflow(x.hi, y.lo, &r) || __builtin_mul_overflow(x.hi, y.hi, &s))
		return false;
	*out = (struct limits){
	        lesser(lesser(p, q), lesser(r, s)), greater(greater(p, q), greater(r, s))};
	return true;
}

static int64_t floor_of(int64_t a, int64_t by)
{
	return a / by - (a % by < 0);
}

/* Of a quotient or a remainder by a number above zero, both rounded down. */
static bool limits_of_quotient(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	int64_t by = e->arg[1]->op == TIR_INT_IMM ? e->arg[1]->u.i : 0;
	struct limits x;
	if (by <= 0 || !limits_of(w, e->arg[0], &x))
		return false;
	struct limits q = {floor_of(x.lo, by), floor_of(x.hi, by)};
	if (e->op == TIR_FLOORDIV)
		*out = q;
	else if (q.lo == q.hi)
		*out = (struct limits){x.lo - q.lo * by, x.hi - q.lo * by};
	else
		*out = (struct limits){0, by - 1};
	return true;
}

/* Of a mask that is not negative, or a shift to the right. */
static bool limits_of_bits(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	int64_t by = e->arg[1]->op == TIR_INT_IMM ? e->arg[1]->u.i : -1;
	struct limits x;
	bool known = limits_of(w, e->arg[0], &x);
	if (by < 0 || (e->op == TIR_SHR && (by > 31 || !known)))
		return false;
	if (e->op == TIR_SHR)
		*out = (struct limits){x.lo >> by, x.hi >> by};
	else
		*out = (struct limits){0, known && x.lo >= 0 ? lesser(x.hi, by) : by};
	return true;
}

/* Of an integer of few bits, widened: what these bits hold. */
static bool limits_of_cast(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	enum { FEW = 16 };
	struct tir_type t = e->arg[0]->type;
	bool sign = t.code == TIR_TYPE_INT;
	if (sign && t.bits >= 32 && t.bits <= e->type.bits)
		return limits_of(w, e->arg[0], out);
	if ((!sign && t.code != TIR_TYPE_UINT) || t.bits > FEW)
		return false;
	int64_t end = (int64_t)1 << (t.bits - sign);
	*out = (struct limits){sign ? -end : 0, end - 1};
	return true;
}

/* Between which numbers the sum lies. */
static bool limits_of(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	struct limits x, y;
	if (!w->budget || e->type.code != TIR_TYPE_INT || e->type.bits < 32)
		return false;
	w->budget--;
	if (e->op == TIR_INT_IMM) {
		*out = (struct limits){e->u.i, e->u.i};
		return true;
	}
	if (e->op == TIR_VAR)
		return limits_of_var(w, e->u.var, out);
	if (e->op == TIR_CAST)
		return limits_of_cast(w, e, out);
	if (e->op == TIR_MUL)
		return limits_of_product(w, e, out);
	if (e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD)
		return limits_of_quotient(w, e, out);
	if (e->op == TIR_BITAND || e->op == TIR_SHR)
		return limits_of_bits(w, e, out);
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		if (!limits_of(w, e->arg[1], &x) || !limits_of(w, e->arg[2], &y))
			return false;
		*out = (struct limits){lesser(x.lo, y.lo), greater(x.hi, y.hi)};
		return true;
	}
	bool extreme = e->op == TIR_MIN || e->op == TIR_MAX;
	if ((e->op != TIR_ADD && e->op != TIR_SUB && !extreme) || !limits_of(w, e->arg[0], &x) ||
	        !limits_of(w, e->arg[1], &y))
		return false;
	if (e->op == TIR_MIN)
		*out = (struct limits){lesser(x.lo, y.lo), lesser(x.hi, y.hi)};
	if (e->op == TIR_MAX)
		*out = (struct limits){greater(x.lo, y.lo), greater(x.hi, y.hi)};
	if (extreme)
		return true;
	if (e->op == TIR_ADD)
		return !__builtin_add_overflow(x.lo, y.lo, &out->lo) &&
		       !__builtin_add_overflow(x.hi, y.hi, &out->hi);
	return !__builtin_sub_overflow(x.lo, y.hi, &out->lo) &&
	       !__builtin_sub_overflow(x.hi, y.lo, &out->hi);
}

bool proof_lanes_in_buffer(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_expr *y, uint32_t lanes)
{
	struct limits at;
	return b->ndim && !b->strides && b->shape[b->ndim - 1]->op == TIR_INT_IMM &&
	       limits_of(w, y, &at) && at.lo >= 0 && at.hi <= b->shape[b->ndim - 1]->u.i - lanes;
}

/* ---- What lanes evaluate that do not ask for it ------------------------------------------*/
static bool is_in_bounds(struct lane_walk *w, const struct tir_expr *load)
{
	const struct tir_buffer *b = load->u.buffer;
	bool ok = load->n && load->n == b->ndim;
	struct limits at;
	for (uint32_t i = 0; ok && i < load->n; i++)
		ok = b->shape[i]->op == TIR_INT_IMM && limits_of(w, load->arg[i], &at) &&
		     at.lo >= 0 && at.hi < b->shape[i]->u.i;
	return ok;
}

/* Does each iteration that evaluates e load the same element? */
static bool has_load(struct lane_walk *w, const struct tir_expr *e, const struct tir_expr *load)
{
	bool first = e->op == TIR_AND || e->op == TIR_OR || e->op == TIR_IF_THEN_ELSE ||
	             e->op == TIR_SELECT;
	uint32_t n = e->op == TIR_LET || e->op == TIR_CALL ? 0 : first ? 1 : e->n;
	if (e == load || !w->budget)
		return e == load;
	w->budget--;
	for (uint32_t i = 0; i < n; i++)
		if (has_load(w, e->arg[i], load))
			return true;
	return false;
}

bool proof_lanes_harmless(struct lane_walk *w, const struct tir_expr *e,
        const struct tir_expr *before)
{
	if (!(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return true;
	if (!w->budget || e->flags & TIR_HAS_EFFECT)
		return false;
	w->budget--;
	if (e->op == TIR_LOAD ? !has_load(w, before, e) && !is_in_bounds(w, e) : tir_node_traps(e))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!proof_lanes_harmless(w, e->arg[i], before))
			return false;
	return true;
}
