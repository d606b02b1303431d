/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/affine.c: integer expressions as sums of products with constant factors.
 *
 * Idea.   A signed integer of 32 or more bits does not overflow (that is undefined), so what is written
 *         as sums and products is one over the integers.  Each node's sum is made from its operands',
 *         once a function.  What is no sum, or has more than AFFINE_TERMS terms, is a factor of its own.
 * Needs   names bound once: a name of a sum is that sum.
 * Costs   O(terms) a node.
 * Wrong if a node is taken apart whose operands may wrap. */
#include "analysis/internal.h"

enum { MAX_DEPTH = 64 }; /* of nodes and names; what is below is a factor of its own */

void affine_clear(struct affine_sum *s)
{
	s->constant = 0;
	s->n = s->nodes = 0;
}

static bool same_factors(const struct affine_term *a, const struct affine_term *b)
{
	return a->n == b->n && !memcmp(a->x, b->x, a->n * sizeof *a->x);
}

bool analysis_add_term(struct affine_sum *s, const struct affine_term *t)
{
	uint32_t i = 0;
	if (t->n == 0)
		return !__builtin_add_overflow(s->constant, t->factor, &s->constant);
	while (i < s->n && !same_factors(&s->term[i], t))
		i++;
	if (i == s->n) {
		if (i == AFFINE_TERMS)
			return false;
		s->term[s->n++] = *t;
	} else if (__builtin_add_overflow(s->term[i].factor, t->factor, &s->term[i].factor)) {
		return false;
	}
	if (s->term[i].factor == 0) {
		s->n--;
		memmove(&s->term[i], &s->term[i + 1], (s->n - i) * sizeof *s->term);
		return true;
	}
	return s->term[i].factor != INT64_MIN;
}

bool analysis_multiply(const struct affine_term *a, const struct affine_term *b,
        struct affine_term *t)
{
	*t = *a;
	if (a->n + b->n > AFFINE_FACTORS ||
	        __builtin_mul_overflow(a->factor, b->factor, &t->factor))
		return false;
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t k = t->n++;
		for (; k > 0 && t->x[k - 1]->id > b->x[i]->id; k--)
			t->x[k] = t->x[k - 1];
		t->x[k] = b->x[i];
	}
	return true;
}

/* ---- Sums of sums ------------------------------------------------------------------------*/
static bool add_terms(struct affine_sum *s, int64_t constant, uint32_t n,
        const struct affine_term *term, int64_t factor)
{
	bool ok = !__builtin_mul_overflow(constant, factor, &constant) &&
	          !__builtin_add_overflow(s->constant, constant, &s->constant);
	for (uint32_t i = 0; i < n && ok; i++) {
		struct affine_term t = term[i];
		ok = !__builtin_mul_overflow(t.factor, factor, &t.factor) &&
		     (!t.factor || analysis_add_term(s, &t));
	}
	return ok;
}

bool affine_add(struct affine_sum *s, const struct affine *a, int64_t factor)
{
	return add_terms(s, a->constant, a->n, a->term, factor);
}

bool affine_add_sum(struct affine_sum *s, const struct affine_sum *b, int64_t factor)
{
	return add_terms(s, b->constant, b->n, b->term, factor);
}

bool affine_add_factor(struct affine_sum *s, const struct tir_expr *e, int64_t factor)
{
	return !factor || analysis_add_term(s, &(struct affine_term){factor, 1, {e}});
}

bool affine_add_product(struct affine_sum *s, const struct affine *a, const struct affine *b,
        int64_t factor)
{
	struct affine_term t, by = {.n = 0};
	for (uint32_t i = 0; i <= a->n; i++) {
		struct affine_term one = {.factor = a->constant};
		if (i < a->n)
			one = a->term[i];
		if (!one.factor)
			continue;
		for (uint32_t k = 0; k <= b->n; k++) {
			if (k < b->n)
				by = b->term[k];
			else
				by = (struct affine_term){.factor = b->constant};
			if (!by.factor)
				continue;
			if (!analysis_multiply(&one, &by, &t) ||
			        __builtin_mul_overflow(t.factor, factor, &t.factor) ||
			        !analysis_add_term(s, &t))
				return false;
		}
	}
	return true;
}

/* Does the factor keep its value from one iteration of the loop to the next, or count one in it? */
static bool is_steady(const struct facts *f, const struct tir_expr *x, uint32_t loop)
{
	const struct analysis_var *v = x->op == TIR_VAR ? analysis_var(f, x->u.var) : NULL;
	return (v && v->kind == ANALYSIS_FOR && v->loop != loop) || facts_is_invariant(f, x, loop);
}

