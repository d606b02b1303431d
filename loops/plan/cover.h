/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/cover.h: what a nest stores, covered by registers. */
#ifndef TIRC_LOOPS_COVER_H
#define TIRC_LOOPS_COVER_H

#include "loops/plan/emit.h"

/* One way to do it.  The loops of a nest go, from the outside: those around, as symbols; the *flat* ones, whose iterations store one
 * range of memory without holes.  A *step* is `rows` iterations of the outermost flat loop. */
struct cover {
	uint32_t flat;   /* how many loops are flat */
	int64_t rows;    /* iterations of the outermost flat loop in a step */
	uint32_t lanes;  /* stored at once */
	bool inside;     /* terms of sums go into instructions */
	uint32_t beside; /* 1 + the loop around of which a step does all iterations; 0: none */
	uint32_t
	        by; /* only so many iterations of that loop; the sums of the step's registers are added up in the same loops; 0: all */
};
enum { COVER_MOST = 24 };
/* The ways to cover the nest; *why: none, and why. */
uint32_t cover_find(const struct nest *n, struct cover *out, const char **why);
/* Is there a step that fills whole registers? */
bool cover_fills(const struct nest *n);
/* The ways to cover a nest that is a sum so that some rows of registers are added up in the same loops, which load each operand once for all. */
uint32_t cover_tiles(const struct nest *n, struct cover *out);
/* May the nest be covered so, whatever it computes?  Else *why not. */
bool cover_may(const struct nest *n, const struct cover *c, const char **why);
/* Do both nests store in the same steps, elements of the same size?  The ways to cover one are those of both then. */
bool cover_fit(const struct nest *a, const struct nest *b);
/* The statements that do the nests, of which each fits the first one, side by side in one way; *code: how many registers they
 * compute, in the text; false: it cannot be done so, *why. */
enum { COVER_NESTS = 8 };
bool cover_emit(struct nests *all, const struct nest *const *n, uint32_t nnests,
        const struct cover *c, struct arena *arena, struct tir_seq *out, uint32_t *code,
        const char **why);

#endif
