/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/subst.c: copies of expressions and bodies with other variables in them.
 *
 * Idea.   Post-order over the operands with a stack of our own; results are kept by expression
 *         number, so that a shared node is rebuilt once.
 * Needs   every variable defined once: a copy of a definition gets a new variable or buffer, which
 *         the rest of the copy then uses.
 * Keeps   what was copied.
 * Costs   one step a node of each operand.  Giving a variable another meaning forgets all results;
 *         giving it the first one does not: nothing used it before. */
#include "tir/tir.h"

void tir_subst_var(struct tir_subst *s, const struct tir_var *v, const struct tir_expr *e)
{
	while (s->var.n <= v->id)
		VEC_PUSH(s->arena, &s->var, NULL);
	s->stamp += s->var.at[v->id] != NULL;
	s->var.at[v->id] = e;
}

static void subst_buffer(struct tir_subst *s, const struct tir_buffer *b, struct tir_buffer *to)
{
	while (s->buffer.n <= b->id)
		VEC_PUSH(s->arena, &s->buffer, NULL);
	s->stamp += s->buffer.at[b->id] != NULL;
	s->buffer.at[b->id] = to;
}

static struct tir_buffer *buffer_of(const struct tir_subst *s, struct tir_buffer *b)
{
	struct tir_buffer *to = b && b->id < s->buffer.n ? s->buffer.at[b->id] : NULL;
	return to ? to : b;
}

void tir_subst_view(struct tir_subst *s, const struct tir_buffer *b,
        const struct tir_subst_view *view)
{
	while (s->view.n <= b->id)
		VEC_PUSH(s->arena, &s->view, NULL);
	s->view.at[b->id] = view;
}

static const struct tir_subst_view *view_of(const struct tir_subst *s, const struct tir_buffer *b)
{
	return b && b->id < s->view.n ? s->view.at[b->id] : NULL;
}

const struct tir_expr *tir_subst_cast(struct tir_subst *s, struct tir_type t,
        const struct tir_expr *e)
{
	if (tir_type_eq(t, e->type))
		return e;
	if (e->op == TIR_INT_IMM)
		return tir_int(s->m, t, e->u.i);
	if (e->op == TIR_RAMP)
		return tir_ramp(s->m, tir_subst_cast(s, tir_lanes(t, 1), e->arg[0]),
		        tir_subst_cast(s, tir_lanes(t, 1), e->arg[1]), t.lanes);
	return tir_cast(s->m, t, e);
}

const struct tir_expr *tir_subst_add(struct tir_subst *s, const struct tir_expr *a,
        const struct tir_expr *b)
{
	struct tir_type t = a->type.bits > b->type.bits ? a->type : b->type;
	bool zero_a = a->op == TIR_INT_IMM && a->u.i == 0;
	bool zero_b = b->op == TIR_INT_IMM && b->u.i == 0;
	int64_t sum;
	a = tir_subst_cast(s, t, a);
	b = tir_subst_cast(s, t, b);
	if (a->op == TIR_INT_IMM && b->op == TIR_INT_IMM && t.bits >= 32 &&
	        !__builtin_add_overflow(a->u.i, b->u.i, &sum) &&
	        (t.bits == 64 || (sum >= INT32_MIN && sum <= INT32_MAX)))
		return tir_int(s->m, t, sum);
	return zero_a ? b : zero_b ? a : tir_binary(s->m, TIR_ADD, a, b);
}

/* The ramp, moved by e. */
static const struct tir_expr *ramp_from(struct tir_subst *s, const struct tir_expr *e,
        const struct tir_expr *ramp)
{
	const struct tir_expr *base = tir_subst_add(s, e, ramp->arg[0]);
	return tir_ramp(s->m, base, tir_subst_cast(s, base->type, ramp->arg[1]), ramp->type.lanes);
}

/* The indices of the buffer that is viewed; n of the view's own are given. */
static void view_indices(struct tir_subst *s, const struct tir_subst_view *v, uint32_t n,
        const struct tir_expr *const *index, const struct tir_expr **out)
{
	for (uint32_t k = 0; k < v->n; k++) {
		const struct tir_expr *e = v->min[k], *i;
		out[k] = e;
		if (k + n < v->n)
			continue;
		i = index[k + n - v->n];
		if (i->op == TIR_RAMP)
			out[k] = ramp_from(s, e, i);
		else if (i->type.lanes > 1)
			out[k] = tir_binary(s->m, TIR_ADD,
			        tir_broadcast(s->m, tir_subst_cast(s, tir_lanes(i->type, 1), e),
			                i->type.lanes),
			        i);
		else
			out[k] = tir_subst_add(s, e, i);
	}
}

