/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/run.c: the passes of a table (driver/passes.def), one after the other, each over all functions.
 *
 * Needs   a verified module.
 * Keeps   a function that is flat already, but for what the passes for those change.
 * Why it cannot be wrong
 *         It changes nothing itself; each pass says so for itself.
 * Costs   what the passes cost; the memory of a pass is given back after each function. */
#include "legalize/internal.h"
#include "simplify/simplify.h"

struct tir_func *legalize_simplify(struct pass *p, struct tir_func *f)
{
	return simplify_func(f, &p->arena);
}

struct arena *legalize_arena(struct pass *p)
{
	return &p->arena;
}

static bool is_structured(const struct tir_stmt *s)
{
	if (s->kind == TIR_BLOCK)
		return true;
	return s->kind == TIR_FOR &&
	       (s->for_kind == TIR_VECTORIZED || s->for_kind == TIR_UNROLLED ||
	               s->for_kind == TIR_THREAD);
}

static bool is_block(const struct tir_stmt *s)
{
	return s->kind == TIR_BLOCK;
}

bool legalize_is_needed(const struct tir_func *f)
{
	return tir_seq_any(&f->body, is_structured);
}

/* What is known of the functions of a module, by their numbers. */
struct run {
	bool *wanted;           /* wants the passes */
	struct diag_held *held; /* why a pass cannot do it */
};

/* One pass over one function; arena_guard may end it anywhere. */
struct step {
	struct pass p;
	const struct legalize_pass *pass;
	struct tir_func *f; /* in: the function; out: what is to stand in its place, or NULL */
	struct arena *said; /* where what is said is held */
};

static void run_step(void *ctx)
{
	struct step *s = ctx;
	tir_enter(s->f);
	s->p.m->arena->oom = s->p.scratch.oom = s->said->oom = s->p.arena.oom;
	s->f = s->pass->run(&s->p, s->f);
}

/* The passes behind the first one know no blocks. */
static bool takes(struct tir_module *m, const struct legalize_pass *pass, const struct tir_func *f,
        const struct legalize_options *o, struct diag *d)
{
	return pass == o->passes || !tir_seq_any(&f->body, is_block) ||
	       diag_error(d, m->source, f->at, "'%s' holds blocks: the pass '%s' comes before '%s'",
	               f->name, o->passes[0].name, pass->name);
}

/* True if the pass is for functions that want no other, and those are to be changed at all. */
static bool for_all(const struct legalize_pass *pass, const struct legalize_options *o)
{
	return pass->flat && o->choice != LEGALIZE_NONE;
}

/* Carry out the step; false: there is not enough memory. */
static bool carry_out(struct step *s)
{
	struct tir_module *m = s->p.m;
	struct arena_exit *outer = m->arena->oom;
	bool ok = arena_guard(&s->p.arena, run_step, s);
	m->arena->oom = s->said->oom = outer;
	arena_free(&s->p.arena);
	arena_free(&s->p.scratch);
	return ok;
}

/* Run a pass over function i; what it did to a flat one may want the passes behind it. */
static void run_on(struct tir_module *m, const struct legalize_pass *pass, uint32_t i,
        struct run *run, const struct legalize_options *o)
{
	struct diag *d = &run->held[i].d;
	struct step s = {{m, o, d, {0}, {0}}, pass, m->funcs.at[i], run->held[i].arena};
	if (!carry_out(&s)) {
		diag_error(d, m->source, m->funcs.at[i]->at, "not enough memory to legalise '%s'",
		        m->funcs.at[i]->name);
		s.f = NULL;
	}
	if (s.f)
		m->funcs.at[i] = s.f;
	if (s.f && pass->flat && !run->wanted[i])
		run->wanted[i] = legalize_is_needed(s.f);
}

