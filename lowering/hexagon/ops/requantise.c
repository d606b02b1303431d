/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/requantise.c: T.q_multiply_shift and its kin, and upper bits of products, on vectors, in 32 bits.
 *
 * Idea.   (x * m + 2^(30 + n)) >> (31 + n) is ((x * m >> 31) + 2^(n - 1)) >> n: floors nest.  HVX has x * m >> 31 in two
 *         instructions; a shift by n - 1 and the mean of that and 0, rounded up, do the rest, and nothing overflows.  HVX
 *         saturates -2^31 * -2^31 >> 31 to 2^31 - 1, where the result is 2^(31 - n) all the same.
 *         Where x has 16 bits, above zeros or not, x * m >> 15 is one instruction; and so is x, above zeros, where it is a
 *         product of two numbers of 16 bits.
 *         Shifts that are known when the program runs are looked at there: if a lane's is none of 1 to 32, all lanes go
 *         one by one, in 64 bits.
 * Needs   half a register of 32 bits a lane at least, filled up to whole ones; q = 31; no shift to the left.
 * Costs   five instructions a register; for shifts in memory, a test.
 * Wrong if a shift is not looked at: HVX takes the low bits of it. */
#include "lowering/hexagon/internal.h"

enum { LANES = 32, Q = 31, MOST = 32 };

LLVMValueRef lower_high_words(struct lower *l, LLVMValueRef x, LLVMValueRef y, bool is_half)
{
	if (is_half)
		return LOWER_HVX(l, TARGET_VMPYOWH, y, x);
	return LOWER_HVX(l, TARGET_VMPYOWH_SACC, LOWER_HVX(l, TARGET_VMPYEWUH, x, y), x, y);
}

/* v >> n, rounded; n: one number, or one for each lane. */
static LLVMValueRef rounded(struct lower *l, LLVMValueRef v, LLVMValueRef n)
{
	bool by_lane = LLVMGetTypeKind(LLVMTypeOf(n)) == LLVMVectorTypeKind;
	LLVMValueRef one = by_lane ? lower_splat(l, lower_word(l, 1),
	                                     LLVMGetVectorSize(LLVMTypeOf(n)))
	                           : lower_word(l, 1);
	if (by_lane || n != one)
		v = LOWER_HVX(l, by_lane ? TARGET_VASRWV : TARGET_VASRW, v,
		        LLVMBuildSub(l->b, n, one, ""));
	return LOWER_HVX(l, TARGET_VAVGWRND, v, LLVMConstNull(LLVMTypeOf(v)));
}

LLVMValueRef lower_rounded_words(struct lower *l, LLVMValueRef v, int64_t n)
{
	return rounded(l, v, lower_word(l, n));
}

/* n: one number, or one for each lane. */
static LLVMValueRef scale(struct lower *l, LLVMValueRef x, LLVMValueRef m, LLVMValueRef n)
{
	return rounded(l, lower_high_words(l, x, m, false), n);
}

/* ---- Short operands ----------------------------------------------------------------------*/
struct limits {
	int64_t lo, hi;
};

static struct limits limits_of_type(struct tir_type t)
{
	int64_t n = INT64_C(1) << (t.bits > 32 ? 32 : t.bits);
	return t.code == TIR_TYPE_INT ? (struct limits){-n / 2, n / 2 - 1}
	                              : (struct limits){0, n - 1};
}

static struct limits of_products(struct limits a, struct limits b)
{
	int64_t p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
	struct limits out = {p[0], p[0]};
	for (int i = 1; i < 4; i++) {
		out.lo = p[i] < out.lo ? p[i] : out.lo;
		out.hi = p[i] > out.hi ? p[i] : out.hi;
	}
	return out;
}

