/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/plain_extremes.c: minima and maxima of floats, as they were before lowering/extremes.c hid them.
 *
 * Idea.    `x <= k ? c : x` is `x < c ? c : x` where k is the float below c, and so on: of that, code generation makes one instruction
 *          on the host, and on Hexagon no constant besides c is needed.
 * Needs    IR after LLVM's passes, which take such a choice wrongly for a minimum or maximum.
 * Keeps    every bit of the result.
 * Wrong if a float lies between c and k. */
#include "lowering/hexagon/before_codegen.h"

/* The arm of the choice that is the constant beside k, on that side of it; or NULL.  What the other arm is does not matter: it may be
 * computed twice, as the vectorisers leave it. */
static LLVMValueRef arm_beside(LLVMValueRef s, LLVMValueRef k, bool above)
{
	for (unsigned i = 1; i <= 2; i++) {
		LLVMValueRef arm = LLVMGetOperand(s, i);
		if (LLVMIsConstant(arm) && LLVMTypeOf(arm) == LLVMTypeOf(k) &&
		        lower_beside(arm, !above) == k)
			return arm;
	}
	return NULL;
}

void lower_plain_extreme(struct before_codegen *c, LLVMValueRef s)
{
	LLVMValueRef compare = lower_is_op(s, LLVMSelect) ? LLVMGetOperand(s, 0) : NULL;
	if (!compare || !lower_is_op(compare, LLVMFCmp))
		return;
	LLVMValueRef x = LLVMGetOperand(compare, 0), k = LLVMGetOperand(compare, 1), chosen;
	LLVMRealPredicate p = LLVMGetFCmpPredicate(compare);
	bool above = false;
	if (LLVMIsConstant(x)) {
		x = k;
		k = LLVMGetOperand(compare, 0);
		p = lower_swapped_predicate(p);
	}
	/* x <= k is x < c where c is the one above k */
	p = lower_beside_predicate(p, &above);
	chosen = p && LLVMIsConstant(k) ? arm_beside(s, k, above) : NULL;
	if (!chosen)
		return;
	LLVMPositionBuilderBefore(c->b, s);
	LLVMSetOperand(s, 0, LLVMBuildFCmp(c->b, p, x, chosen, ""));
	if (!LLVMGetFirstUse(compare))
		LLVMInstructionEraseFromParent(compare);
}
