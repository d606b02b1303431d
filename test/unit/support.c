/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/support.c: arenas, interned strings, buffers, locations, diagnostics, files: what no text
 * test can show.  Each test's name is the claim. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wchar.h>

#include "suite.h"
#include "support/support.h"

/* ---- arena ------------------------------------------------------------------------------*/
START_TEST(every_block_is_aligned_and_apart)
{
	struct arena a = {0};
	char *block[1000];
	for (size_t i = 0; i < 1000; i++) {
		block[i] = arena_alloc(&a, i);
		ck_assert_ptr_nonnull(block[i]);
		ck_assert_uint_eq((uintptr_t)block[i] % _Alignof(max_align_t), 0);
		memset(block[i], (int)(i % 251), i);
	}
	for (size_t i = 0; i < 1000; i++)
		for (size_t j = 0; j < i; j++)
			ck_assert_int_eq((unsigned char)block[i][j], (int)(i % 251));
	arena_free(&a);
}
END_TEST

START_TEST(a_block_larger_than_any_chunk_is_given)
{
	struct arena a = {0};
	size_t n = 64 << 20;
	char *p = arena_zero(&a, n);
	ck_assert_int_eq(p[0] | p[n / 2] | p[n - 1], 0);
	ck_assert_uint_ge(a.used, n);
	arena_free(&a);
	ck_assert_uint_eq(a.used, 0);
	ck_assert_str_eq(arena_strndup(&a, "again", 5), "again");
	arena_free(&a);
}
END_TEST

START_TEST(nothing_can_be_asked_of_an_empty_arena)
{
	struct arena a = {0};
	ck_assert_ptr_nonnull(arena_zero(&a, 0));
	arena_free(&a);
	ck_assert_ptr_nonnull(arena_copy(&a, "", 0));
	arena_free(&a);
}
END_TEST

START_TEST(growing_keeps_what_was_there)
{
	struct arena a = {0};
	VEC(uint32_t) v = {0};
	for (uint32_t i = 0; i < 100000; i++)
		VEC_PUSH(&a, &v, i * 7);
	ck_assert_uint_eq(v.n, 100000);
	for (uint32_t i = 0; i < v.n; i++)
		ck_assert_uint_eq(v.at[i], i * 7);
	arena_free(&a);
}
END_TEST

START_TEST(words_follow_text_without_a_gap_that_matters)
{
	struct arena a = {0};
	for (size_t i = 0; i < 1000; i++) {
		char *text = arena_strndup(&a, "abcdefgh", i % 9);
		uint64_t *w = arena_words(&a, sizeof *w);
		ck_assert_uint_eq((uintptr_t)w % sizeof *w, 0);
		ck_assert_ptr_ne(w, NULL);
		memset(w, 0xff, sizeof *w);
		ck_assert_uint_eq(strlen(text), i % 9);
		ck_assert_uint_eq((uintptr_t)arena_alloc(&a, 1) % _Alignof(max_align_t), 0);
	}
	arena_free(&a);
}
END_TEST

START_TEST(what_is_given_back_is_used_again)
{
	struct arena a = {0};
	char *p = arena_alloc(&a, 100000);
	arena_alloc(&a, 100);
	size_t used = a.used;
	arena_give_back(&a, p, 100000);
	ck_assert_uint_eq(a.used, used - 100000);
	for (int i = 0; i < 9; i++) { /* as much as fits, in pieces */
		char *q = arena_alloc(&a, 10000);
		ck_assert_msg(q >= p && q + 10000 <= p + 100000, "piece %d lies elsewhere", i);
		memset(q, i, 10000);
	}
	arena_free(&a);
}
END_TEST

START_TEST(of_much_that_is_given_back_the_largest_is_kept)
{
	struct arena a = {0};
	char *p[40];
	for (size_t i = 0; i < 40; i++)
		p[i] = arena_alloc(&a, (i + 1) * 5000);
	for (size_t i = 0; i < 40; i++)
		arena_give_back(&a, p[i], (i + 1) * 5000);
	ck_assert_ptr_eq(arena_alloc(&a, 40 * 5000 - 1000), p[39]);
	arena_free(&a);
}
END_TEST

