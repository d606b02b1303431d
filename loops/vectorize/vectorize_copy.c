/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_copy.c: the loops that do many iterations at once, on vectors.
 *
 * Idea.   Make a loop, with variables of its own, for each piece of the plan.  Copy inner loops, conditions and uniform
 *         bindings once.  Copy stores and varying bindings once for each group.  Broadcast a uniform value where a vector
 *         needs it.  Make a Ramp of an index that grows by one with each iteration.  Give each iteration that is done at
 *         once a private element of its own.
 * Needs   a nest that may be vectorised; decides nothing.
 * Costs   the nest, times pieces and groups. */
#include "loops/vectorize/vectorize.h"

enum { NVARS = DEPENDENCE_LOOPS + VECTORIZE_BINDS };

struct copier {
	const struct vectorize_nest *n;
	struct tir_module *m;
	const struct vectorize_piece *piece;
	const struct tir_expr *base; /* the first iteration */
	/* Scalars that are defined again. */
	const struct tir_var *from[NVARS];
	const struct tir_expr *to[NVARS];
	uint32_t nvars;
	const struct tir_expr *bind[VECTORIZE_BINDS][VECTORIZE_GROUPS]; /* of those that vary */
	struct tir_buffer *priv[VECTORIZE_PRIVATE];
	struct vectorize_group g; /* of the statement that is made */
	uint32_t group;
	const uint8_t *needed; /* lanes of the operand; NULL: all */
};

/* ---- Scalars -----------------------------------------------------------------------------*/
static const struct tir_expr *add(struct copier *c, const struct tir_expr *e, int64_t n)
{
	if (n == 0)
		return e;
	if (e->op == TIR_INT_IMM)
		return tir_int(c->m, e->type, e->u.i + n);
	return tir_binary(c->m, TIR_ADD, e, tir_int(c->m, e->type, n));
}

static bool is_zero(const struct tir_expr *e)
{
	return e->op == TIR_INT_IMM && e->u.i == 0;
}

/* The node with these operands; zeros that iterations of a tile's loops begin with are left out. */
static const struct tir_expr *folded(struct copier *c, const struct tir_expr *e,
        const struct tir_expr **arg)
{
	if (e->op == TIR_ADD && is_zero(arg[0]))
		return arg[1];
	if (e->op == TIR_MUL && arg[0]->op == TIR_INT_IMM && arg[1]->op == TIR_INT_IMM)
		return tir_int(c->m, e->type, arg[0]->u.i * arg[1]->u.i);
	if ((e->op == TIR_ADD && is_zero(arg[1])) || (e->op == TIR_MUL && is_zero(arg[0])))
		return arg[0];
	return tir_with_args(c->m, e, arg);
}

/* Of the group's first iteration. */
static const struct tir_expr *scalar(struct copier *c, const struct tir_expr *e)
{
	if (e->op == TIR_VAR) {
		uint32_t k = vectorize_bound(c->n, e->u.var), d = vectorize_dim(c->n, e->u.var);
		if (d != UINT32_MAX)
			return add(c, d ? tir_as_for(c->n->dim[d])->min.e : c->base,
			        vectorize_digit(c->n, c->piece->step, d, c->g.at));
		if (k != UINT32_MAX && c->n->bind[k].varies)
			return scalar(c, tir_as_bind(c->n->bind[k].s)->value.e);
		for (uint32_t i = c->nvars; i-- > 0;)
			if (c->from[i] == e->u.var)
				return c->to[i];
		return e;
	}
	if (!e->n)
		return e;
	const struct tir_expr **arg = ARENA_NEWN(c->n->scratch, const struct tir_expr *, e->n);
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = scalar(c, e->arg[i]);
	return folded(c, e, arg);
}

/* ---- Vectors -----------------------------------------------------------------------------*/
static const struct tir_expr *ramp(struct copier *c, const struct tir_expr *e)
{
	return c->g.n == 1 ? e : tir_ramp(c->m, e, tir_int(c->m, e->type, 1), c->g.n);
}

static uint32_t lanes_at_once(const struct copier *c)
{
	return c->piece->step * c->n->inner;
}

/* The private buffer's elements of the group. */
static const struct tir_expr *private_index(struct copier *c, const struct tir_expr *index)
{
	const struct tir_expr *e = scalar(c, index);
	const struct tir_expr *step = tir_int(c->m, e->type, lanes_at_once(c));
	e = e->op == TIR_INT_IMM ? tir_int(c->m, e->type, e->u.i * lanes_at_once(c))
	                         : tir_binary(c->m, TIR_MUL, e, step);
	return ramp(c, add(c, e, c->g.at));
}

