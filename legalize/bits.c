/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits.c: vectors of floats as vectors of integers that have the same bits.
 *
 * Idea.   HVX moves, compares and chooses integers on every processor; floats it has on some, and what LLVM makes of vectors of
 *         halves there is wrong or scalar.  So, as the last step in front of LLVM, each operation on vectors of floats that
 *         target/floats.def says is done by their bits becomes one on unsigned integers.  Loads and stores go through a view of
 *         the buffer; names hold bits.  bits_order.c compares, bits_cast.c converts, bits_whole.c rounds,
 *         bits_from.c makes floats of integers, bits_function.c, bits_exp.c and bits_log.c compute functions; bits_add.c, bits_multiply.c,
 *         bits_divide.c and bits_root.c do arithmetic.
 *         What is left is arithmetic, for which T.reinterpret makes floats of bits and bits of floats.
 * Needs   to run last: passes that recognise operations on vectors know those on floats.
 * Keeps   each bit of each element, NaNs' too.
 * Costs   each node once. */
#include "legalize/bits.h"

/* ---- Nodes -------------------------------------------------------------------------------*/
static const struct tir_expr *plain(struct bits *b, const struct tir_expr *e);

/* Is it a conversion for which there is an instruction? */
static bool is_left(const struct bits *b, const struct tir_expr *e)
{
	return b->floats && e->op == TIR_CAST && e->type.code == TIR_TYPE_FLOAT &&
	       e->arg[0]->type.code == TIR_TYPE_FLOAT;
}

/* Is e a vector of floats that is made by bits? */
static bool is_by_bits(const struct bits *b, const struct tir_expr *e)
{
	bool own = e->op != TIR_VAR || (e->u.var->id < b->nvars && b->var[e->u.var->id]);
	bool viewed = (e->op != TIR_LOAD && e->op != TIR_MASKED_LOAD) ||
	              (e->u.buffer->id < b->nbuffers && b->view[e->u.buffer->id]);
	return e->type.lanes > 1 && tir_is_float(e->type) && own && viewed && !is_left(b, e) &&
	       target_is_by_bits(target_float_in(e, b->floats));
}

/* The bits of one float. */
static const struct tir_expr *bits_of_scalar(struct bits *b, const struct tir_expr *e)
{
	struct tir_type t = legalize_bits_type(e->type);
	if (e->op == TIR_FLOAT_IMM)
		return legalize_bits_number(b, t, tir_float_bits(e->type, e->u.f));
	return legalize_bits_reinterpret(b, t, plain(b, e));
}

/* A load of the view's elements, or a shuffle of bits. */
static const struct tir_expr *with_bits(struct bits *b, const struct tir_expr *e)
{
	const struct tir_expr **arg = ARENA_NEWN(b->arena, const struct tir_expr *, e->n + 1);
	bool shuffle = e->op == TIR_SHUFFLE;
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = shuffle && i < e->u.nvectors ? e->arg[i]->type.lanes > 1
		                                                ? legalize_bits(b, e->arg[i])
		                                                : bits_of_scalar(b, e->arg[i])
		                                      : plain(b, e->arg[i]);
	if (!shuffle)
		return tir_access(b->m, (enum tir_op)e->op, b->view[e->u.buffer->id], e->n, arg);
	return tir_make(b->m, TIR_SHUFFLE, legalize_bits_type(e->type), e->u.bits, e->n, arg);
}

/* The sign's bit: T.fabs(x) clears it; x * -1.0 turns it, and makes a NaN quiet instead. */
static const struct tir_expr *with_sign(struct bits *b, const struct tir_expr *e)
{
	struct bits_format f = legalize_bits_format(e->type);
	const struct tir_expr *x = legalize_bits(b, e->arg[0]);
	struct tir_type t = x->type;
	const struct tir_expr *m = tir_binary(b->m, TIR_BITAND, x,
	        legalize_bits_number(b, t, f.magnitude));
	if (e->op == TIR_CALL)
		return m;
	return tir_select(b->m, TIR_SELECT,
	        tir_binary(b->m, TIR_GT, m, legalize_bits_number(b, t, f.infinity)),
	        tir_binary(b->m, TIR_BITOR, x, legalize_bits_number(b, t, f.quiet)),
	        tir_binary(b->m, TIR_BITXOR, x, legalize_bits_number(b, t, f.sign)));
}

