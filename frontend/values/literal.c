/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/literal.c: Python values as constants, types, numbers and strings (tirscript 4.3, 4.5).
 *
 * Keeps   a float constant the double it was written as: rounding is the evaluation's. */
#include <float.h>
#include <math.h>

#include "frontend/internal.h"

bool frontend_no_buffer(struct reader *r, const struct value *v, const char *what)
{
	const struct tir_expr *e = v->kind == V_EXPR ? v->e : NULL;
	if (e && e->op == TIR_VAR && e->type.code == TIR_TYPE_HANDLE)
		return frontend_fail(r, v->at,
		        "'%s' is a handle; T.match_buffer(%s, SHAPE, TYPE) makes a buffer of it",
		        e->u.var->name, e->u.var->name);
	if (e && e->op == TIR_LOAD)
		return frontend_fail(r, v->at,
		        "an element cannot be %s; write A[i, j] for several dimensions", what);
	return frontend_fail(r, v->at, "%s cannot be %s", frontend_value_name(v), what);
}

const char *frontend_value_name(const struct value *v)
{
	switch ((enum value_kind)v->kind) {
	case V_ERROR: return "an error";
	case V_EXPR:
	case V_SCALAR: return "an expression";
	case V_INT: return "an integer";
	case V_FLOAT: return "a float";
	case V_BOOL: return "a bool";
	case V_STRING: return "a string";
	case V_NONE: return "None";
	case V_TUPLE: return "a tuple";
	case V_LIST: return "a list";
	case V_DICT: return "a dictionary";
	case V_SLICE: return "a slice";
	case V_TYPE: return "a type";
	case V_DECL: return "a declaration";
	case V_BUFFER: return "a buffer";
	case V_DECLARED: return "a variable without a value";
	case V_KNOWN:
	case V_MODULE:
	case V_FUNC:
	case V_METHOD:
	case V_RANGE: return "a function that is not called";
	case V_FORM:
	case V_VIEW:
	case V_KEPT: return "a call that is no value";
	case V_SPREAD: return "*SEQUENCE";
	case V_TEXT: return "a lambda";
	}
	return "nothing";
}

bool frontend_is_python_number(const struct value *v)
{
	return v->kind == V_INT || v->kind == V_FLOAT || v->kind == V_BOOL;
}

double frontend_as_double(const struct value *v)
{
	return v->kind == V_FLOAT ? v->f : v->kind == V_BOOL ? (double)(v->i != 0) : (double)v->i;
}

bool frontend_fits(struct tir_type t, wide v)
{
	if (t.code == TIR_TYPE_BOOL)
		return v == 0 || v == 1;
	wide low = t.code == TIR_TYPE_INT ? -((wide)1 << (t.bits - 1)) : 0;
	wide high = t.code == TIR_TYPE_INT ? ((wide)1 << (t.bits - 1)) - 1
	                                   : ((wide)1 << t.bits) - 1;
	return v >= low && v <= high;
}

/* The largest finite value, or infinity where none is too large for a double. */
static double largest(struct tir_type t)
{
	if (t.code != TIR_TYPE_FLOAT)
		return INFINITY;
	return t.bits == 16 ? 65504.0 : t.bits == 32 ? (double)FLT_MAX : INFINITY;
}

/* A constant of a float type; NULL after an error. */
const struct tir_expr *frontend_constant(struct reader *r, struct tir_type t, double f,
        struct span at)
{
	char buf[40];
	if (isfinite(f) && fabs(f) > largest(t)) {
		frontend_fail(r, at, "constant is too large for %s", tir_type_name(t, buf));
		return NULL;
	}
	return tir_float(r->m, t, f);
}

static const struct tir_expr *int_constant(struct reader *r, struct tir_type t, wide v,
        struct span at)
{
	char buf[40];
	if (frontend_fits(t, v))
		return tir_int(r->m, t, (int64_t)(uint64_t)v);
	frontend_fail(r, at, "constant does not fit %s", tir_type_name(t, buf));
	return NULL;
}

const struct tir_expr *frontend_literal(struct reader *r, const struct value *v, struct tir_type t)
{
	struct tir_type elem = tir_lanes(t, 1);
	const struct tir_expr *e;
	char buf[40];
	if (tir_is_float(elem)) {
		e = frontend_constant(r, elem, frontend_as_double(v), v->at);
	} else if (tir_is_integral(elem) && v->kind != V_FLOAT) {
		e = int_constant(r, elem, v->i, v->at);
	} else {
		frontend_fail(r, v->at, "%s is no constant of type %s", frontend_value_name(v),
		        tir_type_name(elem, buf));
		return NULL;
	}
	return e && t.lanes > 1 ? tir_broadcast(r->m, e, t.lanes) : e;
}

