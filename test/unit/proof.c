/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The four questions of proof/, each with some that hold and some that do not; which isl answers; its
 * bounds; and random nests, run in both orders. */
#include "proof.h"

#if TIRC_ISL
/* ---- Order -------------------------------------------------------------------------------*/
/* A[i, j] of its nine neighbours, in place. */
static void add_seidel(struct nest *n)
{
	between(&n->where, T, 0, 12);
	between(&n->where, I, 1, 39);
	between(&n->where, J, 1, 39);
	for (int64_t di = -1; di <= 1; di++)
		for (int64_t dj = -1; dj <= 1; dj++)
			add(n, false, SUM(di, 0, 1), SUM(dj, 0, 0, 1));
	add(n, true, SUM(0, 0, 1), SUM(0, 0, 0, 1));
}

START_TEST(seidel_by_two_is_refuted)
{
	struct nest n = nest(2);
	n.after[0] = var(T);
	n.after[1] = var(DIV);
	n.after[2] = var(J);
	n.after[3] = var(MOD);
	add_seidel(&n);
	ck_assert_int_eq(order(&n), PROOF_REFUTED);
	ck_assert_ptr_nonnull(witness);
	ck_assert_ptr_nonnull(strstr(witness, " would no longer come before the "));
}
END_TEST

START_TEST(seidel_skewed_by_two_is_proved)
{
	struct nest n = nest(2);
	n.after[0] = var(T);
	n.after[1] = var(DIV);
	n.after[2] = SUM(0, 0, 2, 1);
	n.after[3] = var(MOD);
	add_seidel(&n);
	ck_assert_int_eq(order(&n), PROOF_PROVED);
	ck_assert_ptr_null(witness);
}
END_TEST

START_TEST(seidel_in_its_own_order_is_proved)
{
	struct nest n = nest(1);
	n.after[0] = var(T);
	n.after[1] = var(I);
	n.after[2] = var(J);
	add_seidel(&n);
	ck_assert_int_eq(order(&n), PROOF_PROVED);
}
END_TEST

/* B[i, j] += A * B[k, j] for k > i, then B[i, j] *= 2: t is k, and j is shared. */
START_TEST(trmm_by_two_is_proved)
{
	struct nest n = nest(2), tail = nest(2);
	between(&n.where, I, 0, 44);
	between(&n.where, J, 0, 48);
	between(&tail.where, I, 0, 44);
	between(&tail.where, J, 0, 48);
	between(&n.where, T, 0, 44);
	at_least_0(&n.where, SUM(-1, 1, -1));
	n.after[0] = tail.after[0] = var(DIV);
	n.after[1] = tail.after[1] = var(J);
	n.after[2] = var(T);
	n.after[3] = tail.after[3] = var(MOD);
	add(&n, false, SUM(0, 0, 1), SUM(0, 0, 0, 1));
	add(&n, false, SUM(0, 1), SUM(0, 0, 0, 1));
	add(&n, true, SUM(0, 0, 1), SUM(0, 0, 0, 1));
	tail.after[2] = SUM(44);
	is_0(&tail.where, SUM(-44, 1));
	add(&tail, false, SUM(0, 0, 1), SUM(0, 0, 0, 1));
	add(&tail, true, SUM(0, 0, 1), SUM(0, 0, 0, 1));
	struct proof_access all[5];
	memcpy(all, n.access, 3 * sizeof *all);
	memcpy(all + 3, tail.access, 2 * sizeof *all);
	for (int i = 0; i < 5; i++) { /* before: i, j, k */
		struct proof_sum *b = arena_copy(&arena, all[i].before, (TIMES + 1) * sizeof *b);
		b[0] = var(I);
		b[1] = var(J);
		b[2] = var(T);
		all[i].before = b;
	}
	ck_assert_int_eq(proof_order(p, all, 5, &arena, &witness), PROOF_PROVED);
	/* the last statement before the loop of another copy */
	for (int i = 3; i < 5; i++) {
		struct proof_sum *x = arena_copy(&arena, all[i].after, (TIMES + 1) * sizeof *x);
		x[2] = SUM(-1);
		all[i].after = x;
	}
	ck_assert_int_eq(proof_order(p, all, 5, &arena, &witness), PROOF_REFUTED);
}
END_TEST

