/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* target/unroll.c: what LLVM keeps in registers of an innermost loop that it unrolls, from one iteration of
 * the loop around it to the next.
 *
 * Idea.   y[j] = y[j] + A[i, j] * x[i] with all j unrolled reads and stores no y in the loop of i, and several i
 *         at once would share nothing.  LLVM splits such a loop in three: vectors of a line (two an iteration
 *         where there are more than four), vectors of four elements, scalars.  It unrolls each part that has
 *         few enough iterations.  The limits were measured on rows of 20 to 1,024 words and of 64 to 444 halves at -O2 and -O3
 *         (docs/hexagon.md).
 * Keeps   loops as they are, in doubt: unrolled, copies of iterations would be slower. */
#include "target/target.h"

enum {
	LINE = 8 * TARGET_HVX_BYTES, /* bits */
	QUAD = 4,                    /* elements */
	HELD_REST = 62,              /* elements behind the vectors, that are kept */
	VECTORS_O2 = 22,             /* vectors: so many are not unrolled at -O2, */
	VECTORS_O3 = 40,             /* so many nowhere, */
	VECTORS_DOWN = 30, /* nor so many that are reversed: of 32 registers two do that */
	PAIRS = 16,        /* so many: one more behind two by two makes no difference */
	/* To add up the lanes of a sum, and of one more beside it, in twelfths of packets of each lane. */
	SUM_FIRST = 8 * TARGET_PACKET * TARGET_LANES,
	SUM_MORE = 6 * TARGET_PACKET * TARGET_LANES,
};

void target_shape(struct target_inner *k, uint32_t bits)
{
	k->parts = k->n;
	k->lanes = k->rest = 0;
	if (!bits)
		return;
	k->lanes = bits < LINE / TARGET_LANES && k->n >= LINE / bits ? LINE / bits : TARGET_LANES;
	k->rest = k->n % k->lanes;
	k->parts = k->n / k->lanes + k->rest / QUAD + k->rest % QUAD;
}

static bool unrolls_vectors(const struct target_inner *k)
{
	uint64_t vectors = k->n / k->lanes, left = k->rest + k->lanes;
	if (vectors == 1)
		return k->steady + k->outer_sums > 1 ||
		       k->rest * 8 < k->lanes * (k->lanes == TARGET_LANES ? 6 : 7);
	if (vectors > 4 && vectors < PAIRS && vectors % 2)
		return left * 16 < k->lanes * (k->unrolls_more ? 28 : 25);
	return vectors < (!k->unrolls_more ? VECTORS_O2 : k->downwards ? VECTORS_DOWN : VECTORS_O3);
}

bool target_keeps_all(const struct target_inner *k, uint64_t times)
{
	uint64_t elements = (k->steady + k->outer_sums) * times;
	if (!k->lanes) /* at -O2 so many scalars are not unrolled */
		return k->unrolls_more && k->outer_sums && elements * k->n < TARGET_LANES;
	return elements * k->rest <= HELD_REST && unrolls_vectors(k);
}

uint64_t target_lanes_time(const struct target_inner *k)
{
	if (!k->lanes || !k->sums)
		return 0;
	bool alone = k->rest && unrolls_vectors(k); /* the scalars are in between */
	return (alone ? k->sums : 1) * SUM_FIRST + k->sums * SUM_MORE;
}

unsigned target_copies(enum target_type t)
{
	/* Sums of floats wait for each other's additions: more than four 64 -> 75 packets.  Those of 64 bits take
	 * twice the registers, of which eight need too many (196 -> 271 packets). */
	static const unsigned copies[TARGET_NTYPES] = {[TARGET_WORDS] = 8, [TARGET_FLOATS] = 4};
	return copies[t];
}

bool target_holds(struct tir_type t)
{
	return !tir_is_float(t) && t.lanes * t.bits % LINE == 0;
}
