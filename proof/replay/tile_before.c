/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/tile_before.c: what f leaves in a cell, found from the cell.
 *
 * Idea.    A store's element is a sum of what counts the loops around it.  Where each of them goes farther than all that go less
 *          far together, a cell tells in which iteration it was stored, if it was: a quotient for each loop.  That
 *          iteration alone is run.  What it loads is found in the same way.
 * Wrong if another iteration stores to the cell: then it is not known. */
#include "proof/replay/tile.h"

static bool not_known(struct tile *t, const char *why)
{
	return proof_replay_unknown(&t->r, why);
}

/* ---- Stores ------------------------------------------------------------------------------*/
/* The walk through a place. */
struct reading {
	struct tile *t;
	struct tile_store store; /* the loops around, and the sum that is read */
	VEC(const struct tir_stmt *) binds;
};

static const struct tir_expr *bound_to(const struct reading *x, const struct tir_var *v)
{
	for (uint32_t i = x->binds.n; i-- > 0;)
		if (tir_as_bind(x->binds.at[i])->var == v)
			return tir_as_bind(x->binds.at[i])->value.e;
	return NULL;
}

/* The store's sum += by * e; false: e is none. */
static bool add(struct reading *x, const struct tir_expr *e, int64_t by, uint32_t depth);

/* Add a variable times `by` to where the store goes: a loop's by its factor, what it is bound to, or a symbol from
 * outside; false: not known. */
static bool add_var(struct reading *x, const struct tir_expr *e, int64_t by, uint32_t depth)
{
	struct tile_store *s = &x->store;
	const struct replay_symbol *outside = x->t->r.value[e->u.var->id];
	struct replay_sum sum = {.number = 0};
	for (uint32_t i = 0; i < s->nloops; i++) {
		const struct tir_for *l = s->loop[i] ? tir_as_for(s->loop[i]) : NULL;
		if (!l || l->var != e->u.var)
			continue;
		int64_t step;
		sum.number = l->min.e->u.i;
		return !__builtin_mul_overflow(tir_loop_step(s->loop[i]), by, &step) &&
		       !__builtin_add_overflow(s->factor[i], step, &s->factor[i]) &&
		       proof_replay_add(&s->first, &sum, by);
	}
	const struct tir_expr *value = bound_to(x, e->u.var);
	if (value)
		return add(x, value, by, depth + 1);
	return outside && proof_replay_sum_of(&x->t->r, outside, &sum) &&
	       proof_replay_add(&s->first, &sum, by);
}

/* Add e times `by` to where the store goes, in elements; false: it is not linear, too deep, or too large. */
static bool add(struct reading *x, const struct tir_expr *e, int64_t by, uint32_t depth)
{
	struct replay_sum number = {.number = 1};
	int64_t n;
	bool exact = e->type.code == TIR_TYPE_INT && e->type.bits >= 32 && e->type.lanes == 1;
	if (!exact || depth > 32)
		return false;
	if (e->op == TIR_INT_IMM)
		return !__builtin_mul_overflow(e->u.i, by, &n) &&
		       proof_replay_add(&x->store.first, &number, n);
	if (e->op == TIR_VAR)
		return add_var(x, e, by, depth);
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return by != INT64_MIN && add(x, e->arg[0], by, depth + 1) &&
		       add(x, e->arg[1], e->op == TIR_ADD ? by : -by, depth + 1);
	if (e->op == TIR_MUL) {
		uint32_t c = e->arg[1]->op == TIR_INT_IMM;
		return e->arg[c]->op == TIR_INT_IMM &&
		       !__builtin_mul_overflow(e->arg[c]->u.i, by, &n) &&
		       add(x, e->arg[!c], n, depth + 1);
	}
	return e->op == TIR_CAST && e->arg[0]->type.bits <= e->type.bits &&
	       add(x, e->arg[0], by, depth + 1);
}

/* Add an index times `by`; the lanes of a ramp are one more loop.  False: not linear. */
static bool add_lanes(struct reading *x, const struct tir_expr *e, int64_t by)
{
	struct tile_store *s = &x->store;
	if (e->op != TIR_RAMP || e->arg[1]->op != TIR_INT_IMM || s->nloops == TILE_LOOPS)
		return add(x, e, by, 0);
	s->loop[s->nloops] = NULL;
	s->trips[s->nloops] = e->type.lanes;
	return !__builtin_mul_overflow(e->arg[1]->u.i, by, &s->factor[s->nloops++]) &&
	       add(x, e->arg[0], by, 0);
}

