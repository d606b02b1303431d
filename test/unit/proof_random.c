/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/proof_random.c: random nests, run in both orders: are they what they are proved to be? */
#include "proof.h"

#if TIRC_ISL
/* ---- Random nests, run -------------------------------------------------------------------*/
enum { SIZE = 6, ELEMENTS = 128, ACCESSES = 3 };
static uint64_t state;

static int64_t pick(int64_t n)
{
	state = hash_mix(state, 1);
	return (int64_t)((state >> 33) % (uint64_t)n);
}

/* What A[at + 64] becomes: each access reads, mixes and writes, or only reads. */
struct step {
	int64_t at, row, column;
	bool writes;
};

static void run_one(uint64_t *a, const struct step *s, int64_t i, int64_t j, uint64_t *sum)
{
	uint64_t *x = &a[64 + s->at + s->row * i + s->column * j];
	if (s->writes)
		*x = hash_mix(*sum, (uint64_t)(i * 100 + j) + 7);
	else
		*sum = hash_mix(*x, (uint64_t)(i * 100 + j));
}

/* for i: for j (from i on, if it is a triangle): read, read, write; by `factor` iterations of i. */
static void run(uint64_t *a, const struct step *s, int64_t ni, int64_t nj, bool triangle,
        int64_t factor)
{
	for (int64_t i = 0; i < ELEMENTS; i++)
		a[i] = (uint64_t)i;
	for (int64_t base = 0; base < ni; base += factor)
		for (int64_t j = 0; j < nj; j++)
			for (int64_t i = base; i < base + factor && i < ni; i++) {
				uint64_t sum = 0;
				for (int k = 0; k < ACCESSES && (!triangle || j >= i); k++)
					run_one(a, &s[k], i, j, &sum);
			}
}

static enum proof_verdict verdict(const struct step *s, int64_t ni, int64_t nj, bool triangle,
        int64_t factor)
{
	struct nest n = nest(factor);
	between(&n.where, T, 0, 1);
	between(&n.where, I, 0, ni);
	between(&n.where, J, 0, nj);
	if (triangle)
		at_least_0(&n.where, SUM(0, 0, -1, 1));
	n.after[0] = var(DIV);
	n.after[1] = var(J);
	n.after[2] = var(MOD);
	for (int k = 0; k < ACCESSES; k++) {
		add(&n, s[k].writes, SUM(s[k].at, 0, s[k].row, s[k].column), SUM(0));
		struct proof_sum *b = arena_copy(&arena, n.access[k].before,
		        (TIMES + 1) * sizeof *b);
		struct proof_sum *x = arena_copy(&arena, n.access[k].after,
		        (TIMES + 1) * sizeof *x);
		b[TIMES] = x[TIMES] = SUM(k);
		n.access[k].before = b;
		n.access[k].after = x;
	}
	return order(&n);
}

/* What is proved computes the same; what is refuted, mixing all it reads, mostly does not. */
START_TEST(random_nests_are_what_they_are_proved_to_be)
{
	uint64_t *before = ARENA_NEWN(&arena, uint64_t, ELEMENTS), *other;
	other = ARENA_NEWN(&arena, uint64_t, ELEMENTS);
	unsigned proved = 0, refuted = 0, seen = 0;
	state = (uint64_t)_i;
	for (int round = 0; round < 150; round++) {
		struct step s[ACCESSES];
		bool triangle = pick(2);
		int64_t ni = 1 + pick(SIZE), nj = 1 + pick(SIZE), factor = 2 + pick(3);
		for (int k = 0; k < ACCESSES; k++)
			s[k] = (struct step){
			        pick(5) - 2, pick(7) - 3, pick(5) - 2, k == ACCESSES - 1};
		proof_limit(p, 0, 0);
		enum proof_verdict v = verdict(s, ni, nj, triangle, factor);
		run(before, s, ni, nj, triangle, 1);
		run(other, s, ni, nj, triangle, factor);
		bool same = !memcmp(before, other, ELEMENTS * sizeof *before);
		ck_assert_int_ne(v, PROOF_UNDECIDED);
		ck_assert_msg(v != PROOF_PROVED || same, "round %d of seed %d", round, _i);
		proved += v == PROOF_PROVED;
		refuted += v == PROOF_REFUTED;
		seen += v == PROOF_REFUTED && !same;
	}
	ck_assert_uint_gt(proved, 30);
	ck_assert_uint_gt(refuted, 10);
	ck_assert_uint_gt(seen * 2, refuted);
}
END_TEST

#endif

int main(void)
{
	Suite *s = suite_create("proof_random");
	TCase *t = tcase_create("proof_random");
	tcase_add_checked_fixture(t, setup, teardown);
#if TIRC_ISL
	tcase_add_loop_test(t, random_nests_are_what_they_are_proved_to_be, 0, 8);
#endif
	suite_add_tcase(s, t);
	return run_suite(s);
}
