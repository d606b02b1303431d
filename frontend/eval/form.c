/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/form.c: the calls of frontend/values/forms.def that are values. */
#include <float.h>

#include "frontend/internal.h"

/* The number of lanes of a vector to be made. */
static bool as_lanes(struct reader *r, const struct value *v, unsigned *out)
{
	int64_t n;
	if (!frontend_as_int(r, v, "the number of lanes", 2, TIR_MAX_LANES, &n))
		return false;
	*out = (unsigned)n;
	return true;
}

/* T.Cast never folds; the lanes stay. */
static struct value cast_node(struct reader *r, const struct args *a)
{
	struct tir_type t;
	char x[40], y[40];
	if (!frontend_as_dtype(r, a->arg[0], &t))
		return error_value(a->at);
	const struct tir_expr *e = frontend_as_expr(r, a->arg[1]);
	if (!e)
		return error_value(a->at);
	if (t.code >= TIR_TYPE_HANDLE || e->type.code >= TIR_TYPE_HANDLE ||
	        t.lanes != e->type.lanes) {
		frontend_fail(r, a->at, "%s cannot be cast to %s", tir_type_name(e->type, x),
		        tir_type_name(t, y));
		return error_value(a->at);
	}
	return expr_value(tir_cast(r->m, t, e), a->at);
}

/* T.cast folds constants and does nothing to what has the type. */
static struct value cast_helper(struct reader *r, const struct args *a)
{
	const struct value *v = a->arg[0], *dtype = a->arg[1];
	struct span at = a->at;
	struct tir_type t;
	if (!frontend_as_dtype(r, dtype, &t))
		return error_value(at);
	if (v->kind == V_FLOAT && tir_is_integral(t)) {
		const struct tir_expr *e = frontend_as_expr(r, v);
		return expr_value(e ? frontend_cast_to(r, e, t, at) : NULL, at);
	}
	if (frontend_is_python_number(v))
		return expr_value(frontend_literal(r, v, t), at);
	return expr_value(frontend_converted(r, v, t), at);
}

static struct value select_node(struct reader *r, const struct args *a)
{
	const struct tir_expr *c = frontend_as_expr(r, a->arg[0]),
	                      *x = frontend_as_expr(r, a->arg[1]),
	                      *y = frontend_as_expr(r, a->arg[2]);
	char bx[40], by[40];
	if (!c || !x || !y)
		return error_value(a->at);
	if (c->type.code != TIR_TYPE_BOOL ||
	        (c->type.lanes != 1 && c->type.lanes != x->type.lanes)) {
		frontend_fail(r, a->arg[0]->at, "condition must be a bool, not %s",
		        tir_type_name(c->type, bx));
		return error_value(a->at);
	}
	if (!tir_type_eq(x->type, y->type) || x->type.code == TIR_TYPE_VOID) {
		frontend_fail(r, a->at, "the arms have different types, %s and %s",
		        tir_type_name(x->type, bx), tir_type_name(y->type, by));
		return error_value(a->at);
	}
	return expr_value(tir_select(r->m, TIR_SELECT, c, x, y), a->at);
}

static struct value ramp(struct reader *r, const struct args *a)
{
	const struct tir_expr *base = frontend_as_expr(r, a->arg[0]),
	                      *stride = frontend_as_expr(r, a->arg[1]);
	unsigned lanes;
	if (!base || !stride || !as_lanes(r, a->arg[2], &lanes))
		return error_value(a->at);
	if (!tir_is_int(base->type) || !tir_is_int(stride->type) || base->type.lanes != 1 ||
	        stride->type.lanes != 1) {
		frontend_fail(r, a->at, "base and stride of T.Ramp must be scalar integers");
		return error_value(a->at);
	}
	if (!(stride = frontend_cast_to(r, stride, base->type, a->at)))
		return error_value(a->at);
	return expr_value(tir_ramp(r->m, base, stride, lanes), a->at);
}

static struct value broadcast(struct reader *r, const struct args *a)
{
	const struct tir_expr *e = frontend_as_expr(r, a->arg[0]);
	unsigned lanes;
	if (!e || !as_lanes(r, a->arg[1], &lanes))
		return error_value(a->at);
	if (e->type.lanes != 1 || e->type.code >= TIR_TYPE_HANDLE) {
		frontend_fail(r, a->at, "T.Broadcast takes a scalar number");
		return error_value(a->at);
	}
	return expr_value(tir_broadcast(r->m, e, lanes), a->at);
}

