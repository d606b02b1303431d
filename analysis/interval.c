/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/interval.c: between which numbers the result of an operation lies.
 *
 * Idea.   The exact result, from the intervals of the operands.  What it is in its type is for the caller to say, who
 *         knows whether it may wrap.
 * Needs   operands of at most 64 bits: results fit 128.
 * Costs   O(1).
 * Wrong if a result lies outside. */
#include "analysis/analysis.h"

static const struct range_interval any = {0};

static struct range_interval between(range_wide lo, range_wide hi)
{
	return (struct range_interval){lo, hi, true};
}

static range_wide floor_div(range_wide a, range_wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* What is least and most at the corners. */
static struct range_interval corners(range_wide p, range_wide q, range_wide r, range_wide s)
{
	return between(range_min(range_min(p, q), range_min(r, s)),
	        range_max(range_max(p, q), range_max(r, s)));
}

/* By what is not negative, and so positive where there is a result.  Div rounds to zero, which differs below zero
 * only. */
static struct range_interval quotient(enum tir_op op, struct range_interval a,
        struct range_interval b)
{
	b.lo = b.lo == 0 ? 1 : b.lo;
	if (b.lo < 1 || b.hi < b.lo)
		return any;
	struct range_interval r = corners(floor_div(a.lo, b.lo), floor_div(a.lo, b.hi),
	        floor_div(a.hi, b.lo), floor_div(a.hi, b.hi));
	r.hi += op == TIR_DIV && r.hi < 0;
	return r;
}

static struct range_interval rest(enum tir_op op, struct range_interval a, struct range_interval b)
{
	b.lo = b.lo == 0 ? 1 : b.lo;
	if (b.lo < 1 || b.hi < b.lo)
		return any;
	if (a.lo >= 0 && a.hi < b.lo)
		return a;
	if (op == TIR_MOD && a.lo < 0)
		return between(1 - b.hi, a.hi < 0 ? 0 : b.hi - 1);
	if (b.lo == b.hi && floor_div(a.lo, b.lo) == floor_div(a.hi, b.lo)) {
		range_wide base = floor_div(a.lo, b.lo) * b.lo;
		return between(a.lo - base, a.hi - base);
	}
	return between(0, a.lo >= 0 ? range_min(a.hi, b.hi - 1) : b.hi - 1);
}

static struct range_interval mask(struct range_interval a, struct range_interval b)
{
	if (a.lo < 0 && b.lo < 0)
		return any;
	return between(0, a.lo < 0 ? b.hi : b.lo < 0 ? a.hi : range_min(a.hi, b.hi));
}

struct range_interval range_of_ramp(struct range_interval base, struct range_interval stride,
        uint32_t lanes)
{
	range_wide last = (range_wide)lanes - 1;
	return between(base.lo + range_min(0, stride.lo * last),
	        base.hi + range_max(0, stride.hi * last));
}

struct range_interval range_of_operation(enum tir_op op, struct tir_type t, struct range_interval a,
        struct range_interval b)
{
	switch (op) {
	case TIR_ADD: return between(a.lo + b.lo, a.hi + b.hi);
	case TIR_SUB: return between(a.lo - b.hi, a.hi - b.lo);
	case TIR_MUL: return corners(a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi);
	case TIR_DIV:
	case TIR_FLOORDIV: return quotient(op, a, b);
	case TIR_MOD:
	case TIR_FLOORMOD: return rest(op, a, b);
	case TIR_MIN: return between(range_min(a.lo, b.lo), range_min(a.hi, b.hi));
	case TIR_MAX: return between(range_max(a.lo, b.lo), range_max(a.hi, b.hi));
	case TIR_BITAND: return mask(a, b);
	case TIR_SHR:
		if (b.lo == b.hi && b.lo >= 0 && b.lo < t.bits)
			return between(a.lo >> b.lo, a.hi >> b.lo);
		return any;
	case TIR_ANY_LEAF:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
	return any;
}
