/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/api_lower.c: the part of the C API that needs LLVM, include/tirc/lower.h. */
#include "tirc/lower.h"

#include "driver/api.h"

struct lowering {
	struct driver_call call;
	LLVMContextRef context;
	LLVMModuleRef out;
	LLVMTargetMachineRef machine;
};

static void make_machine(void *ctx)
{
	struct lowering *x = ctx;
	x->machine = lower_machine(&x->call.decided.target, &x->call.diag);
	x->call.ok = x->machine != NULL;
}

LLVMTargetMachineRef tirc_target_machine(const struct tirc_options *o)
{
	struct tirc_module none = {0};
	struct lowering x = {.machine = NULL};
	driver_call(&x.call, o, &none, DRIVER_LOWER, make_machine);
	arena_free(&none.arena);
	return x.machine;
}

static void lower(void *ctx)
{
	struct lowering *x = ctx;
	struct driver *run = &x->call.run;
	run->context = x->context;
	run->llvm = x->out;
	x->call.ok = driver_export(run->options, run->module, run->arena, run->diag) &&
	             driver_lower(run);
	x->out = run->llvm;
	x->machine = run->machine;
}

LLVMModuleRef tirc_lower(struct tirc_module *m, const struct tirc_options *o,
        LLVMContextRef context)
{
	struct lowering x = {.context = context};
	bool ok = driver_call(&x.call, o, m, DRIVER_LOWER, lower);
	if (x.machine)
		LLVMDisposeTargetMachine(x.machine);
	if (ok || !x.out)
		return x.out;
	LLVMDisposeModule(x.out);
	return NULL;
}

bool tirc_lower_into(struct tirc_module *m, const struct tirc_options *o, LLVMModuleRef out)
{
	struct lowering x = {.out = out};
	return driver_call(&x.call, o, m, DRIVER_LOWER, lower);
}

bool tirc_optimize(LLVMModuleRef ir, LLVMTargetMachineRef machine, const struct tirc_options *o,
        const char *pipeline)
{
	static const char *const pipelines[] = {
	        "default<O0>", "default<O1>", "default<O2>", "default<O3>"};
	struct diag d = driver_diag(o);
	return lower_optimize(ir, machine, pipeline ? pipeline : pipelines[o->driver.level], &d);
}

/* A machine for code that LLVM does not optimise, like this one otherwise; NULL: there is no such code. */
static LLVMTargetMachineRef bounded(LLVMModuleRef ir, LLVMTargetMachineRef machine)
{
	if (!lower_is_bounded(ir))
		return NULL;
	char *triple = LLVMGetTargetMachineTriple(machine), *cpu = LLVMGetTargetMachineCPU(machine),
	     *features = LLVMGetTargetMachineFeatureString(machine);
	LLVMTargetMachineRef plain = LLVMCreateTargetMachine(LLVMGetTargetMachineTarget(machine),
	        triple, cpu, features, LLVMCodeGenLevelNone, LLVMRelocPIC, LLVMCodeModelDefault);
	LLVMDisposeMessage(triple);
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
	return plain;
}

char *tirc_generate(LLVMModuleRef ir, LLVMTargetMachineRef machine, const struct tirc_options *o,
        enum tirc_code kind, size_t *n)
{
	struct diag d = driver_diag(o);
	struct sbuf out = {0};
	driver_before_codegen(ir, machine, &o->driver, &d);
	*n = 0;
	LLVMTargetMachineRef plain = bounded(ir, machine);
	LLVMMemoryBufferRef code = lower_generate(ir, plain ? plain : machine,
	        kind == TIRC_OBJECT ? LLVMObjectFile : LLVMAssemblyFile, &d);
	if (plain)
		LLVMDisposeTargetMachine(plain);
	if (!code)
		return NULL;
	sbuf_add(&out, LLVMGetBufferStart(code), LLVMGetBufferSize(code));
	LLVMDisposeMemoryBuffer(code);
	return driver_text(&out, n);
}

struct heading {
	const struct tirc_module *module;
	const char *guard;
	struct sbuf out;
};

static void print_header(void *ctx)
{
	struct heading *h = ctx;
	struct arena scratch = arena_scratch(h->module->tir->arena);
	lower_header(h->module->tir, NULL, h->guard, &scratch, &h->out);
	arena_free(&scratch);
}

char *tirc_header(const struct tirc_module *m, const char *guard, size_t *n)
{
	struct heading h = {.module = m, .guard = guard};
	h.out.failed = !arena_guard(m->tir->arena, print_header, &h);
	return driver_text(&h.out, n);
}
