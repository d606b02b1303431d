/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/scalar.c: exact arithmetic of one lane: what the reader folds and the interpreter computes.
 *
 * Idea.   Integers are computed in 64 bits without sign and cut to their width, so nothing here
 *         overflows.  Small floats are computed as double and rounded once: 53 bits are more than
 *         twice any of their widths plus two, so that rounding twice gives what rounding once does.
 * Keeps   the rules at the top of tir.h.  A shift out of range gives 0, or the sign for >> of int;
 *         a float out of an integer's range gives the nearest integer, NaN gives 0. */
#include <math.h>

#include "tir/internal.h"

/* ---- integers ---------------------------------------------------------------------------*/
/* The low bits that t holds: the bits in memory. */
static inline uint64_t cut(struct tir_type t, uint64_t v)
{
	return t.bits >= 64 ? v : v & ((UINT64_C(1) << t.bits) - 1);
}

static inline int64_t sign_extended(struct tir_type t, uint64_t v)
{
	unsigned s = 64u - t.bits;
	return t.bits >= 64 ? (int64_t)v : (int64_t)(v << s) >> s;
}

/* Shift amounts are read as the operand's bits: negative ones are large. */
static uint64_t shift_left(struct tir_type t, uint64_t a, uint64_t b)
{
	return b < t.bits ? a << b : 0;
}

static uint64_t shift_right(struct tir_type t, uint64_t a, uint64_t b)
{
	if (t.code != TIR_TYPE_INT)
		return b < t.bits ? a >> b : 0;
	return (uint64_t)(sign_extended(t, a) >> (b < t.bits ? b : t.bits - 1u));
}

/* Quotient and remainder of signed a and b by op, which is a division; false: it traps. */
static bool divide_signed(enum tir_op op, struct tir_type t, int64_t a, int64_t b, uint64_t *out)
{
	if (b == 0 || (b == -1 && a == sign_extended(t, UINT64_C(1) << (t.bits - 1))))
		return false;
	int64_t q = a / b, r = a % b;
	bool down = r && (r < 0) != (b < 0); /* truncation is not the floor */
	switch (op) {
	case TIR_DIV: *out = (uint64_t)q; break;
	case TIR_MOD: *out = (uint64_t)r; break;
	case TIR_FLOORDIV: *out = (uint64_t)(q - down); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_RING:
	case TIR_FLOORMOD:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: *out = (uint64_t)(down ? r + b : r); break;
	}
	return true;
}

static bool divide(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out)
{
	if (t.code == TIR_TYPE_INT) {
		if (!divide_signed(op, t, sign_extended(t, a), sign_extended(t, b), out))
			return false;
		*out = cut(t, *out);
		return true;
	}
	if (b == 0)
		return false;
	*out = op == TIR_DIV || op == TIR_FLOORDIV ? a / b : a % b;
	return true;
}

static bool less(struct tir_type t, uint64_t a, uint64_t b)
{
	return t.code == TIR_TYPE_INT ? sign_extended(t, a) < sign_extended(t, b) : a < b;
}

