/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile_cover.c: do the tiles together do all iterations?
 *
 * Idea.    The cells that a tile stores to tell iterations of f's stores: in each loop a sum of variables and a number.  Where the
 *          numbers are all those between two ends, in every combination, and a tile is as far from the next one as these
 *          reach, the tiles of a case do a box of iterations.  The boxes of all cases must hold all.
 * Wrong if an iteration is taken for done that no tile does. */
#include <stdlib.h>

#include "proof/replay/tile.h"

enum { MOST_BOXES = 512, DIMS = REPLAY_VARS + TILE_LOOPS };

/* ---- Groups ------------------------------------------------------------------------------*/
static struct tile_group *group_of(struct tile *t, struct tile_store *s,
        const struct replay_symbol *at)
{
	struct tile_group new = {.form = {0}};
	for (uint32_t i = 0; i < s->groups.n; i++) {
		bool same = true;
		for (uint32_t l = 0; l < s->nloops; l++)
			same = same && s->groups.at[i].form[l] == at[l].form;
		if (same)
			return &s->groups.at[i];
	}
	for (uint32_t l = 0; l < s->nloops; l++) {
		new.form[l] = at[l].form;
		new.offset[l] = (struct replay_range){at[l].number, at[l].number};
	}
	VEC_PUSH(t->arena, &s->groups, new);
	return &s->groups.at[s->groups.n - 1];
}

