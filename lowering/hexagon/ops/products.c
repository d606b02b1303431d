/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/products.c: what LLVM may make of products that are shifted right on HVX.
 *
 * Idea.   LLVM 22 makes HVX's fixed-point multiplications of (x * y + c) >> n on whole vectors.  It is
 *         right where the elements have 64 bits, a factor is a constant of 17 to 32 bits and the other
 *         one has no more than 32: that is how quantised values are scaled, and what it saves is much, as
 *         HVX has no 64-bit integers.  Elsewhere it takes the product in twice the width, or cuts the
 *         result to as few bits as the factors need: high bits come out wrong.  There the product goes
 *         through a `freeze`, which costs nothing and into which the idiom does not look.  Products of
 *         64 bits it takes without a shift, too; it does not look into a factor that is frozen.
 *         A product of 16-bit lanes that is shifted and cut to 16 bits again stays in even and odd lanes, as
 *         HVX multiplies and packs them: that is what the idiom would have saved, but for the
 *         instruction it takes, which saturates -1 * -1.
 * Needs   IR after LLVM's passes: they take `freeze` away where it has no meaning.
 * Keeps   values.
 * Costs   O(instructions), and the lanes of constants. */
#include "lowering/hexagon/before_codegen.h"
#include "lowering/hexagon/internal.h"

static bool is_op(LLVMValueRef v, LLVMOpcode op)
{
	return LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == op;
}

static unsigned elem_bits(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	t = vector ? LLVMGetElementType(t) : t;
	return vector && LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
}

