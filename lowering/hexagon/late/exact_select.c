/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/exact_select.c: minima and maxima of floats that keep NaN and -0.0.
 *
 * Idea.    `a < b ? a : b` is b if one of them is NaN, and b if both are zero.  LLVM's instruction selection makes
 *          sfmin of it, and sfmax, dfmin and dfmax of its like, which return the other one than NaN and take
 *          -0.0 for less than 0.0.  So the comparison and the choice are written as the instructions they
 *          become: sfcmp.gt and mux.  That is one instruction less than LLVM makes of a comparison and
 *          a choice elsewhere.  Where sfmin or sfmax is right it stays: against a constant, as in
 *          `x > 0 ? x : 0`, and for converted integers.
 * Keeps    every bit of the result.
 * Leaves alone  what is marked as free of NaN and of signed zeros.
 * Wrong if code generation sees a comparison of the chosen values in another form: what is chosen by
 *          anything but a comparison of integers is chosen as integers, which costs nothing. */
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/before_codegen.h"

/* ---- Where sfmin and sfmax are right -----------------------------------------------------*/
enum { PLUS = 1, MINUS = 2 }; /* which zeros a value may be */

/* May v, a scalar or a vector of constants, be NaN (*nan), and which zeros?  False: it is no constant. */
static bool constant_zeros(LLVMValueRef v, unsigned *zeros, bool *nan)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	unsigned n = vector ? LLVMGetVectorSize(t) : 1;
	*zeros = 0;
	*nan = false;
	for (unsigned i = 0; i < n; i++) {
		LLVMBool lost;
		LLVMValueRef k = !vector             ? v
		                 : LLVMIsConstant(v) ? LLVMGetAggregateElement(v, i)
		                                     : NULL;
		if (!k || !LLVMIsAConstantFP(k))
			return false;
		double d = LLVMConstRealGetDouble(k, &lost);
		*nan |= d != d;
		*zeros |= d != 0 ? 0 : 1 / d < 0 ? MINUS : PLUS;
	}
	return true;
}

static void zeros_of(LLVMValueRef v, unsigned *zeros, bool *nan)
{
	if (constant_zeros(v, zeros, nan))
		return;
	*nan = !lower_is_op(v, LLVMSIToFP) && !lower_is_op(v, LLVMUIToFP);
	*zeros = *nan ? PLUS | MINUS : PLUS;
}

/* What a select does, as "first if it is less (or greater) than second, else second". */
struct extreme {
	LLVMValueRef first, second;
	bool is_max, or_equal;
};

/* Is s one, as instruction selection sees it? */
static bool is_extreme(LLVMValueRef s, struct extreme *e)
{
	LLVMValueRef c = LLVMGetOperand(s, 0), a = LLVMGetOperand(c, 0), b = LLVMGetOperand(c, 1);
	LLVMRealPredicate p = LLVMGetFCmpPredicate(c);
	bool less = p == LLVMRealOLT || p == LLVMRealOLE,
	     or_equal = p == LLVMRealOLE || p == LLVMRealOGE;
	*e = (struct extreme){LLVMGetOperand(s, 1), LLVMGetOperand(s, 2), .or_equal = or_equal};
	bool same = e->first == a && e->second == b, swapped = e->first == b && e->second == a;
	e->is_max = less == swapped;
	return (less || p == LLVMRealOGT || p == LLVMRealOGE) && (same || swapped);
}

/* For zeros of these signs: which one does the text say, which one does the instruction give? */
static bool is_same_zero(const struct extreme *e, unsigned first, unsigned second)
{
	unsigned said = e->or_equal ? first : second,
	         least = (first | second) & MINUS ? MINUS : PLUS,
	         most = (first | second) & PLUS ? PLUS : MINUS;
	return said == (e->is_max ? most : least);
}

