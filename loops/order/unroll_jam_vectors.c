/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_vectors.c: what unroll-and-jam saves where loops hold vectors.
 *
 * Idea.   The copies share their inner loops. There each copy computes what differs from the others; what is the same is computed
 *         once.  LLVM neither pipelines such a loop nor packs it well: its time is the sum of what its
 *         instructions take by themselves.  What does not change in a loop is computed in front of it; elements that its
 *         iterations go on with live in registers.
 * Needs   a nest that unroll_jam_nest.c has read, before it is changed.
 * Keeps   HVX's registers: those of such elements, of what is shared, and one a copy.
 * Costs   each operand of a loop's own statements once. */
#include "loops/order/unroll_jam.h"

enum {
	REGISTERS = 20, /* of HVX's 32: the others hold what is on its way */
	NODES = 120,    /* of a loop, afterwards */
};

/* A loop's own statements, or those of the nest's. */
struct body {
	const struct unroll_jam_nest *n;
	struct unroll_jam_meter *meter;
	const struct tir_stmt *loop;
	bool shares;      /* do all copies share it? */
	uint64_t time[2]; /* of each copy, in twelfths of packets; [1]: of what they share */
	uint32_t registers[2], nodes[2];
};

/* ---- What changes ------------------------------------------------------------------------*/
/* Has e the same value in all iterations of the loop?  *budget: nodes that may be looked at. */
static bool is_same(const struct body *b, const struct tir_stmt *loop, const struct tir_expr *e,
        uint32_t *budget)
{
	uint32_t bind = e->op == TIR_VAR ? unroll_jam_bind_of(b->n, e->u.var) : UINT32_MAX;
	if (!*budget)
		return false;
	--*budget;
	if (bind != UINT32_MAX)
		return is_same(b, loop, tir_as_bind(b->n->bind[bind])->value.e, budget);
	if (e->op == TIR_VAR)
		return e->u.var != tir_as_for(loop)->var;
	bool same = e->op != TIR_LOAD || unroll_jam_is_steady(loop, e->u.buffer, e->n, e->arg);
	for (uint32_t i = 0; i < e->n && same; i++)
		same = is_same(b, loop, e->arg[i], budget);
	return same;
}

static bool same_in(const struct body *b, const struct tir_stmt *loop, const struct tir_expr *e)
{
	uint32_t budget = UNROLL_JAM_NODES;
	return is_same(b, loop, e, &budget);
}

/* Is it one element, or one vector, in all iterations of the body's loop? */
static bool is_still(const struct body *b, uint32_t n, const struct tir_expr *const *index)
{
	bool still = true;
	for (uint32_t i = 0; i < n && still; i++)
		still = same_in(b, b->loop, index[i]);
	return still;
}

/* ---- Operations --------------------------------------------------------------------------*/
static uint32_t registers(struct tir_type t)
{
	return (tir_type_bytes(t) + TARGET_HVX_BYTES - 1) / TARGET_HVX_BYTES;
}

/* Instructions on vectors, one after the other. */
static uint64_t time_of(const struct target_vector_work *w)
{
	return (w->memory + w->permutes) * TARGET_PACKET + w->multiplies * TARGET_PACKET / 2 +
	       w->others * TARGET_PACKET / 4;
}

/* Loads that do not begin where lines of memory do are two. */
static void add_load(struct target_vector_work *w, const struct tir_expr *e)
{
	bool lines = e->u.buffer->align > 0 && e->u.buffer->align % TARGET_HVX_BYTES == 0;
	target_vector_access(w, e->type, e->type.lanes);
	w->memory *= lines ? 1 : 2;
}

/* What the node takes by itself. */
static uint64_t time_of_node(const struct body *b, const struct tir_expr *e)
{
	struct target_vector_work w = {0};
	if (e->type.lanes == 1)
		return TARGET_PACKET / (e->op == TIR_LOAD ? 2 : 4);
	if (e->op == TIR_LOAD)
		add_load(&w, e);
	else if (e->op != TIR_RAMP)
		loops_work_of(&w, e, e->type.lanes, b->meter->floats);
	return time_of(&w);
}

