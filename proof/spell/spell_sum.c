/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_sum.c: atoms, sums of products of atoms, and their bounds.
 *
 * Idea.    Each key of an atom and each sum lies in a table once: equal ones have one number.  Terms of a sum are ordered, and
 *          no two have the same atoms.  A condition is 0 or 1: its square is itself.
 * Wrong if two different keys are taken for one, or a bound is too narrow. */
#include "proof/spell/spell.h"

/* ---- Atoms -------------------------------------------------------------------------------*/
static struct lookup_key key_of(uint32_t kind, uint32_t n, const uint32_t *word)
{
	uint64_t h = hash_mix(kind, n);
	for (uint32_t i = 0; i < n; i++)
		h = hash_mix(h, word[i]);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool atom_key(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct spell *s = ctx;
	*k = key_of(s->atoms.at[number].kind, s->atoms.at[number].n, spell_words(s, number));
	return true;
}

/* The slot of the key; its number is 0 if there is no such atom. */
static struct lookup_entry *slot_of(struct spell *s, struct lookup_key k, uint32_t kind, uint32_t n,
        const uint32_t *word)
{
	uint32_t i = 0;
	lookup_room(&s->atom_lookup, s->arena, atom_key, s);
	struct lookup_entry *at = lookup_slot(&s->atom_lookup, k, 0);
	for (; at->number; at = lookup_next(&s->atom_lookup, k, &i, at)) {
		const struct spell_atom *a = &s->atoms.at[at->number - 1];
		if (at->hash == k.hash && a->kind == kind && a->n == n &&
		        !memcmp(spell_words(s, at->number - 1), word, n * sizeof *word))
			break;
	}
	return at;
}

uint32_t proof_spell_find(struct spell *s, uint32_t kind, uint32_t n, const uint32_t *word)
{
	struct lookup_entry *at = slot_of(s, key_of(kind, n, word), kind, n, word);
	return at->number ? at->number - 1 : SPELL_NONE;
}

uint32_t proof_spell_atom(struct spell *s, uint32_t kind, uint32_t n, const uint32_t *word,
        struct proof_bounds b)
{
	struct lookup_key k = key_of(kind, n, word);
	struct lookup_entry *at = slot_of(s, k, kind, n, word);
	if (at->number)
		return at->number - 1;
	struct spell_atom a = {kind, n, s->words.n, b};
	for (uint32_t i = 0; i < n; i++)
		VEC_PUSH(s->arena, &s->words, word[i]);
	lookup_add(&s->atom_lookup, at, k, s->atoms.n);
	VEC_PUSH(s->arena, &s->atoms, a);
	return s->atoms.n - 1;
}

/* ---- Bounds ------------------------------------------------------------------------------*/
static const proof_wide far = (proof_wide)1 << 62;

static bool is_near(struct proof_bounds b)
{
	return b.known && b.lo >= -far * 2 && b.hi <= far * 2;
}

/* Of the product; not known if it is too large. */
static struct proof_bounds times(struct proof_bounds a, struct proof_bounds b)
{
	if (!is_near(a) || !is_near(b))
		return (struct proof_bounds){0};
	proof_wide p[4] = {a.lo * b.lo, a.lo * b.hi, a.hi * b.lo, a.hi * b.hi};
	struct proof_bounds r = {p[0], p[0], true};
	for (uint32_t i = 1; i < 4; i++) {
		r.lo = p[i] < r.lo ? p[i] : r.lo;
		r.hi = p[i] > r.hi ? p[i] : r.hi;
	}
	return r;
}

/* Of the sum; not known if it is too large. */
static struct proof_bounds plus(struct proof_bounds a, struct proof_bounds b)
{
	const proof_wide end = (proof_wide)1 << 125;
	if (!a.known || !b.known || a.lo < -end || b.lo < -end || a.hi > end || b.hi > end)
		return (struct proof_bounds){0};
	return (struct proof_bounds){a.lo + b.lo, a.hi + b.hi, true};
}

static struct proof_bounds both(struct proof_bounds a, struct proof_bounds b)
{
	if (!a.known || !b.known)
		return a.known ? a : b;
	return (struct proof_bounds){a.lo > b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi, true};
}

static struct proof_bounds either(struct proof_bounds a, struct proof_bounds b)
{
	return (struct proof_bounds){
	        a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi, a.known && b.known};
}

static bool is_condition(const struct spell *s, uint32_t atom)
{
	uint32_t kind = s->atoms.at[atom].kind;
	return kind == SPELL_AT_LEAST_0 || kind == SPELL_IS_0 || kind == SPELL_ALL;
}

/* Term by term. */
static struct proof_bounds by_terms(const struct spell *s, const struct spell_sum *x)
{
	struct proof_bounds all = {x->constant, x->constant, true};
	for (uint32_t i = 0; i < x->n; i++) {
		const struct spell_term *t = &x->term[i];
		struct proof_bounds b = {t->factor, t->factor, true};
		for (uint32_t k = 0; k < t->n; k++)
			b = times(b, s->atoms.at[t->x[k]].b);
		all = plus(all, b);
	}
	return all;
}

/* x with the condition, an atom, in it as 0 or 1. */
static struct spell_sum given(const struct spell_sum *x, uint32_t condition, bool holds)
{
	struct spell_sum y = {.constant = x->constant, .lost = x->lost};
	for (uint32_t i = 0; i < x->n; i++) {
		struct spell_term t = x->term[i];
		uint32_t n = 0;
		for (uint32_t k = 0; k < t.n; k++)
			if (t.x[k] != condition)
				t.x[n++] = t.x[k];
		bool has = n < t.n;
		t.n = n;
		if (has && !holds)
			continue;
		if (!n)
			y.lost |= __builtin_add_overflow(y.constant, t.factor, &y.constant);
		else
			y.term[y.n++] = t;
	}
	return y;
}

static void sort(struct spell_sum *x);
static struct proof_bounds bounds_of(struct spell *s, const struct spell_sum *x, uint32_t asks);

/* x - k * a, the sum that the quotient is of, and + k * c * the quotient: k times the remainder is left of x. */
static bool without_rest(struct spell *s, const struct spell_sum *x, uint32_t i,
        struct spell_sum *y, struct proof_bounds *rest)
{
	const struct spell_term *t = &x->term[i];
	const struct spell_atom *q = &s->atoms.at[t->x[0]];
	if (t->n != 1 || q->kind != TIR_FLOORDIV || q->n != 3)
		return false;
	const uint32_t *w = spell_words(s, t->x[0]);
	int64_t c = (int64_t)((uint64_t)w[1] | (uint64_t)w[2] << 32), k = -(t->factor / c);
	struct spell_sum a;
	if (!k || t->factor % c)
		return false;
	proof_spell_sum(s, w[0], &a);
	*y = *x;
	y->term[i] = y->term[--y->n];
	for (uint32_t l = 0; l < a.n && y->n < SPELL_TERMS; l++) {
		y->term[y->n] = a.term[l];
		y->lost |= __builtin_mul_overflow(a.term[l].factor, -k, &y->term[y->n++].factor);
	}
	int64_t less;
	y->lost |= y->n == SPELL_TERMS || __builtin_mul_overflow(a.constant, -k, &less);
	y->lost = y->lost || __builtin_add_overflow(y->constant, less, &y->constant);
	sort(y);
	*rest = times((struct proof_bounds){k, k, true}, (struct proof_bounds){0, c - 1, true});
	return !y->lost;
}

/* Of a sum that is not kept: term by term; where a condition holds and where it does not; with a remainder as one number. */
static struct proof_bounds bounds_of(struct spell *s, const struct spell_sum *x, uint32_t asks)
{
	struct proof_bounds b = by_terms(s, x), rest;
	bool chosen = false;
	for (uint32_t i = 0; asks && !chosen && i < x->n; i++)
		for (uint32_t k = 0; !chosen && k < x->term[i].n; k++) {
			uint32_t c = x->term[i].x[k];
			if (!is_condition(s, c))
				continue;
			struct spell_sum yes = given(x, c, true), no = given(x, c, false);
			sort(&yes);
			chosen = !yes.lost && !no.lost;
			if (chosen)
				b = both(b, either(bounds_of(s, &yes, asks - 1),
				                    bounds_of(s, &no, asks - 1)));
		}
	for (uint32_t i = 0; asks && i < x->n; i++) {
		struct spell_sum y;
		if (without_rest(s, x, i, &y, &rest))
			b = both(b, plus(bounds_of(s, &y, asks - 1), rest));
	}
	return b;
}

struct proof_bounds proof_spell_bounds(struct spell *s, uint32_t sum)
{
	return s->sums.at[sum].b;
}

/* ---- Sums --------------------------------------------------------------------------------*/
static int compare(const struct spell_term *a, const struct spell_term *b)
{
	for (uint32_t k = 0; k < a->n && k < b->n; k++)
		if (a->x[k] != b->x[k])
			return a->x[k] < b->x[k] ? -1 : 1;
	return a->n == b->n ? 0 : a->n < b->n ? -1 : 1;
}

/* Put the terms in order, and those of the same atoms together. */
static void sort(struct spell_sum *x)
{
	uint32_t n = 0;
	for (uint32_t i = 1; i < x->n; i++) {
		struct spell_term t = x->term[i];
		uint32_t k = i;
		for (; k > 0 && compare(&t, &x->term[k - 1]) < 0; k--)
			x->term[k] = x->term[k - 1];
		x->term[k] = t;
	}
	for (uint32_t i = 0; i < x->n; i++) {
		struct spell_term *last = n ? &x->term[n - 1] : NULL;
		if (last && !compare(last, &x->term[i]))
			x->lost |= __builtin_add_overflow(last->factor, x->term[i].factor,
			        &last->factor);
		else
			x->term[n++] = x->term[i];
		if (n && !x->term[n - 1].factor)
			n--;
	}
	x->n = n;
}

/* Mix the constant and the terms. */
static uint64_t hash_of(int64_t constant, uint32_t n, const struct spell_term *t)
{
	uint64_t h = hash_mix(n, (uint64_t)constant);
	for (uint32_t i = 0; i < n; i++) {
		h = hash_mix(h, (uint64_t)t[i].factor);
		for (uint32_t k = 0; k < t[i].n; k++)
			h = hash_mix(h, t[i].x[k]);
	}
	return h;
}

static struct lookup_key sum_key_of(int64_t constant, uint32_t n, const struct spell_term *t)
{
	uint64_t h = hash_of(constant, n, t);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool sum_key(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct spell *s = ctx;
	const struct spell_kept *x = &s->sums.at[number];
	*k = sum_key_of(x->constant, x->n, s->terms.at + x->first);
	return true;
}

/* Are the terms and the constant the same? */
static bool is_same(const struct spell *s, const struct spell_kept *a, const struct spell_sum *x)
{
	if (a->constant != x->constant || a->n != x->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (s->terms.at[a->first + i].factor != x->term[i].factor ||
		        compare(&s->terms.at[a->first + i], &x->term[i]))
			return false;
	return true;
}

uint32_t proof_spell_keep(struct spell *s, struct spell_sum *x)
{
	uint32_t i = 0;
	sort(x);
	if (x->lost)
		return SPELL_NONE;
	struct lookup_key k = sum_key_of(x->constant, x->n, x->term);
	lookup_room(&s->sum_lookup, s->arena, sum_key, s);
	struct lookup_entry *at = lookup_slot(&s->sum_lookup, k, 0);
	for (; at->number; at = lookup_next(&s->sum_lookup, k, &i, at))
		if (at->hash == k.hash && is_same(s, &s->sums.at[at->number - 1], x))
			return at->number - 1;
	struct spell_kept a = {x->constant, x->n, s->terms.n, bounds_of(s, x, SPELL_ASKS)};
	for (uint32_t l = 0; l < x->n; l++)
		VEC_PUSH(s->arena, &s->terms, x->term[l]);
	lookup_add(&s->sum_lookup, at, k, s->sums.n);
	VEC_PUSH(s->arena, &s->sums, a);
	return s->sums.n - 1;
}

void proof_spell_sum(const struct spell *s, uint32_t sum, struct spell_sum *x)
{
	const struct spell_kept *a = &s->sums.at[sum];
	x->constant = a->constant;
	x->n = a->n;
	x->lost = false;
	if (a->n)
		memcpy(x->term, s->terms.at + a->first, a->n * sizeof *x->term);
}

uint32_t proof_spell_number(struct spell *s, int64_t n)
{
	struct spell_sum x = {.constant = n};
	return proof_spell_keep(s, &x);
}

uint32_t proof_spell_single(struct spell *s, uint32_t atom)
{
	struct spell_sum x = {.n = 1};
	for (uint32_t i = 0; i < s->nassumed; i++)
		if (s->assumed[i].atom == atom)
			return proof_spell_number(s, s->assumed[i].holds);
	x.term[0] = (struct spell_term){1, 1, {atom}};
	return proof_spell_keep(s, &x);
}

uint32_t proof_spell_is_atom(const struct spell *s, uint32_t sum)
{
	const struct spell_kept *a = &s->sums.at[sum];
	const struct spell_term *t = a->n == 1 ? &s->terms.at[a->first] : NULL;
	return t && !a->constant && t->factor == 1 && t->n == 1 ? t->x[0] : SPELL_NONE;
}

bool proof_spell_is_number(const struct spell *s, uint32_t sum, int64_t *n)
{
	*n = s->sums.at[sum].constant;
	return !s->sums.at[sum].n;
}

uint32_t proof_spell_add(struct spell *s, uint32_t a, uint32_t b, int64_t factor)
{
	struct spell_sum x, y;
	int64_t more;
	if (a == SPELL_NONE || b == SPELL_NONE)
		return SPELL_NONE;
	proof_spell_sum(s, a, &x);
	proof_spell_sum(s, b, &y);
	x.lost = x.n + y.n > SPELL_TERMS || __builtin_mul_overflow(y.constant, factor, &more) ||
	         __builtin_add_overflow(x.constant, more, &x.constant);
	for (uint32_t i = 0; !x.lost && i < y.n; i++) {
		x.lost = __builtin_mul_overflow(y.term[i].factor, factor, &y.term[i].factor);
		x.term[x.n++] = y.term[i];
	}
	return factor ? proof_spell_keep(s, &x) : a;
}

/* The product of two terms; false: it is too large. */
static bool product(const struct spell *s, const struct spell_term *a, const struct spell_term *b,
        struct spell_term *out)
{
	uint32_t i = 0, k = 0;
	out->n = 0;
	if (__builtin_mul_overflow(a->factor, b->factor, &out->factor))
		return false;
	while (i < a->n || k < b->n) {
		bool first = k == b->n || (i < a->n && a->x[i] <= b->x[k]);
		uint32_t x = first ? a->x[i++] : b->x[k++];
		if (out->n && out->x[out->n - 1] == x && is_condition(s, x))
			continue;
		if (out->n == SPELL_FACTORS)
			return false;
		out->x[out->n++] = x;
	}
	return true;
}

uint32_t proof_spell_multiply(struct spell *s, uint32_t a, uint32_t b)
{
	struct spell_sum x, y, z = {0};
	if (a == SPELL_NONE || b == SPELL_NONE)
		return SPELL_NONE;
	proof_spell_sum(s, a, &x);
	proof_spell_sum(s, b, &y);
	if ((x.n + 1) * (y.n + 1) > SPELL_TERMS)
		return SPELL_NONE;
	for (uint32_t i = 0; i <= x.n; i++)
		for (uint32_t k = 0; k <= y.n; k++) {
			struct spell_term one = {x.constant, 0, {0}}, other = {y.constant, 0, {0}},
			                  t;
			if (!product(s, i < x.n ? &x.term[i] : &one, k < y.n ? &y.term[k] : &other,
			            &t))
				return SPELL_NONE;
			if (!t.n)
				z.constant = t.factor;
			else if (t.factor)
				z.term[z.n++] = t;
		}
	return proof_spell_keep(s, &z);
}
