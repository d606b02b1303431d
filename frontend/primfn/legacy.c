/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy.c: functions of the older text: primfn(parameters) -> () and the lines before the
 * brace, which say what the parameters are.
 *
 *     primfn(A_1: handle, n: int32) -> ()
 *       attr = {"global_symbol": "main", "tir.noalias": True}
 *       buffers = {A: Buffer(A_2: Pointer(float32), float32, [n], [])}
 *       buffer_map = {A_1: A} {
 *
 * A is the buffer and A_2 its memory: accesses by either name are the same. */
#include "frontend/primfn/legacy.h"

/* The first word of a text behind comments, as frontend_legacy_text sees it. */
static const char *first_word(const struct source *s)
{
	const char *p = s->text, *end = s->text + s->len;
	while (p < end) {
		if (*p == '#' || (*p == '/' && p + 1 < end && p[1] == '/'))
			while (p < end && *p != '\n')
				p++;
		else if (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
			p++;
		else
			break;
	}
	return p;
}

/* Does it begin with a statement, as a body that was printed by itself does? */
static bool is_bare(const struct source *src)
{
	static const char *const begins[] = {"let ", "attr [", "allocate("};
	const char *p = first_word(src);
	size_t n = (size_t)(src->text + src->len - p);
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (n > strlen(begins[i]) && !memcmp(p, begins[i], strlen(begins[i])))
			return true;
	return false;
}

bool frontend_legacy_text(const struct source *src)
{
	const char *p = first_word(src), *end = src->text + src->len;
	if (is_bare(src))
		return true;
	if (p < end && *p == '@') { /* @main = primfn(...) */
		while (p < end && *p != '=' && *p != '\n' && *p != '(')
			p++;
		if (p == end || *p != '=')
			return false;
		for (p++; p < end && *p == ' '; p++)
			;
	}
	return end - p > 7 && !memcmp(p, "primfn(", 7);
}

/* ---- The head ---------------------------------------------------------------------------*/
struct param {
	uint32_t sym;
	struct span at;
	struct tir_type type;
	struct tir_buffer *buffer; /* buffer_map has one for it */
};
struct named_buffer {
	uint32_t sym, data; /* A, A_2 */
	struct span at;
	struct tir_buffer *buffer;
	bool mapped;
};
struct legacy_head {
	VEC(struct param) params;
	VEC(struct named_buffer) buffers;
};

static bool read_params(struct legacy *l, struct legacy_head *h)
{
	if (!frontend_legacy_expect(l, "primfn") || !frontend_legacy_expect(l, "("))
		return false;
	while (!frontend_legacy_accept(l, ")")) {
		struct param p = {.buffer = NULL};
		if (!frontend_legacy_name(l, &p.sym, &p.at) || !frontend_legacy_expect(l, ":") ||
		        !frontend_legacy_type(l, &p.type))
			return false;
		VEC_PUSH(l->r->scratch, &h->params, p);
		if (!frontend_legacy_is(l, ")") && !frontend_legacy_expect(l, ","))
			return false;
	}
	return frontend_legacy_expect(l, "->") && frontend_legacy_expect(l, "(") &&
	       frontend_legacy_expect(l, ")");
}

/* What may follow the strides: only what promises nothing is understood. */
static bool read_buffer_keywords(struct legacy *l)
{
	const char *text;
	while (frontend_legacy_accept(l, ",")) {
		struct span at = l->t.at;
		const char *name = l->t.str;
		uint32_t sym;
		if (!frontend_legacy_name(l, &sym, &at) || !frontend_legacy_expect(l, "="))
			return false;
		if (!strcmp(name, "type")) {
			if (l->t.kind == L_NAME) /* a layout, as crouton_indirect */
				frontend_legacy_next(l);
			else if (!frontend_legacy_string(l, &text))
				return false;
		} else if (!strcmp(name, "align") || !strcmp(name, "offset_factor")) {
			if (!frontend_legacy_expr(l))
				return false;
		} else {
			return frontend_legacy_error(l, at, "'%s' of a buffer is not read", name);
		}
	}
	return true;
}

/* A: Buffer(A_2: Pointer(float32), float32, [n], [stride]) */
static bool read_buffer(struct legacy *l, struct legacy_head *h)
{
	struct reader *r = l->r;
	struct named_buffer n = {.mapped = false};
	struct span data;
	struct tir_type elem, t;
	const char *scope;
	const struct tir_expr **strides;
	uint32_t nstrides;
	if (!frontend_legacy_name(l, &n.sym, &n.at) || !frontend_legacy_expect(l, ":") ||
	        !frontend_legacy_expect(l, "Buffer") || !frontend_legacy_expect(l, "(") ||
	        !frontend_legacy_name(l, &n.data, &data) || !frontend_legacy_expect(l, ":") ||
	        !frontend_legacy_pointer(l, &elem, &scope) || !frontend_legacy_expect(l, ",") ||
	        !frontend_legacy_type(l, &t) || !frontend_legacy_expect(l, ","))
		return false;
	struct tir_buffer *b = tir_buffer_new(r->m, sym_name(r, n.sym), TIR_BUFFER_PARAM, t);
	struct span shape = l->t.at;
	n.buffer = b;
	b->scope = scope;
	if (!frontend_legacy_dims(l, &b->ndim, &b->shape) || !frontend_legacy_expect(l, ",") ||
	        !frontend_legacy_dims(l, &nstrides, &strides) || !read_buffer_keywords(l) ||
	        !frontend_legacy_expect(l, ")") || !frontend_check_size(r, b, shape))
		return false;
	if (nstrides && nstrides != b->ndim)
		return frontend_legacy_error(l, shape, "%u strides for %u dimensions", nstrides,
		        b->ndim);
	b->strides = nstrides ? strides : NULL;
	b->at = (struct span){n.at.begin, l->before};
	VEC_PUSH(r->scratch, &h->buffers, n);
	return true;
}

static bool read_buffers(struct legacy *l, struct legacy_head *h)
{
	while (!frontend_legacy_accept(l, "}"))
		if (!read_buffer(l, h) ||
		        (!frontend_legacy_is(l, "}") && !frontend_legacy_expect(l, ",")))
			return false;
	return true;
}

static struct named_buffer *find_buffer(struct legacy_head *h, uint32_t sym)
{
	for (uint32_t i = 0; i < h->buffers.n; i++)
		if (h->buffers.at[i].sym == sym)
			return &h->buffers.at[i];
	return NULL;
}

static struct param *find_param(struct legacy_head *h, uint32_t sym)
{
	for (uint32_t i = 0; i < h->params.n; i++)
		if (h->params.at[i].sym == sym)
			return &h->params.at[i];
	return NULL;
}

/* {A_1: A, B_1: B} */
static bool read_map(struct legacy *l, struct legacy_head *h)
{
	struct reader *r = l->r;
	while (!frontend_legacy_accept(l, "}")) {
		uint32_t param, buffer;
		struct span at, at_buffer;
		if (!frontend_legacy_name(l, &param, &at) || !frontend_legacy_expect(l, ":") ||
		        !frontend_legacy_name(l, &buffer, &at_buffer))
			return false;
		struct param *p = find_param(h, param);
		struct named_buffer *b = find_buffer(h, buffer);
		if (!p || p->type.code != TIR_TYPE_HANDLE)
			return frontend_legacy_error(l, at, "'%s' is no parameter of type handle",
			        sym_name(r, param));
		if (!b)
			return frontend_legacy_error(l, at_buffer, "'%s' is no buffer",
			        sym_name(r, buffer));
		if (p->buffer || b->mapped)
			return frontend_legacy_error(l, at, "'%s' is mapped twice",
			        sym_name(r, p->buffer ? param : buffer));
		p->buffer = b->buffer;
		b->mapped = true;
		if (!frontend_legacy_is(l, "}") && !frontend_legacy_expect(l, ","))
			return false;
	}
	return true;
}

/* What the buffers were before they were flattened: nothing in the body speaks of it. */
static bool skip_braces(struct legacy *l)
{
	for (uint32_t depth = 1; depth; frontend_legacy_next(l)) {
		if (l->t.kind == L_END || l->t.kind == L_BAD)
			return frontend_legacy_expected(l, "'}'");
		depth += frontend_legacy_is(l, "{");
		depth -= frontend_legacy_is(l, "}");
	}
	return true;
}

/* The exported name is the function's own; the other attributes are kept. */
static bool set_attrs(struct reader *r, struct tir_func *f, const struct tir_attr *d,
        struct span at)
{
	const struct tir_attr *symbol = tir_attr_get(d, "global_symbol");
	struct tir_attr *mine = ARENA_NEW(r->arena, struct tir_attr);
	*mine = (struct tir_attr){.kind = TIR_ATTR_DICT};
	mine->item = ARENA_NEWN(r->arena, const struct tir_attr *, d->n);
	mine->name = ARENA_NEWN(r->arena, const char *, d->n);
	for (uint32_t i = 0; i < d->n; i++) {
		if (!strcmp(d->name[i], "global_symbol"))
			continue;
		mine->item[mine->n] = d->item[i];
		mine->name[mine->n++] = d->name[i];
	}
	f->attrs = mine->n ? mine : NULL;
	f->noalias = tir_attr_is_true(tir_attr_get(d, "tir.noalias"));
	if (symbol && symbol->kind == TIR_ATTR_STRING && *symbol->str) {
		if (!frontend_check_symbol(r, f, symbol->str, at))
			return false;
		f->symbol = symbol->str;
	}
	if (frontend_is_identifier(f->symbol) && !tir_find_func(r->m, f->symbol))
		tir_func_rename(f, f->symbol); /* as TVMScript's are called */
	return true;
}

/* Scalars first: shapes name them, wherever they stand. */
static void define_scalars(struct legacy *l, struct legacy_head *h)
{
	for (uint32_t i = 0; i < h->params.n; i++) {
		struct param *p = &h->params.at[i];
		if (p->type.code != TIR_TYPE_HANDLE)
			frontend_scope_var(l->r, p->sym, p->type, p->at);
	}
}

/* The lines between the parameters and the brace. */
static bool read_maps(struct legacy *l, struct legacy_head *h)
{
	const struct tir_attr *attrs;
	while (!frontend_legacy_accept(l, "{")) {
		struct span at = l->t.at;
		const char *name = l->t.kind == L_NAME ? l->t.str : "";
		uint32_t sym;
		if (l->t.kind != L_NAME)
			return frontend_legacy_expected(l, "'{' and statements");
		frontend_legacy_name(l, &sym, &at);
		if (!frontend_legacy_expect(l, "="))
			return false;
		if (!strcmp(name, "attr")) {
			if (!frontend_legacy_is(l, "{"))
				return frontend_legacy_expected(l, "'{'");
			if (!frontend_legacy_attr_value(l, &attrs))
				return false;
			if (!set_attrs(l->r, l->r->f, attrs, at))
				return false;
			continue;
		}
		if (!frontend_legacy_expect(l, "{"))
			return false;
		bool ok = !strcmp(name, "buffers")      ? read_buffers(l, h)
		          : !strcmp(name, "buffer_map") ? read_map(l, h)
		          : !strcmp(name, "preflattened_buffer_map")
		                  ? skip_braces(l)
		                  : frontend_suggest(l->r, at, name,
		                            "attr buffers buffer_map preflattened_buffer_map",
		                            "a function has no '%s'", name);
		if (!ok)
			return false;
	}
	return true;
}

/* ---- Parameters and views ---------------------------------------------------------------*/
/* Accesses by the name of the memory have one index: a buffer of more dimensions gets a flat view. */
static struct tir_buffer *flat(struct legacy *l, struct tir_buffer *b, const char *name,
        struct tir_seq *seq)
{
	struct reader *r = l->r;
	if (b->ndim == 1 && !b->strides)
		return b;
	struct tir_buffer *v = tir_buffer_new(r->m, name, TIR_BUFFER_DECL, b->elem);
	const struct tir_expr *all = NULL;
	for (uint32_t i = 0; i < b->ndim; i++) {
		if (all && !tir_type_eq(all->type, b->shape[i]->type))
			return b;
		all = all ? frontend_fold(r, TIR_MUL, all, b->shape[i], b->at) : b->shape[i];
		if (!all)
			return b;
	}
	v->ndim = 1;
	v->shape = ARENA_NEW(r->arena, const struct tir_expr *);
	v->shape[0] = all ? all : tir_int(r->m, TIR_INT32, 1);
	v->scope = b->scope;
	v->at = b->at;
	v->root = b;
	v->starts_there = true;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_DECL, b->at, seq);
	s->form = TIR_DECL_BUFFER;
	struct tir_decl *decl = tir_as_decl(s);
	decl->buffer = v;
	decl->value = (struct tir_operand){tir_buffer_data(r->m, b), b->at};
	return v;
}

/* Is this memory accessed by its own name, as in "A_2["? */
static bool is_accessed(const struct legacy *l, uint32_t sym)
{
	struct legacy look = *l;
	struct diag silent = {.sink = NULL};
	struct diag *d = l->r->d;
	bool found = false;
	l->r->d = &silent;
	while (look.t.kind != L_END && !found) {
		bool name = frontend_legacy_word(&look, sym_name(l->r, sym));
		frontend_legacy_next(&look);
		found = name && frontend_legacy_is(&look, "[");
	}
	l->r->d = d;
	return found;
}

static void define_buffers(struct legacy *l, struct legacy_head *h)
{
	struct reader *r = l->r;
	for (uint32_t i = 0; i < h->buffers.n; i++) {
		struct named_buffer *b = &h->buffers.at[i];
		struct entity *e = frontend_scope_define(r, b->sym, ENT_BUFFER, b->at);
		if (!b->mapped)
			frontend_legacy_error(l, b->at, "'%s' belongs to no parameter",
			        sym_name(r, b->sym));
		if (e)
			e->buffer = b->buffer;
		if (b->data == b->sym || !b->mapped || !is_accessed(l, b->data))
			continue;
		if ((e = frontend_scope_define(r, b->data, ENT_BUFFER, b->at)))
			e->buffer = flat(l, b->buffer, sym_name(r, b->data), &r->f->body);
	}
}

static void define_params(struct legacy *l, struct legacy_head *h)
{
	struct reader *r = l->r;
	for (uint32_t i = 0; i < h->params.n; i++) {
		struct param *p = &h->params.at[i];
		struct tir_param out = {.buffer = p->buffer, .at = p->at};
		if (!p->buffer && p->type.code == TIR_TYPE_HANDLE) {
			out.var = frontend_scope_var(r, p->sym, p->type, p->at);
			out.var->elem = TIR_VOID;
			out.var->scope = "global";
		} else if (!p->buffer) {
			const struct entity *e = frontend_scope_find(r, p->sym);
			if (!e || !e->var)
				continue; /* defined twice, which was said */
			out.var = e->var;
		}
		VEC_PUSH(r->arena, &r->f->params, out);
	}
}

/* ---- Functions --------------------------------------------------------------------------*/
static void begin_function(struct legacy *l, const char *name, struct span at)
{
	struct reader *r = l->r;
	r->f = tir_func_new(r->m, name);
	tir_func_own_numbers(r->f);
	r->f->at = at;
	r->f->symbol = r->f->name;
	r->blocks = 0;
	r->loose.n = 0;
	frontend_scope_open(r);
	r->func_level = r->level;
	l->free.n = 0;
}

/* A body alone is a function of the variables that nothing in it defines. */
static void read_bare(struct legacy *l)
{
	begin_function(l, "main", l->t.at);
	l->bare = true;
	frontend_legacy_block(l, &l->r->f->body);
	frontend_scope_close(l->r);
}

static bool read_function(struct legacy *l)
{
	struct reader *r = l->r;
	struct legacy_head h = {.params = {NULL, 0, 0}};
	const char *name = "main";
	struct span at = l->t.at;
	if (frontend_legacy_accept(l, "@")) {
		name = l->t.kind == L_NAME ? l->t.str : name;
		if (l->t.kind != L_NAME)
			return frontend_legacy_expected(l, "a name");
		frontend_legacy_next(l);
		if (!frontend_legacy_expect(l, "="))
			return false;
	}
	if (tir_find_func(r->m, name)) {
		frontend_fail(r, at, "function '%s' is defined twice", name);
		diag_note(r->d, r->src, tir_find_func(r->m, name)->at, "first defined here");
		return false;
	}
	begin_function(l, name, at);
	l->head = true;
	bool ok = read_params(l, &h);
	if (ok) {
		define_scalars(l, &h);
		ok = read_maps(l, &h);
	}
	l->head = false;
	if (ok) {
		define_buffers(l, &h);
		define_params(l, &h);
		frontend_legacy_block(l, &r->f->body);
	}
	frontend_scope_close(r);
	return ok;
}

void frontend_legacy_read(struct reader *r)
{
	struct legacy l = {.r = r};
	r->dialect = D1;
	frontend_legacy_next(&l);
	if (is_bare(r->src))
		read_bare(&l);
	while (l.t.kind != L_END)
		if (!read_function(&l))
			return;
}
