/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/timeout.c: --timeout=SECONDS.
 *
 * Idea.   The work is done by a child process in a group of its own, so that it can be ended wherever it is: inside
 *         LLVM, too, and with all that it started.  A file that is being written is finished or taken back
 *         first (support_write_file).  Temporary folders are made in one that is removed at the end.
 * Costs   a process, where the option is given. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tool/internal.h"

enum { GRACE = 2 }; /* seconds to finish a file in */

/* ---- The folder of temporary folders -----------------------------------------------------*/
/* Remove the folder at path and what is in it, folders in folders as deep as depth says. */
static void remove_tree(const char *path, unsigned depth)
{
	DIR *d = depth ? opendir(path) : NULL;
	for (struct dirent *e; d && (e = readdir(d));) {
		struct sbuf inner = {0};
		if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, ".."))
			continue;
		sbuf_printf(&inner, "%s/%s", path, e->d_name);
		if (!inner.failed && unlink(inner.text) != 0)
			remove_tree(inner.text, depth - 1);
		sbuf_free(&inner);
	}
	if (d)
		closedir(d);
	rmdir(path);
}

/* Make it and have all temporary files made there; false: there is none. */
static bool make_temp(struct sbuf *path)
{
	const char *tmp = getenv("TMPDIR");
	sbuf_printf(path, "%s/tirc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	return !path->failed && mkdtemp(path->text) && setenv("TMPDIR", path->text, 1) == 0;
}

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
static void begin_child(pid_t parent, const sigset_t *mask)
{
	setpgid(0, 0);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
	sigprocmask(SIG_SETMASK, mask, NULL);
}

int timeout_run(unsigned seconds, struct diag *d, int (*work)(void *ctx), void *ctx)
{
	sigset_t all = awaited(), before;
	struct sbuf temp = {0};
	int status = 0;
	struct timespec end = now();
	pid_t parent = getpid();
	end.tv_sec += seconds;
	bool has_temp = make_temp(&temp);
	fflush(NULL);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid_t child = fork();
	if (child == 0) {
		sbuf_free(&temp);
		begin_child(parent, &before);
		exit(work(ctx));
	}
	bool ok = child > 0;
	if (!ok)
		diag_error(d, NULL, (struct span){0}, "cannot start a process: %s",
		        strerror(errno));
	else
		setpgid(child, child); /* whoever is first */
	bool done = ok && wait_until(child, end, &status);
	if (ok && !done) {
		end_group(child);
		diag_error(d, NULL, (struct span){0}, "not done after %u second%s (--timeout)",
		        seconds, seconds == 1 ? "" : "s");
	} else if (ok) {
		kill(-child, SIGKILL);
	}
	if (has_temp)
		remove_tree(temp.text, 3);
	sbuf_free(&temp);
	return done ? code_of(status) : 1;
}
