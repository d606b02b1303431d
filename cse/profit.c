/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/profit.c: legality and profit: may uses be served by one name at a point, and is it worth one?
 *
 * Gathers what the caller's predicate is told (struct cse_candidate), and decides nothing else but what is
 * never right: a sum in an order that the program does not compute there, a variable out of scope.
 * Costs   each use once; forms are looked at up to a bound, or each node once. */
#include "cse/insert.h"

enum { LARGE = 1000 }; /* nodes of a form; larger ones stay where they are */

/* How often the uses [lo, hi) compute the class. */
uint32_t cse_count_uses(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	uint32_t total = 0;
	for (uint32_t i = lo; i < hi; i++) {
		uint32_t n = s->p->uses.at[s->uses.at[i].use].count;
		total = total > NONE - n ? NONE : total + n;
	}
	return total;
}

/* Every use is the whole condition of a branch. */
static bool only_conditions(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo; i < hi; i++) {
		const struct use *u = &s->p->uses.at[s->uses.at[i].use];
		const struct tir_stmt *t = s->p->stmt_of[u->stmt_number];
		if ((t->kind != TIR_IF && t->kind != TIR_WHILE) || tir_value_of(t) != u->form)
			return false;
	}
	return true;
}

/* It is a load of what the function stored. */
static bool is_held(const struct cse_plan *p, const struct use *u)
{
	uint32_t from = u->from;
	return cse_stored_form(p, u->form, &from) != NULL;
}

/* Are the forms of two uses written alike, but for the order of operands that may be exchanged?  In
 * doubt: no.  What a variable or a buffer holds was computed before, in whatever order. */
static bool written_alike(const struct cse_plan *p, const struct use *x, const struct use *y,
        uint32_t *budget)
{
	const struct tir_expr *a = x->form, *b = y->form;
	if (a->op == TIR_VAR || b->op == TIR_VAR || a == b || is_held(p, x) || is_held(p, y))
		return cse_class_in(p, a, x->from) == cse_class_in(p, b, y->from);
	if (a->op != b->op || a->n != b->n || a->n == 0 || *budget == 0)
		return false;
	--*budget;
	bool floats = tir_is_float(a->arg[0]->type);
	bool turns = a->n == 2 && (floats ? tir_ops[a->op].fcommutes : tir_ops[a->op].commutes);
	for (uint32_t turned = 0; turned < 1 + (uint32_t)turns; turned++) {
		bool alike = true;
		for (uint32_t i = 0; i < a->n && alike; i++) {
			struct use s = *x, t = *y;
			s.form = a->arg[i];
			t.form = b->arg[turned ? 1 - i : i];
			alike = written_alike(p, &s, &t, budget);
		}
		if (alike)
			return true;
	}
	return false;
}

static bool all_alike(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	const struct use *first = &s->p->uses.at[s->uses.at[lo].use];
	for (uint32_t i = lo + 1; i < hi; i++) {
		uint32_t budget = 100;
		const struct use *u = &s->p->uses.at[s->uses.at[i].use];
		if (!written_alike(s->p, first, u, &budget))
			return false;
	}
	return true;
}

/* Computing the first form at the group's insertion point: is it surely computed there anyhow, or are all
 * forms written alike?  A sum in another order may overflow where the program's does not. */
static bool may_compute(const struct inserter *s, const struct use *first, const struct group *g,
        uint32_t hi)
{
	return (first->stmt_number == g->stmt_number && first->region == g->region) ||
	       all_alike(s, g->first, hi);
}

struct scope {
	const struct cse_plan *p;
	const struct group *g;
	bool ok;
};

static bool look(void *ctx, const struct tir_expr *e)
{
	struct scope *s = ctx;
	if (e->op == TIR_VAR)
		s->ok &= cse_in_scope(s->p, e->u.var, s->g->region, s->g->stmt_number);
	return s->ok;
}

/* A caller's normal form may have fewer variables than the expression, and one Let may stand in several statements: are all variables
 * there? */
