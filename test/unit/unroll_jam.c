/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Unroll-and-jam: what the proof of them sees, each fault put in by hand; sums over the integers. */
#include "loops/order/unroll_jam.h"
#include "frontend/frontend.h"
#include "proof/proof.h"
#include "suite.h"

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f, *g;
static const struct loops_options options = {.unroll_and_jam = 4, .unroll_and_jam_always = true};

/* Read a function, unroll and jam its loops; f is as it was, g as it is then. */
static void unroll_jam(const char *body)
{
	struct diag d = {0};
	struct loops_vectors notes = {0};
	const char *text = arena_printf(&arena,
	        "@T.prim_func\n"
	        "def main(A: T.Buffer((32, 32), \"int32\"), B: T.Buffer((32, 32), \"int32\"), n: "
	        "T.int32):\n"
	        "    T.func_attr({\"tirx.noalias\": True})\n%s",
	        body);
	m = frontend_read(source_text(&arena, "text", text, strlen(text)), &arena, &d);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	g = loops_unroll_and_jam(f, &options, &arena, &notes);
}

static const char *const rows = "    for i in range(10):\n"
                                "        for j in range(8):\n"
                                "            B[i, j] = A[i, j + 1]\n";

static void setup(void)
{
	arena = (struct arena){0};
	unroll_jam(rows);
}

static void teardown(void)
{
	arena_free(&arena);
}

/* What the proof says of f and g; NULL: that g is right. */
static const char *fault(void)
{
	const char *why = NULL;
	struct proof *p = proof_begin();
	struct proof_doubts doubts = {0};
	struct proof_contract contract = {0};
	bool ok = proof_unroll_and_jam(p, f, g, &contract, &arena, &doubts, &why);
	proof_end(p);
	return !ok ? why : doubts.all.n ? doubts.all.at[0].witness : NULL;
}

static struct tir_stmt *unrolled_loop(void)
{
	return g->body.first;
}

/* The first statement of the unrolled loop's inner loop. */
static struct tir_stmt *first_copy(void)
{
	return tir_body(tir_as_for(unrolled_loop())->body.first)->first;
}

START_TEST(an_unrolled_loop_is_proved)
{
	ck_assert_ptr_ne(f, g);
	ck_assert_int_eq(tir_as_for(unrolled_loop())->more->step.e->u.i, 4);
	ck_assert_ptr_null(fault());
	g = f;
	ck_assert_ptr_null(fault());
}
END_TEST

START_TEST(a_loop_has_to_do_all_iterations_once)
{
	struct tir_stmt *loop = unrolled_loop(), *rest = loop->next;
	struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *extent = l->extent.e;
	l->extent.e = tir_int(m, extent->type, 10);
	ck_assert_str_eq(fault(), "its copies do other iterations");
	l->extent.e = extent;
	tir_as_for(rest)->min.e = tir_int(m, extent->type, 9);
	ck_assert_str_eq(fault(), "its copies do other iterations");
	tir_as_for(rest)->min.e = extent;
	ck_assert_ptr_null(fault());
	loop->next = NULL;
	g->body.last = loop;
	ck_assert_str_eq(fault(), "a loop of the remaining iterations is missing");
}
END_TEST

START_TEST(a_loop_steps_over_what_its_copies_do)
{
	tir_loop_more(&arena, unrolled_loop())->step.e = tir_int(m, TIR_INT32, 2);
	ck_assert_ptr_nonnull(fault());
	tir_loop_more(&arena, unrolled_loop())->step.e = tir_int(m, TIR_INT32, 64);
	ck_assert_ptr_nonnull(fault());
	tir_loop_more(&arena, unrolled_loop())->step.e = tir_int(m, TIR_INT32, 65);
	ck_assert_str_eq(fault(), "a loop is no longer the same");
}
END_TEST

START_TEST(copies_are_in_order)
{
	struct tir_stmt *a = first_copy(), *b = a->next;
	tir_body_slot(tir_as_for(unrolled_loop())->body.first)->first = b;
	a->next = b->next;
	b->next = a;
	ck_assert_str_eq(fault(), "an operand of a copy is another one");
}
END_TEST

START_TEST(no_copy_is_lost_or_added)
{
	struct tir_stmt *a = first_copy(), *second = a->next;
	a->next = second->next;
	ck_assert_ptr_nonnull(fault());
	a->next = second;
	tir_seq_add(tir_body_slot(tir_as_for(unrolled_loop())->body.first),
	        tir_stmt_copy(m->arena, a));
	ck_assert_str_eq(fault(), "there is more than copies");
}
END_TEST

START_TEST(each_copy_computes_its_own_value)
{
	tir_value_slot(first_copy()->next)->e = tir_value_of(first_copy());
	ck_assert_str_eq(fault(), "an operand of a copy is another one");
}
END_TEST

