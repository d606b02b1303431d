/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/facts.c: the passes that ask analysis/ leave the function that they ask about as it was. */
#include <glob.h>

#include "analysis/analysis.h"
#include "cse/cse.h"
#include "driver/driver.h"
#include "frontend/frontend.h"
#include "legalize/legalize.h"
#include "loops/loops.h"
#include "suite.h"

static struct arena arena;
static struct diag quiet;

static struct tir_module *read(const char *path)
{
	const char *why = NULL;
	const struct source *s = source_read(&arena, path, &why);
	ck_assert_ptr_nonnull(s);
	return frontend_read(s, &arena, &quiet);
}

static const struct facts *facts_of(const struct tir_func *f)
{
	return facts_begin(f, NULL, &arena);
}

static bool never_overlap(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b)
{
	(void)ctx;
	return a == b;
}

/* Legalise, with the facts of the functions as they were read. */
static void legalize(struct tir_module *m, const char *path)
{
	struct arena scratch = {0};
	const struct facts **before = ARENA_NEWN(&scratch, const struct facts *, m->funcs.n);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		before[i] = facts_of(m->funcs.at[i]);
	const struct legalize_options all = {
	        .passes = driver_passes, .npasses = driver_npasses, .choice = LEGALIZE_ALL};
	ck_assert_msg(legalize_run(m, &all, &quiet), "%s", path);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		ck_assert_msg(facts_are_current(before[i]), "%s: legalize", path);
	arena_free(&scratch);
}

/* Each pass by itself, on what the one before it made. */
static void optimize(struct tir_func *f, const char *path)
{
	const struct loops_options o = {.unroll_and_jam = 4,
	        .unroll_and_jam_always = true,
	        .promote_scalars = true,
	        .alias = never_overlap};
	struct loops_vectors notes = {0};
	struct loops_kept_values promotions = {0};
	const struct facts *facts = facts_of(f);
	tir_enter(f);
	struct tir_func *g = loops_unroll_and_jam(f, &o, &arena, &notes);
	ck_assert_msg(facts_are_current(facts), "%s: unroll-and-jam", path);
	facts = facts_of(g);
	tir_enter(g);
	f = loops_promote(g, &o, &arena, &promotions);
	ck_assert_msg(facts_are_current(facts), "%s: scalar promotion", path);
	f = f ? f : g;
	facts = facts_of(f);
	tir_enter(f);
	cse_apply(cse_plan(f, cse_profile(NULL), &arena));
	ck_assert_msg(facts_are_current(facts), "%s: common subexpressions", path);
}

static void try(const char *path)
{
	arena = (struct arena){0};
	struct tir_module *m = read(path);
	ck_assert_msg(m != NULL, "%s", path);
	legalize(m, path);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		optimize(m->funcs.at[i], path);
	arena_free(&arena);
}

START_TEST(a_pass_leaves_the_function_it_asks_about_alone)
{
	static const char *const texts[] = {
	        "bench/kernels/loops/*.py", "test/corpus/crouton_*/lowered.py"};
	const char *root = getenv("TIRC_SOURCE_DIR");
	ck_assert_ptr_nonnull(root);
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
		glob_t found;
		char pattern[4096];
		snprintf(pattern, sizeof pattern, "%s/%s", root, texts[k]);
		ck_assert_int_eq(glob(pattern, 0, NULL, &found), 0);
		ck_assert_uint_gt(found.gl_pathc, 10);
		for (size_t i = 0; i < found.gl_pathc; i++)
			try(found.gl_pathv[i]);
		globfree(&found);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("facts");
	TCase *t = tcase_create("passes");
	tcase_add_test(t, a_pass_leaves_the_function_it_asks_about_alone);
	suite_add_tcase(s, t);
	return run_suite(s);
}
