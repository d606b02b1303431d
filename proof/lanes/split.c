/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/split.c: is g what f is, with loops in pieces and copies of bodies?
 *
 * Idea.    Walk both in step.  Where f has a loop, g has loops over ranges that follow each other, or bodies with a number in
 *          the place of the variable; together they are all iterations of the loop, in its order.  Variables and
 *          memory that the nest defines are other ones in each copy: what stands for which is kept while its body is read.
 *          One element that is allocated outside of the nest may be new in each iteration of a loop if nothing outside of
 *          that loop names it, and the first statement of the body that does is a store to it.
 *          `if c: b[0] = v` may be a store of v or of what b[0] holds, and of b[0] + x a store of b[0] + (x or 0).
 * Needs    verified functions without blocks.
 * Costs    each node of g once.
 * Wrong if an iteration is passed over, or memory keeps a value that is lost in a copy. */
#include "proof/nest.h"

enum { MAX_NODES = 8192, MAX_DEPTH = 64, MOST_TIMES = 1 << 16 };

/* A variable of f: it is an expression of g, or a number. */
struct piece_var {
	const struct tir_var *from;
	const struct tir_expr *to;
	int64_t number; /* if to is NULL */
};
struct piece_memory {
	const struct tir_buffer *from, *to;
};
/* Memory that g alone allocates, in a copy of the loop's body. */
struct piece_spare {
	const struct tir_buffer *b;
	const struct tir_stmt *loop;
};
struct piece_walk {
	struct arena *arena;
	const struct tir_func *f;
	struct proof_walk both;
	uint32_t nvars, nbuffers; /* of f: those of g that are new have larger numbers */
	VEC(struct piece_var) vars;
	VEC(struct piece_memory) memory;
	VEC(struct piece_spare) spare;
	const struct tir_stmt *loop; /* of f, the innermost around */
	uint32_t budget, depth;
};

static bool fail(struct piece_walk *w, const char *why)
{
	w->both.why = why;
	return false;
}

/* ---- Memory ------------------------------------------------------------------------------*/
static bool is_plain(const struct tir_buffer *b)
{
	return b->kind == TIR_BUFFER_ALLOC && b->ndim == 1 && !b->strides && !b->elem_offset &&
	       (!strcmp(b->scope, "global") || !strcmp(b->scope, "local")) &&
	       b->shape[0]->op == TIR_INT_IMM;
}

/* Allocations of the same elements in the same kind of memory, but for how many there are. */
static bool is_alike(const struct tir_buffer *b, const struct tir_buffer *c)
{
	return b->kind == TIR_BUFFER_ALLOC && c->kind == TIR_BUFFER_ALLOC &&
	       tir_type_eq(b->elem, c->elem) && b->ndim == c->ndim && !strcmp(b->scope, c->scope) &&
	       b->align == c->align && b->offset_factor == c->offset_factor;
}

/* Is what names the element first a store to it, which is run whatever happens? */
static bool is_set_first(struct piece_walk *w, const struct tir_seq *body,
        const struct tir_buffer *b)
{
	for (const struct tir_stmt *s = body->first; s; s = s->next) {
		if (s->kind == TIR_STORE && tir_as_store(s)->buffer == b)
			return !tir_mask_of(s) && !proof_reads(w->arena, s, b);
		if (!proof_names(w->arena, s, b, NULL))
			continue;
		return s->kind == TIR_FOR && proof_is_plain(s) &&
		       tir_as_for(s)->min.e->op == TIR_INT_IMM &&
		       tir_as_for(s)->extent.e->op == TIR_INT_IMM &&
		       tir_as_for(s)->extent.e->u.i > 0 && is_set_first(w, tir_body(s), b);
	}
	return false;
}

/* Is the element set in each iteration of the loop before it is read, and named nowhere else? */
static bool is_own(struct piece_walk *w, const struct tir_buffer *b, const struct tir_stmt *loop)
{
	return b->shape[0]->u.i == 1 && b->elem.lanes == 1 &&
	       !proof_seq_names(w->arena, &w->f->body, b, loop) &&
	       is_set_first(w, tir_body(loop), b);
}

