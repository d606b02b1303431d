/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/hoist_load.c: values in the place of elements of arrays that hold them.
 *
 * Idea    An index is a sum of variables of loops of constant bounds, so the loops say which elements are loaded: the array has them.
 *         y + 2 * x has each number from 0 on if y has at least two.
 *         It is filled there if it always is, or if each loop that its condition asks about is around the load.  Elements that each
 *         iteration loads in any case are marked.
 * Costs   the nodes of operands that load arrays; the elements that they load.
 * Wrong if an element is loaded that was not filled. */
#include "proof/normalise/hoist.h"

enum { DEPTH = 32 }; /* of an index */

bool proof_hoist_fail(struct hoist_apart *t, const char *why)
{
	t->why = why;
	return false;
}

struct hoist_array *proof_hoist_array(struct hoist_apart *t, const struct tir_buffer *b)
{
	uint32_t i = b->id < t->array_of.n ? t->array_of.at[b->id] : 0;
	return i ? &t->array.at[i - 1] : NULL;
}

/* ---- Loads -------------------------------------------------------------------------------*/
/* Is the loop one of the loops that begin in the array's sequence, of constant bounds?  Where it begins, how often it runs, and its bit. */
static bool counts(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_var *v, int64_t *min, int64_t *n, uint32_t *bit)
{
	for (uint32_t i = a->level; i < t->nloops; i++) {
		const struct tir_for *l = tir_as_for(t->loop[i]);
		if (l->var != v)
			continue;
		bool known = l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM &&
		             tir_loop_step(t->loop[i]) == 1;
		*min = known ? l->min.e->u.i : 0;
		*n = known ? l->extent.e->u.i : 0;
		*bit = (uint32_t)1 << i;
		return *n > 0 && *n < HOIST_MOST && *min > -HOIST_MOST && *min < HOIST_MOST;
	}
	return false;
}

/* The numbers that an index has, of lo to lo + n - 1. */
struct reach {
	int64_t lo, n;
	int64_t step; /* it has lo and each step-th one behind it, whatever other variables are; 0: it may lack some */
	uint32_t loops; /* whose variables it is made of, a bit each */
};

static bool read_index(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *e, uint32_t depth, struct reach *r);

static bool is_small(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i > -HOIST_MOST && e->u.i < HOIST_MOST;
}

/* Read a variable, perhaps times a number above 0. */
static bool read_term(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *e, struct reach *r)
{
	bool times = e->op == TIR_MUL && is_small(e->arg[1]) && e->arg[1]->u.i > 0;
	int64_t factor = times ? e->arg[1]->u.i : 1;
	e = times ? e->arg[0] : e;
	if (e->op != TIR_VAR || !counts(t, a, e->u.var, &r->lo, &r->n, &r->loops))
		return false;
	r->step = r->n == 1 ? 1 : factor;
	r->lo *= factor;
	r->n = (r->n - 1) * factor + 1;
	return true;
}

/* Does x + y have all numbers between its least and its greatest one?  Steps of one are filled by the numbers of the other. */
static bool fills(const struct reach *x, const struct reach *y)
{
	return x->step == 1 && y->step > 0 && y->step <= x->n && !(x->loops & y->loops);
}

/* Read x + y, of which y is no number. */
static bool read_sum(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *e, uint32_t depth, struct reach *r)
{
	struct reach x, y;
	if (!read_index(t, a, e->arg[0], depth, &x) || !read_index(t, a, e->arg[1], depth, &y))
		return false;
	r->lo = x.lo + y.lo;
	r->n = x.n + y.n - 1;
	r->step = fills(&x, &y) || fills(&y, &x);
	r->loops = x.loops | y.loops;
	return true;
}

/* Read a sum of variables of those loops, each perhaps times a number above 0, and numbers. */
static bool read_index(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *e, uint32_t depth, struct reach *r)
{
	bool add = e->op == TIR_ADD, ok;
	if (e->type.bits < 32 || e->type.lanes != 1 || !depth)
		return false;
	if (is_small(e)) {
		*r = (struct reach){.lo = e->u.i, .n = 1, .step = 1};
		return true;
	}
	if ((add || e->op == TIR_SUB) && is_small(e->arg[1])) {
		ok = read_index(t, a, e->arg[0], depth - 1, r);
		r->lo += !ok ? 0 : add ? e->arg[1]->u.i : -e->arg[1]->u.i;
	} else {
		ok = add ? read_sum(t, a, e, depth - 1, r) : read_term(t, a, e, r);
	}
	return ok && r->lo > -HOIST_MOST && r->lo < HOIST_MOST && r->n < HOIST_MOST;
}

/* Note that elements of the box are surely loaded. */
static void mark(struct hoist_array *a, uint32_t ndims, const struct reach *r)
{
	int64_t at[HOIST_DIMS] = {0};
	for (;;) {
		int64_t element = 0;
		uint32_t d = ndims;
		for (uint32_t i = 0; i < ndims; i++)
			element = element * a->size[i] + r[i].lo + at[i];
		a->loaded[element] = true;
		while (d && ++at[d - 1] == r[d - 1].n)
			at[--d] = 0;
		if (!d)
			return;
	}
}

/* Does the condition ask whether the extent is above 0? */
static bool asks(const struct tir_expr *c, const struct tir_expr *extent)
{
	if (c && c->op == TIR_AND)
		return asks(c->arg[0], extent) || asks(c->arg[1], extent);
	return c && c->op == TIR_LT && c->arg[0]->op == TIR_INT_IMM && c->arg[0]->u.i == 0 &&
	       c->arg[1] == extent;
}

