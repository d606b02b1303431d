/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/long_blocks.c: functions with a block so long that LLVM's code generation takes its time.
 *
 * Idea.    LLVM 22 schedules, combines and simplifies block by block, and takes time by the square of a block's length, or
 *          more: 9 s for 300 unrolled loops in a row, 17 s for a number-theoretic transform of 256 points.  When LLVM's optimisation is
 *          done, a longer block than LONGEST is cut into PIECEs: LLVM joins no block whose address is taken, and makes code of each piece
 *          by itself (256 points on the host: 6.6 -> 2.5 s; 500 statements for Hexagon 659 packets in pieces that are optimised, 2,522 in
 *          such that are not).  On the host a block that extends sums stays whole: LLVM promotes these
 *          across blocks, in time by the square of their number.  A function with a block longer by far is kept from the SLP
 *          vectoriser, too, which takes 1.4 s for that of 256 points: it leaves functions alone that say noimplicitfloat.
 *          For Hexagon pieces take time by the square of their number.  A function with a block of more than MOST gets the attribute optnone,
 *          too: its operations are selected and put into packets, but not reordered.  A note says so.
 * Keeps    values.
 * Costs    O(instructions); three times the packets in a function that is left so. */
#include <llvm-c/DebugInfo.h>

#include "lowering/hexagon/before_codegen.h"

/* LONGEST: a block of more instructions is cut.  MOST: the pieces of a longer one are not optimised.  FAR_TOO_LONG: a longer one is kept from LLVM's SLP
 * vectoriser.  PIECE: instructions of a piece.  DIVISION: instructions of a division by a constant.  REGISTER: bits. */
enum {
	LONGEST = 2500,
	MOST = 4000,
	FAR_TOO_LONG = 8000,
	PIECE = 400,
	DIVISION = 4,
	REGISTER = 1024
};

static unsigned bits_of(LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	return k == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t)
	       : k == LLVMHalfTypeKind  ? 16
	       : k == LLVMFloatTypeKind ? 32
	                                : 64;
}

/* How many instructions v becomes, about. */
static unsigned weight(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	bool vector = LLVMGetTypeKind(t) == LLVMVectorTypeKind;
	if (!vector)
		return lower_divides(v) ? DIVISION : 1;
	return (LLVMGetVectorSize(t) * bits_of(LLVMGetElementType(t)) + REGISTER - 1) / REGISTER;
}

static unsigned length_of(LLVMBasicBlockRef b)
{
	unsigned n = 0;
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
		n += weight(v);
	return n;
}

static unsigned longest_block(LLVMValueRef f)
{
	unsigned longest = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		unsigned n = length_of(b);
		longest = n > longest ? n : longest;
	}
	return longest;
}

/* Will LLVM make one block of b and the one behind it? */
static bool goes_on(LLVMBasicBlockRef b)
{
	LLVMBasicBlockRef after = LLVMGetNextBasicBlock(b);
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	if (!after || !end || !lower_is_op(end, LLVMBr) || LLVMIsConditional(end) ||
	        LLVMGetSuccessor(end, 0) != after)
		return false;
	LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(after));
	return use && !LLVMGetNextUse(use);
}

/* The longest block when LLVM has joined those that nothing else goes to. */
static unsigned longest_joined(LLVMValueRef f)
{
	unsigned longest = 0, n = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		n += length_of(b);
		longest = n > longest ? n : longest;
		n = goes_on(b) ? n : 0;
	}
	return longest;
}

static const char mark[] = "tirc-long-block";

bool lower_is_long(LLVMValueRef f)
{
	return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	        mark, sizeof mark - 1);
}

static void give(LLVMValueRef f, const char *name)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	        LLVMCreateEnumAttribute(ctx, kind, 0));
}

static bool has(LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	return LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
}

/* Let whatever goes to b go to the empty block first instead, b itself too.  The phis behind b name b still: a block without
 * an end has no blocks behind it. */
static void go_to(LLVMBuilderRef build, LLVMBasicBlockRef b, LLVMBasicBlockRef first)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	LLVMInstructionRemoveFromParent(end);
	LLVMReplaceAllUsesWith(LLVMBasicBlockAsValue(b), LLVMBasicBlockAsValue(first));
	LLVMPositionBuilderAtEnd(build, b);
	LLVMInsertIntoBuilder(build, end);
}

