/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/bounds.c: between which numbers an expression lies.
 *
 * Idea.    By types, constants, and loops and names around: each operation has a rule of its own, which gives the exact result.
 *          A result that its type holds is that number.  One that it may not hold is any number of the type; but of 32 bits and
 *          more with a sign, f does not overflow: what is out of the type is cut off.
 *          The variable of a loop lies between the least first and the greatest last value, since the loop runs where the
 *          variable is used.  A name has the bounds of its value.  A size of a parameter is not negative.
 * Needs    an expression that f evaluates.
 * Costs    each node once: bounds are kept while the stamp is the same; what lies too deep again for each depth.
 * Wrong if a bound is too narrow. */
#include "proof/values/bounds.h"

#include <limits.h>

typedef proof_wide wide;

/* The least and the greatest value of a type; not known of floats. */
struct proof_bounds proof_bounds_of_type(struct tir_type t)
{
	bool sign = t.code == TIR_TYPE_INT, is_bool = t.code == TIR_TYPE_BOOL;
	if (!is_bool && ((!sign && t.code != TIR_TYPE_UINT) || t.bits < 1 || t.bits > 64))
		return (struct proof_bounds){0};
	wide end = (wide)1 << (is_bool ? 1 : t.bits - (sign ? 1 : 0));
	return (struct proof_bounds){sign ? -end : 0, end - 1, true};
}

bool proof_bounds_within(struct proof_bounds b, struct tir_type t)
{
	struct proof_bounds all = proof_bounds_of_type(t);
	return b.known && all.known && b.lo >= all.lo && b.hi <= all.hi;
}

static wide lesser(wide a, wide b)
{
	return a < b ? a : b;
}

static wide greater(wide a, wide b)
{
	return a > b ? a : b;
}

static struct proof_bounds of_corners(wide a, wide b, wide c, wide d)
{
	return (struct proof_bounds){
	        lesser(lesser(a, b), lesser(c, d)), greater(greater(a, b), greater(c, d)), true};
}

/* Of a quotient by a number above zero: by the least and by the greatest one.  What is rounded to zero is not less than what is
 * rounded down, and no greater than zero where that is. */
static struct proof_bounds of_quotient(bool floor, struct proof_bounds a, struct proof_bounds by)
{
	struct proof_bounds q = of_corners(proof_floor(a.lo, by.lo), proof_floor(a.lo, by.hi),
	        proof_floor(a.hi, by.lo), proof_floor(a.hi, by.hi));
	if (!floor)
		q.hi = a.hi < 0 ? lesser(q.hi + 1, 0) : q.hi;
	return q;
}

/* Of a remainder by a number above zero, rounded down or, of what is below zero, as C does it. */
static struct proof_bounds of_rest(bool floor, struct proof_bounds a, struct proof_bounds by)
{
	bool same = by.lo == by.hi && proof_floor(a.lo, by.lo) == proof_floor(a.hi, by.lo);
	wide base = same ? proof_floor(a.lo, by.lo) * by.lo : 0;
	if (a.lo >= 0 && a.hi < by.lo)
		return a;
	if (same && (floor || a.lo >= 0))
		return (struct proof_bounds){a.lo - base, a.hi - base, true};
	wide most = a.lo >= 0 ? lesser(a.hi, by.hi - 1) : !floor && a.hi < 0 ? 0 : by.hi - 1;
	return (struct proof_bounds){floor || a.lo >= 0 ? 0 : 1 - by.hi, most, true};
}

/* Of a mask: with a number that is not negative it is not more than that. */
static struct proof_bounds of_mask(struct proof_bounds a, struct proof_bounds b)
{
	wide most = a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : lesser(a.hi, b.hi);
	return (struct proof_bounds){0, most, a.lo >= 0 || b.lo >= 0};
}

