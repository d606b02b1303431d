/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize.c: outer-loop vectorisation: which loops' iterations become lanes, and how many.
 *
 * Idea.   LLVM makes vectors of innermost loops alone, and there a sum ends in a horizontal step.  As lanes of an outer
 *         loop each element keeps its own sum, in its order.  Each loop around loops is tried with each number of
 *         lanes; iterations that are left (the tail) take shorter vectors, or go one by one, or the last vector does some once more.
 * Needs   flat statements; integers of up to 32 bits.
 * Keeps   each element's own operations in their order.  Nests that already hold vectors are left alone.
 * Costs   for each loop around loops a walk of its nest for each number of lanes.
 * Wrong if a dependence is missed: proof/lanes/vectorize.c asks anew. */
#include "loops/vectorize/vectorize.h"
#include "loops/order/unroll_jam.h"
#include "loops/values/scale.h"

enum {
	PAYS = 50 /* percent of the time of before, at most */,
	MOVES_PAY = 60, /* of loops that only move */
	OPEN_PAYS = 85, /* of loops of unknown extent: LLVM does what is left over one by one */
	TAPS_PAY = 95,  /* of sums that HVX adds up by itself: what both load is priced alike */
	PIECES_PAY =
	        90, /* of a plan of fewer pieces: LLVM unrolls a loop of few iterations whole */
	FEW = 4,
};

struct vectorizer {
	struct tir_module *m;
	const struct loops_options *options;
	struct arena *arena;
	struct loops_vectors *out;
	struct vectorize_nest nest;
	struct vectorize_blocks *blocks; /* scratch */
	struct unroll_jam_meter meter;
	uint32_t done, depth; /* loops around */
	uint32_t repeats;     /* those of them that run more than once */
	bool groups;          /* tiles of several vectors are tried */
};
struct choice {
	struct vectorize_plan plan; /* of no pieces: none */
	uint64_t before, time;
	uint64_t in_words; /* the plan's time, if rows that fill no register are moved in words */
};

/* ---- Plans -------------------------------------------------------------------------------*/
/* Can each load that varies be made of vectors, in these lanes of the group? */
static bool has_loads(const struct vectorizer *v, const struct vectorize_piece *p,
        const struct vectorize_group *g, const struct tir_expr *e, const uint8_t *needed)
{
	const struct vectorize_nest *n = &v->nest;
	if (!vectorize_varies(n, e) || vectorize_is_known(n, e))
		return true;
	struct target_table table;
	if (vectorize_looks_up(n, e, &table)) /* any other lane's index may lie outside */
		return !needed && has_loads(v, p, g, table.bytes, needed);
	if (e->op == TIR_LOAD)
		return vectorize_private(n, e->u.buffer) != UINT32_MAX ||
		       vectorize_find_blocks(n, p, g, e, needed, v->blocks);
	if (vectorize_is_choice(n, e)) {
		uint8_t *yes = ARENA_NEWN(n->scratch, uint8_t, 2 * VECTORIZE_LANES);
		uint8_t *no = yes + VECTORIZE_LANES;
		enum vectorize_truth t = vectorize_decide(n, p, g, e->arg[0], needed, yes, no);
		if (t != VECTORIZE_SOMETIMES)
			return has_loads(v, p, g, e->arg[t == VECTORIZE_ALWAYS ? 1 : 2], needed);
		return has_loads(v, p, g, e->arg[1], yes) && has_loads(v, p, g, e->arg[2], no);
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!has_loads(v, p, g, e->arg[i], needed))
			return false;
	return true;
}

/* Can each load of the statements that varies be made of vectors, in the lanes of this group? */
static bool has_all_loads(const struct vectorizer *v, const struct vectorize_piece *p,
        const struct vectorize_group *g, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		bool reads = t->kind == TIR_STORE || t->kind == TIR_BIND;
		if ((reads && !has_loads(v, p, g, tir_value_of(t), NULL)) ||
		        !has_all_loads(v, p, g, tir_body(t)) ||
		        !has_all_loads(v, p, g, tir_orelse(t)))
			return false;
	}
	return true;
}

/* All lanes of the piece, in groups of so many and a smaller one behind them; false: they have no place. */
static bool add_groups(const struct vectorize_nest *n, struct vectorize_piece *x, uint32_t lanes)
{
	uint32_t all = x->step * n->inner, at = 0;
	while (at + lanes <= all && x->ngroups < VECTORIZE_GROUPS) {
		vectorize_add_group(x, at, lanes);
		at += lanes;
	}
	return vectorize_split(n, x, at, all) == all && (x->ngroups == 1 || n->may_group);
}

