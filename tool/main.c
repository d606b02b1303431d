/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/main.c: the command tirc, and the table of contents of the compiler:
 *
 *     read -> legalize -> loops, cse -> lower -> emit or run
 *
 * Exit codes: 0 done, 1 the program has errors or failed, 2 the command line makes no sense. */
#include <errno.h>
#include <fcntl.h>
#include <llvm/Config/llvm-config.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "proof/proof.h"
#include "tool/llvm.h"
#include "tool/supervisor.h"

/* Is the output made of functions that have a symbol? */
static bool makes_symbols(const struct job *j)
{
	const struct options *o = &j->options;
	return o->engine != ENGINE_NONE || options_lowers(o) || options_emits(o, EMIT_HEADER);
}

/* Is there the function that --function names, and are there any for what is made? */
static bool has_function(struct job *j)
{
	struct tir_module *m = j->run.module;
	const char *name = j->options.driver.function;
	if (name && !driver_find_function(m, name))
		return driver_no_function((const struct tir_module *const *)&m, 1, name, j->diag);
	return !makes_symbols(j) || driver_export(&j->options.driver, m, &j->arena, j->diag);
}

/* Report a file that cannot be read, with what may have been meant: a word of the command line, or FILE.py. */
static bool no_input(struct job *j, const char *why)
{
	const char *path = j->options.input, *meant = slip_of("", path);
	const char *text = arena_printf(&j->arena, "%s.py", path);
	if (!meant && access(text, R_OK) == 0)
		meant = text;
	return JOB_ERROR(j, "cannot read '%s': %s%s%s%s", path, why, meant ? "; did you mean " : "",
	        meant ? meant : "", meant ? "?" : "");
}

static bool read_text(struct job *j)
{
	const char *why = "", *path = j->options.input, *other = slip_input(path);
	if (other)
		return JOB_ERROR(j, "'%s' is no TVMScript by its name; %s", path, other);
	if (!j->source)
		j->source = source_read(&j->arena, path, &why);
	if (!j->source)
		return no_input(j, why);
	if (!j->source->len && !j->options.files.n)
		return JOB_ERROR(j, "no file is named, and stdin is empty; tirc FILE.py compiles a "
		                    "file, --help lists the options");
	const char *fault = slip_bytes(j->source);
	return !fault || JOB_ERROR(j, "'%s' %s", path, fault);
}

/* Take the target of the text, if no option says another one. */
static bool take_target(struct job *j, const struct tir_module *m)
{
	struct driver_options *o = &j->options.driver;
	bool ok = o->target_from != DRIVER_TARGET_TEXT ||
	          (driver_take_target(o, m, &j->arena, j->diag) &&
	                  options_check_cpu(&j->options, j->diag));
	j->misused = !ok && (o->asked.cpu || o->asked.features);
	return ok;
}

/* C headers are read for the target, and before the text, which may name that: then the text is read without them
 * first.  What is wrong with it is told when it is read again. */
static void read_headers(void *ctx)
{
	struct job *j = ctx;
	struct diag silent = {0};
	struct driver first = {.options = &j->options.driver, .arena = &j->arena, .diag = &silent};
	bool ok = true;
	if (!j->options.driver.headers.n)
		return;
	if (j->options.driver.target_from == DRIVER_TARGET_TEXT)
		ok = read_text(j) &&
		     (!driver_read(&first, j->source) || take_target(j, first.module));
	j->failed = !ok || !driver_read_headers(&j->run);
}

static bool read_program(struct job *j)
{
	if (!read_text(j) || !driver_read(&j->run, j->source) || !has_function(j) ||
	        !take_target(j, j->run.module))
		return false;
	if (options_emits(&j->options, EMIT_HEADER))
		job_read_header(j);
	if (page_is_wanted(&j->options))
		page_read(j);
	return true;
}

