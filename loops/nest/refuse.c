/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/refuse.c: what recognisers say of nests that look like their own but that they leave alone.
 *
 * Costs     MOST notes of a function, looked through for each. */
#include "loops/nest/refuse.h"

enum { MOST = 256 };

static uint32_t find(const struct loops_vectors *v, const struct tir_stmt *of)
{
	uint32_t i = 0;
	while (i < v->refused.n && v->refused.at[i].of != of)
		i++;
	return i;
}

void loops_refuse(struct loops_vectors *v, struct arena *arena, const struct tir_stmt *loop,
        const struct loops_doubt *d)
{
	bool is_new = d->of && d->why != LOOPS_NREASONS && find(v, d->of) == v->refused.n;
	if (is_new && loop && v->refused.n < MOST)
		VEC_PUSH(arena, &v->refused, ((struct loops_refused){d->why, loop, d->of}));
}

void loops_take_back(struct loops_vectors *v, const struct tir_stmt *of)
{
	uint32_t i = find(v, of);
	if (i == v->refused.n)
		return;
	for (v->refused.n--; i < v->refused.n; i++)
		v->refused.at[i] = v->refused.at[i + 1];
}