/* May instruction selection make sfmin or sfmax of s, whose condition compares floats? */
static bool is_right_already(LLVMValueRef s)
{
	struct extreme e;
	unsigned first, second;
	bool first_nan, second_nan;
	LLVMFastMathFlags fast = LLVMGetFastMathFlags(s),
	                  needed = LLVMFastMathNoNaNs | LLVMFastMathNoSignedZeros;
	if ((fast & needed) == needed)
		return true;
	if (!is_extreme(s, &e))
		return false;
	zeros_of(e.first, &first, &first_nan);
	zeros_of(e.second, &second, &second_nan);
	if (second_nan)
		return false;
	for (unsigned i = PLUS; i <= MINUS; i++)
		for (unsigned k = PLUS; k <= MINUS; k++)
			if ((first & i) && (second & k) && !is_same_zero(&e, i, k))
				return false;
	return true;
}

/* ---- Comparison and choice as instructions -----------------------------------------------*/
/* How a relation becomes the instruction gt or ge. */
struct relation {
	bool ok, or_equal, swap, invert;
};
static struct relation relation_of(LLVMRealPredicate p)
{
	static const struct relation all[] = {
	        [LLVMRealOGT] = {true, false, false, false},
	        [LLVMRealOGE] = {true, true, false, false},
	        [LLVMRealOLT] = {true, false, true, false},
	        [LLVMRealOLE] = {true, true, true, false},
	        [LLVMRealULE] = {true, false, false, true},
	        [LLVMRealULT] = {true, true, false, true},
	        [LLVMRealUGE] = {true, false, true, true},
	        [LLVMRealUGT] = {true, true, true, true},
	};
	return (size_t)p < sizeof all / sizeof *all ? all[p] : (struct relation){0};
}

/* The predicate of a compared with b, as a register holds it. */
static LLVMValueRef predicate(struct before_codegen *c, struct relation r, LLVMValueRef a,
        LLVMValueRef b)
{
	static const char *const names[2][2] = {
	        {"llvm.hexagon.F2.sfcmpgt", "llvm.hexagon.F2.sfcmpge"},
	        {"llvm.hexagon.F2.dfcmpgt", "llvm.hexagon.F2.dfcmpge"}};
	bool wide = LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMDoubleTypeKind;
	LLVMValueRef x[2] = {r.swap ? b : a, r.swap ? a : b};
	return lower_late_call(c, names[wide][r.or_equal], NULL, 0, x, 2);
}

/* then if a compares with b as r says, else other; all scalars. */
static LLVMValueRef choose(struct before_codegen *c, struct relation r, LLVMValueRef a,
        LLVMValueRef b, LLVMValueRef then, LLVMValueRef other)
{
	LLVMTypeRef t = LLVMTypeOf(then);
	bool wide = LLVMGetTypeKind(t) == LLVMDoubleTypeKind;
	LLVMContextRef ctx = LLVMGetTypeContext(t);
	LLVMTypeRef bits = wide ? LLVMInt64TypeInContext(ctx) : LLVMInt32TypeInContext(ctx);
	LLVMValueRef x[3] = {predicate(c, r, a, b)};
	x[1] = LLVMBuildBitCast(c->b, r.invert ? other : then, bits, "");
	x[2] = LLVMBuildBitCast(c->b, r.invert ? then : other, bits, "");
	const char *name = wide ? "llvm.hexagon.C2.vmux" : "llvm.hexagon.C2.mux";
	return LLVMBuildBitCast(c->b, lower_late_call(c, name, NULL, 0, x, 3), t, "");
}

static LLVMValueRef choose_lanes(struct before_codegen *c, struct relation r, LLVMValueRef s)
{
	LLVMValueRef compare = LLVMGetOperand(s, 0);
	LLVMValueRef from[4] = {LLVMGetOperand(compare, 0), LLVMGetOperand(compare, 1),
	        LLVMGetOperand(s, 1), LLVMGetOperand(s, 2)};
	LLVMTypeRef t = LLVMTypeOf(s);
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(t));
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return choose(c, r, from[0], from[1], from[2], from[3]);
	LLVMValueRef all = LLVMGetPoison(t), x[4];
	for (unsigned i = 0; i < LLVMGetVectorSize(t); i++) {
		for (unsigned k = 0; k < 4; k++)
			x[k] = lower_late_lane(c, from[k], i);
		all = LLVMBuildInsertElement(c->b, all, choose(c, r, x[0], x[1], x[2], x[3]),
		        LLVMConstInt(word, i, false), "");
	}
	return all;
}

