/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/read_expr.c: expressions, variables and buffers.
 *
 * Idea.   A node is made when all that it names is made; what is open lies on a stack of its own, so depth costs no
 *         stack of the machine.  Each node is made once a function.
 * Errors  types are checked by tir_verify_text afterwards; here only what tir_make relies on. */
#include "graph/internal.h"

struct frame {
	uint32_t node, next; /* next: in the list */
	uint32_t from, n;    /* its operands there */
};

static bool push(struct graph_reader *r, uint32_t node, const char *name)
{
	uint32_t to;
	if (!graph_ref(r, node, name, &to))
		return false;
	VEC_PUSH(r->scratch, &r->list, to);
	return true;
}

static bool push_all(struct graph_reader *r, uint32_t node, const char *name)
{
	const struct json *item;
	uint32_t n;
	if (!graph_items(r, node, name, &item, &n))
		return false;
	if (n > GRAPH_MAX_ARGS)
		return graph_fail(r, node, "a call of more than %d arguments", GRAPH_MAX_ARGS);
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(r->scratch, &r->list, graph_item(item, i));
	return true;
}

bool graph_is_buffer(const struct graph_reader *r, uint32_t node)
{
	const struct json *data = json_get(&r->g->node[node], "data");
	const struct json *ty = data ? json_get(data, "ty") : NULL;
	return r->g->kind[node] == NODE_VAR && ty && ty->kind == JSON_INT && ty->i >= 0 &&
	       ty->i < r->g->n && r->g->kind[ty->i] == NODE_BUFFER_TYPE;
}

/* Put what a node is made of on the list. */
static bool push_operands(struct graph_reader *r, uint32_t node)
{
	uint32_t type;
	switch (r->g->kind[node]) {
	case NODE_INT_IMM:
	case NODE_FLOAT_IMM:
	case NODE_STRING_IMM: return true;
	case NODE_VAR:
		if (!graph_is_buffer(r, node))
			return true;
		return graph_ref(r, node, "ty", &type) && push_all(r, type, "shape") &&
		       push_all(r, type, "strides") && push(r, type, "elem_offset");
	case NODE_CALL: return push_all(r, node, "args");
	case NODE_LOAD: return push(r, node, "source") && push_all(r, node, "indices");
	case NODE_CAST:
	case NODE_BROADCAST: return push(r, node, "value");
	case NODE_SELECT:
		return push(r, node, "condition") && push(r, node, "true_value") &&
		       push(r, node, "false_value");
	case NODE_RAMP: return push(r, node, "base") && push(r, node, "stride");
	case NODE_SHUFFLE: return push_all(r, node, "vectors") && push_all(r, node, "indices");
	case NODE_LET:
		return push(r, node, "var") && push(r, node, "value") && push(r, node, "body");
	case NODE_OPERATOR:
		return push(r, node, "a") &&
		       (tir_ops[r->g->op[node]].arity == 1 || push(r, node, "b"));
	default: return graph_refuse(r, node, "this is not supported in a program");
	}
}

/* ---- Buffers ----------------------------------------------------------------------------*/
/* None, or the row-major one. */
static bool read_layout(struct graph_reader *r, uint32_t type, struct tir_buffer *b)
{
	const struct json *item, *rest;
	uint32_t layout, n, k;
	if (!graph_ref(r, type, "layout", &layout))
		return false;
	b->layout = graph_is_none(r, layout) ? TIR_LAYOUT_NONE : TIR_LAYOUT_TILE;
	if (b->layout == TIR_LAYOUT_NONE)
		return true;
	if (r->g->kind[layout] != NODE_TILE_LAYOUT)
		return graph_refuse(r, layout, "this layout of a buffer is not supported");
	if (!graph_items(r, layout, "shard", &item, &n) ||
	        !graph_items(r, layout, "replica", &rest, &k))
		return false;
	int64_t stride = 1;
	bool known = true, usual = n == b->ndim && !k;
	for (uint32_t i = n; usual && i-- > 0;) {
		const struct tir_expr *e[2];
		uint32_t it = graph_item(item, i), extent, by;
		if (!graph_ref(r, it, "extent", &extent) || !graph_ref(r, it, "stride", &by) ||
		        !(e[0] = graph_expr(r, extent)) || !(e[1] = graph_expr(r, by)))
			return false;
		bool number = e[0]->op == TIR_INT_IMM;
		usual = number == (b->shape[i]->op == TIR_INT_IMM) &&
		        (!number || e[0]->u.i == b->shape[i]->u.i) &&
		        (!known || (e[1]->op == TIR_INT_IMM && e[1]->u.i == stride));
		known = known && number &&
		        !__builtin_mul_overflow(stride, number ? e[0]->u.i : 1, &stride);
	}
	return usual || graph_refuse(r, layout, "layouts of buffers are not supported");
}

