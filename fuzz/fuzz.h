/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/fuzz.h: what the targets share.  A target that finds a fault traps: libFuzzer keeps the text. */
#ifndef TIRC_FUZZ_H
#define TIRC_FUZZ_H

#include <stdlib.h>

#include "frontend/frontend.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FUZZ_ARENA = 256 << 20 }; /* more for so short a text is a fault */

/* Every message must be a sentence with a place within the text. */
static inline void fuzz_sink(void *ctx, const struct diag_message *m)
{
	(void)ctx;
	size_t n = strlen(m->text);
	bool sentence = n > 0 && m->text[n - 1] != '\n' && m->text[n - 1] != '.';
	bool inside = !m->source || (m->span.begin <= m->span.end && m->span.end <= m->source->len);
	if (!sentence || !inside || strncmp(m->text, "internal error", 14) == 0) {
		fprintf(stderr, "bad message: %s [%u, %u)\n", m->text, m->span.begin, m->span.end);
		abort();
	}
}

static inline void fuzz_fail(const char *what)
{
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

#endif