START_TEST(the_rest_has_variables_of_its_own)
{
	struct tir_stmt *rest = unrolled_loop()->next;
	ck_assert_ptr_ne(tir_var_of(rest), tir_as_for(unrolled_loop())->var);
	tir_set_var(rest, tir_as_for(unrolled_loop())->var);
	ck_assert_ptr_nonnull(fault());
}
END_TEST

START_TEST(the_order_of_iterations_is_asked_for_again)
{
	f = tir_func_with_body(f, f->body);
	f->noalias = false; /* B may be A */
	ck_assert_str_eq(fault(), "the load of A at i = 0, j = 1 would no longer come before the "
	                          "store of B at i = 1, j = "
	                          "0");
}
END_TEST

/* Whatever loops/ believes. */
START_TEST(a_loop_that_must_not_be_unrolled_is_not_proved)
{
	struct unroll_jam_nest *n = ARENA_NEW(&arena, struct unroll_jam_nest);
	struct unroll_jam_around none = {.n = 0};
	enum loops_reason why;
	unroll_jam("    for i in range(8):\n"
	           "        for j in range(8):\n"
	           "            B[i + 1, j] = B[i, j + 1]\n");
	ck_assert_ptr_eq(f, g);
	ck_assert(unroll_jam_read(n, &none, f->body.first, &why));
	g = tir_func_with_body(f, unroll_jam_copy(n, m, &arena, 2));
	ck_assert_str_eq(fault(), "the store of B at i = 0, j = 1 would no longer come before the "
	                          "load of B at i = 1, j = "
	                          "0");
}
END_TEST

/* The same of two copies of a nest that loops/ is not asked of. */
static const char *fault_of(const char *body)
{
	struct unroll_jam_nest *n = ARENA_NEW(&arena, struct unroll_jam_nest);
	struct unroll_jam_around none = {.n = 0};
	enum loops_reason why;
	unroll_jam(body);
	ck_assert(unroll_jam_read(n, &none, f->body.first, &why));
	g = tir_func_with_body(f, unroll_jam_copy(n, m, &arena, 2));
	return fault();
}

/* Rows of eight lanes: beside each other, and each half over the next one; lanes that may be anywhere. */
START_TEST(all_lanes_of_an_access_count)
{
	ck_assert_ptr_null(fault_of("    for i in range(4):\n"
	                            "        for j in range(8):\n"
	                            "            B[0, T.Ramp(i * 8, 1, 8)] = B[0, T.Ramp(i * 8, 1, "
	                            "8)] "
	                            "+ A[j, T.Ramp(0, 1, 8)]\n"));
	ck_assert_ptr_nonnull(fault_of("    for i in range(4):\n"
	                               "        for j in range(8):\n"
	                               "            B[0, T.Ramp(i * 4, 1, 8)] = B[0, T.Ramp(i * 4, "
	                               "1, "
	                               "8)] + A[j, T.Ramp(0, 1, 8)]\n"));
	ck_assert_ptr_nonnull(fault_of("    for i in range(4):\n"
	                               "        for j in range(8):\n"
	                               "            B[0, T.Ramp(i * 8, 1, 8)] = B[j, A[j, "
	                               "T.Ramp(0, 1, "
	                               "8)]]\n"));
	ck_assert_ptr_nonnull(fault_of("    for i in range(4):\n"
	                               "        for j in range(8):\n"
	                               "            B[0, T.Ramp(i, 4, 8)] = B[0, T.Ramp(i + 1, 4, "
	                               "8)]"
	                               "\n"));
}
END_TEST

START_TEST(a_statement_beside_a_loop_is_seen)
{
	unroll_jam("    B[0, 0] = n\n"
	           "    for i in range(8):\n"
	           "        for j in range(8):\n"
	           "            B[i, j] = A[i, j + 1]\n");
	ck_assert_ptr_ne(f, g);
	ck_assert_ptr_null(fault());
	tir_value_slot(g->body.first)->e = tir_int(m, TIR_INT32, 7);
	ck_assert_ptr_nonnull(fault());
}
END_TEST

int main(void)
{
	Suite *s = suite_create("unroll_jam");
	TCase *t = tcase_create("proof");
	tcase_add_checked_fixture(t, setup, teardown);
#if TIRC_ISL
	tcase_add_test(t, an_unrolled_loop_is_proved);
	tcase_add_test(t, a_loop_has_to_do_all_iterations_once);
	tcase_add_test(t, a_loop_steps_over_what_its_copies_do);
	tcase_add_test(t, copies_are_in_order);
	tcase_add_test(t, no_copy_is_lost_or_added);
	tcase_add_test(t, each_copy_computes_its_own_value);
	tcase_add_test(t, the_rest_has_variables_of_its_own);
	tcase_add_test(t, the_order_of_iterations_is_asked_for_again);
	tcase_add_test(t, a_loop_that_must_not_be_unrolled_is_not_proved);
	tcase_add_test(t, all_lanes_of_an_access_count);
	tcase_add_test(t, a_statement_beside_a_loop_is_seen);
#endif
	suite_add_tcase(s, t);
	return run_suite(s);
}
