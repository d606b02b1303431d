/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/wanted.c: which functions of a module are compiled. */
#include "lowering/internal.h"

struct wanted {
	const struct tir_module *m;
	struct arena *arena;
	bool *is, changed;
};

static bool want_callee(void *ctx, const struct tir_expr *e)
{
	struct wanted *w = ctx;
	if (e->op != TIR_CALL || e->u.call.builtin != TIR_BUILTIN_CALL_GLOBAL)
		return true;
	const struct tir_func *g = tir_find_func(w->m, tir_call_name(w->m, e));
	for (uint32_t i = 0; g && i < w->m->funcs.n; i++)
		if (w->m->funcs.at[i] == g && !w->is[i])
			w->is[i] = w->changed = true;
	return true;
}

static bool want_callees(void *ctx, struct tir_stmt *s)
{
	struct wanted *w = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i]->e, w->arena, want_callee, w);
	return true;
}

/* A private function may be called; one that is not called goes again after it was built. */
static bool is_named(const struct tir_func *f, const struct lower_options *o)
{
	if (!o->function)
		return true;
	if (!f->symbol)
		return !o->with_callees || !strcmp(f->name, o->function);
	return !strcmp(f->name, o->function) || !strcmp(f->symbol, o->function);
}

const bool *lower_wanted(const struct tir_module *m, const struct lower_options *options,
        struct arena *arena)
{
	struct wanted w = {.m = m, .arena = arena, .is = ARENA_NEWN(arena, bool, m->funcs.n + 1)};
	for (uint32_t i = 0; i < m->funcs.n; i++)
		w.is[i] = is_named(m->funcs.at[i], options);
	for (w.changed = options->with_callees && options->function; w.changed;) {
		w.changed = false;
		for (uint32_t i = 0; i < m->funcs.n; i++)
			if (w.is[i])
				tir_walk_stmts(&m->funcs.at[i]->body, want_callees, &w);
	}
	return w.is;
}
