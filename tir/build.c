/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/build.c: modules, functions, variables, buffers, and one function a shape of expression. */
#include "tir/internal.h"

struct tir_module *tir_module_new(struct arena *arena)
{
	struct tir_module *m = ARENA_NEW(arena, struct tir_module);
	m->arena = arena;
	m->strings.arena = arena;
	m->open = &m->common;
	return m;
}

/* ---- Numbers ----------------------------------------------------------------------------*/
static struct tir_numbers now(const struct tir_module *m)
{
	return (struct tir_numbers){m->lookup, m->node, m->cap, m->nexprs, m->nvars, m->nbuffers};
}

static void go_on_with(struct tir_module *m, struct tir_numbers *n)
{
	if (m->open == n)
		return;
	*m->open = now(m);
	m->open = n;
	m->lookup = n->lookup;
	m->node = n->node;
	m->cap = n->cap;
	m->nexprs = n->nexprs;
	m->nvars = n->nvars;
	m->nbuffers = n->nbuffers;
}

void tir_func_own_numbers(struct tir_func *f)
{
	f->numbers = ARENA_NEW(f->module->arena, struct tir_numbers);
	tir_enter(f);
}

void tir_enter(const struct tir_func *f)
{
	go_on_with(f->module, f->numbers);
}

void tir_leave(struct tir_module *m)
{
	go_on_with(m, &m->common);
}

struct tir_numbers tir_numbers_of(const struct tir_func *f)
{
	return f->module->open == f->numbers ? now(f->module) : *f->numbers;
}

/* ---- Functions --------------------------------------------------------------------------*/
static struct lookup_key key_of_name(const char *s)
{
	uint64_t h = 0;
	for (; *s; s++)
		h = hash_mix(h, (unsigned char)*s);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool key_of_func(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct tir_module *m = ctx;
	*k = key_of_name(m->funcs.at[number]->name);
	return true;
}

/* Function number i of m is found by its name from now on. */
static void note_name(struct tir_module *m, uint32_t number)
{
	struct lookup_key k = key_of_name(m->funcs.at[number]->name);
	uint32_t i = 0, end = m->by_name.end;
	while (lookup_slot(&m->by_name, k, i)->number)
		i++;
	lookup_add(&m->by_name, lookup_slot(&m->by_name, k, i), k, number);
	if (m->by_name.end < end) /* a new name for an old one */
		m->by_name.end = end;
}

struct tir_func *tir_func_new(struct tir_module *m, const char *name)
{
	struct tir_func *f = ARENA_NEW(m->arena, struct tir_func);
	f->name = f->symbol = strtab_str(&m->strings, name);
	f->module = m;
	f->numbers = m->open;
	f->ret = TIR_VOID;
	lookup_room(&m->by_name, m->arena, key_of_func, m);
	f->id = m->funcs.n;
	f->origin = UINT32_MAX;
	VEC_PUSH(m->arena, &m->funcs, f);
	note_name(m, m->funcs.n - 1);
	return f;
}

void tir_keep_funcs(struct tir_module *m, const bool *gone)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (!gone[i])
			m->funcs.at[n++] = m->funcs.at[i];
	m->funcs.n = n;
	lookup_init(&m->by_name, m->arena, n);
	for (uint32_t i = 0; i < n; i++) {
		m->funcs.at[i]->id = i;
		note_name(m, i);
	}
}

void tir_func_rename(struct tir_func *f, const char *name)
{
	struct tir_module *m = f->module;
	lookup_room(&m->by_name, m->arena, key_of_func, m);
	f->name = name;
	note_name(m, f->id);
}

struct tir_func *tir_func_with_body(const struct tir_func *f, struct tir_seq body)
{
	struct tir_func *g = arena_copy(f->module->arena, f, sizeof *f);
	g->body = body;
	return g;
}

struct tir_func *tir_find_func(const struct tir_module *m, const char *name)
{
	const struct lookup_entry *p;
	struct lookup_key k = key_of_name(name);
	for (uint32_t i = 0; m->funcs.n && (p = lookup_slot(&m->by_name, k, i))->number; i++)
		if (p->hash == k.hash && !strcmp(m->funcs.at[p->number - 1]->name, name))
			return m->funcs.at[p->number - 1];
	return NULL;
}

