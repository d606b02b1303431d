/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/read_stmt.c: statements and blocks.  Recursion is as deep as they nest, which is bounded as in a text. */
#include "graph/internal.h"

static const struct span nowhere;

static struct tir_stmt *add(struct graph_reader *r, enum tir_stmt_kind kind, struct tir_seq *seq)
{
	struct tir_stmt *s = tir_stmt_new(r->m, kind, nowhere);
	tir_seq_add(seq, s);
	return s;
}

static bool body(struct graph_reader *r, uint32_t node, const char *name, struct tir_seq *seq)
{
	uint32_t to;
	return graph_ref(r, node, name, &to) && graph_stmt(r, to, seq);
}

static bool bind(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_operand value;
	uint32_t var;
	if (!graph_operand(r, node, "value", &value) || !graph_ref(r, node, "var", &var))
		return false;
	struct tir_bind *b = tir_as_bind(add(r, TIR_BIND, seq));
	b->value = value;
	b->value.at = nowhere;
	b->s.form = TIR_BIND_LET;
	return (b->var = graph_var(r, var)) != NULL;
}

static bool store_to(struct graph_reader *r, uint32_t node, uint32_t buffer, uint32_t value,
        const struct json *index, uint32_t n, struct tir_seq *seq)
{
	struct tir_buffer *b = graph_buffer(r, buffer);
	if (!b)
		return false;
	if (n != b->ndim)
		return graph_fail(r, node, "'%s' has %u dimensions but is indexed with %u", b->name,
		        b->ndim, n);
	struct tir_store *s = tir_as_store(add(r, TIR_STORE, seq));
	s->buffer = b;
	s->s.nindex = n;
	s->index = ARENA_NEWN(r->arena, struct tir_operand, n + 1);
	for (uint32_t i = 0; i < n; i++)
		if (!(s->index[i].e = graph_expr(r, graph_item(index, i))))
			return false;
	unsigned lanes = n ? s->index[n - 1].e->type.lanes : 1;
	if (lanes * b->elem.lanes > TIR_MAX_LANES)
		return graph_fail(r, node, "an access of more than %d lanes", TIR_MAX_LANES);
	return (s->value.e = graph_expr(r, value)) != NULL;
}

static bool store(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	const struct json *index;
	uint32_t n, buffer, value;
	return graph_ref(r, node, "buffer", &buffer) && graph_ref(r, node, "value", &value) &&
	       graph_items(r, node, "indices", &index, &n) &&
	       store_to(r, node, buffer, value, index, n, seq);
}

/* masked_store(buffer, value, indices..., mask) */
static bool masked_store(struct graph_reader *r, uint32_t call, struct tir_seq *seq)
{
	const struct json *arg;
	uint32_t n;
	if (!graph_items(r, call, "args", &arg, &n))
		return false;
	if (n < 3)
		return graph_fail(r, call, "it has too few arguments");
	if (!store_to(r, call, graph_item(arg, 0), graph_item(arg, 1), arg + 2, n - 3, seq))
		return false;
	struct tir_store *s = tir_as_store(seq->last);
	return (s->mask.e = graph_expr(r, graph_item(arg, n - 1))) != NULL;
}

static bool evaluate(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	uint32_t value;
	if (!graph_ref(r, node, "value", &value))
		return false;
	const char *name = r->g->kind[value] == NODE_CALL ? graph_call_name(r, value) : NULL;
	if (r->failed)
		return false;
	if (name && (!strcmp(name, "break_loop") || !strcmp(name, "continue_loop"))) {
		add(r, *name == 'b' ? TIR_BREAK : TIR_CONTINUE, seq);
		return true;
	}
	if (name && !strcmp(name, "masked_store"))
		return masked_store(r, value, seq);
	struct tir_evaluate *s = tir_as_evaluate(add(r, TIR_EVALUATE, seq));
	return (s->value.e = graph_expr(r, value)) != NULL;
}

