/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/vectors.c: iterations of loops as lanes of vectors, and what prepares loops for it.
 *
 * Idea      in this order: functions of one byte in halfwords, sums over windows, sums of products, rows as lanes,
 *           stores in turn as rows, loops split at conditions, iterations as lanes.
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"

enum { SPLIT_ROUNDS = 8, NARROW_LANES = 64 /* of halfwords in a register */ };

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
		bool ok = proof_split(f, g, &r->arena, &why);
		if (!driver_holds(r, ok, "index-set splitting", why))
			continue;
		g = loops_split_fold(g, &r->arena);
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
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	struct loops_vectors vectors = {0};
	while (o->vectorize && r->proof) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		struct tir_func *g = loops_vectorize(f, o, &r->arena, &vectors);
		if (driver_bisect_vectors(&r->bisect, r->m->arena, &vectors))
			continue;
		bool ok = g == f ||
		          proof_vectorize(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		if (!driver_holds(r, ok, "vectorisation", why))
			break;
		if (!doubts.all.n) {
			for (uint32_t i = 0; i < vectors.all.n; i++)
				driver_bisect_takes(&r->bisect,
				        loops_reasons[vectors.all.at[i].reason].passed);
			driver_tell_vectors(r, &vectors);
			arena_free(&r->arena);
			return g;
		}
		driver_tell_doubts(r, &doubts, "vectorisation");
		for (uint32_t i = 0; i < doubts.all.n; i++)
			VEC_PUSH(&r->arena, &vectors.unproved, doubts.all.at[i].loop);
	}
	arena_free(&r->arena);
	return f;
}

/* f with functions of one byte in halfwords, if that is proved; itself. */
static struct tir_func *narrow(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	const char *why = NULL;
	if (!o->vectorize || o->traps_overflow || (o->lanes && o->lanes < NARROW_LANES))
		return f;
	struct tir_func *g = loops_narrow(f, &r->arena, &vectors);
	if (g == f || !driver_bisect_takes(&r->bisect, 1))
		return f;
	bool ok = proof_narrow(f, g, &r->arena, &why);
	if (driver_holds(r, ok, "a function of a byte", why))
		driver_tell_vectors(r, &vectors);
	arena_free(&r->arena);
	return ok ? g : f;
}

/* g, if it is proved to do what f does; f. */
static struct tir_func *replayed(struct driver_optimizer *r, struct tir_func *f, struct tir_func *g,
        struct loops_vectors *vectors, const char *what)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	const char *why = NULL;
	enum proof_verdict v = proof_replay(f, g, &contract, &r->arena, &why);
	driver_holds(r, v != PROOF_REFUTED, what, why);
	for (uint32_t i = 0; v != PROOF_PROVED && i < vectors->all.n; i++)
		vectors->all.at[i].reason = LOOPS_LANES_UNPROVED;
	driver_tell_vectors(r, vectors);
	arena_free(&r->arena);
	return v == PROOF_PROVED ? g : f;
}

/* f with sums of products of bytes done four at once, and what goes with them. */
static struct tir_func *dots(struct tir_func *f, const struct loops_options *o, struct arena *arena,
        struct loops_vectors *vectors)
{
	f = loops_dot(loops_scale(f, arena), o, arena, vectors);
	return loops_collapse(loops_rows(f, o, arena, vectors), o, arena);
}

/* f with what `pass` makes of it, if that is proved; itself. */
static struct tir_func *done_by(struct driver_optimizer *r, struct tir_func *f, const char *what,
        struct tir_func *(*pass)(struct tir_func *f, const struct loops_options *options,
                struct arena *arena, struct loops_vectors *vectors))
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	if (!o->vectorize || o->traps_overflow)
		return f;
	struct tir_func *g = pass(f, o, &r->arena, &vectors);
	if (g == f || !driver_bisect_takes(&r->bisect, 1))
		return f;
	return replayed(r, f, g, &vectors, what);
}

/* f with rows as lanes where that makes better vectors, and that is proved; itself. */
static struct tir_func *turn(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors vectors = {0};
	if (!o->vectorize || o->traps_overflow)
		return f;
	struct tir_func *g = loops_turn(f, o, &r->arena, &vectors);
	if (g == f || !(o->vectorize_always || driver_split_pays(f, g, o, &r->arena)) ||
	        !driver_bisect_takes(&r->bisect, 1))
		return f;
	return replayed(r, f, g, &vectors, "a loop over rows that are turned");
}

struct tir_func *driver_vectors(struct driver_optimizer *r, struct tir_func *f)
{
	f = done_by(r, narrow(r, f), "a sum over a window", loops_stencil);
	f = done_by(r, f, "a sum of neighbours", loops_neighbours);
	f = done_by(r, f, "a transposition", loops_transpose);
	f = driver_zip(r, turn(r, done_by(r, f, "a sum of products", dots)));
	return vectorize(r, driver_shrink(r, split(r, f)));
}
