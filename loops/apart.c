/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/apart.c: do two indices differ, whatever the loops' variables are?
 *
 * Idea.   The difference is a sum of variables.  In a loop its variable is min at least, and
 *         min + extent - 1 at most; so the innermost one of the sum is replaced by what makes the sum
 *         smallest, then the next one, until a number is left.  In `for j in range(i): for k in
 *         range(j)` so i - k becomes i - (j - 1) becomes i - (i - 1 - 1).
 * Needs   integers of 32 and more bits in the sums: they do not overflow.
 * Keeps   what a sum of other things is: a difference that does not lose them is not known.
 * Costs   MAX_STEPS times MAX_TERMS. */
#include "loops/promote.h"

enum { MAX_TERMS = 16, MAX_STEPS = 64, MAX_DEPTH = 10 };

struct sum {
	int64_t offset;
	uint32_t n;
	struct term {
		const struct tir_expr *e;
		int64_t factor;
	} term[MAX_TERMS];
};

static bool add_term(struct sum *s, const struct tir_expr *e, int64_t factor)
{
	uint32_t i = 0;
	while (i < s->n && s->term[i].e != e)
		i++;
	if (i == MAX_TERMS)
		return false;
	if (i == s->n)
		s->term[s->n++] = (struct term){e, 0};
	if (__builtin_add_overflow(s->term[i].factor, factor, &s->term[i].factor) ||
	        s->term[i].factor == INT64_MIN)
		return false;
	if (s->term[i].factor == 0)
		s->term[i] = s->term[--s->n];
	return true;
}

static bool is_exact(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32 && t.lanes == 1;
}

/* The sum, plus factor times e. */
static bool add(const struct loops_scope *v, struct sum *s, const struct tir_expr *e,
        int64_t factor, unsigned depth)
{
	int64_t by;
	if (!is_exact(e->type) || depth == 0 || factor == INT64_MIN)
		return false;
	if (e->op == TIR_INT_IMM)
		return !__builtin_mul_overflow(e->u.i, factor, &by) &&
		       !__builtin_add_overflow(s->offset, by, &s->offset);
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return add(v, s, e->arg[0], factor, depth - 1) &&
		       add(v, s, e->arg[1], e->op == TIR_SUB ? -factor : factor, depth - 1);
	for (uint32_t i = 0; e->op == TIR_MUL && i < 2; i++)
		if (e->arg[i]->op == TIR_INT_IMM)
			return !__builtin_mul_overflow(factor, e->arg[i]->u.i, &by) &&
			       add(v, s, e->arg[1 - i], by, depth - 1);
	const struct tir_stmt *d = e->op == TIR_VAR ? v->def[e->u.var->id] : NULL;
	if (d && d->kind == TIR_BIND && !(d->value.e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)))
		return add(v, s, d->value.e, factor, depth - 1);
	return !(e->flags & TIR_READS_MEM) && add_term(s, e, factor);
}

/* The term of the loop that begins last; or NULL. */
static const struct term *innermost(const struct loops_scope *v, const struct sum *s)
{
	const struct term *in = NULL;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct tir_expr *e = s->term[i].e;
		const struct tir_stmt *d = e->op == TIR_VAR ? v->def[e->u.var->id] : NULL;
		if (d && d->kind == TIR_FOR &&
		        (!in || v->order[e->u.var->id] > v->order[in->e->u.var->id]))
			in = &s->term[i];
	}
	return in;
}

/* Is the sum 1 at least? */
static bool is_positive(const struct loops_scope *v, struct sum s)
{
	for (int step = 0; s.n && step < MAX_STEPS; step++) {
		const struct term *in = innermost(v, &s);
		if (!in)
			return false;
		struct term t = *in;
		const struct tir_stmt *loop = v->def[t.e->u.var->id];
		if (!add_term(&s, t.e, -t.factor) || !add(v, &s, loop->min.e, t.factor, MAX_DEPTH))
			return false;
		if (t.factor < 0 && (!add(v, &s, loop->extent.e, t.factor, MAX_DEPTH) ||
		                            __builtin_sub_overflow(s.offset, t.factor, &s.offset)))
			return false;
	}
	return s.n == 0 && s.offset > 0;
}

bool loops_apart(const struct loops_scope *v, const struct tir_expr *a, const struct tir_expr *b)
{
	struct sum up = {0}, down = {0};
	return (add(v, &up, a, 1, MAX_DEPTH) && add(v, &up, b, -1, MAX_DEPTH) &&
	               is_positive(v, up)) ||
	       (add(v, &down, b, 1, MAX_DEPTH) && add(v, &down, a, -1, MAX_DEPTH) &&
	               is_positive(v, down));
}
