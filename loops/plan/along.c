/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/along.c: a window over several loops, reduced along one of them first (separable reductions).
 *
 * Idea.    The maximum of a window is that of its columns' maxima, and neighbouring windows share columns.  A loop of the reduction and one of the
 *          nest often stand in all indices as stride * x + r alone, which is the number of a column.  So each column is
 *          reduced once, into memory of the function's own, whose rows are whole; windows are reduced out of these.  Or windows are
 *          reduced at each column, not at each stride-th one, so that their lanes are neighbours; a second nest takes those that are
 *          asked for.
 * Needs    a reduction that may be done in any order, of which each column is part of some window.
 * Costs    each expression of the nest once a pair of loops.
 * Wrong if a column is another one, or a part sum does not fit its type: proof/replay compares what is stored. */
#include "loops/plan/lane.h"
#include "loops/plan/rewrite.h"

enum { NODES = 500, LONGEST = 16 /* windows */ };

/* ---- Columns ------------------------------------------------------------------------------*/
/* x, of the nest, and r, of the reduction: column = stride * x + r. */
struct column {
	const struct tir_var *x, *r;
	int64_t stride; /* 0: not known yet */
	uint32_t nodes; /* that may still be looked at */
};

/* Do x and r stand in e as multiples of one column alone? */
static bool is_of_columns(struct column *c, const struct tir_expr *e)
{
	struct nest_sum s;
	if (!c->nodes)
		return false;
	c->nodes--;
	if (!nest_sum_of(e, &s)) {
		for (uint32_t i = 0; i < e->n; i++)
			if (!is_of_columns(c, e->arg[i]))
				return false;
		return true;
	}
	int64_t x = nest_factor(&s, c->x), r = nest_factor(&s, c->r);
	if (!x && !r)
		return true;
	if (!r || x % r || x / r < 1 || (c->stride && c->stride != x / r))
		return false;
	c->stride = x / r;
	return true;
}

/* ---- Guards -------------------------------------------------------------------------------*/
/* A term that is another number outside of some columns. */
struct guard {
	const struct tir_expr *when;  /* of the columns; NULL: there is none */
	const struct tir_expr *other; /* the number */
	const struct tir_expr *term;  /* in these columns */
	int64_t first, columns;       /* that are inside */
};

/* Is e of x and r alone? */
static bool is_of_these(const struct column *c, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return e->u.var == c->x || e->u.var == c->r;
	bool ok = !(e->flags & (TIR_READS_MEM | TIR_HAS_CALL | TIR_HAS_LET));
	for (uint32_t i = 0; ok && i < e->n; i++)
		ok = is_of_these(c, e->arg[i]);
	return ok;
}

static const struct tir_expr *both(struct nests *all, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return !a ? b : !b ? a : tir_binary(all->m, TIR_AND, a, b);
}

/* Share out the parts of a condition: those of x and r alone, and others. */
static void share_out(struct nests *all, const struct column *c, const struct tir_expr *e,
        const struct tir_expr **when, const struct tir_expr **left)
{
	if (e->op == TIR_AND) {
		share_out(all, c, e->arg[0], when, left);
		share_out(all, c, e->arg[1], when, left);
		return;
	}
	const struct tir_expr **to = is_of_these(c, e) ? when : left;
	*to = both(all, *to, e);
}

/* Which of the columns are inside; false: they are no row. */
static bool find_inside(struct nests *all, const struct column *c, struct guard *g)
{
	struct lane_env env = {.nvars = all->m->nvars + 1, .steps = 1 << 16};
	int64_t last = -1, columns = g->columns;
	env.var = ARENA_NEWN(all->arena, struct lane_var, env.nvars);
	env.var[c->x->id] = (struct lane_var){.is_bound = true};
	g->first = -1;
	for (int64_t u = 0; u < columns; u++) {
		struct lane_index i;
		env.var[c->r->id] = (struct lane_var){.is_bound = true, .add = u};
		if (!lane_eval(&env, g->when, 0, &i))
			return false;
		if (!i.number)
			continue;
		if (g->first >= 0 && last != u - 1)
			return false;
		g->first = g->first < 0 ? u : g->first;
		last = u;
	}
	g->columns = last - g->first + 1;
	return g->first >= 0;
}

