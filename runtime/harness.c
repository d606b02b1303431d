/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/harness.c: tirc_program() of a program that runs one kernel: job file in, result file out.
 *
 * Idea.   Read the job, give each buffer its place between guard bytes and guard pages, read the counters, call,
 *         read them again, look at the guards, write.
 * Needs   tirc_entry, from the kernel's own object (job.h).
 * Wrong   if the counters run round: beyond 2^32 packets. */
#include "failure.h"
#include "internal.h"
#include "job.h"

enum { GUARD_BYTE = 0xa5, ALIGN = 128, LINE = 128, MAX_ALIGN = 1 << 20 };
enum { O_RDONLY = 0, O_CREATE_FOR_WRITING = 01 | 0100 | 01000 };

void tirc_entry(void **buffers, const uint64_t *scalars);
int tirc_program(int argc, char **argv);

struct rt_counts rt_emulated;

struct run {
	char *job; /* the whole file */
	size_t job_size;
	const struct job_header *header;
	const struct job_buffer *buffers;
	const uint64_t *scalars;
	char **data; /* of each buffer, behind its guard */
	struct job_result result;
	const char *result_path;
};

/* qemu-hexagon's own counters.  The assembler has no names for these control registers. */
#define READ_COUNTER(name, word)                                                                   \
	static inline uint32_t name(void)                                                          \
	{                                                                                          \
		register uint32_t r0 __asm__("r0");                                                \
		__asm__ volatile(".word " word : "=r"(r0)::"memory");                              \
		return r0;                                                                         \
	}
READ_COUNTER(read_packets, "0x6a14c000")      /* r0 = c20 */
READ_COUNTER(read_instructions, "0x6a15c000") /* r0 = c21 */
READ_COUNTER(read_hvx, "0x6a16c000")          /* r0 = c22 */

static _Noreturn void fail(enum job_status status, const char *text)
{
	rt_complain(text);
	exit((int)status);
}

static void *need(size_t size)
{
	void *p = malloc(size);
	if (!p)
		fail(JOB_NO_MEMORY, "out of memory");
	return p;
}

/* ---- The job ----------------------------------------------------------------------------*/
/* Read all of the file into the job, doubling the room as it fills. */
static void read_file(struct run *r, const char *path)
{
	size_t room = 1 << 16;
	long fd = rt_open(path, O_RDONLY, 0), got;
	if (fd < 0)
		fail(JOB_BAD_JOB, "the job file cannot be opened");
	r->job = need(room);
	while ((got = rt_read((int)fd, r->job + r->job_size, room - r->job_size)) > 0) {
		r->job_size += (size_t)got;
		if (r->job_size < room)
			continue;
		char *more = need(room *= 2);
		memcpy(more, r->job, r->job_size);
		free(r->job);
		r->job = more;
	}
	rt_close((int)fd);
	if (got < 0)
		fail(JOB_BAD_JOB, "the job file cannot be read");
}

/* Is there a piece of size bytes at offset in the job? */
static int is_inside(const struct run *r, uint64_t offset, uint64_t size)
{
	return offset <= r->job_size && size <= r->job_size - offset;
}

/* Find the job's parts, or end the program. */
static void check_job(struct run *r)
{
	size_t tables = sizeof *r->header;
	r->header = (const void *)r->job;
	if (r->job_size < tables || memcmp(r->header->magic, JOB_MAGIC, 8))
		fail(JOB_BAD_JOB, "this is not a job file");
	if (r->header->nbuffers > JOB_MAX_BUFFERS || r->header->nscalars > JOB_MAX_SCALARS)
		fail(JOB_BAD_JOB, "the job has too many arguments");
	r->buffers = (const void *)(r->job + tables);
	tables += r->header->nbuffers * sizeof *r->buffers;
	r->scalars = (const void *)(r->job + tables);
	tables += r->header->nscalars * sizeof *r->scalars;
	if (r->job_size < tables)
		fail(JOB_BAD_JOB, "the job file ends early");
	for (uint32_t i = 0; i < r->header->nbuffers; i++) {
		const struct job_buffer *b = &r->buffers[i];
		if (b->offset ? !is_inside(r, b->offset, b->size) : b->size > SIZE_MAX / 2)
			fail(JOB_BAD_JOB, "a buffer of the job lies outside the file");
		if (b->align & (b->align - 1) || b->align > MAX_ALIGN)
			fail(JOB_BAD_JOB, "a buffer of the job has a bad alignment");
	}
}

/* ---- Buffers ----------------------------------------------------------------------------*/
/* The last address up to p that is a multiple of align and not of twice that. */
static char *align_down(char *p, uintptr_t align)
{
	uintptr_t a = (uintptr_t)p & -align;
	if (!(a & align))
		a -= align;
	return (char *)a;
}

/* How many bytes there are from the end of a buffer to the page behind it. */
static size_t bytes_behind(const struct job_buffer *b, const char *p)
{
	uintptr_t end = (uintptr_t)p + (size_t)b->size;
	return (end + JOB_PAGE - 1) / JOB_PAGE * JOB_PAGE - end;
}

/* A buffer that ends as near to a page nobody may touch as its alignment lets it, and a line of HVX: LLVM reads shorter
 * vectors with the rest of a line behind them.  The bytes between are a guard. */
