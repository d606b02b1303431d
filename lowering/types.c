/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/types.c: types and constants.
 *
 * A bool is i1 as a value and i8 in memory.  bfloat16 and the float8s are their bits (small_float.c). */
#include "lowering/internal.h"

bool lower_is_storage_float(struct tir_type t)
{
	return tir_is_float(t) && t.code != TIR_TYPE_FLOAT;
}

static LLVMTypeRef scalar_type(struct lower *l, struct tir_type t)
{
	if (t.code == TIR_TYPE_VOID)
		return LLVMVoidTypeInContext(l->ctx);
	if (t.code == TIR_TYPE_HANDLE)
		return LLVMPointerTypeInContext(l->ctx, 0);
	if (t.code == TIR_TYPE_FLOAT)
		return t.bits == 16   ? LLVMHalfTypeInContext(l->ctx)
		       : t.bits == 32 ? LLVMFloatTypeInContext(l->ctx)
		                      : LLVMDoubleTypeInContext(l->ctx);
	return LLVMIntTypeInContext(l->ctx, t.bits);
}

LLVMTypeRef lower_type(struct lower *l, struct tir_type t)
{
	LLVMTypeRef s = scalar_type(l, t);
	return t.lanes > 1 ? LLVMVectorType(s, t.lanes) : s;
}

LLVMTypeRef lower_memory_type(struct lower *l, struct tir_type t)
{
	if (t.code == TIR_TYPE_BOOL)
		t = tir_type(TIR_TYPE_UINT, 8, t.lanes);
	return lower_type(l, t);
}

LLVMValueRef lower_splat(struct lower *l, LLVMValueRef v, unsigned lanes)
{
	if (lanes == 1)
		return v;
	LLVMTypeRef t = LLVMVectorType(LLVMTypeOf(v), lanes);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef one = LLVMBuildInsertElement(l->b, LLVMGetPoison(t), v, LLVMConstNull(i32),
	        "");
	LLVMValueRef mask = LLVMConstNull(LLVMVectorType(i32, lanes));
	return LLVMBuildShuffleVector(l->b, one, LLVMGetPoison(t), mask, "");
}

LLVMValueRef lower_lane(struct lower *l, LLVMValueRef v, unsigned lane)
{
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
		return v;
	return LLVMBuildExtractElement(l->b, v,
	        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), lane, false), "");
}

static LLVMValueRef repeat(struct lower *l, LLVMValueRef c, unsigned lanes)
{
	if (lanes == 1)
		return c;
	LLVMValueRef *all = ARENA_NEWN(l->arena, LLVMValueRef, lanes);
	for (unsigned i = 0; i < lanes; i++)
		all[i] = c;
	return LLVMConstVector(all, lanes);
}

LLVMValueRef lower_const_int(struct lower *l, struct tir_type t, int64_t v)
{
	LLVMTypeRef s = scalar_type(l, t);
	if (t.code == TIR_TYPE_HANDLE)
		return LLVMConstNull(s);
	uint64_t mask = t.bits >= 64 ? UINT64_MAX : (UINT64_C(1) << t.bits) - 1;
	return repeat(l, LLVMConstInt(s, (uint64_t)v & mask, false), t.lanes);
}

LLVMValueRef lower_const_float(struct lower *l, struct tir_type t, double v)
{
	uint64_t bits = tir_float_bits(tir_lanes(t, 1), v);
	LLVMValueRef c = LLVMConstInt(LLVMIntTypeInContext(l->ctx, t.bits), bits, false);
	if (!lower_is_storage_float(t))
		c = LLVMConstBitCast(c, scalar_type(l, t));
	return repeat(l, c, t.lanes);
}

LLVMValueRef lower_widen_index(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	LLVMTypeRef w = t.lanes > 1 ? LLVMVectorType(l->word, t.lanes) : l->word;
	return LLVMBuildIntCast2(l->b, v, w, t.code == TIR_TYPE_INT, "");
}

/* ---- What cannot be compiled -------------------------------------------------------------*/
LLVMValueRef lower_refuse(struct lower *l, struct tir_type t, const char *format, ...)
{
	struct sbuf b = {0};
	va_list ap;
	va_start(ap, format);
	sbuf_vprintf(&b, format, ap);
	va_end(ap);
	diag_error(l->d, l->src, l->at, "%s", b.text ? b.text : format);
	sbuf_free(&b);
	l->failed = true;
	return t.code == TIR_TYPE_VOID ? NULL : LLVMGetPoison(lower_type(l, t));
}
