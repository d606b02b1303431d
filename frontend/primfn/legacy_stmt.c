/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy_stmt.c: statements of the older text.  After an error reading goes on with the
 * next line; a block whose head was wrong is read for its own mistakes. */
#include "frontend/primfn/legacy.h"

/* ---- Attributes -------------------------------------------------------------------------*/
/* What stands behind a key: a constant, or a list or dictionary of them. */
bool frontend_legacy_attr_value(struct legacy *l, const struct tir_attr **out)
{
	struct reader *r = l->r;
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	VEC(const struct tir_attr *) items = {NULL, 0, 0};
	VEC(const char *) names = {NULL, 0, 0};
	const char *close = frontend_legacy_is(l, "{")   ? "}"
	                    : frontend_legacy_is(l, "[") ? "]"
	                                                 : NULL;
	*out = a;
	if (l->t.kind == L_STRING) {
		a->kind = TIR_ATTR_STRING;
		return frontend_legacy_string(l, &a->str);
	}
	if (!close) {
		a->kind = TIR_ATTR_EXPR;
		a->expr = frontend_legacy_expr(l);
		if (a->expr && a->expr->op == TIR_INT_IMM && tir_type_eq(a->expr->type, TIR_INT32))
			*a = (struct tir_attr){.kind = TIR_ATTR_INT, .i = a->expr->u.i};
		else if (a->expr && a->expr->op == TIR_INT_IMM &&
		         tir_type_eq(a->expr->type, TIR_BOOL))
			*a = (struct tir_attr){.kind = TIR_ATTR_BOOL, .i = a->expr->u.i};
		return a->kind != TIR_ATTR_EXPR || a->expr;
	}
	if (++l->depth > MAX_ATTR_DEPTH)
		return frontend_legacy_error(l, l->t.at,
		        "attributes are nested more than %d levels deep", MAX_ATTR_DEPTH);
	a->kind = *close == '}' ? TIR_ATTR_DICT : TIR_ATTR_LIST;
	frontend_legacy_next(l);
	while (!frontend_legacy_accept(l, close)) {
		const char *name = NULL;
		const struct tir_attr *item;
		if (*close == '}' &&
		        (!frontend_legacy_string(l, &name) || !frontend_legacy_expect(l, ":")))
			return false;
		if (!frontend_legacy_attr_value(l, &item))
			return false;
		VEC_PUSH(r->arena, &items, item);
		VEC_PUSH(r->arena, &names, name);
		if (!frontend_legacy_is(l, close) && !frontend_legacy_expect(l, ","))
			return false;
	}
	l->depth--;
	a->n = items.n;
	a->item = items.at;
	a->name = *close == '}' ? names.at : NULL;
	return true;
}

/* IterVar(threadIdx.x: int32, ..., "ThreadIndex", "threadIdx.x"): its variable and its tag. */
static bool iter_var(struct legacy *l, uint32_t *sym, struct span *at, const char **tag)
{
	struct tir_type t;
	uint32_t depth = 1;
	if (!frontend_legacy_expect(l, "(") || !frontend_legacy_name(l, sym, at) ||
	        !frontend_legacy_expect(l, ":") || !frontend_legacy_type(l, &t))
		return false;
	for (*tag = NULL; depth && l->t.kind != L_END; frontend_legacy_next(l)) {
		if (l->t.kind == L_STRING)
			*tag = l->t.str;
		depth += frontend_legacy_is(l, "(") || frontend_legacy_is(l, "[");
		depth -= frontend_legacy_is(l, ")") || frontend_legacy_is(l, "]");
	}
	if (!*tag)
		return frontend_legacy_expected(l, "the name of a thread");
	return frontend_check_thread(l->r, *at, *tag);
}

static void suite(struct legacy *l, struct tir_seq *seq);

/* Behind the value of an attribute: ";" holds for the rest of the block, "{" opens one of its own. */
static bool attr_body(struct legacy *l, struct tir_seq *body, struct tir_seq **seq)
{
	if (frontend_legacy_accept(l, "{")) {
		suite(l, body);
		l->r->blocks--;
	} else {
		*seq = body;
	}
	return true;
}

