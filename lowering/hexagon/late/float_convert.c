/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/float_convert.c: conversions of vectors of floats.
 *
 * Idea.    LLVM 22's are wrong or do not end: half to float is an ulp off and makes numbers of infinities; half
 *          to 8 and 16 bits rounds to nearest; float to unsigned bytes spoils the lanes beside one that is out
 *          of range; llc does not end with 128 lanes of integers to half.  Half becomes float by
 *          integer arithmetic, or by an instruction of IEEE's format, both of which are exact; floats become narrow integers by way of 32 bits; what has
 *          more than 64 lanes is converted in parts, or lane by lane where
 *          64 does not divide it.  Floats become halves by an instruction of two operands, which LLVM 22
 *          and 23 give in different orders: here both are the same, which is right whatever the order is.
 *          A product of two halves as a float is exact: where both are widened only to be multiplied, one instruction does all.
 * Needs    a function that computes with vectors of floats.
 * Keeps    values.
 * Costs    half to float: 14 vector instructions on twice the width, with IEEE's format 2 in all; float to half: an instruction more. */
#include <stdlib.h>

#include "lowering/hexagon/before_codegen.h"

enum { PART = 64, REGISTER = 32 }; /* lanes of 16 and of 32 bits in a register of HVX */

static LLVMTypeRef with_element(LLVMTypeRef element, LLVMValueRef like)
{
	return LLVMVectorType(element, LLVMGetVectorSize(LLVMTypeOf(like)));
}

/* ---- Parts -------------------------------------------------------------------------------*/
/* Lanes [from, from + PART) of v. */
static LLVMValueRef part_of(struct before_codegen *c, LLVMValueRef v, unsigned from)
{
	LLVMTypeRef types[2] = {LLVMVectorType(lower_element(LLVMTypeOf(v)), PART), LLVMTypeOf(v)};
	LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(types[0]));
	LLVMValueRef x[2] = {v, LLVMConstInt(wide, from, false)};
	return lower_late_call(c, "llvm.vector.extract", types, 2, x, 2);
}

static LLVMValueRef put_part(struct before_codegen *c, LLVMValueRef all, LLVMValueRef part,
        unsigned from)
{
	LLVMTypeRef types[2] = {LLVMTypeOf(all), LLVMTypeOf(part)};
	LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(types[0]));
	LLVMValueRef x[3] = {all, part, LLVMConstInt(wide, from, false)};
	return lower_late_call(c, "llvm.vector.insert", types, 2, x, 3);
}

static LLVMValueRef cast_parts(struct before_codegen *c, LLVMValueRef v, unsigned n)
{
	LLVMTypeRef t = LLVMVectorType(lower_element(LLVMTypeOf(v)), PART);
	LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(v)), from = LLVMGetOperand(v, 0);
	for (unsigned i = 0; i < n; i += PART)
		all = put_part(c, all,
		        LLVMBuildCast(c->b, LLVMGetInstructionOpcode(v), part_of(c, from, i), t,
		                ""),
		        i);
	return all;
}

static LLVMValueRef cast_lanes(struct before_codegen *c, LLVMValueRef v, unsigned n)
{
	LLVMTypeRef t = lower_element(LLVMTypeOf(v));
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
	LLVMValueRef all = LLVMGetPoison(LLVMTypeOf(v)), from = LLVMGetOperand(v, 0);
	for (unsigned i = 0; i < n; i++)
		all = LLVMBuildInsertElement(c->b, all,
		        LLVMBuildCast(c->b, LLVMGetInstructionOpcode(v),
		                lower_late_lane(c, from, i), t, ""),
		        LLVMConstInt(word, i, false), "");
	return all;
}

void lower_split_cast(struct before_codegen *c, LLVMValueRef v)
{
	bool to_half = lower_is_op(v, LLVMSIToFP) || lower_is_op(v, LLVMUIToFP);
	unsigned n = lower_vector_of(v) == LLVMHalfTypeKind ? LLVMGetVectorSize(LLVMTypeOf(v)) : 0;
	if (!c->float_vectors || !to_half || n <= PART)
		return;
	LLVMPositionBuilderBefore(c->b, v);
	lower_replace(v, n % PART ? cast_lanes(c, v, n) : cast_parts(c, v, n));
}

