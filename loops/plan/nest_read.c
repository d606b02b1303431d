/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest_read.c: read a function as nests, each with one expression.
 *
 * Idea.    Go over the statements in their order and know of each buffer what its elements are, as an expression over the loops
 *          that stored them.  A store that reads its own element changes that expression: over loops that the index does not
 *          name it is a reduction.  A load of what the function keeps for itself is that expression (forward substitution), if it is cheap.
 * Needs    buffers of one dimension; loops from 0 to constants; integers, and floats of which nothing is computed but by their bits.
 * Leaves   statements that hold something else, and what they read or store.
 * Costs    each expression once a store; each store twice for each loop around it.
 * Wrong if a nest does not do what its statements do: proof/ compares them. */
#include "loops/nest/counted.h"
#include "loops/plan/nest_reader.h"
#include "loops/plan/rewrite.h"
#include "target/target.h"

enum { DEEPEST = 120 };
static const int64_t MOST_TIMES = INT64_C(1) << 30; /* that times 32 bits is a number */

/* ---- Buffers -----------------------------------------------------------------------------*/
/* Nothing is known of what the buffer holds. */
static void know_nothing(struct nest_state *x, bool is_private, int32_t written)
{
	x->nest = NEST_NONE;
	x->is_private = is_private;
	x->written = written;
}

/* Integers, or floats, which are moved and compared alone. */
static bool is_element(struct tir_type t)
{
	return (tir_is_int(t) || tir_is_float(t)) && t.lanes == 1 && t.bits <= 32 && t.bits >= 8;
}

static bool is_plain(const struct tir_buffer *b)
{
	bool is_whole = b->root &&
	                (b->root == b || (b->starts_there && tir_type_eq(b->root->elem, b->elem)));
	return is_whole && b->ndim == 1 && !b->strides && !b->elem_offset &&
	       b->shape[0]->op == TIR_INT_IMM && is_element(b->elem);
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *read(struct nest_reader *r, const struct tir_expr *e);

/* What e is, which was not read yet. */
static const struct tir_expr *read_new(struct nest_reader *r, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return e->u.var->id < r->names.var.n && r->names.var.at[e->u.var->id]
		               ? r->names.var.at[e->u.var->id]
		               : e;
	r->fails |= e->op == TIR_LOAD && (!is_plain(e->u.buffer) || e->n != 1);
	r->fails |= !target_float_by_bits(e);
	if (!e->n || r->fails)
		return e;
	const struct tir_expr **arg = ARENA_NEWN(r->n->arena, const struct tir_expr *, e->n);
	bool same = true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = read(r, e->arg[i]);
		same &= arg[i] == e->arg[i];
	}
	if (e->op == TIR_LOAD) {
		const struct tir_expr *v = r->fails ? NULL : nest_value_at(r, e, arg[0]);
		if (v)
			return v;
	}
	return nest_distance(r->n->m, same ? e : tir_with_args(r->n->m, e, arg));
}

/* e with names as what they are, and loads of what is known as that. */
static const struct tir_expr *read(struct nest_reader *r, const struct tir_expr *e)
{
	r->fails |= e->type.lanes > 1 || e->depth > DEEPEST || e->op == TIR_LET ||
	            e->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS | TIR_HAS_LET);
	if (r->fails)
		return e;
	while (r->memo.n <= e->id)
		VEC_PUSH(r->n->arena, &r->memo, (struct nest_memo){0});
	if (r->memo.at[e->id].stamp == r->stamp)
		return r->memo.at[e->id].e;
	const struct tir_expr *v = read_new(r, e);
	r->memo.at[e->id] = (struct nest_memo){r->stamp, v};
	return v;
}

/* ---- Stores ------------------------------------------------------------------------------*/
static void add_loop(struct nest_loops *l, const struct tir_stmt *s)
{
	l->at[l->n++] = (struct nest_loop){tir_as_for(s)->var, tir_as_for(s)->extent.e->u.i};
}

static bool is_minus(const struct tir_expr *e)
{
	return e->op == TIR_SUB && e->arg[0]->op == TIR_INT_IMM && !e->arg[0]->u.i;
}

/* a + b, where a may be 0 - c. */
static const struct tir_expr *sum_of(struct tir_module *m, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return is_minus(a) ? tir_binary(m, TIR_SUB, b, a->arg[1]) : tir_binary(m, TIR_ADD, a, b);
}