static bool read_numbers(struct graph_reader *r, uint32_t type, struct tir_buffer *b)
{
	const struct json *item;
	uint32_t n;
	int64_t align, factor;
	if (!graph_number(r, type, "data_alignment", &align) ||
	        !graph_number(r, type, "offset_factor", &factor) ||
	        !graph_text(r, type, "storage_scope", &b->scope) ||
	        !graph_items(r, type, "allocated_addr", &item, &n))
		return false;
	if (align > 1 << 20 || (align > 0 && (align & (align - 1))) || factor < 0 ||
	        factor > 1 << 20)
		return graph_fail(r, type, "align must be a power of two");
	b->align = align > 0 && align != 64 ? (int)align : 0;
	b->offset_factor = (int)factor;
	return n == 0 || graph_refuse(r, type, "allocated_addr is not supported");
}

/* Dimensions that are known must not be negative, nor their product too large for an address. */
static bool check_size(struct graph_reader *r, uint32_t node, const struct tir_buffer *b)
{
	int64_t bytes = tir_type_bytes(b->elem);
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *d = b->shape[i];
		if (d->op != TIR_INT_IMM || d->u.i == 0)
			continue;
		if (d->u.i < 0 || __builtin_mul_overflow(bytes, d->u.i, &bytes))
			return graph_fail(r, node, "a buffer of more than 2^63 bytes");
	}
	return true;
}

static struct tir_buffer *make_buffer(struct graph_reader *r, uint32_t node, const uint32_t *op,
        uint32_t n)
{
	const struct json *item;
	const char *name = graph_name_of(r, node);
	struct tir_type elem;
	uint32_t type, dtype, ndim, nstrides;
	if (!name || !graph_ref(r, node, "ty", &type) || !graph_ref(r, type, "dtype", &dtype) ||
	        !graph_type(r, dtype, &elem, NULL, NULL) ||
	        !graph_items(r, type, "strides", &item, &nstrides))
		return NULL;
	ndim = n - 1 - nstrides;
	if (ndim > TIR_MAX_RANK || (nstrides && nstrides != ndim) || elem.code == TIR_TYPE_VOID ||
	        elem.code == TIR_TYPE_HANDLE) {
		graph_fail(r, node,
		        ndim > TIR_MAX_RANK ? "a buffer of more than %d dimensions"
		                            : "its type or strides are no buffer's",
		        TIR_MAX_RANK);
		return NULL;
	}
	struct tir_buffer *b = tir_buffer_new(r->m, name, TIR_BUFFER_DECL, elem);
	const struct tir_expr *offset = graph_made_expr(r, op[n - 1]);
	b->ndim = ndim;
	b->shape = ARENA_NEWN(r->arena, const struct tir_expr *, ndim + 1);
	b->strides = nstrides ? ARENA_NEWN(r->arena, const struct tir_expr *, nstrides) : NULL;
	if (!offset || !graph_made_exprs(r, op, ndim, b->shape) ||
	        !graph_made_exprs(r, op + ndim, nstrides, b->strides) || !check_size(r, node, b) ||
	        !read_numbers(r, type, b))
		return NULL;
	struct tir_type index = ndim ? b->shape[0]->type : TIR_INT32;
	bool zero = offset->op == TIR_INT_IMM && offset->u.i == 0;
	if (!zero || (ndim && !tir_type_eq(offset->type, index)))
		b->elem_offset = offset;
	return read_layout(r, type, b) ? b : NULL;
}

/* ---- Calls ------------------------------------------------------------------------------*/
/* What an operator is called behind "T.": where it is not its own name. */
static const char *printed_name(const char *op)
{
	static const char *const other[][2] = {
	        {"tirx.tvm_call_packed", "call_packed"}, {"tirx.tvm_call_cpacked", "call_cpacked"}};
	for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
		if (!strcmp(op, other[i][0]))
			return other[i][1];
	if (!strncmp(op, "tirx.", 5) || !strncmp(op, "prim.", 5))
		return op + 5;
	return op;
}

const char *graph_call_name(struct graph_reader *r, uint32_t node)
{
	const char *name;
	uint32_t op;
	if (r->g->kind[node] != NODE_CALL || !graph_ref(r, node, "op", &op) ||
	        r->g->kind[op] != NODE_OP || !graph_text(r, op, NULL, &name))
		return NULL;
	return printed_name(name);
}

