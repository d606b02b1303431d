/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* graph/write_expr.c: expressions, variables and buffers.
 *
 * Idea.   A node is written when its operands are, and named wherever it occurs: what is one expression here is one in
 *         TVM.  What is open lies on a stack of its own. */
#include "graph/internal.h"

uint32_t graph_write_var(struct graph_writer *w, const struct tir_var *v)
{
	if (w->var.at[v->id])
		return w->var.at[v->id] - 1;
	uint32_t type = v->type.code == TIR_TYPE_HANDLE ? graph_pointer(w, v->elem, v->scope)
	                                                : graph_write_type(w, v->type);
	uint32_t name = graph_string(w, v->name);
	uint32_t n = graph_new(w,
	        "{\"type\":\"ir.Var\",\"data\":{\"span\":%u,\"ty\":%u,\"name\":%u}}", graph_none(w),
	        type, name);
	w->var.at[v->id] = w->expr.at[v->expr->id] = n + 1;
	return n;
}

/* ---- Buffers ----------------------------------------------------------------------------*/
static uint32_t write_exprs(struct graph_writer *w, uint32_t n, const struct tir_expr *const *e)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, n + 1);
	for (uint32_t i = 0; i < n; i++)
		item[i] = graph_write_expr(w, e[i]);
	return graph_list(w, "ffi.Array", item, n);
}

uint32_t graph_write_int(struct graph_writer *w, struct tir_type t, int64_t v)
{
	uint32_t none = graph_none(w), type = graph_write_type(w, t);
	return graph_shared(w,
	        "{\"type\":\"ir.IntImm\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%u}}", none,
	        type, graph_int(w, v));
}

/* The row-major layout that TVM gives a buffer. */
static uint32_t write_layout(struct graph_writer *w, const struct tir_buffer *b)
{
	uint32_t *item = ARENA_NEWN(&w->scratch, uint32_t, b->ndim + 1);
	const struct tir_expr *stride = NULL;
	uint32_t axis = graph_shared(w, "{\"type\":\"tirx.Axis\",\"data\":\"m\"}"), by;
	int64_t product = 1;
	for (uint32_t i = b->ndim; i-- > 0;) {
		const struct tir_expr *extent = b->shape[i];
		bool number = extent->op == TIR_INT_IMM;
		by = b->strides ? graph_write_expr(w, b->strides[i])
		     : stride   ? graph_write_expr(w, stride)
		                : graph_write_int(w, extent->type, product);
		item[i] = graph_new(w,
		        "{\"type\":\"tirx.Iter\",\"data\":{\"extent\":%u,\"stride\":%u,\"axis\":%u}"
		        "}",
		        graph_write_expr(w, extent), by, axis);
		if (b->strides || i == 0)
			continue;
		if (number && !stride)
			product *= extent->u.i;
		else if (!stride && product == 1)
			stride = extent;
		else
			return graph_none(w); /* a product that TVM works out */
	}
	uint32_t shard = graph_list(w, "ffi.Array", item, b->ndim);
	uint32_t replica = graph_list(w, "ffi.Array", NULL, 0),
	         offset = graph_list(w, "ffi.Map", NULL, 0);
	return graph_new(w,
	        "{\"type\":\"tirx.TileLayout\",\"data\":{\"shard\":%u,\"replica\":%u,\"offset\":%u}"
	        "}",
	        shard, replica, offset);
}

static bool has_layout(const struct graph_writer *w, const struct tir_buffer *b)
{
	if (b->layout != TIR_LAYOUT_USUAL)
		return b->layout == TIR_LAYOUT_TILE;
	return w->scalar || !tir_attr_is_true(tir_attr_get(w->f->decorator, "s_tir"));
}