/* A[i, j] = A[i - 1, j + by], j outside */
static enum proof_verdict interchange(int64_t by)
{
	struct nest n = nest(1);
	between(&n.where, T, 0, 1);
	at_least_0(&n.where, SUM(-1, 0, 1));
	at_least_0(&n.where, SUM(-1, 0, 0, 1));
	at_least_0(&n.where, with_param(SUM(-1, 0, -1), 0, 1));
	at_least_0(&n.where, with_param(SUM(-1, 0, 0, -1), 0, 1));
	n.after[0] = var(J);
	n.after[1] = var(I);
	add(&n, false, SUM(-1, 0, 1), SUM(by, 0, 0, 1));
	add(&n, true, SUM(0, 0, 1), SUM(0, 0, 0, 1));
	return order(&n);
}

START_TEST(an_interchange_is_proved_or_refuted)
{
	ck_assert_int_eq(interchange(1), PROOF_REFUTED);
	ck_assert_int_eq(interchange(-1), PROOF_PROVED);
}
END_TEST

/* A[i + by] = A[i] as four lanes at once: the lane is no time */
static enum proof_verdict lanes(int64_t by, bool wider)
{
	struct nest n = nest(4);
	between(&n.where, T, 0, 1);
	between(&n.where, J, 0, 1);
	at_least_0(&n.where, SUM(0, 0, 1));
	at_least_0(&n.where, with_param(SUM(-1, 0, -1), 0, 1));
	n.where.wider = wider;
	n.after[0] = var(DIV);
	add(&n, false, SUM(0, 0, 1), SUM(0));
	add(&n, true, SUM(by, 0, 1), SUM(0));
	return order(&n);
}

START_TEST(lanes_must_not_follow_each_other)
{
	ck_assert_int_eq(lanes(-1, false), PROOF_PROVED);
	ck_assert_int_eq(lanes(0, false), PROOF_PROVED);
	ck_assert_int_eq(lanes(1, false), PROOF_REFUTED);
	ck_assert_int_eq(lanes(3, false), PROOF_REFUTED);
	ck_assert_int_eq(lanes(4, false), PROOF_PROVED);
}
END_TEST

START_TEST(what_is_wider_refutes_nothing)
{
	ck_assert_int_eq(lanes(1, true), PROOF_UNDECIDED);
	ck_assert_int_eq(lanes(4, true), PROOF_PROVED);
}
END_TEST

/* Four bytes from 4 * i on are read, four from 4 * i + ahead on written, by four lanes. */
static enum proof_verdict bytes(int64_t ahead, uint32_t base)
{
	struct nest n = nest(4);
	struct proof_sum load = SUM(0, 0, 4), store = SUM(ahead, 0, 4);
	between(&n.where, T, 0, 1);
	between(&n.where, J, 0, 1);
	between(&n.where, I, 0, 64);
	n.after[0] = var(DIV);
	add(&n, false, SUM(0), SUM(0));
	add(&n, true, SUM(0), SUM(0));
	n.access[0].layout = n.access[1].layout = PROOF_NO_LAYOUT;
	n.access[0].byte = &load;
	n.access[1].byte = &store;
	n.access[0].width = n.access[1].width = 4;
	n.access[1].base = base;
	return order(&n);
}

START_TEST(views_meet_in_bytes)
{
	ck_assert_int_eq(bytes(2, 0), PROOF_REFUTED);
	ck_assert_int_eq(bytes(-4, 0), PROOF_PROVED);
	ck_assert_int_eq(bytes(16, 0), PROOF_PROVED);
	ck_assert_int_eq(bytes(1000, 0), PROOF_PROVED);
	ck_assert_int_eq(bytes(1000, 1),
	        PROOF_REFUTED); /* nobody knows how far apart the two are */
}
END_TEST

