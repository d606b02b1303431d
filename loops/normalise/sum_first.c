/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sum_first.c: reductions that begin in their first iteration.
 *
 * Idea      A condition that holds where all variables of loops that reduce are 0, and nowhere else, is the first iteration of each
 *           element.  What is stored there is what S begins with, or that and the first term.
 * Wrong if  the condition holds in another iteration: replay sees that an element is another one. */
#include "loops/normalise/sum.h"

enum { DEEPEST = 32 };

/* ---- Conditions --------------------------------------------------------------------------*/
static const uint32_t none = UINT32_MAX;

/* The loops that reduce in the sum, whose factors have the sign, or any one sign if that is 0; none: there is something else. */
static uint32_t loops_in(const struct sum_nest *n, const struct affine_sum *s, int sign)
{
	uint32_t all = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct affine_term *t = &s->term[i];
		int own = t->factor > 0 ? 1 : -1;
		uint32_t l = 0;
		while (l < n->n && (t->n != 1 || t->x[0] != tir_as_for(n->loop[l].stmt)->var->expr))
			l++;
		if (l == n->n || n->loop[l].stride || (sign && own != sign))
			return none;
		sign = own;
		all |= 1U << l;
	}
	return all;
}

/* a - b + c, with that constant 0 left; false: it is another one. */
static bool difference(const struct sum_nest *n, const struct tir_expr *a, const struct tir_expr *b,
        int64_t c, struct affine_sum *out)
{
	affine_clear(out);
	return affine_add(out, affine_of(n->facts, a), 1) &&
	       affine_add(out, affine_of(n->facts, b), -1) && out->constant + c == 0;
}

/* The loops whose variables are 0 where the comparison has that value, and only there. */
static uint32_t zero_compared(const struct sum_nest *n, const struct tir_expr *e, bool holds)
{
	struct affine_sum s;
	bool swap = (e->op == TIR_GT || e->op == TIR_GE) == holds, strict;
	const struct tir_expr *a = e->arg[swap], *b = e->arg[!swap];
	if (e->op == TIR_EQ || e->op == TIR_NE)
		return (e->op == TIR_EQ) == holds && difference(n, a, b, 0, &s) ? loops_in(n, &s, 0)
		                                                                : none;
	strict = (e->op == TIR_LT || e->op == TIR_GT) == holds;
	/* a <= b, or a < b: a - b is 0 or less */
	return difference(n, a, b, strict, &s) ? loops_in(n, &s, 1) : none;
}

/* The loops whose variables are 0 where the condition has that value, and only there; none: there are no such loops. */
static uint32_t zero_where(const struct sum_nest *n, const struct tir_expr *e, bool holds,
        uint32_t depth)
{
	if (!depth)
		return none;
	if (e->op == TIR_NOT)
		return zero_where(n, e->arg[0], !holds, depth - 1);
	if (e->op == (holds ? TIR_AND : TIR_OR)) {
		uint32_t a = zero_where(n, e->arg[0], holds, depth - 1);
		uint32_t b = zero_where(n, e->arg[1], holds, depth - 1);
		return a == none || b == none ? none : a | b;
	}
	return tir_ops[e->op].compare ? zero_compared(n, e, holds) : none;
}

/* Are these all loops that reduce, but for those of one iteration? */
static bool are_all(const struct sum_nest *n, uint32_t loops)
{
	for (uint32_t l = 0; loops != none && l < n->n; l++)
		if (!sum_is_spatial(&n->loop[l]) && !(loops >> l & 1))
			return false;
	return loops != none;
}

static bool is_first(const struct sum_nest *n, const struct tir_expr *e, bool holds)
{
	return are_all(n, zero_where(n, e, holds, DEEPEST));
}

bool sum_is_first(const struct sum_nest *n, const struct tir_expr *condition)
{
	return is_first(n, condition, true);
}

/* ---- What S begins with ------------------------------------------------------------------*/
/* What changes no number by op; NULL: there is nothing. */
static const struct tir_expr *neutral(struct tir_module *m, enum tir_op op, struct tir_type t)
{
	int64_t top = t.code == TIR_TYPE_UINT ? 0 : INT64_MIN >> (64 - t.bits);
	if ((t.code != TIR_TYPE_INT && t.code != TIR_TYPE_UINT) || t.lanes != 1)
		return NULL;
	if (op == TIR_ADD || op == TIR_BITOR || op == TIR_BITXOR)
		return tir_int(m, t, 0);
	if (op == TIR_MAX)
		return tir_int(m, t, top);
	return op == TIR_MIN && t.code == TIR_TYPE_INT ? tir_int(m, t, ~top) : NULL;
}