/* The buffer and the indices of an element that varies. */
static struct tir_buffer *element(struct copier *c, struct tir_buffer *b, uint32_t n,
        const struct tir_expr **index)
{
	uint32_t p = vectorize_private(c->n, b);
	if (p != UINT32_MAX) {
		index[0] = private_index(c, index[0]);
		return c->priv[p];
	}
	for (uint32_t i = 0; i < n; i++)
		index[i] = scalar(c, index[i]);
	index[n - 1] = ramp(c, index[n - 1]);
	return b;
}

static const struct tir_expr *vector(struct copier *c, const struct tir_expr *e);

/* Lanes of a tile that are no neighbours. */
static const struct tir_expr *shuffle(struct copier *c, const struct tir_expr *e,
        const struct vectorize_blocks *b)
{
	const struct tir_expr *index[TIR_MAX_RANK], *first;
	const struct tir_expr **arg = ARENA_NEWN(c->n->scratch, const struct tir_expr *,
	        b->n + c->g.n);
	for (uint32_t i = 0; i < e->n; i++)
		index[i] = scalar(c, e->arg[i]);
	first = index[e->n - 1];
	for (uint32_t i = 0; i < b->n; i++) {
		const struct tir_expr *at = add(c, first, b->at[i]);
		index[e->n - 1] = tir_ramp(c->m, at, tir_int(c->m, first->type, 1), b->lanes);
		arg[i] = tir_access(c->m, TIR_LOAD, e->u.buffer, e->n, index);
	}
	for (uint32_t l = 0; l < c->g.n; l++)
		arg[b->n + l] = tir_int(c->m, TIR_INT32, b->lane[l]);
	return tir_make(c->m, TIR_SHUFFLE, tir_lanes(e->type, c->g.n), b->n, b->n + c->g.n, arg);
}

/* What the lanes load: a lookup in a table, blocks of memory shuffled (a gather of neighbours), or a row. */
static const struct tir_expr *load(struct copier *c, const struct tir_expr *e)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	struct target_table table;
	if (vectorize_looks_up(c->n, e, &table)) {
		for (uint32_t i = 0; i < e->n; i++)
			index[i] = i + 1 < e->n ? scalar(c, e->arg[i]) : vector(c, e->arg[i]);
		return tir_access(c->m, TIR_LOAD, e->u.buffer, e->n, index);
	}
	if (c->n->tiled && vectorize_private(c->n, e->u.buffer) == UINT32_MAX) {
		struct vectorize_blocks *b = ARENA_NEW(c->n->scratch, struct vectorize_blocks);
		vectorize_find_blocks(c->n, c->piece, &c->g, e, c->needed, b);
		if (b->n)
			return shuffle(c, e, b);
	}
	memcpy(index, e->arg, e->n * sizeof *index);
	struct tir_buffer *b = element(c, e->u.buffer, e->n, index);
	return tir_access(c->m, TIR_LOAD, b, e->n, index);
}

/* ---- Constants lane by lane --------------------------------------------------------------*/
/* Different numbers, and which one each lane has; that of lanes which are not needed does not matter. */
static const struct tir_expr *constants(struct copier *c, struct tir_type t, const int64_t *value)
{
	uint32_t lanes = c->g.n, n = 0, last = 0;
	const struct tir_expr **arg = ARENA_NEWN(c->n->scratch, const struct tir_expr *, 2 * lanes);
	uint32_t *which = ARENA_NEWN(c->n->scratch, uint32_t, lanes);
	for (uint32_t l = 0; l < lanes; l++) {
		uint32_t k = 0;
		const struct tir_expr *e = tir_int(c->m, t, value[l]);
		while (k < n && arg[k] != e)
			k++;
		if (c->needed && !c->needed[l])
			k = last;
		else if (k == n)
			arg[n++] = e;
		which[l] = last = k;
	}
	if (n == 1)
		return tir_broadcast(c->m, arg[0], lanes);
	for (uint32_t l = 0; l < lanes; l++)
		arg[n + l] = tir_int(c->m, TIR_INT32, which[l]);
	return tir_make(c->m, TIR_SHUFFLE, tir_lanes(t, lanes), n, n + lanes, arg);
}

