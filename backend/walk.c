/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/walk.c: the packets of one call with given arguments.
 *
 * Idea      The code is walked through, packet by packet.  A register holds a number, or something that is not known, as all that
 *           is loaded is, but for words of the stack.  So branches on arguments and counts of loops are known; where a branch depends on
 *           data, each way is gone in turn, unless a loop is left there; that data are equal is
 *           taken for seldom.
 * Needs     nobody else's pointers to words of the stack: the code generator's spills are such.
 * Costs     a step for each packet that runs, MOST_STEPS at most. */
#include "backend/internal.h"

enum {
	REGISTERS = 32,
	PREDICATES = 4,
	MOST_STEPS = 1 << 19,
	MOST_DEPTH = 8,
	LENGTH = 2,
	SELDOM = 8
};
/* What a call may change: r0 to r15, r28 and the link. */
static const uint32_t called = UINT32_C(0xffff) | UINT32_C(1) << 28 | UINT32_C(1) << 31;

struct number {
	bool known;
	int32_t is; /* of a predicate that is not known: 1, it is probably true, -1, it is probably false */
};
/* A function that has been decoded. */
struct walked {
	bool done, ok;
	struct backend_code_of code;
	uint32_t *word; /* of the stack, by operation */
	uint32_t nwords;
	uint32_t *goes;  /* by operation: the packet that it goes to */
	uint32_t *turns; /* by packet: how often a branch on data ended it */
	struct backend_graph graph;
};
struct walker {
	struct backend_object object;
	struct arena *arena;
	struct walked *funcs;
	uint32_t steps;
	struct backend_cost cost;
};
/* What registers hold in a call. */
struct state {
	struct number r[REGISTERS], p[PREDICATES];
	struct number count[2]; /* of the hardware loops */
	uint32_t start[2];
	struct number *stack; /* by word */
};
enum outcome { ENDS, FAILS };

/* ---- A function --------------------------------------------------------------------------*/
static bool is_of_stack(const struct backend_op *op)
{
	return op->code == BACKEND_LOAD || op->code == BACKEND_STORE ||
	       op->code == BACKEND_STORE_IMM;
}

/* Find the number of the word of the stack at offset `at`; one that is not known yet gets the next number. */
static uint32_t word_at(int64_t *words, uint32_t *n, int64_t at)
{
	uint32_t i = 0;
	while (i < *n && words[i] != at)
		i++;
	if (i == *n)
		words[(*n)++] = at;
	return i;
}

static uint32_t packet_at(const struct backend_code_of *c, uint32_t at)
{
	uint32_t lo = 0, hi = c->packets.n;
	while (hi - lo > 1) {
		uint32_t mid = (lo + hi) / 2;
		*(c->packets.at[mid].at <= at ? &lo : &hi) = mid;
	}
	return hi && c->packets.at[lo].at == at ? lo : BACKEND_NONE;
}

static struct walked *decode(struct walker *w, const struct backend_func *f)
{
	struct walked *x = &w->funcs[f - w->object.funcs.at];
	if (x->done)
		return x;
	x->done = true;
	x->ok = backend_decode(&x->code, &w->object, f, w->arena) &&
	        backend_flow(&x->graph, &x->code, w->arena) && backend_find_most_loops(&x->graph);
	uint32_t n = x->code.ops.n;
	int64_t *words = ARENA_NEWN(w->arena, int64_t, n + 1);
	x->word = ARENA_NEWN(w->arena, uint32_t, n + 1);
	x->goes = ARENA_NEWN(w->arena, uint32_t, n + 1);
	x->turns = ARENA_NEWN(w->arena, uint32_t, x->code.packets.n + 1);
	for (uint32_t i = 0; i < n && x->ok; i++) {
		const struct backend_op *op = &x->code.ops.at[i];
		if (is_of_stack(op))
			x->word[i] = word_at(words, &x->nwords, op->imm);
		bool goes = op->code == BACKEND_LOOP || op->code == BACKEND_JUMP;
		x->goes[i] = goes && !op->reloc ? packet_at(&x->code, op->target) : BACKEND_NONE;
	}
	return x;
}

