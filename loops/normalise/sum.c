/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/sum.c: which nests reduce, and into which elements.
 *
 * Idea      The address of S is a sum of the loops' variables.  What it names is spatial; if each stride is more than all smaller ones
 *           reach together, no two iterations of the spatial loops have one element.
 * Needs     loops from 0 on with constant extents.
 * Costs     the nest, once. */
#include "loops/normalise/sum.h"
#include "loops/nest/counted.h"

/* ---- Loops -------------------------------------------------------------------------------*/
const struct tir_seq *sum_read_loops(struct sum_nest *n, const struct tir_stmt *s)
{
	for (;; s = tir_body(s)->first) {
		if (n->n == SUM_LOOPS || !loops_is_counted(s))
			return NULL;
		n->loop[n->n++] = (struct sum_loop){s, tir_as_for(s)->extent.e->u.i, 0, 0, false};
		if (!sum_is_single(tir_body(s), TIR_FOR))
			return tir_body(s);
	}
}

/* Which loop's variable e is; n->n: none's. */
static uint32_t loop_of(const struct sum_nest *n, const struct tir_expr *e)
{
	uint32_t l = 0;
	while (l < n->n && (e->op != TIR_VAR || tir_as_for(n->loop[l].stmt)->var != e->u.var))
		l++;
	return l;
}

bool sum_names_loops(const struct sum_nest *n, const struct tir_expr *e)
{
	for (uint32_t l = 0; l < n->n; l++)
		if (facts_names(n->facts, e, tir_as_for(n->loop[l].stmt)->var))
			return true;
	return false;
}

/* ---- The element -------------------------------------------------------------------------*/
bool sum_read_strides(const struct sum_nest *n, const struct access *a, int64_t *by,
        struct affine_sum *base, int64_t *width)
{
	enum { FARTHEST = 1 << 30 };
	struct affine_sum at;
	int64_t lanes, lane;
	memset(by, 0, n->n * sizeof *by);
	if (!access_bytes(n->facts, a, &at, &lanes, &lane, width) || lanes != 1)
		return false;
	*base = at;
	base->n = 0;
	for (uint32_t i = 0; i < at.n; i++) {
		const struct affine_term *t = &at.term[i];
		uint32_t l = t->n == 1 ? loop_of(n, t->x[0]) : n->n;
		if (t->factor > FARTHEST || t->factor < -FARTHEST)
			return false;
		if (l < n->n)
			by[l] += t->factor;
		else
			base->term[base->n++] = *t;
		for (uint32_t k = 0; l == n->n && k < t->n; k++)
			if (sum_names_loops(n, t->x[k]))
				return false;
	}
	return true;
}

/* Is each stride more than all smaller ones reach together? */
static bool is_injective(const struct sum_nest *n)
{
	int64_t span = 0, more;
	uint32_t done = 0;
	for (uint32_t i = 0; i < n->n; i++) {
		uint32_t next = n->n;
		for (uint32_t l = 0; l < n->n; l++)
			if (n->loop[l].stride && !(done >> l & 1) &&
			        (next == n->n || sum_size(n->loop[l].stride) <
			                                 sum_size(n->loop[next].stride)))
				next = l;
		if (next == n->n)
			return true;
		if (sum_size(n->loop[next].stride) <= span ||
		        __builtin_mul_overflow(sum_size(n->loop[next].stride),
		                n->loop[next].extent - 1, &more) ||
		        __builtin_add_overflow(span, more, &span))
			return false;
		done |= 1U << next;
	}
	return true;
}

bool sum_read_element(struct sum_nest *n, const struct tir_stmt *store)
{
	int64_t by[SUM_LOOPS], width;
	struct access a = access_of_store(store, n->around);
	if (tir_as_store(store)->mask.e || tir_as_store(store)->buffer->elem.lanes != 1 ||
	        (tir_stmt_flags(store) & (TIR_HAS_LET | TIR_HAS_ADDRESS | TIR_HAS_EFFECT)) ||
	        !sum_read_strides(n, &a, by, &n->base, &width))
		return false;
	for (uint32_t i = 0; i < store->nindex; i++)
		if (tir_as_store(store)->index[i].e->flags & TIR_READS_MEM)
			return false;
	for (uint32_t l = 0; l < n->n; l++) {
		if (by[l] % width)
			return false;
		n->loop[l].stride = by[l] / width;
	}
	n->store = store;
	n->value = tir_as_store(store)->value.e;
	return is_injective(n);
}

/* ---- What is read ------------------------------------------------------------------------*/
bool sum_is_own(const struct sum_nest *n, const struct tir_expr *e)
{
	const struct tir_store *x = tir_as_store(n->store);
	if (e->op != TIR_LOAD || e->u.buffer != x->buffer || e->n != n->store->nindex)
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (e->arg[i] != x->index[i].e)
			return false;
	return true;
}

struct reading {
	const struct sum_nest *n;
	uint32_t own;
};

/* May the expression be computed in another order of iterations?  Loads of S are counted. */
static bool may_stand(void *ctx, const struct tir_expr *e)
{
	struct reading *r = ctx;
	if (sum_is_own(r->n, e)) {
		r->own++;
		return true;
	}
	if (e->op == TIR_LOAD)
		return !alias_may(r->n->facts, e->u.buffer, tir_as_store(r->n->store)->buffer);
	return e->op != TIR_MASKED_LOAD && !tir_node_traps(e) &&
	       (e->op != TIR_CALL || tir_call_effect(e) == TIR_PURE);
}

bool sum_reads_apart(const struct sum_nest *n, const struct tir_expr *e, uint32_t *own)
{
	struct reading r = {n, 0};
	bool ok = !(e->flags & (TIR_HAS_LET | TIR_HAS_ADDRESS | TIR_HAS_EFFECT)) &&
	          tir_walk_expr(e, n->arena, may_stand, &r);
	*own = r.own;
	return ok;
}
