/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/half_as_float.c: halves, with which LLVM 19 computes as floats on Hexagon.
 *
 * Idea.    LLVM 19 makes floats of halves and forgets two things.  What one operation gives the next is not rounded to a
 *          half: so the conversions are written here, which is exact, as a float has more than twice the digits of a
 *          half.  And a half cannot be frozen, which a pass of LLVM's may ask for, and instruction selection where it makes
 *          `and` of a choice between truths: it ends with "Do not know how to promote this operator's result".
 *          Floats can be frozen, so scalar halves are compared as floats, which is what becomes of the comparison
 *          anyhow, and frozen as floats.
 * Keeps    values.
 * Leaves alone  vectors of halves that HVX computes with, and everything from LLVM 22 on.
 * Costs    a conversion to half and back for each operation whose result another one takes. */
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/before_codegen.h"

static bool is_arithmetic(LLVMValueRef v)
{
	return lower_is_op(v, LLVMFAdd) || lower_is_op(v, LLVMFSub) || lower_is_op(v, LLVMFMul) ||
	       lower_is_op(v, LLVMFDiv);
}

static LLVMValueRef as_float(struct before_codegen *c, LLVMValueRef half)
{
	LLVMTypeRef t = LLVMTypeOf(half), to = LLVMFloatTypeInContext(LLVMGetTypeContext(t));
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		to = LLVMVectorType(to, LLVMGetVectorSize(t));
	return LLVMBuildFPExt(c->b, half, to, "");
}

void lower_half_as_float(struct before_codegen *c, LLVMValueRef v)
{
	bool computes = is_arithmetic(v), compares = lower_is_op(v, LLVMFCmp);
	if (LLVM_VERSION_MAJOR >= 22 || !(computes || compares || lower_is_op(v, LLVMFreeze)))
		return;
	LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(v, 0));
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	if (LLVMGetTypeKind(lower_element(t)) != LLVMHalfTypeKind ||
	        (vector && (c->float_vectors || !computes)))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef a = as_float(c, LLVMGetOperand(v, 0));
	LLVMValueRef b = computes || compares ? as_float(c, LLVMGetOperand(v, 1)) : NULL;
	if (compares)
		lower_replace(v, LLVMBuildFCmp(c->b, LLVMGetFCmpPredicate(v), a, b, ""));
	else
		lower_replace(v, LLVMBuildFPTrunc(c->b,
		                         computes ? LLVMBuildBinOp(c->b,
		                                            LLVMGetInstructionOpcode(v), a, b, "")
		                                  : LLVMBuildFreeze(c->b, a, ""),
		                         t, ""));
}
