/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/passes.c: what is to be seen of the passes: --print-after and its like, --verify-each,
 * --time-passes and --save-temps.
 *
 * Idea.   Every pass of the line, from reading to code generation, is bracketed by pass_begin and
 *         pass_end.  Texts go to stderr, so that the output stays what it is.
 * Keeps   the program.
 * Costs   nothing where no option asks; a printed program a pass otherwise. */
#include <errno.h>
#include <sys/stat.h>
#include <time.h>

#include "tool/llvm.h"

static double now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* ---- Texts -------------------------------------------------------------------------------*/
static bool is_listed(const option_LIST *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (!strcmp(list->at[i], name))
			return true;
	return false;
}

/* The program as it is now. */
static void print_program(struct job *j, struct sbuf *out)
{
	if (j->run.llvm)
		j->llvm->print(j, out);
	else
		tir_print_module(j->run.module, out);
}

/* Print the text, if an option asks for it; f: the function that it is, or NULL. */
static void show(struct job *j, const char *pass, const struct tir_func *f, bool changed,
        const struct sbuf *text)
{
	const struct options *o = &j->options;
	const char *mark = j->run.llvm ? ";" : "#", *on = f ? " on " : "", *name = f ? f->name : "";
	if (o->print_after_all || is_listed(&o->print_after, pass) || (o->print_changed && changed))
		fprintf(stderr, "%s *** after %s%s%s ***\n%s", mark, pass, on, name, text->text);
	else if (o->print_changed)
		fprintf(stderr, "%s *** %s%s%s changed nothing ***\n", mark, pass, on, name);
}

/* ---- Files of --save-temps ---------------------------------------------------------------*/
/* The options that the target and the pass depend on. */
static void print_target(const struct options *o, struct sbuf *out)
{
	const struct target *t = &o->driver.target;
	const struct {
		const char *name, *value;
	} given[] = {{"-mtriple", t->triple}, {"-mcpu", t->cpu}, {"-mattr", t->features}};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i].value && *given[i].value)
			sbuf_printf(out, " %s=%s", given[i].name, given[i].value);
	if (!t->triple && o->driver.target_from != DRIVER_TARGET_TEXT)
		sbuf_str(out, " --target=host");
}

/* What passes over one function ask the options. */
static void print_choices(const struct driver_options *o, struct sbuf *out)
{
	const struct {
		const char *name, *value;
	} given[] = {{"cse-level", o->cse_level}, {"unroll-and-jam", o->unroll_and_jam},
	        {"lanes", o->lanes}, {"split-loops", o->split_loops}, {"cover", o->cover},
	        {"predictive-commoning", o->predictive_commoning}, {"scratch", o->scratch}};
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (given[i].value)
			sbuf_printf(out, " --%s=%s", given[i].name, given[i].value);
	if (o->promote_scalars)
		sbuf_printf(out, " --promote-scalars=%d", o->promote_scalars == DRIVER_ON);
}

static bool is_legalize_pass(const char *pass)
{
	for (uint32_t i = 0; i < driver_npasses; i++)
		if (!strcmp(driver_passes[i].name, pass))
			return true;
	return false;
}

/* What makes the program behind the pass of what stood before it. */
static void print_command(const struct job *j, const char *pass, const char *from, const char *to,
        struct sbuf *out)
{
	const struct options *o = &j->options;
	if (!strcmp(pass, "optimize")) {
		sbuf_printf(out, "opt -S -passes='%s' %s -o %s", j->pipeline, from, to);
		return;
	}
	sbuf_str(out, "tirc");
	if (!strcmp(pass, "lower")) {
		sbuf_str(out, " -O0 --legalize=none --emit=ll");
		print_target(o, out);
	} else if (!is_legalize_pass(pass)) {
		sbuf_printf(out, " --emit=tir --legalize=none --optimize=%s --cse-profile=%s", pass,
		        o->driver.profile                            ? o->driver.profile
		        : target_is_hexagon(o->driver.target.triple) ? "hexagon"
		                                                     : "host");
		print_choices(&o->driver, out);
		print_target(o, out);
	} else {
		sbuf_printf(out, " --emit=tir --after=legalize --legalize=%s", pass);
	}
	for (uint32_t i = 0; i < o->driver.headers.n; i++)
		sbuf_printf(out, " --extern-header=%s", o->driver.headers.at[i]);
	sbuf_printf(out, " %s -o %s", from, to);
}

