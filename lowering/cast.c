/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/cast.c: conversions of numbers; those to and from floats of 8 bits and bfloat16: small_float.c. */
#include "lowering/internal.h"

static LLVMValueRef from_int(struct lower *l, LLVMValueRef v, struct tir_type from,
        struct tir_type to)
{
	LLVMTypeRef t = lower_type(l, to);
	bool is_signed = from.code == TIR_TYPE_INT;
	if (to.code == TIR_TYPE_BOOL)
		return LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
	if (tir_is_float(to))
		return is_signed ? LLVMBuildSIToFP(l->b, v, t, "")
		                 : LLVMBuildUIToFP(l->b, v, t, "");
	return LLVMBuildIntCast2(l->b, v, t, is_signed, "");
}

static LLVMValueRef from_float(struct lower *l, LLVMValueRef v, struct tir_type to)
{
	LLVMTypeRef t = lower_type(l, to);
	if (to.code == TIR_TYPE_BOOL)
		return LLVMBuildFCmp(l->b, LLVMRealUNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
	if (tir_is_float(to))
		return LLVMBuildFPCast(l->b, v, t, "");
	bool is_signed = to.code == TIR_TYPE_INT;
	if (l->options->checked) /* too large is the largest, as the interpreter has it */
		return lower_intrinsic(l, is_signed ? "llvm.fptosi.sat" : "llvm.fptoui.sat",
		        (LLVMTypeRef[]){t, LLVMTypeOf(v)}, 2, &v, 1);
	return is_signed ? LLVMBuildFPToSI(l->b, v, t, "") : LLVMBuildFPToUI(l->b, v, t, "");
}

LLVMValueRef lower_cast(struct lower *l, LLVMValueRef v, struct tir_type from, struct tir_type to)
{
	struct tir_type f = tir_lanes(TIR_F32, from.lanes);
	if (tir_type_eq(from, to))
		return v;
	if (lower_is_storage_float(from))
		return lower_cast(l, lower_to_float(l, v, from), f, to);
	if (lower_is_storage_float(to))
		return lower_to_small(l, v, from, to);
	return tir_is_float(from) ? from_float(l, v, to) : from_int(l, v, from, to);
}
