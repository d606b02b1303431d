/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best.c: the best way to do a nest.
 *
 * Idea.    Try some ways to cover it, and to cover nests that are made of it; the one that takes least time by the model is taken.
 * Costs    COVER_MOST ways a nest, each of a limited size; a few nests for each. */
#include "loops/plan/best.h"
#include "loops/plan/cover.h"
#include "loops/plan/rewrite.h"
#include "loops/plan/turned.h"

/* Twelfths of a packet for each register that is computed in the code: what is long takes more registers than there are. */
enum { CODE = 3, FEWEST_TERMS = 16, MOST_PARTS = 16 * EMIT_LANES, TRIES = 6 };

uint64_t best_time(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena)
{
	struct arena scratch = arena_scratch(arena);
	uint64_t time = loops_time(f, options, &scratch);
	arena_free(&scratch);
	return time;
}

static uint64_t time_of(struct planner *s, const struct tir_seq *seq)
{
	return best_time(tir_func_with_body(s->f, *seq), s->options, s->arena);
}

/* Is it a sum of which some terms go into one instruction? */
static bool goes_inside(void *ctx, const struct tir_expr *e)
{
	const struct nest_reduce *r = nest_reduction(&((struct planner *)ctx)->nests, e);
	return !r || !emit_terms_inside(r);
}

/* Cover nests side by side in each of the ways; what is better is put behind what comes first. */
static void try_ways(struct planner *s, const struct nest *const *n, uint32_t nnests,
        const struct cover *way, uint32_t ways, struct best *best)
{
	for (uint32_t k = 0; k < ways; k++) {
		struct tir_seq seq = {0};
		struct arena scratch = arena_scratch(s->arena);
		const char *why;
		uint32_t code = 0;
		bool ok = cover_emit(&s->nests, n, nnests, &way[k], &scratch, &seq, &code, &why);
		arena_free(&scratch);
		uint64_t time = ok ? time_of(s, &seq) + (uint64_t)CODE * code : UINT64_MAX;
		if (time < best->time)
			*best = (struct best){time, seq, way[k].lanes};
	}
}

/* Cover the nest so that terms go into instructions: of steps of as many loops and lanes, with the fullest registers. */
static bool try_terms_inside(struct planner *s, const struct nest *n, struct best *best)
{
	struct cover way[COVER_MOST], one[COVER_MOST];
	const char *why;
	uint32_t ways = 0, count = 0;
	if (tir_walk_expr(n->value, s->arena, goes_inside, s))
		return false;
	ways = cover_find(n, way, &why);
	for (uint32_t k = 0; k < ways; k++) {
		if (count && one[count - 1].flat == way[k].flat &&
		        one[count - 1].lanes == way[k].lanes)
			continue;
		one[count] = way[k];
		one[count++].inside = true;
	}
	try_ways(s, &n, 1, one, count, best);
	return true;
}

void best_side(struct planner *s, const struct nest *const *n, uint32_t nnests, struct best *best)
{
	struct cover way[COVER_MOST];
	const char *why;
	uint32_t ways = cover_find(n[0], way, &why);
	try_ways(s, n, nnests, way, ways, best);
}

static void try_covers(struct planner *s, const struct nest *n, struct best *best)
{
	best_side(s, &n, 1, best);
	try_terms_inside(s, n, best);
}

/* The nest as plain loops. */
static void try_plain(struct planner *s, const struct nest *n, struct best *best)
{
	struct tir_seq seq = {0};
	if (emit_plain_nest(&s->nests, n, s->arena, &seq)) {
		uint64_t time = time_of(s, &seq);
		if (time < best->time)
			*best = (struct best){time, seq, 1};
	}
}

/* Put the allocation of memory for a nest behind *out. */
static void add_buffer(struct planner *s, struct tir_seq *out, struct tir_buffer *b,
        const struct nest *n)
{
	struct tir_stmt *alloc = tir_stmt_new(s->f->module, TIR_ALLOC, n->loop->at);
	tir_as_alloc(alloc)->buffer = b;
	alloc->form = TIR_ALLOC_BUFFER;
	tir_seq_add(out, alloc);
}

/* Part sums of a loop that reduces, and what reduces these. */
static void try_parts(struct planner *s, const struct nest *n, struct rewrite_split by,
        struct best *best)
{
	struct rewrite_part p;
	struct best first = {UINT64_MAX, {0}, 0}, second = first;
	if (!rewrite_factor(&s->nests, n, by, &p))
		return;
	const struct nest_reduce *r = nest_reduction(&s->nests, p.first.value);
	if (by.together && (!r || !emit_terms_inside(r)))
		return;
	try_covers(s, &p.first, &first);
	if (first.time >= best->time)
		return;
	try_covers(s, &p.second, &second);
	try_plain(s, &p.second, &second);
	if (second.time == UINT64_MAX || first.time + second.time >= best->time)
		return;
	struct tir_seq all = {0};
	add_buffer(s, &all, p.sums, n);
	tir_seq_append(&all, first.seq);
	tir_seq_append(&all, second.seq);
	*best = (struct best){first.time + second.time, all, first.lanes};
}

static int64_t elements_of(const struct nest *n)
{
	int64_t all = 1;
	for (uint32_t i = 0; i < n->loops.n; i++)
		all *= n->loops.at[i].extent;
	return all;
}

