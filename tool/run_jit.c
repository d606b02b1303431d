/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_jit.c: --run=jit: compiled in memory and called in a child process.
 *
 * The child shares the buffers' memory and nothing else: a kernel that divides by zero, writes
 * where it must not or aborts takes the child with it, and the parent says what happened. */
#include <errno.h>
#include <llvm-c/LLJIT.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/packed.h"
#include "tool/internal.h"

/* ---- what compiled code may call besides the C library -----------------------------------*/
/* Conversions of types without hardware support.  Values travel in float registers, as _Float16
 * does; bfloat16 is passed likewise.  Rounding is the IR's own. */
__extension__ typedef _Float16 half;

static half half_of_bits(enum tir_code code, double v)
{
	uint16_t bits = (uint16_t)tir_float_bits(tir_type(code, 16, 1), v);
	half h;
	memcpy(&h, &bits, sizeof h);
	return h;
}

static half float_to_half(float v)
{
	return half_of_bits(TIR_TYPE_FLOAT, (double)v);
}

static half double_to_half(double v)
{
	return half_of_bits(TIR_TYPE_FLOAT, v);
}

static half float_to_bfloat(float v)
{
	return half_of_bits(TIR_TYPE_BFLOAT, (double)v);
}

static half double_to_bfloat(double v)
{
	return half_of_bits(TIR_TYPE_BFLOAT, v);
}

static float half_to_float(half h)
{
	uint16_t bits;
	memcpy(&bits, &h, sizeof bits);
	return (float)tir_float_value(tir_type(TIR_TYPE_FLOAT, 16, 1), bits);
}

struct symbol {
	const char *name;
	uintptr_t address;
};
static const struct symbol symbols[] = {
        {"__truncsfhf2", (uintptr_t)float_to_half},
        {"__truncdfhf2", (uintptr_t)double_to_half},
        {"__truncsfbf2", (uintptr_t)float_to_bfloat},
        {"__truncdfbf2", (uintptr_t)double_to_bfloat},
        {"__extendhfsf2", (uintptr_t)half_to_float},
        {"tvm_contrib_sort_sort", (uintptr_t)tvm_contrib_sort_sort},
        {"tvm_contrib_sort_argsort", (uintptr_t)tvm_contrib_sort_argsort},
        {"tvm_contrib_sort_argsort_nms", (uintptr_t)tvm_contrib_sort_argsort_nms},
        {"tvm_contrib_sort_topk", (uintptr_t)tvm_contrib_sort_topk},
};
enum { NSYMBOLS = sizeof symbols / sizeof *symbols };

static LLVMErrorRef add_symbols(LLVMOrcLLJITRef jit, LLVMOrcJITDylibRef lib)
{
	LLVMOrcCSymbolMapPair pairs[NSYMBOLS];
	for (size_t i = 0; i < NSYMBOLS; i++)
		pairs[i] = (LLVMOrcCSymbolMapPair){
		        LLVMOrcLLJITMangleAndIntern(jit, symbols[i].name),
		        {symbols[i].address, {LLVMJITSymbolGenericFlagsExported |
		                                             LLVMJITSymbolGenericFlagsCallable,
		                                     0}}};
	LLVMErrorRef e = LLVMOrcJITDylibDefine(lib, LLVMOrcAbsoluteSymbols(pairs, NSYMBOLS));
	LLVMOrcDefinitionGeneratorRef process;
	if (!e)
		e = LLVMOrcCreateDynamicLibrarySearchGeneratorForProcess(&process,
		        LLVMOrcLLJITGetGlobalPrefix(jit), NULL, NULL);
	if (!e)
		LLVMOrcJITDylibAddGenerator(lib, process);
	return e;
}

/* ---- compiling --------------------------------------------------------------------------*/
/* Hand the module over and look the entry up. */
static LLVMErrorRef compile(struct job *j, LLVMOrcExecutorAddress *entry)
{
	LLVMOrcLLJITBuilderRef builder = LLVMOrcCreateLLJITBuilder();
	LLVMOrcLLJITBuilderSetJITTargetMachineBuilder(builder,
	        LLVMOrcJITTargetMachineBuilderCreateFromTargetMachine(j->run.machine));
	j->run.machine = NULL; /* was taken */
	LLVMOrcLLJITRef jit;
	LLVMErrorRef e = LLVMOrcCreateLLJIT(&jit, builder);
	if (e)
		return e;
	LLVMOrcJITDylibRef lib = LLVMOrcLLJITGetMainJITDylib(jit);
	e = add_symbols(jit, lib);
	if (e)
		return e;
	LLVMOrcThreadSafeContextRef context = LLVMOrcCreateNewThreadSafeContextFromLLVMContext(j
	                ->run.context);
	e = LLVMOrcLLJITAddLLVMIRModule(jit, lib,
	        LLVMOrcCreateNewThreadSafeModule(j->run.llvm, context));
	return e ? e : LLVMOrcLLJITLookup(jit, entry, "tirc_entry");
}

/* In the child: compile and call.  Returns the exit code. */
static int call(struct job *j, const struct run_args *args)
{
	LLVMOrcExecutorAddress address;
	LLVMErrorRef e = compile(j, &address);
	if (e) {
		char *text = LLVMGetErrorMessage(e);
		JOB_ERROR(j, "cannot compile in memory: %s", text);
		LLVMDisposeErrorMessage(text);
		return 1;
	}
	void **buffers = ARENA_NEWN(&j->arena, void *, args->n);
	uint64_t *scalars = ARENA_NEWN(&j->arena, uint64_t, args->n);
	unsigned nbuffers = 0, nscalars = 0;
	for (uint32_t i = 0; i < args->n; i++) {
		if (args->arg[i].map)
			buffers[nbuffers++] = args->value[i].data;
		else
			scalars[nscalars++] = args->value[i].bits;
	}
	void (*entry)(void **,
	        const uint64_t *) = (void (*)(void **, const uint64_t *))(uintptr_t)address;
	entry(buffers, scalars);
	return 0;
}

/* ---- the child --------------------------------------------------------------------------*/
struct fault {
	int signal;
	const char *what;
};
static const struct fault faults[] = {
        {SIGFPE, "divided by zero, or overflowed in a division"},
        {SIGILL, "trapped"},
        {SIGTRAP, "trapped"},
        {SIGABRT, "aborted"},
        {SIGSEGV, "touched memory that is not its own"},
        {SIGBUS, "touched memory that is not its own"},
};

/* Let a fault end the child with its signal, whatever the parent or a sanitizer does with it. */
static void plain_faults(void)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		signal(faults[i].signal, SIG_DFL);
}

/* Say how the child ended; true if it ended well. */
static bool judge(struct job *j, const struct run_args *args, int status)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status) == 0;
	const char *what = "was killed";
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i].signal == WTERMSIG(status))
			what = faults[i].what;
	return diag_error(j->diag, j->source, args->func->at, "'%s' %s (signal %d)",
	        args->func->name, what, WTERMSIG(status));
}

bool run_jit(struct job *j, struct run_args *args, struct sbuf *stats)
{
	(void)stats; /* the JIT counts nothing; options.c refuses --stats */
	if (!job_add_entry(j, args))
		return false;
	fflush(NULL);
	pid_t child = fork();
	if (child < 0)
		return JOB_ERROR(j, "cannot start a process: %s", strerror(errno));
	if (child == 0) {
		plain_faults();
		int code = call(j, args);
		fflush(NULL);
		_exit(code);
	}
	int status;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return JOB_ERROR(j, "lost a process: %s", strerror(errno));
	return judge(j, args, status);
}
