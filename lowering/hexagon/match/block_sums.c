/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/block_sums.c: sums of neighbouring elements, block by block.
 *
 * Idea.   a[8 * i] + a[8 * i + 1] + ... + a[8 * i + 7] takes every eighth element eight times.  Together these are whole
 *         registers, in each of which neighbours are added: four bytes to a word at once (vrmpy), words of two registers dealt
 *         out to even and odd ones, which are added (vdeal), and those of halves widened on the way.
 * Needs   sums of 32 bits in whole registers; all elements of blocks of a power of two, loaded, or shuffled out of registers.
 * Keeps   every bit: such sums wrap, so the order of terms is no matter.
 * Costs   the terms of a sum, squared. */
#include "lowering/hexagon/internal.h"

enum {
	WORDS = 32,
	LINE = TARGET_HVX_BYTES,
	MOST_TERMS = 64,
	MOST_DEPTH = 256,
	MOST_REGISTERS = 32
};

/* Every `block`-th element of a row from number `at` on. */
struct term {
	const struct tir_expr *e; /* in the sum */
	const struct tir_expr
	        *x; /* loaded or shuffled, perhaps to be widened; NULL: something else */
	const struct tir_expr *rest;
	int64_t at, block;
	bool done;
};
struct block_sum {
	struct term term[MOST_TERMS];
	uint32_t n;
};

/* ---- What is added -----------------------------------------------------------------------*/
static bool read_load(struct term *t)
{
	const struct tir_expr *last = t->x->n ? t->x->arg[t->x->n - 1] : t->x;
	if (last->op != TIR_RAMP || !tir_is_const_int(last->arg[1]) ||
	        t->x->u.buffer->elem.lanes != 1 || t->x->u.buffer->strides)
		return false;
	t->rest = lower_split_offset(last->arg[0], &t->at);
	t->block = last->arg[1]->u.i;
	return true;
}

/* Lanes that are as far apart as there are registers' worth of lanes. */
static bool read_shuffle(struct term *t)
{
	const struct tir_expr *x = t->x;
	uint32_t n = x->u.nvectors;
	for (uint32_t i = 0; i < n; i++)
		if (x->arg[i]->type.lanes * x->type.bits != LINE * 8)
			return false;
	t->at = x->arg[n]->u.i;
	t->block = (int64_t)n * LINE * 8 / x->type.bits / x->type.lanes;
	for (int64_t i = 0; i < x->type.lanes; i++)
		if (x->arg[n + i]->u.i != t->at + t->block * i)
			return false;
	return n > 1 && x->type.bits < 32;
}

static bool read_term(struct term *t)
{
	struct tir_type type = t->x->type;
	bool is = tir_is_int(type) && (type.bits == 8 || type.bits == 16 || type.bits == 32) &&
	          ((t->x->op == TIR_LOAD && read_load(t)) ||
	                  (t->x->op == TIR_SHUFFLE && read_shuffle(t)));
	return is && t->block > 1 && (t->block & (t->block - 1)) == 0 &&
	       t->block * type.bits >= 32 &&
	       t->block * type.bits / 32 * (type.lanes / WORDS) <= MOST_REGISTERS;
}

static bool read_sum(struct block_sum *s, const struct tir_expr *e)
{
	if (e->depth > MOST_DEPTH)
		return false;
	if (e->op == TIR_ADD)
		return read_sum(s, e->arg[0]) && read_sum(s, e->arg[1]);
	if (s->n == MOST_TERMS)
		return false;
	struct term *t = &s->term[s->n++];
	*t = (struct term){.e = e, .x = e->op == TIR_CAST ? e->arg[0] : e};
	if (!read_term(t))
		*t = (struct term){.e = e};
	return true;
}

/* Are they elements of the same row? */
static bool is_same_row(const struct term *a, const struct term *b)
{
	const struct tir_expr *x = a->x, *y = b->x;
	bool load = x->op == TIR_LOAD;
	if (x->op != y->op || !tir_type_eq(x->type, y->type) || a->block != b->block ||
	        a->rest != b->rest ||
	        (load ? x->u.buffer != y->u.buffer : x->u.nvectors != y->u.nvectors))
		return false;
	uint32_t n = load ? x->n - 1u : x->u.nvectors;
	for (uint32_t i = 0; i < n; i++)
		if (x->arg[i] != y->arg[i])
			return false;
	return true;
}

/* All elements of blocks that begin with t's: their terms are done. */
static bool take_blocks(struct block_sum *s, const struct term *t)
{
	struct term *of[MOST_TERMS];
	int64_t n = 0;
	while (n < t->block && n < MOST_TERMS) {
		uint32_t i = 0;
		while (i < s->n &&
		        (!s->term[i].x || s->term[i].done || s->term[i].at != t->at + n ||
		                !is_same_row(t, &s->term[i])))
			i++;
		if (i == s->n)
			return false;
		of[n++] = &s->term[i];
	}
	for (int64_t i = 0; i < n && n == t->block; i++)
		of[i]->done = true;
	return n == t->block;
}

