/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/bounds.c: between which numbers an expression lies.
 *
 * Idea.    By types, constants, and loops and names around: each operation has a rule of its own.
 * Costs    each node once for each node above it: bounds are not kept.
 * Wrong if a bound is too narrow. */
#include "proof/bounds.h"

typedef proof_wide wide;

static bool is_number(struct tir_type t)
{
	return (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT) && t.bits >= 1 && t.bits <= 64;
}

static struct proof_bounds of_type(struct tir_type t)
{
	bool sign = t.code == TIR_TYPE_INT;
	wide end = (wide)1 << (t.bits - (sign ? 1 : 0));
	return (struct proof_bounds){sign ? -end : 0, end - 1, is_number(t)};
}

bool proof_bounds_within(struct proof_bounds b, struct tir_type t)
{
	struct proof_bounds all = of_type(t);
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

static wide floor_of(wide a, wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Of a remainder by a number above zero, rounded down or, of what is below zero, as C does it. */
static struct proof_bounds of_rest(bool floor, struct proof_bounds a, wide by)
{
	wide most = a.lo >= 0 ? lesser(a.hi, by - 1) : by - 1;
	return (struct proof_bounds){floor || a.lo >= 0 ? 0 : 1 - by, most, true};
}

/* The exact result; not known: another operation, or too large. */
static struct proof_bounds of_operation(enum tir_op op, struct proof_bounds a,
        struct proof_bounds b)
{
	const wide most = (wide)1 << 62;
	struct proof_bounds none = {0};
	if (!a.known || !b.known || a.lo < -most || a.hi > most || b.lo < -most || b.hi > most)
		return none;
	bool divides = b.lo == b.hi && b.lo > 0;
	switch ((int)op) {
	case TIR_ADD: return (struct proof_bounds){a.lo + b.lo, a.hi + b.hi, true};
	case TIR_SUB: return (struct proof_bounds){a.lo - b.hi, a.hi - b.lo, true};
	case TIR_MUL: return of_corners(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
	case TIR_MIN: return (struct proof_bounds){lesser(a.lo, b.lo), lesser(a.hi, b.hi), true};
	case TIR_MAX: return (struct proof_bounds){greater(a.lo, b.lo), greater(a.hi, b.hi), true};
	case TIR_SHR:
		if (b.lo != b.hi || b.lo < 0 || b.lo > 31)
			return none;
		return (struct proof_bounds){
		        floor_of(a.lo, (wide)1 << b.lo), floor_of(a.hi, (wide)1 << b.lo), true};
	case TIR_FLOORDIV:
		return divides ? (struct proof_bounds){floor_of(a.lo, b.lo), floor_of(a.hi, b.lo),
		                         true}
		               : none;
	case TIR_DIV: return divides ? (struct proof_bounds){a.lo / b.lo, a.hi / b.lo, true} : none;
	case TIR_FLOORMOD:
	case TIR_MOD: return divides ? of_rest(op == TIR_FLOORMOD, a, b.lo) : none;
	case TIR_BITAND: /* with a number that is not negative, not more than that */
		if (a.lo < 0 && b.lo < 0)
			return none;
		return (struct proof_bounds){0,
		        a.lo < 0   ? b.hi
		        : b.lo < 0 ? a.hi
		                   : lesser(a.hi, b.hi),
		        true};
	default: return none;
	}
}

/* Of the variable of a loop around with constant bounds, or of one that is bound to a value. */
static struct proof_bounds of_var(struct proof_bounding *w, const struct tir_var *v, int depth)
{
	const struct proof_scope *scope = w->scope;
	for (uint32_t i = 0; i < scope->around.n; i++) {
		const struct tir_stmt *s = scope->around.at[i].loop;
		if (!s || tir_as_for(s)->var != v)
			continue;
		const struct tir_expr *min = tir_as_for(s)->min.e, *n = tir_as_for(s)->extent.e;
		bool known = min->op == TIR_INT_IMM && n->op == TIR_INT_IMM && n->u.i > 0;
		wide last = known ? (wide)min->u.i + n->u.i - 1 : 0;
		return (struct proof_bounds){known ? min->u.i : 0, last, known};
	}
	for (uint32_t i = 0; i < scope->binds.n; i++)
		if (scope->binds.at[i].var == v && scope->binds.at[i].value)
			return proof_bounds_of(w, scope->binds.at[i].value, depth);
	return (struct proof_bounds){0};
}

struct proof_bounds proof_bounds_of(struct proof_bounding *w, const struct tir_expr *e, int depth)
{
	struct proof_bounds all = of_type(e->type), b = {0};
	if (!all.known || !depth || !*w->steps)
		return all;
	--*w->steps;
	switch ((int)e->op) {
	case TIR_INT_IMM: b = (struct proof_bounds){e->u.i, e->u.i, true}; break;
	case TIR_VAR: b = of_var(w, e->u.var, depth - 1); break;
	case TIR_BROADCAST:
	case TIR_CAST:
		if (is_number(e->arg[0]->type))
			b = proof_bounds_of(w, e->arg[0], depth - 1);
		break;
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE: {
		struct proof_bounds x = proof_bounds_of(w, e->arg[1], depth - 1),
		                    y = proof_bounds_of(w, e->arg[2], depth - 1);
		b = (struct proof_bounds){
		        lesser(x.lo, y.lo), greater(x.hi, y.hi), x.known && y.known};
		break;
	}
	case TIR_ANY_RING:
	case TIR_ANY_EXTREME:
	case TIR_SHR:
	case TIR_FLOORDIV:
	case TIR_DIV:
	case TIR_FLOORMOD:
	case TIR_MOD:
	case TIR_BITAND:
		b = of_operation((enum tir_op)e->op, proof_bounds_of(w, e->arg[0], depth - 1),
		        proof_bounds_of(w, e->arg[1], depth - 1));
		break;
	default: break;
	}
	return proof_bounds_within(b, e->type)
	               ? b
	               : all; /* a sum that leaves its type may be anything in it */
}
