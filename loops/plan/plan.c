/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/plan.c: registers in the place of nests.
 *
 * Idea.    Read the function as nests; try some ways to cover each, and take the one that takes least time by the model.  A nest stands
 *          where the last of its statements stood; what nobody reads any more goes.
 * Leaves   statements of which one nest is not covered, and all that these read.
 * Costs    COVER_MOST ways a nest, each of a limited size.
 * Wrong if a nest is not what it was read as, or moves across what it reads or what reads it: proof/replay compares both functions. */
#include "loops/loops.h"
#include "loops/plan/cover.h"
#include "loops/plan/rewrite.h"
#include "loops/plan/turned.h"

/* Twelfths of a packet for each register that is computed in the code: what is long takes more registers than there are. */
enum { CODE = 3, FEWEST_TERMS = 16, MOST_PARTS = 16 * EMIT_LANES, TRIES = 6 };

/* What stands for a nest. */
struct best {
	uint64_t time; /* UINT64_MAX: there is none yet */
	struct tir_seq seq;
	uint32_t lanes;
};

struct coverage {
	struct tir_func *f;
	struct arena *arena;
	const struct loops_options *options;
	struct nests nests;
	struct best *made; /* by nest: what stands for it; no time: nothing */
	uint64_t *uses,
	        *writes; /* by buffer: the statements of the body, as they are, that load or store it */
	uint64_t kept; /* statements that stay */
};

static uint32_t first_of(uint64_t set)
{
	return (uint32_t)__builtin_ctzll(set);
}

static uint32_t last_of(uint64_t set)
{
	return 63 - (uint32_t)__builtin_clzll(set);
}

/* All from the first to the last. */
static uint64_t between(uint64_t set)
{
	uint64_t upto = last_of(set) == 63 ? UINT64_MAX : (UINT64_C(2) << last_of(set)) - 1;
	return upto & ~((UINT64_C(1) << first_of(set)) - 1);
}

/* ---- What statements touch ---------------------------------------------------------------*/
struct toucher {
	struct coverage *s;
	uint64_t bit;
};

static bool touch_expr(void *ctx, const struct tir_expr *e)
{
	struct toucher *t = ctx;
	if (e->op == TIR_LOAD && e->u.buffer->root)
		t->s->uses[e->u.buffer->root->id] |= t->bit;
	return true;
}

/* Note what the statement loads and stores. */
static bool touch(void *ctx, struct tir_stmt *s)
{
	struct toucher *t = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], t->s->arena, touch_expr, t);
	if (s->kind == TIR_STORE && tir_as_store(s)->buffer->root)
		t->s->writes[tir_as_store(s)->buffer->root->id] |= t->bit;
	return true;
}

/* Note what each statement of the body loads and stores. */
static void touch_all(struct coverage *s)
{
	struct toucher t = {s, 1};
	for (const struct tir_stmt *x = s->f->body.first; x; x = x->next, t.bit <<= 1) {
		struct tir_seq one = {0};
		struct tir_stmt *copy = tir_stmt_copy(s->arena, x);
		copy->next = NULL;
		one.first = one.last = copy;
		tir_walk_stmts(&one, touch, &t);
	}
}

/* ---- May a nest stand where the last of its statements stood? ------------------------------*/
struct loaded {
	struct coverage *s;
	const struct nest *n;
	uint64_t *of; /* by buffer: nests that load it; NULL: nobody asks */
	uint64_t bit;
	bool ok;
};

/* What is loaded is not stored to from the first to the last statement. */
static bool is_unwritten(void *ctx, const struct tir_expr *e)
{
	struct loaded *x = ctx;
	if (e->op == TIR_LOAD)
		x->ok &= !(x->s->writes[e->u.buffer->root->id] & between(x->n->from));
	return x->ok;
}

/* May the nest stand where the last of its statements stands? */
static bool may_move(struct coverage *s, const struct nest *n)
{
	struct loaded x = {s, n, NULL, 0, true};
	uint64_t others = between(n->from) & ~n->from;
	nest_walk(&s->nests, n->value, is_unwritten, &x);
	const struct tir_buffer *b = n->buffer->root;
	if (b->kind == TIR_BUFFER_PARAM && (s->uses[b->id] | s->writes[b->id]) & others)
		return false;
	return x.ok;
}

/* ---- Which nests are needed ---------------------------------------------------------------*/
static bool note_load(void *ctx, const struct tir_expr *e)
{
	struct loaded *x = ctx;
	if (e->op == TIR_LOAD)
		x->of[e->u.buffer->root->id] |= x->bit;
	return true;
}

static bool is_covered(const struct coverage *s, uint32_t i)
{
	return s->made[i].seq.first != NULL;
}

