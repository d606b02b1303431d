/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/runtime/rows.h: functions.def's shapes spelt out: how each argument is made and how a
 * result becomes eight bytes.  probe.c and compare.c include it. */
#ifndef TIRC_TEST_RUNTIME_ROWS_H
#define TIRC_TEST_RUNTIME_ROWS_H

#include "inputs.h"

/* Types of the letters, and an argument of each: row, input, place, range. */
typedef float type_F;
typedef double type_D;
typedef int32_t type_I;
typedef uint32_t type_U;
typedef int64_t type_L;
typedef uint64_t type_Q;
typedef uint16_t type_H;
typedef uint16_t type_B;
#define ARGUMENT_F(row, i, n, r) input_float(row, i, n, r)
#define ARGUMENT_D(row, i, n, r) input_double(row, i, n, r)
#define ARGUMENT_I(row, i, n, r) (int32_t)input_integer(row, i, n)
#define ARGUMENT_U(row, i, n, r) (uint32_t)input_integer(row, i, n)
#define ARGUMENT_L(row, i, n, r) (int64_t)input_integer(row, i, n)
#define ARGUMENT_Q(row, i, n, r) input_integer(row, i, n)
#define ARGUMENT_H(row, i, n, r) (uint16_t)(i) /* all of them */
#define ARGUMENT_B(row, i, n, r) (uint16_t)(i)
#define BITS_F(x)                bits_of_float(x)
#define BITS_D(x)                bits_of_double(x)
#define BITS_I(x)                (uint32_t)(x)
#define BITS_U(x)                (x)
#define BITS_L(x)                (uint64_t)(x)
#define BITS_Q(x)                (x)
#define BITS_H(x)                (x)
#define BITS_B(x)                (x)

/* The body of a function (row, i, r) that declares a row's arguments. */
#define DECLARE(A, x, n)                                                                           \
	type_##A x = ARGUMENT_##A(row, i, n, r);                                                   \
	(void)x, (void)row, (void)r;
#define DECLARE_F_F   DECLARE(F, a, 0)
#define DECLARE_F_FF  DECLARE(F, a, 0) DECLARE(F, b, 1)
#define DECLARE_F_FFF DECLARE(F, a, 0) DECLARE(F, b, 1) DECLARE(F, c, 2)
#define DECLARE_F_FI  DECLARE(F, a, 0) DECLARE(I, b, 1)
#define DECLARE_F_D   DECLARE(D, a, 0)
#define DECLARE_F_L   DECLARE(L, a, 0)
#define DECLARE_F_H   DECLARE(H, a, 0)
#define DECLARE_F_B   DECLARE(B, a, 0)
#define DECLARE_D_D   DECLARE(D, a, 0)
#define DECLARE_D_DD  DECLARE(D, a, 0) DECLARE(D, b, 1)
#define DECLARE_D_DDD DECLARE(D, a, 0) DECLARE(D, b, 1) DECLARE(D, c, 2)
#define DECLARE_D_DI  DECLARE(D, a, 0) DECLARE(I, b, 1)
#define DECLARE_D_L   DECLARE(L, a, 0)
#define DECLARE_D_H   DECLARE(H, a, 0)
#define DECLARE_H_F   DECLARE(F, a, 0)
#define DECLARE_H_D   DECLARE(D, a, 0) DECLARE(D, b, 1)
#define DECLARE_B_F   DECLARE(F, a, 0)
#define DECLARE_B_D   DECLARE(D, a, 0)
#define DECLARE_I_II  DECLARE(I, a, 0) DECLARE(I, b, 1)
#define DECLARE_U_UU  DECLARE(U, a, 0) DECLARE(U, b, 1)
#define DECLARE_L_LL  DECLARE(L, a, 0) DECLARE(L, b, 1)
#define DECLARE_Q_QQ  DECLARE(Q, a, 0) DECLARE(Q, b, 1)

/* What of a shape is its result's letter. */
#define RESULT_F_F       F
#define RESULT_F_FF      F
#define RESULT_F_FFF     F
#define RESULT_F_FI      F
#define RESULT_F_D       F
#define RESULT_F_L       F
#define RESULT_F_H       F
#define RESULT_F_B       F
#define RESULT_D_D       D
#define RESULT_D_DD      D
#define RESULT_D_DDD     D
#define RESULT_D_DI      D
#define RESULT_D_L       D
#define RESULT_D_H       D
#define RESULT_H_F       H
#define RESULT_H_D       H
#define RESULT_B_F       B
#define RESULT_B_D       B
#define RESULT_I_II      I
#define RESULT_U_UU      U
#define RESULT_L_LL      L
#define RESULT_Q_QQ      Q
#define PASTE(a, b)      a##b
#define PASTE_LATE(a, b) PASTE(a, b)

/* Division that the host survives: no zero, no overflow (which wraps). */
static inline int32_t divide(int32_t a, int32_t b)
{
	return b == 0 ? 0 : b == -1 ? (int32_t)-(uint32_t)a : a / b;
}

static inline int32_t modulo(int32_t a, int32_t b)
{
	return b == 0 || b == -1 ? 0 : a % b;
}

static inline int64_t divide_long(int64_t a, int64_t b)
{
	return b == 0 ? 0 : b == -1 ? (int64_t)-(uint64_t)a : a / b;
}

static inline int64_t modulo_long(int64_t a, int64_t b)
{
	return b == 0 || b == -1 ? 0 : a % b;
}

/* Of fmin(0, -0) C leaves the sign open. */
static inline double no_zero(double x)
{
	return x + 0.0;
}

/* A half way between two halves, or a little beside: b says how. */
static inline double near_tie(double a, double b)
{
	uint64_t u = (bits_of_double(a) & ~((UINT64_C(1) << 42) - 1)) | UINT64_C(1) << 41;
	return double_of_bits(u + bits_of_double(b) % 3 - 1);
}

#endif
