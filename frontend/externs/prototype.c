/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/externs/prototype.c: calls of external functions against what C headers say of them.
 *
 * Types must be equal: nothing is converted, since a text must mean the same with and without its
 * headers. */
#include "frontend/internal.h"

/* What C passes to "..." as it is; float and the narrow integers would be promoted. */
static bool passes_variadic(struct tir_type t)
{
	if (t.lanes > 1)
		return false;
	return t.code == TIR_TYPE_HANDLE || (tir_is_int(t) && t.bits >= 32) ||
	       (t.code == TIR_TYPE_FLOAT && t.bits == 64);
}

static bool check_arguments(struct reader *r, const struct tir_extern *x, const struct value *v,
        uint32_t n, const struct tir_expr *const *e)
{
	char a[40], b[40];
	for (uint32_t i = 0; i < n; i++) {
		struct tir_type t = e[i]->type;
		if (i >= x->nparams && !passes_variadic(t))
			return frontend_fail(r, v[i].at,
			        "argument %u of '%s' has type %s, which C does not pass to '...'",
			        i + 1, x->name, tir_type_name(t, a));
		if (i < x->nparams && !tir_type_eq(t, x->param[i]))
			return frontend_fail(r, v[i].at, "argument %u of '%s' has type %s, not %s",
			        i + 1, x->name, tir_type_name(t, a), tir_type_name(x->param[i], b));
	}
	return true;
}

static bool check_prototype(struct reader *r, const struct tir_extern *x, struct tir_type ret,
        const struct value *v, uint32_t n, const struct tir_expr *const *e, struct span at)
{
	char a[40], b[40];
	if (x->no_tir)
		return frontend_fail(r, at, "'%s' cannot be called from TIR, which cannot pass %s",
		        x->name, x->no_tir);
	if (x->variadic ? n < x->nparams : n != x->nparams)
		return frontend_fail(r, at, "'%s' takes %s%u argument%s, not %u", x->name,
		        x->variadic ? "at least " : "", x->nparams, x->nparams == 1 ? "" : "s", n);
	if (!tir_type_eq(ret, x->ret))
		return frontend_fail(r, at, "'%s' returns %s, not %s", x->name,
		        tir_type_name(x->ret, a), tir_type_name(ret, b));
	return check_arguments(r, x, v, n, e);
}

bool frontend_check_extern(struct reader *r, struct tir_type ret, const struct value *v, uint32_t n,
        const struct tir_expr *const *e, struct span at)
{
	const struct tir_extern *x = tir_find_extern(r->m, e[0]->u.str);
	if (!x || check_prototype(r, x, ret, v + 1, n - 1, e + 1, at))
		return true;
	diag_note(r->d, x->source, x->at, "'%s' is declared here", x->name);
	return false;
}
