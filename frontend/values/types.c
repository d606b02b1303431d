/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/types.c: promotion, and the operators with the types they take (tirscript 4.3).
 *
 * Idea.   An operator makes both operands one type, checks that it takes it, and folds; a
 *         constructor (T.Add) only checks. */
#include "frontend/internal.h"

static struct tir_type element(struct tir_type t)
{
	return tir_lanes(t, 1);
}

static bool no_match(struct reader *r, struct span at, struct tir_type a, struct tir_type b)
{
	char x[40], y[40];
	return frontend_fail(r, at, "operands of types %s and %s do not go together",
	        tir_type_name(a, x), tir_type_name(b, y));
}

/* ---- Casts ------------------------------------------------------------------------------*/
/* A constant in another type, as TVM's cast folds it; NULL: it is none, or *bad. */
static const struct tir_expr *cast_constant(struct reader *r, const struct tir_expr *e,
        struct tir_type t, struct span at, bool *bad)
{
	struct value v = {.kind = V_INT, .at = at};
	if (e->op == TIR_INT_IMM) {
		v.i = e->type.code == TIR_TYPE_INT ? (wide)e->u.i : (wide)(uint64_t)e->u.i;
	} else if (e->op == TIR_FLOAT_IMM) {
		v.kind = V_FLOAT;
		v.f = e->u.f;
	} else {
		return NULL;
	}
	if (tir_is_float(t) && v.kind == V_FLOAT && !(v.f - v.f == 0))
		return tir_float(r->m, t, v.f); /* infinity and NaN fit every type */
	if (tir_is_integral(t) && v.kind == V_FLOAT) {
		if (!(v.f > -9.3e18 && v.f < 1.9e19))
			return NULL; /* undefined: left to run time */
		v.kind = V_INT;
		v.i = (wide)v.f;
	}
	if (t.code == TIR_TYPE_BOOL)
		v.i = v.i != 0;
	const struct tir_expr *c = frontend_literal(r, &v, t);
	*bad = !c;
	return c;
}

const struct tir_expr *frontend_cast_to(struct reader *r, const struct tir_expr *e,
        struct tir_type t, struct span at)
{
	bool bad = false;
	if (tir_type_eq(e->type, t))
		return e;
	const struct tir_expr *c = t.lanes == 1 ? cast_constant(r, e, t, at, &bad) : NULL;
	if (c || bad)
		return c;
	if (e->op == TIR_BROADCAST) {
		c = frontend_cast_to(r, e->arg[0], element(t), at);
		return c ? tir_broadcast(r->m, c, t.lanes) : NULL;
	}
	if (e->op == TIR_RAMP && tir_is_int(t) && t.code == e->type.code &&
	        t.bits >= e->type.bits) {
		c = frontend_cast_to(r, e->arg[0], element(t), at);
		const struct tir_expr *s = frontend_cast_to(r, e->arg[1], element(t), at);
		return c && s ? tir_ramp(r->m, c, s, t.lanes) : NULL;
	}
	return tir_cast(r->m, t, e);
}

/* ---- Promotion --------------------------------------------------------------------------*/
/* Among floats the greater wins: float by width, then bfloat16, then the others. */
const struct tir_expr *frontend_converted(struct reader *r, const struct value *v,
        struct tir_type t)
{
	bool direct = v->kind == V_INT || v->kind == V_BOOL ||
	              (v->kind == V_FLOAT && tir_is_float(t));
	if (direct && t.lanes == 1 && t.code < TIR_TYPE_HANDLE)
		return frontend_literal(r, v, t);
	const struct tir_expr *e = frontend_as_expr(r, v);
	char from[40], to[40];
	if (!e || tir_type_eq(e->type, t))
		return e;
	if (e->type.lanes != t.lanes || e->type.code >= TIR_TYPE_HANDLE ||
	        t.code >= TIR_TYPE_HANDLE) {
		frontend_fail(r, v->at, "a value of type %s where %s is wanted",
		        tir_type_name(e->type, from), tir_type_name(t, to));
		return NULL;
	}
	return frontend_cast_to(r, e, t, v->at);
}

static int float_rank(struct tir_type t)
{
	if (t.code == TIR_TYPE_FLOAT)
		return 100 + t.bits;
	return t.code == TIR_TYPE_BFLOAT ? 90 : 50 + t.code;
}

/* The common type of two different element types. */
static struct tir_type common(struct tir_type a, struct tir_type b)
{
	if (tir_is_float(a) && tir_is_float(b))
		return float_rank(a) >= float_rank(b) ? a : b;
	if (tir_is_float(a) || tir_is_float(b))
		return tir_is_float(a) ? a : b;
	if (a.code == TIR_TYPE_BOOL || b.code == TIR_TYPE_BOOL)
		return a.code == TIR_TYPE_BOOL ? b : a;
	if (a.bits != b.bits)
		return a.bits > b.bits ? a : b;
	return a.code == TIR_TYPE_UINT ? a : b;
}

