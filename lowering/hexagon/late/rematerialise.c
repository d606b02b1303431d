/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/rematerialise.c: a product that is only added to accumulators is made anew in each block that does so.
 *
 * Idea.    Hexagon multiplies and accumulates in one instruction, Rx += mpyi(Rs,Rt), but instructions are
 *          selected block by block: a product of another block is a register, and an addition beside it.
 *          GVN shares such products, whoever wrote them.  Made anew k products and k additions are k
 *          instructions instead of k + 1 (mac_fuse: 28817 -> 25746 packets).
 * Needs    optimised IR, right before code generation: LLVM's passes would share it again.
 * Keeps    values; a product stays inside the loops it is in.
 * Costs    O(instructions); for each candidate at most MAX_USERS walks of MAX_BLOCKS blocks. */
#include "lowering/hexagon/before_codegen.h"

enum { MAX_USERS = 8, MAX_BLOCKS = 64 };

/* The blocks met in one walk. */
struct walk {
	LLVMBasicBlockRef at[MAX_BLOCKS];
	unsigned n;
};

static bool add_block(struct walk *w, LLVMBasicBlockRef b)
{
	for (unsigned i = 0; i < w->n; i++)
		if (w->at[i] == b)
			return true;
	if (w->n == MAX_BLOCKS)
		return false;
	w->at[w->n++] = b;
	return true;
}

static bool add_successors(struct walk *w, LLVMBasicBlockRef b)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
	unsigned n = end ? LLVMGetNumSuccessors(end) : 0;
	for (unsigned i = 0; i < n; i++)
		if (!add_block(w, LLVMGetSuccessor(end, i)))
			return false;
	return true;
}

/* May b run more often than home, which dominates it: is there a way from b to b past home?  In doubt: yes. */
static bool may_run_more_often(LLVMBasicBlockRef b, LLVMBasicBlockRef home)
{
	struct walk w = {.n = 0};
	if (!add_successors(&w, b))
		return true;
	for (unsigned i = 0; i < w.n; i++) {
		if (w.at[i] == b)
			return true;
		if (w.at[i] != home && !add_successors(&w, w.at[i]))
			return true;
	}
	return false;
}

/* Is user x + product or x - product, of a variable x? */
static bool accumulates(LLVMValueRef user, LLVMValueRef product)
{
	LLVMOpcode op = LLVMGetInstructionOpcode(user);
	if (op != LLVMAdd && op != LLVMSub)
		return false;
	LLVMValueRef a = LLVMGetOperand(user, 0), b = LLVMGetOperand(user, 1);
	LLVMValueRef other = b == product ? a : op == LLVMAdd ? b : product;
	return other != product && !LLVMIsConstant(other);
}

static bool is_product(LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	return LLVMGetInstructionOpcode(v) == LLVMMul &&
	       LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 32 &&
	       !LLVMIsConstant(LLVMGetOperand(v, 0)) && !LLVMIsConstant(LLVMGetOperand(v, 1));
}

/* The users outside of the product's block, if all uses accumulate, one a block; else 0. */
static unsigned users_elsewhere(LLVMValueRef product, LLVMValueRef *users)
{
	LLVMBasicBlockRef home = LLVMGetInstructionParent(product);
	struct walk blocks = {.n = 0};
	unsigned n = 0, uses = 0;
	for (LLVMUseRef u = LLVMGetFirstUse(product); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		LLVMBasicBlockRef b = LLVMGetInstructionParent(user);
		if (++uses > MAX_USERS || !accumulates(user, product))
			return 0;
		add_block(&blocks, b);
		if (blocks.n < uses || (b != home && may_run_more_often(b, home)))
			return 0;
		users[n] = user;
		n += b != home;
	}
	return n;
}

static bool unshare(LLVMBuilderRef builder, LLVMValueRef product)
{
	LLVMValueRef users[MAX_USERS];
	unsigned n = users_elsewhere(product, users);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef copy = LLVMInstructionClone(product);
		LLVMPositionBuilderBefore(builder, users[i]);
		LLVMInsertIntoBuilder(builder, copy);
		LLVMSetOperand(users[i], LLVMGetOperand(users[i], 1) == product, copy);
	}
	if (n && !LLVMGetFirstUse(product))
		LLVMInstructionEraseFromParent(product);
	return n != 0;
}

static bool unshare_block(LLVMBuilderRef builder, LLVMBasicBlockRef b)
{
	bool changed = false;
	for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
		next = LLVMGetNextInstruction(i);
		changed |= is_product(i) && unshare(builder, i);
	}
	return changed;
}

bool lower_unshare(LLVMModuleRef module)
{
	bool changed = false;
	if (!target_is_hexagon(LLVMGetTarget(module)))
		return false;
	LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f);
		for (; b; b = LLVMGetNextBasicBlock(b))
			changed |= unshare_block(builder, b);
	}
	LLVMDisposeBuilder(builder);
	return changed;
}
