/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_quotient.c: quotients and remainders by positive constants, and what they leave of sums.
 *
 * Idea.   x = c * q + r with 0 <= r < c says what x // c and x % c are.  x - x // c * c is x % c, x - x % c is x // c * c; where the
 *         remainder is known x // c * c is written x - x % c, so that each of these has one form.
 *         So is the rest of a division by 0, which traps: no sum without that division has its number.
 *         Products keep the form in which their factors stood: two of them are compared without remainders.
 * Needs   ranges of loops' variables where a sum must not wrap around.
 * Costs   O(terms) a quotient; O(terms^2) a sum with quotients in it.
 * Wrong if a sum that may wrap around is divided. */
#include "proof/values/number.h"

static bool is_power_of_two(int64_t c)
{
	return (c & (c - 1)) == 0;
}

/* ---- Quotients ---------------------------------------------------------------------------*/
/* Does the sum as a whole number fit its type?  Then that is what it computes. */
bool proof_number_fits(const struct numbers *n, const struct number_sum *s, int64_t *lo)
{
	int64_t hi, most = INT64_MAX;
	if (s->type.bits > 32 || !proof_number_range(n, s, lo, &hi))
		return false;
	most >>= 64 - s->type.bits;
	if (s->type.code == TIR_TYPE_UINT)
		return *lo >= 0 && hi <= 2 * most + 1;
	return *lo >= -most - 1 && hi <= most;
}

/* s = c * q + r: q has the terms whose factors are multiples of c. */
static void part(const struct number_sum *s, int64_t c, struct number_sum *q, struct number_sum *r)
{
	int64_t all = number_in_type(s->type, s->constant), rest = (all % c + c) % c;
	proof_number_sum_clear(q, s->type, 0);
	proof_number_sum_clear(r, s->type, 0);
	q->constant = (all - rest) / c;
	r->constant = rest;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = number_in_type(s->type, s->term[i].factor);
		if (factor % c)
			r->term[r->n++] = s->term[i];
		else
			q->term[q->n++] = (struct number_term){s->term[i].value, factor / c};
	}
}

/* Is it a variable, or the cast of one? */
static bool is_variable(const struct numbers *n, uint32_t value)
{
	const struct number_value *x = &n->all.at[value];
	return x->op == TIR_VAR || (x->op == TIR_CAST && x->n == 1 &&
	                                   n->all.at[number_words(n, value)[0]].op == TIR_VAR);
}

/* A constant or a variable: another sum stays a quotient, so that one of several divisions is found to be one. */
static bool is_atom(const struct numbers *n, const struct number_sum *s)
{
	return s->n == 0 || (s->n == 1 && s->constant == 0 && s->term[0].factor == 1 &&
	                            is_variable(n, s->term[0].value));
}

/* Does the sum lie between -c and c, neither included? */
static bool is_near_zero(const struct numbers *n, const struct number_sum *s, int64_t c)
{
	int64_t lo, hi;
	return proof_number_fits(n, s, &lo) && proof_number_range(n, s, &lo, &hi) && lo > -c &&
	       hi < c;
}

/* Does the value come to 0, whatever fell out of it? */
static bool is_zero(const struct numbers *n, uint32_t value)
{
	struct number_sum s;
	proof_number_sum_of(n, value, &s);
	bool zero = s.constant == 0;
	for (uint32_t i = 0; i < s.n; i++)
		zero &= s.term[i].factor == 0;
	return zero;
}

/* The rest of a division by 0 is x - x // 0 * 0, as of any other: x, and a trace of what traps.  False: no such rest. */
static bool rest_by_zero(struct numbers *n, struct tir_type t, uint32_t op, const uint32_t *kid,
        uint32_t *number)
{
	struct number_sum s;
	if ((op != TIR_MOD && op != TIR_FLOORMOD) || !tir_is_int(t) || t.lanes != 1 ||
	        !is_zero(n, kid[1]))
		return false;
	uint32_t quotient = proof_number_of_words(n, op == TIR_MOD ? TIR_DIV : TIR_FLOORDIV, t, 0,
	        kid, 2);
	proof_number_sum_of(n, kid[0], &s);
	s.lost = true;
	if (!proof_number_sum_settle(n, &s, (uint32_t[]){kid[0], quotient, kid[1]}, 3))
		return false;
	*number = proof_number_of_sum(n, &s);
	return true;
}

