/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/dot.c: sums of products of four neighbouring bytes, and words dealt out, as HVX has them.
 *
 * Idea.   acc[l] + sum over q < 4 of t[4 l + q] * a[q], where t holds unsigned bytes and a the four bytes of a scalar
 *         word, is one instruction (vrmpy) a register.  A sum is taken apart into its terms, and four of them that belong
 *         together become one.  Every other word of two registers is one instruction (vdeal), too.
 * Needs   sums of 32 bits, whose order is no matter, for they wrap.
 * Keeps   every bit: a product of two bytes, and four of them, fit 32 bits.
 * Costs   the terms of a sum, squared. */
#include "lowering/hexagon/internal.h"

enum { LANES = 32, BYTES = 4, LINE = TARGET_HVX_BYTES, MAX_TERMS = 256, MAX_DEPTH = 512 };

/* byte q of the words of `vector`, times that of the words of `other`, or byte 4 * half + q of `word`; both NULL: times a
 * number. */
struct product {
	const struct tir_expr *vector, *other, *word;
	int64_t number;
	uint32_t q, half;
	bool done;
};
struct sum {
	uint32_t n;
	const struct tir_expr *term[MAX_TERMS];
	struct product product[MAX_TERMS]; /* vector NULL: it is none */
};

static bool add_terms(struct sum *s, const struct tir_expr *e)
{
	if (e->op == TIR_ADD)
		return add_terms(s, e->arg[0]) && add_terms(s, e->arg[1]);
	if (s->n == MAX_TERMS)
		return false;
	s->term[s->n++] = e;
	return true;
}

/* ---- Products ----------------------------------------------------------------------------*/
static bool is_byte(struct tir_type t)
{
	return t.bits == 8 && (t.code == TIR_TYPE_INT || t.code == TIR_TYPE_UINT);
}

/* Is the lane number i of the shuffle q + 4 i?  Its one operand's lanes are as many times four. */
static bool takes_every_fourth(const struct tir_expr *e, uint32_t *q)
{
	const struct tir_expr *const *lane = e->arg + 1;
	uint32_t n = e->type.lanes;
	if (e->u.nvectors != 1 || e->arg[0]->type.lanes != BYTES * n || lane[0]->u.i >= BYTES)
		return false;
	*q = (uint32_t)lane[0]->u.i;
	for (uint32_t i = 0; i < n; i++)
		if (lane[i]->u.i != *q + BYTES * i)
			return false;
	return true;
}

static bool is_unsigned(const struct tir_expr *e)
{
	return e->type.code == TIR_TYPE_UINT;
}

/* Bytes q of words, widened. */
static bool read_vector(const struct lower *l, const struct tir_expr *e, struct product *p)
{
	e = lower_lanes_here(l, e);
	const struct tir_expr *x = e->op == TIR_CAST ? lower_lanes_here(l, e->arg[0]) : e;
	if (x == e || x->op != TIR_SHUFFLE || !is_byte(x->type) || !takes_every_fourth(x, &p->q))
		return false;
	p->vector = x->arg[0];
	return true;
}

/* A lane of one word or two. */
static bool is_lane(const struct tir_expr *e)
{
	uint32_t lanes = e->op == TIR_SHUFFLE && e->u.nvectors == 1 ? e->arg[0]->type.lanes : 0;
	return e->type.lanes == 1 && (lanes == BYTES || lanes == 2 * BYTES) && is_byte(e->type);
}

/* A byte that all lanes have: of a word, or a number. */
static bool read_scalar(const struct lower *l, const struct tir_expr *e, struct product *p)
{
	e = lower_value_here(l, e);
	bool wide = e->op == TIR_CAST;
	e = wide ? e->arg[0] : e;
	if (e->op != TIR_BROADCAST)
		return false;
	e = e->arg[0];
	if (!wide && e->op == TIR_INT_IMM) {
		p->number = e->u.i;
		return e->u.i >= -128 && e->u.i < 128;
	}
	e = !wide && e->op == TIR_CAST ? e->arg[0] : e;
	if (!is_lane(e))
		return false;
	p->word = e->arg[0];
	p->half = (uint32_t)e->arg[1]->u.i / BYTES;
	return e->arg[1]->u.i % BYTES == p->q;
}

/* Both are vectors: unsigned bytes first, as the instruction has them. */
static bool read_vectors(const struct lower *l, const struct tir_expr *e, struct product *p)
{
	struct product other = {0};
	if (!read_vector(l, e->arg[0], p) || !read_vector(l, e->arg[1], &other) || other.q != p->q)
		return false;
	bool swaps = !is_unsigned(p->vector) && is_unsigned(other.vector);
	p->other = swaps ? p->vector : other.vector;
	p->vector = swaps ? other.vector : p->vector;
	return true;
}