/* All that a chain of one operation, or of sums and differences, combines with `old`; NULL: it is no such chain. */
static const struct tir_expr *chained(const struct nest_reader *r, const struct tir_expr *v,
        const struct tir_expr *old)
{
	struct tir_module *m = r->n->m;
	bool sums = v->op == TIR_ADD || v->op == TIR_SUB;
	if (v->n != 2 || (v->op != TIR_SUB && !tir_ops[v->op].commutes))
		return NULL;
	for (uint32_t i = 0; i < (v->op == TIR_SUB ? 1 : 2); i++) {
		const struct tir_expr *x = v->arg[i], *other = v->arg[1 - i], *t = NULL;
		bool goes_on = x->op == v->op || (sums && (x->op == TIR_ADD || x->op == TIR_SUB));
		if (x == old && v->op == TIR_SUB)
			return tir_binary(m, TIR_SUB, tir_int(m, v->type, 0), other);
		if (x == old)
			return other;
		t = goes_on ? chained(r, x, old) : NULL;
		if (t && v->op == TIR_SUB)
			return tir_binary(m, TIR_SUB, t, other);
		if (t)
			return sums ? sum_of(m, t, other) : tir_binary(m, v->op, t, other);
	}
	return NULL;
}

/* v as `old op term`, if it is a chain; else v.  What is put together must not overflow where the chain did not. */
static const struct tir_expr *gathered(struct nest_reader *r, const struct tir_expr *v,
        const struct tir_expr *old)
{
	int64_t least = INT32_MIN, most = INT32_MAX;
	bool sums = v->op == TIR_ADD || v->op == TIR_SUB;
	const struct tir_expr *t = tir_is_int(v->type) ? chained(r, v, old) : NULL;
	if (!t || nest_names(r->n, t, old))
		return v;
	if (sums && v->type.code == TIR_TYPE_INT && v->type.bits >= 32 &&
	        (!rewrite_range(r->n, t, &least, &most) || least == INT32_MIN || most == INT32_MAX))
		return v;
	return tir_binary(r->n->m, sums ? TIR_ADD : (enum tir_op)v->op, old, t);
}

/* Of `old op term`: the term; NULL: it is something else.  Of floats the sides of a maximum are not the same, and no term leaves
 * every element as it is. */
static const struct tir_expr *term_of(const struct nest_reader *r, const struct tir_expr *v,
        const struct tir_expr *old, int64_t *neutral)
{
	bool floats = tir_is_float(v->type);
	if (v->n != 2 || (floats ? (v->op != TIR_MIN && v->op != TIR_MAX) || r->guard != NULL
	                         : !nest_identity((enum tir_op)v->op, v->type, neutral)))
		return NULL;
	const struct tir_expr *t = v->arg[0] == old                                  ? v->arg[1]
	                           : v->arg[1] == old && v->op != TIR_SUB && !floats ? v->arg[0]
	                                                                             : NULL;
	return t && !nest_names(r->n, t, old) ? t : NULL;
}

/* The value of the element before the store, over the loops around this; NULL: it is not known. */
static const struct tir_expr *old_value(struct nest_reader *r, const struct nest *d,
        const struct tir_expr *index)
{
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *to[NEST_LOOPS];
	struct nest_sum at, of;
	if (!nest_sum_of(d->index, &of) || !nest_sum_of(index, &at) || at.number != of.number)
		return NULL;
	for (uint32_t i = 0; i < d->loops.n; i++) {
		const struct nest_loop *l = &d->loops.at[i];
		int64_t f = nest_factor(&of, l->var);
		var[i] = l->var;
		to[i] = nest_is_around(r, l->var) && nest_factor(&at, l->var) == f ? l->var->expr
		                                                                   : NULL;
		for (uint32_t k = 0; !to[i] && f && k < at.n; k++)
			if (at.term[k].factor == f && nest_extent(r, at.term[k].var) == l->extent)
				to[i] = at.term[k].var->expr;
		if (!to[i])
			return NULL;
	}
	return nest_subst(r->n, d->value, d->loops.n, var, to);
}

/* Is the loop one of those that what there is of the buffer is stored in anew each time? */
static bool is_shared(const struct nest *d, const struct tir_var *v)
{
	for (uint32_t i = 0; i < d->loops.n; i++)
		if (d->loops.at[i].var == v)
			return true;
	return false;
}

