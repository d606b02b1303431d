/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* bench/speed.c: how fast texts are read, freed of common subexpressions and printed.
 *
 *     tirc-speed FILE.py...
 *
 * A line per file, tab-separated: bytes, expression nodes, names introduced, then the best time in
 * microseconds of reading, CSE (with its proof) and printing.  The best of many runs is what the code
 * costs; the rest is the machine's. */
#include <time.h>

#include "cse/cse.h"
#include "frontend/frontend.h"

enum { RUNS = 15 };

struct speed {
	struct arena *arena;
	const struct source *source;
	struct diag *diag;
	uint32_t nodes, names;
	double read, cse, print; /* best so far */
	bool done;
};

static double now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static void keep_best(double *best, double t)
{
	if (*best == 0 || t < *best)
		*best = t;
}

/* Read, CSE and print once, and keep the best times. */
static void once(void *ctx)
{
	struct speed *s = ctx;
	double t0 = now_us();
	struct tir_module *m = frontend_read(s->source, s->arena, s->diag);
	double t1 = now_us();
	if (!m)
		return;
	s->nodes = m->nexprs;
	double t2 = now_us();
	s->names = cse_run(m, &(struct cse_options){.level = CSE_AFFINE}, s->diag, NULL);
	double t3 = now_us();
	struct sbuf out = {0};
	tir_print_module(m, &out);
	double t4 = now_us();
	s->done = !out.failed;
	sbuf_free(&out);
	keep_best(&s->read, t1 - t0);
	keep_best(&s->cse, t3 - t2);
	keep_best(&s->print, t4 - t3);
}

/* Measure one file and print its line; false if it cannot be read. */
static bool measure(const char *path)
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
	struct speed s = {.source = source, .diag = &d};
	bool ok = true;
	for (int i = 0; i < RUNS && ok; i++) {
		struct arena arena = {0};
		s.arena = &arena;
		s.done = false;
		ok = arena_guard(&arena, once, &s) && s.done;
		arena_free(&arena);
	}
	if (ok)
		printf("%s\t%zu\t%u\t%u\t%.1f\t%.1f\t%.1f\n", path, source->len, s.nodes, s.names,
		        s.read, s.cse, s.print);
	arena_free(&text);
	return ok;
}

int main(int argc, char **argv)
{
	bool ok = true;
	for (int i = 1; i < argc; i++)
		ok = measure(argv[i]) && ok;
	return ok ? 0 : 1;
}
