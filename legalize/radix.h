/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/radix.h: what the files of the pass "radix" share. */
#ifndef TIRC_LEGALIZE_RADIX_H
#define TIRC_LEGALIZE_RADIX_H

#include "legalize/simplify.h"

enum {
	RADIX_MAX_DIGITS = 6,  /* of one variable */
	RADIX_MAX_NEST = 32,   /* loops in one another, digits' too */
};

/* The divisors of a loop variable, ascending: what its quotients and remainders ask for. */
struct digits {
	const struct tir_stmt *loop; /* NULL: it stays as it is */
	uint32_t n;
	int64_t by[RADIX_MAX_DIGITS];
};

struct radix {
	struct simplifier s; /* ranges of all variables */
	struct pass *p;
	const struct tir_func *f;
	struct subst subst;            /* split variables */
	VEC(struct digits) digits;     /* by variable */
	VEC(bool) is_digit;            /* by variable: a loop that this pass made */
	VEC(bool) seen;                /* by expression: traced */
	VEC(const struct tir_expr *) todo;
	unsigned depth;                /* loops around */
};

/* True if t is a serial loop from 0 to a constant that nothing else is said of. */
static inline bool radix_is_plain(const struct tir_stmt *t)
{
	return t->kind == TIR_FOR && t->for_kind == TIR_SERIAL && !t->attr && !t->step.e &&
	       (!t->min.e || is_int(t->min.e, 0)) && t->extent.e->op == TIR_INT_IMM &&
	       t->extent.e->u.i > 0;
}
/* A loop variable of the pass. */
struct tir_var *radix_var(struct radix *r, const char *name, struct tir_type type);
/* The nests that hold digits in the order of memory, neighbours made one loop (radix_order.c). */
struct tir_seq radix_order(struct radix *r, const struct tir_seq *body);

#endif