/* Write the file kept back so far, with the command that makes the next one (NULL: none) on top. */
static bool write_kept(struct job *j, const char *pass, const char *next)
{
	struct sbuf out = {0};
	size_t n = j->kept_path ? strlen(j->kept_path) : 0;
	bool ir = n > 3 && !strcmp(j->kept_path + n - 3, ".ll");
	if (!j->kept_path)
		return true;
	if (next) {
		sbuf_str(&out, ir ? "; " : "# ");
		print_command(j, pass, j->kept_path, next, &out);
		sbuf_str(&out, "\n");
	}
	sbuf_add(&out, j->kept.text ? j->kept.text : "", j->kept.len);
	bool ok = output_write(j, j->kept_path, &out);
	sbuf_free(&out);
	return ok;
}

/* Keep the program until the next pass's file has a name. */
static bool keep(struct job *j, const char *pass, const struct sbuf *text)
{
	const char *path = arena_printf(&j->arena, "%s/%02u-%s.%s", j->options.save_temps,
	        ++j->nkept, pass, j->run.llvm ? "ll" : "py");
	if (j->nkept == 1 && mkdir(j->options.save_temps, 0777) && errno != EEXIST)
		return JOB_ERROR(j, "cannot make the folder '%s': %s", j->options.save_temps,
		        strerror(errno));
	if (!write_kept(j, pass, path))
		return false;
	j->kept.len = 0;
	sbuf_add(&j->kept, text->text, text->len);
	j->kept_path = path;
	return true;
}

/* ---- Times -------------------------------------------------------------------------------*/
/* A pass begins: the one around it waits. */
static void time_begin(struct job *j, const char *pass, const struct tir_func *f)
{
	progress_pass(j, pass, f);
	double t = j->options.time_passes ? now() : 0;
	if (j->running.n)
		j->running.at[j->running.n - 1].seconds += t -
		                                           j->running.at[j->running.n - 1].since;
	VEC_PUSH(&j->arena, &j->running, ((struct pass_running){.pass = pass, .f = f, .since = t}));
	if (j->options.time_trace)
		j->llvm->trace_begin(pass);
}

void pass_timed(struct job *j, const char *pass)
{
	double t = j->options.time_passes ? now() : 0;
	struct pass_running *r = &j->running.at[--j->running.n];
	uint32_t i = 0;
	if (j->options.time_trace)
		j->llvm->trace_end();
	if (j->running.n) {
		struct pass_running *outer = &j->running.at[j->running.n - 1];
		outer->since = t;
		progress_pass(j, outer->pass, outer->f);
	}
	if (!j->options.time_passes)
		return;
	while (i < j->times.n && strcmp(j->times.at[i].pass, pass) != 0)
		i++;
	if (i == j->times.n)
		VEC_PUSH(&j->arena, &j->times, ((struct pass_time){pass, 0}));
	j->times.at[i].seconds += r->seconds + t - r->since;
}

/* ---- The brackets ------------------------------------------------------------------------*/
bool pass_begin(void *ctx, const char *pass)
{
	struct job *j = ctx;
	if (is_listed(&j->options.print_before, pass) && (j->run.llvm || j->run.module)) {
		struct sbuf text = {0};
		print_program(j, &text);
		fprintf(stderr, "%s *** before %s ***\n%s", j->run.llvm ? ";" : "#", pass,
		        text.text ? text.text : "");
		sbuf_free(&text);
	}
	time_begin(j, pass, NULL);
	return true;
}