static bool is_in_scope(struct inserter *s, const struct use *first, const struct group *g)
{
	struct scope scope = {s->p, g, true};
	if (s->p->options.key || s->p->lets_again)
		tir_walk_expr(first->form, &s->scratch, look, &scope);
	return scope.ok;
}

/* Does a use read back what the first one stores? */
static bool saves_a_load(const struct inserter *s, const struct use *first, uint32_t lo,
        uint32_t hi)
{
	for (uint32_t i = lo + 1; i < hi && first->form->op != TIR_LOAD; i++)
		if (s->p->uses.at[s->uses.at[i].use].form->op == TIR_LOAD)
			return true;
	return false;
}

/* Are the indices of a load written as those of the statement that stores what it finds? */
static bool reads_as_stored(const struct inserter *s, const struct use *load,
        const struct use *stored)
{
	const struct cse_plan *p = s->p;
	const struct tir_stmt *t = p->stmt_of[stored->stmt_number];
	bool alike = t->nindex == load->form->n;
	for (uint32_t i = 0; alike && i < t->nindex; i++) {
		struct use a = *load, b = *stored;
		uint32_t budget = 100;
		a.form = load->form->arg[i];
		b.form = tir_as_store(t)->index[i].e;
		alike = written_alike(p, &a, &b, &budget);
	}
	return alike;
}

/* Does a use read back what another one stores, by an index that is written in another way?  In doubt: no. */
static bool reads_otherwise(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	const struct cse_plan *p = s->p;
	const struct use *stored = NULL;
	bool otherwise = false;
	for (uint32_t i = lo; i < hi && !otherwise; i++) {
		const struct use *u = &p->uses.at[s->uses.at[i].use];
		const struct tir_stmt *t = p->stmt_of[u->stmt_number];
		bool loads = u->form->op == TIR_LOAD && stored &&
		             cse_values_buffer(u->form->u.buffer) ==
		                     cse_values_buffer(tir_buffer_of(p
		                                     ->stmt_of[stored->stmt_number]));
		otherwise = loads && !reads_as_stored(s, u, stored);
		if (t->kind == TIR_STORE && tir_value_of(t) == u->form)
			stored = u;
	}
	return otherwise;
}

/* Are there uses in both arms of one branch, and none outside? */
static bool in_both_arms(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	const struct cse_plan *p = s->p;
	uint32_t first = s->uses.at[lo].region, last = s->uses.at[hi - 1].region;
	uint32_t meet = cse_region_lca(p, first, last);
	if (meet == first || meet == last)
		return false;
	first = cse_region_towards(p, meet, first);
	last = cse_region_towards(p, meet, last);
	const struct region *a = &p->regions.at[first], *b = &p->regions.at[last];
	bool fork = a->kind == REGION_THEN && b->kind == REGION_ELSE &&
	            a->stmt_number == b->stmt_number && a->fork == b->fork;
	for (uint32_t i = lo; i < hi && fork; i++)
		fork = cse_region_encloses(p, first, s->uses.at[i].region) ||
		       cse_region_encloses(p, last, s->uses.at[i].region);
	return fork;
}

/* Are there two uses, which compute the class once each? */
static bool is_pair(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	return hi - lo == 2 && s->p->uses.at[s->uses.at[lo].use].count == 1 &&
	       s->p->uses.at[s->uses.at[lo + 1].use].count == 1;
}

/* The load that e, which reads memory, makes first; NULL if that is none of its own. */
static const struct tir_expr *first_load(const struct tir_expr *e)
{
	for (uint32_t i = 0; e && (e->op != TIR_LOAD || i < e->n);) {
		if (i == e->n)
			return NULL;
		if (e->arg[i]->flags & TIR_READS_MEM) {
			e = e->arg[i];
			i = 0;
		} else {
			i++;
		}
	}
	return e;
}

/* Is it a load of one statement, used in a lazy operand, too, and not the statement's first load? */
static bool turns_loads(const struct inserter *s, const struct use *first, uint32_t lo, uint32_t hi)
{
	const struct tir_expr *e = tir_value_of(s->p->stmt_of[first->stmt_number]);
	bool lazy = s->uses.at[hi - 1].region != s->uses.at[lo].region;
	return lazy && s->uses.at[hi - 1].stmt_number == first->stmt_number &&
	       first->form->op == TIR_LOAD && e && e->flags & TIR_READS_MEM &&
	       first_load(e) != first->form;
}

