/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_odd.c: the error function, and the hyperbolic tangent of float16, of vectors of floats, in fixed point.
 *
 * Idea.   Both are odd and go to 1.  Near 0 such a function is |x| p(|x|), so that the result has as many digits as |x|; farther off it is a polynomial
 *         itself, in the place of which the same steps have other numbers.  A number of 16 bits leaves so few digits to |x| less the middle of
 *         where the polynomial holds that their upper 16 bits are all, or all that matters: each step is one product in one instruction.
 *         Of float32 the polynomial near 0 is one of x^2, and the last steps have all digits.
 *         runtime/erf.c does the same with one float32, and has the same bits.
 * Why it cannot be wrong
 *         The error function of float32 was tried on all numbers: it has the bits of erff, and is off by at most 0.571 of a last digit.  Those of 16 bits were tried on
 *         all codes: they have the bits of what the runtime and lowering/math.c make of one number.
 * Keeps   the sign of 0, a NaN, which becomes quiet; the tangent is 0 of both zeros, and its NaN has all bits set, as those of its scalars.
 * Costs   about 60 instructions a register of words, of which halves take two; of float32 85. */
#include "legalize/bits_build.h"

enum {
	DIGITS = 23,
	BIAS = 127,
	WORD = 32,
	UPPER = 0xffff, /* what the upper half of a word lacks */
	ROUND = UPPER / 2 + 1,
	TERMS = 12,
};

struct odd {
	int32_t near[TERMS], far[TERMS]; /* in units of 2^-30 */
	unsigned terms;
	unsigned shorts; /* steps that have the upper 16 bits of r */
	unsigned
	        up; /* r is so many bits longer than |x|, whose units are 2^(up - 31), or far off 2^(up - 30) */
	unsigned whole;                   /* a digit more that far results have */
	uint64_t near_middle, far_middle; /* of |x|, or of x^2 in units of 2^-29 */
	uint64_t split, most; /* bits of float32: where it is far; all above have the same result */
};
static const struct odd erf_short = {{990437821, -448400947, -74245888, 173643278, -38318582,
                                             -34325657, 17115989, 3454041, -3134043},
        {1073667601, 916792, -5093035, 16717631, -40617281, 83561340, -110238540, 52627113,
                11898025},
        9, 9, 0, 0, (UINT64_C(13) << 27) - ROUND, (UINT64_C(45) << 26) - ROUND, 0x3fd00000,
        0x407fffff};
static const struct odd tanh_short = {{909314506, -358314440, -64733215, 146198301, -52039650,
                                              -22538645, 28082024, -5458771, -5962966, 3072632},
        {1068473902, 21021460, -41879189, 55333803, -53642957, 40820487, -27793645, 14618685,
                686990, -4460304},
        10, 10, 1, 0, (3 << 28) - ROUND / 2, (UINT64_C(769) << 21) - ROUND / 2, 0x3fc00000,
        0x40904000};
static const struct odd erf_long = {
        {742451199, -593526515, 553459517, -455977422, 323347505, -198652234, 107011416, -51051945,
                21993794, -9173598, 3124927, 0},
        {2147413563, 866801, -5092314, 18792033, -48418865, 91147836, -126725238, 127021475,
                -78953651, -2726518, 63082636, -44294734},
        12, 4, 0, 1, 1007681536, 3154116608, 0x3ff80000, 0x407bff00};

/* The code of a float32 in format f, its last digits cut off. */
static uint64_t code_of(uint64_t x, const struct bits_format *f)
{
	uint64_t bias = (f->infinity >> f->mantissa) / 2;
	return (x - ((BIAS - bias) << DIGITS)) >> (DIGITS - f->mantissa);
}

/* Is a number above -2^31, as a factor has to be? */
static const struct tir_expr *above_least(struct bits *b, const struct tir_expr *x)
{
	return opn(b, TIR_MAX, x, INT32_MIN + UPPER + 1);
}

