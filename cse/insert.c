/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/insert.c: which classes get a name, and where.
 *
 * Idea.   Classes are taken from the largest number to the smallest: what contains a class comes
 *         before it.  The uses of a class are complete when it is its turn, and exact: a named
 *         class computes its operands once, at the name; another one at each of its uses.  So no
 *         name is ever used once, and cascades need no second round.
 * Needs   numbers, regions and the uses at the roots (visit.c).
 * Keeps   the function untouched; adds names to the plan, sorted by insertion point.
 * Costs   near-linear: the uses of each class are sorted (they nearly always are) and grouped. */
#include <stdlib.h>

#include "cse/insert.h"

/* ---- Order -------------------------------------------------------------------------------*/
/* True if a comes before b: by statement, then outer regions first, then in order of operands. */
static bool before(const struct cse_plan *p, const struct group_use *a, const struct group_use *b)
{
	if (a->stmt_number != b->stmt_number || a->region == b->region)
		return a->stmt_number < b->stmt_number;
	uint32_t meet = cse_region_lca(p, a->region, b->region);
	if (meet == a->region || meet == b->region)
		return meet == a->region;
	return cse_region_towards(p, meet, a->region) < cse_region_towards(p, meet, b->region);
}

/* Merge the sorted halves [lo, mid) and [mid, hi). */
static void merge(const struct cse_plan *p, struct group_use *u, struct group_use *spare,
        uint32_t lo, uint32_t mid, uint32_t hi)
{
	uint32_t i = lo, j = mid, k = lo;
	while (i < mid || j < hi) {
		bool right = i == mid || (j < hi && before(p, &u[j], &u[i]));
		spare[k++] = right ? u[j++] : u[i++];
	}
	memcpy(u + lo, spare + lo, (hi - lo) * sizeof *u);
}

/* Stable sort, linear if they are in order already. */
static void sort_uses(struct inserter *s)
{
	uint32_t n = s->uses.n;
	bool sorted = true;
	for (uint32_t i = 1; i < n && sorted; i++)
		sorted = !before(s->p, &s->uses.at[i], &s->uses.at[i - 1]);
	if (sorted)
		return;
	if (s->spare_cap < n) {
		s->spare = ARENA_NEWN(&s->scratch, struct group_use, 2 * n);
		s->spare_cap = 2 * n;
	}
	for (uint32_t w = 1; w < n; w *= 2)
		for (uint32_t lo = 0; lo + w < n; lo += 2 * w)
			merge(s->p, s->uses.at, s->spare, lo, lo + w,
			        lo + 2 * w < n ? lo + 2 * w : n);
}

/* ---- Operands ----------------------------------------------------------------------------*/
/* The operand e is computed at the point.  A variable that is out of scope there (the insertion point of a
 * name may lie above its binding) stands for its value, so does a load above the store it finds. */
static void use_operand(struct cse_plan *p, struct use u)
{
	const struct tir_expr *stored;
	while (u.of_name && u.form->op == TIR_VAR &&
	        !cse_in_scope(p, u.form->u.var, u.region, u.stmt_number) &&
	        p->vars[u.form->u.var->id].value) {
		const struct var_info *v = &p->vars[u.form->u.var->id];
		u.form = v->value;
		u.from = v->is_let ? u.from : v->stmt_number;
	}
	if (u.moved && (stored = cse_stored_form(p, u.form, &u.from)))
		u.form = stored;
	cse_add_use(p, &u);
}

