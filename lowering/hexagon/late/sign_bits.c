/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/sign_bits.c: shifts left and right again, in vectors of several registers.
 *
 * Idea.    LLVM 22's instruction selection makes one operation of both, "extend the sign from so many bits", and ends in a
 *          signal where it asks how many bits that leaves: of several registers it knows the question for 8 and 16
 *          bits alone.  The second shift takes how far it shifts through an empty piece of assembly: then it stays a shift.
 *          It makes the same operation of lanes that were cut to fewer bits and are extended with their sign, to be floats, or
 *          where they were stored between: so late that nothing can be selected for it.  Such lanes get the highest bit turned, zeros
 *          in front, and that bit taken away again.
 * Keeps    values.  A second run finds no constant there.
 * Leaves alone  vectors of one register, and shifts that leave 8 or 16 bits: there are instructions for those.
 * Wrong if code generation makes such a pair of other operations than shifts left, products and doubled values. */
#include "lowering/hexagon/late/touched.h"

enum { ANY = 0, MAX_DEPTH = 4 };

/* The number that all lanes of v have, or 0. */
static uint64_t number_in_all(LLVMValueRef v)
{
	LLVMValueRef x = lower_splat_of(v);
	return x && LLVMIsAConstantInt(x) ? LLVMConstIntGetZExtValue(x) : 0;
}

/* May LLVM see v as a value shifted left by n, or, for n = ANY, by some number?  It takes shifts out of products, too. */
static bool is_shifted_left(LLVMValueRef v, uint64_t n, unsigned depth)
{
	while (LLVMIsAFreezeInst(v))
		v = LLVMGetOperand(v, 0);
	if (lower_is_op(v, LLVMShl))
		return n == ANY || number_in_all(LLVMGetOperand(v, 1)) == n;
	if (lower_is_op(v, LLVMAdd))
		return (n == ANY || n == 1) && LLVMGetOperand(v, 0) == LLVMGetOperand(v, 1);
	if (!lower_is_op(v, LLVMMul) || !depth)
		return false;
	uint64_t by = number_in_all(LLVMGetOperand(v, 1));
	return (by && by == UINT64_C(1) << n) ||
	       is_shifted_left(LLVMGetOperand(v, 0), ANY, depth - 1) ||
	       is_shifted_left(LLVMGetOperand(v, 1), ANY, depth - 1);
}

/* A vector of type t, all lanes of which are n, where LLVM does not know that. */
static LLVMValueRef hidden_number(struct before_codegen *c, LLVMTypeRef t, uint64_t n)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMTypeRef type = LLVMFunctionType(i32, &i32, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "=r,0", 4, false, false,
	        LLVMInlineAsmDialectATT, false);
	LLVMValueRef number = LLVMConstInt(i32, n, false);
	number = LLVMBuildCall2(c->b, type, nothing, &number, 1, "");
	number = LLVMBuildIntCast2(c->b, number, LLVMGetElementType(t), false, "");
	LLVMValueRef first = LLVMBuildInsertElement(c->b, LLVMGetPoison(t), number,
	        LLVMConstNull(i32), "");
	return LLVMBuildShuffleVector(c->b, first, LLVMGetPoison(t),
	        LLVMConstNull(LLVMVectorType(i32, LLVMGetVectorSize(t))), "");
}

void lower_hide_shift(struct before_codegen *c, LLVMValueRef shift)
{
	if (!c->vectors || !lower_is_op(shift, LLVMAShr) ||
	        lower_vector_of(shift) != LLVMIntegerTypeKind)
		return;
	LLVMTypeRef t = LLVMTypeOf(shift);
	unsigned width = LLVMGetIntTypeWidth(LLVMGetElementType(t));
	uint64_t n = number_in_all(LLVMGetOperand(shift, 1));
	if (!n || n >= width || width > 32 ||
	        width * LLVMGetVectorSize(t) <= 8 * TARGET_HVX_BYTES || width - n == 8 ||
	        width - n == 16 || !is_shifted_left(LLVMGetOperand(shift, 0), n, MAX_DEPTH))
		return;
	LLVMPositionBuilderBefore(c->b, shift);
	LLVMSetOperand(shift, 1, hidden_number(c, t, n));
}

/* ---- Numbers that were cut ---------------------------------------------------------------*/
/* Are lanes of v cut from wider ones, in its block or in memory that is stored to in its block? */
static bool is_cut(struct before_codegen *c, LLVMValueRef v)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->mod);
	struct lower_touched loaded, stored;
	for (unsigned steps = 0; steps < MAX_DEPTH; steps++)
		if (LLVMIsAShuffleVectorInst(v) || LLVMIsABitCastInst(v))
			v = LLVMGetOperand(v, 0);
	if (!LLVMIsALoadInst(v))
		return lower_is_op(v, LLVMTrunc);
	lower_loads(layout, v, &loaded);
	for (LLVMValueRef p = v; p; p = LLVMGetPreviousInstruction(p))
		if (lower_is_op(p, LLVMStore) && lower_is_op(LLVMGetOperand(p, 0), LLVMTrunc) &&
		        lower_stores(layout, p, &stored) && lower_may_overlap(&loaded, &stored))
			return true;
	return false;
}

void lower_extend_cut(struct before_codegen *c, LLVMValueRef v)
{
	enum { WORD = 32 };
	bool to_float = lower_is_op(v, LLVMSIToFP);
	LLVMValueRef x = to_float || lower_is_op(v, LLVMSExt) ? LLVMGetOperand(v, 0) : NULL;
	if (!c->vectors || !x || lower_vector_of(x) != LLVMIntegerTypeKind)
		return;
	LLVMTypeRef narrow = LLVMTypeOf(x),
	            i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMTypeRef t = to_float ? LLVMVectorType(i32, LLVMGetVectorSize(narrow)) : LLVMTypeOf(v);
	unsigned bits = LLVMGetIntTypeWidth(lower_element(narrow));
	if ((!to_float && lower_is_op(x, LLVMTrunc)) || bits == 1 || bits >= WORD ||
	        LLVMGetIntTypeWidth(lower_element(t)) != WORD ||
	        WORD * LLVMGetVectorSize(t) <= 8 * TARGET_HVX_BYTES || !is_cut(c, x))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	uint64_t sign = UINT64_C(1) << (bits - 1);
	x = LLVMBuildXor(c->b, x, lower_late_splat(c, narrow, sign), "");
	x = LLVMBuildSub(c->b, LLVMBuildZExt(c->b, x, t, ""), lower_late_splat(c, t, sign), "");
	lower_replace(v, to_float ? LLVMBuildSIToFP(c->b, x, LLVMTypeOf(v), "") : x);
}
