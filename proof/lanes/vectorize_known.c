/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/vectorize_known.c: what an expression of f is in each lane of a tile, by the loops' variables alone.
 *
 * Idea.    Lane and step of the piece together say which iteration of f it is: with these numbers the expression is computed.
 *          A vector of g is it if each lane is that number in all steps.
 * Needs    constant bounds of the tile's loops.
 * Costs    nodes times lanes times steps; within bounds.
 * Wrong if what is computed here differs from what the program computes. */
#include "proof/lanes/vectorize.h"

enum { MOST_VALUES = 1 << 14 };

/* One lane in one step. */
struct place {
	struct lane_walk *w;
	int64_t first; /* iteration of the loop that is the step's first one */
	uint32_t lane, budget;
};

static bool fits(struct tir_type t, int64_t n)
{
	if (t.code == TIR_TYPE_BOOL)
		return n == 0 || n == 1;
	return t.code == TIR_TYPE_INT && t.bits >= 32 &&
	       (t.bits > 32 || (n >= INT32_MIN && n <= INT32_MAX));
}

static bool value_of(struct place *p, const struct tir_expr *e, int64_t *out);

/* The number of a variable in this lane: its loop's digit, or what it is bound to; false: not known. */
static bool value_of_var(struct place *p, const struct tir_var *v, int64_t *out)
{
	const struct lane_walk *w = p->w;
	for (uint32_t i = 0; i < w->ndims; i++) {
		const struct tir_for *l = tir_as_for(w->dim[i]);
		if (v != l->var)
			continue;
		*out = l->min.e->u.i + w->digit[p->lane][i] + (i ? 0 : p->first);
		return l->min.e->op == TIR_INT_IMM;
	}
	for (uint32_t i = 0; i < w->nest->local.n; i++) {
		const struct proof_local *d = &w->nest->local.at[i];
		if (d->var == v && d->value &&
		        !(d->value->flags & (TIR_READS_MEM | TIR_HAS_EFFECT)))
			return value_of(p, d->value, out);
	}
	return false;
}

