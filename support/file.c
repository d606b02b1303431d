/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/file.c: an output file is written whole or not at all.
 *
 * Idea.   A temporary file beside the output is renamed to it.  Symbolic links are followed before, so that
 *         what they name is written, and they stay.
 * Keeps   devices and pipes, and what is open as our stdout or stderr: those are written to as they are. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/support.h"

/* Write to a descriptor; false with errno set. */
static bool write_all(int fd, const char *p, size_t n)
{
	while (n) {
		ssize_t k = write(fd, p, n);
		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			return false;
		p += k;
		n -= (size_t)k;
	}
	return true;
}

/* The process's umask, without changing it in a window another thread could see. */
static mode_t umask_now(void)
{
	enum { USUAL = 022, LINE = 256 };
	char line[LINE];
	unsigned mask = USUAL;
	FILE *f = fopen("/proc/self/status", "r");
	while (f && fgets(line, sizeof line, f))
		if (sscanf(line, "Umask: %o", &mask) == 1)
			break;
	if (f)
		fclose(f);
	return (mode_t)mask & 0777;
}

/* The permissions a file made by open(2) would get: an existing file keeps its own. */
static mode_t wanted_mode(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 ? st.st_mode & 07777 : 0666 & ~umask_now();
}

/* Devices and pipes cannot be replaced by rename: write to them directly. */
static bool is_special(const char *path)
{
	struct stat st;
	return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

/* Our own descriptor of the file that path names, as "-" and /dev/stdout do; -1: none. */
static int own_descriptor(const char *path)
{
	struct stat st, own;
	if (!strcmp(path, "-"))
		return STDOUT_FILENO;
	if (stat(path, &st) != 0)
		return -1;
	for (int fd = STDOUT_FILENO; fd <= STDERR_FILENO; fd++)
		if (fstat(fd, &own) == 0 && own.st_dev == st.st_dev && own.st_ino == st.st_ino)
			return fd;
	return -1;
}

static bool write_special(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wb");
	if (!f)
		return false;
	bool ok = fwrite(data, 1, n, f) == n;
	return fclose(f) == 0 && ok;
}

/* Put what the symbolic link path names, be it there or not, in its place, until that is no link; false with
 * errno set. */
static bool follow_links(struct sbuf *path)
{
	enum { MAX_LINKS = 40 }; /* as Linux follows */
	char target[PATH_MAX];
	for (unsigned i = 0; i < MAX_LINKS && !path->failed; i++) {
		ssize_t n = readlink(path->text, target, sizeof target);
		if (n < 0)
			return true;
		const char *slash = target[0] == '/' ? NULL : strrchr(path->text, '/');
		path->len = slash ? (size_t)(slash + 1 - path->text) : 0;
		sbuf_add(path, target, (size_t)n);
	}
	errno = path->failed ? ENOMEM : ELOOP;
	return false;
}

/* May a file that is there be written to?  Renaming would not ask. */
static bool may_replace(const char *path)
{
	return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0 || errno == ENOENT;
}

/* The name of a temporary file beside path, for mkstemp(). */
static bool name_temporary(struct sbuf *temp, const char *path)
{
	const char *slash = strrchr(path, '/');
	sbuf_add(temp, path, slash ? (size_t)(slash + 1 - path) : 0);
	sbuf_str(temp, ".tirc-XXXXXX");
	return !temp->failed || (errno = ENOMEM, false);
}

/* Fill the temporary file fd and give it path's name; false with errno set, and it is gone. */
static bool fill_and_rename(int fd, const char *temp, const char *path, const void *data, size_t n)
{
	bool ok = write_all(fd, data, n) && fchmod(fd, wanted_mode(path)) == 0;
	int error = errno;
	if (close(fd) != 0 && ok) {
		ok = false;
		error = errno;
	}
	if (ok && rename(temp, path) != 0) {
		ok = false;
		error = errno;
	}
	if (!ok)
		unlink(temp);
	errno = error;
	return ok;
}

static bool write_and_rename(const char *path, const void *data, size_t n)
{
	struct sbuf file = {0}, temp = {0};
	sbuf_str(&file, path);
	bool ok = follow_links(&file) && may_replace(file.text) && name_temporary(&temp, file.text);
	int fd = ok ? mkstemp(temp.text) : -1;
	ok = fd >= 0 && fill_and_rename(fd, temp.text, file.text, data, n);
	int error = errno;
	sbuf_free(&file);
	sbuf_free(&temp);
	errno = error;
	return ok;
}

/* Nothing ends the process while the temporary file is there. */
static bool write_regular(const char *path, const void *data, size_t n)
{
	sigset_t all, before;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	bool ok = write_and_rename(path, data, n);
	int error = errno;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	errno = error;
	return ok;
}

bool support_write_file(const char *path, const void *data, size_t n, const char **why)
{
	int fd = own_descriptor(path);
	bool ok = fd >= 0            ? fflush(stdout) == 0 && write_all(fd, data, n)
	          : is_special(path) ? write_special(path, data, n)
	                             : write_regular(path, data, n);
	if (!ok)
		*why = strerror(errno);
	return ok;
}
