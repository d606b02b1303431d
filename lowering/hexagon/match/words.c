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

/* One widened half of a register; two of them multiplied. */
struct term {
	const struct tir_expr *x, *y; /* y NULL: no product; x NULL: something else */
	const struct tir_expr *e;
};
struct halves_sum {
	uint32_t n;
	bool odd, any; /* which lanes; there are some */
	struct term term[MAX_TERMS];
};

/* What the name stands for, if that is made of names: it costs nothing to compute it again. */
static const struct tir_expr *named(const struct lower *l, const struct tir_expr *e)
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
	e = named(l, e);
	if (e->op != TIR_CAST)
		return NULL;
	e = named(l, e->arg[0]);
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 1 || e->type.bits != 16 ||
	        !tir_is_int(e->type) || e->type.lanes != WORDS || e->arg[0]->type.lanes != HALVES)
		return NULL;
	*odd = e->arg[1]->u.i == 1;
	for (int64_t i = 0; i < WORDS; i++)
		if (e->arg[1 + i]->u.i != 2 * i + *odd)
			return NULL;
	return e->arg[0];
}

static void add_term(const struct lower *l, struct halves_sum *s, const struct tir_expr *e)
{
	struct term *t = &s->term[s->n++];
	bool odd[2] = {false, false};
	bool product = e->op == TIR_MUL;
	*t = (struct term){half(l, product ? e->arg[0] : e, &odd[0]), NULL, e};
	if (product && t->x)
		t->y = half(l, e->arg[1], &odd[1]);
	if (!t->x || (product && (!t->y || odd[0] != odd[1])) || (s->any && s->odd != odd[0])) {
		*t = (struct term){NULL, NULL, e};
		return;
	}
	s->any = true;
	s->odd = odd[0];
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

/* name(acc, x, y) or name(x, y): a pair of words. */
static LLVMValueRef pair_of(struct lower *l, const char *name, LLVMValueRef acc, LLVMValueRef x,
        LLVMValueRef y)
{
	char full[32];
	LLVMTypeRef words = LLVMVectorType(LLVMInt32TypeInContext(l->ctx), HALVES);
	LLVMValueRef v[3] = {acc, x, y};
	struct hvx_shape with = {{2 * HALVES, HALVES, HALVES, HALVES}},
	                 shape = {{2 * HALVES, HALVES, y ? HALVES : 0, 0}};
	snprintf(full, sizeof full, "%s%s", name, acc ? ".acc" : "");
	LLVMValueRef r = acc ? lower_hvx(l, full, with, v, 3)
	                     : lower_hvx(l, full, shape, v + 1, y ? 2 : 1);
	return LLVMBuildBitCast(l->b, r, words, "");
}

static LLVMValueRef multiply(struct lower *l, LLVMValueRef acc, const struct term *t)
{
	static const char *const name[2][2] = {{"vmpyhv", "vmpyhus"}, {"vmpyhus", "vmpyuhv"}};
	bool swap = is_unsigned(t->x) && !is_unsigned(t->y); /* the signed one first */
	LLVMValueRef x = lower_expr(l, swap ? t->y : t->x), y = lower_expr(l, swap ? t->x : t->y);
	return pair_of(l, name[is_unsigned(t->x)][is_unsigned(t->y)], acc, x, y);
}

/* acc + the numbers that are added, those with a sign or those without, two by two. */
static LLVMValueRef add_numbers(struct lower *l, LLVMValueRef acc, const struct halves_sum *s,
        bool no_sign)
{
	const char *add = no_sign ? "vadduhw" : "vaddhw";
	LLVMValueRef one = NULL;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct term *t = &s->term[i];
		if (!t->x || t->y || is_unsigned(t->x) != no_sign)
			continue;
		LLVMValueRef x = lower_expr(l, t->x);
		acc = one ? pair_of(l, add, acc, one, x) : acc;
		one = one ? NULL : x;
	}
	if (!one)
		return acc;
	return acc ? pair_of(l, add, acc, one, LLVMConstNull(LLVMTypeOf(one)))
	           : pair_of(l, no_sign ? "vzh" : "vsh", NULL, one, NULL);
}

static bool may(const struct lower *l, const struct tir_expr *e)
{
	return l->hexagon->pairs && l->side == LOWER_PLAIN &&
	       target_has_instruction(l->hvx, "vaddhw.acc") && tir_is_int(e->type) &&
	       e->type.bits == 32 && e->type.lanes == WORDS;
}

LLVMValueRef lower_word_sum(struct lower *l, const struct tir_expr *e)
{
	struct halves_sum s = {.n = 0};
	if (!may(l, e) || (e->op != TIR_ADD && e->op != TIR_MUL && e->op != TIR_CAST) ||
	        !add_terms(l, &s, e) || !s.any)
		return NULL;
	LLVMValueRef acc = NULL;
	for (uint32_t i = 0; i < s.n; i++)
		if (s.term[i].y)
			acc = multiply(l, acc, &s.term[i]);
	acc = add_numbers(l, add_numbers(l, acc, &s, false), &s, true);
	struct hvx_shape one = {{HALVES, HALVES, 0, 0}};
	LLVMTypeRef words = LLVMVectorType(LLVMInt32TypeInContext(l->ctx), WORDS);
	LLVMValueRef v = LLVMBuildBitCast(l->b, lower_hvx(l, s.odd ? "hi" : "lo", one, &acc, 1),
	        words, "");
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
	LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), by, false), v[3];
	struct hvx_shape shape = {{HALVES, WORDS, WORDS, 0}};
	for (uint32_t i = 0; i < 2; i++)
		v[i] = lower_expr(l, by ? x->arg[!i]->arg[0] : x->arg[!i]);
	v[2] = n;
	if (by == 16) /* which HVX takes for 0 */
		return lower_hvx(l, "vshufoh", shape, v, 2);
	return lower_hvx(l, by ? "vasrwh" : "vshufeh", shape, v, by ? 3 : 2);
}
