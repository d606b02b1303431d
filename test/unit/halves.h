/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/halves.h: a text whose two statements are two programs, which a proof compares. */
#ifndef TIRC_TEST_HALVES_H
#define TIRC_TEST_HALVES_H

#include "frontend/frontend.h"
#include "suite.h"

/* Read the text's first function: half[i] is it with its statement i alone.  Both live in the arena. */
static inline void read_halves(const char *text, struct arena *arena, struct tir_func *half[2])
{
	struct diag diag = {0};
	struct tir_module *m = frontend_read(source_text(arena, "text", text, strlen(text)), arena,
	        &diag);
	ck_assert_ptr_nonnull(m);
	const struct tir_stmt *s = m->funcs.at[0]->body.first;
	for (int i = 0; i < 2; i++, s = s->next) {
		struct tir_stmt *copy = tir_stmt_copy(arena, s);
		copy->next = NULL;
		half[i] = tir_func_with_body(m->funcs.at[0], (struct tir_seq){copy, copy});
	}
}

#endif
