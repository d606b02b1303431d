/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/limit.c: words between two limits, as bytes.
 *
 * Idea.   HVX packs words to halfwords, and those to bytes, saturating, lanes in their order.  Numbers between limits that are
 *         bytes are saturated bytes between these limits: saturation keeps the order of numbers.  A constant added to
 *         words is added to halfwords, saturating: what is cut off there is outside of the limits anyway.
 * Needs   vectors of signed words in whole registers of bytes; constants as limits.
 * Keeps   every bit, if what is added leaves room between the limits of halfwords and those of bytes.
 * Costs   two packs, and a minimum and a maximum of bytes for limits that are no byte's own. */
#include "lowering/hexagon/internal.h"

enum { LANES = 128, HALF = 64, ROOM = 32000 };

struct limits {
	int64_t lo, hi;
};

/* The constant that all lanes are; false: they are none. */
static bool is_constant(const struct tir_expr *e, int64_t *out)
{
	e = e->op == TIR_BROADCAST ? e->arg[0] : e;
	*out = e->op == TIR_INT_IMM ? e->u.i : 0;
	return e->op == TIR_INT_IMM;
}

/* What is between the limits: max(min(x, hi), lo) or min(max(x, lo), hi); NULL: it is something else. */
static const struct tir_expr *read_limits(const struct tir_expr *e, struct limits *out)
{
	const struct tir_expr *inner = e->op == TIR_MAX || e->op == TIR_MIN ? e->arg[0] : NULL;
	int64_t first, second;
	if (!inner || (inner->op != TIR_MAX && inner->op != TIR_MIN) || inner->op == e->op ||
	        !is_constant(e->arg[1], &first) || !is_constant(inner->arg[1], &second))
		return NULL;
	*out = e->op == TIR_MAX ? (struct limits){first, second} : (struct limits){second, first};
	return inner->arg[0];
}

/* Without the constant that is added to it. */
static const struct tir_expr *read_sum(const struct tir_expr *e, int64_t *add)
{
	int64_t n;
	*add = 0;
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || !is_constant(e->arg[1], &n) || n < -ROOM ||
	        n > ROOM)
		return e;
	*add = e->op == TIR_ADD ? n : -n;
	return e->arg[0];
}

static LLVMValueRef number(struct lower *l, unsigned bits, int64_t n, unsigned lanes)
{
	LLVMTypeRef t = LLVMIntTypeInContext(l->ctx, bits);
	return lower_splat(l, LLVMConstInt(t, (uint64_t)n, true), lanes);
}

static LLVMValueRef add_halves(struct lower *l, LLVMValueRef v, int64_t n, unsigned lanes)
{
	LLVMValueRef x[2] = {v, number(l, 16, n, lanes)};
	struct hvx_shape shape = {{HALF, HALF, HALF, 0}};
	return lower_hvx(l, "vaddhsat", shape, x, 2);
}

/* Not below, or not above, the bytes n. */
static LLVMValueRef limited(struct lower *l, LLVMValueRef v, bool below, bool is_signed, int64_t n)
{
	LLVMValueRef limit = number(l, 8, n, LLVMGetVectorSize(LLVMTypeOf(v)));
	LLVMIntPredicate less = is_signed ? LLVMIntSLT : LLVMIntULT;
	LLVMValueRef is_less = LLVMBuildICmp(l->b, less, v, limit, "");
	return LLVMBuildSelect(l->b, is_less, below ? limit : v, below ? v : limit, "");
}

LLVMValueRef lower_saturated(struct lower *l, const struct tir_expr *e)
{
	struct tir_type t = e->type, from = e->arg[0]->type;
	bool is_signed = t.code == TIR_TYPE_INT;
	struct limits own = is_signed ? (struct limits){INT8_MIN, INT8_MAX}
	                              : (struct limits){0, UINT8_MAX},
	              x;
	int64_t add;
	if (!target_has_hvx(l->hvx) || l->side != LOWER_PLAIN || t.bits != 8 || !tir_is_int(t) ||
	        t.lanes % LANES || from.bits != 32 || from.code != TIR_TYPE_INT)
		return NULL;
	const struct tir_expr *sum = read_limits(e->arg[0], &x);
	if (!sum || x.lo < own.lo || x.hi > own.hi || x.lo > x.hi)
		return NULL;
	LLVMValueRef v = lower_expr(l, read_sum(sum, &add));
	LLVMTypeRef halves = LLVMVectorType(LLVMInt16TypeInContext(l->ctx), t.lanes);
	LLVMTypeRef parts = LLVMVectorType(LLVMInt16TypeInContext(l->ctx), 2U * t.lanes);
	v = lower_hvx_pack(l, "vpackwh.sat", LLVMBuildBitCast(l->b, v, parts, ""), NULL);
	v = LLVMBuildBitCast(l->b, v, halves, "");
	v = add ? add_halves(l, v, add, t.lanes) : v;
	v = lower_hvx_pack(l, is_signed ? "vpackhb.sat" : "vpackhub.sat", v, NULL);
	v = LLVMBuildBitCast(l->b, v, lower_type(l, t), "");
	v = x.hi < own.hi ? limited(l, v, false, is_signed, x.hi) : v;
	return x.lo > own.lo ? limited(l, v, true, is_signed, x.lo) : v;
}
