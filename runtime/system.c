/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/system.c: Linux system calls, and the ways to end.
 *
 * Idea.   Hexagon Linux takes the call's number in r6, arguments in r0 to r5, and answers in r0;
 *         the numbers are those of asm-generic. */
#include "internal.h"
#include "job.h"

enum {
	SYS_OPENAT = 56,
	SYS_CLOSE = 57,
	SYS_READ = 63,
	SYS_WRITE = 64,
	SYS_EXIT_GROUP = 94,
	SYS_MMAP = 222,
	SYS_MPROTECT = 226,
};
enum { AT_FDCWD = -100, PROT_NONE = 0, PROT_READ_WRITE = 3, MAP_PRIVATE_ANONYMOUS = 0x22 };

struct arguments {
	long a, b, c, d, e, f;
};

static long system_call(long number, struct arguments x)
{
	register long r0 __asm__("r0") = x.a;
	register long r1 __asm__("r1") = x.b;
	register long r2 __asm__("r2") = x.c;
	register long r3 __asm__("r3") = x.d;
	register long r4 __asm__("r4") = x.e;
	register long r5 __asm__("r5") = x.f;
	register long r6 __asm__("r6") = number;
	__asm__ volatile("trap0(#1)"
	        : "+r"(r0)
	        : "r"(r1), "r"(r2), "r"(r3), "r"(r4), "r"(r5), "r"(r6)
	        : "memory");
	return r0;
}

long rt_open(const char *path, int flags, int mode)
{
	return system_call(SYS_OPENAT, (struct arguments){AT_FDCWD, (long)path, flags, mode});
}

long rt_read(int fd, void *p, size_t n)
{
	return system_call(SYS_READ, (struct arguments){fd, (long)p, (long)n});
}

long rt_write(int fd, const void *p, size_t n)
{
	return system_call(SYS_WRITE, (struct arguments){fd, (long)p, (long)n});
}

long rt_close(int fd)
{
	return system_call(SYS_CLOSE, (struct arguments){fd});
}

void *rt_pages(size_t size)
{
	long p = system_call(SYS_MMAP,
	        (struct arguments){0, (long)size, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS, -1});
	/* Errors are the last page of addresses. */
	return (unsigned long)p > -4096ul ? NULL : (void *)p;
}

void *rt_guarded_pages(size_t size, size_t guard)
{
	char *p = rt_pages(size + 2 * guard);
	if (!p || system_call(SYS_MPROTECT, (struct arguments){(long)p, (long)guard, PROT_NONE}) ||
	        system_call(SYS_MPROTECT,
	                (struct arguments){(long)(p + guard + size), (long)guard, PROT_NONE}))
		return NULL;
	return p + guard;
}

void exit(int code)
{
	for (;;)
		system_call(SYS_EXIT_GROUP, (struct arguments){code});
}

void rt_complain(const char *text)
{
	rt_write(2, "kernel: ", 8);
	rt_write(2, text, strlen(text));
	rt_write(2, "\n", 1);
}

void abort(void)
{
	rt_complain("aborted");
	exit(JOB_ABORT);
}