bool frontend_promote(struct reader *r, struct span at, const struct tir_expr **a,
        const struct tir_expr **b)
{
	struct tir_type x = (*a)->type, y = (*b)->type;
	if (tir_type_eq(x, y))
		return true;
	if (x.code >= TIR_TYPE_HANDLE || y.code >= TIR_TYPE_HANDLE ||
	        (x.lanes != y.lanes && x.lanes != 1 && y.lanes != 1))
		return no_match(r, at, x, y);
	struct tir_type t = element(x);
	if (!tir_type_eq(t, element(y)))
		t = common(t, element(y));
	unsigned lanes = x.lanes > y.lanes ? x.lanes : y.lanes;
	if (!(*a = frontend_cast_to(r, *a, tir_lanes(t, x.lanes), at)) ||
	        !(*b = frontend_cast_to(r, *b, tir_lanes(t, y.lanes), at)))
		return false;
	if (x.lanes < lanes)
		*a = tir_broadcast(r->m, *a, lanes);
	if (y.lanes < lanes)
		*b = tir_broadcast(r->m, *b, lanes);
	return true;
}

/* ---- What an operator takes -------------------------------------------------------------*/
static bool is_bits(enum tir_op op)
{
	return op == TIR_BITAND || op == TIR_BITOR || op == TIR_BITXOR || op == TIR_SHL ||
	       op == TIR_SHR;
}

/* TVM has no arithmetic of bools. */
static bool takes(enum tir_op op, struct tir_type t)
{
	return tir_op_takes(op, t) &&
	       (t.code != TIR_TYPE_BOOL || tir_ops[op].takes != TIR_TAKES_NUMBERS);
}

static bool check_takes(struct reader *r, enum tir_op op, struct tir_type t, struct span at)
{
	char buf[40];
	const struct tir_opinfo *o = &tir_ops[op];
	bool infix = o->form == TIR_FORM_INFIX || o->form == TIR_FORM_PREFIX;
	bool truths = op == TIR_AND || op == TIR_OR || op == TIR_NOT;
	return takes(op, t) || frontend_fail(r, at, "'%s' does not take operands of type %s%s",
	                               infix ? o->text : o->node, tir_type_name(t, buf),
	                               truths ? "; compare them first, as in 'x != 0'" : "");
}

const struct tir_expr *frontend_checked(struct reader *r, enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b, struct span at)
{
	if (!check_takes(r, op, a->type, at))
		return NULL;
	if (!b)
		return tir_unary(r->m, op, a);
	if (!tir_type_eq(a->type, b->type)) {
		no_match(r, at, a->type, b->type);
		return NULL;
	}
	return tir_binary(r->m, op, a, b);
}

/* ---- Operators --------------------------------------------------------------------------*/
/* The operands of an operator that gives a literal the other's type. */
static bool liken(struct reader *r, const struct value *a, const struct value *b,
        const struct tir_expr **x, const struct tir_expr **y)
{
	bool number_a = frontend_is_python_number(a), number_b = frontend_is_python_number(b);
	if (number_a == number_b) {
		*x = frontend_as_expr(r, a);
		*y = frontend_as_expr(r, b);
	} else if (number_a) {
		*y = frontend_as_expr(r, b);
		*x = *y ? frontend_literal(r, a, (*y)->type) : NULL;
	} else {
		*x = frontend_as_expr(r, a);
		*y = *x ? frontend_literal(r, b, (*x)->type) : NULL;
	}
	return *x && *y;
}

static bool operands(struct reader *r, enum tir_op op, const struct value *a, const struct value *b,
        const struct tir_expr **x, const struct tir_expr **y)
{
	struct span at = join(a->at, b->at);
	bool equality = op == TIR_EQ || op == TIR_NE;
	if (a->kind == V_STRING || b->kind == V_STRING)
		return frontend_fail(r, a->kind == V_STRING ? a->at : b->at,
		        "a string is no operand of an operator");
	if (equality || is_bits(op)) {
		if (!liken(r, a, b, x, y))
			return false;
	} else {
		*x = frontend_as_expr(r, a);
		*y = frontend_as_expr(r, b);
		if (!*x || !*y)
			return false;
	}
	if (equality && !tir_type_eq(element((*x)->type), element((*y)->type)))
		return no_match(r, at, (*x)->type, (*y)->type);
	return frontend_promote(r, at, x, y);
}

struct value frontend_binary(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b)
{
	struct span at = join(a->at, b->at);
	const struct tir_expr *x, *y;
	if (a->kind == V_ERROR || b->kind == V_ERROR)
		return error_value(at);
	if (frontend_is_python_number(a) && frontend_is_python_number(b)) {
		struct value v = {.at = at};
		frontend_python_binary(r, op, a, b, &v);
		return v;
	}
	if (!operands(r, op, a, b, &x, &y) || !check_takes(r, op, x->type, at))
		return error_value(at);
	if (op == TIR_DIV && !tir_is_float(x->type) && r->dialect > D1) {
		frontend_fail(r, at, "'/' of integers is ambiguous: write // or T.truncdiv");
		return error_value(at);
	}
	return expr_value(frontend_fold(r, op, x, y, at), at);
}

