/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/pairs/quads_scale.c: T.q_multiply_shift between bytes and bytes, in the order of quads.c.
 *
 * Idea.   HVX computes x * m >> 15 in one instruction where x has 16 bits and is the odd half of a word. Sums and products of
 *         bytes that have 16 bits are computed as halves, two in a word. The odd ones lie as that instruction needs them; the
 *         even ones are shifted left by 16.
 *         The bits that are still to be shifted out go in two steps: words are shifted right and narrowed to halves, then halves
 *         are rounded, shifted right and narrowed to bytes. Two shifts that round down give the same as one of their sum.
 *         A word that saturates to a half also saturates to a byte: what is added in between is too small to change that.
 * Needs   what quads.c needs; factors and shifts that are constants.
 * Keeps   every bit.
 * Costs   a walk over the operands for each scaling. */
#include "lowering/hexagon/halves.h"

enum { HALF = 16, WORDS = 32, MOST = 32, WORD_SHIFT = 15, HALF_SHIFT = 7, DEPTH = 8 };

/* A call of T.q_multiply_shift. */
struct scaling {
	const struct tir_expr *operand;
	const struct tir_expr *
	        halves; /* the operand is that, shifted left; NULL: it may have more than 16 bits */
	int64_t shift;  /* of the halves, to the left */
	int64_t factor;
	int64_t by; /* bits of the product's upper word that are shifted out, rounded */
};

bool lower_quads_is_scaling(const struct tir_expr *e)
{
	return e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT &&
	       target_vector_scales(e);
}

/* ---- Operands of 16 bits -----------------------------------------------------------------*/
/* Is e made of bytes, what is the same in all lanes, sums and products alone? */
static bool is_made_of_bytes(const struct tir_expr *e, unsigned depth)
{
	if (e->op == TIR_BROADCAST)
		return e->arg[0]->type.lanes == 1;
	if (e->op == TIR_CAST)
		return lower_pairs_is_bytes(e->arg[0]->type);
	return depth && (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL) &&
	       is_made_of_bytes(e->arg[0], depth - 1) && is_made_of_bytes(e->arg[1], depth - 1);
}

/* The lower 16 bits of e, even halves of each 128, then odd ones. */
static LLVMValueRef build_halves(struct lower *l, const struct tir_expr *e)
{
	LLVMTypeRef half = LLVMInt16TypeInContext(l->ctx);
	if (e->op == TIR_BROADCAST)
		return lower_splat(l, LLVMBuildTrunc(l->b, lower_expr(l, e->arg[0]), half, ""),
		        e->type.lanes);
	if (e->op == TIR_CAST) {
		LLVMValueRef v = lower_expr(l, e->arg[0]);
		return lower_hvx_widen(l, v, e->arg[0]->type.code == TIR_TYPE_INT);
	}
	LLVMValueRef a = build_halves(l, e->arg[0]), b = build_halves(l, e->arg[1]);
	return e->op == TIR_ADD   ? LLVMBuildAdd(l->b, a, b, "")
	       : e->op == TIR_SUB ? LLVMBuildSub(l->b, a, b, "")
	                          : LLVMBuildMul(l->b, a, b, "");
}

/* The halves as the upper halves of words, in the order of quads. */
static LLVMValueRef upper_halves(struct lower *l, LLVMValueRef halves)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(halves)) / 2;
	LLVMValueRef odd = LLVMBuildBitCast(l->b, halves, LLVMVectorType(word, n), "");
	LLVMValueRef by = lower_splat(l, LLVMConstInt(word, HALF, false), n);
	return lower_hvx_join(l, LLVMBuildShl(l->b, odd, by, ""), odd, WORDS);
}

/* The operand as words whose lower halves are 0. */
static LLVMValueRef build_short(struct lower *l, const struct scaling *s)
{
	LLVMValueRef v = build_halves(l, s->halves);
	if (s->shift > 0) {
		LLVMValueRef n = LLVMConstInt(LLVMInt16TypeInContext(l->ctx), (uint64_t)s->shift,
		        false);
		v = LLVMBuildShl(l->b, v, lower_splat(l, n, LLVMGetVectorSize(LLVMTypeOf(v))), "");
	}
	return upper_halves(l, v);
}

/* ---- Products ----------------------------------------------------------------------------*/
/* Read the call e.  A short operand lies in the upper halves of words: shifted left by 16 there already, or here, and then 16
 * more bits are to be shifted out. */
static struct scaling read_scaling(const struct tir_expr *e)
{
	struct scaling s = {.operand = e->arg[0], .halves = e->arg[0]};
	int64_t n, by = 0;
	lower_pairs_number(e->arg[1], &s.factor);
	lower_pairs_number(e->arg[3], &n);
	bool shifted = s.operand->op == TIR_SHL && lower_pairs_number(s.operand->arg[1], &by) &&
	               by >= HALF && by < MOST;
	if (shifted) {
		s.halves = s.operand->arg[0];
		s.shift = by - HALF;
	}
	s.by = shifted ? -n : HALF - n;
	if (s.by > MOST || !is_made_of_bytes(s.halves, DEPTH) ||
	        (!shifted && !lower_has_16_bits(s.operand))) {
		s.halves = NULL;
		s.by = -n;
	}
	return s;
}

/* The upper words of the products: s->by more bits are to be shifted out. */
static LLVMValueRef multiply(struct lower *l, const struct scaling *s, lower_pairs_builder *build)
{
	LLVMValueRef x = s->halves ? build_short(l, s) : build(l, s->operand);
	LLVMValueRef by = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)s->factor, true);
	by = lower_splat(l, by, s->operand->type.lanes);
	return lower_high_words(l, x, by, s->halves);
}

LLVMValueRef lower_quads_scaled(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build)
{
	struct scaling s = read_scaling(e);
	return lower_rounded_words(l, multiply(l, &s, build), s.by);
}

LLVMValueRef lower_quads_scaled_bytes(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build)
{
	struct lower_limits x;
	if (!lower_read_limits(e, 32, &x) || !lower_quads_is_scaling(x.of))
		return NULL;
	struct scaling s = read_scaling(x.of);
	int64_t size = x.add < 0 ? -x.add : x.add;
	int64_t rest = s.by > WORD_SHIFT ? s.by - WORD_SHIFT : 1;
	if (rest > HALF_SHIFT || size + (x.own_hi > -x.own_lo ? x.own_hi : -x.own_lo) >=
	                                 INT64_C(1) << (WORD_SHIFT - rest))
		return NULL;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef v = lower_hvx_pack(l, TARGET_VASRWHSAT, multiply(l, &s, build),
	        LLVMConstInt(i32, (uint64_t)(s.by - rest), false));
	v = x.add ? lower_add_halves(l, v, x.add * (INT64_C(1) << rest)) : v;
	v = lower_hvx_pack(l,
	        e->type.code == TIR_TYPE_INT ? TARGET_VASRHBRNDSAT : TARGET_VASRHUBRNDSAT, v,
	        LLVMConstInt(i32, (uint64_t)rest, false));
	return lower_limited_bytes(l, v, &x);
}
