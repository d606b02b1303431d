/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize_meet.c: may the lanes of a group of statements be run one after the other?
 *
 * Idea.   Two accesses of one element, one of them a store, may only be those of one lane: by the
 *         same index in the same buffer, each lane at a place of its own.  All others must be known
 *         to be apart: by their buffers, or by ramps of one step that begin a constant apart.
 * Costs   each access against each, MAX_ACCESSES of them. */
#include "analysis/analysis.h"
#include "legalize/scalarize.h"

enum { MAX_ACCESSES = 64 };

bool legalize_lane_access_add(struct lane_accesses *a, struct arena *arena,
        const struct tir_buffer *b, const struct tir_expr *index, bool store)
{
	bool steps = index && index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM &&
	             index->arg[1]->u.i;
	bool own = index && (b->elem.lanes == a->lanes || (b->elem.lanes == 1 && steps));
	if (a->at.n == MAX_ACCESSES)
		return false;
	VEC_PUSH(arena, &a->at, ((struct lane_access){b, own ? index : NULL, store}));
	return true;
}

/* The terms of a sum that are not constant, or NULL; *c: the constant. */
static const struct tir_expr *split(const struct tir_expr *e, int64_t *c)
{
	bool sum = e->op == TIR_ADD && e->arg[1]->op == TIR_INT_IMM;
	const struct tir_expr *constant = sum ? e->arg[1] : e;
	*c = constant->op == TIR_INT_IMM ? constant->u.i : 0;
	return sum ? e->arg[0] : constant->op == TIR_INT_IMM ? NULL : e;
}

/* True if no lane of one is at the place of a lane of the other: rows side by side, or interleaved. */
static bool are_apart(const struct lane_accesses *s, const struct lane_access *a,
        const struct lane_access *b)
{
	if (!a->index || !b->index || a->buffer != b->buffer || a->index->op != TIR_RAMP ||
	        b->index->op != TIR_RAMP || a->index->arg[1] != b->index->arg[1])
		return false;
	int64_t x, y, step = a->index->arg[1]->u.i;
	if (split(a->index->arg[0], &x) != split(b->index->arg[0], &y) || step != (int32_t)step ||
	        x != (int32_t)x || y != (int32_t)y)
		return false;
	int64_t d = x < y ? y - x : x - y, each = step < 0 ? -step : step;
	return d % each || d >= each * s->lanes;
}

bool legalize_lanes_meet(const struct lane_accesses *s, uint32_t first)
{
	for (uint32_t i = first; i < s->at.n; i++)
		for (uint32_t k = 0; k < i; k++) {
			const struct lane_access *a = &s->at.at[i], *b = &s->at.at[k];
			bool same = a->index && a->index == b->index && a->buffer == b->buffer;
			if ((a->store || b->store) && !same && !are_apart(s, a, b) &&
			        alias_may_in(s->f, a->buffer, b->buffer))
				return true;
		}
	return false;
}
