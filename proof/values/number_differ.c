/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_differ.c: which two indices never meet.
 *
 * Idea.   Two indices differ if their difference is never 0 modulo 2^w: as its range says, or a common divisor of the
 *         factors that the constant has not.  Where bounds name other variables, the innermost variable is replaced by
 *         its first or last value, which makes the difference least, until a number is left.  Where one has 64 bits,
 *         casts to it are looked through.
 * Needs   indices that do not overflow, where bounds are put in or casts looked through: signed ones of 32 bits and more.
 * Costs   O(terms) a step, MOST_STEPS of them. */
#include "proof/values/number.h"

enum { MOST_STEPS = 32 };

/* ---- Lanes -------------------------------------------------------------------------------*/
/* What is left of an index without its lanes, which lie from lo to hi beside it. */
struct index {
	struct number_sum s;
	int64_t lo, hi;
	uint64_t any; /* other vectors add any multiples of these */
};

/* wide: as a sum of int64. */
static bool take_lanes(struct numbers *n, uint32_t value, bool wide, struct index *x)
{
	uint32_t kept = 0;
	proof_number_sum_whole(n, value, &x->s);
	if (wide && !proof_number_sum_wide(n, &x->s))
		return false;
	x->lo = x->hi = 0;
	x->any = 0;
	for (uint32_t i = 0; i < x->s.n; i++) {
		struct number_term t = x->s.term[i];
		int64_t span;
		if (t.value != n->lane && n->all.at[t.value].type.lanes == 1) {
			x->s.term[kept++] = t;
		} else if (t.value != n->lane) {
			x->any |= (uint64_t)t.factor;
		} else {
			if (__builtin_mul_overflow(t.factor, (int64_t)x->s.type.lanes - 1, &span) ||
			        span > INT32_MAX || span < INT32_MIN)
				return false;
			*(span < 0 ? &x->lo : &x->hi) = span;
		}
	}
	x->s.n = kept;
	x->s.type.lanes = 1;
	return true;
}

/* ---- Without bounds that name variables --------------------------------------------------*/
/* Does no multiple of step lie in [from, to]? */
static bool has_no_multiple(int64_t step, int64_t from, int64_t to)
{
	int64_t up = from % step ? from / step + (from > 0) : from / step;
	return up * step > to;
}

/* Is d + [lo, hi] never 0 modulo 2^w by its range? */
static bool is_far(const struct numbers *n, const struct number_sum *d, int64_t lo, int64_t hi)
{
	int64_t limit = d->type.bits < 63 ? INT64_C(1) << d->type.bits : INT64_MAX;
	struct number_range r = {0, 0};
	if (!proof_number_sum_lies(n, d, &r) || __builtin_add_overflow(r.lo, lo, &r.lo) ||
	        __builtin_add_overflow(r.hi, hi, &r.hi))
		return false;
	return (r.lo > 0 && r.hi < limit) || (r.hi < 0 && r.lo > -limit);
}

/* The variable that the term is a multiple of, or NULL. */
static const struct number_var *var_of(const struct numbers *n, struct number_term t)
{
	const struct number_value *x = &n->all.at[t.value];
	bool counts = x->op == TIR_VAR || x->op == NUMBER_OTHER;
	return counts ? &n->var[(uint32_t)x->payload] : NULL;
}

/* The factor, times what all values of a loop's variable are multiples of, less what its first one leaves; 0 where it has one. */
static int64_t factor_of(const struct numbers *n, struct number_term t)
{
	const struct number_var *v = var_of(n, t);
	int64_t step = v ? v->step : 1, all;
	if (step == NUMBER_FIXED)
		return 0;
	bool fits = step > 1 && !__builtin_mul_overflow(t.factor, step, &all) && all <= INT32_MAX &&
	            all >= -INT32_MAX;
	return fits ? all : t.factor;
}