/* Note which iteration of the store's loops was done, by its offset in the group; false: a form that is too large. */
static bool note(struct tile *t, struct tile_store *s, const struct replay_sum *number)
{
	struct replay_symbol at[TILE_LOOPS], none = {.form = 0};
	uint64_t all = 0;
	for (uint32_t l = 0; l < s->nloops; l++)
		if (!proof_replay_of_sum(&t->r, &number[l], &at[l]))
			return false;
	struct tile_group *g = group_of(t, s, at);
	for (uint32_t l = 0; l < s->nloops; l++) {
		struct replay_range *r = &g->offset[l];
		r->least = at[l].number < r->least ? at[l].number : r->least;
		r->most = at[l].number > r->most ? at[l].number : r->most;
		all = (all ^ all >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + (uint64_t)at[l].number;
	}
	proof_tile_put(&g->seen, t->arena, all, &none, 1, &none);
	return true;
}

bool proof_tile_covers(struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at)
{
	struct replay_sum number[TILE_LOOPS];
	bool holds;
	for (uint32_t i = 0; i < t->nstores; i++) {
		struct tile_store *s = &t->store[i];
		if (tir_as_store(s->stmt)->buffer->root != root)
			continue;
		if (!proof_tile_invert(t, s, at, &holds, number) || (holds && !note(t, s, number)))
			return false;
	}
	return true;
}

/* ---- Boxes -------------------------------------------------------------------------------*/
/* What a loop's form takes, with all numbers between the ends of `offset`; false: there are holes, or a variable is one of
 * those that `used` has. */
static bool reach(const struct tile *t, uint32_t form, struct replay_range offset, uint32_t *used,
        struct replay_range *out)
{
	const struct replay_form *f = &t->forms.all.at[form];
	struct replay_sum s = {.number = 0};
	struct replay_range all;
	int64_t width = offset.most - offset.least + 1;
	uint32_t left = 0;
	memcpy(s.factor, f->factor, sizeof s.factor);
	for (uint32_t v = 0; v < t->forms.nvars; v++)
		left |= (uint32_t)(f->factor[v] != 0) << v;
	if (left & *used)
		return false;
	*used |= left;
	while (left) {
		uint32_t near = REPLAY_VARS;
		for (uint32_t v = 0; v < t->forms.nvars; v++)
			if (left >> v & 1 && (near == REPLAY_VARS ||
			                             llabs(f->factor[v]) < llabs(f->factor[near])))
				near = v;
		if (llabs(f->factor[near]) > width)
			return false;
		width += llabs(f->factor[near]) *
		         (t->forms.var[near].most - t->forms.var[near].least);
		left &= ~(1U << near);
	}
	if (!proof_replay_range(&t->r, &s, &all))
		return false;
	*out = (struct replay_range){all.least + offset.least, all.most + offset.most};
	return true;
}

/* Add the box of iterations that a group did in this case, if it has no holes. */
static void add_box(struct tile *t, struct tile_store *s, const struct tile_group *g)
{
	struct tile_box box;
	uint32_t used = 0;
	int64_t all = 1;
	for (uint32_t v = 0; v < t->naround; v++) {
		box.range[v] = t->range[v];
		used |= (uint32_t)(t->range[v].least != t->range[v].most) << v;
	}
	for (uint32_t l = 0; l < s->nloops; l++) {
		int64_t width = g->offset[l].most - g->offset[l].least + 1;
		if (!reach(t, g->form[l], g->offset[l], &used, &box.range[t->naround + l]) ||
		        __builtin_mul_overflow(all, width, &all))
			return;
	}
	if (all == g->seen.n)
		VEC_PUSH(t->arena, &s->boxes, box);
}

void proof_tile_end_case(struct tile *t, bool holds)
{
	for (uint32_t i = 0; i < t->nstores; i++) {
		struct tile_store *s = &t->store[i];
		for (uint32_t k = 0; holds && k < s->groups.n; k++)
			add_box(t, s, &s->groups.at[k]);
		s->groups.n = 0;
	}
}

/* ---- All of them -------------------------------------------------------------------------*/
struct covering {
	const struct tile_store *s;
	struct replay_range whole[DIMS];
	uint32_t ndims, steps;
};

/* Do those of the boxes hold the whole, from dimension `dim` on? */
static bool is_whole(struct covering *c, uint32_t dim, const uint32_t *box, uint32_t n)
{
	uint32_t some[MOST_BOXES];
	if (dim == c->ndims || !n || !c->steps)
		return n && c->steps;
	for (int64_t at = c->whole[dim].least, next; at <= c->whole[dim].most; at = next) {
		uint32_t k = 0;
		next = c->whole[dim].most + 1;
		c->steps -= c->steps > 0;
		for (uint32_t i = 0; i < n; i++) {
			const struct replay_range *r = &c->s->boxes.at[box[i]].range[dim];
			if (r->least <= at && at <= r->most) {
				some[k++] = box[i];
				next = r->most + 1 < next ? r->most + 1 : next;
			} else if (r->least > at && r->least < next) {
				next = r->least;
			}
		}
		if (!is_whole(c, dim + 1, some, k))
			return false;
	}
	return true;
}

/* Do the boxes cover all iterations of the store's loops?  False also if that takes too many steps. */
static bool is_covered(const struct tile *t, const struct tile_store *s)
{
	struct covering c = {.s = s, .ndims = t->naround + s->nloops, .steps = 1 << 14};
	uint32_t box[MOST_BOXES], n = s->boxes.n;
	for (uint32_t v = 0; v < t->naround; v++)
		c.whole[v] = t->around[v];
	for (uint32_t l = 0; l < s->nloops; l++) {
		/* of a loop that a cell does not tell all iterations are done at once */
		c.whole[t->naround + l] = (struct replay_range){
		        0, s->factor[l] ? s->trips[l] - 1 : 0};
		if (s->trips[l] == 0)
			return true;
	}
	for (uint32_t k = 0; k < n && n <= MOST_BOXES; k++)
		box[k] = k;
	return n <= MOST_BOXES && is_whole(&c, 0, box, n);
}

bool proof_tile_covers_all(const struct tile *t, const struct tir_buffer *root)
{
	for (uint32_t i = 0; i < t->nstores; i++)
		if (tir_as_store(t->store[i].stmt)->buffer->root == root &&
		        !is_covered(t, &t->store[i]))
			return false;
	return true;
}