/* Does one statement compute them all, side by side, and no name's value any? */
static bool in_statement(const struct inserter *s, uint32_t lo, uint32_t hi)
{
	bool same = true;
	for (uint32_t i = lo; i < hi && same; i++)
		same = s->uses.at[i].stmt_number == s->uses.at[lo].stmt_number &&
		       s->uses.at[i].region == s->uses.at[lo].region &&
		       !s->p->uses.at[s->uses.at[i].use].of_name;
	return same;
}

/* Nodes of e as it is written, LARGE at most.  Each node is counted once in the whole run: what contains a
 * class is asked about before it. */
static uint32_t size_of(struct inserter *s, const struct tir_expr *e)
{
	if (!s->size)
		s->size = ARENA_NEWN(&s->scratch, uint16_t, s->p->m->nexprs);
	s->todo.n = 0;
	VEC_PUSH(&s->scratch, &s->todo, e);
	while (s->todo.n) {
		const struct tir_expr *top = s->todo.at[s->todo.n - 1];
		uint32_t size = 1, open = s->todo.n;
		for (uint32_t i = 0; i < top->n; i++) {
			size += s->size[top->arg[i]->id];
			if (!s->size[top->arg[i]->id])
				VEC_PUSH(&s->scratch, &s->todo, top->arg[i]);
		}
		if (s->todo.n > open)
			continue;
		s->size[top->id] = size < LARGE ? size : LARGE;
		s->todo.n--;
	}
	return s->size[e->id];
}

/* Loops between the insertion point of a name and the deepest of its uses. */
static uint32_t loops_between(const struct inserter *s, uint32_t point, uint32_t lo, uint32_t hi)
{
	const struct cse_plan *p = s->p;
	uint32_t most = 0;
	for (uint32_t i = lo; i < hi && p->options.profitable; i++) {
		uint32_t loops = 0;
		for (uint32_t r = s->uses.at[i].region; r != point; r = p->regions.at[r].parent) {
			enum tir_stmt_kind k = p->stmt_of[p->regions.at[r].stmt_number]->kind;
			loops += !p->regions.at[r].in_expr && (k == TIR_FOR || k == TIR_WHILE);
		}
		most = loops > most ? loops : most;
	}
	return most;
}

/* Is there nothing but loops between the insertion point of a name and a use? */
static bool only_in_loops(const struct inserter *s, uint32_t point, uint32_t region)
{
	const struct cse_plan *p = s->p;
	bool loops = region != point;
	for (uint32_t r = region; r != point && loops; r = p->regions.at[r].parent)
		loops = !p->regions.at[r].in_expr &&
		        p->stmt_of[p->regions.at[r].stmt_number]->kind == TIR_FOR;
	return loops;
}

void cse_walk_on(struct inserter *s, const struct tir_expr *e)
{
	if (s->seen[e->id] == s->stamp)
		return;
	s->seen[e->id] = s->stamp;
	VEC_PUSH(&s->scratch, &s->todo, e);
}

void cse_begin_walk(struct inserter *s, const struct tir_expr *e)
{
	if (!s->seen)
		s->seen = ARENA_NEWN(&s->scratch, uint32_t, s->p->m->nexprs);
	s->stamp++;
	s->todo.n = 0;
	cse_walk_on(s, e);
}

/* Is the first use a sum of integers in an index, and nowhere else in what its statement computes?  In
 * doubt: no. */
static bool in_index(struct inserter *s, const struct use *first)
{
	const struct tir_expr *form = first->form,
	                      *e = tir_value_of(s->p->stmt_of[first->stmt_number]);
	if (!e || form->op == TIR_LOAD || !tir_is_int(form->type) || !(form->flags & TIR_READS_MEM))
		return false;
	cse_begin_walk(s, e);
	for (uint32_t met = 0; s->todo.n; met++) {
		e = s->todo.at[--s->todo.n];
		if (e == form || met == LARGE)
			return false;
		for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
			cse_walk_on(s, e->arg[i]);
	}
	return true;
}

