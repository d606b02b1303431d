/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* backend/trips.c: how often loops run.
 *
 * Idea      A hardware loop is told its count.  Of another one the comparisons that its exits depend on are looked for: an
 *           induction against a number, or against what differs from its first value by a number.  A count that depends on an outer
 *           loop's induction is taken at the middle of that.  Where several exits are known, the first one counts.
 * Costs     a walk over a loop's body for each exit, which is bounded. */
#include <math.h>

#include "backend/internal.h"

enum { GUESS = 64, MOST_DEPTH = 4, MOST_STEPS = 1 << 22, MOST_FOUND = 64 };

struct comparison {
	uint32_t packet;
	struct backend_op op; /* a, b or imm, relation, is_new */
};
struct way {
	uint32_t block, end; /* packets before `end` are to be looked at */
	uint8_t predicate;
};
struct search {
	struct backend_values *v;
	struct backend_graph *g;
	uint32_t loop;
	VEC(struct comparison) found;
	bool is_truth; /* the exit depends on a truth that is carried */
	uint32_t *seen, stamp;
	VEC(struct way) work;
	uint64_t steps;
};

/* ---- Numbers for values -----------------------------------------------------------------*/
/* The number that a value has, in the mean where an outer loop changes it; false: unknown. */
static bool mean(const struct backend_values *v, struct backend_value x, int depth, double *out)
{
	const struct backend_graph *g = v->graph;
	struct backend_value symbol = x, first;
	int64_t step;
	double start;
	*out = (double)x.k;
	if (x.symbol == BACKEND_NUMBER)
		return true;
	symbol.k = 0;
	symbol.minus = false;
	symbol.shift = 0;
	symbol.inside = 0;
	if (x.symbol != BACKEND_CARRIED || depth == MOST_DEPTH)
		return false;
	uint32_t loop = g->blocks.at[x.node].heads;
	if (!backend_is_induction(v, symbol, loop, &first, &step) || !g->loops.at[loop].is_known ||
	        !mean(v, first, depth + 1, &start))
		return false;
	double y = start + (double)step * (g->loops.at[loop].trip - 1) / 2;
	y = x.shift ? floor((y + (double)x.inside) / (double)(UINT64_C(1) << x.shift)) : y;
	*out += x.minus ? -y : y;
	return true;
}

/* ---- Hardware loops ---------------------------------------------------------------------*/
/* The count that a set-up tells. */
static bool told(struct search *s, uint32_t setup, double *out)
{
	const struct backend_setup *at = &s->g->setups.at[setup];
	const struct backend_op *op = &s->g->ops[at->op];
	*out = (double)op->imm;
	return op->has_imm || mean(s->v, backend_value_at(s->v, at->packet, op->a, false), 0, out);
}

/* Is it a hardware loop?  Then its count is taken, in the mean of all set-ups. */
static bool is_hardware(struct search *s, struct backend_loop *l)
{
	double sum = 0;
	uint32_t n = 0, known = 0;
	for (uint32_t i = 0; i < s->g->hardware.n; i++) {
		const struct backend_hardware *h = &s->g->hardware.at[i];
		double count;
		if (h->header != l->header || !s->g->blocks.at[h->block].is_reached)
			continue;
		n++;
		if (!told(s, h->setup, &count))
			continue;
		sum += fmax(1, count);
		known++;
	}
	l->is_known = n && known == n;
	l->trip = known ? sum / known : GUESS;
	return n != 0;
}

/* ---- The comparisons that exits depend on -----------------------------------------------*/
static void add_comparison(struct search *s, uint32_t packet, const struct backend_op *op)
{
	struct comparison c = {packet, *op};
	if (s->found.n < MOST_FOUND)
		VEC_PUSH(s->g->arena, &s->found, c);
}

/* Go on with what the predicate of an operation depends on; false: this way ends. */
static bool look_at(struct search *s, uint32_t packet, const struct backend_op *op,
        uint8_t *predicate)
{
	bool forgets = (op->code == BACKEND_FORGET || op->code == BACKEND_NOT) &&
	               (op->mask >> *predicate & 1),
	     writes = op->d == *predicate;
	if (forgets)
		return false;
	if (op->code == BACKEND_COMPARE && writes)
		return add_comparison(s, packet, op), false;
	if (op->code == BACKEND_TRUTH && writes)
		return s->is_truth = true, false;
	if (op->code != BACKEND_LOGIC || !writes)
		return true;
	bool one = op->a == op->b, self = op->a == *predicate || op->b == *predicate;
	s->is_truth |= one;
	*predicate = one ? op->a : *predicate;
	return one ? !op->opposite : self;
}

static void add_way(struct search *s, uint32_t block, uint32_t end, uint8_t predicate)
{
	struct way w = {block, end, predicate};
	VEC_PUSH(s->g->arena, &s->work, w);
}

/* Go on where the block is come from, within the loop. */
static void go_back(struct search *s, uint32_t block, uint8_t predicate)
{
	const struct backend_block *b = &s->g->blocks.at[block];
	for (uint32_t i = 0; i < b->pred.n; i++) {
		uint32_t from = b->pred.at[i], *seen = &s->seen[4 * from + predicate];
		if (*seen == s->stamp || !backend_is_in(s->g, from, s->loop))
			continue;
		*seen = s->stamp;
		add_way(s, from, s->g->blocks.at[from].end, predicate);
	}
}