/* Does the condition hold wherever the other one does?  Both ask about extents. */
static bool implies(const struct tir_expr *c, const struct tir_expr *other)
{
	if (other->op == TIR_AND)
		return implies(c, other->arg[0]) && implies(c, other->arg[1]);
	return other->op == TIR_LT && other->arg[0]->op == TIR_INT_IMM && other->arg[0]->u.i == 0 &&
	       asks(c, other->arg[1]);
}

/* Do all loops around the load, from the array's sequence on, run, if the array was filled? */
static bool all_run(const struct hoist_apart *t, const struct hoist_array *a)
{
	for (uint32_t i = a->level; i < t->nloops; i++) {
		const struct tir_expr *extent = tir_as_for(t->loop[i])->extent.e;
		bool constant = extent->op == TIR_INT_IMM && extent->u.i > 0;
		if (!constant && !(asks(a->guard, extent) && tir_loop_ascends(t->loop[i])))
			return false;
	}
	bool with_it = t->asked && a->guard && implies(a->guard, t->asked);
	return t->branches == a->branches || (with_it && t->branches == a->branches + 1);
}

/* Was the array filled, if the loops around the load run and it is reached? */
static bool is_filled(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *guard)
{
	bool found = !guard || (t->asked && implies(t->asked, guard));
	if (!found && guard->op == TIR_AND)
		return is_filled(t, a, guard->arg[0]) && is_filled(t, a, guard->arg[1]);
	for (uint32_t i = a->level; i < t->nloops && !found; i++)
		found = asks(guard, tir_as_for(t->loop[i])->extent.e);
	return found;
}

static bool is_sure(const struct hoist_apart *t, const struct tir_expr *e)
{
	for (uint32_t i = 0; i < t->sure.n; i++)
		if (t->sure.at[i] == e)
			return true;
	return false;
}

/* The index is x - c: v + c becomes x, not (x - c) + c, which the proof of CSE does not take for the same beside a T.Let of memory. */
static void drop_offset(struct hoist_apart *t, const struct tir_var *v,
        const struct tir_expr *index)
{
	if (index->op == TIR_SUB && index->arg[1]->op == TIR_INT_IMM)
		tir_subst_node(&t->index, tir_binary(t->index.m, TIR_ADD, v->expr, index->arg[1]),
		        index->arg[0]);
}

/* The value of the element that e loads; NULL with the reason: it may not be there. */
static const struct tir_expr *value_of(struct hoist_apart *t, struct hoist_array *a,
        const struct tir_expr *e)
{
	struct reach r[HOIST_DIMS];
	uint32_t loops = 0;
	bool box = true;
	if (!a->value || !is_filled(t, a, a->guard))
		return proof_hoist_fail(t, "an array is loaded where it may not be filled"), NULL;
	for (uint32_t d = 0; d < e->n; d++) {
		if (!read_index(t, a, e->arg[d], DEPTH, &r[d]) || r[d].lo < 0 ||
		        r[d].lo + r[d].n > a->size[d])
			return proof_hoist_fail(t, "an element is loaded that was not filled"),
			       NULL;
		box = box && r[d].step == 1 && !(r[d].loops & loops);
		loops |= r[d].loops;
	}
	a->seen = true;
	if (box && is_sure(t, e) && all_run(t, a))
		mark(a, e->n, r);
	t->index.stamp++; /* the variable may stand in values that were put in before it was known */
	for (uint32_t d = 0; d < e->n; d++)
		tir_subst_var(&t->index, a->var[d], e->arg[d]);
	for (uint32_t d = 0; d < e->n; d++)
		drop_offset(t, a->var[d], e->arg[d]);
	return tir_subst_expr(&t->index, a->value);
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct hoist_apart *t = ctx;
	bool memory = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	              e->op == TIR_ADDRESS_OF;
	struct hoist_array *a = memory ? proof_hoist_array(t, proof_root(e->u.buffer)) : NULL;
	if (!a)
		return true;
	const struct tir_expr *value = e->op == TIR_LOAD && e->u.buffer == a->b ? value_of(t, a, e)
	                                                                        : NULL;
	if (!value)
		return t->why ? false
		              : proof_hoist_fail(t, "an array is used otherwise than by loads");
	tir_subst_node(&t->subst, e, value);
	return true;
}

/* Note loads of arrays that are evaluated with e in any case. */
static void see_sure(struct hoist_apart *t, const struct tir_expr *e, uint32_t *steps)
{
	if (!*steps || !(e->flags & TIR_READS_MEM))
		return;
	--*steps;
	if (e->op == TIR_LOAD && proof_hoist_array(t, e->u.buffer) && !is_sure(t, e))
		VEC_PUSH(t->arena, &t->sure, e);
	for (uint32_t i = 0; i < tir_strict_args(e); i++)
		see_sure(t, e->arg[i], steps);
}

/* e, with values in the place of elements; NULL with the reason. */
const struct tir_expr *proof_hoist_undo(struct hoist_apart *t, const struct tir_expr *e)
{
	uint32_t steps = 4096;
	if (!t->array.n || !(e->flags & (TIR_READS_MEM | TIR_HAS_ADDRESS)))
		return e;
	t->subst.stamp++;
	t->sure.n = 0;
	see_sure(t, e, &steps);
	return tir_walk_expr(e, t->arena, see_node, t) ? tir_subst_expr(&t->subst, e) : NULL;
}
