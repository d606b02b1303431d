/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/refuse.h: what recognisers say of nests that look like their own but that they leave alone. */
#ifndef TIRC_LOOPS_REFUSE_H
#define TIRC_LOOPS_REFUSE_H

#include "loops/loops.h"

/* What a recogniser that reads a nest says of it; passes hold one. */
struct loops_doubt {
	enum loops_reason why;     /* LOOPS_NREASONS: the nest is nothing of the kind */
	const struct tir_stmt *of; /* the statement that it looks like it by */
	bool found;                /* a test has failed: the first one tells */
};

/* The nest is nothing of the kind, as far as it is read. */
static inline struct loops_doubt loops_no_doubt(void)
{
	return (struct loops_doubt){LOOPS_NREASONS, NULL, false};
}
/* From here on the nest looks like the recogniser's own, by that statement. */
static inline void loops_looks(struct loops_doubt *d, const struct tir_stmt *of)
{
	if (d->of != of)
		*d = (struct loops_doubt){LOOPS_NREASONS, of, false};
}
/* Does the test hold?  If not, and the nest looks like the recogniser's own, that is why it is none. */
static inline bool loops_holds(struct loops_doubt *d, bool holds, enum loops_reason why)
{
	if (!holds && d->of && !d->found) {
		d->why = why;
		d->found = true;
	}
	return holds;
}
/* All tests so far hold: what failed of another reading of the nest is no matter. */
static inline bool loops_fits(struct loops_doubt *d)
{
	d->found = false;
	d->why = LOOPS_NREASONS;
	return true;
}

/* Note why the nest from the loop on is left alone, if there is a reason.  What was noted first of a statement stands: it is of the
 * nest with most loops around. */
void loops_refuse(struct loops_vectors *v, struct arena *arena, const struct tir_stmt *loop,
        const struct loops_doubt *d);
/* A nest around that statement was taken after all. */
void loops_take_back(struct loops_vectors *v, const struct tir_stmt *of);

#endif
