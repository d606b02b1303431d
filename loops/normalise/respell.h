/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/respell.h: what passes share that write operands and loops otherwise and leave statements as they are. */
#ifndef TIRC_LOOPS_RESPELL_H
#define TIRC_LOOPS_RESPELL_H

#include "analysis/analysis.h"
#include "loops/loops.h"

struct respell {
	struct tir_module *m;
	struct arena *arena;
	const struct facts *facts;
	VEC(bool) fixed;                   /* by variable: shapes or annotations name it */
	VEC(const struct tir_expr *) done; /* by expression: what stands for it; NULL: not known */
	/* What stands for e, whose operands are what stands for those of `was`. */
	const struct tir_expr *(*node)(struct respell *r, const struct tir_expr *was,
	        const struct tir_expr *e);
	/* Add what stands for the loop; NULL: a copy of it. */
	void (*loop)(struct respell *r, const struct tir_stmt *s, struct tir_seq *out);
	/* What else is to be done with the copy t of s, whose operands are written otherwise. */
	void (*stmt)(struct respell *r, const struct tir_stmt *s, struct tir_stmt *t);
	void *ctx;
	bool any; /* something was written otherwise */
};

struct respell loops_respell_begin(struct tir_func *f, const struct loops_options *options,
        struct arena *arena);
/* May the variable be another one? */
static inline bool respell_is_free(const struct respell *r, const struct tir_var *v)
{
	return v->id >= r->fixed.n || !r->fixed.at[v->id];
}
/* Has the loop nothing but iterations?  Their order is that of the text, or no matter. */
bool loops_respell_is_plain(const struct tir_stmt *s);
/* Do both store to the same element, by what their indices are? */
static inline bool respell_same_element(const struct tir_stmt *x, const struct tir_stmt *y)
{
	bool same = tir_buffer_of(x) == tir_buffer_of(y) && x->nindex == y->nindex;
	for (uint32_t i = 0; i < x->nindex && same; i++)
		same = tir_as_store(x)->index[i].e == tir_as_store(y)->index[i].e;
	return same;
}
/* e, with what stands for each of its nodes, the operands first. */
const struct tir_expr *loops_respell_expr(struct respell *r, const struct tir_expr *e);
/* e is to stand for it from now on. */
void loops_respell_set(struct respell *r, const struct tir_expr *e, const struct tir_expr *to);
/* The statement of a body, written otherwise: for tir_seq_map.  A copy of s with its operands, and of what is in it. */
void loops_respell_stmt(void *respell, const struct tir_stmt *s, struct tir_seq *out);
struct tir_stmt *loops_respell_copy(struct respell *r, const struct tir_stmt *s);
/* A variable for a loop, called as `name` and a number; what comes behind tells loops by names. */
struct tir_var *loops_respell_var(struct respell *r, const char *name, uint32_t number,
        struct tir_type t);
/* f, written otherwise; itself if nothing is. */
struct tir_func *loops_respell_func(struct respell *r, struct tir_func *f);

#endif
