/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/words.c: the even and the odd lanes of 16 bits of a register, widened to words.
 *
 * Idea.   HVX's sums and products of 16 bits are pairs of registers: the words of even lanes, and those of odd ones. So a sum of
 *         widened even lanes, and of products of two of them, is one half of such a pair. The sum of the odd lanes makes the
 *         same instructions, which LLVM shares. Two registers of words whose lanes are taken in turn, cut to 16 bits, are one
 *         instruction again.
 * Needs   sums of 32 bits, whose order is no matter, for they wrap; names stand for values of names alone.
 * Keeps   every bit: two numbers of 16 bits, and their product, fit 32 bits.
 * Costs   the terms of a sum. */
#include "lowering/hexagon/halves.h"

enum { WORDS = 32, HALVES = 64, MAX_TERMS = 64, MAX_DEPTH = 256 };

/* One widened half of a register; two of them multiplied, or one by the same half of a scalar word for all lanes. */
struct term {
	const struct tir_expr *x, *y; /* y NULL: no product; x NULL: something else */
	const struct tir_expr *e;
	bool odd, is_word; /* which lanes; y is a word */
};
struct halves_sum {
	uint32_t n;
	bool any[2]; /* there are even ones, odd ones */
	struct term term[MAX_TERMS];
};

const struct tir_expr *lower_lanes_here(const struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *x = lower_value_here(l, e);
	const struct tir_expr *s = x->op == TIR_CAST ? x->arg[0] : x;
	bool names = s->op == TIR_VAR ||
	             (s->op == TIR_SHUFFLE && s->u.nvectors == 1 && s->arg[0]->op == TIR_VAR);
	return names ? x : e;
}

/* The register whose even or odd lanes e is, widened; NULL: it is none. */
static const struct tir_expr *half(const struct lower *l, const struct tir_expr *e, bool *odd)
{
	e = lower_lanes_here(l, e);
	if (e->op != TIR_CAST)
		return NULL;
	e = lower_lanes_here(l, e->arg[0]);
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 1 || e->type.bits != 16 ||
	        !tir_is_int(e->type) || e->type.lanes != WORDS || e->arg[0]->type.lanes != HALVES)
		return NULL;
	*odd = e->arg[1]->u.i == 1;
	for (int64_t i = 0; i < WORDS; i++)
		if (e->arg[1 + i]->u.i != 2 * i + *odd)
			return NULL;
	return e->arg[0];
}

/* The scalar word of two numbers of 16 bits, one of which all lanes are, widened; NULL: it is none. */
static const struct tir_expr *word_of(const struct tir_expr *e, bool *odd)
{
	bool wide = e->op == TIR_CAST;
	e = wide ? e->arg[0] : e;
	if (e->op != TIR_BROADCAST)
		return NULL;
	e = e->arg[0];
	if (!wide && e->op != TIR_CAST)
		return NULL;
	e = wide ? e : e->arg[0];
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 1 || e->type.bits != 16 ||
	        !tir_is_int(e->type) || e->type.lanes != 1 || e->arg[0]->type.lanes != 2)
		return NULL;
	*odd = e->arg[1]->u.i == 1;
	return e->arg[0];
}

/* Read a product of two halves, or of a half and one of a word. */
static void read_product(const struct lower *l, struct term *t, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < 2 && !t->y; i++) {
		bool odd = false;
		t->x = half(l, e->arg[i], &t->odd);
		t->y = t->x ? half(l, e->arg[!i], &odd) : NULL;
		t->is_word = t->x && !t->y;
		if (t->is_word)
			t->y = word_of(e->arg[!i], &odd);
		t->y = t->y && odd == t->odd ? t->y : NULL;
	}
	t->x = t->y ? t->x : NULL;
}

static void add_term(const struct lower *l, struct halves_sum *s, const struct tir_expr *e)
{
	struct term *t = &s->term[s->n++];
	*t = (struct term){.e = e};
	if (e->op == TIR_MUL)
		read_product(l, t, e);
	else
		t->x = half(l, e, &t->odd);
	s->any[t->odd] |= t->x != NULL;
}

static bool add_terms(const struct lower *l, struct halves_sum *s, const struct tir_expr *e)
{
	if (e->depth > MAX_DEPTH)
		return false;
	if (e->op == TIR_ADD)
		return add_terms(l, s, e->arg[0]) && add_terms(l, s, e->arg[1]);
	if (s->n == MAX_TERMS)
		return false;
	add_term(l, s, e);
	return true;
}

/* ---- Instructions ------------------------------------------------------------------------*/
static bool is_unsigned(const struct tir_expr *e)
{
	return e->type.code == TIR_TYPE_UINT;
}

/* acc + x times a word for all lanes, both with a sign or without. */
static LLVMValueRef by_word(struct lower *l, LLVMValueRef acc, const struct term *t)
{
	LLVMValueRef x = lower_expr(l, t->x), y = lower_expr(l, t->y);
	return LOWER_HVX_SUM(l, is_unsigned(t->x) ? TARGET_VMPYUH : TARGET_VMPYH, acc, x, y);
}