/* The tiles from `begin` to `end`, in as many pieces as what is known of their lanes needs. */
static bool add_tiles(const struct vectorizer *v, struct vectorize_plan *p, int64_t begin,
        int64_t end, uint32_t step, uint32_t lanes)
{
	const struct vectorize_nest *n = &v->nest;
	for (int64_t run; begin < end; begin += run) {
		if (p->npieces == VECTORIZE_PIECES ||
		        !vectorize_find_run(n, step, begin, end, &run))
			return false;
		struct vectorize_piece *x = vectorize_add_piece(p, begin, run, step);
		if (!add_groups(n, x, lanes))
			return false;
		for (uint32_t i = 0; i < x->ngroups; i++)
			if (!has_all_loads(v, x, &x->group[i], n->body))
				return false;
	}
	return true;
}

/* Tiles of so many iterations of the outermost loop, in groups of so many lanes; behind them a smaller one for what is left,
 * or, if `again`, one that does some iterations once more. */
static bool make_tiles(const struct vectorizer *v, struct vectorize_plan *p, uint32_t step,
        uint32_t lanes, bool again)
{
	const struct vectorize_nest *n = &v->nest;
	int64_t extent = tir_as_for(n->loop)->extent.e->u.i;
	if (step < 2 || step > extent || step * n->inner > VECTORIZE_LANES ||
	        !vectorize_is_dense(n, step))
		return false;
	uint32_t rest = (uint32_t)(extent % step), last = again ? step : rest;
	if (again ? !rest || !n->may_repeat : rest && !vectorize_is_dense(n, rest))
		return false;
	p->npieces = 0;
	return add_tiles(v, p, 0, extent - rest, step, lanes) &&
	       (!rest || add_tiles(v, p, extent - last, extent, last, lanes));
}

/* Is it a tile of several vectors? */
static bool is_grouped(const struct vectorize_plan *p)
{
	for (uint32_t i = 0; i < p->npieces; i++)
		if (p->ndims > 1 && p->piece[i].ngroups > 1)
			return true;
	return false;
}

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR;
}

static bool is_innermost(const struct tir_seq *s)
{
	return !tir_seq_any(s, is_loop);
}

static bool is_plan(const struct vectorize_plan *p)
{
	return p->npieces > 1 || (p->npieces && p->piece[0].step > 1);
}

/* The plan's time, with rows that fill no register moved word by word, as LLVM does with what runs once: where rows follow each
 * other it makes whole registers of them. */
static uint64_t time_in_words(struct vectorizer *v, const struct vectorize_plan *p, uint64_t scalar)
{
	v->nest.in_words = !v->repeats && v->nest.ndims == 1 && is_innermost(v->nest.body);
	uint64_t time = vectorize_time(&v->nest, p, scalar);
	v->nest.in_words = false;
	return time;
}

/* Which plan is best is told by its time in words; whether one pays, by the least time of any. */
static void consider(struct vectorizer *v, const struct vectorize_plan *p, struct choice *best)
{
	if (!is_plan(p))
		return;
	uint64_t time = vectorize_time(&v->nest, p, best->before);
	uint64_t in_words = time_in_words(v, p, best->before);
	bool any = best->plan.npieces;
	best->time = any && best->time < time ? best->time : time;
	/* one loop more, where that does few iterations, must be worth it */
	const struct vectorize_piece *first = &p->piece[0];
	bool few = p->npieces > best->plan.npieces && first->count <= FEW * first->step;
	uint64_t old = best->in_words * (few ? PIECES_PAY : 100), new = in_words * 100;
	bool ties = old == new && v->nest.ndims == 1;
	if (any && (old < new || ties))
		return;
	best->plan = *p;
	best->plan.ndims = v->nest.ndims;
	best->plan.tiled = v->nest.tiled;
	best->in_words = in_words;
}

/* Both ways to do what is left. */
static void try_tiles(struct vectorizer *v, uint32_t step, uint32_t lanes, struct choice *best)
{
	struct vectorize_plan p = {0};
	for (int again = 0; again < 2; again++)
		if (make_tiles(v, &p, step, lanes, again))
			consider(v, &p, best);
}

