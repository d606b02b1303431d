/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/gathers.c: functions in which LLVM's vectorisers are to make no gathers.
 *
 * Idea      Columns of a matrix and strided loads are faster one by one where a gather is slow (target/tunings.def).  What is looked
 *           up at an index that was loaded itself is not: there LLVM decides by itself.
 * Needs     LLVM's IR as it was made, before passes; a feature string without a word on gathers, as what a user says counts.
 * Preserves what the function does: only LLVM's costs depend on the feature.
 * Costs     each instruction, and up to MOST_NODES of those that its address is made of.
 * Wrong if  nothing: only time depends on it. */
#include <string.h>

#include "lowering/internal.h"
#include "support/support.h"

enum { MOST_NODES = 64 };

/* Is the value computed from a number that was loaded, but for loads of variables?  *nodes: so many are asked, at most. */
static bool is_loaded(LLVMValueRef v, unsigned *nodes)
{
	if (!*nodes || !LLVMIsAInstruction(v) || LLVMIsAPHINode(v) || LLVMIsACallInst(v))
		return false;
	--*nodes;
	if (LLVMIsALoadInst(v))
		return LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMPointerTypeKind &&
		       !LLVMIsAAllocaInst(LLVMGetOperand(v, 0));
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		if (is_loaded(LLVMGetOperand(v, (unsigned)i), nodes))
			return true;
	return false;
}

/* Is it a load at an index that was loaded? */
static bool is_lookup(LLVMValueRef i)
{
	unsigned nodes = MOST_NODES;
	return LLVMIsALoadInst(i) && is_loaded(LLVMGetOperand(i, 0), &nodes);
}

/* Does the function load what lies at an index that was loaded? */
static bool looks_up(LLVMValueRef f)
{
	LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
	for (; b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
			if (is_lookup(i))
				return true;
	return false;
}

bool lower_spares_gathers(LLVMValueRef f, const char *cpu, const char *features)
{
	return target_gathers_slowly(cpu) && !strstr(features, "gather") && !looks_up(f);
}
