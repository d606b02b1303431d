/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam.c: unroll-and-jam (register blocking): which loops, and by what factor.
 *
 * Idea.   A term that does not change in an outer loop is computed, and an element read and stored,
 *         in each of its iterations.  Unrolled by F and jammed, the copies share them: what follows in the
 *         pass and in LLVM sees them in one body.  Of each nest the one loop is taken for which
 *         unroll-and-jam costs least, if it saves enough.
 * Needs   flat statements; loops that carry annotations are left alone.
 * Keeps   each element's own operations in their order: sums of floats stay what they are.
 * Costs   for each loop that holds loops, a copy of its nest for each F tried. */
#include "loops/order/unroll_jam.h"
#include "analysis/analysis.h"

enum {
	NODES = 120,       /* of an innermost loop, afterwards */
	PAYS = 92,         /* percent of the time of before, at most */
	PAYS_VECTORS = 85, /* of vectors: LLVM unrolls less of them, by no rule we found */
	PAYS_TWO = 80,     /* of two by two: they share half of it, and spill */
	PAYS_SHARED = 82,  /* of loops that hold vectors (unroll_jam_vectors.c) */
	PAYS_INSIDE = 97,  /* the same without entering loops, if iterations are left */
	PAYS_UNKNOWN = 75, /* if a parameter says how many iterations there are: perhaps few */
};

struct unroll_jam {
	struct tir_module *m;
	const struct loops_options *options;
	struct arena *arena;
	struct loops_vectors *notes;
	struct unroll_jam_around around;
	struct unroll_jam_meter meter;
	struct unroll_jam_nest nest;
	uint32_t done;
};

/* A nest as it may become. */
struct choice {
	struct tir_seq seq; /* in place of the loop; empty: nothing is better */
	uint64_t time;
	uint32_t factor;
};

static struct tir_seq visit_seq(struct unroll_jam *j, const struct tir_seq *s);

static void note(struct unroll_jam *j, const struct tir_stmt *loop, enum loops_reason reason,
        uint32_t factor)
{
	struct loops_vectorized n = {reason, loop, factor};
	VEC_PUSH(j->arena, &j->notes->all, n);
}

/* ---- One loop ----------------------------------------------------------------------------*/
static uint64_t time_of(struct unroll_jam *j, const struct tir_stmt *loop)
{
	j->meter.registers = j->meter.nodes = j->meter.sums = 0;
	j->meter.branches = j->meter.vectors = j->meter.crowded = false;
	return unroll_jam_time(&j->meter, loop);
}

static uint64_t time_inside(struct unroll_jam *j, const struct tir_stmt *loop)
{
	j->meter.no_entries = true;
	uint64_t time = time_of(j, loop);
	j->meter.no_entries = false;
	return time;
}

/* The time when unrolled and jammed by the factor; whole: that of before. */
static uint64_t time_unrolled(struct unroll_jam *j, const struct tir_stmt *loop, uint32_t factor,
        uint64_t whole, struct tir_seq *seq)
{
	uint64_t n = unroll_jam_times(loop);
	uint64_t rest = tir_as_for(loop)->extent.e->op == TIR_INT_IMM ? n % factor : factor / 2;
	*seq = unroll_jam_copy(&j->nest, j->m, j->arena, factor);
	return time_of(j, seq->first) + whole * rest / n;
}

/* Iterations that are left are another copy of the nest: fewer entries of loops alone do not pay for
 * that, as LLVM unrolls less of two copies (conv3d_transpose at -O3: 1.06 of the packets). */
static bool pays_inside(struct unroll_jam *j, const struct tir_stmt *loop, uint32_t factor,
        const struct tir_stmt *unrolled)
{
	uint64_t n = unroll_jam_times(loop), rest = n % factor;
	if (tir_as_for(loop)->extent.e->op != TIR_INT_IMM || rest == 0)
		return true;
	return time_inside(j, unrolled) * n * 100 <=
	       time_inside(j, loop) * (n - rest) * PAYS_INSIDE;
}

/* Half of the registers may be taken by values that live on from iteration to iteration. */
static bool has_registers(const struct unroll_jam *j)
{
	return j->meter.registers <= target_registers() / 2 && !j->meter.crowded;
}

/* Try the factors; the best one, if it pays. */
static void try_factors(struct unroll_jam *j, const struct tir_stmt *loop, uint32_t allowed,
        struct choice *best)
{
	bool constant = tir_as_for(loop)->extent.e->op == TIR_INT_IMM,
	     always = j->options->unroll_and_jam_always;
	uint64_t whole = time_of(j, loop);
	bool known = constant || unroll_jam_runs(&j->nest);
	/* HVX adds up the lanes of each sum behind the loop: of twice as many that does not pay (gesummv) */
	bool sums = j->meter.sums > 1 && !j->nest.steps;
	if (!always && (j->meter.branches || j->meter.is_short || sums))
		return;
	for (uint32_t factor = allowed; factor > 1; factor--) {
		struct tir_seq seq;
		if (unroll_jam_times(loop) < factor || (!constant && factor & (factor - 1)))
			continue;
		uint64_t time = time_unrolled(j, loop, factor, whole, &seq);
		uint64_t most = !known             ? PAYS_UNKNOWN
		                : factor == 2      ? PAYS_TWO
		                : j->meter.vectors ? PAYS_VECTORS
		                                   : PAYS;
		bool pays = has_registers(j) && j->meter.nodes <= NODES &&
		            time <= whole * most / 100;
		if (always ? !best->factor
		           : pays && time < best->time && pays_inside(j, loop, factor, seq.first))
			*best = (struct choice){seq, time, factor};
	}
}

