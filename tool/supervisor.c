/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/supervisor.c: what a run starts and makes is gone when the command ends, however that ends.
 *
 * Idea.   A process of its own, the supervisor, waits for the end of a pipe whose other end the command alone holds.
 *         That comes when the command asks for it and when it dies, of SIGKILL, too.  Then the supervisor
 *         ends the group of the child and removes the folder.  The child besides has the kernel kill it with its
 *         parent.
 * Costs   a process for each run. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tool/supervisor.h"

/* ---- Folders -----------------------------------------------------------------------------*/
enum { DEPTH = 3 }; /* of folders in folders that are removed */

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

/* ---- The supervisor --------------------------------------------------------------------------*/
/* Wait for the end of the pipe; the groups to end come through it. */
static void keep(int from, const char *folder)
{
	pid_t group = 0, next;
	ssize_t n;
	while ((n = read(from, &next, sizeof next)) == sizeof next || (n < 0 && errno == EINTR))
		if (n == sizeof next)
			group = next;
	if (group > 0)
		kill(-group, SIGKILL);
	if (folder)
		remove_tree(folder, DEPTH);
}

/* Keep nothing open that others wait for the end of; hear no signal meant for the command. */
static void stand_apart(int from)
{
	sigset_t all;
	sigfillset(&all);
	sigprocmask(SIG_SETMASK, &all, NULL);
	setsid();
	long most = sysconf(_SC_OPEN_MAX);
	for (int fd = 0; fd < (most > 0 && most < 1024 ? most : 1024); fd++)
		if (fd != from)
			close(fd);
}

bool supervisor_begin(struct supervisor *k, const char *folder)
{
	int ends[2];
	*k = (struct supervisor){.pipe = -1};
	if (pipe(ends) != 0)
		return false;
	fcntl(ends[0], F_SETFD, FD_CLOEXEC);
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	fflush(NULL);
	pid_t pid = fork();
	if (pid == 0) {
		stand_apart(ends[0]);
		keep(ends[0], folder);
		_exit(0);
	}
	close(ends[0]);
	if (pid < 0) {
		close(ends[1]);
		return false;
	}
	k->pipe = ends[1];
	k->pid = pid;
	return true;
}

bool supervisor_begin_folder(struct supervisor *k, struct sbuf *path)
{
	const char *tmp = getenv("TMPDIR");
	*k = (struct supervisor){.pipe = -1};
	sbuf_printf(path, "%s/tirc-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	if (path->failed || !mkdtemp(path->text))
		return false;
	if (supervisor_begin(k, path->text))
		return true;
	int error = errno;
	rmdir(path->text);
	errno = error;
	return false;
}

void supervisor_end(struct supervisor *k)
{
	if (k->pipe < 0)
		return;
	close(k->pipe);
	while (waitpid(k->pid, NULL, 0) < 0 && errno == EINTR)
		;
	k->pipe = -1;
}

/* ---- The child ---------------------------------------------------------------------------*/
void supervisor_die_with(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(1);
}

pid_t supervisor_fork(const struct supervisor *k)
{
	pid_t parent = getpid();
	fflush(NULL);
	pid_t child = fork();
	if (child == 0) {
		if (k->pipe >= 0)
			close(k->pipe);
		setpgid(0, 0);
		supervisor_die_with(parent);
	} else if (child > 0) {
		setpgid(child, child); /* whoever is first */
		ssize_t n = write(k->pipe, &child, sizeof child);
		(void)n; /* the supervisor is gone: the child ends with us all the same */
	}
	return child;
}

bool supervisor_wait(pid_t child, int *status)
{
	siginfo_t info;
	while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
		if (errno != EINTR)
			return false;
	kill(-child, SIGKILL); /* what it left; its number is still its own */
	return waitpid(child, status, 0) == child;
}

void supervisor_limit_memory(uint64_t more)
{
#ifndef __SANITIZE_ADDRESS__
	unsigned long long pages = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f || fscanf(f, "%llu", &pages) != 1)
		pages = 0;
	if (f)
		fclose(f);
	rlim_t most = (rlim_t)(pages * (unsigned long long)sysconf(_SC_PAGESIZE) + more);
	struct rlimit limit;
	if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur > most) {
		limit.rlim_cur = most;
		setrlimit(RLIMIT_AS, &limit);
	}
#else
	(void)more;
#endif
}
