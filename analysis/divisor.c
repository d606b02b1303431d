/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/divisor.c: numbers that surely divide a value.
 *
 * Idea.   A sum is divided by what divides its terms, a product by the product of what divides its factors.
 * Needs   no facts: variables may be anything.
 * Costs   two to the DEPTH nodes at most. */
#include "analysis/internal.h"

enum {
	DEPTH = 12,
	LARGE = 1 << 20
}; /* nodes in one another that are looked at; factors that are multiplied are less */

uint64_t affine_gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t t = a % b;
		a = b;
		b = t;
	}
	return a;
}

static uint64_t divisor(const struct tir_expr *e, int depth)
{
	if (e->op == TIR_INT_IMM)
		return e->u.i < 0 ? -(uint64_t)e->u.i : (uint64_t)e->u.i;
	if (depth == 0)
		return 1;
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return affine_gcd(divisor(e->arg[0], depth - 1), divisor(e->arg[1], depth - 1));
	if (e->op == TIR_MUL) {
		uint64_t a = divisor(e->arg[0], depth - 1), b = divisor(e->arg[1], depth - 1);
		return a < LARGE && b < LARGE ? a * b : 1;
	}
	return 1;
}

uint64_t affine_divisor(const struct tir_expr *e)
{
	return divisor(e, DEPTH);
}
