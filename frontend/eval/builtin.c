/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/builtin.c: calls of the rows of tir/builtins.def: their arguments and types. */
#include <math.h>

#include "frontend/internal.h"

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
	if (b == TIR_BUILTIN_LDEXP)
		return true;
	if (b == TIR_BUILTIN_POW)
		return frontend_promote(r, at, &e[0], &e[1]);
	for (uint32_t i = 0; i < n && !like; i++)
		if (!frontend_is_python_number(&v[i]))
			like = e[i];
	for (uint32_t i = 0; i < n && like; i++)
		if (frontend_is_python_number(&v[i]) &&
		        !(e[i] = frontend_literal(r, &v[i], like->type)))
			return false;
	return true;
}

/* The contract of builtins.def, a fault told where its operand is written. */
static bool check_contract(struct reader *r, enum tir_builtin b, struct tir_type t,
        const struct value *v, uint32_t n, const struct tir_expr *const *e, struct span at)
{
	struct tir_fault fault;
	return tir_check_call(b, t, n, e, &fault) ||
	       frontend_fail(r, fault.operand < n ? v[fault.operand].at : at, "%s", fault.text);
}

/* The type among the arguments, which is none of them. */
static bool take_dtype(struct reader *r, const struct tir_builtininfo *b, const struct value **v,
        uint32_t *n, struct span at, struct tir_type *t)
{
	if (b->dtype != TIR_DTYPE_FIRST && b->dtype != TIR_DTYPE_LAST)
		return true;
	if (*n == 0)
		return frontend_fail(r, at, "T.%s needs a type", b->text);
	const struct value *d = b->dtype == TIR_DTYPE_FIRST ? *v : *v + *n - 1;
	if (!frontend_as_dtype(r, d, t))
		return false;
	*v += b->dtype == TIR_DTYPE_FIRST;
	--*n;
	return true;
}

struct value frontend_call_builtin(struct reader *r, enum tir_builtin b, const struct value *v,
        uint32_t n, struct span at)
{
	const struct tir_builtininfo *info = &tir_builtins[b];
	struct tir_type t = TIR_VOID;
	if (!take_dtype(r, info, &v, &n, at, &t))
		return error_value(at);
	const struct tir_expr **e = frontend_as_exprs(r, v, n);
	if (!e)
		return error_value(at);
	const struct tir_expr *done = n == 1 ? rounded(r, b, e[0]) : NULL;
	if (done)
		return expr_value(done, at);
	if (info->is_float && n > 1 && !match_floats(r, b, v, n, e, at))
		return error_value(at);
	t = tir_call_type(b, t, n, e);
	if (!check_contract(r, b, t, v, n, e, at))
		return error_value(at);
	bool external = b == TIR_BUILTIN_CALL_EXTERN || b == TIR_BUILTIN_CALL_PURE_EXTERN;
	if (external && !frontend_check_extern(r, t, v, n, e, at))
		return error_value(at);
	return expr_value(tir_call(r->m, b, NULL, t, n, e), at);
}
