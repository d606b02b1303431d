/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/extern.c: the table made of C headers, what it makes of flags, and its limits.  The
 * messages are tested by test/lit/tool/extern-header.test. */
#include <unistd.h>

#include "frontend/frontend.h"
#include "suite.h"

static struct arena arena;
static struct sbuf said;
static struct diag diag;
static char path[] = "tirc-extern-XXXXXX.h";

static void collect(void *ctx, const struct diag_message *m)
{
	(void)ctx;
	sbuf_printf(&said, "%s\n", m->text);
}

static void setup(void)
{
	strcpy(path, "tirc-extern-XXXXXX.h");
	int file = mkstemps(path, 2);
	ck_assert_int_ge(file, 0);
	close(file);
	diag = (struct diag){.sink = collect};
}

static void teardown(void)
{
	unlink(path);
	sbuf_free(&said);
	arena_free(&arena);
}

static const struct tir_externs *read_header(const char *text, struct arena *a)
{
	const char *why, *paths[] = {path};
	ck_assert(support_write_file(path, text, strlen(text), &why));
	return frontend_read_headers(paths, 1, NULL, a, &diag);
}

static struct tir_module *module_of(const char *header)
{
	struct tir_module *m = tir_module_new(&arena);
	m->externs = read_header(header, &arena);
	ck_assert_msg(m->externs != NULL, "%s", said.text);
	return m;
}

START_TEST(the_table_is_sorted_and_has_a_name_once)
{
	const struct tir_module *m = module_of("int z(void); int a(int); int m(void);\n"
	                                       "int a(int) __attribute__((pure));\n"
	                                       "_Noreturn void z_(void); void z_(void);\n"
	                                       "static int inside(void); int old();\n"
	                                       "int variable; typedef int type(void);\n"
	                                       "int a(int) __attribute__((const));\n");
	static const char *const names[] = {"a", "m", "z", "z_"};
	static const enum tir_effect effects[] = {TIR_PURE, TIR_OPAQUE, TIR_OPAQUE, TIR_NORETURN};
	ck_assert_uint_eq(m->externs->n, 4);
	for (unsigned i = 0; i < 4; i++) {
		const struct tir_extern *x = tir_find_extern(m, names[i]);
		ck_assert_ptr_eq(x, &m->externs->at[i]);
		ck_assert_str_eq(x->name, names[i]);
		ck_assert_int_eq(x->effect, effects[i]);
	}
	ck_assert_ptr_null(tir_find_extern(m, ""));
	ck_assert_ptr_null(tir_find_extern(m, "b"));
	ck_assert_ptr_null(tir_find_extern(m, "zz"));
}
END_TEST

/* The flags of a call of name by this builtin, but for that of all calls. */
static unsigned flags_of(struct tir_module *m, enum tir_builtin b, const char *name)
{
	const struct tir_expr *arg = tir_string(m, name);
	const struct tir_expr *e = tir_call(m, b, NULL, TIR_INT32, 1, &arg);
	const struct tir_expr *same = tir_with_args(m, e, &arg);
	ck_assert_ptr_eq(e, same);
	ck_assert(e->flags & TIR_HAS_CALL);
	return e->flags & ~TIR_HAS_CALL;
}

START_TEST(flags_of_a_call_come_from_the_prototype)
{
	struct tir_module *m = module_of("int plain(void);\n"
	                                 "int fixed(void) __attribute__((const));\n"
	                                 "int table(void) __attribute__((pure));\n"
	                                 "int stop(void) __attribute__((noreturn));\n");
	const unsigned reads = TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_VAR,
	               effect = TIR_MAY_TRAP | TIR_HAS_EFFECT | TIR_HAS_VAR;
	const enum tir_builtin call = TIR_BUILTIN_CALL_EXTERN, pure = TIR_BUILTIN_CALL_PURE_EXTERN;
	ck_assert_uint_eq(flags_of(m, call, "fixed"), TIR_MAY_TRAP);
	ck_assert_uint_eq(flags_of(m, call, "table"), reads);
	ck_assert_uint_eq(flags_of(m, call, "plain"), effect);
	ck_assert_uint_eq(flags_of(m, call, "stop"), effect);
	ck_assert_uint_eq(flags_of(m, call, "unknown"), effect);
	ck_assert_uint_eq(flags_of(m, pure, "fixed"), TIR_MAY_TRAP);
	ck_assert_uint_eq(flags_of(m, pure, "table"), reads);
	ck_assert_uint_eq(flags_of(m, pure, "plain"), TIR_MAY_TRAP);
	ck_assert_uint_eq(flags_of(m, pure, "stop"), effect);
	ck_assert_uint_eq(flags_of(m, pure, "unknown"), TIR_MAY_TRAP);
}
END_TEST

/* A type of any depth or width, in the places where one may stand. */
START_TEST(types_of_any_size_are_no_type_of_ours)
{
	struct sbuf b = {0};
	sbuf_str(&b, "typedef void d0(void); typedef void w0(void);\n");
	for (unsigned i = 1; i < 3000; i++)
		sbuf_printf(&b, "typedef d%u *d%u; typedef void w%u(w%u *, w%u *);\n", i - 1, i, i,
		        i - 1, i - 1);
	sbuf_str(&b, "d2999 deep(void); void in(d2999 *x); w2999 wide; void many(");
	for (unsigned i = 0; i < 1000; i++)
		sbuf_str(&b, "int, ");
	sbuf_str(&b, "int);\n");
	const struct tir_externs *x = read_header(b.text, &arena);
	ck_assert_msg(x != NULL, "%s", said.text);
	ck_assert_uint_eq(x->n, 4);
	for (unsigned i = 0; i < x->n; i++)
		ck_assert_ptr_nonnull(x->at[i].no_tir);
	sbuf_free(&b);
}
END_TEST

START_TEST(memory_that_runs_out_is_an_error)
{
	static const char *const headers[] = {
	        "[[noreturn]] void f(int) __asm__(\"g\"); int h(float) __attribute__((const));\n",
	        "int f(struct s { int x; } a, wrong b);\n"};
	for (unsigned k = 0; k < 2; k++) {
		bool done = false;
		unsigned ran_out = 0;
		for (size_t limit = 1; !done && limit < 100000; limit += limit < 2000 ? 16 : 512) {
			struct arena small = {.limit = limit};
			diag.errors = 0;
			sbuf_free(&said);
			done = read_header(headers[k], &small) != NULL;
			ck_assert_uint_eq(diag.errors > 0, !done);
			bool memory = said.text && strstr(said.text, "out of memory");
			ran_out += memory;
			done = done || !memory;
			arena_free(&small);
		}
		ck_assert(done);
		ck_assert_uint_gt(ran_out, 10);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("extern");
	TCase *c = tcase_create("extern");
	tcase_set_timeout(c, 600);
	tcase_add_checked_fixture(c, setup, teardown);
	tcase_add_test(c, the_table_is_sorted_and_has_a_name_once);
	tcase_add_test(c, flags_of_a_call_come_from_the_prototype);
	tcase_add_test(c, types_of_any_size_are_no_type_of_ours);
	tcase_add_test(c, memory_that_runs_out_is_an_error);
	suite_add_tcase(s, c);
	return run_suite(s);
}