/* What u is of is computed there: so are its operands, the lazy ones in regions of their own. */
static void use_operands(struct cse_plan *p, const struct use *whole)
{
	const struct tir_expr *form = whole->form;
	uint32_t strict = form->op == TIR_LET ? 1 : tir_strict_args(form);
	struct use u = *whole;
	if (p->options.descend && !p->options.descend(p->options.ctx, form))
		return;
	u.next = NONE;
	for (uint32_t i = 0; i < strict; i++) {
		u.form = form->arg[i];
		if (u.of_name || !cse_is_atom(u.form))
			use_operand(p, u);
	}
	if (strict == form->n || (p->options.keeps_choices && form->op == TIR_SELECT))
		return;
	uint32_t arm = cse_make_expr_region(p, whole->region, whole->stmt_number, form);
	u.count = 1;
	for (uint32_t i = strict; i < form->n && arm != NONE; i++) {
		u.form = form->arg[i];
		u.region = arm + i - strict;
		use_operand(p, u);
	}
}

/* ---- Names -------------------------------------------------------------------------------*/
/* The statement of the use if it binds a variable to class c. */
static const struct tir_stmt *binding(const struct cse_plan *p, const struct use *u, uint32_t c)
{
	const struct tir_stmt *s = p->stmt_of[u->stmt_number];
	bool binds = s->kind == TIR_BIND && !p->regions.at[u->region].in_expr;
	return binds && cse_class_in(p, tir_as_bind(s)->value.e, u->stmt_number) == c ? s : NULL;
}

/* Is the use surely met after the first one?  Else a product of divisors that it has may overflow. */
static bool is_sure(const struct cse_plan *p, const struct use *first, const struct use *u)
{
	return u->region == first->region &&
	       cse_last_barrier(p, u->region, u->stmt_number) < first->stmt_number;
}

enum { PARTS = 64, DEEP = 16 }; /* of a sum that is looked through: its nodes, and how deep it is */
struct parts {
	bool quotient, remainder;
	uint32_t met;
};
static bool look_for_parts(void *ctx, const struct tir_expr *e)
{
	struct parts *has = ctx;
	has->quotient |= e->op == TIR_FLOORDIV || e->op == TIR_DIV || ++has->met > PARTS;
	has->remainder |= e->op == TIR_FLOORMOD || e->op == TIR_MOD;
	return !has->quotient;
}

/* Is it a sum with remainders, and without quotients?  x - x % c takes less than x // c * c. */
static bool has_remainders(struct inserter *s, const struct tir_expr *e)
{
	struct parts has = {false, false, 0};
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	if (sum && e->depth <= DEEP)
		tir_walk_expr(e, &s->scratch, look_for_parts, &has);
	return has.remainder && !has.quotient;
}

/* Is u, of the class of first, a quotient of x alone, or a sum where first is one with quotients? */
static bool is_simpler(struct inserter *s, const struct use *first, const struct use *u,
        const struct tir_expr *x)
{
	bool divides = first->form->op == TIR_FLOORDIV || first->form->op == TIR_DIV;
	if (divides)
		return u->form->op == first->form->op && u->form->arg[0] == x &&
		       (u->form->arg[1]->op == TIR_INT_IMM || is_sure(s->p, first, u));
	return u->form != first->form && has_remainders(s, u->form) && is_sure(s->p, first, u);
}

/* Is what u is written as the same value where the first use is computed?  What u loads may have been stored in between. */
static bool is_same_there(const struct cse_plan *p, const struct use *first, const struct use *u)
{
	return cse_class_in(p, u->form, first->from) == cse_class_in(p, first->form, first->from);
}

/* Among quotients by one divisor after another, the use with the fewest divisions; among sums with quotients, one with
 * remainders instead. */
static struct use simplest(struct inserter *s, struct use first, uint32_t lo, uint32_t hi)
{
	const struct tir_expr *x = first.form;
	bool divides = x->op == TIR_FLOORDIV || x->op == TIR_DIV;
	bool sum = s->p->values.divides &&
	           (x->op == TIR_ADD || x->op == TIR_SUB || x->op == TIR_MUL);
	if (!divides && (!sum || has_remainders(s, x)))
		return first;
	while (divides && x->op == first.form->op)
		x = x->arg[0];
	for (uint32_t i = lo; i < hi; i++) {
		const struct use *u = &s->p->uses.at[s->uses.at[i].use];
		if (is_simpler(s, &first, u, x) && is_same_there(s->p, &first, u)) {
			first.form = u->form;
			break;
		}
	}
	return first;
}