/* ---- Bijection, partition, never ---------------------------------------------------------*/
/* i -> (i div 32, i mod 32) for 0 <= i < n; the whole digits alone if the tail is forgotten */
static enum proof_verdict digits(bool forget)
{
	struct proof_set graph = set(3, 3), from = set(1, 1), to = set(2, 2);
	is_0(&graph, SUM(0, 1, -32, -1));
	between(&graph, 2, 0, 32);
	at_least_0(&graph, SUM(0, 1));
	at_least_0(&graph, with_param(SUM(-1, -1), 0, 1));
	at_least_0(&from, SUM(0, 1));
	at_least_0(&from, with_param(SUM(-1, -1), 0, 1));
	between(&to, 1, 0, 32);
	at_least_0(&to, SUM(0, 1));
	at_least_0(&to, with_param(forget ? SUM(-32, -32) : SUM(-1, -32, -1), 0, 1));
	return proof_bijection(p, &graph, 1, &from, &to);
}

START_TEST(digits_are_a_bijection_with_their_tail)
{
	ck_assert_int_eq(digits(false), PROOF_PROVED);
	ck_assert_int_eq(digits(true), PROOF_REFUTED);
}
END_TEST

/* 0 <= i < n in three pieces; tight: with min and max */
static enum proof_verdict pieces(bool tight)
{
	struct proof_set whole = set(1, 1), piece[3] = {set(1, 1), set(1, 1), set(1, 1)};
	at_least_0(&whole, SUM(0, 1));
	at_least_0(&whole, with_param(SUM(-1, -1), 0, 1));
	is_0(&piece[0], SUM(0, 1));
	at_least_0(&piece[1], SUM(-1, 1));
	at_least_0(&piece[1], with_param(SUM(-2, -1), 0, 1));
	is_0(&piece[2], with_param(SUM(-1, -1), 0, 1));
	if (tight) {
		at_least_0(&piece[0], with_param(SUM(-1), 0, 1));
		at_least_0(&piece[2], SUM(-1, 1));
	}
	return proof_partition(p, &whole, piece, 3);
}

START_TEST(pieces_are_a_partition_with_min_and_max)
{
	ck_assert_int_eq(pieces(true), PROOF_PROVED);
	ck_assert_int_eq(pieces(false), PROOF_REFUTED);
}
END_TEST

/* Is max(i, j) < i anywhere; or < j + i where i is positive? */
START_TEST(a_maximum_is_one_of_two)
{
	struct proof_set s = set(2, 3), t;
	struct proof_constraint c = {PROOF_MAX_IS_0, SUM(0, 1, 0, -1), SUM(0, 0, 1, -1)};
	VEC_PUSH(&arena, &s.all, c);
	t = s;
	t.all.at = arena_copy(&arena, s.all.at, sizeof c);
	t.all.cap = 1;
	at_least_0(&s, SUM(-1, 1, 0, -1));
	ck_assert_int_eq(proof_never(p, &s, &arena, &witness), PROOF_PROVED);
	at_least_0(&t, SUM(-3, 1));
	at_least_0(&t, SUM(-1, 1, 1, -1));
	ck_assert_int_eq(proof_never(p, &t, &arena, &witness), PROOF_REFUTED);
	ck_assert_ptr_nonnull(witness);
}
END_TEST

/* path[i, k] against a promoted path[i, j]; cholesky's A[j, k] against A[i, j] for k < j < i */
START_TEST(a_counterexample_is_a_witness)
{
	struct proof_set floyd = set(3, 3), cholesky = set(3, 3);
	for (uint32_t v = 0; v < 3; v++) {
		between(&floyd, v, 0, 40);
		between(&cholesky, v, 0, 48);
	}
	is_0(&floyd, SUM(0, 0, 1, -1));
	ck_assert_int_eq(proof_never(p, &floyd, &arena, &witness), PROOF_REFUTED);
	ck_assert_str_eq(witness, "0, 0, 0");
	at_least_0(&cholesky, SUM(-1, 0, 1, -1));
	at_least_0(&cholesky, SUM(-1, 1, -1));
	is_0(&cholesky, SUM(0, 48, -47, -1));
	ck_assert_int_eq(proof_never(p, &cholesky, &arena, &witness), PROOF_PROVED);
	ck_assert_ptr_null(witness);
}
END_TEST

