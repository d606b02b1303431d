/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/write.c: nodes, types and modules as tvm.ir.load_json reads them.
 *
 * Idea.   A module that was read from JSON begins with all the nodes of that; what did not change is named by its old
 *         number.  Nodes without identity (numbers, texts, types) are written once. */
#include "graph/internal.h"

/* ---- Functions --------------------------------------------------------------------------*/
static const struct graph_func *old_func(const struct graph_writer *w, const struct tir_func *f)
{
	return w->g && f->origin != UINT32_MAX ? &w->g->func[f->origin] : NULL;
}

/* The node that a field of an old node names. */
static uint32_t old_ref(const struct graph_writer *w, uint32_t node, const char *field)
{
	const struct json *data = json_get(&w->g->node[node], "data");
	const struct json *j = data ? json_get(data, field) : NULL;
	return j && j->kind == JSON_INT ? (uint32_t)j->i : 0;
}

/* Memory for f's numbers; what did not change since it was read is there already. */
static void start_func(struct graph_writer *w, const struct tir_func *f)
{
	const struct graph_func *old = old_func(w, f);
	struct tir_numbers n = tir_numbers_of(f);
	w->f = f;
	w->expr.at = ARENA_NEWN(&w->scratch, uint32_t, n.nexprs + 1);
	w->var.at = ARENA_NEWN(&w->scratch, uint32_t, n.nvars + 1);
	w->buffer.at = ARENA_NEWN(&w->scratch, uint32_t, n.nbuffers + 1);
	w->expr.n = n.nexprs;
	w->var.n = n.nvars;
	w->buffer.n = n.nbuffers;
	if (!old)
		return;
	memcpy(w->expr.at, old->expr.at, old->expr.n * sizeof *w->expr.at);
	memcpy(w->var.at, old->var.at, old->var.n * sizeof *w->var.at);
	memcpy(w->buffer.at, old->buffer.at, old->buffer.n * sizeof *w->buffer.at);
}

/* TVM has numbers in the place of the names of LLVM's intrinsics, and its printer ends at a name. */
static void refuse_names(struct graph_writer *w, const struct tir_func *f)
{
	struct tir_numbers n = tir_numbers_of(f);
	for (uint32_t i = 0; i < n.nexprs; i++) {
		const struct tir_expr *e = n.node[i];
		bool intrinsic = e->op == TIR_CALL &&
		                 (e->u.call.builtin == TIR_BUILTIN_CALL_LLVM_INTRIN ||
		                         e->u.call.builtin == TIR_BUILTIN_CALL_LLVM_PURE_INTRIN);
		if (intrinsic && e->arg[0]->op == TIR_STRING_IMM)
			graph_unwritten(w,
			        arena_printf(&w->scratch, "the call of '%s'", e->arg[0]->u.str),
			        "TVM's JSON has a number of its own LLVM for that name");
	}
}

/* TVM works out the type of a function where it wants it. */
static uint32_t any_type(struct graph_writer *w)
{
	return graph_shared(w, "{\"type\":\"relax.AnyType\",\"data\":{\"span\":%u}}",
	        graph_none(w));
}

static uint32_t write_func_attrs(struct graph_writer *w, const struct tir_func *f)
{
	struct tir_attr all = {.kind = TIR_ATTR_DICT}, symbol = {.kind = TIR_ATTR_STRING};
	struct tir_attr yes = {.kind = TIR_ATTR_BOOL, .i = true};
	uint32_t n = f->attrs ? f->attrs->n : 0;
	all.item = ARENA_NEWN(&w->scratch, const struct tir_attr *, n + 2);
	all.name = ARENA_NEWN(&w->scratch, const char *, n + 2);
	for (uint32_t i = 0; i < n; i++) {
		all.name[i] = f->attrs->name[i];
		all.item[i] = f->attrs->item[i];
	}
	all.n = n;
	if (f->symbol) {
		symbol.str = f->symbol;
		all.name[all.n] = "global_symbol";
		all.item[all.n++] = &symbol;
	}
	if (tir_attr_is_true(tir_attr_get(f->decorator, "s_tir"))) {
		all.name[all.n] = "s_tir";
		all.item[all.n++] = &yes;
	}
	return graph_new(w, "{\"type\":\"ir.DictAttrs\",\"data\":{\"__dict__\":%u}}",
	        graph_write_dict(w, &all, false));
}

static uint32_t write_return_type(struct graph_writer *w, const struct tir_func *f)
{
	if (f->ret.code == TIR_TYPE_HANDLE)
		return graph_pointer(w, TIR_VOID, "global");
	if (f->ret.code != TIR_TYPE_VOID)
		return graph_write_type(w, f->ret);
	return graph_new(w, "{\"type\":\"ir.TupleType\",\"data\":{\"span\":%u,\"fields\":%u}}",
	        graph_none(w), graph_list(w, "ffi.Array", NULL, 0));
}

static uint32_t write_func(struct graph_writer *w, const struct tir_func *f)
{
	const struct graph_func *old = old_func(w, f);
	uint32_t *param = ARENA_NEWN(&w->scratch, uint32_t, f->params.n + 1), span = graph_none(w);
	start_func(w, f);
	refuse_names(w, f);
	for (uint32_t i = 0; i < f->params.n; i++)
		param[i] = f->params.at[i].buffer ? graph_write_buffer(w, f->params.at[i].buffer)
		                                  : graph_write_var(w, f->params.at[i].var);
	uint32_t params = graph_list(w, "ffi.Array", param, f->params.n);
	uint32_t type = old ? old_ref(w, old->func, "ty") : any_type(w);
	uint32_t attrs = old ? old_ref(w, old->func, "attrs") : write_func_attrs(w, f);
	uint32_t ret = old ? old_ref(w, old->func, "ret_type") : write_return_type(w, f);
	if (old)
		span = old_ref(w, old->func, "span");
	uint32_t body = graph_write_seq(w, &f->body);
	return graph_new(w,
	        "{\"type\":\"tirx.PrimFunc\",\"data\":{\"span\":%u,\"ty\":%u,\"attrs\":%u,"
	        "\"params\":%u,\"ret_type\":%u,\"body\":%u}}",
	        span, type, attrs, params, ret, body);
}