bool tir_names_have(const struct tir_names *names, const struct tir_func *f)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (!strcmp(names->at[i], f->name))
			return true;
	return false;
}

const struct tir_extern *tir_find_extern(const struct tir_module *m, const char *name)
{
	uint32_t lo = 0, hi = m->externs ? m->externs->n : 0;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		int order = strcmp(name, m->externs->at[mid].name);
		if (order == 0)
			return &m->externs->at[mid];
		if (order < 0)
			hi = mid;
		else
			lo = mid + 1;
	}
	return NULL;
}

struct tir_var *tir_var_new(struct tir_module *m, const char *name, struct tir_type type)
{
	struct tir_var *v = ARENA_NEW(m->arena, struct tir_var);
	v->name = name;
	v->type = type;
	v->elem = TIR_VOID;
	v->scope = "global";
	v->id = m->nvars++;
	v->expr = tir_make(m, TIR_VAR, type, (uintptr_t)v, 0, NULL);
	return v;
}

struct tir_buffer *tir_buffer_new(struct tir_module *m, const char *name, enum tir_buffer_kind kind,
        struct tir_type elem)
{
	struct tir_buffer *b = ARENA_NEW(m->arena, struct tir_buffer);
	b->name = strtab_str(&m->strings, name);
	b->kind = kind;
	b->elem = elem;
	b->scope = "global";
	b->root = kind == TIR_BUFFER_DECL ? NULL : b;
	b->id = m->nbuffers++;
	return b;
}

/* v as the type holds it: sign- or zero-extended from its bits. */
static int64_t extend(struct tir_type t, int64_t v)
{
	if (t.bits >= 64)
		return v;
	unsigned s = 64u - t.bits;
	uint64_t up = (uint64_t)v << s;
	return t.code == TIR_TYPE_INT ? (int64_t)up >> s : (int64_t)(up >> s);
}

const struct tir_expr *tir_int(struct tir_module *m, struct tir_type t, int64_t v)
{
	return tir_make(m, TIR_INT_IMM, t, (uint64_t)extend(t, v), 0, NULL);
}

const struct tir_expr *tir_float(struct tir_module *m, struct tir_type t, double v)
{
	uint64_t bits;
	memcpy(&bits, &v, sizeof bits);
	return tir_make(m, TIR_FLOAT_IMM, t, bits, 0, NULL);
}

const struct tir_expr *tir_string(struct tir_module *m, const char *s)
{
	return tir_make(m, TIR_STRING_IMM, TIR_HANDLE, (uintptr_t)strtab_str(&m->strings, s), 0,
	        NULL);
}

const struct tir_expr *tir_unary(struct tir_module *m, enum tir_op op, const struct tir_expr *a)
{
	return tir_make(m, op, a->type, 0, 1, &a);
}

const struct tir_expr *tir_binary(struct tir_module *m, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	const struct tir_expr *args[] = {a, b};
	struct tir_type t = tir_ops[op].compare ? tir_lanes(TIR_BOOL, a->type.lanes) : a->type;
	return tir_make(m, op, t, 0, 2, args);
}

const struct tir_expr *tir_select(struct tir_module *m, enum tir_op op, const struct tir_expr *c,
        const struct tir_expr *a, const struct tir_expr *b)
{
	const struct tir_expr *args[] = {c, a, b};
	return tir_make(m, op, a->type, 0, 3, args);
}

const struct tir_expr *tir_cast(struct tir_module *m, struct tir_type t, const struct tir_expr *a)
{
	return tir_make(m, TIR_CAST, t, 0, 1, &a);
}

const struct tir_expr *tir_ramp(struct tir_module *m, const struct tir_expr *base,
        const struct tir_expr *stride, unsigned lanes)
{
	const struct tir_expr *args[] = {base, stride};
	return tir_make(m, TIR_RAMP, tir_lanes(base->type, lanes), 0, 2, args);
}

const struct tir_expr *tir_broadcast(struct tir_module *m, const struct tir_expr *v, unsigned lanes)
{
	return tir_make(m, TIR_BROADCAST, tir_lanes(v->type, lanes), 0, 1, &v);
}

