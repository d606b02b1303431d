/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/loops.c: passes over loops, carried out for those loops for which it is proved.
 *
 * Idea      a pass is asked for a function, and its proof for the loops that it doubts; with these to be left alone the
 *           pass is asked again, until there are no doubts.  Where it finds another program than the proof knows, the nests
 *           in which that is are such loops (pieces.c).
 * Preserves what a function does: what is not proved is left as it was. */
#include "driver/optimize.h"

/* A nest may have two of its loops unrolled and jammed.  Where a proof finds another program, its loops are left alone so
 * often. */
enum { UNROLL_JAM_ROUNDS = 2, REFUTED_ROUNDS = 4 };

/* ---- Loops done otherwise -----------------------------------------------------------------*/
struct tir_func *driver_proved_loops(struct driver_optimizer *r, struct tir_func *f,
        loops_pass *pass, proof_loops *proof, const char *what, struct loops_vectors *vectors)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = driver_contract(o);
	for (int tries = 0;;) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		struct tir_func *g = pass(f, o, &r->arena, vectors);
		if (driver_bisect_loops(&r->bisect, r->m->arena, vectors))
			continue;
		bool ok = g == f || r->is_thrown_away ||
		          proof(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		ok = ok ||
		     (tries++ < REFUTED_ROUNDS && driver_doubt_pieces(r, f, g, proof, &doubts));
		if (!driver_holds(r, ok, what, why))
			return NULL;
		if (!doubts.all.n)
			return g;
		driver_report_doubts(r, &doubts, what);
		for (uint32_t i = 0; i < doubts.all.n; i++)
			VEC_PUSH(&r->arena, &vectors->unproved, doubts.all.at[i].loop);
	}
}

/* Tell what became of outer loops: of those that were left alone, if that is their last chance. */
static void tell_jams(struct driver_optimizer *r, struct loops_vectors *jams, bool last)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < jams->all.n; i++) {
		const struct loops_vectorized *x = &jams->all.at[i];
		if (x->reason == LOOPS_UNROLL_JAMMED ||
		        (last && !tir_as_for(x->loop)->more->step.e))
			jams->all.at[n++] = *x;
	}
	jams->all.n = n;
	driver_report_vectors(r, jams);
}

struct tir_func *driver_unroll_and_jam(struct driver_optimizer *r, struct tir_func *f)
{
	bool changed = r->options->loops.unroll_and_jam > 1 && r->proof;
	for (int i = 1; changed && i <= UNROLL_JAM_ROUNDS; i++) {
		struct loops_vectors jams = {0};
		struct tir_func *g = driver_proved_loops(r, f, loops_unroll_and_jam,
		        proof_unroll_and_jam, "unroll-and-jam", &jams);
		changed = g && g != f;
		for (uint32_t k = 0; g && k < jams.all.n; k++)
			driver_bisect_takes(&r->bisect,
			        jams.all.at[k].reason == LOOPS_UNROLL_JAMMED);
		if (g)
			tell_jams(r, &jams, i == UNROLL_JAM_ROUNDS || !changed);
		f = changed ? g : f;
		arena_free(&r->arena);
	}
	return f;
}

/* ---- Values that loops keep ---------------------------------------------------------------*/
struct keeper {
	loops_keeper *pass;
	proof_loops *proof;
	const char *what;
	int rounds; /* each finds one value a loop */
};
static const struct keeper promotion = {loops_promote, proof_promote, "scalar promotion", 4};
static const struct keeper commoning = {loops_predict, proof_predictive, "predictive commoning", 8};

/* f with one value a loop more kept, where that is proved; NULL: there is none, or with a warning. */
static struct tir_func *keep_once(struct driver_optimizer *r, const struct keeper *k,
        struct tir_func *f, struct loops_kept_values *more)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = driver_contract(o);
	for (int tries = 0;;) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		struct tir_func *g = k->pass(f, o, &r->arena, more);
		arena_free(&r->arena);
		if (!g)
			return NULL;
		uint32_t stopped = 0;
		for (uint32_t i = r->bisect.left; i < more->all.n; i++, stopped++)
			VEC_PUSH(r->m->arena, &more->unproved, more->all.at[i].loop);
		if (stopped)
			continue;
		bool ok = k->proof(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		ok = ok ||
		     (tries++ < REFUTED_ROUNDS && driver_doubt_pieces(r, f, g, k->proof, &doubts));
		ok = driver_holds(r, ok, k->what, why);
		driver_report_doubts(r, &doubts, k->what);
		bool doubted = doubts.all.n != 0;
		for (uint32_t i = 0; i < doubts.all.n; i++)
			VEC_PUSH(r->m->arena, &more->unproved, doubts.all.at[i].loop);
		arena_free(&r->arena);
		if (!ok || !doubted)
			return ok ? g : NULL;
	}
}

/* f with values that loops keep, each told of in all; itself if it wants none. */
static struct tir_func *keep(struct driver_optimizer *r, const struct keeper *k, struct tir_func *f,
        struct loops_kept_values *all)
{
	struct loops_kept_values more = {0};
	for (int i = 0; i < k->rounds; i++) {
		struct tir_func *g = keep_once(r, k, f, &more);
		if (!g)
			break;
		driver_bisect_takes(&r->bisect, more.all.n);
		for (uint32_t n = 0; n < more.all.n; n++)
			VEC_PUSH(r->m->arena, &all->all, more.all.at[n]);
		f = g;
	}
	return f;
}

struct tir_func *driver_promote(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_kept_values all = {0};
	if (!o->promote_scalars)
		return f;
	f = keep(r, &promotion, f, &all);
	if (r->text)
		loops_print_promotions(f, &all, r->text);
	if (o->remark)
		loops_explain_promotions(r->f, &all, o);
	r->names += all.all.n;
	return f;
}

struct tir_func *driver_common(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_kept_values all = {0};
	if (o->predictive_commoning && r->proof)
		f = keep(r, &commoning, f, &all);
	if (r->text)
		loops_print_carries(f, &all, r->text);
	if (o->remark)
		loops_explain_carries(r->f, &all, o);
	return f;
}
