/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/run.c: the pass over a module, each function planned, rewritten and proved apart. */
#include "cse/internal.h"
#include "cse/promote.h"
#include "cse/prove.h"

struct run {
	struct tir_module *m;
	const struct cse_options *options;
	struct diag *d;
	struct sbuf *text;
	struct arena arena,
	        numbers;    /* of one function's pass; its values, which the proof goes on with */
	uint32_t nexprs;    /* before the pass */
	struct tir_func *f; /* in: the function; out: what is to stand in its place */
	uint32_t names;
};

static void done(const struct run *r, enum cse_step step)
{
	if (r->options->watch)
		r->options->watch(r->options->ctx, step);
}

/* The plan carried out and proved, or NULL with a warning. */
static struct tir_func *carry_out(struct run *r, struct cse_plan *p)
{
	struct tir_func *g = cse_apply(p);
	const char *why;
	struct cse_values copy = p->values, *values = &copy;
	done(r, CSE_APPLIED);
	if (r->options->remark)
		values = &p->values;
	else /* the plan is done with: the proof takes its memory */
		arena_clear(&r->arena);
	bool ok = cse_prove_change(r->f, g, r->options, r->nexprs, values, &r->arena, &why);
	done(r, CSE_PROVED);
	if (ok)
		return g;
	diag_warning(r->d, r->m->source, r->f->at,
	        "common subexpression elimination of '%s' could not be proved right (%s); the "
	        "function is left as it was, please report this",
	        r->f->name, why);
	return NULL;
}

/* Plan, apply and prove one function; arena_guard may end it anywhere. */
static void run_func(void *ctx)
{
	struct run *r = ctx;
	uint32_t cells = 0;
	r->m->arena->oom = r->numbers.oom = r->arena.oom;
	if (r->options->cells)
		r->f = cse_promote(r->f, r->options, &r->arena, &cells);
	arena_clear(&r->arena);
	r->nexprs = r->m->nexprs;
	struct cse_plan *p = cse_plan_in(r->f, r->options, &r->arena, &r->numbers);
	if (r->text)
		cse_plan_print(p, r->text);
	uint32_t names = cse_plan_names(p);
	bool empty = cse_plan_is_empty(p);
	done(r, CSE_PLANNED);
	struct tir_func *g = empty ? r->f : carry_out(r, p);
	if (!g)
		return;
	if (r->options->remark)
		cse_plan_explain(p);
	r->f = g;
	r->names += names;
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
		if (!tir_walk_stmts(&r.f->body, no_block, NULL))
			continue; /* it was not legalised */
		jmp_buf *outer = m->arena->oom;
		if (!arena_guard(&r.arena, run_func, &r))
			diag_warning(d, m->source, r.f->at,
			        "not enough memory for common subexpression elimination of '%s'; "
			        "the function is left as it was",
			        r.f->name);
		m->arena->oom = outer;
		m->funcs.at[i] = r.f;
		arena_free(&r.arena);
		arena_free(&r.numbers);
	}
	return r.names;
}