static void hand_on(struct inserter *s, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo; i < hi; i++) {
		struct use u = s->p->uses.at[s->uses.at[i].use];
		use_operands(s->p, &u);
	}
}

/* The extents are computed at the insertion point, and in a region of its own what depends on them. */
static uint32_t guard_name(struct cse_plan *p, const struct group *g)
{
	struct use u = {.next = NONE,
	        .stmt_number = g->stmt_number,
	        .region = g->region,
	        .count = 1,
	        .of_name = true,
	        .from = g->stmt_number};
	for (uint32_t i = 0; i < g->guards.n; i++) {
		u.form = g->guards.extent[i];
		use_operand(p, u);
	}
	uint32_t arm = cse_region_new(p, REGION_MAYBE, g->region, g->stmt_number);
	p->regions.at[arm].in_expr = true;
	return arm;
}

static bool same_guards(const struct guards *a, const struct guards *b)
{
	bool same = a->n == b->n;
	for (uint32_t i = 0; i < a->n && same; i++)
		same = a->extent[i] == b->extent[i];
	return same;
}

/* Decide on the uses [g->first, hi): one name for them, or each on its own.  False: a group that was
 * moved is not to be; nothing was done. */
static bool settle(struct inserter *s, uint32_t class, const struct group *g, uint32_t hi)
{
	struct cse_plan *p = s->p;
	struct use first = p->uses.at[s->uses.at[g->first].use];
	uint32_t total = cse_count_uses(s, g->first, hi);
	if (total < 2 && !g->is_lifted) {
		hand_on(s, g->first, hi);
		return true;
	}
	const struct tir_stmt *bind = g->stmt_number == first.stmt_number &&
	                                              g->region == first.region
	                                      ? binding(p, &first, class)
	                                      : NULL;
	uint32_t *left = p->options.left;
	enum cse_reason why = cse_profit(s, class, &first, bind, g, hi);
	if (cse_reasons[why].passed && left && !*left)
		why = CSE_COUNTER;
	if ((g->is_lifted || g->is_early) && !cse_reasons[why].passed)
		return false;
	uint32_t note = cse_add_note(s, class, why, g->first, hi);
	if (!cse_reasons[why].passed) {
		hand_on(s, g->first, hi);
		return true;
	}
	if (left)
		--*left;
	first = bind ? first : simplest(s, first, g->first, hi);
	struct name n = {.class = class,
	        .region = g->region,
	        .stmt_number = g->stmt_number,
	        .uses = total,
	        .form = first.form,
	        .from = first.from,
	        .var = bind ? tir_as_bind(bind)->var : NULL,
	        .is_reused = bind != NULL,
	        .moved = first.stmt_number != g->stmt_number || first.region != g->region ||
	                 first.moved,
	        .guards = g->guards.n ? arena_copy(p->arena, &g->guards, sizeof g->guards) : NULL,
	        .last = s->uses.at[hi - 1].stmt_number,
	        .note = note};
	p->guarded |= g->guards.n != 0;
	p->looks_back |= n.moved && p->values.nseen;
	if (g->guards.n)
		n.arm = guard_name(p, g);
	VEC_PUSH(p->arena, &p->names, n);
	struct use u = {.next = NONE,
	        .stmt_number = g->stmt_number,
	        .region = g->guards.n ? n.arm : g->region,
	        .count = 1,
	        .of_name = true,
	        .moved = n.moved,
	        .from = first.from,
	        .form = first.form};
	use_operands(p, &u);
	return true;
}

/* u is a Let.  One whose variable stands for its value has the class of its body: instead of it, what is used is the value, and
 * the body in a region of its own.  False: it stands for itself. */
