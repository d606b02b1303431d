/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive_sum.c: values by number, and sums of them.
 *
 * Idea.    A value is a list of words, of which equal ones have one number.  Integers are sums modulo 2^bits: a constant
 *          and numbers times factors, ordered by number; products of sums are sums of products.
 * Needs    the numbers of one loop.
 * Wrong if two values that may differ have one list of words. */
#include <stdlib.h>

#include "proof/keep/predictive_value.h"

/* ---- Numbers -----------------------------------------------------------------------------*/
static void grow_slots(struct predicted *x)
{
	struct predicted_values *v = x->values;
	v->nslots = v->nslots ? 2 * v->nslots : 1024;
	v->slot = ARENA_NEWN(x->arena, uint32_t, v->nslots);
	for (uint32_t i = 1; i < v->key.n; i++) {
		uint32_t s = (uint32_t)v->key.at[i].hash & (v->nslots - 1);
		while (v->slot[s])
			s = (s + 1) & (v->nslots - 1);
		v->slot[s] = i;
	}
}

uint32_t proof_value_number(struct predicted *x, uint32_t n, const uint64_t *word)
{
	struct predicted_values *v = x->values;
	uint64_t hash = n;
	for (uint32_t i = 0; i < n; i++)
		hash = proof_value_mix(hash, word[i]);
	if (2 * v->key.n >= v->nslots)
		grow_slots(x);
	uint32_t s = (uint32_t)hash & (v->nslots - 1);
	for (; v->slot[s]; s = (s + 1) & (v->nslots - 1)) {
		const struct key *k = &v->key.at[v->slot[s]];
		if (k->hash == hash && k->n == n &&
		        !memcmp(&v->word.at[k->at], word, n * sizeof *word))
			return v->slot[s];
	}
	v->slot[s] = v->key.n;
	VEC_PUSH(x->arena, &v->key, ((struct key){hash, v->word.n, n}));
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(x->arena, &v->word, word[i]);
	return v->slot[s];
}

const uint64_t *proof_value_words(const struct predicted *x, uint32_t value)
{
	return &x->values->word.at[x->values->key.at[value].at];
}

void proof_predicted_begin(struct predicted *x)
{
	x->values = ARENA_NEW(x->arena, struct predicted_values);
	VEC_PUSH(x->arena, &x->values->key, (struct key){0});
	x->values->most = 4096;
	x->values->done = ARENA_NEWN(x->arena, struct done, x->values->most);
}

uint32_t proof_value_fail(struct predicted *x, const char *why)
{
	x->why = why;
	return 0;
}