/* ---- Choice as integers ------------------------------------------------------------------*/
static LLVMValueRef choose_integers(struct before_codegen *c, LLVMValueRef s)
{
	LLVMTypeRef t = LLVMTypeOf(s);
	LLVMContextRef ctx = LLVMGetTypeContext(t);
	LLVMTypeKind kind = LLVMGetTypeKind(lower_element(t));
	LLVMTypeRef bits = kind == LLVMDoubleTypeKind ? LLVMInt64TypeInContext(ctx)
	                   : kind == LLVMHalfTypeKind ? LLVMInt16TypeInContext(ctx)
	                                              : LLVMInt32TypeInContext(ctx);
	if (LLVMGetTypeKind(t) == LLVMVectorTypeKind)
		bits = LLVMVectorType(bits, LLVMGetVectorSize(t));
	LLVMValueRef then = LLVMBuildBitCast(c->b, LLVMGetOperand(s, 1), bits, "");
	LLVMValueRef other = LLVMBuildBitCast(c->b, LLVMGetOperand(s, 2), bits, "");
	LLVMValueRef v = LLVMBuildSelect(c->b, LLVMGetOperand(s, 0), then, other, "");
	return LLVMBuildBitCast(c->b, v, t, "");
}

/* Does condition compare integers that are no truths of other comparisons? */
static bool compares_integers(LLVMValueRef condition)
{
	if (!lower_is_op(condition, LLVMICmp))
		return false;
	LLVMValueRef a = LLVMGetOperand(condition, 0), b = LLVMGetOperand(condition, 1);
	LLVMTypeRef t = lower_element(LLVMTypeOf(a));
	bool truths = LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 1;
	return !truths && !lower_is_op(a, LLVMSExt) && !lower_is_op(a, LLVMZExt) &&
	       !lower_is_op(b, LLVMSExt) && !lower_is_op(b, LLVMZExt);
}

/* Does LLVM make instructions of a choice of this type that lose NaN and -0.0?  Of halves before 22, which computes with
 * them as floats. */
static bool is_chosen_wrong(LLVMTypeKind kind)
{
	return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind ||
	       (LLVM_VERSION_MAJOR < 22 && kind == LLVMHalfTypeKind);
}

void lower_exact_select(struct before_codegen *c, LLVMValueRef s)
{
	if (!lower_is_op(s, LLVMSelect))
		return;
	LLVMValueRef compare = LLVMGetOperand(s, 0);
	LLVMTypeRef element = lower_element(LLVMTypeOf(s));
	LLVMTypeKind kind = LLVMGetTypeKind(element);
	bool is_fcmp = lower_is_op(compare, LLVMFCmp);
	if (!is_chosen_wrong(kind) || compares_integers(compare) ||
	        (is_fcmp && is_right_already(s)))
		return;
	struct relation r = {0};
	if (is_fcmp && kind != LLVMHalfTypeKind &&
	        lower_element(LLVMTypeOf(LLVMGetOperand(compare, 0))) == element &&
	        (lower_vector_of(s) == LLVMVoidTypeKind) ==
	                (lower_vector_of(compare) == LLVMVoidTypeKind))
		r = relation_of(LLVMGetFCmpPredicate(compare));
	LLVMPositionBuilderBefore(c->b, s);
	lower_replace(s, r.ok ? choose_lanes(c, r, s) : choose_integers(c, s));
	if (is_fcmp && !LLVMGetFirstUse(compare))
		LLVMInstructionEraseFromParent(compare);
}