/* ---- Half to float -----------------------------------------------------------------------*/
/* m, the magnitudes of subnormal halves in 32 bits, as floats: the highest bit gives the exponent. */
static LLVMValueRef subnormal(struct before_codegen *c, LLVMValueRef m)
{
	LLVMTypeRef t = LLVMTypeOf(m);
	LLVMValueRef x[2] = {m, LLVMConstInt(LLVMInt1TypeInContext(LLVMGetTypeContext(t)), 0, 0)};
	LLVMValueRef zeros = lower_late_call(c, "llvm.ctlz", &t, 1, x, 2);
	LLVMValueRef shift = LLVMBuildSub(c->b, zeros, lower_late_splat(c, t, 8), "");
	LLVMValueRef exponent = LLVMBuildSub(c->b, lower_late_splat(c, t, 133), zeros, "");
	exponent = LLVMBuildShl(c->b, exponent, lower_late_splat(c, t, 23), "");
	LLVMValueRef v = LLVMBuildAdd(c->b, exponent, LLVMBuildShl(c->b, m, shift, ""), "");
	LLVMValueRef none = LLVMConstNull(t);
	return LLVMBuildSelect(c->b, LLVMBuildICmp(c->b, LLVMIntEQ, m, none, ""), none, v, "");
}

/* Lanes [from, from + n) of v, and any beyond, as n lanes. */
static LLVMValueRef lanes_of(struct before_codegen *c, LLVMValueRef v, unsigned from, unsigned n)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	unsigned has = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef *lane = calloc(n, sizeof *lane);
	for (unsigned i = 0; lane && i < n; i++)
		lane[i] = from + i < has ? LLVMConstInt(i32, from + i, false) : LLVMGetUndef(i32);
	if (lane && (from || n != has))
		v = LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
		        LLVMConstVector(lane, n), "");
	free(lane);
	return v;
}

/* What a vector has in all lanes; NULL: it is none that is made so. */
static LLVMValueRef splat_of(LLVMValueRef v)
{
	LLVMValueRef put = LLVMIsAShuffleVectorInst(v) ? LLVMGetOperand(v, 0) : NULL;
	if (!put || !LLVMIsAInsertElementInst(put) || !LLVMIsAConstantInt(LLVMGetOperand(put, 2)) ||
	        LLVMConstIntGetZExtValue(LLVMGetOperand(put, 2)))
		return NULL;
	for (unsigned i = 0; i < LLVMGetNumMaskElements(v); i++)
		if (LLVMGetMaskValue(v, i))
			return NULL;
	return LLVMGetOperand(put, 1);
}

/* 64 halves from `from` on in a register, of which the even ones are those of the lower half. */
static LLVMValueRef register_of(struct before_codegen *c, LLVMValueRef half, unsigned from)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(half)));
	LLVMValueRef x = LLVMBuildBitCast(c->b, lanes_of(c, half, from, PART),
	        LLVMVectorType(i32, REGISTER), "");
	return splat_of(half) ? x : lower_late_hvx(c, TARGET_VSHUFFH, &x);
}

/* A vector of halves as floats, by instructions, or its products with another one: these put the even lanes into the lower register of a
 * pair, so these are made of the lower half of a register before. */
static LLVMValueRef widen_ieee(struct before_codegen *c, LLVMValueRef half, LLVMValueRef by)
{
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(half));
	LLVMTypeRef i32 = LLVMInt32TypeInContext(ctx), wide = LLVMInt64TypeInContext(ctx);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(half)), room = (n + PART - 1) / PART * PART;
	LLVMTypeRef types[2] = {LLVMVectorType(i32, room), LLVMVectorType(i32, PART)};
	LLVMValueRef all = LLVMGetPoison(types[0]);
	for (unsigned i = 0; i < n; i += PART) {
		LLVMValueRef of[2] = {register_of(c, half, i), by ? register_of(c, by, i) : NULL};
		LLVMValueRef x = lower_late_hvx(c, by ? TARGET_VMPY_SF_HF : TARGET_VCVT_SF_HF, of);
		LLVMValueRef put[3] = {all, x, LLVMConstInt(wide, i, false)};
		all = room == PART ? x : lower_late_call(c, "llvm.vector.insert", types, 2, put, 3);
	}
	return LLVMBuildBitCast(c->b, lanes_of(c, all, 0, n),
	        with_element(LLVMFloatTypeInContext(ctx), half), "");
}