static const struct tir_expr *known(struct copier *c, const struct tir_expr *e)
{
	int64_t value[VECTORIZE_LANES];
	vectorize_values(c->n, c->piece, &c->g, 0, e, value);
	return constants(c, e->type, value);
}

/* A choice that is known for each lane: the arm that all lanes take, or both, each in the lanes that take it. */
static const struct tir_expr *choice(struct copier *c, const struct tir_expr *e)
{
	const uint8_t *needed = c->needed;
	const struct tir_expr *arm[2];
	uint8_t *yes = ARENA_NEWN(c->n->scratch, uint8_t, 2 * VECTORIZE_LANES);
	uint8_t *no = yes + VECTORIZE_LANES;
	enum vectorize_truth t = vectorize_decide(c->n, c->piece, &c->g, e->arg[0], needed, yes,
	        no);
	if (t != VECTORIZE_SOMETIMES)
		return vector(c, e->arg[t == VECTORIZE_ALWAYS ? 1 : 2]);
	const struct tir_expr *condition = known(c, e->arg[0]);
	c->needed = yes;
	arm[0] = vector(c, e->arg[1]);
	c->needed = no;
	arm[1] = vector(c, e->arg[2]);
	c->needed = needed;
	return tir_select(c->m, TIR_SELECT, condition, arm[0], arm[1]);
}

/* ---- Operations --------------------------------------------------------------------------*/
static const struct tir_expr *operation(struct copier *c, const struct tir_expr *e)
{
	const struct tir_expr **arg = ARENA_NEWN(c->n->scratch, const struct tir_expr *, e->n);
	bool chooses = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = i == 0 && chooses && !vectorize_varies(c->n, e->arg[0])
		                 ? scalar(c, e->arg[0])
		                 : vector(c, e->arg[i]);
	if (e->op == TIR_CAST)
		return tir_cast(c->m, tir_lanes(e->type, c->g.n), arg[0]);
	if (chooses)
		return tir_select(c->m, arg[0]->type.lanes > 1 ? TIR_SELECT : (enum tir_op)e->op,
		        arg[0], arg[1], arg[2]);
	return tir_make(c->m, (enum tir_op)e->op, tir_lanes(e->type, c->g.n), e->u.bits, e->n, arg);
}

/* The value in all iterations of the group. */
static const struct tir_expr *vector(struct copier *c, const struct tir_expr *e)
{
	if (vectorize_is_known(c->n, e))
		return known(c, e);
	if (vectorize_is_choice(c->n, e))
		return choice(c, e);
	if (!vectorize_varies(c->n, e)) {
		const struct tir_expr *s = scalar(c, e);
		return c->g.n == 1 ? s : tir_broadcast(c->m, s, c->g.n);
	}
	if (e->op == TIR_VAR && e->u.var == tir_as_for(c->n->loop)->var)
		return ramp(c, scalar(c, e));
	if (e->op == TIR_VAR)
		return c->bind[vectorize_bound(c->n, e->u.var)][c->group];
	return e->op == TIR_LOAD ? load(c, e) : operation(c, e);
}

/* ---- Statements --------------------------------------------------------------------------*/
static struct tir_var *new_var(struct copier *c, const struct tir_var *v, uint32_t lanes)
{
	struct tir_var *w = tir_var_new(c->m, v->name, tir_lanes(v->type, lanes));
	w->elem = v->elem;
	w->scope = v->scope;
	w->at = v->at;
	return w;
}

static void rename_var(struct copier *c, const struct tir_var *from, const struct tir_expr *to)
{
	c->from[c->nvars] = from;
	c->to[c->nvars++] = to;
}

/* The allocation of private buffer p, with room for the element of each lane. */
static struct tir_stmt *new_alloc(struct copier *c, uint32_t p, struct span at)
{
	const struct tir_buffer *b = c->n->priv[p];
	struct tir_buffer *wide = tir_row_new(c->m, b->name, b->elem,
	        b->shape[0]->u.i * lanes_at_once(c));
	wide->scope = b->scope;
	wide->align = TARGET_HVX_BYTES;
	c->priv[p] = wide;
	return tir_alloc_new(c->m, wide, at);
}

/* Add the store of a group's lanes. */
static void add_store(struct copier *c, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	tir_as_store(t)->buffer = element(c, tir_as_store(s)->buffer, s->nindex, index);
	for (uint32_t i = 0; i < s->nindex; i++)
		tir_as_store(t)->index[i].e = index[i];
	tir_as_store(t)->value.e = vector(c, tir_as_store(s)->value.e);
	tir_seq_add(out, t);
}

