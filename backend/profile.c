/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/profile.c: each packet of a function, how often it runs in a call, and in which loop. */
#include "backend/internal.h"

static uint32_t loop_or_none(const struct backend_graph *g, uint32_t loop)
{
	return loop == BACKEND_NONE ? g->loops.n : loop;
}

/* Are all words of the packet nops? */
static bool is_padding(const struct backend_code_of *code, uint32_t at)
{
	const uint32_t *word = code->section->words + at / 4;
	while (backend_is_nop(*word) && !backend_is_last(*word))
		word++;
	return backend_is_nop(*word);
}

static void take_block(const struct backend_graph *g, const struct backend_func *f, uint32_t block,
        double times, struct backend_profile *out)
{
	const struct backend_block *b = &g->blocks.at[block];
	for (uint32_t i = b->first; i < b->end; i++) {
		const struct backend_packet *p = &g->code->packets.at[i];
		out->packets[i] = (struct backend_place){
		        times, loop_or_none(g, b->loop), is_padding(g->code, p->at)};
		for (uint32_t k = p->first; k < p->first + p->n; k++)
			out->calls |= backend_leaves(f, &g->code->ops.at[k]);
	}
}

static void take_loops(const struct backend_graph *g, struct backend_profile *out)
{
	for (uint32_t i = 0; i < g->loops.n; i++) {
		const struct backend_loop *l = &g->loops.at[i];
		out->loops[i] = (struct backend_round){
		        loop_or_none(g, l->parent), l->trip, l->is_known};
	}
}

static bool take(const struct backend_object *o, const struct backend_func *f, struct arena *own,
        struct arena *arena, struct backend_profile *out)
{
	struct backend_code_of code;
	struct backend_graph g;
	struct backend_values v;
	if (!backend_decode(&code, o, f, own) || !backend_flow(&g, &code, own) ||
	        !backend_find_loops(&g) || !backend_follow(&v, &g))
		return false;
	backend_count_trips(&v);
	const double *times = backend_frequencies(&g);
	*out = (struct backend_profile){.npackets = code.packets.n, .nloops = g.loops.n};
	out->packets = ARENA_NEWN(arena, struct backend_place, code.packets.n);
	out->loops = ARENA_NEWN(arena, struct backend_round, g.loops.n);
	for (uint32_t i = 0; i < g.blocks.n; i++)
		take_block(&g, f, i, times[i], out);
	take_loops(&g, out);
	return true;
}

bool backend_profile(const void *object, size_t n, const char *name, struct arena *arena,
        struct backend_profile *out)
{
	struct backend_object o;
	struct arena own = arena_scratch(arena);
	*out = (struct backend_profile){0};
	const struct backend_func *f = backend_read(&o, object, n, &own)
	                                       ? backend_func_called(&o, name)
	                                       : NULL;
	bool ok = f && take(&o, f, &own, arena, out);
	arena_free(&own);
	return ok;
}
