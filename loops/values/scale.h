/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/scale.h: what goes with sums of products: sums that are scaled, rows that move on, loops along memory. */
#ifndef TIRC_LOOPS_SCALE_H
#define TIRC_LOOPS_SCALE_H

#include "loops/loops.h"

/* Does one of the statements, those in it apart, scale in a way that vectors do in 32 bits? */
bool loops_scales(const struct tir_seq *s);

/* f with sums that are scaled in 64 bits scaled by the builtin; f itself if there are none.  (scale.c) */
struct tir_func *loops_scale(struct tir_func *f, struct arena *arena);
/* f with loops around such statements that go along memory collapsed into one; f itself.  (collapse.c) */
struct tir_func *loops_collapse(struct tir_func *f, const struct loops_options *options,
        struct arena *arena);
/* f with rows whose last element is stored apart filled in one loop; f itself.  vectors is told of each beside what is
 * in it.  (rows.c) */
loops_pass loops_rows;

#endif
