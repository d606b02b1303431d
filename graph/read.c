/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/read.c: the nodes, functions and modules of TVM's JSON.
 *
 * Idea.   Nodes are looked at when something names them, so kinds that are not known do no harm where nobody asks.
 * Errors  the first one ends the reading: a graph is written by a program.  It names the node by its number
 *         and shows its place. */
#include "graph/internal.h"

bool graph_is(const struct source *src)
{
	return src->text[strspn(src->text, " \t\r\n")] == '{';
}

/* ---- Functions --------------------------------------------------------------------------*/
/* Variables that a parameter's shape has and no parameter is. */
static bool add_symbol(struct graph_reader *r, struct tir_buffer *b, const struct tir_expr *e,
        bool offset)
{
	if (e->op != TIR_VAR)
		return true;
	struct tir_var *v = e->u.var;
	for (uint32_t i = 0; i < r->f->params.n; i++)
		if (r->f->params.at[i].var == v)
			return true;
	for (uint32_t i = 0; i < r->f->syms.n; i++)
		if (r->f->syms.at[i].var == v)
			return true;
	if (offset)
		b->offset_var = v;
	VEC_PUSH(r->arena, &r->f->syms,
	        ((struct tir_sym){v, offset ? TIR_SYM_OFFSET : TIR_SYM_QUOTED}));
	return true;
}

struct symbols {
	struct graph_reader *r;
	struct tir_buffer *b;
};

static bool visit_symbol(void *ctx, const struct tir_expr *e)
{
	const struct symbols *s = ctx;
	return add_symbol(s->r, s->b, e, false);
}

static bool find_symbols(struct graph_reader *r, struct tir_buffer *b)
{
	struct symbols s = {r, b};
	for (uint32_t i = 0; i < b->ndim; i++)
		if (!tir_walk_expr(b->shape[i], r->scratch, visit_symbol, &s))
			return false;
	for (uint32_t i = 0; b->strides && i < b->ndim; i++)
		if (!tir_walk_expr(b->strides[i], r->scratch, visit_symbol, &s))
			return false;
	if (b->elem_offset && b->elem_offset->op == TIR_VAR)
		return add_symbol(r, b, b->elem_offset, b->offset_factor > 0);
	return !b->elem_offset || tir_walk_expr(b->elem_offset, r->scratch, visit_symbol, &s);
}

static bool read_params(struct graph_reader *r, uint32_t node)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, "params", &item, &n))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct tir_param p = {0};
		uint32_t var = graph_item(item, i);
		if (graph_is_buffer(r, var))
			p.buffer = graph_buffer(r, var);
		else
			p.var = graph_var(r, var);
		if (!p.var && !p.buffer)
			return false;
		if (p.buffer) {
			p.buffer->kind = TIR_BUFFER_PARAM;
			p.buffer->root = p.buffer;
		}
		VEC_PUSH(r->arena, &r->f->params, p);
	}
	for (uint32_t i = 0; i < n; i++)
		if (r->f->params.at[i].buffer && !find_symbols(r, r->f->params.at[i].buffer))
			return false;
	return true;
}

static const struct tir_attr *truth(struct graph_reader *r)
{
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	a->kind = TIR_ATTR_BOOL;
	a->i = true;
	return a;
}

/* Attributes of the function, and those that the text has as keywords of its decorator. */
static bool read_func_attrs(struct graph_reader *r, uint32_t node)
{
	const struct tir_attr *all = NULL;
	struct tir_func *f = r->f;
	struct tir_attr *attrs = ARENA_NEW(r->arena, struct tir_attr);
	struct tir_attr *keywords = ARENA_NEW(r->arena, struct tir_attr);
	uint32_t to;
	if (!graph_ref(r, node, "attrs", &to) ||
	        (!graph_is_none(r, to) && !graph_dict(r, to, "__dict__", &all)))
		return false;
	uint32_t n = all ? all->n : 0;
	*attrs = *keywords = (struct tir_attr){.kind = TIR_ATTR_DICT};
	attrs->item = ARENA_NEWN(r->arena, const struct tir_attr *, n);
	attrs->name = ARENA_NEWN(r->arena, const char *, n);
	keywords->item = ARENA_NEWN(r->arena, const struct tir_attr *, 2);
	keywords->name = ARENA_NEWN(r->arena, const char *, 2);
	f->symbol = NULL;
	for (uint32_t i = 0; i < n; i++) {
		if (!strcmp(all->name[i], "global_symbol") &&
		        all->item[i]->kind == TIR_ATTR_STRING) {
			f->symbol = all->item[i]->str;
		} else if (!strcmp(all->name[i], "s_tir") && tir_attr_is_true(all->item[i])) {
			keywords->name[keywords->n] = "s_tir";
			keywords->item[keywords->n++] = truth(r);
		} else {
			attrs->name[attrs->n] = all->name[i];
			attrs->item[attrs->n++] = all->item[i];
		}
	}
	if (!f->symbol) {
		keywords->name[keywords->n] = "private";
		keywords->item[keywords->n++] = truth(r);
	}
	f->attrs = attrs->n ? attrs : NULL;
	f->decorator = keywords->n ? keywords : NULL;
	f->noalias = tir_attr_is_true(tir_attr_get(attrs, "tirx.noalias")) ||
	             tir_attr_is_true(tir_attr_get(attrs, "tir.noalias"));
	const char *why = f->symbol ? tir_symbol_fault(f->symbol) : NULL;
	return !why || graph_fail(r, node, "%s", why);
}

