/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/frontend_limits.c: how deep and how long texts may be, and what that costs. */
#include "frontend.h"

/* ---- Limits -----------------------------------------------------------------------------*/
/* before, n times unit, after. */
static void repeat(struct sbuf *b, const char *unit, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		sbuf_str(b, unit);
}

static void nested(struct sbuf *b, const char *open, const char *core, const char *close,
        unsigned n)
{
	sbuf_printf(b,
	        "%sdef main(A: T.Buffer((4,), \"int32\"), n: T.int32, b: T.bool):\n    A[0] = ",
	        head);
	repeat(b, open, n);
	sbuf_str(b, core);
	repeat(b, close, n);
	sbuf_str(b, "\n");
}

static void *read_on_small_stack(void *text)
{
	struct sbuf *b = text;
	return read_all(b->text, b->len);
}

/* Read on a stack far too small for recursion over the nesting. */
static struct tir_module *read_deep(struct sbuf *b)
{
	pthread_t t;
	pthread_attr_t small;
	void *m = NULL;
	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 256 << 10);
	ck_assert_int_eq(pthread_create(&t, &small, read_on_small_stack, b), 0);
	pthread_join(t, &m);
	pthread_attr_destroy(&small);
	sbuf_free(b);
	return m;
}

START_TEST(depth_of_expressions_costs_no_stack)
{
	static const char *const shapes[][3] = {{"n + ", "n", ""}, {"(n + ", "1", ")"},
	        {"-", "n", ""}, {"T.max(n, ", "1", ")"}, {"A[", "0", "]"},
	        {"1 if b else ", "2", ""}, {"T.Cast(\"int32\", ", "n", ")"}, {"n - (", "n", ")"}};
	for (unsigned i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct sbuf b = {0};
		nested(&b, shapes[i][0], shapes[i][1], shapes[i][2], i == 0 ? 100000 : 20000);
		struct tir_module *m = read_deep(&b);
		ck_assert_msg(m != NULL, "%s: %s", shapes[i][0], said.text);
		ck_assert(tir_verify(m, &diag));
		arena_free(&arena);
	}
}
END_TEST

START_TEST(nesting_is_refused_with_a_sentence)
{
	struct sbuf b = {0};
	nested(&b, "(", "1", ")", 999999);
	ck_assert_ptr_nonnull(read_deep(&b));
	nested(&b, "(", "1", ")", 1000000);
	ck_assert_ptr_null(read_deep(&b));
	ck_assert_ptr_nonnull(strstr(said.text,
	        "expression is nested more than 1000000 levels deep"));
	nested(&b, "(", "", "", 2000000);
	ck_assert_ptr_null(read_deep(&b));
	nested(&b, "[", "", "]", 40000);
	ck_assert_ptr_null(read_deep(&b));
}
END_TEST

/* n statements around one. */
static void deep_statements(struct sbuf *b, unsigned n, bool flat)
{
	sbuf_printf(b, "%sdef main():\n", head);
	for (unsigned i = 0; i < n; i++) {
		if (flat)
			sbuf_str(b, "    T.attr(0, \"a\", 1)\n");
		else
			sbuf_printf(b, "%*sfor i%u in range(2):\n", (int)i + 4, "", i);
	}
	sbuf_printf(b, "%*spass\n", flat ? 4 : (int)n + 4, "");
}

START_TEST(statements_nest_to_a_limit)
{
	struct sbuf b = {0};
	deep_statements(&b, 198, false);
	ck_assert_ptr_nonnull(read_all(b.text, b.len));
	sbuf_free(&b);
	deep_statements(&b, 199, false);
	ck_assert_ptr_null(read_all(b.text, b.len));
	ck_assert_ptr_nonnull(strstr(said.text, "lines are indented more than 200 levels deep"));
	sbuf_free(&b);
	deep_statements(&b, 500, true);
	ck_assert_ptr_nonnull(read_all(b.text, b.len));
	sbuf_free(&b);
	deep_statements(&b, 501, true);
	ck_assert_ptr_null(read_all(b.text, b.len));
	ck_assert_ptr_nonnull(strstr(said.text, "statements are nested more than 500 levels deep"));
	sbuf_free(&b);
}
END_TEST

START_TEST(lanes_and_rank_have_limits)
{
	read_func("def main(A: T.Buffer((1,) , \"int32\")):\n"
	          "    T.evaluate(T.Ramp(0, 1, 4096))\n"
	          "    B = T.alloc_buffer((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1))\n");
	expect_errors("def main(A: T.Buffer((4,) , \"int32x4\")):\n"
	              "    T.evaluate(T.Ramp(0, 1, 4097))\n"
	              "    B = T.alloc_buffer((1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, "
	              "1))\n"
	              "    T.evaluate(A[T.Ramp(0, 1, 1025)])\n"
	              "    T.evaluate(T.Broadcast(1, 0))\n",
	        "2:29: the number of lanes must be at least 2 and at most 4096\n"
	        "3:24: a buffer of more than 16 dimensions\n"
	        "4:16: an access of more than 4096 lanes\n"
	        "5:31: the number of lanes must be at least 2 and at most 4096\n");
}
END_TEST

START_TEST(memory_that_runs_out_is_an_error)
{
	struct arena small = {.limit = 30000};
	struct sbuf b = {0};
	nested(&b, "n + ", "n", "", 10000);
	const struct source *s = source_text(&arena, "text", b.text, b.len);
	ck_assert_ptr_null(frontend_read(s, &small, &diag));
	ck_assert_str_eq(said.text, "0:0: out of memory\n");
	arena_free(&small);
	sbuf_free(&b);
}
END_TEST

/* Seconds that reading takes. */
static double time_of(const struct sbuf *b)
{
	clock_t t = clock();
	read_all(b->text, b->len);
	double s = (double)(clock() - t) / CLOCKS_PER_SEC;
	arena_free(&arena);
	sbuf_free(&said);
	setup();
	return s;
}

START_TEST(time_grows_with_the_text)
{
	/* right ones, and ones that are wrong in every line */
	static const char *const lines[] = {"    A[n] = A[n + 1] * n\n",
	        "    x%u: T.let = n + %u\n", "    A[0] = xyz%u + T.foo%u\n", "    A[%u, %u] = 1\n",
	        "    for i in range(4):\n        A[i + %u] = %u\n"};
	for (unsigned k = 0; k < sizeof lines / sizeof *lines; k++) {
		double t[2];
		for (unsigned j = 0; j < 2; j++) {
			struct sbuf b = {0};
			sbuf_printf(&b, "%sdef main(A: T.Buffer((4,), \"int32\"), n: T.int32):\n",
			        head);
			for (unsigned i = 0; i < (j ? 40000 : 5000); i++) {
				sbuf_printf(&b, lines[k], i, i);
			}
			t[j] = time_of(&b);
			sbuf_free(&b);
		}
		ck_assert_msg(t[1] < 40 * t[0] + 0.5, "line %u: %g s, 8 times as many %g s", k,
		        t[0], t[1]);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("frontend_limits");
	TCase *t = tcase_create("frontend_limits");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 600);
	tcase_add_test(t, depth_of_expressions_costs_no_stack);
	tcase_add_test(t, nesting_is_refused_with_a_sentence);
	tcase_add_test(t, statements_nest_to_a_limit);
	tcase_add_test(t, lanes_and_rank_have_limits);
	tcase_add_test(t, memory_that_runs_out_is_an_error);
	tcase_add_test(t, time_grows_with_the_text);
	suite_add_tcase(s, t);
	return run_suite(s);
}
