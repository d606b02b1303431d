/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/run_hexagon.c: --run=hexagon: object, linker, qemu-hexagon.
 *
 * The program is linked from the object and libtirc-hexagon.a, which stands beside the command
 * (bin/../lib) and holds start-up, arithmetic, libm and the harness.  Arguments and results travel
 * in two files (runtime/job.h).  Everything temporary lives in one folder, removed in every case. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "runtime/job.h"
#include "tool/llvm.h"
#include "tool/supervisor.h"

/* Bytes of address space: the guest's 4 GiB, and more for those who run and link it. */
#define SPAWN_MEMORY (UINT64_C(16) << 30)

enum file { OBJECT, PROGRAM, JOB, RESULT, NFILES };
static const char *const file_names[NFILES] = {"kernel.o", "kernel", "job", "result"};

/* The temporary folder and the files in it. */
struct folder {
	struct supervisor supervisor; /* removes it */
	const char *file[NFILES];
};

static bool make_folder(struct job *j, struct folder *f)
{
	struct sbuf path = {0};
	bool ok = supervisor_begin_folder(&f->supervisor, &path) ||
	          JOB_ERROR(j, "cannot make the folder '%s': %s", path.text ? path.text : "",
	                  strerror(errno));
	for (int i = 0; ok && i < NFILES; i++)
		f->file[i] = arena_printf(&j->arena, "%s/%s", path.text, file_names[i]);
	sbuf_free(&path);
	return ok;
}

static bool write_file(struct job *j, const char *path, const void *data, size_t n)
{
	const char *why;
	return support_write_file(path, data, n, &why) ||
	       JOB_ERROR(j, "cannot write '%s': %s", path, why);
}

/* ---- other programs ---------------------------------------------------------------------*/
enum { NOT_STARTED = 127 };

/* Become another program, found in PATH; what stands in the way goes to the pipe. */
static void become(const char *const *argv, uint64_t memory, int why)
{
	supervisor_limit_memory(memory);
	execvp(argv[0], (char *const *)(uintptr_t)argv);
	int error = errno;
	ssize_t n = write(why, &error, sizeof error);
	(void)n; /* the exit code says it, too */
	_exit(NOT_STARTED);
}

/* Run a program found in PATH and wait; false if it cannot be started.  Its messages go to ours. */
static bool spawn(struct job *j, const struct supervisor *k, const char *const *argv,
        uint64_t memory, int *status)
{
	int ends[2], error = 0;
	if (pipe(ends) != 0)
		return JOB_ERROR(j, "cannot start '%s': %s", argv[0], strerror(errno));
	fcntl(ends[1], F_SETFD, FD_CLOEXEC);
	pid_t child = supervisor_fork(k);
	if (child == 0) {
		close(ends[0]);
		become(argv, memory, ends[1]);
	}
	if (child < 0)
		error = errno;
	close(ends[1]);
	bool failed = child < 0 || read(ends[0], &error, sizeof error) == sizeof error;
	close(ends[0]);
	bool ended = child > 0 && supervisor_wait(child, status);
	if (failed)
		return JOB_ERROR(j, "cannot start '%s': %s%s", argv[0], strerror(error),
		        error == ENOENT
		                ? "; --run=hexagon needs Debian's packages lld and qemu-user"
		                : "");
	return ended || JOB_ERROR(j, "lost '%s': %s", argv[0], strerror(errno));
}

/* The runtime library: ../lib beside the command.  NULL after an error. */
static const char *runtime_path(struct job *j)
{
	char exe[4096];
	ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
	if (n <= 0) {
		JOB_ERROR(j, "cannot tell where tirc stands: %s", strerror(errno));
		return NULL;
	}
	exe[n] = 0;
	*strrchr(exe, '/') = 0;
	const char *path = arena_printf(&j->arena, "%s/../lib/libtirc-hexagon.a", exe);
	if (access(path, R_OK) == 0)
		return path;
	JOB_ERROR(j, "the Hexagon runtime '%s' is missing: %s", path, strerror(errno));
	return NULL;
}