/* -E: the text as it is, with the line that names it. */
static bool print_text(struct job *j)
{
	const char *path = j->options.output ? j->options.output : "-";
	struct sbuf out = {0};
	bool ok = read_text(j);
	if (ok) {
		sbuf_printf(&out, "# 1 \"%s\"\n", j->options.input);
		sbuf_add(&out, j->source->text, j->source->len);
	}
	ok = ok && output_write(j, path, &out);
	sbuf_free(&out);
	return ok;
}

/* --list-functions */
static bool print_functions(struct job *j)
{
	struct sbuf b = {0};
	options_functions(j->run.module, &b);
	bool ok = output_write(j, j->options.output ? j->options.output : "-", &b);
	sbuf_free(&b);
	return ok;
}

/* The whole line.  Runs inside arena_guard, so memory that runs out ends here. */
static void work(void *ctx)
{
	struct job *j = ctx;
	if (j->options.preprocess) {
		j->done = output_check(j) && print_text(j);
		return;
	}
	if (j->options.list_functions || j->options.check) {
		bool read = read_program(j) && driver_run(&j->run);
		j->done = read && (j->options.check || print_functions(j)) && !j->diag->errors;
		return;
	}
	bool ok = output_check(j) && remarks_begin(j) && read_program(j) && job_find_culprits(j) &&
	          job_set_llvm_options(j) && driver_run(&j->run) && !j->broken &&
	          (!j->llvm || j->llvm->lower(&j->run)) &&
	          (j->options.engine != ENGINE_JIT || j->llvm->check_jit(j)) && remarks_end(j) &&
	          job_optimize(j) && passes_done(j) &&
	          (j->options.engine != ENGINE_NONE ? job_run(j) : job_emit(j)) && stats_write(j) &&
	          passes_write_trace(j);
	passes_print_times(j);
	j->done = ok && j->diag->errors == 0;
}

/* ---- a run ------------------------------------------------------------------------------*/
static void begin_run(struct job *j)
{
	j->run = (struct driver){.options = &j->options.driver,
	        .arena = &j->arena,
	        .diag = j->diag,
	        .before = pass_begin,
	        .after = pass_end,
	        .before_function = pass_begin_function,
	        .after_function = pass_end_function,
	        .ctx = j,
	        .plan = options_emits(&j->options, EMIT_PLAN) ? &j->plan : NULL,
	        .schedule = options_emits(&j->options, EMIT_SCHEDULE) ? &j->schedule : NULL};
	if (j->llvm)
		j->llvm->begin(j);
}

static void compile_and_free(struct job *j)
{
	crash_begin(j);
	progress_start(j);
	begin_run(j);
	/* first: libclang takes LLVM's handler for itself, and signals */
	bool ready = arena_guard(&j->arena, read_headers, j);
	if (j->llvm)
		j->llvm->watch();
	crash_watch(j);
	if (!ready || (!j->failed && !arena_guard(&j->arena, work, j)))
		j->done = JOB_ERROR(j, "out of memory");
	progress_stop(j);
	if (j->llvm)
		j->llvm->end(j);
	sbuf_free(&j->plan);
	sbuf_free(&j->schedule);
	sbuf_free(&j->header);
	sbuf_free(&j->shown);
	sbuf_free(&j->kept);
	sbuf_free(&j->remarks);
	sbuf_free(&j->nests);
	remarks_free(j);
	sbuf_free(&j->ran);
	crash_end(j);
	arena_free(&j->arena);
}

/* ---- the process ------------------------------------------------------------------------*/
static bool print_and_free(struct diag *d, struct sbuf *text)
{
	const char *why = "out of memory";
	bool ok = !text->failed && support_write_file("-", text->text, text->len, &why);
	sbuf_free(text);
	return ok || diag_error(d, NULL, (struct span){0}, "cannot write '-': %s", why);
}

/* Is what the command is made of to be told? */
static bool wants_parts(const struct options *o)
{
	return o->version && (o->parts || o->verbose);
}

