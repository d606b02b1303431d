/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/dialects/older.c: what TVM before 0.24 wrote, read as what it means today (tirscript 3.8, 4.2).
 *
 * Idea.   A pointer that T.allocate gives is the buffer it is allocated for; the first view of the
 *         whole of it gives it its name and shape, as today's text would have it. */
#include "frontend/internal.h"

/* ---- Arguments --------------------------------------------------------------------------*/

/* ---- Values -----------------------------------------------------------------------------*/

/* ---- Stores and returns -----------------------------------------------------------------*/
static bool store(struct reader *r, struct tir_buffer *b, const struct value *index, uint32_t n,
        const struct value *value, const struct value *mask, struct span at, struct tir_seq *seq)
{
	char buf[40];
	struct tir_stmt *s = frontend_store_to(r, b, index, n, value, at, at);
	if (!s)
		return false;
	if (mask && mask->kind != V_NONE) {
		unsigned lanes = n ? tir_as_store(s)->index[n - 1].e->type.lanes : 1;
		tir_as_store(s)->mask = (struct tir_operand){frontend_as_expr(r, mask), mask->at};
		if (!tir_as_store(s)->mask.e)
			return false;
		if (!tir_type_eq(tir_as_store(s)->mask.e->type, tir_lanes(TIR_BOOL, lanes)))
			return frontend_fail(r, mask->at,
			        "the mask has type %s, not bool of %u lanes",
			        tir_type_name(tir_as_store(s)->mask.e->type, buf), lanes);
	}
	tir_seq_add(seq, s);
	return true;
}

/* T.store(p, index, value, predicate) */
bool frontend_older_store(struct reader *r, const struct args *a, struct span at,
        struct tir_seq *seq)
{
	struct tir_buffer *b = frontend_older_pointed(r, a->arg[0]);
	const struct value *mask = frontend_older_is_always(a->arg[3]) ? NULL : a->arg[3];
	return b && store(r, b, a->arg[1], 1, a->arg[2], mask, at, seq);
}

/* A.vstore([i], value, predicate=mask): item 0 is the buffer. */
bool frontend_older_vstore(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	static const struct form_info f = {"vstore", "index value predicate", 2, true};
	struct args a;
	if (!frontend_bind_args(r, &f, v->item + 1, v->n - 1, v->at, &a))
		return false;
	const struct value *i = a.arg[0];
	bool list = i->kind == V_LIST || i->kind == V_TUPLE;
	return store(r, v->item[0].buffer, list ? i->item : i, list ? i->n : 1, a.arg[1], a.arg[2],
	        at, seq);
}

/* T.ret(value) */
bool frontend_older_return(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	return frontend_return_value(r, v, at, seq);
}

/* ---- Allocations ------------------------------------------------------------------------*/
/* The product of the extents. */
static struct value product(struct reader *r, const struct value *v)
{
	if (v->kind != V_LIST && v->kind != V_TUPLE)
		return *v;
	struct value all = {.kind = V_INT, .i = 1, .at = v->at};
	for (uint32_t i = 0; i < v->n; i++)
		all = i ? frontend_binary(r, TIR_MUL, &all, &v->item[i]) : v->item[0];
	return all;
}

/* Read-only data become stores. */
static bool store_data(struct reader *r, struct tir_buffer *b, const struct value *data,
        struct span at, struct tir_seq *seq)
{
	if (data->kind != V_LIST && data->kind != V_TUPLE)
		return frontend_fail(r, data->at, "the data of T.allocate_const must be a list");
	for (uint32_t i = 0; i < data->n; i++) {
		struct value k = {.kind = V_INT, .i = i, .at = data->item[i].at};
		if (!store(r, b, &k, 1, &data->item[i], NULL, at, seq))
			return false;
	}
	return true;
}

/* C = T.allocate([n], "float32", "global"), C = T.allocate_const([...], "float32", [n]) */
bool frontend_older_allocate(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v, struct span at, struct tir_seq *seq)
{
	struct args a;
	bool data = v->form == F_allocate_const;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a))
		return false;
	if (data && !a.arg[2])
		return frontend_fail(r, v->at, "T.allocate_const needs extents");
	if (!data && !frontend_older_is_always(a.arg[3]))
		return frontend_refuse(r, a.arg[3]->at,
		        "an allocation under a condition is not supported");
	struct value size = product(r, data ? a.arg[2] : a.arg[0]);
	struct value shape = {.kind = V_TUPLE, .at = v->at, .item = &size, .n = 1};
	struct value none = {.kind = V_NONE, .at = v->at};
	struct value args[] = {shape, *a.arg[1], none, none, none, none, none};
	bool scope = !data && a.arg[2];
	if (scope)
		args[6] = *a.arg[2];
	for (uint32_t i = 0; i < 7; i++)
		args[i].keyword = 0;
	struct value form = {.kind = V_FORM,
	        .at = v->at,
	        .form = F_alloc_buffer,
	        .item = args,
	        .n = scope ? 7 : 2};
	if (size.kind == V_ERROR)
		return false;
	struct tir_buffer *b = frontend_make_buffer(r, sym_name(r, sym), TIR_BUFFER_ALLOC, &form);
	struct entity *e = b ? frontend_scope_define(r, sym, ENT_BUFFER, name_at) : NULL;
	if (!e)
		return false;
	b->at = name_at;
	e->buffer = b;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_ALLOC, at, seq);
	tir_as_alloc(s)->buffer = b;
	s->form = TIR_ALLOC_BUFFER;
	return !data || store_data(r, b, a.arg[0], at, seq);
}

