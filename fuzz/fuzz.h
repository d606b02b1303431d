/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fuzz/fuzz.h: what the targets share.  A target that finds a fault traps: libFuzzer keeps the text. */
#ifndef TIRC_FUZZ_H
#define TIRC_FUZZ_H

#include <stdlib.h>

#include "driver/driver.h"

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

/* What the driver tells of (driver.after): the module must keep the contract after each pass. */
static inline bool fuzz_after_pass(void *ctx, const char *pass)
{
	struct driver *run = ctx;
	if (!tir_verify(run->module, run->diag))
		fuzz_fail(pass);
	return true;
}

/* The same of a pass over one function. */
static inline void fuzz_after_function(void *ctx, const char *pass, const struct tir_func *f,
        bool trial)
{
	struct driver *run = ctx;
	if (!trial && !tir_verify_func(f, run->diag))
		fuzz_fail(pass);
}

/* Run what the options say on what was read; false if that was refused with a message. */
static inline bool fuzz_run(struct driver *run)
{
	unsigned before = run->diag->errors;
	run->after = fuzz_after_pass;
	run->after_function = fuzz_after_function;
	run->ctx = run;
	bool done = driver_run(run) && driver_lower(run);
	if (done != (run->diag->errors == before))
		fuzz_fail(done ? "done in spite of an error" : "not done and no error");
	return done;
}

#endif