/* ---- Bounds ------------------------------------------------------------------------------*/
START_TEST(few_operations_decide_nothing_and_do_no_harm)
{
	struct nest n = nest(2);
	n.after[0] = var(T);
	n.after[1] = var(DIV);
	n.after[2] = SUM(0, 0, 2, 1);
	n.after[3] = var(MOD);
	add_seidel(&n);
	proof_limit(p, 10, 100);
	ck_assert_int_eq(order(&n), PROOF_UNDECIDED);
	ck_assert_int_eq(digits(false), PROOF_UNDECIDED);
	ck_assert_int_eq(digits(true), PROOF_UNDECIDED);
	proof_limit(p, 0, 0);
	ck_assert_int_eq(order(&n), PROOF_PROVED);
	ck_assert_int_eq(digits(true), PROOF_REFUTED);
}
END_TEST

/* All questions of a proof share what it may take. */
START_TEST(a_proof_has_one_bound)
{
	int decided = 0;
	proof_limit(p, 1000, 3000);
	for (int i = 0; i < 1000 && digits(false) == PROOF_PROVED; i++)
		decided++;
	ck_assert_int_gt(decided, 0);
	ck_assert_int_lt(decided, 1000);
}
END_TEST

START_TEST(it_is_the_isl_that_was_built)
{
	char buf[PROOF_VERSION_BYTES];
	ck_assert_str_eq(proof_isl_version(buf), "isl-" TIRC_ISL_VERSION "-IMath-32");
}
END_TEST

#else
START_TEST(without_isl_nothing_is_decided)
{
	struct proof_set s = set(1, 1);
	char buf[PROOF_VERSION_BYTES];
	between(&s, 0, 3, 3);
	is_0(&s, with_param(SUM(0, 1), 0, 1));
	ck_assert_ptr_null(proof_isl_version(buf));
	ck_assert_int_eq(proof_never(p, &s, &arena, &witness), PROOF_UNDECIDED);
	ck_assert_int_eq(proof_partition(p, &s, &s, 1), PROOF_UNDECIDED);
	ck_assert_int_eq(proof_bijection(p, &s, 1, &s, &s), PROOF_UNDECIDED);
}
END_TEST
#endif

/* Sums that do not fit are told. */
START_TEST(sums_have_limits)
{
	struct proof_sum s = {.constant = INT64_MAX}, one = {.constant = 1}, many = {0};
	ck_assert(!proof_sum_add(&s, &one, 1));
	ck_assert(!proof_sum_add(&s, &s, 3));
	for (uint32_t i = 0; i < PROOF_TERMS; i++)
		ck_assert(proof_sum_var(&many, i, 1));
	ck_assert(!proof_sum_var(&many, PROOF_TERMS, 1));
	ck_assert(proof_sum_var(&many, 3, -1));
	ck_assert_uint_eq(many.n, PROOF_TERMS - 1);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("proof");
	TCase *t = tcase_create("questions");
	tcase_add_checked_fixture(t, setup, teardown);
#if TIRC_ISL
	tcase_add_test(t, seidel_by_two_is_refuted);
	tcase_add_test(t, seidel_skewed_by_two_is_proved);
	tcase_add_test(t, seidel_in_its_own_order_is_proved);
	tcase_add_test(t, trmm_by_two_is_proved);
	tcase_add_test(t, an_interchange_is_proved_or_refuted);
	tcase_add_test(t, lanes_must_not_follow_each_other);
	tcase_add_test(t, what_is_wider_refutes_nothing);
	tcase_add_test(t, views_meet_in_bytes);
	tcase_add_test(t, digits_are_a_bijection_with_their_tail);
	tcase_add_test(t, pieces_are_a_partition_with_min_and_max);
	tcase_add_test(t, a_maximum_is_one_of_two);
	tcase_add_test(t, a_counterexample_is_a_witness);
	tcase_add_test(t, few_operations_decide_nothing_and_do_no_harm);
	tcase_add_test(t, a_proof_has_one_bound);
	tcase_add_test(t, it_is_the_isl_that_was_built);
#else
	tcase_add_test(t, without_isl_nothing_is_decided);
#endif
	tcase_add_test(t, sums_have_limits);
	suite_add_tcase(s, t);
	return run_suite(s);
}