/* Is c, where g is, what b is in f?  From now on it is, if it is nothing else. */
static bool same_memory(struct piece_walk *w, const struct tir_buffer *b,
        const struct tir_buffer *c)
{
	for (uint32_t i = w->memory.n; i-- > 0;)
		if (w->memory.at[i].from == b || w->memory.at[i].to == c)
			return w->memory.at[i].from == b && w->memory.at[i].to == c;
	if (b == c && b->kind == TIR_BUFFER_ALLOC) /* in all of this body */
		VEC_PUSH(w->arena, &w->memory, ((struct piece_memory){b, b}));
	if (b == c)
		return true;
	for (uint32_t i = 0; i < w->spare.n; i++) {
		if (w->spare.at[i].b != c)
			continue;
		if (!is_plain(b) || !is_plain(c) || !is_alike(b, c) || b->shape[0] != c->shape[0] ||
		        !is_own(w, b, w->spare.at[i].loop))
			return false;
		VEC_PUSH(w->arena, &w->memory, ((struct piece_memory){b, c}));
		return true;
	}
	return false;
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool same_var(const struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	for (uint32_t i = w->vars.n; i-- > 0;) {
		const struct piece_var *v = &w->vars.at[i];
		if (v->from == x->u.var)
			return v->to ? v->to == y
			             : y->op == TIR_INT_IMM && tir_type_eq(x->type, y->type) &&
			                       y->u.i == v->number;
	}
	return x == y;
}

static bool same_args(struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y);

/* Is y what x is in this piece, where variables and buffers are what they were mapped to?  False also if it is too large. */
static bool same(struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!w->budget)
		return false;
	w->budget--;
	if (x->op == TIR_VAR)
		return same_var(w, x, y);
	if (!(x->flags & TIR_HAS_VAR))
		return x == y;
	bool memory = x->op == TIR_LOAD || x->op == TIR_MASKED_LOAD;
	if (x->op != y->op || x->n != y->n || !tir_type_eq(x->type, y->type) || x->op == TIR_LET ||
	        x->flags & TIR_HAS_ADDRESS)
		return false;
	if (memory ? !same_memory(w, x->u.buffer, y->u.buffer) : x->u.bits != y->u.bits)
		return false;
	return same_args(w, x, y);
}

static bool same_args(struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (!same(w, x->arg[i], y->arg[i]))
			return false;
	return true;
}

static bool same_operand(struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	w->budget = MAX_NODES;
	return same(w, x, y) || fail(w, "an operand is another one");
}