static bool read_return_type(struct graph_reader *r, uint32_t node)
{
	uint32_t to;
	if (!graph_ref(r, node, "ret_type", &to))
		return false;
	if (r->g->kind[to] != NODE_PRIM_TYPE && r->g->kind[to] != NODE_POINTER_TYPE)
		return true; /* TupleType: nothing */
	r->f->ret_declared = true;
	return graph_type(r, to, &r->f->ret, NULL, NULL);
}

static bool read_func(struct graph_reader *r, struct tir_func *f, uint32_t node)
{
	uint32_t body;
	r->f = f;
	tir_func_own_numbers(f);
	return read_func_attrs(r, node) && read_return_type(r, node) && read_params(r, node) &&
	       graph_ref(r, node, "body", &body) && graph_stmt(r, body, &f->body);
}

/* ---- Modules ----------------------------------------------------------------------------*/
static void find_kinds(struct graph_reader *r)
{
	for (uint32_t i = 0; i < r->g->n; i++) {
		const struct json *type = json_get(&r->g->node[i], "type");
		const char *t = type && type->kind == JSON_STRING ? type->text : "";
		static const struct {
			const char *type;
			enum graph_node kind;
		} known[] = {
#define NODE(name, type) {type, NODE_##name},
#include "graph/nodes.def"
		};
		r->g->kind[i] = NODE_OTHER;
		for (unsigned k = 0; k < sizeof known / sizeof *known; k++)
			if (!strcmp(known[k].type, t))
				r->g->kind[i] = (uint8_t)known[k].kind;
		if (r->g->kind[i] != NODE_OTHER || strncmp(t, "prim.", 5) != 0)
			continue;
		for (unsigned k = TIR_ADD; k <= TIR_SHR; k++) {
			if (strcmp(tir_ops[k].node, t + 5) != 0)
				continue;
			r->g->kind[i] = NODE_OPERATOR;
			r->g->op[i] = (uint8_t)k;
		}
	}
}

static bool add_func(struct graph_reader *r, const char *name, uint32_t global, uint32_t func)
{
	if (tir_find_func(r->m, name))
		return graph_fail(r, func, "two functions are named '%s'", name);
	struct tir_func *f = tir_func_new(r->m, name);
	f->origin = f->id;
	r->g->func[f->id] = (struct graph_func){.global = global, .func = func};
	return true;
}

static bool add_funcs(struct graph_reader *r)
{
	struct tir_graph *g = r->g;
	const struct json *item;
	const char *name = NULL;
	uint32_t n;
	if (g->kind[g->root] == NODE_PRIM_FUNC) {
		g->func = ARENA_NEWN(r->arena, struct graph_func, 1);
		return add_func(r, "main", 0, g->root);
	}
	if (g->kind[g->root] != NODE_IR_MODULE)
		return graph_fail(r, g->root, "it is no IRModule and no PrimFunc");
	if (!graph_items(r, g->root, "functions", &item, &n))
		return false;
	g->func = ARENA_NEWN(r->arena, struct graph_func, n / 2 + 1);
	r->m->name = "Module";
	for (uint32_t i = 0; i + 1 < n; i += 2) {
		uint32_t global = graph_item(item, i), func = graph_item(item, i + 1);
		if (g->kind[func] != NODE_PRIM_FUNC)
			continue;
		if (g->kind[global] != NODE_GLOBAL_VAR)
			return graph_fail(r, global, "a function is named by no GlobalVar");
		if (!graph_text(r, global, "name_hint", &name) || !add_func(r, name, global, func))
			return false;
	}
	return r->m->funcs.n > 0 || graph_fail(r, g->root, "the module holds no PrimFunc");
}

