/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/exit_counts.c: loops that are left in more than one place, and by `!=` at their end.
 *
 * Idea.    LLVM's hardware loops count (end - begin) / step iterations where the last block goes back while
 *          `i != end`, and are over then.  That is right if i meets end, as it must in a loop with no other way
 *          out.  In one that has others, such as copies that unrolling made, each with its own exit, the last
 *          block may never see i == end; with 17 elements in steps of 8 the third round is lost.  The
 *          comparison takes i through an empty piece of assembly, which is no variable to count with.
 * Keeps    values.
 * Leaves alone  steps of one, and constants that the step divides: those are met.
 * Wrong if a loop is counted by another comparison than that of its last block. */
#include "lowering/hexagon/before_codegen.h"

enum { MAX_BODY = 64 }; /* blocks: a loop of more is taken for one with another exit */

struct body {
	LLVMBasicBlockRef block[MAX_BODY];
	unsigned n;
};

static bool holds(const struct body *x, LLVMBasicBlockRef b)
{
	for (unsigned i = 0; i < x->n; i++)
		if (x->block[i] == b)
			return true;
	return false;
}

/* Add what goes to b; false: there is no room. */
static bool add_predecessors(struct body *x, LLVMBasicBlockRef b)
{
	LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
	for (; u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsATerminatorInst(user) || holds(x, LLVMGetInstructionParent(user)))
			continue;
		if (x->n == MAX_BODY)
			return false;
		x->block[x->n++] = LLVMGetInstructionParent(user);
	}
	return true;
}

/* Is there a way out of the loop from head to its last block besides that block's own? */
static bool has_other_exit(LLVMBasicBlockRef head, LLVMBasicBlockRef last)
{
	struct body x = {{head, last}, head == last ? 1 : 2};
	for (unsigned i = 1; i < x.n; i++)
		if (!add_predecessors(&x, x.block[i]))
			return true;
	for (unsigned i = 0; i < x.n; i++) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(x.block[i]);
		for (unsigned k = 0; x.block[i] != last && k < LLVMGetNumSuccessors(end); k++)
			if (!holds(&x, LLVMGetSuccessor(end, k)))
				return true;
	}
	return false;
}

/* The constant that v adds to a phi, which goes to *phi; 0: it is no such sum. */
static int64_t step_of(LLVMValueRef v, LLVMValueRef *phi)
{
	if (!lower_is_op(v, LLVMAdd) || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		return 0;
	*phi = LLVMGetOperand(v, 0);
	return LLVMIsAPHINode(*phi) ? LLVMConstIntGetSExtValue(LLVMGetOperand(v, 1)) : 0;
}

static LLVMValueRef incoming(LLVMValueRef phi, LLVMBasicBlockRef from)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
		if (LLVMGetIncomingBlock(phi, i) == from)
			return LLVMGetIncomingValue(phi, i);
	return NULL;
}

/* Do steps from the phi's first value meet a constant end? */
static bool meets(LLVMValueRef phi, LLVMValueRef next, LLVMValueRef end, int64_t step)
{
	for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
		LLVMValueRef v = LLVMGetIncomingValue(phi, i);
		if (v == next)
			continue;
		if (!LLVMIsAConstantInt(v) || !LLVMIsAConstantInt(end) ||
		        (LLVMConstIntGetSExtValue(end) - LLVMConstIntGetSExtValue(v)) % step)
			return false;
	}
	return true;
}

/* Is v a variable of the loop that goes back to head from `last`, and may it step over end? */
static bool may_miss(LLVMValueRef v, LLVMValueRef end, LLVMBasicBlockRef head,
        LLVMBasicBlockRef last)
{
	LLVMValueRef phi = v, next = v, ignored;
	if (LLVMIsAPHINode(v))
		next = LLVMGetInstructionParent(v) == head ? incoming(v, last) : NULL;
	else if (!step_of(v, &phi))
		return false;
	if (!next || !LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != head ||
	        incoming(phi, last) != next)
		return false;
	int64_t step = step_of(next, &ignored);
	return (step < -1 || step > 1) && !meets(phi, next, end, step);
}

/* v by way of assembly that does nothing. */
static LLVMValueRef hidden(struct before_codegen *c, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v), type = LLVMFunctionType(t, &t, 1, false);
	LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, "=r,0", 4, false, false,
	        LLVMInlineAsmDialectATT, false);
	return LLVMBuildCall2(c->b, type, nothing, &v, 1, "");
}

void lower_hide_count(struct before_codegen *c, LLVMValueRef branch)
{
	if (!lower_is_op(branch, LLVMBr) || !LLVMIsConditional(branch))
		return;
	LLVMValueRef test = LLVMGetCondition(branch);
	LLVMBasicBlockRef last = LLVMGetInstructionParent(branch);
	if (!LLVMIsAICmpInst(test) || (LLVMGetICmpPredicate(test) != LLVMIntEQ &&
	                                      LLVMGetICmpPredicate(test) != LLVMIntNE))
		return;
	for (unsigned i = 0; i < 4; i++) {
		LLVMBasicBlockRef head = LLVMGetSuccessor(branch, i / 2);
		LLVMValueRef v = LLVMGetOperand(test, i % 2), end = LLVMGetOperand(test, 1 - i % 2);
		if (!may_miss(v, end, head, last) || !has_other_exit(head, last))
			continue;
		LLVMPositionBuilderBefore(c->b, test);
		LLVMSetOperand(test, i % 2, hidden(c, v));
		return;
	}
}