void pass_begin_function(void *ctx, const char *pass, const struct tir_func *f, bool trial)
{
	struct job *j = ctx;
	if (!trial && is_listed(&j->options.print_before, pass)) {
		struct sbuf text = {0};
		tir_print_func(f, &text);
		fprintf(stderr, "# *** before %s on %s ***\n%s", pass, f->name,
		        text.text ? text.text : "");
		sbuf_free(&text);
	}
	time_begin(j, pass, f);
}

static bool verify(struct job *j, const char *pass)
{
	if (!j->run.llvm)
		return tir_verify(j->run.module, j->diag) ||
		       JOB_ERROR(j, "the program is broken after the pass '%s'", pass);
	return j->llvm->verify(j, pass);
}

bool pass_end(void *ctx, const char *pass)
{
	struct job *j = ctx;
	const struct options *o = &j->options;
	pass_timed(j, pass);
	if (o->verify_each && !verify(j, pass))
		return false;
	bool wanted = o->print_after_all || o->print_changed || o->save_temps ||
	              is_listed(&o->print_after, pass);
	if (!wanted)
		return true;
	struct sbuf text = {0};
	print_program(j, &text);
	if (text.failed)
		return JOB_ERROR(j, "out of memory");
	bool changed = !j->shown.text || j->shown.len != text.len ||
	               memcmp(j->shown.text, text.text, text.len) != 0;
	show(j, pass, NULL, changed, &text);
	bool ok = !o->save_temps || keep(j, pass, &text);
	sbuf_free(&j->shown);
	j->shown = text;
	return ok;
}

/* Keep the whole program, as --save-temps wants it. */
static void keep_program(struct job *j, const char *pass)
{
	struct sbuf text = {0};
	tir_print_module(j->run.module, &text);
	j->broken |= text.failed || !keep(j, pass, &text);
	sbuf_free(&text);
}

void pass_end_function(void *ctx, const char *pass, const struct tir_func *f, bool trial)
{
	struct job *j = ctx;
	const struct options *o = &j->options;
	bool changed = j->running.at[j->running.n - 1].f != f, inner = j->running.n > 1;
	struct sbuf text = {0};
	pass_timed(j, pass);
	if (trial)
		return;
	if (o->verify_each && !tir_verify_func(f, j->diag))
		j->broken = !JOB_ERROR(j, "'%s' is broken after the pass '%s'", f->name, pass);
	if (o->print_after_all || o->print_changed || is_listed(&o->print_after, pass)) {
		tir_print_func(f, &text);
		show(j, pass, f, changed, &text);
		sbuf_free(&text);
	}
	if (o->save_temps && changed && !inner)
		keep_program(j, pass);
}

void passes_print_times(const struct job *j)
{
	double all = 0;
	for (uint32_t i = 0; i < j->times.n; i++)
		all += j->times.at[i].seconds;
	for (uint32_t i = 0; i < j->times.n; i++)
		fprintf(stderr, "%10.3f ms  %5.1f %%  %s\n", j->times.at[i].seconds * 1e3,
		        all > 0 ? j->times.at[i].seconds / all * 100 : 0, j->times.at[i].pass);
	if (j->times.n)
		fprintf(stderr, "%10.3f ms  100.0 %%  all passes\n", all * 1e3);
}

bool passes_write_trace(struct job *j)
{
	struct sbuf out = {0};
	if (!j->options.time_trace)
		return true;
	j->llvm->trace_write(&out);
	bool ok = output_write(j, j->options.time_trace, &out);
	sbuf_free(&out);
	return ok;
}

bool passes_done(struct job *j)
{
	bool ok = write_kept(j, NULL, NULL);
	sbuf_free(&j->kept);
	sbuf_free(&j->shown);
	return ok;
}
