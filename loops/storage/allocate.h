/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/allocate.h: what the files of the move of allocations share. */
#ifndef TIRC_LOOPS_ALLOCATE_H
#define TIRC_LOOPS_ALLOCATE_H

#include "loops/loops.h"
#include "simplify/simplify.h"

/* One body of a statement: what of it a variable lives in, or a buffer. */
struct scope {
	const struct scope *up;    /* NULL: the function */
	const struct tir_stmt *of; /* NULL: the function */
	bool orelse;
	uint32_t depth;
};

/* An access of a buffer. */
struct use {
	const struct scope *scope;
	const struct tir_expr *const *index; /* as many as dimensions, simplified */
	bool write;
};

/* What is known of an allocation, and what becomes of it. */
struct storage {
	const struct tir_stmt *alloc; /* NULL: the buffer is no candidate */
	const struct scope *declared;
	const struct scope *scope;   /* declared, or a loop's body in it */
	VEC(struct use) uses;        /* in order of evaluation */
	struct tir_buffer *buffer;   /* the one that stands for it; NULL: itself */
	const struct tir_expr **min; /* by dimension: what indices lose; NULL: nothing */
	struct storage *next;        /* of those that moved to the same scope */
};

struct allocate {
	struct simplifier s;    /* ranges of all variables */
	struct tir_subst subst; /* for guards in the first iteration */
	struct tir_module *m;
	struct arena *arena;               /* the pass's */
	VEC(struct storage) storage;       /* by number of the buffer */
	VEC(const struct scope *) home;    /* by variable; NULL: not known */
	VEC(const struct tir_stmt *) loop; /* by variable: the loop it belongs to, or NULL */
	VEC(struct storage *) moved;       /* by variable of a loop: the first that moved into it */
	struct tir_subst_memo *memo;       /* by expression, for the rewriting */
};

static inline bool scope_holds(const struct scope *outer, const struct scope *s)
{
	while (s && s->depth > outer->depth)
		s = s->up;
	return s == outer;
}
static inline const struct scope *scope_common(const struct scope *a, const struct scope *b)
{
	while (a != b) {
		if (a->depth >= b->depth)
			a = a->up;
		else
			b = b->up;
	}
	return a;
}

/* True if every variable of e has a home. */
bool loops_region_is_known(struct allocate *a, const struct tir_expr *e);
/* True if whatever a use in the scope reads was written in the same instance of it. */
bool loops_region_is_private(struct allocate *a, const struct storage *b,
        const struct scope *scope);
/* The elements that an instance of b->scope touches in dimension k begin at *min (NULL: 0) and are
 * no more than the result; 0 if that is not known to be less than the whole dimension. */
int64_t loops_region_extent(struct allocate *a, const struct storage *b, uint32_t k,
        const struct tir_expr **min);
/* e - min, made simple. */
const struct tir_expr *loops_region_shift(struct allocate *a, const struct tir_expr *e,
        const struct tir_expr *min);

#endif