static struct product read_product(const struct lower *l, const struct tir_expr *e)
{
	struct product p = {.number = 1}, none = {0};
	if (e->op != TIR_MUL)
		return read_vector(l, e, &p) ? p : none;
	for (uint32_t i = 0; i < 2; i++) {
		p = (struct product){0};
		if (read_vector(l, e->arg[i], &p) && read_scalar(l, e->arg[!i], &p) &&
		        (p.word || is_unsigned(p.vector)))
			return p;
	}
	p = (struct product){0};
	return read_vectors(l, e, &p) ? p : none;
}

/* ---- Four of them ------------------------------------------------------------------------*/
/* Those of the four bytes of the words that product `first` is one of; false: they are not all there. */
static bool find_four(const struct sum *s, uint32_t first, uint32_t found[BYTES])
{
	const struct product *p = &s->product[first];
	for (uint32_t q = 0; q < BYTES; q++) {
		uint32_t i = first;
		for (; i < s->n; i++) {
			const struct product *x = &s->product[i];
			if (!x->done && x->vector == p->vector && x->other == p->other &&
			        x->word == p->word && x->half == p->half && x->q == q)
				break;
		}
		if (i == s->n)
			return false;
		found[q] = i;
	}
	return true;
}

/* The bytes as an integer of 64 bits, shifted right. */
static LLVMValueRef bits_of(struct lower *l, const struct tir_expr *bytes, unsigned shift)
{
	LLVMTypeRef own = LLVMIntTypeInContext(l->ctx, 8 * bytes->type.lanes);
	LLVMTypeRef wide = LLVMInt64TypeInContext(l->ctx);
	LLVMValueRef v = LLVMBuildBitCast(l->b, lower_expr(l, bytes), own, "");
	v = LLVMBuildZExt(l->b, v, wide, "");
	return shift ? LLVMBuildLShr(l->b, v, LLVMConstInt(wide, shift, false), "") : v;
}

static LLVMValueRef word_of(struct lower *l, const struct sum *s, const uint32_t four[BYTES])
{
	const struct product *p = &s->product[four[0]];
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	uint32_t bytes = 0;
	if (p->word)
		return LLVMBuildTrunc(l->b, bits_of(l, p->word, p->half * 32), word, "");
	for (uint32_t q = 0; q < BYTES; q++)
		bytes |= ((uint32_t)s->product[four[q]].number & 255) << 8 * q;
	return LLVMConstInt(word, bytes, false);
}

static LLVMValueRef add_four(struct lower *l, const struct sum *s, LLVMValueRef acc,
        const uint32_t four[BYTES])
{
	const struct product *p = &s->product[four[0]];
	bool is_signed = !p->word || !is_unsigned(p->word);
	bool splat = !is_unsigned(p->vector) &&
	             !p->other; /* there is no such instruction of a scalar */
	LLVMValueRef x[3] = {acc, lower_expr(l, p->vector),
	        p->other ? lower_expr(l, p->other) : word_of(l, s, four)};
	enum target_instruction i = is_signed ? TARGET_VRMPYBUS_ACC : TARGET_VRMPYUB_ACC;
	if (p->other)
		i = !is_unsigned(p->vector) ? TARGET_VRMPYBV_ACC
		    : is_unsigned(p->other) ? TARGET_VRMPYUBV_ACC
		                            : TARGET_VRMPYBUSV_ACC;
	if (splat) {
		unsigned bytes = LLVMGetVectorSize(LLVMTypeOf(x[1]));
		LLVMTypeRef lanes = LLVMTypeOf(x[1]);
		x[2] = LLVMBuildBitCast(l->b, lower_splat(l, x[2], bytes / BYTES), lanes, "");
		i = is_signed ? TARGET_VRMPYBV_ACC : TARGET_VRMPYBUSV_ACC;
		if (!is_signed) { /* the unsigned one first */
			LLVMValueRef vector = x[1];
			x[1] = x[2];
			x[2] = vector;
		}
	}
	return lower_hvx(l, i, x);
}

/* What is no product, and products that lack others, one by one. */
static LLVMValueRef rest_of(struct lower *l, const struct tir_expr *e, const struct sum *s)
{
	LLVMValueRef rest = NULL;
	for (uint32_t i = 0; i < s->n; i++) {
		if (s->product[i].done)
			continue;
		LLVMValueRef v = lower_expr(l, s->term[i]);
		rest = rest ? LLVMBuildAdd(l->b, rest, v, "") : v;
	}
	return rest ? rest : LLVMConstNull(lower_type(l, e->type));
}

static LLVMValueRef sum_of_products(struct lower *l, const struct tir_expr *e, struct sum *s)
{
	uint32_t (*four)[BYTES] = (uint32_t (*)[BYTES])ARENA_NEWN(l->arena, uint32_t, MAX_TERMS);
	uint32_t n = 0;
	for (uint32_t i = 0; i < s->n; i++)
		s->product[i] = read_product(l, s->term[i]);
	for (uint32_t i = 0; i < s->n; i++) {
		if (!s->product[i].vector || s->product[i].done || !find_four(s, i, four[n]))
			continue;
		for (uint32_t q = 0; q < BYTES; q++)
			s->product[four[n][q]].done = true;
		n++;
	}
	if (!n)
		return NULL;
	LLVMValueRef v = rest_of(l, e, s);
	for (uint32_t i = 0; i < n; i++)
		v = add_four(l, s, v, four[i]);
	return v;
}