/* Between which numbers each lane lies: sums and products of short numbers. */
static struct limits limits_of(const struct tir_expr *e, unsigned depth)
{
	struct limits all = limits_of_type(e->type), a, b, out;
	if (e->op == TIR_BROADCAST)
		e = e->arg[0];
	if (e->op == TIR_INT_IMM)
		return (struct limits){e->u.i, e->u.i};
	if (!depth || e->type.bits > 32 ||
	        (e->op != TIR_CAST && e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL))
		return all;
	a = limits_of(e->arg[0], depth - 1);
	if (e->op == TIR_CAST)
		return tir_is_int(e->arg[0]->type) && a.lo >= all.lo && a.hi <= all.hi ? a : all;
	b = limits_of(e->arg[1], depth - 1);
	out = e->op == TIR_MUL   ? of_products(a, b)
	      : e->op == TIR_ADD ? (struct limits){a.lo + b.lo, a.hi + b.hi}
	                         : (struct limits){a.lo - b.hi, a.hi - b.lo};
	return out.lo >= all.lo && out.hi <= all.hi ? out : all;
}

bool lower_has_16_bits(const struct tir_expr *e)
{
	enum { DEPTH = 8 };
	struct limits x = limits_of(e, DEPTH);
	return x.lo >= INT16_MIN && x.hi <= INT16_MAX;
}

static const struct tir_expr *one_of(const struct tir_expr *e)
{
	return e->op == TIR_BROADCAST ? e->arg[0] : e;
}

/* Of a value: are its lower 16 bits 0?  Those of a number may be, and of what is shifted or masked; a maximum is one of two. */
static int64_t is_high_half(const struct tir_expr *e)
{
	enum { HALF = 16 };
	const struct tir_expr *by = e->n > 1 ? one_of(e->arg[1]) : NULL;
	if (one_of(e)->op == TIR_INT_IMM)
		return !(one_of(e)->u.i & UINT16_MAX);
	if (e->op == TIR_CAST)
		return e->arg[0]->type.bits == e->type.bits && is_high_half(e->arg[0]);
	if (!by || by->op != TIR_INT_IMM)
		return false;
	return e->op == TIR_SHL   ? by->u.i >= HALF && by->u.i < 2 * HALF
	       : e->op == TIR_MAX ? is_high_half(by) && is_high_half(e->arg[0])
	                          : e->op == TIR_BITAND && is_high_half(by);
}

/* An operand of 32 bits in whole registers. */
static LLVMValueRef lanes_of(struct lower *l, const struct tir_expr *e, unsigned lanes)
{
	LLVMValueRef v = lower_expr(l, e);
	return e->type.lanes > 1 ? lower_hvx_padded(l, v, lanes) : lower_splat(l, v, lanes);
}

/* x * m >> 31, where only the upper half of x is something. */
static LLVMValueRef scale_half(struct lower *l, LLVMValueRef x, LLVMValueRef m, int64_t n)
{
	return lower_rounded_words(l, lower_high_words(l, x, m, true), n);
}

/* A product of two numbers of 16 bits, above zeros, in one instruction; NULL: e is none. */
static LLVMValueRef product_of_halves(struct lower *l, const struct tir_expr *e, LLVMValueRef by,
        unsigned lanes)
{
	if (e->op != TIR_MUL || !lower_has_16_bits(e->arg[0]) || !lower_has_16_bits(e->arg[1]) ||
	        l->side != LOWER_PLAIN)
		return NULL;
	LLVMValueRef x[2];
	for (unsigned i = 0; i < 2; i++)
		x[i] = LLVMBuildShl(l->b, lanes_of(l, e->arg[i], lanes), by, "");
	return lower_hvx(l, TARGET_VMPYIOWH, x);
}

/* By one number of bits: x is what e is. */
static LLVMValueRef scale_all(struct lower *l, const struct tir_expr *e, LLVMValueRef x,
        LLVMValueRef m, int64_t n)
{
	enum { HALF = 16 };
	if (is_high_half(e))
		return scale_half(l, x, m, n);
	if (n + HALF > MOST || !lower_has_16_bits(e))
		return scale(l, x, m, lower_word(l, n));
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(x));
	LLVMValueRef by = lower_splat(l, lower_word(l, HALF), lanes);
	LLVMValueRef high = product_of_halves(l, e, by, lanes);
	return scale_half(l, high ? high : LLVMBuildShl(l->b, x, by, ""), m, n + HALF);
}