bool proof_number_of_quotient(struct numbers *n, struct tir_type t, uint32_t op,
        const uint32_t *kid, uint32_t *number)
{
	struct number_sum s, q, r;
	int64_t c, lo, hi;
	bool divides = op == TIR_FLOORDIV || op == TIR_DIV;
	bool floors = op == TIR_FLOORDIV || op == TIR_FLOORMOD;
	if (rest_by_zero(n, t, op, kid, number))
		return true;
	if ((!divides && op != TIR_FLOORMOD && op != TIR_MOD) || !tir_is_int(t) || t.lanes != 1 ||
	        !number_is_constant(n, kid[1], &c) || c <= 1 || c > INT64_MAX / 2)
		return false;
	proof_number_sum_whole(n, kid[0], &s);
	bool rounds_up = !floors && t.code == TIR_TYPE_INT &&
	                 (!proof_number_fits(n, &s, &lo) || lo < 0);
	if (rounds_up && is_near_zero(n, &s, c)) {
		*number = divides ? number_constant(n, t, 0) : kid[0];
		return true;
	}
	if (rounds_up)
		return false;
	part(&s, c, &q, &r);
	bool whole = proof_number_fits(n, &s, &lo);
	if (!proof_number_range(n, &r, &lo, &hi) || lo < 0 || hi >= c)
		return false;
	/* where the quotient is known, so is what is left of its multiple in a sum: the remainder is that sum */
	bool known = (whole && is_atom(n, &q)) ||
	             (!divides && is_atom(n, &r) && (whole || is_power_of_two(c)));
	if (!known)
		return false;
	*number = proof_number_of_sum(n, divides ? &q : &r);
	return true;
}

/* ---- What a quotient leaves ---------------------------------------------------------------*/
static int64_t negative(int64_t x)
{
	return (int64_t)(0 - (uint64_t)x);
}

/* Are the factors of a product, but for the i-th, those of the divisor? */
static bool are_others(const struct numbers *n, const struct number_value *product, uint32_t i,
        uint32_t divisor)
{
	const struct number_value *d = &n->all.at[divisor];
	const uint32_t *all = &n->words.at[product->first];
	if (product->n == 2)
		return divisor == all[!i];
	bool same = d->op == NUMBER_PRODUCT && d->n == product->n - 1;
	for (uint32_t k = 0; same && k < d->n; k++)
		same = n->words.at[d->first + k] == all[k + (k >= i)];
	return same;
}

/* Of what looks like it: c in *times * (q * c), q a quotient by c. */
static bool is_rounded(const struct numbers *n, struct number_term t, uint32_t *q, int64_t *times)
{
	const struct number_value *x = &n->all.at[t.value];
	const uint32_t *word = number_words(n, t.value);
	int64_t c;
	*times = t.factor;
	for (uint32_t i = 0; x->op == NUMBER_PRODUCT && i < x->n; i++) {
		uint32_t op = n->all.at[word[i]].op;
		*q = word[i];
		if ((op == TIR_FLOORDIV || op == TIR_DIV) &&
		        are_others(n, x, i, number_words(n, *q)[1]))
			return true;
	}
	*q = t.value;
	if ((x->op != TIR_FLOORDIV && x->op != TIR_DIV) || !number_is_constant(n, word[1], &c) ||
	        c == 0 || (c != -1 && t.factor % c))
		return false;
	*times = c == -1 ? negative(t.factor) : t.factor / c;
	return true;
}

/* What the rest of a division by the same number is: of a quotient its remainder, of a remainder its quotient times the
 * divisor. */
