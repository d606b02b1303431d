/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/long_blocks.c: functions with a block so long that LLVM's code generation takes its time.
 *
 * Idea.    LLVM 22 schedules, combines and simplifies block by block, and takes time by the square of a block's length, or
 *          more: 9 s for 300 unrolled loops in a row, 17 s for a number-theoretic transform of 256 points.  A function with a
 *          longer block than LONGEST gets the attribute optnone when LLVM's optimisation is done: its operations are
 *          selected and put into packets, but not reordered.  A note says so.
 * Keeps    values.
 * Costs    O(instructions); two to three times the packets in such a function. */
#include "lowering/hexagon/before_codegen.h"

/* Instructions, as many as are generated in less than a second; what a division by a constant becomes; bits of a register. */
enum { LONGEST = 2500, DIVISION = 4, REGISTER = 1024 };

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
	bool divides = lower_is_op(v, LLVMSDiv) || lower_is_op(v, LLVMUDiv) ||
	               lower_is_op(v, LLVMSRem) || lower_is_op(v, LLVMURem);
	if (!vector)
		return divides ? DIVISION : 1;
	return (LLVMGetVectorSize(t) * bits_of(LLVMGetElementType(t)) + REGISTER - 1) / REGISTER;
}

static unsigned longest_block(LLVMValueRef f)
{
	unsigned longest = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		unsigned n = 0;
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
			n += weight(v);
		longest = n > longest ? n : longest;
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

void lower_leave_long(LLVMValueRef f, struct diag *d)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	size_t n;
	if (has(f, "optnone") || has(f, "optsize") || has(f, "minsize") || has(f, "alwaysinline") ||
	        longest_block(f) <= LONGEST)
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
