/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/quotient.h: what quotient.c and quotient_lanes.c share. */
#ifndef TIRC_LOOPS_QUOTIENT_H
#define TIRC_LOOPS_QUOTIENT_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/refuse.h"

enum {
	QUOTIENT_LOOPS = 4,     /* whose variables are in a divisor */
	QUOTIENT_DIVISORS = 16, /* different ones */
	QUOTIENT_NODES = 256,   /* of a division but for its sum; of a divisor */
};

/* What is known while an expression is evaluated: of the sum, of the divisor, of loops' variables, and of which lane it is. */
struct quotient_known {
	const struct tir_expr *sum, *divisor;
	int64_t of_sum, of_divisor;
	const struct tir_stmt *loop[QUOTIENT_LOOPS];
	int64_t at[QUOTIENT_LOOPS];
	uint32_t nloops, nodes, lane;
};
/* What is multiplied by r: the sum x; x - (n - 1) // 2; the same with the sum's sign; 2 * x + 1 - n, by half of r. */
enum quotient_offset { NOTHING, HALF, TO_ZERO, DOUBLED, NOFFSETS };
/* A lane of a quotient of a sum. */
struct quotient_of {
	const struct tir_expr *quotient, *sum;
	uint32_t lane;
};
/* What was found of it. */
struct quotient_found {
	struct quotient_of of;
	int64_t lo, hi, n, by; /* by 0: there is none */
	enum quotient_offset offset;
};
struct quotients {
	struct tir_module *m;
	const struct facts *facts;
	struct arena *arena;
	struct loops_vectors *out;
	const struct tir_stmt *loop; /* around; NULL: none */
	struct quotient_known known;
	int64_t divisor[QUOTIENT_DIVISORS], by[QUOTIENT_DIVISORS]; /* in order; the r of each */
	uint32_t lane[QUOTIENT_DIVISORS]; /* of vectors: one that is divided by it */
	uint32_t n;
	int64_t lo, hi; /* of the sum */
	uint32_t nodes; /* left, of what is stored */
	enum quotient_offset offset;
	bool any;                         /* something was changed */
	VEC(struct quotient_found) found; /* in lanes of vectors */
	const struct tir_stmt *store;
	struct loops_doubt doubt; /* of it: what there is to say if a quotient stays */
};
/* Add a divisor, in ascending order, each once; false: it is no positive number of 16 bits, or there are too many. */
bool quotient_add_divisor(struct quotients *q, int64_t n);

/* ---- Lanes of vectors (quotient_lanes.c) --------------------------------------------------*/
/* The constant that lane l of e is; NULL: it is none. */
const struct tir_expr *quotient_constant(const struct tir_expr *e, uint32_t l);
/* Read a quotient, or a choice by constants of quotients of one dividend.  *by: what each lane is divided by; the dividend; NULL: it is no such
 * thing. */
const struct tir_expr *quotient_in_lanes(struct quotients *q, const struct tir_expr *e,
        const struct tir_expr **by);
/* Do both compute the same of their sums? */
bool quotient_is_like(const struct quotient_of *a, const struct quotient_of *b);
/* Do lanes that are divided by one number have the same constants in e, but for those in the sum? */
bool quotient_lanes_alike(const struct quotients *q, const struct tir_expr *e,
        const struct tir_expr *by, const struct tir_expr *sum);
/* f of each constant of n, as numbers of type t. */
const struct tir_expr *quotient_mapped(struct quotients *q, struct tir_type t,
        const struct tir_expr *n, int64_t (*f)(const struct quotients *q, int64_t n));

#endif