static bool open_let(struct cse_plan *p, struct use u)
{
	const struct tir_expr *let = u.form;
	uint32_t body = p->vars[let->u.var->id].value
	                        ? cse_make_expr_region(p, u.region, u.stmt_number, let)
	                        : NONE;
	if (body == NONE)
		return false;
	u.next = NONE;
	u.form = let->arg[0];
	if (u.of_name || !cse_is_atom(u.form))
		use_operand(p, u);
	u.form = let->arg[1];
	u.region = body;
	u.count = 1;
	use_operand(p, u);
	return true;
}

/* The uses of the class; those that opening a Let adds are behind it. */
static void collect(struct inserter *s, uint32_t class)
{
	struct cse_plan *p = s->p;
	s->uses.n = 0;
	for (uint32_t i = p->classes.at[class].uses; i != NONE; i = p->uses.at[i].next) {
		struct group_use u = {p->uses.at[i].stmt_number, p->uses.at[i].region, i};
		if (p->uses.at[i].form->op == TIR_LET && open_let(p, p->uses.at[i]))
			p->uses.at[i].count = 0;
		else
			VEC_PUSH(&s->scratch, &s->uses, u);
	}
}

/* The group number i out of its loops, and with it those behind it that come to the same point, for loops
 * of the same extent; *next is the first one that does not. */
static struct group lift_groups(struct inserter *s, uint32_t class, uint32_t i, uint32_t *next)
{
	struct group all = s->groups.at[i];
	cse_lift(s->p, class, &all);
	for (*next = i + 1; all.is_lifted && *next < s->groups.n; ++*next) {
		struct group g = s->groups.at[*next];
		cse_lift(s->p, class, &g);
		if (!g.is_lifted || g.region != all.region || !same_guards(&g.guards, &all.guards))
			break;
	}
	return all;
}

/* The first statement that sees all variables of e. */
static uint32_t visible_from(struct inserter *s, const struct tir_expr *e)
{
	uint32_t last = 0;
	cse_begin_walk(s, e);
	while (s->todo.n) {
		e = s->todo.at[--s->todo.n];
		const struct var_info *v = e->op == TIR_VAR ? &s->p->vars[e->u.var->id] : NULL;
		if (v && v->stmt_number > last)
			last = v->stmt_number;
		for (uint32_t i = 0; i < e->n; i++)
			cse_walk_on(s, e->arg[i]);
	}
	return last + 1;
}

/* The n groups from number i on where their variables are in scope, if that may be. */
static bool raise(struct inserter *s, uint32_t class, uint32_t i, uint32_t n, struct group *out)
{
	const struct use *first = &s->p->uses.at[s->uses.at[s->groups.at[i].first].use];
	return s->p->options.early == CSE_IN_SCOPE && !s->p->classes.at[class].in_let &&
	       cse_is_total(s, first->form, first->from) &&
	       cse_raise(s->p, class, s->groups.at + i, n, visible_from(s, first->form), out);
}

/* One name for all groups, above the arms that hold them: true if there is one. */
static bool settle_early(struct inserter *s, uint32_t class)
{
	const struct use *first = &s->p->uses.at[s->uses.at[0].use];
	struct group all;
	if (s->p->options.early == CSE_IN_SCOPE)
		return raise(s, class, 0, s->groups.n, &all) && settle(s, class, &all, s->uses.n);
	return s->p->options.early && s->groups.n > 1 &&
	       cse_join(s->p, s->groups.at, s->groups.n, &all) &&
	       cse_is_total(s, first->form, first->from) && settle(s, class, &all, s->uses.n);
}

/* The uses of the class are dealt with: their entries may hold others'. */
static void forget_uses(struct cse_plan *p, uint32_t class)
{
	struct class *c = &p->classes.at[class];
	if (p->options.remark) /* explain.c asks for them */
		return;
	p->uses.at[c->last_use].next = p->free_uses;
	p->free_uses = c->uses;
	c->uses = c->last_use = NONE;
}

