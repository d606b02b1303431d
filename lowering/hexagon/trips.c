/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/trips.c: how many iterations a loop may have, as far as the loops around it tell. */
#include "lowering/hexagon/internal.h"

enum { MAX_LIMIT = 12 }; /* loops and sums that say how far a loop goes */

/* The greatest or least value that e may have, as far as loops tell; false: any. */
static bool limit(const struct lower *l, const struct tir_expr *e, bool greatest, unsigned depth,
        int64_t *out)
{
	int64_t a, b;
	if (depth-- == 0 || e->type.code != TIR_TYPE_INT || e->type.bits < 32) /* no overflow */
		return false;
	if (e->op == TIR_INT_IMM)
		return *out = e->u.i, true;
	if (e->op == TIR_VAR) {
		const struct tir_stmt *s = l->definer[e->u.var->id];
		if (s && s->kind == TIR_BIND)
			return limit(l, s->value.e, greatest, depth, out);
		if (!s || !limit(l, s->min.e, greatest, depth, &a))
			return false;
		b = 1;
		if (greatest && !limit(l, s->extent.e, true, depth, &b))
			return false;
		return !__builtin_add_overflow(a, b, out) && !__builtin_sub_overflow(*out, 1, out);
	}
	if (e->op == TIR_MIN && greatest) {
		bool known[2] = {
		        limit(l, e->arg[0], true, depth, &a), limit(l, e->arg[1], true, depth, &b)};
		*out = !known[1] || (known[0] && a < b) ? a : b;
		return known[0] || known[1];
	}
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || !limit(l, e->arg[0], greatest, depth, &a) ||
	        !limit(l, e->arg[1], greatest == (e->op == TIR_ADD), depth, &b))
		return false;
	return e->op == TIR_ADD ? !__builtin_add_overflow(a, b, out)
	                        : !__builtin_sub_overflow(a, b, out);
}

int64_t lower_most_trips(const struct lower *l, const struct tir_stmt *s)
{
	int64_t most;
	return limit(l, s->extent.e, true, MAX_LIMIT, &most) ? most : INT64_MAX;
}
