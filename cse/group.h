/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/group.h: the uses of one class, split into groups that one name each can serve. */
#ifndef TIRC_CSE_GROUP_H
#define TIRC_CSE_GROUP_H

#include "cse/internal.h"

struct group_use {
	uint32_t stmt_number, region;
	uint32_t use; /* in plan->uses */
};
/* The uses from number first to the next group's first; the name goes to the region, before the statement
 * (a region of an expression: at its root). */
struct group {
	uint32_t first, region, stmt_number;
	struct guards guards; /* of a name (internal.h) */
	bool is_lifted;       /* out of the loop that holds the uses */
	bool is_early;        /* left by ways that have no use */
};
/* A group that may yet be swallowed by one of a region further out. */
struct group_frame {
	uint32_t region;
	uint32_t first_event, first_group;
	bool sure;     /* a need was found: group number `group` covers the rest of the region */
	bool is_loops; /* that group is still the one inside a loop: alone it stays there */
	bool at_entry; /* nothing may leave the region before the need */
	uint32_t group, stmt_number;
};

/* Uses in an arm that perhaps does not run, before the first need. */
struct group_event {
	uint32_t stmt_number, group;
	uint32_t fork; /* of the then arm that needs the class and waits for its else; or NONE */
};
struct group_list {
	struct group *at;
	uint32_t n, cap;
	/* of the walk: the open regions, and what waits in them */
	struct group_frames {
		struct group_frame *at;
		uint32_t n, cap;
	} frames;
	struct group_events {
		struct group_event *at;
		uint32_t n, cap;
	} events;
};

/* Split n uses of class c, which are in program order.  out's arrays live in scratch and are used
 * again. */
void cse_group(struct cse_plan *p, struct arena *scratch, const struct class *c,
        const struct group_use *uses, uint32_t n, struct group_list *out);
/* Move the group's insertion point out of the loops that run it at least once, and out of those that may not
 * run, with a guard for each, as far as the class and the guards are the same there. */
void cse_lift(const struct cse_plan *p, uint32_t class, struct group *g);
/* One group for all n (n > 1), above the arms they are in, if they are likely enough to need it; false:
 * they are not. */
bool cse_join(const struct cse_plan *p, const struct group *groups, uint32_t n, struct group *all);
/* The n groups as one, moved up to where the class is in scope (from statement `visible` on), but out of no arm of an
 * if; false: arms are between them. */
bool cse_raise(const struct cse_plan *p, uint32_t class, const struct group *groups, uint32_t n,
        uint32_t visible, struct group *all);

#endif