/* T.Shuffle([vectors], [lanes]) */
static struct value shuffle(struct reader *r, const struct args *a)
{
	const struct value *vs = a->arg[0], *is = a->arg[1];
	bool lists = (vs->kind == V_LIST || vs->kind == V_TUPLE) &&
	             (is->kind == V_LIST || is->kind == V_TUPLE);
	if (!lists || vs->n == 0 || is->n == 0 || is->n > TIR_MAX_LANES || vs->n > MAX_ARGS / 2) {
		frontend_fail(r, a->at,
		        "T.Shuffle takes a list of vectors and one of at most %d lanes",
		        TIR_MAX_LANES);
		return error_value(a->at);
	}
	const struct tir_expr **e = ARENA_NEWN(r->scratch, const struct tir_expr *, vs->n + is->n);
	uint64_t lanes = 0;
	for (uint32_t i = 0; i < vs->n; i++) {
		if (!(e[i] = frontend_as_expr(r, &vs->item[i])))
			return error_value(a->at);
		lanes += e[i]->type.lanes;
		if (!tir_type_eq(tir_lanes(e[i]->type, 1), tir_lanes(e[0]->type, 1)) ||
		        e[i]->type.code >= TIR_TYPE_HANDLE) {
			frontend_fail(r, vs->item[i].at, "the vectors of T.Shuffle differ in type");
			return error_value(a->at);
		}
	}
	for (uint32_t i = 0; i < is->n; i++) {
		int64_t k;
		if (!frontend_as_int(r, &is->item[i], "a lane", 0, (wide)lanes - 1, &k))
			return error_value(a->at);
		e[vs->n + i] = tir_int(r->m, TIR_INT32, k);
	}
	struct tir_type t = tir_lanes(e[0]->type, is->n);
	return expr_value(tir_make(r->m, TIR_SHUFFLE, t, vs->n, vs->n + is->n, e), a->at);
}

/* ---- Let --------------------------------------------------------------------------------*/

/* ---- What TVM's reader expands ----------------------------------------------------------*/
static struct value absolute(struct reader *r, const struct args *a)
{
	const struct value *x = a->arg[0];
	struct value zero = {.kind = V_INT, .at = a->at};
	if (frontend_is_python_number(x)) {
		bool minus = frontend_as_double(x) < 0;
		return minus ? frontend_unary(r, P_SUB, x, a->at) : *x;
	}
	const struct tir_expr *e = frontend_as_expr(r, x);
	if (!e)
		return error_value(a->at);
	struct value v = expr_value(e, a->at);
	if (!tir_is_int(e->type))
		return frontend_call_builtin(r, TIR_BUILTIN_FABS, &v, 1, a->at);
	if (e->type.code == TIR_TYPE_UINT)
		return v;
	const struct tir_expr *z = frontend_literal(r, &zero, e->type);
	const struct tir_expr *positive = tir_binary(r->m, TIR_GE, e, z);
	const struct tir_expr *minus = frontend_fold(r, TIR_SUB, z, e, a->at);
	if (e->op == TIR_INT_IMM)
		return expr_value(e->u.i >= 0 ? e : minus, a->at);
	return expr_value(minus ? tir_select(r->m, TIR_SELECT, positive, e, minus) : NULL, a->at);
}

static struct value isinf_form(struct reader *r, const struct args *a)
{
	struct value nan = frontend_call_builtin(r, TIR_BUILTIN_ISNAN, a->arg[0], 1, a->at);
	struct value abs = frontend_call_builtin(r, TIR_BUILTIN_FABS, a->arg[0], 1, a->at);
	if (nan.kind == V_ERROR || abs.kind == V_ERROR)
		return error_value(a->at);
	const struct tir_expr *inf = tir_float(r->m, tir_lanes(abs.e->type, 1), __builtin_inf());
	if (abs.e->type.lanes > 1)
		inf = tir_broadcast(r->m, inf, abs.e->type.lanes);
	struct value equal = expr_value(tir_binary(r->m, TIR_EQ, abs.e, inf), a->at);
	struct value number = expr_value(tir_unary(r->m, TIR_NOT, nan.e), a->at);
	return frontend_logical(r, TIR_AND, &equal, &number);
}

static struct value isfinite_form(struct reader *r, const struct args *a)
{
	struct value inf = isinf_form(r, a);
	struct value nan = frontend_call_builtin(r, TIR_BUILTIN_ISNAN, a->arg[0], 1, a->at);
	if (inf.kind == V_ERROR || nan.kind == V_ERROR)
		return error_value(a->at);
	struct value finite = expr_value(tir_unary(r->m, TIR_NOT, inf.e), a->at);
	struct value number = expr_value(tir_unary(r->m, TIR_NOT, nan.e), a->at);
	return frontend_logical(r, TIR_AND, &finite, &number);
}

/* (a + b - 1) // b */
static struct value ceildiv(struct reader *r, const struct args *a)
{
	struct value one = {.kind = V_INT, .i = 1, .at = a->at};
	struct value sum = frontend_binary(r, TIR_ADD, a->arg[0], a->arg[1]);
	sum = frontend_binary(r, TIR_SUB, &sum, &one);
	return frontend_binary(r, TIR_FLOORDIV, &sum, a->arg[1]);
}