/* Keep the statements of nests that are not covered, and then those of nests that these statements touch; again, until nothing
 * changes. */
static void keep_what_is_left(struct coverage *s, const uint8_t *needed)
{
	uint64_t before;
	s->kept = s->nests.left;
	do {
		before = s->kept;
		for (uint32_t i = 0; i < s->nests.all.n; i++) {
			const struct nest *n = &s->nests.all.at[i];
			uint64_t reads = s->uses[n->buffer->root->id] & s->kept;
			bool private = n->buffer->root->kind == TIR_BUFFER_ALLOC;
			if ((needed[i] && (!is_covered(s, i) || n->from & s->kept)) ||
			        (private && reads))
				s->kept |= n->from;
		}
	} while (s->kept != before);
}

/* Which nests' elements somebody reads: parameters, and what is loaded by nests that are needed. */
static void find_needed(struct coverage *s, uint8_t *needed)
{
	bool more = true;
	uint64_t *loads = ARENA_NEWN(s->arena, uint64_t, tir_numbers_of(s->f).nbuffers + 1);
	for (uint32_t i = 0; i < s->nests.all.n; i++)
		needed[i] = !s->nests.all.at[i].is_gone &&
		            s->nests.all.at[i].buffer->root->kind == TIR_BUFFER_PARAM;
	while (more) {
		more = false;
		for (uint32_t i = 0; i < s->nests.all.n; i++) {
			struct nest *n = &s->nests.all.at[i];
			struct loaded x = {s, n, loads, 1, true};
			if (needed[i])
				nest_walk(&s->nests, n->value, note_load, &x);
		}
		for (uint32_t i = 0; i < s->nests.all.n; i++) {
			struct nest *n = &s->nests.all.at[i];
			bool now = !n->is_gone &&
			           (loads[n->buffer->root->id] ||
			                   s->uses[n->buffer->root->id] & s->nests.left);
			more |= now && !needed[i];
			needed[i] |= now;
		}
	}
}

/* ---- The best way -------------------------------------------------------------------------*/
static uint64_t time_of(struct coverage *s, const struct tir_seq *seq)
{
	struct arena scratch = arena_scratch(s->arena);
	uint64_t time = loops_time(tir_func_with_body(s->f, *seq), s->options, &scratch);
	arena_free(&scratch);
	return time;
}

/* Cover nests side by side in each way; *best: the best one, if it is better than that. */
static void try_all_ways(struct coverage *s, const struct nest *const *n, uint32_t nnests,
        struct best *best)
{
	struct cover way[COVER_MOST];
	const char *why;
	uint32_t ways = cover_find(n[0], way, &why);
	for (uint32_t k = 0; k < ways; k++) {
		struct tir_seq seq = {0};
		struct arena scratch = arena_scratch(s->arena);
		uint32_t code = 0;
		bool ok = cover_emit(&s->nests, n, nnests, &way[k], &scratch, &seq, &code, &why);
		arena_free(&scratch);
		uint64_t time = ok ? time_of(s, &seq) + (uint64_t)CODE * code : UINT64_MAX;
		if (time < best->time)
			*best = (struct best){time, seq, way[k].lanes};
	}
}

static void try_covers(struct coverage *s, const struct nest *n, struct best *best)
{
	try_all_ways(s, &n, 1, best);
}

/* The nest as plain loops. */
static void try_plain(struct coverage *s, const struct nest *n, struct best *best)
{
	struct tir_seq seq = {0};
	if (emit_plain_nest(&s->nests, n, s->arena, &seq)) {
		uint64_t time = time_of(s, &seq);
		if (time < best->time)
			*best = (struct best){time, seq, 1};
	}
}

/* Part sums by `lanes` iterations of a loop that reduces, and what reduces these. */
static void try_parts(struct coverage *s, const struct nest *n, uint32_t loop, int64_t lanes,
        bool inner, struct best *best)
{
	struct rewrite_part p;
	struct best first = {UINT64_MAX, {0}, 0}, second = first;
	if (!rewrite_factor(&s->nests, n, loop, lanes, inner, &p))
		return;
	try_covers(s, &p.first, &first);
	if (first.time >= best->time)
		return;
	try_covers(s, &p.second, &second);
	try_plain(s, &p.second, &second);
	if (second.time == UINT64_MAX || first.time + second.time >= best->time)
		return;
	struct tir_stmt *alloc = tir_stmt_new(s->f->module, TIR_ALLOC, n->loop->at);
	struct tir_seq all = {0};
	tir_as_alloc(alloc)->buffer = p.sums;
	alloc->form = TIR_ALLOC_BUFFER;
	tir_seq_add(&all, alloc);
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
static void try_all_parts(struct coverage *s, const struct nest *n, struct best *best)
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
			try_parts(s, n, i, q, false, best);
			try_parts(s, n, i, q, true, best);
		}
}

