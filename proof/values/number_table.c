/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_table.c: what looks alike has one number.
 *
 * Idea.   A value is an operator, a type, a payload and words, most of them the numbers of operands.  One hash table
 *         finds it; what is known of an expression in a state of memory, and of the indices of stores, lies there too.
 * Costs   a look-up a value.  Nothing is kept before the first one is asked for. */
#include "proof/values/number.h"

/* ---- The table ---------------------------------------------------------------------------*/
static struct lookup_key key_of(const struct number_value *x, const uint32_t *word)
{
	uint64_t h = hash_mix(x->op | (uint64_t)x->n << 8, x->payload);
	h = hash_mix(h, x->type.code | (uint64_t)x->type.bits << 8 | (uint64_t)x->type.lanes << 16);
	for (uint32_t i = 0; i < x->n; i++)
		h = hash_mix(h, word[i]);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

/* The key of a value that has a number; false: it is unique, and never found again. */
static bool key_of_number(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct numbers *n = ctx;
	if (n->all.at[number].op == NUMBER_UNIQUE)
		return false;
	*k = key_of(&n->all.at[number], number_words(n, number));
	return true;
}

/* Is that the value with this number? */
static bool is_it(const struct numbers *n, uint32_t number, const struct number_value *x,
        const uint32_t *word)
{
	const struct number_value *y = &n->all.at[number];
	return y->op == x->op && y->n == x->n && y->payload == x->payload &&
	       tir_type_eq(y->type, x->type) &&
	       (!x->n || !memcmp(number_words(n, number), word, x->n * sizeof *word));
}

/* Add a value with its words; returns its number. */
static uint32_t add(struct numbers *n, struct number_value x, const uint32_t *word)
{
	x.first = n->words.n;
	for (uint32_t i = 0; i < x.n; i++)
		VEC_PUSH(n->arena, &n->words, word[i]);
	VEC_PUSH(n->arena, &n->all, x);
	return n->all.n - 1;
}

/* Make the table, if it is not there: the first question may be any. */
static void begin(struct numbers *n)
{
	if (n->words.at)
		return;
	lookup_init(&n->lookup, n->arena, 256);
	VEC_ROOM(n->arena, &n->words, 256);
	VEC_ROOM(n->arena, &n->kids, 32);
	n->lane = proof_number_of_words(n, NUMBER_LANE, TIR_VOID, 0, NULL, 0);
}

bool proof_number_is_plain(const struct numbers *n, const struct number_value *x,
        const uint32_t *word)
{
	switch (x->op) {
	case TIR_CAST: return tir_is_int(n->all.at[word[0]].type);
	case NUMBER_SUM:
	case NUMBER_PRODUCT:
	case TIR_ADD:
	case TIR_SUB:
	case TIR_MUL:
	case TIR_MIN:
	case TIR_MAX:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR: return true;
	default: return false;
	}
}

/* Do x and all it is computed from neither trap nor call nor load? */
static bool is_quiet(const struct numbers *n, const struct number_value *x, const uint32_t *word)
{
	int64_t c;
	bool quiet = number_divides(x) && x->n == 2 ? number_is_constant(n, word[1], &c) && c > 0
	                                            : proof_number_is_plain(n, x, word);
	for (uint32_t i = 0; i < x->n && quiet; i += number_step(x))
		quiet = n->all.at[word[i]].quiet;
	return quiet || x->op == TIR_VAR || x->op == TIR_INT_IMM || x->op == NUMBER_LANE ||
	       x->op == NUMBER_OTHER;
}

uint32_t proof_number_of_words(struct numbers *n, uint32_t op, struct tir_type type,
        uint64_t payload, const uint32_t *word, uint32_t nwords)
{
	struct number_value x = {.payload = payload,
	        .type = type,
	        .op = op & 127,
	        .n = nwords & 0x7fffff,
	        .note = NUMBER_NONE};
	struct lookup_entry *entry;
	begin(n);
	lookup_room(&n->lookup, n->arena, key_of_number, n);
	struct lookup_key k = key_of(&x, word);
	for (uint32_t i = 0; (entry = lookup_slot(&n->lookup, k, i))->number; i++)
		if (entry->hash == k.hash && is_it(n, entry->number - 1, &x, word))
			return entry->number - 1;
	x.quiet = is_quiet(n, &x, word);
	lookup_add(&n->lookup, entry, k, n->all.n);
	return add(n, x, word);
}

uint32_t proof_number_unique(struct numbers *n, struct tir_type type)
{
	begin(n);
	return add(n, (struct number_value){.type = type, .op = NUMBER_UNIQUE}, NULL);
}

/* ---- By expression -----------------------------------------------------------------------*/
static void make_room(struct numbers *n)
{
	uint32_t all = n->m->nexprs + n->m->nexprs / 8;
	begin(n);
	n->of_expr = arena_grow(n->arena, n->of_expr, n->nof * sizeof *n->of_expr,
	        all * sizeof *n->of_expr);
	memset(n->of_expr + n->nof, 0xff, (all - n->nof) * sizeof *n->of_expr);
	n->nof = all;
}

/* Where the number of e, which reads memory, is kept. */
static uint32_t *in_state(struct numbers *n, const struct tir_expr *e, uint32_t state)
{
	uint32_t at = proof_number_of_words(n, NUMBER_IN_STATE, TIR_VOID,
	        e->id | (uint64_t)state << 32, NULL, 0);
	return &n->all.at[at].note;
}

uint32_t proof_number_known(struct numbers *n, const struct tir_expr *e, uint32_t state)
{
	if (e->id >= n->nof)
		make_room(n);
	return number_reads(e) ? *in_state(n, e, state) : n->of_expr[e->id];
}

void proof_number_note(struct numbers *n, const struct tir_expr *e, uint32_t state, uint32_t number)
{
	if (number_reads(e))
		*in_state(n, e, state) = number;
	else
		n->of_expr[e->id] = number;
}