static LLVMValueRef multiply(struct lower *l, LLVMValueRef acc, const struct term *t)
{
	bool swap = is_unsigned(t->x) && !is_unsigned(t->y); /* the signed one first */
	if (t->is_word && is_unsigned(t->x) == is_unsigned(t->y) &&
	        target_has_instruction(l->hvx, TARGET_VMPYH_ACC))
		return by_word(l, acc, t);
	LLVMValueRef x = lower_expr(l, t->x), y = lower_expr(l, t->y);
	if (t->is_word) {
		LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
		y = lower_splat(l, LLVMBuildBitCast(l->b, y, word, ""), WORDS);
		y = LLVMBuildBitCast(l->b, y, LLVMTypeOf(x), "");
	}
	return LOWER_HVX_SUM(l, lower_hvx_product(is_unsigned(t->x), is_unsigned(t->y)), acc,
	        swap ? y : x, swap ? x : y);
}

/* acc + the numbers that are added, those with a sign or those without, two by two. */
static LLVMValueRef add_numbers(struct lower *l, LLVMValueRef acc, const struct halves_sum *s,
        bool odd, bool no_sign)
{
	enum target_instruction add = no_sign ? TARGET_VADDUHW : TARGET_VADDHW;
	LLVMValueRef one = NULL;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct term *t = &s->term[i];
		if (!t->x || t->y || t->odd != odd || is_unsigned(t->x) != no_sign)
			continue;
		LLVMValueRef x = lower_expr(l, t->x);
		acc = one ? LOWER_HVX_SUM(l, add, acc, one, x) : acc;
		one = one ? NULL : x;
	}
	if (!one)
		return acc;
	return acc ? LOWER_HVX_SUM(l, add, acc, one, LLVMConstNull(LLVMTypeOf(one)))
	           : lower_hvx_widen(l, one, !no_sign);
}

static bool may(const struct lower *l, const struct tir_expr *e)
{
	return l->hexagon->pairs && l->side == LOWER_PLAIN &&
	       target_has_instruction(l->hvx, TARGET_VADDHW_ACC) && tir_is_int(e->type) &&
	       e->type.bits == 32 && e->type.lanes == WORDS;
}

/* What the even lanes, or the odd ones, add up to; both make the same instructions. */
static LLVMValueRef sum_of(struct lower *l, const struct halves_sum *s, bool odd)
{
	LLVMValueRef acc = NULL;
	for (uint32_t i = 0; i < s->n; i++)
		if (s->term[i].y && s->term[i].odd == odd)
			acc = multiply(l, acc, &s->term[i]);
	acc = add_numbers(l, add_numbers(l, acc, s, odd, false), s, odd, true);
	return lower_hvx_half(l, acc, odd);
}

LLVMValueRef lower_word_sum(struct lower *l, const struct tir_expr *e)
{
	struct halves_sum s = {.n = 0};
	LLVMValueRef v = NULL;
	if (!may(l, e) || (e->op != TIR_ADD && e->op != TIR_MUL && e->op != TIR_CAST) ||
	        !add_terms(l, &s, e) || !(s.any[0] || s.any[1]))
		return NULL;
	for (uint32_t odd = 0; odd < 2; odd++)
		if (s.any[odd]) {
			LLVMValueRef x = sum_of(l, &s, odd);
			v = v ? LLVMBuildAdd(l->b, v, x, "") : x;
		}
	for (uint32_t i = 0; i < s.n; i++)
		if (!s.term[i].x)
			v = LLVMBuildAdd(l->b, v, lower_expr(l, s.term[i].e), "");
	return v;
}

/* ---- Back to 16 bits ---------------------------------------------------------------------*/
/* Are the lanes those of two registers of words in turn? */
static bool is_zip(const struct tir_expr *e)
{
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 2 || e->type.lanes != HALVES ||
	        e->type.bits != 32 || e->arg[0]->type.lanes != WORDS ||
	        e->arg[1]->type.lanes != WORDS)
		return false;
	for (int64_t i = 0; i < HALVES; i++)
		if (e->arg[2 + i]->u.i != i % 2 * WORDS + i / 2)
			return false;
	return true;
}

/* By how much a and b are shifted right, 16 at most; 0: they are not. */
static uint64_t shifted(const struct tir_expr *a, const struct tir_expr *b)
{
	if (a->op != TIR_SHR || b->op != TIR_SHR || a->arg[1] != b->arg[1] ||
	        a->arg[1]->op != TIR_BROADCAST || a->arg[1]->arg[0]->op != TIR_INT_IMM)
		return 0;
	int64_t n = a->arg[1]->arg[0]->u.i;
	return n > 0 && n <= 16 ? (uint64_t)n : 0;
}

LLVMValueRef lower_word_pack(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *x = e->arg[0];
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN || !tir_is_int(e->type) ||
	        e->type.bits != 16 || !tir_is_int(x->type) || !is_zip(x))
		return NULL;
	uint64_t by = shifted(x->arg[0], x->arg[1]);
	LLVMValueRef v[3];
	for (uint32_t i = 0; i < 2; i++)
		v[i] = lower_expr(l, by ? x->arg[!i]->arg[0] : x->arg[!i]);
	v[2] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), by, false);
	return lower_hvx(l,
	        by == 16 ? TARGET_VSHUFOH /* 16 is 0 to HVX */
	        : by     ? TARGET_VASRWH
	                 : TARGET_VSHUFEH,
	        v);
}
