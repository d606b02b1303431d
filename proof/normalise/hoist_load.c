/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/hoist_load.c: values in the place of elements of arrays that hold them.
 *
 * Idea    An index is a variable of a loop of constant bounds, perhaps plus numbers, so the loops say which elements are loaded: the array has them.
 *         It is filled there if it always is, or if each loop that its condition asks about is around the load.  Elements that each
 *         iteration loads in any case are marked.
 * Costs   the nodes of operands that load arrays; the elements that they load.
 * Wrong if an element is loaded that was not filled. */
#include "proof/normalise/hoist.h"

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
/* Is the loop one of the loops that begin in the array's sequence, of constant bounds?  Where it begins, and how often it runs. */
static bool counts(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_var *v, int64_t *min, int64_t *n)
{
	for (uint32_t i = a->level; i < t->nloops; i++) {
		const struct tir_for *l = tir_as_for(t->loop[i]);
		if (l->var != v)
			continue;
		bool known = l->min.e->op == TIR_INT_IMM && l->extent.e->op == TIR_INT_IMM &&
		             tir_loop_step(t->loop[i]) == 1;
		*min = known ? l->min.e->u.i : 0;
		*n = known ? l->extent.e->u.i : 0;
		return *n > 0 && *n < HOIST_MOST && *min > -HOIST_MOST && *min < HOIST_MOST;
	}
	return false;
}

/* Read an index: a variable of those loops, and numbers. */
static bool read_index(const struct hoist_apart *t, const struct hoist_array *a,
        const struct tir_expr *e, const struct tir_var **v, int64_t *lo, int64_t *n)
{
	int64_t add = 0;
	while ((e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM &&
	        e->arg[1]->u.i > -HOIST_MOST && e->arg[1]->u.i < HOIST_MOST && add > -HOIST_MOST &&
	        add < HOIST_MOST) {
		add += e->op == TIR_ADD ? e->arg[1]->u.i : -e->arg[1]->u.i;
		e = e->arg[0];
	}
	if (e->op != TIR_VAR || e->type.bits < 32 || !counts(t, a, e->u.var, lo, n))
		return false;
	*v = e->u.var;
	*lo += add;
	return true;
}

/* Note that elements of the box are surely loaded. */
static void mark(struct hoist_array *a, uint32_t ndims, const int64_t *lo, const int64_t *n)
{
	int64_t at[HOIST_DIMS] = {0};
	for (;;) {
		int64_t element = 0;
		uint32_t d = ndims;
		for (uint32_t i = 0; i < ndims; i++)
			element = element * a->size[i] + lo[i] + at[i];
		a->loaded[element] = true;
		while (d && ++at[d - 1] == n[d - 1])
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
	const struct tir_var *v[HOIST_DIMS] = {NULL};
	int64_t lo[HOIST_DIMS], n[HOIST_DIMS];
	bool box = true;
	if (!a->value || !is_filled(t, a, a->guard))
		return proof_hoist_fail(t, "an array is loaded where it may not be filled"), NULL;
	for (uint32_t d = 0; d < e->n; d++) {
		if (!read_index(t, a, e->arg[d], &v[d], &lo[d], &n[d]) || lo[d] < 0 ||
		        lo[d] + n[d] > a->size[d])
			return proof_hoist_fail(t, "an element is loaded that was not filled"),
			       NULL;
		for (uint32_t k = 0; k < d; k++)
			box = box && v[k] != v[d];
	}
	a->seen = true;
	if (box && is_sure(t, e) && all_run(t, a))
		mark(a, e->n, lo, n);
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