/* Find where the store goes, in elements from the buffer's first; false: a mask, strides, or an index that is not linear. */
static bool add_place(struct reading *x, const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_store(s)->buffer;
	int64_t by = 1;
	if (tir_mask_of(s) || b->strides || s->nindex != b->ndim || !b->root)
		return false;
	for (uint32_t i = s->nindex; i-- > 0;) {
		const struct tir_expr *n = b->shape[i];
		if (n->op != TIR_INT_IMM || n->u.i < 1 ||
		        !add_lanes(x, tir_as_store(s)->index[i].e, by) ||
		        __builtin_mul_overflow(by, n->u.i, &by))
			return false;
	}
	return true;
}

/* Note a store of the old function, with the loops around it; false with the reason: too many. */
static bool read_store(struct reading *x, const struct tir_stmt *s)
{
	struct tile *t = x->t;
	const struct tir_buffer *root = tir_as_store(s)->buffer->root;
	struct tile_store own = x->store;
	if (t->nstores == TILE_STORES || !root)
		return not_known(t, "there are too many stores");
	x->store.stmt = s;
	x->store.known = add_place(x, s);
	t->store[t->nstores++] = x->store;
	t->touched[root->id] = 1;
	t->written[root->id] |= 1;
	t->root[root->id] = root;
	x->store = own;
	return true;
}

static bool read_seq(struct reading *x, const struct tir_seq *s);

/* Read a loop of the old function; false with the reason: bounds that are no constants, or too deep. */
static bool read_loop(struct reading *x, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	struct tile_store *w = &x->store;
	int64_t step = tir_loop_step(s), n = l->extent.e->u.i;
	if (l->min.e->op != TIR_INT_IMM || l->extent.e->op != TIR_INT_IMM || step < 1 ||
	        w->nloops == TILE_LOOPS)
		return not_known(x->t, "a loop's extent is not known");
	w->loop[w->nloops] = s;
	w->trips[w->nloops++] = n > 0 ? (n - 1) / step + 1 : 0;
	bool ok = read_seq(x, &l->body);
	w->nloops--;
	return ok;
}

/* Read a statement of the old function; false with the reason: an effect, or one that is not understood. */
static bool read_stmt(struct reading *x, const struct tir_stmt *s)
{
	if (tir_stmt_flags(s) & TIR_HAS_EFFECT)
		return not_known(x->t, "a statement has an effect");
	switch (s->kind) {
	case TIR_BIND: VEC_PUSH(x->t->arena, &x->binds, s); return true;
	case TIR_STORE: return read_store(x, s);
	case TIR_ALLOC: x->t->inner[tir_as_alloc(s)->buffer->id] = 1; return true;
	case TIR_FOR: return read_loop(x, s);
	case TIR_IF: return read_seq(x, tir_body(s)) && read_seq(x, tir_orelse(s));
	case TIR_ATTR:
	case TIR_DECL:
	case TIR_WHILE:
	case TIR_ASSERT:
	case TIR_LAUNCH:
	case TIR_EVALUATE:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_BLOCK: break;
	}
	return not_known(x->t, "a statement is not understood");
}

static bool read_seq(struct reading *x, const struct tir_seq *s)
{
	for (const struct tir_stmt *y = s->first; y; y = y->next)
		if (!read_stmt(x, y))
			return false;
	return true;
}

bool proof_tile_counts(const struct tile *t, const struct tir_buffer *root)
{
	return root->id < t->nbuffers && !t->inner[root->id];
}

bool proof_tile_read_before(struct tile *t)
{
	struct reading *x = ARENA_NEW(t->arena, struct reading);
	x->t = t;
	for (uint32_t i = 0; i < t->nbefore; i++) {
		x->store = (struct tile_store){.place = i};
		if (!read_stmt(x, t->before[i]))
			return false;
	}
	return true;
}

/* ---- Which iteration ---------------------------------------------------------------------*/
static int64_t distance(const struct tile_store *s, uint32_t loop)
{
	return s->factor[loop] < 0 ? -s->factor[loop] : s->factor[loop];
}