static const struct tir_expr *bits_of_node(struct bits *b, const struct tir_expr *e)
{
	switch (target_float_in(e, b->floats)) {
	case TARGET_FLOAT_SIGN: return with_sign(b, e);
	case TARGET_FLOAT_WIDEN:
	case TARGET_FLOAT_NARROW: return legalize_bits_cast(b, e);
	case TARGET_FLOAT_EXP:
	case TARGET_FLOAT_EXP10:
	case TARGET_FLOAT_LOG:
	case TARGET_FLOAT_ERF:
	case TARGET_FLOAT_TANH:
	case TARGET_FLOAT_SIGMOID:
	case TARGET_FLOAT_RSQRT: return legalize_bits_function(b, e);
	case TARGET_FLOAT_POW: return legalize_bits_pow(b, e);
	case TARGET_FLOAT_FROM: return legalize_bits_from(b, e);
	case TARGET_FLOAT_ADD: return legalize_bits_add(b, e);
	case TARGET_FLOAT_MULTIPLY: return legalize_bits_multiply(b, e);
	case TARGET_FLOAT_DIVIDE: return legalize_bits_divide(b, e);
	case TARGET_FLOAT_SQRT: return legalize_bits_root(b, e);
	case TARGET_FLOAT_ROUND: return legalize_bits_round(b, e);
	case TARGET_FLOAT_EXTREME:
	case TARGET_FLOAT_LIMIT: return legalize_bits_extreme(b, e);
	case TARGET_FLOAT_NONE:
	case TARGET_FLOAT_ARITHMETIC:
	case TARGET_FLOAT_COMPUTE:
	case TARGET_FLOAT_MOVE:
	case TARGET_FLOAT_COMPARE:
	case TARGET_FLOAT_INTEGER:
	case TARGET_NFLOATS: break;
	}
	if (e->op == TIR_VAR)
		return b->var[e->u.var->id];
	if (e->op == TIR_BROADCAST)
		return tir_broadcast(b->m, bits_of_scalar(b, e->arg[0]), e->type.lanes);
	if (e->n == 3 && (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE))
		return tir_select(b->m, (enum tir_op)e->op, plain(b, e->arg[0]),
		        legalize_bits(b, e->arg[1]), legalize_bits(b, e->arg[2]));
	return with_bits(b, e);
}

static const struct tir_expr *bits_of(struct bits *b, const struct tir_expr *e)
{
	if (legalize_bits_memo(b, e)->bits)
		return legalize_bits_memo(b, e)->bits;
	const struct tir_expr *v = is_by_bits(b, e)
	                                   ? bits_of_node(b, e)
	                                   : legalize_bits_reinterpret(b,
	                                             legalize_bits_type(e->type), plain(b, e));
	legalize_bits_memo(b, e)->bits = v;
	return v;
}

static const struct tir_expr *plain_node(struct bits *b, const struct tir_expr *e)
{
	bool vectors = e->n && e->arg[0]->type.lanes > 1 && tir_is_float(e->arg[0]->type);
	if (is_by_bits(b, e))
		return legalize_bits_reinterpret(b, e->type, legalize_bits(b, e));
	if (vectors && tir_ops[e->op].compare && target_float_by_bits(e))
		return legalize_bits_compare(b, e);
	if (vectors && target_float_of(e) == TARGET_FLOAT_INTEGER)
		return legalize_bits_integer(b, e);
	if (vectors && e->op == TIR_SHUFFLE && target_float_by_bits(e)) /* one lane */
		return legalize_bits_reinterpret(b, e->type, with_bits(b, e));
	const struct tir_expr **arg = ARENA_NEWN(b->arena, const struct tir_expr *, e->n + 1);
	bool same = true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = plain(b, e->arg[i]);
		same &= arg[i] == e->arg[i];
	}
	return same ? e : tir_with_args(b->m, e, arg);
}

/* e with what is done by bits done so, of its own type. */
static const struct tir_expr *plain(struct bits *b, const struct tir_expr *e)
{
	if (legalize_bits_memo(b, e)->plain)
		return legalize_bits_memo(b, e)->plain;
	const struct tir_expr *v = plain_node(b, e);
	legalize_bits_memo(b, e)->plain = v;
	return v;
}

/* ---- Views -------------------------------------------------------------------------------*/
static bool is_viewed(const struct tir_buffer *x)
{
	struct tir_type t = x->elem;
	return tir_is_float(t) && t.bits >= 8 && t.bits <= 32;
}

static void want_view(struct bits *b, struct tir_buffer *x)
{
	if (!is_viewed(x) || b->view[x->id])
		return;
	struct tir_buffer *v = tir_buffer_new(b->m, x->name, TIR_BUFFER_DECL,
	        legalize_bits_type(x->elem));
	v->ndim = x->ndim;
	v->shape = x->shape;
	v->strides = x->strides;
	v->elem_offset = x->kind == TIR_BUFFER_DECL ? x->elem_offset : NULL;
	v->offset_factor = x->offset_factor;
	v->scope = x->scope;
	v->align = x->align;
	v->root = x->root;
	v->starts_there = x->kind != TIR_BUFFER_DECL || x->starts_there;
	v->layout = x->layout;
	v->at = x->at;
	b->view[x->id] = v;
}

static bool want_loads(void *ctx, const struct tir_expr *e)
{
	if ((e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD) && e->type.lanes > 1)
		want_view(ctx, e->u.buffer);
	return true;
}