/* Add what the first value leaves, times the factor; false: it is too large. */
static bool add_rest(const struct numbers *n, struct number_term t, int64_t *constant)
{
	const struct number_var *v = var_of(n, t);
	int64_t more;
	return !v || v->step <= 1 ||
	       (!__builtin_mul_overflow(t.factor, v->rest, &more) &&
	               !__builtin_add_overflow(*constant, more, constant));
}

/* Is d + [lo, hi] never 0 modulo 2^w, as what is no constant in d is a multiple of a power of two? */
static bool is_between(const struct numbers *n, const struct number_sum *d, uint64_t any,
        int64_t lo, int64_t hi)
{
	uint64_t bits = any | UINT64_C(1) << (d->type.bits < 62 ? d->type.bits : 62);
	int64_t constant = d->constant;
	for (uint32_t i = 0; i < d->n; i++) {
		bits |= (uint64_t)factor_of(n, d->term[i]);
		if (!add_rest(n, d->term[i], &constant))
			return false;
	}
	int64_t step = (int64_t)(bits & (0 - bits));
	if (constant > INT64_MAX / 4 || constant < INT64_MIN / 4)
		return false;
	return has_no_multiple(step, constant + lo, constant + hi);
}

/* ---- Whole numbers -----------------------------------------------------------------------*/
/* ---- With them ---------------------------------------------------------------------------*/
/* The variable of a loop whose bounds may be put in its place, or NULL.  *other: of another iteration. */
static struct number_var *loop_var(const struct numbers *n, uint32_t value, bool *other)
{
	const struct number_value *x = &n->all.at[value];
	*other = x->op == NUMBER_OTHER;
	if (x->op != TIR_VAR && !*other)
		return NULL;
	struct number_var *v = &n->var[(uint32_t)x->payload];
	bool counts = v->by && v->by->kind == TIR_FOR && x->type.code == TIR_TYPE_INT &&
	              x->type.bits >= 32 && tir_loop_step(v->by) > 0;
	return counts ? v : NULL;
}

/* Which value of the sum's terms goes first: that of the innermost loop; NUMBER_NONE: there is none. */
static uint32_t innermost(const struct numbers *n, const struct number_sum *s)
{
	uint32_t best = NUMBER_NONE, rank = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		bool many = n->all.at[s->term[i].value].op == NUMBER_PRODUCT, other;
		const uint32_t *word = many ? number_words(n, s->term[i].value) : &s->term[i].value;
		for (uint32_t k = 0; k < (many ? n->all.at[s->term[i].value].n : 1); k++) {
			const struct number_var *v = loop_var(n, word[k], &other);
			if (v && v->loop + 1 > rank) {
				rank = v->loop + 1;
				best = word[k];
			}
		}
	}
	return best;
}

/* The term's factors but x, multiplied: *rest, NUMBER_NONE if that is 1.  1: and they are not below 0, 0: x is not
 * in it, -1: not known. */
static int without(struct numbers *n, struct number_term t, uint32_t x, uint32_t *rest)
{
	uint32_t factor[NUMBER_FACTORS], count = 0, met = 0;
	struct number_range r = {0, 0};
	bool many = n->all.at[t.value].op == NUMBER_PRODUCT;
	*rest = NUMBER_NONE;
	if (!many)
		return t.value == x;
	for (uint32_t i = 0; i < n->all.at[t.value].n; i++) {
		uint32_t y = number_words(n, t.value)[i];
		if (y == x)
			met++;
		else
			factor[count++] = y;
	}
	for (uint32_t i = 0; met && i < count; i++)
		if (!proof_number_value_lies(n, factor[i], &r) || r.lo < 0)
			return -1;
	if (met == 1)
		*rest = count == 1 ? factor[0]
		                   : proof_number_of_words(n, NUMBER_PRODUCT,
		                             n->all.at[t.value].type, 0, factor, count);
	return met < 2 ? (int)met : -1;
}

static bool is_multiple(const struct number_sum *s, int64_t by)
{
	bool is = !s->wraps && s->constant % by == 0;
	for (uint32_t i = 0; i < s->n && is; i++)
		is = s->term[i].factor % by == 0;
	return is;
}