/* A vector of halves as floats. */
static LLVMValueRef widen(struct before_codegen *c, LLVMValueRef half)
{
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(half));
	LLVMTypeRef t = with_element(LLVMInt32TypeInContext(ctx), half);
	if (c->ieee_vectors)
		return widen_ieee(c, half, NULL);
	LLVMValueRef h = LLVMBuildZExt(c->b, lower_as_bits(c, half), t, "");
	LLVMValueRef m = LLVMBuildAnd(c->b, h, lower_late_splat(c, t, 0x7fff), "");
	LLVMValueRef sign = LLVMBuildXor(c->b, h, m, "");
	LLVMValueRef bias = lower_late_splat(c, t, UINT64_C(112) << 23);
	LLVMValueRef v = LLVMBuildShl(c->b, m, lower_late_splat(c, t, 13), "");
	v = LLVMBuildAdd(c->b, v, bias, "");
	LLVMValueRef special = LLVMBuildICmp(c->b, LLVMIntSGT, m, lower_late_splat(c, t, 0x7bff),
	        "");
	v = LLVMBuildSelect(c->b, special, LLVMBuildAdd(c->b, v, bias, ""), v, "");
	LLVMValueRef small = LLVMBuildICmp(c->b, LLVMIntSLT, m, lower_late_splat(c, t, 0x400), "");
	v = LLVMBuildSelect(c->b, small, subnormal(c, m), v, "");
	sign = LLVMBuildShl(c->b, sign, lower_late_splat(c, t, 16), "");
	return LLVMBuildBitCast(c->b, LLVMBuildOr(c->b, v, sign, ""),
	        with_element(LLVMFloatTypeInContext(ctx), half), "");
}

/* ---- Floats to integers ------------------------------------------------------------------*/
/* What LLVM converts rightly: floats to 32 bits and more; the rest by way of it. */
static LLVMValueRef to_integers(struct before_codegen *c, LLVMValueRef v)
{
	LLVMValueRef from = LLVMGetOperand(v, 0);
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(v));
	LLVMOpcode op = LLVMGetInstructionOpcode(v);
	if (lower_vector_of(from) == LLVMHalfTypeKind)
		from = widen(c, from);
	if (LLVMGetIntTypeWidth(lower_element(LLVMTypeOf(v))) >= 32)
		return LLVMBuildCast(c->b, op, from, LLVMTypeOf(v), "");
	LLVMValueRef wide = LLVMBuildFPToSI(c->b, from,
	        with_element(LLVMInt32TypeInContext(ctx), from), "");
	return LLVMBuildTrunc(c->b, wide, LLVMTypeOf(v), "");
}

/* ---- Float to half -----------------------------------------------------------------------*/
/* A vector of floats as halves: vcvt puts the halves of two registers in turn into one, which of them first is not known.  So
 * both are the same, and the lower half of each word is taken. */
static LLVMValueRef narrowed(struct before_codegen *c, LLVMValueRef v)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	LLVMTypeRef i16 = LLVMInt16TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v)),
	         room = (n + REGISTER - 1) / REGISTER * REGISTER;
	LLVMTypeRef types[2] = {LLVMVectorType(i32, room), LLVMVectorType(i32, REGISTER)};
	LLVMValueRef all = LLVMGetPoison(types[0]);
	for (unsigned i = 0; i < n; i += REGISTER) {
		LLVMValueRef x = LLVMBuildBitCast(c->b, lanes_of(c, v, i, REGISTER), types[1], "");
		x = LOWER_LATE_HVX(c, TARGET_VCVT_HF_SF, x, x);
		LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetTypeContext(i32));
		LLVMValueRef put[3] = {all, x, LLVMConstInt(wide, i, false)};
		all = lower_late_call(c, "llvm.vector.insert", types, 2, put, 3);
	}
	all = LLVMBuildTrunc(c->b, all, LLVMVectorType(i16, room), "");
	return LLVMBuildBitCast(c->b, lanes_of(c, all, 0, n),
	        with_element(LLVMHalfTypeInContext(LLVMGetTypeContext(i32)), v), "");
}

