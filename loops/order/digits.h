/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/digits.h: what the files of strip-mining by index digits share. */
#ifndef TIRC_LOOPS_DIGITS_H
#define TIRC_LOOPS_DIGITS_H

#include "loops/loops.h"
#include "simplify/simplify.h"

enum {
	DIGITS_MAX_DIGITS = 6, /* of one variable */
	DIGITS_MAX_NEST = 32,  /* loops in one another, digits' too */
};

/* The divisors of a loop variable, ascending: what its quotients and remainders ask for. */
struct digits {
	const struct tir_stmt *loop; /* NULL: it stays as it is */
	uint32_t n;
	int64_t by[DIGITS_MAX_DIGITS];
	uint32_t level; /* of the loop, from 1; 0: it is no loop's */
	bool hot;       /* it is divided in inner loops */
};

/* What a nest's body depends on: a bit for each loop of the nest; inner: what changes in one
 * iteration, too. */
struct work {
	uint32_t loops;
	bool inner;
};
struct work_mark {
	uint32_t stamp; /* of the nest */
	struct work work;
};

struct digit_splitter {
	struct simplifier s; /* ranges of all variables */
	struct tir_module *m;
	struct arena *arena; /* the pass's */
	const struct tir_func *f;
	struct tir_subst subst;    /* split variables */
	VEC(struct digits) digits; /* by variable */
	VEC(bool) is_digit;        /* by variable: a loop that this pass made */
	VEC(bool) seen;            /* by expression: traced */
	VEC(const struct tir_expr *) todo;
	VEC(double) trips; /* of the loops around the statement that is looked at */
	bool dimensions;   /* an access has several indices */
	bool only_hot;     /* split where it saves divisions in inner loops only */
	bool split, moved; /* of a nest: it has digits; these changed places or are one loop */
	bool changed;      /* a nest was */
	unsigned depth, deepest; /* statements around; loops, where they are split */
	const struct tir_var
	        *innermost; /* of the loop that a break would leave; NULL: a while, or none */
	/* For the nest that is looked at: */
	uint32_t stamp;
	VEC(struct work_mark) var;  /* by variable: a loop of the nest, or inner */
	VEC(struct work_mark) node; /* by expression: what it depends on */
	VEC(uint32_t) counted;      /* by expression: the stamp of the nest that counted it */
};

/* True if t is a serial loop from 0 to a constant that nothing else is said of. */
static inline bool digits_is_plain(const struct tir_stmt *t)
{
	return t->kind == TIR_FOR && t->for_kind == TIR_SERIAL && !tir_as_for(t)->more->attr &&
	       !tir_as_for(t)->more->step.e &&
	       (!tir_as_for(t)->min.e || is_int(tir_as_for(t)->min.e, 0)) &&
	       tir_as_for(t)->extent.e->op == TIR_INT_IMM && tir_as_for(t)->extent.e->u.i > 0;
}
static inline bool digits_is_digit(const struct digit_splitter *r, const struct tir_stmt *t)
{
	return t->kind == TIR_FOR && tir_as_for(t)->var->id < r->is_digit.n &&
	       r->is_digit.at[tir_as_for(t)->var->id];
}
/* A loop variable of the pass. */
struct tir_var *loops_digits_var(struct digit_splitter *r, const char *name, struct tir_type type);
/* The nests that hold digits in the order of memory, neighbours made one loop (digits_order.c). */
struct tir_seq loops_digits_order(struct digit_splitter *r, const struct tir_seq *body);

#endif