static bool eval_int(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out)
{
	switch (op) {
	case TIR_ADD: *out = cut(t, a + b); return true;
	case TIR_SUB: *out = cut(t, a - b); return true;
	case TIR_MUL: *out = cut(t, a * b); return true;
	case TIR_DIV:
	case TIR_MOD:
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return divide(op, t, a, b, out);
	case TIR_MIN: *out = less(t, a, b) ? a : b; return true;
	case TIR_MAX: *out = less(t, b, a) ? a : b; return true;
	case TIR_EQ: *out = a == b; return true;
	case TIR_NE: *out = a != b; return true;
	case TIR_LT: *out = less(t, a, b); return true;
	case TIR_LE: *out = !less(t, b, a); return true;
	case TIR_GT: *out = less(t, b, a); return true;
	case TIR_GE: *out = !less(t, a, b); return true;
	case TIR_AND: *out = a && b; return true;
	case TIR_OR: *out = a || b; return true;
	case TIR_NOT: *out = !a; return true;
	case TIR_BITAND: *out = a & b; return true;
	case TIR_BITOR: *out = a | b; return true;
	case TIR_BITXOR: *out = a ^ b; return true;
	case TIR_BITNOT: *out = cut(t, ~a); return true;
	case TIR_SHL: *out = cut(t, shift_left(t, a, b)); return true;
	case TIR_SHR: *out = cut(t, shift_right(t, a, b)); return true;
	case TIR_ANY_LEAF:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return false;
}

/* ---- floats -----------------------------------------------------------------------------
 * One text for the machine's two types; wider is what the small ones are computed in. */
#define EVAL_FLOAT(name, T, FMOD, FLOOR)                                                           \
	static bool name(enum tir_op op, T a, T b, T *v, bool *truth)                              \
	{                                                                                          \
		switch (op) {                                                                      \
		case TIR_ADD: *v = a + b; return true;                                             \
		case TIR_SUB: *v = a - b; return true;                                             \
		case TIR_MUL: *v = a * b; return true;                                             \
		case TIR_DIV: *v = a / b; return true;                                             \
		case TIR_MOD: *v = FMOD(a, b); return true;                                        \
		case TIR_FLOORDIV: *v = FLOOR(a / b); return true;                                 \
		case TIR_FLOORMOD: *v = a - FLOOR(a / b) * b; return true;                         \
		case TIR_MIN: *v = a < b ? a : b; return true;                                     \
		case TIR_MAX: *v = a > b ? a : b; return true;                                     \
		case TIR_EQ: *truth = a == b; return true;                                         \
		case TIR_NE: *truth = a < b || a > b; return true; /* false for NaN */             \
		case TIR_LT: *truth = a < b; return true;                                          \
		case TIR_LE: *truth = a <= b; return true;                                         \
		case TIR_GT: *truth = a > b; return true;                                          \
		case TIR_GE: *truth = a >= b; return true;                                         \
		case TIR_ANY_LEAF:                                                                 \
		case TIR_ANY_LOGIC:                                                                \
		case TIR_ANY_BITWISE:                                                              \
		case TIR_ANY_SHIFT:                                                                \
		case TIR_ANY_OTHER:                                                                \
		case TIR_NOPS: break;                                                              \
		}                                                                                  \
		return false;                                                                      \
	}
EVAL_FLOAT(eval_single, float, fmodf, floorf)
EVAL_FLOAT(eval_double, double, fmod, floor)

static bool eval_float(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out)
{
	bool truth = false, ok;
	if (t.bits == 32) {
		float x, y, v = 0;
		uint32_t low[] = {(uint32_t)a, (uint32_t)b};
		memcpy(&x, &low[0], sizeof x);
		memcpy(&y, &low[1], sizeof y);
		ok = eval_single(op, x, y, &v, &truth);
		memcpy(&low[0], &v, sizeof v);
		*out = low[0];
	} else {
		double x = tir_float_value(t, a), y = tir_float_value(t, b), v = 0;
		ok = eval_double(op, x, y, &v, &truth);
		if (op == TIR_MIN || op == TIR_MAX) /* an operand to the bit, NaNs too */
			*out = (op == TIR_MIN ? x < y : x > y) ? a : b;
		else if (!tir_ops[op].compare)
			*out = tir_float_bits(t, v);
	}
	if (tir_ops[op].compare)
		*out = truth;
	return ok;
}

bool tir_eval_binary(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b, uint64_t *out)
{
	return tir_is_float(t) ? eval_float(op, t, a, b, out) : eval_int(op, t, a, b, out);
}

bool tir_overflows(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b)
{
	if (t.code != TIR_TYPE_INT || t.bits < 32)
		return false;
	int64_t x = sign_extended(t, a), y = sign_extended(t, b), v = 0;
	bool over = op == TIR_ADD   ? __builtin_add_overflow(x, y, &v)
	            : op == TIR_SUB ? __builtin_sub_overflow(x, y, &v)
	            : op == TIR_MUL ? __builtin_mul_overflow(x, y, &v)
	                            : false;
	return over || v != sign_extended(t, (uint64_t)v);
}

/* ---- casts ------------------------------------------------------------------------------*/
/* The integer of type to nearest to v, cut to its width. */
static uint64_t float_to_int(struct tir_type to, double v)
{
	bool is_signed = to.code == TIR_TYPE_INT;
	int digits = is_signed ? to.bits - 1 : to.bits;
	double limit = digits ? 2 * (double)(UINT64_C(1) << (digits - 1)) : 1;
	double least = is_signed ? -limit : 0;
	v = trunc(v);
	if (v >= limit)
		return cut(to, is_signed ? (UINT64_C(1) << digits) - 1 : UINT64_MAX);
	if (!(v > least)) /* too small or NaN */
		return v <= least && is_signed ? UINT64_C(1) << digits : 0;
	return cut(to, is_signed ? (uint64_t)(int64_t)v : (uint64_t)v);
}

/* The float of type to nearest to a magnitude.  Small floats go through double: bits below its
 * precision are gathered in one, which keeps the second rounding right. */
static uint64_t magnitude_to_float(struct tir_type to, uint64_t v, bool negative)
{
	if (to.bits == 32) {
		float single = negative ? -(float)v : (float)v;
		uint32_t bits;
		memcpy(&bits, &single, sizeof bits);
		return bits;
	}
	if (to.bits < 32 && v >> 53)
		v = (v >> 11 | ((v & 0x7ff) != 0)) << 11;
	return tir_float_bits(to, negative ? -(double)v : (double)v);
}

static uint64_t int_to_float(struct tir_type to, struct tir_type from, uint64_t v)
{
	bool negative = from.code == TIR_TYPE_INT && sign_extended(from, v) < 0;
	return magnitude_to_float(to, negative ? 0 - (uint64_t)sign_extended(from, v) : v,
	        negative);
}

uint64_t tir_eval_cast(struct tir_type to, struct tir_type from, uint64_t v)
{
	if (from.code == TIR_TYPE_BFLOAT && to.code == TIR_TYPE_FLOAT && to.bits == 32)
		return v << 16; /* a NaN, too, as in TVM, which moves the bits */
	if (tir_is_float(from)) {
		if (to.code == from.code && to.bits == from.bits)
			return v;
		double value = tir_float_value(from, v);
		if (tir_is_float(to))
			return tir_float_bits(to, value);
		return to.code == TIR_TYPE_BOOL ? value != 0 : float_to_int(to, value);
	}
	if (tir_is_float(to))
		return int_to_float(to, from, v);
	if (to.code == TIR_TYPE_BOOL)
		return v != 0;
	if (from.code == TIR_TYPE_INT)
		v = (uint64_t)sign_extended(from, v);
	return cut(to, v);
}