static char *make_buffer(const struct run *r, const struct job_buffer *b)
{
	uintptr_t align = b->align ? b->align : ALIGN;
	size_t size = (size_t)b->size;
	size_t room = (size + JOB_GUARD + LINE + 2 * align + JOB_PAGE - 1) / JOB_PAGE * JOB_PAGE;
	char *pages = rt_guarded_pages(room, JOB_PAGE), *p;
	if (!pages)
		fail(JOB_NO_MEMORY, "out of memory");
	p = align_down(pages + room - LINE - size, align);
	memset(p - JOB_GUARD, GUARD_BYTE, JOB_GUARD);
	memset(p + size, GUARD_BYTE, bytes_behind(b, p));
	if (b->offset)
		memcpy(p, r->job + b->offset, size);
	else
		memset(p, 0, size);
	return p;
}

static int is_whole(const char *guard, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if ((uint8_t)guard[i] != GUARD_BYTE)
			return 0;
	return 1;
}

static void check_guards(struct run *r)
{
	for (uint32_t i = 0; i < r->header->nbuffers; i++) {
		const char *p = r->data[i];
		if (is_whole(p - JOB_GUARD, JOB_GUARD) &&
		        is_whole(p + r->buffers[i].size, bytes_behind(&r->buffers[i], p)))
			continue;
		rt_complain("wrote outside a buffer");
		r->result.status = JOB_GUARD_BROKEN;
		r->result.broken = i;
		return;
	}
}

/* ---- The call ---------------------------------------------------------------------------*/
static void do_nothing(void **buffers, const uint64_t *scalars)
{
	(void)buffers, (void)scalars;
}

/* What the counters say now, less what emulation has taken. */
static inline struct rt_counts read_counts(void)
{
	struct rt_counts now;
	now.packets = read_packets();
	now.instructions = read_instructions();
	now.hvx = read_hvx();
	return (struct rt_counts){now.packets - rt_emulated.packets,
	        now.instructions - rt_emulated.instructions, now.hvx - rt_emulated.hvx};
}

/* Call entry and return what it cost, the counters' own reading included. */
__attribute__((noinline)) static struct rt_counts count(void (*entry)(void **, const uint64_t *),
        void **buffers, const uint64_t *scalars)
{
	struct rt_counts before = read_counts(), after;
	entry(buffers, scalars);
	after = read_counts();
	return (struct rt_counts){after.packets - before.packets,
	        after.instructions - before.instructions, after.hvx - before.hvx};
}

static void call(struct run *r)
{
	void (*volatile nothing)(void **, const uint64_t *) = do_nothing;
	struct rt_counts empty = count(nothing, (void **)r->data, r->scalars);
	struct rt_counts full = count(tirc_entry, (void **)r->data, r->scalars);
	r->result.counted = 1;
	r->result.packets = full.packets - empty.packets;
	r->result.instructions = full.instructions - empty.instructions;
	r->result.hvx = full.hvx - empty.hvx;
}

/* ---- The result -------------------------------------------------------------------------*/
static void write_all(int fd, const void *bytes, size_t n)
{
	const char *p = bytes;
	while (n) {
		long done = rt_write(fd, p, n);
		if (done <= 0)
			fail(JOB_NO_RESULT, "the result file cannot be written");
		p += done;
		n -= (size_t)done;
	}
}

/* Open the result file and write its header. */
static int begin_result(struct run *r)
{
	long fd = rt_open(r->result_path, O_CREATE_FOR_WRITING, 0666);
	if (fd < 0)
		fail(JOB_NO_RESULT, "the result file cannot be opened");
	memcpy(r->result.magic, RESULT_MAGIC, 8);
	r->result.nbuffers = r->header->nbuffers;
	write_all((int)fd, &r->result, sizeof r->result);
	return (int)fd;
}

static void write_result(struct run *r)
{
	static const char zeros[8];
	int fd = begin_result(r);
	for (uint32_t i = 0; i < r->header->nbuffers; i++) {
		uint64_t size = r->buffers[i].size;
		write_all(fd, r->data[i], (size_t)size);
		write_all(fd, zeros, (size_t)(job_round(size) - size));
	}
	rt_close(fd);
}

static struct run run;

/* The kernel cannot go on: leave its message instead of the buffers. */
static void leave_failure(const struct tirc_failure *f, const char *text, size_t n)
{
	struct job_failure said = {f->begin, f->end, (uint32_t)n, 0};
	run.result.status = JOB_FAILED;
	int fd = begin_result(&run);
	write_all(fd, &said, sizeof said);
	write_all(fd, text, n);
	exit(JOB_FAILED);
}

int tirc_program(int argc, char **argv)
{
	struct run *r = &run;
	if (argc != 3)
		fail(JOB_BAD_JOB, "arguments are a job file and a result file");
	read_file(r, argv[1]);
	r->result_path = argv[2];
	check_job(r);
	r->data = need((r->header->nbuffers + 1) * sizeof *r->data);
	for (uint32_t i = 0; i < r->header->nbuffers; i++)
		r->data[i] = make_buffer(r, &r->buffers[i]);
	rt_on_failure = leave_failure;
	call(r);
	check_guards(r);
	write_result(r);
	return (int)r->result.status;
}