/* The loop alone as a tile. */
static void try_row(struct vectorizer *v, uint32_t lanes, struct choice *best)
{
	struct vectorize_plan p = {0};
	const struct vectorize_nest *n = &v->nest;
	int64_t extent = tir_as_for(n->loop)->extent.e->u.i;
	uint32_t step = lanes < extent ? lanes : (uint32_t)extent, rest = (uint32_t)extent % step;
	if (v->options->lanes ? lanes != v->options->lanes : !vectorize_fits(n, step))
		return;
	if (lanes >= 2 * extent || !vectorize_is_dense(n, step) ||
	        !add_tiles(v, &p, 0, extent - rest, step, step))
		return;
	const struct vectorize_plan whole = p;
	if (!rest || (n->may_repeat && add_tiles(v, &p, extent - step, extent, step, step)))
		consider(v, &p, best);
	p = whole;
	if (rest && add_tiles(v, &p, extent - rest, extent, rest, step))
		consider(v, &p, best);
}

/* Consider the plans that do so many iterations at once: tiles, whole groups, an epilogue, an overlapping last vector. */
static void try_lanes(struct vectorizer *v, uint32_t lanes, struct choice *best)
{
	struct vectorize_plan p;
	if (v->nest.tiled && v->nest.ndims == 1) {
		try_row(v, lanes, best);
		return;
	}
	if (v->options->lanes ? lanes != v->options->lanes : !vectorize_fits(&v->nest, lanes))
		return;
	if (v->nest.ndims > 1) {
		uint32_t inner = v->nest.inner;
		int64_t extent = tir_as_for(v->nest.loop)->extent.e->u.i;
		uint32_t step = v->groups ? vectorize_whole_groups(&v->nest, lanes) : lanes / inner;
		if (v->groups || lanes % inner == 0)
			try_tiles(v, step, lanes, best);
		if (v->groups && extent < VECTORIZE_LANES && extent != step)
			try_tiles(v, (uint32_t)extent, lanes, best);
		return;
	}
	(v->nest.open ? vectorize_plan_open : vectorize_plan_loops)(&v->nest, &p, lanes);
	consider(v, &p, best);
	/* of rows that follow each other LLVM makes whole registers */
	for (int again = 0; again < (v->repeats ? 1 : 2) && !v->nest.open; again++)
		if (vectorize_plan_single(&v->nest, &p, lanes, again))
			consider(v, &p, best);
	for (uint32_t last = lanes; last > 1 && !v->nest.open; last /= 2)
		if (vectorize_plan_overlap(&v->nest, &p, lanes, last))
			consider(v, &p, best);
}

/* Consider each power of two as the number of lanes; of an unknown extent, only the largest that fits registers. */
static void try_all(struct vectorizer *v, struct choice *best)
{
	uint32_t most = target_vector_most_lanes(v->nest.widest);
	if (v->nest.open && !v->options->lanes) { /* registers: more would leave more over */
		most = TARGET_HVX_BYTES * 8 / v->nest.narrowest;
		while (most > 2 && (most > v->nest.most || !vectorize_fits(&v->nest, most)))
			most /= 2;
		try_lanes(v, most, best);
		return;
	}
	for (uint32_t lanes = 2; lanes <= most; lanes *= 2)
		try_lanes(v, lanes, best);
}

/* What the innermost loop takes that LLVM makes vectors of: whole registers of the narrowest elements, and what is left one
 * by one. */
static uint64_t time_by_llvm(struct vectorizer *v, uint64_t scalar)
{
	struct vectorize_plan p = {.ndims = 1};
	uint32_t lanes = TARGET_HVX_BYTES * 8 / v->nest.narrowest;
	int64_t n = vectorize_extent(&v->nest), rest = n % lanes;
	if (n < lanes)
		return scalar;
	vectorize_add_group(vectorize_add_piece(&p, 0, n - rest, lanes), 0, lanes);
	if (rest)
		vectorize_add_group(vectorize_add_piece(&p, n - rest, rest, 1), 0, 1);
	v->nest.by_llvm = true;
	uint64_t time = vectorize_time(&v->nest, &p, scalar);
	v->nest.by_llvm = false;
	return time < scalar ? time : scalar;
}

/* The loop, in so many iterations as it is assumed to have. */
static const struct tir_stmt *with_extent(const struct vectorizer *v, const struct tir_stmt *loop)
{
	struct tir_stmt *s = tir_stmt_copy(v->arena, loop);
	struct tir_type t = tir_as_for(loop)->extent.e->type;
	tir_as_for(s)->extent.e = tir_int(v->m, t, vectorize_extent(&v->nest));
	return s;
}