uint32_t graph_write_buffer(struct graph_writer *w, const struct tir_buffer *b)
{
	if (w->buffer.at[b->id])
		return w->buffer.at[b->id] - 1;
	struct tir_type index = b->ndim ? b->shape[0]->type : TIR_INT64;
	uint32_t none = graph_none(w), dtype = graph_write_type(w, b->elem);
	uint32_t scope = graph_string(w, b->scope), shape = write_exprs(w, b->ndim, b->shape);
	uint32_t strides = write_exprs(w, b->strides ? b->ndim : 0, b->strides);
	uint32_t offset = b->elem_offset ? graph_write_expr(w, b->elem_offset)
	                                 : graph_write_int(w, index, 0);
	uint32_t layout = has_layout(w, b) ? write_layout(w, b) : none;
	uint32_t addr = graph_list(w, "ffi.Array", NULL, 0);
	uint32_t type = graph_new(w,
	        "{\"type\":\"tirx.BufferType\",\"data\":{\"span\":%u,\"dtype\":%u,\"storage_"
	        "scope\":%u,"
	        "\"shape\":%u,\"strides\":%u,\"elem_offset\":%u,\"data_alignment\":%d,"
	        "\"offset_factor\":%d,\"layout\":%u,\"allocated_addr\":%u}}",
	        none, dtype, scope, shape, strides, offset,
	        b->align > 0        ? b->align
	        : w->view_align > 0 ? w->view_align
	                            : 64,
	        b->offset_factor > 0 ? b->offset_factor : 1, layout, addr);
	uint32_t name = graph_string(w, b->name);
	uint32_t n = graph_new(w,
	        "{\"type\":\"ir.Var\",\"data\":{\"span\":%u,\"ty\":%u,\"name\":%u}}", none, type,
	        name);
	w->buffer.at[b->id] = n + 1;
	return n;
}

/* ---- Calls ------------------------------------------------------------------------------*/
/* What a builtin's operator is called in TVM. */
static uint32_t write_op(struct graph_writer *w, const char *name)
{
	static const char *const prim[] = {
	        "if_then_else", "vscale", "log2", "likely", "clz", "ceil"};
	static const char *const other[] = {"call_packed", "call_cpacked"};
	const char *prefix = "tirx.";
	for (unsigned i = 0; i < sizeof prim / sizeof *prim; i++)
		if (!strcmp(name, prim[i]))
			prefix = "prim.";
	for (unsigned i = 0; i < sizeof other / sizeof *other; i++)
		if (!strcmp(name, other[i]))
			prefix = "tirx.tvm_";
	return graph_shared(w, "{\"type\":\"ir.Op\",\"data\":\"%s%s\"}", prefix, name);
}

static uint32_t new_call(struct graph_writer *w, uint32_t type, uint32_t op, const uint32_t *arg,
        uint32_t n)
{
	uint32_t none = graph_none(w), args = graph_list(w, "ffi.Array", arg, n);
	return graph_new(w,
	        "{\"type\":\"ir.Call\",\"data\":{\"span\":%u,\"ty\":%u,\"op\":%u,\"args\":%u,"
	        "\"attrs\":%u,\"ty_args\":%u}}",
	        none, type, op, args, none, graph_list(w, "ffi.Array", NULL, 0));
}

/* Write the type of a call's result.  If a variable is bound to it, a pointer has the variable's type. */
static uint32_t write_call_type(struct graph_writer *w, const struct tir_expr *e)
{
	bool shape = e->u.call.builtin == TIR_BUILTIN_TVM_STACK_MAKE_SHAPE;
	if (e->u.call.builtin == TIR_BUILTIN_ASSUME)
		return graph_write_type(w, TIR_BOOL);
	if (e->u.call.builtin == TIR_BUILTIN_CALL_GLOBAL && e->type.code == TIR_TYPE_VOID)
		return graph_shared(w,
		        "{\"type\":\"ir.TupleType\",\"data\":{\"span\":%u,\"fields\":%u}}",
		        graph_none(w), graph_list(w, "ffi.Array", NULL, 0));
	if (e->type.code != TIR_TYPE_HANDLE)
		return graph_write_type(w, e->type);
	if (w->bind && tir_value_of(w->bind) == e)
		return graph_pointer(w, tir_as_bind(w->bind)->var->elem,
		        tir_as_bind(w->bind)->var->scope);
	return graph_pointer(w, shape ? TIR_INT64 : TIR_VOID, "global");
}

