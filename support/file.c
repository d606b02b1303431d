/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/file.c: an output file is written whole or not at all. */
#include <errno.h>
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

static bool write_special(const char *path, const void *data, size_t n)
{
	FILE *f = fopen(path, "wb");
	if (!f)
		return false;
	bool ok = fwrite(data, 1, n, f) == n;
	return fclose(f) == 0 && ok;
}

/* With the temporary file beside path; nothing ends the process while that is there. */
static bool write_and_rename(const char *path, const void *data, size_t n)
{
	struct sbuf temp = {0};
	sbuf_printf(&temp, "%s.XXXXXX", path);
	if (temp.failed) {
		errno = ENOMEM;
		return false;
	}
	int fd = mkstemp(temp.text);
	bool ok = fd >= 0;
	int error = errno;
	if (ok) {
		ok = write_all(fd, data, n) && fchmod(fd, wanted_mode(path)) == 0;
		error = errno;
		ok = close(fd) == 0 && ok;
		if (ok && rename(temp.text, path) != 0) {
			ok = false;
			error = errno;
		}
		if (!ok)
			unlink(temp.text);
	}
	sbuf_free(&temp);
	errno = error;
	return ok;
}

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
	bool ok = !strcmp(path, "-") ? fflush(stdout) == 0 && write_all(STDOUT_FILENO, data, n)
	          : is_special(path) ? write_special(path, data, n)
	                             : write_regular(path, data, n);
	if (!ok)
		*why = strerror(errno);
	return ok;
}