/* ---- Sums --------------------------------------------------------------------------------*/
static uint64_t mask_of(uint32_t bits)
{
	return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* s += factor * atom */
static bool add_term(struct sum *s, uint32_t atom, uint64_t factor)
{
	uint32_t i = 0;
	while (i < s->n && s->term[i].atom < atom)
		i++;
	if (i == s->n || s->term[i].atom != atom) {
		if (s->n == PREDICTED_TERMS)
			return false;
		memmove(&s->term[i + 1], &s->term[i], (s->n++ - i) * sizeof *s->term);
		s->term[i] = (struct term){0, atom};
	}
	s->term[i].factor = (s->term[i].factor + factor) & mask_of(s->bits);
	if (s->term[i].factor == 0)
		memmove(&s->term[i], &s->term[i + 1], (--s->n - i) * sizeof *s->term);
	return true;
}

/* The number of a sum: equal sums have equal numbers.  0: there are too many values. */
uint32_t proof_value_of_sum(struct predicted *x, const struct sum *s)
{
	uint64_t word[3 + 2 * PREDICTED_TERMS] = {
	        KIND_SUM, s->bits, s->constant & mask_of(s->bits)};
	for (uint32_t i = 0; i < s->n; i++) {
		word[3 + 2 * i] = s->term[i].factor;
		word[4 + 2 * i] = s->term[i].atom;
	}
	return proof_value_number(x, 3 + 2 * s->n, word);
}

bool proof_value_sum(const struct predicted *x, uint32_t value, struct sum *s)
{
	const uint64_t *w = proof_value_words(x, value);
	if (w[0] != KIND_SUM)
		return false;
	s->bits = (uint32_t)w[1];
	s->constant = w[2];
	s->n = (x->values->key.at[value].n - 3) / 2;
	for (uint32_t i = 0; i < s->n; i++)
		s->term[i] = (struct term){w[3 + 2 * i], (uint32_t)w[4 + 2 * i]};
	return true;
}

uint32_t proof_value_as_sum(struct predicted *x, struct tir_type t, uint32_t atom)
{
	struct sum s = {.bits = t.bits, .n = 1, .term = {{1, atom}}};
	return tir_is_int(t) ? proof_value_of_sum(x, &s) : atom;
}

bool proof_value_add(struct sum *s, const struct sum *t, uint64_t factor)
{
	bool ok = s->bits == t->bits;
	s->constant = (s->constant + factor * t->constant) & mask_of(s->bits);
	for (uint32_t i = 0; i < t->n && ok; i++)
		ok = add_term(s, t->term[i].atom, factor * t->term[i].factor);
	return ok;
}

static int order(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

/* The factors that the atom is the product of. */
static uint32_t factors_of(const struct predicted *x, uint32_t atom, uint64_t *out)
{
	const uint64_t *w = proof_value_words(x, atom);
	uint32_t n = w[0] == KIND_PRODUCT ? x->values->key.at[atom].n - 2 : 1;
	if (w[0] == KIND_PRODUCT)
		memcpy(out, w + 2, n * sizeof *w);
	else
		out[0] = atom;
	return n;
}

/* The product of two atoms as an atom; 0: of too many factors. */
static uint32_t product(struct predicted *x, uint32_t bits, uint32_t a, uint32_t b)
{
	uint64_t word[2 + 2 * MAX_FACTORS] = {KIND_PRODUCT, bits};
	uint32_t n = factors_of(x, a, word + 2);
	n += factors_of(x, b, word + 2 + n);
	qsort(word + 2, n, sizeof *word, order);
	return n <= MAX_FACTORS ? proof_value_number(x, 2 + n, word) : 0;
}

bool proof_value_multiply(struct predicted *x, const struct sum *a, const struct sum *b,
        struct sum *out)
{
	*out = (struct sum){.bits = a->bits};
	if (!proof_value_add(out, a, b->constant))
		return false;
	for (uint32_t i = 0; i < b->n; i++) {
		if (!add_term(out, b->term[i].atom, b->term[i].factor * a->constant))
			return false;
		for (uint32_t k = 0; k < a->n; k++) {
			uint32_t atom = product(x, a->bits, a->term[k].atom, b->term[i].atom);
			if (!atom || !add_term(out, atom, a->term[k].factor * b->term[i].factor))
				return false;
		}
	}
	return true;
}

/* ---- Sums of indices ---------------------------------------------------------------------*/
bool proof_predicted_sum(struct predicted *x, uint32_t value, uint32_t *terms, int64_t *constant)
{
	struct sum s;
	if (!proof_value_sum(x, value, &s))
		return false;
	uint32_t above = 64 - s.bits;
	*constant = (int64_t)(s.constant << above) >> above;
	s.constant = 0;
	*terms = proof_value_of_sum(x, &s);
	return true;
}

bool proof_predicted_divides(struct predicted *x, uint32_t terms, int64_t by)
{
	struct sum s;
	bool divides = by > 0 && proof_value_sum(x, terms, &s);
	for (uint32_t i = 0; divides && i < s.n; i++) {
		uint32_t above = 64 - s.bits;
		divides = ((int64_t)(s.term[i].factor << above) >> above) % by == 0;
	}
	return divides;
}
