/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/divide.c: quotients and remainders of vectors of words.
 *
 * Idea.   HVX does not divide.  What is not negative, by what is above 0, is divided bit by bit, all lanes at once: the
 *         remainder takes the next bit of the dividend, and where it is the divisor or more, that is taken off it and the
 *         quotient gets a bit.  Rounding down and rounding to zero are the same there.  If any lane has something else,
 *         all lanes go one by one.
 * Needs   half a register of lanes at least, MOST_LANES at most; divisors that are no constants.
 * Costs   three packets a bit; a test of all lanes.
 * Wrong if a lane that is negative, or divided by 0, is not looked at. */
#include "lowering/hexagon/internal.h"

enum { LANES = 32, BITS = 32, AT_ONCE = 4, MOST_LANES = 512 /* of four registers of bytes */ };

/* x + y << 1 */
static LLVMValueRef add_doubled(struct lower *l, LLVMValueRef x, LLVMValueRef y)
{
	return LOWER_HVX(l, TARGET_VASLW_ACC, x, y, lower_word(l, 1));
}

/* One bit of one register. */
static void divide_register(struct lower *l, LLVMValueRef by, LLVMValueRef *left,
        LLVMValueRef *rest)
{
	LLVMValueRef one = lower_splat(l, lower_word(l, 1), LANES);
	LLVMValueRef less = LOWER_HVX(l, TARGET_VGTUW, by, *rest);
	*rest = LOWER_HVX(l, TARGET_VSUBWNQ, less, *rest, by);
	*left = LOWER_HVX(l, TARGET_VADDWNQ, less, *left, one);
}

/* Divide by one bit more.  *left holds the bits of the dividend that are left, and below them those of the quotient. */
static void divide_bit(struct lower *l, LLVMValueRef by, LLVMValueRef *left, LLVMValueRef *rest)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(by));
	LLVMValueRef top = LLVMBuildLShr(l->b, *left,
	        lower_splat(l, lower_word(l, BITS - 1), lanes), "");
	LLVMValueRef more = add_doubled(l, top, *rest);
	LLVMValueRef next = LLVMBuildAdd(l->b, *left, *left, "");
	if (lanes == LANES) {
		*rest = more;
		*left = next;
		divide_register(l, by, left, rest);
		return;
	}
	LLVMValueRef one = LLVMBuildOr(l->b, next, lower_splat(l, lower_word(l, 1), lanes), "");
	LLVMValueRef less = LLVMBuildICmp(l->b, LLVMIntULT, more, by, "");
	*rest = LLVMBuildSelect(l->b, less, more, LLVMBuildSub(l->b, more, by, ""), "");
	*left = LLVMBuildSelect(l->b, less, next, one, "");
}

/* All lanes: numbers below 2^31. */
static LLVMValueRef divide_bits(struct lower *l, bool is_mod, LLVMValueRef a, LLVMValueRef b)
{
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "bits");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "divided");
	LLVMBuildBr(l->b, body);
	LLVMPositionBuilderAtEnd(l->b, body);
	LLVMBasicBlockRef from[2] = {before, body};
	LLVMValueRef k = LLVMBuildPhi(l->b, LLVMTypeOf(lower_word(l, 0)), "");
	LLVMValueRef left = LLVMBuildPhi(l->b, LLVMTypeOf(a), "");
	LLVMValueRef rest = LLVMBuildPhi(l->b, LLVMTypeOf(a), "");
	LLVMValueRef x = left, r = rest;
	for (int i = 0; i < AT_ONCE; i++)
		divide_bit(l, b, &x, &r);
	LLVMValueRef up = LLVMBuildAdd(l->b, k, lower_word(l, AT_ONCE), "");
	LLVMValueRef ks[2] = {lower_word(l, 0), up}, xs[2] = {a, x},
	             rs[2] = {LLVMConstNull(LLVMTypeOf(a)), r};
	LLVMAddIncoming(k, ks, from, 2);
	LLVMAddIncoming(left, xs, from, 2);
	LLVMAddIncoming(rest, rs, from, 2);
	LLVMValueRef again = LLVMBuildICmp(l->b, LLVMIntULT, up, lower_word(l, BITS), "");
	lower_mark_rare(l, LLVMBuildCondBr(l->b, again, body, end));
	LLVMPositionBuilderAtEnd(l->b, end);
	return is_mod ? r : x;
}

/* Is a lane negative, or its divisor 0? */
static LLVMValueRef is_other(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef one = lower_splat(l, lower_word(l, 1), LLVMGetVectorSize(LLVMTypeOf(b)));
	LLVMValueRef all = LLVMBuildOr(l->b, LLVMBuildOr(l->b, a, b, ""),
	        LLVMBuildSub(l->b, b, one, ""), "");
	return LLVMBuildICmp(l->b, LLVMIntSLT, lower_hvx_any(l, all), lower_word(l, 0), "");
}

LLVMValueRef lower_hexagon_divide(struct lower *l, const struct tir_expr *e, LLVMValueRef a,
        LLVMValueRef b)
{
	unsigned lanes = e->type.lanes, whole = (lanes + LANES - 1U) / LANES * LANES;
	bool is_mod = e->op == TIR_MOD || e->op == TIR_FLOORMOD;
	if (!target_has_hvx(l->hvx) || l->side != LOWER_PLAIN || e->type.bits != BITS ||
	        lanes < LANES / 2 || lanes > MOST_LANES || LLVMIsConstant(b))
		return NULL;
	LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanewise");
	LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "bitwise");
	LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "quotients"), from[2];
	LLVMValueRef x = lower_hvx_padded(l, a, whole), y = lower_hvx_padded(l, b, whole), v[2];
	LLVMBuildCondBr(l->b, is_other(l, x, y), slow, fast);
	LLVMPositionBuilderAtEnd(l->b, slow);
	v[0] = lower_divide_lanes(l, e, a, b);
	from[0] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, fast);
	v[1] = divide_bits(l, is_mod, x, y);
	v[1] = lanes == whole ? v[1] : lower_lanes(l, v[1], NULL, 0, lanes);
	from[1] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, join);
	LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(a), "");
	LLVMAddIncoming(phi, v, from, 2);
	return phi;
}