/* ---- Operations --------------------------------------------------------------------------*/
static struct number number_of(int64_t x)
{
	return (struct number){true, (int32_t)(uint32_t)(uint64_t)x};
}

/* Does the comparison hold?  `now`: where its first register is read. */
static struct number compared(const struct backend_op *op, const struct state *s,
        const struct number *now)
{
	struct number a = now[op->a], b = op->has_imm ? number_of(op->imm) : s->r[op->b], t = a;
	bool holds = false;
	if (!a.known || !b.known || op->relation == BACKEND_OTHER) /* data are seldom equal */
		return (struct number){false, op->relation != BACKEND_EQ ? 0
		                              : op->negated              ? 1
		                                                         : -1};
	a = op->swapped ? b : a;
	b = op->swapped ? t : b;
	switch ((enum backend_relation)op->relation) {
	case BACKEND_EQ: holds = a.is == b.is; break;
	case BACKEND_GT: holds = a.is > b.is; break;
	case BACKEND_GTU: holds = (uint32_t)a.is > (uint32_t)b.is; break;
	case BACKEND_CLEAR: holds = (a.is & b.is) == 0; break;
	case BACKEND_OTHER: break;
	}
	return number_of(holds != op->negated);
}

/* The predicate, or its opposite. */
static struct number opposite(struct number p, bool is)
{
	int32_t other = p.known ? !p.is : -p.is;
	return (struct number){p.known, is ? other : p.is};
}

/* Both or one of two predicates, of which the one whose field is read first may be negated. */
static struct number logic(const struct backend_op *op, const struct state *s)
{
	struct number a = opposite(s->p[op->a], op->opposite), b = s->p[op->b];
	bool all = a.known && b.known;
	if ((a.known && a.is == op->is_or) || (b.known && b.is == op->is_or))
		return number_of(op->is_or);
	return all ? number_of(op->is_or ? a.is | b.is : a.is & b.is) : (struct number){false, 0};
}

static struct number value_of(const struct backend_op *op, const struct state *s, uint32_t word)
{
	struct number a = s->r[op->a], b = op->has_imm ? number_of(op->imm) : s->r[op->b];
	if (op->code == BACKEND_SET)
		return number_of(op->imm);
	if (op->code == BACKEND_LOAD)
		return s->stack[word];
	struct number c = op->code == BACKEND_ADD_PRODUCT ? s->r[op->by]
	                  : op->code == BACKEND_INSERT || op->code == BACKEND_OR_THREE
	                          ? s->r[op->d]
	                          : number_of(0);
	bool one = op->code == BACKEND_COPY;
	return a.known && (one || b.known) && c.known
	               ? number_of(backend_compute(op, a.is, b.is, c.is))
	               : (struct number){false, 0};
}

static void forget(struct number *r, uint32_t mask)
{
	for (uint32_t i = 0; i < REGISTERS; i++)
		if (mask >> i & 1)
			r[i] = (struct number){false, 0};
}

static struct number chosen(const struct backend_op *op, const struct state *s)
{
	struct number p = s->p[op->by], a = op->is_or ? number_of(op->wide) : s->r[op->a],
	              b = op->has_imm ? number_of(op->imm) : s->r[op->b];
	return !p.known ? (struct number){false, 0} : p.is ? a : b;
}

/* Set a register, if the operation has no predicate or its predicate holds. */
static void give(const struct backend_op *op, uint32_t word, const struct state *s,
        struct state *new)
{
	struct number p = (op->is_new ? new : s)
	                          ->p[op->by % PREDICATES]; /* or a register's number */
	if (op->code == BACKEND_CHOICE)
		new->r[op->d] = chosen(op, s);
	else if (op->code == BACKEND_WORD)
		new->r[op->d] = (struct number){p.known, p.is ? 255 : 0};
	else if (op->when == BACKEND_ALWAYS || (p.known && p.is != op->negated))
		new->r[op->d] = value_of(op, s, word);
	else if (!p.known)
		new->r[op->d].known = false;
}

