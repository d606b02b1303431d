/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/frequency.c: how often blocks run in a call.
 *
 * Idea      A loop goes back (T-1)/T of the times and is left 1/T of them; a branch around a loop goes into it nine times in ten;
 *           what lies behind the code that it comes back to, out of line, is hardly ever done;
 *           the code for buffers that overlap is hardly ever done, either (overlap.c);
 *           so is, of two versions of a loop, that one which alone calls the runtime's divisions or has loops in it: the other one stands
 *           behind a guard;
 *           any other goes each way as often.  From these chances the frequencies follow, the inner loops first: how often a header
 *           runs for each time that the loop is entered.
 * Costs     the sum of the loops' bodies. */
#include <stdlib.h>
#include <string.h>

#include "backend/internal.h"

enum {
	NEAR = 12,  /* packets from a branch to a loop that it goes around */
	FAR = 64,   /* to one of two loops between which it chooses */
	ASIDE = 64, /* blocks of what is out of line */
};
static const double almost_one = 1 - 1e-7, into_loop = 0.9, out_of_line = 0.001, slow = 0.01;

/* ---- Chances ----------------------------------------------------------------------------*/
static double trip_of(const struct backend_graph *g, uint32_t header)
{
	return g->loops.at[g->blocks.at[header].heads].trip;
}

/* The innermost loop of a block that is left to go to another one has which count?  0: none is left. */
static double trip_left(const struct backend_graph *g, uint32_t from, uint32_t to)
{
	double most = 0;
	for (uint32_t i = g->blocks.at[from].loop; i != BACKEND_NONE; i = g->loops.at[i].parent)
		if (!backend_is_in(g, to, i) && g->loops.at[i].trip > most)
			most = g->loops.at[i].trip;
	return most;
}

/* Find the loop that the straight way from `from`, which is outside of it, enters within this number of packets; BACKEND_NONE: none. */
static uint32_t loop_on_way(const struct backend_graph *g, uint32_t from, uint32_t to,
        uint32_t most)
{
	for (uint32_t n = 0; n < most;) {
		const struct backend_block *b = &g->blocks.at[to];
		if (b->heads != BACKEND_NONE)
			return backend_is_in(g, from, b->heads) ? BACKEND_NONE : b->heads;
		if (b->succ.n != 1 || b->returns)
			return BACKEND_NONE;
		n += b->end - b->first;
		to = b->succ.at[0];
	}
	return BACKEND_NONE;
}

static bool leads_into_loop(const struct backend_graph *g, uint32_t from, uint32_t to)
{
	return loop_on_way(g, from, to, NEAR) != BACKEND_NONE;
}

/* Does the loop call one of the runtime's functions for what Hexagon has no instructions for? */
static bool calls_runtime(const struct backend_graph *g, uint32_t loop)
{
	static const char runtime[] = "__hexagon_";
	const struct backend_loop *l = &g->loops.at[loop];
	for (uint32_t i = 0; i < l->body.n; i++) {
		const struct backend_block *b = &g->blocks.at[l->body.at[i]];
		for (uint32_t p = b->first; p < b->end; p++) {
			const struct backend_packet *x = &g->code->packets.at[p];
			for (uint32_t k = x->first; k < x->first + x->n; k++) {
				const struct backend_op *op = &g->code->ops.at[k];
				const char *name = op->code == BACKEND_CALL && op->reloc
				                           ? op->reloc->name
				                           : NULL;
				if (name && !strncmp(name, runtime, sizeof runtime - 1))
					return true;
			}
		}
	}
	return false;
}

/* Are there loops in this one? */
static bool has_inner(const struct backend_graph *g, uint32_t loop)
{
	for (uint32_t i = 0; i < g->loops.n; i++)
		if (g->loops.at[i].parent == loop)
			return true;
	return false;
}

