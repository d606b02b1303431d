/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/blocks.c: blocks become what one instance of them does.
 *
 * Idea.   let axes = values; if where: { buffers; views; if the reduce axes are at their least: init;
 *         body }, with the values of the axes in the place of the axes, and the regions' elements in
 *         the place of the views'.
 * Needs   no access of a view leaves its rows: what a view of a region means beyond them is what
 *         its buffer means there.
 * Keeps   the order of everything, and when a value that reads memory is read.
 * Why it cannot be wrong
 *         An instance is written in the order in which it is run: its predicate, its axes, allocations,
 *         views, init and body (lower_block). Init stands under a comparison of each reduce axis with its
 *         first value (first_instance). An axis whose value reads memory, has an effect or holds a Let is
 *         read once, into a name (bind_axes); all other values are the same wherever they stand. An element
 *         of a view is its region's: where the region begins and the view's index are added up, for views
 *         of views as well (match).
 * Costs   one step a statement and a node. */
#include "legalize/internal.h"

/* ---- Views ------------------------------------------------------------------------------*/
static const struct tir_expr *product(struct tir_subst *s, const struct tir_expr *a,
        const struct tir_expr *b)
{
	struct tir_type t = a->type.bits > b->type.bits ? a->type : b->type;
	a = tir_subst_cast(s, t, a);
	b = tir_subst_cast(s, t, b);
	if (a->op == TIR_INT_IMM && b->op == TIR_INT_IMM)
		return tir_int(s->m, t, (int64_t)((uint64_t)a->u.i * (uint64_t)b->u.i));
	if ((a->op == TIR_INT_IMM && a->u.i == 1) || (b->op == TIR_INT_IMM && b->u.i == 0))
		return b;
	if ((b->op == TIR_INT_IMM && b->u.i == 1) || (a->op == TIR_INT_IMM && a->u.i == 0))
		return a;
	return tir_binary(s->m, TIR_MUL, a, b);
}

/* The distance of two elements that are neighbours in dimension k. */
static const struct tir_expr *stride_of(struct tir_subst *s, const struct tir_buffer *b, uint32_t k)
{
	if (b->strides)
		return b->strides[k];
	const struct tir_expr *e = tir_int(s->m, b->shape[k]->type, 1);
	for (uint32_t i = k + 1; i < b->ndim; i++)
		e = product(s, e, b->shape[i]);
	return e;
}

/* Give the variable e, which only a view defines, its value. */
static void define(struct tir_subst *s, const struct tir_expr *e, const struct tir_expr *value)
{
	bool defined = e->op != TIR_VAR ||
	               (e->u.var->id < s->var.n && s->var.at[e->u.var->id] != NULL);
	if (!defined)
		tir_subst_var(s, e->u.var, tir_subst_cast(s, e->type, value));
}

/* The view's elements are the region's from here on, and its offset and strides the region's. */
static void match(struct tir_subst *s, const struct tir_match *m)
{
	const struct tir_region *g = &m->source;
	const struct tir_buffer *b = m->buffer;
	const struct tir_subst_view *outer = g->buffer->id < s->view.n ? s->view.at[g->buffer->id]
	                                                               : NULL;
	bool own = g->buffer->id < s->buffer.n && s->buffer.at[g->buffer->id];
	struct tir_subst_view *v = ARENA_NEW(s->arena, struct tir_subst_view);
	v->of = outer ? outer->of : own ? s->buffer.at[g->buffer->id] : g->buffer;
	v->n = v->of->ndim;
	v->min = ARENA_NEWN(s->arena, const struct tir_expr *, v->n);
	for (uint32_t k = 0; k < v->n; k++) {
		uint32_t skip = v->n - g->n; /* dimensions that the outer view does not have */
		const struct tir_expr *e = outer ? outer->min[k] : NULL;
		const struct tir_expr *mine = k >= skip ? tir_subst_expr(s, g->min[k - skip].e)
		                                        : NULL;
		v->min[k] = !mine ? e : e ? tir_subst_add(s, e, mine) : mine;
	}
	const struct tir_expr *offset = v->of->elem_offset;
	for (uint32_t k = 0; k < v->n; k++) {
		const struct tir_expr *e = product(s, v->min[k], stride_of(s, v->of, k));
		offset = offset ? tir_subst_add(s, offset, e) : e;
	}
	if (b->elem_offset && offset)
		define(s, b->elem_offset, offset);
	for (uint32_t i = 0; i < b->ndim; i++) {
		if (b->strides)
			define(s, b->strides[i], stride_of(s, v->of, v->n - b->ndim + i));
		define(s, b->shape[i], tir_subst_expr(s, g->extent[g->n - b->ndim + i].e));
	}
	tir_subst_view(s, b, v);
}

