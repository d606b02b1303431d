/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_sum.c: sums of integers.
 *
 * Idea.   Integers of w bits are a ring modulo 2^w: what is written with + - * is constant + factors * values, values
 *         ascending, each a product of a few others.  In a vector LANE is one more value (0, 1, 2, ...).
 *         What falls out of a sum, as x - x does, stays as 0 * value if computing it might trap, call or load: x - x and y - y
 *         are two numbers then, and all that comes to 0 * x is one.  What another term computes leaves no such trace.
 * Leaves  sums of too many terms, and products of too many factors, as they are written.
 * Costs   O(terms) a sum.
 * Wrong if a sum that may have wrapped around is taken for a whole number: `wraps` tells. */
#include "proof/values/number.h"

enum {
	MOST_PRODUCTS = 9,
	TRACED = 3 /* operands of operands that are looked at for what may trap */
};

/* x as a signed number of so many bits. */
static int64_t fold(struct tir_type t, int64_t x)
{
	unsigned up = 64u - t.bits;
	return (int64_t)((uint64_t)x << up) >> up;
}

/* a * b + c in the type's bits; *wraps if that is another number. */
static int64_t times_plus(struct tir_type t, int64_t a, int64_t b, int64_t c, bool *wraps)
{
	int64_t x, exact = 0;
	*wraps |= __builtin_mul_overflow(a, b, &exact) || __builtin_add_overflow(exact, c, &exact);
	x = fold(t, (int64_t)((uint64_t)a * (uint64_t)b + (uint64_t)c));
	*wraps |= x != exact;
	return x;
}

void proof_number_sum_clear(struct number_sum *s, struct tir_type type, int64_t constant)
{
	s->type = type;
	s->constant = fold(type, constant);
	s->n = 0;
	s->lost = s->wraps = false;
}

void proof_number_sum_of(const struct numbers *n, uint32_t value, struct number_sum *s)
{
	const struct number_value *x = &n->all.at[value];
	const uint32_t *word = number_words(n, value);
	bool is_sum = x->op == NUMBER_SUM;
	proof_number_sum_clear(s, x->type,
	        is_sum || x->op == TIR_INT_IMM ? (int64_t)x->payload : 0);
	s->wraps = x->wraps;
	if (!is_sum && x->op != TIR_INT_IMM)
		s->term[s->n++] = (struct number_term){value, 1};
	for (uint32_t i = 0; is_sum && i < x->n; i += 3)
		s->term[s->n++] = (struct number_term){
		        word[i], (int64_t)(word[i + 1] | (uint64_t)word[i + 2] << 32)};
}

bool proof_number_sum_term(struct number_sum *a, uint32_t value, int64_t factor)
{
	uint32_t i = 0;
	factor = fold(a->type, factor);
	while (i < a->n && a->term[i].value < value)
		i++;
	if (i < a->n && a->term[i].value == value) {
		factor = times_plus(a->type, 1, factor, a->term[i].factor, &a->wraps);
		a->term[i].factor = factor;
		if (!factor) {
			a->n--;
			memmove(&a->term[i], &a->term[i + 1], (a->n - i) * sizeof *a->term);
		}
	} else if (factor) {
		if (a->n == NUMBER_TERMS)
			return false;
		memmove(&a->term[i + 1], &a->term[i], (a->n - i) * sizeof *a->term);
		a->term[i] = (struct number_term){value, factor};
		a->n++;
	}
	a->lost |= !factor;
	return true;
}

bool proof_number_sum_add(struct number_sum *a, const struct number_sum *b, int64_t factor)
{
	a->constant = times_plus(a->type, factor, b->constant, a->constant, &a->wraps);
	a->lost |= b->lost;
	a->wraps |= b->wraps;
	for (uint32_t i = 0; i < b->n; i++) {
		int64_t x = times_plus(a->type, factor, b->term[i].factor, 0, &a->wraps);
		if (!proof_number_sum_term(a, b->term[i].value, x))
			return false;
	}
	return true;
}

