/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/merge.c: one nest for several that store to one buffer, each its own part of each row.
 *
 * Idea.    Loops with the same stride and extent in all nests are around.  What the other loops of a nest store is a range without holes, and
 *          the ranges follow each other.  So there is one loop over all ranges, and the value is a choice by its variable.
 *          A concatenation is such, and what stores the colours of a pixel.
 * Costs    each expression once. */
#include "loops/plan/rewrite.h"

struct part {
	const struct nest *n;
	struct nest_sum at;
	int64_t first, length;
	struct nest_loops inner; /* the farthest first */
};

static int64_t stride(const struct part *p, const struct nest_loop *l)
{
	return nest_factor(&p->at, l->var);
}

/* Which loop of the part goes as far as this one and as often; NULL: none. */
static const struct nest_loop *same_loop(const struct part *p, int64_t by, int64_t extent)
{
	for (uint32_t i = 0; i < p->n->loops.n; i++) {
		const struct nest_loop *l = &p->n->loops.at[i];
		if (stride(p, l) == by && l->extent == extent)
			return l;
	}
	return NULL;
}

static bool is_inner(const struct part *p, const struct nest_loop *l, int64_t below)
{
	return stride(p, l) < below;
}

/* The loops that go less far, as one range; false: there are holes. */
static bool read_inner(struct part *p, int64_t below)
{
	p->inner.n = 0;
	p->length = 1;
	for (;;) {
		const struct nest_loop *next = NULL;
		for (uint32_t i = 0; i < p->n->loops.n; i++) {
			const struct nest_loop *l = &p->n->loops.at[i];
			if (is_inner(p, l, below) && stride(p, l) == p->length && l->extent > 1)
				next = l;
		}
		if (!next)
			break;
		memmove(&p->inner.at[1], &p->inner.at[0], p->inner.n * sizeof *p->inner.at);
		p->inner.at[0] = *next;
		p->inner.n++;
		p->length *= next->extent;
	}
	for (uint32_t i = 0; i < p->n->loops.n; i++) {
		const struct nest_loop *l = &p->n->loops.at[i];
		bool found = l->extent == 1 || !is_inner(p, l, below);
		for (uint32_t k = 0; k < p->inner.n; k++)
			found |= p->inner.at[k].var == l->var;
		if (!found)
			return false;
	}
	return true;
}

/* The part's value, for a variable that goes over all ranges. */
static const struct tir_expr *value_of(struct nests *all, const struct part *p,
        const struct part *base, const struct tir_var *v, int64_t from, int64_t below)
{
	const struct tir_var *var[2 * NEST_LOOPS];
	const struct tir_expr *to[2 * NEST_LOOPS];
	uint32_t n = 0;
	int64_t by = p->length;
	const struct tir_expr *at = from ? tir_binary(all->m, TIR_SUB, v->expr,
	                                           tir_int(all->m, TIR_INT32, from))
	                                 : v->expr;
	for (uint32_t i = 0; i < p->inner.n; i++) {
		int64_t extent = p->inner.at[i].extent;
		by /= extent;
		const struct tir_expr *e = by > 1 ? tir_binary(all->m, TIR_FLOORDIV, at,
		                                            tir_int(all->m, TIR_INT32, by))
		                                  : at;
		var[n] = p->inner.at[i].var;
		to[n++] = i ? tir_binary(all->m, TIR_FLOORMOD, e,
		                      tir_int(all->m, TIR_INT32, extent))
		            : e;
	}
	for (uint32_t i = 0; i < p->n->loops.n; i++) {
		const struct nest_loop *l = &p->n->loops.at[i];
		bool is_found = false;
		for (uint32_t k = 0; k < p->inner.n; k++)
			is_found |= p->inner.at[k].var == l->var;
		if (is_found)
			continue;
		const struct nest_loop *o = is_inner(p, l, below)
		                                    ? NULL
		                                    : same_loop(base, stride(p, l), l->extent);
		var[n] = l->var;
		to[n++] = o ? o->var->expr : tir_int(all->m, TIR_INT32, 0);
	}
	return nest_subst(all, p->n->value, n, var, to);
}

/* Do all parts go around by the same loops, and follow each other up to `below`? */
static bool fit(struct part *p, uint32_t n, int64_t below)
{
	int64_t all = 0;
	for (uint32_t i = 0; i < n; i++) {
		if (!read_inner(&p[i], below) || p[i].first != p[0].first + all)
			return false;
		all += p[i].length;
		for (uint32_t k = 0; k < p[i].n->loops.n; k++) {
			const struct nest_loop *l = &p[i].n->loops.at[k];
			if (!is_inner(&p[i], l, below) && l->extent > 1 &&
			        !same_loop(&p[0], stride(&p[i], l), l->extent))
				return false;
		}
		for (uint32_t k = 0; k < p[0].n->loops.n; k++) {
			const struct nest_loop *l = &p[0].n->loops.at[k];
			if (!is_inner(&p[0], l, below) && l->extent > 1 &&
			        !same_loop(&p[i], stride(&p[0], l), l->extent))
				return false;
		}
	}
	return all == below;
}

bool rewrite_merge(struct nests *all, const uint32_t *which, uint32_t n, struct nest *out)
{
	struct part p[REWRITE_PARTS];
	if (n < 2 || n > REWRITE_PARTS)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		struct part x = {.n = &all->all.at[which[i]]};
		if (!nest_sum_of(x.n->index, &x.at))
			return false;
		x.first = x.at.number;
		uint32_t k = i;
		for (; k && p[k - 1].first > x.first; k--)
			p[k] = p[k - 1];
		p[k] = x;
	}
	/* the stride of a loop around is what all parts of a row are together */
	int64_t below = 0;
	for (uint32_t i = 0; i < p[0].n->loops.n && !below; i++)
		if (fit(p, n, stride(&p[0], &p[0].n->loops.at[i])))
			below = stride(&p[0], &p[0].n->loops.at[i]);
	if (!below || !fit(p, n, below))
		return false;
	struct tir_var *v = tir_var_new(all->m, "c", TIR_INT32);
	struct nest merged = *p[0].n;
	merged.loops.n = 0;
	const struct tir_expr *index = v->expr, *value = NULL;
	if (p[0].first)
		index = tir_binary(all->m, TIR_ADD, index, tir_int(all->m, TIR_INT32, p[0].first));
	for (uint32_t i = 0; i < p[0].n->loops.n; i++) {
		const struct nest_loop l = p[0].n->loops.at[i];
		if (is_inner(&p[0], &l, below))
			continue;
		merged.loops.at[merged.loops.n++] = l;
		index = tir_binary(all->m, TIR_ADD,
		        tir_binary(all->m, TIR_MUL, l.var->expr,
		                tir_int(all->m, TIR_INT32, stride(&p[0], &l))),
		        index);
	}
	merged.loops.at[merged.loops.n++] = (struct nest_loop){v, below};
	for (uint32_t i = n; i-- > 0;) {
		int64_t from = p[i].first - p[0].first;
		const struct tir_expr *e = value_of(all, &p[i], &p[0], v, from, below);
		const struct tir_expr *c = tir_binary(all->m, TIR_LT, v->expr,
		        tir_int(all->m, TIR_INT32, from + p[i].length));
		value = value ? tir_select(all->m, TIR_IF_THEN_ELSE, c, e, value) : e;
		merged.from |= p[i].n->from;
	}
	merged.index = index;
	merged.value = value;
	*out = merged;
	return true;
}
