/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/timeout.c: --timeout=SECONDS.
 *
 * Idea.   The work is done by a child process in a group of its own, so that it can be ended wherever it is: inside
 *         LLVM, too, and with all that it started.  A file that is being written is finished or taken back
 *         first (support_write_file).  Temporary folders are made in one that is removed at the end (supervisor.c).
 * Costs   a process, where the option is given. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/internal.h"
#include "tool/supervisor.h"

enum { GRACE = 2 }; /* seconds to finish a file in */

/* ---- Waiting -----------------------------------------------------------------------------*/
static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { NPASSED = sizeof passed_on / sizeof *passed_on };

/* The signals that the parent waits for. */
static sigset_t awaited(void)
{
	sigset_t s;
	sigemptyset(&s);
	sigaddset(&s, SIGCHLD);
	for (int i = 0; i < NPASSED; i++)
		sigaddset(&s, passed_on[i]);
	return s;
}

static struct timespec now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t;
}

static struct timespec minus(struct timespec a, struct timespec b)
{
	a.tv_sec -= b.tv_sec;
	a.tv_nsec -= b.tv_nsec;
	if (a.tv_nsec < 0) {
		a.tv_sec--;
		a.tv_nsec += 1000000000;
	}
	return a;
}

/* Wait for the child until the end; true with its status set.  Signals for us end its group, with us. */
static bool wait_until(pid_t child, struct timespec end, int *status)
{
	sigset_t all = awaited();
	for (;;) {
		if (waitpid(child, status, WNOHANG) == child)
			return true;
		struct timespec left = minus(end, now());
		if (left.tv_sec < 0)
			return false;
		int s = sigtimedwait(&all, NULL, &left);
		if (s > 0 && s != SIGCHLD)
			kill(-child, s);
	}
}

/* End the group: what writes a file may finish it. */
static void end_group(pid_t child)
{
	struct timespec end = now();
	int status;
	end.tv_sec += GRACE;
	kill(-child, SIGTERM);
	if (!wait_until(child, end, &status)) {
		kill(-child, SIGKILL);
		waitpid(child, &status, 0);
	}
	kill(-child, SIGKILL); /* what it left */
}

/* The exit code of a process that ended so; a signal ends us as well. */
static int code_of(int status)
{
	if (WIFEXITED(status))
		return WEXITSTATUS(status);
	signal(WTERMSIG(status), SIG_DFL);
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	raise(WTERMSIG(status));
	return 1;
}

/* ---- The way in --------------------------------------------------------------------------*/
int timeout_run(unsigned seconds, struct diag *d, int (*work)(void *ctx), void *ctx)
{
	sigset_t all = awaited(), before;
	struct sbuf temp = {0};
	struct supervisor supervisor;
	int status = 0;
	struct timespec end = now();
	end.tv_sec += seconds;
	if (supervisor_begin_folder(&supervisor, &temp))
		setenv("TMPDIR", temp.text, 1);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid_t child = supervisor_fork(&supervisor);
	if (child == 0) {
		sbuf_free(&temp);
		sigprocmask(SIG_SETMASK, &before, NULL);
		exit(work(ctx));
	}
	bool ok = child > 0;
	if (!ok)
		diag_error(d, NULL, (struct span){0}, "cannot start a process: %s",
		        strerror(errno));
	bool done = ok && wait_until(child, end, &status);
	if (ok && !done) {
		end_group(child);
		progress_wipe();
		diag_error(d, NULL, (struct span){0}, "not done after %u second%s (--timeout)",
		        seconds, seconds == 1 ? "" : "s");
	} else if (ok) {
		kill(-child, SIGKILL);
	}
	supervisor_end(&supervisor);
	sbuf_free(&temp);
	return done ? code_of(status) : 1;
}
