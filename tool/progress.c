/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/progress.c: --progress: how many of several inputs are done, once that takes more than a second.  A bar on a
 * terminal; elsewhere a line, a second apart. */
#include <time.h>
#include <unistd.h>

#include "tool/internal.h"

enum { WIDTH = 30 };

static int64_t milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

struct progress progress_begin(bool wanted, uint32_t n)
{
	return (struct progress){.wanted = wanted,
	        .bar = isatty(STDERR_FILENO) == 1,
	        .n = n,
	        .shown = milliseconds()};
}

void progress_show(struct progress *p, uint32_t done, const char *name)
{
	int64_t now = milliseconds();
	if (!p->wanted || now - p->shown < (p->bar && p->is_shown ? 100 : 1000))
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
