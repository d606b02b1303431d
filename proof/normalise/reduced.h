/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/reduced.h: a nest that reduces, in the place of which others stand: what the proofs of such share. */
#ifndef TIRC_PROOF_REDUCED_H
#define TIRC_PROOF_REDUCED_H

#include "proof/nest.h"

enum { REDUCED_LOOPS = 8, REDUCED_NODES = 512 };

struct reduced {
	struct proof_walk walk;
	const struct tir_func *f;
	const struct proof_contract *contract;
	/* Of the nest of f that is looked at: the loops, their variables and those of a copy. */
	const struct tir_stmt *loop[REDUCED_LOOPS];
	const struct tir_var *old[REDUCED_LOOPS], *copy[REDUCED_LOOPS];
	uint32_t n;
	int64_t iterations;
	uint32_t nodes; /* that may be compared yet */
};

/* Read the perfect loop nest from s on into k, and how many iterations it has.  The innermost body; NULL: it is another statement. */
const struct tir_seq *proof_reduced_read(struct reduced *k, const struct tir_stmt *s);
/* Has it one value in the whole nest? */
bool proof_reduced_is_steady(const struct reduced *k, const struct tir_expr *e);
/* Is e computed from what a store to the buffer does not change? */
bool proof_reduced_is_apart(const struct reduced *k, const struct tir_expr *e,
        const struct tir_buffer *b);
/* Is it the element that the statement stores to? */
bool proof_reduced_is_own(const struct tir_stmt *store, const struct tir_expr *e);
/* Is y what x is, with the variables of the copy? */
bool proof_reduced_is_copy(struct reduced *k, const struct tir_expr *x, const struct tir_expr *y);
/* The body of the innermost loop of t, which are the loops of s; NULL: they are others. */
const struct tir_seq *proof_reduced_copy(struct reduced *k, const struct tir_stmt *t);
/* The element that t allocates, alone, of which f knows nothing; NULL: it does something else. */
const struct tir_buffer *proof_reduced_element(const struct reduced *k, const struct tir_stmt *t);
/* Is it a load of that element? */
bool proof_reduced_is_element(const struct tir_expr *e, const struct tir_buffer *b);
/* What t stores to that element; NULL: nothing. */
const struct tir_expr *proof_reduced_stored(const struct tir_stmt *t, const struct tir_buffer *b);
/* Walk f and g in step; the walk's functions get ctx.  PROVED, or REFUTED with *why. */
enum proof_verdict proof_reduced_walk(struct reduced *k, const struct tir_func *g, void *ctx,
        const char **why);

#endif
