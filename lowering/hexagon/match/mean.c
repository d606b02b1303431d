/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/mean.c: means of two bytes.
 *
 * Idea.   a + b >> 1 and a + b + 1 >> 1 of bytes, computed in 16 bits and cut to bytes, are one instruction (vavg): no byte is
 *         widened.
 * Needs   lanes in whole registers; 16 bits of the bytes' own sign, or with a sign.  The bytes that a name adds are kept
 *         where it is bound, for memory may change behind it.
 * Keeps   every bit: a sum of two bytes and 1 fits 16 bits.
 * Costs   a few steps for each cast to bytes. */
#include "lowering/hexagon/halves.h"

enum { TERMS = 2 };

struct lower_bytes_sum {
	LLVMValueRef term[TERMS];
	uint32_t n;
	int64_t number; /* what is added besides */
	bool is_signed; /* the bytes are */
};

static bool add_byte(struct lower *l, struct lower_bytes_sum *s, const struct tir_expr *cast)
{
	const struct tir_expr *x = cast->arg[0];
	bool is_signed = x->type.code == TIR_TYPE_INT;
	if (!lower_pairs_is_bytes(x->type) || s->n == TERMS ||
	        (is_signed && cast->type.code != TIR_TYPE_INT) ||
	        (s->n && s->is_signed != is_signed))
		return false;
	s->is_signed = is_signed;
	s->term[s->n++] = lower_expr(l, x);
	return true;
}

static bool add_sum(struct lower_bytes_sum *s, const struct lower_bytes_sum *more)
{
	if (!more || s->n + more->n > TERMS || (s->n && s->is_signed != more->is_signed) ||
	        (s->number && more->number))
		return false;
	s->number += more->number;
	s->is_signed = more->is_signed;
	for (uint32_t i = 0; i < more->n; i++)
		s->term[s->n++] = more->term[i];
	return true;
}

/* The terms of e; false: there are too many, or others. */
static bool read_terms(struct lower *l, struct lower_bytes_sum *s, const struct tir_expr *e)
{
	int64_t number;
	if (e->op == TIR_ADD)
		return read_terms(l, s, e->arg[0]) && read_terms(l, s, e->arg[1]);
	if (e->op == TIR_CAST)
		return add_byte(l, s, e);
	if (e->op == TIR_VAR)
		return l->side == LOWER_PLAIN && add_sum(s, l->hexagon->pairs->sum[e->u.var->id]);
	if (s->number || !lower_pairs_number(e, &number) || number != 1)
		return false;
	s->number = number;
	return true;
}

void lower_mean_bind(struct lower *l, const struct tir_stmt *s)
{
	struct lower_bytes_sum sum = {.n = 0};
	if (l->side == LOWER_PLAIN && read_terms(l, &sum, tir_as_bind(s)->value.e))
		l->hexagon->pairs->sum[tir_as_bind(s)->var->id] = arena_copy(l->arena, &sum,
		        sizeof sum);
}

LLVMValueRef lower_mean(struct lower *l, const struct tir_expr *x)
{
	static const enum target_instruction means[2][2] = {
	        {TARGET_VAVGUB, TARGET_VAVGUBRND}, {TARGET_VAVGB, TARGET_VAVGBRND}};
	struct lower_bytes_sum s = {.n = 0};
	int64_t by;
	if (x->op != TIR_SHR || !lower_pairs_number(x->arg[1], &by) || by != 1 ||
	        !read_terms(l, &s, x->arg[0]) || s.n != TERMS)
		return NULL;
	enum target_instruction mean = means[s.is_signed][s.number];
	return target_has_instruction(l->hvx, mean) ? lower_hvx(l, mean, s.term) : NULL;
}
