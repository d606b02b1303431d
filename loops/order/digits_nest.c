/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/digits_nest.c: what the body of a nest does.
 *
 * Idea.   Each index as a sum: factors of the nest's loops, and the rest.  Every other node with the
 *         loops it depends on: so often it is computed, wherever LLVM puts it.
 * Needs   ranges of all variables.
 * Why it cannot be wrong
 *         It changes nothing. What it does not know, a call that may write (is_free), a statement of
 *         another kind (is_movable) or too many of them, makes it say no, and the nest stays in its order.
 * Costs   one step a node; MAX_NODES, MAX_ACCESSES and MAX_STMTS at most, else false. */
#include "loops/order/digits_nest.h"

enum { MAX_NODES = 4096, MAX_ACCESSES = 64, MAX_STMTS = 256 };

struct look {
	struct nest *x;
	struct arena *arena;
	VEC(const struct tir_expr *) todo;
	VEC(const struct tir_expr *) open;
	uint32_t nodes, stmts;
};

/* ---- Dependences -------------------------------------------------------------------------*/
static void put_var(struct digit_splitter *r, const struct tir_var *v, struct work w)
{
	while (r->var.n <= v->id)
		VEC_PUSH(r->arena, &r->var, (struct work_mark){0});
	r->var.at[v->id] = (struct work_mark){r->stamp, w};
}

static struct work of_var(const struct digit_splitter *r, const struct tir_var *v)
{
	bool here = v->id < r->var.n && r->var.at[v->id].stamp == r->stamp;
	return here ? r->var.at[v->id].work : (struct work){0};
}

static struct work_mark *mark_of(struct digit_splitter *r, const struct tir_expr *e)
{
	while (r->node.n <= e->id)
		VEC_PUSH(r->arena, &r->node, (struct work_mark){0});
	return &r->node.at[e->id];
}

/* What the node itself depends on, its operands known. */
static struct work own_work(struct look *k, const struct tir_expr *e)
{
	struct work w = e->op == TIR_VAR ? of_var(k->x->r, e->u.var) : (struct work){0};
	for (uint32_t i = 0; i < e->n; i++) {
		struct work a = mark_of(k->x->r, e->arg[i])->work;
		w.loops |= a.loops;
		w.inner |= a.inner;
	}
	if (e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD)
		for (uint32_t i = 0; i < k->x->access.n; i++) {
			const struct nest_access *a = &k->x->access.at[i];
			w.inner |= a->stmt && a->buffer->root == e->u.buffer->root;
		}
	return w;
}

/* Which loops of the nest e depends on, and whether it reads what the nest stores.  It goes by a stack, as expressions
 * are deep, and looks at each node once. */
static struct work work_of(struct look *k, const struct tir_expr *e)
{
	struct digit_splitter *r = k->x->r;
	VEC_PUSH(k->arena, &k->open, e);
	while (k->open.n) {
		const struct tir_expr *top = k->open.at[k->open.n - 1];
		uint32_t open = k->open.n;
		bool done = mark_of(r, top)->stamp == r->stamp;
		for (uint32_t i = 0; i < top->n && !done; i++)
			if (mark_of(r, top->arg[i])->stamp != r->stamp)
				VEC_PUSH(k->arena, &k->open, top->arg[i]);
		if (k->open.n > open)
			continue;
		if (!done) {
			struct work w = own_work(k, top);
			*mark_of(r, top) = (struct work_mark){r->stamp, w};
		}
		k->open.n--;
	}
	return mark_of(r, e)->work;
}

/* ---- Accesses ----------------------------------------------------------------------------*/
/* One term of an index; false if nothing is known of it. */
static bool add_part(struct look *k, struct nest_access *a, struct affine_term t)
{
	struct work w = t.x[0]->op == TIR_VAR ? of_var(k->x->r, t.x[0]->u.var)
	                                      : (struct work){.inner = true};
	if (w.loops) {
		a->stride[__builtin_ctz(w.loops)] = t.factor;
		return true;
	}
	if (t.x[0]->op != TIR_VAR)
		VEC_PUSH(k->arena, &k->todo, t.x[0]);
	return !w.inner || simplify_range_of(&k->x->r->s, t.x[0]).known;
}