const struct tir_expr *frontend_scalar_load(struct reader *r, struct tir_buffer *b)
{
	const struct tir_expr *zero = tir_int(r->m, TIR_INT32, 0);
	return tir_access(r->m, TIR_LOAD, b, 1, &zero);
}

const struct tir_expr *frontend_as_expr(struct reader *r, const struct value *v)
{
	char name[40];
	switch ((enum value_kind)v->kind) {
	case V_EXPR: return v->e;
	case V_ERROR: return NULL;
	case V_SCALAR: return frontend_scalar_load(r, v->buffer);
	case V_INT:
		return int_constant(r, frontend_fits(TIR_INT32, v->i) ? TIR_INT32 : TIR_INT64, v->i,
		        v->at);
	case V_FLOAT: return frontend_constant(r, TIR_F32, v->f, v->at);
	case V_BOOL: return tir_int(r->m, TIR_BOOL, v->i != 0);
	case V_BUFFER: /* what T.allocate gave was a pointer */
		if (r->dialect <= D2 && v->buffer->kind == TIR_BUFFER_ALLOC)
			return tir_buffer_data(r->m, v->buffer);
		break;
	case V_STRING: return tir_string(r->m, v->str);
	case V_DECLARED: {
		const struct entity *d = &r->entities.at[v->entity];
		return d->var->expr; /* eval has put it among the loose ones */
	}
	case V_TYPE:
		if (v->is_string)
			return tir_string(r->m, tir_type_name(v->type, name));
		break;
	case V_NONE:
	case V_ANY_COLLECTION:
	case V_DECL:
	case V_ANY_CALLABLE:
	case V_ANY_OTHER: break;
	}
	if (v->kind == V_BUFFER)
		frontend_fail(r, v->at,
		        "expected an expression, not a buffer; A[i] is an element, A.data the "
		        "pointer "
		        "to the first");
	else
		frontend_fail(r, v->at, "expected an expression, not %s", frontend_value_name(v));
	return NULL;
}

bool frontend_as_int(struct reader *r, const struct value *v, const char *what, wide min, wide max,
        int64_t *out)
{
	wide i = 0;
	if (v->kind == V_ERROR)
		return false;
	if (v->kind == V_INT)
		i = v->i;
	else if (v->kind == V_EXPR && v->e->op == TIR_INT_IMM)
		i = v->e->type.code == TIR_TYPE_INT ? (wide)v->e->u.i : (wide)(uint64_t)v->e->u.i;
	else
		return frontend_fail(r, v->at, "%s must be a constant integer, not %s", what,
		        frontend_value_name(v));
	if (i < min || i > max)
		return frontend_fail(r, v->at, "%s must be at least %lld and at most %lld", what,
		        (long long)min, (long long)max);
	*out = (int64_t)i;
	return true;
}

bool frontend_as_string(struct reader *r, const struct value *v, const char *what, const char **out)
{
	if (v->kind != V_STRING)
		return v->kind != V_ERROR && frontend_fail(r, v->at, "%s must be a string, not %s",
		                                     what, frontend_value_name(v));
	*out = v->str;
	return true;
}

/* Integers of 8, 16, 32 or 64 bits; uint1 is how TVM spelt bool before 0.23. */
static bool usual_width(struct reader *r, const struct value *v, struct tir_type *t)
{
	if (t->code == TIR_TYPE_UINT && t->bits == 1)
		*t = tir_lanes(TIR_BOOL, t->lanes);
	return frontend_has_usual_width(*t) ||
	       frontend_refuse(r, v->at,
	               "integers of %u bits are not supported; keep them in int8, or packed in "
	               "uint8 and unpacked by >> and &",
	               t->bits);
}

bool frontend_as_dtype(struct reader *r, const struct value *v, struct tir_type *out)
{
	if (v->kind == V_TYPE || v->kind == V_DECL) {
		*out = v->type;
		return true;
	}
	if (v->kind == V_ERROR)
		return false;
	if (v->kind != V_STRING)
		return frontend_fail(r, v->at, "expected a type, not %s", frontend_value_name(v));
	if (tir_type_parse(v->str, strlen(v->str), out))
		return usual_width(r, v, out);
	if (strstr(v->str, "xvscale"))
		return frontend_fail(r, v->at, "vectors of a scalable length are not read");
	return frontend_suggest_type(r, v->at, v->str);
}