static uint32_t write_call(struct graph_writer *w, const struct tir_expr *e, const uint32_t *arg)
{
	const char *name = tir_call_name(w->m, e);
	uint32_t type = write_call_type(w, e);
	uint32_t op;
	if (e->u.call.builtin == TIR_BUILTIN_CALL_GLOBAL) {
		const struct tir_func *f = tir_find_func(w->m, name);
		op = f ? w->global[f->id] : graph_none(w);
	} else {
		op = write_op(w, name);
	}
	return new_call(w, type, op, arg, e->n);
}

static uint32_t write_load(struct graph_writer *w, struct tir_type t, uint32_t buffer,
        const uint32_t *index, uint32_t n)
{
	uint32_t none = graph_none(w), type = graph_write_type(w, t);
	return graph_new(w,
	        "{\"type\":\"ir.TensorLoad\",\"data\":{\"span\":%u,\"ty\":%u,\"source\":%u,"
	        "\"indices\":%u}}",
	        none, type, buffer, graph_list(w, "ffi.Array", index, n));
}

/* Loads, and calls that have a buffer. */
static uint32_t write_access(struct graph_writer *w, const struct tir_expr *e, uint32_t *arg)
{
	const struct tir_buffer *b = e->u.buffer;
	uint32_t buffer = graph_write_buffer(w, b);
	if (e->op == TIR_LOAD)
		return write_load(w, e->type, buffer, arg, e->n);
	uint32_t pointer = graph_pointer(w, b->elem, b->scope);
	if (e->op == TIR_BUFFER_DATA)
		return new_call(w, pointer, write_op(w, "buffer_data"), &buffer, 1);
	if (e->op == TIR_ADDRESS_OF) {
		unsigned lanes = e->n ? e->arg[e->n - 1]->type.lanes : 1;
		struct tir_type t = tir_lanes(b->elem, b->elem.lanes * lanes);
		uint32_t load = write_load(w, t, buffer, arg, e->n);
		return new_call(w, pointer, write_op(w, "address_of"), &load, 1);
	}
	uint32_t *all = ARENA_NEWN(&w->scratch, uint32_t, e->n + 1u);
	all[0] = buffer;
	memcpy(all + 1, arg, e->n * sizeof *all);
	return new_call(w, graph_write_type(w, e->type), write_op(w, "masked_load"), all,
	        e->n + 1u);
}

/* ---- The others -------------------------------------------------------------------------*/
static uint32_t write_float(struct graph_writer *w, uint32_t type, double f)
{
	char text[40];
	snprintf(text, sizeof text, "%.17g", f);
	if (!strpbrk(text, ".eni"))
		strcat(text, ".0");
	const char *value = f != f ? "NaN" : f - f != 0 ? f > 0 ? "Infinity" : "-Infinity" : text;
	return graph_shared(w,
	        "{\"type\":\"ir.FloatImm\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%s}}",
	        graph_none(w), type, value);
}

