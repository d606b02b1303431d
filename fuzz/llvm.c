/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/llvm.c: what the reader takes is made flat and lowered to LLVM IR that LLVM's verifier takes (lower_module
 * asks it), or refused with a message. */
#include "fuzz/fuzz.h"

/* One text on its way. */
struct run {
	struct arena arena;
	struct diag diag;
	const char *text;
	size_t size;
	LLVMContextRef context;
	LLVMTargetMachineRef machine;
	LLVMModuleRef module;
};

/* Runs inside arena_guard. */
static void whole(void *ctx)
{
	struct run *r = ctx;
	struct driver_options options = {
	        .level = 1, .profile = "host", .debug = true, .last = DRIVER_LOWER};
	struct driver run = {.options = &options, .arena = &r->arena, .diag = &r->diag};
	const struct source *src = source_text(&r->arena, "fuzz.py", r->text, r->size);
	if (!driver_decide(&options, &r->arena, &r->diag) || !driver_read(&run, src))
		return;
	run.context = r->context;
	bool done = fuzz_run(&run);
	r->machine = run.machine;
	r->module = run.llvm;
	if (done != (r->module != NULL))
		fuzz_fail(done ? "no LLVM IR and no error" : "LLVM IR in spite of an error");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct run r = {.arena = {.limit = FUZZ_ARENA},
	        .diag = {.sink = fuzz_sink, .error_limit = 20},
	        .text = (const char *)data,
	        .size = size,
	        .context = LLVMContextCreate()};
	if (!arena_guard(&r.arena, whole, &r))
		fuzz_fail("too much memory");
	if (r.module)
		LLVMDisposeModule(r.module);
	if (r.machine)
		LLVMDisposeTargetMachine(r.machine);
	LLVMContextDispose(r.context);
	arena_free(&r.arena);
	return 0;
}