/* Of a shift to the right by a number that is known. */
static struct proof_bounds of_shift(struct tir_type t, struct proof_bounds a,
        struct proof_bounds by)
{
	if (by.lo != by.hi || by.lo < 0 || by.lo >= t.bits)
		return (struct proof_bounds){0};
	wide n = (wide)1 << by.lo;
	return (struct proof_bounds){proof_floor(a.lo, n), proof_floor(a.hi, n), true};
}

/* Is each number one of 64 bits with a sign?  Then a product fits. */
static bool is_small(struct proof_bounds b)
{
	const wide end = (wide)1 << 63;
	return b.lo >= -end && b.hi < end;
}

/* The exact result; not known: another operation, or too large. */
struct proof_bounds proof_bounds_of_operation(enum tir_op op, struct tir_type t,
        struct proof_bounds a, struct proof_bounds b)
{
	struct proof_bounds none = {0}, by = b;
	if (!a.known || !b.known)
		return none;
	/* a divisor is not zero where there is a result */
	by.lo = by.lo == 0 ? 1 : by.lo;
	bool divides = by.lo > 0 && by.lo <= by.hi;
	switch (op) {
	case TIR_ADD: return (struct proof_bounds){a.lo + b.lo, a.hi + b.hi, true};
	case TIR_SUB: return (struct proof_bounds){a.lo - b.hi, a.hi - b.lo, true};
	case TIR_MUL:
		return is_small(a) && is_small(b)
		               ? of_corners(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi)
		               : none;
	case TIR_MIN: return (struct proof_bounds){lesser(a.lo, b.lo), lesser(a.hi, b.hi), true};
	case TIR_MAX: return (struct proof_bounds){greater(a.lo, b.lo), greater(a.hi, b.hi), true};
	case TIR_SHR: return of_shift(t, a, b);
	case TIR_FLOORDIV:
	case TIR_DIV: return divides ? of_quotient(op == TIR_FLOORDIV, a, by) : none;
	case TIR_FLOORMOD:
	case TIR_MOD: return divides ? of_rest(op == TIR_FLOORMOD, a, by) : none;
	case TIR_BITAND: return of_mask(a, b);
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
	return none;
}

/* Of the variable of a loop that runs.  It ends at the last step. */
struct proof_bounds proof_bounds_of_loop(struct proof_bounding *w, const struct tir_stmt *s,
        int depth)
{
	const struct tir_for *l = tir_as_for(s);
	struct proof_bounds min = {0, 0, true}, n = proof_bounds_of(w, l->extent.e, depth);
	wide step = tir_loop_step(s);
	if (l->min.e)
		min = proof_bounds_of(w, l->min.e, depth);
	if (!min.known || !n.known || n.hi < 1 || step < 1)
		return (struct proof_bounds){0};
	return (struct proof_bounds){min.lo, min.hi + (n.hi - 1) / step * step, true};
}

bool proof_is_size(const struct tir_func *f, const struct tir_var *v)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		for (uint32_t k = 0; b && k < b->ndim; k++)
			if (b->shape[k] && b->shape[k]->op == TIR_VAR && b->shape[k]->u.var == v)
				return true;
	}
	return false;
}

/* Of the variable of a loop around, of one that is bound to a value, or of a size. */
static struct proof_bounds of_var(struct proof_bounding *w, const struct tir_var *v, int depth)
{
	const struct proof_scope *scope = w->scope;
	struct proof_bounds told;
	if (w->var && w->var(w->ctx, &v, &told))
		return told;
	for (uint32_t i = 0; i < scope->around.n; i++) {
		const struct tir_stmt *s = scope->around.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return proof_bounds_of_loop(w, s, depth);
	}
	for (uint32_t i = 0; i < scope->binds.n; i++)
		if (scope->binds.at[i].var == v && scope->binds.at[i].value)
			return proof_bounds_of(w, scope->binds.at[i].value, depth);
	if (proof_is_size(w->f, v))
		return (struct proof_bounds){
		        0, proof_bounds_of_type(v->type).hi, proof_bounds_of_type(v->type).known};
	return (struct proof_bounds){0};
}

