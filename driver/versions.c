/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/versions.c: other versions of a function, which driver_choose (choose.c) weighs against what the options ask for.
 *
 * Idea      Each pass decides by a model, and what a later one cannot use stays.  So the whole line is run over the function again,
 *           without vectors, without splitting, without names, with another profile.  These runs print no remark and no warning.
 * Preserves what a function does: each version is proved as the first one is.
 * Costs     a run of all passes a version; functions that are large have none. */
#include "driver/optimize.h"
#include "target/target.h"

enum covering { MODEL, ALWAYS, NEVER, LINES };
struct version {
	const char *name;
	bool text, vectors, all, ahead, split;
	enum covering cover;
	bool hoist, loops, names;
	const char *profile;
};
static const struct version versions[] = {
#define VERSION(name, text, vectors, all, ahead, split, cover, hoist, loops, names, profile)       \
	{name, text, vectors, all, ahead, split, cover, hoist, loops, names, profile},
#include "driver/versions.def"
};
enum { NVERSIONS = sizeof versions / sizeof *versions, MOST_EXPRS = 8000, MOST_TEXT = 1 << 18 };

struct driver_optimizations driver_profile(const char *name)
{
	return (struct driver_optimizations){
	        .cse = *cse_profile(name), .loops = loops_profile(name)};
}

/* Take over what a profile says, but nothing that the caller of the passes set. */
static void take_profile(struct driver_optimizations *o, const char *name)
{
	struct driver_optimizations p = driver_profile(name);
	p.cse.alias = o->cse.alias;
	p.cse.key = o->cse.key;
	p.cse.ctx = o->cse.ctx;
	p.cse.left = o->cse.left;
	p.cse.prefix = o->cse.prefix;
	p.cse.keeps_choices = o->cse.keeps_choices;
	p.loops.alias = o->loops.alias;
	p.loops.ctx = o->loops.ctx;
	p.loops.traps_overflow = o->loops.traps_overflow;
	p.loops.scratch = p.loops.scratch ? o->loops.scratch : 0;
	p.loops.vectorizes = o->loops.vectorizes;
	p.loops.opt_level = o->loops.opt_level;
	p.loops.schedule = o->loops.schedule;
	o->cse = p.cse;
	o->loops = p.loops;
}

/* What the passes are told of a version, of which nobody hears. */
static struct driver_optimizations options_of(const struct driver_optimizations *o,
        const struct version *v)
{
	struct driver_optimizations out = *o;
	const uint64_t cse = driver_step_bits(DRIVER_STEP_SHARE);
	if (v->profile)
		take_profile(&out, v->profile);
	out.listener = NULL;
	out.cse.remark = NULL;
	out.cse.watch = NULL;
	out.loops.remark = NULL;
	out.schedule = NULL;
	out.loops.vectorize &= v->vectors;
	out.loops.outdoes_llvm = v->all;
	out.loops.jams_ahead = v->ahead;
	out.loops.split &= v->split;
	out.loops.cover_always |= out.loops.cover && v->cover == ALWAYS;
	out.loops.cover &= v->cover != NEVER;
	out.loops.by_lines |= v->cover == LINES;
	if (!v->hoist)
		out.loops.scratch = 0;
	if (!v->loops)
		out.skipped |= ~cse;
	if (!v->names)
		out.skipped |= cse;
	return out;
}

/* f with loops in the place of the text's vectors of floats, if loops become such vectors again; NULL: it has none. */
static struct tir_func *with_loops(const struct driver_optimizer *r, struct tir_func *f)
{
	const struct legalize_options o = {
	        .passes = driver_passes, .npasses = driver_npasses, .float_bits = true};
	bool lanes = r->options->loops.vectorize && r->options->loops.floats & TARGET_IEEE;
	struct tir_func *g = lanes ? legalize_scalar_floats(f, &o) : f;
	return g == f ? NULL : g;
}

/* NULL: that version is none of f. */
static struct tir_func *make(struct driver_optimizer *r, struct tir_func *f,
        const struct version *v, driver_make_best *best)
{
	f = v->text ? f : with_loops(r, f);
	if (!f)
		return NULL;
	struct driver_trial t;
	struct diag silent = {0}, *d = r->d;
	driver_trial_begin(r, &t);
	t.quiet = options_of(r->options, v);
	r->is_trial = v->cover ==
	              MODEL; /* what differs by that alone is made as the first version is */
	r->d = &silent;
	r->f = f;
	struct tir_func *g = best(r, f);
	r->d = d;
	driver_trial_end(r, &t);
	return g;
}

static void print(const struct tir_func *f, struct sbuf *out)
{
	tir_print_func(f, out);
	if (f->apart)
		tir_print_func(f->apart, out);
}

/* Is g another text than each of the n texts?  Then it is one of them. */
static bool is_new(const struct tir_func *g, struct sbuf *texts, uint32_t n)
{
	struct sbuf *text = &texts[n];
	print(g, text);
	bool failed = text->failed;
	for (uint32_t i = 0; i < n && !failed; i++)
		failed = texts[i].len == text->len && !memcmp(texts[i].text, text->text, text->len);
	if (failed)
		sbuf_free(text);
	return !failed;
}

/* Expressions that f holds, each once, up to `most`. */
struct holding {
	uint8_t *seen; /* by expression */
	struct arena *arena;
	uint32_t n, most;
};

static bool hold(void *ctx, const struct tir_expr *e)
{
	struct holding *h = ctx;
	h->n += !h->seen[e->id];
	h->seen[e->id] = 1;
	return h->n <= h->most;
}

static bool hold_stmt(void *ctx, struct tir_stmt *s)
{
	struct holding *h = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (!h->seen[e[i]->id] && !tir_walk_expr(e[i], h->arena, hold, h))
			return false;
	return true;
}

bool driver_may_weigh(const struct tir_func *f)
{
	struct arena own = arena_scratch(f->module->arena);
	struct holding h = {
	        ARENA_NEWN(&own, uint8_t, tir_numbers_of(f).nexprs + 1), &own, 0, MOST_EXPRS};
	bool small = tir_walk_stmts(&f->body, hold_stmt, &h);
	arena_free(&own);
	return small;
}

struct tir_func *driver_with_versions(struct driver_optimizer *r, struct tir_func *f,
        struct tir_func *best, driver_make_best *make_best)
{
	struct sbuf texts[NVERSIONS + 1] = {0};
	uint32_t n = 1;
	struct tir_func *first = arena_copy(r->m->arena, best, sizeof *best), *last = first;
	if (!driver_may_weigh(best))
		return best;
	print(first, &texts[0]);
	bool may = texts[0].text && texts[0].len < MOST_TEXT;
	for (uint32_t i = 0; i < NVERSIONS && may; i++) {
		struct tir_func *g = make(r, f, &versions[i], make_best);
		if (!g || !is_new(g, texts, n))
			continue;
		n++;
		g = arena_copy(r->m->arena, g, sizeof *g);
		g->way = versions[i].name;
		last->other = g;
		last = g;
	}
	for (uint32_t i = 0; i < n; i++)
		sbuf_free(&texts[i]);
	return first;
}