static bool link_program(struct job *j, const struct run_args *args, const struct folder *f)
{
	struct sbuf object = {0};
	const char *runtime = runtime_path(j);
	bool ok = run_object(j, args, &object) && runtime &&
	          write_file(j, f->file[OBJECT], object.text, object.len);
	sbuf_free(&object);
	int status;
	const char *argv[] = {
	        TIRC_LLD, "-static", "-o", f->file[PROGRAM], f->file[OBJECT], runtime, NULL};
	return ok && spawn(j, &f->supervisor, argv, SPAWN_MEMORY, &status) &&
	       (status == 0 || JOB_ERROR(j, "the linker failed"));
}

/* ---- the job ----------------------------------------------------------------------------*/
static int64_t extended(const struct run_arg *a, uint64_t bits)
{
	struct tir_type t = a->var->type;
	if (t.code != TIR_TYPE_INT || t.bits >= 64)
		return (int64_t)bits;
	return (int64_t)(bits << (64 - t.bits)) >> (64 - t.bits);
}

static bool is_zero(const char *p, size_t n)
{
	return n == 0 || (*p == 0 && !memcmp(p, p + 1, n - 1));
}

static void pad(struct sbuf *b)
{
	while (b->len != job_round(b->len) && !b->failed)
		sbuf_char(b, 0);
}

/* Write the job file: buffers that are all zero have no contents. */
static bool write_job(struct job *j, const struct run_args *args, const char *path)
{
	struct job_header header = {JOB_MAGIC, 0, 0};
	struct sbuf table = {0}, contents = {0}, scalars = {0};
	for (uint32_t i = 0; i < args->n; i++)
		*(args->arg[i].map ? &header.nbuffers : &header.nscalars) += 1;
	uint64_t base = sizeof header + header.nbuffers * sizeof(struct job_buffer) +
	                header.nscalars * sizeof(uint64_t);
	for (uint32_t i = 0; i < args->n; i++) {
		const struct run_arg *a = &args->arg[i];
		const struct interp_arg *v = &args->value[i];
		if (!a->map) {
			int64_t word = extended(a, v->bits);
			sbuf_add(&scalars, (const char *)&word, sizeof word);
			continue;
		}
		bool zero = is_zero(v->data, v->bytes);
		struct job_buffer row = {v->bytes, zero ? 0 : base + contents.len, a->align, 0};
		sbuf_add(&table, (const char *)&row, sizeof row);
		if (!zero)
			sbuf_add(&contents, v->data, v->bytes);
		pad(&contents);
	}
	struct sbuf all = {0};
	sbuf_add(&all, (const char *)&header, sizeof header);
	sbuf_add(&all, table.text ? table.text : "", table.len);
	sbuf_add(&all, scalars.text ? scalars.text : "", scalars.len);
	sbuf_add(&all, contents.text ? contents.text : "", contents.len);
	bool failed = all.failed || table.failed || scalars.failed || contents.failed;
	bool ok = failed ? JOB_ERROR(j, "out of memory") : write_file(j, path, all.text, all.len);
	sbuf_free(&table);
	sbuf_free(&scalars);
	sbuf_free(&contents);
	sbuf_free(&all);
	return ok;
}

/* ---- the result -------------------------------------------------------------------------*/
struct ending {
	int code;
	const char *what;
};
static const struct ending endings[] = {
        {JOB_BAD_JOB, "the harness could not read its job"},
        {JOB_NO_RESULT, "the harness could not write its result"},
        {JOB_NO_MEMORY, "ran out of memory"},
        {JOB_DIVISION_BY_ZERO, "divided by zero"},
        {JOB_ABORT, "aborted"},
};

/* Was it ended by a packet that qemu does not know?  qemu 7.2 fails an assertion there, and ends by SIGSEGV.  True after an
 * error. */
static bool report_unknown(struct job *j, const struct folder *f, const struct run_args *args,
        int status)
{
	const char *why, *packet = NULL;
	const struct source *object = WIFSIGNALED(status)
	                                      ? source_read(&j->arena, f->file[OBJECT], &why)
	                                      : NULL;
	if (object)
		packet = j->llvm->unknown_packet(&j->options.driver.target, object, &j->arena);
	return packet &&
	       !diag_error(j->diag, j->source, args->func->at,
	               "'%s' on Hexagon: qemu-hexagon 7.2 does not know '%s'; -mcpu=hexagonv67 "
	               "makes code that it runs",
	               args->func->name, packet);
}

