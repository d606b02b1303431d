/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/whole.c: what the reader takes goes the whole way to text and back: all passes of legalize,
 * CSE, whose proof must hold, the printer, and the reader again, which must find the same functions. */
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
	struct driver_options flat = {.level = 1, .passes_ = "all", .last = DRIVER_LEGALIZE};
	struct driver_options shared = {
	        .level = 1, .passes_ = "none", .profile = "host", .last = DRIVER_CSE};
	struct driver run = {.options = &flat, .arena = &r->arena, .diag = &r->diag};
	if (!driver_decide(&flat, &r->arena, &r->diag) ||
	        !driver_decide(&shared, &r->arena, &r->diag) || !driver_read(&run, src))
		return;
	read_back(run.module, &r->arena, &r->diag);
	if (!fuzz_run(&run))
		return;
	read_back(run.module, &r->arena, &r->diag);
	unsigned before = r->diag.warnings;
	run.options = &shared;
	if (!fuzz_run(&run))
		fuzz_fail("CSE refuses a program");
	if (r->diag.warnings > before)
		fuzz_fail("CSE could not be proved right");
	read_back(run.module, &r->arena, &r->diag);
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
