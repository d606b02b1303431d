/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/graph.c: any bytes, read as TVM's JSON, give a module that keeps the contract, or one message, with a place
 * within the text if it has one; what was read is written, and read again. */
#include "fuzz/fuzz.h"

static void write_and_read(const struct tir_module *m, struct arena *arena, struct diag *diag)
{
	struct sbuf out = {0};
	if (graph_write(m, &out, diag)) {
		const struct source *again = source_text(arena, "again.json", out.text, out.len);
		struct tir_module *copy = graph_read(again, NULL, NULL, arena, diag);
		const char *why = "";
		if (!copy)
			fuzz_fail("what was written is not read");
		if (copy->funcs.n != m->funcs.n)
			fuzz_fail("functions were lost");
		for (uint32_t i = 0; i < m->funcs.n; i++)
			if (!tir_equal_func(m->funcs.at[i], copy->funcs.at[i], &why))
				fuzz_fail(why);
	}
	sbuf_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {.limit = FUZZ_ARENA};
	struct diag diag = {.sink = fuzz_sink, .error_limit = 20};
	const struct source *src = source_text(&arena, "fuzz.json", (const char *)data, size);
	struct tir_module *m = graph_read(src, NULL, NULL, &arena, &diag);
	if (!m != (diag.errors > 0))
		fuzz_fail(m ? "a module in spite of an error" : "no module and no error");
	if (m && !tir_verify(m, &diag))
		fuzz_fail("the module breaks the contract");
	if (m)
		write_and_read(m, &arena, &diag);
	arena_free(&arena);
	return 0;
}