/* Find what S begins with if the first iteration stores a and the others S op t, which is b; false: that is not known. */
static bool solve(struct sum_nest *n, const struct tir_expr *a, const struct tir_expr *b)
{
	n->init = NULL;
	n->value = b;
	n->rewritten = true;
	if (b->n != 2 || b->op == TIR_LOAD)
		return false;
	bool second = !sum_is_own(n, b->arg[0]);
	const struct tir_expr *t = b->arg[!second];
	if (!sum_is_own(n, b->arg[second]))
		return false;
	if (a == t && !(second && !tir_ops[b->op].commutes))
		n->init = neutral(n->m, b->op, b->type);
	else if (a->op == b->op && a->n == 2 && a->arg[!second] == t)
		n->init = a->arg[second];
	else if (a->op == b->op && a->n == 2 && tir_ops[a->op].commutes && a->arg[second] == t)
		n->init = a->arg[!second];
	return n->init != NULL;
}

/* The first choice by the first iteration in e, from the outside; NULL: there is none. */
static const struct tir_expr *find_choice(const struct sum_nest *n, const struct tir_expr *e,
        uint32_t depth)
{
	const struct tir_expr *found = NULL;
	if (!depth || e->op == TIR_LOAD)
		return NULL;
	if ((e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) &&
	        (is_first(n, e->arg[0], true) || is_first(n, e->arg[0], false)))
		return e;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = find_choice(n, e->arg[i], depth - 1);
	return found;
}

bool sum_read_choice(struct sum_nest *n)
{
	const struct tir_expr *whole = n->value, *e = find_choice(n, whole, DEEPEST);
	if (!e)
		return false;
	bool holds = is_first(n, e->arg[0], true);
	const struct tir_expr *a = e->arg[holds ? 1 : 2], *b = e->arg[holds ? 2 : 1];
	if (sum_is_own(n, b)) {
		struct tir_subst copy = {.m = n->m, .arena = n->arena};
		tir_subst_node(&copy, e, b);
		n->init = a;
		n->value = tir_subst_expr(&copy, whole);
		n->rewritten = true;
		return true;
	}
	if (e == whole && solve(n, a, b))
		return true;
	n->init = NULL;
	n->value = whole;
	n->rewritten = false;
	return false;
}

/* ---- Statements --------------------------------------------------------------------------*/
/* The store that the body is; NULL: it is something else. */
static const struct tir_stmt *only_store(const struct tir_seq *s)
{
	return s->first && !s->first->next && s->first->kind == TIR_STORE &&
	                       !tir_as_store(s->first)->mask.e
	               ? s->first
	               : NULL;
}

/* Does it store to S? */
static bool is_to_element(const struct sum_nest *n, const struct tir_stmt *s)
{
	const struct tir_store *a = tir_as_store(s), *b = tir_as_store(n->store);
	if (a->buffer != b->buffer || s->nindex != n->store->nindex)
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		if (a->index[i].e != b->index[i].e)
			return false;
	return true;
}

/* Conditions one in another, as one set of loops; *s: the store in the last one. */
static uint32_t conditions(const struct sum_nest *n, const struct tir_stmt **s)
{
	uint32_t all = 0;
	for (const struct tir_stmt *t = *s; t->kind == TIR_IF; t = tir_body(t)->first) {
		uint32_t here = zero_where(n, tir_value_of(t), true, DEEPEST);
		if (here == none || tir_orelse(t)->first || !tir_body(t)->first ||
		        tir_body(t)->first->next)
			return none;
		all |= here;
		*s = tir_body(t)->first;
	}
	return all;
}

/* if first: S = a; else: S = S op t */
static bool read_arms(struct sum_nest *n, const struct tir_stmt *s)
{
	const struct tir_stmt *x = only_store(tir_body(s)), *y = only_store(tir_orelse(s));
	if (!x || !y || !sum_read_element(n, x) || !is_to_element(n, y))
		return false;
	bool holds = sum_is_first(n, tir_value_of(s));
	const struct tir_expr *a = tir_value_of(holds ? x : y), *b = tir_value_of(holds ? y : x);
	return (holds || is_first(n, tir_value_of(s), false)) && solve(n, a, b);
}

bool sum_read_conditional(struct sum_nest *n, const struct tir_seq *body)
{
	const struct tir_stmt *s = body->first, *sum = s ? s->next : NULL;
	if (!s || s->kind != TIR_IF)
		return false;
	if (!sum)
		return read_arms(n, s);
	if (sum->next || sum->kind != TIR_STORE || !sum_read_element(n, sum) ||
	        !are_all(n, conditions(n, &s)) || s->kind != TIR_STORE || tir_as_store(s)->mask.e ||
	        !is_to_element(n, s))
		return false;
	n->init = tir_value_of(s);
	return true;
}