/* The store changes the element: what it is from now on, or false. */
static bool update(struct nest_reader *r, struct nest *x, const struct tir_expr *v,
        const struct tir_expr *old, const struct nest *d)
{
	struct nest_reduce reduce = {0};
	struct nest_sum at;
	int64_t neutral;
	struct nest_loops stored = {0};
	const struct tir_expr *before = old_value(r, d, x->index);
	bool direct = v->n == 2 && (v->arg[0] == old || v->arg[1] == old);
	v = direct ? v : gathered(r, v, old);
	reduce.op = (enum tir_op)v->op;
	if (!before || !nest_sum_of(x->index, &at))
		return false;
	for (uint32_t i = 0; i < r->nloops; i++) {
		const struct tir_var *l = tir_as_for(r->loop[i])->var;
		bool outer = nest_factor(&at, l) || is_shared(d, l);
		add_loop(outer ? &stored : &reduce.loops, r->loop[i]);
	}
	x->loops = stored;
	if (!reduce.loops.n) {
		const struct tir_var *var = old->u.var;
		x->value = nest_subst(r->n, v, 1, &var, &before);
		if (r->guard)
			x->value = tir_select(r->n->m, TIR_IF_THEN_ELSE, r->guard, x->value,
			        before);
		return true;
	}
	reduce.term = term_of(r, v, old, &neutral);
	reduce.init = before;
	if (!reduce.term)
		return false;
	for (uint32_t i = 0; i < reduce.loops.n; i++)
		if (nest_names(r->n, before, reduce.loops.at[i].var->expr))
			return false;
	if (r->guard)
		reduce.term = tir_select(r->n->m, TIR_IF_THEN_ELSE, r->guard, reduce.term,
		        tir_int(r->n->m, v->type, neutral));
	struct tir_var *var = tir_var_new(r->n->m, "sum", v->type);
	reduce.var = var;
	VEC_PUSH(r->n->arena, &r->n->reduces, reduce);
	x->value = var->expr;
	return true;
}

