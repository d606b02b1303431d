/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest_reader.h: what is known while a function is read as nests: what the files nest_*.c share. */
#ifndef TIRC_LOOPS_NEST_READER_H
#define TIRC_LOOPS_NEST_READER_H

#include "loops/plan/nest.h"

enum { NEST_NONE = -1 };

/* What is known of a buffer. */
struct nest_state {
	int32_t nest; /* what its elements are; NEST_NONE: that is not known, or of several nests */
	bool is_private;  /* of the function's own */
	int32_t written;  /* by which statement of the body at last; NEST_NONE: by none */
	uint32_t storing; /* open loops that store to it */
	uint32_t counted; /* in which walk over the stores of a loop at last */
};
struct nest_memo {
	uint32_t stamp;
	const struct tir_expr *e;
};
struct nest_reader {
	struct nests *n;
	struct nest_state *state; /* by buffer */
	uint32_t nbuffers;
	VEC(struct nest_memo) memo; /* by expression */
	uint32_t stamp;
	struct tir_subst names; /* what bound names are */
	uint32_t at;            /* statement of the body */
	const struct tir_stmt *loop[NEST_LOOPS];
	uint32_t nloops;
	uint32_t counts;              /* walks over the stores of a loop */
	const struct tir_expr *guard; /* NULL: none */
	uint64_t from;                /* statements that what was read stands for */
	bool in_reduction;            /* what is read is a term */
	bool in_terms;                /* loads in terms are replaced, too */
	bool fails;
};

static inline struct nest_state *nest_state_of(struct nest_reader *r, const struct tir_buffer *b)
{
	return &r->state[b->root->id];
}

/* What the buffer's elements are; NULL: that is not known. */
static inline struct nest *nest_current(struct nest_reader *r, const struct tir_buffer *b)
{
	int32_t k = nest_state_of(r, b)->nest;
	return k == NEST_NONE ? NULL : &r->n->all.at[k];
}

/* The extent of the enclosing loop over v; 0: no enclosing loop is over v. */
static inline int64_t nest_extent(const struct nest_reader *r, const struct tir_var *v)
{
	for (uint32_t i = 0; i < r->nloops; i++)
		if (tir_as_for(r->loop[i])->var == v)
			return tir_as_for(r->loop[i])->extent.e->u.i;
	return 0;
}

static inline bool nest_is_around(const struct nest_reader *r, const struct tir_var *v)
{
	return nest_extent(r, v) != 0;
}

/* The value of the element at the index, by what is known of its buffer; NULL: it is to be loaded.  (nest_known.c) */
const struct tir_expr *nest_value_at(struct nest_reader *r, const struct tir_expr *load,
        const struct tir_expr *index);
/* |a - b|, or its square, of numbers of 8 or 16 bits as what is of so many bits; else e.  (nest_distance.c) */
const struct tir_expr *nest_distance(struct tir_module *m, const struct tir_expr *e);

#endif
