/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/packed.h: a sum of products whose operands are laid out: what pack.c and pack_make.c share. */
#ifndef TIRC_LOOPS_PACKED_H
#define TIRC_LOOPS_PACKED_H

#include "loops/plan/rewrite.h"

enum { PACK_WORDS = 32 }; /* lanes of a register */

/* A factor of the term: what is narrow, and a number that is added to it. */
struct factor {
	const struct tir_expr *whole, *e; /* as it stands; of the narrow type */
	int64_t add;
	struct tir_type type;
	bool lies_so; /* what it loads for q terms lies side by side in memory, at multiples of q */
};
struct pack {
	struct nests *all;
	struct tir_module *m;
	const struct nest *n;
	struct nest_reduce r;
	struct factor lane, one; /* what differs by lane; what is the same for all */
	struct nest_loops lanes, around;
	uint32_t q,
	        outer; /* terms in an instruction; loops of the reduction that stay: the others are a digit */
	int64_t digit, groups; /* its terms, and groups of q */
	/* Iterations of loop i of the lanes are pitch[i] lanes apart.  slides[i] is a loop of the reduction that moves what is loaded as far as
	 * that loop does: what is laid out is then read pitch[i] lanes farther on in each of its iterations.  NULL: there is none. */
	bool rows; /* lanes lie as what they load does, with gaps where that has more */
	int64_t pitch[NEST_LOOPS];
	const struct nest_loop *slides[NEST_LOOPS];
	int64_t width, padded,
	        first; /* lanes; whole registers of them; the extent of the outermost loop of rows that is laid out */
	int64_t plane; /* lanes of a group, as they are laid out */
	struct rewrite_inside *out;
};

int64_t pack_trips(const struct nest_loops *l, uint32_t from, uint32_t to);
/* The load of which alone the expression is a function; NULL: there is none. */
const struct tir_expr *pack_only_load(const struct pack *p, const struct tir_expr *e);
/* How many iterations of loop i of the lanes, and of what slides along it, lie in what is loaded. */
int64_t pack_reach(const struct pack *p, uint32_t i);
/* Make the nests, in the order in which they are done. */
void pack_make(struct pack *p);

#endif
