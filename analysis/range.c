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
__extension__ typedef __int128 wide;

struct limits {
	wide lo, hi;
	bool known;
};

static wide least(wide a, wide b)
{
	return a < b ? a : b;
}

static wide most(wide a, wide b)
{
	return a > b ? a : b;
}

static struct limits of_type(struct tir_type t)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	unsigned n = t.bits - (is_signed ? 1u : 0u);
	if (!tir_is_integral(t) || t.bits == 0 || n > 63)
		return (struct limits){0};
	wide end = (wide)1 << n;
	return (struct limits){is_signed ? -end : 0, end - 1, true};
}

/* [lo, hi] of exact results, as the type of e holds them. */
static struct limits fit(const struct tir_expr *e, wide lo, wide hi)
{
	struct limits t = of_type(e->type);
	bool wraps = e->type.code != TIR_TYPE_INT || e->type.bits < 32;
	if (!t.known || (wraps && (lo < t.lo || hi > t.hi)) || lo > t.hi || hi < t.lo)
		return t;
	return (struct limits){most(lo, t.lo), least(hi, t.hi), true};
}

static wide floor_div(wide a, wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

static struct limits product(const struct tir_expr *e, struct limits a, struct limits b)
{
	wide p[] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
	return fit(e, least(least(p[0], p[1]), least(p[2], p[3])),
	        most(most(p[0], p[1]), most(p[2], p[3])));
}

/* By a positive constant; Div rounds to zero, which differs below zero only. */
static struct limits quotient(const struct tir_expr *e, struct limits a, struct limits b)
{
	if (b.lo != b.hi || b.lo < 1)
		return of_type(e->type);
	wide lo = floor_div(a.lo, b.lo), hi = floor_div(a.hi, b.lo);
	bool to_zero = e->op == TIR_DIV && a.hi < 0;
	return fit(e, lo, to_zero ? hi + 1 : hi);
}

static struct limits rest(const struct tir_expr *e, struct limits a, struct limits b)
{
	if (b.lo != b.hi || b.lo < 1)
		return of_type(e->type);
	if (a.lo >= 0 && a.hi < b.lo)
		return fit(e, a.lo, a.hi);
	return fit(e, e->op == TIR_MOD && a.lo < 0 ? 1 - b.lo : 0, b.lo - 1);
}

static struct limits binary(const struct tir_expr *e, struct limits a, struct limits b)
{
	switch ((enum tir_op)e->op) {
	case TIR_ADD: return fit(e, a.lo + b.lo, a.hi + b.hi);
	case TIR_SUB: return fit(e, a.lo - b.hi, a.hi - b.lo);
	case TIR_MUL: return product(e, a, b);
	case TIR_DIV:
	case TIR_FLOORDIV: return quotient(e, a, b);
	case TIR_MOD:
	case TIR_FLOORMOD: return rest(e, a, b);
	case TIR_MIN: return fit(e, least(a.lo, b.lo), least(a.hi, b.hi));
	case TIR_MAX: return fit(e, most(a.lo, b.lo), most(a.hi, b.hi));
	case TIR_BITAND:
		if (b.lo >= 0)
			return fit(e, 0, a.lo >= 0 ? least(a.hi, b.hi) : b.hi);
		return of_type(e->type);
	case TIR_SHR:
		if (b.lo == b.hi && b.lo >= 0 && b.lo < e->type.bits)
			return fit(e, a.lo >> b.lo, a.hi >> b.lo);
		return of_type(e->type);
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return of_type(e->type);
}

static struct limits limits_of(const struct facts *f, const struct tir_expr *e, unsigned depth);

/* From the first to the last value of a loop's variable. */
static struct limits of_loop(const struct facts *f, const struct analysis_var *v, unsigned depth)
{
	struct limits t = of_type(v->var->type), min, n;
	if (!analysis_is_exact(v->var->type) || v->step < 1)
		return t;
	min = limits_of(f, v->min, depth);
	n = limits_of(f, v->extent, depth);
	if (!min.known || !n.known || n.hi < 1)
		return t;
	wide last = min.hi + (n.hi - 1) / v->step * v->step;
	if (n.lo != n.hi || min.lo != min.hi)
		last = min.hi + n.hi - 1;
	return (struct limits){most(min.lo, t.lo), least(last, t.hi), true};
}

static struct limits of_var(const struct facts *f, const struct tir_expr *e, unsigned depth)
{
	const struct analysis_var *v = analysis_var(f, e->u.var);
	struct limits t = of_type(e->type);
	if (!v || !t.known || e->type.lanes != 1)
		return t;
	switch (v->kind) {
	case ANALYSIS_FOR: return of_loop(f, v, depth);
	case ANALYSIS_BIND:
	case ANALYSIS_LET: return limits_of(f, v->value, depth);
	case ANALYSIS_PARAM: return v->is_size ? (struct limits){0, t.hi, true} : t;
	case ANALYSIS_LAUNCH: return t;
	}
	return t;
}

static struct limits of_node(const struct facts *f, const struct tir_expr *e, unsigned depth)
{
	struct limits t = of_type(e->type), a, b;
	if (!t.known || depth == 0)
		return t;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return fit(e, e->u.i, e->u.i);
	case TIR_VAR: return of_var(f, e, depth - 1);
	case TIR_CAST:
		a = limits_of(f, e->arg[0], depth - 1);
		return a.known && a.lo >= t.lo && a.hi <= t.hi ? a : t;
	case TIR_BROADCAST: return limits_of(f, e->arg[0], depth - 1);
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE:
		a = limits_of(f, e->arg[1], depth - 1);
		b = limits_of(f, e->arg[2], depth - 1);
		return a.known && b.known ? fit(e, least(a.lo, b.lo), most(a.hi, b.hi)) : t;
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_OPERATOR:
	case TIR_RAMP:
	case TIR_SHUFFLE:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	if (e->n != 2 || tir_ops[e->op].compare || e->op == TIR_LOAD || e->op == TIR_CALL)
		return t;
	a = limits_of(f, e->arg[0], depth - 1);
	b = limits_of(f, e->arg[1], depth - 1);
	if (e->op == TIR_RAMP && a.known && b.known)
		return fit(e, a.lo + least(0, b.lo * (e->type.lanes - 1)),
		        a.hi + most(0, b.hi * (e->type.lanes - 1)));
	return a.known && b.known ? binary(e, a, b) : t;
}

static struct limits limits_of(const struct facts *f, const struct tir_expr *e, unsigned depth)
{
	const struct analysis_expr *x;
	if (e->op == TIR_INT_IMM)
		return fit(e, e->u.i, e->u.i);
	x = analysis_expr(f, e);
	if (x->ranged)
		return (struct limits){x->lo, x->hi, x->known};
	struct limits l = of_node(f, e, depth);
	struct analysis_expr *to = analysis_expr(f, e);
	to->ranged = true;
	to->known = l.known;
	to->lo = (int64_t)l.lo;
	to->hi = (int64_t)l.hi;
	return l;
}

bool range_limits(const struct facts *f, const struct tir_expr *e, int64_t *lo, int64_t *hi)
{
	struct limits l = limits_of(f, e, MAX_DEPTH);
	*lo = (int64_t)l.lo;
	*hi = (int64_t)l.hi;
	return l.known;
}

/* ---- Trip counts -------------------------------------------------------------------------*/
int64_t trip_most(const struct facts *f, const struct tir_stmt *loop)
{
	int64_t lo, hi, step = loop->kind == TIR_FOR ? tir_loop_step(loop) : 0;
	struct limits t = of_type(loop->kind == TIR_FOR ? tir_as_for(loop)->extent.e->type
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
