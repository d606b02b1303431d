/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/write_stmt.c: statements and blocks.  Recursion is as deep as they nest. */
#include "graph/internal.h"

static uint32_t expr(struct graph_writer *w, const struct tir_operand *o)
{
	return o->e ? graph_write_expr(w, o->e) : graph_none(w);
}

static uint32_t operands(struct graph_writer *w, const struct tir_operand *o, uint32_t n)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		item[i] = graph_write_expr(w, o[i].e);
	return graph_list(w, "ffi.Array", item, n);
}

static uint32_t evaluate(struct graph_writer *w, uint32_t value)
{
	return graph_new(w, "{\"type\":\"tirx.Evaluate\",\"data\":{\"span\":%u,\"value\":%u}}",
	        graph_none(w), value);
}

static uint32_t call(struct graph_writer *w, const char *op, const uint32_t *arg, uint32_t n)
{
	uint32_t none = graph_none(w), type = graph_write_type(w, TIR_VOID);
	uint32_t name = graph_shared(w, "{\"type\":\"ir.Op\",\"data\":\"tirx.%s\"}", op);
	uint32_t args = graph_list(w, "ffi.Array", arg, n);
	return evaluate(w,
	        graph_new(w,
	                "{\"type\":\"ir.Call\",\"data\":{\"span\":%u,\"ty\":%u,\"op\":%u,\"args\":%"
	                "u,"
	                "\"attrs\":%u,\"ty_args\":%u}}",
	                none, type, name, args, none, graph_list(w, "ffi.Array", NULL, 0)));
}

static uint32_t store(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_store *store = tir_as_store(s);
	uint32_t none = graph_none(w), buffer = graph_write_buffer(w, store->buffer);
	uint32_t value = expr(w, &store->value);
	if (store->mask.e) {
		uint32_t *arg = ARENA_NEWN(&w->scratch, uint32_t, s->nindex + 3);
		arg[0] = buffer;
		arg[1] = value;
		for (uint32_t i = 0; i < s->nindex; i++)
			arg[2 + i] = graph_write_expr(w, store->index[i].e);
		arg[2 + s->nindex] = expr(w, &store->mask);
		return call(w, "masked_store", arg, s->nindex + 3);
	}
	return graph_new(w,
	        "{\"type\":\"tirx.BufferStore\",\"data\":{\"span\":%u,\"buffer\":%u,\"value\":%u,"
	        "\"indices\":%u}}",
	        none, buffer, value, operands(w, store->index, s->nindex));
}

uint32_t graph_write_axis(struct graph_writer *w, uint32_t dom, uint32_t var, int kind,
        const char *tag)
{
	uint32_t none = graph_none(w);
	return graph_new(w,
	        "{\"type\":\"tirx.IterVar\",\"data\":{\"dom\":%u,\"var\":%u,\"iter_type\":%d,"
	        "\"thread_tag\":%u,\"span\":%u}}",
	        dom, var, kind, graph_string(w, tag), none);
}

static uint32_t range(struct graph_writer *w, uint32_t min, uint32_t extent)
{
	return graph_new(w,
	        "{\"type\":\"ir.Range\",\"data\":{\"min\":%u,\"extent\":%u,\"span\":%u}}", min,
	        extent, graph_none(w));
}

static uint32_t thread_of(struct graph_writer *w, const struct tir_for *l)
{
	if (l->s.for_kind != TIR_THREAD)
		return graph_none(w);
	uint32_t type = graph_write_type(w, l->var->type), name = graph_string(w, "iter");
	uint32_t var = graph_new(w,
	        "{\"type\":\"ir.Var\",\"data\":{\"span\":%u,\"ty\":%u,\"name\":%u}}", graph_none(w),
	        type, name);
	return graph_write_axis(w, graph_none(w), var, 1, l->more->tag ? l->more->tag : "");
}

