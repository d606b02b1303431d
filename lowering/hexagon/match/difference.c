/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/difference.c: the larger of two unsigned numbers less the smaller one.
 *
 * Idea.   That is one instruction (vabsdiff). LLVM 22 makes three of it.
 * Needs   unsigned lanes of 8 or 16 bits, and whole registers.
 * Costs   nothing. */
#include "lowering/hexagon/internal.h"

LLVMValueRef lower_difference(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *x = e->n == 2 ? e->arg[0] : e, *y = e->n == 2 ? e->arg[1] : e;
	struct tir_type t = e->type;
	if (e->op != TIR_SUB || x->op != TIR_MAX || y->op != TIR_MIN || t.code != TIR_TYPE_UINT ||
	        (t.bits != 8 && t.bits != 16) ||
	        (int64_t)t.lanes * t.bits % (TARGET_HVX_BYTES * 8) != 0 || !l->hexagon->pairs)
		return NULL;
	bool same = x->arg[0] == y->arg[0] && x->arg[1] == y->arg[1];
	bool swapped = x->arg[0] == y->arg[1] && x->arg[1] == y->arg[0];
	if (!same && !swapped)
		return NULL;
	return LOWER_HVX(l, t.bits == 8 ? TARGET_VABSDIFFUB : TARGET_VABSDIFFUH,
	        lower_expr(l, x->arg[0]), lower_expr(l, x->arg[1]));
}
