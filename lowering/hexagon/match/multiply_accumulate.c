/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/multiply_accumulate.c: sums of bytes times scalars, as HVX multiplies and accumulates them.
 *
 * Idea.   A sum's terms are told apart: bytes times a scalar byte (the taps of a filter), 16-bit lanes times a scalar
 *         byte, and the rest.  Taps go two by two into one instruction, if they share a register
 *         pair: as that has to be put together, the same two meet wherever both occur.
 *         HVX does that with unsigned bytes alone.  A signed byte x with its top bit flipped is the unsigned byte x + 128, and
 *         128 times the sum of the factors, a scalar, is subtracted at the end.
 * Needs   sums in pairs (halves.c).
 * Keeps   every bit: 16-bit sums wrap, so their terms may be added in any order.
 * Costs   the taps of a sum, squared. */
#include "lowering/hexagon/halves.h"

enum { LANES = PAIR_LANES, HALF = PAIR_HALF };

enum { MAX_TERMS = 64 }; /* of a sum: each is compared with each; the rest is a sum of its own */

/* x times a byte. */
struct term {
	const struct tir_expr *x;
	struct lower_factor by;
	bool flips; /* x are bytes with a sign */
};
/* widened bytes times scalars + 16-bit lanes times scalars + the rest */
struct sum {
	lower_pairs_builder *build;
	VEC(struct term) tap, scaled;
	VEC(const struct tir_expr *) rest;
	uint32_t flips; /* taps that do */
};

static LLVMValueRef bytes4(struct lower *l, int64_t c)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)(c & 255) * 0x01010101u, 0);
}

/* The bits of a byte that e is, widened: negative if it has a sign; 0: it is none. */
static int64_t widened_byte(const struct tir_expr *e)
{
	enum { BITS = 8 };
	if (e->op != TIR_CAST || !tir_is_int(e->arg[0]->type) || e->arg[0]->type.bits != BITS)
		return 0;
	return e->arg[0]->type.code == TIR_TYPE_INT ? -BITS : BITS;
}

/* The number as a factor; false: it fits no byte. */
static bool read_number(struct lower *l, int64_t number, struct lower_factor *out)
{
	*out = (struct lower_factor){bytes4(l, number), number > INT8_MAX};
	return number >= INT8_MIN && number <= UINT8_MAX;
}

bool lower_read_factor(struct lower *l, const struct tir_expr *e, bool is_shift,
        struct lower_factor *out)
{
	enum { MOST_SHIFT = 6 };
	const struct tir_expr *s = e->op == TIR_BROADCAST ? e->arg[0] : e;
	if (s->op == TIR_INT_IMM && is_shift)
		return s->u.i >= 0 && s->u.i <= MOST_SHIFT && read_number(l, 1 << s->u.i, out);
	if (s->op == TIR_INT_IMM)
		return read_number(l, s->u.i, out);
	int64_t bits = is_shift || s->type.lanes > 1 ? 0 : lower_known(l, s, widened_byte);
	if (!bits)
		return false;
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx), word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef v = LLVMBuildTrunc(l->b, lower_expr(l, s), byte, "");
	v = LLVMBuildZExt(l->b, v, word, "");
	v = LLVMBuildMul(l->b, v, LLVMConstInt(word, 0x01010101u, false), "");
	*out = (struct lower_factor){v, bits > 0};
	return true;
}

/* Add x times a byte, which only a byte is multiplied by if it has no sign; false: it is another one. */
static bool add_product(struct lower *l, struct sum *s, const struct tir_expr *x, struct term t)
{
	int64_t bits = widened_byte(x);
	if (!bits && t.by.no_sign)
		return false;
	t.x = bits ? x->arg[0] : x;
	t.flips = bits < 0;
	s->flips += t.flips;
	if (bits)
		VEC_PUSH(l->arena, &s->tap, t);
	else
		VEC_PUSH(l->arena, &s->scaled, t);
	return true;
}

/* The product a variable is bound to, or e: to add it anew costs what adding the variable would. */
static const struct tir_expr *product(const struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *v = lower_value_here(l, e);
	return (v->op == TIR_MUL || v->op == TIR_SHL) && !(v->flags & TIR_READS_MEM) ? v : e;
}

/* The terms of e.  A sum that is needed elsewhere, too, is one term. */
static void gather(struct lower *l, const struct tir_expr *e, struct sum *s, bool top)
{
	bool here = l->hexagon->pairs->uses[e->id] == 1 && !lower_lines_offset(l, e) &&
	            s->tap.n + s->scaled.n < MAX_TERMS;
	if (e->op == TIR_ADD && (top || here)) {
		gather(l, e->arg[0], s, false);
		gather(l, e->arg[1], s, false);
		return;
	}
	e = product(l, e);
	for (uint32_t i = 0; i < 2 && (e->op == TIR_MUL || (e->op == TIR_SHL && i == 0)); i++) {
		struct term t = {NULL};
		if (lower_pairs_order(l, e->arg[i]) == PAIRED &&
		        lower_pairs_order(l, e->arg[1 - i]) == NEUTRAL &&
		        lower_read_factor(l, e->arg[1 - i], e->op == TIR_SHL, &t.by) &&
		        add_product(l, s, e->arg[i], t))
			return;
	}
	if (widened_byte(e) > 0)
		add_product(l, s, e, (struct term){.by.bytes = bytes4(l, 1)});
	else
		VEC_PUSH(l->arena, &s->rest, e);
}

