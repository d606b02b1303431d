/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memcpy, memmove, memset and memcmp at all alignments and small lengths against loops of bytes:
 * out[0] counts differences. */
#include <stddef.h>
#include <stdint.h>

void tirc_entry(void **buffers, const uint64_t *scalars);
void *memcpy(void *restrict to, const void *restrict from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void *restrict to,
        const void *restrict from, size_t n);

enum { SIZE = 128 };

static void fill(unsigned char *p, uint32_t seed)
{
	for (uint32_t i = 0; i < SIZE; i++)
		p[i] = (unsigned char)(seed = seed * 1664525 + 1013904223, seed >> 24);
}

/* What a must be after n bytes at 'to' became those of b (or of a itself) at 'from'. */
static uint32_t differences(const unsigned char *got, const unsigned char *before,
        const unsigned char *source, size_t to, size_t from, size_t n)
{
	uint32_t wrong = 0;
	for (size_t i = 0; i < SIZE; i++)
		wrong += got[i] != (i >= to && i < to + n ? source[from + i - to] : before[i]);
	return wrong;
}

static uint32_t try(size_t to, size_t from, size_t n)
{
	_Alignas(8) static unsigned char a[SIZE], b[SIZE], before[SIZE];
	uint32_t wrong = 0;
	fill(a, 1), fill(b, 2), fill(before, 1);
	wrong += memcpy(a + to, b + from, n) != a + to;
	wrong += differences(a, before, b, to, from, n);
	fill(a, 1);
	if (n >= 32 && n % 8 == 0) {
		__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(a + to, b + from, n);
		wrong += differences(a, before, b, to, from, n);
	}
	fill(a, 1);
	memmove(a + to, a + from, n);
	wrong += differences(a, before, before, to, from, n);
	fill(a, 1), fill(b, 3);
	for (size_t i = 0; i < SIZE; i++)
		b[i] = 0xc3;
	memset(a + to, 0x1c3, n);
	wrong += differences(a, before, b, to, from, n);
	fill(a, 1), fill(b, 1);
	wrong += memcmp(a + to, b + to, n) != 0;
	if (n) {
		a[to + n - 1]++;
		int sign = a[to + n - 1] > b[to + n - 1] ? 1 : -1;
		wrong += memcmp(a + to, b + to, n) * sign <= 0;
		wrong += memcmp(b + to, a + to, n) * sign >= 0;
	}
	return wrong;
}

void tirc_entry(void **buffers, const uint64_t *scalars)
{
	uint32_t *out = buffers[0];
	(void)scalars;
	for (size_t to = 0; to < 17; to++)
		for (size_t from = 0; from < 17; from++)
			for (size_t n = 0; n < 40; n++)
				out[0] += try(to, from, n);
}