/* Run a pass over the functions that want it and were not refused. */
static void run_pass(struct tir_module *m, const struct legalize_pass *pass, struct run *run,
        const struct legalize_options *o, struct diag *d)
{
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct diag_held *held = &run->held[i];
		if ((!run->wanted[i] && !for_all(pass, o)) || held->d.errors)
			continue;
		diag_hold(held, held->arena);
		if (takes(m, pass, m->funcs.at[i], o, &held->d))
			run_on(m, pass, i, run, o);
		held->refused = true;
		if (!held->d.errors)
			diag_tell(held, d);
	}
}

/* The first pass whose name is the n bytes at name, or NULL. */
static const struct legalize_pass *find(const struct legalize_options *o, const char *name,
        size_t n)
{
	for (uint32_t i = 0; i < o->npasses; i++)
		if (strlen(o->passes[i].name) == n && !memcmp(o->passes[i].name, name, n))
			return &o->passes[i];
	return NULL;
}

static bool is_for_target(const struct legalize_pass *pass, const struct legalize_options *o)
{
	return pass->targets == LEGALIZE_FOR_ALL || o->scalar_floats ||
	       (pass->targets == LEGALIZE_FOR_HVX && o->hvx);
}

/* A pass with the hooks around it, if a function and the target want it. */
static bool run_hooked(struct tir_module *m, const struct legalize_pass *pass, struct run *run,
        const struct legalize_options *o, struct diag *d)
{
	bool any = for_all(pass, o);
	if (!o->only && !is_for_target(pass, o))
		return true;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		any |= run->wanted[i];
	if (!any)
		return true;
	if (o->before && !o->before(o->ctx, pass->name))
		return false;
	run_pass(m, pass, run, o, d);
	return !o->after_each || o->after_each(o->ctx, pass->name);
}

/* Run the passes of options.only. */
static bool run_listed(struct tir_module *m, struct run *run, const struct legalize_options *o,
        struct diag *d)
{
	bool ok = true;
	for (const char *p = o->only; ok && p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) {
		const struct legalize_pass *pass = find(o, p, strcspn(p, ","));
		ok = pass ? run_hooked(m, pass, run, o, d)
		          : diag_error(d, NULL, (struct span){0}, "there is no pass '%.*s'",
		                    (int)strcspn(p, ","), p);
	}
	return ok;
}

bool legalize_run(struct tir_module *m, const struct legalize_options *o, struct diag *d)
{
	struct arena arena = arena_scratch(m->arena);
	struct run run = {.wanted = ARENA_NEWN(&arena, bool, m->funcs.n + 1),
	        .held = ARENA_NEWN(&arena, struct diag_held, m->funcs.n + 1)};
	bool ok = true;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		run.wanted[i] = o->choice == LEGALIZE_ALL ||
		                (o->choice == LEGALIZE_NEEDED &&
		                        legalize_is_needed(m->funcs.at[i]));
		run.held[i].arena = &arena;
	}
	if (o->only)
		ok = run_listed(m, &run, o, d);
	for (uint32_t i = 0; ok && !o->only && i < o->npasses; i++)
		if (o->passes[i].needed || !o->needed_only)
			ok = run_hooked(m, &o->passes[i], &run, o, d);
	ok = tir_leave_out(m, run.held, o->function, d) && ok;
	arena_free(&arena);
	return ok;
}

struct tir_func *legalize_scalar_floats(struct tir_func *f, const struct legalize_options *o)
{
	struct tir_module *m = f->module;
	struct diag silent = {0};
	struct arena said = arena_scratch(m->arena);
	struct step s = {.p = {m, o, &silent, {0}, {0}}, .f = f, .said = &said};
	bool ok = legalize_has_float_vectors(&s.p, f);
	arena_free(&s.p.arena);
	for (uint32_t i = 0; i < o->npasses && ok; i++)
		if (o->passes[i].targets != LEGALIZE_FOR_ALL) {
			s.pass = &o->passes[i];
			ok = carry_out(&s) && s.f;
		}
	arena_free(&said);
	return ok ? s.f : f;
}
