/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/vectors.c: index-set splitting in rounds, and iterations of loops as lanes of vectors.
 *
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"

enum { SPLIT_ROUNDS = 8 };

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

struct tir_func *driver_split(struct driver_optimizer *r, struct tir_func *f)
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
		bool ok = r->is_thrown_away ||
		          proof_split(f, g, NULL, &r->arena, &why) == PROOF_PROVED;
		if (!driver_holds(r, ok, "index-set splitting", why))
			continue;
		struct tir_func *folded = loops_fold(g, &r->arena);
		bool good = o->split_always || driver_is_faster(f, folded, o, &r->arena);
		bool stops = good && !driver_bisect_takes(&r->bisect, 1);
		tell_split(r, &splits,
		        stops  ? LOOPS_SPLIT_COUNTER
		        : good ? LOOPS_SPLIT
		               : LOOPS_SPLIT_PAYS);
		good = good && !stops;
		f = good ? driver_fold(r, g) : f;
	}
	arena_free(&r->arena);
	return f;
}

struct tir_func *driver_lanes(struct driver_optimizer *r, struct tir_func *f)
{
	struct loops_vectors vectors = {0};
	if (!r->options->loops.vectorize || !r->proof)
		return f;
	if (r->options->loops.jams_ahead)
		f = driver_unroll_and_jam(r, f);
	struct tir_func *g = driver_proved_loops(r, f, loops_vectorize, proof_vectorize,
	        "vectorisation", &vectors);
	for (uint32_t i = 0; g && i < vectors.all.n; i++)
		driver_bisect_takes(&r->bisect, loops_reasons[vectors.all.at[i].reason].passed);
	if (g)
		driver_report_vectors(r, &vectors);
	arena_free(&r->arena);
	return g ? g : f;
}