static uint32_t loop(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	uint32_t none = graph_none(w), var = graph_write_var(w, l->var), min = expr(w, &l->min);
	uint32_t extent = expr(w, &l->extent), thread = thread_of(w, l);
	uint32_t notes = graph_write_dict(w, l->more->attr, false), step = expr(w, &l->more->step);
	uint32_t body = graph_write_seq(w, &l->body);
	return graph_new(w,
	        "{\"type\":\"tirx.For\",\"data\":{\"span\":%u,\"loop_var\":%u,\"min\":%u,"
	        "\"extent\":%u,\"kind\":%d,\"body\":%u,\"thread_binding\":%u,\"annotations\":%u,"
	        "\"step\":%u}}",
	        none, var, min, extent, (int)s->for_kind, body, thread, notes, step);
}

static uint32_t attribute(struct graph_writer *w, uint32_t node, const char *key, uint32_t value,
        const struct tir_seq *seq)
{
	uint32_t none = graph_none(w), name = graph_string(w, key), body = graph_write_seq(w, seq);
	return graph_new(w,
	        "{\"type\":\"tirx.AttrStmt\",\"data\":{\"span\":%u,\"node\":%u,\"attr_key\":%u,"
	        "\"value\":%u,\"body\":%u}}",
	        none, node, name, value, body);
}

static uint32_t launch(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	uint32_t var = graph_write_var(w, l->var), extent = expr(w, &l->extent);
	uint32_t zero = graph_write_int(w, l->extent.e->type, 0);
	uint32_t axis = graph_write_axis(w, range(w, zero, extent), var, 1, l->more->tag);
	return attribute(w, axis, "thread_extent", extent, &l->body);
}

/* "message" is a RuntimeError's; else a kind and its parts. */
static uint32_t check(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_attr *a = tir_as_assert(s)->attr;
	struct tir_attr kind = {.kind = TIR_ATTR_STRING, .str = "RuntimeError"};
	const struct tir_attr *one[] = {a};
	struct tir_attr parts = {.kind = TIR_ATTR_LIST, .n = 1, .item = one};
	bool pair = a->kind == TIR_ATTR_TUPLE && a->n == 2;
	uint32_t none = graph_none(w), condition = expr(w, &tir_as_assert(s)->value);
	uint32_t nkind = graph_write_attr(w, pair ? a->item[0] : &kind, true);
	uint32_t nparts = graph_write_attr(w, pair ? a->item[1] : &parts, true);
	return graph_new(w,
	        "{\"type\":\"tirx.AssertStmt\",\"data\":{\"span\":%u,\"condition\":%u,"
	        "\"error_kind\":%u,\"message_parts\":%u}}",
	        none, condition, nkind, nparts);
}

static uint32_t branch(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_if *b = tir_as_if(s);
	uint32_t none = graph_none(w), condition = expr(w, &b->value);
	uint32_t body = graph_write_seq(w, &b->body);
	uint32_t orelse = b->orelse.first ? graph_write_seq(w, &b->orelse) : none;
	return graph_new(w,
	        "{\"type\":\"tirx.IfThenElse\",\"data\":{\"span\":%u,\"condition\":%u,"
	        "\"then_case\":%u,\"else_case\":%u}}",
	        none, condition, body, orelse);
}

static uint32_t note(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_attr_stmt *a = tir_as_attr(s);
	struct tir_attr zero = {.kind = TIR_ATTR_INT};
	uint32_t node = graph_write_attr(w, a->node ? a->node : &zero, false);
	return attribute(w, node, a->tag, graph_write_attr(w, a->attr, true), &a->body);
}

