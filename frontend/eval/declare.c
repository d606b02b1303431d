/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/declare.c: buffers from T.Buffer, T.match_buffer, T.alloc_*, T.decl_buffer and A.view
 * (tirscript 2.3), with the quoted names a parameter's shape may hold. */
#include "frontend/internal.h"

/* ---- Quoted text ------------------------------------------------------------------------*/
/* Parse a text, or a piece of one, into nodes behind those there are. */
static bool parse_quoted(struct reader *r, const struct source *src, uint32_t begin, uint32_t end,
        struct diag *d, struct range *x)
{
	struct parser p = {.tree = &r->tree,
	        .arena = r->scratch,
	        .d = d,
	        .src = src,
	        .symbols = &r->symbols,
	        .sym_T = r->sym_T,
	        .sym_I = r->sym_I,
	        .sym_tir = r->sym_T,
	        .sym_iter_var = UINT32_MAX,
	        .sym_tirx = r->sym_T,
	        .sym_ir = r->sym_I};
	char buf[64];
	p.lex = (struct lexer){.d = d, .symbols = &r->symbols, .arena = r->scratch};
	frontend_lex_start(&p.lex, src, begin, end);
	frontend_lex_next(&p.lex, &p.t);
	return frontend_parse_expr(&p, false, x) &&
	       (p.t.kind == TOK_NEWLINE ||
	               frontend_parse_error(&p, p.t.at,
	                       "expected the end of the quoted expression, not %s",
	                       frontend_token_text(&p, &p.t, buf)));
}

/* The value of the text within quotes.  If it stands in the source as it is, mistakes in it have
 * their own locations; with escapes in it, it is all one location. */
static struct value quoted(struct reader *r, const struct value *v)
{
	const char *text = r->src->text;
	uint32_t begin = v->at.begin, end = v->at.end, n = (uint32_t)strlen(v->str);
	uint32_t nodes = r->tree.nodes.n;
	struct range x;
	struct value e = error_value(v->at);
	struct diag silent = {.sink = NULL};
	bool plain = end - begin == n + 2 && !memcmp(text + begin + 1, v->str, n), ok;
	if (plain) {
		ok = parse_quoted(r, r->src, begin + 1, end - 1, r->d, &x);
	} else {
		const struct source *copy = source_text(r->scratch, r->src->name, v->str, n);
		ok = parse_quoted(r, copy, 0, n, &silent, &x) ||
		     frontend_fail(r, v->at, "the quoted expression cannot be read");
		for (uint32_t i = nodes; i < r->tree.nodes.n; i++)
			r->tree.nodes.at[i].at = v->at;
	}
	if (ok) {
		r->quoting = true;
		e = r->hooks->eval(r, x);
		r->quoting = false;
	}
	r->tree.nodes.n = nodes;
	return e;
}

/* The type that a line "n = T.int64()" at the head of the body gives to a name. */
static struct tir_type declared_type(struct reader *r, uint32_t sym)
{
	for (uint32_t i = 0; i < r->heads.n; i++)
		if (r->heads.at[i].sym == sym)
			return r->heads.at[i].type;
	return TIR_INT32;
}

struct value frontend_quoted_name(struct reader *r, uint32_t sym, struct span at)
{
	for (uint32_t i = 0; i < r->def->params.n; i++) {
		const struct syntax_param *p = &r->def->params.at[i];
		if (p->sym != sym)
			continue;
		/* anything else could name this very parameter again */
		bool type = r->tree.nodes.at[p->type.begin].kind == N_DOTTED &&
		            p->type.end - p->type.begin == 1;
		struct value t = type ? r->hooks->eval(r, p->type) : error_value(at);
		if (t.kind != V_TYPE || !tir_is_int(t.type) || t.type.lanes != 1) {
			frontend_fail(r, at, "'%s' is no integer", sym_name(r, sym));
			return error_value(at);
		}
		struct entity *e = frontend_scope_define(r, sym, ENT_VAR, p->at);
		if (!e)
			return error_value(at);
		e->var = tir_var_new(r->m, sym_name(r, sym), t.type);
		e->var->at = p->at;
		e->early = true;
		return expr_value(e->var->expr, at);
	}
	struct entity *e = frontend_scope_symbol(r, sym, declared_type(r, sym), TIR_SYM_QUOTED, at);
	return e ? expr_value(e->var->expr, at) : error_value(at);
}

