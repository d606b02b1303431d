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

static void show(struct job *j, const char *pass, const struct sbuf *text)
{
	const struct options *o = &j->options;
	bool changed = !j->shown.text || j->shown.len != text->len ||
	               memcmp(j->shown.text, text->text, text->len) != 0;
	const char *mark = j->run.llvm ? ";" : "#";
	if (o->print_after_all || is_listed(&o->print_after, pass) || (o->print_changed && changed))
		fprintf(stderr, "%s *** after %s ***\n%s", mark, pass, text->text);
	else if (o->print_changed)
		fprintf(stderr, "%s *** %s changed nothing ***\n", mark, pass);
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
		sbuf_str(out, " -O0 --no-cse --legalize=none --emit=ll");
		print_target(o, out);
	} else if (!strcmp(pass, "cse")) {
		sbuf_printf(out, " --emit=tir --legalize=none --cse-profile=%s",
		        o->driver.profile                            ? o->driver.profile
		        : target_is_hexagon(o->driver.target.triple) ? "hexagon"
		                                                     : "host");
		if (o->driver.cse_level)
			sbuf_printf(out, " --cse-level=%s", o->driver.cse_level);
		if (o->driver.unroll_and_jam)
			sbuf_printf(out, " --unroll-and-jam=%s", o->driver.unroll_and_jam);
		if (o->driver.promote_scalars)
			sbuf_printf(out, " --promote-scalars=%d",
			        o->driver.promote_scalars == DRIVER_ON);
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
	j->started = j->options.time_passes ? now() : 0;
	if (j->options.time_trace)
		j->llvm->trace_begin(pass);
	return true;
}

static bool verify(struct job *j, const char *pass)
{
	if (!j->run.llvm)
		return tir_verify(j->run.module, j->diag) ||
		       JOB_ERROR(j, "the program is broken after the pass '%s'", pass);
	return j->llvm->verify(j, pass);
}

void pass_timed(struct job *j, const char *pass)
{
	if (j->options.time_trace)
		j->llvm->trace_end();
	if (j->options.time_passes)
		VEC_PUSH(&j->arena, &j->times, ((struct pass_time){pass, now() - j->started}));
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
	show(j, pass, &text);
	bool ok = !o->save_temps || keep(j, pass, &text);
	sbuf_free(&j->shown);
	j->shown = text;
	return ok;
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