static uint32_t write_stmt(struct graph_writer *w, const struct tir_stmt *s)
{
	uint32_t none = graph_none(w), x, y;
	switch (s->kind) {
	case TIR_BIND:
		w->bind = s;
		y = expr(w, &tir_as_bind(s)->value);
		w->bind = NULL;
		x = graph_write_var(w, tir_as_bind(s)->var);
		return graph_new(w,
		        "{\"type\":\"tirx.Bind\",\"data\":{\"span\":%u,\"var\":%u,\"value\":%u}}",
		        none, x, y);
	case TIR_STORE: return store(w, s);
	case TIR_ALLOC:
		w->scalar = s->form == TIR_ALLOC_SCALAR;
		x = graph_write_buffer(w, tir_as_alloc(s)->buffer);
		w->scalar = false;
		y = graph_write_dict(w, tir_as_alloc(s)->attr, true);
		return graph_new(w,
		        "{\"type\":\"tirx.AllocBuffer\",\"data\":{\"span\":%u,\"buffer\":%u,"
		        "\"annotations\":%u}}",
		        none, x, y);
	case TIR_DECL:
		y = expr(w, &tir_as_decl(s)->value);
		if (s->form == TIR_DECL_VIEW && tir_value_of(s)->op == TIR_BUFFER_DATA)
			w->view_align = tir_value_of(s)->u.buffer->align;
		x = graph_write_buffer(w, tir_as_decl(s)->buffer);
		w->view_align = 0;
		return graph_new(w,
		        "{\"type\":\"tirx.DeclBuffer\",\"data\":{\"span\":%u,\"buffer\":%u,"
		        "\"data\":%u}}",
		        none, x, y);
	case TIR_FOR: return loop(w, s);
	case TIR_WHILE:
		x = expr(w, &tir_as_while(s)->value);
		y = graph_write_seq(w, &tir_as_while(s)->body);
		return graph_new(w,
		        "{\"type\":\"tirx.While\",\"data\":{\"span\":%u,\"condition\":%u,\"body\":%"
		        "u}}",
		        none, x, y);
	case TIR_IF: return branch(w, s);
	case TIR_ASSERT: return check(w, s);
	case TIR_ATTR: return note(w, s);
	case TIR_LAUNCH: return launch(w, s);
	case TIR_EVALUATE: return evaluate(w, expr(w, &tir_as_evaluate(s)->value));
	case TIR_BREAK: return call(w, "break_loop", NULL, 0);
	case TIR_CONTINUE: return call(w, "continue_loop", NULL, 0);
	case TIR_RETURN:
		return graph_new(w,
		        "{\"type\":\"tirx.Return\",\"data\":{\"span\":%u,\"value\":%u}}", none,
		        expr(w, &tir_as_return(s)->value));
	case TIR_BLOCK: return graph_write_block(w, s);
	}
	return none;
}

/* T.evaluate(0) of a text, which TVM leaves out beside other statements. */
static bool is_nothing(const struct graph_writer *w, const struct tir_stmt *s)
{
	if (w->g || s->kind != TIR_EVALUATE)
		return false;
	const struct tir_expr *e = tir_value_of(s);
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

uint32_t graph_write_seq(struct graph_writer *w, const struct tir_seq *s)
{
	VEC(uint32_t) item = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (!is_nothing(w, t))
			VEC_PUSH(&w->scratch, &item, write_stmt(w, t));
	if (item.n == 1)
		return item.at[0];
	if (!item.n)
		return evaluate(w, graph_write_int(w, TIR_INT32, 0));
	uint32_t list = graph_list(w, "ffi.Array", item.at, item.n);
	return graph_new(w, "{\"type\":\"tirx.SeqStmt\",\"data\":{\"span\":%u,\"seq\":%u}}",
	        graph_none(w), list);
}

/* ---- Blocks -----------------------------------------------------------------------------*/
static uint32_t region(struct graph_writer *w, const struct tir_region *g)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, g->n + 1), none = graph_none(w);
	uint32_t buffer = graph_write_buffer(w, g->buffer);
	for (uint32_t i = 0; i < g->n; i++) {
		uint32_t min = expr(w, &g->min[i]), extent = expr(w, &g->extent[i]);
		item[i] = range(w, min, extent);
	}
	uint32_t type = graph_shared(w,
	        "{\"type\":\"tirx.BufferRegionType\",\"data\":{\"span\":%u}}", none);
	return graph_new(w,
	        "{\"type\":\"ir.TensorRegion\",\"data\":{\"span\":%u,\"ty\":%u,\"source\":%u,"
	        "\"region\":%u}}",
	        none, type, buffer, graph_list(w, "ffi.Array", item, g->n));
}

