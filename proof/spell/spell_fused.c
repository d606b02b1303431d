/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_fused.c: a loop over a product of extents that are no constants, as loops over each of them.
 *
 * Idea.    With extents e2, e1, e0, all above 0, the iteration p of the fused loop is d2 * e1 * e0 + d1 * e0 + d0, where each digit d is not
 *          negative and less than its e.  So p // e0 is d2 * e1 + d1, p % e0 is d0, and so on: what a product of neighbouring extents
 *          divides into digits above and below.  Digits with what they stand for, relative to one of them, are never more than p, and
 *          products of extents never more than that of all, which the first program computes.
 * Wrong if a digit is taken for less than the divisor and is not. */
#include "proof/spell/spell.h"

/* The only term of the sum; false: it has others. */
static bool only_term(struct spell *s, uint32_t sum, struct spell_term *t)
{
	struct spell_sum x;
	if (sum == SPELL_NONE)
		return false;
	proof_spell_sum(s, sum, &x);
	*t = x.n ? x.term[0] : (struct spell_term){x.constant, 0, {0}};
	return x.n + (x.constant != 0) == 1;
}

/* Is it above 0 by its bounds, or as that is assumed? */
static bool is_above_0(struct spell *s, uint32_t sum)
{
	struct proof_bounds b = proof_spell_bounds(s, sum);
	int64_t n;
	uint32_t x = proof_spell_add(s, sum, proof_spell_number(s, 1), -1);
	if (b.known && b.lo > 0)
		return true;
	x = x == SPELL_NONE ? x : proof_spell_at_least_0(s, x);
	return x != SPELL_NONE && proof_spell_is_number(s, x, &n) && n;
}

bool proof_spell_above_0(struct spell *s, uint32_t sum)
{
	struct spell_term t;
	if (is_above_0(s, sum))
		return true;
	if (!only_term(s, sum, &t) || t.factor < 1)
		return false;
	for (uint32_t i = 0; i < t.n; i++)
		if (!is_above_0(s, proof_spell_single(s, t.x[i])))
			return false;
	return true;
}

/* t without the factors of u; false: they are not all there. */
static bool divide(struct spell_term *t, const struct spell_term *u)
{
	uint32_t n = 0, at = 0;
	if (!u->factor || t->factor % u->factor)
		return false;
	t->factor /= u->factor;
	for (uint32_t i = 0; i < t->n; i++)
		if (at < u->n && t->x[i] == u->x[at])
			at++;
		else
			t->x[n++] = t->x[i];
	t->n = n;
	return at == u->n;
}

/* The product of the extents from digit `from` on, up to digit `to` and without it. */
static uint32_t unit(struct spell *s, const struct spell_fused *f, uint32_t from, uint32_t to)
{
	uint32_t x = proof_spell_number(s, 1);
	for (uint32_t i = from; i < to; i++)
		x = proof_spell_multiply(s, x, f->extent[i]);
	return x;
}

/* The digit, times what it stands for if digit `from` stands for 1. */
static uint32_t digit_from(struct spell *s, const struct spell_fused *f, uint32_t from, uint32_t i)
{
	return proof_spell_multiply(s, f->digit[i], unit(s, f, from, i));
}

uint32_t proof_spell_iteration(struct spell *s, const struct spell_fused *f)
{
	uint32_t x = proof_spell_number(s, 0);
	for (uint32_t i = 0; i < f->n; i++)
		x = proof_spell_add(s, x, digit_from(s, f, 0, i), 1);
	return x;
}

/* Has the sum this very term? */
static bool has(struct spell *s, uint32_t sum, uint32_t term)
{
	struct spell_term t;
	struct spell_sum x;
	if (!only_term(s, term, &t))
		return false;
	proof_spell_sum(s, sum, &x);
	for (uint32_t i = 0; i < x.n; i++)
		if (x.term[i].factor == t.factor && x.term[i].n == t.n &&
		        !memcmp(x.term[i].x, t.x, t.n * sizeof *t.x))
			return true;
	return false;
}

/* The sum without those of the digits from `from` on, up to digit `to` and without it, that it has, each times what it stands for. */
static uint32_t without_digits(struct spell *s, const struct spell_fused *f, uint32_t sum,
        uint32_t from, uint32_t to)
{
	for (uint32_t i = from; i < to && sum != SPELL_NONE; i++) {
		uint32_t x = digit_from(s, f, from, i);
		if (x != SPELL_NONE && has(s, sum, x))
			sum = proof_spell_add(s, sum, x, -1);
	}
	return sum;
}

static bool is_0(struct spell *s, uint32_t sum)
{
	int64_t n;
	return sum != SPELL_NONE && proof_spell_is_number(s, sum, &n) && !n;
}

bool proof_spell_is_part(struct spell *s, uint32_t sum, uint32_t bits)
{
	struct spell_term t, all;
	for (uint32_t k = 0; k < s->nfused; k++) {
		const struct spell_fused *f = &s->fused[k];
		if (bits < f->bits)
			continue;
		if (only_term(s, sum, &t) && only_term(s, f->all, &all) && t.factor > 0 &&
		        divide(&all, &t) && proof_spell_above_0(s, f->all))
			return true;
		for (uint32_t from = 0; from < f->n; from++)
			if (is_0(s, without_digits(s, f, sum, from, f->n)))
				return true;
	}
	return false;
}

/* The quotient of each term of x that b divides, and the sum of the others. */
static bool divide_terms(struct spell *s, uint32_t a, const struct spell_term *b,
        uint32_t *quotient, uint32_t *rest)
{
	struct spell_sum x, q = {0}, r = {0};
	proof_spell_sum(s, a, &x);
	r.constant = x.constant;
	for (uint32_t i = 0; i < x.n; i++) {
		struct spell_term t = x.term[i];
		if (!divide(&t, b))
			r.term[r.n++] = x.term[i];
		else if (t.n)
			q.term[q.n++] = t;
		else if (__builtin_add_overflow(q.constant, t.factor, &q.constant))
			return false;
	}
	*quotient = proof_spell_keep(s, &q);
	*rest = proof_spell_keep(s, &r);
	return *quotient != SPELL_NONE && *rest != SPELL_NONE;
}

bool proof_spell_split(struct spell *s, uint32_t a, uint32_t b, uint32_t *quotient, uint32_t *rest)
{
	struct spell_term t;
	if (!s->nfused || !only_term(s, b, &t) || !divide_terms(s, a, &t, quotient, rest))
		return false;
	for (uint32_t k = 0; k < s->nfused; k++) {
		const struct spell_fused *f = &s->fused[k];
		for (uint32_t from = 0; from < f->n; from++)
			for (uint32_t to = from; to <= f->n; to++)
				if (unit(s, f, from, to) == b &&
				        is_0(s, without_digits(s, f, *rest, from, to)))
					return true;
	}
	return false;
}
