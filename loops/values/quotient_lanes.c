/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/quotient_lanes.c: quotients in vectors, whose lanes are divided by numbers that are known.
 *
 * Idea.   What covers a nest by registers knows which iteration each lane is, and so what it is divided by: it makes one quotient for each divisor, and
 *         chooses by masks of constants.  Such a choice is a quotient by a vector of constants.
 * Costs   each lane once. */
#include "loops/values/quotient.h"

bool quotient_add_divisor(struct quotients *q, int64_t n)
{
	uint32_t i = 0;
	while (i < q->n && q->divisor[i] < n)
		i++;
	if (i < q->n && q->divisor[i] == n)
		return true;
	if (n < 1 || n > INT16_MAX || q->n == QUOTIENT_DIVISORS)
		return false;
	for (uint32_t l = q->n++; l > i; l--)
		q->divisor[l] = q->divisor[l - 1];
	q->divisor[i] = n;
	return true;
}

const struct tir_expr *quotient_constant(const struct tir_expr *e, uint32_t l)
{
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	else if (e->op == TIR_SHUFFLE && e->arg[0]->type.lanes == 1)
		e = e->arg[e->arg[e->u.nvectors + l]->u.i];
	return e->op == TIR_INT_IMM ? e : NULL;
}

/* The quotient that lane l takes; NULL: there is none. */
static const struct tir_expr *taken(const struct tir_expr *e, uint32_t l)
{
	while (e->op == TIR_SELECT) {
		const struct tir_expr *c = quotient_constant(e->arg[0], l);
		if (!c)
			return NULL;
		e = e->arg[c->u.i ? 1 : 2];
	}
	return e->op == TIR_DIV || e->op == TIR_FLOORDIV ? e : NULL;
}

static uint32_t which(const struct quotients *q, int64_t n)
{
	uint32_t i = 0;
	while (i + 1 < q->n && q->divisor[i] != n)
		i++;
	return i;
}

/* The divisors as a vector, number[l] in lane l; note for each a lane that is divided by it. */
static const struct tir_expr *divisors(struct quotients *q, struct tir_type t,
        const int64_t *number)
{
	const struct tir_expr **arg = ARENA_NEWN(q->arena, const struct tir_expr *, q->n + t.lanes);
	for (uint32_t i = 0; i < q->n; i++)
		arg[i] = tir_int(q->m, tir_lanes(t, 1), q->divisor[i]);
	for (uint32_t l = 0; l < t.lanes; l++) {
		uint32_t i = which(q, number[l]);
		arg[q->n + l] = tir_int(q->m, TIR_INT32, i);
		q->lane[i] = l;
	}
	return q->n == 1 ? tir_broadcast(q->m, arg[0], t.lanes)
	                 : tir_make(q->m, TIR_SHUFFLE, t, q->n, q->n + t.lanes, arg);
}

const struct tir_expr *quotient_in_lanes(struct quotients *q, const struct tir_expr *e,
        const struct tir_expr **by)
{
	const struct tir_expr *first = taken(e, 0);
	int64_t *number = ARENA_NEWN(q->arena, int64_t, e->type.lanes);
	q->n = 0;
	for (uint32_t l = 0; l < e->type.lanes; l++) {
		const struct tir_expr *x = first ? taken(e, l) : NULL;
		const struct tir_expr *d = x ? quotient_constant(x->arg[1], l) : NULL;
		if (!d || x->op != first->op || x->arg[0] != first->arg[0] ||
		        !quotient_add_divisor(q, d->u.i))
			return NULL;
		number[l] = d->u.i;
	}
	*by = divisors(q, e->type, number);
	return first->arg[0];
}

/* Do lane l of e and lane k of f compute the same of their sums? */
static bool are_alike(const struct tir_expr *e, const struct quotient_of *a,
        const struct tir_expr *f, const struct quotient_of *b, uint32_t *nodes)
{
	if (e == a->sum || f == b->sum)
		return e == a->sum && f == b->sum;
	const struct tir_expr *x = quotient_constant(e, a->lane);
	if (x)
		return x == quotient_constant(f, b->lane);
	if (!*nodes || e->op != f->op || e->n != f->n || !tir_type_eq(e->type, f->type))
		return false;
	--*nodes;
	bool ok = e->n > 0 && e->op != TIR_LOAD;
	for (uint32_t i = 0; ok && i < e->n; i++)
		ok = are_alike(e->arg[i], a, f->arg[i], b, nodes);
	return ok;
}

bool quotient_is_like(const struct quotient_of *a, const struct quotient_of *b)
{
	uint32_t nodes = QUOTIENT_NODES;
	return are_alike(taken(a->quotient, a->lane), a, taken(b->quotient, b->lane), b, &nodes);
}

bool quotient_lanes_alike(const struct quotients *q, const struct tir_expr *e,
        const struct tir_expr *by, const struct tir_expr *sum)
{
	for (uint32_t l = 0; l < by->type.lanes; l++) {
		const struct quotient_of a = {e, sum, l},
		                         b = {e, sum,
		                                 q->lane[which(q, quotient_constant(by, l)->u.i)]};
		if (!quotient_is_like(&a, &b))
			return false;
	}
	return true;
}

const struct tir_expr *quotient_mapped(struct quotients *q, struct tir_type t,
        const struct tir_expr *n, int64_t (*f)(const struct quotients *q, int64_t n))
{
	uint32_t parts = n->op == TIR_SHUFFLE ? n->u.nvectors : 1;
	const struct tir_expr **arg = ARENA_NEWN(q->arena, const struct tir_expr *, n->n + 1);
	if (n->op == TIR_INT_IMM)
		return tir_int(q->m, t, f(q, n->u.i));
	for (uint32_t i = 0; i < n->n; i++)
		arg[i] = i < parts ? tir_int(q->m, tir_lanes(t, 1), f(q, n->arg[i]->u.i))
		                   : n->arg[i];
	return tir_make(q->m, (enum tir_op)n->op, t, n->u.bits, n->n, arg);
}
