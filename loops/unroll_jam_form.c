/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/unroll_jam_form.c: indices as sums over the integers, and what the bounds of loops say of them.
 *
 * Idea.   An index of a signed type of 32 or more bits does not overflow (it is undefined), so
 *         what is written as sums and multiples is one over the integers.  Its least value is had by
 *         putting the first or the last value of each loop's variable in its place, the innermost
 *         first: bounds name outer loops, and so 0 <= k < i says that i - k is never 0.
 * Needs   a nest as unroll_jam_nest.c reads it.
 * Costs   O(terms) a loop. */
#include "loops/unroll_jam.h"

enum { MAX_NODES = 64 };

/* f += factor times the symbol. */
static bool add_symbol(struct jam_form *f, const struct jam_term *symbol)
{
	uint32_t i = 0;
	if (!symbol->factor)
		return true;
	while (i < f->n && (f->term[i].atom != symbol->atom || f->term[i].loop != symbol->loop ||
	                           f->term[i].side != symbol->side))
		i++;
	if (i == f->n) {
		if (f->n == JAM_TERMS)
			return false;
		f->term[f->n++] = *symbol;
		return true;
	}
	if (__builtin_add_overflow(f->term[i].factor, symbol->factor, &f->term[i].factor))
		return false;
	if (!f->term[i].factor)
		f->term[i] = f->term[--f->n];
	return true;
}

static bool add_constant(struct jam_form *f, int64_t c, int64_t factor)
{
	return !__builtin_mul_overflow(c, factor, &c) &&
	       !__builtin_add_overflow(f->offset, c, &f->offset);
}

bool jam_add_form(struct jam_form *f, const struct jam_form *g, int64_t factor)
{
	for (uint32_t i = 0; i < g->n; i++) {
		struct jam_term t = g->term[i];
		if (__builtin_mul_overflow(t.factor, factor, &t.factor) || !add_symbol(f, &t))
			return false;
	}
	return add_constant(f, g->offset, factor);
}

/* ---- Expressions -------------------------------------------------------------------------*/
struct adding {
	const struct jam_nest *n;
	const struct jam_view *v;
	struct jam_form *f;
	uint32_t budget;
};

static bool add_expr(struct adding *a, const struct tir_expr *e, int64_t factor);

/* The variable of loop i, as the access sees it. */
static bool add_loop(struct adding *a, uint32_t i, int64_t factor)
{
	const struct jam_nest *n = a->n;
	struct jam_term t = {.loop = i, .side = a->v->side[i], .factor = factor};
	int64_t ahead = i == n->at ? a->v->ahead : 0;
	if (t.side == JAM_BEHIND) {
		ahead = n->loop[i].step;
		if (!add_symbol(a->f, &t))
			return false;
		t.side = JAM_FIRST;
	}
	return add_symbol(a->f, &t) && add_constant(a->f, ahead, factor);
}

/* Does e name nothing that changes in the nest? */
static bool is_fixed(struct adding *a, const struct tir_expr *e)
{
	if (!a->budget || e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	a->budget--;
	if (e->op == TIR_VAR) {
		uint32_t loop = jam_loop_of(a->n, e->u.var);
		return (loop == UINT32_MAX || loop < a->n->at) &&
		       jam_bind_of(a->n, e->u.var) == UINT32_MAX;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_fixed(a, e->arg[i]))
			return false;
	return true;
}

static bool add_atom(struct adding *a, const struct tir_expr *e, int64_t factor)
{
	struct jam_term t = {.atom = e, .loop = UINT32_MAX, .side = JAM_SHARED, .factor = factor};
	return (!a->n || is_fixed(a, e)) && add_symbol(a->f, &t);
}

static bool add_var(struct adding *a, const struct tir_expr *e, int64_t factor)
{
	uint32_t loop = a->n ? jam_loop_of(a->n, e->u.var) : UINT32_MAX;
	uint32_t bind = a->n ? jam_bind_of(a->n, e->u.var) : UINT32_MAX;
	if (loop != UINT32_MAX)
		return add_loop(a, loop, factor);
	return bind != UINT32_MAX ? add_expr(a, a->n->bind[bind]->value.e, factor)
	                          : add_atom(a, e, factor);
}

static bool add_product(struct adding *a, const struct tir_expr *e, int64_t factor)
{
	uint32_t c = e->arg[1]->op == TIR_INT_IMM;
	if (e->arg[c]->op != TIR_INT_IMM)
		return add_atom(a, e, factor);
	return !__builtin_mul_overflow(factor, e->arg[c]->u.i, &factor) &&
	       add_expr(a, e->arg[!c], factor);
}

/* Signed, and too wide to wrap around. */
static bool is_exact(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32 && t.lanes == 1;
}

static bool add_expr(struct adding *a, const struct tir_expr *e, int64_t factor)
{
	if (!a->budget)
		return false;
	a->budget--;
	if (!is_exact(e->type))
		return add_atom(a, e, factor);
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return add_constant(a->f, e->u.i, factor);
	case TIR_VAR: return add_var(a, e, factor);
	case TIR_ADD: return add_expr(a, e->arg[0], factor) && add_expr(a, e->arg[1], factor);
	case TIR_SUB:
		return factor != INT64_MIN && add_expr(a, e->arg[0], factor) &&
		       add_expr(a, e->arg[1], -factor);
	case TIR_MUL: return add_product(a, e, factor);
	case TIR_CAST:
		return is_exact(e->arg[0]->type) && e->arg[0]->type.bits <= e->type.bits
		               ? add_expr(a, e->arg[0], factor)
		               : add_atom(a, e, factor);
	default: return add_atom(a, e, factor);
	}
}