static bool other_part(struct numbers *n, uint32_t of, struct number_sum *s)
{
	struct number_value x = n->all.at[of];
	struct number_sum by;
	uint32_t word[2] = {number_words(n, of)[0], number_words(n, of)[1]};
	uint32_t op = x.op == TIR_DIV        ? TIR_MOD
	              : x.op == TIR_MOD      ? TIR_DIV
	              : x.op == TIR_FLOORDIV ? TIR_FLOORMOD
	                                     : TIR_FLOORDIV;
	uint32_t number;
	if (!proof_number_of_quotient(n, x.type, op, word, &number))
		number = proof_number_of_words(n, op, x.type, x.payload, word, 2);
	proof_number_sum_of(n, number, s);
	if (op == TIR_MOD || op == TIR_FLOORMOD)
		return true;
	proof_number_sum_of(n, word[1], &by);
	return proof_number_sum_multiply(n, s, &by) && !s->lost;
}

/* Where x % c is known, x // c * c is x - x % c in any sum: put that in the place of such terms. */
static void take_known(struct numbers *n, struct number_sum *s)
{
	for (uint32_t i = 0; s->type.lanes == 1 && i < s->n; i++) {
		struct number_sum x, rest, without = *s;
		uint32_t part, number;
		int64_t times;
		if (!s->term[i].factor || !is_rounded(n, s->term[i], &part, &times))
			continue;
		const struct number_value q = n->all.at[part];
		const uint32_t word[2] = {n->words.at[q.first], n->words.at[q.first + 1]};
		uint32_t op = q.op == TIR_DIV ? TIR_MOD : TIR_FLOORMOD;
		proof_number_sum_of(n, word[0], &x);
		if (!tir_type_eq(q.type, s->type) ||
		        !proof_number_of_quotient(n, q.type, op, word, &number))
			continue;
		proof_number_sum_of(n, number, &rest);
		if (!proof_number_sum_add(&without, &x, times) ||
		        !proof_number_sum_term(&without, s->term[i].value,
		                negative(s->term[i].factor)) ||
		        !proof_number_sum_add(&without, &rest, negative(times)))
			continue;
		without.lost = s->lost;
		*s = without;
		i = UINT32_MAX; /* its terms are others: begin again */
	}
}

/* Take the factor out of those of a product; false: it is none of them. */
static bool take_factor(uint32_t *factor, uint32_t *count, uint32_t value)
{
	uint32_t i = 0;
	while (i < *count && factor[i] != value)
		i++;
	if (i == *count)
		return false;
	memmove(&factor[i], &factor[i + 1], (--*count - i) * sizeof *factor);
	return true;
}

/* Write a product with the factors x // d and d, where x is a constant, as (x - x % d) times the other factors, in *s.  Factor i is
 * x // d.  False: the product has no such factors. */
static bool constant_part(struct numbers *n, uint32_t product, uint32_t i, struct number_sum *s)
{
	struct number_sum rest;
	const struct number_value p = n->all.at[product], q = n->all.at[n->words.at[p.first + i]];
	uint32_t factor[NUMBER_FACTORS], count = p.n;
	if ((q.op != TIR_FLOORDIV && q.op != TIR_DIV) || !tir_type_eq(q.type, p.type) ||
	        n->all.at[n->words.at[q.first]].op != TIR_INT_IMM)
		return false;
	memcpy(factor, number_words(n, product), count * sizeof *factor);
	uint32_t d = n->words.at[q.first + 1], of = factor[i];
	bool many = n->all.at[d].op == NUMBER_PRODUCT, has = take_factor(factor, &count, of);
	for (uint32_t k = 0; has && k < (many ? n->all.at[d].n : 1); k++)
		has = take_factor(factor, &count, many ? number_words(n, d)[k] : d);
	if (!has || !other_part(n, of, &rest))
		return false;
	proof_number_sum_of(n, n->words.at[q.first], s);
	has = proof_number_sum_add(s, &rest, -1);
	for (uint32_t k = 0; has && k < count; k++) {
		proof_number_sum_of(n, factor[k], &rest);
		has = proof_number_sum_multiply(n, s, &rest);
	}
	return has && !s->lost;
}

