/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_log.c: logarithms of vectors of floats, in fixed point.
 *
 * Idea.   x = 2^k (1 + f) with 1 + f between sqrt(1/2) and sqrt(2), and log x = k log 2 + f q(f), q a polynomial in fixed point.  f q(f) has all its
 *         digits, as f is shifted to the left first.  If k is not 0, the sum is in units in which k log 2 has 31 digits.  It becomes a
 *         float in one rounding; its last bit is set, so that it is never half way between two floats.
 *         Of log(1 + x), 1 + x is a sum of 31 digits, and where k is 0 the digits of f are those of x.
 *         runtime/log.c does the same with one number, and has the same bits.
 * Why it cannot be wrong
 *         q is off by 2^-29.5 and no smaller than 0.8 (of base 10: 0.36 in units of 2^-31), the sum 0.34 at least in units of 2^-30 where k is
 *         not 0.  These steps were tried on all positive numbers: at most 0.531 of a last digit off.
 * Keeps   -infinity of zeros, infinity; a NaN becomes quiet, and that of a negative number is one without a sign.
 * Costs   about 85 instructions a register of words. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 23,
	BIAS = 127,
	FIRST = 1 << DIGITS,
	ONE = 0x3f800000,
	ROOT_2 = 0x3504f3, /* the digits of sqrt(2) */
	TERMS = 11,
};

struct logarithm {
	int32_t q[TERMS]; /* in units of 2^-unit */
	int32_t of_2;     /* in units of 2^(-1 - unit); 0: it is 1 */
	uint64_t unit;
};
static const struct logarithm to_e = {
        {1073741826, -536870911, 357913595, -268435280, 214776174, -178987901, 152615602,
                -132904723, 127760742, -127041971, 74221507},
        1488522236, 30};
static const struct logarithm to_2 = {
        {1549082007, -774541001, 516360168, -387270248, 309856521, -258224957, 220177771,
                -191740986, 184319790, -183282822, 107078998},
        0, 30};
static const struct logarithm to_10 = {
        {932640300, -466320148, 310879799, -233159922, 186552215, -155466915, 132560228, -115439576,
                110971571, -110347253, 64467981},
        1292913986, 31};

/* x = 2^k (1 + f), f in units of 2^-31. */
struct split {
	const struct tir_expr *k, *f;
};

static struct split split_of(struct bits *b, const struct tir_expr *x)
{
	const struct tir_expr *zeros = opn(b, TIR_SUB,
	                              opn(b, TIR_MAX, zeros_of(b, opn(b, TIR_BITOR, x, 1)), 8), 8),
	                      *d, *k, *f, *above;
	x = op(b, TIR_SHL, x, zeros); /* a subnormal number as if it were none */
	d = as_signed(b, opn(b, TIR_BITAND, x, FIRST - 1));
	above = opn(b, TIR_GE, d, ROOT_2);
	k = op(b, TIR_SUB, opn(b, TIR_SHR, as_signed(b, x), DIGITS), as_signed(b, zeros));
	k = op(b, TIR_SUB, k, choose(b, above, num(b, k, BIAS - 1), num(b, k, BIAS)));
	f = choose(b, above, opn(b, TIR_SUB, d, FIRST), op(b, TIR_ADD, d, d));
	return (struct split){k, opn(b, TIR_SHL, f, 7)};
}

/* The float nearest to y 2^-unit; y is odd, and has 28 digits or more. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *y,
        const struct tir_expr *unit)
{
	const struct tir_expr *m = as_unsigned(b,
	        op(b, TIR_MAX, y, op(b, TIR_SUB, num(b, y, 0), y)));
	const struct tir_expr *zeros = zeros_of(b, m), *e;
	m = opn(b, TIR_SHR, op(b, TIR_SHL, m, zeros), 1);
	m = opn(b, TIR_SHR, opn(b, TIR_ADD, m, 64), 7);
	e = op(b, TIR_SUB, op(b, TIR_SUB, num(b, m, BIAS + 30), as_unsigned(b, unit)), zeros);
	m = op(b, TIR_ADD, m, opn(b, TIR_SHL, e, DIGITS));
	return op(b, TIR_BITOR, m, opn(b, TIR_BITAND, as_unsigned(b, y), UINT64_C(1) << 31));
}

/* How far f, which is signed, can be shifted to the left. */
static const struct tir_expr *left_of(struct bits *b, const struct tir_expr *f)
{
	f = op(b, TIR_BITXOR, f, opn(b, TIR_SHR, f, 31));
	return opn(b, TIR_SUB, zeros_of(b, as_unsigned(b, opn(b, TIR_BITOR, f, 1))), 1);
}

