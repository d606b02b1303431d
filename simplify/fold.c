/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/fold.c: one node made simpler, its operands being simple.
 *
 * Idea.   Constants are computed exactly as the interpreter does; then rules by operation; sums go
 *         through their linear form, which is taken if it is no larger.
 * Needs   simplified operands.
 * Keeps   every value to the bit, traps and effects: what may trap is not dropped, what would trap
 *         is not computed.  Floats are folded from constants only; x * 1 is x.
 * Costs   a bounded number of new nodes for each; rules that use rules nest MAX_DEPTH deep. */
#include "simplify/simplify.h"

enum { MAX_DEPTH = 6 };

/* ---- Constants ---------------------------------------------------------------------------*/
static bool constant_bits(const struct tir_expr *e, uint64_t *bits)
{
	if (e->op == TIR_FLOAT_IMM)
		*bits = tir_float_bits(e->type, e->u.f);
	else if (e->op == TIR_INT_IMM)
		*bits = e->type.bits < 64 ? (uint64_t)e->u.i & ((UINT64_C(1) << e->type.bits) - 1)
		                          : (uint64_t)e->u.i;
	else
		return false;
	return e->type.lanes == 1;
}

/* The constant of these bits; NULL for what has no literal of its own: NaN and infinity. */
static const struct tir_expr *constant_of(struct tir_module *m, struct tir_type t, uint64_t bits)
{
	if (tir_is_integral(t))
		return tir_int(m, t, (int64_t)bits);
	double v = tir_float_value(t, bits);
	return v - v == 0 ? tir_float(m, t, v) : NULL;
}

static const struct tir_expr *fold_constants(struct simplifier *s, const struct tir_expr *e)
{
	uint64_t a, b = 0, out;
	bool logic = e->op == TIR_AND || e->op == TIR_OR || e->op == TIR_NOT;
	bool plain = e->n <= 2 && (e->n == 2 || e->op == TIR_BITNOT || e->op == TIR_CAST) &&
	             tir_ops[e->op].form != TIR_FORM_SPECIAL;
	if (e->n == 0 || logic || (!plain && e->op != TIR_CAST) || !constant_bits(e->arg[0], &a) ||
	        (e->n == 2 && !constant_bits(e->arg[1], &b)))
		return NULL;
	struct tir_type from = e->arg[0]->type;
	bool shift = e->op == TIR_SHL || e->op == TIR_SHR;
	if (shift && b >= from.bits)
		return NULL;
	if (e->op == TIR_CAST) {
		if (tir_is_float(from) && !tir_is_float(e->type))
			return NULL; /* out of range it is not defined */
		return constant_of(s->m, e->type, tir_eval_cast(e->type, from, a));
	}
	if (!tir_eval_binary((enum tir_op)e->op, from, a, b, &out))
		return NULL;
	return constant_of(s->m, e->type, out);
}

/* ---- Logic and choice --------------------------------------------------------------------*/
static bool is_truth(const struct tir_expr *e, bool v)
{
	return e->type.lanes == 1 && is_int(e, v);
}

static const struct tir_expr *fold_logic(struct simplifier *s, const struct tir_expr *e)
{
	(void)s;
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	bool stops = e->op == TIR_OR; /* the value of a that makes b's not matter */
	if (is_truth(a, stops) || is_truth(b, !stops) || a == b)
		return a;
	if (is_truth(a, !stops) || (is_truth(b, stops) && is_idle(a)))
		return b;
	return NULL;
}

static const struct tir_expr *fold_not(struct simplifier *s, const struct tir_expr *e)
{
	static const uint8_t inverse[TIR_NOPS] = {[TIR_EQ] = TIR_NE,
	        [TIR_NE] = TIR_EQ,
	        [TIR_LT] = TIR_GE,
	        [TIR_GE] = TIR_LT,
	        [TIR_GT] = TIR_LE,
	        [TIR_LE] = TIR_GT};
	const struct tir_expr *a = e->arg[0];
	if (a->op == TIR_INT_IMM && a->type.lanes == 1)
		return tir_int(s->m, e->type, !a->u.i);
	if (a->op == TIR_NOT)
		return a->arg[0];
	if (inverse[a->op] && tir_is_integral(a->arg[0]->type)) /* floats: NaN */
		return simplify_fold_binary(s, (enum tir_op)inverse[a->op], a->arg[0], a->arg[1]);
	return NULL;
}

