/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sum.h: reductions: what the files sum*.c share.
 *
 * Words.  A nest *reduces* into an element S if its innermost statement is a store to S of what S holds and something else.  Loops
 * that S's index names are *spatial*: each of their iterations has an element of its own.  The others *reduce*. */
#ifndef TIRC_LOOPS_SUM_H
#define TIRC_LOOPS_SUM_H

#include "analysis/analysis.h"
#include "loops/loops.h"

enum { SUM_LOOPS = 12 };
struct sum_loop {
	const struct tir_stmt *stmt;
	int64_t extent;
	int64_t stride; /* of S, in elements; 0: it reduces */
	int64_t reach;  /* the largest stride of what is read, in bytes */
	bool inner;     /* it stands behind S = init */
};
struct sum_nest {
	const struct facts *facts;
	struct tir_module *m;
	struct arena *arena;
	uint32_t around;                 /* the loop around the nest, or FACTS_NO_LOOP */
	struct sum_loop loop[SUM_LOOPS]; /* from the outside */
	uint32_t n, nset;                /* loops; those of them around `set` */
	const struct tir_stmt *store;    /* S = S op t */
	const struct tir_stmt *
	        set; /* S = init in the nest, every time before the loops that reduce; NULL: there is none */
	const struct tir_expr *init;  /* what S begins with; NULL: what is there */
	const struct tir_expr *value; /* what is stored then: S op t */
	bool rewritten;               /* value is not what the store says */
	struct affine_sum base;       /* S's address, less what the loops add */
};

/* Has each iteration of the loop an element of its own?  The only one of a loop that does not stand behind S = init counts as such. */
static inline bool sum_is_spatial(const struct sum_loop *l)
{
	return l->stride || (l->extent == 1 && !l->inner);
}
static inline int64_t sum_size(int64_t stride)
{
	return stride < 0 ? -stride : stride;
}
static inline bool sum_is_single(const struct tir_seq *s, enum tir_stmt_kind kind)
{
	return s->first && !s->first->next && s->first->kind == kind;
}
/* by[l]: the access's stride in bytes of each loop; *base: its address, less what the loops add.  False: the address depends on a loop in
 * another way. */
bool sum_read_strides(const struct sum_nest *n, const struct access *a, int64_t *by,
        struct affine_sum *base, int64_t *width);
/* The loops from s on with nothing between them, added to n's; the body of the last one, NULL: there are too many, or one is not counted. */
const struct tir_seq *sum_read_loops(struct sum_nest *n, const struct tir_stmt *s);
/* Find how S's index grows with each loop.  False: that is no sum, or two iterations of spatial loops may have one element. */
bool sum_read_element(struct sum_nest *n, const struct tir_stmt *store);
/* Is e computed without traps and effects, and reads no memory that S may be in but S itself?  *own counts how often. */
bool sum_reads_apart(const struct sum_nest *n, const struct tir_expr *e, uint32_t *own);
/* Is e a load of S? */
bool sum_is_own(const struct sum_nest *n, const struct tir_expr *e);
/* Does e name a variable of the loops? */
bool sum_names_loops(const struct sum_nest *n, const struct tir_expr *e);

/* ---- The first iteration (sum_first.c) -----------------------------------------------------*/
/* Does the condition hold in the first iteration of all loops that reduce, and in no other one? */
bool sum_is_first(const struct sum_nest *n, const struct tir_expr *condition);
/* Take init and value of the nest's store apart, where that chooses by sum_is_first; false: it does not. */
bool sum_read_choice(struct sum_nest *n);
/* The same of `if first: S = ...`, and of its other arm. */
bool sum_read_conditional(struct sum_nest *n, const struct tir_seq *body);

/* ---- Nests (sum_nest.c) --------------------------------------------------------------------*/
/* Is s a nest that reduces?  Then *n is that. */
bool sum_read(struct sum_nest *n, const struct tir_stmt *s);
/* Is s, in the body of the nest's innermost loop, S = init with the loops that reduce behind it, or the first of these?  Then *n is that. */
bool sum_read_at(struct sum_nest *n, const struct tir_stmt *nest, const struct tir_stmt *s);
/* Does s store one value to each element, in loops that all have elements of their own?  Then *n is that nest. */
bool sum_read_map(struct sum_nest *n, const struct tir_stmt *s);
/* Does every load go in the order of these loops as well, or stay: no loop takes it farther than one around that moves it? */
bool sum_reads_in_order(const struct sum_nest *n, const uint32_t *order);
/* Integers: no partial sum of the terms, from 0 on, overflows. */
bool sum_stays_from_0(const struct sum_nest *n);
/* May the order of the terms of an element be another one?  No partial sum overflows, whatever the order. */
bool sum_commutes(const struct sum_nest *n);

#endif
