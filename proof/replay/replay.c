/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay.c: do two functions leave the same in memory?  Both are run on symbols.
 *
 * Idea.    Loops do a constant number of iterations, so both functions can be run, statement by statement, as the
 *          interpreter does; only that elements of parameters are symbols (replay.h).  In the end each
 *          element of each parameter must hold the same.  Whatever was reordered, copied, packed or summed up otherwise
 *          need not be understood.  Where an `if` asks for parameters, both are run once for each answer.
 * Needs    flat functions; conditions and indices that do not depend on memory; parameters that do not overlap, where
 *          one is written.
 * Costs    what running both costs: MOST_STEPS lanes of operations.
 * Wrong if the second function does what is not defined where the first one is: elements out of bounds, and signed numbers that
 *          overflow, are looked at. */
#include "proof/replay/replay.h"

enum { MOST_STEPS = 1 << 25, MOST_FOLDED = 1 << 22, STACK = 1 << 16 };

static bool run_seq(struct replay *r, const struct tir_seq *s);

/* Bind a variable to what e is, lane by lane; false with the reason. */
static bool keep(struct replay *r, const struct tir_var *v, const struct tir_expr *e)
{
	struct replay_symbol **x = &r->value[v->id];
	uint32_t lanes = e->type.lanes;
	if (!*x)
		*x = ARENA_NEWN(r->arena, struct replay_symbol, lanes);
	return proof_replay_expr(r, e, *x);
}

/* Do a store on symbols; false with the reason: a mask, an element that is not known, a fault. */
static bool run_store(struct replay *r, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	const struct tir_expr *index[TIR_MAX_RANK];
	struct replay_memory *m;
	uint32_t lanes = x->value.e->type.lanes;
	if (x->mask.e)
		return proof_replay_fails(r, PROOF_UNDECIDED, "a store has a mask");
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = x->index[i].e;
	if (!proof_replay_place(r, x->buffer, s->nindex, index, lanes, r->at, &m) ||
	        !proof_replay_stored(r, s, r->stored))
		return false;
	m = &r->memory.at[r->number_of[x->buffer->root->id] - 1]; /* there may be more now */
	m->writes = true;
	for (uint32_t l = 0; l < lanes; l++) {
		m->cell[r->at[l]] = r->stored[l];
		m->set[r->at[l]] = 1;
	}
	return true;
}

/* Do an allocation: nothing in it is set. */
static bool run_alloc(struct replay *r, const struct tir_stmt *s)
{
	uint32_t k = r->number_of[tir_as_alloc(s)->buffer->id];
	if (!k)
		return true;
	struct replay_memory *m = &r->memory.at[k - 1];
	memset(m->set, 0, (size_t)m->n);
	m->age++;
	return true;
}

/* The number that e is; false with the reason: it depends on memory. */
static bool known(struct replay *r, const struct tir_expr *e, int64_t *out)
{
	struct replay_symbol s;
	if (!proof_replay_expr(r, e, &s))
		return false;
	*out = s.number;
	return s.known ||
	       proof_replay_fails(r, PROOF_UNDECIDED, "a condition depends on what is in memory");
}

/* Do all iterations of a loop; false with the reason: its bounds are not known, too many, or a statement in it fails. */
static bool run_loop(struct replay *r, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	int64_t min, extent, step = tir_loop_step(s);
	if (!known(r, l->min.e, &min) || !known(r, l->extent.e, &extent))
		return false;
	struct replay_symbol **i = &r->value[l->var->id];
	if (!*i)
		*i = ARENA_NEW(r->arena, struct replay_symbol);
	if (extent > MOST_STEPS)
		return proof_replay_fails(r, PROOF_UNDECIDED, "a loop is too long");
	for (int64_t k = 0; k < extent; k = step < extent ? k + step : extent) {
		**i = proof_replay_number((int64_t)((uint64_t)min + (uint64_t)k));
		if (!run_seq(r, &l->body))
			return false;
	}
	return true;
}

/* What the condition is in the case that is run, if it does not depend on memory: one that is new holds at first.  False: there are
 * too many. */
