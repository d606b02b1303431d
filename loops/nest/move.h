/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/move.h: nests that move elements: what permute.c reads. */
#ifndef TIRC_LOOPS_MOVE_H
#define TIRC_LOOPS_MOVE_H

#include "analysis/analysis.h"

enum { LOOPS_MOVE_DEPTH = 12, LOOPS_MOVE_ELEMENTS = 1 << 28 };

struct loops_move {
	const struct tir_stmt *loop[LOOPS_MOVE_DEPTH], *store; /* the outermost loop first */
	uint32_t n;                                            /* loops */
	uint32_t lanes;                                        /* of a register of such elements */
};

/* Read the nest s: loops from 0 to constants, with nothing between them, around one store of an integer of 8, 16 or 32 bits that
 * is loaded from memory that is not stored to.  False: it is another one. */
bool loops_move_read(struct loops_move *m, const struct facts *facts, const struct tir_stmt *s);

static inline int64_t loops_move_extent(const struct loops_move *m, uint32_t l)
{
	return tir_as_for(m->loop[l])->extent.e->u.i;
}

static inline const struct tir_var *loops_move_var(const struct loops_move *m, uint32_t l)
{
	return tir_as_for(m->loop[l])->var;
}

/* Does no element take two values?  by: how far apart the iterations of each loop store, 0: nobody knows.  It is so if each
 * loop goes farther than all loops that go less far together. */
bool loops_move_is_injective(const struct loops_move *m, const int64_t *by);

#endif
