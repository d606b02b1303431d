/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/builtin.c: calls of the rows of tir/builtins.def: their arguments and types. */
#include <math.h>

#include "frontend/internal.h"

static bool check_count(struct reader *r, const struct tir_builtininfo *b, uint32_t n,
        struct span at)
{
	if (n >= (uint32_t)b->min && (b->max < 0 || n <= (uint32_t)b->max))
		return true;
	if (b->min == b->max)
		return fail(r, at, "T.%s takes %d argument%s, not %u", b->text, b->min,
		        b->min == 1 ? "" : "s", n);
	return fail(r, at, "T.%s takes at least %d argument%s, not %u", b->text, b->min,
	        b->min == 1 ? "" : "s", n);
}

/* Rounding of a constant is done at once, of an integer never (tirscript 4.4). */
static const struct tir_expr *rounded(struct reader *r, enum tir_builtin b,
        const struct tir_expr *e)
{
	bool rounds = b == TIR_BUILTIN_FLOOR || b == TIR_BUILTIN_CEIL || b == TIR_BUILTIN_TRUNC ||
	              b == TIR_BUILTIN_ROUND || b == TIR_BUILTIN_NEARBYINT;
	if (!rounds)
		return NULL;
	if (tir_is_int(e->type))
		return e;
	if (e->op != TIR_FLOAT_IMM)
		return NULL;
	double v = e->u.f, whole = floor(v);
	if (b == TIR_BUILTIN_CEIL)
		whole = ceil(v);
	else if (b == TIR_BUILTIN_TRUNC)
		whole = trunc(v);
	else if (b != TIR_BUILTIN_FLOOR) /* half to even, whatever the rounding mode is */
		whole += v - whole > 0.5 || (v - whole == 0.5 && fmod(whole, 2) != 0);
	return tir_float(r->m, e->type, copysign(whole, v));
}

/* Float functions of several operands: Python numbers become the first expression's type, pow
 * promotes. */
static bool match_floats(struct reader *r, enum tir_builtin b, const struct value *v, uint32_t n,
        const struct tir_expr **e, struct span at)
{
	const struct tir_expr *like = NULL;
	char x[40], y[40];
	if (b == TIR_BUILTIN_LDEXP)
		return true;
	if (b == TIR_BUILTIN_POW)
		return promote(r, at, &e[0], &e[1]);
	for (uint32_t i = 0; i < n && !like; i++)
		if (!is_python_number(&v[i]))
			like = e[i];
	for (uint32_t i = 0; i < n && like; i++)
		if (is_python_number(&v[i]) && !(e[i] = literal(r, &v[i], like->type)))
			return false;
	for (uint32_t i = 1; i < n; i++)
		if (!tir_type_eq(e[i]->type, e[0]->type))
			return fail(r, at, "operands of types %s and %s do not go together",
			        tir_type_name(e[0]->type, x), tir_type_name(e[i]->type, y));
	return true;
}

/* What TVM's code generator relies on and does not check. */
static bool check_operands(struct reader *r, enum tir_builtin b, uint32_t n,
        const struct tir_expr *const *e, struct span at)
{
	const struct tir_builtininfo *info = &tir_builtins[b];
	char buf[40];
	if (info->is_float && n && !tir_is_float(e[0]->type))
		return fail(r, at, "T.%s does not take an operand of type %s", info->text,
		        tir_type_name(e[0]->type, buf));
	if ((b == TIR_BUILTIN_POPCOUNT || b == TIR_BUILTIN_CLZ) && !tir_is_int(e[0]->type))
		return fail(r, at, "T.%s does not take an operand of type %s", info->text,
		        tir_type_name(e[0]->type, buf));
	if (b == TIR_BUILTIN_LDEXP &&
	        (!tir_is_int(e[1]->type) || e[1]->type.lanes != e[0]->type.lanes))
		return fail(r, at, "the exponent of T.ldexp is no integer");
	if ((b == TIR_BUILTIN_LIKELY || b == TIR_BUILTIN_ASSUME) &&
	        e[0]->type.code != TIR_TYPE_BOOL)
		return fail(r, at, "condition must be a bool, not %s",
		        tir_type_name(e[0]->type, buf));
	return true;
}

/* A bit cast keeps the size. */
static bool check_reinterpret(struct reader *r, struct tir_type t, const struct tir_expr *e,
        struct span at)
{
	char x[40], y[40];
	unsigned from = e->type.bits * e->type.lanes, to = t.bits * t.lanes;
	bool pointer = t.code == TIR_TYPE_HANDLE || e->type.code == TIR_TYPE_HANDLE;
	return pointer || from == to ||
	       fail(r, at, "%s and %s do not have the same size", tir_type_name(e->type, x),
	               tir_type_name(t, y));
}

static struct tir_type fixed_type(enum tir_builtin b, uint32_t n, const struct tir_expr *const *e)
{
	struct tir_type t = tir_builtins[b].type;
	bool lanes = n && (b == TIR_BUILTIN_ISNAN || b == TIR_BUILTIN_CLZ);
	return lanes ? tir_lanes(t, e[0]->type.lanes) : t;
}

/* The type among the arguments, which is none of them. */
static bool take_dtype(struct reader *r, const struct tir_builtininfo *b, const struct value **v,
        uint32_t *n, struct span at, struct tir_type *t)
{
	if (b->dtype != TIR_DTYPE_FIRST && b->dtype != TIR_DTYPE_LAST)
		return true;
	if (*n == 0)
		return fail(r, at, "T.%s needs a type", b->text);
	const struct value *d = b->dtype == TIR_DTYPE_FIRST ? *v : *v + *n - 1;
	if (!as_dtype(r, d, t))
		return false;
	*v += b->dtype == TIR_DTYPE_FIRST;
	--*n;
	return true;
}

struct value call_builtin(struct reader *r, enum tir_builtin b, const struct value *v, uint32_t n,
        struct span at)
{
	const struct tir_builtininfo *info = &tir_builtins[b];
	struct tir_type t = TIR_VOID;
	if (!take_dtype(r, info, &v, &n, at, &t) || !check_count(r, info, n, at))
		return error_value(at);
	const struct tir_expr **e = as_exprs(r, v, n);
	if (!e)
		return error_value(at);
	const struct tir_expr *done = n == 1 ? rounded(r, b, e[0]) : NULL;
	if (done)
		return expr_value(done, at);
	if ((info->is_float && n > 1 && !match_floats(r, b, v, n, e, at)) ||
	        !check_operands(r, b, n, e, at))
		return error_value(at);
	bool external = b == TIR_BUILTIN_CALL_EXTERN || b == TIR_BUILTIN_CALL_PURE_EXTERN;
	if (external && !check_extern(r, t, v, n, e, at))
		return error_value(at);
	if (b == TIR_BUILTIN_REINTERPRET && !check_reinterpret(r, t, e[0], at))
		return error_value(at);
	if (info->dtype == TIR_DTYPE_OP)
		t = n ? e[0]->type : TIR_VOID;
	else if (info->dtype == TIR_DTYPE_FIXED)
		t = fixed_type(b, n, e);
	return expr_value(tir_call(r->m, b, NULL, t, n, e), at);
}