/* ---- Axes and init ----------------------------------------------------------------------*/
/* The axes' values take their places; one that reads memory is read once, here. */
static void bind_axes(struct tir_subst *s, const struct tir_block *b, struct tir_seq *out)
{
	const struct tir_expr **value = ARENA_NEWN(s->arena, const struct tir_expr *, b->axes.n);
	for (uint32_t i = 0; i < b->axes.n; i++)
		value[i] = tir_subst_expr(s, b->axes.at[i].value.e);
	for (uint32_t i = 0; i < b->axes.n; i++) {
		const struct tir_axis *a = &b->axes.at[i];
		if (value[i]->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET)) {
			struct tir_stmt *bind = tir_stmt_new(s->m, TIR_BIND, a->at);
			tir_as_bind(bind)->var = tir_var_new(s->m, a->var->name, a->var->type);
			tir_as_bind(bind)->value = (struct tir_operand){value[i], a->value.at};
			value[i] = tir_as_bind(bind)->var->expr;
			tir_seq_add(out, bind);
		}
		tir_subst_var(s, a->var, value[i]);
	}
}

/* True in the first instance of a reduction; NULL: in every one. */
static const struct tir_expr *first_instance(struct tir_subst *s, const struct tir_block *b)
{
	const struct tir_expr *all = NULL;
	for (uint32_t i = 0; i < b->axes.n; i++) {
		const struct tir_axis *a = &b->axes.at[i];
		if (a->kind != TIR_REDUCE)
			continue;
		const struct tir_expr *v = tir_subst_expr(s, a->var->expr);
		const struct tir_expr *min = tir_subst_expr(s, a->min.e);
		if (v == min)
			continue;
		v = tir_binary(s->m, TIR_EQ, v, min);
		all = all ? tir_binary(s->m, TIR_AND, all, v) : v;
	}
	return all;
}

static void lower_init(struct tir_subst *s, const struct tir_stmt *from, struct tir_seq *out)
{
	const struct tir_block *b = tir_as_block(from)->block;
	if (!b->init.first)
		return;
	const struct tir_expr *first = first_instance(s, b);
	struct tir_seq init = tir_subst_seq(s, &b->init);
	if (!first) {
		tir_seq_append(out, init);
		return;
	}
	struct tir_stmt *t = tir_stmt_new(s->m, TIR_IF, from->at);
	struct tir_if *branch = tir_as_if(t);
	branch->value = (struct tir_operand){first, from->at};
	branch->body = init;
	tir_seq_add(out, t);
}

/* ---- Blocks -----------------------------------------------------------------------------*/
/* Attributes that are pragmas stand around the body; *out becomes what is in them. */
static struct tir_seq *open_pragmas(struct tir_subst *s, const struct tir_stmt *from,
        struct tir_seq *out)
{
	const struct tir_attr *notes = tir_as_block(from)->attr;
	for (uint32_t i = 0; notes && i < notes->n; i++) {
		if (strncmp(notes->name[i], "pragma_", 7) != 0)
			continue;
		struct tir_stmt *t = tir_stmt_new(s->m, TIR_ATTR, from->at);
		tir_as_attr(t)->tag = notes->name[i];
		tir_as_attr(t)->attr = notes->item[i];
		t->with = true;
		tir_seq_add(out, t);
		out = &tir_as_attr(t)->body;
	}
	return out;
}

static bool is_true(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i != 0;
}

static void lower_block(struct tir_subst *s, const struct tir_stmt *from, struct tir_seq *out)
{
	const struct tir_block *b = tir_as_block(from)->block;
	const struct tir_expr *where = b->where.e ? tir_subst_expr(s, b->where.e) : NULL;
	if (where && !is_true(where)) {
		struct tir_stmt *t = tir_stmt_new(s->m, TIR_IF, from->at);
		tir_as_if(t)->value = (struct tir_operand){where, b->where.at};
		tir_seq_add(out, t);
		out = &tir_as_if(t)->body;
	}
	bind_axes(s, b, out);
	for (uint32_t i = 0; i < b->allocs.n; i++) {
		struct tir_stmt *t = tir_stmt_new(s->m, TIR_ALLOC, from->at);
		tir_as_alloc(t)->buffer = tir_subst_fresh_buffer(s, b->allocs.at[i]);
		t->form = TIR_ALLOC_BUFFER;
		tir_seq_add(out, t);
	}
	for (uint32_t i = 0; i < b->matches.n; i++)
		match(s, &b->matches.at[i]);
	out = open_pragmas(s, from, out);
	lower_init(s, from, out);
	tir_seq_append(out, tir_subst_seq(s, tir_body(from)));
}

static bool is_block(const struct tir_stmt *s)
{
	return s->kind == TIR_BLOCK;
}

struct tir_func *legalize_blocks(struct pass *p, struct tir_func *f)
{
	struct tir_subst s = {.m = p->m, .arena = &p->arena, .block = lower_block};
	if (!tir_seq_any(&f->body, is_block))
		return f;
	return tir_func_with_body(f, tir_subst_seq(&s, &f->body));
}
