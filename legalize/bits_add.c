/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_add.c: sums and differences of vectors of floats, on their bits.
 *
 * Idea.   The digits of the operand nearer to zero are shifted to where those of the other one are, with three more behind them, the last of
 *         which says whether anything is lost.  Their sum or difference is shifted until its first digit is in its place, or until the
 *         exponent is the least one, and rounded to nearest, ties to even: a carry goes into the exponent, as it should.
 *         For these steps a subnormal number has the exponent of the smallest normal one, and no first digit.
 * Why it cannot be wrong
 *         Of three more digits two are needed where the first digit moves by one place to the right, and where it moves by one to the left.
 *         It moves by more only if the exponents differ by one at most; then nothing is lost.
 * Keeps   IEEE 754's bits, of subnormals and of zeros, too; the one NaN has all bits set, as that of Hexagon's scalars.
 * Costs   about 50 instructions a register. */
#include "legalize/bits_build.h"

enum { MORE = 3 /* digits */ };

/* The exponent of m, a float without its sign, where it is stored; of a subnormal one that of normal numbers. */
static const struct tir_expr *scale_of(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f)
{
	uint64_t least = UINT64_C(1) << f->mantissa;
	return opn(b, TIR_MAX, opn(b, TIR_BITAND, m, f->infinity), least);
}

/* The digits of m, the first one too, with MORE zeros behind them. */
static const struct tir_expr *digits_of(struct bits *b, const struct tir_expr *m,
        const struct tir_expr *scale, const struct bits_format *f)
{
	m = opn(b, TIR_ADD, op(b, TIR_SUB, m, scale), UINT64_C(1) << f->mantissa);
	return opn(b, TIR_SHL, m, MORE);
}

/* x >> n; the last digit is 1 if any that goes was. */
static const struct tir_expr *shifted(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *n)
{
	const struct tir_expr *r = op(b, TIR_SHR, x, n);
	const struct tir_expr *lost = op(b, TIR_BITXOR, x, op(b, TIR_SHL, r, n));
	return op(b, TIR_BITOR, r, opn(b, TIR_MIN, lost, 1));
}

/* A float without its sign: of a sum of digits, which may have one more in front, and their scale. */
static const struct tir_expr *packed(struct bits *b, const struct tir_expr *sum,
        const struct tir_expr *scale, const struct bits_format *f)
{
	const struct tir_expr *left, *odd;
	left = opn(b, TIR_SUB, zeros_of(b, sum), f->width - f->mantissa - MORE - 2);
	left = op(b, TIR_MIN, left, opn(b, TIR_SHR, scale, f->mantissa));
	sum = op(b, TIR_SHL, sum, left);
	odd = opn(b, TIR_BITAND, opn(b, TIR_SHR, sum, MORE + 1), 1);
	sum = op(b, TIR_ADD, opn(b, TIR_ADD, sum, (1 << MORE) - 1), odd);
	scale = op(b, TIR_SUB, scale, opn(b, TIR_SHL, left, f->mantissa));
	return op(b, TIR_ADD, opn(b, TIR_SHR, sum, MORE + 1), scale);
}

const struct tir_expr *legalize_bits_add(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	y = e->op == TIR_SUB ? opn(b, TIR_BITXOR, y, f.sign) : y;
	const struct tir_expr *mx = opn(b, TIR_BITAND, x, f.magnitude);
	const struct tir_expr *my = opn(b, TIR_BITAND, y, f.magnitude);
	const struct tir_expr *large = op(b, TIR_MAX, mx, my), *small = op(b, TIR_MIN, mx, my);
	const struct tir_expr *differ = op(b, TIR_BITXOR, x, y);
	const struct tir_expr *opposite = opn(b, TIR_EQ, differ, f.sign), *r, *sum, *by;
	const struct tir_expr *from = scale_of(b, small, &f), *to = scale_of(b, large, &f);
	by = opn(b, TIR_SHR, op(b, TIR_SUB, to, from), f.mantissa);
	small = shifted(b, digits_of(b, small, from, &f), opn(b, TIR_MIN, by, f.width - 1));
	sum = digits_of(b, large, to, &f);
	sum = choose(b, opn(b, TIR_GT, differ, f.magnitude), op(b, TIR_SUB, sum, small),
	        op(b, TIR_ADD, sum, small));
	r = opn(b, TIR_MIN, packed(b, sum, to, &f), f.infinity);
	r = choose(b, opn(b, TIR_GE, large, f.infinity), large, r);
	x = choose(b, op(b, TIR_GT, mx, my), x, y);
	r = op(b, TIR_BITOR, r, opn(b, TIR_BITAND, x, f.sign));
	r = choose(b, opposite, num(b, r, 0), r);
	/* infinity less infinity is NaN, too */
	large = choose(b, opposite, opn(b, TIR_BITOR, large, 1), large);
	return choose(b, opn(b, TIR_GT, large, f.infinity), num(b, r, UINT64_MAX), r);
}