/* The end of the uses of group number i. */
static uint32_t end_of_group(const struct inserter *s, uint32_t i)
{
	return i + 1 < s->groups.n ? s->groups.at[i + 1].first : s->uses.n;
}

static void insert_class(struct inserter *s, uint32_t class)
{
	struct cse_plan *p = s->p;
	const struct class c = p->classes.at[class];
	collect(s, class);
	if (!s->uses.n)
		return;
	bool alone = s->uses.n == 1 && p->uses.at[s->uses.at[0].use].count == 1;
	enum cse_reason why = CSE_EFFECT;
	const struct tir_expr *form = cse_form(&p->values, class);
	bool moves = p->options.out_of_loops && p->values.nloops && cse_leaves_loop(form);
	bool goes_on = (!alone || moves) && !c.opaque && cse_is_shareable(p, form, &why);
	if (!goes_on) {
		if (!alone && why != CSE_NREASONS)
			cse_add_note(s, class, why, 0, s->uses.n);
		hand_on(s, 0, s->uses.n);
		return;
	}
	sort_uses(s);
	cse_group(p, &s->scratch, &c, s->uses.at, s->uses.n, &s->groups);
	if (settle_early(s, class))
		return;
	uint32_t points = 0, lone = 0; /* that compute it; those with one use */
	for (uint32_t i = 0, next; i < s->groups.n; i = next, points++) {
		next = i + 1;
		struct group out = moves ? lift_groups(s, class, i, &next) : s->groups.at[i];
		if (out.is_lifted && settle(s, class, &out, end_of_group(s, next - 1)))
			continue;
		next = i + 1;
		if (!raise(s, class, i, 1, &out))
			out = s->groups.at[i];
		if (!settle(s, class, &out, end_of_group(s, i)))
			settle(s, class, &s->groups.at[i], end_of_group(s, i));
		lone += cse_count_uses(s, s->groups.at[i].first, end_of_group(s, i)) == 1;
	}
	if (points > 1 && lone)
		cse_note_points(s, class, points);
}

/* ---- The result --------------------------------------------------------------------------*/
static int by_insertion_point(const void *x, const void *y)
{
	const struct name *a = x, *b = y;
	if (a->stmt_number != b->stmt_number)
		return a->stmt_number < b->stmt_number ? -1 : 1;
	if (a->region != b->region)
		return a->region < b->region ? -1 : 1;
	if (!a->guards !=
	        !b->guards) /* the extents are written as their loops have them: when all is named */
		return a->guards ? 1 : -1;
	return a->class < b->class ? -1 : a->class > b->class;
}

/* Turn the names, which are by class and from its largest number on, into the order of their insertion points, if they
 * stand just the other way round. */
static bool turn(struct cse_plan *p)
{
	struct name *at = p->names.at;
	for (uint32_t i = 1; i < p->names.n; i++)
		if (by_insertion_point(&at[i - 1], &at[i]) < 0)
			return false;
	for (uint32_t i = 0, k = p->names.n - 1; i < k; i++, k--) {
		struct name n = at[i];
		at[i] = at[k];
		at[k] = n;
	}
	return true;
}

/* Sort the names by insertion point and let regions know theirs. */
static void index_names(struct cse_plan *p)
{
	if (p->names.n && !turn(p))
		qsort(p->names.at, p->names.n, sizeof *p->names.at, by_insertion_point);
	for (uint32_t i = p->names.n; i-- > 0;) {
		struct region *r = &p->regions.at[p->names.at[i].region];
		r->first_name = i;
		r->nnames += r->in_expr;
	}
}

void cse_insert(struct cse_plan *p)
{
	struct inserter s = {.p = p, .scratch = arena_scratch(p->arena)};
	for (uint32_t c = p->classes.n; c-- > 0;)
		if (p->classes.at[c].uses != NONE) {
			insert_class(&s, c);
			forget_uses(p, c);
		}
	index_names(p);
	arena_free(&s.scratch);
}