/* What a name in quotes is: nothing, the caller's or the region's that is viewed. */
enum quotes { NO_QUOTES, OF_CALLER, OF_REGION };

/* ---- Shapes -----------------------------------------------------------------------------*/
/* A dimension, stride or offset; text in quotes only where the caller's buffer defines it. */
static const struct tir_expr *dimension(struct reader *r, const struct value *v, enum quotes quotes)
{
	struct value q = *v;
	char buf[40];
	if (v->kind == V_STRING && quotes == OF_CALLER)
		q = quoted(r, v);
	if (v->kind == V_STRING && quotes == OF_REGION)
		q = expr_value(tir_var_new(r->m, v->str, TIR_INT32)->expr, v->at);
	if (q.kind == V_FLOAT || q.kind == V_BOOL || q.kind == V_STRING) {
		frontend_fail(r, v->at, "expected an integer, not %s", frontend_value_name(&q));
		return NULL;
	}
	const struct tir_expr *e = frontend_as_expr(r, &q);
	if (!e)
		return NULL;
	if (!tir_is_int(e->type) || e->type.lanes != 1) {
		frontend_fail(r, v->at, "expected an integer, not %s", tir_type_name(e->type, buf));
		return NULL;
	}
	return e;
}

/* A tuple or list of dimensions, or one alone. */
static bool dimensions(struct reader *r, const struct value *v, enum quotes quotes, uint32_t *n,
        const struct tir_expr ***out)
{
	bool many = v->kind == V_TUPLE || v->kind == V_LIST;
	*n = many ? v->n : 1;
	if (*n > TIR_MAX_RANK)
		return frontend_fail(r, v->at, "a buffer of more than %d dimensions", TIR_MAX_RANK);
	*out = ARENA_NEWN(r->arena, const struct tir_expr *, *n);
	for (uint32_t i = 0; i < *n; i++)
		if (!((*out)[i] = dimension(r, many ? &v->item[i] : v, quotes)))
			return false;
	return true;
}

/* ---- The arguments ----------------------------------------------------------------------*/
/* The parameters all of these calls have, wherever they stand. */
struct buffer_args {
	const struct value *shape, *dtype, *data, *strides, *elem_offset, *byte_offset, *scope,
	        *align, *offset_factor, *layout, *buffer_type, *axis_separators, *allocated_addr;
};

static const struct value *given(const struct value *v)
{
	return v && v->kind != V_NONE ? v : NULL;
}

/* T.Buffer("uint32") has an extent named uint32 for TVM, and elements of float32: a shape was forgotten. */
static bool has_shape(struct reader *r, const struct value *shape)
{
	bool many = shape->kind == V_TUPLE || shape->kind == V_LIST;
	struct tir_type t;
	for (uint32_t i = 0; i < (many ? shape->n : 1); i++) {
		const struct value *v = many ? &shape->item[i] : shape;
		if (v->kind == V_STRING && tir_type_parse(v->str, strlen(v->str), &t))
			return frontend_fail(r, v->at,
			        "\"%s\" is a type where a shape is expected: write SHAPE, \"%s\"",
			        v->str, v->str);
	}
	return true;
}

static bool sort_args(struct reader *r, const struct value *form, struct buffer_args *b)
{
	struct args a;
	enum form f = (enum form)form->form;
	if (!frontend_bind_args(r, &frontend_forms[f], form->item, form->n, form->at, &a))
		return false;
	const struct value **p = a.arg;
	if (f == F_match_buffer)
		*b = (struct buffer_args){p[1], p[2], given(p[3]), given(p[4]), given(p[5]), NULL,
		        p[6], p[7], p[8], given(p[9]), given(p[10]), given(p[11]), NULL};
	else
		*b = (struct buffer_args){p[0], p[1], given(p[2]), given(p[3]), given(p[4]),
		        given(p[5]), p[6], p[7], p[8], given(p[9]), given(p[10]), given(p[11]),
		        given(p[12])};
	return b->dtype || has_shape(r, b->shape);
}

