/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/vectorize.h: what the files of the vectoriser share. */
#ifndef TIRC_LEGALIZE_VECTORIZE_H
#define TIRC_LEGALIZE_VECTORIZE_H

#include "analysis/analysis.h"
#include "legalize/internal.h"
#include "simplify/simplify.h"

enum { VECTOR_MASKS = 16 };

/* One loop that is becoming vectors. */
struct vectorizer {
	struct simplifier s; /* for the rules of ramps; ranges of the loops around */
	struct pass *p;
	const struct facts *facts; /* of the function that the loop is in */
	const struct tir_stmt *loop;
	const struct tir_expr *ramp; /* the loop variable's values */
	unsigned lanes;
	VEC(const struct tir_expr *) var; /* by number: what stands for it, NULL: itself */
	VEC(struct tir_subst_memo) memo;  /* by expression; e NULL: it cannot be a vector */
	uint32_t stamp, stamps;           /* of the mask in effect; used up so far */
	unsigned depth, nest;             /* of masks in masks, of choices and Lets in others */
	const struct tir_expr *mask;      /* lanes that are computed; NULL: all */
	/* Of each mask in effect: the condition, as it was, of which it came, or NULL; the mask around it. */
	const struct tir_expr *condition[VECTOR_MASKS], *around[VECTOR_MASKS];
	bool bound;      /* a variable of the body became a vector */
	const char *why; /* the last thing that could not be done */
};

/* The lanes of e, or e itself if it is the same in all; NULL with x->why set (vectorize_expr.c). */
const struct tir_expr *legalize_vector_expr(struct vectorizer *x, const struct tir_expr *e);
/* e for a variable number of lanes: widened if it is a scalar. */
const struct tir_expr *legalize_vector_widen(struct vectorizer *x, const struct tir_expr *e);
void legalize_vector_bind(struct vectorizer *x, const struct tir_var *v, const struct tir_expr *e);
/* Compute under this mask (and the one in effect) until the returned stamp is put back. */
struct vector_scope {
	const struct tir_expr *mask;
	uint32_t stamp;
};
struct vector_scope legalize_vector_enter(struct vectorizer *x, const struct tir_expr *mask);
void legalize_vector_leave(struct vectorizer *x, struct vector_scope outer);
/* True if an iteration of the loop may touch what another one stores: then they must run in order
 * (vectorize_deps.c). */
bool legalize_vector_carries(struct vectorizer *x, const struct tir_seq *body);

#endif
