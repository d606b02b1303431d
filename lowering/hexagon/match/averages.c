/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/averages.c: sums of bytes times numbers, rounded and limited to bytes.
 *
 * Idea.   Bytes are added up as halves, even and odd lanes apart. An average is such a sum times the reciprocal of a count, which
 *         differs from lane to lane at borders, but is known: numbers can be written in any order. So lanes stay apart until
 *         an instruction makes bytes of them, which saturates, and no lane is moved. Bytes are limited as bytes.
 * Needs   128 lanes of signed bytes; sums that columns.c makes, products of one instruction (half_products.c), limits.
 * Keeps   every bit.
 * Costs   a walk over the sum. */
#include "lowering/hexagon/halves.h"

/* Constants with their lanes in pairs; NULL: LLVM does not see that they are constants.  e NULL: a number. */
static LLVMValueRef numbers_in_pairs(struct lower *l, const struct tir_expr *e, int64_t number)
{
	LLVMValueRef n = LLVMConstInt(LLVMInt16TypeInContext(l->ctx), (uint64_t)number & UINT16_MAX,
	        false);
	LLVMValueRef v = e ? lower_expr(l, e) : NULL, mask[PAIR_LANES];
	if (!v)
		return lower_splat(l, n, PAIR_LANES);
	if (!LLVMIsConstant(v))
		return NULL;
	for (unsigned i = 0; i < PAIR_LANES; i++)
		mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx),
		        i % PAIR_HALF * 2 + i / PAIR_HALF, false);
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, PAIR_LANES), "");
}

/* A sum of bytes cut to 16 bits, its lanes in pairs; NULL: e is none. */
static LLVMValueRef sum_in_pairs(struct lower *l, const struct tir_expr *e)
{
	return e->op == TIR_CAST && e->type.lanes == PAIR_LANES ? lower_column_pairs(l, e->arg[0])
	                                                        : NULL;
}

LLVMValueRef lower_average(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *sum, *by;
	struct lower_limits x;
	int64_t number;
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN || e->type.code != TIR_TYPE_INT ||
	        e->type.lanes != PAIR_LANES || !lower_read_limits(e, 16, &x) || x.add ||
	        !lower_read_rounded(x.of, &sum, &by, &number))
		return NULL;
	LLVMValueRef v[2] = {numbers_in_pairs(l, by, number)};
	v[1] = v[0] ? sum_in_pairs(l, sum) : NULL;
	if (!v[1])
		return NULL;
	LLVMValueRef none = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), 0, false);
	LLVMValueRef halves = lower_hvx(l, TARGET_VMPYHVSRS, v);
	return lower_limited_bytes(l, lower_hvx_pack(l, TARGET_VASRHBSAT, halves, none), &x);
}