static bool attr_ends(struct legacy *l)
{
	return frontend_legacy_is(l, "{") || frontend_legacy_expect(l, ";");
}

/* attr [node] "key" = value; or attr [node] "key" = value { ... } */
static bool read_attr(struct legacy *l, struct span at, struct tir_seq **seq)
{
	struct reader *r = l->r;
	uint32_t sym = 0;
	struct span where = {0, 0};
	const char *key, *tag = NULL;
	struct tir_operand extent;
	const struct tir_attr *value;
	if (!frontend_legacy_expect(l, "["))
		return false;
	if (frontend_legacy_accept(l, "IterVar")) {
		if (!iter_var(l, &sym, &where, &tag))
			return false;
	} else {
		while (!frontend_legacy_is(l, "]") && l->t.kind != L_END)
			frontend_legacy_next(
			        l); /* a buffer or a number: no attribute of ours needs it */
	}
	if (!frontend_legacy_expect(l, "]") || !frontend_legacy_string(l, &key) ||
	        !frontend_legacy_expect(l, "="))
		return false;
	if (tag && (!strcmp(key, "thread_extent") || !strcmp(key, "virtual_thread"))) {
		if (!frontend_legacy_operand(l, &extent) || !attr_ends(l) || !frontend_nest(r, at))
			return false;
		if (!tir_is_int(extent.e->type) || extent.e->type.lanes != 1)
			return frontend_legacy_error(l, extent.at,
			        "the extent of a thread must be an integer");
		struct tir_stmt *t = frontend_add_stmt(r, TIR_LAUNCH, at, *seq);
		tir_loop_more(r->m->arena, t)->tag = tag;
		tir_as_for(t)->extent = extent;
		bool braces = frontend_legacy_is(l, "{");
		if (braces)
			frontend_scope_open(r);
		tir_as_for(t)->var = frontend_scope_var(r, sym, extent.e->type, where);
		attr_body(l, &tir_as_for(t)->body, seq);
		if (braces)
			frontend_scope_close(r);
		return true;
	}
	if (!strcmp(key, "storage_scope"))
		return frontend_legacy_string(l, &l->scope) && frontend_legacy_expect(l, ";");
	if (!frontend_legacy_attr_value(l, &value) || !attr_ends(l) || !frontend_nest(r, at))
		return false;
	struct tir_stmt *t = frontend_add_stmt(r, TIR_ATTR, at, *seq);
	tir_as_attr(t)->tag = key;
	tir_as_attr(t)->attr = value;
	return attr_body(l, &tir_as_attr(t)->body, seq);
}

/* ---- Definitions ------------------------------------------------------------------------*/
static bool read_let(struct legacy *l, struct span at, struct tir_seq *seq)
{
	struct reader *r = l->r;
	uint32_t sym;
	struct span name;
	struct tir_type t;
	struct tir_operand value;
	char x[40], y[40];
	if (!frontend_legacy_name(l, &sym, &name) || !frontend_legacy_expect(l, ":"))
		return false;
	bool ok = frontend_legacy_type(l, &t) && frontend_legacy_expect(l, "=") &&
	          frontend_legacy_operand(l, &value);
	if (ok && !tir_type_eq(t, value.e->type))
		ok = frontend_legacy_error(l, value.at,
		        "'%s' is declared as %s but its value has type %s", sym_name(r, sym),
		        tir_type_name(t, x), tir_type_name(value.e->type, y));
	if (!ok) {
		frontend_scope_failed(r, sym, name);
		return false;
	}
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_BIND, at);
	s->form = TIR_BIND_LET;
	struct tir_bind *bind = tir_as_bind(s);
	bind->var = frontend_scope_var(r, sym, t, name);
	bind->value = value;
	tir_seq_add(seq, s);
	return true;
}