static bool want_views(void *ctx, struct tir_stmt *s)
{
	struct bits *b = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	for (uint32_t i = 0, n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS); i < n; i++)
		tir_walk_expr(op[i]->e, b->arena, want_loads, b);
	if (s->kind == TIR_STORE && tir_value_of(s)->type.lanes > 1)
		want_view(b, tir_as_store(s)->buffer);
	return true;
}

/* The declaration of x's view, if it has one. */
static void add_view(struct bits *b, struct tir_buffer *x, struct span at, struct tir_seq *out)
{
	struct tir_buffer *v = x->id < b->nbuffers ? b->view[x->id] : NULL;
	if (!v)
		return;
	struct tir_stmt *s = tir_stmt_new(b->m, TIR_DECL, at);
	s->form = TIR_DECL_BUFFER;
	tir_as_decl(s)->buffer = v;
	tir_as_decl(s)->value = (struct tir_operand){tir_buffer_data(b->m, x), at};
	tir_seq_add(out, s);
}

/* ---- Statements --------------------------------------------------------------------------*/
/* A store of a vector by bits goes through the view. */
static void store(struct bits *b, struct tir_stmt *s)
{
	struct tir_store *x = tir_as_store(s);
	if (!is_by_bits(b, x->value.e) || x->buffer->id >= b->nbuffers || !b->view[x->buffer->id])
		return;
	x->value.e = legalize_bits(b, x->value.e);
	x->buffer = b->view[x->buffer->id];
}

/* A name of a vector by bits is one of bits. */
static void bind(struct bits *b, struct tir_stmt *s)
{
	struct tir_bind *x = tir_as_bind(s);
	const struct tir_var *old = x->var;
	if (!is_by_bits(b, x->value.e))
		return;
	x->value.e = legalize_bits(b, x->value.e);
	x->var = tir_var_new(b->m, old->name, x->value.e->type);
	x->var->at = old->at;
	b->var[old->id] = x->var->expr;
}

/* Operands come before what is made of them, so that no recursion is deep. */
static bool visit_node(void *ctx, const struct tir_expr *e)
{
	plain(ctx, e);
	return true;
}

static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct bits *b = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct tir_stmt *copy = tir_stmt_copy(b->m->arena, s);
	uint32_t n = tir_stmt_operands(copy, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		if (op[i]->e)
			tir_walk_expr(op[i]->e, b->arena, visit_node, b);
	if (s->kind == TIR_STORE)
		store(b, copy);
	else if (s->kind == TIR_BIND)
		bind(b, copy);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = op[i]->e ? plain(b, op[i]->e) : NULL;
	struct tir_stmt *versions = legalize_bits_row(b, s, out);
	tir_seq_map_bodies(copy, visit, b);
	struct tir_seq other = {0};
	tir_seq_add(versions ? &other : out, copy);
	if (versions)
		tir_set_orelse(versions, other);
	if (s->kind == TIR_ALLOC)
		add_view(b, tir_as_alloc(s)->buffer, s->at, out);
	else if (s->kind == TIR_DECL)
		add_view(b, tir_as_decl(s)->buffer, s->at, out);
}

/* ---- The function ------------------------------------------------------------------------*/
static bool is_plain(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->type.lanes == 1 || !tir_is_float(e->type);
}

/* Has the statement no vectors of floats? */
static bool has_none(void *ctx, struct tir_stmt *s)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	for (uint32_t i = 0, n = tir_stmt_operands(s, op, TIR_MAX_OPERANDS); i < n; i++)
		if (!tir_walk_expr(op[i]->e, ctx, is_plain, NULL))
			return false;
	return true;
}

struct tir_func *legalize_float_bits(struct tir_func *f, unsigned floats, bool rows,
        struct arena *arena)
{
	struct arena own = arena_scratch(arena);
	struct tir_seq body = {0};
	struct tir_func *g = f;
	if (!tir_walk_stmts(&f->body, has_none, &own)) {
		tir_enter(f);
		struct tir_numbers n = tir_numbers_of(f);
		struct bits b = {.m = f->module,
		        .arena = &own,
		        .nvars = n.nvars,
		        .nbuffers = n.nbuffers,
		        .floats = floats,
		        .of = bits_of,
		        .plain = plain};
		b.facts = rows ? facts_begin(f, NULL, &own) : NULL;
		b.var = ARENA_NEWN(&own, const struct tir_expr *, n.nvars + 1);
		b.view = ARENA_NEWN(&own, struct tir_buffer *, n.nbuffers + 1);
		tir_walk_stmts(&f->body, want_views, &b);
		for (uint32_t i = 0; i < f->params.n; i++)
			if (f->params.at[i].buffer)
				add_view(&b, f->params.at[i].buffer, f->at, &body);
		tir_seq_append(&body, tir_seq_map(&f->body, visit, &b));
		g = tir_func_with_body(f, body);
	}
	arena_free(&own);
	return g;
}
