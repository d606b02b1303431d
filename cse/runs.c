/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/runs.c: the store far back that a load finds, past the many that write elsewhere.
 *
 * Idea.   Stores to one buffer that follow each other, whose indices differ in constants alone (A[i + 1],
 *         A[i + 2], ...), are a run.  In a run two stores write one element if and only if their indices are
 *         equal: so a load of such an index finds the last store there by its hash, or skips the run.
 * Needs   memory.c's versions, which never change.
 * Leaves alone vectors, unless they are the same in all of a run.
 * Costs   nothing until a load looks past many stores; then O(terms) a store, once, and a look-up a run for
 *         each load, as long as cse_may_look says: about one for every two statements of the function.
 * Wrong if two stores of a run meet though an index of theirs differs. */
#include "cse/values.h"

static const uint32_t *store_of(const struct cse_values *v, uint32_t version)
{
	return &v->words.at[v->versions.at[version].what];
}

/* Do the values differ, if at all, by a constant that no lane makes up for? */
static bool differ_by_constant(const struct cse_values *v, uint32_t a, uint32_t b)
{
	struct cse_sum x, y;
	if (a == b)
		return true;
	cse_sum_of(v, a, &x);
	cse_sum_of(v, b, &y);
	if (x.n != y.n || x.type.lanes != 1 || !tir_type_eq(x.type, y.type))
		return false;
	for (uint32_t i = 0; i < x.n; i++)
		if (x.term[i].value != y.term[i].value || x.term[i].factor != y.term[i].factor)
			return false;
	return true;
}

static bool are_alike(const struct cse_values *v, const uint32_t *a, const uint32_t *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (!differ_by_constant(v, a[i], b[i]))
			return false;
	return true;
}

static struct lookup_key key_of(uint32_t run, const uint32_t *index, uint32_t n)
{
	uint64_t h = run;
	for (uint32_t i = 0; i < n; i++)
		h = hash_mix(h, index[i]);
	return (struct lookup_key){(uint32_t)h, (uint32_t)(h >> 32)};
}

static bool key_of_entry(void *ctx, uint32_t number, struct lookup_key *k)
{
	const struct cse_values *v = ctx;
	uint32_t last = v->run_entries.at[number];
	const uint32_t *s = store_of(v, last);
	*k = key_of(v->run_of.at[last].run, s + STORE_HEAD, s[STORE_RANK]);
	return true;
}

/* The number of the entry for the indices in the run, or its free entry. */
static struct lookup_entry *entry(const struct cse_values *v, uint32_t run, const uint32_t *index,
        uint32_t n)
{
	struct lookup_key k = key_of(run, index, n);
	struct lookup_entry *p;
	for (uint32_t i = 0; (p = lookup_slot(&v->run_table, k, i))->number; i++) {
		uint32_t last = v->run_entries.at[p->number - 1];
		const uint32_t *s = store_of(v, last);
		if (p->hash == k.hash && v->run_of.at[last].run == run && s[STORE_RANK] == n &&
		        !memcmp(s + STORE_HEAD, index, n * sizeof *index))
			break;
	}
	return p;
}

/* The store is the last of its run from now on. */
static void add(struct cse_values *v, uint32_t version, uint32_t run)
{
	const uint32_t *s = store_of(v, version);
	struct cse_run *r = &v->runs.at[run - 1];
	lookup_room(&v->run_table, v->arena, key_of_entry, v);
	struct lookup_entry *p = entry(v, run, s + STORE_HEAD, s[STORE_RANK]);
	v->run_of.at[version] = (struct cse_in_run){run, CSE_NO_VALUE};
	r->last = version;
	if (p->number) {
		v->run_of.at[version].same = v->run_entries.at[p->number - 1];
		v->run_entries.at[p->number - 1] = version;
		return;
	}
	VEC_PUSH(v->arena, &v->run_entries, version);
	lookup_add(&v->run_table, p, key_of(run, s + STORE_HEAD, s[STORE_RANK]),
	        v->run_entries.n - 1);
}

/* May the store `at` be in a run with the later one? */
static bool continues(const struct cse_values *v, uint32_t at, const uint32_t *later)
{
	if (at == CSE_NO_VALUE || v->versions.at[at].by != CSE_BY_STORE)
		return false;
	const uint32_t *s = store_of(v, at);
	return s[STORE_BUFFER] == later[STORE_BUFFER] && s[STORE_RANK] == later[STORE_RANK] &&
	       are_alike(v, s + STORE_HEAD, later + STORE_HEAD, s[STORE_RANK]);
}

/* The number of the store's run, which is made as far as that. */
static uint32_t run_of(struct cse_values *v, uint32_t version)
{
	VEC(uint32_t) todo = {0};
	struct arena scratch = arena_scratch(v->arena);
	uint32_t at = version;
	while (v->run_of.n < v->versions.n)
		VEC_PUSH(v->arena, &v->run_of, (struct cse_in_run){0});
	while (!v->run_of.at[at].run) {
		uint32_t before = v->versions.at[at].before;
		VEC_PUSH(&scratch, &todo, at);
		if (!continues(v, before, store_of(v, at)))
			break;
		at = before;
	}
	uint32_t run = v->run_of.at[at].run;
	while (todo.n) {
		uint32_t next = todo.at[--todo.n];
		if (!run || v->runs.at[run - 1].last != v->versions.at[next].before) {
			VEC_PUSH(v->arena, &v->runs,
			        ((struct cse_run){v->versions.at[next].before, 0}));
			run = v->runs.n;
		}
		add(v, next, run);
	}
	arena_free(&scratch);
	return v->run_of.at[version].run;
}

/* The last store of the run up to `at` with these indices, or CSE_NO_VALUE. */
static uint32_t find(const struct cse_values *v, uint32_t run, uint32_t at, const uint32_t *index,
        uint32_t n)
{
	uint32_t number = entry(v, run, index, n)->number;
	uint32_t x = number ? v->run_entries.at[number - 1] : CSE_NO_VALUE;
	while (x != CSE_NO_VALUE && x > at)
		x = v->run_of.at[x].same;
	return x;
}

uint32_t cse_runs_version(struct cse_values *v, const struct tir_buffer *b, const uint32_t *index,
        uint32_t nindex, uint32_t at, uint32_t *stored)
{
	if (b->strides && nindex > 1)
		return at;
	if (!v->run_table.entry)
		lookup_init(&v->run_table, v->arena, 0);
	while (cse_may_look(v, CSE_LOOKS_A_RUN)) {
		const struct cse_version x = v->versions.at[at];
		if (x.by == CSE_BY_LOOP && cse_loop_misses(v, x.what, b, index, nindex)) {
			at = x.before;
			continue;
		}
		if (x.by != CSE_BY_STORE || store_of(v, at)[STORE_BUFFER] != b->id ||
		        store_of(v, at)[STORE_RANK] != nindex)
			return at;
		if (are_alike(v, store_of(v, at) + STORE_HEAD, index, nindex)) {
			uint32_t run = run_of(v, at), found = find(v, run, at, index, nindex);
			if (found != CSE_NO_VALUE) {
				*stored = store_of(v, found)[STORE_VALUE];
				return found;
			}
			at = v->runs.at[run - 1].before;
			continue;
		}
		if (!cse_stores_elsewhere(v, b, store_of(v, at) + STORE_HEAD, index, nindex))
			return at;
		at = x.before;
	}
	return CSE_NO_VALUE;
}