static LLVMValueRef plus(struct lower *l, LLVMValueRef sum, LLVMValueRef v)
{
	return sum ? LLVMBuildAdd(l->b, sum, v, "") : v;
}

/* sum + (t[0] + those of the n terms that have its byte, too) * byte. */
static LLVMValueRef add_scaled(struct lower *l, const struct sum *s, LLVMValueRef sum,
        struct term *t, uint32_t n)
{
	if (!t->x)
		return sum;
	LLVMValueRef x = s->build(l, t->x);
	for (uint32_t i = 1; i < n; i++) {
		if (!t[i].x || t[i].by.bytes != t->by.bytes)
			continue;
		x = plus(l, x, s->build(l, t[i].x));
		t[i].x = NULL;
	}
	return LOWER_HVX_SUM(l, TARGET_VMPYIHB, sum, x, t->by.bytes);
}

/* How many lanes behind a's load b's begins; INT64_MIN: they are not of one row as memory has it here. */
static int64_t distance(const struct lower *l, const struct tir_expr *a, const struct tir_expr *b)
{
	const struct tir_expr *e[2] = {a, b}, *base[2];
	int64_t at[2];
	for (int i = 0; i < 2; i++) {
		e[i] = lower_value_here(l, e[i]);
		if (e[i]->op != TIR_LOAD || e[i]->n != 1 || e[i]->arg[0]->op != TIR_RAMP ||
		        !tir_is_const_int(e[i]->arg[0]->arg[1]) || e[i]->arg[0]->arg[1]->u.i != 1)
			return INT64_MIN;
		base[i] = lower_split_offset(e[i]->arg[0]->arg[0], &at[i]);
	}
	bool row = e[0]->u.buffer == e[1]->u.buffer && base[0] == base[1] &&
	           at[1] - at[0] < LANES && at[0] - at[1] < LANES;
	return row ? at[1] - at[0] : INT64_MIN;
}

LLVMValueRef lower_flip_bytes(struct lower *l, LLVMValueRef v)
{
	enum { TOP = 0x80 };
	LLVMValueRef top = LLVMConstInt(LLVMInt8TypeInContext(l->ctx), TOP, false);
	top = lower_splat(l, top, LLVMGetVectorSize(LLVMTypeOf(v)));
	return LLVMBuildXor(l->b, v, top, "");
}

/* The bytes of a tap without a sign. */
static LLVMValueRef bytes_of(struct lower *l, const struct term *t)
{
	LLVMValueRef x = lower_expr(l, t->x);
	return t->flips ? lower_flip_bytes(l, x) : x;
}

static LLVMValueRef add_tap(struct lower *l, LLVMValueRef sum, const struct term *t)
{
	return LOWER_HVX_SUM(l, t->by.no_sign ? TARGET_VMPYUB : TARGET_VMPYBUS, sum, bytes_of(l, t),
	        t->by.bytes);
}

/* The bytes a, b, a, b. */
static LLVMValueRef two_bytes(struct lower *l, LLVMValueRef a, LLVMValueRef b)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef even = LLVMBuildAnd(l->b, a, LLVMConstInt(word, 0x00ff00ffu, false), "");
	LLVMValueRef odd = LLVMBuildAnd(l->b, b, LLVMConstInt(word, 0xff00ff00u, false), "");
	return LLVMBuildOr(l->b, even, odd, "");
}

/* sum + a * its byte + b * its byte. */
static LLVMValueRef add_two_taps(struct lower *l, LLVMValueRef sum, const struct term *a,
        const struct term *b)
{
	LLVMValueRef bytes = two_bytes(l, a->by.bytes, b->by.bytes);
	LLVMValueRef x = lower_hvx_join(l, bytes_of(l, a), bytes_of(l, b), LANES);
	return LOWER_HVX_SUM(l, TARGET_VMPABUS, sum, x, bytes);
}

/* Three neighbours in a row, the last one taken once: sum + a * its byte + b * its byte + c.  HVX makes
 * b and the lanes between of a and c. */
static LLVMValueRef add_three(struct lower *l, LLVMValueRef sum, const struct term *a,
        const struct term *b, const struct term *c)
{
	LLVMValueRef bytes = two_bytes(l, a->by.bytes, b->by.bytes);
	LLVMValueRef x = lower_hvx_join(l, bytes_of(l, a), bytes_of(l, c), LANES);
	return LOWER_HVX_SUM(l, TARGET_VTMPYBUS, sum, x, bytes);
}

