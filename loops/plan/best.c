/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best.c: the best way to do a nest.
 *
 * Idea.    Try some ways to cover it, and to cover nests that are made of it; the one that takes least time by the model is taken.
 * Costs    COVER_MOST ways a nest, each of a limited size; a few nests for each. */
#include "loops/plan/best_tried.h"
#include "loops/plan/emit.h"
#include "loops/plan/rewrite.h"
#include "loops/plan/turned.h"

enum { WINDOWS = 70 }; /* hundredths of the time, at most, for windows in two nests */
/* ---- Windows ------------------------------------------------------------------------------*/
static void try_windows(struct planner *s, const struct nest *n, bool dense, struct best *best);

static void cover_columns(struct planner *s, const struct nest *n, struct best *best)
{
	best_fullest(s, n, best);
	try_windows(s, n, true, best);
}

/* A window in two nests.  Memory in between must be worth it. */
static void try_window(struct planner *s, const struct nest *n, struct rewrite_along by,
        struct best *best)
{
	best_cover *const cover[2] = {best_fullest, by.dense ? best_fullest : cover_columns};
	struct rewrite_part p;
	struct best part[2];
	if (!rewrite_along(&s->nests, n, by, &p))
		return;
	bool better = best_two(s, &p.first, &p.second, cover, best, part);
	struct best all = better ? best_in_two(s, n, p.sums, part) : best_none();
	if (!s->asked && all.time >= best->time / 100 * WINDOWS)
		all = best_none();
	struct schedule *way = best_new_way(s, SCHEDULE_WINDOWS, better ? 2 : 0, part);
	way->number[WINDOWS_LOOP] = by.loop;
	way->number[WINDOWS_REDUCED] = by.reduced;
	way->number[WINDOWS_DENSE] = by.dense;
	best_tried(s, way, &all, best_worse, best);
}

/* The columns of a window first, or whole windows at each column; then the window of these, in the same ways but one. */
static void try_windows(struct planner *s, const struct nest *n, bool dense, struct best *best)
{
	struct nest_loop loop[NEST_LOOPS];
	uint32_t loops = rewrite_loops(&s->nests, n, loop);
	if (!best_may_be(s, SCHEDULE_WINDOWS) || !best_is_asked(s, WINDOWS_DENSE, dense))
		return;
	for (uint32_t r = 0; r < loops; r++)
		for (uint32_t x = 0; x < n->loops.n; x++)
			if (best_is_asked(s, WINDOWS_LOOP, x) &&
			        best_is_asked(s, WINDOWS_REDUCED, r))
				try_window(s, n, (struct rewrite_along){x, r, dense}, best);
}

/* ---- Turned copies ------------------------------------------------------------------------*/
/* Put what makes the copy behind *all. */
static bool add_copy(struct planner *s, const struct nest *n, const struct turned_copy *c,
        struct best *all)
{
	struct arena scratch = arena_scratch(s->arena);
	struct emitter x = {
	        .n = &s->nests, .m = s->f->module, .arena = &scratch, .span = n->loop->at};
	struct tir_seq seq = {0};
	bool ok = true;
	if (c->copy)
		best_add_buffer(s, &all->seq, c->copy, n);
	if (c->padded) {
		struct best pad = best_none();
		best_add_buffer(s, &all->seq, c->padded, n);
		const struct schedule *before = best_begin_part(s, SCHEDULE_NPARTS);
		best_covers(s, &c->pad, &pad);
		best_end_part(s, before);
		ok = pad.time != UINT64_MAX;
		all->time += ok ? pad.time : 0;
		tir_seq_append(&all->seq, pad.seq);
	}
	for (uint32_t i = 0; ok && i < c->nmoves; i++)
		ok = exchange_emit(&x, &c->move[i], &seq);
	arena_free(&scratch);
	all->time += ok ? best_time_of(s, &seq) : 0;
	tir_seq_append(&all->seq, seq);
	return ok;
}

/* What the copies take, and what is left of the nest, put behind *all; false: it cannot be, or takes longer than the best way. */
static bool add_turned(struct planner *s, const struct nest *n, const struct turned *t,
        const struct best *best, struct best *all, struct best *rest)
{
	for (uint32_t i = 0; i < t->n; i++)
		if (!add_copy(s, n, &t->copy[i], all) || all->time >= best->time)
			return false;
	if (t->is_done)
		return true;
	const struct schedule *before = best_begin_part(s, 0);
	best_covers(s, &t->rest, rest);
	best_end_part(s, before);
	if (rest->time == UINT64_MAX)
		return false;
	all->time += rest->time;
	tir_seq_append(&all->seq, rest->seq);
	return true;
}

/* What lanes load from far apart, by copies that are turned. */
static void try_turned(struct planner *s, const struct nest *n, struct best *best)
{
	struct turned t;
	for (int stores = 1; stores >= 0 && best_may_be(s, SCHEDULE_TURNED); stores--) {
		struct best rest = best_none(), all = {0};
		all.lanes = EMIT_LINE_BITS / n->buffer->elem.bits;
		if (!best_is_asked(s, 0, stores))
			continue;
		if (!turned_loads(&s->nests, n, stores, &t) || (!stores && t.is_done))
			return;
		bool better = add_turned(s, n, &t, best, &all, &rest);
		if (!better)
			all = best_none();
		struct schedule *way = best_new_way(s, SCHEDULE_TURNED,
		        all.time != UINT64_MAX && !t.is_done, &rest);
		way->number[0] = stores;
		best_tried(s, way, &all, best_worse, best);
		if (!t.is_done || !better)
			return;
	}
}