/* ---- Products ----------------------------------------------------------------------------*/
/* The value that is the product of two; NUMBER_NONE: it has too many factors. */
static uint32_t product(struct numbers *n, uint32_t a, uint32_t b, struct tir_type type)
{
	uint32_t factor[2 * NUMBER_FACTORS], count = 0, pair[2] = {a, b};
	bool is_vector = false;
	for (int i = 0; i < 2; i++) {
		bool many = n->all.at[pair[i]].op == NUMBER_PRODUCT;
		const uint32_t *word = many ? number_words(n, pair[i]) : &pair[i];
		for (uint32_t k = 0; k < (many ? n->all.at[pair[i]].n : 1); k++) {
			uint32_t at = count++;
			for (; at && factor[at - 1] > word[k]; at--)
				factor[at] = factor[at - 1];
			factor[at] = word[k];
			is_vector |= word[k] == n->lane || n->all.at[word[k]].type.lanes > 1;
		}
	}
	if (count > NUMBER_FACTORS)
		return NUMBER_NONE;
	return proof_number_of_words(n, NUMBER_PRODUCT, tir_lanes(type, is_vector ? type.lanes : 1),
	        0, factor, count);
}

/* to += a * b, none of them a constant. */
static bool add_products(struct numbers *n, struct number_sum *to, const struct number_sum *a,
        const struct number_sum *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t k = 0; k < a->n; k++) {
			uint32_t p = product(n, a->term[k].value, b->term[i].value, to->type);
			int64_t factor = times_plus(to->type, a->term[k].factor, b->term[i].factor,
			        0, &to->wraps);
			if (p == NUMBER_NONE || !proof_number_sum_term(to, p, factor))
				return false;
		}
	return true;
}

bool proof_number_sum_multiply(struct numbers *n, struct number_sum *a, const struct number_sum *b)
{
	struct number_sum sum, rest = *b;
	if (a->n && b->n && (a->n + 1) * (b->n + 1) > MOST_PRODUCTS)
		return false;
	proof_number_sum_clear(&sum, a->type, 0);
	rest.constant = 0; /* a * b = a * b's constant + a's constant * the rest + the products */
	if ((b->constant || !b->n) && !proof_number_sum_add(&sum, a, b->constant))
		return false;
	if (b->n && a->constant && !proof_number_sum_add(&sum, &rest, a->constant))
		return false;
	sum.lost |= a->lost || b->lost || (!a->n && !a->constant && b->n);
	sum.wraps |= a->wraps || b->wraps;
	if (!add_products(n, &sum, a, b))
		return false;
	*a = sum;
	return true;
}

uint32_t proof_number_of_sum(struct numbers *n, const struct number_sum *s)
{
	uint32_t word[3 * NUMBER_TERMS] = {0}, k = 0;
	bool constant = s->n == 0 && s->type.lanes == 1;
	if (s->n == 1 && s->constant == 0 && s->term[0].factor == 1 &&
	        tir_type_eq(n->all.at[s->term[0].value].type, s->type))
		return s->term[0].value;
	for (uint32_t i = 0; i < s->n; i++) {
		word[k++] = s->term[i].value;
		word[k++] = (uint32_t)s->term[i].factor;
		word[k++] = (uint32_t)((uint64_t)s->term[i].factor >> 32);
	}
	int64_t payload = constant ? number_in_type(s->type, s->constant) : s->constant;
	uint32_t number = proof_number_of_words(n,
	        constant ? (uint32_t)TIR_INT_IMM : (uint32_t)NUMBER_SUM, s->type, (uint64_t)payload,
	        word, k);
	if (!constant)
		n->all.at[number].wraps |= s->wraps;
	return number;
}

/* ---- What falls out -----------------------------------------------------------------------*/
/* What is computed wherever `from` is, as far as `depth` shows: is the value that? */
static bool is_part(const struct numbers *n, uint32_t from, uint32_t value, int depth)
{
	const struct number_value *x = &n->all.at[from];
	const uint32_t *word = number_words(n, from);
	bool found = from == value,
	     opens = depth && (proof_number_is_plain(n, x, word) || number_divides(x));
	for (uint32_t i = 0; opens && !found && i < x->n; i += number_step(x))
		found = is_part(n, word[i], value, depth - 1);
	return found;
}

