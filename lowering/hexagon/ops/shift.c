/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/shift.c: shifts right.
 *
 * LLVM 22's HVX idiom for fixed-point multiplication takes (x * y + c) >> n on whole vectors for
 * a shift of the product in twice the width: the high bits come out wrong.  There the shift is
 * written as the instruction it becomes, into which the idiom does not look; for 64 bits, where
 * there is none, lane by lane, as LLVM would do it. */
#include "lowering/hexagon/internal.h"

static bool is_product(LLVMValueRef v)
{
	if (!LLVMIsAInstruction(v))
		return false;
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	if (op == LLVMAdd || op == LLVMSub)
		return is_product(LLVMGetOperand(v, 0)) || is_product(LLVMGetOperand(v, 1));
	return op == LLVMMul || op == LLVMShl;
}

/* A multiple of 128 bytes, part after part. */
static LLVMValueRef shift_parts(struct lower *l, bool is_signed, LLVMValueRef v, LLVMValueRef n)
{
	LLVMTypeRef whole = LLVMTypeOf(v), elem = LLVMGetElementType(whole);
	bool half = LLVMGetIntTypeWidth(elem) == 16;
	unsigned lanes = LLVMGetVectorSize(whole), step = half ? 64 : 32;
	enum target_instruction i = half        ? is_signed ? TARGET_VASRH : TARGET_VLSRH
	                            : is_signed ? TARGET_VASRW
	                                        : TARGET_VLSRW;
	LLVMTypeRef types[2] = {LLVMVectorType(elem, step), whole}, back[2] = {whole, types[0]};
	LLVMValueRef all = LLVMGetPoison(whole);
	for (unsigned k = 0; k < lanes; k += step) {
		LLVMValueRef at = LLVMConstInt(LLVMInt64TypeInContext(l->ctx), k, false);
		LLVMValueRef from[2] = {v, at};
		LLVMValueRef part = lower_intrinsic(l, "llvm.vector.extract", types, 2, from, 2);
		LLVMValueRef to[3] = {all, LOWER_HVX(l, i, part, n), at};
		all = lower_intrinsic(l, "llvm.vector.insert", back, 2, to, 3);
	}
	return all;
}

static LLVMValueRef shift_lanes(struct lower *l, bool is_signed, LLVMValueRef v, LLVMValueRef n)
{
	LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(v));
	for (unsigned k = 0; k < LLVMGetVectorSize(LLVMTypeOf(v)); k++) {
		LLVMValueRef lane = lower_lane(l, v, k);
		lane = is_signed ? LLVMBuildAShr(l->b, lane, n, "")
		                 : LLVMBuildLShr(l->b, lane, n, "");
		all = LLVMBuildInsertElement(l->b, all, lane,
		        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false), "");
	}
	return all;
}

LLVMValueRef lower_hexagon_shift_right(struct lower *l, bool is_signed, LLVMValueRef a,
        LLVMValueRef by)
{
	LLVMTypeRef t = LLVMTypeOf(a);
	if (target_has_hvx(l->hvx) && LLVMGetTypeKind(t) == LLVMVectorTypeKind && is_product(a)) {
		unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(t));
		bool whole = bits >= 16 && LLVMGetVectorSize(t) * bits % 1024 == 0;
		LLVMValueRef n = whole ? lower_splat_of(by) : NULL;
		if (n && bits == 64)
			return shift_lanes(l, is_signed, a, n);
		if (n)
			return shift_parts(l, is_signed, a,
			        LLVMConstInt(LLVMInt32TypeInContext(l->ctx),
			                LLVMConstIntGetZExtValue(n), false));
	}
	return NULL;
}
