/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/place.c: which classes get a name, and where.
 *
 * Idea.   Classes are taken from the largest number to the smallest: what contains a class comes
 *         before it.  The uses of a class are complete when it is its turn, and exact: a named
 *         class computes its operands once, at the name; another one at each of its uses.  So no
 *         name is ever used once, and cascades need no second round.
 * Needs   numbers, regions and the uses at the roots (visit.c).
 * Keeps   the function untouched; adds names to the plan, sorted by place.
 * Costs   near-linear: the uses of each class are sorted (they nearly always are) and grouped. */
#include <stdlib.h>

#include "cse/group.h"

struct placer {
	struct cse_plan *p;
	struct arena scratch;
	VEC(struct group_use) uses;
	struct group_use *spare;
	uint32_t spare_cap;
	struct group_list groups;
};

/* ---- Order -------------------------------------------------------------------------------*/
/* The child of region `up` that encloses r. */
static uint32_t child_towards(const struct cse_plan *p, uint32_t up, uint32_t r)
{
	while (p->regions.at[r].parent != up)
		r = p->regions.at[r].parent;
	return r;
}

/* True if a comes before b: by statement, then outer regions first, then in order of operands. */
static bool before(const struct cse_plan *p, const struct group_use *a, const struct group_use *b)
{
	if (a->unit != b->unit || a->region == b->region)
		return a->unit < b->unit;
	uint32_t meet = cse_region_lca(p, a->region, b->region);
	if (meet == a->region || meet == b->region)
		return meet == a->region;
	return child_towards(p, meet, a->region) < child_towards(p, meet, b->region);
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
static void sort_uses(struct placer *s)
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
/* The operand e is computed at the place.  A variable that is out of scope there (the place of a
 * name may lie above its binding) stands for its value, so does a load above the store it finds. */
static void use_operand(struct cse_plan *p, struct use u)
{
	const struct tir_expr *stored;
	while (u.of_name && u.form->op == TIR_VAR &&
	        !cse_in_scope(p, u.form->u.var, u.region, u.unit) &&
	        p->vars[u.form->u.var->id].value) {
		const struct var_info *v = &p->vars[u.form->u.var->id];
		u.form = v->value;
		u.from = v->is_let ? u.from : v->unit;
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
		use_operand(p, u);
	}
	if (strict == form->n)
		return;
	uint32_t arm = cse_make_expr_region(p, whole->region, whole->unit, form);
	u.count = 1;
	for (uint32_t i = strict; i < form->n && arm != NONE; i++) {
		u.form = form->arg[i];
		u.region = arm + i - strict;
		use_operand(p, u);
	}
}

/* ---- Names -------------------------------------------------------------------------------*/
/* The statement of a unit if it binds a variable to class c. */
static const struct tir_stmt *binding(const struct cse_plan *p, const struct use *u, uint32_t c)
{
	const struct tir_stmt *s = p->stmt_of[u->unit];
	bool binds = s->kind == TIR_BIND && !p->regions.at[u->region].in_expr;
	return binds && cse_class_in(p, s->value.e, u->unit) == c ? s : NULL;
}

/* Every use is the whole condition of a branch. */
static bool only_conditions(const struct placer *s, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo; i < hi; i++) {
		const struct use *u = &s->p->uses.at[s->uses.at[i].use];
		const struct tir_stmt *t = s->p->stmt_of[u->unit];
		if ((t->kind != TIR_IF && t->kind != TIR_WHILE) || t->value.e != u->form)
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
	for (uint32_t turned = 0; turned < 1 + (a->n == 2); turned++) {
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

static bool all_alike(const struct placer *s, uint32_t lo, uint32_t hi)
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

/* Computing the first form at the group's place: is it surely computed there anyhow, or are all
 * forms written alike?  A sum in another order may overflow where the program's does not. */
static bool may_compute(const struct placer *s, const struct use *first, const struct group *g,
        uint32_t hi)
{
	return (first->unit == g->unit && first->region == g->region) || all_alike(s, g->first, hi);
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
		s->ok &= cse_in_scope(s->p, e->u.var, s->g->region, s->g->unit);
	return s->ok;
}

/* A caller's normal form may have fewer variables than the expression: are all of them there? */
static bool is_in_scope(struct placer *s, const struct use *first, const struct group *g)
{
	struct scope scope = {s->p, g, true};
	if (s->p->options.key)
		tir_walk_expr(first->form, &s->scratch, look, &scope);
	return scope.ok;
}

/* Among quotients by one divisor after another, the use with the fewest divisions. */
static struct use simplest(const struct placer *s, struct use first, uint32_t lo, uint32_t hi)
{
	const struct tir_expr *x = first.form;
	if (x->op != TIR_FLOORDIV && x->op != TIR_DIV)
		return first;
	while (x->op == first.form->op)
		x = x->arg[0];
	for (uint32_t i = lo; i < hi; i++) {
		const struct use *u = &s->p->uses.at[s->uses.at[i].use];
		if (u->form->op == first.form->op && u->form->arg[0] == x) {
			first.form = u->form;
			first.from = u->from;
			break;
		}
	}
	return first;
}

/* Does a use read back what the first one stores? */
static bool saves_a_load(const struct placer *s, const struct use *first, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo + 1; i < hi && first->form->op != TIR_LOAD; i++)
		if (s->p->uses.at[s->uses.at[i].use].form->op == TIR_LOAD)
			return true;
	return false;
}

/* Is there one use in an arm and one in the other, none outside? */
static bool only_in_arms(const struct placer *s, uint32_t lo, uint32_t hi)
{
	const struct cse_plan *p = s->p;
	if (hi - lo != 2)
		return false;
	uint32_t a = s->uses.at[lo].region, b = s->uses.at[lo + 1].region;
	uint32_t meet = cse_region_lca(p, a, b);
	return meet != a && meet != b && p->uses.at[s->uses.at[lo].use].count == 1 &&
	       p->uses.at[s->uses.at[lo + 1].use].count == 1 &&
	       p->regions.at[child_towards(p, meet, a)].unit ==
	               p->regions.at[child_towards(p, meet, b)].unit;
}

/* Nodes of e, `limit` at most; shared ones count as often as they occur. */
static uint32_t size_of(const struct tir_expr *e, uint32_t limit)
{
	uint32_t size = 1;
	for (uint32_t i = 0; i < e->n && size < limit; i++)
		size += size_of(e->arg[i], limit - size);
	return size;
}

/* Loops between the place of a name and the deepest of its uses. */
static uint32_t loops_between(const struct placer *s, uint32_t place, uint32_t lo, uint32_t hi)
{
	const struct cse_plan *p = s->p;
	uint32_t most = 0;
	for (uint32_t i = lo; i < hi && p->options.profitable; i++) {
		uint32_t loops = 0;
		for (uint32_t r = s->uses.at[i].region; r != place; r = p->regions.at[r].parent) {
			enum tir_stmt_kind k = p->stmt_of[p->regions.at[r].unit]->kind;
			loops += !p->regions.at[r].in_expr && (k == TIR_FOR || k == TIR_WHILE);
		}
		most = loops > most ? loops : most;
	}
	return most;
}

static enum cse_reason worth_a_name(const struct placer *s, uint32_t class, const struct use *first,
        uint32_t total, const struct group *g, uint32_t hi)
{
	uint32_t lo = g->first;
	const struct cse_plan *p = s->p;
	struct cse_candidate c = {.expr = first->form,
	        .uses = total,
	        .size = size_of(first->form, 1000),
	        .loops = loops_between(s, g->region, lo, hi),
	        .in_condition = only_conditions(s, lo, hi),
	        .in_arms = only_in_arms(s, lo, hi),
	        .is_dominated = first->unit == g->unit && first->region == g->region,
	        .is_rewritten = !all_alike(s, lo, hi),
	        .saves_load = saves_a_load(s, first, lo, hi),
	        .leaves_loop = g->is_lifted,
	        .past_stores = p->values.all.at[class].past_stores};
	return p->options.profitable ? p->options.profitable(p->options.ctx, &c)
	                             : cse_profile(NULL)->profitable(NULL, &c);
}

/* How often the uses [lo, hi) compute the class. */
static uint32_t count_uses(const struct placer *s, uint32_t lo, uint32_t hi)
{
	uint32_t total = 0;
	for (uint32_t i = lo; i < hi; i++) {
		uint32_t n = s->p->uses.at[s->uses.at[i].use].count;
		total = total > NONE - n ? NONE : total + n;
	}
	return total;
}

static void add_note(struct placer *s, uint32_t class, enum cse_reason why, uint32_t lo,
        uint32_t hi)
{
	struct cse_plan *p = s->p;
	const struct use *first = &p->uses.at[s->uses.at[lo].use];
	struct note n = {first->unit, class, count_uses(s, lo, hi), why, first->form, NULL};
	if (p->options.remark && n.uses >= 2)
		VEC_PUSH(p->arena, &p->notes, n);
}

static void hand_on(struct placer *s, uint32_t lo, uint32_t hi)
{
	for (uint32_t i = lo; i < hi; i++) {
		struct use u = s->p->uses.at[s->uses.at[i].use];
		use_operands(s->p, &u);
	}
}

/* The extent is computed at the place, and in a region of its own what depends on it. */
static uint32_t guard_name(struct cse_plan *p, const struct group *g)
{
	struct use u = {.next = NONE,
	        .unit = g->unit,
	        .region = g->region,
	        .count = 1,
	        .of_name = true,
	        .from = g->unit,
	        .form = g->guard};
	use_operand(p, u);
	uint32_t arm = cse_region_new(p, REGION_MAYBE, g->region, g->unit);
	p->regions.at[arm].in_expr = true;
	return arm;
}

/* What becomes of the uses [lo, hi) if one name at the group's place is to serve them. */
static enum cse_reason judge(struct placer *s, uint32_t class, const struct use *first,
        const struct tir_stmt *bind, const struct group *g, uint32_t hi)
{
	if (!is_in_scope(s, first, g))
		return CSE_PATHS;
	if (!may_compute(s, first, g, hi))
		return CSE_ORDER;
	return bind ? CSE_REUSED
	            : worth_a_name(s, class, first, count_uses(s, g->first, hi), g, hi);
}

/* Decide on the uses [g->first, hi): one name for them, or each on its own.  False: a group that left a
 * loop is not to; nothing was done. */
static bool settle(struct placer *s, uint32_t class, const struct group *g, uint32_t hi)
{
	struct cse_plan *p = s->p;
	struct use first = p->uses.at[s->uses.at[g->first].use];
	uint32_t total = count_uses(s, g->first, hi);
	if (total < 2 && !g->is_lifted) {
		hand_on(s, g->first, hi);
		return true;
	}
	const struct tir_stmt *bind = g->unit == first.unit && g->region == first.region
	                                      ? binding(p, &first, class)
	                                      : NULL;
	enum cse_reason why = judge(s, class, &first, bind, g, hi);
	if (g->is_lifted && !cse_reasons[why].passed)
		return false;
	add_note(s, class, why, g->first, hi);
	if (!cse_reasons[why].passed) {
		hand_on(s, g->first, hi);
		return true;
	}
	first = bind ? first : simplest(s, first, g->first, hi);
	struct name n = {.class = class,
	        .region = g->region,
	        .unit = g->unit,
	        .uses = total,
	        .form = first.form,
	        .from = first.from,
	        .var = bind ? bind->var : NULL,
	        .is_reused = bind != NULL,
	        .moved = first.unit != g->unit || first.region != g->region || first.moved,
	        .guard = g->guard,
	        .last = s->uses.at[hi - 1].unit,
	        .note = p->notes.n - 1};
	if (g->guard)
		n.arm = guard_name(p, g);
	VEC_PUSH(p->arena, &p->names, n);
	struct use u = {.next = NONE,
	        .unit = g->unit,
	        .region = g->guard ? n.arm : g->region,
	        .count = 1,
	        .of_name = true,
	        .moved = n.moved,
	        .from = first.from,
	        .form = first.form};
	use_operands(p, &u);
	return true;
}

static void collect(struct placer *s, const struct class *c)
{
	s->uses.n = 0;
	for (uint32_t i = c->uses; i != NONE; i = s->p->uses.at[i].next) {
		struct group_use u = {s->p->uses.at[i].unit, s->p->uses.at[i].region, i};
		VEC_PUSH(&s->scratch, &s->uses, u);
	}
}

/* The group number i out of its loops, and with it those behind it that come to the same place, for loops
 * of the same extent; *next is the first one that does not. */
static struct group lift_groups(struct placer *s, const struct class *c, uint32_t i, uint32_t *next)
{
	struct group all = s->groups.at[i];
	cse_lift(s->p, c, &all);
	for (*next = i + 1; all.is_lifted && *next < s->groups.n; ++*next) {
		struct group g = s->groups.at[*next];
		cse_lift(s->p, c, &g);
		if (!g.is_lifted || g.region != all.region || g.guard != all.guard)
			break;
	}
	return all;
}

/* The end of the uses of group number i. */
static uint32_t end_of_group(const struct placer *s, uint32_t i)
{
	return i + 1 < s->groups.n ? s->groups.at[i + 1].first : s->uses.n;
}

static void place_class(struct placer *s, uint32_t class)
{
	struct cse_plan *p = s->p;
	const struct class c = p->classes.at[class];
	collect(s, &c);
	bool alone = s->uses.n == 1 && p->uses.at[s->uses.at[0].use].count == 1;
	enum cse_reason why;
	const struct tir_expr *form = p->values.all.at[class].form;
	bool moves = p->options.out_of_loops && cse_leaves_loop(form);
	bool may = !c.opaque && cse_is_shareable(p, form, &why);
	if (c.opaque)
		why = CSE_EFFECT;
	if ((alone && !moves) || !may) {
		if (!alone && why != CSE_NREASONS)
			add_note(s, class, why, 0, s->uses.n);
		hand_on(s, 0, s->uses.n);
		return;
	}
	sort_uses(s);
	cse_group(p, &s->scratch, &c, s->uses.at, s->uses.n, &s->groups);
	if (s->groups.n == s->uses.n && s->groups.n > 1 && !moves)
		add_note(s, class, CSE_PATHS, 0, s->uses.n);
	for (uint32_t i = 0, next; i < s->groups.n; i = next) {
		next = i + 1;
		struct group out = moves ? lift_groups(s, &c, i, &next) : s->groups.at[i];
		if (out.is_lifted && settle(s, class, &out, end_of_group(s, next - 1)))
			continue;
		next = i + 1;
		settle(s, class, &s->groups.at[i], end_of_group(s, i));
	}
}

/* ---- The result --------------------------------------------------------------------------*/
static int by_place(const void *x, const void *y)
{
	const struct name *a = x, *b = y;
	if (a->unit != b->unit)
		return a->unit < b->unit ? -1 : 1;
	if (a->region != b->region)
		return a->region < b->region ? -1 : 1;
	if (!a->guard !=
	        !b->guard) /* the extent is written as its loop has it: when all is named */
		return a->guard ? 1 : -1;
	return a->class < b->class ? -1 : a->class > b->class;
}

/* Sort the names by place and let units and regions know theirs. */
static void index_names(struct cse_plan *p)
{
	if (p->names.n)
		qsort(p->names.at, p->names.n, sizeof *p->names.at, by_place);
	p->name_of_unit = ARENA_NEWN(p->arena, uint32_t, p->nunits + 2);
	uint32_t i = 0;
	for (uint32_t unit = 0; unit <= p->nunits + 1; unit++) {
		while (i < p->names.n && p->names.at[i].unit < unit)
			i++;
		p->name_of_unit[unit] = i;
	}
	for (i = p->names.n; i-- > 0;) {
		struct region *r = &p->regions.at[p->names.at[i].region];
		r->first_name = i;
		r->nnames += r->in_expr;
	}
}

void cse_place(struct cse_plan *p)
{
	struct placer s = {.p = p, .scratch = {.oom = p->arena->oom}};
	for (uint32_t c = p->classes.n; c-- > 0;)
		if (p->classes.at[c].uses != NONE)
			place_class(&s, c);
	index_names(p);
	arena_free(&s.scratch);
}
