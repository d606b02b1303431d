/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/main.c: the command tirc, and the table of contents of the compiler:
 *
 *     read -> legalize -> cse -> lower -> emit or run
 *
 * Exit codes: 0 done, 1 the program has errors or failed, 2 the command line makes no sense. */
#include <llvm-c/ErrorHandling.h>
#include <stdlib.h>
#include <unistd.h>

#include "tool/internal.h"
#include "tool/mllvm.h"

/* Find out what the program is compiled for; false after an error. */
static bool resolve_target(struct job *j)
{
	const struct options *o = &j->options;
	j->target = (struct target){.triple = o->triple,
	        .cpu = o->cpu,
	        .features = o->features,
	        .opt = (unsigned)o->level};
	return target_resolve(&j->target, &j->arena, j->diag);
}

/* Does the program go through LLVM? */
static bool is_lowered(const struct options *o)
{
	return o->engine == ENGINE_NONE ? emit_kinds[o->kind].lowered : engines[o->engine].lowered;
}

/* Is the output made of functions that have a symbol? */
static bool makes_symbols(const struct job *j)
{
	return j->options.engine == ENGINE_NONE && emit_kinds[j->options.kind].lowered;
}

/* Read the C headers, if there are any, for the target's sizes; false after an error. */
static bool read_headers(struct job *j)
{
	const struct options *o = &j->options;
	if (!o->headers.n)
		return true;
	j->externs = frontend_read_headers(o->headers.at, o->headers.n, j->target.triple, &j->arena,
	        j->diag);
	return j->externs != NULL;
}

/* Is there the function that --function names? */
static bool has_function(struct job *j)
{
	const struct tir_module *m = j->module;
	const char *name = j->options.function;
	const struct tir_func *f = name ? driver_find_function(m, name) : NULL;
	if (!name || f)
		return !f || f->symbol || !makes_symbols(j) ||
		       diag_error(j->diag, j->source, f->at,
		               "'%s' is private: it is compiled only where another function calls "
		               "it",
		               f->name);
	return driver_no_function(&m, 1, name, j->diag);
}

static bool read_program(struct job *j)
{
	const char *why;
	j->source = source_read(&j->arena, j->options.input, &why);
	if (!j->source)
		return JOB_ERROR(j, "cannot read '%s': %s", j->options.input, why);
	pass_begin(j, "read");
	j->module = frontend_read_with(j->source, j->externs, &j->arena, j->diag);
	return j->module && pass_end(j, "read") && has_function(j);
}

/* Bring the program to the flat form, if it is to be printed or used behind that. */
static bool make_flat(struct job *j)
{
	struct legalize_options *o = &j->options.legalize;
	o->scalar_floats = is_lowered(&j->options) && !j->target.float_vectors;
	o->before = pass_begin;
	o->after_each = pass_end;
	o->ctx = j;
	return j->options.after == AFTER_READ || legalize_run(j->module, o, j->diag);
}

static bool share_computations(struct job *j)
{
	struct options *o = &j->options;
	bool wanted = o->level > 0 && !o->no_cse && o->after == AFTER_CSE;
	if (!remarks_begin(j))
		return false;
	if (wanted) {
		o->optimize.loops.vectorizes = j->vectorizes;
		o->optimize.loops.opt_level = o->passes ? 0 : (unsigned)o->level;
		pass_begin(j, "cse");
		driver_optimize(j->module, &o->optimize, j->diag,
		        o->kind == EMIT_PLAN ? &j->plan : NULL);
	}
	return remarks_end(j) && (!wanted || pass_end(j, "cse"));
}

static bool lower_program(struct job *j)
{
	const struct options *o = &j->options;
	struct lower_options options = {
	        .function = o->function, .debug_lines = o->debug, .vectorizes = j->vectorizes};
	pass_begin(j, "lower");
	j->machine = lower_machine(&j->target, j->diag);
	if (j->machine)
		j->llvm = lower_module(j->context, j->module, j->machine, &options, j->diag);
	if (!j->llvm || !pass_end(j, "lower"))
		return false;
	const char *const pipelines[] = {NULL, "default<O1>", "default<O2>", "default<O3>"};
	j->pipeline = o->passes ? o->passes : pipelines[o->level];
	if (!j->pipeline)
		return true;
	pass_begin(j, "optimize");
	return lower_optimize(j->llvm, j->machine, j->pipeline, j->diag) && pass_end(j, "optimize");
}