/* Of two numbers; false: it is not known, or a number that does not fit. */
static bool compute(enum tir_op op, int64_t a, int64_t b, int64_t *out)
{
	bool divides = b != 0 && b != -1;
	switch (op) {
	case TIR_ADD: return !__builtin_add_overflow(a, b, out);
	case TIR_SUB: return !__builtin_sub_overflow(a, b, out);
	case TIR_MUL: return !__builtin_mul_overflow(a, b, out);
	case TIR_DIV: return divides && (*out = a / b, true);
	case TIR_MOD: return divides && (*out = a % b, true);
	case TIR_FLOORDIV: return divides && (*out = proof_floor(a, b), true);
	case TIR_FLOORMOD: return divides && (*out = a - b * proof_floor(a, b), true);
	case TIR_MIN: *out = a < b ? a : b; return true;
	case TIR_MAX: *out = a > b ? a : b; return true;
	case TIR_EQ: *out = a == b; return true;
	case TIR_NE: *out = a != b; return true;
	case TIR_LT: *out = a < b; return true;
	case TIR_LE: *out = a <= b; return true;
	case TIR_GT: *out = a > b; return true;
	case TIR_GE: *out = a >= b; return true;
	case TIR_AND: *out = a && b; return true;
	case TIR_OR: *out = a || b; return true;
	case TIR_NOT:
	case TIR_ANY_LEAF:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_ANY_MEMORY:
	case TIR_CAST:
	case TIR_LET:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return false;
}

/* The number that e is in this lane; false: not known, or it does not fit its type. */
static bool value_of(struct place *p, const struct tir_expr *e, int64_t *out)
{
	int64_t a, b = 0;
	if (!p->budget || e->type.lanes != 1)
		return false;
	p->budget--;
	if (e->op == TIR_INT_IMM) {
		*out = e->u.i;
		return fits(e->type, *out);
	}
	if (e->op == TIR_VAR)
		return value_of_var(p, e->u.var, out) && fits(e->type, *out);
	if ((e->n != 1 && e->n != 2) || !value_of(p, e->arg[0], &a) ||
	        (e->n == 2 && !value_of(p, e->arg[1], &b)))
		return false;
	if (e->op == TIR_NOT) {
		*out = !a;
		return true;
	}
	return e->n == 2 && compute((enum tir_op)e->op, a, b, out) && fits(e->type, *out);
}

bool proof_lanes_values(struct lane_walk *w, const struct tir_expr *x, int64_t *value)
{
	const struct tir_for *f = tir_as_for(w->loop), *g = tir_as_for(w->piece);
	int64_t step = tir_loop_step(w->piece), v;
	if (!w->digit || w->at + w->lanes > step * w->inner || f->min.e->op != TIR_INT_IMM ||
	        g->min.e->op != TIR_INT_IMM || g->extent.e->u.i * w->inner > MOST_VALUES)
		return false;
	for (int64_t at = 0; at < g->extent.e->u.i; at += step)
		for (uint32_t l = 0; l < w->lanes; l++) {
			struct place p = {w, g->min.e->u.i - f->min.e->u.i + at, w->at + l, 256};
			if (!value_of(&p, x, &v) || (at && w->needs[l] && value[l] != v))
				return false;
			value[l] = v;
		}
	return true;
}

/* Lane l of a vector of numbers; false: it is none. */
static bool constant_lane(const struct tir_expr *y, uint32_t l, int64_t *out)
{
	if (y->op == TIR_BROADCAST)
		y = y->arg[0];
	else if (y->op == TIR_SHUFFLE && y->n == y->u.nvectors + y->type.lanes &&
	         y->arg[y->u.nvectors + l]->u.i >= 0 &&
	         y->arg[y->u.nvectors + l]->u.i < y->u.nvectors)
		y = y->arg[y->arg[y->u.nvectors + l]->u.i];
	*out = y->u.i;
	return y->op == TIR_INT_IMM && y->type.lanes == 1;
}

static bool is_constant(const struct tir_expr *y)
{
	bool scalars = y->op == TIR_SHUFFLE || y->op == TIR_BROADCAST;
	for (uint32_t i = 0; scalars && i < (y->op == TIR_SHUFFLE ? y->u.nvectors : 1); i++)
		scalars = y->arg[i]->op == TIR_INT_IMM;
	return scalars;
}

bool proof_lanes_constant(struct lane_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	int64_t *value = ARENA_NEWN(w->scratch, int64_t, w->lanes), n;
	if (!is_constant(y) || !proof_lanes_values(w, x, value))
		return false;
	for (uint32_t l = 0; l < w->lanes; l++)
		if (!constant_lane(y, l, &n) || (w->needs[l] && n != value[l]))
			return false;
	return true;
}

bool proof_lanes_divides(struct lane_walk *w, const struct tir_expr *y)
{
	int64_t n;
	for (uint32_t l = 0; l < w->lanes; l++)
		if (!is_constant(y) || !constant_lane(y, l, &n) || n == 0 || n == -1)
			return false;
	return true;
}

enum lane_arms proof_lanes_arms(struct lane_walk *w, const struct tir_expr *x,
        const struct tir_expr *y, uint8_t *yes, uint8_t *no)
{
	int64_t *value = ARENA_NEWN(w->scratch, int64_t, w->lanes), n;
	uint32_t nyes = 0, nno = 0;
	if (!proof_lanes_values(w, x->arg[0], value))
		return LANES_UNKNOWN;
	for (uint32_t l = 0; l < w->lanes; l++) {
		nyes += yes[l] = w->needs[l] && value[l];
		nno += no[l] = w->needs[l] && !value[l];
	}
	if (!nyes || !nno)
		return nyes ? LANES_FIRST : LANES_SECOND;
	if (y->op != TIR_SELECT || y->arg[0]->type.lanes != w->lanes || !is_constant(y->arg[0]))
		return LANES_OTHER;
	for (uint32_t l = 0; l < w->lanes; l++)
		if (!constant_lane(y->arg[0], l, &n) ||
		        (w->needs[l] && (n != 0) != (value[l] != 0)))
			return LANES_OTHER;
	return LANES_BOTH;
}