static const struct tir_expr *access_of(struct graph_reader *r, uint32_t node, enum tir_op op,
        struct tir_buffer *b, uint32_t n, const struct tir_expr *const *index)
{
	uint32_t rank = op == TIR_MASKED_LOAD ? n - 1 : n;
	if (!b || (op == TIR_MASKED_LOAD && !n) || rank != b->ndim) {
		graph_fail(r, node,
		        "an access has not as many indices as the buffer has dimensions");
		return NULL;
	}
	unsigned lanes = rank ? index[rank - 1]->type.lanes : 1;
	if (lanes * b->elem.lanes > TIR_MAX_LANES) {
		graph_fail(r, node, "an access of more than %d lanes", TIR_MAX_LANES);
		return NULL;
	}
	return tir_access(r->m, op, b, n, index);
}

static struct tir_buffer *made_buffer(struct graph_reader *r, uint32_t node)
{
	if (r->made[node].as != MADE_BUFFER) {
		graph_fail(r, node, "it is no buffer");
		return NULL;
	}
	return (struct tir_buffer *)r->made[node].it;
}

/* Calls that are nodes of their own here. */
static bool make_own(struct graph_reader *r, uint32_t node, const char *name, const uint32_t *op,
        uint32_t n, const struct tir_expr **out)
{
	const struct tir_expr **e = ARENA_NEWN(r->scratch, const struct tir_expr *, n + 1);
	*out = NULL;
	if (!strcmp(name, "buffer_data") && n == 1) {
		struct tir_buffer *b = made_buffer(r, op[0]);
		*out = b ? tir_buffer_data(r->m, b) : NULL;
	} else if (!strcmp(name, "address_of") && n == 1) {
		const struct tir_expr *load = graph_made_expr(r, op[0]);
		if (load && load->op == TIR_LOAD)
			*out = access_of(r, node, TIR_ADDRESS_OF, load->u.buffer, load->n,
			        load->arg);
		else
			graph_refuse(r, node, "this is not supported in a program");
	} else if (!strcmp(name, "masked_load") && n >= 2) {
		struct tir_buffer *b = made_buffer(r, op[0]);
		if (b && graph_made_exprs(r, op + 1, n - 1, e))
			*out = access_of(r, node, TIR_MASKED_LOAD, b, n - 1, e);
	} else if (!strcmp(name, "if_then_else") && n == 3) {
		if (graph_made_exprs(r, op, n, e))
			*out = tir_select(r->m, TIR_IF_THEN_ELSE, e[0], e[1], e[2]);
	} else {
		return false;
	}
	return true;
}

static const struct tir_expr *make_call(struct graph_reader *r, uint32_t node, const uint32_t *op,
        uint32_t n)
{
	const struct tir_expr **e = ARENA_NEWN(r->scratch, const struct tir_expr *, n + 1), *own;
	const char *name = graph_call_name(r, node);
	struct tir_type t;
	uint32_t callee;
	if (name && make_own(r, node, name, op, n, &own))
		return own;
	if (!graph_ref(r, node, "op", &callee) || !graph_type_of(r, node, &t) ||
	        !graph_made_exprs(r, op, n, e))
		return NULL;
	enum tir_builtin b = name ? tir_builtin_find(name) : TIR_BUILTIN_CALL_GLOBAL;
	if (!name && (r->g->kind[callee] != NODE_GLOBAL_VAR ||
	                     !graph_text(r, callee, "name_hint", &name))) {
		graph_refuse(r, callee, "this cannot be called");
		return NULL;
	}
	return tir_call(r->m, b, name, t, n, e);
}

/* ---- All of them ------------------------------------------------------------------------*/
static const struct tir_expr *make_lanes(struct graph_reader *r, uint32_t node,
        const struct tir_expr *const *e)
{
	struct tir_type t;
	if (!graph_type_of(r, node, &t))
		return NULL;
	if (r->g->kind[node] == NODE_RAMP)
		return tir_ramp(r->m, e[0], e[1], t.lanes);
	return tir_broadcast(r->m, e[0], t.lanes);
}

static const struct tir_expr *make_shuffle(struct graph_reader *r, uint32_t node,
        const struct tir_expr *const *e, uint32_t n)
{
	const struct json *item;
	struct tir_type t;
	uint32_t nvectors;
	if (!graph_type_of(r, node, &t) || !graph_items(r, node, "vectors", &item, &nvectors))
		return NULL;
	return tir_make(r->m, TIR_SHUFFLE, t, nvectors, n, e);
}

static const struct tir_expr *make_let(struct graph_reader *r, uint32_t node,
        const struct tir_expr *const *e)
{
	if (e[0]->op != TIR_VAR) {
		graph_fail(r, node, "its variable is none");
		return NULL;
	}
	return tir_let(r->m, e[0]->u.var, e[1], e[2]);
}

