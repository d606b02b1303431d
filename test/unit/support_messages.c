/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/support_messages.c: messages as they are printed, and files as they are written. */
#include "suite.h"
#include "support/support.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

/* ---- diagnostics ------------------------------------------------------------------------*/
/* What diag_print writes for one error in text; free it. */
static char *printed(const char *text, uint32_t begin, uint32_t end, bool colour)
{
	char *out = NULL;
	size_t n = 0;
	struct arena a = {0};
	struct diag_printer p = {open_memstream(&out, &n), colour};
	struct diag d = {.sink = diag_print, .ctx = &p};
	const struct source *s = source_text(&a, "k.py", text, strlen(text));
	ck_assert(!diag_error(&d, s, (struct span){begin, end}, "'%s' has %d", "B", 2));
	fclose(p.out);
	arena_free(&a);
	return out;
}

static void expect_printed(const char *text, uint32_t begin, uint32_t end, const char *expected)
{
	char *out = printed(text, begin, end, false);
	ck_assert_str_eq(out, expected);
	free(out);
}

START_TEST(the_caret_stands_under_the_span)
{
	expect_printed("x = 1\n  y = B[i]\n", 12, 16,
	        "k.py:2:7: error: 'B' has 2\n  y = B[i]\n      ^~~~\n");
	expect_printed("ab", 1, 2, "k.py:1:2: error: 'B' has 2\nab\n ^\n");
}
END_TEST

START_TEST(a_span_over_lines_is_underlined_to_the_end_of_its_first)
{
	expect_printed("f(a,\n  b)\n", 2, 9, "k.py:1:3: error: 'B' has 2\nf(a,\n  ^~\n");
	expect_printed("f(a,\r\n  b)\n", 2, 9, "k.py:1:3: error: 'B' has 2\nf(a,\n  ^~\n");
}
END_TEST

START_TEST(a_tab_takes_one_column)
{
	expect_printed("\tB = \033[1m\n", 1, 2, "k.py:1:2: error: 'B' has 2\n B =  [1m\n ^\n");
}
END_TEST

START_TEST(an_error_without_place_names_the_file)
{
	expect_printed("x\n", 0, 0, "k.py: error: 'B' has 2\n");
}
END_TEST

START_TEST(a_long_line_is_cut_around_the_span)
{
	char text[5001];
	memset(text, 'a', 5000);
	text[5000] = 0;
	text[3000] = 'X';
	char *out = printed(text, 3000, 3001, false);
	char *line = strchr(out, '\n') + 1, *caret = strchr(line, '\n') + 1;
	ck_assert_uint_lt(strlen(out), 500);
	ck_assert_int_eq(memcmp(out, "k.py:1:3001: ", 13), 0);
	ck_assert_int_eq(line[strcspn(caret, "^")], 'X');
	free(out);
}
END_TEST

START_TEST(colour_changes_no_word)
{
	char *out = printed("x = B\n", 4, 5, true);
	ck_assert_ptr_nonnull(strstr(out, "\033["));
	char plain[400];
	size_t n = 0;
	for (char *p = out; *p; p++)
		if (*p == '\033')
			p = strchr(p, 'm');
		else
			plain[n++] = *p;
	plain[n] = 0;
	ck_assert_str_eq(plain, "k.py:1:5: error: 'B' has 2\nx = B\n    ^\n");
	free(out);
}
END_TEST

struct seen {
	unsigned messages;
	char last[100];
};

static void see(void *ctx, const struct diag_message *m)
{
	struct seen *s = ctx;
	s->messages++;
	snprintf(s->last, sizeof s->last, "%s", m->text);
}

START_TEST(errors_past_the_limit_are_counted_but_not_shown)
{
	struct seen seen = {0};
	struct diag d = {.sink = see, .ctx = &seen, .error_limit = 3};
	for (int i = 0; i < 10; i++)
		diag_error(&d, NULL, (struct span){0}, "error %d", i);
	diag_note(&d, NULL, (struct span){0}, "of the last one");
	ck_assert_uint_eq(d.errors, 10);
	ck_assert_uint_eq(seen.messages, 4);
	ck_assert_str_eq(seen.last, "too many errors emitted, stopping now");
}
END_TEST

START_TEST(a_message_that_cannot_be_put_together_is_shown_as_far_as_it_can)
{
	struct seen seen = {0};
	struct diag d = {.sink = see, .ctx = &seen};
	/* no character: formatting fails, as where there is no memory for the text */
	diag_error(&d, NULL, (struct span){0}, "left of %lc", (wint_t)0xFFFFFFF);
	ck_assert_ptr_nonnull(strstr(seen.last, "left of"));
}
END_TEST

