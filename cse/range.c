/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/range.c: what the ranges of loop variables say.
 *
 * Idea.   A loop from 0 gives its variable no negative value, one of known extent no value behind its
 *         end.  So a sum has a range, and two indices whose difference's range does not hold 0 never
 *         meet; not in this iteration, nor in any other one, if only the store's index changes in
 *         the loop.
 * Needs   the loops and stores of the function (memory.c).
 * Costs   O(terms) a sum; a loop its stores, for each load that it surrounds, as long as cse_may_look says. */
#include "cse/values.h"

void cse_bound_var(struct cse_var *x, const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *min = l->min.e, *extent = l->extent.e, *step = l->more->step.e;
	int64_t by = 1, span;
	if (min->op != TIR_INT_IMM || (step && step->op != TIR_INT_IMM))
		return;
	by = step ? step->u.i : 1;
	unsigned bits = l->var->type.bits - (l->var->type.code == TIR_TYPE_INT);
	x->lo = min->u.i;
	if (by <= 0 || bits >= 64)
		return;
	if (extent->op != TIR_INT_IMM) {
		x->hi = (int64_t)((UINT64_C(1) << bits) - 1);
		x->bounded = x->lo == 0; /* from elsewhere the end may lie beyond the type's */
		return;
	}
	x->bounded = extent->u.i > 0 && !__builtin_mul_overflow(extent->u.i - 1, by, &span) &&
	             !__builtin_add_overflow(x->lo, span, &x->hi) &&
	             x->hi <= (int64_t)((UINT64_C(1) << bits) - 1);
}

struct cse_var cse_var_of(const struct cse_values *v, uint32_t var)
{
	return var < v->nbounds ? v->vars[var] : (struct cse_var){.loop = CSE_NO_VALUE};
}

/* What a value of a sum may be. */
static bool range_of_value(const struct cse_values *v, uint32_t value, int64_t *lo, int64_t *hi)
{
	const uint32_t *k = cse_key(v, value);
	if (cse_op(v, value) == TIR_VAR) {
		struct cse_var x = cse_var_of(v, k[KEY_LOW]);
		*lo = x.lo;
		*hi = x.hi;
		return x.bounded;
	}
	if (cse_op(v, value) != TIR_FLOORMOD)
		return false;
	uint32_t by = k[KEY_HEAD + 1];
	*lo = 0;
	*hi = (int64_t)cse_payload(cse_key(v, by)) - 1;
	return cse_op(v, by) == TIR_INT_IMM && *hi >= 0;
}

bool cse_range_of(const struct cse_values *v, const struct cse_sum *s, int64_t *lo, int64_t *hi)
{
	unsigned up = 64u - s->type.bits;
	*lo = *hi = (int64_t)(s->offset << up) >> up;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = (int64_t)(s->term[i].factor << up) >> up, a, b;
		if (!range_of_value(v, s->term[i].value, &a, &b) ||
		        __builtin_mul_overflow(a, factor, &a) ||
		        __builtin_mul_overflow(b, factor, &b) ||
		        __builtin_add_overflow(*lo, a < b ? a : b, lo) ||
		        __builtin_add_overflow(*hi, a < b ? b : a, hi))
			return false;
	}
	return true;
}

/* ---- Loads -------------------------------------------------------------------------------*/
/* The elements of a buffer of constant shape without strides and offset; 0: not known. */
static int64_t elements_of(const struct tir_buffer *b)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM || b->shape[i]->u.i <= 0 ||
		        __builtin_mul_overflow(n, b->shape[i]->u.i, &n))
			return 0;
	return b->strides || b->elem_offset ? 0 : n;
}

bool cse_load_fits(const struct cse_values *v, const struct tir_expr *load, const uint32_t *index)
{
	const struct tir_buffer *b = load->u.buffer, *root = b->root;
	if (load->op != TIR_LOAD || load->n != b->ndim || !root || root->kind == TIR_BUFFER_DECL ||
	        (b != root && !b->starts_there) || !tir_type_eq(b->elem, root->elem) ||
	        elements_of(b) == 0 || elements_of(b) > elements_of(root))
		return false;
	for (uint32_t i = 0; i < load->n; i++) {
		struct cse_sum s;
		int64_t lo, hi;
		cse_sum_of(v, index[i], &s);
		if (!tir_is_int(s.type) || s.type.lanes != 1 || !cse_range_of(v, &s, &lo, &hi) ||
		        lo < 0 || hi >= b->shape[i]->u.i)
			return false;
	}
	return true;
}
