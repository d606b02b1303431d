/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/flow.c: the blocks of a function, and which follows which.
 *
 * Idea      A packet of an endloop goes back to where the last set-up on the way to it says: each set-up is followed to the ends
 *           that it reaches, until that adds no edge.
 * Costs     a walk over the blocks for each set-up, which is bounded. */
#include "backend/internal.h"

enum { MOST_STEPS = 1 << 24, ROUNDS = 8 };

/* ---- Blocks -----------------------------------------------------------------------------*/
/* The packet at that byte; BACKEND_NONE: there is none. */
static uint32_t packet_at(const struct backend_code_of *c, uint32_t at)
{
	uint32_t lo = 0, hi = c->packets.n;
	while (hi - lo > 1) {
		uint32_t mid = (lo + hi) / 2;
		*(c->packets.at[mid].at <= at ? &lo : &hi) = mid;
	}
	return hi && c->packets.at[lo].at == at ? lo : BACKEND_NONE;
}

/* What ends a packet's way to the next one. */
struct exits {
	uint32_t to[4], n; /* packets */
	bool falls, returns, leaves, lost;
};

/* Note where a jump goes; what the linker fills in lies elsewhere. */
static void add_jump(const struct backend_code_of *c, const struct backend_op *op,
        struct exits *out)
{
	uint32_t to = op->reloc ? BACKEND_NONE : packet_at(c, op->target);
	if (to == BACKEND_NONE)
		out->returns |= op->when != BACKEND_ALWAYS;
	else if (out->n < 4)
		out->to[out->n++] = to;
	out->leaves = true;
	out->falls &= op->when != BACKEND_ALWAYS;
}

static struct exits exits_of(const struct backend_code_of *c, const struct backend_packet *p)
{
	struct exits out = {.falls = true};
	for (uint32_t i = p->first; i < p->first + p->n; i++) {
		const struct backend_op *op = &c->ops.at[i];
		bool always = op->when == BACKEND_ALWAYS;
		if (op->code == BACKEND_JUMP)
			add_jump(c, op, &out);
		if (op->code != BACKEND_RETURN && op->code != BACKEND_INDIRECT)
			continue;
		out.lost |= op->code == BACKEND_INDIRECT;
		out.leaves = true;
		out.returns |= !always;
		out.falls &= !always;
	}
	out.leaves |= p->end0 || p->end1;
	return out;
}

/* Mark the packets that begin a block, and note what sets hardware loops up. */
static bool *find_leaders(struct backend_graph *g)
{
	const struct backend_code_of *c = g->code;
	bool *leads = ARENA_NEWN(g->arena, bool, c->packets.n + 1);
	leads[0] = true;
	for (uint32_t i = 0; i < c->packets.n; i++) {
		struct exits x = exits_of(c, &c->packets.at[i]);
		for (uint32_t k = 0; k < x.n; k++)
			leads[x.to[k]] = true;
		leads[i + 1] |= x.leaves;
		g->unknown += x.lost;
	}
	for (uint32_t i = 0; i < c->packets.n; i++)
		for (uint32_t k = 0; k < c->packets.at[i].n; k++) {
			struct backend_setup s = {i, c->packets.at[i].first + k};
			uint32_t to = c->ops.at[s.op].code == BACKEND_LOOP
			                      ? packet_at(c, c->ops.at[s.op].target)
			                      : BACKEND_NONE;
			if (to == BACKEND_NONE)
				continue;
			leads[to] = true;
			VEC_PUSH(g->arena, &g->setups, s);
		}
	return leads;
}

static bool add_edge(struct backend_graph *g, uint32_t from, uint32_t to)
{
	struct backend_block *b = &g->blocks.at[from];
	for (uint32_t i = 0; i < b->succ.n; i++)
		if (b->succ.at[i] == to)
			return false;
	VEC_PUSH(g->arena, &b->succ, to);
	return true;
}

