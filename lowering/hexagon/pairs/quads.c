/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/pairs/quads.c: 32-bit sums of bytes on HVX, between widening and narrowing, in the order that its instructions make.
 *
 * Idea.   HVX widens bytes to even and odd halves, and halves to even and odd words: 128 lanes are four registers, in
 *         the order of two swapped bits of the lane.  Narrowing by shift and saturation undoes both.  What lies between is
 *         lane by lane, so no lane is moved on the way, and a byte times a number is one instruction for 64 lanes, which
 *         adds up as well.  Of bytes that come two by two (`x // 2`) even and odd halves are the same: half of the work.
 * Needs   HVX of 128 bytes; vectors of a multiple of 128 lanes of 32 bits, made of casts from bytes, scalars and each
 *         other.  Anything else is lowered as elsewhere.
 * Keeps   every bit: 32-bit arithmetic wraps on HVX, and signed sums that overflow are not defined in TIR.
 * Costs   a walk over each operand; a bound variable that a narrowing cast needs is built in both orders, and LLVM
 *         drops the one that is not used. */
#include "lowering/hexagon/halves.h"

enum {
	LANES = PAIR_LANES,
	WORDS = LANES / 4, /* of a register */
	MAX_DEPTH = 256,
	MAX_TERMS = 16,
	MAX_FACTOR = 1 << 15,
	MAX_SHIFT = 16,
};

struct lower_quads {
	uint8_t *order;    /* by expression number: enum order */
	struct memo *memo; /* by expression number */
	uint8_t *named;    /* by variable number: enum order */
	struct lower_wanted wanted;
	LLVMValueRef *var; /* by variable number */
};

/* ---- Which vectors may lie so ------------------------------------------------------------*/
static bool is_words(struct tir_type t)
{
	return tir_is_int(t) && t.bits == 32 && t.lanes % LANES == 0;
}

static enum order order_of(const struct lower *l, const struct tir_expr *e);

static enum order find_order(const struct lower *l, const struct tir_expr *e)
{
	if (!is_words(e->type) || e->depth > MAX_DEPTH || e->flags & TIR_HAS_EFFECT)
		return NEVER;
	if (e->op == TIR_BROADCAST)
		return e->arg[0]->type.lanes == 1 ? NEUTRAL : NEVER;
	if (e->op == TIR_VAR) {
		enum order named = (enum order)l->hexagon->quads->named[e->u.var->id];
		return named == UNKNOWN ? NEVER : named;
	}
	if (e->op == TIR_CAST)
		return lower_pairs_is_bytes(e->arg[0]->type) ? PAIRED : order_of(l, e->arg[0]);
	if (lower_quads_is_scaling(e))
		return order_of(l, e->arg[0]) == PAIRED ? PAIRED : NEVER;
	if (!lower_is_lanewise(e))
		return NEVER;
	enum order all = NEUTRAL;
	for (uint32_t i = 0; i < e->n; i++) {
		enum order a = order_of(l, e->arg[i]);
		if (a == NEVER)
			return NEVER;
		all = a == PAIRED ? PAIRED : all;
	}
	return all;
}

static enum order order_of(const struct lower *l, const struct tir_expr *e)
{
	uint8_t *known = &l->hexagon->quads->order[e->id];
	if (*known == UNKNOWN)
		*known = (uint8_t)find_order(l, e);
	return (enum order) * known;
}

static bool is_narrowing(const struct lower *l, const struct tir_expr *e)
{
	return e->op == TIR_CAST && lower_pairs_is_bytes(e->type) && is_words(e->arg[0]->type) &&
	       order_of(l, e->arg[0]) == PAIRED;
}

void lower_quads_begin(struct lower *l)
{
	struct lower_quads *w = l->hexagon->quads = ARENA_NEW(l->arena, struct lower_quads);
	w->order = ARENA_NEWN(l->arena, uint8_t, l->m->nexprs);
	w->memo = ARENA_NEWN(l->arena, struct memo, l->m->nexprs);
	w->named = ARENA_NEWN(l->arena, uint8_t, l->m->nvars);
	w->wanted.var = ARENA_NEWN(l->arena, bool, l->m->nvars);
	w->var = ARENA_NEWN(l->arena, LLVMValueRef, l->m->nvars);
}

void lower_quads_note(struct lower *l, const struct tir_expr *e)
{
	if (is_narrowing(l, e))
		VEC_PUSH(l->arena, &l->hexagon->quads->wanted.todo, e->arg[0]);
}

void lower_quads_bound(struct lower *l, const struct tir_stmt *s)
{
	l->hexagon->quads->named[tir_as_bind(s)->var->id] = (uint8_t)order_of(l,
	        tir_as_bind(s)->value.e);
}