/* The loop that goes farthest of those not done, and how far all others of them go together; nloops: there is none. */
static uint32_t farthest(const struct tile_store *s, uint32_t done, int64_t *others)
{
	uint32_t found = s->nloops;
	int64_t all = 0, n;
	for (uint32_t i = 0; i < s->nloops; i++)
		if (!(done >> i & 1) && s->factor[i] && s->trips[i] > 1 &&
		        (found == s->nloops || distance(s, i) > distance(s, found)))
			found = i;
	for (uint32_t i = 0; i < s->nloops; i++) {
		bool other = !(done >> i & 1) && s->factor[i] && s->trips[i] > 1 && i != found;
		if (other && (__builtin_mul_overflow(distance(s, i), s->trips[i] - 1, &n) ||
		                     __builtin_add_overflow(all, n, &all)))
			all = INT64_MAX;
	}
	*others = all;
	return found;
}

/* Is 0 <= q < trips? */
static bool is_within(struct tile *t, const struct replay_sum *q, int64_t trips, bool *holds)
{
	struct replay_sum behind = {.number = trips - 1};
	if (!proof_replay_at_least_0(&t->r, q, holds))
		return false;
	if (!*holds)
		return true;
	return proof_replay_add(&behind, q, -1) && proof_replay_at_least_0(&t->r, &behind, holds);
}

bool proof_tile_invert(struct tile *t, const struct tile_store *s, const struct replay_symbol *at,
        bool *holds, struct replay_sum *number)
{
	struct replay_sum rest, q, more = {.number = 0};
	int64_t others;
	*holds = true;
	if (!s->known || !proof_replay_sum_of(&t->r, at, &rest) ||
	        !proof_replay_add(&rest, &s->first, -1))
		return not_known(t, "an element is not known");
	for (uint32_t i = 0; i < s->nloops; i++) {
		number[i] = (struct replay_sum){.number = 0};
		*holds = *holds && s->trips[i] > 0;
		if (s->factor[i] < 0 && s->trips[i] > 1)
			more.number += s->factor[i] * (s->trips[i] - 1);
	}
	if (!*holds || !proof_replay_add(&rest, &more, -1))
		return !*holds || not_known(t, "an element is not known");
	for (uint32_t done = 0, l; (l = farthest(s, done, &others)) < s->nloops; done |= 1U << l) {
		struct replay_sum last = {.number = s->trips[l] - 1};
		if (distance(s, l) <= others)
			return not_known(t, "two iterations may store to one element");
		if (!proof_replay_divide(&t->r, &rest, distance(s, l), &q, &more) ||
		        !is_within(t, &q, s->trips[l], holds))
			return false;
		if (!*holds)
			return true;
		rest = more;
		number[l] = q;
		if (s->factor[l] < 0) {
			proof_replay_add(&last, &q, -1);
			number[l] = last;
		}
	}
	/* what is left is 0 */
	struct replay_sum less = {.number = 0};
	proof_replay_add(&less, &rest, -1);
	if (!proof_replay_at_least_0(&t->r, &rest, holds))
		return false;
	return !*holds || proof_replay_at_least_0(&t->r, &less, holds);
}

/* ---- Values ------------------------------------------------------------------------------*/
static const struct replay_sum *bound_at(const struct tile_loops *b, const struct tir_stmt *loop)
{
	for (uint32_t i = 0; loop && i < b->n; i++)
		if (b->at[i].loop == loop)
			return &b->at[i].number;
	return NULL;
}

/* Are the sums the same number, always? */
static bool is_same(const struct tile *t, const struct replay_sum *a, const struct replay_sum *b)
{
	struct replay_sum d = *a;
	struct replay_range range;
	return proof_replay_add(&d, b, -1) && proof_replay_range(&t->r, &d, &range) &&
	       range.least == 0 && range.most == 0;
}

static bool tells(const struct tile_store *s, uint32_t loop)
{
	return s->factor[loop] || s->trips[loop] == 1;
}

/* Bind the loops around the store, in the iteration that stores to the cell. */
static bool bind(struct tile *t, struct tile_loops *b, const struct tile_store *s,
        const struct replay_sum *number)
{
	for (uint32_t i = 0; i < s->nloops; i++) {
		const struct replay_sum *there = bound_at(b, s->loop[i]);
		if (!s->loop[i] || !s->factor[i])
			continue;
		if (there && !is_same(t, there, &number[i]))
			return not_known(t, "an element is stored in several iterations");
		if (!there && b->n == TILE_LOOPS * 2)
			return not_known(t, "there are too many loops");
		if (!there)
			b->at[b->n++] = (struct tile_bound){s->loop[i], number[i]};
	}
	return true;
}

