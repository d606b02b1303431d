/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/api.c: the public API, where a program outside cannot look: memory that runs out, policies of older
 * headers, modules that are left as they were. */
#include "driver/api.h"
#include "tirc/lower.h"

#include "suite.h"

static const char text[] = "@T.prim_func(s_tir=True)\n"
                           "def f(A: T.Buffer((16,), \"int32\"), x: T.int32, y: T.int32):\n"
                           "    for i in range(16):\n"
                           "        A[i] = x * y + T.call_extern(\"int32\", \"g\", x * y)\n";
static const char blocks[] = "@T.prim_func(s_tir=True)\n"
                             "def f(A: T.Buffer((16,), \"int32\")):\n"
                             "    for i in range(16):\n"
                             "        with T.sblock(\"b\"):\n"
                             "            v = T.axis.spatial(16, i)\n"
                             "            A[v] = 1\n";

struct said {
	char text[400];
	unsigned errors, remarks;
	unsigned line, column;
};

static void on_message(void *ctx, const struct tirc_message *m)
{
	struct said *said = ctx;
	snprintf(said->text, sizeof said->text, "%s", m->text);
	said->errors += m->level == TIRC_ERROR;
	said->line = m->line;
	said->column = m->column;
}

static struct tirc_options *options_for(struct said *said)
{
	struct tirc_options *o = tirc_options_new();
	tirc_options_set_handler(o, on_message, said);
	return o;
}

static struct tirc_module *parse(const struct tirc_options *o, const char *s)
{
	return tirc_parse(o, "test.py", s, strlen(s));
}

START_TEST(memory_that_runs_out_is_an_error)
{
	struct said said = {0};
	struct tirc_options *o = options_for(&said);
	struct tirc_module *m = parse(o, blocks);
	ck_assert_ptr_nonnull(m);
	m->arena.limit = m->arena.used + 16;
	ck_assert(!tirc_legalize(m, o, TIRC_PRINTED));
	ck_assert_uint_eq(said.errors, 1);
	ck_assert_msg(strstr(said.text, "memory") != NULL, "%s", said.text);
	tirc_module_free(m);
	tirc_options_free(o);
}
END_TEST

START_TEST(a_message_has_its_place)
{
	struct said said = {0};
	struct tirc_options *o = options_for(&said);
	ck_assert_ptr_null(parse(o,
	        "@T.prim_func\ndef f(A: T.Buffer((4,), 'int32')):\n    A[m] = 1\n"));
	ck_assert_uint_eq(said.errors, 1);
	ck_assert(said.line == 3 && said.column == 7);
	tirc_options_free(o);
}
END_TEST

START_TEST(what_is_not_flat_is_not_lowered)
{
	struct said said = {0};
	struct tirc_options *o = options_for(&said);
	struct tirc_module *m = parse(o, blocks);
	LLVMContextRef context = LLVMContextCreate();
	ck_assert_ptr_null(tirc_lower(m, o, context));
	ck_assert(said.errors > 0);
	LLVMModuleRef into = LLVMModuleCreateWithNameInContext("into", context);
	ck_assert(!tirc_lower_into(m, o, into) && !LLVMGetFirstFunction(into));
	ck_assert(tirc_legalize(m, o, TIRC_LOWERED));
	LLVMModuleRef ir = tirc_lower(m, o, context);
	ck_assert(ir && LLVMGetNamedFunction(ir, "f"));
	LLVMDisposeModule(ir);
	LLVMDisposeModule(into);
	LLVMContextDispose(context);
	tirc_module_free(m);
	tirc_options_free(o);
}
END_TEST

static enum tirc_effect all_pure(void *ctx, const char *function)
{
	++*(unsigned *)ctx;
	return strcmp(function, "g") ? TIRC_OPAQUE : TIRC_PURE;
}

static bool nothing(void *ctx, const struct tirc_candidate *c)
{
	(void)ctx;
	(void)c;
	return false;
}

static uint32_t names_of(const struct tirc_options *o)
{
	struct tirc_module *m = parse(o, text);
	uint32_t names = 0;
	ck_assert(m && tirc_cse(m, o, &names));
	tirc_module_free(m);
	return names;
}

START_TEST(a_policy_of_an_older_header_has_no_more_than_its_size)
{
	struct said said = {0};
	struct tirc_options *o = options_for(&said);
	unsigned asked = 0;
	struct tirc_policy policy = {
	        .size = sizeof policy, .ctx = &asked, .effect = all_pure, .profitable = nothing};
	ck_assert_uint_eq(names_of(o), 1);
	tirc_options_set_policy(o, &policy);
	ck_assert_uint_eq(names_of(o), 0);
	ck_assert_uint_gt(asked, 0);
	asked = 0;
	policy.size = offsetof(struct tirc_policy, effect);
	tirc_options_set_policy(o, &policy);
	ck_assert_uint_eq(names_of(o), 0);
	ck_assert_uint_eq(asked, 0);
	tirc_options_set_policy(o, NULL);
	ck_assert_uint_eq(names_of(o), 1);
	tirc_options_free(o);
}
END_TEST

struct numbers {
	unsigned told;
	bool lines;
};

static void see_number(void *ctx, const struct tirc_numbered *n)
{
	struct numbers *seen = ctx;
	seen->told++;
	seen->lines |= n->line > 0;
}

START_TEST(numbers_end_at_what_may_change_memory)
{
	struct said said = {0};
	struct tirc_options *o = options_for(&said);
	struct tirc_module *m = parse(o, text);
	ck_assert(tirc_number_stores(m, o, "f", NULL,
	        NULL)); /* a loop comes first: nobody is called */
	ck_assert(!tirc_number_stores(m, o, "h", NULL, NULL) && said.errors == 1);
	struct numbers seen = {0};
	ck_assert(tirc_number(m, o, "f", see_number, &seen));
	ck_assert(seen.told > 0 && seen.lines);
	tirc_module_free(m);
	tirc_options_free(o);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("api");
	TCase *t = tcase_create("api");
	tcase_add_test(t, memory_that_runs_out_is_an_error);
	tcase_add_test(t, a_message_has_its_place);
	tcase_add_test(t, what_is_not_flat_is_not_lowered);
	tcase_add_test(t, a_policy_of_an_older_header_has_no_more_than_its_size);
	tcase_add_test(t, numbers_end_at_what_may_change_memory);
	suite_add_tcase(s, t);
	return run_suite(s);
}
