/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/region.c: T.reads and T.writes of a block that does not say them.
 *
 * Idea.   Every access is a box of one element; boxes of one buffer are joined, dimension by
 *         dimension: the same index stays, a loop's variable is its range, and what is not known
 *         well enough is the whole dimension.  A buffer that the init writes is not read by a
 *         reduction, as TVM has it.
 * Keeps   the promise: nothing outside of the regions is touched.
 * Costs   one step a node of the block's statements. */
#include "frontend/internal.h"

struct infer {
	struct reader *r;
	const struct tir_stmt *block;
	uint32_t vars, buffers; /* numbers from here on are of things within the block */
	VEC(struct tir_region) reads, writes;
	VEC(const struct tir_stmt *) loops; /* all of those within the block */
};

static bool is_axis(const struct infer *in, const struct tir_var *v)
{
	for (uint32_t i = 0; i < tir_as_block(in->block)->block->axes.n; i++)
		if (tir_as_block(in->block)->block->axes.at[i].var == v)
			return true;
	return false;
}

static bool is_outer(void *ctx, const struct tir_expr *e)
{
	const struct infer *in = ctx;
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		return e->u.buffer->id < in->buffers;
	return e->op != TIR_VAR || e->u.var->id < in->vars || is_axis(in, e->u.var);
}

/* [min, min+extent) of one dimension, as it is seen from outside of the block. */
static void relax(struct infer *in, const struct tir_buffer *b, uint32_t k, struct tir_operand *min,
        struct tir_operand *extent)
{
	struct reader *r = in->r;
	bool one = extent->e->op == TIR_INT_IMM && extent->e->u.i == 1;
	if (tir_walk_expr(min->e, r->scratch, is_outer, in) &&
	        tir_walk_expr(extent->e, r->scratch, is_outer, in))
		return;
	for (uint32_t i = 0; one && i < in->loops.n; i++) {
		const struct tir_stmt *s = in->loops.at[i];
		if (tir_as_for(s)->var->expr != min->e || tir_as_for(s)->more->step.e ||
		        !tir_walk_expr(tir_as_for(s)->min.e, r->scratch, is_outer, in) ||
		        !tir_walk_expr(tir_as_for(s)->extent.e, r->scratch, is_outer, in))
			continue;
		*min = tir_as_for(s)->min;
		*extent = tir_as_for(s)->extent;
		return;
	}
	min->e = tir_int(r->m, b->shape[k]->type, 0);
	extent->e = b->shape[k];
}

/* a becomes the box of both. */
static void join_dim(struct infer *in, const struct tir_buffer *b, uint32_t k, struct tir_region *a,
        const struct tir_region *c)
{
	struct reader *r = in->r;
	const struct tir_expr *n = a->extent[k].e, *m = c->extent[k].e, *d = NULL;
	if (a->min[k].e == c->min[k].e && n == m)
		return;
	bool known = n->op == TIR_INT_IMM && m->op == TIR_INT_IMM &&
	             tir_type_eq(a->min[k].e->type, c->min[k].e->type);
	if (known)
		d = frontend_extent_of(r, a->min[k].e, c->min[k].e, a->at);
	if (d && d->op == TIR_INT_IMM && d->u.i > INT32_MIN && d->u.i < INT32_MAX) {
		int64_t lo = d->u.i < 0 ? d->u.i : 0;
		int64_t hi = n->u.i > d->u.i + m->u.i ? n->u.i : d->u.i + m->u.i;
		if (lo)
			a->min[k].e = c->min[k].e;
		a->extent[k].e = tir_int(r->m, n->type, hi - lo);
		return;
	}
	a->min[k].e = tir_int(r->m, b->shape[k]->type, 0);
	a->extent[k].e = b->shape[k];
}

static void add_region(struct infer *in, struct tir_region g, bool write)
{
	struct reader *r = in->r;
	const struct tir_buffer *b = g.buffer;
	struct tir_region *all = write ? in->writes.at : in->reads.at;
	uint32_t n = write ? in->writes.n : in->reads.n;
	if (b->id >= in->buffers)
		return;
	g.min = arena_copy(r->arena, g.min, g.n * sizeof *g.min);
	g.extent = arena_copy(r->arena, g.extent, g.n * sizeof *g.extent);
	for (uint32_t k = 0; k < g.n; k++)
		relax(in, b, k, &g.min[k], &g.extent[k]);
	for (uint32_t i = 0; i < n; i++) {
		if (all[i].buffer != b)
			continue;
		for (uint32_t k = 0; k < g.n; k++)
			join_dim(in, b, k, &all[i], &g);
		return;
	}
	if (write)
		VEC_PUSH(r->arena, &in->writes, g);
	else
		VEC_PUSH(r->arena, &in->reads, g);
}

