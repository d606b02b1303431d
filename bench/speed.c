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
 * proving (a plan without names is neither applied nor proved); then the bytes that CSE adds to the
 * program, and the most that the process had during CSE over what it had before (0 where the system
 * does not tell).
 * Times are the processor's; the best of many runs is what the code costs, the rest is the machine's. */
#include <stdlib.h>
#include <time.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "driver/driver.h"
#include "frontend/frontend.h"

enum part { READ, CSE, PRINT, PLAN, APPLY, PROVE, NPARTS };

struct speed {
	struct driver_optimizations options;
	const struct source *source;
	struct diag *diag;
	struct arena *arena; /* of the program */
	double time[NPARTS], best[NPARTS], since;
	uint32_t nodes, names;
	size_t program, added, peak; /* bytes: read, by CSE, of the process */
	bool only_read, measures_memory, done;
};

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

/* A line of /proc/self/status in bytes, 0 where the system does not tell.  (getrusage tells of the
 * process that started this one, too.) */
static size_t status_bytes(const char *name)
{
	char line[128];
	size_t n = strlen(name);
	unsigned long kb = 0;
	FILE *f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof line, f))
		if (!strncmp(line, name, n))
			kb = strtoul(line + n, NULL, 10);
	if (f)
		fclose(f);
	return (size_t)kb * 1024;
}

/* The memory of the process, with nothing that was freed; from now on VmHWM is that of now. */
static size_t begin_peak(void)
{
	FILE *f = fopen("/proc/self/clear_refs", "w");
#ifdef __GLIBC__
	malloc_trim(0);
#endif
	if (f) {
		fputs("5", f);
		fclose(f);
	}
	return status_bytes("VmRSS:");
}

/* CSE told that a step is done. */
static void lap(void *ctx, enum cse_step done)
{
	static const enum part part_of[] = {
	        [CSE_PLANNED] = PLAN, [CSE_APPLIED] = APPLY, [CSE_PROVED] = PROVE};
	struct speed *s = ctx;
	double t = now_us();
	s->time[part_of[done]] += t - s->since;
	s->since = t;
}

static void run_cse(struct speed *s, struct tir_module *m)
{
	size_t before = s->measures_memory ? begin_peak() : 0;
	double t0 = s->since = now_us();
	s->names = driver_optimize(m, &s->options, s->diag, NULL);
	s->time[CSE] = now_us() - t0;
	if (s->measures_memory)
		s->peak = status_bytes("VmHWM:") - before;
	s->added = s->arena->used - s->program;
}

/* Read, CSE and print once, and keep the best times. */
static void once(void *ctx)
{
	struct speed *s = ctx;
	double t0 = now_us();
	memset(s->time, 0, sizeof s->time);
	struct tir_module *m = frontend_read(s->source, s->arena, s->diag);
	if (!m)
		return;
	s->time[READ] = now_us() - t0;
	s->nodes = m->nmade;
	s->program = s->arena->used;
	s->done = true;
	if (s->only_read) {
		s->peak = status_bytes("VmHWM:");
	} else {
		struct sbuf out = {0};
		run_cse(s, m);
		t0 = now_us();
		tir_print_module(m, &out);
		s->time[PRINT] = now_us() - t0;
		s->done = !s->diag->warnings && !out.failed; /* a warning: not proved */
		sbuf_free(&out);
	}
	for (int i = 0; i < NPARTS; i++)
		if (s->best[i] == 0 || s->time[i] < s->best[i])
			s->best[i] = s->time[i];
}

static void print_line(const struct speed *s)
{
	printf("%s\t%zu\t%u", s->source->name, s->source->len, s->nodes);
	if (s->only_read) {
		printf("\t%.1f\t%zu\t%zu\n", s->best[READ], s->program, s->peak);
		return;
	}
	printf("\t%u", s->names);
	for (int i = 0; i < NPARTS; i++)
		printf("\t%.1f", s->best[i]);
	printf("\t%zu\t%zu\n", s->added, s->peak);
}

/* Measure one file and print its line; false if it cannot be read. */
static bool measure(const char *path, const char *profile, unsigned runs, bool only_read)
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
	struct speed s = {.source = source,
	        .diag = &d,
	        .options = driver_profile(profile),
	        .only_read = only_read};
	s.options.cse.watch = lap;
	s.options.cse.ctx = &s;
	bool ok = true;
	for (unsigned i = 0; i < runs && ok; i++) {
		struct arena arena = {0};
		s.arena = &arena;
		s.done = false;
		s.measures_memory = i == 0;
		ok = arena_guard(&arena, once, &s) && s.done;
		arena_free(&arena);
	}
	if (ok)
		print_line(&s);
	arena_free(&text);
	return ok;
}

int main(int argc, char **argv)
{
	const char *profile = NULL;
	unsigned runs = 15;
	bool ok = true, only_read = false;
	for (int i = 1; i < argc && cse_profile(profile); i++)
		if (!strncmp(argv[i], "--profile=", 10))
			profile = argv[i] + 10;
		else if (!strncmp(argv[i], "--runs=", 7))
			runs = (unsigned)strtoul(argv[i] + 7, NULL, 10);
		else if (!strcmp(argv[i], "--read"))
			only_read = true;
		else
			ok = measure(argv[i], profile, runs, only_read) && ok;
	if (!cse_profile(profile))
		fprintf(stderr, "tirc-speed: there is no such profile\n");
	return ok && cse_profile(profile) ? 0 : 1;
}
