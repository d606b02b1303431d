/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/count.c: the packets of a call, with those of what is called.
 *
 * Idea      The frequency of each block times its packets.  Of functions that are not in the object it is known what those of the
 *           compiler's runtime take, and moves of memory of a known length; any other takes CALL packets and is counted apart. */
#include "backend/internal.h"

enum { MOST_DEPTH = 8, MOST_CODE = 1 << 22, CALL = 20, MOVED = 8, TEST = 4, LENGTH = 2 };

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
	sum->doubts += times * x->doubts;
	sum->loops += x->loops;
	sum->unknown += x->unknown;
}

const struct backend_func *backend_callee(const struct backend_object *o,
        const struct backend_func *f, uint32_t packet_at, const struct backend_op *op)
{
	const struct backend_reloc *r = op->reloc;
	if (op->target == BACKEND_NONE)
		return NULL;
	if (!r)
		return backend_func_at(o, f->section, op->target);
	if (r->name) {
		const struct backend_func *named = backend_func_called(o, r->name);
		return named ? named : backend_func_at(o, r->section, r->value);
	}
	return backend_func_at(o, r->section, r->value - (r->at - packet_at));
}

bool backend_leaves(const struct backend_func *f, const struct backend_op *op)
{
	if (op->code == BACKEND_JUMP)
		return op->reloc || op->target < f->begin || op->target >= f->end;
	return op->code == BACKEND_CALL;
}

/* The bytes that a call moves: its third argument, r2; -1: unknown. */
static int64_t length_of(struct backend_values *v, uint32_t packet)
{
	const struct backend_code_of *code = v->graph->code;
	const struct backend_packet *p = &code->packets.at[packet];
	for (uint32_t i = p->first; i < p->first + p->n; i++) {
		const struct backend_op *op = &code->ops.at[i];
		if (op->code == BACKEND_SET && op->d == LENGTH)
			return op->imm;
		if ((op->code <= BACKEND_LOAD && op->code != BACKEND_KILL && op->d == LENGTH) ||
		        (op->code == BACKEND_KILL && (op->mask >> LENGTH & 1)))
			return -1;
	}
	struct backend_value x = backend_value_at(v, packet, LENGTH, false);
	return x.symbol == BACKEND_NUMBER ? x.k : -1;
}

struct backend_cost backend_outside(const struct backend_op *op, int64_t length)
{
	static const char *const moves[] = {"memset", "memcpy", "memmove", "__hexagon_memcpy"};
	struct backend_cost unknown = {.packets = CALL, .calls = 1};
	const char *name = op->reloc && op->reloc->name ? op->reloc->name : "";
	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
		if (length >= 0 && !strncmp(name, moves[i], strlen(moves[i])))
			return (struct backend_cost){.packets = CALL + (double)length / MOVED};
	bool runtime = !strncmp(name, "__hexagon_", 10) && strncmp(name, "__hexagon_mem", 13) != 0;
	unknown.calls = !runtime;
	return unknown;
}

static void add_call(struct counter *c, const struct backend_func *f, struct backend_values *v,
        uint32_t packet, const struct backend_op *op, double times, int depth,
        struct backend_cost *sum)
{
	uint32_t at = v->graph->code->packets.at[packet].at;
	const struct backend_func *to = backend_callee(&c->object, f, at, op);
	struct backend_cost other = to ? cost_of(c, to, depth + 1)
	                               : backend_outside(op, length_of(v, packet));
	add(sum, times, &other);
}

static void add_block(struct counter *c, const struct backend_func *f, struct backend_values *v,
        const struct backend_block *b, double times, int depth, struct backend_cost *sum)
{
	const struct backend_code_of *code = v->graph->code;
	sum->packets += times * (b->end - b->first);
	sum->doubts += b->undecided ? times : 0;
	for (uint32_t i = b->first; i < b->end; i++) {
		const struct backend_packet *p = &code->packets.at[i];
		sum->unaligned += times * p->unaligned;
		for (uint32_t k = p->first; k < p->first + p->n; k++)
			if (backend_leaves(f, &code->ops.at[k]))
				add_call(c, f, v, i, &code->ops.at[k], times, depth, sum);
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
		add_block(c, f, &v, &g.blocks.at[i], times[i], depth, &sum);
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
