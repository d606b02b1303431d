/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_digits.c: floats as whole numbers of digits and an exponent, and back.
 *
 * Idea.   A float is digits * 2^exponent; that of a subnormal number is the least one, and its first digit is 0.
 *         A result has LEGALIZE_BITS_MORE digits more, the last of which is 1 if anything was lost behind it.
 * Keeps   IEEE 754's rounding to nearest, ties to even: a carry goes into the exponent, as it should. */
#include "legalize/bits_build.h"

const struct tir_expr *legalize_bits_scale(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f)
{
	uint64_t least = UINT64_C(1) << f->mantissa;
	return opn(b, TIR_MAX, opn(b, TIR_BITAND, m, f->infinity), least);
}

const struct tir_expr *legalize_bits_digits(struct bits *b, const struct tir_expr *m,
        const struct tir_expr *scale, const struct bits_format *f)
{
	return opn(b, TIR_ADD, op(b, TIR_SUB, m, scale), UINT64_C(1) << f->mantissa);
}

const struct tir_expr *legalize_bits_shifted(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *n)
{
	const struct tir_expr *r = op(b, TIR_SHR, x, n);
	const struct tir_expr *lost = op(b, TIR_BITXOR, x, op(b, TIR_SHL, r, n));
	return op(b, TIR_BITOR, r, opn(b, TIR_MIN, lost, 1));
}

const struct tir_expr *legalize_bits_packed(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *e, const struct bits_format *f)
{
	enum { MORE = LEGALIZE_BITS_MORE + 1 };
	const struct tir_expr *left, *odd;
	left = opn(b, TIR_SUB, zeros_of(b, x), f->width - f->mantissa - MORE - 1);
	left = op(b, TIR_MIN, left, e);
	x = op(b, TIR_SHL, x, left);
	odd = opn(b, TIR_BITAND, opn(b, TIR_SHR, x, MORE), 1);
	x = op(b, TIR_ADD, opn(b, TIR_ADD, x, (1 << (MORE - 1)) - 1), odd);
	e = opn(b, TIR_SHL, op(b, TIR_SUB, e, left), f->mantissa);
	return opn(b, TIR_MIN, op(b, TIR_ADD, opn(b, TIR_SHR, x, MORE), e), f->infinity);
}

const struct tir_expr *legalize_bits_upper(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, unsigned width)
{
	uint16_t lanes = x->type.lanes;
	struct tir_type narrow = x->type, wide = tir_type(TIR_TYPE_UINT, 32, lanes);
	if (width == 32) {
		narrow = tir_type(TIR_TYPE_INT, 32, lanes);
		wide = tir_type(TIR_TYPE_INT, 64, lanes);
		x = tir_cast(b->m, narrow, x);
		y = opn(b, TIR_MAX, tir_cast(b->m, narrow, y), 0);
	}
	x = op(b, TIR_MUL, tir_cast(b->m, wide, x), tir_cast(b->m, wide, y));
	return tir_cast(b->m, legalize_bits_type(narrow),
	        tir_cast(b->m, narrow, opn(b, TIR_SHR, x, width - 1)));
}
