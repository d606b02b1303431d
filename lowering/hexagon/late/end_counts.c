/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/end_counts.c: loops that go on while their variable is below a constant.
 *
 * Idea.    Where the constant does not fit a comparison, LLVM's instruction selection shifts both sides (`i < 7680` is
 *          `i >> 9 < 15`), which its hardware loops do not know: a map over 8,448 bytes in a branch took 363 packets instead of 259.
 *          A variable that counts from a constant by a constant ends at a number that is known, so that the loop
 *          goes on while it is another one.  Unrolled loops ask for the variable of their last copy; of these, those that compute with
 *          floats, which take several packets each, gain by LLVM's software pipeliner, which takes hardware loops alone, and others lose.
 * Keeps    the iterations.
 * Leaves alone  what steps back, variables that might wrap, and loops whose begin or end is no constant.
 * Wrong if the number is passed over, or met before the end. */
#include "lowering/hexagon/before_codegen.h"

/* The value that the phi has from that block; from another one, if `other`.  NULL: there are several. */
static LLVMValueRef from(LLVMValueRef phi, LLVMBasicBlockRef block, bool other)
{
	if (LLVMCountIncoming(phi) != 2)
		return NULL;
	for (unsigned i = 0; i < 2; i++)
		if ((LLVMGetIncomingBlock(phi, i) == block) != other)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

/* phi = begin, begin + step, ..., of which something is `ahead` */
struct count {
	LLVMValueRef phi, next;
	int64_t begin, step, ahead;
};

/* phi + n: the number n, also where LLVM writes it as bits that phi has not. */
static int64_t ahead_of(LLVMValueRef v, LLVMValueRef phi)
{
	bool adds = lower_is_op(v, LLVMAdd) || (lower_is_op(v, LLVMOr) && LLVMGetIsDisjoint(v));
	return adds && LLVMGetOperand(v, 0) == phi && LLVMIsAConstantInt(LLVMGetOperand(v, 1))
	               ? LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1))
	               : -1;
}

/* Is v, or what v is a number ahead of, counted by the loop from head to `last`?  Unrolled loops ask their last copy's. */
static bool read_count(LLVMValueRef v, LLVMBasicBlockRef head, LLVMBasicBlockRef last,
        struct count *c)
{
	LLVMValueRef phi = !LLVMIsAInstruction(v) || LLVMIsAPHINode(v) ? v : LLVMGetOperand(v, 0);
	if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != head)
		return false;
	LLVMValueRef next = from(phi, last, false), begin = from(phi, last, true);
	if (!next || !begin || !LLVMIsAConstantInt(begin) ||
	        LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 32)
		return false;
	*c = (struct count){phi, next, LLVMConstIntGetSExtValue(begin), ahead_of(next, phi),
	        v == phi ? 0 : ahead_of(v, phi)};
	return lower_is_op(next, LLVMAdd) && c->begin >= 0 && c->step > 0 && c->ahead >= 0;
}

/* Does the block compute with vectors of floats? */
static bool computes_floats(LLVMBasicBlockRef block)
{
	static const LLVMOpcode computes[] = {LLVMFAdd, LLVMFSub, LLVMFMul, LLVMFPExt, LLVMFPTrunc};
	for (LLVMValueRef v = LLVMGetFirstInstruction(block); v; v = LLVMGetNextInstruction(v))
		for (size_t i = 0; i < sizeof computes / sizeof *computes; i++)
			if (lower_is_op(v, computes[i]) &&
			        LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind)
				return true;
	return false;
}

void lower_count_to_end(struct before_codegen *c, LLVMValueRef branch)
{
	struct count x;
	if (!lower_is_op(branch, LLVMBr) || !LLVMIsConditional(branch))
		return;
	LLVMValueRef test = LLVMGetCondition(branch);
	LLVMBasicBlockRef last = LLVMGetInstructionParent(branch),
	                  head = LLVMGetSuccessor(branch, 0);
	if (!LLVMIsAICmpInst(test) || LLVMGetSuccessor(branch, 1) == head ||
	        (LLVMGetICmpPredicate(test) != LLVMIntULT &&
	                LLVMGetICmpPredicate(test) != LLVMIntSLT))
		return;
	LLVMValueRef v = LLVMGetOperand(test, 0), limit = LLVMGetOperand(test, 1);
	if (!LLVMIsAConstantInt(limit) || !read_count(v, head, last, &x))
		return;
	if (x.ahead && x.ahead != x.step && !computes_floats(last))
		return;
	int64_t least = LLVMConstIntGetSExtValue(limit), first = x.begin + x.ahead;
	if (least < 0)
		return;
	/* the first value that is not below it */
	int64_t steps = first < least ? (least - first + x.step - 1) / x.step : 0;
	int64_t end = x.begin + (steps + 1) * x.step;
	if (end > INT32_MAX)
		return;
	LLVMPositionBuilderBefore(c->b, branch);
	LLVMSetCondition(branch, LLVMBuildICmp(c->b, LLVMIntNE, x.next,
	                                 LLVMConstInt(LLVMTypeOf(v), (uint64_t)end, false), ""));
	if (!LLVMGetFirstUse(test))
		LLVMInstructionEraseFromParent(test);
}
