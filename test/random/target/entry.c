/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/random/target/entry.c: call the programs of a batch, on Hexagon. */
#include "batch.h"

typedef int32_t kernel(void *, void *, void *, void *, void *, void *, int32_t, int32_t, int32_t,
        int64_t, float);
extern kernel *const random_kernels[];

/* scalars[0]: how many calls there are. */
void tirc_entry(void **buffers, const uint64_t *scalars);
void tirc_entry(void **buffers, const uint64_t *scalars)
{
	for (uint64_t i = 0; i < scalars[0]; i++) {
		char *m = buffers[2 * i];
		struct batch_call *c = buffers[2 * i + 1];
		c->result = random_kernels[c->kernel](m + c->place[0], m + c->place[1],
		        m + c->place[2], m + c->place[3], m + c->place[4], m + c->place[5], c->n,
		        c->x, c->y, c->w, c->f);
	}
}
