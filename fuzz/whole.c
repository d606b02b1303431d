/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/whole.c: what the reader takes goes the whole way to text and back: all passes of legalize,
 * CSE, whose proof must hold, the printer, and the reader again, which must find the same functions. */
#include "driver/driver.h"
#include "fuzz/fuzz.h"

/* Read what is printed of m; it must print alike and be the same functions. */
static void read_back(const struct tir_module *m, struct arena *arena, struct diag *diag)
{
	struct sbuf first = {0}, second = {0};
	const char *why;
	tir_print_module(m, &first);
	const struct source *src = source_text(arena, "printed.py", first.text, first.len);
	const struct tir_module *again = frontend_read(src, arena, diag);
	if (!again)
		fuzz_fail("what was printed cannot be read");
	tir_print_module(again, &second);
	if (first.len != second.len || memcmp(first.text, second.text, first.len) != 0)
		fuzz_fail("printed differently after it was read back");
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (!tir_equal_func(m->funcs.at[i], again->funcs.at[i], &why))
			fuzz_fail(why);
	sbuf_free(&first);
	sbuf_free(&second);
}

/* One text on its way. */
struct run {
	struct arena arena;
	struct diag diag;
	const char *text;
	size_t size;
};

/* Runs inside arena_guard. */
static void whole(void *ctx)
{
	struct run *r = ctx;
	const struct source *src = source_text(&r->arena, "fuzz.py", r->text, r->size);
	struct tir_module *m = frontend_read(src, &r->arena, &r->diag);
	if (!m)
		return;
	read_back(m, &r->arena, &r->diag);
	if (!fuzz_legalize(m, LEGALIZE_ALL, &r->diag))
		return;
	read_back(m, &r->arena, &r->diag);
	unsigned before = r->diag.warnings;
	const struct driver_optimizations options = driver_profile("host");
	driver_optimize(m, &options, &r->diag, NULL);
	if (r->diag.warnings > before)
		fuzz_fail("CSE could not be proved right");
	if (!tir_verify(m, &r->diag))
		fuzz_fail("CSE breaks the contract");
	read_back(m, &r->arena, &r->diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = {{.limit = FUZZ_ARENA}, {.sink = fuzz_sink, .error_limit = 20},
	        (const char *)data, size};
	if (!arena_guard(&r.arena, whole, &r))
		fuzz_fail("too much memory");
	arena_free(&r.arena);
	return 0;
}
