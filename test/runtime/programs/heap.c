/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Allocates and frees blocks of many sizes for a long time, each full of its own byte: out[0] is
 * the number of blocks found spoilt, out[1] of blocks that were not aligned, out[2] of failures. */
#include <stddef.h>
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);
void *malloc(size_t size);
void free(void *p);
void *TVMBackendAllocWorkspace(int device, int id, uint64_t size, int code, int bits);
int TVMBackendFreeWorkspace(int device, int id, void *p);

enum { BLOCKS = 16 };

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	uint32_t *out = buffers[0], seed = 1;
	unsigned char *block[BLOCKS] = {0};
	uint32_t size[BLOCKS] = {0};
	for (uint64_t i = 0; i < scalars[0]; i++) {
		seed = seed * 1664525 + 1013904223;
		uint32_t k = seed >> 28;
		for (uint32_t j = 0; block[k] && j < size[k]; j++)
			out[0] += block[k][j] != (unsigned char)(k + size[k]);
		if (k & 1)
			free(block[k]);
		else
			TVMBackendFreeWorkspace(1, 0, block[k]);
		size[k] = (seed >> 8) % 5000;
		block[k] = k & 1 ? malloc(size[k]) : TVMBackendAllocWorkspace(1, 0, size[k], 0, 8);
		if (!block[k]) {
			out[2]++;
			continue;
		}
		out[1] += (uintptr_t)block[k] % 128 != 0;
		for (uint32_t j = 0; j < size[k]; j++)
			block[k][j] = (unsigned char)(k + size[k]);
	}
	/* Freed memory comes back: this is far more than the machine has. */
	for (uint32_t i = 0; i < 10000; i++) {
		void *p = malloc(3 << 20);
		out[2] += !p;
		free(p);
	}
}
