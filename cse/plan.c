/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/plan.c: number, choose insertion points; the plan as text. */
#include "cse/internal.h"

/* Name number k. */
static char *invent(const struct cse_plan *p, const struct tir_expr *value, uint32_t k)
{
	if (!p->options.name)
		return arena_numbered(p->m->arena, p->options.prefix, k);
	const char *text = p->options.name(p->options.ctx, value, k);
	return arena_strndup(p->m->arena, text, strlen(text));
}

static void invent_name(struct cse_plan *p, struct name *n, uint32_t *k)
{
	char *text;
	if (n->is_reused)
		return;
	do
		text = invent(p, n->form, ++*k);
	while (strtab_find(&p->taken, text, strlen(text)));
	n->var = tir_var_new(p->m, text, n->form->type);
}

/* Fresh variables for the new names, in the order in which they are bound; or, if the largest comes first, those at one
 * place the other way round. */
static void invent_names(struct cse_plan *p)
{
	struct name *at = p->names.at;
	uint32_t k = 0;
	for (uint32_t i = 0, end; i < p->names.n; i = end) {
		for (end = i + 1; end < p->names.n && at[end].stmt_number == at[i].stmt_number &&
		                  at[end].region == at[i].region;)
			end++;
		for (uint32_t j = i; j < end; j++)
			invent_name(p, &at[p->options.largest_first ? i + end - 1 - j : j], &k);
	}
}

struct cse_plan *cse_plan(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena)
{
	return cse_plan_in(f, options, arena, arena, arena);
}

struct cse_plan *cse_plan_numbers(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, struct arena *numbers, struct arena *work)
{
	struct cse_plan *p = ARENA_NEW(arena, struct cse_plan);
	tir_enter(f);
	p->f = f;
	p->m = f->module;
	p->options = *options;
	if (!p->options.prefix)
		p->options.prefix = "cse_v";
	p->arena = arena;
	p->work = work;
	p->taken.arena = arena;
	p->free_uses = NONE;
	VEC_ROOM(work, &p->classes, p->m->nexprs + p->m->nexprs / 2);
	cse_values_init_in(&p->values, p->m, f, &p->options, numbers, work);
	p->vars = ARENA_NEWN(arena, struct var_info, p->m->nvars);
	p->buffer_region = ARENA_NEWN(arena, uint32_t, p->m->nbuffers);
	p->buffer_stmt = ARENA_NEWN(arena, uint32_t, p->m->nbuffers);
	cse_visit(p);
	return p;
}

struct cse_plan *cse_plan_in(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, struct arena *numbers, struct arena *work)
{
	struct cse_plan *p = cse_plan_numbers(f, options, arena, numbers, work);
	cse_insert(p);
	p->nexprs = p->m->nexprs;
	invent_names(p);
	return p;
}

uint32_t cse_plan_names(const struct cse_plan *p)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < p->names.n; i++)
		n += !p->names.at[i].is_reused;
	return n;
}

bool cse_plan_is_empty(const struct cse_plan *p)
{
	return p->names.n == 0 && !p->folds;
}

static void print_name(const struct cse_plan *p, const struct name *n, struct sbuf *out)
{
	const struct tir_stmt *s = p->stmt_of[n->stmt_number];
	sbuf_printf(out, "  %s = ", n->var->name);
	tir_print_expr_of(p->f, n->form, 0, out);
	sbuf_printf(out, "  # %s", n->is_reused ? "as bound" : "new");
	if (p->m->source && s->at.end > s->at.begin) {
		unsigned line, column;
		source_location(p->m->source, s->at.begin, &line, &column);
		sbuf_printf(out, " %s line %u",
		        p->regions.at[n->region].in_expr ? "in an operand at"
		        : n->is_reused                   ? "at"
		                                         : "before",
		        line);
	}
	if (n->uses > 1)
		sbuf_printf(out, ", computed once instead of %u times\n", n->uses);
	else
		sbuf_str(out, ", computed before the loop instead of in it\n");
}

void cse_plan_print(const struct cse_plan *p, struct sbuf *out)
{
	uint32_t fresh = cse_plan_names(p);
	sbuf_printf(out, "%s: %u new name%s, %u reused\n", p->f->name, fresh, fresh == 1 ? "" : "s",
	        p->names.n - fresh);
	for (uint32_t i = 0; i < p->names.n; i++)
		print_name(p, &p->names.at[i], out);
}

bool cse_plan_looks_back(const struct cse_plan *p)
{
	return p->looks_back;
}

void cse_plan_forget(struct cse_plan *p)
{
	cse_values_forget(&p->values);
}

struct cse_plan_named cse_plan_tell(const struct cse_plan *p, struct arena *arena)
{
	struct cse_plan_named told = {.first = p->m->nvars, .guarded = p->guarded};
	for (uint32_t i = 0; i < p->names.n; i++)
		if (!p->names.at[i].is_reused && p->names.at[i].var->id < told.first)
			told.first = p->names.at[i].var->id;
	told.n = p->m->nvars - told.first;
	told.at = ARENA_NEWN(arena, const struct tir_expr *, told.n);
	for (uint32_t i = 0; i < p->names.n; i++)
		if (!p->names.at[i].is_reused)
			told.at[p->names.at[i].var->id - told.first] = p->names.at[i].form;
	return told;
}