START_TEST(a_percent_sign_in_an_argument_is_text)
{
	struct seen seen = {0};
	struct diag d = {.sink = see, .ctx = &seen};
	diag_warning(&d, NULL, (struct span){0}, "%s", "100%n%s");
	ck_assert_str_eq(seen.last, "100%n%s");
	ck_assert_uint_eq(d.warnings, 1);
	ck_assert_uint_eq(d.errors, 0);
}
END_TEST

/* ---- files ------------------------------------------------------------------------------*/
struct place {
	char dir[64], file[80];
};

static struct place make_place(void)
{
	struct place p = {.dir = "/tmp/tirc-unit-XXXXXX"};
	ck_assert_ptr_nonnull(mkdtemp(p.dir));
	snprintf(p.file, sizeof p.file, "%s/out", p.dir);
	return p;
}

static void expect_file(const char *path, const char *expected)
{
	struct arena a = {0};
	const char *why;
	const struct source *s = source_read(&a, path, &why);
	ck_assert_ptr_nonnull(s);
	ck_assert_str_eq(s->text, expected);
	arena_free(&a);
}

START_TEST(a_file_is_replaced_whole_and_keeps_its_mode)
{
	struct place p = make_place();
	const char *why = NULL;
	ck_assert(support_write_file(p.file, "one", 3, &why));
	ck_assert_int_eq(chmod(p.file, 0640), 0);
	ck_assert(support_write_file(p.file, "two!", 4, &why));
	expect_file(p.file, "two!");
	struct stat st;
	ck_assert_int_eq(stat(p.file, &st), 0);
	ck_assert_uint_eq(st.st_mode & 0777, 0640);
	ck_assert(support_write_file(p.file, "", 0, &why));
	expect_file(p.file, "");
	unlink(p.file);
	ck_assert_int_eq(rmdir(p.dir), 0); /* no temporary is left */
}
END_TEST

START_TEST(a_failed_write_leaves_nothing)
{
	struct place p = make_place();
	const char *why = NULL;
	char inside[100];
	snprintf(inside, sizeof inside, "%s/none/out", p.dir);
	ck_assert(!support_write_file(inside, "x", 1, &why));
	ck_assert_str_eq(why, "No such file or directory");
	ck_assert(!support_write_file(p.dir, "x", 1, &why));
	ck_assert_int_eq(rmdir(p.dir), 0);
}
END_TEST

START_TEST(a_device_is_written_to_not_replaced)
{
	const char *why = NULL;
	struct stat st;
	ck_assert(support_write_file("/dev/null", "x", 1, &why));
	ck_assert_int_eq(stat("/dev/null", &st), 0);
	ck_assert(S_ISCHR(st.st_mode));
	ck_assert(!support_write_file("/dev/full", "x", 1, &why));
}
END_TEST

/* The nearest of these words, NULL: none is near. */
static const char *nearest(const char *word, const char *const *name, size_t n)
{
	const char *best = NULL;
	struct support_nearest near = support_nearest_of(word, strlen(word));
	for (size_t i = 0; i < n; i++)
		if (support_nearest_try(&near, name[i], strlen(name[i])))
			best = name[i];
	return best;
}

START_TEST(the_nearest_word_is_a_slip_of_the_fingers_away)
{
	static const char *const name[] = {"", "emit", "time", "version", "versions"};
	enum { N = sizeof name / sizeof *name };
	ck_assert_str_eq(nearest("emit", name, N), "emit");
	ck_assert_str_eq(nearest("emti", name, N), "emit");
	ck_assert_str_eq(nearest("emt", name, N), "emit");
	ck_assert_str_eq(nearest("verzions", name, N), "versions");
	ck_assert_str_eq(nearest("verison", name, N), "version");
	ck_assert_ptr_null(nearest("output", name, N));
	ck_assert_ptr_null(nearest("", name, N));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("support_messages");
	TCase *t = tcase_create("support_messages");
	tcase_add_test(t, the_caret_stands_under_the_span);
	tcase_add_test(t, a_span_over_lines_is_underlined_to_the_end_of_its_first);
	tcase_add_test(t, a_tab_takes_one_column);
	tcase_add_test(t, an_error_without_place_names_the_file);
	tcase_add_test(t, a_long_line_is_cut_around_the_span);
	tcase_add_test(t, colour_changes_no_word);
	tcase_add_test(t, errors_past_the_limit_are_counted_but_not_shown);
	tcase_add_test(t, a_message_that_cannot_be_put_together_is_shown_as_far_as_it_can);
	tcase_add_test(t, a_percent_sign_in_an_argument_is_text);
	tcase_add_test(t, a_file_is_replaced_whole_and_keeps_its_mode);
	tcase_add_test(t, a_failed_write_leaves_nothing);
	tcase_add_test(t, a_device_is_written_to_not_replaced);
	tcase_add_test(t, the_nearest_word_is_a_slip_of_the_fingers_away);
	suite_add_tcase(s, t);
	return run_suite(s);
}