static void make_blocks(struct backend_graph *g, const bool *leads)
{
	uint32_t n = g->code->packets.n;
	g->block_of = ARENA_NEWN(g->arena, uint32_t, n);
	for (uint32_t i = 0; i < n; i++) {
		struct backend_block b = {.first = i, .loop = BACKEND_NONE, .heads = BACKEND_NONE};
		if (leads[i])
			VEC_PUSH(g->arena, &g->blocks, b);
		g->block_of[i] = g->blocks.n - 1;
		g->blocks.at[g->blocks.n - 1].end = i + 1;
	}
	for (uint32_t i = 0; i < g->blocks.n; i++) {
		struct backend_block *b = &g->blocks.at[i];
		struct exits x = exits_of(g->code, &g->code->packets.at[b->end - 1]);
		b->returns = x.returns;
		for (uint32_t k = 0; k < x.n; k++)
			add_edge(g, i, g->block_of[x.to[k]]);
		if (x.falls && i + 1 < g->blocks.n)
			add_edge(g, i, i + 1);
	}
}

/* ---- Hardware loops ---------------------------------------------------------------------*/
struct flood {
	struct backend_graph *g;
	uint32_t *seen, stamp; /* by block */
	VEC(uint32_t) work;
	uint64_t steps;
	bool added;
};

/* Does a packet from `from` up to before `end` set that hardware loop up? */
static bool is_set_up(const struct backend_graph *g, uint32_t from, uint32_t end, unsigned level)
{
	uint32_t lo = 0, hi = g->setups.n;
	while (lo < hi) {
		uint32_t mid = (lo + hi) / 2;
		if (g->setups.at[mid].packet < from)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < g->setups.n && g->setups.at[lo].packet < end; lo++)
		if (g->ops[g->setups.at[lo].op].d == level)
			return true;
	return false;
}

/* The set-up reaches the last packet of the block. */
static void reaches_end(struct flood *f, uint32_t block, uint32_t setup)
{
	struct backend_graph *g = f->g;
	const struct backend_op *op = &g->ops[g->setups.at[setup].op];
	const struct backend_packet *p = &g->code->packets.at[g->blocks.at[block].end - 1];
	if (!(op->d ? p->end1 : p->end0))
		return;
	uint32_t header = g->block_of[packet_at(g->code, op->target)];
	for (uint32_t i = 0; i < g->hardware.n; i++)
		if (g->hardware.at[i].block == block && g->hardware.at[i].setup == setup)
			return;
	struct backend_hardware h = {block, header, setup};
	VEC_PUSH(g->arena, &g->hardware, h);
	f->added |= add_edge(g, block, header);
}

/* Go on from the block to what follows it. */
static void leave(struct flood *f, uint32_t block)
{
	const struct backend_block *b = &f->g->blocks.at[block];
	for (uint32_t i = 0; i < b->succ.n; i++)
		if (f->seen[b->succ.at[i]] != f->stamp) {
			f->seen[b->succ.at[i]] = f->stamp;
			VEC_PUSH(f->g->arena, &f->work, b->succ.at[i]);
		}
}

/* Follow one set-up from the packet behind it, to where another one of the same loop stands. */
static void follow(struct flood *f, uint32_t setup)
{
	struct backend_graph *g = f->g;
	uint32_t packet = g->setups.at[setup].packet, level = g->ops[g->setups.at[setup].op].d,
	         home = g->block_of[packet], end = g->blocks.at[home].end;
	f->stamp++;
	f->work.n = 0;
	if (packet + 1 < end && !is_set_up(g, packet + 1, end - 1, level))
		reaches_end(f, home, setup);
	if (!is_set_up(g, packet + 1, end, level))
		leave(f, home);
	while (f->work.n) {
		uint32_t i = f->work.at[--f->work.n];
		const struct backend_block *b = &g->blocks.at[i];
		f->steps++;
		if (!is_set_up(g, b->first, b->end - 1, level))
			reaches_end(f, i, setup);
		if (!is_set_up(g, b->first, b->end, level))
			leave(f, i);
	}
}

static bool find_hardware(struct backend_graph *g)
{
	struct flood f = {.g = g, .seen = ARENA_NEWN(g->arena, uint32_t, g->blocks.n)};
	for (int round = 0; round < ROUNDS; round++) {
		f.added = false;
		for (uint32_t i = 0; i < g->setups.n && f.steps < MOST_STEPS; i++)
			follow(&f, i);
		if (!f.added)
			return f.steps < MOST_STEPS;
	}
	return false;
}

bool backend_flow(struct backend_graph *g, const struct backend_code_of *c, struct arena *arena)
{
	*g = (struct backend_graph){.arena = arena, .code = c, .ops = c->ops.at};
	make_blocks(g, find_leaders(g));
	return find_hardware(g);
}
