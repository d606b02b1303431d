/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/extremes.c: choices that LLVM takes for minima and maxima of floats.
 *
 * Idea.    `c > x ? c : x`, c a constant, is x where x is NaN; `y > c ? y : c` is c where y is NaN.  LLVM takes both for maxima, and
 *          the maximum of the first one and c for the first one itself, which is wrong where x is NaN.  It looks for choices
 *          between what is compared.  So in the first one x is compared with the float beside c: `c > x` is `x <= k`, k being
 *          the one below c, for every x.  Right before code generation the comparison becomes the plain one again
 *          (hexagon/late/plain_extremes.c), of which machines have an instruction.
 * Keeps    every bit of the result.
 * Leaves alone  choices of which LLVM alone learns that they are some, by inlining functions or folding calls (docs/llvm.md).
 * Wrong if a float lies between c and k. */
#include "lowering/internal.h"

/* ---- Floats next to others ---------------------------------------------------------------*/
/* The bits of infinity in a type of floats of IEEE; 0: it is none. */
static uint64_t infinity_of(LLVMTypeRef t, unsigned *width)
{
	static const struct {
		unsigned width;
		uint64_t infinity;
	} all[] = {[LLVMHalfTypeKind] = {16, 0x7c00},
	        [LLVMFloatTypeKind] = {32, 0x7f800000},
	        [LLVMDoubleTypeKind] = {64, UINT64_C(0x7ff0000000000000)}};
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	if ((size_t)kind >= sizeof all / sizeof *all)
		return 0;
	*width = all[kind].width;
	return all[kind].infinity;
}

/* The next float above or below the constant, zeros being one; NULL: it is none, or has none. */
static LLVMValueRef beside(LLVMValueRef c, bool above)
{
	LLVMTypeRef t = LLVMTypeOf(c);
	unsigned width = 0;
	uint64_t infinity = LLVMIsAConstantFP(c) ? infinity_of(t, &width) : 0;
	if (!infinity)
		return NULL;
	LLVMTypeRef word = LLVMIntTypeInContext(LLVMGetTypeContext(t), width);
	LLVMValueRef as_word = LLVMConstBitCast(c, word);
	if (!LLVMIsAConstantInt(as_word))
		return NULL;
	uint64_t bits = LLVMConstIntGetZExtValue(as_word), sign = UINT64_C(1) << (width - 1);
	if (!(bits & ~sign))
		bits = above ? 0 : sign;
	bool away = above == !(bits & sign);
	if ((bits & ~sign) > infinity || ((bits & ~sign) == infinity && away))
		return NULL;
	return LLVMConstBitCast(LLVMConstInt(word, away ? bits + 1 : bits - 1, false), t);
}

LLVMValueRef lower_beside(LLVMValueRef c, bool above)
{
	enum { LANES = 1024 };
	LLVMTypeRef t = LLVMTypeOf(c);
	LLVMValueRef lane[LANES];
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return beside(c, above);
	unsigned n = LLVMGetVectorSize(t);
	if (!LLVMIsConstant(c) || n > LANES)
		return NULL;
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef x = LLVMGetAggregateElement(c, i);
		lane[i] = x ? beside(x, above) : NULL;
		if (!lane[i])
			return NULL;
	}
	return LLVMConstVector(lane, n);
}

LLVMRealPredicate lower_beside_predicate(LLVMRealPredicate p, bool *above)
{
	static const struct {
		LLVMRealPredicate p;
		bool above;
	} all[] = {
	        [LLVMRealOLT] = {LLVMRealOLE, false},
	        [LLVMRealOLE] = {LLVMRealOLT, true},
	        [LLVMRealOGT] = {LLVMRealOGE, true},
	        [LLVMRealOGE] = {LLVMRealOGT, false},
	        [LLVMRealULT] = {LLVMRealULE, false},
	        [LLVMRealULE] = {LLVMRealULT, true},
	        [LLVMRealUGT] = {LLVMRealUGE, true},
	        [LLVMRealUGE] = {LLVMRealUGT, false},
	};
	if ((size_t)p >= sizeof all / sizeof *all)
		return LLVMRealPredicateFalse;
	*above = all[p].above;
	return all[p].p;
}

LLVMRealPredicate lower_swapped_predicate(LLVMRealPredicate p)
{
	static const LLVMRealPredicate all[] = {
	        [LLVMRealOLT] = LLVMRealOGT,
	        [LLVMRealOLE] = LLVMRealOGE,
	        [LLVMRealOGT] = LLVMRealOLT,
	        [LLVMRealOGE] = LLVMRealOLE,
	        [LLVMRealULT] = LLVMRealUGT,
	        [LLVMRealULE] = LLVMRealUGE,
	        [LLVMRealUGT] = LLVMRealULT,
	        [LLVMRealUGE] = LLVMRealULE,
	};
	return (size_t)p < sizeof all / sizeof *all ? all[p] : LLVMRealPredicateFalse;
}

/* ---- Choices -----------------------------------------------------------------------------*/
LLVMValueRef lower_hide_constant(struct lower *l, LLVMValueRef c)
{
	if (!LLVMIsAFCmpInst(c))
		return c;
	LLVMValueRef x = LLVMGetOperand(c, 0), y = LLVMGetOperand(c, 1);
	LLVMRealPredicate p = LLVMGetFCmpPredicate(c);
	bool above = false, swapped = LLVMIsConstant(x);
	if (swapped == LLVMIsConstant(y))
		return c;
	p = lower_beside_predicate(swapped ? lower_swapped_predicate(p) : p, &above);
	LLVMValueRef k = p ? lower_beside(swapped ? x : y, above) : NULL;
	return k ? LLVMBuildFCmp(l->b, p, swapped ? y : x, k, "") : c;
}

/* Is a result of the comparison of floats true where one of them is NaN? */
static bool takes_nan(LLVMRealPredicate p)
{
	return p >= LLVMRealUNO;
}

LLVMValueRef lower_choose(struct lower *l, LLVMValueRef c, LLVMValueRef a, LLVMValueRef b)
{
	LLVMValueRef x = LLVMIsAFCmpInst(c) ? LLVMGetOperand(c, 0) : NULL;
	LLVMValueRef y = x ? LLVMGetOperand(c, 1) : NULL;
	bool extreme = x && ((x == a && y == b) || (x == b && y == a)) &&
	               !LLVMIsConstant(takes_nan(LLVMGetFCmpPredicate(c)) ? a : b);
	return LLVMBuildSelect(l->b, extreme ? lower_hide_constant(l, c) : c, a, b, "");
}