/* The whole line.  Runs inside arena_guard, so memory that runs out ends here. */
static void work(void *ctx)
{
	struct job *j = ctx;
	bool run = j->options.engine != ENGINE_NONE;
	j->vectorizes = !j->options.no_vectorize && lower_use_hvx(&j->target);
	bool ok = output_check(j) && read_program(j) && make_flat(j) && share_computations(j) &&
	          (!is_lowered(&j->options) || lower_program(j)) && passes_done(j) &&
	          (run ? job_run(j) : job_emit(j));
	passes_print_times(j);
	j->done = ok && j->diag->errors == 0;
}

/* ---- LLVM's own messages ----------------------------------------------------------------*/
static void on_llvm_message(LLVMDiagnosticInfoRef info, void *ctx)
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

/* LLVM gives up on code it cannot compile by ending the process.  Nothing has been written by then;
 * end it with a sentence instead of a stack trace. */
static void on_llvm_fatal(const char *reason)
{
	fprintf(stderr, "tirc: error: LLVM cannot compile this: %s\n", reason);
	_exit(1);
}

static void pass_llvm_options(const option_WORDS *words)
{
	const char *argv[MAX_LIST + 1] = {"tirc"};
	memcpy(argv + 1, words->at, words->n * sizeof *argv);
	if (words->n)
		mllvm_parse((int)words->n + 1, argv);
}

static void compile_and_free(struct job *j)
{
	pass_llvm_options(&j->options.mllvm);
	j->context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(j->context, on_llvm_message, j);
	bool ready = resolve_target(j) &&
	             read_headers(j); /* first: libclang takes LLVM's handler for itself */
	LLVMInstallFatalErrorHandler(on_llvm_fatal);
	if (ready && !arena_guard(&j->arena, work, j))
		j->done = JOB_ERROR(j, "out of memory");
	if (j->llvm)
		LLVMDisposeModule(j->llvm);
	if (j->machine)
		LLVMDisposeTargetMachine(j->machine);
	if (j->context)
		LLVMContextDispose(j->context);
	sbuf_free(&j->plan);
	sbuf_free(&j->shown);
	sbuf_free(&j->kept);
	sbuf_free(&j->remarks);
	arena_free(&j->arena);
}

/* ---- the process ------------------------------------------------------------------------*/
static bool print_and_free(struct sbuf *text)
{
	const char *why;
	bool ok = !text->failed && file_write("-", text->text, text->len, &why);
	sbuf_free(text);
	return ok;
}

static bool print_version(void)
{
	unsigned major, minor, patch;
	struct sbuf b = {0};
	LLVMGetVersion(&major, &minor, &patch);
	sbuf_printf(&b, "tirc %s, LLVM %u.%u.%u\n", TIRC_VERSION, major, minor, patch);
	return print_and_free(&b);
}

static bool print_help(void)
{
	struct sbuf b = {0};
	options_help(&b);
	return print_and_free(&b);
}

/* Whether a terminal is to be coloured by itself: https://no-color.org. */
static bool may_colour(void)
{
	const char *no = getenv("NO_COLOR");
	return (!no || !*no) && isatty(STDERR_FILENO) == 1;
}

static void tune_messages(const struct options *o, struct diag_printer *printer, struct diag *diag)
{
	if (o->color_when != COLOR_AUTO)
		printer->colour = o->color_when == COLOR_ALWAYS;
	diag->error_limit = o->max_errors;
	diag->warnings_are_errors = o->werror;
	diag->no_warnings = o->quiet;
}

int main(int argc, char **argv)
{
	struct diag_printer printer = {stderr, may_colour()};
	struct diag diag = {.sink = diag_print, .ctx = &printer, .error_limit = 20};
	struct job job = {.diag = &diag};
	if (!options_parse(&job.options, argc, argv, &diag))
		return 2;
	tune_messages(&job.options, &printer, &diag);
	if (job.options.help)
		return !print_help();
	if (job.options.version)
		return !print_version();
	compile_and_free(&job);
	return job.done ? 0 : 1;
}
