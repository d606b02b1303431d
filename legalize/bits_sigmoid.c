/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_sigmoid.c: T.sigmoid of vectors of float16, in fixed point.
 *
 * Idea.   1 / (1 + e^-x), with e^-x = 2^k p(f), f the fraction of -x lg e.  Only what k is above 0 goes into the exponent of the result: so the sum has its first digit in
 *         place, or one more, and the reciprocal (bits_divide.c) in any case.
 * Why it cannot be wrong
 *         lowering/math.c computes halves as float32, and rounds the exponential, the sum and the quotient: so does this.  These steps were tried on all
 *         2^16 codes: they have the same bits.
 * Keeps   0 and 1 far off; the one NaN has all bits set.
 * Costs   about 75 instructions a register of words, of which halves take two. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 10,
	BIAS = 15,
	WORD = 32,
	SIGN = 0x8000,
	MOST = 0x4c80,     /* 18: from there on the result is 0 or 1 */
	LG_E = 1549082005, /* in units of 2^-30 */
	FRACTION = 25,     /* digits of x lg e behind the point */
	FLOAT = 7,         /* digits of a word that one of float32 has not */
	TERMS = 6,
	SHORT = 2, /* steps that have 16 digits of f */
};

/* 2^((1 + u) / 2), in units of 2^-30. */
static const int32_t power[TERMS] = {1518500359, 526271889, 91194011, 10535949, 918269, 62999};

/* x and half a unit of 2^n or a little less, so that what is cut off behind that leaves the nearest even number. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *n)
{
	const struct tir_expr *odd = opn(b, TIR_BITAND, op(b, TIR_SHR, x, n), 1);
	const struct tir_expr *half = op(b, TIR_SHL, num(b, x, 1), opn(b, TIR_SUB, n, 1));
	return op(b, TIR_ADD, op(b, TIR_ADD, x, opn(b, TIR_SUB, half, 1)), odd);
}

/* The digits of x that one of float32 has. */
static const struct tir_expr *short_of(struct bits *b, const struct tir_expr *x)
{
	return opn(b, TIR_BITAND, x, UINT32_MAX << FLOAT);
}

/* -x lg e in units of 2^-FRACTION, x being the bits of a half. */
static const struct tir_expr *exponent(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *m = opn(b, TIR_MIN, opn(b, TIR_BITAND, x, f->magnitude), MOST);
	const struct tir_expr *scale = legalize_bits_scale(b, m, f), *e, *v;
	e = opn(b, TIR_SHR, scale, DIGITS);
	v = opn(b, TIR_SHL, legalize_bits_digits(b, m, scale, f), WORD - 2 - DIGITS);
	v = product(b, as_signed(b, v), num(b, as_signed(b, v), LG_E));
	v = op(b, TIR_SHR, v, as_signed(b, op(b, TIR_SUB, num(b, e, BIAS + 29 - FRACTION), e)));
	return choose(b, opn(b, TIR_GE, x, SIGN), v, op(b, TIR_SUB, num(b, v, 0), v));
}

/* 2^f in units of 2^-30, of the fraction f of n. */
static const struct tir_expr *power_of(struct bits *b, const struct tir_expr *n)
{
	const struct tir_expr *u, *upper, *y = NULL;
	u = opn(b, TIR_SHL, as_unsigned(b, n), WORD - FRACTION);
	u = as_signed(b, opn(b, TIR_BITXOR, u, UINT64_C(1) << 31));
	upper = opn(b, TIR_BITAND, u, ~(uint64_t)UINT16_MAX);
	upper = opn(b, TIR_MAX, upper, (uint64_t)(INT32_MIN + UINT16_MAX + 1));
	u = opn(b, TIR_MAX, u, (uint64_t)(INT32_MIN + 1));
	for (unsigned i = TERMS; i-- > 0;) {
		y = y ? product(b, y, TERMS - 1 - i > SHORT ? u : upper) : num(b, u, 0);
		y = opn(b, TIR_ADD, y, (uint64_t)power[i]);
	}
	return as_unsigned(b, y);
}

/* The half next to r 2^(e - 30 - BIAS), e being at most BIAS. */
static const struct tir_expr *half_of(struct bits *b, const struct tir_expr *r,
        const struct tir_expr *e)
{
	enum { MORE = WORD - 3 - DIGITS };
	const struct tir_expr *n = op(b, TIR_SUB, num(b, e, MORE + 1), e);
	n = as_unsigned(b, opn(b, TIR_MIN, opn(b, TIR_MAX, n, MORE), WORD - 1));
	r = op(b, TIR_SHR, rounded(b, r, n), n);
	e = as_unsigned(b, opn(b, TIR_SUB, opn(b, TIR_MAX, e, 1), 1));
	return op(b, TIR_ADD, r, opn(b, TIR_SHL, e, DIGITS));
}

const struct tir_expr *legalize_bits_sigmoid(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *n = exponent(b, as(b, TIR_TYPE_UINT, WORD, x), f), *k, *above, *t,
	                      *top;
	k = opn(b, TIR_SHR, n, FRACTION);
	above = opn(b, TIR_MAX, k, 0);
	t = short_of(b, opn(b, TIR_ADD, power_of(b, n), 1 << (FLOAT - 1)));
	t = op(b, TIR_SHR, t, as_unsigned(b, op(b, TIR_SUB, above, k)));
	t = op(b, TIR_ADD, t, op(b, TIR_SHR, num(b, t, 1 << 30), as_unsigned(b, above)));
	top = opn(b, TIR_GE, t, UINT64_C(1) << 31);
	t = choose(b, top, opn(b, TIR_SHR, t, 1), t);
	t = short_of(b, rounded(b, t, num(b, t, FLOAT)));
	t = legalize_bits_reciprocal(b, opn(b, TIR_MIN, t, INT32_MAX), 3);
	t = opn(b, TIR_SHR, short_of(b, opn(b, TIR_ADD, t, 1 << (FLOAT - 1))), 1);
	n = op(b, TIR_SUB, choose(b, top, num(b, k, BIAS - 2), num(b, k, BIAS - 1)), above);
	t = as(b, TIR_TYPE_UINT, 16, half_of(b, t, n));
	return choose(b, opn(b, TIR_GT, opn(b, TIR_BITAND, x, f->magnitude), f->infinity),
	        num(b, x, UINT64_MAX), t);
}