/* The fields of each kind that has no more than expressions. */
static uint32_t write_fields(struct graph_writer *w, const struct tir_expr *e, const uint32_t *arg)
{
	uint32_t none = graph_none(w), type = graph_write_type(w, e->type);
	const char *node = tir_ops[e->op].node;
	switch (e->op) {
	case TIR_CAST:
		return graph_new(w,
		        "{\"type\":\"prim.Cast\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%u}}",
		        none, type, arg[0]);
	case TIR_SELECT:
		return graph_new(w,
		        "{\"type\":\"prim.Select\",\"data\":{\"span\":%u,\"ty\":%u,\"condition\":%"
		        "u,"
		        "\"true_value\":%u,\"false_value\":%u}}",
		        none, type, arg[0], arg[1], arg[2]);
	case TIR_RAMP:
		return graph_new(w,
		        "{\"type\":\"prim.Ramp\",\"data\":{\"span\":%u,\"ty\":%u,\"base\":%u,"
		        "\"stride\":%u,\"lanes\":%u}}",
		        none, type, arg[0], arg[1], graph_write_int(w, TIR_INT32, e->type.lanes));
	case TIR_BROADCAST:
		return graph_new(w,
		        "{\"type\":\"prim.Broadcast\",\"data\":{\"span\":%u,\"ty\":%u,\"value\":%u,"
		        "\"lanes\":%u}}",
		        none, type, arg[0], graph_write_int(w, TIR_INT32, e->type.lanes));
	case TIR_SHUFFLE: {
		uint32_t nv = e->u.nvectors, vectors = graph_list(w, "ffi.Array", arg, nv);
		return graph_new(w,
		        "{\"type\":\"prim.Shuffle\",\"data\":{\"span\":%u,\"ty\":%u,\"vectors\":%u,"
		        "\"indices\":%u}}",
		        none, type, vectors, graph_list(w, "ffi.Array", arg + nv, e->n - nv));
	}
	case TIR_LET:
		return graph_new(w,
		        "{\"type\":\"prim.Let\",\"data\":{\"span\":%u,\"ty\":%u,\"var\":%u,"
		        "\"value\":%u,\"body\":%u}}",
		        none, type, graph_write_var(w, e->u.var), arg[0], arg[1]);
	default: break;
	}
	if (e->n == 1)
		return graph_new(w,
		        "{\"type\":\"prim.%s\",\"data\":{\"span\":%u,\"ty\":%u,\"a\":%u}}", node,
		        none, type, arg[0]);
	return graph_new(w,
	        "{\"type\":\"prim.%s\",\"data\":{\"span\":%u,\"ty\":%u,\"a\":%u,\"b\":%u}}", node,
	        none, type, arg[0], arg[1]);
}

static uint32_t write_node(struct graph_writer *w, const struct tir_expr *e)
{
	uint32_t few[4], *arg = e->n <= 4 ? few : ARENA_NEWN(&w->scratch, uint32_t, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = w->expr.at[e->arg[i]->id] - 1;
	switch (e->op) {
	case TIR_INT_IMM: return graph_write_int(w, e->type, e->u.i);
	case TIR_FLOAT_IMM: return write_float(w, graph_write_type(w, e->type), e->u.f);
	case TIR_STRING_IMM: return graph_write_string(w, e->u.str);
	case TIR_VAR: return graph_write_var(w, e->u.var);
	case TIR_CALL: return write_call(w, e, arg);
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF: return write_access(w, e, arg);
	case TIR_IF_THEN_ELSE: {
		uint32_t type = e->type.code == TIR_TYPE_HANDLE
		                        ? graph_pointer(w, TIR_VOID, "global")
		                        : graph_write_type(w, e->type);
		return new_call(w, type, write_op(w, "if_then_else"), arg, 3);
	}
	default: return write_fields(w, e, arg);
	}
}

uint32_t graph_write_expr(struct graph_writer *w, const struct tir_expr *root)
{
	uint32_t bottom = w->stack.n;
	if (w->expr.at[root->id])
		return w->expr.at[root->id] - 1;
	VEC_PUSH(&w->scratch, &w->stack, root);
	while (w->stack.n > bottom) {
		const struct tir_expr *e = w->stack.at[w->stack.n - 1];
		uint32_t before = w->stack.n;
		for (uint32_t i = e->n; i-- > 0 && !w->expr.at[e->id];)
			if (!w->expr.at[e->arg[i]->id])
				VEC_PUSH(&w->scratch, &w->stack, e->arg[i]);
		if (w->stack.n > before)
			continue;
		if (!w->expr.at[e->id])
			w->expr.at[e->id] = write_node(w, e) + 1;
		w->stack.n--;
	}
	return w->expr.at[root->id] - 1;
}
