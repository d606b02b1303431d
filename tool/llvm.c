/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/llvm.c: what the command has LLVM do: messages, texts, code. */
#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/ErrorHandling.h>
#include <unistd.h>

#include "tool/llvm.h"
#include "tool/mllvm.h"

/* ---- LLVM's own messages ----------------------------------------------------------------*/
static void on_message(LLVMDiagnosticInfoRef info, void *ctx)
{
	struct job *j = ctx;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	char *text = LLVMGetDiagInfoDescription(info);
	if (severity == LLVMDSError)
		JOB_ERROR(j, "LLVM: %s", text);
	else if (severity == LLVMDSWarning)
		diag_warning(j->diag, NULL, (struct span){0}, "LLVM: %s", text);
	LLVMDisposeMessage(text);
}

/* Print a line of LLVM's without the addresses in it, which differ from run to run. */
static void print_reason(const char *s)
{
	for (; *s && *s != '\n'; s++) {
		size_t n = !strncmp(s, "0x", 2) ? strspn(s + 2, "0123456789abcdef") : 0;
		if (n > 6)
			s += n + 1;
		else
			fputc(*s, stderr);
	}
}

/* LLVM gives up on code it cannot compile by ending the process.  Nothing has been written by then;
 * end it with a sentence instead of a stack trace. */
static void on_fatal(const char *reason)
{
	fputs("tirc: error: LLVM cannot compile this: ", stderr);
	print_reason(reason);
	fputc('\n', stderr);
	_exit(1);
}

static void watch(void)
{
	LLVMInstallFatalErrorHandler(on_fatal);
}

/* ---- begin and end ----------------------------------------------------------------------*/
/* sbuf_add for mllvm.h. */
static void add_text(void *ctx, const char *text, size_t n)
{
	sbuf_add(ctx, text, n);
}

/* -mllvm.  What LLVM does not know ends the process, with the first line that it says of it. */
static void pass_options(struct job *j)
{
	const option_WORDS *words = &j->options.mllvm;
	const char *argv[DRIVER_MAX_LIST + 1] = {"tirc -mllvm"};
	struct sbuf said = {0};
	memcpy(argv + 1, words->at, words->n * sizeof *argv);
	if (!words->n || mllvm_parse((int)words->n + 1, argv, add_text, &said))
		return;
	const char *text = said.text ? said.text : "-mllvm: out of memory";
	text += strncmp(text, "tirc ", 5) ? 0 : 5; /* it stands before each message of ours */
	JOB_ERROR(j, "%.*s", (int)strcspn(text, "\n"), text);
	sbuf_free(&said);
	fflush(NULL);
	_exit(2);
}

static void begin(struct job *j)
{
	pass_options(j);
	if (j->options.time_trace)
		mllvm_trace_start();
	j->run.context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(j->run.context, on_message, j);
}

static void end(struct job *j)
{
	if (j->run.llvm)
		LLVMDisposeModule(j->run.llvm);
	if (j->run.machine)
		LLVMDisposeTargetMachine(j->run.machine);
	if (j->run.context)
		LLVMContextDispose(j->run.context);
}

static const char *version(struct arena *arena)
{
	unsigned major, minor, patch;
	LLVMGetVersion(&major, &minor, &patch);
	return arena_printf(arena, "%u.%u.%u", major, minor, patch);
}

/* ---- the module -------------------------------------------------------------------------*/
static bool optimize(struct job *j)
{
	return lower_optimize(j->run.llvm, j->run.machine, j->pipeline, j->diag);
}

static void print(const struct job *j, struct sbuf *out)
{
	char *text = LLVMPrintModuleToString(j->run.llvm);
	sbuf_str(out, text);
	LLVMDisposeMessage(text);
}

static bool verify(struct job *j, const char *pass)
{
	char *why = NULL;
	bool broken = LLVMVerifyModule(j->run.llvm, LLVMReturnStatusAction, &why);
	if (broken)
		JOB_ERROR(j, "the LLVM module is broken after the pass '%s': %s", pass, why);
	LLVMDisposeMessage(why);
	return !broken;
}

/* ---- code -------------------------------------------------------------------------------*/
static void add(struct sbuf *out, LLVMMemoryBufferRef b)
{
	sbuf_add(out, LLVMGetBufferStart(b), LLVMGetBufferSize(b));
	LLVMDisposeMemoryBuffer(b);
}

/* Run LLVM's back end; false after an error.  Assembly has LLVM's comments, as llc's and clang's: loops, spills. */
static bool generate(struct job *j, LLVMCodeGenFileType type, struct sbuf *out)
{
	LLVMSetTargetMachineAsmVerbosity(j->run.machine, true);
	pass_begin(j, "codegen");
	LLVMMemoryBufferRef b = driver_generate(&j->run, type);
	if (!b)
		return false;
	pass_timed(j, "codegen");
	add(out, b);
	return j->diag->errors == 0; /* LLVM may have reported one on the way */
}

static bool generate_kept(struct job *j, LLVMCodeGenFileType type, bool keep, struct sbuf *out)
{
	LLVMModuleRef whole = j->run.llvm;
	if (!keep)
		return generate(j, type, out);
	j->run.llvm = LLVMCloneModule(whole);
	bool ok = generate(j, type, out);
	LLVMDisposeModule(j->run.llvm);
	j->run.llvm = whole;
	return ok;
}

static bool emit(struct job *j, enum emit_kind kind, bool keep, struct sbuf *out)
{
	if (kind == EMIT_ASM || kind == EMIT_OBJ)
		return generate_kept(j, kind == EMIT_ASM ? LLVMAssemblyFile : LLVMObjectFile, keep,
		        out);
	if (kind == EMIT_BC)
		add(out, LLVMWriteBitcodeToMemoryBuffer(j->run.llvm));
	else
		print(j, out);
	return true;
}

static bool assemble(struct job *j, const struct sbuf *text, struct sbuf *out)
{
	LLVMMemoryBufferRef b = lower_assemble(j->run.context, j->run.machine, text->text,
	        text->len, j->diag);
	if (b)
		add(out, b);
	return b && j->diag->errors == 0;
}

/* ---- times ------------------------------------------------------------------------------*/
static void trace_write(struct sbuf *out)
{
	mllvm_trace_write(add_text, out);
}

const struct tool_llvm *job_llvm(void)
{
	static const struct tool_llvm llvm = {
	        .begin = begin,
	        .watch = watch,
	        .end = end,
	        .lower = driver_lower,
	        .set_options = lower_set_options,
	        .optimize = optimize,
	        .print = print,
	        .verify = verify,
	        .emit = emit,
	        .assemble = assemble,
	        .add_entry = job_add_entry,
	        .check_jit = run_jit_check,
	        .unknown_packet = run_unknown_packet,
	        .run_jit = run_jit,
	        .trace_begin = mllvm_trace_begin,
	        .trace_end = mllvm_trace_end,
	        .trace_write = trace_write,
	        .version = version,
	};
	return &llvm;
}