/* Where x is a constant, x // d * d is x - x % d in any sum, whatever it is multiplied by: x is part of the sum's other terms. */
static void take_constants(struct numbers *n, struct number_sum *s)
{
	for (uint32_t i = 0; s->type.lanes == 1 && i < s->n; i++) {
		const struct number_term t = s->term[i];
		const struct number_value p = n->all.at[t.value];
		bool product = t.factor && p.op == NUMBER_PRODUCT && tir_type_eq(p.type, s->type);
		for (uint32_t k = 0; product && k < p.n; k++) {
			struct number_sum known, without = *s;
			if (!constant_part(n, t.value, k, &known) ||
			        !proof_number_sum_term(&without, t.value, negative(t.factor)) ||
			        !proof_number_sum_add(&without, &known, t.factor))
				continue;
			without.lost = s->lost;
			*s = without;
			i = UINT32_MAX; /* its terms are others: begin again */
			break;
		}
	}
}

/* x - x // c * c is x % c, x - x % c is x // c * c: one such term and x leave s, the other part comes.  A constant x // c * c
 * becomes x - x % c in any sum, as x is part of the sum's constant. */
static void take_remainder(struct numbers *n, struct number_sum *s)
{
	for (uint32_t i = 0; s->type.lanes == 1 && i < s->n; i++) {
		struct number_sum x, other, without = *s;
		uint32_t part = s->term[i].value, op = n->all.at[part].op;
		int64_t times = s->term[i].factor;
		bool rest = (op == TIR_FLOORMOD || op == TIR_MOD) &&
		            tir_type_eq(n->all.at[part].type, s->type);
		if (!times || (!rest && !is_rounded(n, s->term[i], &part, &times)))
			continue;
		proof_number_sum_of(n, number_words(n, part)[0], &x);
		if ((x.n == 0 && rest) || !tir_type_eq(x.type, s->type) ||
		        !proof_number_sum_add(&without, &x, times) || without.n + x.n != s->n ||
		        !proof_number_sum_term(&without, s->term[i].value,
		                negative(s->term[i].factor)) ||
		        !other_part(n, part, &other) ||
		        !proof_number_sum_add(&without, &other, negative(times)))
			continue;
		without.lost = s->lost;
		*s = without;
		return;
	}
}

void proof_number_take_remainder(struct numbers *n, struct number_sum *s)
{
	take_known(n, s);
	take_constants(n, s);
	take_remainder(n, s);
}

/* ---- Without remainders ------------------------------------------------------------------*/
/* The value as a polynomial: each remainder in it, in products, too, is x - x // c * c.  False: it has too many terms. */
static bool expand(struct numbers *n, uint32_t value, struct number_sum *s, int depth)
{
	const struct number_value x = n->all.at[value];
	struct number_sum whole, part;
	bool rest = (x.op == TIR_FLOORMOD || x.op == TIR_MOD) && x.n == 2;
	proof_number_sum_of(n, value, &whole);
	*s = whole;
	if (!depth || (!rest && x.op != NUMBER_SUM && x.op != NUMBER_PRODUCT))
		return true;
	if (rest)
		return expand(n, number_words(n, value)[0], s, depth - 1) &&
		       other_part(n, value, &part) && proof_number_sum_add(s, &part, -1);
	bool fits = true, sum = x.op == NUMBER_SUM;
	proof_number_sum_clear(s, x.type, sum ? whole.constant : 1);
	for (uint32_t i = 0; i < x.n && fits; i += sum ? 3 : 1)
		fits = expand(n, number_words(n, value)[i], &part, depth - 1) &&
		       (sum ? proof_number_sum_add(s, &part, whole.term[i / 3].factor)
		            : proof_number_sum_multiply(n, s, &part));
	return fits;
}

bool proof_number_same_polynomial(struct numbers *n, uint32_t a, uint32_t b)
{
	enum { DEPTH = 4 };
	struct number_sum s, t;
	struct tir_type x = n->all.at[a].type, y = n->all.at[b].type;
	if (a == b || !tir_is_int(x) || x.lanes != 1 || !tir_type_eq(x, y))
		return a == b;
	bool fits = expand(n, a, &s, DEPTH) && expand(n, b, &t, DEPTH);
	return fits && proof_number_sum_settle(n, &s, &a, 1) &&
	       proof_number_sum_settle(n, &t, &b, 1) &&
	       proof_number_of_sum(n, &s) == proof_number_of_sum(n, &t);
}
