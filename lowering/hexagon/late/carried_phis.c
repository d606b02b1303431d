/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/carried_phis.c: loops that keep a value for more than one iteration.
 *
 * Idea.    Where one phi takes what another phi of its block had, LLVM 22's software pipeliner joins the two wrongly
 *          behind the loop: it names a value that not all ways there compute, and the register allocator
 *          crashes.  Where a phi takes a float that the iteration before has loaded, the code behind the loop may take the load of
 *          another iteration.  Such a loop of one block, which is all that the pipeliner takes, gets LLVM's own metadata
 *          that forbids pipelining it.
 * Keeps    values.  A second run makes the same metadata.
 * Leaves alone  loops that were unrolled until each value stays where it is: they have no such phis.
 * Costs    what pipelining would save.  Other hints to the loop are lost; no pass behind reads them. */
#include <llvm-c/DebugInfo.h>

#include "lowering/hexagon/before_codegen.h"

/* Is v another phi, or a float that is loaded?  Of loads of integers, which take part in shorter chains, no wrong one was seen. */
static bool is_mistaken(LLVMValueRef v)
{
	LLVMTypeKind k = LLVMGetTypeKind(LLVMTypeOf(v));
	return LLVMIsAPHINode(v) ||
	       (LLVMIsALoadInst(v) && (k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind));
}

static bool takes_another(LLVMValueRef phi)
{
	LLVMBasicBlockRef b = LLVMGetInstructionParent(phi);
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, i);
		if (LLVMGetIncomingBlock(phi, i) == b && v != phi && LLVMIsAInstruction(v) &&
		        is_mistaken(v) && LLVMGetInstructionParent(v) == b)
			return true;
	}
	return false;
}

void lower_keep_carried(struct before_codegen *c, LLVMValueRef phi)
{
	if (!LLVMIsAPHINode(phi) || !takes_another(phi))
		return;
	LLVMContextRef ctx = LLVMGetModuleContext(c->mod);
	LLVMMetadataRef no = lower_hint(ctx, "llvm.loop.pipeline.disable", 1, true);
	lower_give_hints(ctx, LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(phi)), &no, 1);
}
