/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/deal.c: shuffles that take every other piece of whole registers.
 *
 * Idea.   vdeal takes two registers apart into their even and their odd pieces, of 4 to 32 bytes, at once.  Which of the two
 *         a shuffle wants does not matter then: LLVM shares the instruction.  Pieces that begin behind the first two of a
 *         register are the last ones of that register, dealt, and the first ones of the next two: valign puts them together.
 *         LLVM 22 makes four instructions and more of each such shuffle.
 * Needs   registers of one type; results of whole registers.
 * Costs   the shuffle's lanes, for each length of a piece.
 *
 * Besides: of a shuffle whose words repeat, LLVM 22 takes the lanes that are used, builds the result from them word by word, and
 * repeats the lowest byte of the most frequent word where it should repeat the word.  Copies that it does not look through keep
 * the registers whole. */
#include "lowering/hexagon/internal.h"

enum { LEAST = 4, MOST = 32, RESULTS = 4 };

/* The byte of the operands, one behind the other, that byte k of the result is. */
static int64_t source(const struct tir_expr *e, int64_t k)
{
	int64_t bytes = e->type.bits / 8;
	return e->arg[e->u.nvectors + k / bytes]->u.i * bytes + k % bytes;
}

/* Is register r of the result every other piece of so many bytes? */
static bool is_dealt(const struct tir_expr *e, int64_t r, int64_t piece)
{
	int64_t first = source(e, r * TARGET_HVX_BYTES);
	if (first % piece)
		return false;
	for (int64_t k = 0; k < TARGET_HVX_BYTES; k++)
		if (source(e, r * TARGET_HVX_BYTES + k) !=
		        first + k / piece * 2 * piece + k % piece)
			return false;
	return true;
}

static LLVMValueRef register_of(struct lower *l, const struct tir_expr *e, int64_t k)
{
	uint32_t last = e->u.nvectors - 1;
	return lower_expr(l, e->arg[k < last ? k : last]);
}

/* The even pieces of two registers, or the odd ones.  The bits of a byte's number are named as in butterfly.c, so that LLVM sees
 * one instruction in both. */
static LLVMValueRef deal(struct lower *l, LLVMValueRef high, LLVMValueRef low, int64_t piece,
        bool odd)
{
	return lower_hvx_half(l, lower_hvx_exchange(l, true, high, low, TARGET_HVX_BYTES - piece),
	        odd);
}

static LLVMValueRef one_register(struct lower *l, const struct tir_expr *e, int64_t r,
        int64_t piece)
{
	int64_t first = source(e, r * TARGET_HVX_BYTES), at = first / TARGET_HVX_BYTES;
	int64_t place = first % TARGET_HVX_BYTES / piece, here = TARGET_HVX_BYTES / piece - place;
	bool odd = place % 2;
	LLVMValueRef low = register_of(l, e, at);
	if (place < 2)
		return deal(l, register_of(l, e, at + 1), low, piece, odd);
	int64_t by = TARGET_HVX_BYTES - (here + 1) / 2 * piece;
	LLVMValueRef next = register_of(l, e, at + 1);
	LLVMValueRef x[3] = {deal(l, register_of(l, e, at + 2), next, piece, odd),
	        here == 1 ? low : deal(l, low, low, piece, odd),
	        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)by, false)};
	return lower_hvx(l, TARGET_VALIGNB, x);
}

static int64_t piece_of(const struct tir_expr *e, int64_t registers)
{
	for (int64_t piece = MOST; piece >= LEAST && piece * 8 >= e->type.bits; piece /= 2) {
		int64_t r = 0;
		while (r < registers && is_dealt(e, r, piece))
			r++;
		if (r == registers)
			return piece;
	}
	return 0;
}

LLVMValueRef lower_deal_pieces(struct lower *l, const struct tir_expr *e)
{
	int64_t bits = TARGET_HVX_BYTES * 8, all = (int64_t)e->type.lanes * e->type.bits;
	bool known = e->op == TIR_SHUFFLE && e->u.nvectors > 1 && tir_is_integral(e->type) &&
	             e->type.bits >= 8 && all % bits == 0 && all <= RESULTS * bits &&
	             (all & (all - 1)) == 0 && l->hexagon->pairs && l->side == LOWER_PLAIN;
	for (uint32_t i = 0; known && i < e->u.nvectors; i++)
		known = (int64_t)e->arg[i]->type.lanes * e->arg[i]->type.bits == bits &&
		        tir_type_eq(e->arg[i]->type, e->arg[0]->type);
	int64_t piece = known ? piece_of(e, all / bits) : 0;
	if (!piece)
		return NULL;
	LLVMValueRef v[RESULTS];
	uint32_t n = (uint32_t)(all / bits), lanes = e->arg[0]->type.lanes;
	for (uint32_t r = 0; r < n; r++)
		v[r] = one_register(l, e, r, piece);
	for (; n > 1; n /= 2, lanes *= 2)
		for (uint32_t i = 0; i < n / 2; i++)
			v[i] = lower_lanes(l, v[2 * i], v[2 * i + 1], 0, 2 * lanes);
	return v[0];
}

/* ---- Words that repeat -------------------------------------------------------------------*/
/* Are two words of the result one of the operands'? */
static bool repeats(const struct tir_expr *e)
{
	int64_t words = (int64_t)e->type.lanes * e->type.bits / 32;
	for (int64_t a = 1; a < words; a++)
		for (int64_t b = 0; b < a; b++)
			if (source(e, 4 * a) == source(e, 4 * b))
				return true;
	return false;
}

/* The operand as a whole register, in which LLVM sees no lanes. */
static LLVMValueRef opaque(struct lower *l, const struct tir_expr *e, unsigned lanes)
{
	LLVMValueRef v = lower_expr(l, e);
	if (e->type.lanes < lanes) {
		LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, lanes);
		for (unsigned i = 0; i < lanes; i++)
			mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), i % e->type.lanes,
			        false);
		v = LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
		        LLVMConstVector(mask, lanes), "");
	}
	return lower_hvx(l, TARGET_VASSIGN, &v);
}

LLVMValueRef lower_repeated_words(struct lower *l, const struct tir_expr *e)
{
	unsigned n = e->op == TIR_SHUFFLE ? e->u.nvectors : 0, bits = e->type.bits;
	if (!n || n > 2 || !tir_is_integral(e->type) || (bits != 8 && bits != 16) ||
	        !l->hexagon->pairs || l->side != LOWER_PLAIN ||
	        (int64_t)e->type.lanes * bits <= TARGET_HVX_BYTES * 8 / 4)
		return NULL;
	unsigned lanes = TARGET_HVX_BYTES * 8 / bits;
	for (unsigned i = 0; i < n; i++)
		if (!tir_type_eq(e->arg[i]->type, e->arg[0]->type) || e->arg[i]->type.lanes < 2 ||
		        e->arg[i]->type.lanes > lanes || (n == 2 && e->arg[i]->type.lanes != lanes))
			return NULL;
	if (!repeats(e))
		return NULL;
	LLVMValueRef v[2] = {
	        opaque(l, e->arg[0], lanes), n == 2 ? opaque(l, e->arg[1], lanes) : NULL};
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, e->type.lanes);
	for (uint32_t i = 0; i < e->type.lanes; i++)
		mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)e->arg[n + i]->u.i,
		        false);
	return LLVMBuildShuffleVector(l->b, v[0], v[1] ? v[1] : LLVMGetPoison(LLVMTypeOf(v[0])),
	        LLVMConstVector(mask, e->type.lanes), "");
}
