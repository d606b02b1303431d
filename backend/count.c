/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/count.c: the packets of a call, with those of what is called.
 *
 * Idea      The frequency of each block times its packets.  A call of a function that is not in the object takes CALL packets,
 *           whatever it is; such calls are counted apart. */
#include "backend/internal.h"

enum { MOST_DEPTH = 8, MOST_CODE = 1 << 22, CALL = 20, TEST = 4 };

struct counter {
	struct backend_object object;
	struct arena *arena;
	const char *const *versions;
	struct known {
		bool done;
		struct backend_cost cost;
	} *known; /* by function */
};

static struct backend_cost cost_of(struct counter *c, const struct backend_func *f, int depth);

static void add(struct backend_cost *sum, double times, const struct backend_cost *x)
{
	sum->packets += times * x->packets;
	sum->unaligned += times * x->unaligned;
	sum->calls += times * x->calls;
	sum->loops += x->loops;
	sum->unknown += x->unknown;
}

/* The function that an operation calls; NULL: it is not in the object. */
static const struct backend_func *callee(const struct counter *c, const struct backend_func *f,
        uint32_t packet_at, const struct backend_op *op)
{
	const struct backend_reloc *r = op->reloc;
	if (!r)
		return backend_func_at(&c->object, f->section, op->target);
	if (r->name) {
		const struct backend_func *named = backend_func_called(&c->object, r->name);
		return named ? named : backend_func_at(&c->object, r->section, r->value);
	}
	return backend_func_at(&c->object, r->section, r->value - (r->at - packet_at));
}

/* Does the operation leave the function: a call, or a jump to another one? */
static bool leaves(const struct backend_func *f, const struct backend_op *op)
{
	if (op->code == BACKEND_JUMP)
		return op->reloc || op->target < f->begin || op->target >= f->end;
	return op->code == BACKEND_CALL;
}

static void add_call(struct counter *c, const struct backend_func *f, uint32_t packet_at,
        const struct backend_op *op, double times, int depth, struct backend_cost *sum)
{
	const struct backend_func *to = op->target == BACKEND_NONE ? NULL
	                                                           : callee(c, f, packet_at, op);
	struct backend_cost other = {.packets = CALL, .calls = 1};
	if (to)
		other = cost_of(c, to, depth + 1);
	add(sum, times, &other);
}

static void add_block(struct counter *c, const struct backend_func *f,
        const struct backend_code_of *code, const struct backend_block *b, double times, int depth,
        struct backend_cost *sum)
{
	sum->packets += times * (b->end - b->first);
	for (uint32_t i = b->first; i < b->end; i++) {
		const struct backend_packet *p = &code->packets.at[i];
		sum->unaligned += times * p->unaligned;
		for (uint32_t k = p->first; k < p->first + p->n; k++)
			if (leaves(f, &code->ops.at[k]))
				add_call(c, f, p->at, &code->ops.at[k], times, depth, sum);
	}
}

/* The cost of the function's own code. */
static struct backend_cost count(struct counter *c, const struct backend_func *f, int depth)
{
	struct arena own = arena_scratch(c->arena);
	struct backend_cost sum = {0};
	struct backend_code_of code;
	struct backend_graph g;
	struct backend_values v;
	bool ok = backend_decode(&code, &c->object, f, &own) && backend_flow(&g, &code, &own) &&
	          backend_find_loops(&g) && backend_follow(&v, &g);
	if (ok)
		backend_count_trips(&v);
	double *times = ok ? backend_frequencies(&g) : NULL;
	for (uint32_t i = 0; ok && i < g.blocks.n; i++)
		add_block(c, f, &code, &g.blocks.at[i], times[i], depth, &sum);
	sum.loops += ok ? g.loops.n : 0;
	sum.unknown += ok ? g.unknown : 1;
	arena_free(&own);
	return sum;
}

/* The version of the function that is gone to where its arguments allow it; NULL: there is none. */
static const struct backend_func *version_of(const struct counter *c, const struct backend_func *f)
{
	for (const char *const *word = c->versions; *word; word++) {
		const struct backend_func *v = backend_func_called(&c->object,
		        arena_printf(c->arena, "%s.%s", f->name, *word));
		if (v)
			return v;
	}
	return NULL;
}

static struct backend_cost cost_of(struct counter *c, const struct backend_func *f, int depth)
{
	struct known *known = &c->known[f - c->object.funcs.at];
	const struct backend_func *version = version_of(c, f);
	if (known->done)
		return known->cost;
	known->done = true; /* what calls itself counts once */
	if (depth == MOST_DEPTH) {
		known->cost.unknown = 1;
	} else if (version) {
		struct backend_cost other = cost_of(c, version, depth + 1);
		other.packets += TEST;
		known->cost = other;
	} else {
		known->cost = count(c, f, depth);
	}
	return known->cost;
}

bool backend_count(const void *object, size_t n, const char *name, const char *const *versions,
        struct arena *arena, struct backend_cost *out)
{
	struct counter c = {.arena = arena, .versions = versions};
	size_t bytes = 0;
	*out = (struct backend_cost){0};
	if (!backend_read(&c.object, object, n, arena))
		return false;
	const struct backend_func *f = backend_func_called(&c.object, name);
	for (uint32_t i = 0; i < c.object.sections.n; i++)
		bytes += c.object.sections.at[i].nwords * sizeof(uint32_t);
	if (!f || bytes > MOST_CODE)
		return false;
	c.known = ARENA_NEWN(arena, struct known, c.object.funcs.n);
	*out = cost_of(&c, f, 0);
	out->bytes = bytes;
	return true;
}