const struct tir_expr *tir_zero(struct tir_module *m, struct tir_type t)
{
	struct tir_type one = tir_lanes(t, 1);
	const struct tir_expr *e = tir_is_integral(t) ? tir_int(m, one, 0) : tir_float(m, one, 0);
	return t.lanes > 1 ? tir_broadcast(m, e, t.lanes) : e;
}

const struct tir_expr *tir_let(struct tir_module *m, struct tir_var *v,
        const struct tir_expr *value, const struct tir_expr *body)
{
	const struct tir_expr *args[] = {value, body};
	return tir_make(m, TIR_LET, body->type, (uintptr_t)v, 2, args);
}

const struct tir_expr *tir_access(struct tir_module *m, enum tir_op op, struct tir_buffer *b,
        uint32_t n, const struct tir_expr *const *index)
{
	uint32_t rank = op == TIR_MASKED_LOAD ? n - 1 : n;
	unsigned lanes = rank ? index[rank - 1]->type.lanes : 1;
	struct tir_type t = op == TIR_ADDRESS_OF ? TIR_HANDLE
	                                         : tir_lanes(b->elem, b->elem.lanes * lanes);
	return tir_make(m, op, t, (uintptr_t)b, n, index);
}

const struct tir_expr *tir_buffer_data(struct tir_module *m, struct tir_buffer *b)
{
	return tir_make(m, TIR_BUFFER_DATA, TIR_HANDLE, (uintptr_t)b, 0, NULL);
}

static bool key_of_called(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct tir_module *m = ctx;
	if (number < m->names.n)
		*k = key_of_name(m->names.at[number]);
	return number < m->names.n;
}

/* The number of a name among those of unknown builtins and called functions. */
static uint32_t name_index(struct tir_module *m, const char *name)
{
	struct lookup_entry *p;
	struct lookup_key k = key_of_name(name);
	lookup_room(&m->by_called, m->arena, key_of_called, m);
	for (uint32_t i = 0; (p = lookup_slot(&m->by_called, k, i))->number; i++)
		if (p->hash == k.hash && !strcmp(m->names.at[p->number - 1], name))
			return p->number - 1;
	VEC_PUSH(m->arena, &m->names, strtab_str(&m->strings, name));
	lookup_add(&m->by_called, p, k, m->names.n - 1);
	return m->names.n - 1;
}

/* What the called function's prototype promises, as the node keeps it.  One without attributes says
 * nothing against a call that is written as pure. */
static uint32_t promise_of(const struct tir_module *m, const struct tir_expr *name)
{
	if (name->op != TIR_STRING_IMM || !m->externs)
		return 0;
	const struct tir_extern *x = tir_find_extern(m, name->u.str);
	enum tir_effect effect = TIR_OPAQUE;
	if (x)
		effect = x->effect;
	else if (m->externs->effect)
		effect = m->externs->effect(m->externs->ctx, name->u.str);
	return effect != TIR_OPAQUE ? 1 + (uint32_t)effect : 0;
}

const struct tir_expr *tir_call(struct tir_module *m, enum tir_builtin b, const char *name,
        struct tir_type type, uint32_t n, const struct tir_expr *const *args)
{
	union {
		uint64_t bits;
		uint32_t part[2]; /* as struct call */
	} u = {0};
	u.part[0] = b;
	if (b == TIR_BUILTIN_UNKNOWN || b == TIR_BUILTIN_CALL_GLOBAL)
		u.part[1] = name_index(m, name);
	else if (n && (b == TIR_BUILTIN_CALL_EXTERN || b == TIR_BUILTIN_CALL_PURE_EXTERN))
		u.part[1] = promise_of(m, args[0]);
	return tir_make(m, TIR_CALL, type, u.bits, n, args);
}

const char *tir_call_name(const struct tir_module *m, const struct tir_expr *call)
{
	uint32_t b = call->u.call.builtin;
	if (b == TIR_BUILTIN_UNKNOWN || b == TIR_BUILTIN_CALL_GLOBAL)
		return m->names.at[call->u.call.name];
	return tir_builtins[b].text;
}

struct tir_stmt *tir_stmt_new(struct tir_module *m, enum tir_stmt_kind kind, struct span at)
{
	size_t n = tir_stmts[kind].bytes;
	struct tir_stmt *s = memset(arena_words(m->arena, n), 0, n);
	s->kind = kind;
	s->at = at;
	if (tir_stmts[kind].more)
		tir_as_for(s)->more = &tir_plain_loop;
	m->nblocks += kind == TIR_BLOCK;
	return s;
}