START_TEST(what_a_scratch_arena_had_is_used_by_others)
{
	struct arena pool = {0}, a = {.pool = &pool}, b = {.pool = &pool};
	struct arena s = arena_scratch(&a);
	char *p = arena_alloc(&s, 5 << 20);
	arena_free(&s);
	ck_assert_ptr_eq(arena_alloc(&b, 5 << 20), p);
	ck_assert_ptr_ne(arena_alloc(&a, 5 << 20), p);
	arena_free(&a);
	arena_free(&b);
	ck_assert_ptr_nonnull(pool.empty);
	arena_free(&pool);
	ck_assert_ptr_null(pool.empty);
}
END_TEST

START_TEST(formatted_text_of_any_length_fits)
{
	struct arena a = {0};
	char *s = arena_printf(&a, "%*d|%s", 5000, 7, "end");
	ck_assert_uint_eq(strlen(s), 5004);
	ck_assert_str_eq(s + 4999, "7|end");
	ck_assert_str_eq(arena_printf(&a, "%s", ""), "");
	arena_free(&a);
}
END_TEST

struct eater {
	struct arena *arena;
	unsigned blocks;
	bool inner_failed;
};

static void eat_without_end(void *ctx)
{
	struct eater *e = ctx;
	for (;; e->blocks++)
		arena_alloc(e->arena, 100);
}

static void eat_one(void *ctx)
{
	arena_alloc(((struct eater *)ctx)->arena, 10);
}

/* One guard inside another: the inner catches, the outer goes on. */
static void eat_inside(void *ctx)
{
	struct eater *e = ctx;
	e->inner_failed = !arena_guard(e->arena, eat_without_end, e);
	e->arena->limit = 0;
	arena_alloc(e->arena, 100);
}

static void ask_for_too_much(void *ctx)
{
	arena_alloc(((struct eater *)ctx)->arena, SIZE_MAX - 8);
}

START_TEST(a_guard_catches_the_limit)
{
	struct arena a = {.limit = 10000};
	struct eater e = {.arena = &a};
	ck_assert(!arena_guard(&a, eat_without_end, &e));
	ck_assert_uint_gt(e.blocks, 80);
	ck_assert_uint_le(e.blocks, 100);
	ck_assert_uint_le(a.used, a.limit);
	arena_free(&a);
	ck_assert(arena_guard(&a, eat_one, &e));
	arena_free(&a);
}
END_TEST

START_TEST(guards_nest)
{
	struct arena a = {.limit = 10000};
	struct eater e = {.arena = &a};
	ck_assert(arena_guard(&a, eat_inside, &e));
	ck_assert(e.inner_failed);
	ck_assert_ptr_null(a.oom);
	arena_free(&a);
}
END_TEST

START_TEST(a_size_near_the_end_of_memory_does_not_wrap)
{
	struct arena a = {0};
	struct eater e = {.arena = &a};
	ck_assert(!arena_guard(&a, ask_for_too_much, &e));
	arena_free(&a);
}
END_TEST

/* ---- lookup -----------------------------------------------------------------------------*/
static bool crowded(void *ctx, uint32_t number, struct lookup_key *k)
{
	(void)ctx;
	*k = (struct lookup_key){number % 3, number % 5};
	return number % 4 != 3;
}

/* The entry of a number, or the free one where it is to be. */
static struct lookup_entry *entry_of(const struct lookup *t, uint32_t number)
{
	uint32_t i = 0;
	struct lookup_key k;
	crowded(NULL, number, &k);
	while (lookup_slot(t, k, i)->number && lookup_slot(t, k, i)->number != number + 1)
		i++;
	return lookup_slot(t, k, i);
}

START_TEST(numbers_whose_keys_are_alike_are_all_found)
{
	struct arena a = {0};
	struct lookup t = {0};
	struct lookup_key k;
	for (uint32_t n = 0; n < 2000; n++) {
		lookup_room(&t, &a, crowded, NULL);
		ck_assert_uint_eq(entry_of(&t, n)->number, 0);
		if (crowded(NULL, n, &k))
			lookup_add(&t, entry_of(&t, n), k, n);
	}
	for (uint32_t n = 0; n < 2000; n++)
		ck_assert_uint_eq(entry_of(&t, n)->number, n % 4 == 3 ? 0 : n + 1);
	ck_assert_uint_eq(t.n, 1500);
	arena_free(&a);
}
END_TEST

