/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_run.c: stores in a row, which a load looks past at once.
 *
 * Idea.   Stores that follow each other to one buffer, whose indices differ in constants alone (C[i], C[i + 1], ...), are a
 *         run: two of them write one element if and only if all their indices are equal.  So a load of such an index finds
 *         the last store there in the table, or goes on before the run.
 * Leaves  vectors, but those that are the same in all of a run.
 * Costs   O(terms) a store, once, and a look-up a run. */
#include "proof/values/number.h"

static struct number_store *store_of(const struct numbers *n, uint32_t version)
{
	return &n->stores.at[n->versions.at[version].what];
}

/* Are a and b the same sum but for the constant? */
static bool differ_by_constant(const struct numbers *n, uint32_t a, uint32_t b)
{
	struct number_sum x, y;
	if (a == b)
		return true;
	proof_number_sum_of(n, a, &x);
	proof_number_sum_of(n, b, &y);
	if (x.n != y.n || x.type.lanes != 1 || !tir_type_eq(x.type, y.type))
		return false;
	for (uint32_t i = 0; i < x.n; i++)
		if (x.term[i].value != y.term[i].value || x.term[i].factor != y.term[i].factor)
			return false;
	return true;
}

bool proof_number_run_has(const struct numbers *n, uint32_t version, const uint32_t *index)
{
	const struct number_store *x = store_of(n, version);
	for (uint32_t i = 0; i < x->s->nindex; i++)
		if (!differ_by_constant(n, n->words.at[x->first + i], index[i]))
			return false;
	return true;
}

/* May the version `at` be in a run with the store behind it? */
static bool continues(const struct numbers *n, uint32_t at, const struct number_store *next)
{
	if (at == NUMBER_NONE || n->versions.at[at].by != NUMBER_BY_STORE)
		return false;
	const struct tir_stmt *s = store_of(n, at)->s;
	return s->nindex == next->s->nindex &&
	       proof_number_buffer(tir_as_store(s)->buffer) ==
	               proof_number_buffer(tir_as_store(next->s)->buffer) &&
	       proof_number_run_has(n, at, n->words.at + next->first);
}

/* Where the table has the last store of the run with these indices. */
static uint32_t *last_of(struct numbers *n, uint32_t run, const uint32_t *index, uint32_t count)
{
	uint32_t at = proof_number_of_words(n, NUMBER_LAST, TIR_VOID, run, index, count);
	return &n->all.at[at].note;
}

/* Add a store to the run, behind the last one of it with the same indices. */
static void add(struct numbers *n, uint32_t version, uint32_t run)
{
	struct number_store *x = store_of(n, version);
	uint32_t index[TIR_MAX_RANK];
	memcpy(index, n->words.at + x->first, x->s->nindex * sizeof *index);
	uint32_t *last = last_of(n, run, index, x->s->nindex);
	x->run = run;
	x->same = *last;
	*last = version;
	n->runs.at[run - 1].last = version;
}

/* See to it that the store, and those of its run before it, have one. */
static void make_run(struct numbers *n, uint32_t version)
{
	struct arena scratch = arena_scratch(n->arena);
	VEC(uint32_t) todo = {0};
	uint32_t at = version, run = 0;
	for (;;) {
		const struct number_store *x = store_of(n, at);
		uint32_t before = n->versions.at[at].before;
		run = x->run;
		if (run)
			break;
		VEC_PUSH(&scratch, &todo, at);
		if (!continues(n, before, x))
			break;
		at = before;
	}
	while (todo.n) {
		uint32_t next = todo.at[--todo.n], before = n->versions.at[next].before;
		if (!run || n->runs.at[run - 1].last != before) {
			VEC_PUSH(n->arena, &n->runs, ((struct number_run){before, 0}));
			run = n->runs.n;
		}
		add(n, next, run);
	}
	arena_free(&scratch);
}

uint32_t proof_number_run_find(struct numbers *n, uint32_t at, const uint32_t *index,
        uint32_t *before)
{
	uint32_t copy[TIR_MAX_RANK], count = store_of(n, at)->s->nindex;
	memcpy(copy, index, count * sizeof *copy);
	make_run(n, at);
	uint32_t run = store_of(n, at)->run, found = *last_of(n, run, copy, count);
	while (found != NUMBER_NONE && found > at)
		found = store_of(n, found)->same;
	*before = n->runs.at[run - 1].before;
	return found;
}
