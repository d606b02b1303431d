/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_add.c: sums and differences of vectors of floats, on their bits.
 *
 * Idea.   The digits of the operand nearer to zero are shifted to where those of the other one are, with three more behind them, the last of
 *         which says whether anything is lost.  Their sum or difference is made a float again (bits_digits.c).
 * Why it cannot be wrong
 *         Of three more digits two are needed where the first digit moves by one place to the right, and where it moves by one to the left.
 *         It moves by more only if the exponents differ by one at most; then nothing is lost.
 * Keeps   IEEE 754's bits, of subnormals and of zeros, too; the one NaN has all bits set, as that of Hexagon's scalars.
 * Costs   about 50 instructions a register. */
#include "legalize/bits_build.h"

const struct tir_expr *legalize_bits_add(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *whole = legalize_bits_whole_sum(b, e);
	if (whole)
		return whole;
	const struct tir_expr *x = legalize_bits(b, e->arg[0]), *y = legalize_bits(b, e->arg[1]);
	y = e->op == TIR_SUB ? opn(b, TIR_BITXOR, y, f.sign) : y;
	const struct tir_expr *mx = opn(b, TIR_BITAND, x, f.magnitude);
	const struct tir_expr *my = opn(b, TIR_BITAND, y, f.magnitude);
	const struct tir_expr *large = op(b, TIR_MAX, mx, my), *small = op(b, TIR_MIN, mx, my);
	const struct tir_expr *differ = op(b, TIR_BITXOR, x, y);
	const struct tir_expr *opposite = opn(b, TIR_EQ, differ, f.sign), *r, *sum, *by;
	const struct tir_expr *from = legalize_bits_scale(b, small, &f),
	                      *to = legalize_bits_scale(b, large, &f);
	by = opn(b, TIR_SHR, op(b, TIR_SUB, to, from), f.mantissa);
	small = opn(b, TIR_SHL, legalize_bits_digits(b, small, from, &f), LEGALIZE_BITS_MORE);
	small = legalize_bits_shifted(b, small, opn(b, TIR_MIN, by, f.width - 1));
	sum = opn(b, TIR_SHL, legalize_bits_digits(b, large, to, &f), LEGALIZE_BITS_MORE);
	sum = choose(b, opn(b, TIR_GT, differ, f.magnitude), op(b, TIR_SUB, sum, small),
	        op(b, TIR_ADD, sum, small));
	r = legalize_bits_packed(b, sum, opn(b, TIR_SHR, to, f.mantissa), &f);
	r = choose(b, opn(b, TIR_GE, large, f.infinity), large, r);
	x = choose(b, op(b, TIR_GT, mx, my), x, y);
	r = op(b, TIR_BITOR, r, opn(b, TIR_BITAND, x, f.sign));
	r = choose(b, opposite, num(b, r, 0), r);
	/* infinity less infinity is NaN, too */
	large = choose(b, opposite, opn(b, TIR_BITOR, large, 1), large);
	return choose(b, opn(b, TIR_GT, large, f.infinity), num(b, r, UINT64_MAX), r);
}
