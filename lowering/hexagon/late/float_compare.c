/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/float_compare.c: comparisons, minima and maxima of vectors of floats, on their bits.
 *
 * Idea.    LLVM 22 makes HVX's *integer* comparison of == and != of floats (-0.0 == 0.0 is false, NaN == NaN is
 *          true), the same instruction of ordered and unordered relations, and maxima that lose NaN and
 *          -0.0 of a comparison and a choice.  Integers are compared instead: a float's magnitude
 *          with its sign applied is in the order of the floats, with one zero.  NaN is what is
 *          larger than infinity.
 * Needs    a function that computes with vectors of floats; scalars are compared rightly.
 * Keeps    values, for llvm.minimum and its like as LLVM defines them.
 * Costs    12 vector instructions a comparison; 6 with a constant; fewer where there is no NaN. */
#include "lowering/hexagon/before_codegen.h"

struct lower_bits lower_bits_of(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	LLVMContextRef ctx = LLVMGetTypeContext(t);
	bool half = lower_vector_of(v) == LLVMHalfTypeKind;
	LLVMTypeRef bits = half ? LLVMInt16TypeInContext(ctx) : LLVMInt32TypeInContext(ctx);
	return (struct lower_bits){.type = LLVMVectorType(bits, LLVMGetVectorSize(t)),
	        .width = half ? 16 : 32,
	        .magnitude = half ? 0x7fff : 0x7fffffff,
	        .infinity = half ? 0x7c00 : 0x7f800000};
}

LLVMValueRef lower_late_splat(struct before_codegen *c, LLVMTypeRef type, uint64_t value)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(LLVMGetTypeContext(type));
	LLVMValueRef one = LLVMConstInt(LLVMGetElementType(type), value, false);
	LLVMValueRef lane = LLVMBuildInsertElement(c->b, LLVMGetPoison(type), one,
	        LLVMConstInt(word, 0, false), "");
	LLVMTypeRef mask = LLVMVectorType(word, LLVMGetVectorSize(type));
	return LLVMBuildShuffleVector(c->b, lane, LLVMGetPoison(type), LLVMConstNull(mask), "");
}

LLVMValueRef lower_as_bits(struct before_codegen *c, LLVMValueRef v)
{
	return LLVMBuildBitCast(c->b, v, lower_bits_of(v).type, "");
}

/* ---- Parts -------------------------------------------------------------------------------*/
static LLVMValueRef splat(struct before_codegen *c, const struct lower_bits *f, uint64_t v)
{
	return lower_late_splat(c, f->type, v);
}

static LLVMValueRef call(struct before_codegen *c, const struct lower_bits *f, const char *name,
        LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef t = f->type;
	LLVMValueRef x[2] = {a, b};
	return lower_late_call(c, name, &t, 1, x, 2);
}

/* v without its sign. */
static LLVMValueRef magnitude(struct before_codegen *c, const struct lower_bits *f, LLVMValueRef v)
{
	return LLVMBuildAnd(c->b, v, splat(c, f, f->magnitude), "");
}

/* All bits of a lane: its sign. */
static LLVMValueRef sign(struct before_codegen *c, const struct lower_bits *f, LLVMValueRef v)
{
	return LLVMBuildAShr(c->b, v, splat(c, f, f->width - 1), "");
}

/* An integer in the order of the floats; -0.0 and 0.0 are 0. */
static LLVMValueRef rank(struct before_codegen *c, const struct lower_bits *f, LLVMValueRef v)
{
	LLVMValueRef s = sign(c, f, v);
	return LLVMBuildSub(c->b, LLVMBuildXor(c->b, magnitude(c, f, v), s, ""), s, "");
}

/* The same, but -0.0 is less than 0.0; and back. */
static LLVMValueRef strict_rank(struct before_codegen *c, const struct lower_bits *f,
        LLVMValueRef v)
{
	return LLVMBuildXor(c->b, v, magnitude(c, f, sign(c, f, v)), "");
}

static bool is_never_nan(LLVMValueRef v)
{
	LLVMBool lost;
	if (lower_is_op(v, LLVMSIToFP) || lower_is_op(v, LLVMUIToFP))
		return true;
	for (unsigned i = 0; LLVMIsConstant(v) && i < LLVMGetVectorSize(LLVMTypeOf(v)); i++) {
		LLVMValueRef k = LLVMGetAggregateElement(v, i);
		double d = k && LLVMIsAConstantFP(k) ? LLVMConstRealGetDouble(k, &lost) : 0;
		if (!k || !LLVMIsAConstantFP(k) || d != d)
			return false;
	}
	return LLVMIsConstant(v);
}

/* Is one of a and b NaN?  NULL: never. */
static LLVMValueRef any_nan(struct before_codegen *c, LLVMValueRef a, LLVMValueRef b)
{
	struct lower_bits f = lower_bits_of(a);
	bool no_a = is_never_nan(a), no_b = is_never_nan(b) || a == b;
	if (no_a && (no_b || a == b))
		return NULL;
	LLVMValueRef larger = magnitude(c, &f, lower_as_bits(c, no_a ? b : a));
	if (!no_a && !no_b)
		larger = call(c, &f, "llvm.smax", larger, magnitude(c, &f, lower_as_bits(c, b)));
	return LLVMBuildICmp(c->b, LLVMIntSGT, larger, splat(c, &f, f.infinity), "");
}

