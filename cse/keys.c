/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/keys.c: what looks alike has one number.
 *
 * Idea.   A value is found by a key of words: operator, type, payload, operands' values; equal keys, one value.
 * Keeps   operands' values smaller than the value: the order of values is a topological order.
 * Costs   one probe a key. */
#include "cse/values.h"

enum { APART = 20 }; /* lines between neighbouring factors */

/* What is numbered in a row has operands, offsets and versions that were numbered in a row; factors that grow
 * by one go from line to line, an odd number of lines apart, so that in the end all lines are met. */
static struct lookup_key lookup_key(uint32_t op, const uint32_t *key, uint32_t n)
{
	bool is_sum = op == CSE_KEY_SUM;
	uint64_t h = n | (uint64_t)op << 32;
	uint32_t near = ((op + n) << 16) + key[KEY_LOW] + key[KEY_HIGH];
	for (uint32_t i = 0; i + 1 < n; i += 2)
		h = hash_mix(h, key[i] | (uint64_t)key[i + 1] << 32);
	uint32_t step = is_sum ? cse_term_words(key[KEY_TYPE]) : 1;
	for (uint32_t i = KEY_HEAD; i < n; i += step)
		near += key[i] + (is_sum ? key[i + 1] * APART : 0);
	return (struct lookup_key){near, (uint32_t)((n & 1 ? hash_mix(h, key[n - 1]) : h) >> 16)};
}

/* A variable's value comes with its node, and what is equal to nothing is never found again. */
static bool is_alone(uint32_t op)
{
	return op == TIR_VAR || op == CSE_KEY_OPAQUE;
}

static bool key_of_value(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct cse_values *v = ctx;
	uint32_t op = cse_op(v, number);
	if (!is_alone(op))
		*k = lookup_key(op, cse_key(v, number), v->all.at[number].nwords);
	return !is_alone(op);
}

static bool same_words(const uint32_t *a, const uint32_t *b, uint32_t n)
{
	uint32_t i = 0;
	while (i < n && a[i] == b[i])
		i++;
	return i == n;
}

static uint32_t new_value(struct cse_values *v, uint32_t op, const uint32_t *key, uint32_t nwords)
{
	struct cse_value x = {.key = v->words.n, .nwords = nwords, .op = op};
	VEC_MORE(v->arena, &v->words, nwords);
	memcpy(&v->words.at[v->words.n], key, nwords * sizeof *key);
	v->words.n += nwords;
	VEC_PUSH(v->arena, &v->all, x);
	return v->all.n - 1;
}

uint32_t cse_value_of_key(struct cse_values *v, uint32_t op, const uint32_t *key, uint32_t nwords)
{
	struct lookup_entry *entry;
	if (is_alone(op))
		return new_value(v, op, key, nwords);
	lookup_room(&v->lookup, v->work, key_of_value, v);
	struct lookup_key k = lookup_key(op, key, nwords);
	uint32_t i = 0;
	for (entry = lookup_slot(&v->lookup, k, 0); entry->number;
	        entry = lookup_next(&v->lookup, k, &i, entry)) {
		if (entry->hash != k.hash)
			continue;
		const struct cse_value *x = &v->all.at[entry->number - 1];
		if (x->op == op && x->nwords == nwords &&
		        same_words(&v->words.at[x->key], key, nwords))
			return entry->number - 1;
	}
	uint32_t value = new_value(v, op, key, nwords);
	lookup_add(&v->lookup, entry, k, value);
	return value;
}