/* The logarithm of 2^k (1 + f); y is f shifted to the left. */
static const struct tir_expr *sum_of(struct bits *b, const struct logarithm *l, struct split s,
        const struct tir_expr *y, const struct tir_expr *left)
{
	const struct tir_expr *k = s.k, *n, *sum, *unit, *none;
	y = product(b, y, polynomial(b, l->q, TERMS, s.f));
	/* digits of k */
	n = op(b, TIR_MAX, k, op(b, TIR_SUB, num(b, k, 0), k));
	n = op(b, TIR_SUB, num(b, left, 32), zeros_of(b, as_unsigned(b, opn(b, TIR_BITOR, n, 1))));
	sum = as_signed(b, op(b, TIR_SHL, as_unsigned(b, k), op(b, TIR_SUB, num(b, n, 31), n)));
	sum = l->of_2 ? product(b, sum, num(b, sum, (uint64_t)l->of_2)) : sum;
	sum = op(b, TIR_ADD, sum,
	        op(b, TIR_SHR, y,
	                as_signed(b,
	                        opn(b, TIR_MIN, opn(b, TIR_SUB, op(b, TIR_ADD, n, left), 1), 31))));
	none = opn(b, TIR_EQ, k, 0);
	unit = choose(b, none, opn(b, TIR_ADD, left, l->unit),
	        op(b, TIR_SUB, num(b, n, l->unit + 1), n));
	return rounded(b, opn(b, TIR_BITOR, choose(b, none, y, sum), 1), unit);
}

/* The logarithm of x, bits of a positive and finite float32. */
static const struct tir_expr *logarithm(struct bits *b, const struct logarithm *l,
        const struct tir_expr *x)
{
	struct split s = split_of(b, x);
	const struct tir_expr *left = left_of(b, s.f);
	return sum_of(b, l, s, as_signed(b, op(b, TIR_SHL, as_unsigned(b, s.f), left)), left);
}

/* That of 1 + x, for x above -1: if k is 0, the digits of f are x's; a subnormal x is as if its exponent was one less, and so is the result. */
static const struct tir_expr *logarithm_of_more(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *m)
{
	const struct tir_expr *negative = opn(b, TIR_LT, as_signed(b, x), 0), *e, *up, *digits, *u,
	                      *zeros, *above;
	const struct tir_expr *none, *y, *left;
	struct split s;
	e = opn(b, TIR_SUB, as_signed(b, opn(b, TIR_SHR, m, DIGITS)), BIAS);
	digits = opn(b, TIR_BITOR, opn(b, TIR_SHL, opn(b, TIR_BITAND, m, FIRST - 1), 7), 1 << 30);
	up = opn(b, TIR_MAX, e, 0);
	u = op(b, TIR_SHR, digits, as_unsigned(b, opn(b, TIR_MIN, op(b, TIR_SUB, up, e), 31)));
	u = choose(b, negative, op(b, TIR_SUB, num(b, u, 0), u), u);
	u = op(b, TIR_ADD, u,
	        op(b, TIR_SHR, num(b, u, 1 << 30), as_unsigned(b, opn(b, TIR_MIN, up, 31))));
	zeros = zeros_of(b, opn(b, TIR_BITOR, u, 1));
	u = opn(b, TIR_BITAND, op(b, TIR_SHL, u, zeros), INT32_MAX);
	above = opn(b, TIR_GE, u, ROOT_2 << 8);
	s.k = op(b, TIR_ADD, choose(b, above, num(b, e, 2), num(b, e, 1)),
	        op(b, TIR_SUB, up, as_signed(b, zeros)));
	s.f = opn(b, TIR_SHR, as_signed(b, opn(b, TIR_BITXOR, u, UINT64_C(1) << 31)), 1);
	s.f = choose(b, above, s.f, as_signed(b, u));
	none = opn(b, TIR_EQ, s.k, 0);
	left = left_of(b, s.f);
	y = as_signed(b, op(b, TIR_SHL, as_unsigned(b, s.f), left));
	digits = as_signed(b, digits);
	digits = choose(b, negative, op(b, TIR_SUB, num(b, e, 0), digits), digits);
	left = choose(b, none, as_unsigned(b, op(b, TIR_SUB, num(b, e, (uint64_t)-1), e)), left);
	return sum_of(b, &to_e, s, choose(b, none, digits, y), left);
}

static const struct tir_expr *log1p_of(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f)
{
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude),
	                      *v = logarithm_of_more(b, x, m);
	v = choose(b, opn(b, TIR_EQ, x, f->infinity), x, v);
	v = choose(b, opn(b, TIR_GT, x, f->sign | ONE), num(b, x, f->infinity | f->quiet), v);
	v = choose(b, opn(b, TIR_EQ, x, f->sign | ONE), num(b, x, f->infinity | f->sign), v);
	return choose(b, opn(b, TIR_GT, m, f->infinity), opn(b, TIR_BITOR, x, f->quiet), v);
}

const struct tir_expr *legalize_bits_log(struct bits *b, enum tir_builtin function,
        const struct tir_expr *x, const struct bits_format *f)
{
	if (function == TIR_BUILTIN_LOG1P)
		return log1p_of(b, x, f);
	const struct logarithm *l = function == TIR_BUILTIN_LOG    ? &to_e
	                            : function == TIR_BUILTIN_LOG2 ? &to_2
	                                                           : &to_10;
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude), *v = logarithm(b, l, m);
	v = choose(b, opn(b, TIR_EQ, x, ONE), num(b, x, 0), v);
	v = choose(b, opn(b, TIR_EQ, x, f->infinity), x, v);
	v = choose(b, opn(b, TIR_GE, x, f->sign), num(b, x, f->infinity | f->quiet), v);
	v = choose(b, opn(b, TIR_EQ, m, 0), num(b, x, f->infinity | f->sign), v);
	return choose(b, opn(b, TIR_GT, m, f->infinity), opn(b, TIR_BITOR, x, f->quiet), v);
}