/* allocate(x: Pointer(global float32), float32, [1024]), storage_scope = global; */
static bool read_allocate(struct legacy *l, struct span at, struct tir_seq *seq)
{
	struct reader *r = l->r;
	uint32_t sym;
	struct span name;
	struct tir_type elem, t;
	const char *scope = l->scope;
	l->scope = NULL;
	if (!frontend_legacy_expect(l, "(") || !frontend_legacy_name(l, &sym, &name))
		return false;
	if (frontend_legacy_accept(l, ":") && !frontend_legacy_pointer(l, &elem, &scope))
		return false;
	if (!frontend_legacy_expect(l, ",") || !frontend_legacy_type(l, &t) ||
	        !frontend_legacy_expect(l, ","))
		return false;
	struct tir_buffer *b = tir_buffer_new(r->m, sym_name(r, sym), TIR_BUFFER_ALLOC,
	        tir_lanes(t, 1));
	struct span shape = l->t.at;
	if (!frontend_legacy_dims(l, &b->ndim, &b->shape) || !frontend_legacy_expect(l, ")"))
		return false;
	if (frontend_legacy_accept(l, ",") &&
	        (!frontend_legacy_expect(l, "storage_scope") || !frontend_legacy_expect(l, "=")))
		return false;
	if (l->t.kind == L_NAME) {
		scope = l->t.str;
		frontend_legacy_next(l);
	}
	frontend_legacy_accept(l, ";");
	b->scope = scope ? scope : "global";
	b->at = at;
	if (!frontend_check_size(r, b, shape))
		return false;
	if (t.lanes > 1) /* "allocate(x, float32x4, [16])" has 64 elements, accessed one by one */
		return frontend_legacy_error(l, at, "an allocation of vectors is not read");
	struct entity *e = frontend_scope_define(r, sym, ENT_BUFFER, name);
	if (!e)
		return false;
	e->buffer = b;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_ALLOC, at, seq);
	s->form = TIR_ALLOC_BUFFER;
	tir_as_alloc(s)->buffer = b;
	return true;
}

/* A[i] = e, its name being the next token */
static bool read_store(struct legacy *l, struct tir_seq *seq)
{
	struct reader *r = l->r;
	uint32_t sym, n;
	struct span at = l->t.at, name;
	struct value index[TIR_MAX_RANK], v;
	struct tir_operand o;
	frontend_legacy_name(l, &sym, &name);
	const struct entity *e = frontend_scope_find(r, sym);
	struct tir_buffer *b = e && e->kind == ENT_BUFFER ? e->buffer : NULL;
	if (!e)
		b = frontend_legacy_met(l, sym);
	if (!e && !b)
		b = frontend_legacy_free_buffer(l, sym, name);
	if (!e && !b)
		return frontend_scope_undefined(r, sym, name);
	if (!b)
		return e->kind != ENT_FAILED &&
		       frontend_legacy_error(l, name, "'%s' is no buffer", sym_name(r, sym));
	if (!frontend_legacy_list(l, index, &n))
		return false;
	struct span what = {at.begin, l->before};
	if (!frontend_legacy_expect(l, "=") || !frontend_legacy_operand(l, &o))
		return false;
	v = expr_value(o.e, o.at);
	struct tir_stmt *s = frontend_store_to(r, b, index, n, &v,
	        (struct span){at.begin, l->before}, what);
	if (s)
		tir_seq_add(seq, s);
	return s != NULL;
}

/* ---- Statements with blocks -------------------------------------------------------------*/
/* A block of its own scope; nothing of it is kept if seq is NULL. */
static void suite(struct legacy *l, struct tir_seq *seq)
{
	struct tir_seq lost = {NULL, NULL};
	uint32_t blocks = l->r->blocks;
	frontend_scope_open(l->r);
	frontend_legacy_block(l, seq ? seq : &lost);
	frontend_scope_close(l->r);
	l->r->blocks = blocks;
}