/* Try the factors where loops hold vectors, which all copies share something of. */
static void try_vectors(struct unroll_jam *j, const struct tir_stmt *loop, uint32_t allowed,
        struct choice *best)
{
	struct unroll_jam_saving s = unroll_jam_saves(&j->nest, &j->meter);
	bool constant = tir_as_for(loop)->extent.e->op == TIR_INT_IMM;
	uint64_t n = unroll_jam_times(loop), one = s.time[0] + s.time[1];
	uint64_t most = one * n * (constant ? PAYS_SHARED : PAYS_UNKNOWN) / 100;
	for (uint32_t factor = allowed < s.most ? allowed : s.most; factor > 1; factor--) {
		uint64_t time = (s.time[0] * factor + s.time[1]) * (n / factor) +
		                one * (n % factor);
		if (n < factor || (!constant && factor & (factor - 1)) || time > most ||
		        time >= best->time)
			continue;
		*best = (struct choice){
		        unroll_jam_copy(&j->nest, j->m, j->arena, factor), time, factor};
	}
}

/* The best factor for the loop, or why there is none. */
static enum loops_reason choose(struct unroll_jam *j, const struct tir_stmt *loop,
        struct choice *best)
{
	enum loops_reason why = LOOPS_UNROLL_JAM_PAYS;
	for (uint32_t i = 0; i < j->notes->unproved.n; i++)
		if (j->notes->unproved.at[i] == loop)
			return LOOPS_UNROLL_JAM_UNPROVED;
	if (!unroll_jam_read(&j->nest, &j->around, loop, &why))
		return why;
	bool always = j->options->unroll_and_jam_always;
	if (j->nest.vectors && !j->options->vectorize && !always)
		return LOOPS_UNROLL_JAM_VECTOR;
	uint32_t allowed = unroll_jam_allowed(&j->nest, j->options->unroll_and_jam);
	if (allowed == 1)
		return LOOPS_UNROLL_JAM_DEPENDS;
	if (j->nest.vectors && !always)
		try_vectors(j, loop, allowed, best);
	else
		try_factors(j, loop, allowed, best);
	return why;
}

/* ---- The walk ----------------------------------------------------------------------------*/
static void enter(struct unroll_jam *j, const struct tir_stmt *loop)
{
	if (j->around.n < UNROLL_JAM_LOOPS)
		j->around.loop[j->around.n] = loop;
	j->around.n++;
}

/* A copy of s in whose bodies loops were unrolled and jammed. */
static struct tir_stmt *with_bodies(struct unroll_jam *j, const struct tir_stmt *s)
{
	struct tir_stmt *t = tir_stmt_copy(j->m->arena, s);
	bool loop = s->kind == TIR_FOR;
	if (loop)
		enter(j, s);
	tir_set_body(t, visit_seq(j, tir_body(s)));
	j->around.n -= loop;
	tir_set_orelse(t, visit_seq(j, tir_orelse(s)));
	return t;
}

static void add_all(struct tir_seq *out, const struct tir_seq *s)
{
	for (struct tir_stmt *t = s->first, *next; t; t = next) {
		next = t->next;
		tir_seq_add(out, t);
	}
}

/* The statement with loops in it unrolled and jammed, or as a loop unrolled and jammed itself, whichever is better. */
static void visit_stmt(struct unroll_jam *j, struct tir_seq *out, const struct tir_stmt *s)
{
	struct choice best = {.time = UINT64_MAX};
	bool outer = s->kind == TIR_FOR && unroll_jam_has_loops(tir_body(s)) &&
	             !unroll_jam_is_rest(s);
	uint32_t done = j->done, notes = j->notes->all.n;
	struct tir_stmt *inner = with_bodies(j, s);
	enum loops_reason why = outer ? choose(j, s, &best) : LOOPS_UNROLL_JAM_PAYS;
	bool any = j->done > done;
	bool vectors = best.factor && j->nest.vectors;
	if (best.factor && (!any || (!vectors && best.time < time_of(j, inner)))) {
		j->notes->all.n = notes;
		j->done = done + 1;
		note(j, s, LOOPS_UNROLL_JAMMED, best.factor);
		add_all(out, &best.seq);
		return;
	}
	if (outer)
		note(j, s, why, 1);
	tir_seq_add(out, inner);
}

static struct tir_seq visit_seq(struct unroll_jam *j, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		visit_stmt(j, &out, t);
	return out;
}

/* Is there a loop in a loop? */
static bool holds_nest(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if ((t->kind == TIR_FOR && unroll_jam_has_loops(tir_body(t))) ||
		        holds_nest(tir_body(t)) || holds_nest(tir_orelse(t)))
			return true;
	return false;
}

struct tir_func *loops_unroll_and_jam(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *notes)
{
	notes->all.n = 0;
	if (!holds_nest(&f->body))
		return f;
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct unroll_jam *j = ARENA_NEW(arena, struct unroll_jam);
	*j = (struct unroll_jam){.m = f->module,
	        .options = options,
	        .arena = arena,
	        .notes = notes,
	        .nest = {.facts = facts_begin(f, &known, arena)},
	        .meter = {.arena = arena,
	                .vectorizes = options->vectorizes,
	                .floats = options->floats,
	                .unrolls_more = options->opt_level == 0 || options->opt_level > 2}};
	struct tir_seq body = visit_seq(j, &f->body);
	return j->done ? tir_func_with_body(f, body) : f;
}
