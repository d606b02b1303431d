/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/optimize.c: the passes that make a program better, each planned, applied and proved apart.
 *
 * Needs     a flat module; a function that holds blocks stays as it is.
 * Preserves what a function does: one whose proof fails is left as it was, with a warning.
 * Costs     what the passes cost; their memory is given back after each function. */
#include "driver/optimize.h"
#include "cse/cse.h"
#include "loops/loops.h"

/* ---- All of them -------------------------------------------------------------------------*/
/* Plan, apply and prove for one function; arena_guard may end it anywhere. */
static void run_func(void *ctx)
{
	struct driver_optimizer *r = ctx;
	tir_enter(r->f);
	r->m->arena->oom = r->numbers.oom = r->work.oom = r->arena.oom;
	r->m->arena->pool = r->numbers.pool = r->arena.pool = r->work.pool = &r->pool;
	r->f = driver_steps(r, r->f, 0, DRIVER_NSTEPS);
}

static bool no_block(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind != TIR_BLOCK;
}

/* r->f, with all passes run over it; as it was if there is not enough memory. */
static void optimize(struct driver_optimizer *r)
{
	struct tir_module *m = r->m;
	struct arena outer = *m->arena;
	if (!arena_guard(&r->arena, run_func, r))
		diag_warning(r->d, m->source, r->f->at,
		        "not enough memory for common subexpression elimination of '%s'; "
		        "the function is left as it was",
		        r->f->name);
	m->arena->oom = outer.oom;
	m->arena->pool = outer.pool;
	arena_free(&r->arena);
	arena_free(&r->numbers);
	arena_free(&r->work);
	arena_free(&r->pool);
}

/* Is f compiled?  A private one may be called by one that is. */
static bool is_wanted(const struct driver_optimizations *o, const struct tir_func *f)
{
	return !o->only || !f->symbol || driver_is_called(f, o->only);
}

/* r->f, which was f, with all passes run over it, and with a version for buffers that do not overlap where that gains. */
static struct tir_func *make_best(struct driver_optimizer *r, const struct tir_func *f)
{
	r->vectors.n = r->refused.n = 0;
	optimize(r);
	return driver_may_be_versioned(r, f) ? driver_with_noalias_version(r, f, optimize) : r->f;
}

uint32_t driver_optimize(struct tir_module *m, const struct driver_optimizations *options,
        struct diag *d, struct sbuf *plan_text)
{
	struct driver_optimizations own = *options;
	struct driver_optimizer r = {
	        .m = m, .options = &own, .d = d, .text = plan_text, .steps = driver_steps};
	bool loops = options->loops.unroll_and_jam > 1 || options->loops.promote_scalars ||
	             options->loops.vectorize || options->loops.predictive_commoning;
	r.proof = loops ? proof_begin() : NULL;
	r.bisect.left = options->bisects_loops ? options->changes : UINT32_MAX;
	if (options->bisects)
		own.cse.left = &own.names;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct tir_func *f = r.f = m->funcs.at[i];
		if (!is_wanted(options, f))
			continue;
		if (m->nblocks && !tir_walk_stmts(&r.f->body, no_block, NULL))
			continue; /* it was not legalised */
		const struct driver_optimizations *as = tir_names_have(&options->scalar, f)
		                                                ? options->scalar_as
		                                                : options;
		own.loops = as->loops;
		own.skipped = as->skipped;
		r.index = i;
		f->other = NULL; /* those were of what f was before */
		struct tir_func *best = make_best(&r, f);
		m->funcs.at[i] = options->versions && f->symbol
		                         ? driver_with_versions(&r, f, best, make_best)
		                         : best;
	}
	proof_end(r.proof);
	return r.names;
}