/* Let iterations that reduce be lanes: as few as fill a register, or some. */
static void try_all_parts(struct planner *s, const struct nest *n, struct best *best)
{
	struct nest_loop loop[NEST_LOOPS];
	uint32_t loops = rewrite_loops(&s->nests, n, loop), tries = 0;
	int64_t elements = elements_of(n), terms = 1;
	for (uint32_t i = 0; i < loops; i++)
		terms *= loop[i].extent;
	if (terms < FEWEST_TERMS)
		return;
	for (uint32_t i = 0; i < loops; i++)
		for (int64_t q = 2; q <= loop[i].extent && q <= 2 * EMIT_LANES; q++) {
			bool fills = q * elements >= EMIT_LANES && q * elements <= MOST_PARTS;
			if (loop[i].extent % q || !fills || tries++ >= TRIES)
				continue;
			try_parts(s, n, (struct rewrite_split){i, q, false, false}, best);
			try_parts(s, n, (struct rewrite_split){i, q, true, false}, best);
		}
	for (uint32_t i = 0; i < loops; i++)
		for (int64_t q = 2; q <= 4; q += 2)
			if (loop[i].extent % q == 0)
				try_parts(s, n,
				        (struct rewrite_split){i, loop[i].extent / q, true, true},
				        best);
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
		add_buffer(s, &all->seq, c->copy, n);
	if (c->padded) {
		struct best pad = {UINT64_MAX, {0}, 0};
		add_buffer(s, &all->seq, c->padded, n);
		try_covers(s, &c->pad, &pad);
		ok = pad.time != UINT64_MAX;
		all->time += ok ? pad.time : 0;
		tir_seq_append(&all->seq, pad.seq);
	}
	for (uint32_t i = 0; ok && i < c->nmoves; i++)
		ok = exchange_emit(&x, &c->move[i], &seq);
	arena_free(&scratch);
	all->time += ok ? time_of(s, &seq) : 0;
	tir_seq_append(&all->seq, seq);
	return ok;
}

/* What lanes load from far apart, by copies that are turned. */
static void try_turned(struct planner *s, const struct nest *n, struct best *best)
{
	struct turned t;
	struct best all = {0, {0}, EMIT_LINE_BITS / n->buffer->elem.bits},
	            rest = {UINT64_MAX, {0}, 0};
	for (int stores = 1; stores >= 0; stores--) {
		if (!turned_loads(&s->nests, n, stores, &t) || (!stores && t.is_done))
			return;
		for (uint32_t i = 0; i < t.n; i++)
			if (!add_copy(s, n, &t.copy[i], &all) || all.time >= best->time)
				return;
		if (!t.is_done) {
			try_covers(s, &t.rest, &rest);
			all.time += rest.time == UINT64_MAX ? 0 : rest.time;
			tir_seq_append(&all.seq, rest.seq);
		}
		if ((t.is_done || rest.time != UINT64_MAX) && all.time < best->time)
			*best = all;
		if (!t.is_done)
			return;
		all = (struct best){0, {0}, all.lanes};
	}
}

/* Iterations of another loop as neighbours, in a copy that is turned. */
static void try_inside_out(struct planner *s, const struct nest *n, struct best *best)
{
	enum { FEWEST = 8 };
	if (!turned_is_strided(&s->nests, n))
		return;
	for (uint32_t i = 0; i < n->loops.n; i++) {
		struct turned_store x;
		struct best first = {UINT64_MAX, {0}, 0}, second = first;
		if (n->loops.at[i].extent < FEWEST || !turned_stores(&s->nests, n, i, &x))
			continue;
		try_covers(s, &x.first, &first);
		try_turned(s, &x.first, &first);
		if (first.time >= best->time)
			continue;
		try_turned(s, &x.second, &second);
		if (second.time == UINT64_MAX || first.time + second.time >= best->time)
			continue;
		struct tir_seq all = {0};
		add_buffer(s, &all, x.held, n);
		tir_seq_append(&all, first.seq);
		tir_seq_append(&all, second.seq);
		*best = (struct best){first.time + second.time, all, first.lanes};
	}
}

/* What stands for one of the nests of a sum of products. */
static void cover_part(struct planner *s, const struct nest *n, bool is_last, struct best *best)
{
	if (is_last) {
		try_covers(s, n, best);
	} else if (!try_terms_inside(s, n, best)) {
		try_covers(s, n, best);
		try_plain(s, n, best);
		try_turned(s, n, best);
	} else if (n->loops.n == 1) {
		try_plain(s, n, best);
		try_all_parts(s, n, best);
	}
}

/* Let an instruction add up several terms of a sum of products, from operands that are laid out for it. */
static void try_inside(struct planner *s, const struct nest *n, bool swap, struct best *best)
{
	struct rewrite_inside x;
	struct best part[REWRITE_NESTS];
	struct best all = {0};
	if (!rewrite_inside(&s->nests, n, swap, &x))
		return;
	for (uint32_t i = x.n; i-- > 0 && all.time < best->time;) {
		part[i] = (struct best){.time = UINT64_MAX};
		cover_part(s, &x.nest[i], i + 1 == x.n, &part[i]);
		if (part[i].time == UINT64_MAX)
			return;
		all.time += part[i].time;
	}
	if (all.time >= best->time)
		return;
	for (uint32_t i = 0; i + 1 < x.n; i++)
		add_buffer(s, &all.seq, x.nest[i].buffer, n);
	for (uint32_t i = 0; i < x.n; i++)
		tir_seq_append(&all.seq, part[i].seq);
	all.lanes = part[x.n - 1].lanes;
	*best = all;
}

struct best best_of(struct planner *s, const struct nest *n)
{
	struct best best = {UINT64_MAX, {0}, 0};
	try_covers(s, n, &best);
	try_all_parts(s, n, &best);
	try_turned(s, n, &best);
	try_inside_out(s, n, &best);
	for (uint32_t swap = 0; swap < 2; swap++)
		try_inside(s, n, swap, &best);
	return best;
}