/* The region of a view's buffer, or of the buffer's one element. */
static void add_access(struct infer *in, struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index, struct span at, bool write)
{
	struct reader *r = in->r;
	const struct tir_block *block = tir_as_block(in->block)->block;
	for (uint32_t i = 0; i < block->matches.n; i++)
		if (block->matches.at[i].buffer == b) {
			add_region(in, block->matches.at[i].source, write);
			return;
		}
	struct tir_region g = {.buffer = b, .n = b->ndim, .at = at};
	g.min = ARENA_NEWN(r->scratch, struct tir_operand, b->ndim);
	g.extent = ARENA_NEWN(r->scratch, struct tir_operand, b->ndim);
	for (uint32_t k = 0; k < b->ndim; k++) {
		const struct tir_expr *e = k < n ? index[k] : NULL;
		if (e && e->type.code == TIR_TYPE_BOOL && e->type.lanes == 1)
			e = frontend_cast_to(r, e, TIR_INT32, at);
		bool ramp = e && e->op == TIR_RAMP && e->arg[1]->op == TIR_INT_IMM &&
		            e->arg[1]->u.i > 0;
		bool whole = !e || (e->type.lanes > 1 && !ramp); /* bools, too */
		struct tir_type t = whole ? b->shape[k]->type : tir_lanes(e->type, 1);
		int64_t lanes = ramp ? (e->type.lanes - 1) * e->arg[1]->u.i + 1 : 1;
		g.min[k] = (struct tir_operand){whole  ? tir_int(r->m, t, 0)
		                                : ramp ? e->arg[0]
		                                       : e,
		        at};
		g.extent[k] = (struct tir_operand){
		        whole ? b->shape[k] : tir_int(r->m, t, lanes), at};
	}
	add_region(in, g, write);
}

static bool on_expr(void *ctx, const struct tir_expr *e)
{
	struct infer *in = ctx;
	struct span at = in->block->at;
	if (e->op == TIR_LOAD)
		add_access(in, e->u.buffer, e->n, e->arg, at, false);
	else if (e->op == TIR_MASKED_LOAD)
		add_access(in, e->u.buffer, e->n - 1, e->arg, at, false);
	else if (e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA) {
		add_access(in, e->u.buffer, 0, NULL, at, false);
		add_access(in, e->u.buffer, 0, NULL, at, true);
	}
	return true;
}

static void on_seq(struct infer *in, const struct tir_seq *seq);

static void on_stmt(struct infer *in, struct tir_stmt *s)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	const struct tir_expr *index[TIR_MAX_RANK];
	uint32_t n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS);
	if (s->kind == TIR_FOR)
		VEC_PUSH(in->r->scratch, &in->loops, s);
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (s->kind == TIR_STORE)
		add_access(in, tir_as_store(s)->buffer, s->nindex, index, s->at, true);
	for (uint32_t i = 0; s->kind == TIR_BLOCK && i < tir_as_block(s)->block->reads.n; i++)
		add_region(in, tir_as_block(s)->block->reads.at[i], false);
	for (uint32_t i = 0; s->kind == TIR_BLOCK && i < tir_as_block(s)->block->writes.n; i++)
		add_region(in, tir_as_block(s)->block->writes.at[i], true);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i]->e, in->r->scratch, on_expr, in);
	if (s->kind == TIR_BLOCK)
		return; /* its regions tell all about its body */
	on_seq(in, tir_body(s));
	on_seq(in, tir_orelse(s));
}

static void on_seq(struct infer *in, const struct tir_seq *seq)
{
	for (struct tir_stmt *s = seq->first; s; s = s->next)
		on_stmt(in, s);
}

static bool is_written(const struct infer *in, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < in->writes.n; i++)
		if (in->writes.at[i].buffer == b)
			return true;
	return false;
}

void frontend_infer_regions(struct reader *r, struct tir_stmt *s, uint32_t vars, uint32_t buffers)
{
	struct infer in = {.r = r, .block = s, .vars = vars, .buffers = buffers};
	struct tir_block *b = tir_as_block(s)->block;
	on_seq(&in, &b->init);
	on_seq(&in, tir_body(s));
	for (uint32_t i = 0; !r->block_reads && i < in.reads.n; i++)
		if (!b->init.first || !is_written(&in, in.reads.at[i].buffer))
			VEC_PUSH(r->arena, &b->reads, in.reads.at[i]);
	for (uint32_t i = 0; !r->block_writes && i < in.writes.n; i++)
		VEC_PUSH(r->arena, &b->writes, in.writes.at[i]);
}
