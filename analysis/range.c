/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/range.c: between which constants an integer expression lies, and how often loops run.
 *
 * Idea.   Intervals from the bottom up, kept by expression.  A loop's variable lies between its first and
 *         its last value, a size of a parameter is not negative, everything lies in its type.
 * Needs   expressions that are evaluated: where a loop's variable has a value, the loop runs.
 * Costs   one step a node, once a function; what is deeper than MAX_DEPTH lies anywhere in its type.
 * Wrong if a value can lie outside: a sum that may wrap lies anywhere in its type. */
#include "analysis/internal.h"

enum { MAX_DEPTH = 32 };

static struct range_interval of_type(struct tir_type t)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	unsigned n = t.bits - (is_signed ? 1u : 0u);
	if (!tir_is_integral(t) || t.bits == 0 || n > 63)
		return (struct range_interval){0};
	range_wide end = (range_wide)1 << n;
	return (struct range_interval){is_signed ? -end : 0, end - 1, true};
}

/* [lo, hi] of exact results, as the type of e holds them. */
static struct range_interval fit(const struct tir_expr *e, range_wide lo, range_wide hi)
{
	struct range_interval t = of_type(e->type);
	bool wraps = e->type.code != TIR_TYPE_INT || e->type.bits < 32;
	if (!t.known || (wraps && (lo < t.lo || hi > t.hi)) || lo > t.hi || hi < t.lo)
		return t;
	return (struct range_interval){range_max(lo, t.lo), range_min(hi, t.hi), true};
}

static struct range_interval limits_of(const struct facts *f, const struct tir_expr *e,
        unsigned depth);

/* From the first to the last value of a loop's variable. */
static struct range_interval of_loop(const struct facts *f, const struct analysis_var *v,
        unsigned depth)
{
	struct range_interval t = of_type(v->var->type), min, n;
	if (!analysis_is_exact(v->var->type) || v->step < 1)
		return t;
	min = limits_of(f, v->min, depth);
	n = limits_of(f, v->extent, depth);
	if (!min.known || !n.known || n.hi < 1)
		return t;
	range_wide last = min.hi + (n.hi - 1) / v->step * v->step;
	if (n.lo != n.hi || min.lo != min.hi)
		last = min.hi + n.hi - 1;
	return (struct range_interval){range_max(min.lo, t.lo), range_min(last, t.hi), true};
}

static struct range_interval of_var(const struct facts *f, const struct tir_expr *e, unsigned depth)
{
	const struct analysis_var *v = analysis_var(f, e->u.var);
	struct range_interval t = of_type(e->type);
	if (!v || !t.known)
		return t;
	switch (v->kind) {
	case ANALYSIS_FOR: return of_loop(f, v, depth);
	case ANALYSIS_BIND:
	case ANALYSIS_LET: return limits_of(f, v->value, depth);
	case ANALYSIS_PARAM: return v->is_size ? (struct range_interval){0, t.hi, true} : t;
	case ANALYSIS_LAUNCH: return t;
	}
	return t;
}

/* Of lanes out of vectors: of any of these. */
static struct range_interval of_shuffle(const struct facts *f, const struct tir_expr *e,
        unsigned depth)
{
	struct range_interval all = limits_of(f, e->arg[0], depth);
	for (uint32_t i = 1; i < e->u.nvectors; i++) {
		struct range_interval x = limits_of(f, e->arg[i], depth);
		all = (struct range_interval){
		        range_min(all.lo, x.lo), range_max(all.hi, x.hi), all.known && x.known};
	}
	return all.known ? fit(e, all.lo, all.hi) : of_type(e->type);
}

static struct range_interval of_node(const struct facts *f, const struct tir_expr *e,
        unsigned depth)
{
	struct range_interval t = of_type(e->type), a, b;
	if (!t.known || depth == 0)
		return t;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return fit(e, e->u.i, e->u.i);
	case TIR_VAR: return of_var(f, e, depth - 1);
	case TIR_CAST:
		a = limits_of(f, e->arg[0], depth - 1);
		return a.known && a.lo >= t.lo && a.hi <= t.hi ? a : t;
	case TIR_BROADCAST: return limits_of(f, e->arg[0], depth - 1);
	case TIR_SHUFFLE: return of_shuffle(f, e, depth - 1);
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE:
		a = limits_of(f, e->arg[1], depth - 1);
		b = limits_of(f, e->arg[2], depth - 1);
		return a.known && b.known ? fit(e, range_min(a.lo, b.lo), range_max(a.hi, b.hi))
		                          : t;
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_OPERATOR:
	case TIR_RAMP:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	case TIR_CALL: /* what counts bits */
		if (e->u.call.builtin == TIR_BUILTIN_POPCOUNT ||
		        e->u.call.builtin == TIR_BUILTIN_CLZ)
			return fit(e, 0, e->arg[0]->type.bits);
		break;
	}
	if (e->n != 2 || tir_ops[e->op].compare || e->op == TIR_LOAD || e->op == TIR_CALL)
		return t;
	a = limits_of(f, e->arg[0], depth - 1);
	b = limits_of(f, e->arg[1], depth - 1);
	if (!a.known || !b.known)
		return t;
	struct range_interval r = e->op == TIR_RAMP
	                                  ? range_of_ramp(a, b, e->type.lanes)
	                                  : range_of_operation((enum tir_op)e->op, e->type, a, b);
	return r.known ? fit(e, r.lo, r.hi) : t;
}

static struct range_interval limits_of(const struct facts *f, const struct tir_expr *e,
        unsigned depth)
{
	const struct analysis_expr *x;
	if (e->op == TIR_INT_IMM)
		return fit(e, e->u.i, e->u.i);
	x = analysis_expr(f, e);
	if (x->ranged)
		return (struct range_interval){x->lo, x->hi, x->known};
	struct range_interval l = of_node(f, e, depth);
	struct analysis_expr *to = analysis_expr(f, e);
	to->ranged = true;
	to->known = l.known;
	to->lo = (int64_t)l.lo;
	to->hi = (int64_t)l.hi;
	return l;
}

bool range_limits(const struct facts *f, const struct tir_expr *e, int64_t *lo, int64_t *hi)
{
	struct range_interval l = limits_of(f, e, MAX_DEPTH);
	*lo = (int64_t)l.lo;
	*hi = (int64_t)l.hi;
	return l.known;
}

/* ---- Trip counts -------------------------------------------------------------------------*/
int64_t trip_most(const struct facts *f, const struct tir_stmt *loop)
{
	int64_t lo, hi, step = loop->kind == TIR_FOR ? tir_loop_step(loop) : 0;
	struct range_interval t = of_type(loop->kind == TIR_FOR ? tir_as_for(loop)->extent.e->type
	                                                        : TIR_VOID);
	if (step < 1 || !range_limits(f, tir_as_for(loop)->extent.e, &lo, &hi) ||
	        hi >= (int64_t)t.hi)
		return INT64_MAX;
	return hi < 1 ? 0 : (hi - 1) / step + 1;
}

int64_t trip_least(const struct facts *f, const struct tir_stmt *loop)
{
	int64_t lo, hi, step = loop->kind == TIR_FOR ? tir_loop_step(loop) : 0;
	if (step < 1 || !tir_loop_ascends(loop) ||
	        !range_limits(f, tir_as_for(loop)->extent.e, &lo, &hi) || lo < 1)
		return 0;
	return (lo - 1) / step + 1;
}