/* What the command is made of, a line each: name, version, licence (SPDX), how it is there. */
static void print_parts(const char *llvm, const char *isl, struct sbuf *out)
{
	sbuf_printf(out, "tirc %s Apache-2.0 WITH LLVM-exception\n", TIRC_VERSION);
	sbuf_printf(out, "llvm %s Apache-2.0 WITH LLVM-exception, shared\n", llvm);
	if (isl)
		sbuf_printf(out, "%s MIT, static, with imath (MIT)\n", isl);
	sbuf_str(out, "rapidjson MIT, headers\n");
}

/* The LLVM that it was built with; with its parts, the one it has. */
static bool print_version(const struct job *j, struct arena *arena)
{
	const struct options *o = &j->options;
	char buf[PROOF_VERSION_BYTES];
	struct sbuf b = {0};
	const char *isl = proof_isl_version(buf);
	if (j->llvm && wants_parts(o))
		print_parts(j->llvm->version(arena), isl, &b);
	else
		sbuf_printf(&b, "tirc %s, LLVM %s, %s\n", TIRC_VERSION, LLVM_VERSION_STRING,
		        isl ? isl : "no isl");
	return print_and_free(j->diag, &b);
}

static bool print_help(const struct options *o, struct diag *d)
{
	struct sbuf b = {0};
	const char *topic = *o->help ? o->help : o->files.n ? o->files.at[0] : NULL;
	if (!topic)
		options_help(&b);
	else if (!options_help_on(topic, &b))
		return options_no_topic(topic, d);
	return print_and_free(d, &b);
}

static bool print_passes(struct diag *d)
{
	struct sbuf b = {0};
	options_passes(&b);
	return print_and_free(d, &b);
}

static bool print_workarounds(struct diag *d)
{
	struct sbuf b = {0};
	options_workarounds(&b);
	return print_and_free(d, &b);
}

static bool print_names(const struct options *o, struct diag *d)
{
	struct sbuf b = {0};
	options_print_names(o, &b);
	return print_and_free(d, &b);
}

/* -v and -###: what is done with which words, on stderr as clang does. */
static void print_line(const struct options *o)
{
	const struct target *t = &o->driver.target;
	fprintf(stderr, "Target: %s%s\nProcessor: %s\nFeatures: %s\n \"tirc\"",
	        t->triple && *t->triple ? t->triple : LLVM_DEFAULT_TARGET_TRIPLE,
	        o->driver.target_from == DRIVER_TARGET_TEXT ? ", unless the text says another one"
	                                                    : "",
	        t->cpu && *t->cpu ? t->cpu : "any", t->features ? t->features : "");
	for (uint32_t i = 0; i < o->words.n; i++)
		fprintf(stderr, " \"%s\"", o->words.at[i]);
	fprintf(stderr, "\n");
}

/* Is a terminal to be coloured by itself?  Not where NO_COLOR is set (https://no-color.org), nor one that knows no colours. */
static bool may_colour(void)
{
	const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
	bool dumb = terminal && !strcmp(terminal, "dumb");
	return (!no || !*no) && !dumb && isatty(STDERR_FILENO) == 1;
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
	return job->done ? 0 : job->misused ? 2 : 1;
}

/* Several texts are compiled one after the other, each in a process of its own: LLVM keeps options for the whole
 * process. */
static int run_jobs(void *ctx)
{
	struct job *job = ctx;
	int code = 0;
	struct progress progress = progress_begin(job->options.progress, job->options.files.n);
	for (uint32_t i = 0; i < job->options.files.n; i++) {
		int status = 0;
		progress_show(&progress, i, job->options.files.at[i]);
		fflush(NULL);
		pid_t self = getpid(), child = fork();
		if (child == 0) {
			supervisor_die_with(self);
			job->options.input = job->options.files.at[i];
			int result = run_job(job);
			fflush(NULL);
			_exit(result);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0)
			return JOB_ERROR(job, "cannot start a process: %s", strerror(errno)), 1;
		if (WIFSIGNALED(status))
			raise(WTERMSIG(status));
		code = WEXITSTATUS(status) ? WEXITSTATUS(status) : code;
	}
	progress_end(&progress);
	return code;
}

