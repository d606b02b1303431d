/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_range.c: between which numbers a sum or a value lies.
 *
 * Idea.   The variables of loops with constant bounds lie between two numbers, and so does what operations make of them;
 *         of what nothing is known, between those of its type.
 * Costs   VALUES values a question. */
#include "proof/values/number.h"

enum { VALUES = 64 };

/* ---- Constants ---------------------------------------------------------------------------*/
struct look {
	const struct numbers *n;
	uint32_t left; /* values that may be looked at */
	bool no_wraps; /* signed sums of 32 bits and more do not overflow: the program computes them */
};
static bool value_lies(struct look *l, uint32_t value, struct number_range *r);
static bool sum_lies(struct look *l, const struct number_sum *s, struct number_range *r);

/* All numbers of the type; false: more than int64 holds. */
static bool all_of(struct tir_type t, struct number_range *r)
{
	unsigned bits = t.bits - (t.code == TIR_TYPE_INT);
	if (!tir_is_int(t) || bits > 63)
		return false;
	r->hi = (int64_t)((UINT64_C(1) << bits) - 1);
	r->lo = t.code == TIR_TYPE_INT ? -r->hi - 1 : 0;
	return true;
}

static int64_t lesser(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b)
{
	return a < b ? b : a;
}

/* Of a remainder; a divisor that may be 0 divides nothing. */
static bool remainder_lies(struct number_range a, struct number_range b, bool floors,
        struct number_range *r)
{
	int64_t most = b.hi - 1, down;
	if (b.lo < 0 || b.hi <= 0)
		return false;
	if (b.lo == b.hi && proof_floor(a.lo, b.lo) == proof_floor(a.hi, b.lo) &&
	        (floors || a.lo >= 0) &&
	        !__builtin_mul_overflow(proof_floor(a.lo, b.lo), b.lo, &down)) {
		*r = (struct number_range){a.lo - down, a.hi - down};
	} else if (a.lo >= 0) {
		*r = (struct number_range){0, lesser(a.hi, most)};
	} else {
		*r = (struct number_range){floors ? 0 : -most, floors || a.hi > 0 ? most : 0};
	}
	return true;
}

/* Between the least and the greatest of what the ends give. */
static bool product_lies(struct number_range a, struct number_range b, struct number_range *r)
{
	int64_t x, y, z, w;
	if (__builtin_mul_overflow(a.lo, b.lo, &x) || __builtin_mul_overflow(a.lo, b.hi, &y) ||
	        __builtin_mul_overflow(a.hi, b.lo, &z) || __builtin_mul_overflow(a.hi, b.hi, &w))
		return false;
	*r = (struct number_range){
	        lesser(lesser(x, y), lesser(z, w)), greater(greater(x, y), greater(z, w))};
	return true;
}

static int64_t quotient(int64_t a, int64_t b, bool floors)
{
	return floors ? proof_floor(a, b) : a / b;
}

/* Of a quotient by what is not negative; a divisor of 0 divides nothing.  The ends of both give the ends. */
static bool quotient_lies(struct number_range a, struct number_range b, bool floors,
        struct number_range *r)
{
	if (b.lo < 0 || b.hi <= 0)
		return false;
	int64_t least = greater(b.lo, 1);
	r->lo = lesser(quotient(a.lo, least, floors), quotient(a.lo, b.hi, floors));
	r->hi = greater(quotient(a.hi, least, floors), quotient(a.hi, b.hi, floors));
	return true;
}

/* Is something known of what the operation makes of two operands in their ranges? */
static bool has_range(uint32_t op)
{
	return op == TIR_FLOORMOD || op == TIR_MOD || op == TIR_FLOORDIV || op == TIR_DIV ||
	       op == TIR_MIN || op == TIR_MAX || op == TIR_BITAND || op == TIR_SHR || op == TIR_MUL;
}

/* bits: of the result. */
static bool operation_lies(enum tir_op op, unsigned bits, struct number_range a,
        struct number_range b, struct number_range *r)
{
	if (op == TIR_FLOORMOD || op == TIR_MOD)
		return remainder_lies(a, b, op == TIR_FLOORMOD, r);
	if (op == TIR_FLOORDIV || op == TIR_DIV)
		return quotient_lies(a, b, op == TIR_FLOORDIV, r);
	if (op == TIR_MIN)
		*r = (struct number_range){lesser(a.lo, b.lo), lesser(a.hi, b.hi)};
	else if (op == TIR_MAX)
		*r = (struct number_range){greater(a.lo, b.lo), greater(a.hi, b.hi)};
	else if (op == TIR_MUL)
		return product_lies(a, b, r);
	else if (op == TIR_SHR && b.lo == b.hi && b.lo >= 0 && b.lo < bits)
		*r = (struct number_range){a.lo >> b.lo, a.hi >> b.lo};
	else if (op == TIR_BITAND && (a.lo >= 0 || b.lo >= 0))
		*r = (struct number_range){0, a.lo < 0   ? b.hi
		                              : b.lo < 0 ? a.hi
		                                         : lesser(a.hi, b.hi)};
	else
		return false;
	return true;
}

