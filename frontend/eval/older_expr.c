/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/older_expr.c: expressions as TVM before 0.24 wrote them. */
#include "frontend/internal.h"

/* Is the argument given by that name? */
bool frontend_older_is_named(const struct reader *r, const struct value *v, const char *name)
{
	return v->keyword && !strcmp(sym_name(r, v->keyword - 1), name);
}

/* Before 0.22 a number stood between the name of an LLVM intrinsic and its operands. */
static bool is_count(const struct value *v)
{
	return v->kind == V_EXPR && v->e->op == TIR_INT_IMM &&
	       tir_type_eq(v->e->type, tir_type(TIR_TYPE_UINT, 32, 1));
}

/* Which argument is dtype=; n: none. */
static uint32_t dtype_argument(const struct reader *r, const struct value *v, uint32_t n)
{
	uint32_t i = 0;
	while (i < n && !frontend_older_is_named(r, &v[i], "dtype"))
		i++;
	return i;
}

/* The arguments of today: dtype= says what is known, or is the type that comes first.  TVM of today reads it, too.
 * Behind the operands of an LLVM intrinsic it tells that their number stands before them. */
const struct value *frontend_older_arguments(struct reader *r, const struct known *k,
        const struct value *v, uint32_t *n)
{
	bool builtin = k->kind == K_BUILTIN;
	bool form = k->kind == K_FORM && strstr(frontend_forms[k->index].params, "dtype");
	bool first = builtin && tir_builtins[k->index].dtype == TIR_DTYPE_FIRST;
	bool llvm = builtin && (k->index == TIR_BUILTIN_CALL_LLVM_INTRIN ||
	                               k->index == TIR_BUILTIN_CALL_LLVM_PURE_INTRIN);
	bool later = k->kind == K_FORM && frontend_forms[k->index].later;
	if (k->kind == K_TYPE || form || (later && r->dialect > D2))
		return v;
	uint32_t at = dtype_argument(r, v, *n);
	if (at < *n) {
		struct value *all = frontend_copy_values(r, v, *n);
		struct value type = v[at];
		type.keyword = 0;
		if (first) {
			memmove(all + 1, v, at * sizeof *all);
			all[0] = type;
		} else {
			memmove(all + at, v + at + 1, (*n - at - 1) * sizeof *all);
			--*n;
		}
		v = all;
	}
	bool old = r->dialect <= D2 || (at < *n && at > 0);
	if (llvm && old && *n > 3 && is_count(&v[2])) {
		struct value *all = frontend_copy_values(r, v, *n);
		memmove(all + 2, all + 3, (*n - 3) * sizeof *all);
		--*n;
		v = all;
	}
	return v;
}

/* T.let(x, value, body) */
struct value frontend_older_let(struct reader *r, const struct value *v, struct span at)
{
	struct value pair[2] = {v[0], v[1]};
	struct value where = {.kind = V_DICT, .at = at, .item = pair, .n = 2};
	return frontend_let_value(r, &v[2], &where, at);
}

/* T.Ptr(T.float32, "global"), T.var("int32"), T.buffer_var("float32", "global") */
struct value frontend_older_type(struct reader *r, const struct args *a)
{
	struct value args[2],
	        t = {.kind = V_DECL, .at = a->at, .elem = TIR_VOID, .scope = "global"};
	uint32_t n = 0;
	if (a->form == F_var)
		return frontend_as_dtype(r, a->arg[0], &t.type) ? t : error_value(a->at);
	for (uint32_t i = 0; i < 2; i++)
		if (a->arg[i]) {
			args[n] = *a->arg[i];
			args[n++].keyword = 0;
		}
	return frontend_pointer_type(r, args, n, a->at);
}

/* T.load and T.store take pointers, of which nobody says how far they reach: the view that stands for one has no
 * elements of its own, so that nothing is taken to lie in it. */