static bool alloc(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	uint32_t to;
	if (!graph_ref(r, node, "buffer", &to))
		return false;
	struct tir_buffer *b = graph_buffer(r, to);
	if (!b)
		return false;
	b->kind = TIR_BUFFER_ALLOC;
	b->root = b;
	struct tir_alloc *s = tir_as_alloc(add(r, TIR_ALLOC, seq));
	s->buffer = b;
	bool local = !strcmp(b->scope, "local");
	bool one = b->ndim == 1 && b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i == 1;
	s->s.form = local ? one && b->elem.lanes == 1 ? TIR_ALLOC_SCALAR : TIR_ALLOC_LOCAL
	            : !strcmp(b->scope, "shared") ? TIR_ALLOC_SHARED
	                                          : TIR_ALLOC_BUFFER;
	return graph_dict(r, node, "annotations", &s->attr);
}

static bool declare(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_operand data = {0};
	uint32_t to;
	if (!graph_operand(r, node, "data", &data) || !graph_ref(r, node, "buffer", &to))
		return false;
	struct tir_buffer *b = graph_buffer(r, to);
	if (!b)
		return false;
	bool of = data.e->op == TIR_BUFFER_DATA || data.e->op == TIR_ADDRESS_OF;
	b->kind = TIR_BUFFER_DECL;
	b->root = of ? data.e->u.buffer->root : NULL;
	struct tir_decl *s = tir_as_decl(add(r, TIR_DECL, seq));
	s->buffer = b;
	s->value = data;
	return true;
}

/* ---- Loops ------------------------------------------------------------------------------*/
static bool loop_more(struct graph_reader *r, uint32_t node, struct tir_stmt *s)
{
	const struct tir_attr *notes;
	const char *tag = NULL;
	uint32_t thread, step;
	struct tir_operand by = {0};
	if (!graph_dict(r, node, "annotations", &notes) ||
	        !graph_ref(r, node, "thread_binding", &thread) ||
	        !graph_ref(r, node, "step", &step))
		return false;
	if (!graph_is_none(r, step) && !(by.e = graph_expr(r, step)))
		return false;
	if (s->for_kind == TIR_THREAD &&
	        (r->g->kind[thread] != NODE_ITER_VAR || !graph_text(r, thread, "thread_tag", &tag)))
		return graph_fail(r, node, "a loop over threads says no thread");
	if (!notes && !tag && !by.e)
		return true;
	struct tir_loop_more *more = tir_loop_more(r->m->arena, s);
	more->attr = notes;
	more->tag = tag;
	more->step = by;
	return true;
}

static bool loop(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	int64_t kind;
	uint32_t var;
	if (!graph_number(r, node, "kind", &kind) || !graph_ref(r, node, "loop_var", &var))
		return false;
	if (kind < TIR_SERIAL || kind > TIR_THREAD)
		return graph_fail(r, node, "there is no such kind of loop");
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_FOR, nowhere);
	struct tir_for *l = tir_as_for(s);
	s->for_kind = (enum tir_for_kind)kind;
	if (!graph_operand(r, node, "min", &l->min) ||
	        !graph_operand(r, node, "extent", &l->extent) || !(l->var = graph_var(r, var)) ||
	        !loop_more(r, node, s) || !body(r, node, "body", &l->body))
		return false;
	tir_seq_add(seq, s);
	return true;
}

static bool while_loop(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_while *s = tir_as_while(add(r, TIR_WHILE, seq));
	return graph_operand(r, node, "condition", &s->value) && body(r, node, "body", &s->body);
}

static bool branch(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_if *s = tir_as_if(add(r, TIR_IF, seq));
	uint32_t orelse;
	return graph_operand(r, node, "condition", &s->value) &&
	       body(r, node, "then_case", &s->body) && graph_ref(r, node, "else_case", &orelse) &&
	       (graph_is_none(r, orelse) || graph_stmt(r, orelse, &s->orelse));
}

/* ---- The others -------------------------------------------------------------------------*/
/* The kind and the parts of the message, as the text has them. */
static bool check(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_assert *s = tir_as_assert(add(r, TIR_ASSERT, seq));
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	uint32_t kind, parts;
	if (!graph_operand(r, node, "condition", &s->value) ||
	        !graph_ref_of(r, node, "error_kind", NODE_STRING_IMM, &kind) ||
	        !graph_ref_of(r, node, "message_parts", NODE_ARRAY, &parts))
		return false;
	*a = (struct tir_attr){.kind = TIR_ATTR_TUPLE, .n = 2};
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, 2);
	s->attr = a;
	return (a->item[0] = graph_attr(r, kind, 0)) && (a->item[1] = graph_attr(r, parts, 0));
}

