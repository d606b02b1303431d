/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_distance.c: which expressions are the distance of two numbers. */
#include "proof/replay/replay.h"

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* Is it one of 16 bits or less, widened?  The difference of two does not overflow. */
static bool is_narrow(const struct tir_expr *e)
{
	return e->op == TIR_CAST && tir_is_int(e->arg[0]->type) && e->arg[0]->type.bits <= 16;
}

/* The larger of two unsigned numbers less the smaller one. */
static bool is_spread(const struct tir_expr *e)
{
	if (e->op != TIR_SUB || e->type.code != TIR_TYPE_UINT)
		return false;
	const struct tir_expr *x = e->arg[0], *y = e->arg[1];
	return x->op == TIR_MAX && y->op == TIR_MIN && x->arg[0] == y->arg[0] &&
	       x->arg[1] == y->arg[1];
}

/* The difference of two narrow numbers, or that below 0. */
static bool is_magnitude(const struct tir_expr *e)
{
	if (e->op != TIR_SELECT)
		return false;
	const struct tir_expr *c = e->arg[0], *d = e->arg[1], *n = e->arg[2];
	return c->op == TIR_GE && c->arg[0] == d && is_zero(c->arg[1]) && n->op == TIR_SUB &&
	       is_zero(n->arg[0]) && n->arg[1] == d && d->op == TIR_SUB &&
	       tir_type_eq(d->type, TIR_INT32) && is_narrow(d->arg[0]) && is_narrow(d->arg[1]);
}

const struct tir_expr *const *proof_replay_distance_of(const struct tir_expr *e)
{
	return is_spread(e) ? e->arg[0]->arg : is_magnitude(e) ? e->arg[1]->arg : NULL;
}