/* Does a term of the sum compute the value? */
static bool computes(const struct numbers *n, const struct number_sum *s, uint32_t value)
{
	bool found = false;
	for (uint32_t i = 0; i < s->n && !found; i++)
		found = s->term[i].factor && is_part(n, s->term[i].value, value, TRACED);
	return found;
}

/* Add 0 * value, if nothing in the sum computes the value; false: it has too many terms. */
static bool add_trace(const struct numbers *n, struct number_sum *s, uint32_t value)
{
	uint32_t i = 0;
	if (computes(n, s, value))
		return true;
	while (i < s->n && s->term[i].value < value)
		i++;
	if (i < s->n && s->term[i].value == value)
		return true;
	if (s->n == NUMBER_TERMS)
		return false;
	memmove(&s->term[i + 1], &s->term[i], (s->n - i) * sizeof *s->term);
	s->term[i] = (struct number_term){value, 0};
	s->n++;
	return true;
}

/* Leave 0 * x in s for each x of which the value is computed, as far as `depth` shows, and which might trap, call or load.
 * False: too many terms. */
static bool leave_traces(const struct numbers *n, struct number_sum *s, uint32_t value, int depth)
{
	const struct number_value *x = &n->all.at[value];
	const uint32_t *word = number_words(n, value);
	int64_t c;
	if (x->quiet)
		return true;
	bool plain = number_divides(x) ? number_is_constant(n, word[1], &c) && c > 0
	                               : proof_number_is_plain(n, x, word);
	bool fits = (plain && depth) || add_trace(n, s, value);
	if (!depth || (!plain && !number_divides(x)))
		return fits;
	for (uint32_t i = 0; fits && i < x->n; i += number_step(x))
		fits = leave_traces(n, s, word[i], depth - 1);
	return fits;
}

bool proof_number_sum_settle(const struct numbers *n, struct number_sum *s, const uint32_t *kids,
        uint32_t nkids)
{
	uint32_t kept = 0;
	bool fits = true;
	for (uint32_t i = 0; i < s->n; i++) {
		s->lost |= !s->term[i].factor;
		if (s->term[i].factor)
			s->term[kept++] = s->term[i];
	}
	s->n = kept;
	for (uint32_t i = 0; s->lost && fits && i < nkids; i++)
		fits = leave_traces(n, s, kids[i], TRACED);
	s->lost = false;
	return fits;
}

/* ---- Sums as numbers ---------------------------------------------------------------------*/
static bool add_whole(struct numbers *n, struct number_sum *s, uint32_t value, int64_t factor,
        int depth);

/* x, of s's type, which was left as it is written: what it comes to, if it has so few terms. */
static bool add_written(struct numbers *n, struct number_sum *s, struct number_value x,
        int64_t factor, int depth)
{
	struct number_sum a, b, sum = *s;
	uint32_t left = n->words.at[x.first], right = n->words.at[x.first + 1];
	proof_number_sum_clear(&a, x.type, 0);
	proof_number_sum_clear(&b, x.type, 0);
	bool ok = tir_type_eq(n->all.at[left].type, x.type) &&
	          tir_type_eq(n->all.at[right].type, x.type) && add_whole(n, &a, left, 1, depth) &&
	          add_whole(n, &b, right, 1, depth) &&
	          (x.op == TIR_MUL ? proof_number_sum_multiply(n, &a, &b)
	                           : proof_number_sum_add(&a, &b, x.op == TIR_ADD ? 1 : -1)) &&
	          proof_number_sum_add(&sum, &a, factor);
	if (ok)
		*s = sum;
	return ok;
}