/* Of the two ways from the block, does each lead to a loop, of which this one alone calls the runtime, or has loops in it? */
static bool is_slow_version(const struct backend_graph *g, uint32_t from, uint32_t way)
{
	const struct backend_block *b = &g->blocks.at[from];
	uint32_t this = loop_on_way(g, from, b->succ.at[way], FAR),
	         other = loop_on_way(g, from, b->succ.at[!way], FAR);
	return this != BACKEND_NONE && other != BACKEND_NONE && this != other &&
	       ((calls_runtime(g, this) && !calls_runtime(g, other)) ||
	               (has_inner(g, this) && !has_inner(g, other)));
}

/* Does one of the blocks from first to last, of which nothing but `from` goes to the first one, go back to code between `from` and
 * them, which is no loop's header?  LLVM lays out so what it takes for unlikely. */
static bool is_out_of_line(const struct backend_graph *g, uint32_t from, uint32_t first)
{
	for (uint32_t i = first; i < g->blocks.n && i < first + ASIDE; i++) {
		const struct backend_block *b = &g->blocks.at[i];
		for (uint32_t k = 0; k < b->pred.n; k++)
			if (b->pred.at[k] < first ? b->pred.at[k] != from || i != first
			                          : b->pred.at[k] >= first + ASIDE)
				return false;
		for (uint32_t k = 0; k < b->succ.n; k++)
			if (b->succ.at[k] < first && b->succ.at[k] > from &&
			        !backend_is_back(g, i, b->succ.at[k]))
				return true;
	}
	return false;
}

/* The edge that goes back to the smallest loop whose chance is not told yet; BACKEND_NONE: there is none. */
static uint32_t next_back(const struct backend_graph *g, uint32_t from, const bool *done)
{
	const struct backend_block *b = &g->blocks.at[from];
	uint32_t best = BACKEND_NONE;
	for (uint32_t i = 0; i < b->succ.n; i++)
		if (!done[i] && backend_is_back(g, from, b->succ.at[i]) &&
		        (best == BACKEND_NONE || g->blocks.at[b->succ.at[i]].heads >
		                                         g->blocks.at[b->succ.at[best]].heads))
			best = i;
	return best;
}

/* Chances of a block from which a loop goes back. */
static bool go_back(struct backend_graph *g, uint32_t from, bool *done)
{
	struct backend_block *b = &g->blocks.at[from];
	double left = 1;
	uint32_t n = 0, i;
	while ((i = next_back(g, from, done)) != BACKEND_NONE) {
		double trip = trip_of(g, b->succ.at[i]), back = (trip - 1) / trip;
		done[i] = true;
		back = ++n == b->succ.n ? 1 : back;
		b->chance[i] = left * back;
		left *= 1 - back;
	}
	for (i = 0; n && i < b->succ.n; i++)
		if (!done[i])
			b->chance[i] = left / (b->succ.n - n);
	return n != 0;
}

/* Chances of a block from which no loop goes back: loops are left, or not. */
static void go_on(struct backend_graph *g, uint32_t from)
{
	struct backend_block *b = &g->blocks.at[from];
	double left = 1;
	uint32_t leave = 0;
	for (uint32_t i = 0; i < b->succ.n; i++)
		leave += trip_left(g, from, b->succ.at[i]) > 0;
	for (uint32_t i = 0; i < b->succ.n; i++) {
		double trip = trip_left(g, from, b->succ.at[i]);
		b->chance[i] = leave < b->succ.n ? 1 / trip : 1.0 / leave;
		left -= trip > 0 ? b->chance[i] : 0;
	}
	for (uint32_t i = 0; i < b->succ.n; i++)
		if (trip_left(g, from, b->succ.at[i]) <= 0)
			b->chance[i] = left > 0 ? left / (b->succ.n - leave) : 0;
	if (b->succ.n != 2 || leave)
		return;
	uint32_t overlap = backend_way_of_overlap(g, from);
	for (uint32_t i = 0; i < 2; i++)
		if (i == overlap || (b->succ.at[i] > b->succ.at[!i] &&
		                            is_out_of_line(g, from, b->succ.at[i]))) {
			b->chance[i] = out_of_line;
			b->chance[!i] = 1 - out_of_line;
			return;
		}
	for (uint32_t i = 0; i < 2; i++)
		if (is_slow_version(g, from, i)) {
			b->chance[i] = slow;
			b->chance[!i] = 1 - slow;
			return;
		}
	bool first = leads_into_loop(g, from, b->succ.at[0]),
	     second = leads_into_loop(g, from, b->succ.at[1]);
	b->undecided = first == second;
	for (uint32_t i = 0; first != second && i < 2; i++)
		b->chance[i] = (i == 0) == first ? into_loop : 1 - into_loop;
}