static bool is_default(const struct value *v)
{
	return !v || (v->kind == V_STRING && (!*v->str || !strcmp(v->str, "default")));
}

/* Where the dimensions of a memory of several begin: all memories here have one. */
static bool leave_separators_out(struct reader *r, const struct value *v)
{
	int64_t dim;
	if (v->kind != V_LIST)
		return frontend_fail(r, v->at, "axis_separators takes a list of integers");
	for (uint32_t i = 0; i < v->n; i++)
		if (!frontend_as_int(r, &v->item[i], "an axis separator", 0, TIR_MAX_RANK, &dim))
			return false;
	if (v->n)
		diag_warning(r->d, r->src, v->at,
		        "axis_separators are left out: memory has one dimension, row after row");
	return true;
}

/* What changes the meaning of addresses and is not read. */
static bool check_unsupported(struct reader *r, const struct buffer_args *a)
{
	if (a->byte_offset)
		return frontend_refuse(r, a->byte_offset->at, "byte_offset is not supported");
	if (!is_default(a->layout))
		return frontend_refuse(r, a->layout->at, "layouts of buffers are not supported");
	if (!is_default(a->buffer_type))
		return frontend_refuse(r, a->buffer_type->at, "buffer_type is not supported");
	if (a->allocated_addr)
		return frontend_refuse(r, a->allocated_addr->at, "allocated_addr is not supported");
	return !a->axis_separators || leave_separators_out(r, a->axis_separators);
}

static struct tir_type index_type(const struct tir_buffer *b)
{
	return b->ndim ? b->shape[0]->type : TIR_INT32;
}

/* elem_offset: a zero of the index's type is none; of another type it is printed, so it is kept. */
static bool set_offset(struct reader *r, struct tir_buffer *b, const struct value *v,
        enum quotes quotes)
{
	if (!v)
		return true;
	const struct tir_expr *e = dimension(r, v, quotes);
	if (!e)
		return false;
	bool zero = e->op == TIR_INT_IMM && e->u.i == 0;
	if (!zero || !tir_type_eq(e->type, index_type(b)))
		b->elem_offset = e;
	return true;
}

static bool set_numbers(struct reader *r, struct tir_buffer *b, const struct buffer_args *a)
{
	int64_t align = 0, factor = 0;
	if (a->align && !frontend_as_int(r, a->align, "align", -1, 1 << 20, &align))
		return false;
	if (align > 0 && (align & (align - 1)))
		return frontend_fail(r, a->align->at, "align must be a power of two");
	if (a->offset_factor &&
	        !frontend_as_int(r, a->offset_factor, "offset_factor", 0, 1 << 20, &factor))
		return false;
	b->align = align > 0 ? (int)align : 0;
	b->offset_factor = (int)factor;
	return !a->scope || frontend_as_string(r, a->scope, "scope", &b->scope);
}

/* Dimensions that are known must not be negative, nor their product too large for an address. */
bool frontend_check_size(struct reader *r, const struct tir_buffer *b, struct span at)
{
	wide bytes = (b->elem.bits * b->elem.lanes + 7) / 8;
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *d = b->shape[i];
		if (d->op != TIR_INT_IMM)
			continue;
		if (d->u.i < 0)
			return frontend_fail(r, at, "dimension %u of a buffer is %lld", i,
			        (long long)d->u.i);
		if (d->u.i > 0 && bytes > INT64_MAX / d->u.i)
			return frontend_fail(r, at, "a buffer of more than 2^63 bytes");
		bytes *= d->u.i;
	}
	return true;
}

static bool set_shape(struct reader *r, struct tir_buffer *b, const struct buffer_args *a,
        enum quotes quotes)
{
	uint32_t n = 0;
	const struct tir_expr **strides = NULL;
	if (!dimensions(r, a->shape, quotes, &b->ndim, &b->shape))
		return false;
	if (a->strides && !dimensions(r, a->strides, quotes, &n, &strides))
		return false;
	if (n && n != b->ndim)
		return frontend_fail(r, a->strides->at, "%u strides for %u dimensions", n, b->ndim);
	b->strides = n ? strides : NULL;
	return frontend_check_size(r, b, a->shape->at);
}

