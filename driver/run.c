/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/run.c: the line up to LLVM, and the one place where its order stands:
 *
 *     read -> legalize -> optimize (loops, cse) -> lower (lower.c)
 *
 * Links no LLVM: libtirc-core is made of this. */
#include "driver/optimize.h"

struct pass_text {
	const char *name, *text;
};
static const struct pass_text before_legalize[] = {{"read", "parse the text and check it"}};
static const struct pass_text behind_optimize[] = {
        {"choose", "compile versions of each function, and keep the one that takes the fewest "
                   "packets (-O3, Hexagon)"},
        {"lower", "make LLVM IR"}, {"optimize", "run LLVM's own passes"}};
enum {
	NBEFORE = sizeof before_legalize / sizeof *before_legalize,
	NBEHIND = sizeof behind_optimize / sizeof *behind_optimize
};

const char *driver_pass(size_t i, const char **text)
{
	struct pass_text p = {NULL, NULL};
	if (i < NBEFORE)
		p = before_legalize[i];
	else if ((i -= NBEFORE) < driver_npasses)
		p = (struct pass_text){driver_passes[i].name, driver_passes[i].text};
	else if ((i -= driver_npasses) < DRIVER_NSTEPS)
		p.name = driver_step_name((enum driver_step)i, &p.text);
	else if ((i -= DRIVER_NSTEPS) < NBEHIND)
		p = behind_optimize[i];
	*text = p.text;
	return p.name;
}

const char *driver_pass_name(size_t i)
{
	const char *text;
	return driver_pass(i, &text);
}

bool driver_begin(struct driver *run, const char *pass)
{
	return !run->before || run->before(run->ctx, pass);
}

bool driver_end(struct driver *run, const char *pass)
{
	return !run->after || run->after(run->ctx, pass);
}

bool driver_read_headers(struct driver *run)
{
	const struct driver_options *o = run->options;
	const char *triple = o->target.triple;
	if (!o->headers.n)
		return true;
	run->externs = frontend_read_headers(o->headers.at, o->headers.n,
	        triple && *triple ? triple : NULL, run->arena, run->diag);
	return run->externs != NULL;
}

bool driver_read(struct driver *run, const struct source *source)
{
	if (!driver_begin(run, "read"))
		return false;
	run->module = (graph_is(source) ? graph_read : frontend_read_with)(source, run->externs,
	        run->options->function, run->arena, run->diag);
	return run->module &&
	       driver_name_symbols(run->options, run->module, run->arena, run->diag) &&
	       driver_end(run, "read");
}

bool driver_legalize(struct driver *run)
{
	struct legalize_options o = run->options->legalize;
	o.passes = driver_passes;
	o.function = run->options->function;
	o.npasses = driver_npasses;
	o.before = run->before;
	o.after_each = run->after;
	o.ctx = run->ctx;
	return legalize_run(run->module, &o, run->diag) &&
	       (!run->options->split_host_device ||
	               legalize_split_host_device(run->module, run->diag));
}

/* The schedule that the options name; NULL after an error. */
static struct loops_schedule *read_schedule(struct driver *run)
{
	const char *why, *path = run->options->schedule;
	const struct source *s = source_read(run->arena, path, &why);
	if (s)
		return loops_schedule_read(s, run->arena, run->diag);
	diag_error(run->diag, NULL, (struct span){0}, "%s: %s", path, why);
	return NULL;
}

static bool optimize(struct driver *run)
{
	struct driver_optimizations o = run->options->optimize;
	struct driver_listener listener = {
	        run->remark, run->before_function, run->after_function, run->ctx, NULL};
	if (run->options->level == 0)
		return true;
	/* To run a function is to run what it calls; counts of a bisection are those of the whole module. */
	if (!run->options->with_callees && !o.bisects && !o.bisects_loops)
		o.only = run->options->function;
	o.versions = run->options->last >= DRIVER_CHOOSE && driver_tries_versions(run->options);
	struct driver_optimizations scalar = driver_scalar_optimizations(run->options);
	if (run->remark || run->before_function || run->after_function) {
		driver_listen(&o, &listener);
		driver_listen(&scalar, &listener);
	}
	o.scalar = run->options->scalar;
	o.scalar_as = &scalar;
	o.schedule = run->schedule;
	if (run->options->schedule && !(o.loops.schedule = read_schedule(run)))
		return false;
	driver_optimize(run->module, &o, run->diag, run->plan);
	return loops_schedule_done(o.loops.schedule, run->module, o.only, run->diag);
}

bool driver_run(struct driver *run)
{
	enum driver_stage last = run->options->last;
	return (last < DRIVER_LEGALIZE || driver_legalize(run)) &&
	       (last < DRIVER_CSE || optimize(run));
}
