/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/npy.c: array files: what is written is read back, and no bytes harm the reader. */
#include <stdlib.h>
#include <unistd.h>

#include "suite.h"
#include "tool/internal.h"

/* A file's bytes: magic, version, header text padded by hand, n zero bytes of elements. */
static void make_file(struct sbuf *b, int version, const char *header, size_t n)
{
	size_t len = strlen(header);
	char size[4] = {(char)(len & 255), (char)(len >> 8), 0, 0};
	sbuf_add(b, "\x93NUMPY", 6);
	sbuf_add(b, (char[]){(char)version, 0}, 2);
	sbuf_add(b, size, version == 1 ? 2 : 4);
	sbuf_str(b, header);
	for (size_t i = 0; i < n; i++)
		sbuf_char(b, 0);
}

/* The reason a header is refused, or NULL. */
static const char *refusal(int version, const char *header, struct npy *a)
{
	struct sbuf b = {0};
	const char *why = NULL;
	make_file(&b, version, header, 0);
	bool ok = npy_parse_header(b.text, b.len, a, &why) == b.len;
	sbuf_free(&b);
	return ok ? NULL : why;
}

START_TEST(what_is_written_is_read_back)
{
	static const struct npy cases[] = {
	        {.kind = 'f', .width = 4, .ndim = 2, .shape = {3, 5}, .bytes = 60},
	        {.kind = 'b', .width = 1, .ndim = 1, .shape = {7}, .bytes = 7},
	        {.kind = 'u', .width = 2, .ndim = 0, .bytes = 2},
	        {.kind = 'i', .width = 8, .ndim = 3, .shape = {2, 0, 4}, .bytes = 0},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[] = "/tmp/tirc-npy-XXXXXX", data[64];
		struct npy in = cases[i], out;
		struct arena arena = {0};
		struct sbuf b = {0};
		const char *why = NULL;
		for (size_t k = 0; k < sizeof data; k++)
			data[k] = (char)(k * 37 + i);
		in.data = data;
		npy_format(&in, &b);
		ck_assert_uint_eq((b.len - in.bytes) % 64, 0); /* numpy aligns the elements so */
		close(mkstemp(path));
		ck_assert(support_write_file(path, b.text, b.len, &why));
		ck_assert_msg(npy_read(path, &arena, &out, &why), "%s", why);
		ck_assert_int_eq(out.kind, in.kind);
		ck_assert_uint_eq(out.width, in.width);
		ck_assert_uint_eq(out.ndim, in.ndim);
		ck_assert_mem_eq(out.shape, in.shape, sizeof in.shape);
		ck_assert_uint_eq(out.bytes, in.bytes);
		ck_assert_mem_eq(out.data, data, in.bytes);
		unlink(path);
		sbuf_free(&b);
		arena_free(&arena);
	}
}
END_TEST

START_TEST(headers_that_numpy_writes_are_read)
{
	static const char *const good[] = {
	        "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }         \n",
	        "{'descr': '|b1', 'fortran_order': False, 'shape': (), }\n",
	        "{\"shape\": (3,), \"descr\": \"<i8\", \"fortran_order\": True}",
	};
	struct npy a;
	for (int version = 1; version <= 3; version++)
		for (size_t i = 0; i < sizeof good / sizeof *good; i++)
			ck_assert_ptr_null(refusal(version, good[i], &a));
}
END_TEST

