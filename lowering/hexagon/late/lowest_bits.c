/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/lowest_bits.c: the lowest bits of a vector's lanes, as truth.
 *
 * Idea.    LLVM's optimiser cuts lanes to one bit where x % 2 is a factor or a condition.  LLVM 22's instruction selection takes the
 *          lowest bit of each byte, as is right for lanes of 8 bits: of a lane of 16 or 32 bits it then chooses byte by byte.
 *          Comparing x & 1 with zero is right.
 * Keeps    values.  A second run finds no such cut.
 * Leaves alone  lanes of 8 and 64 bits, which LLVM does right, unless they were made of others: LLVM may cut those at once.
 * Costs    an instruction of HVX. */
#include "lowering/hexagon/before_codegen.h"

void lower_test_lowest(struct before_codegen *c, LLVMValueRef cut)
{
	if (!c->vectors || !lower_is_op(cut, LLVMTrunc) ||
	        lower_vector_of(cut) != LLVMIntegerTypeKind ||
	        LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(cut))) != 1)
		return;
	LLVMValueRef x = LLVMGetOperand(cut, 0);
	LLVMTypeRef t = LLVMTypeOf(x);
	unsigned width = LLVMGetIntTypeWidth(LLVMGetElementType(t));
	if (width != 16 && width != 32 && !LLVMIsACastInst(x))
		return;
	LLVMPositionBuilderBefore(c->b, cut);
	LLVMValueRef bit = LLVMBuildAnd(c->b, x, lower_late_splat(c, t, 1), "");
	LLVMValueRef set = LLVMBuildICmp(c->b, LLVMIntNE, bit, LLVMConstNull(t), "");
	LLVMReplaceAllUsesWith(cut, set);
	LLVMInstructionEraseFromParent(cut);
}