static uint32_t near_of(void *ctx, uint32_t number)
{
	struct lookup_key k;
	ck_assert(crowded(ctx, number, &k)); /* of those in the table alone */
	return k.near;
}

START_TEST(a_table_that_keeps_its_keys_finds_all_and_asks_for_no_hash)
{
	struct arena a = {0};
	struct lookup t = {0};
	struct lookup_key k;
	for (uint32_t n = 0; n < 2000; n++) {
		lookup_room_near(&t, &a, near_of, NULL);
		ck_assert_uint_eq(entry_of(&t, n)->number, 0);
		if (crowded(NULL, n, &k))
			lookup_add(&t, entry_of(&t, n), k, n);
	}
	for (uint32_t n = 0; n < 2000; n++)
		ck_assert_uint_eq(entry_of(&t, n)->number, n % 4 == 3 ? 0 : n + 1);
	ck_assert_uint_eq(t.n, 1500);
	ck_assert_uint_eq(t.end, 1999);
	arena_free(&a);
}
END_TEST

START_TEST(numbers_are_written_in_digits)
{
	struct sbuf b = {0};
	sbuf_int(&b, 0);
	sbuf_fill(&b, ' ', 2);
	sbuf_int(&b, INT64_MIN);
	sbuf_fill(&b, ',', 1);
	sbuf_uint(&b, UINT64_MAX);
	ck_assert_str_eq(b.text, "0  -9223372036854775808,18446744073709551615");
	sbuf_free(&b);
}
END_TEST

START_TEST(a_text_longer_than_the_buffer_is_formatted_whole)
{
	struct sbuf b = {0};
	for (int i = 0; i < 300; i++)
		sbuf_printf(&b, "%07d", i);
	ck_assert_uint_eq(b.len, 2100);
	ck_assert(!memcmp(b.text + 7 * 299, "0000299", 8));
	sbuf_free(&b);
}
END_TEST

/* ---- strings ----------------------------------------------------------------------------*/
START_TEST(equal_strings_are_one_pointer)
{
	struct arena a = {0};
	struct strtab t = {.arena = &a};
	const char *first[20000];
	char s[32];
	for (int i = 0; i < 20000; i++) {
		snprintf(s, sizeof s, "name_%d", i);
		first[i] = strtab_str(&t, s);
		ck_assert_str_eq(first[i], s);
	}
	ck_assert_uint_eq(t.all.n, 20000);
	for (int i = 0; i < 20000; i++) {
		int n = snprintf(s, sizeof s, "name_%d and more", i);
		ck_assert_ptr_eq(strtab_intern(&t, s, (size_t)n - 9), first[i]);
		ck_assert_ptr_eq(strtab_find(&t, s, (size_t)n - 9), first[i]);
	}
	ck_assert_uint_eq(t.all.n, 20000);
	arena_free(&a);
}
END_TEST

START_TEST(a_prefix_is_another_string)
{
	struct arena a = {0};
	struct strtab t = {.arena = &a};
	ck_assert_ptr_null(strtab_find(&t, "x", 1));
	const char *abc = strtab_str(&t, "abc");
	ck_assert_ptr_null(strtab_find(&t, "ab", 2));
	ck_assert_ptr_ne(strtab_str(&t, "ab"), abc);
	ck_assert_ptr_ne(strtab_str(&t, "abcd"), abc);
	ck_assert_ptr_ne(strtab_str(&t, ""), abc);
	ck_assert_ptr_eq(strtab_str(&t, ""), strtab_intern(&t, "abc", 0));
	arena_free(&a);
}
END_TEST

/* ---- buffers ----------------------------------------------------------------------------*/
START_TEST(a_buffer_grows_and_stays_terminated)
{
	struct sbuf b = {0};
	ck_assert_ptr_null(b.text);
	for (int i = 0; i < 10000; i++) {
		sbuf_printf(&b, "%d,", i);
		ck_assert_int_eq(b.text[b.len], 0);
	}
	sbuf_char(&b, '.');
	sbuf_add(&b, "a\0b", 3);
	ck_assert_int_eq(memcmp(b.text, "0,1,2,", 6), 0);
	ck_assert_int_eq(memcmp(b.text + b.len - 4, ".a\0b", 5), 0);
	ck_assert(!b.failed);
	sbuf_free(&b);
	ck_assert_ptr_null(b.text);
}
END_TEST

