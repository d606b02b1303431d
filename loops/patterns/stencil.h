/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/stencil.h: window reductions over lines of two interleaved columns: what the files stencil*.c share.
 *
 * Words.  A *line* is a register of elements of 16 bits. Two neighbours of the *pair* loop are interleaved in it, each with 32
 * iterations of the *lane* loop: even lanes are of one, odd lanes of the other. The window has a loop that goes the way of
 * the pair loop, its *tap* loop; the iterations of its other loops are *rows*. */
#ifndef TIRC_LOOPS_STENCIL_H
#define TIRC_LOOPS_STENCIL_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/refuse.h"
#include "target/target.h"

enum {
	STENCIL_LOOPS = 8, /* of a nest */
	STENCIL_LANES = 32,
	STENCIL_LINE = 64,    /* elements */
	STENCIL_TAPS = 8,     /* iterations of the tap loop */
	STENCIL_WINDOW = 36,  /* elements of a window */
	STENCIL_EXTENT = 4096 /* of the pair loop, and products of a nest below */
};

struct stencil_nest {
	const struct facts *facts; /* of f */
	const struct tir_func *f;
	struct loops_doubt doubt; /* what there is to say if it is no such nest */
	const struct tir_stmt *loop[STENCIL_LOOPS];
	int64_t extent[STENCIL_LOOPS];
	uint32_t n, nouter;                    /* loops; those around the window's */
	uint32_t lane, pair, tap;              /* which of them */
	const struct tir_expr *input, *weight; /* loads; weight NULL: there is none */
	const struct tir_stmt *store;          /* of what is made of the sum */
	const struct tir_expr *made;           /* that, before it is cut to 16 bits */
	const struct tir_buffer *sum;          /* the element that is the sum */
	int64_t init;                          /* what it begins with */
	uint32_t step;                         /* lines that are done at once */
	bool folded; /* buffers may have several dimensions: only its statements are asked for */
};
/* Is the statement such a nest?  *n; n->facts and n->f are set. */
bool stencil_read(struct stencil_nest *n, const struct tir_stmt *s);
/* Rows of the window. */
uint32_t stencil_rows(const struct stencil_nest *n);
/* The statements that stand for the nest (stencil_make.c). */
struct tir_seq stencil_make(const struct stencil_nest *n, struct arena *scratch);

#endif