LLVMValueRef lower_splat_of(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	if (!LLVMIsConstant(v) || LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return NULL;
	LLVMValueRef first = LLVMGetAggregateElement(v, 0);
	for (unsigned i = 1; first && i < LLVMGetVectorSize(t); i++)
		if (LLVMGetAggregateElement(v, i) != first)
			return NULL;
	return first && LLVMIsAConstantInt(first) ? first : NULL;
}

/* Is v, of 64 bits, one of at most `bits` bits by its form?  A sum of small ones is of 32. */
static bool is_small(LLVMValueRef v, unsigned bits, unsigned depth)
{
	LLVMValueRef c = lower_splat_of(v);
	if (c) {
		int64_t n = LLVMConstIntGetSExtValue(c);
		return n >= -(INT64_C(1) << (bits - 1)) && n < INT64_C(1) << (bits - 1);
	}
	if (is_op(v, LLVMSExt) || is_op(v, LLVMZExt))
		return elem_bits(LLVMGetOperand(v, 0)) + is_op(v, LLVMZExt) <= bits;
	return depth && (is_op(v, LLVMAdd) || is_op(v, LLVMSub)) &&
	       is_small(LLVMGetOperand(v, 0), 17, depth - 1) &&
	       is_small(LLVMGetOperand(v, 1), 17, depth - 1);
}

bool lower_is_scaling(LLVMValueRef product)
{
	if (!is_op(product, LLVMMul) || elem_bits(product) != 64)
		return false;
	LLVMValueRef c = lower_splat_of(LLVMGetOperand(product, 1)); /* LLVM puts it there */
	int64_t n = c ? LLVMConstIntGetSExtValue(c) : 0;
	int64_t size = n < 0 ? -(n + 1) : n;
	return size >= INT64_C(1) << 16 && n < INT64_C(1) << 32 && n > -(INT64_C(1) << 31) &&
	       is_small(LLVMGetOperand(product, 0), 32, 4);
}

/* Do only the bits count of the shifted value that the product had, whatever came in above? */
static bool is_cut(LLVMValueRef shift, uint64_t by)
{
	for (LLVMUseRef u = LLVMGetFirstUse(shift); u; u = LLVMGetNextUse(u))
		if (!is_op(LLVMGetUser(u), LLVMTrunc) || elem_bits(LLVMGetUser(u)) + by > 64)
			return false;
	return true;
}

/* The product under a sum with a constant, or v. */
static LLVMValueRef under_sum(LLVMValueRef v)
{
	for (unsigned i = 0; is_op(v, LLVMAdd) && i < 2; i++)
		if (is_op(LLVMGetOperand(v, i), LLVMMul))
			return LLVMGetOperand(v, i);
	return v;
}

/* ---- 16 bits ----------------------------------------------------------------------------*/
enum { HALVES = 64, SIGNED, UNSIGNED }; /* of 16 bits in a register of HVX; kinds of factors */

/* v, of 32 bits, as HALVES lanes of 16 bits; what they are goes to *kind. */
static LLVMValueRef as_halves(LLVMBuilderRef b, LLVMValueRef v, unsigned *kind)
{
	LLVMTypeRef half = LLVMInt16TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	LLVMTypeRef halves = LLVMVectorType(half, HALVES);
	LLVMValueRef c = lower_splat_of(v);
	*kind = is_op(v, LLVMZExt) ? UNSIGNED : SIGNED;
	if (c && LLVMConstIntGetSExtValue(c) == (int16_t)LLVMConstIntGetSExtValue(c))
		return LLVMBuildTrunc(b, v, halves, "");
	bool wide = is_op(v, LLVMSExt) || is_op(v, LLVMZExt);
	return wide && LLVMTypeOf(LLVMGetOperand(v, 0)) == halves ? LLVMGetOperand(v, 0) : NULL;
}

/* cut is (x * y + c) >> n in 32 bits, cut to HALVES lanes of 16: the same in instructions, or NULL. */
static LLVMValueRef scaled_halves(struct lower *l, LLVMValueRef cut)
{
	LLVMValueRef shift = is_op(cut, LLVMTrunc) ? LLVMGetOperand(cut, 0) : NULL;
	if (elem_bits(cut) != 16 || !shift || elem_bits(shift) != 32 ||
	        LLVMGetVectorSize(LLVMTypeOf(cut)) != HALVES ||
	        !(is_op(shift, LLVMAShr) || is_op(shift, LLVMLShr)))
		return NULL;
	LLVMValueRef by = lower_splat_of(LLVMGetOperand(shift, 1)), sum = LLVMGetOperand(shift, 0);
	sum = is_op(sum, LLVMFreeze) ? LLVMGetOperand(sum, 0) : sum; /* guard() was there before */
	LLVMValueRef product = under_sum(sum), x[2];
	bool adds = product != sum && lower_splat_of(LLVMGetOperand(sum, 1));
	if (!by || LLVMConstIntGetZExtValue(by) > 15 || !is_op(product, LLVMMul) ||
	        (product != sum && !adds))
		return NULL;
	unsigned kind[2];
	LLVMPositionBuilderBefore(l->b, cut);
	for (unsigned i = 0; i < 2; i++)
		if (!(x[i] = as_halves(l->b, LLVMGetOperand(product, i), &kind[i])))
			return NULL;
	enum target_instruction i = lower_hvx_product(kind[0] == UNSIGNED, kind[1] == UNSIGNED);
	if (kind[0] == UNSIGNED && kind[1] == SIGNED) { /* the signed one first */
		LLVMValueRef swap = x[0];
		x[0] = x[1];
		x[1] = swap;
	}
	x[0] = lower_hvx(l, i, x);
	x[1] = LLVMGetOperand(sum, adds);
	LLVMValueRef all = adds ? lower_hvx(l, TARGET_VADDW_DV, x) : x[0];
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	by = LLVMConstInt(word, LLVMConstIntGetZExtValue(by), false);
	return lower_hvx_pack(l, TARGET_VASRWH, all, by);
}

/* ---- All --------------------------------------------------------------------------------*/
static void freeze(LLVMBuilderRef b, LLVMValueRef user, unsigned operand)
{
	LLVMPositionBuilderBefore(b, user);
	LLVMSetOperand(user, operand, LLVMBuildFreeze(b, LLVMGetOperand(user, operand), ""));
}

/* Erase v and what was computed for it alone. */
static void erase(LLVMValueRef v)
{
	while (v && LLVMIsAInstruction(v) && !LLVMGetFirstUse(v)) {
		LLVMValueRef from = is_op(v, LLVMLoad) ? NULL : LLVMGetOperand(v, 0);
		LLVMInstructionEraseFromParent(v);
		v = from;
	}
}

static void guard(struct lower *l, LLVMValueRef v)
{
	unsigned bits = elem_bits(v);
	LLVMValueRef halves = target_has_hvx(l->hvx) ? scaled_halves(l, v) : NULL;
	if (halves) {
		LLVMReplaceAllUsesWith(v, halves);
		erase(v);
		return;
	}
	if (bits == 64 && is_op(v, LLVMMul) && !lower_is_scaling(v))
		freeze(l->b, v, 0);
	if (bits <= 8 || !(is_op(v, LLVMAShr) || is_op(v, LLVMLShr)))
		return;
	LLVMValueRef by = lower_splat_of(LLVMGetOperand(v, 1));
	LLVMValueRef product = under_sum(LLVMGetOperand(v, 0));
	bool right = lower_is_scaling(product) && by &&
	             (is_op(v, LLVMAShr) || is_cut(v, LLVMConstIntGetZExtValue(by)));
	if (!right && is_op(product, LLVMMul))
		freeze(l->b, v, 0);
}

void lower_guard_products(LLVMModuleRef module, struct target_hvx hvx)
{
	if (!target_is_hexagon(LLVMGetTarget(module)))
		return;
	LLVMContextRef context = LLVMGetModuleContext(module);
	struct lower l = {.ctx = context,
	        .mod = module,
	        .b = LLVMCreateBuilderInContext(context),
	        .hvx = hvx};
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
		for (; b; b = LLVMGetNextBasicBlock(b))
			for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
				next = LLVMGetNextInstruction(v);
				guard(&l, v);
			}
	}
	LLVMDisposeBuilder(l.b);
}
