/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/unequal_floats.c: floats that are unequal and no NaN, with LLVM 19.
 *
 * Idea.    `fcmp one` is false where one side is NaN.  LLVM 19's instruction selection for Hexagon makes the opposite of
 *          sfcmp.eq of it, which is true there; and of `ueq`, where a branch asks for the opposite.  Unequal is less or
 *          greater: two instructions, which nothing turns back into one comparison.
 * Keeps    values.
 * Leaves alone  vectors that HVX compares as floats (float_compare.c), and everything from LLVM 22 on.
 * Costs    an instruction a comparison. */
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/before_codegen.h"

/* a > b, as a register holds a predicate. */
static LLVMValueRef greater(struct before_codegen *c, LLVMValueRef a, LLVMValueRef b)
{
	bool wide = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMDoubleTypeKind;
	LLVMValueRef x[2] = {a, b};
	return lower_late_call(c, wide ? "llvm.hexagon.F2.dfcmpgt" : "llvm.hexagon.F2.sfcmpgt",
	        NULL, 0, x, 2);
}

/* Is a less or greater than b; or neither, if equal. */
static LLVMValueRef compare(struct before_codegen *c, bool equal, LLVMValueRef a, LLVMValueRef b)
{
	if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMHalfTypeKind) {
		LLVMTypeRef t = LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(a)));
		a = LLVMBuildFPExt(c->b, a, t, "");
		b = LLVMBuildFPExt(c->b, b, t, "");
	}
	LLVMValueRef either = LLVMBuildOr(c->b, greater(c, a, b), greater(c, b, a), "");
	return LLVMBuildICmp(c->b, equal ? LLVMIntEQ : LLVMIntNE, either,
	        LLVMConstNull(LLVMTypeOf(either)), "");
}

static LLVMValueRef compare_lanes(struct before_codegen *c, bool equal, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v), word = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
	LLVMValueRef all = LLVMGetPoison(t);
	for (unsigned i = 0; i < LLVMGetVectorSize(t); i++)
		all = LLVMBuildInsertElement(c->b, all,
		        compare(c, equal, lower_late_lane(c, LLVMGetOperand(v, 0), i),
		                lower_late_lane(c, LLVMGetOperand(v, 1), i)),
		        LLVMConstInt(word, i, false), "");
	return all;
}

void lower_unequal_floats(struct before_codegen *c, LLVMValueRef v)
{
	if (LLVM_VERSION_MAJOR >= 22 || !lower_is_op(v, LLVMFCmp))
		return;
	LLVMRealPredicate p = LLVMGetFCmpPredicate(v);
	LLVMTypeKind vector = lower_vector_of(LLVMGetOperand(v, 0));
	bool hvx = c->float_vectors && vector != LLVMVoidTypeKind && vector != LLVMDoubleTypeKind;
	if ((p != LLVMRealONE && p != LLVMRealUEQ) || hvx)
		return;
	LLVMPositionBuilderBefore(c->b, v);
	bool equal = p == LLVMRealUEQ;
	lower_replace(v, vector == LLVMVoidTypeKind
	                         ? compare(c, equal, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1))
	                         : compare_lanes(c, equal, v));
}
