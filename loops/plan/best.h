/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best.h: the best way to do a nest. */
#ifndef TIRC_LOOPS_BEST_H
#define TIRC_LOOPS_BEST_H

#include "loops/loops.h"
#include "loops/plan/nest.h"
#include "loops/plan/schedule.h"

/* What nests are covered with. */
struct planner {
	struct tir_func *f;
	struct arena *arena;
	const struct loops_options *options;
	struct nests nests;
	const struct schedule *asked; /* the way that is asked for; NULL: the best one */
	uint32_t depth;               /* of nests made of nests */
	VEC(struct loops_way) tried;  /* for the nest, not for those made of it */
	struct loops_timer timer;
	const struct tir_buffer
	        *in_place; /* the nest loads what it stores over there; NULL: it does not */
	const char *why;   /* of the way that was tried last, if it could not be */
};
/* What stands for a nest. */
struct best {
	uint64_t time; /* UINT64_MAX: there is none */
	struct tir_seq seq;
	uint32_t lanes;
	const struct schedule *way;
};
/* No way: every other one is better. */
static inline struct best best_none(void)
{
	return (struct best){.time = UINT64_MAX};
}
struct best best_of(struct planner *p, const struct nest *n);
/* Nests side by side in one loop; *best: the best way, if it is better than that. */
void best_side(struct planner *p, const struct nest *const *n, uint32_t nnests, struct best *best);

#endif
