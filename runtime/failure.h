/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/failure.h: how compiled code says why it cannot go on (docs/engines.md).
 *
 * Code of a checked build (--checked) and of --run calls
 *
 *   void tirc_fail(const struct tirc_failure *failure, const int64_t *values);
 *
 * which does not come back.  The runtime's prints the message and ends the program; who wants something else
 * defines the function. */
#ifndef TIRC_RUNTIME_FAILURE_H
#define TIRC_RUNTIME_FAILURE_H

#include <stddef.h>
#include <stdint.h>

/* A place in the program and what is wrong there. */
struct tirc_failure {
	const char *file;
	const char *text;    /* of the message: each of the first nvalues '%' stands for a value */
	uint32_t begin, end; /* bytes of the file that it is about; 0, 0: it is not known */
	uint32_t line, column; /* from 1 */
	uint32_t nvalues;
};

enum { TIRC_FAILURE_TEXT = 1024 };

/* Append the decimal digits of v; n bytes are there, of TIRC_FAILURE_TEXT. */
static inline size_t tirc_failure_number(int64_t v, char *out, size_t n)
{
	char digits[24];
	size_t k = 0;
	uint64_t rest = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
	do {
		digits[k++] = (char)('0' + rest % 10);
	} while (rest /= 10);
	if (v < 0)
		digits[k++] = '-';
	while (k && n < TIRC_FAILURE_TEXT - 1)
		out[n++] = digits[--k];
	return n;
}

/* Write the message, cut where it is too long, with a 0 behind it; returns its length. */
static inline size_t tirc_failure_text(const struct tirc_failure *f, const int64_t *values,
        char *out)
{
	size_t n = 0;
	uint32_t used = 0;
	for (const char *s = f->text; *s && n < TIRC_FAILURE_TEXT - 1; s++) {
		if (*s == '%' && used < f->nvalues)
			n = tirc_failure_number(values[used++], out, n);
		else
			out[n++] = *s;
	}
	out[n] = 0;
	return n;
}

#endif