/* ---- Lane by lane ------------------------------------------------------------------------*/
/* sext(x) * sext(m), rounded and shifted in 64 bits. */
static LLVMValueRef scale_lane(struct lower *l, LLVMValueRef x, LLVMValueRef m, LLVMValueRef n)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(l->ctx);
	LLVMValueRef one = LLVMConstInt(wide, 1, false), q = LLVMConstInt(wide, Q, false);
	LLVMValueRef by = LLVMBuildAdd(l->b, LLVMBuildSExt(l->b, n, wide, ""), q, "");
	LLVMValueRef v = LLVMBuildMul(l->b, LLVMBuildSExt(l->b, x, wide, ""),
	        LLVMBuildSExt(l->b, m, wide, ""), "");
	LLVMValueRef half = LLVMBuildShl(l->b, one, LLVMBuildSub(l->b, by, one, ""), "");
	v = LLVMBuildAShr(l->b, LLVMBuildAdd(l->b, v, half, ""), by, "");
	return LLVMBuildTrunc(l->b, v, LLVMTypeOf(x), "");
}

/* The loop over lanes: in memory, for LLVM takes vectors of 64 bits apart at length. */
static LLVMValueRef scale_lanes(struct lower *l, const LLVMValueRef x[3])
{
	LLVMTypeRef type = LLVMTypeOf(x[0]), word = LLVMInt32TypeInContext(l->ctx);
	unsigned lanes = LLVMGetVectorSize(type);
	LLVMValueRef p[3], lane[3];
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
	LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(l->entry));
	for (unsigned i = 0; i < 3; i++) {
		p[i] = LLVMBuildAlloca(l->b, type, "");
		LLVMSetAlignment(p[i], TARGET_HVX_BYTES);
	}
	LLVMPositionBuilderAtEnd(l->b, before);
	for (unsigned i = 0; i < 3; i++)
		LLVMSetAlignment(LLVMBuildStore(l->b, x[i], p[i]), TARGET_HVX_BYTES);
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lane");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanes");
	LLVMBuildBr(l->b, body);
	LLVMPositionBuilderAtEnd(l->b, body);
	LLVMValueRef k = LLVMBuildPhi(l->b, word, ""), at[3];
	for (unsigned i = 0; i < 3; i++) {
		at[i] = LLVMBuildGEP2(l->b, word, p[i], &k, 1, "");
		lane[i] = LLVMBuildLoad2(l->b, word, at[i], "");
	}
	LLVMBuildStore(l->b, scale_lane(l, lane[0], lane[1], lane[2]), at[0]);
	LLVMValueRef next = LLVMBuildAdd(l->b, k, lower_word(l, 1), ""),
	             from[2] = {lower_word(l, 0), next};
	LLVMBasicBlockRef blocks[2] = {before, body};
	LLVMAddIncoming(k, from, blocks, 2);
	LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntULT, next, lower_word(l, lanes), "");
	lower_mark_rare(l, LLVMBuildCondBr(l->b, more, body, end));
	LLVMPositionBuilderAtEnd(l->b, end);
	LLVMValueRef v = LLVMBuildLoad2(l->b, type, p[0], "");
	LLVMSetAlignment(v, TARGET_HVX_BYTES);
	return v;
}

/* ---- Shifts of lanes ---------------------------------------------------------------------*/
/* Is a lane's shift none of 1 to MOST?  Their bits above, of all lanes together. */
static LLVMValueRef is_other(struct lower *l, LLVMValueRef n)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(n));
	LLVMValueRef less = LLVMBuildSub(l->b, n, lower_splat(l, lower_word(l, 1), lanes), "");
	LLVMValueRef all = LLVMBuildAnd(l->b, less, lower_splat(l, lower_word(l, -MOST), lanes),
	        "");
	return LLVMBuildICmp(l->b, LLVMIntNE, lower_hvx_any(l, all), lower_word(l, 0), "");
}

static LLVMValueRef scale_by_lane(struct lower *l, const LLVMValueRef x[3])
{
	LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "wide");
	LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "words");
	LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "scaled"), from[2];
	LLVMValueRef v[2];
	lower_mark_unlikely(l, LLVMBuildCondBr(l->b, is_other(l, x[2]), slow, fast));
	LLVMPositionBuilderAtEnd(l->b, slow);
	v[0] = scale_lanes(l, x);
	from[0] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, fast);
	v[1] = scale(l, x[0], x[1], x[2]);
	from[1] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, join);
	LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(x[0]), "");
	LLVMAddIncoming(phi, v, from, 2);
	return phi;
}

