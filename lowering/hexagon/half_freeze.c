/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/half_freeze.c: scalar halves that LLVM 19 cannot freeze.
 *
 * Idea.    A half that may be poison is frozen, by a pass of LLVM's or by instruction selection, which makes `and` of a
 *          choice between truths and freezes what was not always computed; there LLVM 19 ends with "Do not know how to
 *          promote this operator's result", as it computes with halves as floats on Hexagon.  Floats it can freeze.
 *          So halves are compared as floats, which is what becomes of the comparison anyhow, and a half is
 *          frozen as a float.
 * Keeps    values.
 * Leaves alone  vectors, and everything from LLVM 22 on.
 * Costs    nothing: the conversions are there already. */
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/before_codegen.h"

static bool is_half(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMHalfTypeKind;
}

static LLVMValueRef as_float(struct before_codegen *c, LLVMValueRef half)
{
	LLVMTypeRef t = LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(half)));
	return LLVMBuildFPExt(c->b, half, t, "");
}

void lower_freeze_half(struct before_codegen *c, LLVMValueRef v)
{
	bool compares = lower_is_op(v, LLVMFCmp), freezes = lower_is_op(v, LLVMFreeze);
	if (LLVM_VERSION_MAJOR >= 22 || !(compares || freezes) || !is_half(LLVMGetOperand(v, 0)))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef a = as_float(c, LLVMGetOperand(v, 0));
	if (freezes)
		lower_replace(v,
		        LLVMBuildFPTrunc(c->b, LLVMBuildFreeze(c->b, a, ""), LLVMTypeOf(v), ""));
	else
		lower_replace(v, LLVMBuildFCmp(c->b, LLVMGetFCmpPredicate(v), a,
		                         as_float(c, LLVMGetOperand(v, 1)), ""));
}