/* Add the binding of a group's lanes to a variable of their own. */
static void add_bind(struct copier *c, const struct tir_stmt *s, struct tir_seq *out)
{
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	struct tir_bind *b = tir_as_bind(t);
	uint32_t k = vectorize_bound(c->n, b->var);
	b->value.e = vector(c, b->value.e);
	b->var = new_var(c, b->var, c->g.n);
	c->bind[k][c->group] = b->var->expr;
	tir_seq_add(out, t);
}

static struct tir_seq copy_seq(struct copier *c, const struct tir_seq *s);

/* A statement that is there once for all groups. */
static struct tir_stmt *once(struct copier *c, const struct tir_stmt *s)
{
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, s);
	struct tir_operand *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS), nvars = c->nvars;
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = scalar(c, op[i]->e);
	if (tir_var_of(s)) {
		struct tir_var *var = new_var(c, tir_var_of(s), 1);
		tir_set_var(t, var);
		rename_var(c, tir_var_of(s), var->expr);
	}
	tir_set_body(t, copy_seq(c, tir_body(s)));
	tir_set_orelse(t, copy_seq(c, tir_orelse(s)));
	if (s->kind != TIR_BIND)
		c->nvars = nvars;
	return t;
}

static bool is_per_group(const struct copier *c, const struct tir_stmt *s)
{
	return s->kind == TIR_STORE ||
	       (s->kind == TIR_BIND &&
	               c->n->bind[vectorize_bound(c->n, tir_as_bind(s)->var)].varies);
}

/* The statements for the lanes of the piece: once a group what differs between lanes, once what does not. */
static struct tir_seq copy_seq(struct copier *c, const struct tir_seq *s)
{
	struct tir_seq out = {0};
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_ALLOC) {
			tir_seq_add(&out,
			        new_alloc(c, vectorize_private(c->n, tir_as_alloc(t)->buffer),
			                t->at));
			continue;
		}
		if (!is_per_group(c, t)) {
			tir_seq_add(&out, once(c, t));
			continue;
		}
		for (c->group = 0; c->group < c->piece->ngroups; c->group++) {
			c->g = c->piece->group[c->group];
			t->kind == TIR_STORE ? add_store(c, t, &out) : add_bind(c, t, &out);
		}
		c->g = (struct vectorize_group){0, 1};
	}
	return out;
}

/* ---- Pieces ------------------------------------------------------------------------------*/
static struct tir_stmt *copy_piece(const struct vectorize_nest *n,
        const struct vectorize_piece *piece)
{
	struct copier *c = ARENA_NEW(n->scratch, struct copier);
	const struct tir_for *s = tir_as_for(n->loop);
	*c = (struct copier){.n = n, .m = n->f->module, .piece = piece, .g = {0, 1}};
	struct tir_stmt *t = tir_stmt_copy(c->m->arena, n->loop);
	struct tir_for *l = tir_as_for(t);
	struct tir_seq body = {0};
	l->var = new_var(c, s->var, 1);
	c->base = l->var->expr;
	l->min.e = add(c, s->min.e, piece->begin);
	l->extent.e = tir_int(c->m, s->extent.e->type, piece->count);
	if (piece->span != VECTORIZE_EXACT)
		vectorize_bounds(n, piece, &l->min.e, &l->extent.e);
	if (piece->step > 1)
		tir_loop_more(c->m->arena, t)->step = (struct tir_operand){
		        tir_int(c->m, s->var->type, piece->step), s->extent.at};
	for (uint32_t i = 0; i < n->npriv; i++)
		if (n->outside[i])
			tir_seq_add(&body, new_alloc(c, i, t->at));
	tir_seq_append(&body, copy_seq(c, n->body));
	l->body = body;
	return t;
}

struct tir_seq vectorize_copy(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        struct tir_stmt *few)
{
	struct tir_stmt *piece[VECTORIZE_PIECES];
	struct tir_seq out = {0};
	for (uint32_t i = 0; i < plan->npieces; i++)
		piece[i] = copy_piece(n, &plan->piece[i]);
	if (plan->piece[0].span != VECTORIZE_EXACT)
		return vectorize_join(n, plan, piece, few);
	for (uint32_t i = 0; i < plan->npieces; i++)
		tir_seq_add(&out, piece[i]);
	return out;
}