static void find_chances(struct backend_graph *g, uint32_t block)
{
	struct backend_block *b = &g->blocks.at[block];
	bool *done = ARENA_NEWN(g->arena, bool, b->succ.n + 1);
	b->chance = ARENA_NEWN(g->arena, double, b->succ.n + 1);
	if (!go_back(g, block, done))
		go_on(g, block);
	b->undecided |= b->returns;
	double most = 2;
	for (uint32_t i = b->loop; i != BACKEND_NONE; i = g->loops.at[i].parent)
		most = i == b->loop || g->loops.at[i].trip > most ? g->loops.at[i].trip : most;
	for (uint32_t i = 0; b->returns && i < b->succ.n; i++)
		b->chance[i] *= 1 - 1 / most;
}

/* ---- Frequencies ------------------------------------------------------------------------*/
static double chance_of(const struct backend_graph *g, uint32_t from, uint32_t to)
{
	const struct backend_block *b = &g->blocks.at[from];
	for (uint32_t i = 0; i < b->succ.n; i++)
		if (b->succ.at[i] == to)
			return b->chance[i];
	return 0;
}

/* How often a block runs for each run of the first one, by those of the blocks before it in loop (BACKEND_NONE: the function). */
static double runs(const struct backend_graph *g, uint32_t block, uint32_t loop, const double *f)
{
	const struct backend_block *b = &g->blocks.at[block];
	double sum = 0;
	for (uint32_t i = 0; i < b->pred.n; i++)
		if (!backend_is_back(g, b->pred.at[i], block) &&
		        (loop == BACKEND_NONE || backend_is_in(g, b->pred.at[i], loop)))
			sum += f[b->pred.at[i]] * chance_of(g, b->pred.at[i], block);
	return sum;
}

/* Let the blocks, in reverse post-order, run as often as those before them tell; first: the one that runs once. */
static void flow_through(const struct backend_graph *g, const uint32_t *blocks, uint32_t n,
        uint32_t loop, double *f)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t block = blocks[i], heads = g->blocks.at[block].heads;
		f[block] = i ? runs(g, block, loop, f) : 1;
		if (heads != BACKEND_NONE && heads != loop)
			f[block] *= g->loops.at[heads].scale;
	}
}

struct place {
	uint32_t order, block;
};

static int compare(const void *a, const void *b)
{
	const struct place *x = a, *y = b;
	return (x->order > y->order) - (x->order < y->order);
}

static void sort_body(struct backend_graph *g, struct backend_loop *l)
{
	struct place *places = ARENA_NEWN(g->arena, struct place, l->body.n);
	for (uint32_t i = 0; i < l->body.n; i++)
		places[i] = (struct place){g->blocks.at[l->body.at[i]].order, l->body.at[i]};
	qsort(places, l->body.n, sizeof *places, compare);
	for (uint32_t i = 0; i < l->body.n; i++)
		l->body.at[i] = places[i].block;
}

double *backend_frequencies(struct backend_graph *g)
{
	double *f = ARENA_NEWN(g->arena, double, g->blocks.n);
	for (uint32_t i = 0; i < g->order.n; i++)
		find_chances(g, g->order.at[i]);
	for (uint32_t i = g->loops.n; i-- > 0;) {
		struct backend_loop *l = &g->loops.at[i];
		double back = 0;
		sort_body(g, l);
		flow_through(g, l->body.at, l->body.n, i, f);
		for (uint32_t k = 0; k < l->latches.n; k++)
			back += f[l->latches.at[k]] * chance_of(g, l->latches.at[k], l->header);
		l->scale = 1 / (1 - (back < almost_one ? back : almost_one));
	}
	memset(f, 0, g->blocks.n * sizeof *f);
	flow_through(g, g->order.at, g->order.n, BACKEND_NONE, f);
	return f;
}