static bool for_kind(struct legacy *l, enum tir_for_kind *kind)
{
	static const struct {
		const char *name;
		enum tir_for_kind kind;
	} kinds[] = {{"parallel", TIR_PARALLEL}, {"vectorized", TIR_VECTORIZED},
	        {"unroll", TIR_UNROLLED}, {"unrolled", TIR_UNROLLED}, {"serial", TIR_SERIAL}};
	*kind = TIR_SERIAL;
	if (l->t.kind != L_STRING)
		return true;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (!strcmp(l->t.str, kinds[i].name)) {
			*kind = kinds[i].kind;
			frontend_legacy_next(l);
			return true;
		}
	return frontend_suggest(l->r, l->t.at, l->t.str, "parallel vectorized unroll serial",
	        "there is no loop of kind '%s'", l->t.str);
}

/* for (i: int32, 0, n) "parallel" { ... } */
static bool read_loop(struct legacy *l, struct span at, struct tir_seq *seq)
{
	struct reader *r = l->r;
	uint32_t sym;
	struct span name;
	struct tir_type t;
	struct tir_operand min, extent;
	enum tir_for_kind kind;
	if (!frontend_legacy_expect(l, "(") || !frontend_legacy_name(l, &sym, &name))
		return false;
	if (!frontend_legacy_expect(l, ":") || !frontend_legacy_type(l, &t) ||
	        !frontend_legacy_expect(l, ",") || !frontend_legacy_operand(l, &min) ||
	        !frontend_legacy_expect(l, ",") || !frontend_legacy_operand(l, &extent) ||
	        !frontend_legacy_expect(l, ")") || !for_kind(l, &kind) ||
	        !frontend_legacy_expect(l, "{") || !frontend_nest(r, at)) {
		frontend_scope_failed(r, sym, name);
		return false;
	}
	bool good = tir_is_int(t) && t.lanes == 1 && tir_type_eq(min.e->type, t) &&
	            tir_type_eq(extent.e->type, t);
	if (!good)
		frontend_legacy_error(l, name,
		        "a loop's bounds must have its variable's type, an integer");
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_FOR, at);
	s->for_kind = kind;
	struct tir_for *iter = tir_as_for(s);
	iter->min = min;
	iter->extent = extent;
	frontend_scope_open(r);
	iter->var = frontend_scope_var(r, sym, t, name);
	suite(l, &iter->body);
	frontend_scope_close(r);
	r->blocks--;
	if (good)
		tir_seq_add(seq, s);
	return true;
}

static bool condition(struct legacy *l, struct tir_operand *out)
{
	char buf[40];
	if (!frontend_legacy_operand(l, out))
		return false;
	return tir_type_eq(out->e->type, TIR_BOOL) ||
	       frontend_legacy_error(l, out->at, "condition must be a bool, not %s",
	               tir_type_name(out->e->type, buf));
}

/* if (c) { ... } else { ... }; while (c) { ... } */
static bool read_if(struct legacy *l, enum tir_stmt_kind kind, struct span at, struct tir_seq *seq)
{
	struct reader *r = l->r;
	struct tir_stmt *s = tir_stmt_new(r->m, kind, at);
	struct tir_if *branch = tir_as_if(s);
	if (!condition(l, &branch->value) || !frontend_legacy_expect(l, "{") ||
	        !frontend_nest(r, at))
		return false;
	suite(l, &branch->body);
	if (kind == TIR_IF && frontend_legacy_accept(l, "else")) {
		if (!frontend_legacy_expect(l, "{"))
			return false;
		suite(l, &branch->orelse);
	}
	r->blocks--;
	tir_seq_add(seq, s);
	return true;
}

/* assert(c, "message") */
static bool legacy_assert(struct legacy *l, struct span at, struct tir_seq *seq)
{
	struct tir_attr *a = ARENA_NEW(l->r->arena, struct tir_attr);
	struct tir_operand c;
	a->kind = TIR_ATTR_STRING;
	if (!frontend_legacy_expect(l, "(") || !condition(l, &c) ||
	        !frontend_legacy_expect(l, ",") || !frontend_legacy_string(l, &a->str) ||
	        !frontend_legacy_expect(l, ")"))
		return false;
	struct tir_stmt *s = frontend_add_stmt(l->r, TIR_ASSERT, at, seq);
	struct tir_assert *check = tir_as_assert(s);
	check->value = c;
	check->attr = a;
	return true;
}

