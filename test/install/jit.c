/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* A kernel to LLVM IR by tirc, compiled in memory by LLVM, called; and the same to an object. */
#include <llvm-c/Core.h>
#include <llvm-c/Error.h>
#include <llvm-c/LLJIT.h>
#include <llvm-c/Target.h>
#include <stdio.h>
#include <tirc/lower.h>

typedef void kernel(int32_t *x, int32_t *y, int32_t a, int32_t b);

static int run(LLVMOrcLLJITRef jit)
{
	static int32_t x[64] __attribute__((aligned(64))), y[64] __attribute__((aligned(64)));
	LLVMOrcExecutorAddress at;
	LLVMErrorRef e = LLVMOrcLLJITLookup(jit, &at, "axpy");
	if (e)
		return 0;
	for (int i = 0; i < 64; i++)
		x[i] = i;
	((kernel *)(uintptr_t)at)(x, y, 2, 5);
	printf("axpy(63) = %d\n", (int)y[63]);
	return y[63] == 640;
}

static LLVMModuleRef compile(struct tirc_options *o, const char *path, LLVMContextRef context)
{
	struct tirc_module *m = tirc_parse_file(o, path);
	LLVMModuleRef ir = NULL;
	if (m && tirc_legalize(m, o, TIRC_LOWERED) && tirc_cse(m, o, NULL))
		ir = tirc_lower(m, o, context);
	tirc_module_free(m);
	return ir;
}

/* An object of the program for Hexagon. */
static int make_object(struct tirc_options *o, const char *path)
{
	LLVMContextRef context = LLVMContextCreate();
	if (!tirc_options_set(o, "target=hexagon") || !tirc_options_set(o, "cpu=hexagonv68"))
		return 0;
	LLVMModuleRef ir = compile(o, path, context);
	LLVMTargetMachineRef machine = tirc_target_machine(o);
	size_t n = 0;
	char *object = ir && machine && tirc_optimize(ir, machine, o, NULL)
	                       ? tirc_generate(ir, machine, o, TIRC_OBJECT, &n)
	                       : NULL;
	int ok = object && n > 64 && object[0] == 0x7f && object[1] == 'E' &&
	         object[18] == (char)0xa4;
	tirc_free(object);
	LLVMDisposeModule(ir);
	LLVMDisposeTargetMachine(machine);
	LLVMContextDispose(context);
	return ok;
}

int main(int argc, char **argv)
{
	struct tirc_options *o = tirc_options_new();
	tirc_options_set_handler(o, tirc_message_print, stderr);
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContext();
	LLVMOrcLLJITRef jit;
	if (argc != 2 || LLVMOrcCreateLLJIT(&jit, NULL))
		return 2;
#if LLVM_VERSION_MAJOR < 21
	LLVMContextRef context = LLVMOrcThreadSafeContextGetContext(shared);
#else
	LLVMContextRef context = LLVMContextCreate();
	LLVMOrcDisposeThreadSafeContext(shared);
	shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
#endif
	LLVMModuleRef ir = compile(o, argv[1], context);
	if (!ir || LLVMOrcLLJITAddLLVMIRModule(jit, LLVMOrcLLJITGetMainJITDylib(jit),
	                   LLVMOrcCreateNewThreadSafeModule(ir, shared)))
		return 1;
	int ok = run(jit);
	ok = make_object(o, argv[1]) && ok;
	LLVMOrcDisposeLLJIT(jit);
	tirc_options_free(o);
	return ok ? 0 : 1;
}