/* What became of the nodes of f, by the numbers of what they became. */
static void keep_made(struct graph_reader *r, const struct tir_func *f)
{
	struct graph_func *k = &r->g->func[f->id];
	struct tir_numbers n = tir_numbers_of(f);
	k->expr.at = ARENA_NEWN(r->arena, uint32_t, n.nexprs);
	k->var.at = ARENA_NEWN(r->arena, uint32_t, n.nvars);
	k->buffer.at = ARENA_NEWN(r->arena, uint32_t, n.nbuffers);
	k->expr.n = n.nexprs;
	k->var.n = n.nvars;
	k->buffer.n = n.nbuffers;
	for (uint32_t i = r->g->n; i-- > 0;) {
		const struct graph_made *m = &r->made[i];
		if (m->stamp != f->id + 1 || m->as == MADE_OPEN)
			continue;
		if (m->as == MADE_BUFFER) {
			k->buffer.at[((const struct tir_buffer *)m->it)->id] = i + 1;
			continue;
		}
		const struct tir_expr *e = m->it;
		k->expr.at[e->id] = i + 1;
		if (e->op == TIR_VAR)
			k->var.at[e->u.var->id] = i + 1;
	}
}

static bool read_root(struct graph_reader *r, const struct json *top)
{
	struct tir_graph *g = r->g;
	const struct json *root = json_get(top, "root_index"), *nodes = json_get(top, "nodes");
	if (!root || root->kind != JSON_INT || !nodes || nodes->kind != JSON_ARRAY || !nodes->n ||
	        root->i < 0 || root->i >= nodes->n)
		return diag_error(r->d, g->src, (struct span){0, (uint32_t)g->src->len},
		        "this is no graph as tvm.ir.save_json writes it");
	g->n = nodes->n;
	g->node = nodes->item;
	g->begin = nodes->begin + 1;
	g->end = nodes->end - 1;
	g->root = (uint32_t)root->i;
	g->kind = ARENA_NEWN(r->arena, uint8_t, g->n);
	g->op = ARENA_NEWN(r->arena, uint8_t, g->n);
	r->made = ARENA_NEWN(r->scratch, struct graph_made, g->n);
	find_kinds(r);
	return true;
}

struct job {
	struct graph_reader r;
	const struct source *src;
	const struct tir_externs *externs;
	const char *only;
	struct diag *told; /* where all goes that is not held */
	struct tir_module *result;
};

/* Read each function; those that cannot be read go out of the module, if others stay. */
static bool read_funcs(struct graph_reader *r, const char *only)
{
	struct diag *d = r->d;
	uint32_t n = r->m->funcs.n;
	struct diag_held *held = ARENA_NEWN(r->scratch, struct diag_held, n + 1);
	for (uint32_t i = 0; i < n; i++) {
		struct tir_func *f = r->m->funcs.at[i];
		r->d = diag_hold(&held[i], r->scratch);
		r->failed = r->refused = false;
		r->nested = r->list.n = 0;
		bool ok = read_func(r, f, r->g->func[i].func);
		held[i].refused = r->refused;
		if (!ok)
			continue;
		if (r->m->name == NULL && f->symbol)
			tir_func_rename(f, f->symbol);
		keep_made(r, f);
	}
	r->d = d;
	return tir_leave_out(r->m, held, only, d);
}

static void read_module(void *ctx)
{
	struct job *j = ctx;
	struct graph_reader *r = &j->r;
	const char *why;
	size_t at;
	const struct json *top = json_read(j->src->text, j->src->len, r->arena, &why, &at);
	if (!top) {
		uint32_t last = j->src->len ? (uint32_t)j->src->len - 1 : 0;
		uint32_t begin = at < last ? (uint32_t)at : last;
		diag_error(r->d, j->src, (struct span){begin, begin + (j->src->len > 0)}, "%.*s",
		        (int)strcspn(why, "."), why);
		return;
	}
	r->m = tir_module_new(r->arena);
	r->m->externs = j->externs;
	r->g = ARENA_NEW(r->arena, struct tir_graph);
	r->g->src = j->src;
	if (!read_root(r, top) || !add_funcs(r))
		return;
	if (!read_funcs(r, j->only))
		return;
	r->m->graph = r->g;
	if (tir_verify_text(r->m, r->d))
		j->result = r->m;
}

static void read_in_scratch(void *ctx)
{
	struct job *j = ctx;
	if (!arena_guard(j->r.scratch, read_module, j))
		diag_error(j->told, NULL, (struct span){0}, "out of memory");
}

struct tir_module *graph_read(const struct source *src, const struct tir_externs *externs,
        const char *only, struct arena *arena, struct diag *d)
{
	struct arena scratch = {0};
	struct job j = {.r = {.arena = arena, .scratch = &scratch, .d = d},
	        .src = src,
	        .externs = externs,
	        .only = only,
	        .told = d};
	if (!arena_guard(arena, read_in_scratch, &j)) {
		j.result = NULL;
		diag_error(d, NULL, (struct span){0}, "out of memory");
	}
	arena_free(&scratch);
	return j.result;
}