static bool launch(struct graph_reader *r, uint32_t node, uint32_t thread, struct tir_seq *seq)
{
	struct tir_stmt *s = add(r, TIR_LAUNCH, seq);
	struct tir_for *l = tir_as_for(s);
	uint32_t var;
	s->with = true;
	return graph_operand(r, node, "value", &l->extent) && graph_ref(r, thread, "var", &var) &&
	       (l->var = graph_var(r, var)) &&
	       graph_text(r, thread, "thread_tag", &tir_loop_more(r->m->arena, s)->tag) &&
	       body(r, node, "body", &l->body);
}

static bool attribute(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	const struct json *of;
	const char *key;
	uint32_t on, value;
	if (!graph_text(r, node, "attr_key", &key) || !graph_ref(r, node, "node", &on) ||
	        !graph_ref(r, node, "value", &value))
		return false;
	if (r->g->kind[on] == NODE_ITER_VAR && !strcmp(key, "thread_extent"))
		return launch(r, node, on, seq);
	struct tir_attr_stmt *s = tir_as_attr(add(r, TIR_ATTR, seq));
	of = json_get(&r->g->node[on], "data");
	bool zero = r->g->kind[on] == NODE_INT && of && of->i == 0;
	s->tag = key;
	s->s.with = true;
	return (zero || (s->node = graph_attr(r, on, 0))) && (s->attr = graph_attr(r, value, 0)) &&
	       body(r, node, "body", &s->body);
}

static bool sequence(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, "seq", &item, &n))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!graph_stmt(r, graph_item(item, i), seq))
			return false;
	return true;
}

static bool read_kind(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	switch (r->g->kind[node]) {
	case NODE_SEQ_STMT: return sequence(r, node, seq);
	case NODE_BIND: return bind(r, node, seq);
	case NODE_STORE: return store(r, node, seq);
	case NODE_ALLOC_BUFFER: return alloc(r, node, seq);
	case NODE_DECL_BUFFER: return declare(r, node, seq);
	case NODE_FOR: return loop(r, node, seq);
	case NODE_WHILE: return while_loop(r, node, seq);
	case NODE_IF: return branch(r, node, seq);
	case NODE_ASSERT: return check(r, node, seq);
	case NODE_ATTR: return attribute(r, node, seq);
	case NODE_EVALUATE: return evaluate(r, node, seq);
	case NODE_RETURN:
		return graph_operand(r, node, "value",
		        &tir_as_return(add(r, TIR_RETURN, seq))->value);
	case NODE_BREAK:
	case NODE_CONTINUE:
		add(r, r->g->kind[node] == NODE_BREAK ? TIR_BREAK : TIR_CONTINUE, seq);
		return true;
	case NODE_REALIZE: return graph_block(r, node, seq);
	default: return graph_refuse(r, node, "this is not supported in a program");
	}
}

bool graph_stmt(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	if (++r->nested > GRAPH_MAX_NESTED)
		return graph_fail(r, node, "statements are nested more than %d levels deep",
		        GRAPH_MAX_NESTED);
	bool ok = read_kind(r, node, seq);
	r->nested--;
	return ok;
}

/* ---- Blocks -----------------------------------------------------------------------------*/
static bool read_range(struct graph_reader *r, uint32_t range, struct tir_operand *min,
        struct tir_operand *extent)
{
	return (r->g->kind[range] == NODE_RANGE || graph_fail(r, range, "it is no range")) &&
	       graph_operand(r, range, "min", min) && graph_operand(r, range, "extent", extent);
}

static bool read_region(struct graph_reader *r, uint32_t node, struct tir_region *out)
{
	const struct json *range;
	uint32_t source;
	*out = (struct tir_region){0};
	if (!graph_ref(r, node, "source", &source) || !(out->buffer = graph_buffer(r, source)) ||
	        !graph_items(r, node, "region", &range, &out->n))
		return false;
	if (out->n != out->buffer->ndim)
		return graph_fail(r, node, "a region has not its buffer's rank");
	out->min = ARENA_NEWN(r->arena, struct tir_operand, out->n + 1);
	out->extent = ARENA_NEWN(r->arena, struct tir_operand, out->n + 1);
	for (uint32_t i = 0; i < out->n; i++)
		if (!read_range(r, graph_item(range, i), &out->min[i], &out->extent[i]))
			return false;
	return true;
}