/* Take off the term what says which columns are inside, if one number stands outside that may as well be reduced later. */
static struct guard guard_of(struct nests *all, const struct column *c, const struct nest_reduce *r,
        int64_t columns)
{
	const struct tir_expr *e = r->term, *left = NULL;
	struct guard none = {.term = e, .columns = columns}, g = none;
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	int64_t neutral;
	if (!chooses || e->arg[2]->op != TIR_INT_IMM ||
	        !nest_identity(r->op, r->var->type, &neutral) || e->arg[2]->u.i != neutral)
		return none;
	share_out(all, c, e->arg[0], &g.when, &left);
	if (!g.when || !find_inside(all, c, &g))
		return none;
	g.other = e->arg[2];
	g.term = left ? tir_select(all->m, (enum tir_op)e->op, left, e->arg[1], e->arg[2])
	              : e->arg[1];
	return g;
}

struct choosing {
	int64_t neutral;
	bool any;
};

/* Note a choice of a constant that changes what it is reduced with. */
static bool chooses_another(void *ctx, const struct tir_expr *e)
{
	struct choosing *x = ctx;
	bool is = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	for (uint32_t i = 1; is && i < 3; i++)
		x->any |= e->arg[i]->op == TIR_INT_IMM && e->arg[i]->u.i != x->neutral;
	return !x->any;
}

/* May terms be reduced in other groups, and does the proof know them again?  A constant counts as often as it is an operand, so it must be one that
 * changes nothing. */
static bool may_group(struct nests *all, const struct nest_reduce *r)
{
	struct choosing x = {0};
	if (r->op == TIR_ADD || r->op == TIR_SUB || !nest_identity(r->op, r->var->type, &x.neutral))
		return r->op == TIR_ADD;
	nest_walk(all, r->term, chooses_another, &x);
	return !x.any;
}

/* ---- Both nests ----------------------------------------------------------------------------*/
static const struct tir_expr *sum_of(struct nests *all, const struct tir_expr *a, int64_t n)
{
	return n ? tir_binary(all->m, TIR_ADD, a, tir_int(all->m, TIR_INT32, n)) : a;
}

/* An index into rows of the loops in their order: `at` in the place of the x-th one. */
static const struct tir_expr *place(struct nests *all, const struct nest_loops *loops, uint32_t x,
        const struct tir_expr *at)
{
	const struct tir_expr *sum = NULL;
	int64_t by = 1;
	for (uint32_t i = loops->n; i-- > 0; by *= loops->at[i].extent) {
		const struct tir_expr *e = i == x ? at : loops->at[i].var->expr;
		if (by > 1)
			e = tir_binary(all->m, TIR_MUL, e, tir_int(all->m, TIR_INT32, by));
		sum = sum ? tir_binary(all->m, TIR_ADD, e, sum) : e;
	}
	return sum;
}

/* Sort the loops by how far they go in memory, the farthest first; which is x now. */
static uint32_t sort_loops(const struct nest *n, struct nest_loops *loops, uint32_t x)
{
	struct nest_sum at;
	const struct tir_var *var = loops->at[x].var;
	nest_sum_of(n->index, &at);
	for (uint32_t i = 1; i < loops->n; i++)
		for (uint32_t k = i; k && nest_factor(&at, loops->at[k - 1].var) <
		                                  nest_factor(&at, loops->at[k].var);
		        k--) {
			struct nest_loop held = loops->at[k];
			loops->at[k] = loops->at[k - 1];
			loops->at[k - 1] = held;
		}
	for (x = 0; loops->at[x].var != var;)
		x++;
	return x;
}

static int64_t product(const struct nest_loops *l)
{
	int64_t n = 1;
	for (uint32_t i = 0; i < l->n; i++)
		n *= l->at[i].extent;
	return n;
}

