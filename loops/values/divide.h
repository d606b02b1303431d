/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/divide.h: divisions by what a loop does not change, by multiplications and shifts. */
#ifndef TIRC_LOOPS_DIVIDE_H
#define TIRC_LOOPS_DIVIDE_H

#include "tir/tir.h"

/* How large the dividend is, its sign apart: a number of 16, 31 (but for the least one of all, where the divisor is one of 31), 32 bits. */
enum divide_form { DIVIDE_SHORT, DIVIDE_SIGNED, DIVIDE_WORD };
/* A quotient or remainder of 32 bits at most. */
struct division {
	const struct tir_expr *e, *n, *d; /* n by d */
	bool signs;                       /* n may be below 0 */
	enum divide_form form;
};

static inline bool divide_is_division(const struct tir_expr *e)
{
	return e->op == TIR_DIV || e->op == TIR_MOD || e->op == TIR_FLOORDIV ||
	       e->op == TIR_FLOORMOD;
}
/* d is above 0: nothing that is divided by it traps. */
const struct tir_expr *loops_divide_guard(struct tir_module *m, const struct tir_expr *d);
/* The same, as T.likely says it: where d is not so, the program is slow. */
const struct tir_expr *loops_divide_likely(struct tir_module *m, const struct tir_expr *d);
/* The reciprocal of d, where it is above 0: for dividends of 32 bits in 64, else in 32. */
const struct tir_expr *loops_divide_reciprocal(struct tir_module *m, const struct division *x);
/* What the division computes, where its divisor is above 0 and r is its reciprocal. */
const struct tir_expr *loops_divide_product(struct tir_module *m, const struct division *x,
        const struct tir_expr *r);

#endif