/* ---- Comparisons -------------------------------------------------------------------------*/
/* What of a relation is left without NaN; 0: nothing, all of it. */
static LLVMIntPredicate ordered_part(LLVMRealPredicate p)
{
	static const LLVMIntPredicate all[8] = {[LLVMRealOEQ] = LLVMIntEQ,
	        [LLVMRealOGT] = LLVMIntSGT,
	        [LLVMRealOGE] = LLVMIntSGE,
	        [LLVMRealOLT] = LLVMIntSLT,
	        [LLVMRealOLE] = LLVMIntSLE,
	        [LLVMRealONE] = LLVMIntNE};
	return all[p & 7];
}

static LLVMValueRef compare(struct before_codegen *c, LLVMRealPredicate p, LLVMValueRef a,
        LLVMValueRef b)
{
	struct lower_bits f = lower_bits_of(a);
	bool unordered = p & LLVMRealUNO;
	LLVMIntPredicate relation = ordered_part(p);
	LLVMTypeRef truths = LLVMVectorType(LLVMInt1TypeInContext(LLVMGetTypeContext(f.type)),
	        LLVMGetVectorSize(f.type));
	LLVMValueRef v = (p & 7) == LLVMRealORD ? LLVMConstAllOnes(truths) : LLVMConstNull(truths);
	LLVMValueRef nan = any_nan(c, a, b);
	if (relation) {
		LLVMValueRef x = rank(c, &f, lower_as_bits(c, a));
		LLVMValueRef y = rank(c, &f, lower_as_bits(c, b));
		v = LLVMBuildICmp(c->b, relation, x, y, "");
	}
	if (!nan)
		return v;
	return unordered ? LLVMBuildOr(c->b, v, nan, "")
	                 : LLVMBuildAnd(c->b, v, LLVMBuildNot(c->b, nan, ""), "");
}

static bool is_narrow_vector(LLVMValueRef v)
{
	LLVMTypeKind kind = lower_vector_of(v);
	return kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind;
}

void lower_compare_bits(struct before_codegen *c, LLVMValueRef v)
{
	if (!c->float_vectors || !lower_is_op(v, LLVMFCmp) ||
	        !is_narrow_vector(LLVMGetOperand(v, 0)))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	lower_replace(v,
	        compare(c, LLVMGetFCmpPredicate(v), LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)));
}

/* ---- Minima and maxima -------------------------------------------------------------------*/
/* The intrinsics; is_number: NaN is left out where the other one is a number. */
static const struct extreme {
	const char *name;
	bool is_max, is_number;
} extremes[] = {
        {"llvm.minimum.", false, false},
        {"llvm.maximum.", true, false},
        {"llvm.minimumnum.", false, true},
        {"llvm.maximumnum.", true, true},
};

static const struct extreme *extreme_of(LLVMValueRef v)
{
	size_t len;
	LLVMValueRef f = lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
	const char *name = f && LLVMIsAFunction(f) ? LLVMGetValueName2(f, &len) : "";
	for (size_t i = 0; i < sizeof extremes / sizeof *extremes; i++)
		if (!strncmp(name, extremes[i].name, strlen(extremes[i].name)))
			return &extremes[i];
	return NULL;
}

/* other where v is NaN, else v. */
static LLVMValueRef unless_nan(struct before_codegen *c, LLVMValueRef v, LLVMValueRef other)
{
	LLVMValueRef nan = any_nan(c, v, v);
	return nan ? LLVMBuildSelect(c->b, nan, other, lower_as_bits(c, v), "")
	           : lower_as_bits(c, v);
}

static LLVMValueRef extreme(struct before_codegen *c, const struct extreme *e, LLVMValueRef a,
        LLVMValueRef b)
{
	struct lower_bits f = lower_bits_of(a);
	LLVMValueRef x = lower_as_bits(c, a), y = lower_as_bits(c, b);
	LLVMValueRef nan = any_nan(c, a, b);
	LLVMValueRef quiet = splat(c, &f, f.infinity | (f.infinity & ~(f.infinity - 1)) >> 1);
	if (e->is_number) {
		LLVMValueRef first = unless_nan(c, a, y);
		y = unless_nan(c, b, x);
		x = first;
	}
	x = strict_rank(c, &f, x);
	y = strict_rank(c, &f, y);
	LLVMValueRef v = call(c, &f, e->is_max ? "llvm.smax" : "llvm.smin", x, y);
	v = strict_rank(c, &f, v);
	if (nan && !e->is_number)
		v = LLVMBuildSelect(c->b, nan, quiet, v, "");
	return LLVMBuildBitCast(c->b, v, LLVMTypeOf(a), "");
}

void lower_extreme_bits(struct before_codegen *c, LLVMValueRef v)
{
	const struct extreme *e = c->float_vectors && is_narrow_vector(v) ? extreme_of(v) : NULL;
	if (!e)
		return;
	LLVMPositionBuilderBefore(c->b, v);
	lower_replace(v, extreme(c, e, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)));
}
