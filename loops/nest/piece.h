/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/piece.h: some iterations of a loop as a loop of their own. */
#ifndef TIRC_LOOPS_PIECE_H
#define TIRC_LOOPS_PIECE_H

#include "tir/tir.h"

/* Make a loop from 0 that does n iterations of s with this body, iteration `begin` first.  What the body defines is defined anew, as *copy says.
 * (piece.c) */
struct tir_stmt *loops_piece(struct tir_subst *copy, const struct tir_stmt *s,
        const struct tir_seq *body, int64_t begin, int64_t n);

#endif
