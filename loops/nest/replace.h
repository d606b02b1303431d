/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/replace.h: put other statements in the place of nests of loops. */
#ifndef TIRC_LOOPS_REPLACE_H
#define TIRC_LOOPS_REPLACE_H

#include "tir/tir.h"

/* Add to out what is to stand in the place of the loop s; false: add nothing, s is not such a nest. */
typedef bool loops_replacement(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

/* f with each loop replaced that the replacement takes, the outermost first, and what is put there simplified; f itself if it takes none. */
struct tir_func *loops_replace(struct tir_func *f, loops_replacement *take, void *ctx,
        struct arena *arena);
/* The same, not simplified. */
struct tir_func *loops_replace_alone(struct tir_func *f, loops_replacement *take, void *ctx);

#endif