/* Move what stands before v into a new block, which goes to the rest. */
static void cut(LLVMBuilderRef build, LLVMValueRef v)
{
	LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(LLVMGetBasicBlockParent(b)));
	LLVMBasicBlockRef first = LLVMInsertBasicBlockInContext(ctx, b, "piece");
	go_to(build, b, first);
	LLVMPositionBuilderAtEnd(build, first);
	for (LLVMValueRef i = LLVMGetFirstInstruction(b), after; i != v; i = after) {
		after = LLVMGetNextInstruction(i);
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(build, i);
	}
	LLVMBuildBr(build, b);
	LLVMBlockAddress(LLVMGetBasicBlockParent(b), b); /* CodeGenPrepare would join them */
}

/* Cut block b into pieces.  Memory on the stack stays in the first: there it costs nothing. */
static void cut_block(LLVMBuilderRef build, LLVMBasicBlockRef b)
{
	unsigned n = 0, stays = 0;
	LLVMValueRef end = LLVMGetLastInstruction(b);
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != end; v = LLVMGetNextInstruction(v))
		stays += lower_is_op(v, LLVMAlloca);
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v != end; v = LLVMGetNextInstruction(v)) {
		if (n >= PIECE && !stays && !lower_is_op(v, LLVMPHI)) {
			cut(build, v);
			n = 0;
		}
		stays -= lower_is_op(v, LLVMAlloca);
		n += weight(v);
	}
}

static void cut_blocks(LLVMValueRef f)
{
	LLVMBuilderRef build =
	        LLVMCreateBuilderInContext(LLVMGetModuleContext(LLVMGetGlobalParent(f)));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		cut_block(build, b);
	LLVMDisposeBuilder(build);
}

/* Is v an extension of what LLVM may compute in the wider type, too? */
static bool is_promoted(LLVMValueRef v)
{
	LLVMValueRef x = lower_is_op(v, LLVMSExt) || lower_is_op(v, LLVMZExt) ? LLVMGetOperand(v, 0)
	                                                                      : NULL;
	return x && (LLVMIsABinaryOperator(x) || LLVMIsACastInst(x)) && !lower_divides(x);
}

static bool extends(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
			if (is_promoted(v))
				return true;
	return false;
}

/* Is code for the triple made in ways of which it is known what cutting does? */
static bool is_cut(const char *triple)
{
	static const char *const names[] = {"x86_64", "aarch64"};
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(triple, names[i], strlen(names[i])))
			return true;
	return false;
}

void lower_cut_long(LLVMValueRef f)
{
	bool debug = LLVMGetSubprogram(f); /* what it tells of variables would lag behind */
	if (is_cut(LLVMGetTarget(LLVMGetGlobalParent(f))) && !has(f, "optnone") && !debug &&
	        longest_block(f) > LONGEST && !extends(f))
		cut_blocks(f);
}

/* Does LLVM's vectoriser for straight code take too long for f? */
static bool is_far_too_long(LLVMValueRef f)
{
	return is_cut(LLVMGetTarget(LLVMGetGlobalParent(f))) && longest_joined(f) > FAR_TOO_LONG;
}

void lower_spare_slp(LLVMModuleRef module, bool begin)
{
	static const char spared[] = "tirc-no-slp", scalar[] = "noimplicitfloat";
	unsigned kind = LLVMGetEnumAttributeKindForName(scalar, sizeof scalar - 1),
	         n = sizeof spared - 1;
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		if (begin && !has(f, scalar) && is_far_too_long(f)) {
			LLVMContextRef ctx = LLVMGetModuleContext(module);
			give(f, scalar);
			LLVMAddAttributeAtIndex(f, at,
			        LLVMCreateStringAttribute(ctx, spared, n, "", 0));
		} else if (!begin && LLVMGetStringAttributeAtIndex(f, at, spared, n)) {
			LLVMRemoveEnumAttributeAtIndex(f, at, kind);
			LLVMRemoveStringAttributeAtIndex(f, at, spared, n);
		}
	}
}

void lower_leave_long(LLVMValueRef f, struct diag *d)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	size_t n;
	unsigned longest = has(f, "optnone") ? 0 : longest_block(f);
	if (longest > LONGEST)
		cut_blocks(f);
	if (longest <= MOST || has(f, "optsize") || has(f, "minsize") || has(f, "alwaysinline"))
		return;
	give(f, "noinline");
	give(f, "optnone");
	LLVMAddAttributeAtIndex(f, at,
	        LLVMCreateStringAttribute(ctx, mark, sizeof mark - 1, "", 0));
	if (d)
		diag_note(d, NULL, (struct span){0},
		        "LLVM does not optimise the code of '%s': its long block of operations "
		        "would take it too long",
		        LLVMGetValueName2(f, &n));
}
