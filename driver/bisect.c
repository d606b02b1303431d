/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/bisect.c: --loops-counter: which loops are left as they are, so that halving finds the one that matters.
 *
 * A pass is asked what it would do.  Where that is more than may be done, it is asked again, with the loops that are too
 * many among those that it is to leave alone. */
#include "driver/optimize.h"

/* A loop is about to be transformed, the n-th of a pass: is it one too many? */
static bool stops(struct driver_bisect *b, uint32_t n, struct arena *arena,
        const struct tir_stmt *loop)
{
	if (n <= b->left)
		return false;
	VEC_PUSH(arena, &b->stopped, loop);
	return true;
}

bool driver_bisect_loops(struct driver_bisect *b, struct arena *arena,
        struct loops_vectors *vectors)
{
	uint32_t n = 0, before = vectors->unproved.n;
	for (uint32_t i = 0; i < vectors->all.n; i++) {
		const struct loops_vectorized *v = &vectors->all.at[i];
		if (loops_reasons[v->reason].passed && stops(b, ++n, arena, v->loop))
			VEC_PUSH(arena, &vectors->unproved, v->loop);
	}
	return vectors->unproved.n != before;
}

bool driver_bisect_takes(struct driver_bisect *b, uint32_t n)
{
	bool all = n <= b->left;
	b->left -= all ? n : 0;
	return all;
}

enum loops_reason driver_bisect_reason(const struct driver_bisect *b, const struct tir_stmt *loop,
        enum loops_reason reason)
{
	bool found = false;
	for (uint32_t i = 0; i < b->stopped.n; i++)
		found |= b->stopped.at[i] == loop;
	return found && reason == LOOPS_LANES_UNPROVED        ? LOOPS_LANES_COUNTER
	       : found && reason == LOOPS_UNROLL_JAM_UNPROVED ? LOOPS_UNROLL_JAM_COUNTER
	                                                      : reason;
}