/* Note an access with n indices; the parts of them that are no terms go to todo. */
static void add_access(struct look *k, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *index, const struct tir_stmt *store)
{
	struct nest_access a = {.buffer = b, .stmt = store};
	struct affine_sum l;
	for (uint32_t i = 0; i < k->x->local.n; i++)
		a.local |= k->x->local.at[i] == b;
	a.known = n == 0;
	if (n == 1 && simplify_linear_of(&k->x->r->s, index, &l)) {
		a.known = true;
		for (uint32_t i = 0; i < l.n; i++)
			a.known &= add_part(k, &a, l.term[i]);
	} else if (n) {
		VEC_PUSH(k->arena, &k->todo, index);
	}
	VEC_PUSH(k->arena, &k->x->access, a);
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* False if the node has to be computed in order. */
static bool is_free(const struct tir_expr *e)
{
	if (e->op == TIR_CALL)
		return tir_call_effect(e) == TIR_PURE;
	if (e->op == TIR_LET || e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA ||
	        e->op == TIR_MASKED_LOAD)
		return false;
	return e->op == TIR_LOAD || !tir_node_traps(e);
}

/* Everything in todo; false if it has to be computed in order. */
static bool look_at_rest(struct look *k)
{
	struct digit_splitter *r = k->x->r;
	while (k->todo.n) {
		const struct tir_expr *e = k->todo.at[--k->todo.n];
		while (r->counted.n <= e->id)
			VEC_PUSH(k->arena, &r->counted, 0);
		if (r->counted.at[e->id] == r->stamp || !(e->flags & (TIR_HAS_VAR | TIR_MAY_TRAP)))
			continue;
		r->counted.at[e->id] = r->stamp;
		if (e->op == TIR_VAR) {
			k->x->bare |= of_var(r, e->u.var).loops;
			continue;
		}
		if (++k->nodes > MAX_NODES || !is_free(e))
			return false;
		struct work w = work_of(k, e);
		VEC_PUSH(k->arena, &k->x->work, w);
		if (e->op == TIR_LOAD) {
			if (e->n > 1)
				return false;
			add_access(k, e->u.buffer, e->n, e->n ? e->arg[0] : NULL, NULL);
			continue;
		}
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(k->arena, &k->todo, e->arg[i]);
	}
	return k->x->access.n <= MAX_ACCESSES;
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool is_constant_shape(const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->op != TIR_INT_IMM)
			return false;
	return !b->strides && !b->elem_offset;
}

/* False if the statement, bodies aside, has to stay in order. */
static bool is_movable(const struct tir_stmt *t)
{
	switch (t->kind) {
	case TIR_STORE:
		return t->nindex <= 1 && !tir_as_store(t)->mask.e &&
		       tir_as_store(t)->value.e->type.lanes == 1 &&
		       (!t->nindex || tir_as_store(t)->index[0].e->type.lanes == 1);
	case TIR_FOR:
		return !tir_as_for(t)->more->attr &&
		       (t->for_kind == TIR_SERIAL || t->for_kind == TIR_UNROLLED ||
		               t->for_kind == TIR_VECTORIZED);
	case TIR_ALLOC: return is_constant_shape(tir_as_alloc(t)->buffer);
	case TIR_BIND:
	case TIR_IF: return true;
	case TIR_ASSERT:
	case TIR_ATTR:
	case TIR_BLOCK:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_DECL:
	case TIR_EVALUATE:
	case TIR_LAUNCH:
	case TIR_RETURN:
	case TIR_WHILE: break;
	}
	return false;
}

static bool note_stmts(struct look *k, const struct tir_seq *s);

/* First what a statement stores to and defines, so that all that depends on it is known. */
static bool note_stmt(struct look *k, const struct tir_stmt *t)
{
	if (!is_movable(t) || ++k->stmts > MAX_STMTS)
		return false;
	if (t->kind == TIR_ALLOC)
		VEC_PUSH(k->arena, &k->x->local, tir_as_alloc(t)->buffer);
	if (tir_var_of(t))
		put_var(k->x->r, tir_var_of(t), (struct work){.inner = true});
	return note_stmts(k, tir_body(t)) && note_stmts(k, tir_orelse(t));
}

static bool note_stmts(struct look *k, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (!note_stmt(k, t))
			return false;
	return true;
}

/* Take note of what a statement stores to; false: the nest has too many accesses. */
static bool note_stores(void *ctx, struct tir_stmt *t)
{
	struct look *k = ctx;
	if (t->kind == TIR_STORE)
		add_access(k, tir_as_store(t)->buffer, t->nindex,
		        t->nindex ? tir_as_store(t)->index[0].e : NULL, t);
	return k->x->access.n <= MAX_ACCESSES;
}

/* Take note of what a statement loads; false: too much.  What is stored to is noted elsewhere. */
static bool look_at_stmt(void *ctx, struct tir_stmt *t)
{
	struct look *k = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (t->kind != TIR_STORE || op[i] == &tir_as_store(t)->value)
			VEC_PUSH(k->arena, &k->todo, op[i]->e);
	return look_at_rest(k);
}

bool loops_nest_survey(struct nest *x)
{
	struct look k = {.x = x, .arena = x->r->arena};
	x->r->stamp++;
	for (uint32_t i = 0; i < x->n; i++)
		put_var(x->r, tir_as_for(x->loop[i])->var,
		        (struct work){.loops = UINT32_C(1) << i});
	return note_stmts(&k, x->body) && tir_walk_stmts(x->body, note_stores, &k) &&
	       look_at_rest(&k) && tir_walk_stmts(x->body, look_at_stmt, &k);
}

struct tir_var *loops_digits_var(struct digit_splitter *r, const char *name, struct tir_type type)
{
	struct tir_var *v = tir_var_new(r->m, strtab_str(&r->m->strings, name), type);
	while (r->is_digit.n <= v->id)
		VEC_PUSH(r->arena, &r->is_digit, false);
	r->is_digit.at[v->id] = true;
	return v;
}
