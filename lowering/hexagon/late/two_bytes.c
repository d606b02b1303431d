/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/two_bytes.c: two numbers cut to bytes, one by one.
 *
 * Idea.    Where LLVM's instruction selection finds that both are the same, it makes the two bytes of one, as a vector of a type
 *          that it does not know how to take apart, and ends the process.
 * Keeps    values.  A second run finds no such vector cut.
 * Costs    nothing: Hexagon has no instruction that cuts two words to bytes. */
#include "lowering/hexagon/before_codegen.h"

void lower_cut_bytes(struct before_codegen *c, LLVMValueRef cut)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	if (!lower_is_op(cut, LLVMTrunc) || lower_vector_of(cut) != LLVMIntegerTypeKind)
		return;
	LLVMTypeRef t = LLVMTypeOf(cut), byte = LLVMGetElementType(t);
	if (LLVMGetVectorSize(t) != 2 || LLVMGetIntTypeWidth(byte) != 8)
		return;
	LLVMValueRef all = LLVMGetPoison(t);
	LLVMPositionBuilderBefore(c->b, cut);
	for (unsigned i = 0; i < 2; i++) {
		LLVMValueRef at = LLVMConstInt(i32, i, false);
		LLVMValueRef x = LLVMBuildExtractElement(c->b, LLVMGetOperand(cut, 0), at, "");
		x = LLVMBuildTrunc(c->b, x, byte, "");
		all = LLVMBuildInsertElement(c->b, all, x, at, "");
	}
	LLVMReplaceAllUsesWith(cut, all);
	LLVMInstructionEraseFromParent(cut);
}
