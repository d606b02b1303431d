/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/driver.c: options of the command and the plugin, and what they make of the passes' options. */
#include "driver/driver.h"

#include "suite.h"

struct said {
	char text[400], function_pass[40];
	unsigned n;
};

static void keep(void *ctx, const struct diag_message *m)
{
	struct said *said = ctx;
	snprintf(said->text, sizeof said->text, "%s", m->text);
	said->n++;
}

/* Take a parameter into fresh options; true if it is one. */
static bool take(struct driver_options *o, const char *param, struct arena *arena)
{
	struct diag d = {0};
	bool known;
	return driver_take_param(o, param, strlen(param), arena, &d, &known) && known;
}

START_TEST(each_parameter_sets_its_field)
{
	struct arena arena = {0};
	struct driver_options o = {.level = 2};
	ck_assert(take(&o, "O3", &arena) && o.level == 3);
	ck_assert(take(&o, "no-cse", &arena) && o.no_cse);
	ck_assert(take(&o, "function=f", &arena) && !strcmp(o.function, "f"));
	ck_assert(take(&o, "profile=host", &arena) && !strcmp(o.profile, "host"));
	ck_assert(take(&o, "cse-profile=size", &arena) && !strcmp(o.profile, "size"));
	ck_assert(take(&o, "unroll-and-jam=4", &arena) && !strcmp(o.unroll_and_jam, "4"));
	ck_assert(take(&o, "promote-scalars", &arena) && o.promote_scalars == DRIVER_ON);
	ck_assert(take(&o, "no-promote-scalars", &arena) && o.promote_scalars == DRIVER_OFF);
	ck_assert(take(&o, "promote-scalars=1", &arena) && o.promote_scalars == DRIVER_ON);
	ck_assert(take(&o, "promote-scalars=false", &arena) && o.promote_scalars == DRIVER_OFF);
	ck_assert(take(&o, "extern-header=a.h", &arena) && take(&o, "extern-header=b.h", &arena));
	ck_assert(o.headers.n == 2 && !strcmp(o.headers.at[1], "b.h"));
	arena_free(&arena);
}
END_TEST

START_TEST(what_is_no_parameter_changes_nothing)
{
	static const char *const none[] = {"", "O", "O4", "O22", "function",
	        "function=", "promote-scalars=", "no-promote-scalars=1", "no-unroll-and-jam",
	        "cse-jam", "no-cse=1", "no-cs", "no-csee", "cse-profile", "functionx=f", "-O2"};
	struct arena arena = {0};
	struct driver_options o = {0};
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		ck_assert_msg(!take(&o, none[i], &arena), "%s", none[i]);
	ck_assert(!o.unroll_and_jam && !o.promote_scalars && !o.level && !o.no_cse && !o.function &&
	          !o.profile && !o.headers.n);
	arena_free(&arena);
}
END_TEST

START_TEST(an_old_name_is_taken_with_a_warning)
{
	struct said said = {0};
	struct arena arena = {0};
	struct diag d = {.sink = keep, .ctx = &said};
	struct driver_options o = {0};
	bool known = false;
	ck_assert(driver_take_param(&o, "cse-jam=all", 11, &arena, &d, &known) && known);
	ck_assert_str_eq(o.unroll_and_jam, "all");
	ck_assert_str_eq(said.text, "parameter 'cse-jam' is deprecated; use 'unroll-and-jam'");
	ck_assert_uint_eq(said.n, 1);
	ck_assert_uint_eq(d.errors, 0);
	ck_assert(!driver_take_param(&o, "promote-scalars=2", 17, &arena, &d, &known) && known);
	ck_assert_str_eq(said.text, "promote-scalars=2: must be 0 or 1");
	arena_free(&arena);
}
END_TEST

