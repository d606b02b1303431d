/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/plan.c: registers in the place of nests.
 *
 * Idea.    Read the function as nests, and do each in the best way that there is (best.h).  A nest stands
 *          where the last of its statements stood; what nobody reads any more goes.
 * Leaves   statements of which one nest is not covered, and all that these read.
 * Costs    COVER_MOST ways a nest, each of a limited size.
 * Wrong if a nest is not what it was read as, or moves across what it reads or what reads it: proof/replay compares both functions. */
#include "loops/loops.h"
#include "loops/plan/best.h"
#include "loops/plan/cover.h"
#include "loops/plan/rewrite.h"

struct coverage {
	struct planner p;
	struct best *made; /* by nest: what stands for it; no time: nothing */
	uint64_t *uses,
	        *writes; /* by buffer: the statements of the body, as they are, that load or store it */
	uint64_t kept;           /* statements that stay */
	struct loops_nest *told; /* by nest */
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
		tir_walk_expr(e[i], t->s->p.arena, touch_expr, t);
	if (s->kind == TIR_STORE && tir_as_store(s)->buffer->root)
		t->s->writes[tir_as_store(s)->buffer->root->id] |= t->bit;
	return true;
}

/* The statement alone. */
static struct tir_seq only(const struct coverage *s, const struct tir_stmt *x)
{
	struct tir_seq one = {0};
	tir_seq_add(&one, tir_stmt_copy(s->p.arena, x));
	return one;
}

/* Note what each statement of the body loads and stores. */
static void touch_all(struct coverage *s)
{
	struct toucher t = {s, 1};
	for (const struct tir_stmt *x = s->p.f->body.first; x; x = x->next, t.bit <<= 1) {
		struct tir_seq one = only(s, x);
		tir_walk_stmts(&one, touch, &t);
	}
}

/* ---- May a nest stand where the last of its statements stood? ------------------------------*/
struct loaded {
	struct coverage *s;
	const struct nest *n;
	uint64_t *of; /* by buffer: nests that load it; NULL: nobody asks */
	uint64_t bit;
	bool ok, in_place;
};

/* Is the nest of one statement, which loads all of what it stores over before it does? */
static bool is_in_place(const struct coverage *s, const struct nest *n)
{
	uint32_t first = first_of(n->from);
	const struct tir_stmt *x = s->p.f->body.first;
	if (first != last_of(n->from))
		return false;
	while (first--)
		x = x->next;
	struct tir_seq one = only(s, x);
	return nest_loads_first(&one, n->buffer, s->p.arena);
}

/* What is loaded is not stored to from the first to the last statement, but in place. */
static bool is_unwritten(void *ctx, const struct tir_expr *e)
{
	struct loaded *x = ctx;
	if (e->op == TIR_LOAD && x->s->writes[e->u.buffer->root->id] & between(x->n->from))
		x->ok = e->u.buffer->root == x->n->buffer->root &&
		        (x->in_place || (x->in_place = is_in_place(x->s, x->n)));
	return x->ok;
}

