/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/floats.c: which operations on floats are done by their bits.
 *
 * Idea.   A copy of a float has its bits; an order of floats is an order of numbers made of their bits; a conversion between formats
 *         moves them.  So vectors of integers do these, with the same result on every HVX.  All other operations are arithmetic.
 * Needs   a format with a sign, an infinity and NaNs of more than one code, of 16 or 32 bits, for all but moves. */
#include "target/target.h"

static bool is_ordered(struct tir_type t)
{
	return (t.code == TIR_TYPE_FLOAT && t.bits <= 32) || t.code == TIR_TYPE_BFLOAT;
}

static bool is_half(struct tir_type t)
{
	return t.code == TIR_TYPE_FLOAT && t.bits == 16;
}

static bool moves(struct tir_type t)
{
	return tir_is_float(t) && t.bits >= 8 && t.bits <= 32;
}

static const struct tir_expr *constant(const struct tir_expr *e)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	return e->op == TIR_FLOAT_IMM ? e : NULL;
}

static bool is_constant(const struct tir_expr *e)
{
	return constant(e) && constant(e)->u.f == constant(e)->u.f;
}

/* Is it a product by -1? */
static bool is_negation(const struct tir_expr *e)
{
	const struct tir_expr *c = e->op == TIR_MUL ? constant(e->arg[1]) : NULL;
	return c && c->u.f == -1.0 && is_ordered(e->type);
}

/* A sum, a difference or a product, or an integer that becomes a float. */
static enum target_float compute(struct tir_type t)
{
	bool has = t.code == TIR_TYPE_FLOAT && (t.bits == 16 || t.bits == 32);
	return has ? TARGET_FLOAT_COMPUTE : TARGET_FLOAT_ARITHMETIC;
}

static bool is_whole(struct tir_type t)
{
	return tir_is_int(t) && t.bits >= 8 && t.bits <= 32;
}

static enum target_float cast(const struct tir_expr *e)
{
	struct tir_type from = e->arg[0]->type;
	if (is_ordered(from) && is_whole(e->type))
		return TARGET_FLOAT_INTEGER;
	if (is_whole(from))
		return compute(e->type);
	if (!is_ordered(from) || !is_ordered(e->type))
		return TARGET_FLOAT_ARITHMETIC;
	return e->type.bits > from.bits ? TARGET_FLOAT_WIDEN : TARGET_FLOAT_NARROW;
}

static enum target_float call(const struct tir_expr *e, struct tir_type t)
{
	switch (e->u.call.builtin) {
	case TIR_BUILTIN_FABS: return is_ordered(t) ? TARGET_FLOAT_SIGN : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_FLOOR:
	case TIR_BUILTIN_CEIL:
	case TIR_BUILTIN_TRUNC:
	case TIR_BUILTIN_ROUND:
	case TIR_BUILTIN_NEARBYINT:
		return is_ordered(t) ? TARGET_FLOAT_ROUND : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_EXP:
	case TIR_BUILTIN_EXP2: return is_ordered(t) ? TARGET_FLOAT_EXP : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_LOG:
	case TIR_BUILTIN_LOG2:
	case TIR_BUILTIN_LOG10:
	case TIR_BUILTIN_LOG1P: return is_ordered(t) ? TARGET_FLOAT_LOG : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_POW: return is_ordered(t) ? TARGET_FLOAT_POW : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_SIGMOID:
		return is_half(t) ? TARGET_FLOAT_SIGMOID : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_TANH: return is_half(t) ? TARGET_FLOAT_TANH : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_ERF: return is_ordered(t) ? TARGET_FLOAT_ERF : TARGET_FLOAT_ARITHMETIC;
	case TIR_BUILTIN_SQRT: return is_ordered(t) ? TARGET_FLOAT_SQRT : TARGET_FLOAT_ARITHMETIC;
	default: return TARGET_FLOAT_ARITHMETIC;
	}
}

