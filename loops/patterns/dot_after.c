/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_after.c: what is done to sums behind their nest, while they are in registers (loop fusion).
 *
 * Idea.   The statement behind the nest is a nest over the same elements that stores to each what it makes of it: max(S, 0), S + bias,
 *         0 - S.  It is done to each register of sums before that is stored; what the first one adds is what sums begin with, which
 *         costs nothing.
 * Needs   sums that are stored in whole blocks of lanes; expressions that are one for all lanes, or go along with them.
 * Costs   the nodes of these expressions for each block.
 * Wrong if an element is another one: proof/replay/replay.c runs both functions on symbols. */
#include "loops/nest/counted.h"
#include "loops/nest/private.h"
#include "loops/patterns/dot.h"

enum { NODES = 64 };

#define UINT32 tir_type(TIR_TYPE_UINT, 32, 1)

/* The nest behind: its loops, each with that of the sums that it is. */
struct after {
	const struct dot_nest *n;
	const struct tir_stmt *loop[DOT_LOOPS];
	uint32_t is[DOT_LOOPS], nloops;
	const struct tir_expr *index; /* of the sum */
	const struct tir_seq *body;
	uint32_t left; /* nodes */
};

/* ---- What is read ------------------------------------------------------------------------*/
static uint32_t loop_of(const struct after *a, const struct tir_expr *e)
{
	uint32_t l = 0;
	while (l < a->nloops && (e->op != TIR_VAR || tir_as_for(a->loop[l])->var != e->u.var))
		l++;
	return l;
}

/* Read the loops from s on, as long as one is all that the one around holds; false: they are too many, or not counted. */
static bool read_loops(struct after *a, const struct tir_stmt *s)
{
	for (;; s = tir_body(s)->first) {
		if (a->nloops == DOT_LOOPS || !loops_is_counted(s))
			return false;
		a->loop[a->nloops++] = s;
		a->body = tir_body(s);
		if (!a->body->first || a->body->first->next || a->body->first->kind != TIR_FOR)
			return a->body->first != NULL;
	}
}

/* Which loop of the sums has that stride and extent; n->n: none. */
static uint32_t same_loop(const struct dot_nest *n, int64_t stride, int64_t extent)
{
	uint32_t l = 0;
	while (l < n->n &&
	        (n->reduces[l] || n->store.stride[l] != stride || n->extent[l] != extent))
		l++;
	return l;
}

/* Does the index go over the same elements in the loops behind? */
static bool pair_loops(struct after *a)
{
	const struct dot_nest *n = a->n;
	const struct affine *sum = affine_of(n->facts, a->index);
	uint32_t used = 0, found = 0;
	if (sum->constant != n->store.constant)
		return false;
	for (uint32_t i = 0; i < sum->n; i++) {
		const struct affine_term *t = &sum->term[i];
		uint32_t l = t->n == 1 ? loop_of(a, t->x[0]) : a->nloops;
		uint32_t k = l < a->nloops ? same_loop(n, t->factor,
		                                     tir_as_for(a->loop[l])->extent.e->u.i)
		                           : n->n;
		if (k == n->n || used >> k & 1)
			return false;
		a->is[l] = k;
		used |= 1U << k;
		found |= 1U << l;
	}
	for (uint32_t k = 0; k < n->n; k++)
		if (!n->reduces[k] && n->extent[k] > 1 && !(used >> k & 1))
			return false;
	return found == (1U << a->nloops) - 1;
}

/* How far the index goes with a lane: 0 or 1; false: otherwise. */
static bool lane_growth(const struct after *a, const struct tir_expr *index, int64_t *by)
{
	const struct affine *sum = affine_of(a->n->facts, index);
	*by = 0;
	for (uint32_t i = 0; i < sum->n; i++) {
		const struct affine_term *t = &sum->term[i];
		uint32_t l = t->n == 1 ? loop_of(a, t->x[0]) : a->nloops;
		if (l == a->nloops)
			return false;
		*by += a->is[l] == a->n->lane ? t->factor : 0;
	}
	return *by == 0 || *by == 1;
}

static bool is_sum(const struct after *a, const struct tir_expr *e)
{
	return e->op == TIR_LOAD && e->u.buffer == a->n->sums && e->arg[0] == a->index;
}

/* May the load be done lane by lane, or once for all lanes? */
static bool may_load(const struct after *a, const struct tir_expr *e)
{
	int64_t by;
	const struct tir_buffer *b = e->u.buffer;
	return e->n == 1 && b->ndim == 1 && private_is_dense(b) && e->type.lanes == 1 &&
	       !alias_may(a->n->facts, b, a->n->sums) && lane_growth(a, e->arg[0], &by);
}

/* May the expression be computed on registers? */
static bool may_be_wide(struct after *a, const struct tir_expr *e)
{
	if (!a->left || !tir_is_integral(e->type) || e->type.lanes != 1)
		return false;
	a->left--;
	if (is_sum(a, e) || e->op == TIR_INT_IMM)
		return true;
	if (e->op == TIR_LOAD)
		return may_load(a, e);
	if (e->op == TIR_VAR)
		return loop_of(a, e) < a->nloops;
	if (e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL && e->op != TIR_MIN &&
	        e->op != TIR_MAX && e->op != TIR_CAST && e->op != TIR_SELECT &&
	        !tir_ops[e->op].compare)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!may_be_wide(a, e->arg[i]))
			return false;
	return true;
}