static bool gives_value(const struct backend_op *op)
{
	return op->code >= BACKEND_SET && op->code <= BACKEND_LOAD;
}

/* Do an operation that sets a predicate, starts a hardware loop, or is not understood. */
static void note(const struct backend_op *op, uint32_t goes, const struct state *s,
        struct state *new)
{
	if (op->code == BACKEND_KILL)
		forget(new->r, op->mask);
	else if (op->code == BACKEND_COMPARE)
		new->p[op->d] = compared(op, s, op->is_new ? new->r : s->r);
	else if (op->code == BACKEND_LOGIC)
		new->p[op->d] = logic(op, s);
	else if (op->code == BACKEND_TRUTH)
		new->p[op->d] = (struct number){
		        s->r[op->a].known, s->r[op->a].known ? s->r[op->a].is & 1 : 0};
	else if (op->code == BACKEND_NOT)
		new->p[op->d] = opposite(s->p[op->a], true);
	for (uint32_t k = 0; k < PREDICATES && op->code == BACKEND_FORGET; k++)
		if (op->mask >> k & 1)
			new->p[k] = (struct number){false, 0};
	if (op->code == BACKEND_LOOP) {
		new->count[op->d] = op->has_imm ? number_of(op->imm) : s->r[op->a];
		new->start[op->d] = goes;
	}
}

/* What the packet makes of s: `new`, with the words of the stack, which both share.  Registers and words come last: they may depend on
 * predicates and registers that the packet makes. */
static void compute(const struct walked *x, const struct backend_packet *p, const struct state *s,
        struct state *new)
{
	uint32_t end = p->first + p->n;
	const struct backend_op *op = x->code.ops.at;
	for (uint32_t i = p->first; i < end; i++)
		note(&op[i], x->goes[i], s, new);
	for (uint32_t i = p->first; i < end; i++)
		if (gives_value(&op[i]))
			give(&op[i], x->word[i], s, new);
	for (uint32_t i = p->first; i < end; i++)
		if (op[i].code == BACKEND_STORE)
			s->stack[x->word[i]] = (op[i].is_new ? new : s)->r[op[i].b];
		else if (op[i].code == BACKEND_STORE_IMM)
			s->stack[x->word[i]] = number_of(op[i].wide);
}

/* ---- Ways --------------------------------------------------------------------------------*/
/* Does the packet decide how often a loop runs? */
static bool decides_count(const struct backend_graph *g, uint32_t packet)
{
	uint32_t from = g->block_of[packet], loop = g->blocks.at[from].loop;
	const struct backend_block *b = &g->blocks.at[from];
	bool decides = b->is_tangled || (loop != BACKEND_NONE && b->returns);
	for (uint32_t i = 0; i < b->succ.n; i++)
		decides |= backend_is_back(g, from, b->succ.at[i]) ||
		           (loop != BACKEND_NONE && !backend_is_in(g, b->succ.at[i], loop));
	return decides;
}

/* Is the way taken?  What depends on data is each second time, where no count of a loop depends on it. */
static bool is_taken(struct walker *w, struct walked *x, uint32_t packet,
        const struct backend_op *op, const struct state *old, const struct state *new, bool *fails)
{
	struct number c = {true, 1};
	if (op->when == BACKEND_BY_PREDICATE)
		c = opposite((op->is_new ? new : old)->p[op->a], op->negated);
	if (op->when == BACKEND_BY_COMPARE)
		c = compared(op, old, op->is_new ? new->r : old->r);
	if (c.known)
		return c.is;
	*fails |= decides_count(&x->graph, packet);
	w->cost.doubts += 1;
	uint32_t turn = x->turns[packet]++;
	return c.is ? (turn % SELDOM == SELDOM - 1) == (c.is < 0) : turn & 1;
}

static enum outcome run(struct walker *w, const struct backend_func *f, struct state *s, int depth);