START_TEST(a_switch_stands_against_the_profile)
{
	static const struct {
		const char *profile;
		driver_SWITCH given;
		bool promotes;
	} cases[] = {{"host", DRIVER_BY_PROFILE, true}, {"host", DRIVER_OFF, false},
	        {"size", DRIVER_BY_PROFILE, false}, {"size", DRIVER_ON, true}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct diag d = {0};
		struct arena arena = {0};
		struct driver_options o = {
		        .profile = cases[i].profile, .promote_scalars = cases[i].given};
		ck_assert(driver_decide(&o, &arena, &d));
		ck_assert_msg(o.optimize.loops.promote_scalars == cases[i].promotes, "%zu", i);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(a_list_has_an_end)
{
	struct arena arena = {0};
	struct driver_options o = {0};
	for (int i = 0; i < DRIVER_MAX_LIST; i++)
		ck_assert(take(&o, "extern-header=a.h", &arena));
	ck_assert(!take(&o, "extern-header=a.h", &arena) && o.headers.n == DRIVER_MAX_LIST);
	arena_free(&arena);
}
END_TEST

START_TEST(loops_are_prepared_only_for_a_vectoriser_that_comes)
{
	static const struct {
		const char *triple, *features;
		int level;
		bool meets, no, on, vectorizes, scalar;
	} cases[] = {
	        {"hexagon", NULL, 2, true, false, false, true, false},
	        {"hexagon", NULL, 3, true, false, true, true, false},
	        {"hexagon", NULL, 1, true, false, false, false, false},
	        {"hexagon", NULL, 1, true, false, true, false, true},
	        {"hexagon", NULL, 2, true, true, false, false, false},
	        {"hexagon", NULL, 2, true, true, true, false, true},
	        {"hexagon", NULL, 2, false, false, true, false, true},
	        {"hexagon", "+hvxv67", 2, true, false, false, true, false},
	        {"hexagon", "-hvx", 2, true, false, false, false, false},
	        {"x86_64-pc-linux-gnu", NULL, 2, true, false, false, false, false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct diag d = {0};
		struct arena arena = {0};
		struct driver_options o = {.level = cases[i].level,
		        .target = {.triple = cases[i].triple, .features = cases[i].features},
		        .meets_vectorizer = cases[i].meets,
		        .no_vectorize = cases[i].no,
		        .has_autohvx = cases[i].on};
		ck_assert(driver_decide(&o, &arena, &d));
		ck_assert_msg(o.vectorizes == cases[i].vectorizes, "%zu", i);
		ck_assert_msg(o.scalar_loops == cases[i].scalar, "%zu", i);
		ck_assert(o.optimize.loops.vectorizes == o.vectorizes);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(messages_name_the_option_as_it_was_given)
{
	struct said said = {0};
	struct arena arena = {0};
	struct diag d = {.sink = keep, .ctx = &said};
	struct driver_options o = {.level = 2, .unroll_and_jam = "9"};
	ck_assert(!driver_decide(&o, &arena, &d));
	ck_assert_str_eq(said.text, "--unroll-and-jam=9: must be a number of at most 8, or all");
	o.are_params = true;
	ck_assert(!driver_decide(&o, &arena, &d));
	ck_assert_str_eq(said.text, "unroll-and-jam=9: must be a number of at most 8, or all");
	o.unroll_and_jam = NULL;
	o.passes_ = "dead,simplfy";
	ck_assert(!driver_decide(&o, &arena, &d));
	ck_assert_str_eq(said.text,
	        "legalize: there is no pass 'simplfy'; did you mean 'simplify'?");
	ck_assert_uint_eq(said.n, 3);
	arena_free(&arena);
}
END_TEST

/* Which passes a run tells of. */
static bool note(void *ctx, const char *pass)
{
	struct said *said = ctx;
	size_t n = strlen(said->text);
	snprintf(said->text + n, sizeof said->text - n, "%s ", pass);
	return ++said->n < 100;
}

/* The same of a pass over one function; the last one alone is kept. */
static void note_function(void *ctx, const char *pass, const struct tir_func *f, bool trial)
{
	struct said *said = ctx;
	(void)f;
	if (!trial)
		snprintf(said->function_pass, sizeof said->function_pass, "%s", pass);
}

START_TEST(a_run_goes_as_far_as_it_is_told)
{
	static const char text[] = "from tvm.script import tirx as T\n@T.prim_func\n"
	                           "def f(A: T.Buffer((4,), \"int32\")):\n    A[0] = 1\n";
	static const struct {
		enum driver_stage last;
		const char *end, *function_pass;
	} cases[] = {{DRIVER_READ, "read ", ""}, {DRIVER_CSE, "digits ", "divide"},
	        {DRIVER_LOWER, "lower ", "divide"}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct arena arena = {0};
		struct said said = {0};
		struct diag d = {0};
		struct driver_options o = {.level = 2, .last = cases[i].last};
		struct driver run = {.options = &o,
		        .arena = &arena,
		        .diag = &d,
		        .after = note,
		        .after_function = note_function,
		        .ctx = &said,
		        .context = LLVMContextCreate()};
		ck_assert(driver_decide(&o, &arena, &d));
		ck_assert(driver_read(&run, source_text(&arena, "k.py", text, sizeof text - 1)));
		ck_assert(driver_run(&run) && driver_lower(&run) &&
		          (run.llvm != NULL) == (cases[i].last == DRIVER_LOWER));
		size_t n = strlen(said.text), m = strlen(cases[i].end);
		ck_assert_msg(n >= m && !strcmp(said.text + n - m, cases[i].end), "%s", said.text);
		ck_assert_str_eq(said.function_pass, cases[i].function_pass);
		ck_assert(!strncmp(said.text, "read ", 5));
		if (run.llvm)
			LLVMDisposeModule(run.llvm);
		if (run.machine)
			LLVMDisposeTargetMachine(run.machine);
		LLVMContextDispose(run.context);
		arena_free(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("driver");
	TCase *t = tcase_create("driver");
	tcase_set_timeout(t, 600);
	tcase_add_test(t, each_parameter_sets_its_field);
	tcase_add_test(t, what_is_no_parameter_changes_nothing);
	tcase_add_test(t, an_old_name_is_taken_with_a_warning);
	tcase_add_test(t, a_switch_stands_against_the_profile);
	tcase_add_test(t, a_list_has_an_end);
	tcase_add_test(t, loops_are_prepared_only_for_a_vectoriser_that_comes);
	tcase_add_test(t, messages_name_the_option_as_it_was_given);
	tcase_add_test(t, a_run_goes_as_far_as_it_is_told);
	suite_add_tcase(s, t);
	return run_suite(s);
}