static enum cse_reason worth_a_name(struct inserter *s, uint32_t class, const struct use *first,
        uint32_t total, const struct group *g, uint32_t hi)
{
	uint32_t lo = g->first;
	const struct cse_plan *p = s->p;
	bool dominates = first->stmt_number == g->stmt_number && first->region == g->region;
	bool both_arms = in_both_arms(s, lo, hi);
	struct cse_candidate c = {.expr = first->form,
	        .uses = total,
	        .size = size_of(s, first->form),
	        .loops = loops_between(s, g->region, lo, hi),
	        .starts_in_loop = only_in_loops(s, g->region, s->uses.at[lo].region),
	        .distance = s->p->before[s->uses.at[hi - 1].stmt_number] -
	                    s->p->before[first->stmt_number],
	        .in_index = in_index(s, first),
	        .in_statement = in_statement(s, lo, hi),
	        .turns_loads = turns_loads(s, first, g->first, hi),
	        .in_condition = only_conditions(s, lo, hi),
	        .in_arms = both_arms && is_pair(s, lo, hi),
	        .in_both_arms = both_arms,
	        .in_operand = p->regions.at[g->region].in_expr,
	        .is_dominated = dominates,
	        .is_rewritten = dominates && (!all_alike(s, lo, hi) ||
	                                             reads_otherwise(s, lo,
	                                                     hi)), /* else may_compute saw to it */
	        .saves_load = saves_a_load(s, first, lo, hi),
	        .leaves_loop = g->is_lifted,
	        .guards = g->guards.n,
	        .is_early = g->is_early,
	        .past_stores = p->values.all.at[class].past_stores};
	return p->options.profitable ? p->options.profitable(p->options.ctx, &c)
	                             : cse_profile(NULL)->profitable(NULL, &c);
}

/* What becomes of the uses [lo, hi) if one name at the group's insertion point is to serve them. */
enum cse_reason cse_profit(struct inserter *s, uint32_t class, const struct use *first,
        const struct tir_stmt *bind, const struct group *g, uint32_t hi)
{
	if (!is_in_scope(s, first, g))
		return CSE_PATHS;
	if (!may_compute(s, first, g, hi))
		return CSE_ORDER;
	return bind && !s->p->options.leaves_names
	               ? CSE_REUSED
	               : worth_a_name(s, class, first, cse_count_uses(s, g->first, hi), g, hi);
}

/* Can computing e, operands aside, not trap?  In doubt: no. */
static bool node_is_total(const struct cse_plan *p, const struct tir_expr *e, uint32_t from)
{
	uint32_t index[TIR_MAX_RANK], stored = from;
	if (e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	if (e->op != TIR_LOAD || e->n > TIR_MAX_RANK)
		return !tir_node_traps(e);
	for (uint32_t i = 0; i < e->n; i++)
		if ((index[i] = cse_class_in(p, e->arg[i], from)) == CSE_NO_VALUE)
			return false;
	return cse_load_fits(&p->values, e, index) && !cse_stored_form(p, e, &stored);
}

/* The same for e as a whole, if it is not too large. */
bool cse_is_total(struct inserter *s, const struct tir_expr *e, uint32_t from)
{
	cse_begin_walk(s, e);
	for (uint32_t met = 0; s->todo.n; met++) {
		e = s->todo.at[--s->todo.n];
		if (met == LARGE || !node_is_total(s->p, e, from))
			return false;
		/* a variable may be out of scope there, and stand for its value */
		const struct tir_expr *value = e->op == TIR_VAR ? s->p->vars[e->u.var->id].value
		                                                : NULL;
		if (value && value->flags & TIR_READS_MEM)
			return false;
		if (value)
			cse_walk_on(s, value);
		for (uint32_t i = 0; i < e->n; i++)
			cse_walk_on(s, e->arg[i]);
	}
	return true;
}
