/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/many.c: values in memory, and what vectors of many lanes become: loops over memory on the stack. */
#include "lowering/internal.h"

LLVMValueRef lower_load_at(struct lower *l, LLVMValueRef p, struct tir_type t, unsigned align)
{
	LLVMValueRef v = LLVMBuildLoad2(l->b, lower_memory_type(l, t), p, "");
	LLVMSetAlignment(v, align);
	if (t.code == TIR_TYPE_BOOL)
		return LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
	return v;
}

LLVMValueRef lower_store_at(struct lower *l, LLVMValueRef p, LLVMValueRef v, struct tir_type t,
        unsigned align)
{
	if (t.code == TIR_TYPE_BOOL)
		v = LLVMBuildZExt(l->b, v, lower_memory_type(l, t), "");
	LLVMValueRef store = LLVMBuildStore(l->b, v, p);
	LLVMSetAlignment(store, align);
	return store;
}

LLVMValueRef lower_scratch(struct lower *l, enum lower_scratch use, struct tir_type t)
{
	struct lower_room *r = &l->scratch[use];
	uint64_t bytes = LOWER_ALLOC_ALIGN;
	while (bytes < tir_type_bytes(t))
		bytes *= 2;
	if (bytes > r->bytes) {
		r->p = lower_alloca(l, LLVMInt8TypeInContext(l->ctx), bytes, LOWER_ALLOC_ALIGN);
		r->bytes = bytes;
	}
	return r->p;
}

LLVMValueRef lower_spilled(struct lower *l, enum lower_scratch use, LLVMValueRef v,
        struct tir_type t)
{
	if (!v)
		return NULL;
	LLVMValueRef p = lower_scratch(l, use, t);
	lower_store_at(l, p, v, t, LOWER_ALLOC_ALIGN);
	return p;
}

LLVMValueRef lower_lane_place(struct lower *l, LLVMValueRef p, struct tir_type t, LLVMValueRef k)
{
	LLVMTypeRef one = lower_memory_type(l, tir_lanes(t, 1));
	one = t.lanes > 1 ? LLVMArrayType2(one, t.lanes) : one;
	return LLVMBuildInBoundsGEP2(l->b, one, p, &k, 1, "");
}

struct lower_lanes_loop lower_begin_lanes(struct lower *l, LLVMValueRef mask)
{
	struct lower_lanes_loop loop = {0};
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
	LLVMValueRef zero = LLVMConstNull(l->word);
	loop.body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanes");
	loop.next = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanes.next");
	LLVMBuildBr(l->b, loop.body);
	LLVMPositionBuilderAtEnd(l->b, loop.body);
	loop.k = LLVMBuildPhi(l->b, l->word, "lane");
	LLVMAddIncoming(loop.k, &zero, &before, 1);
	if (mask) {
		LLVMBasicBlockRef then = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lane");
		LLVMValueRef p = lower_lane_place(l, mask, TIR_BOOL, loop.k);
		LLVMBuildCondBr(l->b, lower_load_at(l, p, TIR_BOOL, 1), then, loop.next);
		LLVMPositionBuilderAtEnd(l->b, then);
	}
	return loop;
}

void lower_end_lanes(struct lower *l, struct lower_lanes_loop *loop, unsigned lanes)
{
	LLVMBasicBlockRef after = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanes.end");
	LLVMBuildBr(l->b, loop->next);
	LLVMPositionBuilderAtEnd(l->b, loop->next);
	LLVMValueRef up = LLVMBuildNUWAdd(l->b, loop->k, LLVMConstInt(l->word, 1, false), "");
	LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntULT, up, LLVMConstInt(l->word, lanes, false),
	        "");
	LLVMValueRef branch = LLVMBuildCondBr(l->b, more, loop->body, after);
	if (loop->stays) {
		LLVMMetadataRef hint[] = {
		        lower_hint(l->ctx, "llvm.loop.vectorize.enable", 1, false),
		        lower_hint(l->ctx, "llvm.loop.unroll.disable", 0, 0)};
		lower_give_hints(l->ctx, branch, hint, sizeof hint / sizeof *hint);
	}
	LLVMAddIncoming(loop->k, &up, &loop->next, 1);
	LLVMPositionBuilderAtEnd(l->b, after);
}
