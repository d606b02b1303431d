/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/nomemory/main.c: tirc-nomemory: wherever memory ends inside the library, it says so.
 *
 *     tirc-nomemory [--every=N] [--limits=N] FILE
 *
 * It reads a text, legalises it, eliminates common subexpressions with the proof, and prints, again and again: each time
 * one more of the library's allocations succeeds, and the next one fails (--every=N: only each N-th).  Then it does
 * so with limits of the module's arena, --limits of them between nothing and what is needed.  A run must succeed, or
 * fail with one error that names memory.  Loop transformations take part in the runs with limits alone: their proof asks isl,
 * which ends by a signal where the system has no memory for it.  Built with AddressSanitizer, what is not freed is shown at the end.  The linker puts
 * the functions below in the place of the C library's, for our own code alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver/api.h"

/* ---- Allocations ------------------------------------------------------------------------*/
static struct {
	unsigned long made, fail_at; /* this one fails; 0: none */
} memory;

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__real_aligned_alloc(size_t align, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_aligned_alloc(size_t align, size_t n);

static bool fails(void)
{
	return ++memory.made == memory.fail_at;
}
void *__wrap_malloc(size_t n)
{
	return fails() ? NULL : __real_malloc(n);
}
void *__wrap_calloc(size_t n, size_t size)
{
	return fails() ? NULL : __real_calloc(n, size);
}
void *__wrap_realloc(void *p, size_t n)
{
	return fails() ? NULL : __real_realloc(p, n);
}
void *__wrap_aligned_alloc(size_t align, size_t n)
{
	return fails() ? NULL : __real_aligned_alloc(align, n);
}

/* ---- A run ------------------------------------------------------------------------------*/
struct said {
	unsigned errors;
	char text[1024]; /* names of files are long where the tree lies deep */
};

static void on_message(void *ctx, const struct tirc_message *m)
{
	struct said *said = ctx;
	if (m->level != TIRC_ERROR)
		return;
	said->errors++;
	snprintf(said->text, sizeof said->text, "%s", m->text);
}

struct job {
	const char *path;
	size_t limit; /* of the arena, behind what reading took; 0: none */
	size_t took;  /* bytes after reading, and at the end */
	size_t needs;
	bool loops; /* with the loop transformations, and isl */
	bool whole; /* the run came to its end */
};

static bool work(struct job *j, const struct tirc_options *o)
{
	struct tirc_module *m = tirc_parse_file(o, j->path);
	if (!m)
		return false;
	j->took = m->arena.used;
	m->arena.limit = j->limit ? m->arena.used + j->limit : 0;
	bool ok = tirc_legalize(m, o, TIRC_LOWERED) && tirc_cse(m, o, NULL);
	j->needs = m->arena.used - j->took;
	size_t n;
	char *text = ok ? tirc_print(m, &n) : NULL;
	ok = text != NULL;
	tirc_free(text);
	tirc_module_free(m);
	return ok;
}

static bool set_loops(struct tirc_options *o, bool on)
{
	return on ? tirc_options_set(o, "unroll-and-jam=all")
	          : tirc_options_set(o, "unroll-and-jam=0") &&
	                       tirc_options_set(o, "no-promote-scalars") &&
	                       tirc_options_set(o, "no-vectorize");
}

/* Is what became of the run in order? */
static bool run(struct job *j)
{
	struct said said = {0};
	memory.made = 0;
	struct tirc_options *o = tirc_options_new();
	if (!o)
		return true; /* it said NULL */
	tirc_options_set_handler(o, on_message, &said);
	j->whole = set_loops(o, j->loops) && work(j, o);
	tirc_options_free(o);
	/* Printing has nowhere to say it: it gives NULL. */
	bool told = said.errors == 0 || (said.errors == 1 && strstr(said.text, "memory"));
	if (told)
		return true;
	fprintf(stderr, "%s: allocation %lu, limit %zu: %u errors, the last one '%s'\n", j->path,
	        memory.fail_at, j->limit, said.errors, said.text);
	return false;
}

int main(int argc, char **argv)
{
	unsigned long every = 1, limits = 64, runs = 0;
	struct job j = {0};
	bool ok = true;
	for (int i = 1; i < argc; i++) {
		if (!strncmp(argv[i], "--every=", 8))
			every = strtoul(argv[i] + 8, NULL, 10);
		else if (!strncmp(argv[i], "--limits=", 9))
			limits = strtoul(argv[i] + 9, NULL, 10);
		else
			j.path = argv[i];
	}
	if (!j.path || !every)
		return 2;
	if (!run(&j) || !j.whole) {
		fprintf(stderr, "%s: it is not compiled at all\n", j.path);
		return 1;
	}
	size_t needs = j.needs;
	unsigned long all = memory.made;
	for (memory.fail_at = 1; memory.fail_at <= all; memory.fail_at += every, runs++)
		ok &= run(&j);
	memory.fail_at = 0;
	j.loops = true;
	ok &= run(&j);
	needs = j.needs;
	for (unsigned long i = 1; i <= limits; i++, runs++) {
		j.limit = 1 + needs * (i - 1) / limits;
		ok &= run(&j);
	}
	printf("%s: %lu runs, %lu allocations, %zu bytes\n", j.path, runs, all, needs);
	return !ok;
}