/* Say how the program ended; true if there is a result. */
static bool report_end(struct job *j, const struct folder *f, const struct run_args *args,
        int status)
{
	if (WIFEXITED(status) &&
	        (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == JOB_GUARD_BROKEN ||
	                WEXITSTATUS(status) == JOB_FAILED))
		return true;
	if (report_unknown(j, f, args, status))
		return false;
	const char *what = "trapped or touched memory that is not its own";
	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
		if (WIFEXITED(status) && endings[i].code == WEXITSTATUS(status))
			what = endings[i].what;
	return diag_error(j->diag, j->source, args->func->at, "'%s' on Hexagon: %s",
	        args->func->name, what);
}

/* The name of the i-th buffer. */
static const char *buffer_name(const struct run_args *args, uint32_t i)
{
	for (uint32_t k = 0; k < args->n; k++)
		if (args->arg[k].map && i-- == 0)
			return args->arg[k].name;
	return "?";
}

/* Say what the kernel says: why it could not go on. */
static bool read_failure(struct job *j, const struct source *file)
{
	struct job_failure said;
	size_t at = sizeof(struct job_result) + sizeof said;
	if (file->len < at)
		return JOB_ERROR(j, "cannot read the result: it is too short");
	memcpy(&said, file->text + sizeof(struct job_result), sizeof said);
	if (said.length > file->len - at || said.begin > said.end || said.end > j->source->len)
		return JOB_ERROR(j, "cannot read the result: its message is damaged");
	return diag_error(j->diag, j->source, (struct span){said.begin, said.end}, "%.*s",
	        (int)said.length, file->text + at);
}

/* What all buffers begin at a multiple of; 0: there are none. */
static unsigned least_align(const struct run_args *args)
{
	unsigned least = 0;
	for (uint32_t i = 0; i < args->n; i++)
		if (args->arg[i].map && (!least || args->arg[i].align < least))
			least = args->arg[i].align;
	return least;
}

/* Copy the buffers back and report the counts. */
static bool read_result(struct job *j, struct run_args *args, const char *path, struct sbuf *stats)
{
	const char *why = "it is too short";
	struct job_result r;
	const struct source *file = source_read(&j->arena, path, &why);
	if (!file || file->len < sizeof r)
		return JOB_ERROR(j, "cannot read the result: %s", why);
	memcpy(&r, file->text, sizeof r);
	if (memcmp(r.magic, RESULT_MAGIC, sizeof r.magic))
		return JOB_ERROR(j, "cannot read the result: it is no result file");
	if (r.status == JOB_GUARD_BROKEN)
		return diag_error(j->diag, j->source, args->func->at,
		        "'%s' on Hexagon: wrote outside '%s'", args->func->name,
		        buffer_name(args, r.broken));
	if (r.status == JOB_FAILED)
		return read_failure(j, file);
	uint64_t at = sizeof r;
	for (uint32_t i = 0; i < args->n; i++) {
		if (!args->arg[i].map)
			continue;
		at = job_round(at);
		if (at + args->value[i].bytes > file->len)
			return JOB_ERROR(j, "cannot read the result: %s", why);
		memcpy(args->value[i].data, file->text + at, args->value[i].bytes);
		at += args->value[i].bytes;
	}
	if (r.counted)
		sbuf_printf(stats, "packets: %llu\ninstructions: %llu\nhvx: %llu\nalign: %u\n",
		        (unsigned long long)r.packets, (unsigned long long)r.instructions,
		        (unsigned long long)r.hvx, least_align(args));
	return true;
}

bool run_hexagon(struct job *j, struct run_args *args, struct sbuf *stats)
{
	struct folder f = {.supervisor.pipe = -1};
	int status;
	const char *argv[] = {"qemu-hexagon", "-cpu", j->options.driver.target.processor->qemu,
	        NULL, NULL, NULL, NULL};
	bool ok = j->llvm->add_entry(j, args) && make_folder(j, &f) && link_program(j, args, &f) &&
	          write_job(j, args, f.file[JOB]);
	for (int i = PROGRAM; ok && i < NFILES; i++)
		argv[2 + i] = f.file[i];
	ok = ok && spawn(j, &f.supervisor, argv, SPAWN_MEMORY, &status) &&
	     report_end(j, &f, args, status) && read_result(j, args, f.file[RESULT], stats);
	supervisor_end(&f.supervisor);
	return ok;
}