/* Is s a nest over the same elements that changes each by itself?  Then *a is that. */
static bool read_after(struct after *a, const struct dot_nest *n, const struct tir_stmt *s)
{
	*a = (struct after){.n = n, .left = NODES};
	if (!s || s->kind != TIR_FOR || !read_loops(a, s))
		return false;
	for (const struct tir_stmt *t = a->body->first; t; t = t->next) {
		if (t->kind != TIR_STORE || tir_mask_of(t) || t->nindex != 1 ||
		        tir_as_store(t)->buffer != n->sums)
			return false;
		const struct tir_expr *index = tir_as_store(t)->index[0].e;
		if (a->index && a->index != index)
			return false;
		a->index = index;
	}
	if (!pair_loops(a))
		return false;
	for (const struct tir_stmt *t = a->body->first; t; t = t->next)
		if (!may_be_wide(a, tir_value_of(t)))
			return false;
	return true;
}

bool dot_read_after(struct dot_nest *n, const struct tir_stmt *s)
{
	struct after a;
	bool whole = !n->set && !n->accumulates && !dot_is_transposed(n) && !n->both_vectors &&
	             n->second_lane_loop >= n->n && dot_lanes(n) % DOT_LANES == 0;
	if (!whole || !read_after(&a, n, s))
		return false;
	n->after = s;
	return true;
}

/* ---- What is made ------------------------------------------------------------------------*/
/* The variable of a loop of the sums, in its first lane. */
static const struct tir_expr *place(struct loop_builder *k, uint32_t l)
{
	const struct tir_expr *off = dot_int(k, k->off[l]);
	return k->at[l] ? dot_sum(k, k->at[l], off) : off;
}

/* The expression in the first lane. */
static const struct tir_expr *first_lane(struct loop_builder *k, const struct after *a,
        const struct tir_expr *e)
{
	struct tir_subst s = {.m = k->m, .arena = k->scratch};
	for (uint32_t l = 0; l < a->nloops; l++)
		tir_subst_var(&s, tir_as_for(a->loop[l])->var, place(k, a->is[l]));
	return tir_subst_expr(&s, e);
}

/* The expression in all lanes of a block, whose sums are these. */
static const struct tir_expr *wide(struct loop_builder *k, const struct after *a,
        const struct tir_expr *e, const struct tir_expr *sums)
{
	const struct tir_expr *arg[3];
	int64_t by;
	if (is_sum(a, e))
		return sums;
	if (e->op == TIR_VAR && a->is[loop_of(a, e)] == a->n->lane)
		return tir_ramp(k->m, first_lane(k, a, e), tir_int(k->m, e->type, 1), DOT_LANES);
	if (e->op == TIR_INT_IMM || e->op == TIR_VAR)
		return tir_broadcast(k->m, first_lane(k, a, e), DOT_LANES);
	if (e->op == TIR_LOAD) {
		lane_growth(a, e->arg[0], &by);
		const struct tir_expr *at = first_lane(k, a, e->arg[0]);
		if (by)
			return dot_row(k, e->u.buffer, at, DOT_LANES);
		return tir_broadcast(k->m, tir_access(k->m, TIR_LOAD, e->u.buffer, 1, &at),
		        DOT_LANES);
	}
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = wide(k, a, e->arg[i], sums);
	return tir_make(k->m, (enum tir_op)e->op, tir_lanes(e->type, DOT_LANES), e->u.bits, e->n,
	        arg);
}

/* ---- What sums begin with, rather than that it is added to them --------------------------*/
static bool is_no_sum(void *ctx, const struct tir_expr *e)
{
	return !is_sum(ctx, e);
}

/* Is e the sum plus something that does not read it?  *rest: that, in unsigned numbers, as a part of it may be too large; NULL:
 * nothing. */
static bool is_added(struct loop_builder *k, struct after *a, const struct tir_expr *e,
        const struct tir_expr **rest)
{
	*rest = NULL;
	if (is_sum(a, e))
		return true;
	for (uint32_t i = 0; i < (e->op == TIR_ADD ? 2 : e->op == TIR_SUB); i++) {
		const struct tir_expr *other = e->arg[!i];
		if (!is_added(k, a, e->arg[i], rest) ||
		        !tir_walk_expr(other, k->scratch, is_no_sum, a))
			continue;
		other = tir_cast(k->m, UINT32, other);
		if (!*rest && e->op == TIR_SUB)
			*rest = tir_int(k->m, UINT32, 0);
		*rest = *rest ? tir_binary(k->m, (enum tir_op)e->op, *rest, other) : other;
		return true;
	}
	return false;
}

const struct tir_expr *dot_first(struct loop_builder *k, uint32_t block)
{
	struct after a;
	const struct tir_expr *rest;
	if (!k->n->after || !read_after(&a, k->n, k->n->after) ||
	        !is_added(k, &a, tir_value_of(a.body->first), &rest) || !rest)
		return NULL;
	k->off[k->n->lane] = (int64_t)block * DOT_LANES;
	rest = wide(k, &a, rest, NULL);
	k->off[k->n->lane] = 0;
	return rest;
}

const struct tir_expr *dot_after(struct loop_builder *k, struct tir_seq *out,
        const struct tir_expr *sums)
{
	struct after a;
	const struct tir_expr *rest;
	if (!k->n->after || !read_after(&a, k->n, k->n->after))
		return sums;
	for (const struct tir_stmt *s = a.body->first; s; s = s->next)
		if (s != a.body->first || !is_added(k, &a, tir_value_of(s), &rest))
			sums = dot_bind(k, out, "sum", wide(k, &a, tir_value_of(s), sums));
	return sums;
}
