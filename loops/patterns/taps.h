/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/taps.h: rows of window sums that are shorter than a vector. */
#ifndef TIRC_LOOPS_TAPS_H
#define TIRC_LOOPS_TAPS_H

#include "analysis/analysis.h"

/* Has the loop, which computes e, at least `lanes` iterations, or more than a quarter of these, and does all that e loads stay in its buffers if
 * it runs on? */
bool taps_is_long(const struct facts *f, const struct tir_expr *e, const struct tir_stmt *loop,
        int64_t lanes);
/* Put behind *out what does the same as the loop: memory for a row, a loop of `lanes` iterations that stores there, and one that copies as many elements as the
 * loop had.  The memory goes to *memory.  False: the body is not one store to neighbours. */
bool taps_overrun(struct tir_module *m, const struct facts *f, const struct tir_stmt *loop,
        int64_t lanes, struct tir_seq *memory, struct tir_seq *out);

#endif
