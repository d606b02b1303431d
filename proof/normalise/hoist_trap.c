/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/hoist_trap.c: may the value of an array's element trap?
 *
 * Idea    Evaluate it for the element: indices and conditions are numbers then, of which only 32-bit ones that do not wrap are known.
 *         What is not evaluated does not trap; a load of a buffer of constant shape does not if its indices lie inside.
 * Costs   the nodes of the value, for each element; STEPS for all arrays.
 * Wrong if something that traps is not asked about. */
#include "proof/normalise/hoist.h"

enum { DEPTH = 24 }; /* of a value */

struct at {
	struct hoist_apart *t;
	const struct hoist_array *a;
	int64_t index[HOIST_DIMS];
};

/* A number that is known, or not. */
struct number {
	bool is_known, traps;
	int64_t n;
};

static const struct number unknown = {false, false, 0}, trap = {false, true, 0};

static struct number known(int64_t n)
{
	return n < INT32_MIN || n > INT32_MAX ? unknown : (struct number){true, false, n};
}

static struct number value(struct at *at, const struct tir_expr *e, uint32_t depth);

static struct number variable(const struct at *at, const struct tir_var *v)
{
	for (uint32_t d = 0; d < at->a->b->ndim; d++)
		if (at->a->var[d] == v)
			return known(at->index[d]);
	return unknown;
}

/* Does the load lie in its buffer? */
static struct number load(struct at *at, const struct tir_expr *e, uint32_t depth)
{
	const struct tir_buffer *b = e->u.buffer;
	for (uint32_t d = 0; d < e->n; d++) {
		struct number i = value(at, e->arg[d], depth);
		if (!i.is_known || e->n != b->ndim || b->shape[d]->op != TIR_INT_IMM || i.n < 0 ||
		        i.n >= b->shape[d]->u.i)
			return trap;
	}
	return unknown;
}

/* And, Or: the second one is not always evaluated. */
static struct number both(struct at *at, const struct tir_expr *e, uint32_t depth)
{
	struct number x = value(at, e->arg[0], depth), y;
	bool decides = e->op == TIR_OR;
	if (x.traps || (x.is_known && (x.n != 0) == decides))
		return x;
	y = value(at, e->arg[1], depth);
	return y.traps ? trap : x.is_known && y.is_known ? known(y.n != 0) : unknown;
}

/* One arm is evaluated; if the condition is not known, either. */
static struct number choice(struct at *at, const struct tir_expr *e, uint32_t depth)
{
	struct number c = value(at, e->arg[0], depth), x, y;
	if (c.traps || c.is_known)
		return c.traps ? c : value(at, e->arg[c.n ? 1 : 2], depth);
	x = value(at, e->arg[1], depth);
	y = value(at, e->arg[2], depth);
	return x.traps || y.traps ? trap : unknown;
}

/* x op y. */
static struct number operation(uint8_t op, int64_t x, int64_t y)
{
	switch (op) {
	case TIR_ADD: return known(x + y);
	case TIR_SUB: return known(x - y);
	case TIR_MUL: return known(x * y);
	case TIR_LT: return known(x < y);
	case TIR_LE: return known(x <= y);
	case TIR_GT: return known(x > y);
	case TIR_GE: return known(x >= y);
	case TIR_EQ: return known(x == y);
	case TIR_NE: return known(x != y);
	default: return unknown;
	}
}

/* What all operands of are evaluated. */
static struct number strict(struct at *at, const struct tir_expr *e, uint32_t depth)
{
	struct number x[2] = {unknown, unknown};
	if (tir_node_traps(e))
		return trap;
	for (uint32_t i = 0; i < e->n; i++) {
		struct number n = value(at, e->arg[i], depth);
		if (n.traps)
			return trap;
		if (i < 2)
			x[i] = n;
	}
	bool numbers = e->n == 2 && x[0].is_known && x[1].is_known &&
	               tir_type_eq(e->arg[0]->type, TIR_INT32);
	return numbers ? operation(e->op, x[0].n, x[1].n) : unknown;
}

/* What e is for the element. */
static struct number value(struct at *at, const struct tir_expr *e, uint32_t depth)
{
	if (at->t->steps-- < 0 || !depth || e->type.lanes != 1)
		return trap;
	depth--;
	switch (e->op) {
	case TIR_INT_IMM: return known(e->u.i);
	case TIR_VAR: return variable(at, e->u.var);
	case TIR_LOAD: return load(at, e, depth);
	case TIR_AND:
	case TIR_OR: return both(at, e, depth);
	case TIR_IF_THEN_ELSE:
	case TIR_SELECT: return choice(at, e, depth);
	default: return strict(at, e, depth);
	}
}

bool proof_hoist_may_trap(struct hoist_apart *t, const struct hoist_array *a, int64_t element)
{
	struct at at = {.t = t, .a = a};
	for (uint32_t d = a->b->ndim; d-- > 0; element /= a->size[d])
		at.index[d] = element % a->size[d];
	return value(&at, a->value, DEPTH).traps;
}