void lower_quads_want(struct lower *l)
{
	lower_want_names(l, &l->hexagon->quads->wanted, order_of);
}

/* ---- Sums --------------------------------------------------------------------------------*/
/* Bytes times a number. */
struct term {
	const struct tir_expr *bytes;
	int64_t by;
};
struct rest {
	const struct tir_expr *e;
	bool minus;
};
struct sum {
	int64_t constant;
	uint32_t nterms, nrest;
	struct term term[MAX_TERMS];
	struct rest rest[MAX_TERMS];
};

static bool is_widened(const struct tir_expr *e)
{
	return e->op == TIR_CAST && lower_pairs_is_bytes(e->arg[0]->type);
}

/* Add e, or its negative, to the sum; false: it has too many terms. */
static bool add_terms(const struct lower *l, struct sum *s, const struct tir_expr *e, bool minus,
        bool top)
{
	int64_t n;
	bool here = top || l->hexagon->pairs->uses[e->id] == 1;
	if ((e->op == TIR_ADD || e->op == TIR_SUB) && here)
		return add_terms(l, s, e->arg[0], minus, false) &&
		       add_terms(l, s, e->arg[1], minus != (e->op == TIR_SUB), false);
	if (tir_number_of(e, &n)) {
		s->constant += minus ? -n : n;
		return true;
	}
	if (s->nterms == MAX_TERMS || s->nrest == MAX_TERMS)
		return false;
	for (uint32_t i = 0; e->op == TIR_MUL && i < 2; i++)
		if (is_widened(e->arg[i]) && tir_number_of(e->arg[1 - i], &n) && n < MAX_FACTOR &&
		        n > -MAX_FACTOR) {
			s->term[s->nterms++] = (struct term){e->arg[i]->arg[0], minus ? -n : n};
			return true;
		}
	s->rest[s->nrest++] = (struct rest){e, minus};
	return true;
}

/* ---- Values ------------------------------------------------------------------------------*/
static LLVMValueRef build(struct lower *l, const struct tir_expr *e);

/* The even halves of each 128 bytes, then the odd ones. */
static LLVMValueRef halves(struct lower *l, const struct tir_expr *bytes)
{
	return lower_hvx_widen(l, lower_expr(l, bytes), bytes->type.code == TIR_TYPE_INT);
}

static LLVMValueRef widen(struct lower *l, const struct tir_expr *bytes)
{
	return lower_hvx_widen(l, halves(l, bytes), bytes->type.code == TIR_TYPE_INT);
}

/* Do the bytes come two by two? */
static bool comes_twice(struct lower *l, const struct tir_expr *bytes)
{
	LLVMValueRef v = lower_expr(l, bytes);
	unsigned n = bytes->type.lanes;
	if (n != LANES || !LLVMIsAShuffleVectorInst(v) || LLVMGetNumMaskElements(v) != n)
		return false;
	for (unsigned i = 0; i < n; i += 2)
		if (LLVMGetMaskValue(v, i) != LLVMGetMaskValue(v, i + 1))
			return false;
	return true;
}

static LLVMValueRef splat(struct lower *l, int64_t c, unsigned n)
{
	return lower_splat(l, LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)c, true), n);
}

/* all + h * by, h halves; all: NULL is 0. */
static LLVMValueRef add_product(struct lower *l, LLVMValueRef all, LLVMValueRef h, int64_t by)
{
	uint32_t two = (uint32_t)by & 0xffff;
	LLVMValueRef x = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), two | two << 16, false);
	if (!all || target_has_instruction(l->hvx, TARGET_VMPYH_ACC))
		return LOWER_HVX_SUM(l, TARGET_VMPYH, all, h, x);
	return LLVMBuildAdd(l->b, all, LOWER_HVX(l, TARGET_VMPYH, h, x), "");
}

/* Every other one of the bytes, as halves: LLVM takes them from where they were one by one. */
static LLVMValueRef every_other(struct lower *l, const struct tir_expr *bytes)
{
	LLVMTypeRef type = LLVMVectorType(LLVMInt16TypeInContext(l->ctx), LANES / 2);
	LLVMValueRef mask[LANES / 2], v = lower_expr(l, bytes);
	for (unsigned i = 0; i < LANES / 2; i++)
		mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), 2 * i, false);
	v = LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, LANES / 2), "");
	return bytes->type.code == TIR_TYPE_INT ? LLVMBuildSExt(l->b, v, type, "")
	                                        : LLVMBuildZExt(l->b, v, type, "");
}

/* A register at a time: two constant ones would be kept for a pair. */
static LLVMValueRef add_constant(struct lower *l, LLVMValueRef v, int64_t c)
{
	return LOWER_HVX(l, TARGET_VADDW, v, splat(l, c, WORDS));
}

