/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/piece.h: some iterations of a loop as a loop of their own. */
#ifndef TIRC_LOOPS_PIECE_H
#define TIRC_LOOPS_PIECE_H

#include "tir/tir.h"

/* A loop from 0 that does n iterations of s, from `begin` on: of the body, in which *copy has its variables and buffers anew.  (piece.c) */
struct tir_stmt *loops_piece(struct tir_subst *copy, const struct tir_stmt *s,
        const struct tir_seq *body, int64_t begin, int64_t n);

#endif
