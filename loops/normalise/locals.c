/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/locals.c: names of values in the place of local variables.
 *
 * Idea.   A variable that is assigned and read in a straight line has one value at a time: each assignment becomes a name of its own, and
 *         what reads the variable then names that (SSA form).  names.c takes such names away again.
 * Needs   flat statements; allocations of one element that nothing but loads and stores names.
 * Keeps   variables of which one is read where it may have either of two values: behind a branch or a loop that assigns it, and before
 *         the assignment in such a loop.
 * Costs   the nodes of each statement, twice. */
#include "loops/loops.h"

enum state { OTHER, LOCAL }; /* of a buffer; LOCAL: it becomes names */
struct local {
	enum state state;
	struct tir_var *now; /* that holds its value; NULL: not known */
};
struct undo {
	uint32_t buffer;
	struct tir_var *before;
};
struct localiser {
	struct tir_module *m;
	struct arena *arena;
	VEC(struct local) local;           /* by buffer */
	VEC(struct undo) undo;             /* of the bodies that are open */
	VEC(const struct tir_expr *) copy; /* by expression of the statement: what stands for it */
	VEC(bool) seen;                    /* by expression */
	bool any;
};

static struct local *local_of(struct localiser *k, const struct tir_buffer *b)
{
	while (k->local.n <= b->id)
		VEC_PUSH(k->arena, &k->local, (struct local){0});
	return &k->local.at[b->id];
}

/* ---- Which may become names --------------------------------------------------------------*/
/* Has the allocation one element, which no other thread sees? */
static bool is_scalar(const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	bool shared = strncmp(b->scope, "global", 6) != 0 && strncmp(b->scope, "local", 5) != 0;
	bool one = !tir_attr_of(s) && !shared && b->elem.lanes == 1 && !b->elem_offset &&
	           !b->strides;
	for (uint32_t i = 0; one && i < b->ndim; i++)
		one = b->shape[i]->op == TIR_INT_IMM && b->shape[i]->u.i == 1;
	return one && (tir_is_integral(b->elem) || tir_is_float(b->elem));
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* What is named otherwise than by a load of its element stays. */
static void look_at_node(struct localiser *k, const struct tir_expr *e)
{
	bool whole = e->op == TIR_LOAD && tir_type_eq(e->type, e->u.buffer->elem);
	for (uint32_t i = 0; whole && i < e->n; i++)
		whole = is_zero(e->arg[i]);
	bool names = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD || e->op == TIR_BUFFER_DATA ||
	             e->op == TIR_ADDRESS_OF;
	if (names && !whole)
		local_of(k, e->u.buffer)->state = OTHER;
}

/* Look at all nodes below e, each once in all. */
static void look_at(struct localiser *k, const struct tir_expr *e)
{
	VEC(const struct tir_expr *) todo = {0};
	VEC_PUSH(k->arena, &todo, e);
	while (todo.n) {
		e = todo.at[--todo.n];
		while (k->seen.n <= e->id)
			VEC_PUSH(k->arena, &k->seen, false);
		if (k->seen.at[e->id])
			continue;
		k->seen.at[e->id] = true;
		look_at_node(k, e);
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(k->arena, &todo, e->arg[i]);
	}
}

/* Take each allocation of one element for a variable. */
static bool find_local(void *ctx, struct tir_stmt *s)
{
	struct localiser *k = ctx;
	if (s->kind == TIR_ALLOC && is_scalar(s)) {
		local_of(k, tir_buffer_of(s))->state = LOCAL;
		k->any = true;
	}
	return true;
}

/* Does the statement name a variable so that it stays? */
static bool find_other(void *ctx, struct tir_stmt *s)
{
	struct localiser *k = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		look_at(k, e[i]);
	bool whole = s->kind == TIR_STORE && !tir_mask_of(s) &&
	             tir_type_eq(tir_value_of(s)->type, tir_buffer_of(s)->elem) &&
	             !(tir_stmt_flags(s) & TIR_HAS_EFFECT);
	for (uint32_t i = 0; whole && i < s->nindex; i++)
		whole = is_zero(tir_as_store(s)->index[i].e);
	if (s->kind == TIR_STORE && !whole)
		local_of(k, tir_buffer_of(s))->state = OTHER;
	if (s->kind == TIR_DECL && tir_buffer_of(s)->root)
		local_of(k, tir_buffer_of(s)->root)->state = OTHER;
	return true;
}

/* ---- Values ------------------------------------------------------------------------------*/
/* From now on the variable holds the value; NULL: which one is not known. */
static void assign(struct localiser *k, const struct tir_buffer *b, struct tir_var *to)
{
	struct local *x = local_of(k, b);
	VEC_PUSH(k->arena, &k->undo, ((struct undo){b->id, x->now}));
	x->now = to;
}

/* What stands for a node whose operands are done: of a load the name that holds the value. */
static bool copy_node(void *ctx, const struct tir_expr *e)
{
	struct localiser *k = ctx;
	const struct tir_expr *to = e;
	struct local *x = e->op == TIR_LOAD ? local_of(k, e->u.buffer) : NULL;
	if (x && x->state == LOCAL) {
		x->state = x->now ? LOCAL : OTHER;
		to = x->now ? x->now->expr : e;
	} else if (e->n) {
		const struct tir_expr **arg = ARENA_NEWN(k->arena, const struct tir_expr *, e->n);
		for (uint32_t i = 0; i < e->n; i++)
			arg[i] = k->copy.at[e->arg[i]->id];
		to = tir_with_args(k->m, e, arg);
	}
	while (k->copy.n <= e->id)
		VEC_PUSH(k->arena, &k->copy, NULL);
	k->copy.at[e->id] = to;
	return true;
}

static const struct tir_expr *copy_of(struct localiser *k, const struct tir_expr *e)
{
	if (e->flags & TIR_READS_MEM)
		tir_walk_expr(e, k->arena, copy_node, k);
	return e->flags & TIR_READS_MEM ? k->copy.at[e->id] : e;
}

/* ---- Statements --------------------------------------------------------------------------*/
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out);

