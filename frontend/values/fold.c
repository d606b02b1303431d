/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/fold.c: what TVM's reader computes while it reads (tirscript 4.4): Python arithmetic,
 * operators on constants, identities, and the extent of a loop.
 *
 * Keeps   vectors as they are, and constants of 16 bits and fewer floats. */
#include <math.h>

#include "analysis/analysis.h"
#include "frontend/internal.h"

/* ---- Python -----------------------------------------------------------------------------*/
static wide floor_div(wide a, wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* Integers; false if the result is none or too large for us. */
static bool python_int(enum tir_op op, wide a, wide b, wide *out)
{
	switch (op) {
	case TIR_ADD: return !__builtin_add_overflow(a, b, out);
	case TIR_SUB: return !__builtin_sub_overflow(a, b, out);
	case TIR_MUL: return !__builtin_mul_overflow(a, b, out);
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
		if (b == 0 || b == -1)
			*out = op == TIR_FLOORDIV ? -a : 0;
		else
			*out = op == TIR_FLOORDIV ? floor_div(a, b) : a - floor_div(a, b) * b;
		return b != 0;
	case TIR_BITAND: *out = a & b; return true;
	case TIR_BITOR: *out = a | b; return true;
	case TIR_BITXOR: *out = a ^ b; return true;
	case TIR_SHL: return b >= 0 && b < 100 && !__builtin_mul_overflow(a, (wide)1 << b, out);
	case TIR_SHR: *out = a >> (b > 126 ? 126 : b); return b >= 0;
	case TIR_EQ: *out = a == b; return true;
	case TIR_NE: *out = a != b; return true;
	case TIR_LT: *out = a < b; return true;
	case TIR_LE: *out = a <= b; return true;
	case TIR_GT: *out = a > b; return true;
	case TIR_GE: *out = a >= b; return true;
	case TIR_ANY_LEAF:
	case TIR_DIV:
	case TIR_MOD:
	case TIR_ANY_EXTREME:
	case TIR_ANY_LOGIC:
	case TIR_BITNOT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

static bool compare(enum tir_op op, double a, double b)
{
	switch (op) {
	case TIR_EQ: return a == b;
	case TIR_NE: return a != b;
	case TIR_LT: return a < b;
	case TIR_LE: return a <= b;
	case TIR_GT: return a > b;
	case TIR_GE: return a >= b;
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

static bool python_float(enum tir_op op, double a, double b, double *out)
{
	switch (op) {
	case TIR_ADD: *out = a + b; return true;
	case TIR_SUB: *out = a - b; return true;
	case TIR_MUL: *out = a * b; return true;
	case TIR_DIV: *out = a / b; return b != 0;
	case TIR_ANY_LEAF:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

bool frontend_python_binary(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct value *out)
{
	bool floats = a->kind == V_FLOAT || b->kind == V_FLOAT || op == TIR_DIV, ok;
	if (floats && tir_ops[op].compare) {
		out->kind = V_BOOL;
		out->i = compare(op, frontend_as_double(a), frontend_as_double(b));
		return true;
	}
	if (floats)
		ok = python_float(op, frontend_as_double(a), frontend_as_double(b), &out->f);
	else
		ok = python_int(op, a->i, b->i, &out->i);
	out->kind = !ok ? V_ERROR : tir_ops[op].compare ? V_BOOL : floats ? V_FLOAT : V_INT;
	return ok ||
	       frontend_fail(r, out->at, "'%s' of these numbers has no value", tir_ops[op].text);
}

/* ---- Constants --------------------------------------------------------------------------*/
static bool is_const(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM;
}

static bool is(const struct tir_expr *e, int v)
{
	return (e->op == TIR_INT_IMM && e->u.i == v) || (e->op == TIR_FLOAT_IMM && e->u.f == v);
}

static uint64_t lane_bits(const struct tir_expr *e)
{
	uint64_t v = (uint64_t)e->u.i;
	return e->type.bits >= 64 ? v : v & ((UINT64_C(1) << e->type.bits) - 1);
}

static const struct tir_expr *fold_ints(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	uint64_t v;
	if (op == TIR_EQ || op == TIR_NE) /* TVM makes these when their truth is asked for */
		return NULL;
	if (!tir_eval_binary(op, a->type, lane_bits(a), lane_bits(b), &v))
		return NULL;
	return tir_int(r->m, tir_ops[op].compare ? TIR_BOOL : a->type, (int64_t)v);
}

/* Of 32 and 64 bits; a new result is rounded to the type. */
static const struct tir_expr *fold_floats(struct reader *r, enum tir_op op,
        const struct tir_expr *a, const struct tir_expr *b)
{
	struct tir_type t = a->type;
	double x = a->u.f, y = b->u.f, v;
	if (t.code != TIR_TYPE_FLOAT || t.bits < 32 || op == TIR_EQ || op == TIR_NE)
		return NULL;
	if (tir_ops[op].compare)
		return tir_int(r->m, TIR_BOOL, compare(op, x, y));
	if (op == TIR_MIN || op == TIR_MAX)
		return (op == TIR_MIN ? x < y : x > y) ? a : b;
	if (!python_float(op, x, y, &v))
		return NULL;
	return tir_float(r->m, t, tir_float_value(t, tir_float_bits(t, v)));
}

/* x + 0, x * 1 and their like; NULL if it is none of them. */
static const struct tir_expr *identity(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	switch (op) {
	case TIR_ADD: return is(a, 0) ? b : is(b, 0) ? a : NULL;
	case TIR_SUB: return is(b, 0) ? a : NULL;
	case TIR_MUL:
		if (is(a, 1) || is(b, 0))
			return b;
		return is(b, 1) || is(a, 0) ? a : NULL;
	case TIR_DIV: return is(b, 1) || is(a, 0) ? a : NULL;
	case TIR_FLOORDIV: return is(b, 1) || is(a, 0) ? a : NULL;
	case TIR_MOD:
	case TIR_FLOORMOD:
		if (a->type.code != TIR_TYPE_INT || a->type.bits < 32)
			return NULL;
		if (is(b, 1))
			return tir_int(r->m, a->type, 0);
		return is(a, 0) ? a : NULL;
	case TIR_SHL:
	case TIR_SHR: return is(b, 0) ? a : NULL;
	case TIR_MIN:
	case TIR_MAX: return a == b && a->op == TIR_VAR ? a : NULL;
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return NULL;
}

bool frontend_check_constant(struct reader *r, enum tir_op op, const struct tir_expr *b,
        struct span at)
{
	bool divides = op == TIR_DIV || op == TIR_MOD || op == TIR_FLOORDIV || op == TIR_FLOORMOD;
	if (divides && tir_is_int(b->type) && is(b, 0))
		return frontend_fail(r, at, "division by zero");
	if ((op == TIR_SHL || op == TIR_SHR) && b->op == TIR_INT_IMM &&
	        (b->u.i < 0 || b->u.i >= b->type.bits))
		return frontend_fail(r, at, "shift by %lld does not lie within 0 and %u",
		        (long long)b->u.i, b->type.bits - 1u);
	return true;
}

const struct tir_expr *frontend_fold(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b, struct span at)
{
	const struct tir_expr *e = NULL;
	bool constants = is_const(a) && is_const(b);
	if (!frontend_check_constant(r, op, b, at))
		return NULL;
	if (constants && a->op == TIR_INT_IMM)
		e = fold_ints(r, op, a, b);
	else if (constants)
		e = fold_floats(r, op, a, b);
	if (!e && a->type.lanes == 1)
		e = identity(r, op, a, b);
	return e ? e : tir_binary(r->m, op, a, b);
}

/* ---- Extents ----------------------------------------------------------------------------*/
/* Beyond affine_read's bounds stop - start stays as it is. */
static bool is_apart(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->op != TIR_CAST;
}

/* Is the sum one expression, or none, and a constant? */
static bool is_single(const struct affine_sum *s)
{
	return s->n == 0 || (s->n == 1 && s->term[0].factor == 1);
}

/* stop is start + x: x, which is how extents are printed. */
static const struct tir_expr *added(const struct tir_expr *start, const struct tir_expr *stop)
{
	return stop->op == TIR_ADD && stop->arg[0] == start ? stop->arg[1] : NULL;
}

const struct tir_expr *frontend_extent_of(struct reader *r, const struct tir_expr *start,
        const struct tir_expr *stop, struct span at)
{
	struct affine_sum l;
	struct value v = {.kind = V_INT, .at = at};
	if (is(start, 0))
		return stop;
	if (added(start, stop))
		return added(start, stop);
	affine_clear(&l);
	if (start->type.code != TIR_TYPE_INT || start->type.bits < 32 ||
	        !affine_read(&l, stop, 1, is_apart, NULL) ||
	        !affine_read(&l, start, -1, is_apart, NULL) || !is_single(&l))
		return frontend_fold(r, TIR_SUB, stop, start, at);
	v.i = l.constant;
	const struct tir_expr *c = frontend_literal(r, &v, start->type);
	return c && l.n ? frontend_fold(r, TIR_ADD, l.term[0].x[0], c, at) : c;
}