/* The time of the loop as it is. */
static uint64_t time_before(struct vectorizer *v, const struct tir_stmt *loop)
{
	const struct tir_seq *body = &tir_as_for(loop)->body;
	const struct tir_stmt *measured = v->nest.open ? with_extent(v, loop) : loop;
	v->meter.vectors = false;
	uint64_t time = unroll_jam_time(&v->meter, measured);
	if (!v->meter.vectors || !is_innermost(body) || loops_scales(body))
		return time;
	v->meter.vectorizes = false;
	uint64_t scalar = unroll_jam_time(&v->meter, measured);
	v->meter.vectorizes = v->options->vectorizes;
	bool by_llvm = !v->nest.nknown && !v->nest.branches && vectorize_has_whole_rows(&v->nest);
	return by_llvm ? time_by_llvm(v, scalar) : scalar;
}

/* Do the loops move elements and do nothing else?  Then what vectors take is sure: LLVM moves short rows as words. */
static bool moves_alone(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (t->kind == TIR_FOR ? !moves_alone(tir_body(t))
		                       : t->kind != TIR_STORE || tir_value_of(t)->op != TIR_LOAD)
			return false;
	return true;
}

/* Are there loops inside, or is an index loaded, too? */
static bool looks_up(const struct tir_seq *s)
{
	const struct tir_expr *e = s->first ? tir_value_of(s->first) : NULL;
	bool loads = e && e->op == TIR_LOAD && e->n && e->arg[e->n - 1]->flags & TIR_READS_MEM;
	return loads || !is_innermost(s);
}

/* The best plan for the loop, or why there is none. */
static enum loops_reason choose(struct vectorizer *v, const struct tir_stmt *loop,
        struct choice *best)
{
	for (uint32_t i = 0; i < v->out->unproved.n; i++)
		if (v->out->unproved.at[i] == loop)
			return LOOPS_LANES_UNPROVED;
	enum loops_reason why = LOOPS_LANES_PAYS;
	const struct tir_seq *body = &tir_as_for(loop)->body;
	uint64_t most = moves_alone(body) ? MOVES_PAY : PAYS;
	bool taps = false;
	for (uint32_t ndims = 1; ndims <= VECTORIZE_DIMS; ndims++) {
		bool read = vectorize_read(&v->nest, loop, ndims, ndims > 1);
		why = ndims == 1 && !read ? v->nest.why : why;
		if (!read && ndims == 1)
			read = vectorize_read(&v->nest, loop, 1, true);
		if (read) {
			best->before = time_before(v, loop); /* of what was read: that is bounded */
			taps |= ndims == 1 && vectorize_adds_taps(&v->nest, body);
			try_all(v, best);
		}
	}
	v->groups = v->nest.rising = !best->plan.npieces;
	for (uint32_t ndims = 2; v->groups && ndims <= VECTORIZE_DIMS; ndims++)
		if (vectorize_read(&v->nest, loop, ndims, true))
			try_all(v, best);
	v->groups = v->nest.rising = false;
	why = why == LOOPS_LANES_PAYS && !best->plan.npieces ? LOOPS_LANES_FIT : why;
	if (tir_as_for(loop)->extent.e->op != TIR_INT_IMM) /* LLVM calls memcpy() for what moves */
		most = moves_alone(body) && !looks_up(body) ? 0 : OPEN_PAYS;
	else if (taps && is_innermost(body))
		most = TAPS_PAY;
	bool always = v->options->vectorize_always ||
	              (is_innermost(body) && v->options->outdoes_llvm);
	if (!always && best->time > best->before * most / 100)
		best->plan.npieces = 0;
	return why;
}

/* ---- The walk ----------------------------------------------------------------------------*/
/* What vectors of loops inside save of the time of the statements. */
struct saved {
	uint64_t time;
};

static struct tir_seq vectorize_seq(struct vectorizer *v, const struct tir_seq *s,
        struct saved *saved);

/* Say what became of the loop, and how many lanes its longest vectors have. */
static void note(struct vectorizer *v, const struct tir_stmt *loop, enum loops_reason reason,
        const struct vectorize_plan *p)
{
	struct loops_vectorized x = {reason, loop, 0};
	for (uint32_t i = 0; p && i < p->npieces; i++)
		for (uint32_t k = 0; k < p->piece[i].ngroups; k++)
			if (p->piece[i].group[k].n > x.amount)
				x.amount = p->piece[i].group[k].n;
	VEC_PUSH(v->arena, &v->out->all, x);
}

/* Does the statement do its bodies more than once? */
static bool repeats(const struct tir_stmt *s)
{
	const struct tir_expr *n = s->kind == TIR_FOR ? tir_as_for(s)->extent.e : NULL;
	return n && (n->op != TIR_INT_IMM || n->u.i > 1);
}

