/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best_cover.c: the best cover of one nest as it is.
 *
 * Idea.    Try the ways of cover.h, and take the one that takes least time by the model.
 * Costs    COVER_MOST ways a nest, each of a limited size. */
#include "loops/plan/best_tried.h"
#include "loops/plan/cover.h"
#include "loops/plan/radix.h"

/* Twelfths of a packet for each register that is computed in the code: what is long takes more registers than there are. */
enum { CODE = 3 };
/* Scalar loops that add up terms one by one take twice what the model says: 1.3 packets a term were measured. */
enum { SCALARS = 2 };

uint64_t best_time_of(struct planner *s, const struct tir_seq *seq)
{
	struct arena scratch = arena_scratch(s->arena);
	struct loops_vectors none = {0};
	struct tir_func *f = loops_shrink(tir_func_with_body(s->f, *seq), s->options, &scratch,
	        &none);
	uint64_t time = loops_time_with(&s->timer, s->arena, f, s->options, &scratch);
	arena_free(&scratch);
	return time;
}

/* ---- Covers ------------------------------------------------------------------------------*/
/* Is it a sum of which some terms go into one instruction? */
static bool goes_inside(void *ctx, const struct tir_expr *e)
{
	const struct nest_reduce *r = nest_reduction(&((struct planner *)ctx)->nests, e);
	return !r || !emit_terms_inside(r);
}

/* The cover as a way of a schedule. */
static const struct schedule *cover_way(struct planner *s, const struct cover *c)
{
	struct schedule *w = best_new_way(s, SCHEDULE_COVER, 0, NULL);
	w->number[COVER_FLAT] = c->flat;
	w->number[COVER_ROWS] = c->rows;
	w->number[COVER_LANES] = c->lanes;
	w->number[COVER_INSIDE] = c->inside;
	w->number[COVER_BESIDE] = c->beside;
	w->number[COVER_BY] = c->by;
	return w;
}

/* Cover nests side by side in each of the ways; what is better is put behind what comes first. */
static void try_ways(struct planner *s, const struct nest *const *n, uint32_t nnests,
        const struct cover *way, uint32_t ways, struct best *best)
{
	for (uint32_t k = 0; k < ways; k++) {
		struct best made = best_none();
		struct arena scratch = arena_scratch(s->arena);
		const char *why;
		uint32_t code = 0;
		if (cover_emit(&s->nests, n, nnests, &way[k], &scratch, &made.seq, &code, &why))
			made.time = best_time_of(s, &made.seq) + (uint64_t)CODE * code;
		arena_free(&scratch);
		made.lanes = way[k].lanes;
		best_tried(s, cover_way(s, &way[k]), &made, why, best);
	}
}

/* The one cover that is asked for; false: the nest cannot be covered so. */
static bool asked_cover(struct planner *s, const struct nest *n, struct cover *out)
{
	const int64_t *number = s->asked->number;
	const char *why;
	*out = (struct cover){.flat = (uint32_t)number[COVER_FLAT],
	        .rows = number[COVER_ROWS],
	        .lanes = (uint32_t)number[COVER_LANES],
	        .inside = number[COVER_INSIDE] != 0,
	        .beside = (uint32_t)number[COVER_BESIDE],
	        .by = (uint32_t)number[COVER_BY]};
	bool may = cover_may(n, out, &why);
	s->why = may ? s->why : why;
	return may;
}

/* Find the cover with the fullest registers for each number of flat loops and of lanes; inside: and, if registers are not full,
 * the one whose steps are one row, which lie alike: what they load may be shared. */
static uint32_t fullest_ways(const struct nest *n, bool inside, struct cover *out)
{
	struct cover way[COVER_MOST];
	const char *why;
	uint32_t ways = cover_find(n, way, &why), count = 0;
	for (uint32_t k = 0; k < ways; k++) {
		if (count && out[count - 1].flat == way[k].flat &&
		        out[count - 1].lanes == way[k].lanes)
			continue;
		out[count] = way[k];
		out[count++].inside = inside;
	}
	for (uint32_t k = 0, found = count; inside && k < found && count < COVER_MOST; k++) {
		struct radix r;
		bool full = !radix_read(n, &r) ||
		            out[k].rows * radix_row(&r, out[k].flat) % out[k].lanes == 0;
		out[count] = out[k];
		out[count].rows = 1;
		count += out[k].rows > 1 && !full && cover_may(n, &out[count], &why);
	}
	return count;
}

bool best_inside(struct planner *s, const struct nest *n, struct best *best)
{
	struct cover way[COVER_MOST];
	if (s->asked || tir_walk_expr(n->value, s->arena, goes_inside, s))
		return false;
	uint32_t ways = fullest_ways(n, true, way);
	try_ways(s, &n, 1, way, ways, best);
	ways = cover_tiles(n, way);
	try_ways(s, &n, 1, way, ways, best);
	return true;
}

void best_side(struct planner *s, const struct nest *const *n, uint32_t nnests, struct best *best)
{
	struct cover way[COVER_MOST];
	const char *why;
	uint32_t ways = 1;
	if (!best_may_be(s, SCHEDULE_COVER))
		return;
	if (s->asked && !asked_cover(s, n[0], way))
		return;
	if (!s->asked)
		ways = cover_find(n[0], way, &why);
	if (!ways)
		s->why = why;
	try_ways(s, n, nnests, way, ways, best);
}

void best_covers(struct planner *s, const struct nest *n, struct best *best)
{
	best_side(s, &n, 1, best);
	best_inside(s, n, best);
}

void best_plain(struct planner *s, const struct nest *n, struct best *best)
{
	struct best made = best_none();
	bool single;
	made.lanes = 1;
	if (!best_may_be(s, SCHEDULE_PLAIN))
		return;
	if (emit_plain_nest(&s->nests, n, s->arena, &made.seq, &single))
		made.time = (single ? SCALARS : 1) * best_time_of(s, &made.seq);
	best_tried(s, best_new_way(s, SCHEDULE_PLAIN, 0, NULL), &made,
	        "it is no nest of plain loops", best);
}

void best_fullest(struct planner *s, const struct nest *n, struct best *best)
{
	struct cover way[COVER_MOST];
	if (s->asked)
		best_covers(s, n, best);
	else
		try_ways(s, &n, 1, way, fullest_ways(n, false, way), best);
}
