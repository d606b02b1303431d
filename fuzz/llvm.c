/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/llvm.c: what the reader takes is made flat and lowered to LLVM IR that LLVM's verifier takes (lower_module
 * asks it), or refused with a message. */
#include "driver/driver.h"
#include "fuzz/fuzz.h"
#include "lowering/lowering.h"

/* One text on its way. */
struct run {
	struct arena arena;
	struct diag diag;
	const char *text;
	size_t size;
};

static void lower(struct tir_module *m, struct diag *d)
{
	struct target target = {.opt = 0};
	struct lower_options options = {.debug_lines = true};
	struct arena arena = {0};
	target_resolve(&target, &arena, d);
	LLVMTargetMachineRef machine = lower_machine(&target, d);
	LLVMContextRef context = LLVMContextCreate();
	LLVMModuleRef out = lower_module(context, m, machine, &options, d);
	if (!out != (d->errors > 0))
		fuzz_fail(out ? "LLVM IR in spite of an error" : "no LLVM IR and no error");
	if (out)
		LLVMDisposeModule(out);
	LLVMContextDispose(context);
	LLVMDisposeTargetMachine(machine);
	arena_free(&arena);
}

/* Runs inside arena_guard. */
static void whole(void *ctx)
{
	struct run *r = ctx;
	const struct source *src = source_text(&r->arena, "fuzz.py", r->text, r->size);
	struct tir_module *m = frontend_read(src, &r->arena, &r->diag);
	if (!m || !fuzz_legalize(m, LEGALIZE_NEEDED, &r->diag))
		return;
	const struct driver_optimizations options = driver_profile("host");
	driver_optimize(m, &options, &r->diag, NULL);
	lower(m, &r->diag);
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