/* Take up a store; false: what it does is not understood. */
static bool read_store(struct nest_reader *r, const struct tir_stmt *s)
{
	const struct tir_store *x = tir_as_store(s);
	struct nest new = {.buffer = x->buffer, .loop = r->loop[0]};
	if (s->nindex != 1 || x->mask.e || !is_plain(x->buffer) || !r->nloops)
		return false;
	const struct tir_expr *self = x->index[0].e;
	struct tir_var *old = tir_var_new(r->n->m, "old", x->buffer->elem);
	r->stamp++;
	r->from = UINT64_C(1) << r->at;
	r->in_reduction = false;
	new.index = read(r, self);
	self = tir_access(r->n->m, TIR_LOAD, x->buffer, 1, &self);
	while (r->memo.n <= self->id)
		VEC_PUSH(r->n->arena, &r->memo, (struct nest_memo){0});
	r->memo.at[self->id] = (struct nest_memo){r->stamp, old->expr};
	struct nest_sum at;
	if (!nest_sum_of(new.index, &at))
		return false;
	for (uint32_t i = 0; i < r->nloops; i++)
		r->in_reduction |= !nest_factor(&at, tir_as_for(r->loop[i])->var);
	const struct tir_expr *v = read(r, x->value.e);
	struct nest_state *st = nest_state_of(r, x->buffer);
	const struct nest *d = nest_current(r, x->buffer);
	if (r->fails)
		return false;
	if (nest_names(r->n, v, old->expr)) {
		struct nest before = d ? *d : new;
		if (!d || !update(r, &new, v, old->expr, &before))
			return false;
		new.from = r->from | before.from;
		r->n->all.at[st->nest].is_gone = true;
	} else {
		for (uint32_t i = 0; i < r->nloops; i++)
			add_loop(&new.loops, r->loop[i]);
		if (r->guard)
			return false;
		new.value = v;
		new.from = r->from;
	}
	bool again = st->written != NEST_NONE && !(d && nest_names(r->n, v, old->expr));
	st->nest = again ? NEST_NONE : (int32_t)r->n->all.n;
	st->written = (int32_t)r->at;
	VEC_PUSH(r->n->arena, &r->n->all, new);
	return true;
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool read_seq(struct nest_reader *r, const struct tir_seq *s);

/* Read statements under a condition. */
static bool read_if(struct nest_reader *r, const struct tir_stmt *s)
{
	const struct tir_expr *outer = r->guard;
	if (tir_orelse(s)->first)
		return false;
	r->stamp++;
	const struct tir_expr *c = read(r, tir_value_of(s));
	r->guard = outer ? tir_binary(r->n->m, TIR_AND, outer, c) : c;
	bool ok = !r->fails && read_seq(r, tir_body(s));
	r->guard = outer;
	return ok;
}

/* Does the body of the loop run more often than anybody counts? */
static bool runs_long(const struct nest_reader *r, const struct tir_stmt *loop)
{
	int64_t times = tir_as_for(loop)->extent.e->u.i;
	for (uint32_t i = 0; i < r->nloops; i++)
		if (__builtin_mul_overflow(times, tir_as_for(r->loop[i])->extent.e->u.i, &times))
			return true;
	return times > MOST_TIMES;
}

struct opening {
	struct nest_reader *r;
	uint32_t by; /* what a buffer's count changes by */
};

/* The statement stores to a buffer, once for all that store to it. */
static bool count_stored(void *ctx, struct tir_stmt *s)
{
	struct opening *o = ctx;
	const struct tir_buffer *b = s->kind == TIR_STORE ? tir_as_store(s)->buffer : NULL;
	struct nest_state *x = b && b->root ? nest_state_of(o->r, b) : NULL;
	if (x && x->counted != o->r->counts) {
		x->counted = o->r->counts;
		x->storing += o->by;
	}
	return true;
}

/* The loop is open from now on, or is no more: by is 1 or -1. */
static void count_stores(struct nest_reader *r, const struct tir_stmt *loop, int by)
{
	struct opening o = {r, (uint32_t)by};
	r->counts++;
	tir_walk_stmts(tir_body(loop), count_stored, &o);
}

/* Read a loop; false: its body is not understood. */
static bool read_loop(struct nest_reader *r, const struct tir_stmt *s)
{
	r->loop[r->nloops++] = s;
	count_stores(r, s, 1);
	bool ok = read_seq(r, tir_body(s));
	count_stores(r, s, -1);
	r->nloops--;
	return ok;
}

/* Read a statement; false: it is not understood. */
static bool read_stmt(struct nest_reader *r, const struct tir_stmt *s)
{
	switch (s->kind) {
	case TIR_FOR:
		if (!loops_is_counted(s) || r->nloops == NEST_LOOPS || r->guard || runs_long(r, s))
			return false;
		return read_loop(r, s);
	case TIR_STORE: return read_store(r, s);
	case TIR_BIND:
		r->stamp++;
		r->in_reduction = false;
		tir_subst_var(&r->names, tir_as_bind(s)->var, read(r, tir_value_of(s)));
		return !r->fails;
	case TIR_ALLOC:
		if (!is_plain(tir_as_alloc(s)->buffer))
			return false;
		know_nothing(nest_state_of(r, tir_as_alloc(s)->buffer), true, NEST_NONE);
		return true;
	case TIR_IF: return read_if(r, s);
	case TIR_DECL: return is_plain(tir_as_decl(s)->buffer);
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
	return false;
}

static bool read_seq(struct nest_reader *r, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (!read_stmt(r, t))
			return false;
	return true;
}

/* ---- What is left as it is ---------------------------------------------------------------*/
/* A statement that is not understood may store to whatever it names. */
static bool forget_stmt(void *ctx, struct tir_stmt *s)
{
	struct nest_reader *r = ctx;
	const struct tir_buffer *b = s->kind == TIR_STORE ? tir_as_store(s)->buffer : NULL;
	if (b && b->root)
		know_nothing(nest_state_of(r, b), nest_state_of(r, b)->is_private, (int32_t)r->at);
	return (!b || b->root) && !(tir_stmt_flags(s) & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS)) &&
	       s->kind != TIR_DECL && s->kind != TIR_RETURN && s->kind != TIR_BLOCK;
}

/* Take back what the statement gave; false: it does what nobody knows. */
static bool leave(struct nest_reader *r, const struct tir_stmt *s, uint32_t all)
{
	struct tir_seq one = {0};
	struct tir_stmt *copy = tir_stmt_copy(r->n->arena, s);
	one.first = one.last = copy;
	for (uint32_t i = 0; i < all; i++)
		if (r->n->all.at[i].is_gone &&
		        nest_state_of(r, r->n->all.at[i].buffer)->written == (int32_t)r->at)
			r->n->all.at[i].is_gone = false; /* it was to be part of this */
	r->n->all.n = all;
	for (uint32_t i = 0; i < r->nbuffers; i++)
		if (r->state[i].nest >= (int32_t)all)
			r->state[i].nest = NEST_NONE;
	r->n->left |= UINT64_C(1) << r->at;
	r->nloops = 0;
	r->guard = NULL;
	r->fails = false;
	return tir_walk_stmts(&one, forget_stmt, r);
}

bool nest_read(struct nests *n, const struct tir_func *f, bool in_terms, struct arena *arena)
{
	struct nest_reader r = {
	        .n = n, .names = {.m = f->module, .arena = arena}, .in_terms = in_terms};
	r.nbuffers = tir_numbers_of(f).nbuffers + 1;
	r.state = ARENA_NEWN(arena, struct nest_state, r.nbuffers);
	*n = (struct nests){.m = f->module, .arena = arena};
	for (uint32_t i = 0; i < r.nbuffers; i++)
		know_nothing(&r.state[i], false, NEST_NONE);
	for (const struct tir_stmt *s = f->body.first; s; s = s->next, r.at++) {
		uint32_t all = n->all.n;
		if (r.at == NEST_STMTS)
			return false;
		if (!read_stmt(&r, s) && !leave(&r, s, all))
			return false;
	}
	return n->all.n != 0;
}
