/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/float_splats.c: one float in all lanes of a vector.
 *
 * Idea.    LLVM's instruction selection for Hexagon knows a shuffle that repeats a lane of integers as `vsplat`.  Of floats it makes a `vsplat`
 *          and a `vdelta` that moves nothing, or a chain of moves; and its passes make the shuffle one of floats.  So
 *          the lane's bits are repeated, and are floats then.
 * Keeps    bits.
 * Costs    nothing. */
#include "lowering/hexagon/before_codegen.h"

/* Are all lanes of the shuffle the first lane of its first operand? */
static bool repeats_first(LLVMValueRef v)
{
	bool all = true;
	for (unsigned i = 0; all && i < LLVMGetNumMaskElements(v); i++)
		all = LLVMGetMaskValue(v, i) == 0;
	return all;
}

void lower_splat_bits(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->vectors || !lower_is_op(v, LLVMShuffleVector) || !repeats_first(v))
		return;
	LLVMTypeKind of = lower_vector_of(v);
	LLVMValueRef x = LLVMGetOperand(v, 0);
	if ((of != LLVMHalfTypeKind && of != LLVMFloatTypeKind) || LLVMIsConstant(x))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMTypeRef type = lower_bits_of(x).type;
	LLVMValueRef mask =
	        LLVMConstNull(LLVMVectorType(LLVMInt32TypeInContext(LLVMGetTypeContext(type)),
	                LLVMGetNumMaskElements(v)));
	LLVMValueRef bits = LLVMBuildShuffleVector(c->b, lower_as_bits(c, x), LLVMGetPoison(type),
	        mask, "");
	lower_replace(v, LLVMBuildBitCast(c->b, bits, LLVMTypeOf(v), ""));
}
