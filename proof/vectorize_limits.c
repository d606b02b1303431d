/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/vectorize_limits.c: do elements that no lane needs lie in their buffer?
 *
 * Idea.    An index is a sum of variables of loops with constant bounds: it lies between two numbers.
 * Needs    signed integers of 32 bits and more, which do not overflow.
 * Wrong if an element that nobody loads before lies outside of its buffer. */
#include "proof/vectorize.h"

struct limits {
	int64_t lo, hi;
};

static bool limits_of(struct lane_walk *w, const struct tir_expr *e, struct limits *out);

static bool limits_of_loop(const struct tir_stmt *s, struct limits *out)
{
	const struct tir_for *l = tir_as_for(s);
	*out = (struct limits){l->min.e->u.i, 0};
	return l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM &&
	       l->extent.e->u.i > 0 &&
	       !__builtin_add_overflow(out->lo, l->extent.e->u.i - 1, &out->hi);
}

/* Of a loop's variable, in f or g. */
static bool limits_of_var(struct lane_walk *w, const struct tir_var *v, struct limits *out)
{
	for (uint32_t i = 0; i < w->vars.n; i++)
		if (w->vars.at[i].to == v && w->vars.at[i].uniform)
			v = w->vars.at[i].from;
	if (v == tir_as_for(w->piece)->var) {
		bool known = limits_of_loop(w->piece, out);
		out->hi -= tir_loop_step(w->piece) - 1;
		return known;
	}
	for (uint32_t i = 0; i < w->both.scope.around.n; i++) {
		const struct tir_stmt *s = w->both.scope.around.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return limits_of_loop(s, out);
	}
	for (uint32_t i = 0; i < w->nest->inside.n; i++) {
		const struct tir_stmt *s = w->nest->inside.at[i].loop;
		if (s && tir_as_for(s)->var == v)
			return limits_of_loop(s, out);
	}
	return false;
}

static bool limits_of_product(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	uint32_t c = e->arg[1]->op == TIR_INT_IMM;
	struct limits x;
	if (e->arg[c]->op != TIR_INT_IMM || !limits_of(w, e->arg[!c], &x) ||
	        __builtin_mul_overflow(x.lo, e->arg[c]->u.i, &out->lo) ||
	        __builtin_mul_overflow(x.hi, e->arg[c]->u.i, &out->hi))
		return false;
	if (out->lo > out->hi)
		*out = (struct limits){out->hi, out->lo};
	return true;
}

/* Between which numbers the sum lies. */
static bool limits_of(struct lane_walk *w, const struct tir_expr *e, struct limits *out)
{
	struct limits x, y;
	if (!w->budget || e->type.code != TIR_TYPE_INT || e->type.bits < 32)
		return false;
	w->budget--;
	if (e->op == TIR_INT_IMM) {
		*out = (struct limits){e->u.i, e->u.i};
		return true;
	}
	if (e->op == TIR_VAR)
		return limits_of_var(w, e->u.var, out);
	if (e->op == TIR_MUL)
		return limits_of_product(w, e, out);
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || !limits_of(w, e->arg[0], &x) ||
	        !limits_of(w, e->arg[1], &y))
		return false;
	if (e->op == TIR_ADD)
		return !__builtin_add_overflow(x.lo, y.lo, &out->lo) &&
		       !__builtin_add_overflow(x.hi, y.hi, &out->hi);
	return !__builtin_sub_overflow(x.lo, y.hi, &out->lo) &&
	       !__builtin_sub_overflow(x.hi, y.lo, &out->hi);
}

bool proof_lanes_in_buffer(struct lane_walk *w, const struct tir_buffer *b,
        const struct tir_expr *y, uint32_t lanes)
{
	struct limits at;
	return b->ndim && !b->strides && b->shape[b->ndim - 1]->op == TIR_INT_IMM &&
	       limits_of(w, y, &at) && at.lo >= 0 && at.hi <= b->shape[b->ndim - 1]->u.i - lanes;
}