static void write_globals(struct graph_writer *w)
{
	w->global = ARENA_NEWN(&w->scratch, uint32_t, w->m->funcs.n + 1);
	for (uint32_t i = 0; i < w->m->funcs.n; i++) {
		const struct graph_func *old = old_func(w, w->m->funcs.at[i]);
		if (old && w->m->name) {
			w->global[i] = old->global;
			continue;
		}
		uint32_t name = graph_string(w, w->m->funcs.at[i]->name);
		w->global[i] = graph_new(w,
		        "{\"type\":\"ir.GlobalVar\",\"data\":{\"span\":%u,\"ty\":%u,\"name_hint\":%"
		        "u}}",
		        graph_none(w), any_type(w), name);
	}
}

/* ---- Modules ----------------------------------------------------------------------------*/
static bool is_written(const struct graph_writer *w, uint32_t global)
{
	for (uint32_t i = 0; i < w->m->funcs.n; i++)
		if (w->global[i] == global)
			return true;
	return false;
}

/* The functions in their order, and those that were never read. */
static uint32_t write_functions(struct graph_writer *w, const uint32_t *func)
{
	const struct json *data = NULL;
	VEC(uint32_t) item = {0};
	for (uint32_t i = 0; i < w->m->funcs.n; i++) {
		VEC_PUSH(&w->scratch, &item, w->global[i]);
		VEC_PUSH(&w->scratch, &item, func[i]);
	}
	if (w->g)
		data = json_get(&w->g->node[old_ref(w, w->g->root, "functions")], "data");
	for (uint32_t i = 0; data && i + 1 < data->n; i += 2) {
		if (is_written(w, (uint32_t)data->item[i].i))
			continue;
		VEC_PUSH(&w->scratch, &item, (uint32_t)data->item[i].i);
		VEC_PUSH(&w->scratch, &item, (uint32_t)data->item[i + 1].i);
	}
	return graph_list(w, "ffi.Map", item.at, item.n);
}

static uint32_t write_new_module(struct graph_writer *w, uint32_t functions)
{
	VEC(uint32_t) item = {0};
	for (uint32_t i = 0; i < w->m->funcs.n; i++) {
		VEC_PUSH(&w->scratch, &item, graph_string(w, w->m->funcs.at[i]->name));
		VEC_PUSH(&w->scratch, &item, w->global[i]);
	}
	uint32_t map = graph_list(w, "ffi.Map", item.at, item.n);
	uint32_t empty = graph_list(w, "ffi.Map", NULL, 0);
	uint32_t sources = graph_new(w, "{\"type\":\"ir.SourceMap\",\"data\":{\"source_map\":%u}}",
	        empty);
	uint32_t attrs = graph_new(w, "{\"type\":\"ir.DictAttrs\",\"data\":{\"__dict__\":%u}}",
	        graph_write_dict(w, w->m->attrs, false));
	return graph_new(w,
	        "{\"type\":\"ir.IRModule\",\"data\":{\"functions\":%u,\"global_var_map_\":%u,"
	        "\"source_map\":%u,\"attrs\":%u,\"global_infos\":%u}}",
	        functions, map, sources, attrs, empty);
}

static uint32_t write_old_module(struct graph_writer *w, uint32_t functions)
{
	uint32_t root = w->g->root;
	return graph_new(w,
	        "{\"type\":\"ir.IRModule\",\"data\":{\"functions\":%u,\"global_var_map_\":%u,"
	        "\"source_map\":%u,\"attrs\":%u,\"global_infos\":%u}}",
	        functions, old_ref(w, root, "global_var_map_"), old_ref(w, root, "source_map"),
	        old_ref(w, root, "attrs"), old_ref(w, root, "global_infos"));
}

static void write_all(void *ctx)
{
	struct graph_writer *w = ctx;
	uint32_t *func = ARENA_NEWN(&w->scratch, uint32_t, w->m->funcs.n + 1), root;
	size_t begin = w->out->len;
	sbuf_str(w->out, "{\"nodes\":[");
	if (w->g) {
		sbuf_add(w->out, w->g->src->text + w->g->begin, w->g->end - w->g->begin);
		w->n = w->g->n;
	}
	write_globals(w);
	for (uint32_t i = 0; i < w->m->funcs.n && !w->failed; i++)
		func[i] = write_func(w, w->m->funcs.at[i]);
	root = func[0];
	if (w->m->name || w->m->funcs.n != 1) {
		uint32_t functions = write_functions(w, func);
		root = w->g ? write_old_module(w, functions) : write_new_module(w, functions);
	}
	sbuf_printf(w->out, "],\"root_index\":%u,\"metadata\":{\"tvm_version\":\"0.27.0\"}}\n",
	        root);
	if (w->failed)
		w->out->len = begin;
}

bool graph_write(const struct tir_module *m, struct sbuf *out, struct diag *d)
{
	struct graph_writer w = {.m = m, .g = m->graph, .out = out, .d = d};
	if (!arena_guard(&w.scratch, write_all, &w))
		out->failed = true;
	arena_free(&w.scratch);
	return !w.failed;
}