static struct tir_buffer *pointed_view(struct reader *r, const struct value *v)
{
	const struct tir_var *p = v->kind == V_EXPR && v->e->op == TIR_VAR ? v->e->u.var : NULL;
	bool param = p && p->id < r->param_of.n && r->param_of.at[p->id];
	if (!param || p->type.code != TIR_TYPE_HANDLE || p->elem.code == TIR_TYPE_VOID)
		return NULL;
	struct entity *e = frontend_scope_find(r,
	        frontend_symbol_of(&r->symbols, p->name, strlen(p->name)));
	if (!e || e->var != p)
		return NULL;
	if (e->buffer)
		return e->buffer;
	struct tir_buffer *b = tir_buffer_new(r->m, arena_printf(r->m->arena, "%s_data", p->name),
	        TIR_BUFFER_DECL, p->elem);
	b->ndim = 1;
	b->shape = ARENA_NEW(r->arena, const struct tir_expr *);
	b->shape[0] = tir_int(r->m, TIR_INT32, 0);
	b->scope = p->scope;
	b->at = p->at;
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_DECL, p->at);
	s->form = TIR_DECL_BUFFER;
	tir_as_decl(s)->buffer = b;
	tir_as_decl(s)->value = (struct tir_operand){p->expr, p->at};
	s->next = r->f->body.first;
	r->f->body.first = s;
	if (!s->next)
		r->f->body.last = s;
	return e->buffer = b;
}

/* The buffer of one dimension that a pointer points into, or NULL after an error. */
struct tir_buffer *frontend_older_pointed(struct reader *r, const struct value *v)
{
	struct tir_buffer *b = v->kind == V_BUFFER ? v->buffer : NULL;
	if (v->kind == V_EXPR && v->e->op == TIR_BUFFER_DATA)
		b = v->e->u.buffer;
	if (!b)
		b = pointed_view(r, v);
	if (b && b->ndim == 1)
		return b;
	frontend_fail(r, v->at, "expected the pointer of a buffer of one dimension");
	return NULL;
}

/* True if a predicate is absent or the constant True. */
bool frontend_older_is_always(const struct value *v)
{
	if (!v || v->kind == V_NONE || (v->kind == V_BOOL && v->i))
		return true;
	const struct tir_expr *e = v->kind == V_EXPR ? v->e : NULL;
	if (e && e->op == TIR_BROADCAST)
		e = e->arg[0];
	return e && e->op == TIR_INT_IMM && e->u.i;
}

static struct value masked_load(struct reader *r, struct tir_buffer *b, const struct value *index,
        uint32_t n, const struct value *mask, struct span at)
{
	struct value load_at = frontend_load(r, b, index, n, at);
	struct value args[TIR_MAX_RANK + 2];
	if (load_at.kind != V_EXPR || n > TIR_MAX_RANK)
		return error_value(at);
	for (uint32_t i = 0; i < n; i++)
		args[i] = index[i];
	args[n] = *mask;
	args[n].keyword = 0;
	struct value type = {.kind = V_TYPE, .at = at, .type = load_at.e->type};
	struct value buffer = {.kind = V_BUFFER, .at = at, .buffer = b};
	struct args a = {.arg = {&type, &buffer}, .rest = args, .nrest = n + 1, .at = at};
	return frontend_masked_load(r, &a);
}

/* T.load("float32", p, index, predicate) */
struct value frontend_older_load(struct reader *r, const struct args *a)
{
	struct tir_buffer *b = frontend_older_pointed(r, a->arg[1]);
	if (!b)
		return error_value(a->at);
	if (frontend_older_is_always(a->arg[3]))
		return frontend_load(r, b, a->arg[2], 1, a->at);
	return masked_load(r, b, a->arg[2], 1, a->arg[3], a->at);
}

/* A.vload([i], predicate=mask) */
struct value frontend_older_masked_load(struct reader *r, struct tir_buffer *b,
        const struct value *index, const struct value *mask, struct span at)
{
	bool list = index->kind == V_LIST || index->kind == V_TUPLE;
	return masked_load(r, b, list ? index->item : index, list ? index->n : 1, mask, at);
}