/* ---- Instructions ------------------------------------------------------------------------*/
/* A half of a pair of registers, as words. */
static LLVMValueRef half(struct lower *l, LLVMValueRef pair, bool high)
{
	LLVMTypeRef words = LLVMVectorType(LLVMInt32TypeInContext(l->ctx), WORDS);
	return LLVMBuildBitCast(l->b, lower_hvx_half(l, pair, high), words, "");
}

static LLVMValueRef add_halves(struct lower *l, LLVMValueRef pair)
{
	return LLVMBuildAdd(l->b, half(l, pair, false), half(l, pair, true), "");
}

/* The even words of two registers, and the odd ones. */
static LLVMValueRef deal(struct lower *l, LLVMValueRef low, LLVMValueRef high)
{
	return lower_hvx_exchange(l, true, high, low, -4);
}

/* Words that are sums of four neighbouring bytes. */
static LLVMValueRef add_bytes(struct lower *l, LLVMValueRef v, bool is_signed)
{
	LLVMValueRef ones = lower_word(l, 0x01010101);
	return is_signed ? LOWER_HVX(l, TARGET_VRMPYBV, v, lower_splat(l, ones, WORDS))
	                 : LOWER_HVX(l, TARGET_VRMPYUB, v, ones);
}

/* Words that are sums of four neighbouring halves of two registers, or of two of one (high NULL). */
static LLVMValueRef add_short(struct lower *l, LLVMValueRef low, LLVMValueRef high, bool is_signed)
{
	if (!high)
		return add_halves(l, lower_hvx_widen(l, low, is_signed));
	LLVMValueRef pair = deal(l, low, high);
	LLVMValueRef x[2] = {half(l, pair, false), half(l, pair, true)};
	return add_halves(l, lower_hvx(l, is_signed ? TARGET_VADDHW : TARGET_VADDUHW, x));
}

/* Register k of the row. */
static LLVMValueRef register_of(struct lower *l, const struct term *t, uint32_t k)
{
	const struct tir_expr *x = t->x;
	struct tir_operand index[TIR_MAX_RANK];
	unsigned lanes = LINE * 8 / x->type.bits;
	if (x->op == TIR_SHUFFLE)
		return lower_expr(l, x->arg[k]);
	for (uint32_t i = 0; i < x->n; i++)
		index[i] = (struct tir_operand){.e = x->arg[i]};
	uint64_t at = lower_element_factor(l, x->u.buffer, index, x->n, x->arg[x->n - 1]->arg[0]);
	return lower_row_part(l, x, (int64_t)k * lanes, lanes,
	        lower_access_align(l, x->u.buffer, at, LINE));
}

/* The sums of 32 blocks, which `n` registers from number k on hold. */
static LLVMValueRef add_blocks(struct lower *l, const struct term *t, uint32_t k, uint32_t n)
{
	LLVMValueRef v[MOST_REGISTERS];
	bool is_signed = t->x->type.code == TIR_TYPE_INT, halves = t->x->type.bits == 16;
	for (uint32_t i = 0; i < n; i++) {
		v[i] = register_of(l, t, k + i);
		v[i] = t->x->type.bits == 8 ? add_bytes(l, v[i], is_signed) : v[i];
	}
	if (halves && n == 1)
		return add_short(l, v[0], NULL, is_signed);
	for (bool first = halves; n > 1; n /= 2, first = false)
		for (uint32_t i = 0; i < n / 2; i++)
			v[i] = first ? add_short(l, v[2 * i], v[2 * i + 1], is_signed)
			             : add_halves(l, deal(l, v[2 * i], v[2 * i + 1]));
	return v[0];
}

static LLVMValueRef add_row(struct lower *l, const struct term *t)
{
	uint32_t n = (uint32_t)t->block * t->x->type.bits / 32, parts = t->x->type.lanes / WORDS;
	LLVMValueRef v[MOST_REGISTERS];
	for (uint32_t i = 0; i < parts; i++)
		v[i] = add_blocks(l, t, i * n, n);
	for (uint32_t lanes = WORDS; parts > 1; parts /= 2, lanes *= 2)
		for (uint32_t i = 0; i < parts / 2; i++)
			v[i] = lower_lanes(l, v[2 * i], v[2 * i + 1], 0, 2 * lanes);
	return v[0];
}

static LLVMValueRef plus(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
	return a ? LLVMBuildAdd(l->b, a, b, "") : b;
}

LLVMValueRef lower_block_sum(struct lower *l, const struct tir_expr *e)
{
	struct block_sum s = {.n = 0};
	uint32_t parts = e->type.lanes / WORDS;
	LLVMValueRef all = NULL;
	if (e->op != TIR_ADD || !tir_is_int(e->type) || e->type.bits != 32 || !parts ||
	        e->type.lanes % WORDS || (parts & (parts - 1)) || !l->hexagon->pairs ||
	        l->side != LOWER_PLAIN || l->options->checked || l->options->traps_overflow ||
	        !read_sum(&s, e))
		return NULL;
	for (uint32_t i = 0; i < s.n; i++)
		if (s.term[i].x && !s.term[i].done && take_blocks(&s, &s.term[i]))
			all = plus(l, all, add_row(l, &s.term[i]));
	for (uint32_t i = 0; i < s.n && all; i++)
		if (!s.term[i].done)
			all = plus(l, all, lower_expr(l, s.term[i].e));
	return all;
}