/* Count e and what is below it, unless it was counted before or is computed in front of the loop. */
static void count(struct body *b, const struct tir_expr *e)
{
	struct unroll_jam_meter *m = b->meter;
	while (m->seen.n <= e->id)
		VEC_PUSH(m->arena, &m->seen, (struct unroll_jam_seen){0});
	struct unroll_jam_seen *s = &m->seen.at[e->id];
	if (s->stamp == m->stamp || !(e->flags & TIR_HAS_VAR) || e->op == TIR_VAR)
		return;
	*s = (struct unroll_jam_seen){m->stamp, false, true};
	bool load = e->op == TIR_LOAD;
	if (same_in(b, b->loop, e) || (load && is_still(b, e->n, e->arg)))
		return;
	bool shared = b->shares && same_in(b, b->n->loop[b->n->at].s, e);
	b->time[shared] += time_of_node(b, e);
	b->nodes[shared]++;
	b->registers[shared] += load && e->type.lanes > 1 ? registers(e->type) : 0;
	for (uint32_t i = 0; i < e->n && !load; i++)
		count(b, e->arg[i]);
}

/* Add the store of a copy: into memory, or into a register where all iterations of the loop store to one element. */
static void count_store(struct body *b, const struct tir_stmt *s)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	const struct tir_expr *value = tir_value_of(s);
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	bool still = is_still(b, s->nindex, index), vector = value->type.lanes > 1;
	b->registers[0] += vector ? registers(value->type) : 0;
	b->time[0] += still    ? 0
	              : vector ? TARGET_PACKET * registers(value->type)
	                       : TARGET_PACKET / 2;
}

/* ---- Bodies ------------------------------------------------------------------------------*/
static void count_seq(struct body *b, const struct tir_seq *s, struct unroll_jam_saving *sum);

/* How many copies' registers and nodes the body may hold. */
static uint32_t most_copies(const struct body *b)
{
	uint32_t left = b->registers[1] < REGISTERS ? REGISTERS - b->registers[1] : 0;
	uint32_t most = left / (b->registers[0] + 1);
	left = b->nodes[1] < NODES ? NODES - b->nodes[1] : 0;
	return b->nodes[0] && left / b->nodes[0] < most ? left / b->nodes[0] : most;
}

/* Add what the loop takes, which is in b's body. */
static void count_loop(const struct body *b, const struct tir_stmt *s,
        struct unroll_jam_saving *sum)
{
	struct body in = {.n = b->n, .meter = b->meter, .loop = s};
	struct unroll_jam_saving inside = {{0, 0}, UINT32_MAX};
	in.shares = b->shares && unroll_jam_is_entered_once(b->n, s);
	b->meter->stamp++;
	count_seq(&in, tir_body(s), &inside);
	b->meter->stamp++;
	/* of one iteration: what is the same in each copy LLVM computes in front of the nest as it is */
	if (b->loop == b->n->loop[b->n->at].s && unroll_jam_times(s) == 1)
		in.time[1] = 0;
	for (int shared = 0; shared < 2; shared++)
		sum->time[shared] += (inside.time[shared] + in.time[shared]) * unroll_jam_times(s);
	uint32_t most = most_copies(&in);
	most = inside.most < most ? inside.most : most;
	sum->most = most < sum->most ? most : sum->most;
}

/* Add what the statements take, and the loops among them. */
static void count_seq(struct body *b, const struct tir_seq *s, struct unroll_jam_saving *sum)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR) {
			count_loop(b, t, sum);
			continue;
		}
		if (tir_value_of(t))
			count(b, tir_value_of(t));
		if (t->kind == TIR_STORE)
			count_store(b, t);
		count_seq(b, tir_body(t), sum);
		count_seq(b, tir_orelse(t), sum);
	}
}

struct unroll_jam_saving unroll_jam_saves(const struct unroll_jam_nest *n,
        struct unroll_jam_meter *m)
{
	struct body b = {.n = n, .meter = m, .loop = n->loop[n->at].s, .shares = true};
	struct unroll_jam_saving sum = {{0, 0}, UINT32_MAX};
	m->stamp++;
	count_seq(&b, tir_body(b.loop), &sum);
	sum.time[0] += b.time[0] + b.time[1];
	return sum;
}