bool jam_add(const struct jam_nest *n, const struct jam_view *v, struct jam_form *f,
        const struct tir_expr *e, int64_t factor)
{
	struct adding a = {n, v, f, MAX_NODES};
	return add_expr(&a, e, factor);
}

/* ---- Bounds ------------------------------------------------------------------------------*/
/* What a loop's symbol is at least, or at most. */
static bool add_limit(const struct jam_nest *n, const struct jam_view view[2],
        const struct jam_term *t, bool greatest, struct jam_form *f)
{
	const struct jam_loop *l = &n->loop[t->loop];
	const struct jam_view *v = &view[t->side == JAM_SECOND];
	if (t->side == JAM_BEHIND) /* less than the extent, with the step that is counted apart */
		return !greatest || (jam_add(n, v, f, l->s->extent.e, t->factor) &&
		                            add_constant(f, -1 - l->step, t->factor));
	return jam_add(n, v, f, l->s->min.e, t->factor) &&
	       (!greatest || (jam_add(n, v, f, l->s->extent.e, t->factor) &&
	                             add_constant(f, -1, t->factor)));
}

/* Put its first or last value in the place of loop i's variable. */
static bool drop_loop(const struct jam_nest *n, const struct jam_view view[2], uint32_t i,
        bool greatest, struct jam_form *f)
{
	struct jam_form rest = {.offset = f->offset};
	for (uint32_t k = 0; k < f->n; k++) {
		const struct jam_term *t = &f->term[k];
		bool ok = !t->atom && t->loop == i
		                  ? add_limit(n, view, t, greatest == (t->factor > 0), &rest)
		                  : add_symbol(&rest, t);
		if (!ok)
			return false;
	}
	*f = rest;
	return true;
}

bool jam_limit(const struct jam_nest *n, const struct jam_view view[2], const struct jam_form *f,
        bool greatest, int64_t *out)
{
	struct jam_form rest = *f;
	for (uint32_t i = n->nloops; i-- > 0;)
		if (!drop_loop(n, view, i, greatest, &rest))
			return false;
	*out = rest.offset;
	return rest.n == 0;
}

static uint64_t magnitude(int64_t x)
{
	return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* Is the offset no sum of multiples of the factors? */
static bool is_off_grid(const struct jam_form *f)
{
	uint64_t g = 0;
	for (uint32_t i = 0; i < f->n; i++)
		for (uint64_t b = magnitude(f->term[i].factor), r; b; b = r) {
			r = g % b;
			g = b;
		}
	return g ? magnitude(f->offset) % g != 0 : f->offset != 0;
}

bool jam_is_apart(const struct jam_nest *n, const struct jam_view view[2], const struct jam_form *f)
{
	int64_t x;
	return is_off_grid(f) || (jam_limit(n, view, f, false, &x) && x > 0) ||
	       (jam_limit(n, view, f, true, &x) && x < 0);
}

bool jam_runs(const struct jam_nest *n)
{
	struct jam_view view[2] = {{{JAM_SHARED}, 0}, {{JAM_SHARED}, 0}};
	struct jam_form f = {0};
	int64_t least;
	return jam_add(n, &view[0], &f, n->loop[n->at].s->extent.e, 1) &&
	       jam_limit(n, view, &f, false, &least) && least >= 0;
}
