/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/progress.c: how far the work is: how many of several inputs are done, and for how long one has been in which pass.
 *
 * Idea.   A pass may take long without a word to us: a thread of its own looks at the clock.  It reads two pointers, and writes a line
 *         that ends at its own beginning, so that whatever comes next stands where it stood. */
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "tool/internal.h"

enum { WIDTH = 30, SOON = 1000, LATER = 2000, EVERY = 250 };

static int64_t milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* Is stderr a terminal that can go back in a line? */
static bool is_screen(void)
{
	const char *terminal = getenv("TERM");
	return isatty(STDERR_FILENO) == 1 && terminal && *terminal && strcmp(terminal, "dumb") != 0;
}

struct progress progress_begin(bool wanted, uint32_t n)
{
	bool bar = is_screen();
	return (struct progress){.wanted = wanted || bar,
	        .bar = bar,
	        .first = wanted ? SOON : LATER,
	        .n = n,
	        .shown = milliseconds()};
}

void progress_show(struct progress *p, uint32_t done, const char *name)
{
	int64_t now = milliseconds();
	if (!p->wanted || now - p->shown < (p->bar && p->is_shown ? 100 : p->first))
		return;
	p->shown = now;
	p->is_shown = true;
	int full = (int)((uint64_t)WIDTH * done / (p->n ? p->n : 1));
	if (p->bar)
		fprintf(stderr, "\r[%.*s%*s] %u/%u %.40s\033[K", full,
		        "##############################", WIDTH - full, "", done, p->n, name);
	else
		fprintf(stderr, "tirc: %u of %u done, next %s\n", done, p->n, name);
	fflush(stderr);
}

void progress_end(struct progress *p)
{
	if (p->bar && p->is_shown)
		fprintf(stderr, "\r\033[K");
}

/* ---- One text ---------------------------------------------------------------------------*/
/* Write it at once: the process may be about to end. */
static void put(const char *text, size_t n)
{
	while (n) {
		ssize_t done = write(STDERR_FILENO, text, n);
		if (done <= 0)
			return;
		text += done;
		n -= (size_t)done;
	}
}

static void show(struct progress_clock *c, int64_t now)
{
	char line[200];
	const char *pass = atomic_load(&c->pass), *func = atomic_load(&c->func);
	int n = snprintf(line, sizeof line, "%stirc: %.30s: %.20s%s%.20s, %d s%s",
	        c->bar ? "\r" : "", c->input, pass ? pass : "read", func ? " of " : "",
	        func ? func : "", (int)((now - c->began) / 1000), c->bar ? "\033[K\r" : "\n");
	atomic_store(&c->is_shown, true);
	put(line, n > 0 ? (size_t)n : 0);
}

static void *watch(void *ctx)
{
	struct progress_clock *c = ctx;
	struct pollfd end = {.fd = c->end[0], .events = POLLIN};
	int64_t next = c->began + c->first;
	while (poll(&end, 1, EVERY) <= 0) {
		int64_t now = milliseconds();
		if (now < next)
			continue;
		show(c, now);
		next = now + (c->bar ? EVERY : 1000);
	}
	return NULL;
}

/* Signals are for the thread that works. */
static bool start_thread(struct progress_clock *c)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bool ok = pthread_create(&c->thread, NULL, watch, c) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return ok;
}

void progress_start(struct job *j)
{
	struct progress_clock *c = &j->clock;
	c->bar = is_screen();
	if ((!c->bar && !j->options.progress) || pipe2(c->end, O_CLOEXEC) != 0)
		return;
	size_t n;
	c->input = output_base_name(j->options.input, &n);
	c->began = milliseconds();
	c->first = j->options.progress ? SOON : LATER;
	if (start_thread(c)) {
		c->owner = getpid();
		return;
	}
	close(c->end[0]);
	close(c->end[1]);
}

void progress_pass(struct job *j, const char *pass, const struct tir_func *f)
{
	atomic_store(&j->clock.func, f ? f->name : NULL);
	atomic_store(&j->clock.pass, pass);
}

void progress_wipe(void)
{
	static const char empty[] = "\r\033[K";
	if (is_screen())
		put(empty, sizeof empty - 1);
}

void progress_clear(struct job *j)
{
	struct progress_clock *c = &j->clock;
	if (c->bar && atomic_exchange(&c->is_shown, false) && c->owner == getpid())
		progress_wipe();
}

void progress_stop(struct job *j)
{
	struct progress_clock *c = &j->clock;
	if (!c->owner || c->owner != getpid())
		return;
	if (write(c->end[1], "", 1) == 1)
		pthread_join(c->thread, NULL);
	close(c->end[0]);
	close(c->end[1]);
	progress_clear(j);
	c->owner = 0;
}
