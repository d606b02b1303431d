/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/fills.c: stores of whole registers that LLVM would make memset or memcpy of.
 *
 * Idea.    Both move 8 bytes a packet, HVX 128.  LLVM makes memset of loops that store a constant, and of neighbouring stores, but not of
 *          stores that are to go past the caches (nontemporal): stores of constants are marked so, and the mark goes right before
 *          code generation.  It makes memcpy of loops that store what they load, unless something stands between: a `freeze`.
 * Keeps    values.
 * Leaves alone  constants of less than half a register, copies of parts of registers, and private memory: sums that are kept there go
 *          to registers. */
#include "lowering/hexagon/late/repeated_words.h"

enum { LEAST = TARGET_HVX_BYTES / 2 }; /* bytes that one store of HVX does better */

static unsigned mark(LLVMValueRef store)
{
	static const char name[] = "nontemporal";
	LLVMContextRef ctx = LLVMGetTypeContext(LLVMTypeOf(store));
	return LLVMGetMDKindIDInContext(ctx, name, sizeof name - 1);
}

/* Does it fill half a register or more with a constant? */
static bool is_fill(LLVMValueRef store)
{
	LLVMValueRef v = LLVMGetOperand(store, 0);
	LLVMTypeRef t = LLVMTypeOf(v);
	return LLVMIsConstant(v) && LLVMGetTypeKind(t) == LLVMVectorTypeKind &&
	       LLVMGetVectorSize(t) * lower_whole_bytes(LLVMGetElementType(t)) >= LEAST;
}

static bool is_parameter(const struct tir_buffer *b)
{
	return b->elem.lanes == 1 && b->root && b->root->kind == TIR_BUFFER_PARAM;
}

/* Does it store whole registers that are loaded from a parameter? */
static bool is_copy(const struct tir_expr *e)
{
	return e->op == TIR_LOAD && tir_type_bytes(e->type) % TARGET_HVX_BYTES == 0 &&
	       is_parameter(e->u.buffer);
}

static void freeze(struct lower *l, LLVMValueRef store)
{
	LLVMPositionBuilderBefore(l->b, store);
	LLVMSetOperand(store, 0, LLVMBuildFreeze(l->b, LLVMGetOperand(store, 0), ""));
	LLVMPositionBuilderAtEnd(l->b, LLVMGetInstructionParent(store));
}

void lower_keep_store(struct lower *l, const struct tir_store *s, LLVMValueRef store)
{
	LLVMMetadataRef one = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(l->ctx), 1,
	        0));
	if (!target_has_hvx(l->hvx) || !is_parameter(s->buffer))
		return;
	if (is_fill(store))
		LLVMSetMetadata(store, mark(store),
		        LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, &one, 1)));
	if (is_copy(s->value.e))
		freeze(l, store);
}

void lower_end_fill(struct before_codegen *c, LLVMValueRef store)
{
	(void)c;
	if (lower_is_op(store, LLVMStore) && LLVMGetMetadata(store, mark(store)))
		LLVMSetMetadata(store, mark(store), NULL);
}
