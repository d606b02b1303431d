/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* support/near.c: the nearest of the words there are, for "did you mean". */
#include <string.h>

#include "support/support.h"

static unsigned min3(unsigned a, unsigned b, unsigned c)
{
	unsigned m = a < b ? a : b;
	return m < c ? m : c;
}

enum { MAX_WORD = 32 }; /* longer words are never near a name of ours */

/* The edit distance, swaps of neighbours counted as one; at most limit + 1. */
static unsigned distance(const char *a, size_t na, const char *b, size_t nb, unsigned limit)
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

struct support_nearest support_nearest_of(const char *word, size_t n)
{
	return (struct support_nearest){word, n, n < 4 ? 2 : (unsigned)n / 3 + 2};
}

bool support_nearest_try(struct support_nearest *s, const char *name, size_t n)
{
	unsigned d = n ? distance(s->word, s->n, name, n, s->limit) : s->limit;
	if (d >= s->limit)
		return false;
	s->limit = d;
	return true;
}