/* ---- Turned copies ------------------------------------------------------------------------*/
static void add_buffer(struct coverage *s, struct tir_seq *out, struct tir_buffer *b,
        const struct nest *n)
{
	struct tir_stmt *alloc = tir_stmt_new(s->f->module, TIR_ALLOC, n->loop->at);
	tir_as_alloc(alloc)->buffer = b;
	alloc->form = TIR_ALLOC_BUFFER;
	tir_seq_add(out, alloc);
}

/* Put what makes the copy behind *all. */
static bool add_copy(struct coverage *s, const struct nest *n, const struct turned_copy *c,
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
static void try_turned(struct coverage *s, const struct nest *n, struct best *best)
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
static void try_inside_out(struct coverage *s, const struct nest *n, struct best *best)
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

/* What stands for the nest. */
static void cover_nest(struct coverage *s, uint32_t i)
{
	const struct nest n = s->nests.all.at[i];
	struct best best = {UINT64_MAX, {0}, 0};
	try_covers(s, &n, &best);
	try_all_parts(s, &n, &best);
	try_turned(s, &n, &best);
	try_inside_out(s, &n, &best);
	s->made[i] = best;
}

/* Nests that store to one buffer, in the order of where they begin, and which of the first ones each is made of. */
struct group {
	uint32_t n, nest[NEST_STMTS];
	uint64_t parts[NEST_STMTS];
};

/* Those that store to the buffer of the first one. */
static void find_group(const struct coverage *s, const uint8_t *needed, uint32_t first,
        uint32_t count, struct group *g)
{
	int64_t begins[NEST_STMTS];
	g->n = 0;
	for (uint32_t i = first; i < count && g->n < NEST_STMTS; i++) {
		const struct nest *x = &s->nests.all.at[i];
		struct nest_sum at;
		if (!needed[i] || x->buffer->root != s->nests.all.at[first].buffer->root ||
		        !nest_sum_of(x->index, &at))
			continue;
		uint32_t k = g->n++;
		for (; k && begins[k - 1] > at.number; k--) {
			begins[k] = begins[k - 1];
			g->nest[k] = g->nest[k - 1];
		}
		begins[k] = at.number;
		g->nest[k] = i;
	}
	for (uint32_t i = 0; i < g->n; i++)
		g->parts[i] = UINT64_C(1) << i;
}

/* Let n nests from the i-th on be one; false: they are not. */
static bool merge_run(struct coverage *s, struct group *g, uint32_t i, uint32_t n)
{
	struct nest merged;
	if (!rewrite_merge(&s->nests, &g->nest[i], n, &merged) || !may_move(s, &merged))
		return false;
	for (uint32_t k = i + 1; k < i + n; k++)
		g->parts[i] |= g->parts[k];
	g->nest[i] = s->nests.all.n;
	VEC_PUSH(s->arena, &s->nests.all, merged);
	for (uint32_t k = i + n; k < g->n; k++) {
		g->nest[k - n + 1] = g->nest[k];
		g->parts[k - n + 1] = g->parts[k];
	}
	g->n -= n - 1;
	return true;
}

/* Let some that follow each other be one, the most that are. */
static bool merge_some(struct coverage *s, struct group *g)
{
	for (uint32_t n = g->n < REWRITE_PARTS ? g->n : REWRITE_PARTS; n > 1; n--)
		for (uint32_t i = 0; i + n <= g->n; i++)
			if (merge_run(s, g, i, n))
				return true;
	return false;
}

/* Does no needed nest before it store to its buffer? */
static bool is_first_of(const struct coverage *s, const uint8_t *needed, uint32_t n)
{
	const struct tir_buffer *root = s->nests.all.at[n].buffer->root;
	for (uint32_t i = 0; i < n; i++)
		if (needed[i] && s->nests.all.at[i].buffer->root == root)
			return false;
	return true;
}

/* Let nests that store to the buffer of this one be one, as often as parts of rows become rows; those that can be covered then stand
 * for their parts. */
static void merge(struct coverage *s, uint8_t *needed, uint32_t first, uint32_t count)
{
	struct group g, parts;
	find_group(s, needed, first, count, &g);
	parts = g;
	while (merge_some(s, &g))
		;
	for (uint32_t i = 0; i < g.n; i++) {
		if (g.nest[i] < count)
			continue;
		cover_nest(s, g.nest[i]);
		needed[g.nest[i]] = is_covered(s, g.nest[i]);
		for (uint32_t k = 0; k < parts.n; k++)
			if (needed[g.nest[i]] && g.parts[i] >> k & 1)
				needed[parts.nest[k]] = false;
	}
}

/* ---- Nests side by side --------------------------------------------------------------------*/
/* May both be done in one loop, at the place of the last of their statements? */
static bool may_fuse(struct coverage *s, const struct nest *a, const struct nest *b)
{
	struct nest x = *a, y = *b;
	x.from = y.from = a->from | b->from;
	return cover_fit(a, b) && a->buffer->root != b->buffer->root && may_move(s, &x) &&
	       may_move(s, &y);
}

/* Do with nest i, in one loop, each later one that may be done there, if that takes less time than two loops do: what both load is
 * loaded once. */
static void fuse(struct coverage *s, const uint8_t *needed, uint32_t i)
{
	const struct nest *side[COVER_NESTS] = {&s->nests.all.at[i]};
	uint32_t n = 1;
	for (uint32_t j = i + 1; j < s->nests.all.n && n < COVER_NESTS; j++) {
		struct nest *b = &s->nests.all.at[j];
		struct best both = {s->made[i].time + s->made[j].time, {0}, 0};
		bool may = needed[j] && !(b->from & s->kept) && s->made[j].seq.first;
		for (uint32_t k = 0; k < n && may; k++)
			may = may_fuse(s, side[k], b);
		side[n] = b;
		if (may)
			try_all_ways(s, side, n + 1, &both);
		if (!both.seq.first)
			continue;
		n++;
		s->nests.all.at[i].from |= b->from;
		b->from = s->nests.all.at[i].from;
		s->made[i] = both;
		s->made[j].seq = (struct tir_seq){0};
	}
}

/* ---- The function ------------------------------------------------------------------------*/
static struct tir_func *rebuild(struct coverage *s, const uint8_t *needed)
{
	struct tir_seq body = {0};
	uint32_t at = 0;
	for (const struct tir_stmt *x = s->f->body.first; x; x = x->next, at++) {
		bool names = x->kind == TIR_ALLOC || x->kind == TIR_DECL || x->kind == TIR_BIND;
		if (names || s->kept >> at & 1)
			tir_seq_add(&body, tir_stmt_copy(s->f->module->arena, x));
		for (uint32_t i = 0; i < s->nests.all.n; i++) {
			const struct nest *n = &s->nests.all.at[i];
			if (needed[i] && !(n->from & s->kept) && last_of(n->from) == at)
				tir_seq_append(&body, s->made[i].seq);
		}
	}
	return tir_func_with_body(s->f, body);
}

/* Is the memory that the nest stores to there all the time? */
static bool is_outside(const struct coverage *s, const struct tir_buffer *b)
{
	for (const struct tir_stmt *x = s->f->body.first; x; x = x->next)
		if (x->kind == TIR_ALLOC && tir_as_alloc(x)->buffer == b)
			return true;
	return b->kind == TIR_BUFFER_PARAM;
}

struct tir_func *loops_cover(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct coverage *s = ARENA_NEW(arena, struct coverage);
	uint32_t nbuffers = tir_numbers_of(f).nbuffers + 1;
	*s = (struct coverage){.f = f, .arena = arena, .options = options};
	if (!options->cover || (options->lanes && options->lanes < EMIT_LANES) ||
	        !nest_read(&s->nests, f, arena))
		return f;
	s->uses = ARENA_NEWN(arena, uint64_t, nbuffers);
	s->writes = ARENA_NEWN(arena, uint64_t, nbuffers);
	uint32_t count = s->nests.all.n;
	s->made = ARENA_NEWN(arena, struct best, 2 * count);
	uint8_t *needed = ARENA_NEWN(arena, uint8_t, 2 * count);
	touch_all(s);
	find_needed(s, needed);
	bool any = false;
	for (uint32_t i = 0; i < count; i++)
		if (needed[i] && is_first_of(s, needed, i))
			merge(s, needed, i, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct nest *n = &s->nests.all.at[i];
		if (needed[i] && is_outside(s, n->buffer->root) && may_move(s, n))
			cover_nest(s, i);
	}
	keep_what_is_left(s, needed);
	for (uint32_t i = 0; i < s->nests.all.n; i++)
		if (needed[i] && !(s->nests.all.at[i].from & s->kept) && s->made[i].seq.first)
			fuse(s, needed, i);
	for (uint32_t i = 0; i < s->nests.all.n; i++) {
		const struct nest *n = &s->nests.all.at[i];
		bool taken = needed[i] && !(n->from & s->kept);
		struct loops_vectorized x = {LOOPS_COVERED, n->loop, s->made[i].lanes};
		if (taken)
			VEC_PUSH(arena, &vectors->all, x);
		any |= taken;
	}
	return any ? rebuild(s, needed) : f;
}
