/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/paced_loops.c: how far apart LLVM's software pipeliner is to begin the iterations of long loops.
 *
 * Idea.    A function of floats is a chain of some forty instructions on one register, of which few packets hold two.  LLVM 22's pipeliner
 *          begins the next iteration as early as the units allow, so that three or four are under way: what they keep does not fit HVX's
 *          registers, and is spilled.  Two at a time hide most of the chain, and fit: so iterations are begun half a chain apart
 *          (exponentials of 1,024 float32 took 1,030 packets, and take 900).
 * Needs    loops of one block, which is all that the pipeliner takes, in one register a value.
 * Keeps    values.  A second run makes the same metadata.
 * Leaves alone  short chains, several beside each other, those of which half is more than the pipeliner tries, and those that go on in the next iteration, as sums do.
 * Costs    O(instructions) a loop. */
#include "lowering/hexagon/before_codegen.h"

enum {
	LONG = 30,  /* instructions of a chain */
	MOST = 27,  /* LLVM's -pipeliner-max-mii */
	NOTED = 400 /* instructions of a block */
};

/* Is v a register, or several, or predicates of one? */
static bool is_vector(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

/* Does v become an instruction? */
static bool takes_time(LLVMValueRef v)
{
	return is_vector(v) && !LLVMIsABitCastInst(v) && !LLVMIsAFreezeInst(v);
}

/* How long the longest chain of vectors is in the block, in instructions; 0: no one knows, or an iteration hands on vectors.  *all: how many there are. */
static unsigned longest_chain(LLVMBasicBlockRef block, unsigned *all)
{
	LLVMValueRef at[NOTED];
	unsigned length[NOTED], n = 0, most = 0;
	*all = 0;
	for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v)) {
		if (!is_vector(v))
			continue;
		if (n == NOTED || LLVMIsAPHINode(v))
			return 0;
		at[n] = v;
		length[n] = 0;
		for (int i = 0; i < LLVMGetNumOperands(v); i++)
			for (unsigned k = 0; k < n; k++)
				if (at[k] == LLVMGetOperand(v, (unsigned)i) &&
				        length[k] > length[n])
					length[n] = length[k];
		length[n] += takes_time(v);
		*all += takes_time(v);
		most = length[n] > most ? length[n] : most;
		n++;
	}
	return most;
}

void lower_pace_loop(struct before_codegen *c, LLVMValueRef branch)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(branch);
	if (!c->vectors || !lower_is_op(branch, LLVMBr) || !LLVMIsConditional(branch) ||
	        (LLVMGetSuccessor(branch, 0) != block && LLVMGetSuccessor(branch, 1) != block))
		return;
	unsigned all, chain = longest_chain(block, &all), apart = (chain + 1) / 2;
	if (chain < LONG || all > 2 * chain || apart > MOST)
		return;
	lower_add_hint(LLVMGetModuleContext(c->mod), branch,
	        "llvm.loop.pipeline.initiationinterval", apart);
}