/* The polynomial, of numbers near 0 or far off. */
static const struct tir_expr *steps(struct bits *b, const struct odd *o, const struct tir_expr *far,
        const struct tir_expr *r)
{
	const struct tir_expr *upper = r, *y = NULL, *c;
	if (o->shorts < o->terms)
		upper = opn(b, TIR_ADD, r, ROUND);
	upper = above_least(b, opn(b, TIR_BITAND, upper, ~(uint64_t)UPPER));
	for (unsigned i = o->terms; i-- > 0;) {
		c = choose(b, far, num(b, r, (uint64_t)o->far[i]), num(b, r, (uint64_t)o->near[i]));
		y = y ? op(b, TIR_ADD, product(b, y, o->terms - 1 - i > o->shorts ? r : upper), c)
		      : c;
	}
	return y;
}

/* What the polynomial is of: |x| in units of 2^(up - 31), or 2^(up - 30), less the middle. */
static const struct tir_expr *argument(struct bits *b, const struct odd *o,
        const struct tir_expr *far, const struct tir_expr *x)
{
	const struct tir_expr *middle, *square;
	if (o->shorts < o->terms) {
		square = opn(b, TIR_MAX, as_signed(b, x), 0);
		x = choose(b, far, x, as_unsigned(b, product(b, square, square)));
	}
	middle = choose(b, far, num(b, x, o->far_middle), num(b, x, o->near_middle));
	x = op(b, TIR_SUB, x, middle);
	return as_signed(b, o->up ? opn(b, TIR_SHL, x, o->up) : x);
}

/* The function of a number m without its sign; its bits are those of format f. */
static const struct tir_expr *magnitude(struct bits *b, const struct odd *o,
        const struct tir_expr *m, const struct bits_format *f)
{
	uint64_t bias = (f->infinity >> f->mantissa) / 2, unit = bias + o->up;
	unsigned more = WORD - 2 - f->mantissa; /* digits behind those of the format */
	const struct tir_expr *scale = legalize_bits_scale(b, m, f), *e, *far, *x, *y, *n;
	x = opn(b, TIR_SHL, legalize_bits_digits(b, m, scale, f), more);
	e = opn(b, TIR_SHR, scale, f->mantissa);
	far = opn(b, TIR_GE, m, code_of(o->split, f));
	unit += o->shorts < o->terms; /* the units of float32 are 2^-30 in both places */
	n = choose(b, far, num(b, e, bias + o->up + 1), num(b, e, unit));
	n = opn(b, TIR_MIN, op(b, TIR_SUB, n, e), WORD - 1);
	n = argument(b, o, far, op(b, TIR_SHR, opn(b, TIR_SHL, x, 1), n));
	y = steps(b, o, far, n);
	x = product(b, above_least(b, y), as_signed(b, x));
	y = as_unsigned(b, choose(b, far, y, x));
	e = choose(b, far, num(b, e, bias - 1 - o->whole), e);
	n = op(b, TIR_MIN, opn(b, TIR_SUB, zeros_of(b, y), 1), e);
	y = opn(b, TIR_ADD, op(b, TIR_SHL, y, n), UINT64_C(1) << (more - 1));
	return op(b, TIR_ADD, opn(b, TIR_SHR, y, more),
	        opn(b, TIR_SHL, op(b, TIR_SUB, e, n), f->mantissa));
}

const struct tir_expr *legalize_bits_odd(struct bits *b, enum tir_builtin function,
        const struct tir_expr *x, const struct bits_format *f)
{
	bool is_erf = function == TIR_BUILTIN_ERF;
	const struct odd *o = !is_erf ? &tanh_short : f->width < WORD ? &erf_short : &erf_long;
	const struct tir_expr *m = opn(b, TIR_BITAND, x, f->magnitude), *r, *sign, *none;
	r = as(b, TIR_TYPE_UINT, WORD, opn(b, TIR_MIN, m, code_of(o->most, f)));
	r = as(b, TIR_TYPE_UINT, (uint8_t)f->width, magnitude(b, o, r, f));
	sign = opn(b, TIR_BITAND, x, f->sign);
	sign = is_erf ? sign : choose(b, opn(b, TIR_EQ, m, 0), num(b, x, 0), sign);
	none = is_erf ? opn(b, TIR_BITOR, x, f->quiet) : num(b, x, UINT64_MAX);
	return choose(b, opn(b, TIR_GT, m, f->infinity), none, op(b, TIR_BITOR, r, sign));
}