/* ---- Upper bits of products --------------------------------------------------------------*/
/* x * y >> by, unless both are -2^31; is_half: the lower 16 bits of x are 0. */
static LLVMValueRef high(struct lower *l, LLVMValueRef x, LLVMValueRef y, int64_t by, bool is_half)
{
	LLVMValueRef v = lower_high_words(l, x, y, is_half);
	return by > Q ? LOWER_HVX(l, TARGET_VASRW, v, lower_word(l, by - Q)) : v;
}

/* Of a value: is it above -2^31, as a number may be, and a maximum of it and a number? */
static int64_t is_above_least(const struct tir_expr *e)
{
	const struct tir_expr *of = one_of(e->op == TIR_MAX ? e->arg[1] : e);
	return of->op == TIR_INT_IMM && of->u.i > INT32_MIN;
}

/* A factor of 32 bits, which the text may have in 64, in whole registers. */
static LLVMValueRef factor(struct lower *l, const struct tir_expr *e, unsigned lanes)
{
	return e->op == TIR_INT_IMM ? lower_splat(l, lower_word(l, e->u.i), lanes)
	                            : lanes_of(l, e, lanes);
}

/* The same, of any x and y; cut to 32 bits. */
static LLVMValueRef exact_high(struct lower *l, LLVMValueRef x, LLVMValueRef y, int64_t by,
        bool is_half)
{
	LLVMTypeRef type = LLVMTypeOf(x);
	unsigned lanes = LLVMGetVectorSize(type);
	LLVMValueRef least = lower_splat(l, lower_word(l, INT32_MIN), lanes);
	LLVMValueRef square = lower_splat(l, lower_word(l, INT64_C(1) << (2 * Q - by)), lanes);
	LLVMValueRef larger = x;
	if (x != y)
		larger = LLVMBuildSelect(l->b, LLVMBuildICmp(l->b, LLVMIntSGT, x, y, ""), x, y, "");
	LLVMValueRef both = LLVMBuildICmp(l->b, LLVMIntEQ, larger, least, "");
	return LLVMBuildSelect(l->b, both, square, high(l, x, y, by, is_half), "");
}

/* ---- Products by short numbers ------------------------------------------------------------*/
/* Is it a sum or difference of two powers of two, which LLVM makes of shifts? */
static bool is_cheap(int64_t n)
{
	uint64_t x = (uint64_t)(n < 0 ? -n : n);
	return __builtin_popcountll(x) < 3 || __builtin_popcountll(x + (x & -x)) < 2;
}

/* x, if e is the upper half of its words, at least so much shifted to the right; by how much more goes to *more. */
static const struct tir_expr *of_upper_half(const struct tir_expr *e, int64_t *more)
{
	enum { HALF = 16 };
	if (e->op == TIR_CAST && e->arg[0]->type.bits == e->type.bits)
		e = e->arg[0];
	const struct tir_expr *by = e->op == TIR_SHR && e->type.code == TIR_TYPE_INT
	                                    ? one_of(e->arg[1])
	                                    : e;
	*more = by->op == TIR_INT_IMM ? by->u.i - HALF : -1;
	return by != e && *more >= 0 ? e->arg[0] : NULL;
}

/* Words times upper halves of words, each with its sign. */
static LLVMValueRef times_upper_half(struct lower *l, const struct tir_expr *e)
{
	int64_t more;
	const struct tir_expr *x = of_upper_half(e->arg[0], &more), *y = e->arg[1];
	if (!x) {
		x = of_upper_half(y, &more);
		y = e->arg[0];
	}
	if (!x)
		return NULL;
	LLVMValueRef v = lower_expr(l, x);
	if (more)
		v = LLVMBuildAShr(l->b, v, lower_splat(l, lower_word(l, more), x->type.lanes), "");
	return LOWER_HVX(l, TARGET_VMPYIOWH, lower_expr(l, y), v);
}

