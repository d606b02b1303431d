/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/pays.c: is another form of a function worth it?  It is where its vectors take so much less time by the model. */
#include "driver/internal.h"

/* At most so many hundredths of the time. */
enum { PAYS = 70 };

static bool is_same_time(const struct loops_time *a, const struct loops_time *b)
{
	return a->var == b->var && a->time == b->time && a->saved == b->saved;
}

/* The modelled time of nests as vectors, but for those that `other` has, too. */
static struct loops_time time_of(const struct loops_vectors *times,
        const struct loops_vectors *other)
{
	struct loops_time sum = {0};
	for (uint32_t i = 0; i < times->times.n; i++) {
		bool found = false;
		for (uint32_t k = 0; k < other->times.n; k++)
			found |= is_same_time(&other->times.at[k], &times->times.at[i]);
		sum.time += found ? 0 : times->times.at[i].time;
		sum.saved += found ? 0 : times->times.at[i].saved;
	}
	return sum;
}

bool driver_is_faster(struct tir_func *f, struct tir_func *g, const struct loops_options *o,
        struct arena *arena)
{
	struct loops_vectors before = {.timed = true}, after = {.timed = true};
	loops_vectorize(f, o, arena, &before);
	loops_vectorize(g, o, arena, &after);
	struct loops_time old = time_of(&before, &after), new = time_of(&after, &before);
	return new.saved && new.time <= old.time * PAYS / 100;
}
