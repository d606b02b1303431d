/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/internal.h: what the runtime's own files share. */
#ifndef TIRC_RUNTIME_INTERNAL_H
#define TIRC_RUNTIME_INTERNAL_H

#include <stddef.h>
#include <stdint.h>

/* ---- Bits of floats ---------------------------------------------------------------------*/
#define SIGN32 UINT32_C(0x80000000)
#define INF32  UINT32_C(0x7f800000)
#define NAN32  UINT32_C(0x7fc00000)
#define SIGN64 (UINT64_C(1) << 63)
#define INF64  (UINT64_C(0x7ff) << 52)
#define NAN64  (UINT64_C(0xfff) << 51)
#define ONE64  (UINT64_C(1) << 52) /* the implicit bit of a double */

static inline uint32_t bits32(float f)
{
	uint32_t u;
	__builtin_memcpy(&u, &f, sizeof u);
	return u;
}

static inline float float32(uint32_t u)
{
	float f;
	__builtin_memcpy(&f, &u, sizeof f);
	return f;
}

static inline uint64_t bits64(double f)
{
	uint64_t u;
	__builtin_memcpy(&u, &f, sizeof u);
	return u;
}

static inline double float64(uint64_t u)
{
	double f;
	__builtin_memcpy(&f, &u, sizeof f);
	return f;
}

/* Absolute value and sign without branches. */
static inline double abs64(double x)
{
	return float64(bits64(x) & ~SIGN64);
}

static inline double with_sign64(double magnitude, double sign)
{
	return float64((bits64(magnitude) & ~SIGN64) | (bits64(sign) & SIGN64));
}

/* sum + a * b, and sum - a * b, rounded once: an instruction each. */
static inline float fused(float sum, float a, float b)
{
	return __builtin_HEXAGON_F2_sffma(sum, a, b);
}

static inline float fused_minus(float sum, float a, float b)
{
	return __builtin_HEXAGON_F2_sffms(sum, a, b);
}

/* 2^k for -1022 <= k <= 1023. */
static inline double power_of_two(int k)
{
	return float64((uint64_t)(uint32_t)(k + 1023) << 52);
}

/* A value kept as an unevaluated sum; lo is below half an ulp of hi. */
struct twofold {
	double hi, lo;
};

/* Of a function that a math library may have, too: either is taken, whatever else its file has. */
#define RT_SHARED __attribute__((weak))

/* ---- System -----------------------------------------------------------------------------*/
/* Numbers and meanings are Linux's; a negative result is an error number. */
long rt_open(const char *path, int flags, int mode);
long rt_read(int fd, void *p, size_t n);
long rt_write(int fd, const void *p, size_t n);
long rt_close(int fd);
/* Fresh zeroed pages, or NULL. */
void *rt_pages(size_t size);
/* The same between guards of so many bytes, which nobody may touch; all in whole pages. */
void *rt_guarded_pages(size_t size, size_t guard);
_Noreturn void exit(int code);
_Noreturn void abort(void);
/* Write "kernel: TEXT" and a newline on stderr. */
void rt_complain(const char *text);

/* Numbers of qemu-hexagon's counters, and what of them was spent on emulation (emulate.h): no cost of the kernel's. */
struct rt_counts {
	uint32_t packets, instructions, hvx;
};
extern struct rt_counts rt_emulated;

/* Who is told by tirc_fail, with the n bytes of the message, before it prints that; NULL: nobody. */
struct tirc_failure;
typedef void rt_failed(const struct tirc_failure *failure, const char *text, size_t n);
extern rt_failed *rt_on_failure;

/* ---- Functions of the C library that the runtime's files call in each other --------------*/
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
size_t strlen(const char *s);
void *malloc(size_t size);
void free(void *p);

double exp(double x);
double expm1(double x);
double log(double x);
double log1p(double x);
double sqrt(double x);
double atan(double x);
float sqrtf(float x);

/* ---- Pieces of functions that others are made of ----------------------------------------*/
/* 2^(x + k), |x + k| < 1100: what pow needs, whose exponent has more bits than a double. */
double rt_exp2_of_sum(double x, int k);
/* The same of r 2^-31 + k, |r| <= 2^30, as a float: zero or infinite if k is far from 0. */
float rt_exp2f_of_sum(int32_t r, int k);

#endif
