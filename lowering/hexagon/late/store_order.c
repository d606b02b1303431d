/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/store_order.c: scalar stores behind vector stores of the same memory.
 *
 * Idea.    LLVM 22 puts a scalar store and the vector store before it into one packet, though they overlap.  In a
 *          packet the vector store comes last: what the scalar store wrote is lost.  An empty `asm` between the two
 *          ends the packet, and LLVM moves no store across it.  Short memset and memcpy become scalar stores, and so
 *          do integers of any width, and vectors, or what is left of them, of less than half a register.
 * Needs    a block's stores in their order.
 * Keeps    values.  A second run finds the `asm`.
 * Leaves alone  stores that surely do not overlap: other noalias parameters, other allocas, a known distance.
 * Costs    O(stores of a block * MAX_STORES).
 * Wrong if a pass behind moves stores across the `asm`. */
#include "lowering/hexagon/late/touched.h"

enum { MAX_STORES = 64, SCALAR_BYTES = 8, HALF = 64 };

struct block_stores {
	LLVMTargetDataRef layout;
	struct lower_touched
	        at[MAX_STORES]; /* of vectors, since the last one that ended a packet */
	unsigned n;
	bool more; /* there are others */
};

static void end_packet(struct before_codegen *c, LLVMValueRef before)
{
	LLVMContextRef context = LLVMGetModuleContext(c->mod);
	LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
	static const char clobbers[] = "~{memory}";
	LLVMValueRef nothing = LLVMGetInlineAsm(t, "", 0, clobbers, sizeof clobbers - 1, true,
	        false, LLVMInlineAsmDialectATT, false);
	LLVMPositionBuilderBefore(c->b, before);
	LLVMBuildCall2(c->b, t, nothing, NULL, 0, "");
}

static bool ends_packet(LLVMValueRef v)
{
	LLVMValueRef f = lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
	return f && (!LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f));
}

static void add(struct block_stores *s, const struct lower_touched *x)
{
	s->more |= s->n == MAX_STORES;
	if (s->n < MAX_STORES)
		s->at[s->n++] = *x;
}

static bool is_late(const struct block_stores *s, const struct lower_touched *x)
{
	for (unsigned i = 0; i < s->n; i++)
		if (lower_may_overlap(&s->at[i], x))
			return true;
	return s->more;
}

/* May LLVM make scalar stores of a store instruction? */
static bool may_be_scalars(LLVMValueRef store, const struct lower_touched *x)
{
	LLVMTypeRef t = LLVMTypeOf(LLVMGetOperand(store, 0));
	return LLVMGetTypeKind(t) != LLVMVectorTypeKind || x->bytes % HALF;
}

/* A store that LLVM may make scalar stores of. */
static void keep_behind(struct before_codegen *c, struct block_stores *s, LLVMValueRef v,
        const struct lower_touched *x)
{
	if (!is_late(s, x))
		return;
	end_packet(c, v);
	s->n = s->more = 0;
}

static void order_block(struct before_codegen *c, LLVMBasicBlockRef b)
{
	struct block_stores s = {.layout = LLVMGetModuleDataLayout(c->mod)};
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
		struct lower_touched x;
		if (ends_packet(v)) {
			s.n = s.more = 0;
		} else if (lower_stores(s.layout, v, &x)) {
			bool call = lower_is_op(v, LLVMCall);
			if (!call && may_be_scalars(v, &x))
				keep_behind(c, &s, v, &x);
			if (call || x.bytes > SCALAR_BYTES)
				add(&s, &x);
		} else if (lower_fills(s.layout, v, &x)) {
			keep_behind(c, &s, v, &x);
			add(&s, &x);
		}
	}
}

void lower_order_stores(struct before_codegen *c, LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		order_block(c, b);
}