static void cover_or_turn(struct planner *s, const struct nest *n, struct best *best)
{
	best_covers(s, n, best);
	try_turned(s, n, best);
}

/* Iterations of loop i as neighbours, in a copy that is turned. */
static void try_loop_inside(struct planner *s, const struct nest *n, uint32_t i, bool loads,
        struct best *best)
{
	best_cover *const cover[2] = {cover_or_turn, try_turned};
	struct turned_store x;
	struct best part[2];
	if (!turned_stores(&s->nests, n, i, loads, &x))
		return;
	bool better = best_two(s, &x.first, &x.second, cover, best, part);
	struct best all = better ? best_in_two(s, n, x.held, part) : best_none();
	struct schedule *way = best_new_way(s, SCHEDULE_INSIDE_OUT, better ? 2 : 0, part);
	way->number[INSIDE_OUT_LOOP] = i;
	way->number[INSIDE_OUT_LOADS] = loads;
	best_tried(s, way, &all, best_worse, best);
}

/* Iterations of each other loop as neighbours. */
static void try_inside_out(struct planner *s, const struct nest *n, struct best *best)
{
	enum { FEWEST = 8 };
	if (!best_may_be(s, SCHEDULE_INSIDE_OUT) || !turned_is_strided(&s->nests, n))
		return;
	for (uint32_t i = 0; i < n->loops.n; i++)
		for (int loads = 0; loads < 2; loads++)
			if (best_is_asked(s, INSIDE_OUT_LOOP, i) &&
			        best_is_asked(s, INSIDE_OUT_LOADS, loads) &&
			        n->loops.at[i].extent >= FEWEST)
				try_loop_inside(s, n, i, loads, best);
}

/* What stands for one of the nests of a sum of products. */
static void cover_part(struct planner *s, const struct nest *n, bool is_last, struct best *best)
{
	if (s->asked) {
		best_covers(s, n, best);
		best_plain(s, n, best);
		try_turned(s, n, best);
		try_inside_out(s, n, best);
		best_parts(s, n, best);
	} else if (is_last) {
		cover_or_turn(s, n, best);
		try_inside_out(s, n, best);
	} else if (!best_inside(s, n, best)) {
		best_covers(s, n, best);
		best_plain(s, n, best);
		try_turned(s, n, best);
	} else if (n->loops.n == 1) {
		best_plain(s, n, best);
		best_parts(s, n, best);
	}
}

/* Cover the nests of a sum of products, from the last one on; false: that cannot be, or takes longer than the best way. */
static bool cover_products(struct planner *s, const struct rewrite_inside *x,
        const struct best *best, struct best part[REWRITE_NESTS])
{
	uint64_t time = 0;
	for (uint32_t i = x->n; i-- > 0;) {
		const struct schedule *before = best_begin_part(s, i);
		part[i] = best_none();
		cover_part(s, &x->nest[i], i + 1 == x->n, &part[i]);
		best_end_part(s, before);
		if (part[i].time == UINT64_MAX || time + part[i].time >= best->time)
			return false;
		time += part[i].time;
	}
	return true;
}

/* Let an instruction add up several terms of a sum of products, from operands that are laid out for it. */
static void try_inside(struct planner *s, const struct nest *n, struct rewrite_products by,
        struct best *best)
{
	struct rewrite_inside x;
	struct best part[REWRITE_NESTS], all = {0};
	if (!best_may_be(s, SCHEDULE_PRODUCTS) || !best_is_asked(s, PRODUCTS_SWAP, by.swap) ||
	        !best_is_asked(s, PRODUCTS_ROWS, by.rows) ||
	        !best_is_asked(s, PRODUCTS_FLIP, by.flip) || !rewrite_inside(&s->nests, n, by, &x))
		return;
	bool better = cover_products(s, &x, best, part);
	for (uint32_t i = 0; better && i + 1 < x.n; i++)
		best_add_buffer(s, &all.seq, x.nest[i].buffer, n);
	for (uint32_t i = 0; better && i < x.n; i++) {
		all.time += part[i].time;
		tir_seq_append(&all.seq, part[i].seq);
	}
	all.lanes = better ? part[x.n - 1].lanes : 0;
	struct schedule *way = best_new_way(s, SCHEDULE_PRODUCTS, better ? x.n : 0, part);
	way->number[PRODUCTS_SWAP] = by.swap;
	way->number[PRODUCTS_ROWS] = by.rows;
	way->number[PRODUCTS_FLIP] = by.flip;
	if (!better)
		all = best_none();
	best_tried(s, way, &all, best_worse, best);
}

struct best best_of(struct planner *s, const struct nest *n)
{
	struct best best = best_none();
	s->tried.n = 0;
	s->why = "the nest has no such way";
	best_covers(s, n, &best);
	best_parts(s, n, &best);
	try_windows(s, n, false, &best);
	try_windows(s, n, true, &best);
	try_turned(s, n, &best);
	try_inside_out(s, n, &best);
	for (int way = 0; way < 8; way++)
		try_inside(s, n, (struct rewrite_products){way & 1, way & 2, way & 4}, &best);
	return best;
}