/* The least or the greatest value of a loop's variable. */
static void end_of(const struct numbers *n, uint32_t min, uint32_t extent, int64_t step,
        bool greatest, struct number_sum *s)
{
	struct number_sum x;
	proof_number_sum_of(n, min, s);
	if (!greatest)
		return;
	if (n->all.at[extent].op == TIR_MIN) { /* no more than either */
		const uint32_t *word = number_words(n, extent);
		extent = word[n->all.at[word[1]].op == TIR_INT_IMM];
	}
	proof_number_sum_of(n, extent, &x);
	s->wraps |= !proof_number_sum_add(s, &x, 1);
	s->constant -= is_multiple(&x, step) ? step : 1;
}

/* s with x's first or last value in its place, whichever makes it less. */
static enum number_apart put_in(struct numbers *n, struct number_sum *s, uint32_t x)
{
	bool other;
	const struct number_var *v = loop_var(n, x, &other);
	uint32_t loop = (uint32_t)(n->all.at[x].payload >> 32);
	const struct number_bounds *b = v->bounds;
	if (!b || (other ? b->apart != loop : b->min == NUMBER_NONE))
		return NUMBER_ASKS;
	uint32_t min = other ? b->other_min : b->min, extent = other ? b->other_extent : b->extent;
	int64_t step = tir_loop_step(v->by);
	struct number_sum sum, bound, by;
	proof_number_sum_clear(&sum, s->type, s->constant);
	sum.wraps = s->wraps;
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t rest;
		int found = without(n, s->term[i], x, &rest);
		if (found < 0)
			return NUMBER_MAY_MEET;
		if (!found) {
			sum.wraps |= !proof_number_sum_term(&sum, s->term[i].value,
			        s->term[i].factor);
			continue;
		}
		end_of(n, min, extent, step, s->term[i].factor < 0, &bound);
		if (!tir_type_eq(bound.type, s->type) &&
		        (s->type.bits != 64 || !proof_number_sum_wide(n, &bound)))
			return NUMBER_MAY_MEET;
		if (rest != NUMBER_NONE) {
			proof_number_sum_of(n, rest, &by);
			by.type = s->type;
			bound.wraps |= !proof_number_sum_multiply(n, &bound, &by);
		}
		sum.wraps |= !proof_number_sum_add(&sum, &bound, s->term[i].factor);
	}
	*s = sum;
	return sum.wraps ? NUMBER_MAY_MEET : NUMBER_APART;
}

/* Put what is divided in the place of a quotient whose factor is a multiple of the divisor: n - 31 <= n // 32 * 32 <= n.
 * False: there is none. */
static bool put_dividend_in(const struct numbers *n, struct number_sum *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		struct number_term t = s->term[i];
		struct number_sum by;
		int64_t c;
		if (n->all.at[t.value].op != TIR_FLOORDIV ||
		        !number_is_constant(n, number_words(n, t.value)[1], &c) || c < 2 ||
		        t.factor % c != 0)
			continue;
		proof_number_sum_of(n, number_words(n, t.value)[0], &by);
		by.constant -= t.factor > 0 ? c - 1 : 0;
		memmove(&s->term[i], &s->term[i + 1], (--s->n - i) * sizeof t);
		s->wraps |= by.wraps || !tir_type_eq(by.type, s->type) ||
		            !proof_number_sum_add(s, &by, t.factor / c);
		return true;
	}
	return false;
}

/* Is the sum, of variables in their bounds, more than 0 with so much added?  by_dividend: quotients are seen as what is
 * divided. */
