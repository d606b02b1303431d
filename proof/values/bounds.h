/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/bounds.h: between which numbers an expression lies. */
#ifndef TIRC_PROOF_BOUNDS_H
#define TIRC_PROOF_BOUNDS_H

#include "proof/nest.h"

struct proof_bounds {
	proof_wide lo, hi;
	bool known;
};
/* What was found out of an expression. */
struct proof_bounded {
	uint32_t stamp;
	struct proof_bounds b;
	int depth; /* so deep it was looked into; INT_MAX: into all of it */
};
/* Where it is asked, and how many steps may be done yet. */
struct proof_bounding {
	const struct tir_func *f;
	const struct proof_scope *scope;
	struct arena *arena;
	uint32_t *steps;
	uint32_t stamp; /* of what is kept; another one where other loops are around */
	VEC(struct proof_bounded) kept; /* by expression */
	/* Bounds of a variable that the scope does not know; *v may be another variable that it is.  NULL: it knows all. */
	bool (*var)(void *ctx, const struct tir_var **v, struct proof_bounds *b);
	void *ctx;
	bool is_cut; /* something was not looked into, since it lies too deep */
	bool may_wrap; /* f may not compute the expression: what its type may not hold is any number of it */
};
enum { PROOF_DEEPEST = 64 };
/* Of the number that e is, wherever f computes it; it is looked into so deep. */
struct proof_bounds proof_bounds_of(struct proof_bounding *w, const struct tir_expr *e, int depth);
/* Of the variable of a loop that runs. */
struct proof_bounds proof_bounds_of_loop(struct proof_bounding *w, const struct tir_stmt *s,
        int depth);
/* The numbers of an integer type; not known of floats. */
struct proof_bounds proof_bounds_of_type(struct tir_type t);
/* The exact result of an operation on numbers of a and b; not known: another operation, or too large. */
struct proof_bounds proof_bounds_of_operation(enum tir_op op, struct tir_type t,
        struct proof_bounds a, struct proof_bounds b);
/* Of what is either. */
struct proof_bounds proof_bounds_of_both(struct proof_bounds x, struct proof_bounds y);
/* Are they known, and numbers of the type? */
bool proof_bounds_within(struct proof_bounds b, struct tir_type t);

#endif