static bool read_axis(struct graph_reader *r, uint32_t node, uint32_t value, struct tir_axis *out)
{
	static const enum tir_axis_kind kinds[] = {
	        TIR_SPATIAL, TIR_OPAQUE_AXIS, TIR_REDUCE, TIR_SCAN, TIR_OPAQUE_AXIS};
	uint32_t dom, var;
	int64_t kind;
	*out = (struct tir_axis){0};
	if (!graph_ref(r, node, "dom", &dom) || !read_range(r, dom, &out->min, &out->extent) ||
	        !graph_number(r, node, "iter_type", &kind) || !graph_ref(r, node, "var", &var) ||
	        !(out->var = graph_var(r, var)) || !(out->value.e = graph_expr(r, value)))
		return false;
	if (kind < 0 || kind == 1 || kind > 4)
		return graph_fail(r, node, "there is no such kind of axis");
	out->kind = kinds[kind];
	return true;
}

static bool read_axes(struct graph_reader *r, uint32_t realize, uint32_t node, struct tir_block *b)
{
	const struct json *axis, *value;
	uint32_t n, nvalues;
	if (!graph_items(r, node, "iter_vars", &axis, &n) ||
	        !graph_items(r, realize, "iter_values", &value, &nvalues))
		return false;
	if (n != nvalues)
		return graph_fail(r, realize, "a block has not as many values as axes");
	for (uint32_t i = 0; i < n; i++) {
		struct tir_axis a;
		if (!read_axis(r, graph_item(axis, i), graph_item(value, i), &a))
			return false;
		VEC_PUSH(r->arena, &b->axes, a);
	}
	return true;
}

static bool read_match(struct graph_reader *r, uint32_t node, struct tir_match *m)
{
	uint32_t source, buffer;
	if (!graph_ref(r, node, "source", &source) || !read_region(r, source, &m->source) ||
	        !graph_ref(r, node, "buffer", &buffer) || !(m->buffer = graph_buffer(r, buffer)))
		return false;
	const struct tir_expr *offset = m->buffer->elem_offset;
	m->buffer->root = m->source.buffer->root;
	if (offset && offset->op == TIR_VAR)
		m->buffer->offset_var = offset->u.var;
	return true;
}

/* Allocations, regions and matches. */
static bool read_parts(struct graph_reader *r, uint32_t node, struct tir_block *b)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, "alloc_buffers", &item, &n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct tir_buffer *a = graph_buffer(r, graph_item(item, i));
		if (!a)
			return false;
		a->kind = TIR_BUFFER_ALLOC;
		a->root = a;
		VEC_PUSH(r->arena, &b->allocs, a);
	}
	for (unsigned writes = 0; writes < 2; writes++) {
		if (!graph_items(r, node, writes ? "writes" : "reads", &item, &n))
			return false;
		for (uint32_t i = 0; i < n; i++) {
			struct tir_region g;
			if (!read_region(r, graph_item(item, i), &g))
				return false;
			if (writes)
				VEC_PUSH(r->arena, &b->writes, g);
			else
				VEC_PUSH(r->arena, &b->reads, g);
		}
	}
	if (!graph_items(r, node, "match_buffers", &item, &n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct tir_match m;
		if (!read_match(r, graph_item(item, i), &m))
			return false;
		VEC_PUSH(r->arena, &b->matches, m);
	}
	return true;
}

bool graph_block(struct graph_reader *r, uint32_t node, struct tir_seq *seq)
{
	struct tir_block *b = ARENA_NEW(r->arena, struct tir_block);
	uint32_t block, init;
	if (!graph_operand(r, node, "predicate", &b->where) ||
	        !graph_ref_of(r, node, "block", NODE_BLOCK, &block) ||
	        !graph_text(r, block, "name_hint", &b->name))
		return false;
	if (b->where.e->op == TIR_INT_IMM && b->where.e->u.i == 1)
		b->where = (struct tir_operand){0};
	struct tir_block_realize *s = tir_as_block(add(r, TIR_BLOCK, seq));
	s->block = b;
	s->s.with = true;
	return read_axes(r, node, block, b) && read_parts(r, block, b) &&
	       graph_dict(r, block, "annotations", &s->attr) &&
	       graph_ref(r, block, "init", &init) &&
	       (graph_is_none(r, init) || graph_stmt(r, init, &b->init)) &&
	       body(r, block, "body", &s->body);
}
