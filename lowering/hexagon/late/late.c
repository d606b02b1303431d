/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/late.c: what the rewrites right before code generation share (before_codegen.h). */
#include "lowering/hexagon/before_codegen.h"

LLVMTypeRef lower_element(LLVMTypeRef t)
{
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetElementType(t) : t;
}

LLVMTypeKind lower_vector_of(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	return LLVMGetTypeKind(t) == LLVMVectorTypeKind ? LLVMGetTypeKind(LLVMGetElementType(t))
	                                                : LLVMVoidTypeKind;
}

bool lower_is_op(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

bool lower_divides(LLVMValueRef v)
{
	return lower_is_op(v, LLVMSDiv) || lower_is_op(v, LLVMUDiv) || lower_is_op(v, LLVMSRem) ||
	       lower_is_op(v, LLVMURem);
}

LLVMValueRef lower_late_call(struct before_codegen *c, const char *name, LLVMTypeRef *types,
        size_t ntypes, LLVMValueRef *x, unsigned n)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(c->mod, id, types, ntypes);
	return LLVMBuildCall2(c->b, LLVMGlobalGetValueType(f), f, x, n, "");
}

LLVMValueRef lower_late_hvx(struct before_codegen *c, enum target_instruction i,
        const LLVMValueRef *x)
{
	const struct target_hvx_instruction *row = target_instruction(i);
	LLVMValueRef operand[TARGET_OPERANDS];
	memcpy(operand, x, row->noperands * sizeof *x);
	return lower_late_call(c, row->intrinsic, NULL, 0, operand, row->noperands);
}

LLVMValueRef lower_late_lane(struct before_codegen *c, LLVMValueRef v, unsigned i)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	return LLVMBuildExtractElement(c->b, v, LLVMConstInt(word, i, false), "");
}

void lower_replace(LLVMValueRef old, LLVMValueRef with)
{
	LLVMReplaceAllUsesWith(old, with);
	LLVMInstructionEraseFromParent(old);
}
