/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/memory.c: memcpy and its family.
 *
 * Idea.   Eight bytes a step where both sides stand on a multiple of eight, four where on four,
 *         else single bytes.
 * Wrong   if compiled without -ffreestanding -fno-builtin: the loops would become calls of the
 *         functions they are in. */
#include "internal.h"

/* Wide accesses to memory of any type. */
typedef uint64_t __attribute__((may_alias)) word64;
typedef uint32_t __attribute__((may_alias)) word32;

static inline uintptr_t both(const void *a, const void *b)
{
	return (uintptr_t)a | (uintptr_t)b;
}

/* Copy upwards; right for overlapping blocks too where to is below from. */
static inline void copy_up(char *to, const char *from, size_t n)
{
	size_t i = 0;
	if (both(to, from) % 8 == 0)
		for (; i + 8 <= n; i += 8)
			*(word64 *)(to + i) = *(const word64 *)(from + i);
	else if (both(to, from) % 4 == 0)
		for (; i + 4 <= n; i += 4)
			*(word32 *)(to + i) = *(const word32 *)(from + i);
	for (; i < n; i++)
		to[i] = from[i];
}

/* Copy downwards, for overlapping blocks where to is above from. */
static inline void copy_down(char *to, const char *from, size_t n)
{
	if (both(to, from) % 8 == 0) {
		for (; n % 8; n--)
			to[n - 1] = from[n - 1];
		for (; n; n -= 8)
			*(word64 *)(to + n - 8) = *(const word64 *)(from + n - 8);
	}
	for (; n; n--)
		to[n - 1] = from[n - 1];
}

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	copy_up(to, from, n);
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	if ((uintptr_t)to <= (uintptr_t)from)
		copy_up(to, from, n);
	else
		copy_down(to, from, n);
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	char *p = to;
	size_t i = 0;
	uint64_t pattern = (uint8_t)byte * UINT64_C(0x0101010101010101);
	for (; i < n && (uintptr_t)(p + i) % 8; i++)
		p[i] = (char)byte;
	for (; i + 8 <= n; i += 8)
		*(word64 *)(p + i) = pattern;
	for (; i < n; i++)
		p[i] = (char)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const unsigned char *x = a, *y = b;
	for (size_t i = 0; i < n; i++)
		if (x[i] != y[i])
			return x[i] - y[i];
	return 0;
}

size_t strlen(const char *s)
{
	size_t n = 0;
	while (s[n])
		n++;
	return n;
}
