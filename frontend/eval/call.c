/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/call.c: who is called, and which argument is which parameter. */
#include "frontend/internal.h"

/* ---- Arguments --------------------------------------------------------------------------*/

/* ---- Types ------------------------------------------------------------------------------*/
/* T.float32("inf") */
static struct value special_float(struct reader *r, struct tir_type t, const struct value *v)
{
	bool minus = v->str[0] == '-';
	double f = 0;
	if (!strcmp(v->str + minus, "inf"))
		f = minus ? -__builtin_inf() : __builtin_inf();
	else if (!strcmp(v->str, "nan"))
		f = __builtin_nan("");
	if (f == 0 || !tir_is_float(t)) {
		frontend_fail(r, v->at, "'%s' is no constant", v->str);
		return error_value(v->at);
	}
	const struct tir_expr *e = tir_float(r->m, tir_lanes(t, 1), f);
	return expr_value(t.lanes > 1 ? tir_broadcast(r->m, e, t.lanes) : e, v->at);
}

/* T.int32(3), T.int32(e), and T.int32() alone: a variable to be named. */
static struct value call_type(struct reader *r, const struct value *callee, const struct value *v,
        uint32_t n, struct span at)
{
	struct tir_type t = callee->type;
	bool size_var = n == 1 && v->keyword && v->kind == V_BOOL;
	if (t.code == TIR_TYPE_HANDLE)
		return frontend_pointer_type(r, v, n, at);
	if (n == 0 || size_var)
		return (struct value){
		        .kind = V_DECL, .at = at, .type = t, .elem = TIR_VOID, .scope = "global"};
	if (n != 1 || t.code == TIR_TYPE_VOID) {
		frontend_fail(r, at, "a type takes one argument, not %u", n);
		return error_value(at);
	}
	if (v->keyword && strcmp(sym_name(r, v->keyword - 1), "expr") != 0) {
		frontend_fail(r, v->at, "argument '%s' cannot be given by name here",
		        sym_name(r, v->keyword - 1));
		return error_value(at);
	}
	if (v->kind == V_STRING)
		return special_float(r, t, v);
	bool truncates = v->kind == V_FLOAT && tir_is_integral(t);
	if (frontend_is_python_number(v) && !truncates)
		return expr_value(frontend_literal(r, v, t), at);
	const struct tir_expr *e = frontend_as_expr(r, v);
	if (e && e->type.lanes == 1 && t.lanes > 1 && e->type.code < TIR_TYPE_HANDLE) {
		e = frontend_cast_to(r, e, tir_lanes(t, 1), at);
		return expr_value(e ? tir_broadcast(r->m, e, t.lanes) : NULL, at);
	}
	return expr_value(e ? frontend_converted(r, v, t) : NULL, at);
}

/* ---- Callees ----------------------------------------------------------------------------*/
/* The node of one or two operands, in their order. */
static struct value node_of(struct reader *r, const struct known *k, const struct value *v,
        uint32_t n, struct span at)
{
	enum tir_op op = (enum tir_op)k->index;
	if (k->kind == K_HELPER)
		return frontend_helper(r, op, &v[0], &v[1], at);
	if (k->kind == K_BITS)
		return frontend_bit_function(r, op, &v[0], n > 1 ? &v[1] : NULL, at);
	const struct tir_expr *a = frontend_as_expr(r, &v[0]),
	                      *b = n > 1 ? frontend_as_expr(r, &v[1]) : NULL;
	if (!a || (n > 1 && !b))
		return error_value(at);
	return expr_value(frontend_checked(r, op, a, b, at), at);
}

static struct value call_node(struct reader *r, const struct known *k, const struct value *v,
        uint32_t n, struct span at)
{
	enum tir_op op = (enum tir_op)k->index;
	uint32_t arity = (uint32_t)tir_ops[op].arity;
	if (n != arity) {
		frontend_fail(r, at, "T.%s takes %u arguments, not %u", k->name, arity, n);
		return error_value(at);
	}
	bool bits = k->kind == K_BITS;
	struct form_info f = {k->name,
	        n == 1 ? bits ? "x" : "a"
	        : bits ? "x y"
	               : "a b",
	        (uint8_t)n, false};
	struct args a;
	if (!frontend_bind_args(r, &f, v, n, at, &a))
		return error_value(at);
	struct value both[2] = {*a.arg[0], n > 1 ? *a.arg[1] : *a.arg[0]};
	return node_of(r, k, both, n, at);
}

static struct value call_known(struct reader *r, const struct known *k, const struct value *v,
        uint32_t n, struct span at)
{
	struct args a;
	v = frontend_older_arguments(r, k, v, &n);
	switch (k->kind) {
	case K_FORM:
		if (k->index == F_let && n == 3)
			return frontend_older_let(r, v, at);
		if (frontend_forms[k->index].later)
			return (struct value){.kind = V_FORM,
			        .at = at,
			        .form = (uint16_t)k->index,
			        .item = frontend_copy_values(r, v, n),
			        .n = n};
		if (!frontend_bind_args(r, &frontend_forms[k->index], v, n, at, &a))
			return error_value(at);
		return frontend_call_form(r, (enum form)k->index, &a);
	case K_NODE:
	case K_HELPER:
	case K_BITS: return call_node(r, k, v, n, at);
	case K_BUILTIN: return frontend_call_builtin(r, (enum tir_builtin)k->index, v, n, at);
	case K_TYPE:
	case K_REFUSED: break;
	}
	return error_value(at);
}

/* Module.f(...) */
static struct value call_func(struct reader *r, const struct tir_func *f, const struct value *v,
        uint32_t n, struct span at)
{
	const struct tir_expr **e = frontend_as_exprs(r, v, n);
	if (!e)
		return error_value(at);
	const struct tir_expr *c = tir_call(r->m, TIR_BUILTIN_CALL_GLOBAL, f->name, f->ret, n, e);
	VEC_PUSH(r->scratch, &r->called, ((struct called){f, c, at}));
	return expr_value(c, at);
}

struct value frontend_call(struct reader *r, const struct value *callee, const struct value *v,
        uint32_t n, struct span at)
{
	for (uint32_t i = 0; i < n; i++)
		if (v[i].kind == V_ERROR)
			return error_value(at);
	if (n > MAX_ARGS) {
		frontend_fail(r, at, "a call of more than %d arguments", MAX_ARGS);
		return error_value(at);
	}
	switch ((enum value_kind)callee->kind) {
	case V_ERROR: return error_value(at);
	case V_TYPE: return call_type(r, callee, v, n, at);
	case V_KNOWN: return call_known(r, callee->known, v, n, at);
	case V_METHOD: return frontend_call_method(r, callee, v, n, at);
	case V_FUNC: return call_func(r, callee->func, v, n, at);
	case V_RANGE:
		return (struct value){.kind = V_FORM,
		        .at = at,
		        .form = F_range,
		        .item = frontend_copy_values(r, v, n),
		        .n = n};
	case V_EXPR:
	case V_ANY_NUMBER:
	case V_STRING:
	case V_NONE:
	case V_ANY_COLLECTION:
	case V_DECL:
	case V_ANY_MEMORY:
	case V_DECLARED:
	case V_ANY_OTHER: break;
	}
	frontend_fail(r, callee->at, "%s cannot be called", frontend_value_name(callee));
	return error_value(at);
}
