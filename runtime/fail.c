/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/fail.c: tirc_fail: say where and why compiled code cannot go on, as compilers say it, and end the program.
 * Portable, also in the library tirc-runtime-host.
 *
 * Needs   nobody else: on Hexagon the harness may set rt_on_failure first, which is then told instead of stderr. */
#include "failure.h"

#ifdef __hexagon__
#include "internal.h"
#include "job.h"

rt_failed *rt_on_failure;

static void put(const char *text, size_t n)
{
	rt_write(2, text, n);
}

static _Noreturn void end(void)
{
	exit(JOB_FAILED);
}
#else
#include <stdio.h>
#include <stdlib.h>

static void put(const char *text, size_t n)
{
	fwrite(text, 1, n, stderr);
}

static _Noreturn void end(void)
{
	abort();
}
#endif

_Noreturn void tirc_fail(const struct tirc_failure *failure, const int64_t *values);

static void put_string(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	put(s, n);
}

static void put_number(uint32_t v)
{
	char text[TIRC_FAILURE_TEXT];
	put(text, tirc_failure_number(v, text, 0));
}

_Noreturn void tirc_fail(const struct tirc_failure *failure, const int64_t *values)
{
	char text[TIRC_FAILURE_TEXT];
	size_t n = tirc_failure_text(failure, values, text);
#ifdef __hexagon__
	if (rt_on_failure)
		rt_on_failure(failure, text, n);
#endif
	put_string(failure->file);
	put_string(":");
	put_number(failure->line);
	put_string(":");
	put_number(failure->column);
	put_string(": error: ");
	put(text, n);
	put_string("\n");
	end();
}
