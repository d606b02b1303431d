/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/job.h: the two files through which a host process has a kernel run elsewhere.
 *
 * The host writes a job file, the program made of a kernel and this runtime reads it, calls the
 * kernel once, and writes a result file.  All numbers are little-endian, all structs are laid out
 * as below without padding of the compiler's (checked), offsets count from the file's start.
 *
 *   job file     struct job_header
 *                struct job_buffer [nbuffers]   in the order of the kernel's buffer parameters
 *                uint64_t          [nscalars]   in the order of the kernel's scalar parameters
 *                contents, anywhere behind, each at a multiple of 8
 *   result file  struct job_result
 *                for each buffer its bytes after the call, each begun at a multiple of 8;
 *                if the status is JOB_FAILED, struct job_failure and its text instead
 *
 * A scalar is one uint64_t: integers and bool sign- or zero-extended as their type says, floats
 * as their bits in the low end.
 *
 * The kernel is reached through one function that whoever compiles it adds to its module:
 *
 *   void tirc_entry(void **buffers, const uint64_t *scalars);
 *
 * It loads each argument from its array, converts it to the parameter's type and calls. */
#ifndef TIRC_RUNTIME_JOB_H
#define TIRC_RUNTIME_JOB_H

#include <stdint.h>

#define JOB_MAGIC    "TIRCJOB1"
#define RESULT_MAGIC "TIRCRES1"

enum { JOB_MAX_BUFFERS = 4096, JOB_MAX_SCALARS = 4096, JOB_GUARD = 256, JOB_PAGE = 1 << 16 };

struct job_header {
	char magic[8];
	uint32_t nbuffers, nscalars;
};

struct job_buffer {
	uint64_t size;   /* bytes */
	uint64_t offset; /* of size bytes of contents; 0: all zero */
	uint32_t align; /* the address is a multiple of it, and of no higher power of two; 0: 128 */
	uint32_t pad;   /* 0 */
};

/* What became of the call.  Also the exit code of the program where it says so. */
enum job_status {
	JOB_OK = 0,
	JOB_BAD_JOB = 64,          /* exit code only: the job file is missing or malformed */
	JOB_GUARD_BROKEN = 65,     /* also the exit code: a byte beside a buffer was written */
	JOB_FAILED = 67,           /* also the exit code: the kernel said why it cannot go on */
	JOB_NO_RESULT = 66,        /* exit code only: the result file cannot be written */
	JOB_NO_MEMORY = 71,        /* exit code only */
	JOB_DIVISION_BY_ZERO = 77, /* exit code only: said by the division routines */
	JOB_ABORT = 134,           /* exit code only: the kernel called abort() */
};

struct job_result {
	char magic[8];
	uint32_t status; /* JOB_OK, JOB_GUARD_BROKEN or JOB_FAILED */
	uint32_t nbuffers;
	uint32_t broken; /* the first buffer with a broken guard, where status says so */
	uint32_t
	        counted; /* 1: the counts below were taken (under qemu-hexagon), 0: they are zero */
	uint64_t packets; /* of tirc_entry alone: an empty call's are taken off; modulo 2^32 */
	uint64_t instructions;
	uint64_t hvx; /* HVX instructions */
};

/* What the kernel said (failure.h). */
struct job_failure {
	uint32_t begin, end; /* bytes of the program's text */
	uint32_t length;     /* of the message behind it */
	uint32_t pad;        /* 0 */
};

_Static_assert(sizeof(struct job_failure) == 16, "no padding");
_Static_assert(sizeof(struct job_header) == 16, "no padding");
_Static_assert(sizeof(struct job_buffer) == 24, "no padding");
_Static_assert(sizeof(struct job_result) == 48, "no padding");

/* Where the next block of contents begins, after one that ends at offset. */
static inline uint64_t job_round(uint64_t offset)
{
	return (offset + 7) & ~UINT64_C(7);
}

#endif
