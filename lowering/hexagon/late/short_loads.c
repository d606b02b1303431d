/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/short_loads.c: registers of which LLVM loads fewer lanes than there are.
 *
 * Idea.    LLVM 22 shortens a load whose last lanes no shuffle reads.  Code generation loads such a vector, say 59 lanes of 64,
 *          lane by lane.  Lowering says in metadata how many lanes are in memory; LLVM copies the metadata to the shorter
 *          load.  Right before code generation the load gets all lanes back.
 * Keeps    values: the lanes that are added go nowhere.
 * Wrong if the metadata promises lanes that are not in memory. */
#include "lowering/hexagon/late/repeated_words.h"

static const char promise[] = "tirc.lanes";

static unsigned kind_of_promise(LLVMContextRef ctx)
{
	return LLVMGetMDKindIDInContext(ctx, promise, sizeof promise - 1);
}

void lower_promise_lanes(struct lower *l, LLVMValueRef load)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(load));
	LLVMMetadataRef n = LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(l->ctx), lanes,
	        false));
	LLVMSetMetadata(load, kind_of_promise(l->ctx),
	        LLVMMetadataAsValue(l->ctx, LLVMMDNodeInContext2(l->ctx, &n, 1)));
}

/* The lanes that the load had, if they were more; else 0. */
static unsigned promised(LLVMContextRef ctx, LLVMValueRef load)
{
	LLVMValueRef node = LLVMGetMetadata(load, kind_of_promise(ctx)), n = NULL;
	if (!node || LLVMGetMDNodeNumOperands(node) != 1)
		return 0;
	LLVMGetMDNodeOperands(node, &n);
	if (!n || !LLVMIsAConstantInt(n))
		return 0;
	unsigned lanes = (unsigned)LLVMConstIntGetZExtValue(n);
	return lanes > LLVMGetVectorSize(LLVMTypeOf(load)) ? lanes : 0;
}

/* The same load of so many lanes, which stands before it. */
static LLVMValueRef whole_load(struct before_codegen *c, LLVMValueRef load, unsigned lanes)
{
	LLVMTypeRef type = LLVMVectorType(lower_element(LLVMTypeOf(load)), lanes);
	LLVMValueRef before = LLVMGetPreviousInstruction(load);
	if (before && lower_is_op(before, LLVMLoad) && LLVMTypeOf(before) == type &&
	        LLVMGetOperand(before, 0) == LLVMGetOperand(load, 0))
		return before;
	LLVMPositionBuilderBefore(c->b, load);
	LLVMValueRef whole = LLVMBuildLoad2(c->b, type, LLVMGetOperand(load, 0), "");
	LLVMSetAlignment(whole, LLVMGetAlignment(load));
	return whole;
}

/* The lanes that v, an operand of a shuffle, had: 0 if it is no load that was cut short. */
static unsigned lanes_before(LLVMContextRef ctx, LLVMValueRef v)
{
	return lower_is_op(v, LLVMLoad) ? promised(ctx, v) : 0;
}

/* The shuffle's lanes, now that each operand begins with its `old` lanes and has so many. */
static LLVMValueRef mask_of(LLVMTypeRef i32, LLVMValueRef shuffle, unsigned old, unsigned lanes)
{
	LLVMValueRef lane[LOWER_LINE];
	unsigned n = LLVMGetNumMaskElements(shuffle);
	for (unsigned i = 0; i < n; i++) {
		int from = LLVMGetMaskValue(shuffle, i);
		unsigned at = (unsigned)from < old ? (unsigned)from : (unsigned)from - old + lanes;
		lane[i] = from < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, at, false);
	}
	return LLVMConstVector(lane, n);
}

void lower_widen_load(struct before_codegen *c, LLVMValueRef shuffle)
{
	LLVMContextRef ctx = LLVMGetModuleContext(c->mod);
	if (!LLVMIsAShuffleVectorInst(shuffle) || LLVMGetNumMaskElements(shuffle) > LOWER_LINE)
		return;
	LLVMValueRef x = LLVMGetOperand(shuffle, 0), y = LLVMGetOperand(shuffle, 1);
	unsigned lanes = lanes_before(ctx, x), old = LLVMGetVectorSize(LLVMTypeOf(x));
	if (!lanes || (!LLVMIsUndef(y) && lanes_before(ctx, y) != lanes))
		return;
	LLVMValueRef mask = mask_of(LLVMInt32TypeInContext(ctx), shuffle, old, lanes);
	LLVMValueRef wide = whole_load(c, x, lanes);
	LLVMValueRef other = LLVMIsUndef(y) ? LLVMGetPoison(LLVMTypeOf(wide))
	                                    : whole_load(c, y, lanes);
	LLVMPositionBuilderBefore(c->b, shuffle);
	lower_replace(shuffle, LLVMBuildShuffleVector(c->b, wide, other, mask, ""));
	if (!LLVMGetFirstUse(x))
		LLVMInstructionEraseFromParent(x);
	if (x != y && lower_is_op(y, LLVMLoad) && !LLVMGetFirstUse(y))
		LLVMInstructionEraseFromParent(y);
}
