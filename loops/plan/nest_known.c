/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest_known.c: what is loaded, as what was stored there (forward substitution).
 *
 * Idea.    The index of a load, in the digits of the strides by which the element was stored, tells which iteration stored it.  That iteration's
 *          value stands in the place of the load, if it is no more than a load with a condition around, or if the element is needed once.
 * Needs    memory of the function's own, all of it stored by one nest; what that loads is still there.
 * Costs    terms times loops. */
#include "loops/plan/nest_reader.h"

/* The part of an index that goes in steps of `step` and stays below `most` of them; NULL: it is not known. */
static const struct tir_expr *digit(struct nest_reader *r, const struct nest_sum *s, int64_t step,
        int64_t above, int64_t most, bool *ok)
{
	struct tir_module *m = r->n->m;
	const struct tir_expr *e = NULL;
	int64_t low = 0, high = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t f = s->term[i].factor, x = nest_extent(r, s->term[i].var);
		if (f % step || (above && f % above == 0))
			continue;
		*ok &= x > 0;
		low += f < 0 ? f / step * (x - 1) : 0;
		high += f > 0 ? f / step * (x - 1) : 0;
		const struct tir_expr *v = s->term[i].var->expr;
		v = f == step ? v : tir_binary(m, TIR_MUL, v, tir_int(m, TIR_INT32, f / step));
		e = e ? tir_binary(m, TIR_ADD, e, v) : v;
	}
	int64_t number = above ? (s->number % above + above) % above / step : s->number / step;
	/* a constant below 0 belongs to the digits above */
	if (number && e)
		e = tir_binary(m, TIR_ADD, e, tir_int(m, TIR_INT32, number));
	*ok &= low + number >= 0 && high + number < most;
	return e ? e : tir_int(m, TIR_INT32, number);
}

/* What loop k of the nest of a buffer was when it stored the element at the index: the digits of what is left of the
 * index, each by its stride. */
static bool find_iteration(struct nest_reader *r, const struct nest *d,
        const struct tir_expr *index, const struct tir_expr **to)
{
	struct nest_sum at, of;
	int64_t stride[NEST_LOOPS];
	if (!nest_sum_of(d->index, &of) || !nest_sum_of(index, &at))
		return false;
	at.number -= of.number;
	uint32_t n = d->loops.n;
	for (uint32_t i = 0; i < n; i++) {
		const struct tir_var *v = d->loops.at[i].var;
		stride[i] = nest_factor(&of, v);
		to[i] = NULL;
		if (nest_is_around(r, v) && nest_factor(&at, v) == stride[i]) {
			to[i] = v->expr;
			for (uint32_t k = 0; k < at.n; k++)
				if (at.term[k].var == v)
					at.term[k--] = at.term[--at.n];
		} else if (stride[i] <= 0) {
			return false;
		}
	}
	bool ok = true;
	for (int64_t above = 0;;) { /* the largest stride first */
		uint32_t k = n;
		for (uint32_t i = 0; i < n; i++)
			if (!to[i] && (k == n || stride[i] > stride[k]))
				k = i;
		if (k == n)
			break;
		if (above && above % stride[k])
			return false;
		to[k] = digit(r, &at, stride[k], above, d->loops.at[k].extent, &ok);
		above = stride[k];
	}
	for (uint32_t k = 0; k < at.n; k++) { /* nothing is left over */
		bool any = false;
		for (uint32_t i = 0; i < n; i++)
			any |= stride[i] && at.term[k].factor % stride[i] == 0;
		ok &= any;
	}
	return ok;
}

struct cost {
	const struct nests *n;
	uint32_t operations, loads;
	bool reduces;
};

/* Count what the node takes. */
static bool add_cost(void *ctx, const struct tir_expr *e)
{
	struct cost *c = ctx;
	c->loads += e->op == TIR_LOAD;
	c->operations += e->n && e->op != TIR_LOAD && e->op != TIR_CAST &&
	                 (e->flags & TIR_READS_MEM);
	c->reduces |= nest_reduction(c->n, e) != NULL;
	return true;
}

/* Is doing what the nest does, once for each that reads it, no more than loading what it did? */
static bool is_cheap(const struct nest_reader *r, const struct nest *d, bool once)
{
	struct cost c = {r->n, 0, 0, false};
	tir_walk_expr(d->value, r->n->arena, add_cost, &c);
	return once || (!c.reduces && c.loads <= 1 && c.operations <= 2);
}

struct moving {
	struct nest_reader *r;
	uint32_t since;
	bool ok;
};

/* Is what a nest loads still there? */
static bool is_there(void *ctx, const struct tir_expr *e)
{
	struct moving *x = ctx;
	if (e->op == TIR_LOAD)
		x->ok &= nest_state_of(x->r, e->u.buffer)->written < (int32_t)x->since;
	return x->ok;
}

/* May an open loop have stored to the buffer since the nest did, in an iteration before this one? */
static bool is_stored_since(const struct nest_reader *r, const struct nest *d)
{
	uint32_t inside = 0;
	for (uint32_t i = 0; i < d->loops.n; i++)
		inside += nest_is_around(r, d->loops.at[i].var);
	return r->state[d->buffer->root->id].storing > inside;
}

/* Is each element at the index read in one iteration alone of the loops around? */
static bool is_read_once(const struct nest_reader *r, const struct nest *d,
        const struct tir_expr *index)
{
	struct nest_sum at;
	bool once = !r->in_reduction;
	if (!nest_sum_of(index, &at))
		return once;
	for (uint32_t i = 0; i < r->nloops && once; i++) {
		const struct tir_var *v = tir_as_for(r->loop[i])->var;
		once = nest_factor(&at, v) != 0 || nest_extent(r, v) == 1;
		for (uint32_t k = 0; k < d->loops.n; k++)
			once |= d->loops.at[k].var == v;
	}
	return once;
}

const struct tir_expr *nest_value_at(struct nest_reader *r, const struct tir_expr *load,
        const struct tir_expr *index)
{
	const struct nest *d = nest_current(r, load->u.buffer);
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *to[NEST_LOOPS];
	if (!d || !nest_state_of(r, load->u.buffer)->is_private ||
	        (r->in_reduction && !r->in_terms) || is_stored_since(r, d))
		return NULL;
	struct nest nest = *d;
	uint32_t last = 63 - (uint32_t)__builtin_clzll(nest.from);
	struct moving x = {r, last, true};
	nest_walk(r->n, nest.value, is_there, &x);
	if (!x.ok || !is_cheap(r, &nest, is_read_once(r, d, index)) ||
	        !find_iteration(r, &nest, index, to))
		return NULL;
	for (uint32_t i = 0; i < nest.loops.n; i++)
		var[i] = nest.loops.at[i].var;
	r->from |= nest.from;
	r->n->moved |= r->in_reduction;
	return nest_subst(r->n, nest.value, nest.loops.n, var, to);
}