/* May the nest stand where the last of its statements stands? */
static bool may_move(struct coverage *s, const struct nest *n)
{
	struct loaded x = {s, n, NULL, 0, true, false};
	uint64_t others = between(n->from) & ~n->from;
	nest_walk(&s->p.nests, n->value, is_unwritten, &x);
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

/* Take away what stands for a nest that loads what another one of the same statement stores over. */
static void drop_disturbed(struct coverage *s, const uint8_t *needed)
{
	for (uint32_t i = 0; i < s->p.nests.all.n; i++)
		for (uint32_t k = 0; k < s->p.nests.all.n; k++) {
			const struct nest *n = &s->p.nests.all.at[i], *o = &s->p.nests.all.at[k];
			if (i != k && needed[i] && needed[k] && n->from & o->from &&
			        n->buffer->root == o->buffer->root &&
			        nest_loads_own(&s->p.nests, n))
				s->made[i].seq = (struct tir_seq){0};
		}
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
	s->kept = s->p.nests.left;
	do {
		before = s->kept;
		for (uint32_t i = 0; i < s->p.nests.all.n; i++) {
			const struct nest *n = &s->p.nests.all.at[i];
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
	uint64_t *loads = ARENA_NEWN(s->p.arena, uint64_t, tir_numbers_of(s->p.f).nbuffers + 1);
	for (uint32_t i = 0; i < s->p.nests.all.n; i++)
		needed[i] = !s->p.nests.all.at[i].is_gone &&
		            s->p.nests.all.at[i].buffer->root->kind == TIR_BUFFER_PARAM;
	while (more) {
		more = false;
		for (uint32_t i = 0; i < s->p.nests.all.n; i++) {
			struct nest *n = &s->p.nests.all.at[i];
			struct loaded x = {s, n, loads, 1, true, false};
			if (needed[i])
				nest_walk(&s->p.nests, n->value, note_load, &x);
		}
		for (uint32_t i = 0; i < s->p.nests.all.n; i++) {
			struct nest *n = &s->p.nests.all.at[i];
			bool now = !n->is_gone &&
			           (loads[n->buffer->root->id] ||
			                   s->uses[n->buffer->root->id] & s->p.nests.left);
			more |= now && !needed[i];
			needed[i] |= now;
		}
	}
}

/* ---- The best way -------------------------------------------------------------------------*/
/* The line of the text in which the loop begins; 0: there is no text. */
static unsigned line_of(const struct tir_module *m, const struct tir_stmt *loop)
{
	unsigned line = 0, column;
	if (m->source && loop->at.end > loop->at.begin)
		source_location(m->source, loop->at.begin, &line, &column);
	return line;
}

static bool is_way(const struct loops_scheduled *x, enum schedule_way way)
{
	return x && x->way->way == way;
}

/* What stands for the nest, in the way that is asked for, if one is. */
static void cover_nest(struct coverage *s, uint32_t i)
{
	const struct nest n = s->p.nests.all.at[i];
	struct loops_nest *told = &s->told[i];
	*told = (struct loops_nest){
	        n.buffer, line_of(s->p.f->module, n.loop), NULL, NULL, NULL, NULL, 0};
	told->asked = schedule_find(s->p.options->schedule, s->p.f->name, n.buffer->name,
	        told->line);
	s->made[i] = best_none();
	if (is_way(told->asked, SCHEDULE_LEAVE))
		return;
	bool alone = told->asked && !is_way(told->asked, SCHEDULE_WITH);
	s->p.asked = alone ? told->asked->way : NULL;
	s->p.in_place = nest_loads_own(&s->p.nests, &n) ? n.buffer : NULL;
	s->made[i] = best_of(&s->p, &n);
	s->p.asked = NULL;
	s->p.in_place = NULL;
	told->why = alone && !s->made[i].seq.first ? s->p.why : NULL;
	told->ways = arena_copy(s->p.arena, s->p.tried.at, s->p.tried.n * sizeof *s->p.tried.at);
	told->nways = s->p.tried.n;
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
		const struct nest *x = &s->p.nests.all.at[i];
		struct nest_sum at;
		if (!needed[i] || x->buffer->root != s->p.nests.all.at[first].buffer->root ||
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
	if (!rewrite_merge(&s->p.nests, &g->nest[i], n, &merged) || !may_move(s, &merged))
		return false;
	for (uint32_t k = i + 1; k < i + n; k++)
		g->parts[i] |= g->parts[k];
	g->nest[i] = s->p.nests.all.n;
	VEC_PUSH(s->p.arena, &s->p.nests.all, merged);
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
	const struct tir_buffer *root = s->p.nests.all.at[n].buffer->root;
	for (uint32_t i = 0; i < n; i++)
		if (needed[i] && s->p.nests.all.at[i].buffer->root == root)
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
/* Does another statement between these load or store what the nest stores? */
static bool is_used_between(const struct coverage *s, const struct nest *n, uint64_t from)
{
	uint32_t root = n->buffer->root->id;
	return (s->uses[root] | s->writes[root]) & between(from) & ~from;
}

/* May both be done in one loop, at the place of the last of their statements? */
static bool may_fuse(struct coverage *s, const struct nest *a, const struct nest *b)
{
	struct nest x = *a, y = *b;
	x.from = y.from = a->from | b->from;
	return cover_fit(a, b) && a->buffer->root != b->buffer->root &&
	       !is_used_between(s, &x, x.from) && !is_used_between(s, &y, y.from) &&
	       may_move(s, &x) && may_move(s, &y);
}

/* May nest j be done with nest i, as far as somebody asks for a way?  Then it is to take less time than *both says. */
static bool may_be_with(const struct coverage *s, uint32_t i, uint32_t j, struct best *both)
{
	const struct loops_scheduled *asked = s->told[j].asked;
	if (!asked)
		both->time = s->made[i].time + s->made[j].time;
	return !asked || (is_way(asked, SCHEDULE_WITH) && asked->way->buffer &&
	                         !strcmp(asked->way->buffer, s->told[i].buffer->name));
}

/* Do with nest i, in one loop, each later one that may be done there, if that takes less time than two loops do: what both load is
 * loaded once. */
static void fuse(struct coverage *s, const uint8_t *needed, uint32_t i)
{
	const struct nest *side[COVER_NESTS] = {&s->p.nests.all.at[i]};
	uint32_t n = 1;
	for (uint32_t j = i + 1; j < s->p.nests.all.n && n < COVER_NESTS; j++) {
		struct nest *b = &s->p.nests.all.at[j];
		struct best both = best_none();
		bool may = needed[j] && !(b->from & s->kept) && s->made[j].seq.first &&
		           may_be_with(s, i, j, &both);
		for (uint32_t k = 0; k < n && may; k++)
			may = may_fuse(s, side[k], b);
		side[n] = b;
		s->p.asked = s->told[i].asked ? s->told[i].asked->way : NULL;
		if (may)
			best_side(&s->p, side, n + 1, &both);
		s->p.asked = NULL;
		if (!both.seq.first)
			continue;
		n++;
		s->p.nests.all.at[i].from |= b->from;
		b->from = s->p.nests.all.at[i].from;
		s->made[i] = both;
		s->made[j].seq = (struct tir_seq){0};
		struct schedule *with = ARENA_NEW(s->p.arena, struct schedule);
		*with = (struct schedule){.way = SCHEDULE_WITH, .buffer = s->told[i].buffer->name};
		s->made[j].way = with;
	}
}

/* ---- The function ------------------------------------------------------------------------*/
static struct tir_func *rebuild(struct coverage *s, const uint8_t *needed)
{
	struct tir_seq body = {0};
	uint32_t at = 0;
	for (const struct tir_stmt *x = s->p.f->body.first; x; x = x->next, at++) {
		bool names = x->kind == TIR_ALLOC || x->kind == TIR_DECL || x->kind == TIR_BIND;
		if (names || s->kept >> at & 1)
			tir_seq_add(&body, tir_stmt_copy(s->p.f->module->arena, x));
		for (uint32_t i = 0; i < s->p.nests.all.n; i++) {
			const struct nest *n = &s->p.nests.all.at[i];
			if (needed[i] && !(n->from & s->kept) && last_of(n->from) == at)
				tir_seq_append(&body, s->made[i].seq);
		}
	}
	return tir_func_with_body(s->p.f, body);
}

/* What there is to tell of the nest. */
static struct loops_nest told_of(const struct coverage *s, uint32_t i, bool taken)
{
	struct loops_nest told = s->told[i];
	told.way = taken ? s->made[i].way : NULL;
	if (told.asked && !told.why && !told.way && !is_way(told.asked, SCHEDULE_LEAVE))
		told.why =
		        "a nest beside it, which reads or stores the same memory, stays as it is";
	if (is_way(told.asked, SCHEDULE_WITH) && (!told.way || told.way->way != SCHEDULE_WITH))
		told.why = "both nests do not store in the same steps, or one reads what the other "
		           "stores";
	return told;
}

/* Is the memory that the nest stores to there all the time? */
static bool is_outside(const struct coverage *s, const struct tir_buffer *b)
{
	for (const struct tir_stmt *x = s->p.f->body.first; x; x = x->next)
		if (x->kind == TIR_ALLOC && tir_as_alloc(x)->buffer == b)
			return true;
	return b->kind == TIR_BUFFER_PARAM;
}

/* Cover the nests of the function, where that is possible, and note these in *vectors.  in_terms: put what was stored in the place of a load
 * in terms of reductions, too; *moved: there was such a load. */
static struct tir_func *cover_all(struct tir_func *f, const struct loops_options *options,
        bool in_terms, struct arena *arena, struct loops_vectors *vectors, bool *moved)
{
	struct coverage *s = ARENA_NEW(arena, struct coverage);
	uint32_t nbuffers = tir_numbers_of(f).nbuffers + 1;
	s->p = (struct planner){.f = f, .arena = arena, .options = options};
	if (!nest_read(&s->p.nests, f, in_terms, arena))
		return f;
	*moved = s->p.nests.moved;
	s->uses = ARENA_NEWN(arena, uint64_t, nbuffers);
	s->writes = ARENA_NEWN(arena, uint64_t, nbuffers);
	uint32_t count = s->p.nests.all.n;
	s->made = ARENA_NEWN(arena, struct best, 2 * count);
	s->told = ARENA_NEWN(arena, struct loops_nest, 2 * count);
	uint8_t *needed = ARENA_NEWN(arena, uint8_t, 2 * count);
	touch_all(s);
	find_needed(s, needed);
	bool any = false;
	rewrite_ascending(&s->p.nests);
	for (uint32_t i = 0; i < count; i++)
		if (needed[i] && is_first_of(s, needed, i))
			merge(s, needed, i, count);
	rewrite_join(&s->p.nests, needed, count);
	for (uint32_t i = 0; i < count; i++) {
		const struct nest *n = &s->p.nests.all.at[i];
		if (needed[i] && is_outside(s, n->buffer->root) && may_move(s, n))
			cover_nest(s, i);
	}
	drop_disturbed(s, needed);
	keep_what_is_left(s, needed);
	for (uint32_t i = 0; i < s->p.nests.all.n; i++)
		if (needed[i] && !(s->p.nests.all.at[i].from & s->kept) && s->made[i].seq.first)
			fuse(s, needed, i);
	for (uint32_t i = 0; i < s->p.nests.all.n; i++) {
		const struct nest *n = &s->p.nests.all.at[i];
		bool taken = needed[i] && !(n->from & s->kept);
		struct loops_vectorized x = {LOOPS_COVERED, n->loop, s->made[i].lanes};
		if (taken)
			VEC_PUSH(arena, &vectors->all, x);
		if (needed[i] && s->told[i].buffer)
			VEC_PUSH(arena, &vectors->nests, told_of(s, i, taken));
		any |= taken;
	}
	return any ? rebuild(s, needed) : f;
}

struct tir_func *loops_cover(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct loops_vectors with = {0}, without = {0};
	bool moved = false, more;
	if (!options->cover || (options->lanes && options->lanes < EMIT_LANES))
		return f;
	struct tir_func *g = cover_all(f, options, true, arena, &with, &moved);
	struct tir_func *h = moved ? cover_all(f, options, false, arena, &without, &more) : f;
	bool second = h != f &&
	              (g == f || loops_time(h, options, arena) < loops_time(g, options, arena));
	const struct loops_vectors *x = second ? &without : &with;
	for (uint32_t i = 0; i < x->all.n; i++)
		VEC_PUSH(arena, &vectors->all, x->all.at[i]);
	for (uint32_t i = 0; i < x->nests.n; i++)
		VEC_PUSH(arena, &vectors->nests, x->nests.at[i]);
	return second ? h : g;
}
