/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/erf.c: the error function.
 *
 * Idea.   Near zero its Taylor series; further out 1 - erfc, where erfc may be less exact the
 *         smaller it is: e^(-x^2) / (1 + 2 x) times a smooth function that a Chebyshev fit in
 *         (x - 2) / (x + 2) meets to 2e-17.  For float all is done with integers:
 *         legalize/bits_odd.c does the same on vectors, to the bit. */
#include "poly.h"

double erf(double x);
float erff(float x);

/* The sum of (-z)^k / (k! (2 k + 1)), times 2 / sqrt(pi). */
static double near_zero(double x)
{
	static const double c[] = {-1.0 / 3, 1.0 / 10, -1.0 / 42, 1.0 / 216, -1.0 / 1320,
	        1.0 / 9360, -1.0 / 75600, 1.0 / 685440, -1.0 / 6894720, 1.0 / 76204800,
	        -1.0 / 918086400, 1.0 / 11975040000, -1.0 / 168129561600, 1.0 / 2528170444800};
	double z = x * x;
	return 0x1.20dd750429b6dp+0 * (x + x * z * POLY64(z, c));
}

static double erfc_far(double x)
{
	static const double c[] = {0x1.46e80e2277953p+0, -0x1.7bf5ec170064fp-4,
	        -0x1.5407bebf3235ap-3, 0x1.4ffa1e14e35cdp-3, -0x1.bc2b9561b2da8p-5,
	        -0x1.0742340869852p-7, 0x1.1dd2eca2f29bbp-7, 0x1.4d462109df7ffp-10,
	        -0x1.7de52dee1fc9fp-10, -0x1.dc6a3728448eep-12, 0x1.b0cdbb166f90fp-13,
	        0x1.3cd4711301adfp-13, -0x1.a902caec9d7fbp-20, -0x1.33512579fe862p-15,
	        -0x1.b9c4413ac13bep-17, 0x1.27990e0f5beb9p-18, 0x1.2a668f2dd5fa9p-18,
	        0x1.53b2a328a26ffp-22};
	double u = (x - 2.0) / (x + 2.0);
	return exp(-x * x) * POLY64(u, c) / (1.0 + 2.0 * x);
}

double erf(double x)
{
	double a = abs64(x);
	if (a < 0.75 || x != x)
		return near_zero(x);
	return with_sign64(a < 6.0 ? 1.0 - erfc_far(a) : 1.0, x);
}

/* ---- float, in fixed point --------------------------------------------------------------*/
/* Change this together with legalize/bits_odd.c, which says what the steps are. */
enum {
	TERMS = 12,
	SHORT = 4,
	SPLIT = 0x3ff80000, /* 1.9375 */
	MOST = 0x407bff00,  /* 3.9374; there it is 1 */
};
static const int32_t NEAR[TERMS] = {742451199, -593526515, 553459517, -455977422, 323347505,
        -198652234, 107011416, -51051945, 21993794, -9173598, 3124927, 0};
static const int32_t FAR[TERMS] = {2147413563, 866801, -5092314, 18792033, -48418865, 91147836,
        -126725238, 127021475, -78953651, -2726518, 63082636, -44294734};

/* c[0] + c[1] r + ..., the first steps by the upper half of r. */
static inline int32_t mixed(int32_t r, const int32_t *c)
{
	int32_t upper = (r + 0x8000) & ~0xffff, y = c[TERMS - 1];
#pragma clang loop unroll(full)
	for (int i = TERMS - 2; i >= 0; i--)
		y = (int32_t)(__builtin_HEXAGON_M2_dpmpyss_acc_s0(ahead(c[i]), y,
		                      (int32_t)((uint32_t)(TERMS - 2 - i < SHORT ? upper : r)
		                                << 1)) >>
		              32);
	return y;
}

/* erf(x) 2^(156 - e), x being digits 2^(e - 157), below SPLIT. */
static inline int32_t near_fixed(uint32_t digits, int e)
{
	int n = 128 - e;
	int32_t w = (int32_t)(digits << 1 >> (n > 31 ? 31 : n));
	int32_t t = __builtin_HEXAGON_M2_mpy_up_s1(w, w);
	return __builtin_HEXAGON_M2_mpy_up_s1(mixed(t - 1007681536, NEAR), (int32_t)digits);
}

/* The same of a number that is subnormal, 0, too large or none. */
static __attribute__((noinline)) float far_erf(uint32_t x)
{
	uint32_t m = x & ~SIGN32;
	if (m > INF32)
		return float32(x | 0x400000);
	if (m > MOST)
		return float32((x & SIGN32) | bits32(1.0f));
	return float32((((uint32_t)near_fixed(m << 7, 1) + 32) >> 6) | (x & SIGN32));
}

float erff(float x)
{
	uint32_t m = bits32(x) & ~SIGN32, digits = (m & 0x7fffff) << 7 | 1U << 30;
	int e = (int)(m >> 23);
	float y;
	if (m - 0x800000 > MOST - 0x800000)
		return far_erf(bits32(x));
	if (m < SPLIT) /* its last bit is set: it is never half way between two floats */
		y = float32(bits32((float)(near_fixed(digits, e) | 1)) +
		            ((uint32_t)(e - 156) << 23));
	else
		y = (float)(mixed((int32_t)((digits << 1 >> (128 - e)) - 3154116608U), FAR) | 1) *
		    0x1p-31f;
	return float32(bits32(y) | (bits32(x) & SIGN32));
}
