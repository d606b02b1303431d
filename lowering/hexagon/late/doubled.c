/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/doubled.c: x + x as a shift by one.
 *
 * Idea.    LLVM's instruction selection balances the sums of addresses.  Where one is x + (x + x), it follows a node that it has
 *          freed (LLVM 22, HexagonISelDAGToDAG, rebalanceAddressTrees).  LLVM's optimiser writes x + x as a shift;
 *          below -O1 nobody does.
 * Keeps    values; what was promised of the sum (nsw, nuw) is dropped.
 * Costs    nothing: Hexagon shifts in one instruction, too. */
#include "lowering/hexagon/before_codegen.h"

void lower_shift_doubled(struct before_codegen *c, LLVMValueRef sum)
{
	if (!lower_is_op(sum, LLVMAdd) || LLVMGetOperand(sum, 0) != LLVMGetOperand(sum, 1) ||
	        LLVMGetTypeKind(LLVMTypeOf(sum)) != LLVMIntegerTypeKind ||
	        LLVMGetIntTypeWidth(LLVMTypeOf(sum)) == 1)
		return;
	LLVMPositionBuilderBefore(c->b, sum);
	LLVMValueRef twice = LLVMBuildShl(c->b, LLVMGetOperand(sum, 0),
	        LLVMConstInt(LLVMTypeOf(sum), 1, false), "");
	LLVMReplaceAllUsesWith(sum, twice);
	LLVMInstructionEraseFromParent(sum);
}
