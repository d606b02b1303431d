/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_rules.c: operations on whole numbers that are no sums, each in one form.
 *
 * Idea.    Quotients round down, what the divisor divides is taken out of them, and x // a // b is x // (a * b).  A comparison is
 *          whether a sum is 0 or at least 0, with a first factor above 0.  A choice is b + c * (a - b), with c 0 or 1; between two
 *          numbers by which is the greater one it is that, and between a difference and its contrary an absolute value.
 * Wrong if two numbers that may differ get one form. */
#include "proof/spell/spell.h"

static const struct proof_bounds truth = {0, 1, true};

static int64_t floor_div(int64_t a, int64_t b)
{
	return (int64_t)proof_floor(a, b);
}

/* ---- Quotients ---------------------------------------------------------------------------*/
/* Take what c divides out of x and put it, divided by c, into q. */
static void take_multiples(struct spell_sum *x, int64_t c, struct spell_sum *q)
{
	uint32_t n = 0;
	*q = (struct spell_sum){.constant = floor_div(x->constant, c)};
	x->constant -= q->constant * c;
	for (uint32_t i = 0; i < x->n; i++) {
		struct spell_term t = x->term[i];
		int64_t whole = floor_div(t.factor, c), rest = t.factor - whole * c;
		if (rest * 2 > c) { /* the lesser of the two rests */
			rest -= c;
			whole++;
		}
		t.factor = whole;
		if (whole)
			q->term[q->n++] = t;
		t.factor = rest;
		if (rest)
			x->term[n++] = t;
	}
	x->n = n;
}

/* The quotient as an atom; x has what c does not divide. */
static uint32_t quotient(struct spell *s, struct spell_sum *x, int64_t c)
{
	int64_t g = c;
	for (uint32_t i = 0; i < x->n; i++)
		g = proof_divisor(g, x->term[i].factor);
	for (uint32_t i = 0; i < x->n; i++)
		x->term[i].factor /= g;
	x->constant = floor_div(x->constant, g);
	c /= g;
	uint32_t a = proof_spell_keep(s, x);
	if (a == SPELL_NONE || c == 1)
		return a;
	struct proof_bounds b = proof_spell_bounds(s, a);
	uint32_t inner = x->n == 1 && x->term[0].factor == 1 && x->term[0].n == 1 ? x->term[0].x[0]
	                                                                          : SPELL_NONE;
	const struct spell_atom *q = inner == SPELL_NONE ? NULL : &s->atoms.at[inner];
	if (q && q->kind == TIR_FLOORDIV && q->n == 3) { /* (y // d + k) // c */
		const uint32_t *w = spell_words(s, inner);
		int64_t d = (int64_t)((uint64_t)w[1] | (uint64_t)w[2] << 32), k, cd;
		if (!__builtin_mul_overflow(x->constant, d, &k) &&
		        !__builtin_mul_overflow(c, d, &cd)) {
			uint32_t y = proof_spell_add(s, w[0], proof_spell_number(s, k), 1);
			return y == SPELL_NONE ? y : proof_spell_floor(s, y, cd);
		}
	}
	uint32_t word[3] = {a, (uint32_t)(uint64_t)c, (uint32_t)((uint64_t)c >> 32)};
	if (b.known)
		b = (struct proof_bounds){proof_floor(b.lo, c), proof_floor(b.hi, c), true};
	return proof_spell_single(s, proof_spell_atom(s, TIR_FLOORDIV, 3, word, b));
}

uint32_t proof_spell_floor(struct spell *s, uint32_t a, int64_t c)
{
	struct spell_sum x, q;
	if (c == 1)
		return a;
	proof_spell_sum(s, a, &x);
	take_multiples(&x, c, &q);
	uint32_t whole = proof_spell_keep(s, &q), rest = proof_spell_keep(s, &x);
	if (whole == SPELL_NONE || rest == SPELL_NONE)
		return SPELL_NONE;
	struct proof_bounds b = proof_spell_bounds(s, rest);
	if (b.known && proof_floor(b.lo, c) == proof_floor(b.hi, c) &&
	        proof_floor(b.lo, c) == (int64_t)proof_floor(b.lo, c))
		return proof_spell_add(s, whole,
		        proof_spell_number(s, (int64_t)proof_floor(b.lo, c)), 1);
	rest = quotient(s, &x, c);
	return rest == SPELL_NONE ? rest : proof_spell_add(s, whole, rest, 1);
}

/* ---- Conditions --------------------------------------------------------------------------*/
uint32_t proof_spell_not(struct spell *s, uint32_t a)
{
	return proof_spell_add(s, proof_spell_number(s, 1), a, -1);
}

