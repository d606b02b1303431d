/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/erf.c: the error function.
 *
 * Idea.   Near zero its Taylor series; further out 1 - erfc, where erfc may be less exact the
 *         smaller it is: e^(-x^2) / (1 + 2 x) times a smooth function that a Chebyshev fit in
 *         (x - 2) / (x + 2) meets to 2e-17.  For float, fits of erf(x) / x - 1,
 *         whose last steps are in double, and of -log(erfc x) / x. */
#include "poly.h"

double erf(double x);
float erff(float x);
float expf(float x);

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

float erff(float x)
{
	static const float near[] = {0x1.ce2f1ep-4f, -0x1.b82c78p-6f, 0x1.5655fcp-8f,
	        -0x1.bfd078p-11f, 0x1.f60caap-14f, -0x1.de9326p-17f, 0x1.63c1c2p-20f,
	        -0x1.2fa89cp-24f};
	static const float far[] = {0x1.210c5cp+0f, 0x1.4460e2p-1f, 0x1.bcec08p-4f, -0x1.a49aacp-6f,
	        0x1.282118p-8f, -0x1.201102p-11f, 0x1.56af90p-15f, -0x1.7591c4p-20f};
	float a = float32(bits32(x) & ~SIGN32), y;
	if (a < 1.375f || x != x) {
		double r = (double)x, z = r * r;
		double p = -0x1.812746a1b29e9p-2 + z * (double)POLY32(x * x, near);
		p = 0x1.06eba82107263p-3 + z * p;
		return (float)(r + r * p);
	}
	y = a > 4.0f ? 1.0f : 1.0f - expf(-a * POLY32(a, far));
	return float32(bits32(y) | (bits32(x) & SIGN32));
}