static bool read_evaluate(struct legacy *l, struct span at, struct tir_seq *seq)
{
	struct tir_operand o;
	if (!frontend_legacy_operand(l, &o))
		return false;
	tir_as_evaluate(frontend_add_stmt(l->r, TIR_EVALUATE, at, seq))->value = o;
	return true;
}

/* One statement; *seq may become the rest of the block. */
static bool statement(struct legacy *l, struct tir_seq **seq)
{
	struct span at = l->t.at;
	struct legacy before = *l;
	if (frontend_legacy_accept(l, "let"))
		return read_let(l, at, *seq);
	if (frontend_legacy_accept(l, "for"))
		return read_loop(l, at, *seq);
	if (frontend_legacy_accept(l, "if"))
		return read_if(l, TIR_IF, at, *seq);
	if (frontend_legacy_accept(l, "while"))
		return read_if(l, TIR_WHILE, at, *seq);
	if (frontend_legacy_accept(l, "attr"))
		return read_attr(l, at, seq);
	if (frontend_legacy_accept(l, "allocate"))
		return read_allocate(l, at, *seq);
	if (frontend_legacy_accept(l, "assert"))
		return legacy_assert(l, at, *seq);
	if (frontend_legacy_is(l, "{")) {
		if (!frontend_nest(l->r, at))
			return false;
		frontend_legacy_next(l);
		suite(l, *seq);
		l->r->blocks--;
		return true;
	}
	if (l->t.kind == L_NAME) {
		frontend_legacy_next(l);
		bool store = frontend_legacy_is(l, "[");
		if (l->bare &&
		        frontend_legacy_accept(l, ":")) { /* its type, where it is met first */
			frontend_legacy_next(l);
			store = frontend_legacy_is(l, "[");
		}
		*l = before;
		if (store)
			return read_store(l, *seq);
	}
	return read_evaluate(l, at, *seq);
}

/* Skip to the end of the line where an error was; a block that begins there is read for errors. */
static void recover(struct legacy *l, uint32_t from)
{
	const struct source *s = l->r->src;
	uint32_t end = l->before > from ? l->before : l->t.at.begin;
	l->depth = 0;
	while (end < s->len && s->text[end] != '\n')
		end++;
	int open = 0;
	while (l->t.kind != L_END && l->t.at.begin < end &&
	        (open >= 0 || !frontend_legacy_is(l, "}"))) {
		open += frontend_legacy_is(l, "{");
		open -= frontend_legacy_is(l, "}") && open;
		frontend_legacy_next(l);
		if (open && l->t.at.begin >= end) {
			if (!frontend_nest(l->r, l->t.at))
				return;
			suite(l, NULL);
			l->r->blocks--;
			return;
		}
	}
}

void frontend_legacy_block(struct legacy *l, struct tir_seq *seq)
{
	struct reader *r = l->r;
	uint32_t blocks = r->blocks;
	bool whole = l->bare && r->level == r->func_level;
	while (whole || !frontend_legacy_accept(l, "}")) {
		uint32_t from = l->t.at.begin;
		if (frontend_legacy_accept(l, ";")) /* behind a statement of the slides' time */
			continue;
		if (l->t.kind == L_END) {
			if (!whole)
				frontend_legacy_expected(l, "'}'");
			return;
		}
		if (r->m->nmade > MAX_NODES) {
			frontend_legacy_error(l, l->t.at, "program has more than %d expressions",
			        MAX_NODES);
			l->p = (uint32_t)r->src->len;
			frontend_legacy_next(l);
			return;
		}
		if (!statement(l, &seq)) {
			recover(l, from);
			if (l->t.at.begin == from && (whole || !frontend_legacy_is(l, "}")))
				frontend_legacy_next(l);
		}
	}
	r->blocks = blocks;
}