/* Between which numbers its operands say that an operation lies; false: not known. */
static bool operands_say(struct look *l, uint32_t value, struct number_range *r)
{
	const struct number_value *x = &l->n->all.at[value];
	const uint32_t *word = number_words(l->n, value);
	struct number_range a, b;
	struct number_sum s;
	if (!l->left)
		return false;
	l->left--;
	if (x->op == NUMBER_SUM) {
		proof_number_sum_of(l->n, value, &s);
		return sum_lies(l, &s, r);
	}
	if ((x->op == TIR_SELECT || x->op == TIR_IF_THEN_ELSE) && x->n == 3) {
		if (!value_lies(l, word[1], &a) || !value_lies(l, word[2], &b))
			return false;
		*r = (struct number_range){lesser(a.lo, b.lo), greater(a.hi, b.hi)};
		return true;
	}
	if (x->op == TIR_CAST && x->n == 1)
		return value_lies(l, word[0], r);
	if (x->op == NUMBER_PRODUCT) {
		*r = (struct number_range){1, 1};
		for (uint32_t i = 0; i < x->n; i++)
			if (!value_lies(l, word[i], &a) || !product_lies(*r, a, r))
				return false;
		return true;
	}
	if ((x->op == TIR_MIN || x->op == TIR_MAX) && x->n > 2) { /* of several */
		if (!value_lies(l, word[0], r))
			return false;
		for (uint32_t i = 1; i < x->n; i++)
			if (!value_lies(l, word[i], &a) ||
			        !operation_lies((enum tir_op)x->op, x->type.bits, *r, a, r))
				return false;
		return true;
	}
	return has_range(x->op) && x->n == 2 && value_lies(l, word[0], &a) &&
	       value_lies(l, word[1], &b) &&
	       operation_lies((enum tir_op)x->op, x->type.bits, a, b, r);
}

/* Between which numbers of its type a value lies; false: not known.  What does not fit the type wraps, but for sums of
 * which l says that they do not; a cast always does. */
static bool value_lies(struct look *l, uint32_t value, struct number_range *r)
{
	const struct numbers *n = l->n;
	const struct number_value *x = &n->all.at[value];
	struct number_range all = {0, 0};
	int64_t divisor;
	if (number_is_constant(n, value, &r->lo)) {
		r->hi = r->lo;
		return true;
	}
	if ((x->op == TIR_VAR || x->op == NUMBER_OTHER) && n->var[(uint32_t)x->payload].bounded) {
		const struct number_var *v = &n->var[(uint32_t)x->payload];
		*r = (struct number_range){v->lo, v->hi};
		return true;
	}
	bool fits = all_of(x->type, &all), known = operands_say(l, value, r);
	bool whole = l->no_wraps && x->op == NUMBER_SUM && !x->wraps &&
	             x->type.code == TIR_TYPE_INT && x->type.bits >= 32;
	if (x->op == TIR_FLOORMOD && number_is_constant(n, number_words(n, value)[1], &divisor) &&
	        divisor > 0) {
		fits = true;
		all = (struct number_range){0, divisor - 1};
	}
	if (known && !fits) /* uint64 holds all that a range can name from 0 on */
		return r->lo >= 0;
	bool overflows = known && (r->lo < all.lo || r->hi > all.hi);
	if (overflows && whole && r->lo <= all.hi && r->hi >= all.lo)
		*r = (struct number_range){greater(r->lo, all.lo), lesser(r->hi, all.hi)};
	else if (overflows || !known)
		*r = all;
	return known || fits;
}

__extension__ typedef __int128 wide;

/* The nearest number of int64. */
static int64_t nearest(wide x)
{
	return x > INT64_MAX ? INT64_MAX : x < INT64_MIN ? INT64_MIN : (int64_t)x;
}

/* Add a term to both ends; false: too large. */
static bool add_term(struct look *l, struct number_term t, wide *lo, wide *hi)
{
	struct number_range x;
	if (!t.factor)
		return true;
	if (!value_lies(l, t.value, &x))
		return false;
	wide a = (wide)x.lo * t.factor, b = (wide)x.hi * t.factor;
	return !__builtin_add_overflow(*lo, a < b ? a : b, lo) &&
	       !__builtin_add_overflow(*hi, a < b ? b : a, hi);
}

/* A sum of int64 that does not overflow lies in int64, whatever its terms are. */
static bool sum_lies(struct look *l, const struct number_sum *s, struct number_range *r)
{
	wide lo = s->constant, hi = s->constant;
	for (uint32_t i = 0; i < s->n; i++)
		if (!add_term(l, s->term[i], &lo, &hi))
			return false;
	bool whole = l->no_wraps && !s->wraps && s->type.code == TIR_TYPE_INT && s->type.bits == 64;
	*r = (struct number_range){nearest(lo), nearest(hi)};
	return whole || (r->lo == lo && r->hi == hi);
}

bool proof_number_sum_lies(const struct numbers *n, const struct number_sum *s,
        struct number_range *r)
{
	struct look l = {n, VALUES, true};
	return sum_lies(&l, s, r);
}

bool proof_number_value_lies(const struct numbers *n, uint32_t value, struct number_range *r)
{
	struct look l = {n, VALUES, true};
	return value_lies(&l, value, r);
}

bool proof_number_range(const struct numbers *n, const struct number_sum *s, int64_t *lo,
        int64_t *hi)
{
	struct look l = {n, VALUES, false};
	struct number_range r = {0, 0};
	bool known = sum_lies(&l, s, &r);
	*lo = r.lo;
	*hi = r.hi;
	return known;
}
