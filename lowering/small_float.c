/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/small_float.c: bfloat16 and the float8s, which are kept as their bits.
 *
 * Idea.   Each of their values is a float, in which arithmetic is done and rounded after each operation.  To round is integer
 *         arithmetic on a float's bits: the significand is shifted to its place, to nearest, ties to even.  What is wider
 *         than a float is cut to one first, and its last bit set if anything was lost (rounded to odd): no such float lies
 *         in the middle between two of the small ones, so that the second rounding is as good as one.
 * Keeps   the interpreter's bits (tir/scalar_float.c), of a NaN, too.
 * Needs   no rounding mode; float8_e8m0fnu computes in float64, for products of its values are too small for a float.
 * Wrong   for float64: if a small format had more than 22 bits of significand. */
#include "lowering/internal.h"

enum { LANES = 8 }; /* of 64 bits, which most vector units take apart at length */
enum { SIGNIFICAND = 23 /* of a float, without its first bit */, BIAS = 127 };

/* ---- To float ----------------------------------------------------------------------------*/
/* A table of the values of all 256 patterns, as floats. */
static LLVMValueRef float8_table(struct lower *l, struct tir_type t)
{
	char name[40];
	snprintf(name, sizeof name, ".tirc.float8.%u", t.code);
	LLVMValueRef g = LLVMGetNamedGlobal(l->mod, name);
	if (g)
		return g;
	LLVMValueRef *all = ARENA_NEWN(l->arena, LLVMValueRef, 256);
	for (unsigned i = 0; i < 256; i++)
		all[i] = lower_const_float(l, TIR_F32, tir_float_value(tir_lanes(t, 1), i));
	LLVMTypeRef f = LLVMFloatTypeInContext(l->ctx);
	g = LLVMAddGlobal(l->mod, LLVMArrayType2(f, 256), name);
	LLVMSetInitializer(g, LLVMConstArray2(f, all, 256));
	LLVMSetGlobalConstant(g, true);
	LLVMSetLinkage(g, LLVMPrivateLinkage);
	LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
	return g;
}

static LLVMValueRef float8_lane(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	LLVMTypeRef f = LLVMFloatTypeInContext(l->ctx);
	LLVMValueRef i = LLVMBuildZExt(l->b, v, l->word, "");
	LLVMValueRef p = LLVMBuildGEP2(l->b, f, float8_table(l, t), &i, 1, "");
	return LLVMBuildLoad2(l->b, f, p, "");
}

LLVMValueRef lower_to_float(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	struct tir_type f = tir_lanes(TIR_F32, t.lanes), i = tir_type(TIR_TYPE_UINT, 32, t.lanes);
	if (t.code == TIR_TYPE_BFLOAT) {
		v = LLVMBuildZExt(l->b, v, lower_type(l, i), "");
		v = LLVMBuildShl(l->b, v, lower_const_int(l, i, 16), "");
		return LLVMBuildBitCast(l->b, v, lower_type(l, f), "");
	}
	if (t.lanes == 1)
		return float8_lane(l, v, t);
	LLVMValueRef all = LLVMGetPoison(lower_type(l, f));
	for (unsigned k = 0; k < t.lanes; k++)
		all = LLVMBuildInsertElement(l->b, all, float8_lane(l, lower_lane(l, v, k), t),
		        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false), "");
	return all;
}

/* ---- Integer arithmetic on bits ----------------------------------------------------------*/
/* Values of one integer type; what follows is short for what LLVM builds of them. */
struct bits {
	struct lower *l;
	struct tir_type t;
};

static LLVMValueRef num(struct bits b, uint64_t v)
{
	return lower_const_int(b.l, b.t, (int64_t)v);
}

static LLVMValueRef add(struct bits b, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildAdd(b.l->b, x, y, "");
}

static LLVMValueRef sub(struct bits b, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildSub(b.l->b, x, y, "");
}

static LLVMValueRef and_bits(struct bits b, LLVMValueRef x, uint64_t mask)
{
	return LLVMBuildAnd(b.l->b, x, num(b, mask), "");
}

static LLVMValueRef or_bits(struct bits b, LLVMValueRef x, LLVMValueRef y)
{
	return LLVMBuildOr(b.l->b, x, y, "");
}

static LLVMValueRef right(struct bits b, LLVMValueRef x, unsigned n)
{
	return LLVMBuildLShr(b.l->b, x, num(b, n), "");
}

/* x > c without a sign ? y : z */
static LLVMValueRef if_above(struct bits b, LLVMValueRef x, uint64_t c, LLVMValueRef y,
        LLVMValueRef z)
{
	return LLVMBuildSelect(b.l->b, LLVMBuildICmp(b.l->b, LLVMIntUGT, x, num(b, c), ""), y, z,
	        "");
}

/* 1 if x is not 0. */
static LLVMValueRef any(struct bits b, LLVMValueRef x)
{
	LLVMValueRef v = LLVMBuildICmp(b.l->b, LLVMIntNE, x, num(b, 0), "");
	return LLVMBuildZExt(b.l->b, v, lower_type(b.l, b.t), "");
}

