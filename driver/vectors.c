/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/vectors.c: iterations of loops as lanes of vectors, and what prepares loops for it: the steps of vectors.def.
 *
 * Idea      Most steps know buffers of one dimension best: they are tried on such a function first.
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"
#include "legalize/legalize.h"

enum { SPLIT_ROUNDS = 8 };

/* When a step is taken. */
enum { INTEGERS = 1, PAYS = 2, FOLDS = 4 };
struct step {
	loops_pass *pass;
	proof_check *proof;
	unsigned when;
	const char *what;
};
static const struct step steps[DRIVER_NSTEPS] = {
#define STEP(NAME, pass, proof, when, what) [DRIVER_STEP_##NAME] = {pass, proof, when, what},
#define OWN(NAME)
#include "driver/vectors.def"
};

/* Tell what became of a nest with conditions. */
static void tell_split(struct driver_optimizer *r, const struct loops_splits *splits,
        enum loops_reason reason)
{
	const struct loops_options *o = &r->options->loops;
	const struct loops_split *d = &splits->did;
	struct loops_remark x = {
	        reason, r->f, tir_as_for(d->loop)->var->expr, d->loop->at, d->copies, NULL};
	if (o->remark)
		o->remark(o->ctx, &x);
}

/* f with loops split at the conditions in them where that makes better vectors, and that is proved; itself if there are
 * none, or with a warning. */
static struct tir_func *split(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_splits splits = {0};
	for (int i = 0; i < SPLIT_ROUNDS && o->split; i++) {
		const char *why = NULL;
		struct tir_func *g = loops_split(f, o, &r->arena, &splits);
		if (!splits.did.loop)
			break;
		VEC_PUSH(&r->arena, &splits.left, tir_as_for(splits.did.loop)->var);
		if (g == f) {
			tell_split(r, &splits, splits.did.reason);
			continue;
		}
		bool ok = proof_split(f, g, NULL, &r->arena, &why) == PROOF_PROVED;
		if (!driver_holds(r, ok, "index-set splitting", why))
			continue;
		g = loops_fold(g, &r->arena);
		bool good = o->split_always || driver_split_pays(f, g, o, &r->arena);
		bool stops = good && !driver_bisect_takes(&r->bisect, 1);
		tell_split(r, &splits,
		        stops  ? LOOPS_SPLIT_COUNTER
		        : good ? LOOPS_SPLIT
		               : LOOPS_SPLIT_PAYS);
		good = good && !stops;
		f = good ? g : f;
	}
	arena_free(&r->arena);
	return f;
}

/* f with iterations of loops as lanes of vectors, those alone for which that is proved; itself if there are none,
 * or with a warning. */
static struct tir_func *vectorize(struct driver_optimizer *r, struct tir_func *f)
{
	struct loops_vectors vectors = {0};
	if (!r->options->loops.vectorize || !r->proof)
		return f;
	struct tir_func *g = driver_proved_loops(r, f, loops_vectorize, proof_vectorize,
	        "vectorisation", &vectors);
	for (uint32_t i = 0; g && i < vectors.all.n; i++)
		driver_bisect_takes(&r->bisect, loops_reasons[vectors.all.at[i].reason].passed);
	if (g)
		driver_tell_vectors(r, &vectors);
	arena_free(&r->arena);
	return g ? g : f;
}

/* Is what the step made of f, g, to be kept if it is proved? */
static bool is_wanted(struct driver_optimizer *r, const struct step *s, struct tir_func *f,
        struct tir_func *g)
{
	const struct loops_options *o = &r->options->loops;
	bool always = !(s->when & PAYS) || o->vectorize_always;
	return g != f && (always || driver_split_pays(f, g, o, &r->arena)) &&
	       driver_bisect_takes(&r->bisect, 1);
}

struct tir_func *driver_step(struct driver_optimizer *r, struct tir_func *f, enum driver_step name)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	const struct step *s = &steps[name];
	struct loops_vectors vectors = {0};
	const char *why = NULL;
	if (!o->vectorize || ((s->when & INTEGERS) && o->traps_overflow))
		return f;
	struct tir_func *g = s->pass(f, o, &r->arena, &vectors);
	if (is_wanted(r, s, f, g)) {
		enum proof_verdict v = s->proof(f, g, &contract, &r->arena, &why);
		driver_holds(r, v != PROOF_REFUTED, s->what, why);
		for (uint32_t i = 0; v != PROOF_PROVED && i < vectors.all.n; i++)
			vectors.all.at[i].reason = LOOPS_LANES_UNPROVED;
		driver_tell_vectors(r, &vectors);
		f = v != PROOF_PROVED ? f : (s->when & FOLDS) ? loops_fold(g, &r->arena) : g;
	}
	arena_free(&r->arena);
	return f;
}

/* f with nests that are made anew as a whole; itself if there are none. */
static struct tir_func *prepare(struct driver_optimizer *r, struct tir_func *f)
{
	for (enum driver_step s = DRIVER_STEP_STENCIL; s <= DRIVER_STEP_TURN; s++)
		f = driver_step(r, f, s);
	return f;
}

/* f with loops split, for a trial. */
static struct tir_func *try_to_split(struct driver_optimizer *r, struct tir_func *f)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	f = split(r, f);
	driver_trial_end(r, &t);
	return f;
}

/* f, or what it is with buffers of one dimension, where that makes better vectors. */
static struct tir_func *prepare_flat(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct tir_func *flat = o->vectorize ? legalize_flat(f, &r->arena) : f;
	arena_free(&r->arena);
	struct tir_func *g = prepare(r, flat);
	if (g != flat || flat == f)
		return g;
	g = try_to_split(r, flat);
	bool pays = driver_split_pays(f, g, o, &r->arena);
	arena_free(&r->arena);
	return pays ? flat : prepare(r, f);
}

/* f with loops split, sums over windows as one expression, and all of it in few bits. */
static struct tir_func *shorten(struct driver_optimizer *r, struct tir_func *f)
{
	f = split(r, f);
	f = driver_step(r, driver_step(r, f, DRIVER_STEP_TAPS), DRIVER_STEP_QUOTIENT);
	return driver_step(r, f, DRIVER_STEP_SHRINK);
}

/* The same; sums of bytes are one expression before loops are split, where that makes better vectors. */
static struct tir_func *shorten_sums(struct driver_optimizer *r, struct tir_func *f)
{
	struct driver_trial t;
	driver_trial_begin(r, &t);
	struct tir_func *sums = driver_step(r, f, DRIVER_STEP_BYTE_SUMS), *a = f, *b = f;
	bool pays = sums != f;
	if (pays) {
		a = shorten(r, f);
		b = shorten(r, sums);
	}
	driver_trial_end(r, &t);
	pays = pays && driver_split_pays(a, b, &r->options->loops, &r->arena);
	arena_free(&r->arena);
	return shorten(r, pays ? driver_step(r, f, DRIVER_STEP_BYTE_SUMS) : f);
}

struct tir_func *driver_vectors(struct driver_optimizer *r, struct tir_func *f)
{
	f = prepare_flat(r, driver_step(r, f, DRIVER_STEP_NARROW));
	f = driver_step(r, driver_step(r, f, DRIVER_STEP_ZIP), DRIVER_STEP_CLAMP);
	return vectorize(r, shorten_sums(r, f));
}