bool affine_growth(const struct facts *f, const struct affine_sum *s, const struct tir_stmt *loop,
        struct affine_sum *by)
{
	uint32_t number = facts_loop(f, loop);
	affine_clear(by);
	for (uint32_t i = 0; i < s->n; i++) {
		struct affine_term t = {.factor = s->term[i].factor};
		for (uint32_t k = 0; k < s->term[i].n; k++) {
			const struct tir_expr *x = s->term[i].x[k];
			if (x == tir_as_for(loop)->var->expr)
				continue;
			if (number == FACTS_NO_LOOP || !is_steady(f, x, number))
				return false;
			t.x[t.n++] = x;
		}
		if (t.n == s->term[i].n)
			continue;
		if (t.n + 1 != s->term[i].n || !analysis_add_term(by, &t))
			return false;
	}
	return true;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct affine *sum_of(const struct facts *f, const struct tir_expr *e, unsigned depth);

/* What the name stands for, or NULL: itself. */
static const struct tir_expr *named(const struct facts *f, const struct tir_expr *e)
{
	const struct analysis_var *v = analysis_var(f, e->u.var);
	bool bound = v && (v->kind == ANALYSIS_BIND || v->kind == ANALYSIS_LET);
	return bound && analysis_is_exact(v->value->type) &&
	                       !(v->value->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
	               ? v->value
	               : NULL;
}

/* s = what e is made of; false: e is a factor of its own. */
static bool take_apart(const struct facts *f, const struct tir_expr *e, struct affine_sum *s,
        unsigned depth)
{
	const struct tir_expr *value;
	affine_clear(s);
	if (!analysis_is_exact(e->type) || depth == 0)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: s->constant = e->u.i; return e->u.i != INT64_MIN;
	case TIR_VAR:
		value = named(f, e);
		return value && affine_add(s, sum_of(f, value, depth - 1), 1);
	case TIR_ADD:
	case TIR_SUB:
		return affine_add(s, sum_of(f, e->arg[0], depth - 1), 1) &&
		       affine_add(s, sum_of(f, e->arg[1], depth - 1), e->op == TIR_SUB ? -1 : 1);
	case TIR_MUL:
		return affine_add_product(s, sum_of(f, e->arg[0], depth - 1),
		        sum_of(f, e->arg[1], depth - 1), 1);
	case TIR_CAST:
		return analysis_is_exact(e->arg[0]->type) && e->arg[0]->type.bits <= e->type.bits &&
		       affine_add(s, sum_of(f, e->arg[0], depth - 1), 1);
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_DIVISION:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

static const struct affine *sum_of(const struct facts *f, const struct tir_expr *e, unsigned depth)
{
	const struct affine *known = analysis_expr(f, e)->sum;
	struct affine_sum s;
	if (known)
		return known;
	if (!take_apart(f, e, &s, depth)) {
		affine_clear(&s);
		s.term[s.n++] = (struct affine_term){1, 1, {e}};
	}
	struct affine *a = arena_words(f->arena, sizeof *a + s.n * sizeof *s.term);
	a->constant = s.constant;
	a->n = s.n;
	memcpy(a->term, s.term, s.n * sizeof *s.term);
	return analysis_expr(f, e)->sum = a;
}

const struct affine *affine_of(const struct facts *f, const struct tir_expr *e)
{
	return sum_of(f, e, MAX_DEPTH);
}

/* ---- Without facts -----------------------------------------------------------------------*/
static bool is_widened(const struct tir_expr *e)
{
	return e->op == TIR_CAST && analysis_is_exact(e->arg[0]->type) &&
	       e->arg[0]->type.bits <= e->type.bits;
}

bool affine_read(struct affine_sum *s, const struct tir_expr *e, int64_t factor,
        bool (*splits)(void *ctx, const struct tir_expr *e), void *ctx)
{
	struct {
		const struct tir_expr *e;
		int64_t factor;
	} todo[AFFINE_NODES + 2] = {{e, factor}};
	for (uint32_t n = 1; n;) {
		e = todo[--n].e;
		factor = todo[n].factor;
		bool sum = e->op == TIR_ADD || e->op == TIR_SUB;
		uint32_t c = e->op == TIR_MUL && e->arg[1]->op == TIR_INT_IMM;
		bool product = e->op == TIR_MUL && e->arg[c]->op == TIR_INT_IMM;
		bool apart = (sum || product || is_widened(e)) &&
		             (splits ? splits(ctx, e) : analysis_is_exact(e->type));
		int64_t by = product ? e->arg[c]->u.i : 1, minus = factor;
		if (e->op == TIR_INT_IMM) {
			if (__builtin_mul_overflow(factor, e->u.i, &by) ||
			        __builtin_add_overflow(s->constant, by, &s->constant))
				return false;
			continue;
		}
		if (!apart) {
			if (!affine_add_factor(s, e, factor))
				return false;
			continue;
		}
		if (s->nodes++ == AFFINE_NODES || __builtin_mul_overflow(factor, by, &factor) ||
		        (e->op == TIR_SUB && __builtin_sub_overflow(0, factor, &minus)))
			return false;
		if (sum) {
			todo[n].e = e->arg[1];
			todo[n++].factor = minus;
		}
		todo[n].e = e->arg[product ? !c : 0];
		todo[n++].factor = factor;
	}
	return true;
}