/* A.elem_offset of a parameter that promises a factor of it: the caller's. */
static void offset_symbol(struct reader *r, struct tir_buffer *b)
{
	const char *name = arena_printf(r->arena, "%s_elem_offset", b->name);
	struct tir_var *v = tir_var_new(r->m, name, index_type(b));
	v->at = b->at;
	b->offset_var = v;
	b->elem_offset = v->expr;
	VEC_PUSH(r->arena, &r->f->syms, ((struct tir_sym){v, TIR_SYM_OFFSET}));
}

/* The offset of a view of a region: a name without a value, or unnamed, is the region's. */
static void region_offset(struct reader *r, struct tir_buffer *b)
{
	const struct tir_expr *e = b->elem_offset;
	bool fresh = e && e->op == TIR_VAR && r->loose.n;
	if (!e && b->offset_factor) {
		const char *name = arena_printf(r->arena, "%s_elem_offset", b->name);
		b->offset_var = tir_var_new(r->m, name, index_type(b));
		b->offset_var->at = b->at;
		b->elem_offset = b->offset_var->expr;
	} else if (fresh) {
		b->offset_var = e->u.var;
	}
}

struct tir_buffer *frontend_make_buffer(struct reader *r, const char *name,
        enum tir_buffer_kind kind, const struct value *form)
{
	struct buffer_args a;
	struct tir_type elem = TIR_F32;
	bool param = kind == TIR_BUFFER_PARAM;
	bool match = !param && form->form == F_match_buffer;
	if (!sort_args(r, form, &a) || !check_unsupported(r, &a) ||
	        (a.dtype && !frontend_as_dtype(r, a.dtype, &elem)))
		return NULL;
	if (elem.code == TIR_TYPE_VOID) {
		frontend_fail(r, a.dtype->at, "a buffer has no elements of type void");
		return NULL;
	}
	struct tir_buffer *b = tir_buffer_new(r->m, name, kind, elem);
	b->at = form->at;
	if (form->form == F_alloc_local)
		b->scope = "local";
	else if (form->form == F_alloc_shared)
		b->scope = "shared";
	if (a.data && form->form != F_decl_buffer && !(param && form->form == F_Buffer)) {
		frontend_refuse(r, a.data->at, "data= is not supported here");
		return NULL;
	}
	enum quotes quotes = param ? OF_CALLER : match ? OF_REGION : NO_QUOTES;
	if (!set_shape(r, b, &a, quotes) || !set_offset(r, b, a.elem_offset, quotes) ||
	        !set_numbers(r, b, &a))
		return NULL;
	if (param && a.data) {
		frontend_refuse(r, a.data->at, "data= of a parameter is not supported");
		return NULL;
	}
	if (param && !a.elem_offset && b->offset_factor)
		offset_symbol(r, b);
	if (match)
		region_offset(r, b);
	return b;
}

struct tir_buffer *frontend_make_scalar(struct reader *r, const char *name, struct tir_type t)
{
	struct tir_buffer *b = tir_buffer_new(r->m, name, TIR_BUFFER_ALLOC, t);
	b->scope = "local";
	b->ndim = 1;
	b->shape = ARENA_NEWN(r->arena, const struct tir_expr *, 1);
	b->shape[0] = tir_int(r->m, TIR_INT32, 1);
	return b;
}

/* ---- Views ------------------------------------------------------------------------------*/
static struct tir_buffer *root_of(const struct tir_expr *data)
{
	bool of = data->op == TIR_BUFFER_DATA || data->op == TIR_ADDRESS_OF;
	return of ? data->u.buffer->root : NULL;
}

/* A view reads memory of the scope it views, unless it says otherwise. */
static void set_view(struct tir_buffer *b, const struct tir_expr *data, bool scope_given)
{
	struct tir_type elem;
	const char *scope;
	frontend_pointee(data, &elem, &scope);
	b->root = root_of(data);
	b->starts_there = data->op == TIR_BUFFER_DATA &&
	                  (data->u.buffer->kind != TIR_BUFFER_DECL || data->u.buffer->starts_there);
	if (!scope_given)
		b->scope = scope;
}