/* What the arm is where c is known: its own arm of that number, if it is a choice by c. */
static const struct tir_expr *arm_of(const struct tir_expr *e, const struct tir_expr *c, int which)
{
	bool choice = (e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT) && e->arg[0] == c &&
	              !(c->flags & TIR_HAS_EFFECT);
	return choice && (tir_is_lazy(e) || is_idle(e->arg[3 - which])) ? e->arg[which] : e;
}

static const struct tir_expr *fold_choice(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *c = e->arg[0];
	if (c->type.lanes == 1 && c->op == TIR_INT_IMM &&
	        (e->op == TIR_IF_THEN_ELSE || tir_is_lazy(e) || is_idle(e->arg[1 + (c->u.i != 0)])))
		return e->arg[c->u.i ? 1 : 2];
	if (e->arg[1] == e->arg[2] && is_idle(c))
		return e->arg[1];
	/* the same question asked again in an arm */
	const struct tir_expr *arm[3] = {c, arm_of(e->arg[1], c, 1), arm_of(e->arg[2], c, 2)};
	return arm[1] != e->arg[1] || arm[2] != e->arg[2] ? tir_with_args(s->m, e, arm) : NULL;
}

static const struct tir_expr *fold_cast(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0];
	if (tir_type_eq(a->type, e->type))
		return a;
	if (a->op == TIR_BROADCAST)
		return tir_broadcast(s->m,
		        simplify_fold_node(s, tir_cast(s->m, tir_lanes(e->type, 1), a->arg[0])),
		        e->type.lanes / a->arg[0]->type.lanes);
	/* widened and narrowed again, by integers that hold what goes through */
	if (a->op == TIR_CAST && tir_type_eq(a->arg[0]->type, e->type) && tir_is_int(e->type) &&
	        tir_is_int(a->type) && a->type.bits >= e->type.bits)
		return a->arg[0];
	return NULL;
}

/* ---- Arithmetic --------------------------------------------------------------------------*/
/* The integer that all lanes are, if they are. */
static const struct tir_expr *lane_of(const struct tir_expr *e)
{
	return e->op == TIR_BROADCAST ? e->arg[0] : e;
}

static bool is_one(const struct tir_expr *e)
{
	return is_int(e, 1) || (e->op == TIR_FLOAT_IMM && e->u.f == 1);
}

/* x // c * c + x % c is x; NULL if a + b is not that. */
static const struct tir_expr *whole(const struct tir_expr *a, const struct tir_expr *b)
{
	if (a->op != TIR_MUL || b->op != TIR_FLOORMOD || a->arg[0]->op != TIR_FLOORDIV)
		return NULL;
	const struct tir_expr *x = b->arg[0], *c = b->arg[1], *q = a->arg[0];
	return c->op == TIR_INT_IMM && c->u.i > 0 && a->arg[1] == c && q->arg[1] == c &&
	                       q->arg[0] == x
	               ? x
	               : NULL;
}

/* Rules that hold however the type wraps. */
static const struct tir_expr *fold_ring(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1], *x = lane_of(a), *y = lane_of(b);
	switch ((enum tir_op)e->op) {
	case TIR_ADD:
		if (is_int(y, 0) || is_int(x, 0))
			return is_int(y, 0) ? a : b;
		return whole(a, b) ? whole(a, b) : whole(b, a);
	case TIR_SUB:
		return is_int(y, 0) ? a : a == b && is_idle(a) ? tir_zero(s->m, e->type) : NULL;
	case TIR_MUL:
		if (is_one(y) || (is_int(x, 0) && is_idle(b)))
			return a;
		return is_one(x) || (is_int(y, 0) && is_idle(a)) ? b : NULL;
	case TIR_SHL:
	case TIR_SHR: return is_int(y, 0) ? a : NULL;
	case TIR_ANY_LEAF:
	case TIR_ANY_DIVISION:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return NULL;
}

