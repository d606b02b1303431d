/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_jit.c: --run=jit: compiled in memory and called in a child process.
 *
 * The child shares the buffers' memory and nothing else: a kernel that divides by zero, writes
 * where it must not or aborts takes the child with it, and the parent says what happened.  It calls what
 * jit.def and the headers of the command line name and nothing else (docs/trust.md). */
#include <errno.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/LLJIT.h>
#include <llvm/Config/llvm-config.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/failure.h"
#include "runtime/packed.h"
#include "tool/internal.h"
#include "tool/supervisor.h"

/* ---- what compiled code calls besides the C library --------------------------------------*/
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

static const char *const library[] = {
#define MEMORY(name)  #name,
#define INTEGER(name) #name,
#define MATH(name)    #name, #name "f",
#include "tool/jit.def"
};
enum { NLIBRARY = sizeof library / sizeof *library };

/* ---- what cannot go on ------------------------------------------------------------------*/
/* Say what compiled code says, as the interpreter says it, and end the child. */
static _Noreturn void report_failure(struct job *j, const struct tirc_failure *f,
        const int64_t *values)
{
	char text[TIRC_FAILURE_TEXT];
	tirc_failure_text(f, values, text);
	diag_error(j->diag, j->source, (struct span){f->begin, f->end}, "%s", text);
	fflush(NULL);
	_exit(1);
}

/* Define the tirc_fail that code calls: report_failure() with the job. */
static void define_fail(struct job *j)
{
	LLVMValueRef f = LLVMGetNamedFunction(j->run.llvm, "tirc_fail");
	if (!f || !LLVMIsDeclaration(f))
		return;
	LLVMContextRef context = j->run.context;
	LLVMTypeRef pointer = LLVMPointerTypeInContext(context, 0);
	LLVMTypeRef word = LLVMInt64TypeInContext(context);
	LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(context),
	        (LLVMTypeRef[]){pointer, pointer, pointer}, 3, false);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(context, f, ""));
	LLVMValueRef to = LLVMConstIntToPtr(LLVMConstInt(word, (uintptr_t)report_failure, false),
	        pointer);
	LLVMValueRef args[] = {LLVMConstIntToPtr(LLVMConstInt(word, (uintptr_t)j, false), pointer),
	        LLVMGetParam(f, 0), LLVMGetParam(f, 1)};
	LLVMBuildCall2(b, type, to, args, 3, "");
	LLVMBuildUnreachable(b);
	LLVMDisposeBuilder(b);
}

/* ---- what it may call at all -------------------------------------------------------------*/
/* May code call the function that the process has under this name? */
static bool is_offered(const struct tir_module *m, const char *name)
{
	for (size_t i = 0; i < NSYMBOLS; i++)
		if (!strcmp(symbols[i].name, name))
			return true;
	for (size_t i = 0; i < NLIBRARY; i++)
		if (!strcmp(library[i], name))
			return true;
	return !strncmp(name, "llvm.", 5) || !strcmp(name, "tirc_fail") || tir_find_extern(m, name);
}

/* The function of the program that uses f, or NULL. */
static const struct tir_func *user_of(const struct tir_module *m, LLVMValueRef f)
{
	LLVMUseRef use = LLVMGetFirstUse(f);
	LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
	if (!user || !LLVMIsAInstruction(user))
		return NULL;
	size_t n;
	LLVMBasicBlockRef block = LLVMGetInstructionParent(user);
	const char *name = LLVMGetValueName2(LLVMGetBasicBlockParent(block), &n);
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		const struct tir_func *g = m->funcs.at[i];
		if (!strcmp(g->symbol ? g->symbol : g->name, name))
			return g;
	}
	return NULL;
}

bool run_jit_check(struct job *j)
{
	const struct tir_module *m = j->run.module;
	LLVMValueRef f = LLVMGetFirstFunction(j->run.llvm);
	bool ok = true;
	for (; f; f = LLVMGetNextFunction(f)) {
		size_t n;
		const char *name = LLVMGetValueName2(f, &n);
		if (!LLVMIsDeclaration(f) || is_offered(m, name))
			continue;
		const struct tir_func *user = user_of(m, f);
		ok = diag_error(j->diag, user ? j->source : NULL,
		        user ? user->at : (struct span){0},
		        "--run=jit does not call '%s': no --extern-header declares it", name);
	}
	return ok;
}

/* ---- compiling --------------------------------------------------------------------------*/
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

#if LLVM_VERSION_MAJOR < 21
/* The program in a context that the JIT can share: there is no way to share the one it has. */
static LLVMErrorRef share(struct job *j, LLVMOrcThreadSafeModuleRef *out)
{
	LLVMOrcThreadSafeContextRef shared = LLVMOrcCreateNewThreadSafeContext();
	LLVMMemoryBufferRef code = LLVMWriteBitcodeToMemoryBuffer(j->run.llvm);
	LLVMModuleRef copy;
	if (LLVMParseBitcodeInContext2(LLVMOrcThreadSafeContextGetContext(shared), code, &copy))
		return LLVMCreateStringError("the program is not read back");
	LLVMDisposeMemoryBuffer(code);
	*out = LLVMOrcCreateNewThreadSafeModule(copy, shared);
	return NULL;
}
#else
static LLVMErrorRef share(struct job *j, LLVMOrcThreadSafeModuleRef *out)
{
	*out = LLVMOrcCreateNewThreadSafeModule(j->run.llvm,
	        LLVMOrcCreateNewThreadSafeContextFromLLVMContext(j->run.context));
	return NULL;
}
#endif

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
	LLVMOrcThreadSafeModuleRef program = NULL;
	e = add_symbols(jit, lib);
	e = e ? e : share(j, &program);
	e = e ? e : LLVMOrcLLJITAddLLVMIRModule(jit, lib, program);
	return e ? e : LLVMOrcLLJITLookup(jit, entry, "tirc_entry");
}

/* In the child: compile and call.  Returns the exit code. */
static int call(struct job *j, const struct run_args *args)
{
	LLVMOrcExecutorAddress address;
	define_fail(j);
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

/* As much as the machine has. */
static uint64_t machine_memory(void)
{
	long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
	return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes : UINT64_C(1) << 34;
}

/* Say how the child ended; true if it ended well. */
static bool report_end(struct job *j, const struct run_args *args, int status)
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
	struct supervisor supervisor;
	bool kept = supervisor_begin(&supervisor, NULL);
	pid_t child = kept ? supervisor_fork(&supervisor) : -1;
	if (child == 0) {
		plain_faults();
		supervisor_limit_memory(machine_memory());
		int code = call(j, args);
		fflush(NULL);
		_exit(code);
	}
	int status, error = errno;
	bool ended = child > 0 && supervisor_wait(child, &status);
	if (child > 0)
		error = errno;
	supervisor_end(&supervisor);
	if (!ended)
		return JOB_ERROR(j, "cannot run a process: %s", strerror(error));
	return report_end(j, args, status);
}
