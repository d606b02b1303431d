/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/taps_overrun.c: rows of window sums that are shorter than a vector.
 *
 * Idea.   The instructions that add up window elements make 128 sums. A row of 100 takes them all the same, into memory of its own, and
 *         the 100 that there are are copied from there.
 * Needs   loads that stay in their buffers for 128 iterations; one store to neighbours.
 * Keeps   each element's value; what is computed besides is stored nowhere else.
 * Costs   a copy of the row. */
#include "loops/nest/growth.h"
#include "loops/patterns/taps.h"

/* ---- What may be -------------------------------------------------------------------------*/
struct overrun {
	const struct facts *f;
	const struct tir_var *var;
	int64_t more; /* iterations */
};

/* Does the load stay in its buffer? */
static bool stays(const struct overrun *x, const struct tir_expr *e)
{
	int64_t by, lo, hi;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *size = e->u.buffer->ndim == e->n ? e->u.buffer->shape[i]
		                                                        : NULL;
		if (!size || size->op != TIR_INT_IMM ||
		        !loops_growth(x->f, e->arg[i], x->var, &by) ||
		        !range_limits(x->f, e->arg[i], &lo, &hi) || by < 0 || lo < 0 ||
		        hi + by * x->more >= size->u.i)
			return false;
	}
	return true;
}

static bool see(void *ctx, const struct tir_expr *e)
{
	const struct overrun *x = ctx;
	if (e->op == TIR_LOAD)
		return stays(x, e);
	return !(e->flags & TIR_HAS_EFFECT) && e->op != TIR_MASKED_LOAD && !tir_node_traps(e);
}

bool taps_is_long(const struct facts *f, const struct tir_expr *e, const struct tir_stmt *loop,
        int64_t lanes)
{
	enum { FEWEST = 4 }; /* part of the lanes */
	int64_t n = tir_as_for(loop)->extent.e->u.i;
	struct overrun x = {f, tir_as_for(loop)->var, lanes - n};
	struct arena scratch = {0};
	bool may = n >= lanes || (n > lanes / FEWEST && tir_walk_expr(e, &scratch, see, &x));
	arena_free(&scratch);
	return may;
}

/* ---- What is made ------------------------------------------------------------------------*/
/* Memory of the row, as a statement. */
static struct tir_stmt *row_memory(struct tir_module *m, struct tir_type t, int64_t lanes,
        struct span at)
{
	struct tir_buffer *b = tir_row_new(m, "row", t, lanes);
	b->align = (uint32_t)lanes;
	return tir_alloc_new(m, b, at);
}

/* The loop with another number of iterations, and another store in it. */
static struct tir_stmt *loop_with(struct tir_module *m, const struct tir_stmt *loop, int64_t n,
        struct tir_stmt *store)
{
	struct tir_stmt *l = tir_stmt_copy(m->arena, loop);
	struct tir_seq body = {0};
	tir_as_for(l)->extent.e = tir_int(m, TIR_INT32, n);
	tir_seq_add(&body, store);
	tir_set_body(l, body);
	return l;
}

/* A loop that stores the row's elements where the loop's own store does. */
static struct tir_stmt *copy_of_row(struct tir_module *m, const struct tir_stmt *loop,
        struct tir_buffer *row)
{
	const struct tir_for *l = tir_as_for(loop);
	struct tir_stmt *s = tir_stmt_copy(m->arena, tir_body(loop)->first);
	struct tir_var *v = tir_var_new(m, l->var->name, l->var->type);
	const struct tir_expr *at = v->expr;
	struct tir_subst to = {.m = m, .arena = m->arena};
	tir_subst_var(&to, l->var, at);
	for (uint32_t i = 0; i < s->nindex; i++)
		tir_as_store(s)->index[i].e = tir_subst_expr(&to, tir_as_store(s)->index[i].e);
	tir_as_store(s)->value.e = tir_access(m, TIR_LOAD, row, 1, &at);
	struct tir_stmt *copy = loop_with(m, loop, l->extent.e->u.i, s);
	tir_set_var(copy, v);
	return copy;
}

bool taps_overrun(struct tir_module *m, const struct facts *f, const struct tir_stmt *loop,
        int64_t lanes, struct tir_seq *memory, struct tir_seq *out)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_stmt *s = tir_body(loop)->first;
	const struct tir_expr *index[TIR_MAX_RANK], *var = l->var->expr;
	int64_t by;
	if (!s || s->next || s->kind != TIR_STORE || !s->nindex || tir_mask_of(s))
		return false;
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (!loops_growth_of(f, s->nindex, index, l->var, &by) || by != 1 ||
	        !taps_is_long(f, tir_value_of(s), loop, lanes))
		return false;
	struct tir_stmt *alloc = row_memory(m, tir_value_of(s)->type, lanes, loop->at);
	struct tir_stmt *fill = tir_stmt_copy(m->arena, s);
	fill->nindex = 1;
	tir_as_store(fill)->buffer = tir_buffer_of(alloc);
	tir_as_store(fill)->index = ARENA_NEWN(m->arena, struct tir_operand, 1);
	tir_as_store(fill)->index[0] = (struct tir_operand){var, loop->at};
	tir_seq_add(memory, alloc);
	tir_seq_add(out, loop_with(m, loop, lanes, fill));
	tir_seq_add(out, copy_of_row(m, loop, tir_buffer_of(alloc)));
	return true;
}
