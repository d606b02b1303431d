/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/scalarize_meet.c: may the lanes of a group of statements be run one after the other?
 *
 * Idea.   Two accesses of one element, one of them a store, may only be those of one lane: by the
 *         same index in the same buffer, each lane at a place of its own.  Of all others analysis/ must know
 *         that no lanes of theirs meet.
 * Why it cannot be wrong
 *         Two accesses count as one lane's only if they have the very same index, a ramp with a constant
 *         step that is not 0 or an element as long as the vector, in the same buffer
 *         (legalize_lane_access_add). Of all other pairs analysis/ must know that they never meet, and a
 *         store whose index moves with a loop inside the lanes is refused (legalize_lanes_meet).
 * Costs   each access against each. */
#include "legalize/scalarize.h"

static bool names(const struct tir_expr *e, const struct lane_loop *l)
{
	for (; e->op == TIR_VAR && l; l = l->outer)
		if (e->u.var == l->var)
			return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->flags & TIR_HAS_VAR && names(e->arg[i], l))
			return true;
	return false;
}

static bool moves(const struct lane_accesses *s, const struct access *a)
{
	for (uint32_t i = 0; i < access_rank(a); i++)
		if (names(access_index(a, i), s->inner))
			return true;
	return false;
}

void legalize_lane_access_add(struct lane_accesses *s, struct arena *arena,
        const struct tir_buffer *plain, struct access a)
{
	const struct tir_expr *index = access_rank(&a) == 1 ? access_index(&a, 0) : NULL;
	bool steps = index && index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM &&
	             index->arg[1]->u.i;
	bool own = index && (plain->elem.lanes == s->lanes || (plain->elem.lanes == 1 && steps));
	VEC_PUSH(arena, &s->at, ((struct lane_access){a, plain, own ? index : NULL, moves(s, &a)}));
}

static bool may_meet(const struct lane_accesses *s, const struct lane_access *a,
        const struct lane_access *b)
{
	const struct dependence_query q = {.facts = s->facts};
	if (a->moves || b->moves)
		return alias_may(s->facts, a->access.buffer, b->access.buffer);
	bool same = a->index && a->index == b->index && a->plain == b->plain;
	return !same && dependence_may(&q, &a->access, &b->access);
}

bool legalize_lanes_meet(const struct lane_accesses *s, uint32_t first)
{
	for (uint32_t i = first; i < s->at.n; i++) {
		const struct lane_access *a = &s->at.at[i];
		if (a->moves && a->access.kind & ACCESS_WRITE)
			return true;
		for (uint32_t k = 0; k < i; k++) {
			const struct lane_access *b = &s->at.at[k];
			if ((a->access.kind | b->access.kind) & ACCESS_WRITE && may_meet(s, a, b))
				return true;
		}
	}
	return false;
}
