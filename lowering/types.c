/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/types.c: types, constants, conversions.
 *
 * A bool is i1 as a value and i8 in memory.  bfloat16 and the float8s are their bits; arithmetic on
 * them is done in float and rounded after each operation, to nearest even, NaN kept. */
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

/* ---- bfloat16 and float8 -----------------------------------------------------------------*/
/* A table of the values of all 256 patterns, as floats. */
static LLVMValueRef float8_table(struct lower *l, struct tir_type t)
{
	char name[40];
	snprintf(name, sizeof name, ".tirc.float8.%u", t.code);
	LLVMValueRef g = LLVMGetNamedGlobal(l->mod, name);
	if (g)
		return g;
	LLVMValueRef *all = ARENA_NEWN(l->arena, LLVMValueRef, 256);
	for (unsigned i = 0; i < 256; i++)
		all[i] = lower_const_float(l, TIR_F32, tir_float_value(tir_lanes(t, 1), i));
	LLVMTypeRef f = LLVMFloatTypeInContext(l->ctx);
	g = LLVMAddGlobal(l->mod, LLVMArrayType2(f, 256), name);
	LLVMSetInitializer(g, LLVMConstArray2(f, all, 256));
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	return g;
}

static LLVMValueRef float8_lane(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	LLVMTypeRef f = LLVMFloatTypeInContext(l->ctx);
	LLVMValueRef i = LLVMBuildZExt(l->b, v, l->word, "");
	LLVMValueRef p = LLVMBuildGEP2(l->b, f, float8_table(l, t), &i, 1, "");
	return LLVMBuildLoad2(l->b, f, p, "");
}

LLVMValueRef lower_to_float(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	struct tir_type f = tir_lanes(TIR_F32, t.lanes), i = tir_type(TIR_TYPE_UINT, 32, t.lanes);
	if (t.code == TIR_TYPE_BFLOAT) {
		v = LLVMBuildZExt(l->b, v, lower_type(l, i), "");
		v = LLVMBuildShl(l->b, v, lower_const_int(l, i, 16), "");
		return LLVMBuildBitCast(l->b, v, lower_type(l, f), "");
	}
	if (t.lanes == 1)
		return float8_lane(l, v, t);
	LLVMValueRef all = LLVMGetPoison(lower_type(l, f));
	for (unsigned k = 0; k < t.lanes; k++)
		all = LLVMBuildInsertElement(l->b, all, float8_lane(l, lower_lane(l, v, k), t),
		        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false), "");
	return all;
}

/* Round to nearest even by adding half and the bit that stays last; a NaN keeps a bit. */
LLVMValueRef lower_from_float(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	struct tir_type i = tir_type(TIR_TYPE_UINT, 32, t.lanes);
	if (t.code != TIR_TYPE_BFLOAT)
		return lower_refuse(l, t, "conversion to a float8 type is not supported");
	LLVMValueRef u = LLVMBuildBitCast(l->b, v, lower_type(l, i), "");
	LLVMValueRef sixteen = lower_const_int(l, i, 16);
	LLVMValueRef odd = LLVMBuildAnd(l->b, LLVMBuildLShr(l->b, u, sixteen, ""),
	        lower_const_int(l, i, 1), "");
	LLVMValueRef up = LLVMBuildAdd(l->b, odd, lower_const_int(l, i, 0x7fff), "");
	LLVMValueRef round = LLVMBuildLShr(l->b, LLVMBuildAdd(l->b, u, up, ""), sixteen, "");
	LLVMValueRef nan = LLVMBuildOr(l->b, LLVMBuildLShr(l->b, u, sixteen, ""),
	        lower_const_int(l, i, 0x40), "");
	LLVMValueRef is_nan = LLVMBuildFCmp(l->b, LLVMRealUNO, v, v, "");
	round = LLVMBuildSelect(l->b, is_nan, nan, round, "");
	return LLVMBuildTrunc(l->b, round, lower_type(l, t), "");
}

/* ---- Casts -------------------------------------------------------------------------------*/
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
		return lower_from_float(l, lower_cast(l, v, from, f), to);
	return tir_is_float(from) ? from_float(l, v, to) : from_int(l, v, from, to);
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
