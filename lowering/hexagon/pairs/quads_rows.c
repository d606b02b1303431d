/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/pairs/quads_rows.c: 32-bit sums of neighbouring bytes times scalars, such as the taps of a filter.
 *
 * Idea.   HVX multiplies the four bytes from each byte of a row on by the four bytes of a scalar, and adds them up: one
 *         instruction does so for every other byte of 128, even or odd ones (vrmpy of two registers). Up to four taps that lie side by side in a row are two
 *         such instructions for 128 sums. The four registers of sums lie in the order of quads.c.
 *         A signed byte with its top bit flipped is an unsigned one, larger by 128; what that adds is taken away, as a scalar.
 * Needs   128 lanes of 32 bits; bytes that are loaded side by side; factors that are bytes, the same in each lane.
 * Keeps   every bit: 32-bit sums wrap, so their terms may be added in any order.
 * Costs   the terms of a sum, squared.
 * Wrong if a lane uses a byte that no tap loads: what is shifted in from beyond is multiplied by 0 or by nothing. */
#include "lowering/hexagon/halves.h"

enum {
	LANES = PAIR_LANES,
	WORDS = LANES / 2, /* of two registers */
	BYTES = 4,         /* of a word: taps that an instruction adds up */
	MOST_TAPS = 64,
	MOST_REST = 8,
	LEAST = 3, /* taps: fewer are no better so */
	MAX_DEPTH = 256
};

/* Bytes times a byte. */
struct tap {
	const struct tir_expr *x; /* a load of neighbours: of lane 0, `base + at` */
	const struct tir_expr *base;
	int64_t at;
	struct lower_factor by;
	bool flips; /* x have a sign */
	bool done;
};
struct sum {
	uint32_t ntaps, nrest;
	struct tap tap[MOST_TAPS];
	const struct tir_expr *rest[MOST_REST];
};

/* ---- Which taps there are ----------------------------------------------------------------*/
static bool is_words(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits == 32 && t.lanes % LANES == 0;
}

/* Read the place of bytes that are loaded side by side. */
static bool read_place(const struct lower *l, const struct tir_expr *bytes, struct tap *t)
{
	const struct tir_expr *e = lower_value_here(l, bytes);
	const struct tir_expr *ramp = e->op == TIR_LOAD && e->n ? e->arg[e->n - 1] : NULL;
	if (!ramp || ramp->op != TIR_RAMP || !tir_is_const_int(ramp->arg[1]) ||
	        ramp->arg[1]->u.i != 1)
		return false;
	t->x = e;
	t->base = lower_split_offset(ramp->arg[0], &t->at);
	return true;
}

static bool is_row_of_bytes(const struct tir_expr *e)
{
	return e->op == TIR_CAST && lower_pairs_is_bytes(e->arg[0]->type);
}

/* Is each product of such bytes one of the type? */
static bool fits(struct tir_type t, const struct tap *x)
{
	bool no_sign = !x->flips && x->by.no_sign;
	return t.bits > 16 || no_sign == (t.code == TIR_TYPE_UINT);
}

/* Read e as a tap; false: it is none. */
static bool read_tap(struct lower *l, const struct tir_expr *e, struct tap *t)
{
	e = lower_product_in(e);
	for (uint32_t i = 0; i < 2 && e->op == TIR_MUL; i++) {
		const struct tir_expr *x = e->arg[i];
		*t = (struct tap){.flips = false};
		if (!is_row_of_bytes(x) || !read_place(l, x->arg[0], t) ||
		        !lower_read_factor(l, e->arg[1 - i], false, &t->by))
			continue;
		t->flips = x->arg[0]->type.code == TIR_TYPE_INT;
		return fits(e->type, t);
	}
	return false;
}

/* Could e be a tap?  Nothing is built to find out. */
static bool looks_like_tap(const struct tir_expr *e)
{
	e = lower_product_in(e);
	return e->op == TIR_MUL && (is_row_of_bytes(e->arg[0]) || is_row_of_bytes(e->arg[1]));
}

/* How many terms of e look like taps? */
static uint32_t count(const struct tir_expr *e)
{
	if (e->depth > MAX_DEPTH)
		return 0;
	return e->op == TIR_ADD ? count(e->arg[0]) + count(e->arg[1]) : looks_like_tap(e);
}

/* Add the terms of e to the sum; false: they are too many.  A sum that is needed elsewhere, too, is one term. */
static bool gather(struct lower *l, const struct tir_expr *e, bool top, struct sum *s)
{
	bool here = top || l->hexagon->pairs->uses[e->id] == 1;
	if (e->op == TIR_ADD && here && e->depth <= MAX_DEPTH)
		return gather(l, e->arg[0], false, s) && gather(l, e->arg[1], false, s);
	if (s->ntaps == MOST_TAPS || s->nrest == MOST_REST)
		return false;
	if (read_tap(l, e, &s->tap[s->ntaps]))
		s->ntaps++;
	else
		s->rest[s->nrest++] = e;
	return true;
}

/* Do both lie in one row, and can their factors be bytes of one word? */
static bool is_one_row(const struct tap *a, const struct tap *b)
{
	bool same = a->x->u.buffer == b->x->u.buffer && a->base == b->base &&
	            a->flips == b->flips && a->by.no_sign == b->by.no_sign;
	for (uint32_t i = 0; same && i + 1 < a->x->n; i++)
		same = a->x->arg[i] == b->x->arg[i];
	return same;
}

/* ---- Windows -----------------------------------------------------------------------------*/
/* Up to four neighbours in a row. */
struct window {
	const struct tap *first, *last;
	const struct tap *next; /* the one behind four; NULL: there is none */
	LLVMValueRef factors;   /* a byte each, in the order of memory */
};

