/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/schedule.h: ways to do nests as a text. */
#ifndef TIRC_LOOPS_PLAN_SCHEDULE_H
#define TIRC_LOOPS_PLAN_SCHEDULE_H

#include "loops/loops.h"

enum schedule_way {
#define WAY(NAME, ...) SCHEDULE_##NAME,
#include "loops/plan/schedule.def"
	SCHEDULE_NWAYS
};
enum { SCHEDULE_NUMBERS = 6, SCHEDULE_NPARTS = 8 };
/* The numbers of a cover and of parts, in the order of schedule.def. */
enum { COVER_FLAT, COVER_ROWS, COVER_LANES, COVER_INSIDE, COVER_BESIDE, COVER_BY };
enum { PARTS_LOOP, PARTS_LANES, PARTS_INNER, PARTS_TOGETHER, PARTS_PADDED, PARTS_ELEMENTS };
enum { WINDOWS_LOOP, WINDOWS_REDUCED, WINDOWS_DENSE };
enum { PRODUCTS_SWAP, PRODUCTS_ROWS, PRODUCTS_FLIP };
enum { INSIDE_OUT_LOOP, INSIDE_OUT_LOADS };
/* A way, and those of the nests that it makes, as far as they are said. */
struct schedule {
	enum schedule_way way;
	const char *buffer; /* of WITH */
	int64_t number[SCHEDULE_NUMBERS];
	uint32_t n;
	const struct schedule *part[SCHEDULE_NPARTS];
};
/* A line of a schedule. */
struct loops_scheduled {
	struct span at;
	const char *func, *buffer;
	unsigned line; /* of the nest's outermost loop; 0: the program has no text */
	const struct schedule *way;
	bool done;
	const char *why; /* it is not done; NULL: there is no such nest */
};
struct loops_schedule {
	const struct source *source;
	VEC(struct loops_scheduled) all;
};
/* The line for the nest; NULL: there is none. */
struct loops_scheduled *schedule_find(const struct loops_schedule *all, const char *func,
        const char *buffer, unsigned line);
/* Add the way, as: parts(loop=1, lanes=32, cover(flat=1, rows=4, lanes=128), plain) */
void schedule_print(const struct schedule *w, struct sbuf *out);

#endif
