/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/butterfly.c: shuffles that exchange pieces of two registers.
 *
 * Idea.   Of two registers, low and high, the odd pieces of low and the even ones of high change places: for pieces of 4 bytes
 *         and more that is vshuff by their length, which makes both results at once; LLVM shares the instruction, and makes
 *         five instructions and more by itself. Pieces of 1 and 2 bytes it does well (vshuffe, vshuffo).
 * Needs   two registers of one type, and a result of a register.
 * Costs   the shuffle's lanes. */
#include "lowering/hexagon/internal.h"

enum { LEAST = 4 };

/* How long the pieces are, in lanes, if the result is what stands for the low register, or the high one; 0: it is neither. */
static uint32_t piece_of(const struct tir_expr *e, bool is_high)
{
	uint32_t lanes = e->type.lanes;
	const struct tir_expr *const *at = e->arg + e->u.nvectors;
	for (uint32_t piece = 1; piece < lanes; piece *= 2) {
		uint32_t l = 0;
		for (; l < lanes; l++) {
			bool high = (l & piece) != 0;
			if (at[l]->u.i != (high ? lanes : 0) + (high == is_high ? l : l ^ piece))
				break;
		}
		if (l == lanes)
			return piece;
	}
	return 0;
}

LLVMValueRef lower_butterfly(struct lower *l, const struct tir_expr *e)
{
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 2 || !tir_is_int(e->type) ||
	        e->type.bits < 8 || e->type.bits > 32 ||
	        (int64_t)e->type.lanes * e->type.bits != TARGET_HVX_BYTES * 8 ||
	        !l->hexagon->pairs || l->side != LOWER_PLAIN ||
	        !tir_type_eq(e->arg[0]->type, e->type) || !tir_type_eq(e->arg[1]->type, e->type))
		return NULL;
	uint32_t low = piece_of(e, false), high = piece_of(e, true);
	uint32_t bytes = (low ? low : high) * e->type.bits / 8, lanes = e->type.lanes;
	if (bytes < LEAST)
		return NULL;
	struct hvx_shape pair = {{TARGET_HVX_BYTES, lanes, lanes, 0}},
	                 half = {{TARGET_HVX_BYTES / 2, TARGET_HVX_BYTES, 0, 0}};
	LLVMValueRef v = lower_expr(l, e->arg[0]);
	LLVMValueRef x[3] = {lower_expr(l, e->arg[1]), v,
	        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), bytes, false)};
	LLVMValueRef both = lower_hvx(l, "vshuffvdd", pair, x, 3);
	LLVMValueRef r = lower_hvx(l, low ? "lo" : "hi", half, &both, 1);
	return LLVMBuildBitCast(l->b, r, LLVMTypeOf(v), "");
}
