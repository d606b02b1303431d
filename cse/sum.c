/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/sum.c: sums and products modulo 2^w.
 *
 * Idea.   A sum is offset + factors * values, values ascending, values being products of at most four others.
 * Keeps   sums of at most CSE_MAX_TERMS terms.
 * Costs   O(terms) an operation. */
#include "cse/values.h"

enum { MAX_FACTORS = 4, MAX_PRODUCTS = 8 };

void cse_sum_clear(struct cse_sum *s, struct tir_type type, uint64_t offset)
{
	s->type = type;
	s->offset = offset & cse_mask(type);
	s->n = 0;
	s->lost = false;
}

void cse_sum_of(const struct cse_values *v, uint32_t value, struct cse_sum *s)
{
	const uint32_t *k = cse_key(v, value);
	uint32_t op = cse_op(v, value);
	bool is_constant = op == TIR_INT_IMM, is_sum = op == CSE_KEY_SUM;
	cse_sum_clear(s, cse_type_of_key(k[KEY_TYPE]), 0);
	if (is_constant || is_sum)
		s->offset = cse_payload(k) & cse_mask(s->type);
	if (!is_constant && !is_sum)
		s->term[s->n++] = (struct cse_term){value, 1};
	uint32_t step = cse_term_words(k[KEY_TYPE]);
	for (uint32_t i = KEY_HEAD; is_sum && i < v->all.at[value].nwords; i += step)
		s->term[s->n++] = (struct cse_term){
		        k[i], k[i + 1] | (step == 3 ? (uint64_t)k[i + 2] << 32 : 0)};
}

bool cse_add_term(struct cse_sum *a, uint32_t value, uint64_t factor)
{
	uint32_t i = 0;
	factor &= cse_mask(a->type);
	while (i < a->n && a->term[i].value < value)
		i++;
	if (i < a->n && a->term[i].value == value) {
		a->term[i].factor = (a->term[i].factor + factor) & cse_mask(a->type);
		if (a->term[i].factor == 0) {
			a->lost = true;
			memmove(&a->term[i], &a->term[i + 1], (a->n - i - 1) * sizeof *a->term);
			a->n--;
		}
		return true;
	}
	if (factor == 0) {
		a->lost = true;
		return true;
	}
	if (a->n == CSE_MAX_TERMS)
		return false;
	memmove(&a->term[i + 1], &a->term[i], (a->n - i) * sizeof *a->term);
	a->term[i] = (struct cse_term){value, factor};
	a->n++;
	return true;
}

bool cse_add_sum(struct cse_sum *a, const struct cse_sum *b, uint64_t factor)
{
	a->offset = (a->offset + factor * b->offset) & cse_mask(a->type);
	a->lost |= b->lost;
	for (uint32_t i = 0; i < b->n; i++)
		if (!cse_add_term(a, b->term[i].value, factor * b->term[i].factor))
			return false;
	return true;
}

/* Put a factor among the n that are in order. */
static void insert(uint32_t *factor, uint32_t n, uint32_t value)
{
	for (; n && factor[n - 1] > value; n--)
		factor[n] = factor[n - 1];
	factor[n] = value;
}

uint32_t cse_product(struct cse_values *v, uint32_t a, uint32_t b, struct tir_type type)
{
	uint32_t key[KEY_HEAD + MAX_FACTORS] = {0}, n = KEY_HEAD;
	uint32_t pair[2] = {a, b};
	bool is_vector = false;
	for (uint32_t i = 0; i < 2; i++) {
		const uint32_t *k = cse_key(v, pair[i]);
		bool is_product = cse_op(v, pair[i]) == CSE_KEY_PRODUCT;
		uint32_t more = is_product ? v->all.at[pair[i]].nwords - KEY_HEAD : 1;
		if (n + more > KEY_HEAD + MAX_FACTORS)
			return CSE_NO_VALUE;
		for (uint32_t j = 0; j < more; j++, n++)
			insert(&key[KEY_HEAD], n - KEY_HEAD,
			        is_product ? k[KEY_HEAD + j] : pair[i]);
	}
	for (uint32_t i = KEY_HEAD; i < n; i++)
		is_vector |= key[i] == v->lane || cse_type(v, key[i]).lanes > 1;
	key[KEY_TYPE] = cse_key_type(tir_lanes(type, is_vector ? type.lanes : 1));
	return cse_value_of_key(v, CSE_KEY_PRODUCT, key, n);
}

bool cse_multiply(struct cse_values *v, struct cse_sum *a, const struct cse_sum *b)
{
	struct cse_sum sum;
	cse_sum_clear(&sum, a->type, 0);
	if (a->n == 0 || b->n == 0) { /* by a constant */
		uint64_t c = a->n == 0 ? a->offset : b->offset;
		const struct cse_sum *x = a->n == 0 ? b : a;
		sum.lost = a->lost || b->lost;
		bool ok = cse_add_sum(&sum, x, c);
		a->n = sum.n;
		a->offset = sum.offset;
		a->lost = sum.lost;
		memcpy(a->term, sum.term, sum.n * sizeof *sum.term);
		return ok;
	}
	if ((a->n + 1) * (b->n + 1) > MAX_PRODUCTS + 1 && a->n && b->n)
		return false;
	if (b->offset && !cse_add_sum(&sum, a, b->offset))
		return false;
	sum.lost |= a->lost || b->lost || (!b->n && !b->offset);
	for (uint32_t i = 0; i < b->n; i++) {
		if (a->offset &&
		        !cse_add_term(&sum, b->term[i].value, b->term[i].factor * a->offset))
			return false;
		for (uint32_t k = 0; k < a->n; k++) {
			uint32_t p = cse_product(v, a->term[k].value, b->term[i].value, a->type);
			if (p == CSE_NO_VALUE ||
			        !cse_add_term(&sum, p, a->term[k].factor * b->term[i].factor))
				return false;
		}
	}
	a->n = sum.n;
	a->offset = sum.offset;
	a->lost = sum.lost;
	memcpy(a->term, sum.term, sum.n * sizeof *sum.term);
	return true;
}

uint32_t cse_value_of_sum(struct cse_values *v, const struct cse_sum *s)
{
	uint32_t key[KEY_HEAD + 3 * CSE_MAX_TERMS];
	bool is_constant = s->n == 0 && s->type.lanes == 1;
	uint64_t offset = is_constant ? (uint64_t)cse_extend(s->type, s->offset) : s->offset;
	if (s->n == 1 && s->offset == 0 && s->term[0].factor == 1 &&
	        tir_type_eq(cse_type(v, s->term[0].value), s->type))
		return s->term[0].value;
	key[KEY_TYPE] = cse_key_type(s->type);
	key[KEY_LOW] = (uint32_t)offset;
	key[KEY_HIGH] = (uint32_t)(offset >> 32);
	uint32_t n = KEY_HEAD;
	for (uint32_t i = 0; i < s->n; i++) {
		key[n++] = s->term[i].value;
		key[n++] = (uint32_t)s->term[i].factor;
		if (s->type.bits > 32)
			key[n++] = (uint32_t)(s->term[i].factor >> 32);
	}
	return cse_value_of_key(v, is_constant ? (uint32_t)TIR_INT_IMM : CSE_KEY_SUM, key, n);
}
