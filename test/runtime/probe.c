/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/runtime/probe.c: run every row of functions.def on Hexagon; the results go to stdout. */
#include "rows.h"

int tirc_program(int argc, char **argv);
long rt_write(int fd, const void *p, size_t n);

#define ONE(name)                                                                                  \
	double name(double);                                                                       \
	float name##f(float)
#define TWO(name)                                                                                  \
	double name(double, double);                                                               \
	float name##f(float, float)
ONE(exp);
ONE(exp2);
ONE(exp10);
ONE(expm1);
ONE(log);
ONE(log2);
ONE(log10);
ONE(log1p);
ONE(sin);
ONE(cos);
ONE(tan);
ONE(asin);
ONE(acos);
ONE(atan);
ONE(sinh);
ONE(cosh);
ONE(tanh);
ONE(asinh);
ONE(acosh);
ONE(atanh);
ONE(erf);
ONE(sqrt);
ONE(floor);
ONE(ceil);
ONE(trunc);
ONE(rint);
ONE(nearbyint);
ONE(round);
ONE(fabs);
TWO(pow);
TWO(atan2);
TWO(hypot);
TWO(copysign);
TWO(fmod);
TWO(nextafter);
TWO(fmin);
TWO(fmax);
double fma(double, double, double);
float fmaf(float, float, float);
double ldexp(double, int);
float ldexpf(float, int);
float __hexagon_divsf3(float, float);
float __extendhfsf2(uint16_t);
double __extendhfdf2(uint16_t);
uint16_t __truncsfhf2(float);
uint16_t __truncdfhf2(double);
uint16_t __truncsfbf2(float);
uint16_t __truncdfbf2(double);
float __extendbfsf2(uint16_t);

static inline uint32_t read_packets(void)
{
	register uint32_t r0 __asm__("r0");
	__asm__ volatile(".word 0x6a14c000" : "=r"(r0)::"memory"); /* r0 = c20 */
	return r0;
}

/* One function a row: result of input i, and the packets its computation took. */
#define ROW(name, shape, limit, low, high, hexagon, host)                                          \
	__attribute__((noinline)) static uint64_t run_##name(uint32_t row, uint32_t i,             \
	        uint64_t *packets)                                                                 \
	{                                                                                          \
		const struct range r = {low, high};                                                \
		DECLARE_##shape uint32_t start = read_packets();                                   \
		PASTE_LATE(type_, RESULT_##shape) y = hexagon;                                     \
		__asm__ volatile("" : "+r"(y));                                                    \
		*packets += read_packets() - start;                                                \
		return PASTE_LATE(BITS_, RESULT_##shape)(y);                                       \
	}
#include "functions.def"

static uint64_t (*const rows[])(uint32_t row, uint32_t i, uint64_t *packets) = {
#define ROW(name, shape, limit, low, high, hexagon, host) run_##name,
#include "functions.def"
};

static void write_all(const void *bytes, size_t n)
{
	const char *p = bytes;
	for (long done; n; p += done, n -= (size_t)done) {
		done = rt_write(1, p, n);
		if (done <= 0)
			return;
	}
}

int tirc_program(int argc, char **argv)
{
	static uint64_t results[INPUTS];
	(void)argc, (void)argv;
	for (uint32_t row = 0; row < sizeof rows / sizeof *rows; row++) {
		struct row_header h = {row, INPUTS, 0};
		for (uint32_t i = 0; i < INPUTS; i++)
			results[i] = rows[row](row, i, &h.packets);
		write_all(&h, sizeof h);
		write_all(results, sizeof results);
	}
	return 0;
}
