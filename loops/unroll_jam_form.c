/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/unroll_jam_form.c: indices as sums over the integers, for what they cost.
 *
 * Idea.   An index of a signed type of 32 or more bits does not overflow (it is undefined), so
 *         what is written as sums and multiples is one over the integers.  Every variable stands for
 *         itself: copies that are measured are of no function yet, of which analysis/ could know more.
 * Costs   MAX_NODES nodes. */
#include "loops/unroll_jam.h"

enum { MAX_NODES = 64 };

/* f += factor times the atom. */
static bool add_symbol(struct jam_form *f, const struct jam_term *symbol)
{
	uint32_t i = 0;
	if (!symbol->factor)
		return true;
	while (i < f->n && f->term[i].atom != symbol->atom)
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

bool unroll_jam_add_form(struct jam_form *f, const struct jam_form *g, int64_t factor)
{
	for (uint32_t i = 0; i < g->n; i++) {
		struct jam_term t = g->term[i];
		if (__builtin_mul_overflow(t.factor, factor, &t.factor) || !add_symbol(f, &t))
			return false;
	}
	return add_constant(f, g->offset, factor);
}

struct adding {
	struct jam_form *f;
	uint32_t budget;
};

static bool add_expr(struct adding *a, const struct tir_expr *e, int64_t factor);

static bool add_atom(struct adding *a, const struct tir_expr *e, int64_t factor)
{
	return add_symbol(a->f, &(struct jam_term){e, factor});
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

bool unroll_jam_add(struct jam_form *f, const struct tir_expr *e, int64_t factor)
{
	struct adding a = {f, MAX_NODES};
	return add_expr(&a, e, factor);
}