/* The reduction of what was reduced: over the loop, or of one value. */
static const struct tir_expr *reduced_again(struct nests *all, const struct nest_reduce *r,
        const struct guard *g, const struct nest_loop *over, const struct tir_expr *load)
{
	struct nest_reduce again = {.op = r->op, .init = r->init};
	if (!tir_type_eq(load->type, r->var->type))
		load = tir_cast(all->m, r->var->type, load);
	if (!over)
		return tir_binary(all->m, r->op, r->init, load);
	again.term = g->when ? tir_select(all->m, TIR_IF_THEN_ELSE, g->when, load, g->other) : load;
	again.var = tir_var_new(all->m, "window", r->var->type);
	again.loops.at[again.loops.n++] = *over;
	VEC_PUSH(all->arena, &all->reduces, again);
	return again.var->expr;
}

bool rewrite_along(struct nests *all, const struct nest *n, struct rewrite_along by,
        struct rewrite_part *out)
{
	enum { MOST = 1 << 16 };
	const struct nest_reduce *found = rewrite_only(all, n);
	struct nest_loops loops = n->loops;
	if (!found || tir_is_float(found->var->type) || !may_group(all, found))
		return false;
	const struct nest_reduce r = *found;
	const struct nest_loop over = r.loops.at[by.reduced];
	struct column c = {.x = loops.at[by.loop].var, .r = over.var, .nodes = NODES};
	bool is_column = is_of_columns(&c, r.term) && c.stride && c.stride <= over.extent &&
	                 over.extent <= LONGEST && !nest_names(all, r.init, over.var->expr);
	if (!is_column || (by.dense ? c.stride == 1 : r.loops.n < 2) ||
	        !rewrite_may_reorder(all, &r, product(&r.loops)))
		return false;
	int64_t steps = c.stride * (loops.at[by.loop].extent - 1);
	struct guard g = by.dense ? (struct guard){.term = r.term, .columns = steps + 1}
	                          : guard_of(all, &c, &r, steps + over.extent);
	uint32_t x = sort_loops(n, &loops, by.loop);
	struct tir_var *u = tir_var_new(all->m, "column", TIR_INT32);
	const struct nest_loop of = loops.at[x];
	loops.at[x] = (struct nest_loop){u, g.columns};
	if (product(&loops) > MOST)
		return false;
	/* What is reduced first. */
	const struct tir_expr *column = by.dense ? tir_binary(all->m, TIR_ADD, over.var->expr,
	                                                   u->expr)
	                                         : sum_of(all, u->expr, g.first);
	const struct tir_var *var[] = {of.var, over.var};
	const struct tir_expr *to[] = {tir_int(all->m, TIR_INT32, 0), column};
	int64_t terms = by.dense ? product(&r.loops) : product(&r.loops) / over.extent, nothing;
	struct tir_type t = rewrite_type_of_parts(all, &r, terms);
	struct nest_reduce first = {.op = r.op, .var = tir_var_new(all->m, "column", t)};
	first.term = rewrite_narrowed(all, nest_subst(all, g.term, 2, var, to), t);
	if (!nest_identity(r.op, t, &nothing))
		return false;
	first.init = tir_int(all->m, t, nothing);
	for (uint32_t i = 0; i < r.loops.n; i++)
		if (by.dense || i != by.reduced)
			first.loops.at[first.loops.n++] = r.loops.at[i];
	VEC_PUSH(all->arena, &all->reduces, first);
	*out = (struct rewrite_part){.sums = rewrite_memory(all, "columns", t, product(&loops)),
	        .first = *n,
	        .second = *n};
	out->first.buffer = out->sums;
	out->first.value = first.var->expr;
	out->first.loops = loops;
	out->first.index = place(all, &loops, x, u->expr);
	/* What is reduced of that. */
	const struct tir_expr *at = tir_binary(all->m, TIR_MUL, of.var->expr,
	        tir_int(all->m, TIR_INT32, c.stride));
	if (!by.dense)
		at = sum_of(all, tir_binary(all->m, TIR_ADD, at, over.var->expr), -g.first);
	at = place(all, &loops, x, at);
	const struct tir_expr *load = tir_access(all->m, TIR_LOAD, out->sums, 1, &at);
	const struct tir_expr *v = reduced_again(all, &r, &g, by.dense ? NULL : &over, load);
	out->second.value = nest_subst(all, n->value, 1, &r.var, &v);
	return true;
}