/* A new variable for a copy of v's definition. */
static struct tir_var *fresh_var(struct tir_subst *s, const struct tir_var *v)
{
	struct tir_var *w = tir_var_new(s->m, v->name, v->type);
	w->elem = v->elem;
	w->scope = v->scope;
	w->at = v->at;
	tir_subst_var(s, v, w->expr);
	return w;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static struct tir_subst_memo *memo_of(struct tir_subst *s, const struct tir_expr *e)
{
	while (s->memo.n <= e->id)
		VEC_PUSH(s->arena, &s->memo, (struct tir_subst_memo){0});
	return &s->memo.at[e->id];
}

void tir_subst_node(struct tir_subst *s, const struct tir_expr *e, const struct tir_expr *to)
{
	s->stamp += s->stamp == 0;
	*memo_of(s, e) = (struct tir_subst_memo){s->stamp, to};
}

/* An access of a view; its mask, if it has one, is the last operand. */
static const struct tir_expr *rebuild_view(struct tir_subst *s, const struct tir_expr *e,
        const struct tir_subst_view *view, const struct tir_expr *const *args)
{
	const struct tir_expr *to[TIR_MAX_RANK + 1];
	uint32_t mask = e->op == TIR_MASKED_LOAD, n = view->n;
	if (e->op == TIR_BUFFER_DATA)
		return tir_buffer_data(s->m, view->of);
	view_indices(s, view, e->n - mask, args, to);
	if (mask)
		to[n++] = args[e->n - 1];
	return tir_make(s->m, (enum tir_op)e->op, e->type, (uintptr_t)view->of, n, to);
}

/* The node with its operands replaced. */
static const struct tir_expr *rebuild(struct tir_subst *s, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	uint64_t u = e->u.bits;
	const struct tir_subst_view *view = NULL;
	switch ((enum tir_op)e->op) {
	case TIR_LOAD:
	case TIR_MASKED_LOAD:
	case TIR_BUFFER_DATA:
	case TIR_ADDRESS_OF:
		u = (uintptr_t)buffer_of(s, e->u.buffer);
		view = view_of(s, e->u.buffer);
		break;
	case TIR_LET: u = (uintptr_t)s->var.at[e->u.var->id]->u.var; break;
	case TIR_ANY_LEAF:
	case TIR_ANY_OPERATOR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_ANY_VECTOR:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	if (view)
		return rebuild_view(s, e, view, args);
	if (u == e->u.bits && (!e->n || !memcmp(args, e->arg, e->n * sizeof *args)))
		return e;
	return tir_make(s->m, (enum tir_op)e->op, e->type, u, e->n, args);
}

/* The replacement of a leaf; NULL: e has operands still to be done. */
static const struct tir_expr *leaf(struct tir_subst *s, const struct tir_expr *e)
{
	if (e->op == TIR_VAR) {
		uint32_t id = e->u.var->id;
		const struct tir_expr *to = id < s->var.n ? s->var.at[id] : NULL;
		return to ? to : e;
	}
	if (!(e->flags & TIR_HAS_VAR))
		return e;
	if (!e->n)
		return rebuild(s, e, NULL);
	struct tir_subst_memo *memo = memo_of(s, e);
	return memo->stamp == s->stamp ? memo->e : NULL;
}

struct subst_frame {
	const struct tir_expr *e;
	uint32_t next;
};

const struct tir_expr *tir_subst_expr(struct tir_subst *s, const struct tir_expr *e)
{
	VEC(struct subst_frame) open = {0};
	VEC(const struct tir_expr *) done = {0};
	s->stamp += s->stamp == 0;
	const struct tir_expr *r = leaf(s, e);
	if (r)
		return r;
	VEC_PUSH(s->arena, &open, ((struct subst_frame){e, 0}));
	while (open.n) {
		struct subst_frame *f = &open.at[open.n - 1];
		if (f->next < f->e->n) {
			if (f->e->op == TIR_LET && f->next == 1)
				fresh_var(s, f->e->u.var);
			const struct tir_expr *arg = f->e->arg[f->next++];
			r = leaf(s, arg);
			if (r)
				VEC_PUSH(s->arena, &done, r);
			else
				VEC_PUSH(s->arena, &open, ((struct subst_frame){arg, 0}));
			continue;
		}
		open.n--;
		done.n -= f->e->n;
		r = rebuild(s, f->e, done.at + done.n);
		*memo_of(s, f->e) = (struct tir_subst_memo){s->stamp, r};
		VEC_PUSH(s->arena, &done, r);
	}
	return done.at[0];
}

/* ---- Statements --------------------------------------------------------------------------*/
static void subst_exprs(struct tir_subst *s, uint32_t n, const struct tir_expr ***e)
{
	if (!*e)
		return;
	*e = arena_copy(s->m->arena, *e, n * sizeof **e);
	for (uint32_t i = 0; i < n; i++)
		(*e)[i] = tir_subst_expr(s, (*e)[i]);
}

struct tir_buffer *tir_subst_fresh_buffer(struct tir_subst *s, struct tir_buffer *b)
{
	struct tir_buffer *c = tir_buffer_new(s->m, b->name, b->kind, b->elem);
	uint32_t id = c->id;
	*c = *b;
	c->id = id;
	c->root = b->root == b ? c : buffer_of(s, b->root);
	subst_exprs(s, c->ndim, &c->shape);
	subst_exprs(s, c->ndim, &c->strides);
	if (c->elem_offset)
		c->elem_offset = tir_subst_expr(s, c->elem_offset);
	subst_buffer(s, b, c);
	return c;
}

static const struct tir_attr *subst_attr(struct tir_subst *s, const struct tir_attr *a)
{
	if (!a)
		return NULL;
	struct tir_attr *b = arena_copy(s->m->arena, a, sizeof *a);
	if (a->expr)
		b->expr = tir_subst_expr(s, a->expr);
	b->buffer = buffer_of(s, a->buffer);
	if (a->n)
		b->item = arena_copy(s->m->arena, a->item, a->n * sizeof *a->item);
	for (uint32_t i = 0; i < a->n; i++)
		b->item[i] = subst_attr(s, a->item[i]);
	return b;
}

/* A store to a view. */
static void store_view(struct tir_subst *s, struct tir_stmt *t, const struct tir_subst_view *view)
{
	const struct tir_expr *from[TIR_MAX_RANK], *to[TIR_MAX_RANK];
	for (uint32_t i = 0; i < t->nindex; i++)
		from[i] = tir_as_store(t)->index[i].e;
	view_indices(s, view, t->nindex, from, to);
	struct span at = t->nindex ? tir_as_store(t)->index[0].at : t->at;
	t->nindex = view->n;
	tir_as_store(t)->index = ARENA_NEWN(s->m->arena, struct tir_operand, view->n);
	for (uint32_t i = 0; i < view->n; i++)
		tir_as_store(t)->index[i] = (struct tir_operand){to[i], at};
	tir_as_store(t)->buffer = view->of;
}

static void subst_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct tir_subst *s = ctx;
	if (from->kind == TIR_BLOCK) {
		s->block(s, from, out);
		return;
	}
	struct tir_stmt *t = tir_stmt_copy(s->m->arena, from);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = tir_subst_expr(s, op[i]->e);
	if (tir_node_of(t))
		tir_as_attr(t)->node = subst_attr(s, tir_as_attr(t)->node);
	if (tir_attr_of(t))
		tir_set_attr(t, subst_attr(s, tir_attr_of(t)));
	if (tir_var_of(t))
		tir_set_var(t, fresh_var(s, tir_var_of(t)));
	if (t->kind == TIR_ALLOC || t->kind == TIR_DECL)
		tir_set_buffer(t, tir_subst_fresh_buffer(s, tir_buffer_of(t)));
	else if (t->kind == TIR_STORE && view_of(s, tir_buffer_of(t)))
		store_view(s, t, view_of(s, tir_buffer_of(t)));
	else if (t->kind == TIR_STORE)
		tir_set_buffer(t, buffer_of(s, tir_buffer_of(t)));
	tir_set_body(t, tir_subst_seq(s, tir_body(from)));
	tir_set_orelse(t, tir_subst_seq(s, tir_orelse(from)));
	tir_seq_add(out, t);
}

struct tir_seq tir_subst_seq(struct tir_subst *s, const struct tir_seq *body)
{
	return tir_seq_map(body, subst_stmt, s);
}
