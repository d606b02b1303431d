/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/butterfly.c: shuffles that exchange a bit of the number of two registers with bits of the lanes' number.
 *
 * Idea.   Of two registers, low and high, the odd pieces of low and the even ones of high change places: that exchanges the bit
 *         that tells them apart with the bit of a byte's number that has the piece's length.  vshuff does so with all bits of
 *         its operand, from the lowest one on, vdeal from the highest one on: so interleaved pieces are one instruction, and
 *         pieces that are dealt out again.  It makes both results at once; LLVM shares the instruction, and makes three and
 *         more by itself.  Of one bit, for pieces of 1 and 2 bytes, it makes as good ones (vshuffe, vshuffo).
 * Needs   two registers of one type, and a result of a register.
 * Costs   the shuffle's lanes, for few of the 2^7 sets of bits. */
#include "lowering/hexagon/internal.h"

enum { LEAST = 4 };

struct exchange {
	uint32_t bits; /* of the lanes' number, as a number of lanes */
	bool deals;    /* from the highest bit on */
	bool is_high;  /* the result is what stands for the high register */
};

/* Which lane of low, then high, comes to lane l?  The exchanges, the last one first. */
static uint32_t source(const struct exchange *x, uint32_t lanes, uint32_t l)
{
	uint32_t high = x->is_high;
	for (uint32_t i = 1; i < lanes; i *= 2) {
		uint32_t bit = x->deals ? i : lanes / 2 / i;
		if (!(x->bits & bit))
			continue;
		uint32_t was = (l & bit) != 0;
		l = (l & ~bit) | (high ? bit : 0);
		high = was;
	}
	return (high ? lanes : 0) + l;
}

static bool is_exchange(const struct tir_expr *e, const struct exchange *x)
{
	const struct tir_expr *const *at = e->arg + e->u.nvectors;
	uint32_t lanes = e->type.lanes, l = 0;
	while (l < lanes && at[l]->u.i == source(x, lanes, l))
		l++;
	return l == lanes;
}

/* The bits that the shuffle exchanges; false: it does something else, or what LLVM does as well. */
static bool find_exchange(const struct tir_expr *e, struct exchange *out)
{
	uint32_t bytes = e->type.bits / 8;
	for (uint32_t bits = 1; bits < e->type.lanes; bits++)
		for (uint32_t kind = 0; kind < 4; kind++) {
			*out = (struct exchange){bits, kind & 1, kind >> 1};
			bool one = (bits & (bits - 1)) == 0;
			if ((!one || bits * bytes >= LEAST) && is_exchange(e, out))
				return true;
		}
	return false;
}

LLVMValueRef lower_butterfly(struct lower *l, const struct tir_expr *e)
{
	struct exchange found;
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 2 || !tir_is_int(e->type) ||
	        e->type.bits < 8 || e->type.bits > 32 ||
	        (int64_t)e->type.lanes * e->type.bits != TARGET_HVX_BYTES * 8 ||
	        !l->hexagon->pairs || l->side != LOWER_PLAIN ||
	        !tir_type_eq(e->arg[0]->type, e->type) || !tir_type_eq(e->arg[1]->type, e->type) ||
	        !find_exchange(e, &found))
		return NULL;
	LLVMValueRef low = lower_expr(l, e->arg[0]), high = lower_expr(l, e->arg[1]);
	LLVMValueRef both = lower_hvx_exchange(l, found.deals, high, low,
	        found.bits * e->type.bits / 8);
	return lower_hvx_half(l, both, found.is_high);
}