struct tir_buffer *tir_array_new(struct tir_module *m, const char *name, struct tir_type elem,
        uint32_t ndim)
{
	struct tir_buffer *b = tir_buffer_new(m, name, TIR_BUFFER_ALLOC, elem);
	b->ndim = ndim;
	b->shape = ARENA_NEWN(m->arena, const struct tir_expr *, ndim);
	return b;
}

struct tir_buffer *tir_row_new(struct tir_module *m, const char *name, struct tir_type elem,
        int64_t elements)
{
	struct tir_buffer *b = tir_array_new(m, name, elem, 1);
	b->shape[0] = tir_int(m, TIR_INT32, elements);
	return b;
}

struct tir_stmt *tir_alloc_new(struct tir_module *m, struct tir_buffer *b, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(m, TIR_ALLOC, at);
	b->at = at;
	tir_set_buffer(s, b);
	return s;
}

struct tir_stmt *tir_store_new(struct tir_module *m, struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index, const struct tir_expr *value, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(m, TIR_STORE, at);
	struct tir_store *x = tir_as_store(s);
	s->nindex = n;
	x->buffer = b;
	x->value = (struct tir_operand){value, at};
	x->index = ARENA_NEWN(m->arena, struct tir_operand, n);
	for (uint32_t i = 0; i < n; i++)
		x->index[i] = (struct tir_operand){index[i], at};
	return s;
}

struct tir_stmt *tir_bind_new(struct tir_module *m, struct tir_var *v, const struct tir_expr *value,
        enum tir_bind_form form, struct span at)
{
	struct tir_stmt *s = tir_stmt_new(m, TIR_BIND, at);
	s->form = form;
	tir_set_var(s, v);
	tir_as_bind(s)->value = (struct tir_operand){value, at};
	return s;
}

struct tir_stmt *tir_loop_new(struct tir_module *m, struct tir_var *v, int64_t extent,
        struct span at)
{
	struct tir_stmt *s = tir_stmt_new(m, TIR_FOR, at);
	tir_set_var(s, v);
	tir_as_for(s)->min = (struct tir_operand){tir_int(m, v->type, 0), at};
	tir_as_for(s)->extent = (struct tir_operand){tir_int(m, v->type, extent), at};
	return s;
}

struct tir_stmt *tir_stmt_copy(struct arena *a, const struct tir_stmt *s)
{
	size_t n = tir_stmts[s->kind].bytes;
	struct tir_stmt *t = memcpy(arena_words(a, n), s, n);
	t->next = NULL;
	if (tir_stmts[s->kind].more && tir_as_for(s)->more != &tir_plain_loop)
		tir_as_for(t)->more = arena_copy(a, tir_as_for(s)->more,
		        sizeof *tir_as_for(s)->more);
	if (s->nindex) {
		n = s->nindex * sizeof *tir_as_store(s)->index;
		tir_as_store(t)->index = memcpy(arena_words(a, n), tir_as_store(s)->index, n);
	}
	return t;
}

struct tir_stmt *tir_store_like(struct arena *a, const struct tir_stmt *like,
        const struct tir_expr *value)
{
	struct tir_stmt *s = tir_stmt_copy(a, like);
	tir_as_store(s)->value.e = value;
	return s;
}

void tir_seq_add(struct tir_seq *s, struct tir_stmt *stmt)
{
	stmt->next = NULL;
	if (s->last)
		s->last->next = stmt;
	else
		s->first = stmt;
	s->last = stmt;
}

const struct tir_attr *tir_attr_get(const struct tir_attr *dict, const char *key)
{
	for (uint32_t i = 0; dict && i < dict->n; i++)
		if (dict->name && dict->name[i] && !strcmp(dict->name[i], key))
			return dict->item[i];
	return NULL;
}

bool tir_attr_is_true(const struct tir_attr *a)
{
	if (!a)
		return false;
	if (a->kind == TIR_ATTR_EXPR)
		return a->expr->op == TIR_INT_IMM && a->expr->u.i != 0;
	return (a->kind == TIR_ATTR_BOOL || a->kind == TIR_ATTR_INT) && a->i != 0;
}