/* ---- From float --------------------------------------------------------------------------*/
/* Round to nearest even by adding half and the bit that stays last; a NaN keeps a bit. */
static LLVMValueRef to_bfloat(struct bits b, LLVMValueRef u)
{
	LLVMValueRef odd = and_bits(b, right(b, u, 16), 1);
	LLVMValueRef round = right(b, add(b, u, add(b, odd, num(b, 0x7fff))), 16);
	LLVMValueRef nan = or_bits(b, right(b, u, 16), num(b, 0x40));
	return if_above(b, and_bits(b, u, INT32_MAX), 0x7f800000, nan, round);
}

/* An exponent alone: the nearest power of two, a tie goes up.  The smallest one is a subnormal float; what is below it is
 * it, and what has a sign, or is 0 or too large, is a NaN: beyond the last exponent, as 0 is when 1 is taken away. */
static LLVMValueRef to_exponent(struct bits b, LLVMValueRef u)
{
	LLVMValueRef normal = right(b, add(b, u, num(b, 0x400000)), SIGNIFICAND);
	LLVMValueRef small = if_above(b, u, 0x5fffff, num(b, 1), num(b, 0));
	LLVMValueRef code = if_above(b, u, 0x7fffff, normal, small);
	return if_above(b, sub(b, u, num(b, 1)), 0x7f7ffffe, num(b, 0xff), code);
}

/* The significand at its place below an exponent field of 1 or more, a subnormal's further down. */
static LLVMValueRef rounded(struct bits b, const struct tir_float_format *f, LLVMValueRef a)
{
	unsigned shift = SIGNIFICAND - f->mantissa, least = (unsigned)(BIAS - f->bias) + 1;
	LLVMValueRef exponent = right(b, a, SIGNIFICAND);
	LLVMValueRef at = if_above(b, exponent, least, exponent, num(b, least));
	LLVMValueRef s = or_bits(b, and_bits(b, a, 0x7fffff), num(b, 0x800000));
	LLVMValueRef n = add(b, sub(b, at, exponent), num(b, shift));
	n = if_above(b, n, 31, num(b, 31), n);
	LLVMValueRef half = LLVMBuildShl(b.l->b, num(b, 1), sub(b, n, num(b, 1)), "");
	LLVMValueRef odd = and_bits(b, LLVMBuildLShr(b.l->b, s, n, ""), 1);
	s = add(b, add(b, s, sub(b, half, num(b, 1))), odd);
	LLVMValueRef field = LLVMBuildShl(b.l->b, sub(b, at, num(b, least)), num(b, f->mantissa),
	        "");
	return add(b, field, LLVMBuildLShr(b.l->b, s, n, "")); /* a carry moves into the exponent */
}

/* The bits of a float8 with a sign from those of a float. */
static LLVMValueRef to_float8(struct bits b, const struct tir_float_format *f, LLVMValueRef u)
{
	unsigned width = f->exponent + f->mantissa;
	uint64_t ones = (UINT64_C(1) << width) - 1, infinity = ones - ((1u << f->mantissa) - 1);
	LLVMValueRef a = and_bits(b, u, INT32_MAX), code = rounded(b, f, a);
	LLVMValueRef sign = and_bits(b, right(b, u, 31 - width), UINT64_C(1) << width);
	if (f->specials == TIR_FLOAT_UNSIGNED_ZERO) {
		sign = if_above(b, code, 0, sign, num(b, 0));
		return if_above(b, code, ones, num(b, ones + 1), or_bits(b, sign, code));
	}
	if (f->specials == TIR_FLOAT_FINITE)
		return or_bits(b, sign, if_above(b, code, ones, num(b, ones), code));
	LLVMValueRef payload = and_bits(b, right(b, a, SIGNIFICAND - f->mantissa),
	        (1u << f->mantissa) - 1);
	LLVMValueRef nan = or_bits(b, payload, num(b, infinity | 1u << (f->mantissa - 1)));
	code = if_above(b, code, infinity, num(b, infinity), code);
	return or_bits(b, sign, if_above(b, a, 0x7f800000, nan, code));
}

