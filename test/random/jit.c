/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/jit.c: the programs compiled in memory and called.  They run in the process of the batch, which ends if
 * one of them does what it must not. */
#include <llvm-c/LLJIT.h>
#include <llvm/Config/llvm-config.h>

#include "run.h"

LLVMContextRef run_context(struct batch *b)
{
#if LLVM_VERSION_MAJOR < 21
	b->shared = LLVMOrcCreateNewThreadSafeContext();
	return LLVMOrcThreadSafeContextGetContext(b->shared);
#else
	LLVMContextRef context = LLVMContextCreate();
	b->shared = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(context);
	return context;
#endif
}

/* Conversions that LLVM calls; the compiler's own library has them. */
__extension__ typedef _Float16 half;
half __truncsfhf2(float v);
half __truncdfhf2(double v);
float __extendhfsf2(half v);

static LLVMErrorRef add_symbols(LLVMOrcLLJITRef jit, LLVMOrcJITDylibRef lib)
{
	static const struct {
		const char *name;
		uintptr_t address;
	} symbols[] = {{"__truncsfhf2", (uintptr_t)__truncsfhf2},
	        {"__truncdfhf2", (uintptr_t)__truncdfhf2},
	        {"__extendhfsf2", (uintptr_t)__extendhfsf2}};
	enum { N = sizeof symbols / sizeof *symbols };
	LLVMOrcCSymbolMapPair pairs[N];
	LLVMJITSymbolFlags flags = {
	        LLVMJITSymbolGenericFlagsExported | LLVMJITSymbolGenericFlagsCallable, 0};
	for (int i = 0; i < N; i++)
		pairs[i] = (LLVMOrcCSymbolMapPair){
		        LLVMOrcLLJITMangleAndIntern(jit, symbols[i].name),
		        {symbols[i].address, flags}};
	LLVMErrorRef e = LLVMOrcJITDylibDefine(lib, LLVMOrcAbsoluteSymbols(pairs, N));
	LLVMOrcDefinitionGeneratorRef process;
	if (!e)
		e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process,
		        LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
	if (!e)
		LLVMOrcJITDylibAddGenerator(lib, process);
	return e;
}

static LLVMErrorRef compile(struct batch *b, LLVMOrcLLJITRef *jit)
{
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder,
	        LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(b->run.machine));
	b->run.machine = NULL; /* was taken */
	LLVMErrorRef e = LLVMOrcCreateLLJIT(jit, builder);
	if (e)
		return e;
	LLVMOrcJITDylibRef lib = LLVMOrcLLJITGetMainJITDylib(*jit);
	if ((e = add_symbols(*jit, lib)))
		return e;
	return LLVMOrcLLJITAddLLVMIRModule(*jit, lib,
	        LLVMOrcCreateNewThreadSafeModule(b->run.llvm, b->shared));
}

typedef int32_t kernel(void *, void *, void *, void *, void *, void *, int32_t, int32_t, int32_t,
        int64_t, float);

static bool call(struct batch *b, kernel *f, uint32_t i, unsigned k)
{
	const struct program *p = b->program[i];
	struct random_scalars s;
	struct image m = run_input(b, i, k, &s);
	void *at[RANDOM_BUFFERS];
	for (uint32_t j = 0; j < RANDOM_BUFFERS; j++)
		at[j] = m.bytes + p->place[j];
	m.result = f(at[0], at[1], at[2], at[3], at[4], at[5], s.n, s.x, s.y, s.w, s.f);
	return run_compare(b, i, k, &m);
}

bool run_jit(struct batch *b)
{
	LLVMOrcLLJITRef jit;
	LLVMErrorRef e = compile(b, &jit);
	for (uint32_t i = 0; i < b->n && !e; i++) {
		LLVMOrcExecutorAddress address;
		if (b->verdict[i].stage != RUN_COMPILE)
			continue;
		if ((e = LLVMOrcLLJITLookup(jit, &address, run_name(b, i))))
			break;
		b->verdict[i].stage = RUN_CODE;
		kernel *f = (kernel *)(uintptr_t)address;
		bool ok = true;
		for (unsigned k = 0; k < RANDOM_INPUTS && ok; k++)
			ok = call(b, f, i, k);
		b->verdict[i].stage += ok;
	}
	if (!e)
		return true;
	char *text = LLVMGetErrorMessage(e);
	snprintf(b->said, sizeof b->said, "%s", text);
	LLVMDisposeErrorMessage(text);
	return false;
}
