/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/mend_order.c: values that LLVM's SROA uses above the place where they are computed.
 *
 * Idea.   Of several stores of parts of a vector and one load of it LLVM 22 makes shuffles, and puts them above what the
 *         stores store (the value itself is right).  What is computed below its use, in one block and of operands alone, moves
 *         up.
 * Needs   IR after LLVM's passes.
 * Keeps   values; code that is in order stays as it is. */
#include "lowering/hexagon/before_codegen.h"

static bool is_below(LLVMValueRef v, LLVMValueRef user)
{
	LLVMValueRef next = LLVMGetNextInstruction(user);
	while (next && next != v)
		next = LLVMGetNextInstruction(next);
	return next != NULL;
}

/* Is it a call of an intrinsic that accesses no memory? */
static bool is_instruction_call(LLVMValueRef v)
{
	static const char name[] = "memory";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	if (!LLVMIsAIntrinsicInst(v))
		return false;
	LLVMAttributeRef accesses = LLVMGetEnumAttributeAtIndex(LLVMGetCalledValue(v),
	        (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	return accesses && LLVMGetEnumAttributeValue(accesses) == 0;
}

/* Computed of its operands alone? */
static bool is_pure(LLVMValueRef v)
{
	return LLVMIsABinaryOperator(v) || LLVMIsAShuffleVectorInst(v) || LLVMIsACastInst(v) ||
	       LLVMIsAInsertElementInst(v) || is_instruction_call(v);
}

/* Move v, and what it needs, up to the user, if they are below it. */
static void raise(struct before_codegen *c, LLVMValueRef v, LLVMValueRef user, unsigned depth)
{
	if (!LLVMIsAInstruction(v) || !is_pure(v) || !depth ||
	        LLVMGetInstructionParent(v) != LLVMGetInstructionParent(user) || !is_below(v, user))
		return;
	for (int i = 0; i < LLVMGetNumOperands(v); i++)
		raise(c, LLVMGetOperand(v, (unsigned)i), user, depth - 1);
	LLVMInstructionRemoveFromParent(v);
	LLVMPositionBuilderBefore(c->b, user);
	LLVMInsertIntoBuilder(c->b, v);
}

void lower_mend_order(struct before_codegen *c, LLVMValueRef user)
{
	enum { DEPTH = 1024 };
	if (!LLVMIsAShuffleVectorInst(user))
		return;
	for (unsigned i = 0; i < 2; i++)
		raise(c, LLVMGetOperand(user, i), user, DEPTH);
}