/* The iterations of the place that store to the cell: b; none: b->n is UINT32_MAX. */
static bool find_iteration(struct tile *t, uint32_t place, const struct tir_buffer *root,
        const struct replay_symbol *at, struct tile_loops *b)
{
	struct replay_sum number[TILE_LOOPS];
	bool holds, any = false;
	uint64_t holding = 0;
	b->n = 0;
	for (uint32_t i = 0; i < t->nstores; i++) {
		const struct tile_store *s = &t->store[i];
		if (s->place != place || tir_as_store(s->stmt)->buffer->root != root)
			continue;
		if (!proof_tile_invert(t, s, at, &holds, number) ||
		        (holds && !bind(t, b, s, number)))
			return false;
		holding |= (uint64_t)holds << i;
		any |= holds;
	}
	for (uint32_t i = 0; i < t->nstores; i++)
		for (uint32_t l = 0; holding >> i & 1 && l < t->store[i].nloops; l++)
			if (bound_at(b, t->store[i].loop[l]) && !tells(&t->store[i], l))
				return not_known(t, "an element is stored in several iterations");
	if (!any)
		b->n = UINT32_MAX;
	return true;
}

/* Do the iteration of an old statement that is bound to, in a run of its own: *done; false with the reason. */
static bool run_place(struct tile *t, uint32_t place, const struct tile_loops *b,
        struct tile_run **done)
{
	struct tile_run *outer = t->run, **in = outer && !t->r.second && outer->place != UINT32_MAX
	                                                ? &outer->inside
	                                                : &t->first;
	if (!*in)
		*in = ARENA_NEW(t->arena, struct tile_run);
	struct tile_run *run = *in;
	proof_tile_clear(&run->cells);
	run->place = place;
	run->bound = *b;
	run->stamp = run->stamps = 1;
	t->run = run;
	bool ok = proof_tile_run_stmt(t, t->before[place]);
	t->run = outer;
	*done = run;
	return ok;
}

bool proof_tile_value(struct tile *t, const struct tir_buffer *root, const struct replay_symbol *at,
        uint32_t n, struct replay_symbol *out)
{
	struct tile_loops b;
	struct tile_run *run;
	while (n-- > 0) {
		uint64_t who = (uint64_t)(n + 1) << 32 | root->id;
		const struct tile_cell *c = proof_tile_find(&t->memo, who, at);
		if (c) {
			*out = c->value;
			return true;
		}
		if (!find_iteration(t, n, root, at, &b))
			return false;
		if (b.n == UINT32_MAX)
			continue;
		if (!run_place(t, n, &b, &run))
			return false;
		c = proof_tile_find(&run->cells, proof_tile_who(t, root), at);
		if (!c) /* a condition did not hold */
			continue;
		*out = c->value;
		proof_tile_put(&t->memo, t->arena, who, at, 1, out);
		return true;
	}
	if (t->inner[root->id])
		return not_known(t, "what is loaded was not stored");
	*out = proof_tile_first_value(t, root, at);
	return true;
}

bool proof_tile_load_before(struct tile *t, const struct tir_buffer *root,
        const struct replay_symbol *at, struct replay_symbol *out)
{
	struct tile_run *run = t->run;
	struct replay_sum number[TILE_LOOPS];
	bool holds, shared = false;
	for (uint32_t i = 0; i < t->nstores; i++) {
		const struct tile_store *s = &t->store[i];
		if (s->place != run->place || tir_as_store(s->stmt)->buffer->root != root)
			continue;
		if (!proof_tile_invert(t, s, at, &holds, number))
			return false;
		for (uint32_t l = 0; holds && l < s->nloops; l++) {
			const struct replay_sum *own = bound_at(&run->bound, s->loop[l]);
			if (own && s->factor[l] && !is_same(t, own, &number[l]))
				return not_known(t, "another iteration stores what one loads");
			shared |= own && !tells(s, l);
		}
	}
	const struct tile_cell *c = proof_tile_find(&run->cells, proof_tile_who(t, root), at);
	if (shared && (!c || c->stamp != run->stamp))
		return not_known(t, "another iteration may store what one loads");
	if (!c)
		return proof_tile_value(t, root, at, run->place, out);
	*out = c->value;
	return true;
}
