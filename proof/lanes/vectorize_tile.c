/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_tile.c: which iteration of several loops a lane is.
 *
 * Idea.    Loops of f that are in each other with nothing between, and that g has no longer, are lanes.  Which lane is
 *          which iteration is taken from what is stored: if a store of f goes, for all iterations that are done at once, to
 *          so many neighbouring elements, once to each, the element's number is the lane.  That is a claim: all
 *          statements are then compared by it.
 * Wrong if two lanes are one iteration. */
#include "proof/lanes/vectorize.h"

/* ---- Loops -------------------------------------------------------------------------------*/
static const struct tir_stmt *only_loop(const struct tir_seq *s)
{
	return s->first && !s->first->next && s->first->kind == TIR_FOR ? s->first : NULL;
}

static uint32_t chain(const struct tir_seq *s)
{
	uint32_t n = 0;
	for (const struct tir_stmt *t = only_loop(s); t; t = only_loop(tir_body(t)))
		n++;
	return n;
}

/* Does the loop do a constant number of iterations, whatever happens? */
static bool is_constant(const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	return proof_is_plain(s) && tir_loop_step(s) == 1 && l->min.e->op == TIR_INT_IMM &&
	       l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 0 &&
	       l->extent.e->u.i <= LANES_MOST && l->var->type.code == TIR_TYPE_INT &&
	       l->var->type.bits >= 32;
}

/* Find the loops whose iterations are lanes: those that the piece has no longer.  False: too many, or extents that are no
 * constants. */
static bool find_loops(struct lane_walk *w)
{
	uint32_t before = chain(tir_body(w->loop)), after = chain(tir_body(w->piece));
	w->dim[0] = w->loop;
	w->ndims = w->inner = 1;
	w->body = tir_body(w->loop);
	for (; before > after; before--) {
		const struct tir_stmt *s = only_loop(w->body);
		if (w->ndims == LANE_DIMS || !is_constant(s))
			return false;
		w->dim[w->ndims++] = s;
		w->inner *= (uint32_t)tir_as_for(s)->extent.e->u.i;
		w->body = tir_body(s);
		if (w->inner > LANES_MOST)
			return false;
	}
	return true;
}

/* ---- Lanes -------------------------------------------------------------------------------*/
/* The next iteration of those that are done at once; false: there is none. */
static bool advance(const struct lane_walk *w, uint16_t digit[LANE_DIMS])
{
	for (uint32_t d = w->ndims; d-- > 0;) {
		int64_t n = d ? tir_as_for(w->dim[d])->extent.e->u.i : tir_loop_step(w->piece);
		if (++digit[d] < n)
			return true;
		digit[d] = 0;
	}
	return false;
}

/* Does each iteration go to another one of as many neighbours?  Then these are the lanes. */
static bool number_lanes(struct lane_walk *w, const int64_t by[LANE_DIMS], uint32_t lanes)
{
	uint8_t *found = memset(ARENA_NEWN(w->scratch, uint8_t, lanes), 0, lanes);
	uint16_t digit[LANE_DIMS] = {0};
	do {
		int64_t at = 0, part;
		for (uint32_t d = 0; d < w->ndims; d++)
			if (__builtin_mul_overflow(by[d], (int64_t)digit[d], &part) ||
			        __builtin_add_overflow(at, part, &at))
				return false;
		if (at < 0 || at >= lanes || found[at])
			return false;
		found[at] = 1;
		memcpy(w->digit[at], digit, sizeof digit);
	} while (advance(w, digit));
	memcpy(w->by, by, sizeof w->by);
	return true;
}

/* Number the lanes of a tile by the first store whose index tells them apart; false: there is none. */
static bool find_lanes(struct lane_walk *w, const struct tir_seq *s, uint32_t lanes)
{
	int64_t by[LANE_DIMS];
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_STORE && t->nindex &&
		        proof_lanes_strides(w, tir_as_store(t)->index[t->nindex - 1].e, by) &&
		        number_lanes(w, by, lanes))
			return true;
		if (find_lanes(w, tir_body(t), lanes) || find_lanes(w, tir_orelse(t), lanes))
			return true;
	}
	return false;
}

bool proof_lanes_find_tile(struct lane_walk *w)
{
	if (!find_loops(w))
		return false;
	memset(w->by, 0, sizeof w->by);
	w->by[0] = 1;
	int64_t lanes = tir_loop_step(w->piece) * w->inner;
	w->digit = NULL;
	if (lanes > LANES_MOST || tir_as_for(w->loop)->extent.e->op != TIR_INT_IMM)
		return w->ndims == 1;
	w->digit = (uint16_t (*)[LANE_DIMS])ARENA_NEWN(w->scratch, uint16_t, lanes *LANE_DIMS);
	for (uint32_t l = 0; w->ndims == 1 && l < lanes; l++)
		w->digit[l][0] = (uint16_t)l;
	return w->ndims == 1 || find_lanes(w, w->body, (uint32_t)lanes);
}
