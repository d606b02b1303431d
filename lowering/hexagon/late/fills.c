/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/fills.c: constants stored to whole registers.
 *
 * Idea.    LLVM makes memset of loops of them, and of neighbours.  That stores 8 bytes a packet, HVX 128.  LLVM leaves stores alone that
 *          are to go past the caches (nontemporal).  So they are marked as such when they are built, and the mark goes right
 *          before code generation.
 * Keeps    values.
 * Leaves alone  what fills less than half a register, and private memory: sums that are kept there go to registers. */
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

void lower_keep_fill(struct lower *l, LLVMValueRef store)
{
	LLVMMetadataRef one = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(l->ctx), 1,
	        0));
	if (target_has_hvx(l->hvx) && is_fill(store))
		LLVMSetMetadata(store, mark(store),
		        LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, &one, 1)));
}

void lower_end_fill(struct before_codegen *c, LLVMValueRef store)
{
	(void)c;
	if (lower_is_op(store, LLVMStore) && LLVMGetMetadata(store, mark(store)))
		LLVMSetMetadata(store, mark(store), NULL);
}
