/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/hoist.h: what the files of the proof of values in arrays share. */
#ifndef TIRC_PROOF_HOIST_H
#define TIRC_PROOF_HOIST_H

#include "proof/nest.h"

enum { HOIST_DIMS = 8, HOIST_DEEP = 32, HOIST_MOST = 1 << 20, TRAP_STEPS = 1 << 23 };

/* A load of an element, and the loops around it in the sequence of the array. */
struct hoist_array {
	const struct tir_buffer *b;
	const struct tir_expr *value; /* as f computes it; NULL: it is not filled yet */
	const struct tir_var *var[HOIST_DIMS];
	int64_t size[HOIST_DIMS];
	const struct tir_expr *guard; /* NULL: it is filled in any case */
	uint32_t level;               /* the loops around its sequence */
	uint32_t branches;            /* the conditions around it */
	const struct tir_stmt *from;  /* what fills it */
	bool *loaded;                 /* by element: surely */
	bool seen;                    /* the statement at hand of its sequence loads it */
	const struct tir_stmt *last;  /* of its sequence that does */
};
struct hoist_apart {
	struct tir_module *m;
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct arena *arena;
	struct tir_subst subst, index; /* values for elements; indices for variables of nests */
	const char *why;
	int64_t steps;          /* that are left for asking where values trap */
	VEC(bool) in_f;         /* by buffer */
	VEC(uint32_t) array_of; /* by buffer: 1 + its array; 0: none */
	VEC(struct hoist_array) array;
	const struct tir_stmt *loop[HOIST_DEEP];
	uint32_t nloops, branches;
	const struct tir_expr
	        *asked; /* the condition under which arrays are filled here; NULL: none */
	bool strict;    /* the operand at hand is evaluated in any case */
	VEC(const struct tir_expr *) sure; /* loads of arrays that are, in the statement */
};

/* ---- hoist.c ---- */
/* g without the arrays that f has not; NULL with the reason. */
struct tir_func *proof_without_arrays(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why);

/* ---- hoist_load.c ---- */
/* The reason is why; false. */
bool proof_hoist_fail(struct hoist_apart *t, const char *why);
/* The array of the buffer; NULL: it is none. */
struct hoist_array *proof_hoist_array(struct hoist_apart *t, const struct tir_buffer *b);
/* e, with values in the place of elements; NULL with the reason. */
const struct tir_expr *proof_hoist_undo(struct hoist_apart *t, const struct tir_expr *e);

/* ---- hoist_trap.c ---- */
/* May the value of the element with this number trap? */
bool proof_hoist_may_trap(struct hoist_apart *t, const struct hoist_array *a, int64_t element);

#endif