START_TEST(what_is_not_ours_is_refused_with_its_reason)
{
	static const struct {
		const char *header, *why;
	} bad[] = {
	        {"{'descr': '<f4', 'fortran_order': True, 'shape': (3, 4), }", "Fortran"},
	        {"{'descr': '>f4', 'fortran_order': False, 'shape': (3,), }", "big-endian"},
	        {"{'descr': '|O', 'fortran_order': False, 'shape': (3,), }", "no bool, int"},
	        {"{'descr': '<c8', 'fortran_order': False, 'shape': (3,), }", "no bool, int"},
	        {"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (3,)}",
	                "plain numbers"},
	        {"{'descr': '<f4', 'shape': (3,), }", "lacks"},
	        {"{'descr': '<f4', 'descr': '<f4', 'shape': (3,), }", "twice"},
	        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-3,), }", "numbers"},
	        {"{'descr': '<f4', 'fortran_order': False, 'shape': 3}", "tuple"},
	        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
	                "large"},
	        {"{'descr': '<f8', 'fortran_order': False, 'shape': (1000000000000, "
	         "1000000000000,)}",
	                "large"},
	        {"{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}", "fortran_order"},
	        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} x", "follows"},
	        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,", "tuple"},
	        {"{'descr", "dict"},
	        {" ", "dict"},
	};
	struct npy a;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		const char *why = refusal(1, bad[i].header, &a);
		ck_assert_msg(why && strstr(why, bad[i].why), "%s: %s", bad[i].header,
		        why ? why : "read");
	}
}
END_TEST

START_TEST(too_many_dimensions_are_refused)
{
	struct sbuf h = {0};
	struct npy a;
	sbuf_str(&h, "{'descr': '<f4', 'fortran_order': False, 'shape': (");
	for (int i = 0; i < 100; i++)
		sbuf_str(&h, "1, ");
	sbuf_str(&h, ")}");
	const char *why = refusal(1, h.text, &a);
	ck_assert(why && strstr(why, "dimensions"));
	sbuf_free(&h);
}
END_TEST

/* Cut a good file at every length and change each of its bytes in turn: never a crash, never a read
 * outside (the copies are exactly as long as they claim, so the sanitizer would see it). */
START_TEST(damaged_files_do_no_harm)
{
	struct sbuf b = {0};
	make_file(&b, 1, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n", 48);
	struct npy a;
	const char *why;
	unsigned refused = 0;
	for (size_t n = 0; n < b.len - 48; n++) {
		char *cut = malloc(n ? n : 1);
		memcpy(cut, b.text, n);
		ck_assert_uint_eq(npy_parse_header(cut, n, &a, &why), 0);
		ck_assert_ptr_nonnull(why);
		free(cut);
	}
	for (size_t at = 0; at < b.len - 48; at++)
		for (int value = 0; value < 256; value++) {
			char *copy = malloc(b.len);
			memcpy(copy, b.text, b.len);
			copy[at] = (char)value;
			size_t begin = npy_parse_header(copy, b.len, &a, &why);
			ck_assert_uint_le(begin, b.len);
			refused += begin == 0;
			free(copy);
		}
	ck_assert_uint_gt(refused, 10000);
	sbuf_free(&b);
}
END_TEST

/* A file that is too short, too long or absent. */
START_TEST(files_of_a_wrong_length_are_refused)
{
	static const struct {
		size_t n;
		const char *why;
	} cases[] = {{47, "ends before"}, {49, "follow"}, {48, NULL}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char path[] = "/tmp/tirc-npy-XXXXXX";
		struct sbuf b = {0};
		struct arena arena = {0};
		struct npy a;
		const char *why = NULL;
		make_file(&b, 2, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }\n",
		        cases[i].n);
		close(mkstemp(path));
		ck_assert(support_write_file(path, b.text, b.len, &why));
		ck_assert(npy_read(path, &arena, &a, &why) == !cases[i].why);
		ck_assert(!cases[i].why || strstr(why, cases[i].why));
		unlink(path);
		ck_assert(!npy_read(path, &arena, &a, &why));
		sbuf_free(&b);
		arena_free(&arena);
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("npy");
	TCase *t = tcase_create("npy");
	tcase_set_timeout(t, 600);
	tcase_add_test(t, what_is_written_is_read_back);
	tcase_add_test(t, headers_that_numpy_writes_are_read);
	tcase_add_test(t, what_is_not_ours_is_refused_with_its_reason);
	tcase_add_test(t, too_many_dimensions_are_refused);
	tcase_add_test(t, damaged_files_do_no_harm);
	tcase_add_test(t, files_of_a_wrong_length_are_refused);
	suite_add_tcase(s, t);
	return run_suite(s);
}
