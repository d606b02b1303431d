/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/near.c: how far two words are apart, for "did you mean". */
#include "support/support.h"

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;
	return m < c ? m : c;
}

enum { MAX_WORD = 32 }; /* longer words are never near a name of ours */

unsigned support_edit_distance(const char *a, size_t na, const char *b, size_t nb, unsigned limit)
{
	unsigned row[3][MAX_WORD + 1];
	if (na > MAX_WORD || nb > MAX_WORD)
		return limit + 1;
	for (size_t k = 0; k <= nb; k++)
		row[0][k] = (unsigned)k;
	for (size_t i = 1; i <= na; i++) {
		unsigned *now = row[i % 3], *before = row[(i + 2) % 3], *older = row[(i + 1) % 3];
		now[0] = (unsigned)i;
		for (size_t k = 1; k <= nb; k++) {
			now[k] = min3(before[k] + 1, now[k - 1] + 1,
			        before[k - 1] + (a[i - 1] != b[k - 1]));
			bool swapped = i > 1 && k > 1 && a[i - 1] == b[k - 2] &&
			               a[i - 2] == b[k - 1];
			if (swapped && older[k - 2] + 1 < now[k])
				now[k] = older[k - 2] + 1;
		}
	}
	unsigned d = row[na % 3][nb];
	return d > limit ? limit + 1 : d;
}
