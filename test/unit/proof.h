/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/proof.h: sums and sets by hand. */
#ifndef TIRC_TEST_PROOF_H
#define TIRC_TEST_PROOF_H

#include "proof/proof.h"
#include "suite.h"

static struct arena arena;
static struct proof *p;
__attribute__((unused)) static const char *witness;

static inline void setup(void)
{
	arena = (struct arena){0};
	p = proof_begin();
	ck_assert_ptr_nonnull(p);
}

static inline void teardown(void)
{
	proof_end(p);
	arena_free(&arena);
}

/* ---- Sums and sets -----------------------------------------------------------------------*/
/* c + a * x0 + b * x1 + ..., up to four factors */
#define SUM(c, ...)                                                                                \
	sum_of((c), (const int64_t[]){__VA_ARGS__}, sizeof((int64_t[]){__VA_ARGS__}) / 8)

static inline struct proof_sum sum_of(int64_t c, const int64_t *factor, size_t n)
{
	struct proof_sum s = {.constant = c};
	for (size_t i = 0; i < n; i++)
		ck_assert(proof_sum_var(&s, (uint32_t)i, factor[i]));
	return s;
}

static inline struct proof_sum with_param(struct proof_sum s, uint32_t param, int64_t factor)
{
	ck_assert(proof_sum_var(&s, PROOF_PARAM(param), factor));
	return s;
}

static inline void at_least_0(struct proof_set *s, struct proof_sum sum)
{
	proof_add(&arena, s, PROOF_AT_LEAST_0, &sum);
}

static inline void is_0(struct proof_set *s, struct proof_sum sum)
{
	proof_add(&arena, s, PROOF_IS_0, &sum);
}

/* from <= variable < to */
static inline void between(struct proof_set *s, uint32_t var, int64_t from, int64_t to)
{
	struct proof_sum low = {.constant = -from}, high = {.constant = to - 1};
	ck_assert(proof_sum_var(&low, var, 1) && proof_sum_var(&high, var, -1));
	at_least_0(s, low);
	at_least_0(s, high);
}

static inline struct proof_set set(uint32_t ndims, uint32_t nvars)
{
	return (struct proof_set){.ndims = ndims, .nvars = nvars};
}

/* A nest of loops t, i, j; variables 0 to 2.  3: i div F, 4: i mod F. */
enum { T, I, J, DIV, MOD };
enum { TIMES = 5 };
struct nest {
	struct proof_set where;
	struct proof_access access[16];
	uint32_t n;
	struct proof_sum after[TIMES];
};

static inline struct nest nest(int64_t factor)
{
	struct nest n = {.where = set(3, 5)};
	is_0(&n.where, SUM(0, 0, 1, 0, -factor, -1));
	between(&n.where, MOD, 0, factor);
	return n;
}

static inline struct proof_sum var(uint32_t v)
{
	struct proof_sum s = {0};
	ck_assert(proof_sum_var(&s, v, 1));
	return s;
}

/* An access to A[at[0], at[1]], before in the order t, i, j; after as the nest says. */
static inline void add(struct nest *n, bool writes, struct proof_sum row, struct proof_sum column)
{
	static const struct proof_shown shown[] = {{"t", {.n = 1, .term = {{1, T}}}},
	        {"i", {.n = 1, .term = {{1, I}}}}, {"j", {.n = 1, .term = {{1, J}}}}};
	struct proof_sum index[] = {row, column};
	struct proof_sum last = {.constant = writes}, none = {0};
	struct proof_sum before[TIMES + 1] = {var(T), var(I), var(J), none, none, last};
	struct proof_sum after[TIMES + 1];
	memcpy(after, n->after, sizeof n->after);
	after[TIMES] = last;
	n->access[n->n++] = (struct proof_access){.name = writes ? "the store" : "the load",
	        .where = n->where,
	        .shown = shown,
	        .nshown = 3,
	        .writes = writes,
	        .nindex = 2,
	        .index = arena_copy(&arena, index, sizeof index),
	        .ntime_before = TIMES + 1,
	        .ntime_after = TIMES + 1,
	        .before = arena_copy(&arena, before, sizeof before),
	        .after = arena_copy(&arena, after, sizeof after)};
}

static inline enum proof_verdict order(struct nest *n)
{
	return proof_order(p, n->access, n->n, &arena, &witness);
}

#endif