/* ---- From what is wider ------------------------------------------------------------------*/
/* The bits of a float from those of a float64, rounded to odd. */
static LLVMValueRef cut_double(struct bits b, LLVMValueRef u)
{
	const uint64_t infinity = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
	const uint64_t normal = UINT64_C(0x381) << 52, above = UINT64_C(0x47f)
	                                                       << 52; /* 2^-126, 2^128 */
	LLVMValueRef a = and_bits(b, u, INT64_MAX), low = and_bits(b, a, one - 1);
	LLVMValueRef s = or_bits(b, low, num(b, one));
	LLVMValueRef n = sub(b, num(b, 29 + 0x381), right(b, a, 52));
	n = if_above(b, n, 63, num(b, 63), n); /* nothing but the last bit is left */
	LLVMValueRef lost = LLVMBuildShl(b.l->b, num(b, UINT64_MAX), n, "");
	lost = LLVMBuildAnd(b.l->b, s, LLVMBuildNot(b.l->b, lost, ""), "");
	LLVMValueRef small = or_bits(b, LLVMBuildLShr(b.l->b, s, n, ""), any(b, lost));
	small = if_above(b, a, 0, small, num(b, 0));
	LLVMValueRef v = or_bits(b, right(b, sub(b, a, num(b, UINT64_C(0x380) << 52)), 29),
	        any(b, and_bits(b, a, (1u << 29) - 1)));
	v = if_above(b, a, normal - 1, v, small);
	v = if_above(b, a, above - 1, num(b, 0x7f7fffff), v);
	v = if_above(b, a, infinity - 1, num(b, 0x7f800000), v);
	v = if_above(b, a, infinity, or_bits(b, right(b, low, 29), num(b, 0x7fc00000)), v);
	return or_bits(b, v, and_bits(b, right(b, u, 32), UINT64_C(1) << 31));
}

/* The integer x, of more bits than a float has digits, with as many digits as that: if any is lost, the last one is 1. */
static LLVMValueRef cut_int(struct bits b, LLVMValueRef x, unsigned digits)
{
	uint64_t limit = UINT64_C(1) << digits, last = UINT64_C(1) << (b.t.bits - digits);
	LLVMValueRef lost = LLVMBuildAnd(b.l->b, x, num(b, last - 1), "");
	LLVMValueRef v = or_bits(b, and_bits(b, x, ~(last - 1)),
	        LLVMBuildMul(b.l->b, any(b, lost), num(b, last), ""));
	if (b.t.code == TIR_TYPE_INT)
		return if_above(b, add(b, x, num(b, limit)), 2 * limit, v, x);
	return if_above(b, x, limit, v, x);
}

/* v, an integer, a truth or a float of 16 bits and more, as a float that is rounded to odd, if at all; *from: its type. */
static LLVMValueRef as_wide(struct lower *l, LLVMValueRef v, struct tir_type *from)
{
	bool wide = from->bits > 32;
	struct tir_type t = *from, f = tir_type(TIR_TYPE_FLOAT, wide ? 64 : 32, t.lanes);
	unsigned digits = wide ? 53 : 24;
	if (!tir_is_float(t) && t.bits > digits)
		v = cut_int((struct bits){l, t}, v, digits);
	*from = f;
	LLVMTypeRef type = lower_type(l, f);
	if (tir_is_float(t))
		return LLVMBuildFPCast(l->b, v, type, "");
	return t.code == TIR_TYPE_INT ? LLVMBuildSIToFP(l->b, v, type, "")
	                              : LLVMBuildUIToFP(l->b, v, type, "");
}

static LLVMValueRef to_small(struct lower *l, LLVMValueRef v, struct tir_type from,
        struct tir_type to)
{
	const struct tir_float_format *f = tir_float_format(to);
	struct bits b = {l, tir_type(TIR_TYPE_UINT, 32, to.lanes)};
	v = as_wide(l, v, &from);
	struct bits w = {l, tir_type(TIR_TYPE_UINT, from.bits, to.lanes)};
	v = LLVMBuildBitCast(l->b, v, lower_type(l, w.t), "");
	if (from.bits == 64)
		v = LLVMBuildTrunc(l->b, cut_double(w, v), lower_type(l, b.t), "");
	v = to.code == TIR_TYPE_BFLOAT          ? to_bfloat(b, v)
	    : f->specials == TIR_FLOAT_EXPONENT ? to_exponent(b, v)
	                                        : to_float8(b, f, v);
	return LLVMBuildTrunc(l->b, v, lower_type(l, to), "");
}

/* The same for each lane, in a loop. */
static LLVMValueRef each_to_small(struct lower *l, LLVMValueRef v, struct tir_type from,
        struct tir_type to)
{
	struct tir_type in = tir_lanes(from, 1), out = tir_lanes(to, 1);
	LLVMValueRef p = lower_spilled(l, LOWER_LANES, v, from),
	             q = lower_scratch(l, LOWER_INDICES, to);
	struct lower_lanes_loop loop = lower_begin_lanes(l, NULL);
	v = lower_load_at(l, lower_lane_place(l, p, in, loop.k), in, tir_elem_bytes(in));
	lower_store_at(l, lower_lane_place(l, q, out, loop.k), to_small(l, v, in, out), out,
	        tir_elem_bytes(out));
	lower_end_lanes(l, &loop, to.lanes);
	return lower_load_at(l, q, to, LOWER_ALLOC_ALIGN);
}

LLVMValueRef lower_to_small(struct lower *l, LLVMValueRef v, struct tir_type from,
        struct tir_type to)
{
	return from.bits == 64 && from.lanes > LANES ? each_to_small(l, v, from, to)
	                                             : to_small(l, v, from, to);
}