static uint32_t regions(struct graph_writer *w, const struct tir_region *g, uint32_t n)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		item[i] = region(w, &g[i]);
	return graph_list(w, "ffi.Array", item, n);
}

/* The axes, and the values that they take. */
static uint32_t axes(struct graph_writer *w, const struct tir_block *b, uint32_t *values)
{
	static const int kinds[] = {
	        [TIR_SPATIAL] = 0, [TIR_REDUCE] = 2, [TIR_SCAN] = 3, [TIR_OPAQUE_AXIS] = 4};
	uint32_t *axis = ARENA_NEWN(&w->scratch, uint32_t, b->axes.n + 1);
	uint32_t *value = ARENA_NEWN(&w->scratch, uint32_t, b->axes.n + 1);
	for (uint32_t i = 0; i < b->axes.n; i++) {
		const struct tir_axis *a = &b->axes.at[i];
		uint32_t min = expr(w, &a->min), extent = expr(w, &a->extent);
		value[i] = expr(w, &a->value);
		axis[i] = graph_write_axis(w, range(w, min, extent), graph_write_var(w, a->var),
		        kinds[a->kind], "");
	}
	*values = graph_list(w, "ffi.Array", value, b->axes.n);
	return graph_list(w, "ffi.Array", axis, b->axes.n);
}

static uint32_t allocs(struct graph_writer *w, const struct tir_block *b)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, b->allocs.n + 1);
	for (uint32_t i = 0; i < b->allocs.n; i++)
		item[i] = graph_write_buffer(w, b->allocs.at[i]);
	return graph_list(w, "ffi.Array", item, b->allocs.n);
}

static uint32_t matches(struct graph_writer *w, const struct tir_block *b)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, b->matches.n + 1);
	for (uint32_t i = 0; i < b->matches.n; i++) {
		uint32_t source = region(w, &b->matches.at[i].source);
		uint32_t buffer = graph_write_buffer(w, b->matches.at[i].buffer);
		item[i] = graph_new(w,
		        "{\"type\":\"s_tir.MatchBufferRegion\",\"data\":{\"buffer\":%u,"
		        "\"source\":%u}}",
		        buffer, source);
	}
	return graph_list(w, "ffi.Array", item, b->matches.n);
}

uint32_t graph_write_block(struct graph_writer *w, const struct tir_stmt *s)
{
	const struct tir_block *b = tir_as_block(s)->block;
	struct tir_attr yes = {.kind = TIR_ATTR_BOOL, .i = true};
	uint32_t none = graph_none(w), values, name = graph_string(w, b->name);
	uint32_t axis = axes(w, b, &values), alloc = allocs(w, b);
	uint32_t reads = regions(w, b->reads.at, b->reads.n);
	uint32_t writes = regions(w, b->writes.at, b->writes.n), match = matches(w, b);
	uint32_t notes = graph_write_dict(w, tir_as_block(s)->attr, false);
	uint32_t init = b->init.first ? graph_write_seq(w, &b->init) : none;
	uint32_t body = graph_write_seq(w, &tir_as_block(s)->body);
	uint32_t where = b->where.e ? expr(w, &b->where) : graph_write_attr(w, &yes, true);
	uint32_t block = graph_new(w,
	        "{\"type\":\"s_tir.SBlock\",\"data\":{\"span\":%u,\"iter_vars\":%u,\"reads\":%u,"
	        "\"writes\":%u,\"name_hint\":%u,\"alloc_buffers\":%u,\"match_buffers\":%u,"
	        "\"annotations\":%u,\"init\":%u,\"body\":%u}}",
	        none, axis, reads, writes, name, alloc, match, notes, init, body);
	return graph_new(w,
	        "{\"type\":\"s_tir.SBlockRealize\",\"data\":{\"span\":%u,\"iter_values\":%u,"
	        "\"predicate\":%u,\"block\":%u}}",
	        none, values, where, block);
}
