/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/output.c: files are written, but never over what the command reads.
 *
 * Idea.   A file is its device and its number on it: so other spellings of a path, symbolic links and hard
 *         links are seen.  What is read is the text, the C headers and a schedule.  An array may be saved over itself, as
 *         the program writes to it: it was read whole before.
 * Keeps   devices and pipes: writing to them overwrites nothing. */
#include <sys/stat.h>
#include <unistd.h>

#include "tool/internal.h"

const char *output_base_name(const char *path, size_t *n)
{
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	const char *dot = strrchr(base, '.');
	*n = dot && dot != base ? (size_t)(dot - base) : strlen(base);
	return base;
}

/* Is path, "-" for stdin, the regular file that st tells of? */
static bool is_file(const char *path, const struct stat *st)
{
	struct stat own;
	int failed = !strcmp(path, "-") ? fstat(STDIN_FILENO, &own) : stat(path, &own);
	return !failed && S_ISREG(own.st_mode) && own.st_dev == st->st_dev &&
	       own.st_ino == st->st_ino;
}

/* What the command reads and st tells of, or NULL. */
static const char *input_of(const struct options *o, const struct stat *st)
{
	if (is_file(o->input, st))
		return o->input;
	for (uint32_t i = 0; options_file(o, i); i++)
		if (is_file(options_file(o, i), st))
			return options_file(o, i);
	return NULL;
}

/* May path be written to?  remedy: what to do if not. */
static bool may_write(struct job *j, const char *path, const char *remedy)
{
	struct stat st;
	if (!strcmp(path, "-") || stat(path, &st) || !S_ISREG(st.st_mode))
		return true;
	const char *input = input_of(&j->options, &st);
	return !input || JOB_ERROR(j, "the output would overwrite the input '%s'%s", input, remedy);
}

bool output_check(struct job *j)
{
	const char *out = j->options.output, *remarks = j->options.remarks;
	struct stat st;
	if ((out && !may_write(j, out, "")) || (remarks && !may_write(j, remarks, "")))
		return false;
	if (!out || !remarks || !strcmp(remarks, "-"))
		return true;
	bool same = stat(out, &st) ? !strcmp(out, remarks) : is_file(remarks, &st);
	return !same || JOB_ERROR(j, "-o and --pass-remarks-output are one file: '%s'", out);
}

static bool write_file(struct job *j, const char *path, const struct sbuf *data, const char *remedy)
{
	const char *why = "out of memory";
	if (!may_write(j, path, remedy))
		return false;
	return (!data->failed &&
	               support_write_file(path, data->text ? data->text : "", data->len, &why)) ||
	       JOB_ERROR(j, "cannot write '%s': %s", path, why);
}

bool output_write(struct job *j, const char *path, const struct sbuf *data)
{
	return write_file(j, path, data, "");
}

bool output_write_unnamed(struct job *j, const char *path, const struct sbuf *data)
{
	return write_file(j, path, data, "; name another file with -o FILE");
}