/* Divide x by what divides the factors of its atoms; rounds: its constant is rounded down.  False: it is no multiple. */
static bool reduce(struct spell_sum *x, bool rounds)
{
	int64_t g = 0;
	for (uint32_t i = 0; i < x->n; i++)
		g = proof_divisor(x->term[i].factor, g);
	if (g < 2)
		return true;
	if (!rounds && x->constant % g)
		return false;
	x->constant = floor_div(x->constant, g);
	for (uint32_t i = 0; i < x->n; i++)
		x->term[i].factor /= g;
	return true;
}

uint32_t proof_spell_at_least_0(struct spell *s, uint32_t a)
{
	struct proof_bounds b = proof_spell_bounds(s, a);
	struct spell_sum x;
	if (b.known && (b.lo >= 0 || b.hi < 0))
		return proof_spell_number(s, b.lo >= 0);
	if (b.known && b.hi == 0)
		return proof_spell_is_0(s, a);
	proof_spell_sum(s, a, &x);
	bool contrary = x.n && x.term[0].factor < 0;
	if (contrary) { /* a >= 0 is not -a - 1 >= 0 */
		uint32_t m = proof_spell_add(s, proof_spell_number(s, -1), a, -1);
		if (m == SPELL_NONE)
			return m;
		proof_spell_sum(s, m, &x);
	}
	reduce(&x, true);
	uint32_t word = proof_spell_keep(s, &x);
	if (word == SPELL_NONE)
		return word;
	word = proof_spell_single(s, proof_spell_atom(s, SPELL_AT_LEAST_0, 1, &word, truth));
	return contrary ? proof_spell_not(s, word) : word;
}

/* Is no term of the sum, nor its constant, negative? */
static bool has_no_negative(const struct spell *s, const struct spell_sum *x)
{
	bool ok = !x->constant;
	for (uint32_t i = 0; i < x->n && ok; i++) {
		ok = x->term[i].factor > 0;
		for (uint32_t k = 0; k < x->term[i].n; k++) {
			const struct proof_bounds *b = &s->atoms.at[x->term[i].x[k]].b;
			ok = ok && b->known && b->lo >= 0;
		}
	}
	return ok;
}

/* Are all terms of the sum, of which none is negative, 0? */
static uint32_t all_are_0(struct spell *s, const struct spell_sum *x)
{
	uint32_t all = proof_spell_number(s, 1);
	for (uint32_t i = 0; i < x->n && all != SPELL_NONE; i++) {
		struct spell_sum one = {.n = 1, .term = {x->term[i]}};
		uint32_t word = proof_spell_keep(s, &one);
		all = word == SPELL_NONE ? word
		                         : proof_spell_both(s, all, proof_spell_is_0(s, word));
	}
	return all;
}

uint32_t proof_spell_is_0(struct spell *s, uint32_t a)
{
	struct proof_bounds b = proof_spell_bounds(s, a);
	struct spell_sum x;
	int64_t n;
	if (proof_spell_is_number(s, a, &n) || (b.known && (b.lo > 0 || b.hi < 0)))
		return proof_spell_number(s, proof_spell_is_number(s, a, &n) && !n);
	proof_spell_sum(s, a, &x);
	if (x.term[0].factor < 0) {
		a = proof_spell_add(s, proof_spell_number(s, 0), a, -1);
		if (a == SPELL_NONE)
			return a;
		proof_spell_sum(s, a, &x);
	}
	if (x.n > 1 && has_no_negative(s, &x))
		return all_are_0(s, &x);
	if (!reduce(&x, false))
		return proof_spell_number(s, 0);
	uint32_t word = proof_spell_keep(s, &x);
	if (word == SPELL_NONE)
		return word;
	return proof_spell_single(s, proof_spell_atom(s, SPELL_IS_0, 1, &word, truth));
}

struct literals {
	uint32_t n, word[SPELL_WORDS];
};

