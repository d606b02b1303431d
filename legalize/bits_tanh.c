/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_tanh.c: the hyperbolic tangent of vectors of float16, in fixed point.
 *
 * Idea.   tanh |x| = (1 - e) / (1 + e) with e = e^-2|x|, which bits_exp.c has in units of 2^-30: |x| is a whole number in units of 2^-24 as it
 *         stands, and 1 + e needs no shift to have its first digit in place.  The quotient, in units of 2^-31, is rounded to a half once.
 * Why it cannot be wrong
 *         lowering/math.c computes halves as float32, where e is a multiple of 2^-24 next to 1: so it is made one here.  These
 *         steps and those were tried on all 2^16 codes: they have the same bits.
 * Keeps   0 of both zeros; the one NaN has all bits set.
 * Costs   about 75 instructions a register of words, of which halves take two. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 10,
	MOST = 0x4482, /* 4.5078125: from there on the result is 1 */
	UNIT = 1 << 30,
	HALF = 32, /* of 2^-24, in units of 2^-30 */
	WORD = 32,
	LEAST = 7, /* from units of 2^-31 to those of subnormal halves, 2^-24 */
};

/* |x| in units of 2^-24, of its bits. */
static const struct tir_expr *whole_of(struct bits *b, const struct tir_expr *m)
{
	const struct tir_expr *n = opn(b, TIR_SHR, m, DIGITS);
	n = opn(b, TIR_SUB, opn(b, TIR_MAX, n, 1), 1);
	return op(b, TIR_SHL, op(b, TIR_SUB, m, opn(b, TIR_SHL, n, DIGITS)), n);
}

/* The bits of the half next to q, in units of 2^-31. */
static const struct tir_expr *half_of(struct bits *b, const struct tir_expr *q)
{
	const struct tir_expr *n, *up;
	n = opn(b, TIR_MIN, zeros_of(b, q), WORD - 1 - DIGITS - LEAST);
	n = op(b, TIR_SUB, num(b, q, WORD - 1 - DIGITS), n); /* digits that go */
	up = op(b, TIR_SHL, num(b, q, 1), opn(b, TIR_SUB, n, 1));
	q = op(b, TIR_SHR, op(b, TIR_ADD, q, up), n);
	return op(b, TIR_ADD, q, opn(b, TIR_SHL, opn(b, TIR_SUB, n, LEAST), DIGITS));
}

/* The tangent of a number without its sign. */
static const struct tir_expr *magnitude(struct bits *b, const struct tir_expr *m)
{
	const struct tir_expr *e = as_unsigned(b, legalize_bits_decay(b, whole_of(b, m))), *q;
	e = opn(b, TIR_BITAND, opn(b, TIR_ADD, e, HALF), ~(uint64_t)(2 * HALF - 1) & UINT32_MAX);
	q = legalize_bits_reciprocal(b, opn(b, TIR_ADD, e, UNIT));
	q = legalize_bits_upper(b, opn(b, TIR_SHL, op(b, TIR_SUB, num(b, e, UNIT), e), 1), q, WORD);
	return half_of(b, q);
}

const struct tir_expr *legalize_bits_tanh(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude), *r, *sign;
	r = opn(b, TIR_MIN, m, MOST);
	r = as(b, TIR_TYPE_UINT, 16, magnitude(b, as(b, TIR_TYPE_UINT, 32, r)));
	sign = choose(b, opn(b, TIR_EQ, m, 0), num(b, x, 0), opn(b, TIR_BITAND, x, f->sign));
	return choose(b, opn(b, TIR_GT, m, f->infinity), num(b, x, UINT64_MAX),
	        op(b, TIR_BITOR, r, sign));
}
