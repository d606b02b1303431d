/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/stack.c: memory on the stack, all of it made where the function is entered. */
#include "lowering/internal.h"

LLVMValueRef lower_alloca(struct lower *l, LLVMTypeRef t, uint64_t n, unsigned align)
{
	LLVMBasicBlockRef here = LLVMGetInsertBlock(l->b);
	LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(l->entry));
	LLVMValueRef count = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), n, false);
	LLVMValueRef p = LLVMBuildArrayAlloca(l->b, t, count, "");
	LLVMSetAlignment(p, align);
	LLVMPositionBuilderAtEnd(l->b, here);
	return p;
}