static int64_t elements(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return -1;
	return n;
}

/* Does the pointer's buffer have the shape of the view, but for how it is cut into dimensions? */
static bool same_size(const struct tir_buffer *a, const struct tir_buffer *b)
{
	bool one = a->ndim == 1 && b->ndim == 1 && a->shape[0] == b->shape[0];
	return tir_type_eq(a->elem, b->elem) && !strcmp(a->scope, b->scope) && !b->strides &&
	       !b->elem_offset && (one || (elements(a) >= 0 && elements(a) == elements(b)));
}

bool frontend_older_rename(struct reader *r, uint32_t sym, struct span name_at,
        const struct value *v)
{
	const struct value *data = NULL;
	for (uint32_t i = 0; i < v->n; i++)
		if (v->item[i].keyword ? frontend_older_is_named(r, &v->item[i], "data") : i == 2)
			data = &v->item[i];
	if (!data || data->kind != V_BUFFER || data->buffer->kind != TIR_BUFFER_ALLOC)
		return false;
	struct tir_buffer *b = data->buffer;
	struct entity *e = frontend_scope_find(r,
	        frontend_symbol_of(&r->symbols, b->name, strlen(b->name)));
	if (!e || e->kind != ENT_BUFFER || e->buffer != b || e->uses != 1 || e->level != r->level)
		return false;
	struct value form = *v;
	form.form = F_decl_buffer;
	struct tir_buffer *view = frontend_make_buffer(r, sym_name(r, sym), TIR_BUFFER_DECL, &form);
	if (!view || !frontend_view_data(r, &form, view) || !same_size(b, view))
		return false;
	uint32_t old = e->sym;
	if (old != sym) {
		if (!(e = frontend_scope_define(r, sym, ENT_BUFFER, name_at)))
			return false;
		e->buffer = b;
	}
	b->name = view->name;
	b->ndim = view->ndim;
	b->shape = view->shape;
	b->align = view->align;
	return true;
}

/* T.preflattened_buffer(A, shape, dtype, data=A.data): the caller's A has this shape, and A is a
 * view of it. */
bool frontend_older_preflattened(struct reader *r, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	const struct value *of = v->n ? &v->item[0] : NULL;
	struct tir_buffer *p = of && of->kind == V_BUFFER ? of->buffer : NULL;
	if (!p || p->kind != TIR_BUFFER_PARAM)
		return frontend_fail(r, v->at, "T.preflattened_buffer takes a parameter");
	uint32_t sym = frontend_symbol_of(&r->symbols, p->name, strlen(p->name));
	struct entity *e = frontend_scope_find(r, sym);
	uint32_t uses = 1; /* here, and by data= */
	for (uint32_t i = 0; i < v->n; i++)
		uses += v->item[i].keyword && frontend_older_is_named(r, &v->item[i], "data");
	if (!e || e->buffer != p || r->level != r->func_level || e->uses > uses)
		return frontend_fail(r, v->at,
		        "T.preflattened_buffer stands at the head of a function");
	uint32_t n = 0;
	struct value *args = ARENA_NEWN(r->scratch, struct value, v->n);
	for (uint32_t i = 1; i < v->n; i++) /* data= is the parameter's own pointer */
		if (!frontend_older_is_named(r, &v->item[i], "data"))
			args[n++] = v->item[i];
	struct value form = {.kind = V_FORM, .at = v->at, .form = F_Buffer, .item = args, .n = n};
	struct tir_buffer *caller = frontend_make_buffer(r, p->name, TIR_BUFFER_PARAM, &form);
	if (!caller)
		return false;
	struct tir_buffer *view = tir_buffer_new(r->m, p->name, TIR_BUFFER_DECL, p->elem);
	view->ndim = p->ndim;
	view->shape = p->shape;
	view->scope = p->scope;
	view->root = p;
	view->starts_there = true;
	view->at = p->at;
	p->ndim = caller->ndim;
	p->shape = caller->shape;
	e->buffer = view;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_DECL, at, seq);
	struct tir_decl *decl = tir_as_decl(s);
	decl->buffer = view;
	s->form = TIR_DECL_BUFFER;
	decl->value = (struct tir_operand){tir_buffer_data(r->m, p), at};
	return true;
}