/* The first tap of a row that is left; NULL: none is. */
static const struct tap *leftmost(const struct sum *s)
{
	const struct tap *first = NULL;
	for (uint32_t i = 0; i < s->ntaps; i++) {
		const struct tap *t = &s->tap[i];
		if (!t->done && (!first || (is_one_row(first, t) && t->at < first->at)))
			first = t;
	}
	return first;
}

/* A tap at a place of the row, which is left; NULL: there is none. */
static struct tap *tap_at(struct sum *s, const struct tap *row, int64_t at)
{
	for (uint32_t i = 0; i < s->ntaps; i++)
		if (!s->tap[i].done && s->tap[i].at == at && is_one_row(row, &s->tap[i]))
			return &s->tap[i];
	return NULL;
}

/* The factor as byte k of a word whose others are 0. */
static LLVMValueRef factor_at(struct lower *l, const struct tap *t, unsigned k)
{
	enum { BITS = 8 };
	LLVMValueRef mask = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), UINT64_C(0xff) << k * BITS,
	        false);
	return LLVMBuildAnd(l->b, t->by.bytes, mask, "");
}

/* Take up to four taps from the first one on that is left. */
static struct window take(struct lower *l, struct sum *s, const struct tap *first)
{
	struct window w = {first, first, tap_at(s, first, first->at + BYTES), NULL};
	for (unsigned k = 0; k < BYTES; k++) {
		struct tap *t = tap_at(s, first, first->at + k);
		if (!t)
			continue;
		LLVMValueRef f = factor_at(l, t, k);
		w.factors = w.factors ? LLVMBuildOr(l->b, w.factors, f, "") : f;
		w.last = t;
		t->done = true;
	}
	return w;
}

/* The bytes of a tap without a sign. */
static LLVMValueRef bytes_of(struct lower *l, const struct tap *t)
{
	LLVMValueRef v = lower_expr(l, t->x);
	return t->flips ? lower_flip_bytes(l, v) : v;
}

/* The 128 bytes behind the first four of the window, which another tap loads.  If none does, the last tap's are rotated, so those at
 * the end are others: they meet no factor but 0. */
static LLVMValueRef behind(struct lower *l, const struct window *w)
{
	if (w->next)
		return bytes_of(l, w->next);
	int64_t by = BYTES - (w->last->at - w->first->at);
	return LOWER_HVX(l, TARGET_VROR, bytes_of(l, w->last),
	        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)by, false));
}

/* sum[i] + the window, for even places (i = 0) and odd ones. */
static void add_window(struct lower *l, const struct window *w, LLVMValueRef sum[2])
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef x = lower_hvx_join(l, bytes_of(l, w->first), behind(l, w), LANES);
	for (unsigned i = 0; i < 2; i++)
		sum[i] = LOWER_HVX(l,
		        w->first->by.no_sign ? TARGET_VRMPYUBI_ACC : TARGET_VRMPYBUSI_ACC, sum[i],
		        x, w->factors, LLVMConstInt(word, i, false));
}

/* ---- Sums --------------------------------------------------------------------------------*/
/* Subtract what the bytes with flipped signs add, a number. */
static LLVMValueRef unflipped(struct lower *l, const struct sum *s)
{
	LLVMValueRef all = LLVMConstNull(LLVMInt32TypeInContext(l->ctx));
	for (uint32_t i = 0; i < s->ntaps; i++)
		if (s->tap[i].flips)
			all = lower_unflip(l, all, &s->tap[i].by);
	return all;
}

/* Read the sum and its windows; how many these are, 0: it has fewer taps than would pay. */
static uint32_t read_sum(struct lower *l, const struct tir_expr *e, struct sum *s,
        struct window window[MOST_TAPS])
{
	uint32_t n = 0;
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN || e->op != TIR_ADD ||
	        !is_words(e->type) || count(e) < LEAST || !gather(l, e, true, s))
		return 0;
	for (const struct tap *t; (t = leftmost(s)); n++)
		window[n] = take(l, s, t);
	return s->ntaps < LEAST || 2 * n > s->ntaps ? 0 : n;
}

/* The windows' sum, in the order of quads. */
static LLVMValueRef add_windows(struct lower *l, const struct sum *s, const struct window *window,
        uint32_t n, unsigned lanes)
{
	LLVMValueRef first = lower_splat(l, unflipped(l, s), lanes / 2), sum[2] = {first, first};
	for (uint32_t i = 0; i < n; i++)
		add_window(l, &window[i], sum);
	return lower_hvx_join(l, sum[0], sum[1], WORDS);
}

LLVMValueRef lower_quads_rows(struct lower *l, const struct tir_expr *e, lower_pairs_builder *build)
{
	struct sum *s = ARENA_NEW(l->arena, struct sum);
	struct window *window = ARENA_NEWN(l->arena, struct window, MOST_TAPS);
	uint32_t n = read_sum(l, e, s, window);
	if (!n)
		return NULL;
	LLVMValueRef all = add_windows(l, s, window, n, e->type.lanes);
	for (uint32_t i = 0; i < s->nrest; i++)
		all = LLVMBuildAdd(l->b, all, build(l, s->rest[i]), "");
	return all;
}

LLVMValueRef lower_row_sum(struct lower *l, const struct tir_expr *e)
{
	struct sum *s = ARENA_NEW(l->arena, struct sum);
	struct window *window = ARENA_NEWN(l->arena, struct window, MOST_TAPS);
	uint32_t n = read_sum(l, e, s, window);
	if (!n)
		return NULL;
	LLVMValueRef all = lower_hvx_words_in_order(l, add_windows(l, s, window, n, e->type.lanes));
	for (uint32_t i = 0; i < s->nrest; i++)
		all = LLVMBuildAdd(l->b, all, lower_expr(l, s->rest[i]), "");
	return all;
}
