/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/limit.c: words between two limits, as bytes.
 *
 * Idea.   HVX packs words to halfwords, and those to bytes, saturating, lanes in their order.  Numbers between limits that are
 *         bytes are saturated bytes between these limits: saturation keeps the order of numbers.  A constant added to
 *         words is added to halfwords, saturating: what is cut off there is outside of the limits anyway.
 * Needs   vectors of signed words in whole registers of bytes; constants as limits.
 * Keeps   every bit, if what is added leaves room between the limits of halfwords and those of bytes.
 * Costs   two packs, and a minimum and a maximum of bytes for limits that are no byte's own. */
#include "lowering/hexagon/halves.h"

enum { LANES = 128, HALF = 64, ROOM = 32000 };

/* What is between the limits: max(min(x, hi), lo) or min(max(x, lo), hi); NULL: it is something else. */
static const struct tir_expr *between(const struct tir_expr *e, struct lower_limits *out)
{
	const struct tir_expr *inner = e->op == TIR_MAX || e->op == TIR_MIN ? e->arg[0] : NULL;
	int64_t first, second;
	if (!inner || (inner->op != TIR_MAX && inner->op != TIR_MIN) || inner->op == e->op ||
	        !lower_pairs_number(e->arg[1], &first) ||
	        !lower_pairs_number(inner->arg[1], &second))
		return NULL;
	out->lo = e->op == TIR_MAX ? first : second;
	out->hi = e->op == TIR_MAX ? second : first;
	return inner->arg[0];
}

/* Without the constant that is added to it. */
static const struct tir_expr *read_sum(const struct tir_expr *e, int64_t *add)
{
	int64_t n;
	*add = 0;
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || !lower_pairs_number(e->arg[1], &n) ||
	        n < -ROOM || n > ROOM)
		return e;
	*add = e->op == TIR_ADD ? n : -n;
	return e->arg[0];
}

static LLVMValueRef number(struct lower *l, unsigned bits, int64_t n, unsigned lanes)
{
	LLVMTypeRef t = LLVMIntTypeInContext(l->ctx, bits);
	return lower_splat(l, LLVMConstInt(t, (uint64_t)n, true), lanes);
}

LLVMValueRef lower_add_halves(struct lower *l, LLVMValueRef v, int64_t n)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(v));
	return LOWER_HVX(l, TARGET_VADDHSAT, v, number(l, 16, n, lanes));
}

/* Not below, or not above, the bytes n. */
static LLVMValueRef limited(struct lower *l, LLVMValueRef v, bool below, bool is_signed, int64_t n)
{
	LLVMValueRef limit = number(l, 8, n, LLVMGetVectorSize(LLVMTypeOf(v)));
	LLVMIntPredicate less = is_signed ? LLVMIntSLT : LLVMIntULT;
	LLVMValueRef is_less = LLVMBuildICmp(l->b, less, v, limit, "");
	return LLVMBuildSelect(l->b, is_less, below ? limit : v, below ? v : limit, "");
}

LLVMValueRef lower_limited_bytes(struct lower *l, LLVMValueRef v, const struct lower_limits *x)
{
	bool is_signed = x->own_lo < 0;
	v = x->hi < x->own_hi ? limited(l, v, false, is_signed, x->hi) : v;
	return x->lo > x->own_lo ? limited(l, v, true, is_signed, x->lo) : v;
}

bool lower_read_limits(const struct tir_expr *e, unsigned bits, struct lower_limits *out)
{
	struct tir_type t = e->type, from = e->arg[0]->type;
	bool is_signed = t.code == TIR_TYPE_INT;
	out->own_lo = is_signed ? INT8_MIN : 0;
	out->own_hi = is_signed ? INT8_MAX : UINT8_MAX;
	if (t.bits != 8 || !tir_is_int(t) || t.lanes % LANES || from.bits != bits ||
	        from.code != TIR_TYPE_INT)
		return false;
	const struct tir_expr *sum = between(e->arg[0], out);
	if (!sum || out->lo < out->own_lo || out->hi > out->own_hi || out->lo > out->hi)
		return false;
	out->of = read_sum(sum, &out->add);
	return true;
}

LLVMValueRef lower_saturated(struct lower *l, const struct tir_expr *e)
{
	struct lower_limits x;
	if (!target_has_hvx(l->hvx) || l->side != LOWER_PLAIN || !lower_read_limits(e, 32, &x))
		return NULL;
	LLVMValueRef v = lower_expr(l, x.of);
	LLVMTypeRef halves = LLVMVectorType(LLVMInt16TypeInContext(l->ctx), 2U * e->type.lanes);
	v = LLVMBuildBitCast(l->b, v, halves, "");
	v = lower_hvx_pack(l, TARGET_VPACKWH_SAT, v, NULL);
	v = x.add ? lower_add_halves(l, v, x.add) : v;
	v = lower_hvx_pack(l, x.own_lo < 0 ? TARGET_VPACKHB_SAT : TARGET_VPACKHUB_SAT, v, NULL);
	return lower_limited_bytes(l, v, &x);
}
