/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/externs/rehearse.c: is it safe to do something here?  A child process does it first.
 *
 * Idea.   libclang recurses over what it reads: some headers overflow its stack, take all memory or do not end
 *         within a day, and no bound on the text tells all of them.  A child of this process has the same
 *         stack and the same code, so what it survives, its parent survives.
 * Needs   work that writes nothing and asks for no lock that another thread may hold.
 * Costs   a fork and the work a second time, MAX_SECONDS of processor time at most. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frontend/internal.h"

enum {
	MAX_SECONDS = 10,
	MAX_WAIT = 600
}; /* of the processor; of the clock, where a lock is held */
static const rlim_t max_bytes = (rlim_t)4 << 30;

static void limit(int what, rlim_t most)
{
	struct rlimit r;
	if (getrlimit(what, &r) || (r.rlim_cur != RLIM_INFINITY && r.rlim_cur <= most))
		return;
	r.rlim_cur = most;
	setrlimit(what, &r);
}

/* Bytes of address space that the process has, 0 if that is not known. */
static rlim_t address_space(void)
{
	unsigned long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f)
		return 0;
	if (fscanf(f, "%lu", &pages) != 1)
		pages = 0;
	fclose(f);
	return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

static bool has_sanitizer(void)
{
#if defined(__SANITIZE_ADDRESS__)
	return true; /* its shadow takes terabytes of address space */
#elif defined(__has_feature)
	return __has_feature(address_sanitizer);
#else
	return false;
#endif
}

/* Whatever happens here, it is only this process that ends, and nobody is told but its parent. */
static void keep_quiet(void)
{
	static const int signals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGALRM, SIGXCPU};
	int null = open("/dev/null", O_RDWR);
	for (int fd = 0; null >= 0 && fd < 3; fd++)
		dup2(null, fd);
	for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
		signal(signals[i], SIG_DFL);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_CPU, MAX_SECONDS);
	rlim_t now = has_sanitizer() ? 0 : address_space();
	if (now)
		limit(RLIMIT_AS, now + max_bytes);
	alarm(MAX_WAIT);
}

enum rehearsal frontend_rehearse(bool (*work)(void *ctx), void *ctx)
{
	int status;
	fflush(NULL);
	pid_t child = fork();
	if (child < 0)
		return REHEARSAL_DONE; /* no process to spare: nothing is known */
	if (child == 0) {
		keep_quiet();
		_exit(work(ctx) ? 0 : 1);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return REHEARSAL_DONE; /* somebody else waits for all children */
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
		return REHEARSAL_DONE;
	bool late = WIFSIGNALED(status) &&
	            (WTERMSIG(status) == SIGXCPU || WTERMSIG(status) == SIGALRM ||
	                    WTERMSIG(status) == SIGKILL);
	return late ? REHEARSAL_LATE : REHEARSAL_CRASHED;
}
