/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/reader.c: any bytes give a module that keeps the contract, or a message: never both or
 * neither, and never a place outside the text. */
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {.limit = FUZZ_ARENA};
	struct diag diag = {.sink = fuzz_sink, .error_limit = 20};
	const struct source *src = source_text(&arena, "fuzz.py", (const char *)data, size);
	const struct tir_module *m = frontend_read(src, &arena, &diag);
	if (!m != (diag.errors > 0))
		fuzz_fail(m ? "a module in spite of an error" : "no module and no error");
	if (m && !tir_verify(m, &diag))
		fuzz_fail("the module breaks the contract");
	arena_free(&arena);
	return 0;
}
