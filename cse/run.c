/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/run.c: the pass over a module, each function planned, rewritten and proved apart. */
#include "cse/internal.h"
#include "cse/jam.h"
#include "cse/promote.h"
#include "cse/prove.h"

/* A nest may have two of its loops jammed, a jammed loop as many sums as iterations side by side. */
enum { JAM_ROUNDS = 2, CELL_ROUNDS = 4 };

struct run {
	struct tir_module *m;
	const struct cse_options *options;
	struct diag *d;
	struct sbuf *text;
	/* Of one function's pass; its values, which the proof goes on with; what the plan needs until it is
	 * carried out; what is empty: the new program takes of that, too. */
	struct arena arena, numbers, work, pool;
	uint32_t nexprs;    /* before the pass */
	struct tir_func *f; /* in: the function; out: what is to stand in its place */
	uint32_t names;
};

static void done(const struct run *r, enum cse_step step)
{
	if (r->options->watch)
		r->options->watch(r->options->ctx, step);
}

/* Did the check of one of the run's steps hold?  Else a warning says what is wrong. */
static bool holds(struct run *r, bool proved, const char *why)
{
	if (proved)
		return true;
	diag_warning(r->d, r->m->source, r->f->at,
	        "common subexpression elimination of '%s' could not be proved right (%s); the "
	        "function is left as it was, please report this",
	        r->f->name, why);
	return false;
}

/* Tell what became of outer loops: of those that were left alone, if that is their last chance. */
static void tell(struct run *r, const struct jam_notes *notes, bool last)
{
	for (uint32_t i = 0; r->options->remark && i < notes->all.n; i++) {
		const struct jam_note *n = &notes->all.at[i];
		struct cse_remark x = {
		        n->reason, r->f, n->loop->var->expr, n->loop->at, n->factor, NULL};
		if (n->reason == CSE_JAMMED || (last && !n->loop->more->step.e))
			r->options->remark(r->options->ctx, &x);
	}
}

/* f with iterations of outer loops side by side, checked; itself if it wants none; NULL with a warning. */
static struct tir_func *jammed(struct run *r, struct tir_func *f)
{
	bool changed = r->options->jam > 1;
	for (int i = 1; changed && i <= JAM_ROUNDS; i++) {
		struct jam_notes notes = {0};
		const char *why = NULL;
		struct tir_func *g = cse_jam(f, r->options, &r->arena, &notes);
		changed = g != f;
		bool ok = !changed || cse_jam_prove(f, g, r->options, &r->arena, &why);
		if (!holds(r, ok, why))
			return NULL;
		tell(r, &notes, i == JAM_ROUNDS || !changed);
		f = g;
		arena_free(&r->arena);
	}
	return f;
}

/* f with cells, checked; itself if it wants none; NULL with a warning.  A round finds one sum a loop. */
static struct tir_func *with_cells(struct run *r, struct tir_func *f, struct cse_cells *cells)
{
	for (int i = 0; r->options->cells && i < CELL_ROUNDS; i++) {
		struct cse_cells more = {0};
		const char *why = NULL;
		struct tir_func *g = cse_promote(f, r->options, &r->arena, &more);
		arena_free(&r->arena);
		if (!g)
			break;
		bool ok = cse_prove_cells(f, g, r->options, &r->arena, &why);
		arena_free(&r->arena);
		if (!holds(r, ok, why))
			return NULL;
		for (uint32_t k = 0; k < more.all.n; k++)
			VEC_PUSH(r->m->arena, &cells->all, more.all.at[k]);
		f = g;
	}
	return f;
}

/* The values that the plan's names have; their variables were made in a row. */
static void tell_names(struct run *r, const struct cse_plan *p, struct cse_told *told)
{
	uint32_t *named = arena_alloc(&r->numbers, p->names.n * sizeof *named), n = 0;
	for (uint32_t i = 0; i < p->names.n; i++) {
		const struct name *x = &p->names.at[i];
		if (x->is_reused)
			continue;
		if (!n)
			told->first_name = x->var->id;
		named[n++] = x->class;
	}
	told->named = named;
	told->nnamed = n;
}

/* The plan for f carried out and proved, or NULL with a warning. */
static struct tir_func *carry_out(struct run *r, const struct tir_func *f, struct cse_plan *p)
{
	if (!r->options->remark && !p->looks_back) {
		cse_values_forget(&p->values);
		arena_free(&r->work);
	}
	struct tir_func *g = cse_apply(p);
	const char *why;
	struct cse_values copy = p->values, *values = r->options->remark ? &p->values : &copy;
	struct cse_told told = {.oldest = r->nexprs, .values = values, .no_guards = !p->guarded};
	tell_names(r, p, &told);
	done(r, CSE_APPLIED);
	if (!r->options->remark) /* the plan is done with: the proof takes its memory */
		arena_free(&r->arena);
	bool ok = cse_prove_change(f, g, r->options, &told, &r->arena, &why);
	done(r, CSE_PROVED);
	return holds(r, ok, why) ? g : NULL;
}

/* Plan, apply and prove one function; arena_guard may end it anywhere. */
static void run_func(void *ctx)
{
	struct run *r = ctx;
	struct cse_cells cells = {0};
	tir_enter(r->f);
	r->m->arena->oom = r->numbers.oom = r->work.oom = r->arena.oom;
	r->m->arena->pool = r->numbers.pool = r->arena.pool = r->work.pool = &r->pool;
	struct tir_func *f = jammed(r, r->f);
	if (f)
		f = with_cells(r, f, &cells);
	if (!f)
		return;
	r->nexprs = r->m->nexprs;
	struct cse_plan *p = cse_plan_in(f, r->options, &r->arena, &r->numbers, &r->work);
	if (r->text) {
		cse_print_cells(f, &cells, r->text);
		cse_plan_print(p, r->text);
	}
	uint32_t names = cse_plan_names(p);
	bool empty = cse_plan_is_empty(p);
	done(r, CSE_PLANNED);
	struct tir_func *g = empty ? f : carry_out(r, f, p);
	if (!g)
		return;
	if (r->options->remark) {
		cse_explain_cells(r->f, &cells, r->options);
		cse_plan_explain(p);
	}
	r->f = g;
	r->names += names + cells.all.n;
}

static bool no_block(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind != TIR_BLOCK;
}

uint32_t cse_run(struct tir_module *m, const struct cse_options *options, struct diag *d,
        struct sbuf *plan_text)
{
	struct run r = {.m = m, .options = options, .d = d, .text = plan_text};
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
	return r.names;
}