/* (x + 2) + 3, (x * 2) * 3: constants meet, in the type's own arithmetic. */
static const struct tir_expr *fold_nested(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *c = e->arg[1];
	bool wraps = e->type.code != TIR_TYPE_INT || e->type.bits < 32;
	if (c->op != TIR_INT_IMM || a->op != e->op || a->arg[1]->op != TIR_INT_IMM ||
	        (e->op != TIR_ADD && e->op != TIR_MUL) || !wraps)
		return NULL;
	return simplify_fold_binary(s, (enum tir_op)e->op, a->arg[0],
	        simplify_fold_binary(s, (enum tir_op)e->op, a->arg[1], c));
}

/* The linear form, if that is no larger: products by one factor each are what can be shared. */
static const struct tir_expr *fold_sum(struct simplifier *s, const struct tir_expr *e)
{
	struct affine_sum l;
	if (e->type.lanes != 1 || !simplify_linear_of(s, e, &l) ||
	        (l.n == 1 && l.term[0].x[0] == e))
		return NULL;
	simplify_linear_collect(s, &l);
	if (simplify_linear_nodes(&l) > l.nodes)
		return NULL;
	const struct tir_expr *r = simplify_linear_build(s, e->type, &l);
	return r && !((e->flags ^ r->flags) & (TIR_MAY_TRAP | TIR_HAS_EFFECT)) ? r : NULL;
}

static const struct tir_expr *fold_arith(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *r = fold_ring(s, e);
	r = r ? r : fold_nested(s, e);
	return r ? r : fold_sum(s, e);
}

/* One side is never larger than the other, or they are the same. */
static const struct tir_expr *fold_extreme(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	struct affine_sum x, y;
	int64_t lo, hi;
	if (a == b)
		return a;
	if (!simplify_linear_of(s, a, &x) || !simplify_linear_of(s, b, &y) ||
	        !affine_add_sum(&x, &y, -1) || !simplify_linear_range(s, &x, &lo, &hi) ||
	        (lo < 0 && hi > 0))
		return NULL;
	bool first = (hi <= 0) == (e->op == TIR_MIN);
	return is_idle(first ? b : a) ? (first ? a : b) : NULL;
}

/* ---- All nodes ---------------------------------------------------------------------------*/
static const struct tir_expr *fold_once(struct simplifier *s, const struct tir_expr *e)
{
	const struct tir_expr *r = fold_constants(s, e);
	if (r)
		return r;
	switch ((enum tir_op)e->op) {
	case TIR_AND:
	case TIR_OR: return fold_logic(s, e);
	case TIR_NOT: return fold_not(s, e);
	case TIR_SELECT:
	case TIR_IF_THEN_ELSE: return fold_choice(s, e);
	case TIR_CAST: return fold_cast(s, e);
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	if (e->n != 2 || tir_ops[e->op].form == TIR_FORM_SPECIAL)
		return NULL;
	if (e->op == TIR_MUL && tir_is_float(e->type))
		return fold_ring(s, e);
	if (!tir_is_integral(e->arg[0]->type))
		return NULL;
	if (e->type.lanes > 1 && (r = simplify_fold_vector(s, e)))
		return r;
	switch ((enum tir_op)e->op) {
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
	case TIR_SHL:
	case TIR_SHR: return fold_arith(s, e);
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return simplify_fold_divide(s, e);
	case TIR_MIN:
	case TIR_MAX: return fold_extreme(s, e);
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return tir_ops[e->op].compare ? simplify_fold_compare(s, e) : NULL;
}

const struct tir_expr *simplify_fold_node(struct simplifier *s, const struct tir_expr *e)
{
	if (s->depth >= MAX_DEPTH)
		return e;
	s->depth++;
	const struct tir_expr *r = fold_once(s, e);
	s->depth--;
	return r ? r : e;
}
