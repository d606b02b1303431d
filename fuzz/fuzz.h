/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/fuzz.h: what the targets share.  A target that finds a fault traps: libFuzzer keeps the text. */
#ifndef TIRC_FUZZ_H
#define TIRC_FUZZ_H

#include <stdlib.h>

#include "frontend/frontend.h"
#include "legalize/legalize.h"

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

/* What legalize tells of: the module must keep the contract after each pass. */
struct fuzz_legalize {
	struct tir_module *m;
	struct diag *d;
};

static inline bool fuzz_after_pass(void *ctx, const char *pass)
{
	struct fuzz_legalize *l = ctx;
	if (!tir_verify(l->m, l->d))
		fuzz_fail(pass);
	return true;
}

/* Bring m to the flat form; false if that was refused with a message. */
static inline bool fuzz_legalize(struct tir_module *m, enum legalize_choice choice, struct diag *d)
{
	struct fuzz_legalize ctx = {m, d};
	struct legalize_options o = {
	        .choice = choice, .after_each = fuzz_after_pass, .ctx = &ctx};
	unsigned before = d->errors;
	bool done = legalize_run(m, &o, d);
	if (done != (d->errors == before))
		fuzz_fail(done ? "legalised in spite of an error" : "not legalised and no error");
	return done;
}

#endif