/* What a node is whose operand is a float, or which is one itself; t: its type. */
static enum target_float kind_of(const struct tir_expr *e, struct tir_type t)
{
	bool limit = e->n == 2 && (is_constant(e->arg[0]) || is_constant(e->arg[1]));
	switch ((enum tir_op)e->op) {
	case TIR_ANY_COMPARISON:
		return !is_ordered(t) ? TARGET_FLOAT_ARITHMETIC
		       : limit        ? TARGET_FLOAT_LIMIT
		                      : TARGET_FLOAT_COMPARE;
	case TIR_ANY_EXTREME:
		return !is_ordered(t) ? TARGET_FLOAT_ARITHMETIC
		       : limit        ? TARGET_FLOAT_LIMIT
		                      : TARGET_FLOAT_EXTREME;
	case TIR_FLOAT_IMM:
	case TIR_VAR:
	case TIR_ANY_CHOICE:
	case TIR_BROADCAST:
	case TIR_SHUFFLE:
	case TIR_LOAD:
	case TIR_MASKED_LOAD: return moves(t) ? TARGET_FLOAT_MOVE : TARGET_FLOAT_ARITHMETIC;
	case TIR_ADD:
	case TIR_SUB: return compute(t);
	case TIR_MUL: return is_negation(e) ? TARGET_FLOAT_SIGN : compute(t);
	case TIR_CALL: return call(e, t);
	case TIR_CAST: return cast(e);
	case TIR_INT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_DIVISION:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_RAMP:
	case TIR_LET:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
	case TIR_NOPS: break;
	}
	return TARGET_FLOAT_ARITHMETIC;
}

enum target_float target_float_of(const struct tir_expr *e)
{
	if (tir_is_float(e->type))
		return kind_of(e, e->type);
	for (uint32_t i = 0; i < e->n; i++)
		if (tir_is_float(e->arg[i]->type))
			return kind_of(e, e->arg[i]->type);
	return TARGET_FLOAT_NONE;
}

/* Arithmetic that integers do. */
static enum target_float by_integers(const struct tir_expr *e)
{
	if (!is_ordered(e->type))
		return TARGET_FLOAT_ARITHMETIC;
	if (e->op == TIR_CALL)
		return e->u.call.builtin == TIR_BUILTIN_TANH      ? TARGET_FLOAT_TANH
		       : e->u.call.builtin == TIR_BUILTIN_SIGMOID ? TARGET_FLOAT_SIGMOID
		       : e->u.call.builtin == TIR_BUILTIN_RSQRT   ? TARGET_FLOAT_RSQRT
		       : e->u.call.builtin == TIR_BUILTIN_EXP10   ? TARGET_FLOAT_EXP10
		                                                  : TARGET_FLOAT_ARITHMETIC;
	if (e->op == TIR_CAST)
		return is_whole(e->arg[0]->type) ? TARGET_FLOAT_FROM : TARGET_FLOAT_ARITHMETIC;
	return e->op == TIR_ADD || e->op == TIR_SUB ? TARGET_FLOAT_ADD
	       : e->op == TIR_MUL                   ? TARGET_FLOAT_MULTIPLY
	       : e->op == TIR_DIV                   ? TARGET_FLOAT_DIVIDE
	                                            : TARGET_FLOAT_ARITHMETIC;
}

enum target_float target_float_in(const struct tir_expr *e, unsigned floats)
{
	enum target_float x = target_float_of(e);
	bool has = x == TARGET_FLOAT_COMPUTE && floats & TARGET_IEEE;
	if (has || (x != TARGET_FLOAT_COMPUTE && x != TARGET_FLOAT_ARITHMETIC))
		return x;
	return floats & TARGET_QFLOAT ? TARGET_FLOAT_ARITHMETIC : by_integers(e);
}

bool target_is_by_bits(enum target_float x)
{
	return x != TARGET_FLOAT_ARITHMETIC && x != TARGET_FLOAT_COMPUTE;
}

bool target_float_by_bits(const struct tir_expr *e)
{
	return target_is_by_bits(target_float_of(e));
}

bool target_float_in_lanes(const struct tir_expr *e, unsigned floats)
{
	return target_float_in(e, floats) != TARGET_FLOAT_ARITHMETIC;
}