void lower_narrow_float(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->ieee_vectors || lower_vector_of(v) != LLVMHalfTypeKind)
		return;
	bool is_signed = lower_is_op(v, LLVMSIToFP),
	     to_half = is_signed || lower_is_op(v, LLVMUIToFP);
	LLVMValueRef from = lower_is_op(v, LLVMFPTrunc) || to_half ? LLVMGetOperand(v, 0) : NULL;
	if (!from || (to_half ? LLVMGetIntTypeWidth(lower_element(LLVMTypeOf(from))) != 32
	                      : lower_vector_of(from) != LLVMFloatTypeKind))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMTypeRef t = LLVMFloatTypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	if (to_half) /* exact up to 2^24; what is beyond is infinite as a half */
		from = LLVMBuildCast(c->b, is_signed ? LLVMSIToFP : LLVMUIToFP, from,
		        with_element(t, from), "");
	lower_replace(v, narrowed(c, from));
}

void lower_convert_half(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->float_vectors || !LLVMIsACastInst(v))
		return;
	LLVMTypeKind from = lower_vector_of(LLVMGetOperand(v, 0));
	bool half = from == LLVMHalfTypeKind;
	bool to_int = lower_is_op(v, LLVMFPToSI) || lower_is_op(v, LLVMFPToUI);
	bool narrow = to_int && LLVMGetIntTypeWidth(lower_element(LLVMTypeOf(v))) < 32;
	bool extends = half && lower_is_op(v, LLVMFPExt) && lower_vector_of(v) == LLVMFloatTypeKind;
	LLVMPositionBuilderBefore(c->b, v);
	if (extends)
		lower_replace(v, widen(c, LLVMGetOperand(v, 0)));
	else if (to_int && (half || (narrow && from == LLVMFloatTypeKind)))
		lower_replace(v, to_integers(c, v));
}

/* ---- Products of halves as floats --------------------------------------------------------*/
/* The vector of halves that v is, as floats; NULL: it is none.  One half in all lanes is made a float as a vector: that of a scalar is a
 * call. */
static LLVMValueRef halves_of(struct before_codegen *c, LLVMValueRef v)
{
	LLVMValueRef one = splat_of(v), x = one ? one : v;
	if (!lower_is_op(x, LLVMFPExt))
		return NULL;
	x = LLVMGetOperand(x, 0);
	LLVMTypeRef half = lower_element(LLVMTypeOf(x));
	if (LLVMGetTypeKind(half) != LLVMHalfTypeKind || !one)
		return LLVMGetTypeKind(half) == LLVMHalfTypeKind ? x : NULL;
	LLVMTypeRef t = with_element(half, v), i32 = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
	x = LLVMBuildInsertElement(c->b, LLVMGetPoison(t), x, LLVMConstInt(i32, 0, false), "");
	return LLVMBuildShuffleVector(c->b, x, LLVMGetPoison(t),
	        LLVMConstNull(with_element(i32, v)), "");
}

void lower_widen_product(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->ieee_vectors || lower_vector_of(v) != LLVMFloatTypeKind)
		return;
	LLVMPositionBuilderBefore(c->b, v);
	bool product = lower_is_op(v, LLVMFMul);
	LLVMValueRef x = product ? halves_of(c, LLVMGetOperand(v, 0)) : NULL,
	             y = x ? halves_of(c, LLVMGetOperand(v, 1)) : NULL;
	if (y)
		lower_replace(v, widen_ieee(c, x, y));
}

void lower_widen_splat(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->ieee_vectors || lower_vector_of(v) != LLVMFloatTypeKind || !splat_of(v))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef x = halves_of(c, v);
	if (x)
		lower_replace(v, widen_ieee(c, x, NULL));
}
