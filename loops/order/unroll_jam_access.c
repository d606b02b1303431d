/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_access.c: where the accesses of a loop go from one iteration to the next.
 *
 * Idea.   What is the same in all iterations LLVM keeps in registers; innermost loops over integers whose
 *         iterations touch neighbouring elements it makes vectors of.
 * Needs   nests that unroll_jam_nest.c has read: they are small.
 * Keeps   no opinion on what that is worth (unroll_jam_cost.c).
 * Costs   a walk of the loop for each question. */
#include "loops/order/unroll_jam.h"

static bool names(const struct tir_expr *e, const struct tir_var *v)
{
	bool found = e->op == TIR_VAR && e->u.var == v;
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = names(e->arg[i], v);
	return found;
}

static bool any_names(uint32_t n, const struct tir_expr *const *index, const struct tir_var *v)
{
	bool found = false;
	for (uint32_t i = 0; i < n && !found; i++)
		found = names(index[i], v);
	return found;
}

/* Is there a statement, at any depth, that stores to or allocates the buffer? */
static bool stores_to(const struct tir_seq *s, const struct tir_buffer *buffer)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (tir_buffer_of(t) == buffer || stores_to(tir_body(t), buffer) ||
		        stores_to(tir_orelse(t), buffer))
			return true;
	return false;
}

bool unroll_jam_is_steady(const struct tir_stmt *loop, const struct tir_buffer *buffer, uint32_t n,
        const struct tir_expr *const *index)
{
	const struct tir_for *l = tir_as_for(loop);
	return !any_names(n, index, l->var) && !stores_to(&l->body, buffer);
}

bool unroll_jam_is_same(const struct tir_stmt *loop, const struct tir_expr *e)
{
	bool same = !(e->op == TIR_VAR && e->u.var == tir_as_for(loop)->var) &&
	            !(e->op == TIR_LOAD && stores_to(&tir_as_for(loop)->body, e->u.buffer));
	for (uint32_t i = 0; i < e->n && same; i++)
		same = unroll_jam_is_same(loop, e->arg[i]);
	return same;
}

/* Does a load of the buffer in e name v? */
static bool loads_by(const struct tir_expr *e, const struct tir_buffer *buffer,
        const struct tir_var *v)
{
	bool found = e->op == TIR_LOAD && e->u.buffer == buffer && any_names(e->n, e->arg, v);
	for (uint32_t i = 0; i < e->n && !found; i++)
		found = loads_by(e->arg[i], buffer, v);
	return found;
}

/* Is the buffer accessed, at any depth, at an index that names v? */
static bool accesses_by(const struct tir_seq *s, const struct tir_buffer *buffer,
        const struct tir_var *v)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		bool found = tir_value_of(t) && loads_by(tir_value_of(t), buffer, v);
		for (uint32_t i = 0; i < t->nindex && !found; i++)
			found = loads_by(tir_as_store(t)->index[i].e, buffer, v) ||
			        (tir_as_store(t)->buffer == buffer &&
			                names(tir_as_store(t)->index[i].e, v));
		if (found || accesses_by(tir_body(t), buffer, v) ||
		        accesses_by(tir_orelse(t), buffer, v))
			return true;
	}
	return false;
}

bool unroll_jam_is_still(const struct tir_stmt *loop, const struct tir_buffer *buffer)
{
	const struct tir_for *l = tir_as_for(loop);
	return !accesses_by(&l->body, buffer, l->var);
}

/* The same for a term of index i: the loop's variable counts in the last one. */
static void describe_term(struct target_loop *as, const struct tir_stmt *loop,
        const struct affine_term *t, bool is_last)
{
	if (!names(t->x[0], tir_as_for(loop)->var))
		return;
	if (is_last && t->x[0]->op == TIR_VAR)
		target_add_step(as, t->factor);
	else
		as->scattered = true;
}

void unroll_jam_describe(struct target_loop *as, const struct tir_stmt *loop,
        const struct tir_buffer *buffer, uint32_t n, const struct affine_sum *index)
{
	as->other_types |= !tir_is_int(buffer->elem) || buffer->elem.bits > 32 ||
	                   buffer->elem.lanes != 1;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < index[i].n; k++)
			describe_term(as, loop, &index[i].term[k], i == n - 1);
}
