/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/target/batch.h: a batch of programs under qemu, as both sides see it.
 *
 * The job (runtime/job.h) has two buffers a program: its image and its call.  The module that was compiled has the
 * table random_kernels, in the same order. */
#ifndef TIRC_RANDOM_BATCH_H
#define TIRC_RANDOM_BATCH_H

#include <stdint.h>

enum { BATCH_BUFFERS = 6 };
struct batch_call {
	int64_t w;
	int32_t n, x, y;
	float f;
	uint32_t place[BATCH_BUFFERS]; /* in the image, in bytes */
	uint32_t kernel;               /* in the table */
	int32_t result;                /* what it returned */
};
_Static_assert(sizeof(struct batch_call) == 56, "no padding");

#endif
