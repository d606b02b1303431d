/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/optimize.c: the passes that make a program better, each planned, applied and proved apart.
 *
 * Needs     a flat module; a function that holds blocks stays as it is.
 * Preserves what a function does: one whose proof fails is left as it was, with a warning.
 * Costs     what the passes cost; their memory is given back after each function. */
#include "driver/optimize.h"
#include "cse/cse.h"
#include "loops/loops.h"

/* A nest may have two of its loops unrolled and jammed, a loop as many sums as iterations at once. */
enum { UNROLL_JAM_ROUNDS = 2, PROMOTE_ROUNDS = 4, PREDICT_ROUNDS = 8 };

static void done(const struct driver_optimizer *r, enum cse_step step)
{
	if (r->options->cse.watch)
		r->options->cse.watch(r->options->cse.ctx, step);
}

/* ---- Loops -------------------------------------------------------------------------------*/
/* Tell what became of outer loops: of those that were left alone, if that is their last chance. */
static void tell_loops(struct driver_optimizer *r, const struct loops_unroll_jam_notes *notes,
        bool last)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; o->remark && i < notes->all.n; i++) {
		const struct loops_unroll_jam_note *n = &notes->all.at[i];
		struct loops_remark x = {driver_bisect_reason(&r->bisect, n->loop, n->reason), r->f,
		        tir_as_for(n->loop)->var->expr, n->loop->at, n->factor, NULL};
		if (n->reason == LOOPS_UNROLL_JAMMED ||
		        (last && !tir_as_for(n->loop)->more->step.e))
			o->remark(o->ctx, &x);
	}
}

/* f with outer loops unrolled and jammed, those alone for which that is proved; itself if it wants none; NULL with a
 * warning. */
static struct tir_func *unroll_jam_once(struct driver_optimizer *r, struct tir_func *f,
        struct loops_unroll_jam_notes *notes)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	for (;;) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		struct tir_func *g = loops_unroll_and_jam(f, o, &r->arena, notes);
		if (driver_bisect_jams(&r->bisect, r->m->arena, notes))
			continue;
		bool ok = g == f ||
		          proof_unroll_and_jam(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		if (!driver_holds(r, ok, "unroll-and-jam", why))
			return NULL;
		if (!doubts.all.n)
			return g;
		driver_tell_doubts(r, &doubts, "unroll-and-jam");
		for (uint32_t i = 0; i < doubts.all.n; i++)
			VEC_PUSH(&r->arena, &notes->unproved, doubts.all.at[i].loop);
	}
}

static struct tir_func *unroll_and_jam(struct driver_optimizer *r, struct tir_func *f)
{
	bool changed = r->options->loops.unroll_and_jam > 1 && r->proof;
	for (int i = 1; changed && i <= UNROLL_JAM_ROUNDS; i++) {
		struct loops_unroll_jam_notes notes = {0};
		struct tir_func *g = unroll_jam_once(r, f, &notes);
		if (!g)
			return NULL;
		changed = g != f;
		for (uint32_t k = 0; k < notes.all.n; k++)
			driver_bisect_takes(&r->bisect,
			        notes.all.at[k].reason == LOOPS_UNROLL_JAMMED);
		tell_loops(r, &notes, i == UNROLL_JAM_ROUNDS || !changed);
		f = g;
		arena_free(&r->arena);
	}
	return f;
}

/* Of loops that are left as they are: a counterexample is a fault of the pass. */
static void tell_promotion_doubts(struct driver_optimizer *r, const struct proof_doubts *doubts,
        struct loops_promotions *more)
{
	for (uint32_t i = 0; i < doubts->all.n; i++) {
		const struct proof_doubt *x = &doubts->all.at[i];
		VEC_PUSH(r->m->arena, &more->unproved, x->loop);
		if (x->verdict == PROOF_REFUTED)
			diag_warning(r->d, r->m->source, x->loop->at,
			        "scalar promotion around loop '%s' could not be proved right (%s); "
			        "the loop is left as it was, please report this",
			        tir_as_for(x->loop)->var->name, x->witness);
	}
}

/* f with one element a loop more kept in a variable, where that is proved; NULL: there is none, or with a warning,
 * *ok = false. */
static struct tir_func *promote_once(struct driver_optimizer *r, struct tir_func *f,
        struct loops_promotions *more, bool *ok)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	for (;;) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		more->all.n = 0;
		struct tir_func *g = loops_promote(f, o, &r->arena, more);
		arena_free(&r->arena);
		if (!g)
			return NULL;
		uint32_t stopped = 0;
		for (uint32_t i = r->bisect.left; i < more->all.n; i++, stopped++)
			VEC_PUSH(r->m->arena, &more->unproved, more->all.at[i].loop);
		if (stopped)
			continue;
		*ok = proof_promote(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		*ok = driver_holds(r, *ok, "scalar promotion", why);
		if (*ok)
			tell_promotion_doubts(r, &doubts, more);
		bool again = doubts.all.n != 0;
		arena_free(&r->arena);
		if (!*ok || !again)
			return *ok ? g : NULL;
	}
}

