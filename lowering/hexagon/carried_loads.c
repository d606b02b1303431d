/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/carried_loads.c: vectors that one iteration loads for the next one.
 *
 * Idea.    LLVM 22's pass hexagon-vc moves aligned loads down to their first user in the block.  It does not
 *          count phis: of a load that only phis of its own block use it makes `undef`.  Such a phi
 *          takes the value through a `freeze`, which is a user and costs no instruction.
 * Keeps    values.
 * Leaves alone  scalars: the pass looks at loads and masked loads of vectors.
 * Wrong if a pass behind takes the `freeze` away: the load may not say that it is never undefined. */
#include "lowering/hexagon/before_codegen.h"

static bool loads_vector(LLVMValueRef v)
{
	static const char masked[] = "llvm.masked.load.";
	size_t n;
	if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMVectorTypeKind)
		return false;
	if (lower_is_op(v, LLVMLoad))
		return true;
	LLVMValueRef f = lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
	return f && LLVMIsAFunction(f) &&
	       !strncmp(LLVMGetValueName2(f, &n), masked, sizeof masked - 1);
}

/* A phi of v's own block that uses v, or NULL. */
static LLVMValueRef next_phi(LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (LLVMIsAPHINode(user) &&
		        LLVMGetInstructionParent(user) == LLVMGetInstructionParent(v))
			return user;
	}
	return NULL;
}

static void forget_noundef(LLVMValueRef load)
{
	static const char name[] = "noundef";
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(load));
	LLVMSetMetadata(load, LLVMGetMDKindIDInContext(ctx, name, sizeof name - 1), NULL);
}

void lower_freeze_carried(struct before_codegen *c, LLVMValueRef load)
{
	LLVMValueRef phi = loads_vector(load) ? next_phi(load) : NULL;
	if (!phi)
		return;
	LLVMPositionBuilderBefore(c->b, LLVMGetNextInstruction(load));
	LLVMValueRef frozen = LLVMBuildFreeze(c->b, load, "");
	forget_noundef(load);
	for (; phi; phi = next_phi(load))
		for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
			if (LLVMGetIncomingValue(phi, i) == load)
				LLVMSetOperand(phi, i, frozen);
}
