/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/split.h: loops split at conditions: what the files split*.c share.
 *
 * Words.  The *chain* of a nest is its outermost loop and the loops with nothing else between.  The last ones of it, up to a
 * vector of iterations, are its *lanes*.  A *window* is a short loop in the chain's body whose variable a condition
 * names together with one of the chain's, or the index of a load together with one of the lanes'.  Of large windows a
 * loop *stays* that no condition names together with a lane: it gets pieces, as the chain's loops do. */
#ifndef TIRC_LOOPS_SPLIT_H
#define TIRC_LOOPS_SPLIT_H

#include "analysis/analysis.h"
#include "loops/loops.h"

enum {
	SPLIT_LOOPS = 12,     /* in a nest */
	SPLIT_POINTS = 16,    /* where one is split: twice half a window */
	SPLIT_WINDOW = 16,    /* iterations of a window */
	SPLIT_WINDOWS = 36,   /* of all those together that become copies */
	SPLIT_STEP = 8,       /* iterations of a window without conditions */
	SPLIT_NODES = 1024,   /* of the nest's operands, and */
	SPLIT_RESULT = 24576, /* of those of all copies */
	SPLIT_COPIES =
	        64, /* of a window at most, in both directions; beyond, one direction stays a loop */
	SPLIT_STAYS = 256, /* copies then; beyond, only the longest piece is copied */
	SPLIT_PRIVATE = 4,
	SPLIT_CONDITIONS = 64,
};

struct split_loop {
	const struct tir_stmt *s;
	/* What it is; a window becomes copies of its body, or if it stays, in each piece of the chain's loop pieces. */
	bool chain, lane, window, stays;
	uint32_t npoints;
	int64_t point
	        [SPLIT_POINTS]; /* iterations, from the first one on, at which a piece begins */
};
/* A comparison, or the choice of a minimum or maximum: the sign of constant + factors * variables. */
struct split_condition {
	const struct tir_expr *e;
	int64_t constant, by[SPLIT_LOOPS];
};
struct split_nest {
	const struct facts *facts;
	const struct tir_func *f;
	struct arena *scratch;
	const struct tir_seq *body; /* of the chain's last loop */
	uint32_t nloops, nnodes, nconditions, npriv;
	struct split_loop loop[SPLIT_LOOPS];
	struct split_condition condition[SPLIT_CONDITIONS];
	/* Elements that each iteration of the chain writes first; those allocated outside get an allocation there. */
	const struct tir_buffer *priv[SPLIT_PRIVATE];
	bool outside[SPLIT_PRIVATE];
	enum loops_reason why;
	bool longest_alone; /* windows are copied in the longest piece of each loop; the others keep the body as it is */
	uint64_t copies; /* of the body */
};
/* ---- A nest (split_nest.c) ---------------------------------------------------------------*/
/* Is there something to split in the nest?  If not, why; LOOPS_NREASONS: no condition in it depends on its loops alone. */
bool split_read(struct split_nest *n, const struct tir_stmt *loop);
/* The longest piece of a loop of constant bounds, the first of several; its first iteration and the one behind it. */
struct split_piece {
	int64_t begin, end;
};
struct split_piece split_longest(const struct split_loop *l);
/* Which loop of the nest counts the variable; UINT32_MAX: none. */
uint32_t split_loop_of(const struct split_nest *n, const struct tir_var *v);
/* false, with the reason. */
static inline bool split_refuse(struct split_nest *n, enum loops_reason why)
{
	n->why = why;
	return false;
}
static inline int64_t split_extent(const struct split_loop *l)
{
	return tir_as_for(l->s)->extent.e->u.i;
}

/* ---- Points (split_points.c) --------------------------------------------------------------*/
/* Find where loops of the chain are split that are no lanes; false with the reason: in too many places. */
bool split_find_points(struct split_nest *n);
/* Loop k, which stays, with the points where conditions change while the chain's loop c is in iteration `at`. */
struct split_loop split_stays(const struct split_nest *n, uint32_t k, uint32_t c, int64_t at);

/* ---- The pieces (split_copy.c) -----------------------------------------------------------*/
struct tir_seq split_copy(const struct split_nest *n);

#endif
