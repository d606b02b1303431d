/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/lookup.c: HVX: loads from tables of up to 256 bytes, whose indices are bytes.
 *
 * Idea.   `vlut32` looks 32 entries up: the five low bits of a byte choose the entry, the three high ones must be the
 *         segment's number, and else the result is 0.  So each lane's entry is the bitwise or of one instruction a
 *         segment.  The instruction wants the bytes of both halves of a register in turns: one shuffle of each 128
 *         entries, which LLVM moves out of the loop with their loads.
 * Needs   vectors of at least a quarter of a register, which are filled up to whole ones; an index that is a widened byte, plus a number: of int8, the least one is entry 0.
 *         The table ends behind its last entry, so at most that much of it is read.
 * Keeps   each lane's element: a byte has no other values than the segments' numbers cover.
 * Costs   an instruction for each 32 entries and register. */
#include "lowering/hexagon/internal.h"

enum { LINE = TARGET_HVX_BYTES, SEGMENT = 32, LEAST = 128, FEWEST = 32 };

/* Entries 128 k and on of the table, as many as there are, in the order that the instruction wants. */
static LLVMValueRef entries(struct lower *l, LLVMValueRef base, const struct target_table *t,
        unsigned k)
{
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx);
	unsigned n = t->entries - k * LINE < LINE ? t->entries - k * LINE : LINE;
	unsigned read = n, skip = 0;
	if (n < LINE && k > 0) { /* the line that ends with the table */
		read = LINE;
		skip = LINE - n;
	}
	LLVMValueRef at = LLVMConstInt(l->word, (uint64_t)(t->first + k * LINE - skip), true);
	LLVMValueRef v = LLVMBuildLoad2(l->b, LLVMVectorType(byte, read),
	        LLVMBuildInBoundsGEP2(l->b, byte, base, &at, 1, ""), "");
	LLVMSetAlignment(v, 1);
	if (n < LINE) {
		LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
		LLVMValueRef mask[LINE];
		for (unsigned i = 0; i < LINE; i++)
			mask[i] = i < n ? LLVMConstInt(i32, skip + i, false) : LLVMGetPoison(i32);
		v = LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
		        LLVMConstVector(mask, LINE), "");
	}
	return lower_hvx(l, TARGET_VSHUFFB, &v);
}

LLVMValueRef lower_lookup(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t)
{
	struct target_table x;
	if (!target_has_hvx(l->hvx) || !target_has_instruction(l->hvx, TARGET_VLUTVVBI) ||
	        l->side != LOWER_PLAIN || t.lanes < FEWEST || index->type.lanes != t.lanes ||
	        !target_vector_table(b, lower_value_here(l, index), &x))
		return NULL;
	LLVMValueRef v = lower_expr(l, x.bytes), all = NULL, half = NULL;
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	if (x.bytes->type.code == TIR_TYPE_INT) /* from the least one on */
		v = LLVMBuildXor(l->b, v,
		        lower_splat(l, LLVMConstInt(LLVMInt8TypeInContext(l->ctx), LEAST, 0),
		                t.lanes),
		        "");
	v = lower_hvx_padded(l, v, (t.lanes + LINE - 1) / LINE * LINE);
	for (unsigned k = 0; k * SEGMENT < x.entries; k++) {
		LLVMValueRef segment = LLVMConstInt(word, k, false);
		if (k % (LINE / SEGMENT) == 0)
			half = entries(l, base, &x, k / (LINE / SEGMENT));
		all = all ? LOWER_HVX(l, TARGET_VLUTVVB_ORACCI, all, v, half, segment)
		          : LOWER_HVX(l, TARGET_VLUTVVBI, v, half, segment);
	}
	return LLVMGetVectorSize(LLVMTypeOf(v)) == t.lanes ? all
	                                                   : lower_lanes(l, all, all, 0, t.lanes);
}