/* ---- Statements with a body -------------------------------------------------------------*/
bool frontend_is_older_with(const struct value *v)
{
	return is_form(v, F_LetStmt) || is_form(v, F_let) || is_form(v, F_Assert) ||
	       is_form(v, F_allocate) || is_form(v, F_allocate_const);
}

/* x of "with T.let(x, e)": it was declared, and is a variable from here on. */
static bool bind_declared(struct reader *r, const struct value *x, const struct value *v,
        struct span at, struct tir_seq *seq)
{
	if (x->kind != V_DECLARED)
		return frontend_fail(r, x->at, "%s cannot be given a value by a let",
		        frontend_value_name(x));
	struct entity *e = &r->entities.at[x->entity];
	const struct tir_expr *value = frontend_converted(r, v, e->var->type);
	if (e->let)
		return frontend_fail(r, x->at, "'%s' is given a value twice", sym_name(r, e->sym));
	r->loose.n = 0;
	if (!value)
		return false;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_BIND, at, seq);
	s->form = TIR_BIND_LET;
	struct tir_bind *bind = tir_as_bind(s);
	bind->var = e->var;
	bind->value = (struct tir_operand){value, v->at};
	e->kind = ENT_VAR;
	e->assigned = true;
	frontend_scope_bound(r, e);
	return true;
}

/* with T.LetStmt(e) as x, with T.LetStmt(e, var=x), with T.let(x, e) */
static bool open_let(struct reader *r, const struct syntax *s, const struct value *v,
        const struct node *name, struct tir_seq *seq)
{
	struct args a;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a))
		return false;
	if (v->form == F_let)
		return a.arg[1] ? bind_declared(r, a.arg[0], a.arg[1], s->at, seq)
		                : frontend_fail(r, v->at, "T.let needs argument 'value'");
	if (a.arg[2])
		return bind_declared(r, a.arg[2], a.arg[0], s->at, seq);
	if (!name)
		return frontend_fail(r, v->at, "'with T.LetStmt(...)' needs a name after 'as'");
	const struct tir_expr *e = frontend_as_expr(r, a.arg[0]);
	return e && frontend_check_loose(r) &&
	       frontend_bind_named(r, name->sym, name->at, e, v->at, s->at, seq);
}

static bool open_assert(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq *seq)
{
	struct args a;
	struct tir_operand c;
	if (!frontend_bind_args(r, &frontend_forms[F_Assert], v->item, v->n, v->at, &a) ||
	        !frontend_as_condition(r, a.arg[0], &c))
		return false;
	const struct tir_attr *text = frontend_as_attr(r, a.arg[1]);
	if (!text)
		return false;
	struct tir_stmt *t = frontend_add_stmt(r, TIR_ASSERT, s->at, seq);
	struct tir_assert *check = tir_as_assert(t);
	check->value = c;
	check->attr = text;
	return true;
}

/* What these open ends with what is in it, and so does the sequence it stands in, or nobody sees
 * the difference. */
bool frontend_older_with(struct reader *r, const struct syntax *s, const struct value *v,
        struct tir_seq *seq)
{
	bool named = s->target.begin != s->target.end, ok;
	const struct node *name = named ? &r->tree.nodes.at[s->target.end - 1] : NULL;
	if (name && name->kind != N_NAME) {
		ok = frontend_fail(r, name->at, "only a name can stand after 'as'");
	} else if (v->form == F_Assert) {
		ok = open_assert(r, s, v, seq);
	} else if (v->form == F_LetStmt || v->form == F_let) {
		ok = open_let(r, s, v, name, seq);
	} else {
		ok = name ? frontend_older_allocate(r, name->sym, name->at, v, s->at, seq)
		          : frontend_fail(r, v->at,
		                    "'with T.allocate(...)' needs a name after 'as'");
	}
	r->loose.n = 0;
	if (!ok && name && name->kind == N_NAME)
		frontend_scope_failed(r, name->sym, name->at);
	r->hooks->read_block(r, s->body, seq);
	return ok;
}

/* ---- Attributes -------------------------------------------------------------------------*/
/* "tir.noalias" is "tirx.noalias" today, and T.bool(True) is True. */
void frontend_older_func_attrs(struct reader *r, struct tir_attr *dict)
{
	for (uint32_t i = 0; i < dict->n; i++) {
		const struct tir_attr *v = dict->item[i];
		bool truth = v->kind == TIR_ATTR_EXPR && v->expr->op == TIR_INT_IMM &&
		             v->expr->type.code == TIR_TYPE_BOOL;
		if (!strncmp(dict->name[i], "tir.", 4))
			dict->name[i] = arena_printf(r->arena, "tirx.%s", dict->name[i] + 4);
		truth |= v->kind == TIR_ATTR_INT && !strcmp(dict->name[i], "tirx.noalias");
		if (!truth)
			continue;
		struct tir_attr *b = ARENA_NEW(r->arena, struct tir_attr);
		b->kind = TIR_ATTR_BOOL;
		b->i = v->kind == TIR_ATTR_INT ? v->i != 0 : v->expr->u.i;
		dict->item[i] = b;
	}
}