struct command {
	struct job job;
	struct diag_printer printer;
	struct arena arena; /* what the options hold */
	int argc, code;
	char **argv;
	int (*with_llvm)(int argc, char **argv);
};

/* Are versions of functions compiled, though no LLVM IR is made?  The text may name the target. */
static bool may_choose(const struct driver_options *o)
{
	return o->last == DRIVER_CHOOSE &&
	       (o->target_from == DRIVER_TARGET_TEXT || driver_tries_versions(o));
}

/* Does the line ask for something of LLVM?  Whoever reads C headers loads it, too: libclang needs it. */
static bool needs_llvm(const struct options *o)
{
	bool lowers = o->engine == ENGINE_NONE ? options_lowers(o)
	                                       : options_engines[o->engine].lowered;
	bool tells = o->help || o->version || o->print_passes || o->print_workarounds ||
	             o->print_cpus || o->print_features || o->dry_run || o->preprocess;
	return o->list_functions ? o->driver.headers.n > 0
	       : tells ? wants_parts(o)
	               : lowers || o->driver.last == DRIVER_LOWER || may_choose(&o->driver) ||
	                         o->mllvm.n || o->time_trace || o->driver.headers.n;
}

static int run_command(struct command *c)
{
	struct job *job = &c->job;
	struct options *o = &job->options;
	if (!options_parse(o, c->argc, c->argv, &c->arena, job->diag))
		return 2;
	if (!job->llvm && needs_llvm(o))
		return c->with_llvm(c->argc, c->argv);
	tune_messages(o, &c->printer, job->diag);
	options_warn(o, job->diag);
	if (o->help)
		return print_help(o, job->diag) ? 0 : 2;
	if (o->version || (o->verbose && !o->files.n))
		return !print_version(job, &c->arena);
	if (o->print_passes)
		return !print_passes(job->diag);
	if (o->print_workarounds)
		return !print_workarounds(job->diag);
	if (o->print_cpus || o->print_features)
		return !print_names(o, job->diag);
	if (o->verbose || o->dry_run)
		print_line(o);
	if (o->dry_run)
		return 0;
	int (*run)(void *) = !o->run && o->files.n > 1 ? run_jobs : run_job;
	return o->seconds ? timeout_run(o->seconds, job->diag, run, job) : run(job);
}

/* A message goes where the clock may have written. */
static void print_message(void *ctx, const struct diag_message *m)
{
	struct command *c = ctx;
	progress_clear(&c->job);
	diag_print(&c->printer, m);
}

static void guarded_command(void *ctx)
{
	struct command *c = ctx;
	c->code = run_command(c);
}

/* Whoever closed a standard stream must not find a file of ours in its place. */
static bool open_standard_streams(void)
{
	int fd = STDIN_FILENO;
	while (fd >= 0 && fd <= STDERR_FILENO)
		fd = open("/dev/null", O_RDWR);
	return fd > STDERR_FILENO && close(fd) == 0;
}

int job_main(int argc, char **argv, const struct tool_llvm *llvm,
        int (*with_llvm)(int argc, char **argv))
{
	struct diag diag = {.sink = print_message, .error_limit = 20};
	struct command c = {.job = {.diag = &diag, .llvm = llvm},
	        .with_llvm = with_llvm,
	        .printer = {stderr, may_colour()},
	        .argc = argc,
	        .argv = argv};
	diag.ctx = &c;
	if (!open_standard_streams())
		return 1;
	if (!arena_guard(&c.arena, guarded_command, &c)) {
		JOB_ERROR(&c.job, "out of memory");
		c.code = 1;
	}
	arena_free(&c.arena);
	return c.code;
}