static bool is_loop(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR || s->kind == TIR_WHILE || s->kind == TIR_LAUNCH;
}

/* What the body assigns is not known. */
static bool forget(void *ctx, struct tir_stmt *s)
{
	struct localiser *k = ctx;
	if (s->kind == TIR_STORE && local_of(k, tir_buffer_of(s))->state == LOCAL)
		assign(k, tir_buffer_of(s), NULL);
	return true;
}

/* A copy of a body, which begins with the values before it; behind it all that it assigns is not known. */
static struct tir_seq body_of(struct localiser *k, const struct tir_seq *s)
{
	uint32_t open = k->undo.n;
	struct tir_seq out = tir_seq_map(s, visit, k);
	for (uint32_t i = k->undo.n; i-- > open;)
		k->local.at[k->undo.at[i].buffer].now = k->undo.at[i].before;
	k->undo.n = open;
	return out;
}

/* Add what stands for an assignment to out. */
static void name_value(struct localiser *k, const struct tir_stmt *s, const struct tir_expr *value,
        struct tir_seq *out)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	struct tir_var *v = tir_var_new(k->m, b->name, value->type);
	tir_seq_add(out, tir_bind_new(k->m, v, value, TIR_BIND_PLAIN, s->at));
	assign(k, b, v);
}

/* Add a copy of s, with names in the place of variables, to out. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct localiser *k = ctx;
	const struct tir_buffer *b = s->kind == TIR_STORE || s->kind == TIR_ALLOC ? tir_buffer_of(s)
	                                                                          : NULL;
	struct tir_stmt *t = tir_stmt_copy(k->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	if (s->kind == TIR_WHILE)
		tir_walk_stmts(tir_body(s), forget, k);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = copy_of(k, op[i]->e);
	if (b && local_of(k, b)->state == LOCAL) {
		if (s->kind == TIR_STORE)
			name_value(k, s, tir_value_of(t), out);
		return;
	}
	if (is_loop(s))
		tir_walk_stmts(tir_body(s), forget, k);
	tir_set_body(t, body_of(k, tir_body(s)));
	tir_set_orelse(t, body_of(k, tir_orelse(s)));
	tir_walk_stmts(tir_body(s), forget, k);
	tir_walk_stmts(tir_orelse(s), forget, k);
	tir_seq_add(out, t);
}

/* Are there variables that may become names? */
static bool any_local(const struct localiser *k)
{
	for (uint32_t i = 0; i < k->local.n; i++)
		if (k->local.at[i].state == LOCAL)
			return true;
	return false;
}

/* The first round finds those that are read where their value is not known. */
struct tir_func *loops_locals(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	(void)options, (void)vectors;
	struct localiser k = {.m = f->module, .arena = arena};
	tir_walk_stmts(&f->body, find_local, &k);
	if (!k.any)
		return f;
	tir_walk_stmts(&f->body, find_other, &k);
	if (any_local(&k))
		body_of(&k, &f->body);
	if (!any_local(&k))
		return f;
	return tir_func_with_body(f, body_of(&k, &f->body));
}
