/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/scope.c: what names mean where.
 *
 * Idea.   A symbol points at the entity it means now; an entity remembers what its symbol meant
 *         outside.  Entities lie in order of definition, so that leaving a scope takes back the
 *         newest ones.
 * Costs   an index a look; nothing at all for a scope without definitions. */
#include "frontend/internal.h"

void frontend_scope_open(struct reader *r)
{
	r->level++;
}

void frontend_scope_bound(struct reader *r, struct entity *e)
{
	struct bound b = {(uint32_t)(e - r->entities.at), r->level};
	VEC_PUSH(r->scratch, &r->bound, b);
}

void frontend_scope_close(struct reader *r)
{
	while (r->bound.n && r->bound.at[r->bound.n - 1].level == r->level)
		r->entities.at[r->bound.at[--r->bound.n].entity].ended = true;
	while (r->entities.n && r->entities.at[r->entities.n - 1].level == r->level) {
		const struct entity *e = &r->entities.at[--r->entities.n];
		r->symbols.at.at[e->sym].entity = e->hidden;
	}
	r->level--;
}

struct entity *frontend_scope_find(struct reader *r, uint32_t sym)
{
	uint32_t e = r->symbols.at.at[sym].entity;
	return e ? &r->entities.at[e - 1] : NULL;
}

static struct entity *define(struct reader *r, uint32_t sym, enum entity_kind kind, struct span at)
{
	struct symbol *s = &r->symbols.at.at[sym];
	struct entity e = {
	        .sym = sym, .kind = kind, .level = r->level, .hidden = s->entity, .at = at};
	VEC_PUSH(r->scratch, &r->entities, e);
	s->entity = r->entities.n;
	return &r->entities.at[r->entities.n - 1];
}

struct entity *frontend_scope_define(struct reader *r, uint32_t sym, enum entity_kind kind,
        struct span at)
{
	const struct entity *old = frontend_scope_find(r, sym);
	const struct symbol *s = &r->symbols.at.at[sym];
	if (s->keyword || sym == r->sym_T) {
		frontend_fail(r, at, "'%s' is reserved and cannot be a name", s->name);
		return NULL;
	}
	if (old && old->level == r->level && old->kind == ENT_FAILED) {
		r->symbols.at.at[sym].entity = old->hidden; /* the first was no definition */
	} else if (old && old->level == r->level) {
		frontend_fail(r, at, "'%s' is defined twice in one scope", s->name);
		diag_note(r->d, r->src, old->at, "first defined here");
		return NULL;
	}
	return define(r, sym, kind, at);
}

struct tir_var *frontend_scope_var(struct reader *r, uint32_t sym, struct tir_type t,
        struct span at)
{
	struct tir_var *v = tir_var_new(r->m, sym_name(r, sym), t);
	v->at = at;
	struct entity *e = frontend_scope_define(r, sym, ENT_VAR, at);
	if (e)
		e->var = v;
	return v;
}

uint32_t frontend_scope_numbered(struct reader *r, uint32_t sym, uint32_t i)
{
	const char *name = arena_printf(r->scratch, "%s_%u", sym_name(r, sym), i);
	return frontend_symbol_of(&r->symbols, name, strlen(name));
}

bool frontend_scope_value(struct reader *r, uint32_t sym, const struct value *v, struct span at)
{
	struct entity *e = frontend_scope_define(r, sym, ENT_VALUE, at);
	if (e && v)
		e->value = frontend_copy_values(r, v, 1);
	return e != NULL;
}

void frontend_scope_failed(struct reader *r, uint32_t sym, struct span at)
{
	const struct entity *old = frontend_scope_find(r, sym);
	if (!old || old->level != r->level)
		define(r, sym, ENT_FAILED, at);
}

/* What to write instead of a name that Python has and a kernel has not; NULL: nothing is known. */
static const char *foreign(const char *name)
{
	static const struct {
		const char *name, *text;
	} all[] = {
#define FOREIGN(name, text) {#name, text},
#include "frontend/values/foreign.def"
	};
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (!strcmp(all[i].name, name))
			return all[i].text;
	return NULL;
}

bool frontend_scope_undefined(struct reader *r, uint32_t sym, struct span at)
{
	const char *name = sym_name(r, sym), *best = NULL, *other = foreign(name);
	const struct known *known = frontend_known_find(r, sym);
	if (r->suggestions++ < MAX_SUGGESTIONS)
		for (uint32_t i = 0; i < r->entities.n; i++)
			best = frontend_nearer(name, best, sym_name(r, r->entities.at[i].sym));
	frontend_scope_failed(r, sym, at); /* say it once a scope */
	if (other)
		return frontend_fail(r, at, "'%s' is not defined; %s", name, other);
	if (known && known->kind != K_REFUSED)
		return frontend_fail(r, at, "'%s' is not defined; did you mean 'T.%s'?", name,
		        name);
	if (best)
		return frontend_fail(r, at, "'%s' is not defined; did you mean '%s'?", name, best);
	return frontend_fail(r, at, "'%s' is not defined", name);
}

struct entity *frontend_scope_symbol(struct reader *r, uint32_t sym, struct tir_type t, int how,
        struct span at)
{
	struct entity *e = frontend_scope_define(r, sym, ENT_VAR, at);
	if (!e)
		return NULL;
	e->var = tir_var_new(r->m, sym_name(r, sym), t);
	e->var->at = at;
	e->symbolic = true;
	VEC_PUSH(r->arena, &r->f->syms, ((struct tir_sym){e->var, how}));
	return e;
}

bool frontend_check_loose(struct reader *r)
{
	bool ok = r->loose.n == 0;
	if (!ok) {
		const struct loose *l = &r->loose.at[0];
		frontend_fail(r, l->at, "'%s' has no value here: only T.Let gives it one",
		        sym_name(r, r->entities.at[l->entity].sym));
	}
	r->loose.n = 0;
	return ok;
}
