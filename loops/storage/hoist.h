/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/hoist.h: what the files of hoisting into arrays share.
 *
 * Words.  A *level* is one sequence of statements.  A *site* is an expression in a statement below it, with the loops between.  Two
 * sites have one *value* if adding a constant, the *shift*, to each loop's variable makes one expression of the other: A[i] // y, A[i + 1] // y.
 * An array in front of the first site may hold the value: its element x is the expression with x in the place of the variable. */
#ifndef TIRC_LOOPS_HOIST_H
#define TIRC_LOOPS_HOIST_H

#include "analysis/analysis.h"
#include "loops/loops.h"

enum {
	HOIST_LOOPS = 12,  /* between the level and a statement */
	HOIST_DIMS = 4,    /* of an array */
	HOIST_SITES = 512, /* of a level */
	HOIST_VALUES = 16, /* of one hash that a site is compared with */
};

/* A statement with the loops around it, inside the level. */
struct hoist_place {
	const struct tir_stmt *stmt;
	uint32_t child; /* which statement of the level it is in, from 0 */
	uint32_t n;
	const struct tir_stmt *loop[HOIST_LOOPS]; /* from the outside */
};
struct hoist_site {
	const struct tir_expr *e;
	uint32_t place;
	bool sure;       /* each iteration of the loops evaluates it */
	uint32_t weight; /* what one evaluation costs */
	uint64_t hash;   /* equal of sites of one value */
	uint32_t ndims;
	uint8_t dim[HOIST_DIMS];   /* the loops that it names, by their place */
	int64_t shift[HOIST_DIMS]; /* of its value: here the variable is so much less */
	uint32_t next;             /* of the value, or UINT32_MAX */
};
struct hoist_value {
	uint32_t first, last;  /* sites */
	uint32_t child, end;   /* the first and the last statement of the level with a site */
	bool taken, closed;    /* closed: a store ends it */
	bool stored;           /* its only site is in a statement that may store to what it loads */
	enum loops_reason why; /* it is taken, or not; LOOPS_NREASONS: nobody wants to know */
	/* taken: */
	int64_t low[HOIST_DIMS], size[HOIST_DIMS];
	struct tir_buffer *array;
	bool filled; /* a nest fills it */
	uint32_t nguards;
	const struct tir_expr *guard[HOIST_LOOPS]; /* extents that must be above 0 */
};
/* What a statement of the level does. */
struct hoist_child {
	const struct tir_stmt *s;
	bool stops;        /* it may not come back, or change memory in a way that is not known */
	uint32_t first, n; /* buffers that it stores to */
	bool changed;      /* a value taken has a site in it */
};

/* What is known of a node in the statement at hand. */
struct hoist_node {
	uint32_t stamp, met; /* met: where the walk is */
	bool moves, dear;
	uint32_t loops; /* that it names: a bit each, from the outside */
	uint32_t weight;
	uint64_t hash;
};
/* By expression, for all levels. */
struct hoist_nodes {
	VEC(struct hoist_node) at;
	uint32_t stamp;
	struct arena *arena;
};

struct hoist_level {
	struct tir_module *m;
	struct arena *arena; /* scratch */
	const struct facts *facts;
	struct hoist_nodes *nodes;
	uint32_t *inside; /* by variable: the level, if its child at hand binds it to a value */
	uint32_t number;
	VEC(struct hoist_child) child;
	VEC(const struct tir_buffer *) stored;
	VEC(struct hoist_place) place;
	VEC(struct hoist_site) site;
	VEC(struct hoist_value) value;
	uint64_t bytes; /* that arrays may still take */
};

/* ---- hoist_find.c ---- */
/* Find the sites of a sequence, and the values that they are of. */
void loops_hoist_find(struct hoist_level *l, const struct tir_seq *seq);

/* ---- hoist_form.c ---- */
/* Is b's value a's, but for a shift of each variable?  Then in b->shift.  The loops that a names are dims of both, in their order. */
bool loops_hoist_same(const struct hoist_level *l, const struct hoist_site *a,
        struct hoist_site *b);

/* ---- hoist_decide.c ---- */
/* Which values are to be taken. */
void loops_hoist_decide(struct hoist_level *l);
/* The iterations of a loop between the level and a statement; 0: not known. */
int64_t loops_hoist_trips(const struct tir_stmt *loop);

static inline const struct hoist_place *hoist_place_of(const struct hoist_level *l,
        const struct hoist_site *s)
{
	return &l->place.at[s->place];
}
static inline const struct tir_stmt *hoist_loop(const struct hoist_level *l,
        const struct hoist_site *s, uint32_t d)
{
	return l->place.at[s->place].loop[s->dim[d]];
}

#endif