const struct tir_expr *frontend_view_data(struct reader *r, const struct value *form,
        struct tir_buffer *b)
{
	struct buffer_args a;
	char buf[40];
	if (!sort_args(r, form, &a))
		return NULL;
	const struct tir_expr *e = frontend_as_expr(r, a.data);
	if (!e)
		return NULL;
	if (a.data->kind == V_STRING) {
		frontend_fail(r, a.data->at, "data= must be a pointer, not a string");
		return NULL;
	}
	if (e->type.code != TIR_TYPE_HANDLE) {
		frontend_fail(r, a.data->at, "data= must be a pointer, not %s",
		        tir_type_name(e->type, buf));
		return NULL;
	}
	set_view(b, e, a.scope != NULL);
	return e;
}

bool frontend_has_data(struct reader *r, const struct value *form)
{
	for (uint32_t i = 0; i < form->n; i++) {
		const struct value *v = &form->item[i];
		bool data = v->keyword ? !strcmp(sym_name(r, v->keyword - 1), "data") : i == 2;
		if (data)
			return v->kind != V_NONE;
	}
	return false;
}

/* The shape of A.view("dtype"): the last dimension in units of the other type. */
static bool view_dtype(struct reader *r, struct tir_buffer *b, const struct tir_buffer *of,
        struct span at)
{
	unsigned from = tir_type_bytes(of->elem), to = tir_type_bytes(b->elem);
	b->ndim = of->ndim;
	b->shape = arena_copy(r->arena, of->shape, of->ndim * sizeof *of->shape);
	if (from == to || b->ndim == 0)
		return from == to ||
		       frontend_fail(r, at, "a view of another size needs a dimension");
	const struct tir_expr **last = &b->shape[b->ndim - 1];
	struct value v = expr_value(*last, at), ratio = {.kind = V_INT, .at = at};
	bool up = from > to;
	ratio.i = up ? from / to : to / from;
	if (to == 0 || (up ? from % to : to % from))
		return frontend_fail(r, at, "the sizes of the two types do not divide each other");
	if (!up && (*last)->op == TIR_INT_IMM && (*last)->u.i % (int64_t)ratio.i)
		return frontend_fail(r, at, "the last dimension is no multiple of %d",
		        (int)ratio.i);
	v = frontend_binary(r, up ? TIR_MUL : TIR_FLOORDIV, &v, &ratio);
	if (v.kind != V_EXPR)
		return false;
	*last = v.e;
	return true;
}

struct tir_buffer *frontend_make_view(struct reader *r, const char *name, const struct value *v,
        enum tir_decl_form *how)
{
	const struct tir_buffer *of = v->item[0].buffer;
	const struct value *first = v->n > 1 ? &v->item[1] : NULL;
	bool dtype = v->n == 2 && (first->kind == V_STRING || first->kind == V_TYPE);
	struct tir_type elem = of->elem;
	if (of->strides || v->n < 2) {
		(of->strides ? frontend_refuse : frontend_fail)(r, v->at,
		        of->strides ? "a view of a buffer with strides is not supported"
		                    : "view needs a shape or a type");
		return NULL;
	}
	if (dtype && !frontend_as_dtype(r, first, &elem))
		return NULL;
	struct tir_buffer *b = tir_buffer_new(r->m, name, TIR_BUFFER_DECL, elem);
	b->at = v->at;
	set_view(b, tir_buffer_data(r->m, v->item[0].buffer), false);
	*how = dtype ? TIR_DECL_VIEW_DTYPE : TIR_DECL_VIEW;
	if (dtype)
		return view_dtype(r, b, of, v->at) ? b : NULL;
	bool tuple = v->n == 2 && (first->kind == V_TUPLE || first->kind == V_LIST);
	struct value shape = {.kind = V_TUPLE, .at = v->at, .item = v->item + 1, .n = v->n - 1};
	if (!dimensions(r, tuple ? first : &shape, NO_QUOTES, &b->ndim, &b->shape))
		return NULL;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op == TIR_INT_IMM && b->shape[i]->u.i < 0) {
			frontend_refuse(r, v->at,
			        "a dimension that is to be found out is not supported");
			return NULL;
		}
	return b;
}