struct value frontend_helper(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct span at)
{
	const struct tir_expr *x = frontend_as_expr(r, a), *y = frontend_as_expr(r, b);
	if (!x || !y || !frontend_promote(r, at, &x, &y) || !check_takes(r, op, x->type, at))
		return error_value(at);
	return expr_value(frontend_fold(r, op, x, y, at), at);
}

struct value frontend_bit_function(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b, struct span at)
{
	const struct tir_expr *x, *y = NULL;
	if (b ? !operands(r, op, a, b, &x, &y) : !(x = frontend_as_expr(r, a)))
		return error_value(at);
	if (y && !frontend_check_constant(r, op, y, at))
		return error_value(at);
	return expr_value(frontend_checked(r, op, x, y, at), at);
}

struct value frontend_logical(struct reader *r, enum tir_op op, const struct value *a,
        const struct value *b)
{
	struct span at = join(a->at, b->at);
	if (a->kind == V_BOOL && b->kind == V_BOOL) {
		bool truth = op == TIR_AND ? a->i && b->i : a->i || b->i;
		return (struct value){.kind = V_BOOL, .at = at, .i = truth};
	}
	const struct tir_expr *x = frontend_as_expr(r, a), *y = frontend_as_expr(r, b);
	if (!x || !y)
		return error_value(at);
	bool lanes = x->type.lanes > 1 || y->type.lanes > 1;
	if (lanes && x->type.code == TIR_TYPE_BOOL && y->type.code == TIR_TYPE_BOOL &&
	        !frontend_promote(r, at, &x, &y))
		return error_value(at);
	if (x->type.code == TIR_TYPE_BOOL && lanes)
		op = op == TIR_AND ? TIR_BITAND : TIR_BITOR;
	return expr_value(frontend_checked(r, op, x, y, at), at);
}

/* -x of TIR is x * -1. */
static struct value negated(struct reader *r, const struct value *a, struct span at)
{
	const struct tir_expr *e = frontend_as_expr(r, a);
	char buf[40];
	if (!e)
		return error_value(at);
	if (e->type.code != TIR_TYPE_INT && !tir_is_float(e->type)) {
		frontend_fail(r, at, "'-' does not take an operand of type %s",
		        tir_type_name(e->type, buf));
		return error_value(at);
	}
	struct value one = {.kind = V_INT, .i = -1, .at = at};
	const struct tir_expr *minus = frontend_literal(r, &one, e->type);
	return expr_value(minus ? frontend_fold(r, TIR_MUL, e, minus, at) : NULL, at);
}

struct value frontend_unary(struct reader *r, uint8_t op, const struct value *a, struct span at)
{
	struct value v = *a;
	bool integer = a->kind == V_INT || a->kind == V_BOOL;
	v.at = at;
	if (a->kind == V_ERROR)
		return v;
	if (op == KW_NOT && a->kind == V_BOOL) {
		v.i = !a->i;
	} else if (op == P_ADD && frontend_is_python_number(a)) {
		return v;
	} else if (op == P_SUB && a->kind == V_FLOAT) {
		v.f = -a->f;
	} else if ((op == P_SUB || op == P_BITNOT) && integer) {
		v.kind = V_INT;
		v.i = op == P_SUB ? -a->i : ~a->i;
	} else if (op == P_SUB) {
		return negated(r, a, at);
	} else if (op == P_ADD) {
		frontend_fail(r, at, "'+' before an expression is not TVMScript");
		return error_value(at);
	} else {
		const struct tir_expr *e = frontend_as_expr(r, a);
		enum tir_op node = op == P_BITNOT ? TIR_BITNOT : TIR_NOT;
		return expr_value(e ? frontend_checked(r, node, e, NULL, at) : NULL, at);
	}
	return v;
}

struct value frontend_conditional(struct reader *r, const struct value *c, const struct value *a,
        const struct value *b, struct span at)
{
	if (c->kind == V_BOOL)
		return c->i ? *a : *b;
	const struct tir_expr *cond = frontend_as_expr(r, c), *x = frontend_as_expr(r, a),
	                      *y = frontend_as_expr(r, b);
	char buf[40];
	if (!cond || !x || !y)
		return error_value(at);
	if (!tir_type_eq(cond->type, TIR_BOOL)) {
		frontend_fail(r, c->at, "condition must be a bool, not %s",
		        tir_type_name(cond->type, buf));
		return error_value(at);
	}
	if (x->type.code == TIR_TYPE_VOID || !frontend_promote(r, at, &x, &y)) {
		if (x->type.code == TIR_TYPE_VOID)
			frontend_fail(r, a->at, "this has no value");
		return error_value(at);
	}
	if (cond->op == TIR_INT_IMM)
		return expr_value(cond->u.i ? x : y, at);
	return expr_value(tir_select(r->m, TIR_IF_THEN_ELSE, cond, x, y), at);
}