/* Add a condition to those that must all hold; false: it is none that is understood, or they are too many. */
static bool add_literals(const struct spell *s, struct literals *l, uint32_t sum)
{
	const struct spell_kept *a = &s->sums.at[sum];
	const struct spell_term *t = a->n == 1 ? &s->terms.at[a->first] : NULL;
	bool plain = t && t->n == 1 && t->factor == 1 && !a->constant;
	if (!t || t->n != 1 || (!plain && (t->factor != -1 || a->constant != 1)) ||
	        s->atoms.at[t->x[0]].b.lo < 0 || s->atoms.at[t->x[0]].b.hi > 1)
		return false;
	if (plain && s->atoms.at[t->x[0]].kind == SPELL_ALL) {
		const struct spell_atom *x = &s->atoms.at[t->x[0]];
		if (l->n + x->n > SPELL_WORDS)
			return false;
		memcpy(l->word + l->n, spell_words(s, t->x[0]), x->n * sizeof *l->word);
		l->n += x->n;
		return true;
	}
	if (l->n == SPELL_WORDS)
		return false;
	l->word[l->n++] = t->x[0] << 1 | (plain ? 0 : 1);
	return true;
}

/* Put them in order, each once. */
static void order(struct literals *l)
{
	uint32_t n = 0;
	for (uint32_t i = 1; i < l->n; i++) {
		uint32_t w = l->word[i], k = i;
		for (; k > 0 && l->word[k - 1] > w; k--)
			l->word[k] = l->word[k - 1];
		l->word[k] = w;
	}
	for (uint32_t i = 0; i < l->n; i++)
		if (!n || l->word[n - 1] != l->word[i])
			l->word[n++] = l->word[i];
	l->n = n;
}

uint32_t proof_spell_both(struct spell *s, uint32_t a, uint32_t b)
{
	int64_t n;
	struct literals l = {0};
	if (a == SPELL_NONE || b == SPELL_NONE)
		return SPELL_NONE;
	if (proof_spell_is_number(s, a, &n))
		return n ? b : a;
	if (proof_spell_is_number(s, b, &n))
		return n ? a : b;
	if (!add_literals(s, &l, a) || !add_literals(s, &l, b))
		return proof_spell_multiply(s, a, b);
	order(&l);
	for (uint32_t i = 1; i < l.n; i++)
		if ((l.word[i] ^ l.word[i - 1]) == 1)
			return proof_spell_number(s, 0);
	if (l.n > 1)
		return proof_spell_single(s, proof_spell_atom(s, SPELL_ALL, l.n, l.word, truth));
	return a;
}

uint32_t proof_spell_literal(const struct spell *s, uint32_t sum, bool *contrary)
{
	struct literals l = {0};
	bool one = add_literals(s, &l, sum) && l.n == 1;
	*contrary = one && l.word[0] & 1;
	return one ? l.word[0] >> 1 : proof_spell_is_atom(s, sum);
}

bool proof_spell_assume(struct spell *s, uint32_t atom, bool holds)
{
	const struct spell_atom *a = &s->atoms.at[atom];
	if (s->nassumed == SPELL_CASES)
		return false;
	s->assumed[s->nassumed].atom = atom;
	s->assumed[s->nassumed++].holds = holds;
	for (uint32_t i = 0; a->kind == SPELL_ALL && holds && i < a->n; i++) {
		uint32_t word = spell_words(s, atom)[i];
		if (!proof_spell_assume(s, word >> 1, !(word & 1)))
			return false;
	}
	return true;
}

/* ---- The greater, the lesser, and which of two -------------------------------------------*/
/* |a| */
static uint32_t absolute(struct spell *s, uint32_t a)
{
	struct proof_bounds b = proof_spell_bounds(s, a);
	uint32_t m = proof_spell_add(s, proof_spell_number(s, 0), a, -1);
	if (m == SPELL_NONE || (b.known && b.lo >= 0))
		return m == SPELL_NONE ? m : a;
	if (b.known && b.hi <= 0)
		return m;
	a = s->terms.at[s->sums.at[a].first].factor < 0 ? m : a;
	if (b.known)
		b = (struct proof_bounds){0, -b.lo > b.hi ? -b.lo : b.hi, true};
	return proof_spell_single(s, proof_spell_atom(s, SPELL_ABS, 1, &a, b));
}

uint32_t proof_spell_extreme(struct spell *s, bool max, uint32_t a, uint32_t b)
{
	uint32_t d = proof_spell_add(s, a, b, -1), m = proof_spell_add(s, a, b, 1);
	if (d == SPELL_NONE || m == SPELL_NONE)
		return SPELL_NONE;
	struct proof_bounds by = proof_spell_bounds(s, d), x = proof_spell_bounds(s, a),
	                    y = proof_spell_bounds(s, b);
	int64_t n;
	if (by.known && (by.lo >= 0 || by.hi <= 0))
		return (by.lo >= 0) == max ? a : b;
	if (proof_spell_is_number(s, m, &n) && !n) { /* of a number and its contrary */
		m = absolute(s, a);
		return m == SPELL_NONE || max ? m
		                              : proof_spell_add(s, proof_spell_number(s, 0), m, -1);
	}
	uint32_t word[2] = {a < b ? a : b, a < b ? b : a};
	struct proof_bounds all = {max == (x.lo > y.lo) ? x.lo : y.lo,
	        max == (x.hi > y.hi) ? x.hi : y.hi, x.known && y.known};
	return proof_spell_single(s, proof_spell_atom(s, max ? TIR_MAX : TIR_MIN, 2, word, all));
}

