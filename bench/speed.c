/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/speed.c: how fast texts are read, freed of common subexpressions and printed.
 *
 *     tirc-speed [--profile=NAME] [--runs=N] FILE.py...
 *     tirc-speed --read [--runs=N] FILE.py...
 *
 * With --read a text is only read, and its line is: bytes, expression nodes, microseconds, the bytes
 * that the program takes and the most memory that the process had until then.
 * A line per file, tab-separated: bytes, expression nodes, names introduced; then the best time in
 * microseconds of reading, CSE as a whole and printing, and of CSE's parts: planning, applying and
 * proving; then the bytes planning, applying and proving took, each with what it left in the program.
 * Times are the processor's; the best of many runs is what the code costs, the rest is the machine's. */
#include <stdlib.h>
#include <time.h>

#include "cse/cse.h"
#include "frontend/frontend.h"

enum part { READ, CSE, PRINT, PLAN, APPLY, PROVE, NPARTS };

struct speed {
	const struct cse_options *options;
	struct arena *arena; /* of the program */
	struct arena pass;   /* of one function's CSE */
	const struct source *source;
	struct diag *diag;
	uint32_t nodes, names;
	double best[NPARTS];
	size_t bytes[NPARTS];
	bool only_read, done;
};

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* Add the time since *since to a part, and the memory taken since; go on from here. */
static void lap(struct speed *s, double *time, enum part part, double *since, size_t *used)
{
	double t = now_us();
	size_t bytes = s->arena->used + s->pass.used;
	time[part] += t - *since;
	s->bytes[part] += bytes - *used;
	*since = t;
	*used = bytes;
}

/* What cse_run does for a function, with a watch. */
static bool run_func(struct speed *s, struct tir_func **f, double *time)
{
	const char *why;
	double since = now_us();
	size_t used = s->arena->used;
	s->pass = (struct arena){.oom = s->arena->oom};
	struct cse_plan *p = cse_plan(*f, s->options, &s->pass);
	lap(s, time, PLAN, &since, &used);
	struct tir_func *g = cse_apply(p);
	lap(s, time, APPLY, &since, &used);
	bool ok = cse_prove(*f, g, s->options, &s->pass, &why);
	lap(s, time, PROVE, &since, &used);
	s->names += cse_plan_names(p);
	arena_free(&s->pass);
	*f = g;
	return ok || diag_error(s->diag, s->source, (*f)->at, "not proved: %s", why);
}

/* Read, CSE and print once, and keep the best times. */
static void once(void *ctx)
{
	struct speed *s = ctx;
	double time[NPARTS] = {0}, t0 = now_us();
	bool ok = true;
	struct tir_module *m = frontend_read(s->source, s->arena, s->diag);
	if (!m)
		return;
	time[READ] = now_us() - t0;
	s->nodes = m->nexprs;
	s->names = 0;
	s->done = s->only_read;
	s->bytes[READ] = s->arena->used;
	if (s->only_read) {
		if (s->best[READ] == 0 || time[READ] < s->best[READ])
			s->best[READ] = time[READ];
		return;
	}
	memset(s->bytes, 0, sizeof s->bytes);
	for (uint32_t i = 0; i < m->funcs.n && ok; i++)
		ok = run_func(s, &m->funcs.at[i], time);
	time[CSE] = time[PLAN] + time[APPLY] + time[PROVE];
	struct sbuf out = {0};
	t0 = now_us();
	tir_print_module(m, &out);
	time[PRINT] = now_us() - t0;
	s->done = ok && !out.failed;
	sbuf_free(&out);
	for (int i = 0; i < NPARTS; i++)
		if (s->best[i] == 0 || time[i] < s->best[i])
			s->best[i] = time[i];
}

/* The most memory this process had, 0 where the system does not tell.  (getrusage tells of the process
 * that started this one, too.) */
static size_t peak_bytes(void)
{
	char line[128];
	unsigned long kb = 0;
	FILE *f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, "VmHWM:", 6))
			kb = strtoul(line + 6, NULL, 10);
	if (f)
		fclose(f);
	return (size_t)kb * 1024;
}

static void print_line(const struct speed *s)
{
	if (s->only_read) {
		printf("%s\t%zu\t%u\t%.1f\t%zu\t%zu\n", s->source->name, s->source->len, s->nodes,
		        s->best[READ], s->bytes[READ], peak_bytes());
		return;
	}
	printf("%s\t%zu\t%u\t%u", s->source->name, s->source->len, s->nodes, s->names);
	for (int i = 0; i < NPARTS; i++)
		printf("\t%.1f", s->best[i]);
	for (int i = PLAN; i < NPARTS; i++)
		printf("\t%zu", s->bytes[i]);
	putchar('\n');
}

/* Measure one file and print its line; false if it cannot be read. */
static bool measure(const char *path, const struct cse_options *options, unsigned runs,
        bool only_read)
{
	struct arena text = {0};
	const char *why = NULL;
	const struct source *source = source_read(&text, path, &why);
	if (!source) {
		fprintf(stderr, "tirc-speed: %s: %s\n", path, why);
		return false;
	}
	struct diag_printer printer = {stderr, false};
	struct diag d = {.sink = diag_print, .ctx = &printer, .error_limit = 20};
	struct speed s = {.source = source, .diag = &d, .options = options, .only_read = only_read};
	bool ok = true;
	for (unsigned i = 0; i < runs && ok; i++) {
		struct arena arena = {0};
		s.arena = &arena;
		s.done = false;
		ok = arena_guard(&arena, once, &s) && s.done;
		arena_free(&s.pass);
		arena_free(&arena);
	}
	if (ok)
		print_line(&s);
	arena_free(&text);
	return ok;
}

int main(int argc, char **argv)
{
	const struct cse_options *options = cse_profile(NULL);
	unsigned runs = 15;
	bool ok = true, only_read = false;
	for (int i = 1; i < argc && options; i++)
		if (!strncmp(argv[i], "--profile=", 10))
			options = cse_profile(argv[i] + 10);
		else if (!strncmp(argv[i], "--runs=", 7))
			runs = (unsigned)strtoul(argv[i] + 7, NULL, 10);
		else if (!strcmp(argv[i], "--read"))
			only_read = true;
		else
			ok = measure(argv[i], options, runs, only_read) && ok;
	if (!options)
		fprintf(stderr, "tirc-speed: there is no such profile\n");
	return ok && options ? 0 : 1;
}