/* The base, and as many steps as the last lane has. */
static struct proof_bounds of_ramp(struct proof_bounds base, struct proof_bounds by, uint32_t lanes)
{
	wide last = (wide)lanes - 1;
	return (struct proof_bounds){base.lo + lesser(0, by.lo * last),
	        base.hi + greater(0, by.hi * last), base.known && by.known};
}

struct proof_bounds proof_bounds_of_both(struct proof_bounds x, struct proof_bounds y)
{
	return (struct proof_bounds){lesser(x.lo, y.lo), greater(x.hi, y.hi), x.known && y.known};
}

/* The exact result of e. */
static struct proof_bounds exact(struct proof_bounding *w, const struct tir_expr *e, int depth)
{
	struct proof_bounds a = {0}, b = {0};
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return (struct proof_bounds){e->u.i, e->u.i, true};
	case TIR_VAR: return of_var(w, e->u.var, depth);
	case TIR_BROADCAST:
	case TIR_CAST: return proof_bounds_of(w, e->arg[0], depth);
	case TIR_ANY_CHOICE:
		a = proof_bounds_of(w, e->arg[1], depth);
		return proof_bounds_of_both(a, proof_bounds_of(w, e->arg[2], depth));
	case TIR_SHUFFLE: /* an element of one of its vectors */
		a = proof_bounds_of(w, e->arg[0], depth);
		for (uint32_t i = 1; i < e->u.nvectors; i++)
			a = proof_bounds_of_both(a, proof_bounds_of(w, e->arg[i], depth));
		return a;
	case TIR_RAMP:
		a = proof_bounds_of(w, e->arg[0], depth);
		return of_ramp(a, proof_bounds_of(w, e->arg[1], depth), e->type.lanes);
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_ANY_DIVISION:
	case TIR_SHR:
	case TIR_BITAND:
		a = proof_bounds_of(w, e->arg[0], depth);
		b = proof_bounds_of(w, e->arg[1], depth);
		return proof_bounds_of_operation((enum tir_op)e->op, e->type, a, b);
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_NOPS: break;
	case TIR_CALL: /* a number of bits */
		if (e->u.call.builtin == TIR_BUILTIN_POPCOUNT ||
		        e->u.call.builtin == TIR_BUILTIN_CLZ)
			return (struct proof_bounds){0, e->arg[0]->type.bits, true};
		break;
	}
	return a;
}

/* The exact result as e's type holds it. */
static struct proof_bounds as_held(const struct proof_bounding *w, const struct tir_expr *e,
        struct proof_bounds b)
{
	struct proof_bounds all = proof_bounds_of_type(e->type);
	bool is_exact = !w->may_wrap && e->op != TIR_CAST && e->type.code == TIR_TYPE_INT &&
	                e->type.bits >= 32;
	if (proof_bounds_within(b, e->type))
		return b;
	if (!b.known || !is_exact || b.lo > all.hi || b.hi < all.lo)
		return all;
	return (struct proof_bounds){greater(b.lo, all.lo), lesser(b.hi, all.hi), true};
}

struct proof_bounds proof_bounds_of(struct proof_bounding *w, const struct tir_expr *e, int depth)
{
	struct proof_bounds all = proof_bounds_of_type(e->type);
	w->is_cut |= all.known && !depth;
	if (!all.known || !depth || !*w->steps)
		return all;
	while (w->kept.n <= e->id)
		VEC_PUSH(w->arena, &w->kept, (struct proof_bounded){0});
	struct proof_bounded *kept = &w->kept.at[e->id];
	if (kept->stamp == w->stamp && kept->depth >= depth) {
		w->is_cut |= kept->depth < INT_MAX;
		return kept->b;
	}
	--*w->steps;
	bool outer = w->is_cut;
	w->is_cut = false;
	struct proof_bounds b = as_held(w, e, exact(w, e, depth - 1));
	w->kept.at[e->id] = (struct proof_bounded){w->stamp, b, w->is_cut ? depth : INT_MAX};
	w->is_cut |= outer;
	return b;
}
