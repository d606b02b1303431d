/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/loops.c: the natural loops of a function.
 *
 * Idea      Depth first: an edge to a block that is not finished goes back, and all that reaches its source without the
 *           header is the loop's body.  If that reaches the function's entry, the loop has two ways in, and is refused; or its blocks are
 *           marked, and of the loop its header is left.
 * Costs     the sum of the bodies, which is bounded. */
#include <stdlib.h>

#include "backend/internal.h"

enum { MOST_BODIES = 1 << 23 };
enum state { UNSEEN, OPEN, DONE };

struct frame {
	uint32_t block, next;
};
struct walk {
	struct backend_graph *g;
	uint8_t *state;
	VEC(struct frame) stack;
	VEC(uint32_t) post;
	uint64_t steps;
};

/* ---- Depth first ------------------------------------------------------------------------*/
static void add_latch(struct backend_graph *g, uint32_t header, uint32_t latch)
{
	uint32_t i = backend_loop_of(g, header);
	if (i == BACKEND_NONE) {
		struct backend_loop l = {.header = header, .parent = BACKEND_NONE};
		i = g->blocks.at[header].heads = g->loops.n;
		VEC_PUSH(g->arena, &g->loops, l);
	}
	VEC_PUSH(g->arena, &g->loops.at[i].latches, latch);
}

static void enter(struct walk *w, uint32_t block)
{
	struct frame f = {block, 0};
	w->state[block] = OPEN;
	w->g->blocks.at[block].is_reached = true;
	VEC_PUSH(w->g->arena, &w->stack, f);
}

static void search(struct walk *w)
{
	enter(w, 0);
	while (w->stack.n) {
		struct frame *f = &w->stack.at[w->stack.n - 1];
		const struct backend_block *b = &w->g->blocks.at[f->block];
		if (f->next == b->succ.n) {
			w->state[f->block] = DONE;
			VEC_PUSH(w->g->arena, &w->post, f->block);
			w->stack.n--;
			continue;
		}
		uint32_t to = b->succ.at[f->next++];
		if (w->state[to] == UNSEEN)
			enter(w, to);
		else if (w->state[to] == OPEN)
			add_latch(w->g, to, f->block);
	}
}

static void number(struct walk *w)
{
	struct backend_graph *g = w->g;
	for (uint32_t i = w->post.n; i-- > 0;) {
		g->blocks.at[w->post.at[i]].order = g->order.n;
		VEC_PUSH(g->arena, &g->order, w->post.at[i]);
	}
	for (uint32_t i = 0; i < g->order.n; i++) {
		uint32_t from = g->order.at[i];
		for (uint32_t k = 0; k < g->blocks.at[from].succ.n; k++)
			VEC_PUSH(g->arena, &g->blocks.at[g->blocks.at[from].succ.at[k]].pred, from);
	}
}

/* ---- Bodies -----------------------------------------------------------------------------*/
static void add_to_body(struct backend_graph *g, struct backend_loop *l, uint32_t block,
        uint32_t *seen, uint32_t stamp)
{
	if (seen[block] == stamp)
		return;
	seen[block] = stamp;
	VEC_PUSH(g->arena, &l->body, block);
}

/* False: the body has another way in. */
static bool find_body(struct walk *w, struct backend_loop *l, uint32_t *seen, uint32_t stamp)
{
	struct backend_graph *g = w->g;
	add_to_body(g, l, l->header, seen, stamp);
	for (uint32_t i = 0; i < l->latches.n; i++)
		add_to_body(g, l, l->latches.at[i], seen, stamp);
	for (uint32_t i = 1; i < l->body.n; i++) {
		const struct backend_block *b = &g->blocks.at[l->body.at[i]];
		for (uint32_t k = 0; k < b->pred.n; k++)
			add_to_body(g, l, b->pred.at[k], seen, stamp);
		w->steps += b->pred.n + 1;
		if (l->body.at[i] == 0 || w->steps > MOST_BODIES)
			return false;
	}
	return true;
}

/* Mark the blocks that the header reaches and that reach it. */
static void mark_tangled(struct walk *w, struct backend_loop *l)
{
	struct backend_graph *g = w->g;
	uint8_t *met = ARENA_NEWN(g->arena, uint8_t, g->blocks.n);
	VEC(uint32_t) todo = {0};
	for (uint8_t way = 1; way <= 2; way++) {
		VEC_PUSH(g->arena, &todo, l->header);
		while (todo.n) {
			const struct backend_block *b = &g->blocks.at[todo.at[--todo.n]];
			uint32_t n = way == 1 ? b->succ.n : b->pred.n;
			w->steps += n + 1;
			for (uint32_t k = 0; k < n; k++) {
				uint32_t to = way == 1 ? b->succ.at[k] : b->pred.at[k];
				if (!(met[to] & way))
					VEC_PUSH(g->arena, &todo, to);
				met[to] |= way;
			}
		}
	}
	for (uint32_t i = 0; i < g->blocks.n; i++)
		g->blocks.at[i].is_tangled |= met[i] == (1 | 2);
	l->body.n = 1;
}

static int compare(const void *a, const void *b)
{
	const struct backend_loop *x = a, *y = b;
	if (x->body.n != y->body.n)
		return x->body.n < y->body.n ? 1 : -1;
	return (x->header > y->header) - (x->header < y->header);
}

/* The innermost loop of each block, and what each loop lies in: the larger ones stand first. */
static void nest(struct backend_graph *g)
{
	if (g->loops.n)
		qsort(g->loops.at, g->loops.n, sizeof *g->loops.at, compare);
	for (uint32_t i = 0; i < g->loops.n; i++) {
		struct backend_loop *l = &g->loops.at[i];
		l->parent = g->blocks.at[l->header].loop;
		g->blocks.at[l->header].heads = i;
		for (uint32_t k = 0; k < l->body.n; k++)
			g->blocks.at[l->body.at[k]].loop = i;
	}
}

/* Find the loops; false: one has two ways in, and none may, or they are too large. */
static bool find_loops(struct backend_graph *g, bool tangled)
{
	struct walk w = {.g = g, .state = ARENA_NEWN(g->arena, uint8_t, g->blocks.n)};
	uint32_t *seen = ARENA_NEWN(g->arena, uint32_t, g->blocks.n);
	search(&w);
	number(&w);
	for (uint32_t i = 0; i < g->loops.n; i++) {
		if (find_body(&w, &g->loops.at[i], seen, i + 1))
			continue;
		if (!tangled || w.steps > MOST_BODIES)
			return false;
		mark_tangled(&w, &g->loops.at[i]);
	}
	nest(g);
	return true;
}

bool backend_find_loops(struct backend_graph *g)
{
	return find_loops(g, false);
}

bool backend_find_most_loops(struct backend_graph *g)
{
	return find_loops(g, true);
}

/* ---- Questions --------------------------------------------------------------------------*/
bool backend_is_in(const struct backend_graph *g, uint32_t block, uint32_t loop)
{
	uint32_t i = g->blocks.at[block].loop;
	while (i != BACKEND_NONE && i != loop)
		i = g->loops.at[i].parent;
	return i != BACKEND_NONE;
}

bool backend_is_back(const struct backend_graph *g, uint32_t from, uint32_t to)
{
	return g->blocks.at[to].order <= g->blocks.at[from].order;
}

uint32_t backend_loop_of(const struct backend_graph *g, uint32_t header)
{
	return g->blocks.at[header].heads;
}
