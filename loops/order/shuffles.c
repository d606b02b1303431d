/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/shuffles.c: what a shuffle takes, in permutes.
 *
 * Idea.   One vshuff gives both halves of what two registers make when they are dealt out in turn, so one half is free.  Lanes in a regular
 *         order, or neighbours, take an instruction a register.  Where all lanes of each register move by one distance, each is
 *         rotated and chosen by a mask.  Everything else is a network for each register, with controls to be loaded, and a choice.
 * Costs   each lane once. */
#include "loops/order/unroll_jam.h"

enum {
	ROTATED = 2, /* for a register whose lanes all move by one distance: a rotation and a mux */
	NETWORK = 5, /* for a register whose lanes move anyhow: measured */
	TURN = 8,    /* lanes in turn, at most */
	VECTORS = 32, /* more are counted as irregular */
};

static int64_t lane_of(const struct tir_expr *e, uint32_t l)
{
	return e->arg[e->u.nvectors + l]->u.i;
}

/* Is it half of what an exchange of two registers gives, and which: 0, 1; 2: it is not. */
static uint32_t half_of_pair(const struct tir_expr *e)
{
	uint32_t lanes = e->type.lanes;
	if (e->u.nvectors != 2 || e->arg[0]->type.lanes != lanes)
		return 2;
	uint32_t upper = lane_of(e, 0) != 0, l = 0;
	while (l < lanes && lane_of(e, l) == (upper ? lanes / 2 : 0) + l / 2 + l % 2 * lanes)
		l++;
	if (l == lanes)
		return upper;
	for (uint32_t bit = 1; bit < lanes;
	        bit *= 2) { /* lanes with the bit are of the other register */
		for (l = 0; l < lanes; l++) {
			bool second = (l & bit) != 0, own = second == upper;
			if (lane_of(e, l) != (second ? lanes : 0) + (own ? l : l ^ bit))
				break;
		}
		if (l == lanes)
			return upper;
	}
	return 2;
}

/* Is each lane as far behind the one `period` lanes before? */
static bool is_periodic(const struct tir_expr *e, uint32_t period)
{
	for (uint32_t l = period; l < e->type.lanes; l++)
		if (lane_of(e, l) - lane_of(e, l - period) != lane_of(e, period) - lane_of(e, 0))
			return false;
	return true;
}

/* Is there an order in the lanes: runs of one length, or a few lanes in turn? */
static bool is_regular(const struct tir_expr *e)
{
	uint32_t lanes = e->type.lanes, run = 1;
	while (run < lanes && lane_of(e, run) == lane_of(e, run - 1) + 1)
		run++;
	if (run == lanes || is_periodic(e, run))
		return true;
	for (uint32_t period = 1; period <= TURN && period < lanes; period *= 2)
		if (is_periodic(e, period))
			return true;
	return false;
}

/* Do all lanes of each register move by one distance? */
static bool is_rotated(const struct tir_expr *e)
{
	int64_t by[VECTORS], from = e->arg[0]->type.lanes;
	bool any[VECTORS] = {0};
	for (uint32_t l = 0; l < e->type.lanes; l++) {
		int64_t k = lane_of(e, l) / from, d = (lane_of(e, l) - l) % from;
		d += d < 0 ? from : 0;
		if (any[k] && by[k] != d)
			return false;
		any[k] = true;
		by[k] = d;
	}
	return true;
}

uint32_t loops_time_of_shuffle(const struct tir_expr *e)
{
	uint32_t n = e->u.nvectors, half = half_of_pair(e);
	for (uint32_t i = 1; i < n; i++)
		if (e->arg[i]->type.lanes != e->arg[0]->type.lanes)
			return n;
	if (half < 2)
		return 1 - half;
	if (is_regular(e))
		return n;
	return n <= VECTORS && is_rotated(e) ? ROTATED * n : NETWORK * n - 1;
}