/* A copy of s in whose bodies loops were vectorised; what that saves is multiplied by its iterations. */
static struct tir_stmt *with_bodies(struct vectorizer *v, const struct tir_stmt *s,
        struct saved *saved)
{
	struct tir_stmt *t = tir_stmt_copy(v->m->arena, s);
	v->repeats += repeats(s);
	tir_set_body(t, vectorize_seq(v, tir_body(s), saved));
	tir_set_orelse(t, vectorize_seq(v, tir_orelse(s), saved));
	v->repeats -= repeats(s);
	if (s->kind == TIR_FOR)
		saved->time *= vectorize_times(v->nest.facts, s);
	return t;
}

/* Does the plan still pay, if what the loop stores were handed on in registers else?  Of a vector elements are stored and
 * loaded one by one where no vectors read them. */
static bool outdoes_registers(struct vectorizer *v, const struct tir_stmt *loop,
        const struct choice *best)
{
	const struct tir_stmt *reader = vectorize_takes_over(loop);
	struct choice behind = {.plan = {0}};
	if (!reader)
		return true;
	choose(v, reader, &behind);
	uint64_t n = (uint64_t)tir_as_for(loop)->extent.e->u.i, moved = n * TARGET_PACKET / 2;
	return behind.plan.npieces || best->time + 2 * moved <= best->before * PAYS / 100;
}

/* The statement with vectors in it, or as vectors itself, whichever is better. */
static void vectorize_stmt(struct vectorizer *v, const struct tir_stmt *s, struct tir_seq *out,
        struct saved *saved)
{
	struct choice best = {.plan = {0}};
	struct saved inside = {0};
	bool always = v->options->vectorize_always;
	bool outer = s->kind == TIR_FOR;
	enum loops_reason why = outer ? choose(v, s, &best) : LOOPS_LANES_PAYS;
	uint32_t done = v->done, notes = v->out->all.n;
	if (outer)
		note(v, s, why, NULL);
	bool alone = always && best.plan.npieces && best.plan.piece[0].span == VECTORIZE_EXACT;
	struct tir_stmt *inner = alone ? NULL : with_bodies(v, s, &inside);
	bool better = best.plan.npieces && (always || best.before - best.time >= inside.time);
	if (better && !always)
		better = outdoes_registers(v, s, &best);
	if (better && !always && is_grouped(&best.plan))
		better = best.time <= (best.before - inside.time) * PAYS / 100;
	if (!better) {
		tir_seq_add(out, inner);
		saved->time += inside.time;
		return;
	}
	v->done = done + 1;
	v->out->all.n = notes;
	note(v, s, LOOPS_LANES, &best.plan);
	vectorize_read(&v->nest, s, best.plan.ndims,
	        best.plan.tiled); /* another one was read since */
	tir_seq_append(out, vectorize_copy(&v->nest, &best.plan, inner));
	saved->time += best.before > best.time ? best.before - best.time : 0;
}

/* Note what the outermost loop takes, of which so much is saved. */
static void note_time(struct vectorizer *v, const struct tir_stmt *s, uint64_t saved)
{
	uint64_t time = unroll_jam_time(&v->meter, s);
	struct loops_time t = {tir_as_for(s)->var, time > saved ? time - saved : 0, saved};
	VEC_PUSH(v->arena, &v->out->times, t);
}

/* The statements with loops vectorised.  *saved grows by the time that takes less, in twelfths of packets. */
static struct tir_seq vectorize_seq(struct vectorizer *v, const struct tir_seq *s,
        struct saved *saved)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		uint64_t before = saved->time;
		bool outermost = t->kind == TIR_FOR && v->depth == 0;
		v->depth += t->kind == TIR_FOR;
		vectorize_stmt(v, t, &out, saved);
		v->depth -= t->kind == TIR_FOR;
		if (outermost && v->out->timed)
			note_time(v, t, saved->time - before);
	}
	return out;
}

struct tir_func *loops_vectorize(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	vectors->all.n = vectors->times.n = 0;
	if (!tir_seq_any(&f->body, is_loop))
		return f;
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct vectorizer *v = ARENA_NEW(arena, struct vectorizer);
	struct saved saved = {0};
	*v = (struct vectorizer){.m = f->module,
	        .options = options,
	        .arena = arena,
	        .out = vectors,
	        .blocks = ARENA_NEW(arena, struct vectorize_blocks),
	        .nest = {.f = f, .scratch = arena, .floats = options->floats},
	        .meter = {.arena = arena,
	                .vectorizes = options->vectorizes,
	                .unrolls_more = options->opt_level == 0 || options->opt_level > 2}};
	v->nest.facts = facts_begin(f, &known, arena);
	struct tir_seq body = vectorize_seq(v, &f->body, &saved);
	return v->done ? tir_func_with_body(f, body) : f;
}
