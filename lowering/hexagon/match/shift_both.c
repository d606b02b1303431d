/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/shift_both.c: words shifted to the left or to the right, as a number with a sign says.
 *
 * Idea.   HVX's shifts by vectors go both ways: x << max(n, 0) >> max(n, 0) - n is one instruction (vasl).  LLVM makes four of it.
 * Needs   n from -31 to 31, without which one of the shifts means nothing.
 * Costs   nothing. */
#include "lowering/hexagon/internal.h"

enum { BITS = 32, WORDS = TARGET_HVX_BYTES * 8 / BITS };

/* e, or what it is made of without changing a bit. */
static const struct tir_expr *same_bits(const struct tir_expr *e)
{
	while (e->op == TIR_CAST && tir_is_int(e->type) && tir_is_int(e->arg[0]->type) &&
	        e->arg[0]->type.bits == e->type.bits)
		e = e->arg[0];
	return e;
}

static bool is_zero(const struct tir_expr *e)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

LLVMValueRef lower_shift_both(struct lower *l, const struct tir_expr *e)
{
	struct tir_type t = e->type;
	if (e->op != TIR_SHR || t.code != TIR_TYPE_INT || t.bits != BITS || t.lanes % WORDS != 0 ||
	        !target_has_hvx(l->hvx) || l->side != LOWER_PLAIN)
		return NULL;
	const struct tir_expr *left = same_bits(e->arg[0]), *by = same_bits(e->arg[1]), *most, *n;
	if (left->op != TIR_SHL || by->op != TIR_SUB)
		return NULL;
	most = same_bits(by->arg[0]);
	n = by->arg[1];
	if (most->op != TIR_MAX || most->type.code != TIR_TYPE_INT ||
	        same_bits(left->arg[1]) != most || most->arg[0] != n || !is_zero(most->arg[1]))
		return NULL;
	return LOWER_HVX(l, TARGET_VASLWV, lower_expr(l, left->arg[0]), lower_expr(l, n));
}
