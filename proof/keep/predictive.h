/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive.h: what the files of the proof of predictive commoning share.
 *
 * Words.  A *carried* variable holds, at the head of iteration j, what the loop's new name was `age` iterations
 * before.  A *value* is a number for what one lane of an expression computes in iteration j: equal numbers, equal
 * values. */
#ifndef TIRC_PROOF_PREDICTIVE_H
#define TIRC_PROOF_PREDICTIVE_H

#include "proof/nest.h"

enum {
	PREDICTED_CARRIED = 16,   /* variables of a loop */
	PREDICTED_STEPS = 200000, /* nodes, lane by lane, of a loop */
	PREDICTED_TERMS = 64,
};

/* When an expression is evaluated: in iteration j + on; first: j is the first one. */
struct predicted_when {
	int64_t on;
	bool first;
};
struct predicted_carried {
	const struct tir_buffer *buffer;
	const struct tir_expr *inside, *fill; /* its one element, or lanes; its first value */
	int64_t from; /* a loop of no more iterations than that may begin with any value: it does not use it */
	uint32_t age; /* 0: not known yet */
};
/* A load that was evaluated, one lane of it. */
struct predicted_load {
	const struct tir_expr *e;
	uint32_t value;
	bool early; /* not where it stands: through a name or a carried variable */
	bool here;  /* in iteration j */
};
struct predicted_nodes {
	const struct tir_expr **at;
	uint32_t n, cap;
};
/* A lane of what an iteration surely computes and may trap or overflow. */
struct predicted_node {
	uint32_t number, lane;
	const struct tir_expr *e;
};
/* What an iteration surely computes so, by number, in order. */
struct predicted_sure {
	bool known;
	VEC(struct predicted_node) node;
};
struct marks;
struct predicted_values; /* numbers that were given (predictive_value.c) */

/* A loop that carries something, before and after. */
struct predicted {
	struct proof *p;
	struct arena *arena;
	struct tir_module *m;
	const struct tir_func *f;
	const struct proof_contract *contract;
	const struct tir_stmt *before, *after;
	struct predicted_carried carried[PREDICTED_CARRIED];
	uint32_t ncarried;
	const struct tir_var *next; /* the new name, and what it is in an iteration */
	const struct tir_expr *next_value;
	const struct tir_expr **bound; /* by variable: what f binds it to */
	bool names; /* names of the body that read memory stand for their values */
	bool quiet; /* loads are not noted */
	struct predicted_values *values;
	struct marks *marks; /* what the loop before computes (predictive_memory.c) */
	struct predicted_sure sure[1 + PREDICTED_CARRIED]; /* of any iteration; of the first ones */
	int64_t runs; /* iterations that the loop has at least */
	VEC(struct predicted_load) loads;
	const char *why; /* a value is not known */
};

/* ---- predictive_value.c ------------------------------------------------------------------*/
void proof_predicted_begin(struct predicted *x);
/* The number of one lane of e; 0: not known. */
uint32_t proof_predicted_value(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct predicted_when when);
/* The number of an index as a sum: that of its terms, and its constant; false: not known. */
bool proof_predicted_sum(struct predicted *x, uint32_t value, uint32_t *terms, int64_t *constant);
/* Does the number divide all of its terms? */
bool proof_predicted_divides(struct predicted *x, uint32_t terms, int64_t by);

/* ---- predictive_memory.c -----------------------------------------------------------------*/
/* Does e, loads aside, neither trap nor overflow where the iteration before (first: the first one) does not? */
bool proof_predicted_computes(struct predicted *x, const struct tir_expr *e, bool first);
/* Do all loads of e, done in front of an iteration (first: of the first one), lie in their buffers, as those of the
 * iteration do, and does it compute so? */
bool proof_predicted_is_safe(struct predicted *x, const struct tir_expr *e, bool first);
/* Does the loop store to none of the elements that were loaded early?  UNDECIDED: not known. */
enum proof_verdict proof_predicted_untouched(struct predicted *x, const struct proof_walk *walk,
        const char **witness);

/* ---- predictive_sure.c -------------------------------------------------------------------*/
/* Does the node e overflow only where the iteration before (first: one of the first x->runs) does? */
bool proof_predicted_overflows_alike(struct predicted *x, const struct tir_expr *e, bool first);
/* Does e, its operands and all, loads aside, trap only where that iteration does? */
bool proof_predicted_traps_alike(struct predicted *x, const struct tir_expr *e, bool first);

#endif
