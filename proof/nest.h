/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/nest.h: a loop whose iterations are done several at once, as the two programs show it. */
#ifndef TIRC_PROOF_NEST_H
#define TIRC_PROOF_NEST_H

#include "proof/internal.h"

enum {
	PROOF_DEPTH = 16,     /* loops in a nest, and around it */
	PROOF_TIMES = 64,     /* numbers of a time */
	PROOF_ACCESSES = 256, /* of a nest; more are not decided */
	PROOF_FACTOR = 64,    /* iterations at once */
};
/* Variables of an access's iterations: iteration l is number PROOF_COPY of those that are done at once
 * from PROOF_BASE on, so l is their sum; loops inside follow. */
enum { PROOF_BASE, PROOF_COPY, PROOF_INNER };

/* What holds around a statement: a loop runs, or a condition holds. */
struct proof_around {
	const struct tir_stmt *loop; /* or NULL: */
	const struct tir_expr *condition;
	bool holds;
};
/* What is known where the walk is: in the whole function. */
struct proof_scope {
	VEC(struct proof_around) around;
	VEC(const struct tir_stmt *) views; /* DECL */
	VEC(struct proof_local) binds;      /* in their order */
};

/* Add to the reader's set what is known inside a loop, of whose variable v is the value, or under a condition (place.c). */
void proof_read_around(struct proof_reader *r, const struct proof_around *a,
        const struct proof_sum *v);
/* The same of all that is around; sizes of parameters are not negative. */
void proof_read_scope(struct proof_reader *r, const struct tir_func *f,
        const struct proof_scope *scope);
/* *byte += where the element of these indices is, behind the pointer of the buffer's root; false: not known. */
bool proof_read_byte(struct proof_reader *r, const struct proof_scope *scope,
        const struct tir_buffer *b, uint32_t nindex, const struct proof_sum *index,
        struct proof_sum *byte);

/* Two programs in step (walk.c). */
struct proof_walk {
	struct arena *arena;
	struct proof_scope scope; /* where the walk is */
	const char *why;          /* they are not the same */
	/* Did a pass make the loop s into what begins with t?  Then that is compared: *next is what follows it. */
	bool (*is_changed)(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t);
	bool (*same_changed)(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
	        const struct tir_stmt **next);
	void *ctx;
};
/* For is_changed: are both stores, of other values? */
bool proof_stores_other(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t);
bool proof_walk_seq(struct proof_walk *w, const struct tir_seq *f, const struct tir_seq *g);
/* Are the two alike, but for operands, bodies, the variable that they define and a loop's step? */
bool proof_same_head(const struct tir_stmt *x, const struct tir_stmt *y);
/* Are both the same statements, bodies and all, with the same operands and variables? */
bool proof_is_as_it_was(const struct tir_stmt *s, const struct tir_stmt *t);
/* May the statement be copied at all? */
bool proof_is_plain(const struct tir_stmt *x);

/* The nest while it is read. */
struct proof_nest {
	struct arena *arena; /* scratch */
	const struct tir_func *f;
	const struct proof_contract *contract;
	const struct proof_scope *scope;
	const struct tir_stmt *loop; /* before, */
	const struct tir_stmt *many; /* and after: of so many iterations at once */
	uint32_t factor;
	/* The statement being read is one on vectors: of lanes from `from` on, below `to`; to = 0: it is none.  Lanes are the
	 * copy and the variables of loops that are done at once, less what they begin at, each times a number. */
	uint32_t from, to;
	int64_t lane_by[1 + PROOF_DEPTH], lane_begin;
	bool by_lane; /* its lanes are done one behind the other; else all of them load before any stores */
	VEC(const struct tir_buffer *) own; /* memory that each iteration has for itself */
	struct proof_atoms atoms;
	VEC(struct proof_local) local;   /* what the nest has defined so far */
	VEC(struct proof_around) inside; /* loops and conditions inside */
	uint32_t nloops;                 /* of them */
	uint32_t nlanes; /* of these, whose iterations are done at once: the first ones */
	struct proof_shown shown[1 + PROOF_DEPTH]; /* l, and variables of loops inside */
	struct proof_sum before[PROOF_TIMES], after[PROOF_TIMES];
	uint32_t ntimes;
	VEC(struct proof_access) access;
	VEC(const struct tir_expr *) loads; /* of the statement being read */
	VEC(const struct tir_buffer *) root;
	VEC(uint32_t) memory; /* by root */
	bool vectors;    /* its statements may work on vectors, which are not taken to pieces */
	bool large;      /* it is too large to be read */
	const char *why; /* the order of what it does is not to be changed */
};
/* Begin the nest of the loop that became `many`. */
void proof_nest_begin(struct proof_nest *n);
/* Enter what runs the statements inside; leave it. */
void proof_nest_enter(struct proof_nest *n, struct proof_around a);
void proof_nest_leave(struct proof_nest *n);
/* Enter a loop whose iterations are done at once with those of the nest's. */
void proof_nest_enter_lanes(struct proof_nest *n, const struct tir_stmt *loop);
/* Go on in time: the place in the text, before and after, where it perhaps depends on the copy. */
void proof_nest_push(struct proof_nest *n, int64_t before, int64_t after, int64_t per_copy);
void proof_nest_push_var(struct proof_nest *n, uint32_t var);
/* Take up the statement's own operands. */
void proof_nest_read(struct proof_nest *n, const struct tir_stmt *s);
/* Is the order of iterations no matter? */
enum proof_verdict proof_nest_order(struct proof_nest *n, struct proof *p, struct arena *arena,
        const char **witness);
/* Do the loop `many` and the one behind it, if it is not NULL, do the iterations of the loop, these
 * behind those? */
enum proof_verdict proof_nest_iterations(struct proof_nest *n, struct proof *p,
        const struct tir_stmt *rest);

/* ---- nest_around.c ---- */
struct proof_sum proof_nest_var_sum(uint32_t var);

#endif