/* f with elements that loops keep in variables; itself if it wants none; NULL with a warning.  A round finds one sum a
 * loop. */
static struct tir_func *promote(struct driver_optimizer *r, struct tir_func *f,
        struct loops_promotions *all)
{
	struct loops_promotions more = {0};
	for (int i = 0; r->options->loops.promote_scalars && i < PROMOTE_ROUNDS; i++) {
		bool ok = true;
		struct tir_func *g = promote_once(r, f, &more, &ok);
		if (!g)
			return ok ? f : NULL;
		driver_bisect_takes(&r->bisect, more.all.n);
		for (uint32_t k = 0; k < more.all.n; k++)
			VEC_PUSH(r->m->arena, &all->all, more.all.at[k]);
		f = g;
	}
	return f;
}

/* f with one computation a loop more carried to later iterations, where that is proved; NULL: there is none, or with a
 * warning. */
static struct tir_func *predict_once(struct driver_optimizer *r, struct tir_func *f,
        struct loops_carries *more)
{
	const struct loops_options *o = &r->options->loops;
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	for (;;) {
		struct proof_doubts doubts = {0};
		const char *why = NULL;
		struct tir_func *g = loops_predict(f, o, &r->arena, more);
		arena_free(&r->arena);
		if (!g)
			return NULL;
		uint32_t stopped = 0;
		for (uint32_t i = r->bisect.left; i < more->all.n; i++, stopped++)
			VEC_PUSH(r->m->arena, &more->unproved, more->all.at[i].loop);
		if (stopped)
			continue;
		bool ok = proof_predictive(r->proof, f, g, &contract, &r->arena, &doubts, &why);
		ok = driver_holds(r, ok, "predictive commoning", why);
		driver_tell_doubts(r, &doubts, "predictive commoning");
		bool doubted = doubts.all.n != 0;
		for (uint32_t i = 0; i < doubts.all.n; i++)
			VEC_PUSH(r->m->arena, &more->unproved, doubts.all.at[i].loop);
		arena_free(&r->arena);
		if (!ok || !doubted)
			return ok ? g : NULL;
	}
}

/* f with loops that carry what later iterations need again; itself if it wants none. */
static struct tir_func *predict(struct driver_optimizer *r, struct tir_func *f,
        struct loops_carries *all)
{
	struct loops_carries more = {0};
	bool wanted = r->options->loops.predictive_commoning && r->proof;
	for (int i = 0; wanted && i < PREDICT_ROUNDS; i++) {
		struct tir_func *g = predict_once(r, f, &more);
		if (!g)
			break;
		driver_bisect_takes(&r->bisect, more.all.n);
		for (uint32_t k = 0; k < more.all.n; k++)
			VEC_PUSH(r->m->arena, &all->all, more.all.at[k]);
		f = g;
	}
	return f;
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
	struct loops_promotions promoted = {0};
	tir_enter(r->f);
	r->m->arena->oom = r->numbers.oom = r->work.oom = r->arena.oom;
	r->m->arena->pool = r->numbers.pool = r->arena.pool = r->work.pool = &r->pool;
	struct tir_func *f = unroll_and_jam(r, driver_vectors(r, r->f));
	if (f)
		f = promote(r, driver_step(r, f, DRIVER_STEP_UNROLL), &promoted);
	if (!f)
		return;
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
	struct loops_carries carried = {0};
	g = predict(r, g, &carried);
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
		r.f = m->funcs.at[i];
		if (m->nblocks && !tir_walk_stmts(&r.f->body, no_block, NULL))
			continue; /* it was not legalised */
		struct arena outer = *m->arena;
		if (!arena_guard(&r.arena, run_func, &r))
			diag_warning(d, m->source, r.f->at,
			        "not enough memory for common subexpression elimination of '%s'; "
			        "the function is left as it was",
			        r.f->name);
		m->arena->oom = outer.oom;
		m->arena->pool = outer.pool;
		m->funcs.at[i] = r.f;
		arena_free(&r.arena);
		arena_free(&r.numbers);
		arena_free(&r.work);
		arena_free(&r.pool);
	}
	proof_end(r.proof);
	return r.names;
}

struct driver_optimizations driver_profile(const char *name)
{
	return (struct driver_optimizations){
	        .cse = *cse_profile(name), .loops = loops_profile(name)};
}
