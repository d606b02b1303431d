/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/group.h: the uses of one class, split into groups that one name each can serve. */
#ifndef TIRC_CSE_GROUP_H
#define TIRC_CSE_GROUP_H

#include "cse/internal.h"

struct group_use {
	uint32_t unit, region;
	uint32_t use; /* in plan->uses */
};
/* The uses from number first to the next group's first; the name goes to the region, before unit
 * (a region of an expression: at its root). */
struct group {
	uint32_t first, region, unit;
	const struct tir_expr *guard; /* of a name (internal.h) */
	bool is_lifted;               /* out of the loop that holds the uses */
	bool is_early;                /* left by ways that have no use */
};
struct group_list {
	struct group *at;
	uint32_t n, cap;
};

/* Split n uses of class c, which are in program order.  out's array lives in scratch and is used
 * again. */
void cse_group(struct cse_plan *p, struct arena *scratch, const struct class *c,
        const struct group_use *uses, uint32_t n, struct group_list *out);
/* Move the group's place out of the loops that run it at least once, and out of the first one that may
 * not run, with a guard, as far as the class is the same there. */
void cse_lift(const struct cse_plan *p, const struct class *c, struct group *g);
/* One group for all n (n > 1), above the arms they are in, if they are likely enough to need it; false:
 * they are not. */
bool cse_join(const struct cse_plan *p, const struct group *groups, uint32_t n, struct group *all);

#endif
