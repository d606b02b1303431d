/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/main.c: the command tirc, and the table of contents of the compiler:
 *
 *     read -> legalize -> loops, cse -> lower -> emit or run
 *
 * Exit codes: 0 done, 1 the program has errors or failed, 2 the command line makes no sense. */
#include <llvm-c/ErrorHandling.h>
#include <stdlib.h>
#include <unistd.h>

#include "proof/proof.h"
#include "tool/internal.h"
#include "tool/mllvm.h"

/* Is the output made of functions that have a symbol? */
static bool makes_symbols(const struct job *j)
{
	return j->options.engine == ENGINE_NONE && options_emit_kinds[j->options.kind].lowered;
}

/* Is there the function that --function names? */
static bool has_function(struct job *j)
{
	const struct tir_module *m = j->run.module;
	const char *name = j->options.driver.function;
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
	return driver_read(&j->run, j->source) && has_function(j);
}

/* LLVM's own passes, if any are wanted. */
static bool optimize(struct job *j)
{
	static const char *const pipelines[] = {NULL, "default<O1>", "default<O2>", "default<O3>"};
	const struct options *o = &j->options;
	j->pipeline = o->after_ ? NULL : o->passes ? o->passes : pipelines[o->driver.level];
	if (!j->run.llvm || !j->pipeline)
		return true;
	pass_begin(j, "optimize");
	return lower_optimize(j->run.llvm, j->run.machine, j->pipeline, j->diag) &&
	       pass_end(j, "optimize");
}

/* The whole line.  Runs inside arena_guard, so memory that runs out ends here. */
static void work(void *ctx)
{
	struct job *j = ctx;
	struct driver_options *o = &j->options.driver;
	if (o->vectorizes)
		lower_use_hvx(&o->target);
	bool ok = output_check(j) && remarks_begin(j) && read_program(j) && driver_run(&j->run) &&
	          (j->options.engine != ENGINE_JIT || run_jit_check(j)) && remarks_end(j) &&
	          optimize(j) && passes_done(j) &&
	          (j->options.engine != ENGINE_NONE ? job_run(j) : job_emit(j));
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
	const char *argv[DRIVER_MAX_LIST + 1] = {"tirc"};
	memcpy(argv + 1, words->at, words->n * sizeof *argv);
	if (words->n)
		mllvm_parse((int)words->n + 1, argv);
}

static void begin_run(struct job *j)
{
	j->run = (struct driver){.options = &j->options.driver,
	        .arena = &j->arena,
	        .diag = j->diag,
	        .before = pass_begin,
	        .after = pass_end,
	        .ctx = j,
	        .plan = j->options.kind == EMIT_PLAN ? &j->plan : NULL,
	        .context = LLVMContextCreate()};
}

static void compile_and_free(struct job *j)
{
	pass_llvm_options(&j->options.mllvm);
	begin_run(j);
	LLVMContextSetDiagnosticHandler(j->run.context, on_llvm_message, j);
	bool ready = driver_read_headers(&j
	                ->run); /* first: libclang takes LLVM's handler for itself */
	LLVMInstallFatalErrorHandler(on_llvm_fatal);
	if (ready && !arena_guard(&j->arena, work, j))
		j->done = JOB_ERROR(j, "out of memory");
	if (j->run.llvm)
		LLVMDisposeModule(j->run.llvm);
	if (j->run.machine)
		LLVMDisposeTargetMachine(j->run.machine);
	if (j->run.context)
		LLVMContextDispose(j->run.context);
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
	bool ok = !text->failed && support_write_file("-", text->text, text->len, &why);
	sbuf_free(text);
	return ok;
}

static bool print_version(void)
{
	unsigned major, minor, patch;
	char buf[PROOF_VERSION_BYTES];
	struct sbuf b = {0};
	LLVMGetVersion(&major, &minor, &patch);
	const char *isl = proof_isl_version(buf);
	sbuf_printf(&b, "tirc %s, LLVM %u.%u.%u, %s\n", TIRC_VERSION, major, minor, patch,
	        isl ? isl : "no isl");
	return print_and_free(&b);
}

static bool print_help(void)
{
	struct sbuf b = {0};
	options_help(&b);
	return print_and_free(&b);
}

static bool print_passes(void)
{
	struct sbuf b = {0};
	options_passes(&b);
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

static int run_job(void *ctx)
{
	struct job *job = ctx;
	compile_and_free(job);
	return job->done ? 0 : 1;
}

static int run_command(struct job *job, struct diag_printer *printer, int argc, char **argv)
{
	if (!options_parse(&job->options, argc, argv, &job->arena, job->diag))
		return 2;
	tune_messages(&job->options, printer, job->diag);
	options_warn(&job->options, job->diag);
	if (job->options.help)
		return !print_help();
	if (job->options.version)
		return !print_version();
	if (job->options.print_passes)
		return !print_passes();
	unsigned seconds = job->options.seconds;
	return seconds ? timeout_run(seconds, job->diag, run_job, job) : run_job(job);
}

int main(int argc, char **argv)
{
	struct diag_printer printer = {stderr, may_colour()};
	struct diag diag = {.sink = diag_print, .ctx = &printer, .error_limit = 20};
	struct job job = {.diag = &diag};
	int code = run_command(&job, &printer, argc, argv);
	arena_free(&job.arena); /* what the options hold, if no job has freed it */
	return code;
}
