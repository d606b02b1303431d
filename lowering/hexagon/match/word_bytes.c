/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/word_bytes.c: registers of words and the bytes of which they are made.
 *
 * Idea.   Widen bytes to halfwords, then to words: three instructions give four registers, of bytes 0, 4, 8 ..., bytes
 *         1, 5, 9 ... and so on.  Pack the low bytes of four registers of words back in turn: three instructions.
 *         Interleave the words of two registers: one (vshuff).
 * Needs   whole registers.
 * Keeps   every bit.
 * Costs   the lanes of a shuffle. */
#include "lowering/hexagon/internal.h"

enum { WORDS = 32, BYTES = 4, LINE = TARGET_HVX_BYTES, HALVES = 64 };

static bool may(const struct lower *l)
{
	return target_has_hvx(l->hvx) && l->hexagon->pairs && l->side == LOWER_PLAIN;
}

/* Is it n vectors' lanes in turns, run by run, from lane `first` of each on? */
static bool is_in_turns(const struct tir_expr *e, uint32_t n, uint32_t run, int64_t first)
{
	if (e->op != TIR_SHUFFLE || e->u.nvectors != n)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_type_eq(e->arg[i]->type, e->arg[0]->type))
			return false;
	for (uint32_t i = 0; i < e->type.lanes; i++)
		if (e->arg[n + i]->u.i != (int64_t)(i / run % n * e->arg[0]->type.lanes) + first +
		                                  i / run / n * run + i % run)
			return false;
	return true;
}

/* ---- Apart -------------------------------------------------------------------------------*/
/* Which byte of each word of the one register; BYTES: it is something else. */
static uint32_t byte_of(const struct tir_expr *e)
{
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 1 || e->arg[0]->type.lanes != LINE ||
	        e->type.lanes != WORDS || e->type.bits != 8 || !tir_is_int(e->type))
		return BYTES;
	uint32_t q = e->arg[1]->u.i < BYTES ? (uint32_t)e->arg[1]->u.i : BYTES;
	for (uint32_t i = 0; i < WORDS; i++)
		if (e->arg[1 + i]->u.i != q + BYTES * i)
			return BYTES;
	return q;
}

LLVMValueRef lower_byte_of_words(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *x = e->arg[0];
	uint32_t q = byte_of(x);
	if (q == BYTES || !may(l) || e->type.bits != 32 || !tir_is_int(e->type))
		return NULL;
	bool is_signed = x->type.code == TIR_TYPE_INT;
	LLVMValueRef v = lower_hvx_widen(l, lower_expr(l, x->arg[0]), is_signed);
	v = lower_hvx_widen(l, lower_hvx_half(l, v, q % 2), is_signed);
	return lower_hvx_half(l, v, q / 2);
}

/* ---- Together ----------------------------------------------------------------------------*/
LLVMValueRef lower_bytes_in_words(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *x = e->arg[0];
	if (!may(l) || e->type.bits != 8 || !tir_is_int(e->type) || e->type.lanes != LINE ||
	        x->type.bits != 32 || !tir_is_int(x->type) || !is_in_turns(x, BYTES, 1, 0))
		return NULL;
	LLVMValueRef even[2] = {lower_expr(l, x->arg[2]), lower_expr(l, x->arg[0])};
	LLVMValueRef odd[2] = {lower_expr(l, x->arg[3]), lower_expr(l, x->arg[1])};
	return LOWER_HVX(l, TARGET_VSHUFFEB, lower_hvx(l, TARGET_VSHUFEH, odd),
	        lower_hvx(l, TARGET_VSHUFEH, even));
}

LLVMValueRef lower_words_in_turns(struct lower *l, const struct tir_expr *e)
{
	if (e->op != TIR_SHUFFLE || !may(l) || e->type.lanes * e->type.bits != LINE * 8 ||
	        !tir_is_int(e->type) || e->u.nvectors != 2 || 32 % e->type.bits)
		return NULL;
	uint32_t run = 32 / e->type.bits, lanes = e->type.lanes;
	bool high = is_in_turns(e, 2, run, lanes / 2);
	if (e->arg[0]->type.lanes != lanes || (!high && !is_in_turns(e, 2, run, 0)))
		return NULL;
	LLVMValueRef upper = lower_expr(l, e->arg[1]), lower = lower_expr(l, e->arg[0]);
	return lower_hvx_half(l, lower_hvx_exchange(l, false, upper, lower, -BYTES), high);
}
