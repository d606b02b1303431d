/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/optimize.c: the passes that make a program better, each planned, applied and proved apart.
 *
 * Needs     a flat module; a function that holds blocks stays as it is.
 * Preserves what a function does: one whose proof fails is left as it was, with a warning.
 * Costs     what the passes cost; their memory is given back after each function. */
#include "driver/optimize.h"
#include "cse/cse.h"
#include "loops/loops.h"

static void done(const struct driver_optimizer *r, enum cse_step step)
{
	if (r->options->cse.watch)
		r->options->cse.watch(r->options->cse.ctx, step);
}

/* ---- Common subexpressions ---------------------------------------------------------------*/
/* The plan for f carried out and proved, or NULL with a warning. */
static struct tir_func *carry_out(struct driver_optimizer *r, const struct tir_func *f,
        struct cse_plan *p)
{
	bool last = !r->options->cse.remark;
	if (last && !cse_plan_looks_back(p)) {
		cse_plan_forget(p);
		arena_free(&r->work);
	}
	struct tir_func *g = cse_apply(p);
	const struct cse_options *o = &r->options->cse;
	const struct proof_contract contract = {o->alias, o->ctx, o->key};
	const char *why;
	struct cse_plan_named named = cse_plan_tell(p, &r->work);
	struct proof_cse_told told = {r->nexprs, !named.guarded, named.first, named.n, named.at};
	done(r, CSE_APPLIED);
	if (last) { /* the plan is done with: the proof takes its memory */
		arena_free(&r->arena);
		arena_free(&r->numbers);
	}
	bool ok = proof_cse(f, g, &contract, &told, &r->arena, &why);
	done(r, CSE_PROVED);
	return driver_holds(r, ok, "common subexpression elimination", why) ? g : NULL;
}

/* ---- All of them -------------------------------------------------------------------------*/
/* Plan, apply and prove for one function; arena_guard may end it anywhere. */
static void run_func(void *ctx)
{
	struct driver_optimizer *r = ctx;
	const struct driver_optimizations *o = r->options;
	struct loops_kept_values promoted = {0}, carried = {0};
	tir_enter(r->f);
	r->m->arena->oom = r->numbers.oom = r->work.oom = r->arena.oom;
	r->m->arena->pool = r->numbers.pool = r->arena.pool = r->work.pool = &r->pool;
	struct tir_func *f = driver_unroll_and_jam(r,
	        driver_vectors(r, driver_take_apart(r, r->f)));
	f = driver_step(r, f, DRIVER_STEP_UNROLL);
	if (o->loops.promote_scalars)
		f = driver_keep(r, &driver_promotion, f, &promoted);
	r->nexprs = r->m->nexprs;
	struct cse_plan *p = cse_plan_in(f, &o->cse, &r->arena, &r->numbers, &r->work);
	if (r->text) {
		loops_print_promotions(f, &promoted, r->text);
		cse_plan_print(p, r->text);
	}
	uint32_t names = cse_plan_names(p);
	bool empty = cse_plan_is_empty(p);
	done(r, CSE_PLANNED);
	struct tir_func *g = empty ? f : carry_out(r, f, p);
	if (!g)
		return;
	if (o->loops.remark)
		loops_explain_promotions(r->f, &promoted, &o->loops);
	if (o->cse.remark)
		cse_plan_explain(p);
	arena_free(&r->arena);
	if (o->loops.predictive_commoning && r->proof)
		g = driver_keep(r, &driver_commoning, g, &carried);
	if (r->text)
		loops_print_carries(g, &carried, r->text);
	if (o->loops.remark)
		loops_explain_carries(r->f, &carried, &o->loops);
	r->f = g;
	r->names += names + promoted.all.n;
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

uint32_t driver_optimize(struct tir_module *m, const struct driver_optimizations *options,
        struct diag *d, struct sbuf *plan_text)
{
	struct driver_optimizations own = *options;
	struct driver_optimizer r = {.m = m, .options = &own, .d = d, .text = plan_text};
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
		r.vectors.n = 0;
		optimize(&r);
		m->funcs.at[i] = driver_may_be_apart(&r, f) ? driver_with_apart(&r, f, optimize)
		                                            : r.f;
	}
	proof_end(r.proof);
	return r.names;
}

struct driver_optimizations driver_profile(const char *name)
{
	return (struct driver_optimizations){
	        .cse = *cse_profile(name), .loops = loops_profile(name)};
}