/* ---- Sums of the bytes of scalar words ---------------------------------------------------*/
/* Those of the terms that are all lanes of one vector, each once; false: they are not all there. */
static bool find_lanes(const struct sum *s, const struct tir_expr *bytes, uint32_t *found)
{
	for (uint32_t k = 0; k < bytes->type.lanes; k++) {
		uint32_t i = 0;
		while (i < s->n &&
		        (s->product[i].done || s->product[i].word != bytes || s->product[i].q != k))
			i++;
		if (i == s->n)
			return false;
		found[k] = i;
	}
	return true;
}

/* Bytes, widened. */
static struct product read_lane(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST ? e->arg[0] : e;
	if (x == e || !is_lane(x))
		return (struct product){0};
	return (struct product){.word = x->arg[0], .q = (uint32_t)x->arg[1]->u.i};
}

static LLVMValueRef add_bytes(struct lower *l, LLVMValueRef acc, const struct tir_expr *bytes)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(l->ctx);
	LLVMValueRef ones = LLVMConstInt(wide, 0x0101010101010101, false);
	LLVMValueRef x[3] = {acc, bits_of(l, bytes, 0), ones};
	const char *name = bytes->type.code == TIR_TYPE_INT ? "llvm.hexagon.M5.vrmacbsu"
	                                                    : "llvm.hexagon.M5.vrmacbuu";
	return lower_intrinsic(l, name, NULL, 0, x, 3);
}

static LLVMValueRef sum_of_bytes(struct lower *l, const struct tir_expr *e, struct sum *s)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(l->ctx), word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef acc = LLVMConstNull(wide);
	uint32_t found[2 * BYTES], n = 0;
	for (uint32_t i = 0; i < s->n; i++)
		s->product[i] = read_lane(s->term[i]);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct tir_expr *bytes = s->product[i].word;
		if (!bytes || s->product[i].done || !find_lanes(s, bytes, found))
			continue;
		for (uint32_t k = 0; k < bytes->type.lanes; k++)
			s->product[found[k]].done = true;
		acc = add_bytes(l, acc, bytes);
		n++;
	}
	if (!n)
		return NULL;
	LLVMValueRef high = LLVMBuildLShr(l->b, acc, LLVMConstInt(wide, 32, false), "");
	LLVMValueRef v = LLVMBuildAdd(l->b, LLVMBuildTrunc(l->b, acc, word, ""),
	        LLVMBuildTrunc(l->b, high, word, ""), "");
	return LLVMBuildAdd(l->b, v, rest_of(l, e, s), "");
}

/* ---- The hook ----------------------------------------------------------------------------*/
/* Is the term that is added last one that this file is about?  Few sums are looked at any further. */
static bool may_be_dot(const struct lower *l, const struct tir_expr *e)
{
	while (e->op == TIR_ADD)
		e = e->arg[1];
	if (e->type.lanes == 1)
		return read_lane(e).word != NULL;
	return read_product(l, e).vector != NULL;
}

LLVMValueRef lower_dot(struct lower *l, const struct tir_expr *e)
{
	bool vector = e->type.lanes > 1;
	if (e->op != TIR_ADD || e->type.bits != 32 || (vector && e->type.lanes % LANES) ||
	        !tir_is_integral(e->type) || !l->hexagon->pairs || l->side != LOWER_PLAIN ||
	        e->depth > MAX_DEPTH || !may_be_dot(l, e))
		return NULL;
	struct sum *s = ARENA_NEW(l->arena, struct sum);
	if (!add_terms(s, e))
		return NULL;
	return vector ? sum_of_products(l, e, s) : sum_of_bytes(l, e, s);
}

/* ---- Words dealt out ---------------------------------------------------------------------*/
/* Every other word of two registers, from the first or from the second one on. */
LLVMValueRef lower_deal(struct lower *l, const struct tir_expr *e)
{
	const struct tir_expr *const *lane = e->arg + 2;
	if (e->op != TIR_SHUFFLE || e->u.nvectors != 2 || e->type.lanes != LINE ||
	        e->type.bits != 8 || e->arg[0]->type.lanes != LINE ||
	        e->arg[1]->type.lanes != LINE || !l->hexagon->pairs || l->side != LOWER_PLAIN)
		return NULL;
	int64_t first = lane[0]->u.i;
	if (first != 0 && first != BYTES)
		return NULL;
	for (uint32_t i = 0; i < LINE; i++)
		if (lane[i]->u.i != first + i / BYTES * 2 * BYTES + i % BYTES)
			return NULL;
	LLVMValueRef high = lower_expr(l, e->arg[1]), low = lower_expr(l, e->arg[0]);
	return lower_hvx_half(l, lower_hvx_exchange(l, true, high, low, -BYTES), first);
}
