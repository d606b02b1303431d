/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/promote_differ.c: do two indices differ in all iterations?
 *
 * Idea.   Sums of its own; the rules behind them are proved by Z3 (test/rules/promote.rules).
 * Needs   what promote.c has met of bindings and loops. */
#include "proof/keep/promote.h"

/* ---- Do two indices differ? --------------------------------------------------------------
 * As whole numbers: a sum of int32 or int64 that overflows is undefined, and an index is an
 * element's number.  Rules: other-numbers-are-other-elements, counters-lie-between-their-ends. */
struct form {
	int64_t rest;
	uint32_t n;
	struct part {
		const struct tir_expr *e;
		uint32_t depth;
		int64_t by;
	} part[MAX_TERMS];
};

/* Add e times `by` to the form; a part of factor 0 goes.  False: too many parts, or a factor that is too large. */
static bool add_part(const struct restorer *r, struct form *f, const struct tir_expr *e, int64_t by)
{
	struct part *p = f->part, *end = f->part + f->n;
	while (p < end && p->e != e)
		p++;
	if (p == f->part + MAX_TERMS)
		return false;
	if (p == end) {
		*p = (struct part){e, e->op == TIR_VAR ? r->depth[e->u.var->id] : 0, 0};
		f->n++;
	}
	if (__builtin_add_overflow(p->by, by, &p->by))
		return false;
	if (p->by == 0)
		*p = f->part[--f->n];
	return true;
}

/* What neither reads nor does anything is the same whenever it is computed. */
bool proof_is_timeless(const struct tir_expr *e)
{
	return !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT));
}

/* Add by times e. */
static bool plus(const struct restorer *r, struct form *f, const struct tir_expr *e, int64_t by,
        unsigned nest)
{
	int64_t x;
	if (nest == 0 || e->type.code != TIR_TYPE_INT || e->type.bits < 32 || e->type.lanes != 1)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM:
		return !__builtin_mul_overflow(by, e->u.i, &x) &&
		       !__builtin_add_overflow(f->rest, x, &f->rest);
	case TIR_ADD:
		return plus(r, f, e->arg[0], by, nest - 1) && plus(r, f, e->arg[1], by, nest - 1);
	case TIR_SUB:
		return !__builtin_sub_overflow(0, by, &x) && plus(r, f, e->arg[0], by, nest - 1) &&
		       plus(r, f, e->arg[1], x, nest - 1);
	case TIR_MUL:
		for (int i = 0; i < 2; i++)
			if (e->arg[i]->op == TIR_INT_IMM)
				return !__builtin_mul_overflow(by, e->arg[i]->u.i, &x) &&
				       plus(r, f, e->arg[1 - i], x, nest - 1);
		break;
	case TIR_VAR:
		if (r->bound[e->u.var->id] &&
		        proof_is_timeless(tir_as_bind(r->bound[e->u.var->id])->value.e))
			return plus(r, f, tir_as_bind(r->bound[e->u.var->id])->value.e, by,
			        nest - 1);
		break;
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_DIVISION:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return proof_is_timeless(e) && add_part(r, f, e, by);
}

/* Is the form above 0 in every iteration of the open loops?  The innermost counter gives way to the
 * end at which the form is smaller; what this end is made of is older. */
static bool is_positive(const struct restorer *r, struct form *f)
{
	for (uint32_t depth = r->open; depth; depth--) {
		uint32_t i = 0;
		while (i < f->n && f->part[i].depth != depth)
			i++;
		if (i == f->n)
			continue;
		struct part p = f->part[i];
		const struct tir_stmt *loop = r->loop[p.e->u.var->id];
		f->part[i] = f->part[--f->n];
		if (!plus(r, f, tir_as_for(loop)->min.e, p.by, MAX_NEST))
			return false;
		if (p.by < 0 && (!plus(r, f, tir_as_for(loop)->extent.e, p.by, MAX_NEST) ||
		                        __builtin_sub_overflow(f->rest, p.by, &f->rest)))
			return false;
	}
	return f->n == 0 && f->rest > 0;
}

/* The first one of neighbours; the one; NULL: they are none. */
const struct tir_expr *proof_first_of(const struct tir_expr *e)
{
	bool ramp = e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i == 1;
	return ramp ? e->arg[0] : e->type.lanes == 1 ? e : NULL;
}

/* Are all of a above all of b? */
bool proof_is_above(const struct restorer *r, const struct tir_expr *a, const struct tir_expr *b)
{
	struct form f = {.rest = 1 - (int64_t)b->type.lanes};
	const struct tir_expr *x = proof_first_of(a), *y = proof_first_of(b);
	return x && y && plus(r, &f, x, 1, MAX_NEST) && plus(r, &f, y, -1, MAX_NEST) &&
	       is_positive(r, &f);
}