static bool decide(struct replay *r, const struct replay_symbol *c, bool *holds)
{
	struct replay_cases *x = r->cases;
	uint32_t i = 0;
	while (i < x->n && !proof_replay_is_same(TIR_BOOL, &x->condition[i], c))
		i++;
	if (i == REPLAY_CASES)
		return false;
	if (i == x->n) {
		x->condition[x->n] = *c;
		x->holds[x->n++] = true;
	}
	*holds = x->holds[i];
	return true;
}

/* Do what is under the condition; false with the reason. */
static bool run_if(struct replay *r, const struct tir_stmt *s)
{
	const struct tir_expr *e = tir_value_of(s);
	struct replay_symbol c;
	if (!proof_replay_expr(r, e, &c))
		return false;
	bool holds = c.number != 0;
	if (!c.known && (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT) || !decide(r, &c, &holds)))
		return proof_replay_fails(r, PROOF_UNDECIDED,
		        "a condition depends on what is in memory");
	return run_seq(r, holds ? tir_body(s) : tir_orelse(s));
}

/* Do a statement on symbols; false with the reason: it is not understood. */
static bool run_stmt(struct replay *r, const struct tir_stmt *s)
{
	switch (s->kind) {
	case TIR_BIND: return keep(r, tir_as_bind(s)->var, tir_as_bind(s)->value.e);
	case TIR_STORE: return run_store(r, s);
	case TIR_ALLOC: return run_alloc(r, s);
	case TIR_DECL: return true;
	case TIR_FOR: return run_loop(r, s);
	case TIR_IF: return run_if(r, s);
	case TIR_ATTR: return run_seq(r, tir_body(s));
	case TIR_WHILE:
	case TIR_ASSERT:
	case TIR_LAUNCH:
	case TIR_EVALUATE:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_BLOCK: break;
	}
	return proof_replay_fails(r, PROOF_UNDECIDED, "a statement is not understood");
}

/* Do the statements in their order; false with the reason. */
static bool run_seq(struct replay *r, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		r->used = 0;
		if (!run_stmt(r, t))
			return false;
	}
	return true;
}

/* ---- A function --------------------------------------------------------------------------*/
/* Each scalar parameter is an atom. */
static void begin(struct replay *r, uint64_t most)
{
	struct tir_numbers n = tir_numbers_of(r->f);
	r->value = ARENA_NEWN(r->arena, struct replay_symbol *, n.nvars + 1);
	r->number_of = ARENA_NEWN(r->arena, uint32_t, n.nbuffers + 1);
	r->stack = ARENA_NEWN(r->arena, struct replay_symbol, STACK);
	r->room = STACK;
	r->at = ARENA_NEWN(r->arena, int64_t, TIR_MAX_LANES);
	r->stored = ARENA_NEWN(r->arena, struct replay_symbol, TIR_MAX_LANES);
	r->steps = most;
	for (uint32_t i = 0; i < r->f->params.n; i++) {
		const struct tir_var *v = r->f->params.at[i].var;
		if (!v)
			continue;
		r->value[v->id] = ARENA_NEW(r->arena, struct replay_symbol);
		*r->value[v->id] = proof_replay_atom(1, v->id, 0);
	}
}

/* May a parameter that one of the two writes be another one that they use? */
static bool overlaps(const struct replay *r, const struct proof_contract *contract)
{
	for (uint32_t i = 0; i < r->memory.n; i++)
		for (uint32_t k = 0; k < r->memory.n; k++)
			if (i != k && r->memory.at[i].writes &&
			        proof_may_overlap(r->f, contract, r->memory.at[i].root,
			                r->memory.at[k].root))
				return true;
	return false;
}

static const struct replay_memory *same_memory(const struct replay *r, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < r->memory.n; i++)
		if (r->memory.at[i].root == b)
			return &r->memory.at[i];
	return NULL;
}

/* Is each element of the parameter that x's function wrote what it is behind y's? */
static bool is_left_same(const struct replay *y, const struct replay_memory *x)
{
	const struct replay_memory *m = same_memory(y, x->root);
	for (int64_t i = 0; i < x->n; i++) {
		struct replay_symbol first = proof_replay_atom(x->root->id, (uint64_t)i, 0);
		const struct replay_symbol *a = x->set[i] ? &x->cell[i] : &first;
		const struct replay_symbol *b = m && m->set[i] ? &m->cell[i] : &first;
		if (!proof_replay_is_same(x->root->elem, a, b))
			return false;
	}
	return true;
}