static const struct tir_expr *make(struct graph_reader *r, uint32_t node, const uint32_t *op,
        uint32_t n)
{
	const struct tir_expr **e;
	struct tir_type t;
	uint8_t kind = r->g->kind[node];
	switch (kind) {
	case NODE_INT_IMM: return graph_int_of(r, node);
	case NODE_FLOAT_IMM: return graph_float_of(r, node);
	case NODE_VAR: return graph_new_var(r, node);
	case NODE_CALL: return make_call(r, node, op, n);
	case NODE_STRING_IMM: {
		const char *text;
		return graph_text(r, node, "value", &text) ? tir_string(r->m, text) : NULL;
	}
	default: break;
	}
	e = ARENA_NEWN(r->scratch, const struct tir_expr *, n + 1);
	if (kind == NODE_LOAD)
		return graph_made_exprs(r, op + 1, n - 1, e)
		               ? access_of(r, node, TIR_LOAD, made_buffer(r, op[0]), n - 1, e)
		               : NULL;
	if (!graph_made_exprs(r, op, n, e))
		return NULL;
	switch (kind) {
	case NODE_CAST: return graph_type_of(r, node, &t) ? tir_cast(r->m, t, e[0]) : NULL;
	case NODE_SELECT: return tir_select(r->m, TIR_SELECT, e[0], e[1], e[2]);
	case NODE_RAMP:
	case NODE_BROADCAST: return make_lanes(r, node, e);
	case NODE_SHUFFLE: return make_shuffle(r, node, e, n);
	case NODE_LET: return make_let(r, node, e);
	default: break;
	}
	enum tir_op sign = (enum tir_op)r->g->op[node];
	return n == 1 ? tir_unary(r->m, sign, e[0]) : tir_binary(r->m, sign, e[0], e[1]);
}

static bool is_made(const struct graph_reader *r, uint32_t node)
{
	const struct graph_made *m = &r->made[node];
	return m->stamp == r->f->id + 1 && m->as != MADE_OPEN;
}

static bool finish(struct graph_reader *r, const struct frame *x)
{
	struct graph_made *m = &r->made[x->node];
	/* graph_expr of a layout may move the list */
	const uint32_t *op = arena_copy(r->scratch, r->list.at + x->from, (x->n + 1) * sizeof *op);
	bool buffer = graph_is_buffer(r, x->node);
	m->it = buffer ? (const void *)make_buffer(r, x->node, op, x->n)
	               : (const void *)make(r, x->node, op, x->n);
	m->as = buffer ? MADE_BUFFER : MADE_EXPR;
	return m->it != NULL;
}

static bool open_node(struct graph_reader *r, uint32_t node, struct frame *x)
{
	struct graph_made *m = &r->made[node];
	if (m->stamp == r->f->id + 1)
		return graph_fail(r, node, "it is a part of itself");
	*m = (struct graph_made){.stamp = r->f->id + 1, .as = MADE_OPEN};
	*x = (struct frame){.node = node, .next = r->list.n, .from = r->list.n};
	if (!push_operands(r, node))
		return false;
	x->n = r->list.n - x->from;
	return true;
}

/* Make a node and all that it needs. */
static bool make_all(struct graph_reader *r, uint32_t node)
{
	VEC(struct frame) stack = {0};
	struct frame x;
	if (is_made(r, node))
		return true;
	if (!open_node(r, node, &x))
		return false;
	VEC_PUSH(r->scratch, &stack, x);
	while (stack.n) {
		struct frame *top = &stack.at[stack.n - 1];
		while (top->next < top->from + top->n && is_made(r, r->list.at[top->next]))
			top->next++;
		if (top->next < top->from + top->n) {
			if (!open_node(r, r->list.at[top->next], &x))
				return false;
			VEC_PUSH(r->scratch, &stack, x);
			continue;
		}
		VEC_PUSH(r->scratch, &r->list, 0); /* finish copies one more */
		r->list.n--;
		if (!finish(r, top))
			return false;
		r->list.n = stack.at[--stack.n].from;
	}
	return true;
}

const struct tir_expr *graph_expr(struct graph_reader *r, uint32_t node)
{
	return make_all(r, node) ? graph_made_expr(r, node) : NULL;
}

bool graph_operand(struct graph_reader *r, uint32_t node, const char *name, struct tir_operand *o)
{
	uint32_t to;
	return graph_ref(r, node, name, &to) && (o->e = graph_expr(r, to)) != NULL;
}

struct tir_var *graph_var(struct graph_reader *r, uint32_t node)
{
	const struct tir_expr *e = graph_expr(r, node);
	if (!e)
		return NULL;
	if (e->op != TIR_VAR) {
		graph_fail(r, node, "it is no variable");
		return NULL;
	}
	return e->u.var;
}

struct tir_buffer *graph_buffer(struct graph_reader *r, uint32_t node)
{
	if (!graph_is_buffer(r, node)) {
		graph_fail(r, node, "it is no buffer");
		return NULL;
	}
	return make_all(r, node) ? made_buffer(r, node) : NULL;
}
