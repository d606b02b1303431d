/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/end_counts.c: loops that go on while their variable is below a constant.
 *
 * Idea.    Where the constant does not fit a comparison, LLVM's instruction selection shifts both sides (`i < 7680` is
 *          `i >> 9 < 15`), which its hardware loops do not know: a map over 8,448 bytes in a branch took 363 packets instead of 259.
 *          A variable that counts from a constant by a constant ends at a number that is known, so that the loop
 *          goes on while it is another one.
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

/* phi = begin, begin + step, ... */
struct count {
	LLVMValueRef phi, next;
	int64_t begin, step;
};

/* Is v, or what v is one step ahead of, counted by the loop from head to `last`? */
static bool read_count(LLVMValueRef v, LLVMBasicBlockRef head, LLVMBasicBlockRef last,
        struct count *c)
{
	LLVMValueRef phi = LLVMIsAPHINode(v)         ? v
	                   : lower_is_op(v, LLVMAdd) ? LLVMGetOperand(v, 0)
	                                             : NULL;
	if (!phi || !LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != head)
		return false;
	LLVMValueRef next = from(phi, last, false), begin = from(phi, last, true);
	if (!next || !begin || !LLVMIsAConstantInt(begin) || !lower_is_op(next, LLVMAdd) ||
	        LLVMGetOperand(next, 0) != phi || !LLVMIsAConstantInt(LLVMGetOperand(next, 1)) ||
	        (v != phi && v != next) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) != 32)
		return false;
	*c = (struct count){phi, next, LLVMConstIntGetSExtValue(begin),
	        LLVMConstIntGetSExtValue(LLVMGetOperand(next, 1))};
	return c->begin >= 0 && c->step > 0;
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
	int64_t least = LLVMConstIntGetSExtValue(limit),
	        first = v == x.phi ? x.begin : x.begin + x.step;
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