/* Follow one way up to the block's first packet. */
static void follow(struct search *s, struct way w)
{
	const struct backend_code_of *c = s->g->code;
	for (uint32_t p = w.end; p-- > s->g->blocks.at[w.block].first;) {
		uint8_t old = w.predicate;
		for (uint32_t i = 0; i < c->packets.at[p].n; i++, s->steps++) {
			uint8_t now = old;
			if (!look_at(s, p, &c->ops.at[c->packets.at[p].first + i], &now))
				return;
			w.predicate = now != old ? now : w.predicate;
		}
	}
	go_back(s, w.block, w.predicate);
}

/* The comparisons that a jump at the end of a block depends on. */
static void look_up(struct search *s, uint32_t block, const struct backend_op *op)
{
	uint32_t packet = s->g->blocks.at[block].end - 1;
	if (op->when == BACKEND_BY_COMPARE)
		add_comparison(s, packet, op);
	if (op->when != BACKEND_BY_PREDICATE)
		return;
	s->stamp++;
	s->work.n = 0;
	add_way(s, block, packet + op->is_new, op->a);
	while (s->work.n && s->steps < MOST_STEPS)
		follow(s, s->work.at[--s->work.n]);
}

static bool is_exit(const struct search *s, uint32_t block)
{
	const struct backend_block *b = &s->g->blocks.at[block];
	bool leaves = b->returns;
	for (uint32_t i = 0; i < b->succ.n; i++)
		leaves |= !backend_is_in(s->g, b->succ.at[i], s->loop) ||
		          b->succ.at[i] == s->g->loops.at[s->loop].header;
	return leaves;
}

static bool may_leave(const struct backend_op *op)
{
	return op->code == BACKEND_JUMP || op->code == BACKEND_RETURN;
}

static void find_comparisons(struct search *s)
{
	const struct backend_loop *l = &s->g->loops.at[s->loop];
	s->found.n = 0;
	s->is_truth = false;
	for (uint32_t i = 0; i < l->body.n; i++) {
		uint32_t block = l->body.at[i];
		const struct backend_packet *p = &s->g->code->packets
		                                          .at[s->g->blocks.at[block].end - 1];
		for (uint32_t k = 0; is_exit(s, block) && k < p->n; k++)
			if (may_leave(&s->g->ops[p->first + k]))
				look_up(s, block, &s->g->ops[p->first + k]);
	}
}

/* ---- Counts -----------------------------------------------------------------------------*/
/* Is y what the loop changes? */
static bool is_of_loop(const struct search *s, struct backend_value y)
{
	return y.symbol == BACKEND_CARRIED && y.node == s->g->loops.at[s->loop].header;
}

/* How far it is from the first value of x to y, over the step; false: unknown. */
static bool distance(struct search *s, struct backend_value x, struct backend_value y, double *out)
{
	struct backend_value symbol = x, first;
	int64_t step;
	double a, b;
	symbol.k = 0;
	if (!backend_is_induction(s->v, symbol, s->loop, &first, &step) || !step ||
	        is_of_loop(s, y))
		return false;
	first.k += x.k;
	a = (double)first.k;
	b = (double)y.k;
	if (!backend_same_symbol(first, y) && (!mean(s->v, first, 0, &a) || !mean(s->v, y, 0, &b)))
		return false;
	*out = (b - a) / (double)step;
	return true;
}

/* The count by which x, an induction, meets y; false: unknown. */
static bool count(struct search *s, const struct backend_op *op, struct backend_value x,
        struct backend_value y, double *out)
{
	bool exceeds = op->relation == BACKEND_GT || op->relation == BACKEND_GTU;
	bool shifted = x.shift && !x.k && !x.inside && y.symbol == BACKEND_NUMBER && !y.k;
	if (x.shift && !shifted && exceeds && y.symbol == BACKEND_NUMBER) {
		/* (c + inside >> shift) + k > y where c + inside has reached y - k + 1 times 1 << shift */
		if (__builtin_sub_overflow(y.k, x.k, &y.k) || y.k < 0 || y.k > INT32_MAX)
			return false;
		y.k = (y.k + 1) * (INT64_C(1) << x.shift) - 1;
		x.k = x.inside;
		x.inside = x.shift = 0;
	} else if (shifted) { /* up to the first bit that is left */
		y.k = INT64_C(1) << x.shift;
		x.shift = 0;
	}
	if (!distance(s, x, y, out))
		return false;
	*out = shifted ? ceil(*out) : op->relation == BACKEND_EQ ? *out + 1 : ceil(*out) + 1;
	return *out >= 1 && op->relation < BACKEND_OTHER;
}

static void compare(struct search *s, struct backend_loop *l)
{
	l->trip = GUESS;
	for (uint32_t i = 0; i < s->found.n; i++) {
		const struct comparison *c = &s->found.at[i];
		struct backend_value x = backend_value_at(s->v, c->packet, c->op.a, c->op.is_new),
		                     y = {.k = c->op.imm};
		double n;
		if (!c->op.has_imm)
			y = backend_value_at(s->v, c->packet, c->op.b, false);
		if (!count(s, &c->op, x, y, &n) && !count(s, &c->op, y, x, &n))
			continue;
		l->trip = l->is_known ? fmin(l->trip, n) : n;
		l->is_known = true;
	}
	if (s->is_truth && !s->found.n) { /* the loop is left when it was true once */
		l->trip = 2;
		l->is_known = true;
	}
}

void backend_count_trips(struct backend_values *v)
{
	struct backend_graph *g = v->graph;
	struct search s = {
	        .v = v, .g = g, .seen = ARENA_NEWN(g->arena, uint32_t, 4 * (size_t)g->blocks.n)};
	for (uint32_t i = 0; i < g->loops.n; i++) {
		struct backend_loop *l = &g->loops.at[i];
		s.loop = i;
		if (!is_hardware(&s, l)) {
			find_comparisons(&s);
			compare(&s, l);
		}
		g->unknown += !l->is_known;
	}
}
