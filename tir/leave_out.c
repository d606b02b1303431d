/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/leave_out.c: functions that are refused one by one go out of a module, with what calls them.
 *
 * Idea.   Who refuses a function holds what it has to say of it.  At the end it is known what is left: if that is something, each
 *         refusal is a warning, else an error.
 * Keeps   all other functions; their numbers are those of their new places.
 * Costs   nothing where none is refused; else a walk over the bodies for each function that calls one of which was found before that it goes. */
#include "tir/internal.h"

struct leave_out {
	struct tir_module *m;
	struct diag_held *held;
	struct arena scratch;
	bool *gone;                    /* by number: is refused, or calls what is */
	const struct tir_func **calls; /* by number: of the latter, the callee */
	bool *wanted;                  /* by number: somebody asks for it */
	const struct tir_func *at;     /* the function that is walked over */
	bool changed;
};

/* The function that a term calls; NULL: it is no call of one. */
static const struct tir_func *callee(const struct tir_module *m, const struct tir_expr *e)
{
	bool calls = e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_CALL_GLOBAL;
	return calls ? tir_find_func(m, tir_call_name(m, e)) : NULL;
}

static bool see_call(void *ctx, const struct tir_expr *e)
{
	struct leave_out *l = ctx;
	const struct tir_func *f = callee(l->m, e);
	if (f && l->gone[f->id] && !l->gone[l->at->id]) {
		l->gone[l->at->id] = l->changed = true;
		l->calls[l->at->id] = f;
	}
	if (f && l->wanted[l->at->id] && !l->wanted[f->id])
		l->wanted[f->id] = l->changed = true;
	return true;
}

static bool see_stmt(void *ctx, struct tir_stmt *s)
{
	struct leave_out *l = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i]->e, &l->scratch, see_call, l);
	return true;
}

static bool is_called(const struct tir_func *f, const char *name)
{
	return !strcmp(f->name, name) || (f->symbol && !strcmp(f->symbol, name));
}

/* Find who calls what is refused, and what is wanted.  False: nothing would be left of what is asked for. */
static bool find(struct leave_out *l, const char *only)
{
	const struct tir_module *m = l->m;
	bool left = false, exported = false, ok = true;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		l->gone[i] = l->held[i].d.errors > 0;
		l->wanted[i] = !only || is_called(m->funcs.at[i], only);
	}
	for (l->changed = true; l->changed;) {
		l->changed = false;
		for (uint32_t i = 0; i < m->funcs.n; i++) {
			l->at = m->funcs.at[i];
			if (!l->held[i].d.errors)
				tir_walk_stmts(&l->at->body, see_stmt, l);
		}
	}
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		exported |= m->funcs.at[i]->symbol != NULL;
		bool wrong = l->gone[i] && !l->calls[i] && !l->held[i].refused;
		ok &= !l->wanted[i] || !(wrong || (only && l->gone[i]));
	}
	for (uint32_t i = 0; i < m->funcs.n; i++)
		left |= !l->gone[i] && (m->funcs.at[i]->symbol || !exported);
	return left && ok;
}

/* Say what becomes of a function that goes. */
static void warn(const struct leave_out *l, const struct tir_func *f, struct diag *d)
{
	const struct diag_message *why = diag_first_error(&l->held[f->id]);
	if (l->calls[f->id])
		diag_warning(d, l->m->source, f->at, "function '%s' is left out, as it calls '%s'",
		        f->name, l->calls[f->id]->name);
	else
		diag_warning(d, l->m->source, f->at, "function '%s' is left out", f->name);
	if (why)
		diag_note(d, why->source, why->span, "%s", why->text);
}

static void leave_out(struct leave_out *l, const char *only, struct diag *d)
{
	for (uint32_t i = 0; i < l->m->funcs.n; i++)
		if (!l->gone[i])
			diag_tell(&l->held[i], d);
		else if (!only)
			warn(l, l->m->funcs.at[i], d);
	tir_keep_funcs(l->m, l->gone);
}

/* Is no function refused?  Then tell what is held of all. */
static bool is_whole(const struct tir_module *m, struct diag_held *held, struct diag *d)
{
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (held[i].d.errors)
			return false;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		diag_tell(&held[i], d);
	return true;
}

bool tir_leave_out(struct tir_module *m, struct diag_held *held, const char *only, struct diag *d)
{
	if (is_whole(m, held, d))
		return true;
	struct leave_out l = {.m = m, .held = held, .scratch = arena_scratch(m->arena)};
	l.gone = ARENA_NEWN(&l.scratch, bool, m->funcs.n + 1);
	l.wanted = ARENA_NEWN(&l.scratch, bool, m->funcs.n + 1);
	l.calls = ARENA_NEWN(&l.scratch, const struct tir_func *, m->funcs.n + 1);
	bool ok = find(&l, only);
	if (ok)
		leave_out(&l, only, d);
	for (uint32_t i = 0; i < m->funcs.n && !ok; i++)
		if (l.wanted[i])
			diag_tell(&held[i], d);
	arena_free(&l.scratch);
	return ok;
}