/* A sum and words times upper halves of words, these as they are shifted to the right, in one instruction. */
static LLVMValueRef sum_of_upper_halves(struct lower *l, const struct tir_expr *e)
{
	int64_t more;
	for (uint32_t i = 0; i < 4; i++) {
		const struct tir_expr *product = e->arg[i & 1];
		if (product->op != TIR_MUL)
			continue;
		const struct tir_expr *half = product->arg[i >> 1],
		                      *by = product->arg[1 - (i >> 1)];
		if (!of_upper_half(half, &more) || more <= 0)
			continue;
		LLVMValueRef y = lower_expr(l, half), x = lower_expr(l, by);
		return LOWER_HVX(l, TARGET_VMPYIEWH_ACC, lower_expr(l, e->arg[1 - (i & 1)]), x, y);
	}
	return NULL;
}

LLVMValueRef lower_short_product(struct lower *l, const struct tir_expr *e)
{
	if ((e->op != TIR_MUL && e->op != TIR_ADD) || !tir_is_int(e->type) || e->type.bits != 32 ||
	        e->type.lanes % LANES || !target_has_hvx(l->hvx) || l->side != LOWER_PLAIN)
		return NULL;
	if (e->op == TIR_ADD)
		return sum_of_upper_halves(l, e);
	const struct tir_expr *c = e->arg[1]->op == TIR_BROADCAST ? e->arg[1]->arg[0] : e->arg[1];
	if (c->op != TIR_INT_IMM || c->u.i < INT16_MIN || c->u.i > INT16_MAX)
		return times_upper_half(l, e);
	if (is_cheap(c->u.i))
		return NULL;
	uint64_t half = (uint64_t)c->u.i & UINT16_MAX; /* of both halves of each word */
	return LOWER_HVX(l, TARGET_VMPYIWH, lower_expr(l, e->arg[0]),
	        lower_word(l, (int64_t)(half << 16 | half)));
}

/* ---- The hooks ----------------------------------------------------------------------------*/
LLVMValueRef lower_requantise(struct lower *l, const struct tir_expr *e)
{
	bool per_axis = e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS;
	unsigned lanes = (e->type.lanes + LANES - 1U) / LANES * LANES;
	if (!target_has_hvx(l->hvx) || e->type.lanes < LANES / 2 || !target_vector_scales(e))
		return NULL;
	LLVMValueRef x[3] = {lanes_of(l, e->arg[0], lanes), lanes_of(l, e->arg[1], lanes)};
	if (!per_axis) {
		const struct tir_expr *s = e->arg[3]->op == TIR_BROADCAST ? e->arg[3]->arg[0]
		                                                          : e->arg[3];
		LLVMValueRef v = scale_all(l, e->arg[0], x[0], x[1], -s->u.i);
		return lanes == e->type.lanes ? v : lower_lanes(l, v, NULL, 0, e->type.lanes);
	}
	const struct tir_expr *n = e->arg[3]->op == TIR_BROADCAST ? e->arg[3]->arg[0] : e->arg[3];
	bool fixed = n->op == TIR_INT_IMM && n->u.i >= 1 && n->u.i <= MOST;
	x[2] = fixed ? lower_word(l, n->u.i) : lanes_of(l, e->arg[3], lanes);
	LLVMValueRef v = fixed ? scale(l, x[0], x[1], x[2]) : scale_by_lane(l, x);
	return lanes == e->type.lanes ? v : lower_lanes(l, v, NULL, 0, e->type.lanes);
}

LLVMValueRef lower_high_product(struct lower *l, const struct tir_expr *e)
{
	struct target_product p;
	unsigned lanes = (e->type.lanes + LANES - 1U) / LANES * LANES;
	if (!target_has_hvx(l->hvx) || e->type.lanes < LANES / 2 || l->side != LOWER_PLAIN ||
	        !target_vector_product(e, &p))
		return NULL;
	bool x_half = lower_known(l, p.x, is_high_half);
	bool y_half = lower_known(l, p.y, is_high_half);
	if (y_half && !x_half) {
		const struct tir_expr *swap = p.x;
		p.x = p.y;
		p.y = swap;
	}
	LLVMValueRef x = factor(l, p.x, lanes), y = factor(l, p.y, lanes), v;
	if (lower_known(l, p.x, is_above_least) || lower_known(l, p.y, is_above_least))
		v = high(l, x, y, p.by, x_half || y_half);
	else
		v = exact_high(l, x, y, p.by, x_half || y_half);
	return lanes == e->type.lanes ? v : lower_lanes(l, v, NULL, 0, e->type.lanes);
}