/* Does y leave in each parameter that x writes what x leaves there? */
static bool all_same(const struct replay *x, const struct replay *y)
{
	for (uint32_t i = 0; i < x->memory.n; i++) {
		const struct replay_memory *m = &x->memory.at[i];
		if (m->root->kind == TIR_BUFFER_PARAM && m->writes && !is_left_same(y, m))
			return false;
	}
	return true;
}

/* Statements that are run, at most; one more than MOST_STEPS: too many. */
static uint64_t work_of(const struct tir_seq *s)
{
	uint64_t all = 0;
	for (const struct tir_stmt *t = s->first; t && all <= MOST_STEPS; t = t->next) {
		const struct tir_expr *n = t->kind == TIR_FOR ? tir_as_for(t)->extent.e : NULL;
		uint64_t times = n && n->op == TIR_INT_IMM && n->u.i >= 0 ? (uint64_t)n->u.i : 1;
		times = n && tir_loop_step(t) > 1 ? times / (uint64_t)tir_loop_step(t) : times;
		uint64_t inside = 1 + work_of(tir_body(t)) + work_of(tir_orelse(t));
		all += times > MOST_STEPS ? MOST_STEPS + 1 : times * inside;
	}
	return all > MOST_STEPS ? MOST_STEPS + 1 : all;
}

/* Run both, for so many steps each, in the case. */
static enum proof_verdict run_case(const struct tir_func *f, const struct tir_func *g,
        uint64_t most, const struct proof_contract *contract, struct replay_cases *cases,
        struct arena *arena, const char **why)
{
	struct arena scratch = arena_scratch(arena);
	struct replay x = {.f = f,
	                      .arena = &scratch,
	                      .load = proof_replay_load,
	                      .cases = cases,
	                      .any_order = contract->any_order},
	              y = x;
	y.f = g;
	y.second = true;
	begin(&x, most);
	bool ok = run_seq(&x, &f->body);
	y.done = x.done;
	y.slots = x.slots;
	y.ndone = x.ndone;
	begin(&y, most);
	ok = ok && run_seq(&y, &g->body);
	enum proof_verdict v = ok ? PROOF_PROVED : x.why ? x.verdict : y.verdict;
	*why = x.why ? x.why : y.why;
	if (ok && (overlaps(&x, contract) || overlaps(&y, contract))) {
		v = PROOF_UNDECIDED;
		*why = "parameters may overlap";
	} else if (ok && (!all_same(&x, &y) || !all_same(&y, &x))) {
		v = PROOF_REFUTED;
		*why = "an element of a parameter is not the same in the end";
	}
	arena_free(&scratch);
	return v;
}

/* The next case: the last condition that held does not.  False: there is none. */
static bool next_case(struct replay_cases *c)
{
	while (c->n && !c->holds[c->n - 1])
		c->n--;
	if (c->n)
		c->holds[c->n - 1] = false;
	return c->n;
}

/* Run both, for so many steps each, in each case: conditions on parameters hold or do not. */
static enum proof_verdict run_both(const struct tir_func *f, const struct tir_func *g,
        uint64_t most, const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct replay_cases cases = {0};
	*why = "there is too much to do";
	if (work_of(&f->body) > most || work_of(&g->body) > most)
		return PROOF_UNDECIDED;
	do {
		enum proof_verdict v = run_case(f, g, most, contract, &cases, arena, why);
		if (v != PROOF_PROVED) /* perhaps there is no such case */
			return v == PROOF_REFUTED && cases.n ? PROOF_UNDECIDED : v;
	} while (next_case(&cases));
	return PROOF_PROVED;
}

enum proof_verdict proof_replay(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	if (proof_tiles(f, g, contract, arena, why) == PROOF_PROVED)
		return PROOF_PROVED;
	return run_both(f, g, MOST_STEPS, contract, arena, why);
}

enum proof_verdict proof_folded(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	if (proof_tiles(f, g, contract, arena, why) == PROOF_PROVED)
		return PROOF_PROVED;
	return run_both(f, g, MOST_FOLDED, contract, arena, why);
}