/* The terms whose bytes come two by two are the same for even and odd halves. */
static LLVMValueRef add_twice(struct lower *l, struct sum *s)
{
	LLVMValueRef all = NULL;
	for (uint32_t i = 0; i < s->nterms; i++) {
		const struct tir_expr *bytes = s->term[i].bytes;
		if (!comes_twice(l, bytes))
			continue;
		all = add_product(l, all, every_other(l, bytes), s->term[i].by);
		s->term[i].bytes = NULL;
	}
	if (!all)
		return NULL;
	all = s->constant ? add_constant(l, all, s->constant) : all;
	s->constant = 0;
	return lower_lanes(l, all, all, 0, LANES);
}

static LLVMValueRef add_up(struct lower *l, const struct tir_expr *e)
{
	struct sum *s = ARENA_NEW(l->arena, struct sum);
	if (!add_terms(l, s, e, false, true) || !s->nterms)
		return NULL;
	LLVMValueRef all = add_twice(l, s);
	for (uint32_t i = 0; i < s->nterms; i++)
		if (s->term[i].bytes)
			all = add_product(l, all, halves(l, s->term[i].bytes), s->term[i].by);
	for (uint32_t i = 0; i < s->nrest; i++) {
		LLVMValueRef v = build(l, s->rest[i].e);
		all = s->rest[i].minus ? LLVMBuildSub(l->b, all, v, "")
		                       : LLVMBuildAdd(l->b, all, v, "");
	}
	return s->constant ? add_constant(l, all, s->constant) : all;
}

static LLVMValueRef make(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = NULL;
	if (order_of(l, e) == NEUTRAL)
		return lower_expr(l, e);
	if (e->op == TIR_VAR)
		return l->hexagon->quads->var[e->u.var->id];
	if (e->op == TIR_CAST)
		return is_widened(e) ? widen(l, e->arg[0]) : build(l, e->arg[0]);
	if (e->op == TIR_BITNOT)
		return LLVMBuildNot(l->b, build(l, e->arg[0]), "");
	if (e->op == TIR_CALL)
		return lower_quads_scaled(l, e, build);
	if (e->op == TIR_ADD)
		v = lower_quads_rows(l, e, build);
	if (!v && (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL))
		v = add_up(l, e);
	return v ? v : lower_binary(l, e, build(l, e->arg[0]), build(l, e->arg[1]));
}

static LLVMValueRef build(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = lower_recall(l, l->hexagon->quads->memo, e);
	return v ? v : lower_remember(l, l->hexagon->quads->memo, e, make(l, e));
}

/* ---- Back to bytes -----------------------------------------------------------------------*/
/* Each 32 even words and 32 odd ones as 64 halves, by an instruction. */
static LLVMValueRef pack(struct lower *l, enum target_instruction i, LLVMValueRef v, int64_t shift)
{
	LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)shift, false);
	return lower_hvx_pack(l, i, v, n);
}

/* Unsigned bytes without a shift, of which a packet has one. */
static LLVMValueRef saturated(struct lower *l, enum target_instruction i, int64_t low,
        LLVMValueRef v)
{
	return pack(l, low ? i : TARGET_VSATHUB, v, 0);
}

LLVMValueRef lower_quads_narrow(struct lower *l, const struct tir_expr *e)
{
	struct lower_range r;
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN || !is_narrowing(l, e))
		return NULL;
	LLVMValueRef scaled = lower_quads_scaled_bytes(l, e, build);
	if (scaled)
		return scaled;
	const struct tir_expr *x = lower_pairs_clamped(e->arg[0], &r);
	enum target_instruction i;
	if (x->type.code == TIR_TYPE_INT &&
	        lower_pairs_saturation(l, TIR_TYPE_INT, &r, false, &i) && r.shift < MAX_SHIFT)
		return saturated(l, i, r.low, pack(l, TARGET_VASRWHSAT, build(l, x), r.shift));
	LLVMValueRef v = pack(l, TARGET_VASRWH, build(l, e->arg[0]), 0);
	return lower_hvx_pack(l, TARGET_VSHUFFEB, v, NULL);
}

LLVMValueRef lower_quads_bind(struct lower *l, const struct tir_stmt *s)
{
	if (!l->hexagon->pairs || l->side != LOWER_PLAIN ||
	        !l->hexagon->quads->wanted.var[tir_as_bind(s)->var->id])
		return NULL;
	LLVMValueRef v = build(l, tir_as_bind(s)->value.e);
	l->hexagon->quads->var[tir_as_bind(s)->var->id] = v;
	return lower_hvx_words_in_order(l, v);
}