static enum number_apart lies_above(struct numbers *n, struct number_sum s, int64_t more,
        bool by_dividend, uint32_t *asked)
{
	struct number_range r = {0, 0};
	for (uint32_t i = 0; i < MOST_STEPS; i++) {
		if (by_dividend && put_dividend_in(n, &s)) {
			if (s.wraps)
				return NUMBER_MAY_MEET;
			continue;
		}
		*asked = innermost(n, &s);
		if (*asked == NUMBER_NONE)
			break;
		enum number_apart done = put_in(n, &s, *asked);
		if (done != NUMBER_APART)
			return done;
		proof_number_take_remainder(n, &s); /* of a loop from x // c * c, x % c times */
		if (s.wraps)
			return NUMBER_MAY_MEET;
	}
	bool known = proof_number_sum_lies(n, &s, &r) && !__builtin_add_overflow(r.lo, more, &r.lo);
	return known && r.lo > 0 ? NUMBER_APART : NUMBER_MAY_MEET;
}

static enum number_apart is_above(struct numbers *n, struct number_sum s, int64_t more,
        uint32_t *asked)
{
	enum number_apart apart = lies_above(n, s, more, false, asked);
	return apart == NUMBER_MAY_MEET ? lies_above(n, s, more, true, asked) : apart;
}

/* ---- Multiples, but for some terms -------------------------------------------------------*/
/* What is left of a factor when multiples of step are taken away: the nearest to 0. */
static int64_t rest_of(int64_t factor, int64_t step)
{
	int64_t rest = (factor % step + step) % step;
	return rest > step / 2 ? rest - step : rest;
}

/* Is rest + [lo, hi] no multiple of step?  Its range tells, or one multiple lies in that, and it is above or below it. */
static enum number_apart avoids(struct numbers *n, const struct number_sum *rest, int64_t step,
        int64_t lo, int64_t hi, uint32_t *asked)
{
	struct number_range r = {0, 0};
	struct number_sum minus;
	if (!proof_number_sum_lies(n, rest, &r) || __builtin_add_overflow(r.lo, lo, &r.lo) ||
	        __builtin_add_overflow(r.hi, hi, &r.hi) || r.lo <= -INT32_MAX || r.hi >= INT32_MAX)
		return NUMBER_MAY_MEET;
	if (has_no_multiple(step, r.lo, r.hi))
		return NUMBER_APART;
	int64_t met = r.hi - (r.hi % step + step) % step;
	if (met - step >= r.lo) /* and one more */
		return NUMBER_MAY_MEET;
	enum number_apart above = is_above(n, *rest, lo - met, asked);
	if (above != NUMBER_MAY_MEET)
		return above;
	proof_number_sum_clear(&minus, rest->type, 0);
	if (!proof_number_sum_add(&minus, rest, -1) || minus.wraps)
		return NUMBER_MAY_MEET;
	return is_above(n, minus, met - hi, asked);
}

/* How terms are looked at that are no multiples, and variables of one value. */
enum {
	REDUCE = 1, /* what those have of multiples is left out */
	KEEP = 2,   /* as variables, which are no farther than others that bound them */
	WAYS = 4
};

/* Is d + [lo, hi] never 0, as its terms are multiples of step, but for some that lie too near to 0? */
static enum number_apart misses_multiples(struct numbers *n, const struct number_sum *d,
        int64_t step, unsigned way, const struct number_range *lanes, uint32_t *asked)
{
	struct number_sum rest = *d;
	rest.n = 0;
	bool fits = true;
	for (uint32_t k = 0; k < d->n; k++) {
		struct number_term t = d->term[k];
		int64_t factor = factor_of(n, t);
		if (factor % step == 0 && (factor || !(way & KEEP))) {
			fits = fits && add_rest(n, t, &rest.constant);
			continue;
		}
		t.factor = way & REDUCE ? rest_of(t.factor, step) : t.factor;
		rest.term[rest.n++] = t;
	}
	return fits ? avoids(n, &rest, step, lanes->lo, lanes->hi, asked) : NUMBER_MAY_MEET;
}

