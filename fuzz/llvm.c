/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/llvm.c: what the reader takes is lowered to LLVM IR that LLVM's verifier takes (lower_module
 * asks it), or refused with a message. */
#include "cse/cse.h"
#include "fuzz/fuzz.h"
#include "lowering/lowering.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct arena arena = {.limit = FUZZ_ARENA};
	struct diag diag = {.sink = fuzz_sink, .error_limit = 20};
	const struct source *src = source_text(&arena, "fuzz.py", (const char *)data, size);
	struct tir_module *m = frontend_read(src, &arena, &diag);
	if (m) {
		struct lower_target target = {.opt = 0};
		struct lower_options options = {.debug_lines = true};
		lower_target_defaults(&target);
		cse_run(m, cse_profile("host"), &diag, NULL);
		LLVMTargetMachineRef machine = lower_machine(&target, &diag);
		LLVMContextRef context = LLVMContextCreate();
		LLVMModuleRef out = lower_module(context, m, machine, &options, &diag);
		if (!out != (diag.errors > 0))
			fuzz_fail(out ? "LLVM IR in spite of an error" : "no LLVM IR and no error");
		if (out)
			LLVMDisposeModule(out);
		LLVMContextDispose(context);
		LLVMDisposeTargetMachine(machine);
	}
	arena_free(&arena);
	return 0;
}
