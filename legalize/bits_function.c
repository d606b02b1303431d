/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_function.c: functions of vectors of floats, on their bits.
 *
 * Idea.   T.tanh, T.sigmoid, T.rsqrt and T.exp10 are what lowering/math.c makes of one number: sums and a quotient of exponentials, 1 by a root, the
 *         exponential of a product.
 * Keeps   its bits: where that says -2 or 2 times x, the exponent is one more, and e - 1 is 1 - e with the other sign, unless both are 0.
 *         Narrower floats are computed as float32, and rounded.  What all lanes share is computed once. */
#include "legalize/bits_build.h"

enum {
	EXPONENT = 1 << 23, /* one more */
	FAR = 0x43000000,   /* 128: from there on e^-x and e^-2x are 0 */
};

/* Numbers of these bits. */
static const struct tir_expr *float_of(struct bits *b, const struct tir_expr *x)
{
	return legalize_bits_reinterpret(b, tir_lanes(TIR_F32, x->type.lanes), x);
}

static const struct tir_expr *call(struct bits *b, enum tir_builtin f, const struct tir_expr *x)
{
	return tir_call(b->m, f, NULL, x->type, 1, &x);
}

static const struct tir_expr *one(struct bits *b, uint16_t lanes)
{
	return tir_broadcast(b->m, tir_float(b->m, TIR_F32, 1), lanes);
}

static const struct tir_expr *tanh_of(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude), *c1 = one(b, x->type.lanes),
	                      *e;
	e = choose(b, opn(b, TIR_GE, m, FAR), m, opn(b, TIR_ADD, m, EXPONENT));
	e = call(b, TIR_BUILTIN_EXP, float_of(b, opn(b, TIR_BITOR, e, f->sign)));
	e = op(b, TIR_DIV, op(b, TIR_SUB, c1, e), op(b, TIR_ADD, e, c1));
	e = legalize_bits(b, e);
	return choose(b, opn(b, TIR_EQ, e, 0), e,
	        op(b, TIR_BITOR, e, opn(b, TIR_BITAND, x, f->sign)));
}

static const struct tir_expr *sigmoid_of(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *c1 = one(b, x->type.lanes), *e;
	e = call(b, TIR_BUILTIN_EXP, float_of(b, opn(b, TIR_BITXOR, x, f->sign)));
	return legalize_bits(b, op(b, TIR_DIV, c1, op(b, TIR_ADD, c1, e)));
}

static const struct tir_expr *rsqrt_of(struct bits *b, const struct tir_expr *x)
{
	x = call(b, TIR_BUILTIN_SQRT, float_of(b, x));
	return legalize_bits(b, op(b, TIR_DIV, one(b, x->type.lanes), x));
}

static const struct tir_expr *exp10_of(struct bits *b, const struct tir_expr *x)
{
	const struct tir_expr *c = tir_float(b->m, TIR_F32, 2.302585093);
	x = op(b, TIR_MUL, float_of(b, x), tir_broadcast(b->m, c, x->type.lanes));
	return legalize_bits(b, call(b, TIR_BUILTIN_EXP, x));
}

/* The function of the float32 with the bits x. */
static const struct tir_expr *function_of(struct bits *b, enum tir_builtin function,
        const struct tir_expr *x, const struct bits_format *f)
{
	switch ((unsigned)function) {
	case TIR_BUILTIN_EXP: return legalize_bits_exp(b, x, f, false);
	case TIR_BUILTIN_EXP2: return legalize_bits_exp(b, x, f, true);
	case TIR_BUILTIN_EXP10: return exp10_of(b, x);
	case TIR_BUILTIN_TANH: return tanh_of(b, x, f);
	case TIR_BUILTIN_RSQRT: return rsqrt_of(b, x);
	case TIR_BUILTIN_SIGMOID: return sigmoid_of(b, x, f);
	default: return legalize_bits_log(b, function, x, f);
	}
}

static bool is_half(struct tir_type t)
{
	return t.code == TIR_TYPE_FLOAT && t.bits == 16;
}

const struct tir_expr *legalize_bits_function(struct bits *b, const struct tir_expr *e)
{
	const struct tir_expr *of = e->arg[0];
	enum tir_builtin function = e->u.call.builtin;
	struct bits_format f = legalize_bits_format(e->type);
	if (of->op == TIR_BROADCAST)
		return legalize_bits(b,
		        tir_broadcast(b->m, call(b, function, of->arg[0]), e->type.lanes));
	if (function == TIR_BUILTIN_ERF || (function == TIR_BUILTIN_TANH && is_half(e->type)))
		return legalize_bits_odd(b, function, legalize_bits(b, of), &f);
	if (function == TIR_BUILTIN_SIGMOID && is_half(e->type))
		return legalize_bits_sigmoid(b, legalize_bits(b, of), &f);
	if (e->type.bits < 32) {
		of = tir_cast(b->m, tir_lanes(TIR_F32, e->type.lanes), of);
		return legalize_bits(b, tir_cast(b->m, e->type, call(b, function, of)));
	}
	return function_of(b, function, legalize_bits(b, of), &f);
}