/* ---- Locations -------------------------------------------------------------------------*/
static void expect_location(const struct source *s, uint32_t offset, unsigned line, unsigned column)
{
	unsigned l, c;
	source_location(s, offset, &l, &c);
	ck_assert_uint_eq(l, line);
	ck_assert_uint_eq(c, column);
}

START_TEST(a_newline_belongs_to_the_line_it_ends)
{
	struct arena a = {0};
	const struct source *s = source_text(&a, "f.py", "ab\n\ncd", 6);
	ck_assert_uint_eq(s->nlines, 3);
	expect_location(s, 0, 1, 1);
	expect_location(s, 2, 1, 3);
	expect_location(s, 3, 2, 1);
	expect_location(s, 4, 3, 1);
	expect_location(s, 6, 3, 3);
	arena_free(&a);
}
END_TEST

START_TEST(texts_without_a_line_have_a_place)
{
	struct arena a = {0};
	expect_location(source_text(&a, "f.py", "", 0), 0, 1, 1);
	const struct source *s = source_text(&a, "f.py", "\n", 1);
	expect_location(s, 0, 1, 1);
	expect_location(s, 1, 2, 1);
	s = source_text(&a, "f.py", "a\0b\n", 4);
	ck_assert_uint_eq(s->len, 4);
	expect_location(s, 2, 1, 3);
	arena_free(&a);
}
END_TEST

START_TEST(a_file_that_is_not_there_has_a_reason)
{
	struct arena a = {0};
	const char *why = NULL;
	ck_assert_ptr_null(source_read(&a, "/no/such/file", &why));
	ck_assert_str_eq(why, "No such file or directory");
	ck_assert_ptr_null(source_read(&a, "/", &why));
	ck_assert_ptr_nonnull(why);
	arena_free(&a);
}
END_TEST

/* The digits of a number count together with its exponent, however large that is. */
START_TEST(json_exponents)
{
	static const char text[] = "[4.5e-99999999999999999999, 0.5e1, 25e-2]";
	struct arena a = {0};
	const char *why = NULL;
	size_t at;
	const struct json *j = json_read(text, strlen(text), &a, &why, &at);
	ck_assert_msg(j && j->n == 3, "%s", why);
	ck_assert_double_eq(j->item[0].f, 0);
	ck_assert_double_eq(j->item[1].f, 5);
	ck_assert_double_eq(j->item[2].f, .25);
	arena_free(&a);
}
END_TEST

static Suite *suite(void)
{
	const TTest *const tests[] = {
	        every_block_is_aligned_and_apart,
	        a_block_larger_than_any_chunk_is_given,
	        nothing_can_be_asked_of_an_empty_arena,
	        growing_keeps_what_was_there,
	        words_follow_text_without_a_gap_that_matters,
	        what_is_given_back_is_used_again,
	        of_much_that_is_given_back_the_largest_is_kept,
	        what_a_scratch_arena_had_is_used_by_others,
	        formatted_text_of_any_length_fits,
	        a_guard_catches_the_limit,
	        guards_nest,
	        a_size_near_the_end_of_memory_does_not_wrap,
	        numbers_whose_keys_are_alike_are_all_found,
	        a_table_that_keeps_its_keys_finds_all_and_asks_for_no_hash,
	        numbers_are_written_in_digits,
	        a_text_longer_than_the_buffer_is_formatted_whole,
	        equal_strings_are_one_pointer,
	        a_prefix_is_another_string,
	        a_buffer_grows_and_stays_terminated,
	        a_newline_belongs_to_the_line_it_ends,
	        texts_without_a_line_have_a_place,
	        a_file_that_is_not_there_has_a_reason,
	        json_exponents,
	};
	Suite *s = suite_create("support");
	TCase *c = tcase_create("all");
	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		tcase_add_test(c, tests[i]);
	suite_add_tcase(s, c);
	return s;
}

int main(void)
{
	return run_suite(suite());
}
