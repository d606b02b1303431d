/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/quads_scale.c: T.q_multiply_shift between bytes and bytes, in the order of quads.c.
 *
 * Idea.   x * m >> 15 is one instruction where x has 16 bits, in the odd halves of words. Sums and products of bytes with 16 bits
 *         are halves, two in a word: the odd ones lie as that instruction wants them, the even ones after a shift by 16.
 *         What is then still to be shifted out goes in the two instructions that narrow words to halves and halves to
 *         bytes: the first cuts bits off, the second rounds. Floors nest, so the result is that of one shift. Saturated halves
 *         are so large that their bytes saturate, too, whatever is added in between.
 * Needs   what quads.c needs; factors and shifts that are constants.
 * Keeps   every bit.
 * Costs   a walk over the operands for each scaling. */
#include "lowering/hexagon/halves.h"

enum { HALF = 16, WORDS = 32, MOST = 32, WORD_SHIFT = 15, HALF_SHIFT = 7, DEPTH = 8 };

/* Words of which `by` more bits are to be shifted out, rounded. */
struct product {
	LLVMValueRef v;
	int64_t by;
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
		return lower_hvx(l, e->arg[0]->type.code == TIR_TYPE_INT ? "vsb" : "vzb",
		        (struct hvx_shape){{PAIR_LANES, PAIR_LANES}}, &v, 1);
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

/* The operand as words whose lower halves are 0, less `*below` bits of them; NULL: it is too long. */
static LLVMValueRef short_operand(struct lower *l, const struct tir_expr *e, int64_t *below)
{
	int64_t by = 0;
	bool shifted = e->op == TIR_SHL && lower_pairs_number(e->arg[1], &by) && by >= HALF &&
	               by < MOST;
	const struct tir_expr *x = shifted ? e->arg[0] : e;
	if (!is_made_of_bytes(x, DEPTH) || (!shifted && !lower_has_16_bits(e)))
		return NULL;
	*below = shifted ? 0 : HALF;
	LLVMValueRef v = build_halves(l, x);
	if (shifted && by > HALF) {
		LLVMValueRef n = LLVMConstInt(LLVMInt16TypeInContext(l->ctx), (uint64_t)(by - HALF),
		        false);
		v = LLVMBuildShl(l->b, v, lower_splat(l, n, LLVMGetVectorSize(LLVMTypeOf(v))), "");
	}
	return upper_halves(l, v);
}

/* ---- Products ----------------------------------------------------------------------------*/
static struct product multiply(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build)
{
	int64_t m, n, below;
	lower_pairs_number(e->arg[1], &m);
	lower_pairs_number(e->arg[3], &n);
	LLVMValueRef x = short_operand(l, e->arg[0], &below), by;
	bool is_short = x && below - n <= MOST;
	if (!is_short) {
		x = build(l, e->arg[0]);
		below = 0;
	}
	by = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)m, true);
	by = lower_splat(l, by, e->type.lanes);
	return (struct product){lower_high_words(l, x, by, is_short), below - n};
}

LLVMValueRef lower_quads_scaled(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build)
{
	struct product p = multiply(l, e, build);
	return lower_rounded_words(l, p.v, p.by);
}

LLVMValueRef lower_quads_scaled_bytes(struct lower *l, const struct tir_expr *e,
        lower_pairs_builder *build)
{
	struct lower_limits x;
	if (!lower_read_limits(e, &x) || !lower_quads_is_scaling(x.of))
		return NULL;
	int64_t n;
	lower_pairs_number(x.of->arg[3], &n);
	int64_t size = x.add < 0 ? -x.add : x.add;
	struct product p = multiply(l, x.of, build);
	int64_t rest = p.by > WORD_SHIFT ? p.by - WORD_SHIFT : 1;
	if (rest > HALF_SHIFT || size + (x.own_hi > -x.own_lo ? x.own_hi : -x.own_lo) >=
	                                 INT64_C(1) << (WORD_SHIFT - rest))
		return NULL;
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef v = lower_hvx_pack(l, "vasrwhsat", p.v,
	        LLVMConstInt(i32, (uint64_t)(p.by - rest), false));
	v = x.add ? lower_add_halves(l, v, x.add << rest) : v;
	v = lower_hvx_pack(l, e->type.code == TIR_TYPE_INT ? "vasrhbrndsat" : "vasrhubrndsat", v,
	        LLVMConstInt(i32, (uint64_t)rest, false));
	return lower_limited_bytes(l, LLVMBuildBitCast(l->b, v, lower_type(l, e->type), ""), &x);
}