/* Call what the operation goes to; what it may change is forgotten. */
static enum outcome call(struct walker *w, const struct backend_func *f, uint32_t at,
        const struct backend_op *op, struct state *s, int depth)
{
	const struct backend_func *to = backend_callee(&w->object, f, at, op);
	struct number length = s->r[LENGTH];
	enum outcome o = ENDS;
	if (to) {
		struct state other = *s;
		o = run(w, to, &other, depth + 1);
	} else {
		struct backend_cost c = backend_outside(op,
		        length.known && length.is >= 0 ? length.is : -1);
		w->cost.packets += c.packets;
		w->cost.calls += c.calls;
	}
	forget(s->r, called);
	memset(s->p, 0, sizeof s->p);
	return o;
}

/* Where the call goes on behind a packet. */
struct next {
	uint32_t packet;
	bool returns, fails;
};

/* Carry out the ways of a packet. */
static struct next leave(struct walker *w, const struct backend_func *f, struct walked *x,
        uint32_t packet, const struct state *old, struct state *s, int depth)
{
	const struct backend_packet *p = &x->code.packets.at[packet];
	for (uint32_t i = p->first; i < p->first + p->n; i++) {
		const struct backend_op *op = &x->code.ops.at[i];
		struct next n = {x->goes[i], false, false};
		bool is_way = op->code == BACKEND_JUMP || op->code == BACKEND_RETURN ||
		              op->code == BACKEND_INDIRECT;
		if (op->code == BACKEND_CALL && call(w, f, p->at, op, s, depth) == FAILS)
			return (struct next){0, false, true};
		if (!is_way || !is_taken(w, x, packet, op, old, s, &n.fails))
			continue;
		n.fails |= op->code == BACKEND_INDIRECT;
		n.returns = op->code == BACKEND_RETURN;
		if (op->code == BACKEND_JUMP && n.packet == BACKEND_NONE) { /* the last call */
			n.fails |= call(w, f, p->at, op, s, depth) == FAILS;
			n.returns = true;
		}
		return n;
	}
	for (uint32_t k = 0; k < 2; k++) {
		if (!(k ? p->end1 : p->end0))
			continue;
		if (!s->count[k].known)
			return (struct next){0, false, true};
		if (s->count[k].is > 1) {
			s->count[k].is--;
			return (struct next){s->start[k], false, false};
		}
	}
	return (struct next){packet + 1, false, false};
}

/* Walk through a call of f. */
static enum outcome run(struct walker *w, const struct backend_func *f, struct state *s, int depth)
{
	struct walked *x = decode(w, f);
	struct state new;
	if (!x->ok || depth == MOST_DEPTH)
		return FAILS;
	s->stack = ARENA_NEWN(w->arena, struct number, x->nwords + 1);
	for (uint32_t at = 0; at < x->code.packets.n;) {
		const struct backend_packet *p = &x->code.packets.at[at];
		if (++w->steps > MOST_STEPS)
			return FAILS;
		w->cost.packets += 1;
		w->cost.unaligned += p->unaligned;
		new = *s;
		compute(x, p, s, &new);
		struct next n = leave(w, f, x, at, s, &new, depth);
		*s = new;
		if (n.fails || n.returns)
			return n.fails ? FAILS : ENDS;
		at = n.packet;
	}
	return FAILS;
}

bool backend_walk(const void *object, size_t n, const char *name,
        const int32_t arguments[BACKEND_ARGUMENTS], struct arena *arena, struct backend_cost *out)
{
	struct walker w = {.arena = arena};
	struct state s = {0};
	*out = (struct backend_cost){0};
	if (!backend_read(&w.object, object, n, arena))
		return false;
	const struct backend_func *f = backend_func_called(&w.object, name);
	if (!f)
		return false;
	w.funcs = ARENA_NEWN(arena, struct walked, w.object.funcs.n);
	for (uint32_t i = 0; i < BACKEND_ARGUMENTS; i++)
		s.r[i] = number_of(arguments[i]);
	for (uint32_t i = 0; i < w.object.sections.n; i++)
		out->bytes += w.object.sections.at[i].nwords * sizeof(uint32_t);
	bool ok = run(&w, f, &s, 0) == ENDS;
	w.cost.bytes = out->bytes;
	*out = w.cost;
	return ok;
}