/* Have both statements the same operands in this piece?  False with the reason. */
static bool same_operands(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	if (tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n || x->nindex != y->nindex ||
	        !tir_mask_of(x) != !tir_mask_of(y))
		return fail(w, "a statement has other operands");
	for (uint32_t i = 0; i < n; i++)
		if (!same_operand(w, a[i], b[i]))
			return false;
	return true;
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool same_seq(struct piece_walk *w, const struct tir_seq *s, const struct tir_stmt **y);

/* Is all of t what s is? */
static bool same_body(struct piece_walk *w, const struct tir_seq *s, const struct tir_seq *t)
{
	const struct tir_stmt *y = t->first;
	uint32_t vars = w->vars.n, memory = w->memory.n, spare = w->spare.n;
	bool ok = same_seq(w, s, &y);
	w->vars.n = vars;
	w->memory.n = memory;
	w->spare.n = spare;
	return ok && (!y || fail(w, "there is more than the loop's statements"));
}

static bool same_store(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	return (y->kind == TIR_STORE &&
	               same_memory(w, tir_as_store(x)->buffer, tir_as_store(y)->buffer) &&
	               same_operands(w, x, y)) ||
	       fail(w, "a store is another one");
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* `if c: b[0] = v`, and a store of a choice. */
static bool same_choice(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_stmt *s = tir_body(x)->first;
	if (!s || s->next || tir_orelse(x)->first || s->kind != TIR_STORE || s->nindex != 1 ||
	        tir_mask_of(s) || y->nindex != 1 || tir_mask_of(y))
		return fail(w, "a condition is lost");
	const struct tir_store *a = tir_as_store(s), *b = tir_as_store(y);
	const struct tir_expr *v = a->value.e, *u = b->value.e, *old = NULL;
	if (!same_memory(w, a->buffer, b->buffer) || !is_plain(b->buffer) ||
	        b->buffer->shape[0]->u.i != 1 || b->buffer->elem.lanes != 1 ||
	        !is_zero(a->index[0].e) || !is_zero(b->index[0].e) ||
	        !tir_is_integral(b->buffer->elem))
		return fail(w, "a condition is lost");
	bool sum = u->op == TIR_ADD;
	const struct tir_expr *chosen = sum ? u->arg[1] : u;
	if (chosen->op != TIR_IF_THEN_ELSE || (sum && v->op != TIR_ADD))
		return fail(w, "a condition is lost");
	old = sum ? u->arg[0] : chosen->arg[2];
	bool loads = old->op == TIR_LOAD && old->u.buffer == b->buffer && is_zero(old->arg[0]);
	w->budget = MAX_NODES;
	bool first = sum && same(w, v->arg[0], old);
	bool ok = loads && same_operand(w, tir_value_of(x), chosen->arg[0]);
	if (!sum)
		return ok && same_operand(w, v, chosen->arg[1]);
	return ok && is_zero(chosen->arg[2]) && (first || same_operand(w, v->arg[1], old)) &&
	       same_operand(w, v->arg[first], chosen->arg[1]);
}

/* Are both `if`s the same in this piece, or is y a store of a choice that does the same?  False with the reason. */
static bool same_if(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (y->kind == TIR_STORE)
		return same_choice(w, x, y);
	return (y->kind == TIR_IF || fail(w, "a statement is another one")) &&
	       same_operands(w, x, y) && same_body(w, tir_body(x), tir_body(y)) &&
	       same_body(w, tir_orelse(x), tir_orelse(y));
}

/* Is the same value bound, to a new variable of the same type?  The variable is mapped to it then.  False with the
 * reason. */
static bool same_bind(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (y->kind != TIR_BIND || !tir_type_eq(tir_var_of(x)->type, tir_var_of(y)->type) ||
	        tir_var_of(y)->id < w->nvars || !same_operands(w, x, y))
		return fail(w, "a variable is bound to another value");
	VEC_PUSH(w->arena, &w->vars, ((struct piece_var){tir_var_of(x), tir_var_of(y)->expr, 0}));
	return true;
}

static bool same_opt(struct piece_walk *w, const struct tir_expr *x, const struct tir_expr *y)
{
	return !x || !y ? x == y : same_operand(w, x, y);
}

/* Do the elements of both lie alike?  Extents and strides may name variables of the nest. */
static bool same_layout(struct piece_walk *w, const struct tir_buffer *b,
        const struct tir_buffer *c)
{
	if (!b->strides != !c->strides || !same_opt(w, b->elem_offset, c->elem_offset))
		return false;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (!same_operand(w, b->shape[i], c->shape[i]) ||
		        (b->strides && !same_operand(w, b->strides[i], c->strides[i])))
			return false;
	return true;
}

/* Is a buffer alike allocated, a new one, in whatever memory?  Both are made at the same moment of the same iteration, and by the
 * same threads.  The buffer is mapped to it then.  False with the reason. */
static bool same_alloc(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	struct tir_buffer *b = tir_buffer_of(x), *c = tir_buffer_of(y);
	if (y->kind != TIR_ALLOC || !is_alike(b, c) || c->id < w->nbuffers || tir_attr_of(x) ||
	        tir_attr_of(y) || !same_layout(w, b, c))
		return fail(w, "an allocation is another one");
	VEC_PUSH(w->arena, &w->memory, ((struct piece_memory){b, c}));
	return true;
}

/* ---- Loops -------------------------------------------------------------------------------*/
/* Was the loop t of g made from s?  It has a variable of the same name from the same place. */
static bool is_from(const struct piece_walk *w, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_var *v = tir_var_of(s),
	                     *u = t && t->kind == TIR_FOR ? tir_var_of(t) : NULL;
	return u && u->id >= w->nvars && !strcmp(u->name, v->name) && u->at.begin == v->at.begin;
}

/* Is t the loop in the iterations from `done` on, so many? */
static bool same_piece(struct piece_walk *w, const struct tir_stmt *s, const struct tir_stmt *t,
        int64_t done)
{
	const struct tir_for *f = tir_as_for(s), *g = tir_as_for(t);
	uint32_t vars = w->vars.n;
	if (!proof_is_plain(t) || tir_loop_step(t) != 1 || g->min.e->op != TIR_INT_IMM ||
	        g->extent.e->op != TIR_INT_IMM || g->min.e->u.i != f->min.e->u.i + done ||
	        g->extent.e->u.i < 1 || g->extent.e->u.i > f->extent.e->u.i - done ||
	        !tir_type_eq(f->var->type, g->var->type) ||
	        !tir_type_eq(f->min.e->type, g->min.e->type) ||
	        !tir_type_eq(f->extent.e->type, g->extent.e->type))
		return fail(w, "a piece of a loop does other iterations");
	VEC_PUSH(w->arena, &w->vars, ((struct piece_var){f->var, g->var->expr, 0}));
	bool ok = same_body(w, tir_body(s), tir_body(t));
	w->vars.n = vars;
	return ok;
}

/* Is what begins at *y one iteration of the loop, its body? */
static bool same_iteration(struct piece_walk *w, const struct tir_stmt *s, int64_t number,
        const struct tir_stmt **y)
{
	uint32_t vars = w->vars.n, memory = w->memory.n, spare = w->spare.n;
	VEC_PUSH(w->arena, &w->vars, ((struct piece_var){tir_as_for(s)->var, NULL, number}));
	bool ok = same_seq(w, tir_body(s), y);
	w->vars.n = vars;
	w->memory.n = memory;
	w->spare.n = spare;
	return ok;
}

/* Do the statements from *y on do all iterations of s once, in their order, in pieces or one by one?  *y is behind them
 * then.  False with the reason. */
static bool same_loop(struct piece_walk *w, const struct tir_stmt *s, const struct tir_stmt **y)
{
	const struct tir_for *l = tir_as_for(s);
	const struct tir_stmt *around = w->loop;
	struct tir_type t = l->var->type;
	int64_t step = tir_loop_step(s); /* pieces have none */
	bool ok = proof_is_plain(s) && step > 0 && l->min.e->op == TIR_INT_IMM &&
	          l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 0 &&
	          l->extent.e->u.i <= MOST_TIMES && l->min.e->u.i > -MOST_TIMES &&
	          l->min.e->u.i < MOST_TIMES && t.code == TIR_TYPE_INT && t.bits >= 32 &&
	          w->depth < MAX_DEPTH;
	if (!ok)
		return fail(w, "a loop is no longer the same");
	w->loop = s;
	w->depth++;
	for (int64_t done = 0; ok && done < l->extent.e->u.i;) {
		if (step > 1 || !is_from(w, s, *y)) {
			ok = same_iteration(w, s, l->min.e->u.i + done, y);
			done += step;
			continue;
		}
		ok = same_piece(w, s, *y, done);
		done += tir_as_for(*y)->extent.e->u.i;
		*y = (*y)->next;
	}
	w->depth--;
	w->loop = around;
	return ok;
}

/* Does y do in this piece what x does?  False with the reason. */
static bool same_stmt(struct piece_walk *w, const struct tir_stmt *x, const struct tir_stmt *y)
{
	switch (x->kind) {
	case TIR_STORE: return same_store(w, x, y);
	case TIR_IF: return same_if(w, x, y);
	case TIR_BIND: return same_bind(w, x, y);
	case TIR_ALLOC: return same_alloc(w, x, y);
	case TIR_FOR:
	case TIR_DECL:
	case TIR_WHILE:
	case TIR_ASSERT:
	case TIR_ATTR:
	case TIR_LAUNCH:
	case TIR_EVALUATE:
	case TIR_BREAK:
	case TIR_CONTINUE:
	case TIR_RETURN:
	case TIR_BLOCK: break;
	}
	return fail(w, "a statement is another one");
}

/* Does a body of f that begins with the loop begin with an allocation of its own? */
static bool begins_with_alloc(const struct tir_stmt *x)
{
	while (x && x->kind == TIR_FOR)
		x = tir_body(x)->first;
	return x && x->kind == TIR_ALLOC;
}

/* Are the statements of g from *y on, to where *y is then, those of f?  Allocations that f does not have are put by. */
static bool same_seq(struct piece_walk *w, const struct tir_seq *s, const struct tir_stmt **y)
{
	for (const struct tir_stmt *x = s->first; x; x = x->next) {
		for (; !begins_with_alloc(x) && *y && (*y)->kind == TIR_ALLOC; *y = (*y)->next) {
			if (tir_buffer_of(*y)->id < w->nbuffers || tir_attr_of(*y))
				return fail(w, "an allocation is another one");
			VEC_PUSH(w->arena, &w->spare,
			        ((struct piece_spare){tir_buffer_of(*y), w->loop}));
		}
		if (x->kind == TIR_FOR) {
			if (!same_loop(w, x, y))
				return false;
			continue;
		}
		if (!*y || !same_stmt(w, x, *y))
			return *y ? false : fail(w, "a statement was lost");
		*y = (*y)->next;
	}
	return true;
}

/* ---- The two programs --------------------------------------------------------------------*/
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct piece_walk *w = ctx;
	*next = t;
	w->vars.n = w->memory.n = w->spare.n = w->depth = 0;
	w->loop = NULL;
	return same_loop(w, s, next);
}

static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && tir_var_of(s) != tir_var_of(t);
}

/* Count variables and buffers of the function before the split: what is numbered behind them is new. */
static bool note(void *ctx, struct tir_stmt *s)
{
	struct piece_walk *w = ctx;
	const struct tir_var *v = tir_var_of(s);
	const struct tir_buffer *b = tir_buffer_of(s);
	if (v && v->id >= w->nvars)
		w->nvars = v->id + 1;
	if (b && b->id >= w->nbuffers)
		w->nbuffers = b->id + 1;
	return true;
}

enum proof_verdict proof_split(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct piece_walk w = {.arena = arena, .f = f};
	w.both = (struct proof_walk){
	        .arena = arena, .is_changed = is_changed, .same_changed = same_changed, .ctx = &w};
	tir_walk_stmts(&f->body, note, &w);
	bool ok = tir_verify_func(g, &silent) || fail(&w, "a variable is used out of its scope");
	ok = ok && proof_walk_seq(&w.both, &f->body, &g->body);
	*why = w.both.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
