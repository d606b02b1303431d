/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/copy.c: what llc calls to copy large blocks whose alignment it hopes for but does not know.
 *
 * Wrong   if compiled without -fno-builtin: the loop would become a call of memcpy. */
#include "internal.h"

void *__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void *restrict to,
        const void *restrict from, size_t n);

typedef uint64_t __attribute__((may_alias)) word64;

/* n: at least 32, a multiple of 8. */
void *__hexagon_memcpy_likely_aligned_min32bytes_mult8bytes(void *restrict to,
        const void *restrict from, size_t n)
{
	if (((uintptr_t)to | (uintptr_t)from) % 8)
		return memcpy(to, from, n);
	word64 *t = to;
	const word64 *f = from;
	do
		*t++ = *f++;
	while (n -= 8);
	return to;
}
