/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/joined.c: loops that go along memory together, as one.
 *
 * Idea.    Collapse two loops where every index grows by as much in one iteration of the outer loop as in all of the inner one.  Rows of 127
 *          elements do not fill registers; 63 such rows behind each other do.  Loops that go down memory are turned round first.
 * Needs    each index to be a sum of constants times loop variables, and these variables to stand in indices alone.
 * Costs    the nodes of the value, for each pair of loops. */
#include "loops/plan/cover.h"
#include "loops/plan/rewrite.h"

enum { MOST_JOINED = 1 << 24 }; /* iterations */

struct pair {
	const struct nests *all;
	const struct nest_loop *outer, *inner;
	uint8_t *met; /* by number of an expression */
};

/* Does the index grow by as much in one iteration of the outer loop as in all of the inner one? */
static bool is_along(const struct pair *p, const struct tir_expr *index)
{
	struct nest_sum at;
	return nest_sum_of(index, &at) &&
	       nest_factor(&at, p->outer->var) ==
	               nest_factor(&at, p->inner->var) * p->inner->extent;
}

/* Do both variables stand in such indices alone? */
static bool may(const struct pair *p, const struct tir_expr *e)
{
	const struct nest_reduce *r = nest_reduction(p->all, e);
	if (p->met[e->id])
		return true;
	p->met[e->id] = true;
	if (r)
		return may(p, r->init) && may(p, r->term);
	if (e->op == TIR_VAR)
		return e->u.var != p->outer->var && e->u.var != p->inner->var;
	if (e->op == TIR_LOAD && e->n == 1 && is_along(p, e->arg[0]))
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		if (!may(p, e->arg[i]))
			return false;
	return true;
}

/* May the two loops be one, where the value is e? */
static bool may_join(struct pair *p, const struct tir_expr *e)
{
	struct arena scratch = arena_scratch(p->all->arena);
	p->met = ARENA_NEWN(&scratch, uint8_t, p->all->m->nexprs);
	bool joins = p->outer->extent * p->inner->extent <= MOST_JOINED && may(p, e);
	arena_free(&scratch);
	return joins;
}

/* Collapse loops i and k of the nest; false: that may not be done. */
static bool join(struct nests *all, struct nest *n, uint32_t i, uint32_t k)
{
	struct pair p = {all, &n->loops.at[i], &n->loops.at[k], NULL};
	if (i == k || !is_along(&p, n->index) || !may_join(&p, n->value))
		return false;
	const struct tir_var *var = p.outer->var;
	const struct tir_expr *zero = tir_int(all->m, var->type, 0);
	n->index = nest_subst(all, n->index, 1, &var, &zero);
	n->value = nest_subst(all, n->value, 1, &var, &zero);
	n->loops.at[k].extent *= n->loops.at[i].extent;
	for (n->loops.n--; i < n->loops.n; i++)
		n->loops.at[i] = n->loops.at[i + 1];
	return true;
}

/* The nest with all loops collapsed that may be. */
static struct nest with_joined(struct nests *all, const struct nest *n)
{
	enum { DEEPEST = 120 };
	struct nest out = *n;
	for (bool more = n->value->depth <= DEEPEST; more;) {
		more = false;
		for (uint32_t i = 0; i < out.loops.n && !more; i++)
			for (uint32_t k = 0; k < out.loops.n && !more; k++)
				more = join(all, &out, i, k);
	}
	return out;
}

/* The nest with loops collapsed, if a step then fills whole registers.  It stays as it is if it has no reduction and fills registers already. */
static struct nest joined_of(struct nests *all, const struct nest *x)
{
	struct nest joined = *x;
	if (rewrite_only(all, x) || !cover_fills(x))
		joined = with_joined(all, x);
	return cover_fills(&joined) ? joined : *x;
}

void rewrite_join(struct nests *all, const uint8_t *needed, uint32_t count)
{
	uint32_t n = all->all.n;
	struct nest *joined = ARENA_NEWN(all->arena, struct nest, n);
	uint8_t *alone = ARENA_NEWN(all->arena, uint8_t, n);
	for (uint32_t i = 0; i < n; i++) {
		const struct nest x = all->all.at[i];
		joined[i] = i < count && needed[i] ? joined_of(all, &x) : x;
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			alone[i] |= needed[i] && needed[k] &&
			            cover_fit(&all->all.at[i], &all->all.at[k]) &&
			            !cover_fit(&joined[i], &joined[k]);
	for (uint32_t i = 0; i < n; i++)
		if (needed[i] && !alone[i])
			all->all.at[i] = joined[i];
}

/* Collapse two loops of the reduction that go along memory together; false: there are none. */
static bool join_reduced(struct nests *all, struct nest_reduce *r)
{
	for (uint32_t i = 0; i < r->loops.n; i++)
		for (uint32_t k = 0; k < r->loops.n; k++) {
			struct pair p = {all, &r->loops.at[i], &r->loops.at[k], NULL};
			if (i == k || !may_join(&p, r->term))
				continue;
			const struct tir_var *var = p.outer->var;
			const struct tir_expr *zero = tir_int(all->m, var->type, 0);
			r->term = nest_subst(all, r->term, 1, &var, &zero);
			r->loops.at[k].extent *= r->loops.at[i].extent;
			for (r->loops.n--; i < r->loops.n; i++)
				r->loops.at[i] = r->loops.at[i + 1];
			return true;
		}
	return false;
}

struct nest rewrite_join_reduced(struct nests *all, const struct nest *n)
{
	enum { DEEPEST = 120 };
	const struct nest_reduce *found = rewrite_only(all, n);
	struct nest out = *n;
	if (!found || found->loops.n < 2 || found->term->depth > DEEPEST)
		return out;
	struct nest_reduce r = *found;
	const struct tir_var *var = r.var;
	while (join_reduced(all, &r))
		;
	if (r.loops.n == found->loops.n)
		return out;
	r.var = tir_var_new(all->m, "sum", var->type);
	VEC_PUSH(all->arena, &all->reduces, r);
	out.value = nest_subst(all, n->value, 1, &var, &r.var->expr);
	return out;
}

/* The nest with loops that go down memory in the other order. */
static struct nest ascending(struct nests *all, const struct nest *n)
{
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *to[NEST_LOOPS];
	struct nest out = *n;
	struct nest_sum at;
	uint32_t down = 0;
	if (!nest_sum_of(n->index, &at))
		return out;
	for (uint32_t i = 0; i < n->loops.n; i++) {
		const struct nest_loop *l = &n->loops.at[i];
		if (nest_factor(&at, l->var) >= 0)
			continue;
		const struct tir_expr *last = tir_int(all->m, TIR_INT32, l->extent - 1);
		var[down] = l->var;
		to[down++] = tir_binary(all->m, TIR_SUB, last, l->var->expr);
	}
	if (down) {
		out.index = nest_subst(all, n->index, down, var, to);
		out.value = nest_subst(all, n->value, down, var, to);
	}
	return out;
}

void rewrite_ascending(struct nests *all)
{
	for (uint32_t i = 0; i < all->all.n; i++)
		all->all.at[i] = ascending(all, &all->all.at[i]);
}
