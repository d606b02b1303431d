/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/divide.c: integer division, which Hexagon's instructions lack.
 *
 * Idea.   A reciprocal of the divisor in single precision, good to 14 bits and never too large,
 *         gives so many bits of the quotient by one multiplication, never too many; what is left
 *         of the dividend is divided again until it is below the divisor.  Nearly all quotients
 *         in index arithmetic are done in one step.
 * Costs   README.md has the packets of each.
 * Keeps   C's semantics; the one overflow, least / -1, wraps.  A zero divisor ends the program
 *         with a sentence and exit code 77. */
#include "internal.h"
#include "job.h"

uint32_t __hexagon_udivsi3(uint32_t a, uint32_t b);
uint32_t __hexagon_umodsi3(uint32_t a, uint32_t b);
int32_t __hexagon_divsi3(int32_t a, int32_t b);
int32_t __hexagon_modsi3(int32_t a, int32_t b);
uint64_t __hexagon_udivdi3(uint64_t a, uint64_t b);
uint64_t __hexagon_umoddi3(uint64_t a, uint64_t b);
int64_t __hexagon_divdi3(int64_t a, int64_t b);
int64_t __hexagon_moddi3(int64_t a, int64_t b);

struct result32 {
	uint32_t quotient, rest;
};
struct result64 {
	uint64_t quotient, rest;
};

/* Of the harness; without it there is nobody to tell. */
#pragma weak rt_complain
#pragma weak exit

_Noreturn __attribute__((noinline, cold)) static void division_by_zero(void)
{
	if (!rt_complain || !exit)
		__builtin_trap();
	rt_complain("division by zero");
	exit(JOB_DIVISION_BY_ZERO);
}

/* A little less than 1/d, for d >= 1.  The instruction's table is good to 2^-7; the step after it
 * squares that error, and aims 2^-13 low to stay below whatever was rounded on the way. */
static inline float reciprocal(float d)
{
	float r;
	__asm__("%0,p0 = sfrecipa(%1,%2)" : "=r"(r) : "r"(1.0f), "r"(d) : "p0");
	return fused(r, r, fused_minus(1.0f - 0x1p-13f, r, d));
}

static inline struct result32 divide32(uint32_t a, uint32_t b)
{
	struct result32 x = {0, a};
	if (a >= b) {
		if (__builtin_expect(b == 0, 0))
			division_by_zero();
		float r = reciprocal((float)b);
		do {
			uint32_t q = (uint32_t)((float)x.rest * r);
			x.rest -= q * b;
			x.quotient += q;
			if (x.rest >= b) {
				x.rest -= b;
				x.quotient++;
			}
		} while (__builtin_expect(x.rest >= b, 0));
	}
	return x;
}

static inline struct result64 divide64(uint64_t a, uint64_t b)
{
	struct result64 x = {0, a};
	if (!((a | b) >> 32)) {
		struct result32 y = divide32((uint32_t)a, (uint32_t)b);
		return (struct result64){y.quotient, y.rest};
	}
	if (a >= b) {
		if (__builtin_expect(b == 0, 0))
			division_by_zero();
		float r = reciprocal((float)b);
		do {
			uint64_t q = (uint64_t)((float)x.rest * r);
			x.rest -= q * b;
			x.quotient += q;
			if (x.rest >= b) {
				x.rest -= b;
				x.quotient++;
			}
		} while (x.rest >= b);
	}
	return x;
}

static inline uint32_t magnitude32(int32_t x)
{
	return x < 0 ? -(uint32_t)x : (uint32_t)x;
}

static inline uint64_t magnitude64(int64_t x)
{
	return x < 0 ? -(uint64_t)x : (uint64_t)x;
}

uint32_t __hexagon_udivsi3(uint32_t a, uint32_t b)
{
	return divide32(a, b).quotient;
}

uint32_t __hexagon_umodsi3(uint32_t a, uint32_t b)
{
	return divide32(a, b).rest;
}

int32_t __hexagon_divsi3(int32_t a, int32_t b)
{
	uint32_t q = divide32(magnitude32(a), magnitude32(b)).quotient;
	return (int32_t)((a ^ b) < 0 ? -q : q);
}

int32_t __hexagon_modsi3(int32_t a, int32_t b)
{
	uint32_t r = divide32(magnitude32(a), magnitude32(b)).rest;
	return (int32_t)(a < 0 ? -r : r);
}

uint64_t __hexagon_udivdi3(uint64_t a, uint64_t b)
{
	return divide64(a, b).quotient;
}

uint64_t __hexagon_umoddi3(uint64_t a, uint64_t b)
{
	return divide64(a, b).rest;
}

int64_t __hexagon_divdi3(int64_t a, int64_t b)
{
	uint64_t q = divide64(magnitude64(a), magnitude64(b)).quotient;
	return (int64_t)((a ^ b) < 0 ? -q : q);
}

int64_t __hexagon_moddi3(int64_t a, int64_t b)
{
	uint64_t r = divide64(magnitude64(a), magnitude64(b)).rest;
	return (int64_t)(a < 0 ? -r : r);
}
