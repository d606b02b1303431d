/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_exp.c: e^x and 2^x of vectors of floats, in fixed point.
 *
 * Idea.   e^x = 2^k e^r with k the whole number next to x lg e, and r = x - k ln 2 in units of 2^-31: what x and k ln 2 have above these
 *         32 bits vanishes in the difference.  e^r is a polynomial in fixed point; it becomes a float in one rounding, also where that is
 *         subnormal, and what is half way between two floats goes to the upper one.  Of 2^x, k is next to x, and r = x - k.
 *         runtime/exp.c does the same with one number, and has the same bits.
 * Why it cannot be wrong
 *         lg e has 16 digits here, so x lg e is off by less than 2^-10 at 104, and |r| is below 0.348.  ln 2 is off by 1/20 of a unit of
 *         2^-31, so r by 8 at most; the polynomial by 2^-28.5.  These steps and those of expf have the same bits, which are off by at most 0.623
 *         of a last digit: all 2^32 codes were tried.  A last bit that is set, as it was then, changes no result: what is half way
 *         goes up.  Those of 2^x were tried likewise: at most 0.549.
 * Keeps   infinities, 1 of zeros, subnormals; a NaN becomes quiet.
 * Costs   about 55 instructions a register of words. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 23,
	BIAS = 127,
	UNITS = BIAS + 6,
	UNIT = 1 << 30,     /* 1 in the polynomial */
	LEAST = 0x32800000, /* 2^-26: nearer to zero the result is 1 */
	LG_E = 0x5c550000,  /* in units of 2^-30 */
};

struct power {
	int32_t c[7]; /* in units of 2^-30, less 1 */
	uint32_t ln2; /* the logarithm of 2, in units of 2^-31 */
	int32_t r_least; /* r is above: no product of -2^31 by itself, which would take more instructions */
	uint64_t most;  /* bits of float32: from there on it is zero or infinite */
	uint64_t large; /* infinite from there on */
};
static const struct power of_e = {
        {0, 1073741877, 536870958, 178953786, 44737373, 8996117, 23 << 16}, 1488522236, -1488522236,
        0x42d00000, 0x42b17218};
static const struct power of_2 = {{1, 744261147, 257941257, 59596186, 10327244, 1438861, 166194},
        UINT32_C(1) << 31, -UNIT, 0x43180000, 0x43000000};

/* x * 2^n, to the left, or to the right and rounded down. */
static const struct tir_expr *shifted(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *n)
{
	const struct tir_expr *left = opn(b, TIR_MAX, n, 0), *right = op(b, TIR_SUB, left, n);
	x = op(b, TIR_SHL, as_unsigned(b, x), as_unsigned(b, left));
	return op(b, TIR_SHR, as_signed(b, x), right);
}

/* (1 + y 2^-30) 2^k as a float; infinite or more where it is too large. */
static const struct tir_expr *rounded(struct bits *b, const struct tir_expr *y,
        const struct tir_expr *k)
{
	const struct tir_expr *below = opn(b, TIR_SHR, as_unsigned(b, y), 31), *e, *stored;
	e = op(b, TIR_ADD, k, op(b, TIR_SUB, num(b, k, BIAS - 1), as_signed(b, below)));
	stored = opn(b, TIR_MAX, e, 0);
	y = op(b, TIR_SHL, as_unsigned(b, opn(b, TIR_ADD, y, UNIT)), below);
	y = op(b, TIR_SHR, y, as_unsigned(b, op(b, TIR_SUB, stored, e))); /* of subnormals */
	y = opn(b, TIR_SHR, opn(b, TIR_ADD, y, 1 << 6), 7);
	return op(b, TIR_ADD, y, opn(b, TIR_SHL, as_unsigned(b, stored), DIGITS));
}

/* The power of x, a float32, but where that is no number between zero and infinity. */
static const struct tir_expr *exponential(struct bits *b, const struct power *p,
        const struct tir_expr *x, const struct tir_expr *magnitude)
{
	bool scaled = p == &of_e;
	const struct tir_expr *m = as_signed(b, magnitude), *by, *s, *k, *r;
	m = opn(b, TIR_MIN, opn(b, TIR_MAX, m, LEAST), p->most);
	by = op(b, TIR_SUB, num(b, m, UNITS), opn(b, TIR_SHR, m, DIGITS));
	/* its digits in units of 2^-30: UNITS, which is left of the exponent, ends in the binary digits 01 */
	s = op(b, TIR_ADD, as_unsigned(b, m), opn(b, TIR_SHL, as_unsigned(b, by), DIGITS));
	s = as_signed(b, opn(b, TIR_SHL, s, 30 - DIGITS));
	s = choose(b, opn(b, TIR_LT, as_signed(b, x), 0), op(b, TIR_SUB, num(b, s, 0), s), s);
	/* x lg e in units of 2^-23, of x in units of 2^-24, in which it is a whole number of 31 digits; or x itself */
	k = scaled ? by : opn(b, TIR_ADD, by, 1);
	k = op(b, TIR_SHR, s, opn(b, TIR_MIN, k, 31));
	k = scaled ? product(b, k, num(b, k, LG_E)) : k;
	k = opn(b, TIR_SHR, opn(b, TIR_ADD, k, 1 << 22), 23);
	r = shifted(b, s, op(b, TIR_SUB, num(b, by, 30 - DIGITS), by));
	r = op(b, TIR_ADD, as_unsigned(b, r), opn(b, TIR_MUL, as_unsigned(b, k), -p->ln2));
	r = opn(b, TIR_MAX, as_signed(b, r), (uint64_t)p->r_least);
	return rounded(b, polynomial(b, p->c, 7, r), k);
}

const struct tir_expr *legalize_bits_power_of_2(struct bits *b, const struct tir_expr *r,
        const struct tir_expr *k)
{
	return rounded(b, polynomial(b, of_2.c, 7, r), k);
}

const struct tir_expr *legalize_bits_exp(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f, bool of_two)
{
	const struct power *p = of_two ? &of_2 : &of_e;
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude),
	                      *v = exponential(b, p, x, m);
	v = choose(b, opn(b, TIR_GE, as_signed(b, x), p->large), num(b, x, f->infinity), v);
	if (of_two) /* of -150 it is half way */
		v = choose(b, opn(b, TIR_GE, x, 0xc3160000), num(b, x, 0), v);
	return choose(b, opn(b, TIR_GT, m, f->infinity), opn(b, TIR_BITOR, x, f->quiet), v);
}