/* Add a value times a factor, with sums in it as they were written, down to `depth`; false: too many terms. */
static bool add_whole(struct numbers *n, struct number_sum *s, uint32_t value, int64_t factor,
        int depth)
{
	struct number_value x = n->all.at[value];
	struct number_sum own;
	bool written = x.op == TIR_ADD || x.op == TIR_SUB || x.op == TIR_MUL;
	if (depth && written && x.n == 2 && tir_type_eq(x.type, s->type) &&
	        add_written(n, s, x, factor, depth - 1))
		return true;
	proof_number_sum_of(n, value, &own);
	if (!depth || x.op != NUMBER_SUM)
		return proof_number_sum_add(s, &own, factor);
	s->constant = times_plus(s->type, factor, own.constant, s->constant, &s->wraps);
	s->wraps |= own.wraps;
	for (uint32_t i = 0; i < own.n; i++) {
		int64_t by = times_plus(s->type, factor, own.term[i].factor, 0, &s->wraps);
		if (!add_whole(n, s, own.term[i].value, by, depth - 1))
			return false;
	}
	return true;
}

void proof_number_sum_whole(struct numbers *n, uint32_t value, struct number_sum *s)
{
	enum { DEPTH = 8 };
	proof_number_sum_clear(s, n->all.at[value].type, 0);
	if (!tir_is_int(s->type) || s->type.lanes != 1 || !add_whole(n, s, value, 1, DEPTH))
		proof_number_sum_of(n, value, s);
}

/* ---- Sums in int64 -----------------------------------------------------------------------*/
static bool is_whole(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32;
}

/* What the value is but for casts that change no number. */
static uint32_t without_casts(const struct numbers *n, uint32_t value)
{
	const struct number_value *x = &n->all.at[value];
	while (x->op == TIR_CAST && x->n == 1 && is_whole(x->type)) {
		uint32_t of = number_words(n, value)[0];
		struct tir_type t = n->all.at[of].type;
		if (!is_whole(t) || t.bits > x->type.bits)
			break;
		value = of;
		x = &n->all.at[value];
	}
	return value;
}

/* A product in int64, of factors without their casts. */
static uint32_t wide_product(struct numbers *n, struct number_value x)
{
	uint32_t factor[NUMBER_FACTORS];
	for (uint32_t i = 0; i < x.n; i++) {
		uint32_t y = without_casts(n, n->words.at[x.first + i]), at = i;
		for (; at && factor[at - 1] > y; at--)
			factor[at] = factor[at - 1];
		factor[at] = y;
	}
	return proof_number_of_words(n, NUMBER_PRODUCT, tir_lanes(TIR_INT64, x.type.lanes), 0,
	        factor, x.n);
}

/* Add a value times a factor, in the wide type in which nothing wraps; false: too many terms. */
static bool add_wide(struct numbers *n, struct number_sum *s, uint32_t value, int64_t factor,
        int depth)
{
	value = without_casts(n, value);
	struct number_value x = n->all.at[value];
	struct number_sum own;
	bool is_sum = (x.op == NUMBER_SUM || x.op == TIR_INT_IMM) && !x.wraps && is_whole(x.type);
	if (x.op == NUMBER_PRODUCT && is_whole(x.type))
		value = wide_product(n, x);
	if (!is_sum || !depth)
		return proof_number_sum_term(s, value, factor);
	proof_number_sum_of(n, value, &own);
	s->constant = times_plus(s->type, factor, own.constant, s->constant, &s->wraps);
	for (uint32_t i = 0; i < own.n; i++) {
		int64_t by = times_plus(s->type, factor, own.term[i].factor, 0, &s->wraps);
		if (!add_wide(n, s, own.term[i].value, by, depth - 1))
			return false;
	}
	return true;
}

bool proof_number_sum_wide(struct numbers *n, struct number_sum *s)
{
	enum { DEPTH = 8 };
	struct number_sum wide;
	if (s->wraps || !is_whole(s->type))
		return false;
	proof_number_sum_clear(&wide, tir_lanes(TIR_INT64, s->type.lanes), s->constant);
	for (uint32_t i = 0; i < s->n; i++)
		if (!add_wide(n, &wide, s->term[i].value, s->term[i].factor, DEPTH))
			return false;
	*s = wide;
	return true;
}
