/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/divide_form.c: quotients and remainders as products with a reciprocal.
 *
 * Idea    With r = (2^k - 1) // d the quotient of x by d, both not negative and d above 0, is (x + 1) * r >> k, if (x + 1) * d is 2^k at
 *         most or x less than d.  For k = 32 that is so for all x of 16 bits, for k = 64 for all of 32 bits, whatever d is, for
 *         k = 63 - clz(d) for all x of 31 bits: r has 32 bits then (Granlund and Montgomery; test/rules/divide.rules).
 *         Where n is below 0, n // d is ~(~n // d), and truncdiv(n, d) is -(-n // d).  A remainder is n less the quotient times d.
 * Needs   numbers of 32 bits at most.
 * Keeps   the number that the division has, whatever the operands are. */
#include "loops/values/divide.h"

enum { WORD = 32 };

static struct tir_type word(void)
{
	return tir_type(TIR_TYPE_UINT, 32, 1);
}

static struct tir_type wide(void)
{
	return tir_type(TIR_TYPE_UINT, 64, 1);
}

static const struct tir_expr *as(struct tir_module *m, struct tir_type t, const struct tir_expr *e)
{
	return tir_type_eq(e->type, t) ? e : tir_cast(m, t, e);
}

const struct tir_expr *loops_divide_guard(struct tir_module *m, const struct tir_expr *d)
{
	return tir_binary(m, TIR_LT, tir_int(m, d->type, 0), d);
}

const struct tir_expr *loops_divide_likely(struct tir_module *m, const struct tir_expr *d)
{
	const struct tir_expr *c = loops_divide_guard(m, d);
	return tir_call(m, TIR_BUILTIN_LIKELY, NULL, c->type, 1, &c);
}

/* 63 - clz(d), for what is divided by d in 31 bits. */
static const struct tir_expr *shift(struct tir_module *m, const struct tir_expr *d)
{
	enum { MOST = 63 };
	const struct tir_expr *x = as(m, tir_type(d->type.code, 32, 1), d);
	x = tir_call(m, TIR_BUILTIN_CLZ, NULL, TIR_INT32, 1, &x);
	return tir_cast(m, wide(), tir_binary(m, TIR_SUB, tir_int(m, TIR_INT32, MOST), x));
}

const struct tir_expr *loops_divide_reciprocal(struct tir_module *m, const struct division *x)
{
	struct tir_type t = x->form == DIVIDE_SHORT ? word() : wide();
	const struct tir_expr *all = tir_int(m, word(), UINT32_MAX);
	if (x->form == DIVIDE_WORD)
		all = tir_unary(m, TIR_BITNOT, tir_int(m, t, 0));
	if (x->form == DIVIDE_SIGNED)
		all = tir_binary(m, TIR_SUB,
		        tir_binary(m, TIR_SHL, tir_int(m, t, 1), shift(m, x->d)), tir_int(m, t, 1));
	all = tir_binary(m, TIR_FLOORDIV, all, as(m, t, x->d));
	return x->form == DIVIDE_SIGNED ? tir_cast(m, word(), all) : all;
}

/* -1 where n is below 0, else 0. */
static const struct tir_expr *sign(struct tir_module *m, const struct tir_expr *n)
{
	const struct tir_expr *by = tir_int(m, n->type, n->type.bits - 1);
	return as(m, word(), tir_binary(m, TIR_SHR, n, by));
}

/* (x + 1) * r >> by, in 64 bits. */
static const struct tir_expr *by_word(struct tir_module *m, const struct tir_expr *x,
        const struct tir_expr *r, const struct tir_expr *by)
{
	x = tir_binary(m, TIR_ADD, x, tir_int(m, word(), 1));
	x = tir_binary(m, TIR_MUL, as(m, wide(), x), as(m, wide(), r));
	return tir_binary(m, TIR_SHR, x, by);
}

/* (x + 1) * r >> 64, by the halves of r. */
static const struct tir_expr *by_halves(struct tir_module *m, const struct tir_expr *x,
        const struct tir_expr *r)
{
	const struct tir_expr *half = tir_int(m, wide(), WORD), *low, *high;
	x = as(m, wide(), x);
	low = as(m, wide(), as(m, word(), r));
	high = tir_binary(m, TIR_SHR, r, half);
	low = tir_binary(m, TIR_ADD, tir_binary(m, TIR_MUL, x, low), low);
	high = tir_binary(m, TIR_ADD, tir_binary(m, TIR_MUL, x, high), high);
	x = tir_binary(m, TIR_ADD, high, tir_binary(m, TIR_SHR, low, half));
	return tir_binary(m, TIR_SHR, x, half);
}

const struct tir_expr *loops_divide_product(struct tir_module *m, const struct division *x,
        const struct tir_expr *r)
{
	bool floors = x->e->op == TIR_FLOORDIV || x->e->op == TIR_FLOORMOD;
	const struct tir_expr *s = x->signs ? sign(m, x->n) : NULL, *n = as(m, word(), x->n),
	                      *q = n;
	if (s)
		q = tir_binary(m, TIR_BITXOR, q, s);
	if (s && !floors)
		q = tir_binary(m, TIR_SUB, q, s);
	if (x->form == DIVIDE_WORD)
		q = by_halves(m, q, r);
	else
		q = by_word(m, q, r,
		        x->form == DIVIDE_SHORT ? tir_int(m, wide(), WORD) : shift(m, x->d));
	q = as(m, word(), q);
	if (s)
		q = tir_binary(m, TIR_BITXOR, q, s);
	if (s && !floors)
		q = tir_binary(m, TIR_SUB, q, s);
	if (x->e->op == TIR_MOD || x->e->op == TIR_FLOORMOD)
		q = tir_binary(m, TIR_SUB, n, tir_binary(m, TIR_MUL, q, as(m, word(), x->d)));
	return as(m, x->e->type, q);
}
