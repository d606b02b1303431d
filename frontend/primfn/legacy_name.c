/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy_name.c: types of the older text, and names that nothing in a function defines. */
#include "frontend/primfn/legacy.h"

bool frontend_legacy_type(struct legacy *l, struct tir_type *out)
{
	struct value v = {.kind = V_STRING, .at = l->t.at, .str = l->t.str};
	if (l->t.kind != L_NAME)
		return frontend_legacy_expected(l, "a type");
	frontend_legacy_next(l);
	return frontend_as_dtype(l->r, &v, out);
}

bool frontend_legacy_pointer(struct legacy *l, struct tir_type *elem, const char **scope)
{
	*scope = "global";
	if (!frontend_legacy_expect(l, "Pointer") || !frontend_legacy_expect(l, "("))
		return false;
	struct legacy before = *l;
	frontend_legacy_next(l);
	if (l->t.kind == L_NAME && before.t.kind == L_NAME)
		*scope = before.t.str;
	else
		*l = before;
	return frontend_legacy_type(l, elem) && frontend_legacy_expect(l, ")");
}

/* ---- What nothing defines ---------------------------------------------------------------*/
const struct tir_expr *frontend_legacy_free_variable(struct legacy *l, uint32_t sym, struct span at,
        const struct tir_type *t)
{
	struct reader *r = l->r;
	const struct tir_type guess = TIR_INT32;
	for (uint32_t i = 0; i < l->free.n; i++)
		if (l->free.at[i].sym == sym && l->free.at[i].var)
			return l->free.at[i].var->expr;
	if (!t && l->bare) {
		diag_warning(r->d, r->src, at, "'%s' has no type: int32 is taken",
		        sym_name(r, sym));
		t = &guess;
	}
	if (!t) {
		frontend_scope_undefined(r, sym, at);
		return NULL;
	}
	if (l->head && tir_is_int(*t)) {
		struct entity *s = frontend_scope_symbol(r, sym, *t, TIR_SYM_QUOTED, at);
		return s ? s->var->expr : NULL;
	}
	struct tir_var *v = tir_var_new(r->m, sym_name(r, sym), *t);
	v->at = at;
	VEC_PUSH(r->scratch, &l->free, ((struct free_var){.sym = sym, .var = v}));
	VEC_PUSH(r->arena, &r->f->params, ((struct tir_param){v, NULL, at}));
	return v->expr;
}

struct tir_buffer *frontend_legacy_free_buffer(struct legacy *l, uint32_t sym, struct span at)
{
	struct reader *r = l->r;
	struct legacy before = *l;
	struct tir_type t;
	if (!l->bare || !frontend_legacy_accept(l, ":") || !frontend_legacy_type(l, &t) ||
	        !frontend_legacy_is(l, "[")) {
		*l = before;
		return NULL;
	}
	const char *name = arena_printf(r->arena, "%s_size", sym_name(r, sym));
	struct tir_var *size = tir_var_new(r->m, name, TIR_INT32);
	struct tir_buffer *b = tir_buffer_new(r->m, sym_name(r, sym), TIR_BUFFER_PARAM, t);
	VEC_PUSH(r->arena, &r->f->syms, ((struct tir_sym){size, TIR_SYM_QUOTED}));
	size->at = b->at = at;
	b->ndim = 1;
	b->shape = ARENA_NEW(r->arena, const struct tir_expr *);
	b->shape[0] = size->expr;
	b->scope = "global";
	VEC_PUSH(r->arena, &r->f->params, ((struct tir_param){.buffer = b, .at = at}));
	VEC_PUSH(r->scratch, &l->free, ((struct free_var){.sym = sym, .buffer = b}));
	return b;
}