static struct value limit(struct reader *r, const struct args *a)
{
	enum form f = a->form;
	struct tir_type t;
	struct value v = {.kind = V_INT, .at = a->at};
	if (!frontend_as_dtype(r, a->arg[0], &t))
		return error_value(a->at);
	double most = t.bits == 64 ? DBL_MAX : t.bits == 32 ? (double)FLT_MAX : 65504.0;
	if (f == F_infinity && tir_is_float(t) && t.lanes == 1)
		return expr_value(tir_float(r->m, t, __builtin_inf()), a->at);
	if (f != F_infinity && t.code == TIR_TYPE_FLOAT && t.lanes == 1)
		return expr_value(tir_float(r->m, t, f == F_max_value ? most : -most), a->at);
	if (f == F_infinity || !tir_is_integral(t) || t.lanes != 1) {
		frontend_fail(r, a->at, "T.%s is not known of this type", frontend_forms[f].name);
		return error_value(a->at);
	}
	bool is_signed = t.code == TIR_TYPE_INT;
	wide top = (wide)1 << (t.bits - is_signed);
	v.i = f == F_max_value ? top - 1 : is_signed ? -top : 0;
	return expr_value(frontend_literal(r, &v, t), a->at);
}

/* ---- Memory -----------------------------------------------------------------------------*/

/* Of an element; a buffer alone is its first one. */
static struct value address_of(struct reader *r, const struct args *a)
{
	const struct value *v = a->arg[0];
	if (v->kind == V_BUFFER) {
		const struct tir_expr *first[TIR_MAX_RANK];
		for (uint32_t i = 0; i < v->buffer->ndim; i++)
			first[i] = tir_int(r->m, v->buffer->shape[i]->type, 0);
		return expr_value(tir_access(r->m, TIR_ADDRESS_OF, v->buffer, v->buffer->ndim,
		                          first),
		        a->at);
	}
	const struct tir_expr *e = frontend_as_expr(r, v);
	if (e && e->op != TIR_LOAD) {
		frontend_fail(r, v->at, "only an element of a buffer has an address");
		return error_value(a->at);
	}
	return expr_value(e ? tir_access(r->m, TIR_ADDRESS_OF, e->u.buffer, e->n, e->arg) : NULL,
	        a->at);
}

/* Calls that attributes keep. */
static struct value kept(struct reader *r, const struct args *a)
{
	if (a->form != F_target)
		return (struct value){.kind = V_TEXT, .at = a->at};
	struct value *item = ARENA_NEWN(r->scratch, struct value, 2);
	bool host = a->arg[1] && a->arg[1]->kind != V_NONE;
	const char *const words[] = {"target", "host"};
	for (uint32_t i = 0; i < 1U + host; i++) {
		const struct value *v = a->arg[i];
		if (v->kind != V_STRING && v->kind != V_DICT && (v->kind != V_KEPT || i == 0)) {
			frontend_fail(r, v->at, "a %s is a string or a dictionary, not %s",
			        words[i], frontend_value_name(v));
			return error_value(a->at);
		}
		item[i] = *v;
		item[i].keyword = i ? frontend_symbol_of(&r->symbols, "host", 4) + 1 : 0;
	}
	return (struct value){.kind = V_KEPT,
	        .at = a->at,
	        .form = (uint16_t)a->form,
	        .item = item,
	        .n = 1U + host};
}

static struct value conditional(struct reader *r, const struct args *a)
{
	return frontend_conditional(r, a->arg[0], a->arg[1], a->arg[2], a->at);
}

static struct value let(struct reader *r, const struct args *a)
{
	return frontend_let_value(r, a->arg[0], a->arg[1], a->at);
}

/* The intrinsic's name is what lowering wants. */
static struct value intrinsic_name(struct reader *r, const struct args *a)
{
	(void)r;
	return *a->arg[0];
}

/* Those that are values; the others a statement knows. */
typedef struct value call_form(struct reader *r, const struct args *a);
static call_form *const values[NFORMS] = {
        [F_Cast] = cast_node,
        [F_cast] = cast_helper,
        [F_Select] = select_node,
        [F_if_then_else] = conditional,
        [F_Ramp] = ramp,
        [F_ramp] = ramp,
        [F_Broadcast] = broadcast,
        [F_broadcast] = broadcast,
        [F_Shuffle] = shuffle,
        [F_shuffle] = shuffle,
        [F_Let] = let,
        [F_ceildiv] = ceildiv,
        [F_abs] = absolute,
        [F_isinf] = isinf_form,
        [F_isfinite] = isfinite_form,
        [F_min_value] = limit,
        [F_max_value] = limit,
        [F_infinity] = limit,
        [F_masked_load] = frontend_masked_load,
        [F_address_of] = address_of,
        [F_Ptr] = frontend_older_type,
        [F_ptr] = frontend_older_type,
        [F_var] = frontend_older_type,
        [F_buffer_var] = frontend_older_type,
        [F_load] = frontend_older_load,
        [F_llvm_lookup_intrinsic_id] = intrinsic_name,
        [F_comm_reducer] = kept,
        [F_index_map] = kept,
        [F_target] = kept,
};

struct value frontend_call_form(struct reader *r, enum form f, const struct args *a)
{
	return values[f] ? values[f](r, a) : error_value(a->at);
}