/* Threes of taps; those that are done have no x any more. */
static LLVMValueRef add_threes(struct lower *l, LLVMValueRef sum, struct term *t, uint32_t n)
{
	for (uint32_t c = 0; c < n; c++) {
		uint32_t at[2] = {n, n};
		if (!t[c].x || t[c].by.bytes != bytes4(l, 1))
			continue;
		for (uint32_t i = 0; i < n; i++) {
			bool fits = i != c && t[i].x && !t[i].by.no_sign;
			int64_t d = fits ? distance(l, t[i].x, t[c].x) : 0;
			if (d == 1 || d == 2)
				at[2 - d] = i;
		}
		if (at[0] == n || at[1] == n)
			continue;
		sum = add_three(l, sum, &t[at[0]], &t[at[1]], &t[c]);
		t[at[0]].x = t[at[1]].x = t[c].x = NULL;
	}
	return sum;
}

/* Should the bytes of a and b share a register pair?  As often as possible with whom they did before. */
static bool are_mates(struct lower *l, const struct term *at, const struct term *bt, bool near)
{
	const struct tir_expr *a = at->x, *b = bt->x;
	if (!a || !b || at->by.no_sign || bt->by.no_sign)
		return false;
	uint32_t *mate = l->hexagon->pairs->mate, x = mate[a->id], y = mate[b->id];
	if (x || y)
		return x == b->id + 1 && y == a->id + 1;
	/* neighbours in a row meet again in the sums of other rows */
	if (near && distance(l, a, b) == INT64_MIN)
		return false;
	mate[a->id] = b->id + 1;
	mate[b->id] = a->id + 1;
	return true;
}

/* Taps two by two: first neighbours in a row, then whatever is left. */
static LLVMValueRef add_taps(struct lower *l, LLVMValueRef sum, struct term *t, uint32_t n)
{
	for (int round = 0; round < 2; round++) {
		for (uint32_t i = 0; i < n; i++) {
			uint32_t k = i + 1;
			while (k < n && !are_mates(l, &t[i], &t[k], !round))
				k++;
			if (k >= n)
				continue;
			sum = add_two_taps(l, sum, &t[i], &t[k]);
			t[i].x = t[k].x = NULL;
		}
	}
	for (uint32_t i = 0; i < n; i++)
		if (t[i].x)
			sum = add_tap(l, sum, &t[i]);
	return sum;
}

/* The first two taps that are taken once, together. */
static LLVMValueRef add_bytes(struct lower *l, struct sum *s)
{
	uint32_t at[2], n = 0;
	for (uint32_t i = 0; i < s->tap.n && n < 2; i++)
		if (s->tap.at[i].x && s->tap.at[i].by.bytes == bytes4(l, 1))
			at[n++] = i;
	if (n < 2)
		return NULL;
	LLVMValueRef x[2] = {bytes_of(l, &s->tap.at[at[0]]), bytes_of(l, &s->tap.at[at[1]])};
	s->tap.at[at[0]].x = s->tap.at[at[1]].x = NULL;
	return lower_hvx(l, TARGET_VADDUBH, x);
}

LLVMValueRef lower_unflip(struct lower *l, LLVMValueRef sum, const struct lower_factor *by)
{
	enum { TOP = 0x80 };
	LLVMTypeRef byte = LLVMInt8TypeInContext(l->ctx), type = LLVMTypeOf(sum);
	LLVMValueRef v = LLVMBuildTrunc(l->b, by->bytes, byte, "");
	v = by->no_sign ? LLVMBuildZExt(l->b, v, type, "") : LLVMBuildSExt(l->b, v, type, "");
	v = LLVMBuildMul(l->b, v, LLVMConstInt(type, TOP, false), "");
	return LLVMBuildSub(l->b, sum, v, "");
}

/* Subtract in each lane what the bytes with flipped signs add; NULL: there are none. */
static LLVMValueRef unflipped(struct lower *l, const struct sum *s, uint32_t lanes)
{
	LLVMValueRef all = LLVMConstNull(LLVMInt16TypeInContext(l->ctx));
	for (uint32_t i = 0; i < s->tap.n; i++)
		if (s->tap.at[i].flips)
			all = lower_unflip(l, all, &s->tap.at[i].by);
	return s->flips ? lower_splat(l, all, lanes) : NULL;
}

LLVMValueRef lower_taps(struct lower *l, const struct tir_expr *e, lower_pairs_builder *build)
{
	struct sum s = {.build = build};
	gather(l, e, &s, true);
	if (s.tap.n + s.scaled.n == 0)
		return NULL;
	LLVMValueRef sum = unflipped(l, &s, e->type.lanes);
	for (uint32_t i = 0; i < s.rest.n; i++)
		sum = plus(l, sum, build(l, s.rest.at[i]));
	for (uint32_t i = 0; i < s.scaled.n; i++)
		sum = add_scaled(l, &s, sum, &s.scaled.at[i], s.scaled.n - i);
	sum = add_threes(l, sum, s.tap.at, s.tap.n);
	LLVMValueRef bytes = add_bytes(l, &s);
	sum = bytes ? plus(l, sum, bytes) : sum;
	return add_taps(l, sum, s.tap.at, s.tap.n);
}
