/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/turner.h: what is known of a nest whose loads are turned: what turned.c and turned_copy.c share. */
#ifndef TIRC_LOOPS_TURNER_H
#define TIRC_LOOPS_TURNER_H

#include "loops/plan/turned.h"

enum {
	TURNED_LOADS = 24,
	TURNED_MOST = 1 << 17 /* elements of a copy */,
	TURNED_LOOPS = 4 * NEST_LOOPS
};

/* An index, in parts: a term is of the row, of the column, or of loops around. */
enum part { ROW, COLUMN, AROUND };
struct place {
	const struct tir_expr *load;
	struct nest_sum at;
	enum part part[NEST_TERMS];
	int64_t stride;
	int64_t row, column; /* the number, in both parts */
	struct lane_range rows, columns;
	uint32_t copy;
};
struct turner {
	struct nests *all;
	const struct nest *n;
	/* What moves: `unit` elements, side by side where they are loaded and where they are stored, iterations of the loop over `in`.  1: an
	 * element.  Indices, strides and lanes count units. */
	int64_t unit;
	const struct tir_var *in;
	const struct tir_var *v; /* whose iterations store neighbouring units */
	struct nest_sum stored;
	struct nest_loop loop[TURNED_LOOPS];
	uint32_t nloops;
	struct place place[TURNED_LOADS];
	uint32_t nplaces;
	bool fails;
	struct turned *out;
};

static inline int64_t turned_floor(int64_t a, int64_t b)
{
	return a / b - (a % b < 0);
}

/* How often the loop over v runs; 0: there is none. */
static inline int64_t turned_extent(const struct turner *t, const struct tir_var *v)
{
	for (uint32_t i = 0; i < t->nloops; i++)
		if (t->loop[i].var == v)
			return t->loop[i].extent;
	return 0;
}

/* a + b * by; a may be NULL. */
const struct tir_expr *turned_plus(const struct turner *t, const struct tir_expr *a,
        const struct tir_expr *b, int64_t by);
/* A buffer of the function's own, that is not allocated yet. */
struct tir_buffer *turned_buffer(const struct turner *t, const char *name, struct tir_type elem,
        int64_t elements);
/* Make copy `number`, for the loads like that one; stores: it may be what the nest stores to.  False: it cannot be made. */
bool turned_make_copy(struct turner *t, const struct place *p, uint32_t number, bool stores);
/* The load, of its copy. */
const struct tir_expr *turned_load(const struct turner *t, const struct place *p);

#endif