uint32_t proof_spell_difference(struct spell *s, uint32_t a)
{
	struct spell_sum x;
	proof_spell_sum(s, a, &x);
	for (uint32_t i = 0; i < x.n; i++)
		for (uint32_t k = 0; k < x.n; k++) {
			const struct spell_term *p = &x.term[i], *q = &x.term[k];
			if (p->n != 1 || q->n != 1 || p->factor != -q->factor ||
			        s->atoms.at[p->x[0]].kind != TIR_MAX ||
			        s->atoms.at[q->x[0]].kind != TIR_MIN ||
			        s->atoms.at[p->x[0]].n != 2 || s->atoms.at[q->x[0]].n != 2 ||
			        memcmp(spell_words(s, p->x[0]), spell_words(s, q->x[0]), 8))
				continue;
			const uint32_t *w = spell_words(s, p->x[0]);
			uint32_t d = proof_spell_add(s, w[0], w[1], -1);
			d = d == SPELL_NONE ? d : absolute(s, d);
			if (d == SPELL_NONE)
				return a;
			int64_t factor = p->factor;
			x.term[i].factor = x.term[k].factor = 0;
			uint32_t rest = proof_spell_keep(s, &x);
			return rest == SPELL_NONE ? rest : proof_spell_add(s, rest, d, factor);
		}
	return a;
}

/* a where d >= 0, else b, for a and b whose difference is a multiple of d or d + 1; SPELL_NONE: it is none. */
static uint32_t by_difference(struct spell *s, uint32_t d, uint32_t a, uint32_t b)
{
	uint32_t e = proof_spell_add(s, a, b, -1), sum = proof_spell_add(s, a, b, 1);
	for (uint32_t more = 0; e != SPELL_NONE && sum != SPELL_NONE && more < 2; more++) {
		uint32_t x = proof_spell_add(s, d, proof_spell_number(s, more), 1);
		if (x == SPELL_NONE)
			break;
		if (x == e) /* a - b >= 0 */
			return proof_spell_extreme(s, true, a, b);
		if (proof_spell_add(s, proof_spell_number(s, 0), x, -1) == e)
			return proof_spell_extreme(s, false, a, b);
		for (int64_t k = -1; k <= 1; k += 2) {
			struct spell_sum half;
			if (proof_spell_add(s, proof_spell_number(s, 0), x, 2 * k) != e)
				continue;
			proof_spell_sum(s, sum, &half);
			bool even = half.constant % 2 == 0;
			half.constant /= 2;
			for (uint32_t i = 0; i < half.n; i++) {
				even = even && half.term[i].factor % 2 == 0;
				half.term[i].factor /= 2;
			}
			uint32_t h = even ? proof_spell_keep(s, &half) : SPELL_NONE;
			uint32_t m = h == SPELL_NONE ? h : absolute(s, x);
			return m == SPELL_NONE ? m : proof_spell_add(s, h, m, k);
		}
	}
	return SPELL_NONE;
}

uint32_t proof_spell_choice(struct spell *s, uint32_t c, uint32_t a, uint32_t b)
{
	const struct spell_kept *k = &s->sums.at[c];
	int64_t n;
	if (a == b)
		return a;
	if (proof_spell_is_number(s, c, &n))
		return n ? a : b;
	bool contrary = k->n == 1 && k->constant == 1 && s->terms.at[k->first].factor == -1;
	if (contrary) {
		uint32_t other = a;
		c = proof_spell_not(s, c);
		a = b;
		b = other;
	}
	uint32_t atom = proof_spell_is_atom(s, c);
	if (atom != SPELL_NONE && s->atoms.at[atom].kind == SPELL_AT_LEAST_0) {
		uint32_t x = by_difference(s, spell_words(s, atom)[0], a, b);
		if (x != SPELL_NONE)
			return x;
	}
	uint32_t e = proof_spell_add(s, a, b, -1);
	e = e == SPELL_NONE ? e : proof_spell_multiply(s, c, e);
	return e == SPELL_NONE ? e : proof_spell_add(s, b, e, 1);
}