/* The same for a factor, or a common divisor of one and some that follow. */
static enum number_apart is_no_multiple(struct numbers *n, const struct number_sum *d,
        const struct number_range *lanes, uint32_t *asked)
{
	enum number_apart apart = NUMBER_MAY_MEET;
	uint32_t ways = KEEP;
	for (uint32_t i = 0; i < d->n; i++) {
		if (d->term[i].factor > INT32_MAX || d->term[i].factor < -INT32_MAX)
			return NUMBER_MAY_MEET;
		ways = factor_of(n, d->term[i]) ? ways : WAYS;
	}
	for (uint32_t i = 0; i < d->n && apart == NUMBER_MAY_MEET; i++) {
		int64_t step[2] = {factor_of(n, d->term[i])};
		step[1] = step[0];
		for (uint32_t k = i + 1; k < d->n; k++) {
			int64_t both = proof_divisor(step[1], factor_of(n, d->term[k]));
			step[1] = both > 1 ? both : step[1];
		}
		for (uint32_t k = 0; k < 2 * ways && apart == NUMBER_MAY_MEET; k++) {
			int64_t by = proof_divisor(step[k / ways], 0);
			if (by > 1 && (k < ways || step[1] != step[0]))
				apart = misses_multiples(n, d, by, k % ways, lanes, asked);
		}
	}
	return apart;
}

/* Are all values of one number below those of the other, of whatever types? */
static bool are_disjoint(const struct numbers *n, uint32_t a, uint32_t b)
{
	struct number_range x, y;
	return n->all.at[a].type.lanes == 1 && n->all.at[b].type.lanes == 1 &&
	       proof_number_value_lies(n, a, &x) && proof_number_value_lies(n, b, &y) &&
	       (x.hi < y.lo || y.hi < x.lo);
}

/* Do they differ as their difference is never 0 modulo 2^w, w the bits of both types? */
static enum number_apart differ_modulo(struct numbers *n, const struct index *x,
        const struct index *y, uint32_t *asked)
{
	struct number_sum d = x->s, minus;
	struct number_range lanes = {x->lo - y->hi, x->hi - y->lo};
	uint64_t any = x->any | y->any;
	if (!proof_number_sum_add(&d, &y->s, -1))
		return NUMBER_MAY_MEET;
	if (is_between(n, &d, any, lanes.lo, lanes.hi) ||
	        (!any && is_far(n, &d, lanes.lo, lanes.hi)))
		return NUMBER_APART;
	if (any || d.wraps || d.type.code != TIR_TYPE_INT || d.type.bits < 32)
		return NUMBER_MAY_MEET;
	enum number_apart apart = is_no_multiple(n, &d, &lanes, asked);
	if (apart == NUMBER_MAY_MEET)
		apart = is_above(n, d, lanes.lo, asked);
	proof_number_sum_clear(&minus, d.type, 0);
	if (apart == NUMBER_MAY_MEET && proof_number_sum_add(&minus, &d, -1) && !minus.wraps)
		apart = is_above(n, minus, -lanes.hi, asked);
	return apart;
}

enum number_apart proof_number_differ(struct numbers *n, uint32_t a, uint32_t b, uint32_t *asked)
{
	struct index x, y;
	struct tir_type t = n->all.at[a].type, u = n->all.at[b].type;
	enum number_apart apart = NUMBER_MAY_MEET;
	int64_t first, second;
	*asked = NUMBER_NONE;
	if (number_is_constant(n, a, &first) && number_is_constant(n, b, &second))
		return first != second ? NUMBER_APART : NUMBER_MAY_MEET;
	if (!tir_is_int(t) || !tir_is_int(u) || !take_lanes(n, a, false, &x) ||
	        !take_lanes(n, b, false, &y))
		return NUMBER_MAY_MEET;
	if (number_is_constant(n, b, &second)) /* of a's type as well */
		y.s.type = u = x.s.type;
	if (number_is_constant(n, a, &first))
		x.s.type = t = y.s.type;
	if (t.code == u.code && t.bits == u.bits)
		apart = differ_modulo(n, &x, &y, asked);
	else if (are_disjoint(n, a, b))
		apart = NUMBER_APART;
	if (apart == NUMBER_MAY_MEET && (t.bits == 64 || u.bits == 64) &&
	        take_lanes(n, a, true, &x) && take_lanes(n, b, true, &y))
		apart = differ_modulo(n, &x, &y, asked);
	return apart;
}
