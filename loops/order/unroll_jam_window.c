/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_window.c: how often loops run, and which of them LLVM unrolls whole.
 *
 * Idea.   A small window in a loop is unrolled into it.  LLVM goes by the size of what it makes.
 * Needs   nothing.
 * Keeps   no opinion on what that is worth (unroll_jam_cost.c).
 * Costs   each operand as often as it occurs, up to a limit. */
#include "loops/nest/counted.h"
#include "loops/order/unroll_jam.h"

enum {
	USUAL = 16,     /* iterations of a loop of unknown extent */
	MANY = 1 << 12, /* of anything: that is more than enough */
	WINDOW = 130,   /* nodes that LLVM makes of all loops in a loop, unrolling them whole */
	FEW = 256,      /* iterations that are not worth it: LLVM may unroll all of them */
};

uint64_t unroll_jam_times(const struct tir_stmt *loop)
{
	int64_t step = tir_loop_step(loop);
	const struct tir_for *l = tir_as_for(loop);
	if (l->extent.e->op != TIR_INT_IMM)
		return step < USUAL ? (uint64_t)(USUAL / step) : 1;
	int64_t n = l->extent.e->u.i;
	n = n < LOOPS_LONGEST
	            ? n
	            : LOOPS_LONGEST; /* before it is divided: unrolled, it is a part of it */
	return n <= 0 ? 0 : (uint64_t)((n - 1) / step + 1);
}

static uint64_t nodes_of(const struct tir_expr *e)
{
	uint64_t n = e->n != 0;
	for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
		n += nodes_of(e->arg[i]);
	return n;
}

/* The nodes of a body with all its loops unrolled, indices aside. */
static uint64_t unrolled_size(const struct tir_seq *s)
{
	uint64_t sum = 0;
	for (const struct tir_stmt *t = s->first; t && sum < MANY; t = t->next) {
		uint64_t times = t->kind == TIR_FOR ? unroll_jam_times(t) : 1;
		if (t->kind == TIR_FOR && tir_as_for(t)->extent.e->op != TIR_INT_IMM)
			return MANY;
		sum += 1 + (tir_value_of(t) ? nodes_of(tir_value_of(t)) : 0) +
		       unrolled_size(tir_body(t)) * times + unrolled_size(tir_orelse(t));
	}
	return sum < MANY ? sum : MANY;
}

bool unroll_jam_is_window(const struct tir_stmt *loop)
{
	return unrolled_size(&tir_as_for(loop)->body) <= WINDOW;
}

/* How often the innermost statements of a loop are run. */
static uint64_t all_times(const struct tir_stmt *loop)
{
	uint64_t most = 1;
	for (const struct tir_stmt *t = tir_as_for(loop)->body.first; t; t = t->next) {
		uint64_t times = t->kind == TIR_FOR ? all_times(t) : 1;
		most = times > most ? times : most;
	}
	return most < MANY ? most * unroll_jam_times(loop) : MANY;
}

bool unroll_jam_is_short(const struct tir_stmt *loop)
{
	return unroll_jam_is_window(loop) ||
	       (tir_as_for(loop)->extent.e->op == TIR_INT_IMM && all_times(loop) < FEW);
}
