/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/range.c: between which numbers an integer expression lies.
 *
 * Idea.   Intervals from the bottom up, each node's from its operands', kept by expression number.
 *         A sum that does not fit its type wraps to anything, unless it is index arithmetic, of
 *         loop variables and sizes, in int32 or int64: there that would be undefined and so does
 *         not happen.
 * Needs   the ranges of variables, set before their first use: a variable has one all its life.
 * Keeps   nothing but the memo.
 * Costs   one step a node. */
#include "simplify/simplify.h"

bool simplify_range_type(struct tir_type t, int64_t *lo, int64_t *hi)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	if (!tir_is_integral(t) || (!is_signed && t.bits > 63))
		return false;
	unsigned n = is_signed ? t.bits - 1u : t.bits;
	*hi = (int64_t)((UINT64_C(1) << n) - 1);
	*lo = is_signed ? -*hi - 1 : 0;
	return true;
}

void simplify_range_set(struct simplifier *s, const struct tir_var *v, int64_t lo, int64_t hi)
{
	while (s->var.n <= v->id)
		VEC_PUSH(s->arena, &s->var, (struct range){0});
	s->var.at[v->id] = (struct range){lo, hi, .done = true, .known = lo <= hi, .index = COUNTS};
}

/* Index arithmetic in both: index arithmetic. */
static unsigned both(struct range a, struct range b)
{
	return a.index && b.index ? a.index | b.index : 0;
}

static struct range full(struct tir_type t)
{
	struct range r = {.done = true, .proved = true, .safe = true};
	r.known = simplify_range_type(t, &r.lo, &r.hi);
	return r;
}

/* The range [lo, hi] of exact results, as the type of e holds them. */
static struct range fit(const struct tir_expr *e, range_wide lo, range_wide hi, unsigned index)
{
	struct range r = full(e->type);
	bool is_undefined = index & COUNTS && e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
	if (!r.known)
		return (struct range){.done = true};
	r.proved = lo >= r.lo && hi <= r.hi;
	r.safe = r.proved || is_undefined;
	r.index = (uint8_t)index;
	if (!r.safe || lo > r.hi || hi < r.lo)
		return r;
	r.lo = lo < r.lo ? r.lo : (int64_t)lo;
	r.hi = hi > r.hi ? r.hi : (int64_t)hi;
	return r;
}

static struct range_interval interval(struct range r)
{
	return (struct range_interval){r.lo, r.hi, r.known};
}

/* Of operands whose ranges are known.  A quotient of which nothing is known is still index arithmetic. */
static struct range binary(const struct tir_expr *e, struct range a, struct range b)
{
	bool divides = e->op == TIR_DIV || e->op == TIR_FLOORDIV || e->op == TIR_MOD ||
	               e->op == TIR_FLOORMOD;
	struct range_interval r = range_of_operation((enum tir_op)e->op, e->type, interval(a),
	        interval(b));
	struct range any = full(e->type);
	any.index = divides ? (uint8_t)both(a, b) : 0;
	return r.known ? fit(e, r.lo, r.hi, both(a, b)) : any;
}

static struct range ramp(const struct tir_expr *e, struct range a, struct range b)
{
	struct range_interval r = range_of_ramp(interval(a), interval(b), e->type.lanes);
	return fit(e, r.lo, r.hi, both(a, b));
}

/* The range of a node whose operands' are known. */
static struct range node_range(struct simplifier *s, const struct tir_expr *e)
{
	struct range r = full(e->type), a = {0}, b = {0};
	if (!r.known)
		return r;
	if (e->n > 0)
		a = s->range.at[e->arg[0]->id];
	if (e->n > 1)
		b = s->range.at[e->arg[1]->id];
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return fit(e, e->u.i, e->u.i, CONSTANT);
	case TIR_VAR:
		if (e->u.var->id < s->var.n && s->var.at[e->u.var->id].known)
			return fit(e, s->var.at[e->u.var->id].lo, s->var.at[e->u.var->id].hi,
			        s->var.at[e->u.var->id].index);
		return r;
	case TIR_CAST:
		return a.known && (a.lo >= r.lo && a.hi <= r.hi) ? fit(e, a.lo, a.hi, a.index) : r;
	case TIR_BROADCAST: return a.known ? fit(e, a.lo, a.hi, a.index) : r;
	case TIR_RAMP: return a.known && b.known ? ramp(e, a, b) : r;
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE:
		a = s->range.at[e->arg[2]->id];
		return fit(e, range_min(a.lo, b.lo), range_max(a.hi, b.hi), both(a, b));
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_OPERATOR:
	case TIR_SHUFFLE:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return e->n == 2 && a.known && b.known && !tir_ops[e->op].compare ? binary(e, a, b) : r;
}

struct range simplify_range_of(struct simplifier *s, const struct tir_expr *e)
{
	VEC(const struct tir_expr *) stack = {0};
	if (e->id < s->range.n && s->range.at[e->id].done)
		return s->range.at[e->id];
	while (s->range.n <= e->id)
		VEC_PUSH(s->arena, &s->range, (struct range){0});
	VEC_PUSH(s->arena, &stack, e);
	while (stack.n) {
		const struct tir_expr *top = stack.at[stack.n - 1];
		uint32_t open = stack.n;
		bool leaf = s->range.at[top->id].done || !tir_is_integral(top->type);
		for (uint32_t i = 0; i < top->n && !leaf; i++)
			if (!s->range.at[top->arg[i]->id].done)
				VEC_PUSH(s->arena, &stack, top->arg[i]);
		if (stack.n > open)
			continue;
		if (!s->range.at[top->id].done)
			s->range.at[top->id] = node_range(s, top);
		stack.n--;
	}
	return s->range.at[e->id];
}

/* ---- What statements tell ----------------------------------------------------------------*/
bool simplify_range_loop(struct simplifier *s, const struct tir_stmt *t, bool *once)
{
	const struct tir_for *loop = tir_as_for(t);
	const struct tir_expr *min = loop->min.e ? loop->min.e : tir_int(s->m, loop->var->type, 0);
	struct range a = simplify_range_of(s, min), n = simplify_range_of(s, loop->extent.e);
	struct range step = loop->more->step.e ? simplify_range_of(s, loop->more->step.e)
	                                       : (struct range){1, 1, .known = true};
	int64_t lo, hi, last;
	*once = n.known && n.lo > 0 && step.known && n.hi <= step.lo;
	if (n.known && n.hi <= 0)
		return true;
	if (!simplify_range_type(loop->var->type, &lo, &hi) || !a.known || !n.known || step.lo < 1)
		return false;
	last = __builtin_add_overflow(a.hi, n.hi - 1, &last) || last > hi ? hi : last;
	simplify_range_set(s, loop->var, a.lo, last);
	return false;
}

void simplify_range_bind(struct simplifier *s, const struct tir_var *v,
        const struct tir_expr *value)
{
	struct range r = tir_is_integral(v->type) ? simplify_range_of(s, value) : (struct range){0};
	if (r.known && r.index && v->type.lanes == 1) {
		simplify_range_set(s, v, r.lo, r.hi);
		s->var.at[v->id].index = r.index;
	}
}

void simplify_range_shapes(struct simplifier *s, const struct tir_func *f)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		for (uint32_t k = 0; b && k < b->ndim; k++) {
			int64_t lo, hi;
			const struct tir_expr *e = b->shape[k];
			if (e->op == TIR_VAR && simplify_range_type(e->type, &lo, &hi))
				simplify_range_set(s, e->u.var, 0, hi);
		}
	}
}
