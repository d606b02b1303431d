/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_nest.c: what a loop's body does, as far as it matters for iterations as lanes.
 *
 * Idea.   One walk over the body in the order of the text.  Loops and conditions must be uniform: they stay scalar.
 *         A store goes to neighbouring elements in neighbouring iterations; a load does, or is uniform.  Memory that
 *         an iteration has for itself is known as such: it gets an element for each lane.
 * Leaves  what is no operation on integers of up to 32 bits, or on floats by their bits (target/floats.def), may trap, or is not understood.
 * Costs   each operand of the nest once; a walk over the function for an allocation outside of the loop. */
#include "loops/nest/private.h"
#include "loops/vectorize/vectorize.h"

enum {
	MOST_PRIVATE = 64, /* elements of a private buffer */
	PAIR = 8,          /* bytes of a pair of scalar registers */
};

static bool refuse(struct vectorize_nest *n, enum loops_reason why)
{
	n->why = why;
	return false;
}

/* ---- Private memory ----------------------------------------------------------------------*/
static void add_private(struct vectorize_nest *n, const struct tir_buffer *b, bool outside)
{
	if (n->npriv == VECTORIZE_PRIVATE || vectorize_private(n, b) != UINT32_MAX)
		return;
	n->outside[n->npriv] = outside;
	n->priv[n->npriv++] = b;
}

/* Find buffers that are allocated in the loop, and single elements outside that are used in it alone. */
static void find_private(struct vectorize_nest *n, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_buffer *b = tir_buffer_of(t);
		if (t->kind == TIR_ALLOC && private_is_small(b, MOST_PRIVATE))
			add_private(n, b, false);
		if (t->kind == TIR_STORE && vectorize_private(n, b) == UINT32_MAX &&
		        private_is_small(b, 1) && private_is_set_first(n->body, b) &&
		        !private_is_named(&n->f->body, b, n->loop))
			add_private(n, b, true);
		find_private(n, tir_body(t));
		find_private(n, tir_orelse(t));
	}
}

/* ---- Operands ----------------------------------------------------------------------------*/
static bool read_type(struct vectorize_nest *n, struct tir_type t)
{
	if (t.lanes != 1)
		return refuse(n, LOOPS_LANES_SHAPE);
	if ((!tir_is_integral(t) && !tir_is_float(t)) || t.bits > 32)
		return refuse(n, LOOPS_LANES_TYPE);
	if (t.code == TIR_TYPE_BOOL)
		return true;
	n->narrowest = t.bits < n->narrowest ? t.bits : n->narrowest;
	n->widest = t.bits > n->widest ? t.bits : n->widest;
	return true;
}

/* Neighbouring elements in neighbouring iterations; of private memory, one number in all of them.  In a tile a load's
 * elements may lie otherwise. */
static bool read_element(struct vectorize_nest *n, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, bool is_load)
{
	int64_t stride[VECTORIZE_DIMS];
	bool priv = vectorize_private(n, b) != UINT32_MAX;
	for (uint32_t i = 0; i < nindex; i++) {
		bool last = !priv && i + 1 == nindex;
		if (!vectorize_strides(n, index[i], stride))
			return refuse(n, LOOPS_LANES_STRIDE);
		for (uint32_t d = 0; d < n->ndims; d++)
			if (stride[d] != (last ? n->by[d] : 0) && !(last && is_load && n->tiled))
				return refuse(n, LOOPS_LANES_STRIDE);
	}
	if (b->strides || !nindex) /* without dimensions there is one element */
		return refuse(n, LOOPS_LANES_STRIDE);
	if (b->elem.bits < 8)
		return refuse(n, LOOPS_LANES_TYPE);
	return read_type(n, b->elem);
}

static bool read_expr(struct vectorize_nest *n, const struct tir_expr *e);

static bool read_call(struct vectorize_nest *n, const struct tir_expr *e)
{
	return tir_builtins[e->u.call.builtin].vector || refuse(n, LOOPS_LANES_CALL);
}

/* Is x, a load or a choice of loads, evaluated whenever e is?  Of a choice, the condition is, and what both arms evaluate. */
static bool evaluates(const struct tir_expr *e, const struct tir_expr *x)
{
	bool chooses = e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT;
	if (e == x)
		return true;
	if (!(e->flags & TIR_READS_MEM))
		return false;
	for (uint32_t i = 0; i < (tir_ops[e->op].lazy || chooses ? 1 : e->n); i++)
		if (evaluates(e->arg[i], x))
			return true;
	return chooses && evaluates(e->arg[1], x) && evaluates(e->arg[2], x);
}

/* Does the load's element lie where the statement stores to, in memory that is laid out alike and no shorter?  What stores there is in its
 * buffer. */
static bool is_as_stored(const struct vectorize_nest *n, const struct tir_expr *load)
{
	const struct tir_stmt *s = n->stmt;
	if (s->kind != TIR_STORE || tir_mask_of(s) || s->nindex != load->n)
		return false;
	const struct tir_buffer *b = load->u.buffer, *to = tir_buffer_of(s);
	bool alike = b->root == b && to->root == to && b->ndim == load->n && to->ndim == load->n &&
	             !b->strides && !to->strides;
	for (uint32_t i = 0; alike && i < load->n; i++) {
		const struct tir_expr *x = b->shape[i], *y = to->shape[i];
		bool longer = i == 0 && x->op == TIR_INT_IMM && y->op == TIR_INT_IMM &&
		              x->u.i >= y->u.i;
		alike = load->arg[i] == tir_as_store(s)->index[i].e && (x == y || longer);
	}
	return alike;
}

/* Does the load's element surely lie in the buffer?  Of a loop of unknown extent no bounds say so. */
static bool is_in_buffer(const struct vectorize_nest *n, const struct tir_expr *load)
{
	const struct tir_buffer *b = load->u.buffer;
	int64_t lo, hi;
	if (is_as_stored(n, load))
		return true;
	for (uint32_t i = 0; i < load->n; i++)
		if (load->n != b->ndim || b->shape[i]->op != TIR_INT_IMM ||
		        !range_limits(n->facts, load->arg[i], &lo, &hi) || lo < 0 ||
		        hi >= b->shape[i]->u.i)
			return false;
	return load->n != 0 && !n->open;
}

/* May all lanes evaluate e, an arm of what is chosen, which a lane alone might not? */
static bool may_take(const struct vectorize_nest *n, const struct tir_expr *e,
        const struct tir_expr *chosen)
{
	bool may_be_there = e->op == TIR_LOAD || e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT;
	if (!(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT)))
		return true;
	if (may_be_there && evaluates(chosen, e))
		return true;
	if (e->flags & TIR_HAS_EFFECT ||
	        (e->op == TIR_LOAD ? !is_in_buffer(n, e) : tir_node_traps(e)))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!may_take(n, e->arg[i], chosen))
			return false;
	return true;
}

/* Does e, an arm of what is chosen, load what a lane alone might not?  LLVM does not know that it may be loaded. */
static bool loads_alone(const struct tir_expr *e, const struct tir_expr *chosen)
{
	bool may_be_there = e->op == TIR_LOAD || e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT;
	if (!(e->flags & TIR_READS_MEM) || (may_be_there && evaluates(chosen, e)))
		return false;
	bool alone = e->op == TIR_LOAD;
	for (uint32_t i = 0; i < e->n && !alone; i++)
		alone = loads_alone(e->arg[i], chosen);
	return alone;
}

/* A choice by a condition that varies takes all its arms. */
static bool read_choice(struct vectorize_nest *n, const struct tir_expr *e)
{
	bool chooses = tir_ops[e->op].lazy || e->op == TIR_SELECT;
	if ((e->op == TIR_IF_THEN_ELSE || e->op == TIR_SELECT) && vectorize_is_known(n, e->arg[0]))
		return true; /* each lane's arm is known, and loads those elements alone */
	for (uint32_t i = 1; chooses && i < e->n && vectorize_varies(n, e->arg[0]); i++) {
		n->branches |= loads_alone(e->arg[i], e->arg[0]) ||
		               !may_take(n, e->arg[i], e->arg[0]);
		if (!may_take(n, e->arg[i], e))
			return refuse(n, LOOPS_LANES_CHOICE);
	}
	if ((e->op == TIR_AND || e->op == TIR_OR) && !may_take(n, e->arg[1], e))
		return refuse(n, LOOPS_LANES_CHOICE);
	return true;
}

/* A node that varies. */
static bool read_varying(struct vectorize_nest *n, const struct tir_expr *e)
{
	struct target_table table;
	if (vectorize_looks_up(n, e, &table)) {
		n->short_ok = false;
		n->looks_up = true;
		return read_type(n, e->type) && read_type(n, tir_type(TIR_TYPE_UINT, 8, 1)) &&
		       read_expr(n, table.bytes);
	}
	if (e->op == TIR_LOAD)
		return read_element(n, e->u.buffer, e->n, e->arg, true);
	if (vectorize_is_known(n, e))
		return read_type(n, e->type) &&
		       (vectorize_note_known(n, e) || refuse(n, LOOPS_LANES_LARGE));
	if (e->op == TIR_VAR && n->tiled && vectorize_dim(n, e->u.var) != UINT32_MAX)
		return refuse(n, LOOPS_LANES_STRIDE);
	struct target_product product;
	if (target_vector_product(e, &product)) {
		n->short_ok = false;
		return read_type(n, e->type) && read_expr(n, product.x) && read_expr(n, product.y);
	}
	if (!read_type(n, e->type) || !read_choice(n, e))
		return false;
	if (!target_float_in_lanes(e, n->floats))
		return refuse(n, LOOPS_LANES_TYPE);
	if (e->op == TIR_CALL && !read_call(n, e))
		return false;
	n->short_ok &= e->op != TIR_CAST && e->op != TIR_MUL && e->op != TIR_CALL;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_expr(n, e->arg[i]))
			return false;
	return true;
}

/* Each lane divides where its iteration does: a run that ends there ends in any order.  In a tile a choice may leave out
 * lanes. */
static bool may_divide(const struct vectorize_nest *n, const struct tir_expr *e)
{
	return (e->n == 2 && vectorize_is_divisor(n, e->arg[1])) ||
	       (!n->tiled && target_vector_divides(e));
}

/* What may be evaluated at another time, and of how many nodes. */
static bool check_nodes(struct vectorize_nest *n, const struct tir_expr *e)
{
	bool call = e->op == TIR_CALL && tir_call_effect(e) > TIR_PURE;
	if (++n->nnodes > VECTORIZE_NODES)
		return refuse(n, LOOPS_LANES_LARGE);
	if (call || e->op == TIR_LET || e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA ||
	        e->op == TIR_MASKED_LOAD)
		return refuse(n, LOOPS_LANES_EFFECT);
	if (e->op != TIR_LOAD && tir_node_traps(e) && !may_divide(n, e))
		return refuse(n, e->op == TIR_CALL ? LOOPS_LANES_CALL : LOOPS_LANES_TRAP);
	for (uint32_t i = 0; i < e->n; i++)
		if (!check_nodes(n, e->arg[i]))
			return false;
	return true;
}

static bool read_expr(struct vectorize_nest *n, const struct tir_expr *e)
{
	return !vectorize_varies(n, e) || read_varying(n, e);
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool read_uniform(struct vectorize_nest *n, const struct tir_stmt *s)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t nops = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < nops; i++)
		if (vectorize_varies(n, op[i]))
			return refuse(n, LOOPS_LANES_CONTROL);
	return true;
}

/* Read a binding; false with the reason: too many, or its value has no vector form. */
static bool read_bind(struct vectorize_nest *n, const struct tir_stmt *s)
{
	if (n->nbinds == VECTORIZE_BINDS)
		return refuse(n, LOOPS_LANES_LARGE);
	const struct tir_expr *value = tir_as_bind(s)->value.e;
	bool varies = vectorize_varies(n, value);
	if (varies && !read_varying(n, value))
		return false;
	n->bind[n->nbinds++] = (struct vectorize_bind){s, varies};
	return true;
}

/* Read a store: its element and its value; false with the reason. */
static bool read_store(struct vectorize_nest *n, const struct tir_stmt *s)
{
	const struct tir_store *store = tir_as_store(s);
	const struct tir_expr *index[TIR_MAX_RANK];
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = store->index[i].e;
	if (store->mask.e)
		return refuse(n, LOOPS_LANES_SHAPE);
	return read_element(n, store->buffer, s->nindex, index, false) &&
	       read_expr(n, store->value.e);
}

static bool is_plain_loop(const struct tir_stmt *s)
{
	const struct tir_loop_more *more = tir_as_for(s)->more;
	return s->for_kind == TIR_SERIAL && !(more->attr && more->attr->n) && !more->tag;
}

/* Read a loop inside, which all lanes go through together; false with the reason: its bounds differ between lanes, or it
 * lies too deep. */
static bool read_loop(struct vectorize_nest *n, const struct tir_stmt *s)
{
	uint32_t depth = n->ndims;
	for (uint32_t at = facts_loop(n->facts, s); at != n->innermost && depth < DEPENDENCE_LOOPS;
	        at = facts_loop_around(n->facts, at))
		depth++;
	if (depth == DEPENDENCE_LOOPS)
		return refuse(n, LOOPS_LANES_LARGE);
	return is_plain_loop(s) ? read_uniform(n, s) : refuse(n, LOOPS_LANES_SHAPE);
}

/* Read a statement of the body; false with the reason: a kind of statement that has no vector form. */
static bool read_stmt(struct vectorize_nest *n, const struct tir_stmt *s)
{
	switch (s->kind) {
	case TIR_FOR: return read_loop(n, s);
	case TIR_IF: return read_uniform(n, s);
	case TIR_BIND: return read_bind(n, s);
	case TIR_STORE: return read_store(n, s);
	case TIR_ALLOC:
		return vectorize_private(n, tir_as_alloc(s)->buffer) != UINT32_MAX ||
		       refuse(n, LOOPS_LANES_SHAPE);
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
	return refuse(n, LOOPS_LANES_SHAPE);
}

/* Read the statements, at any depth; false with the reason: the first one that cannot be done for lanes at once. */
static bool read_seq(struct vectorize_nest *n, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t nops = tir_stmt_exprs(t, op, TIR_MAX_OPERANDS);
		n->stmt = t;
		for (uint32_t i = 0; i < nops; i++)
			if (!check_nodes(n, op[i]))
				return false;
		if (!read_stmt(n, t) || !read_seq(n, tir_body(t)) || !read_seq(n, tir_orelse(t)))
			return false;
	}
	return true;
}

/* Does it begin at a multiple of a pair of scalar registers, wherever the first lane's iteration does? */
static bool is_aligned(const struct vectorize_nest *n, const struct access *a)
{
	const struct tir_for *loop = tir_as_for(n->loop);
	struct affine_sum at;
	int64_t lanes, stride, width;
	if (vectorize_private(n, a->buffer) != UINT32_MAX)
		return true;
	if (!access_bytes(n->facts, a, &at, &lanes, &stride, &width) || at.constant % PAIR)
		return false;
	for (uint32_t i = 0; i < at.n; i++) {
		bool lane = at.term[i].n == 1 && at.term[i].x[0] == loop->var->expr;
		if (!lane && at.term[i].factor % PAIR)
			return false;
	}
	return loop->min.e->op == TIR_INT_IMM && loop->min.e->u.i * width % PAIR == 0;
}

/* Do the loops of the tile what a loop may do whose iterations are lanes? */
static bool are_loops(const struct vectorize_nest *n)
{
	for (uint32_t d = 0; d < n->ndims; d++) {
		struct tir_type t = tir_as_for(n->dim[d])->var->type;
		if (!is_plain_loop(n->dim[d]) || tir_loop_step(n->dim[d]) != 1 ||
		        facts_loop(n->facts, n->dim[d]) == FACTS_NO_LOOP ||
		        t.code != TIR_TYPE_INT || t.bits < 32)
			return false;
	}
	return true;
}

/* The first store to memory that is not private gives the order of lanes. */
static bool find_order(struct vectorize_nest *n, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_STORE && t->nindex &&
		        vectorize_private(n, tir_as_store(t)->buffer) == UINT32_MAX)
			return vectorize_strides(n, tir_as_store(t)->index[t->nindex - 1].e, n->by);
		if (find_order(n, tir_body(t)) || find_order(n, tir_orelse(t)))
			return true;
	}
	return false;
}

bool vectorize_read(struct vectorize_nest *n, const struct tir_stmt *loop, uint32_t ndims,
        bool tiled)
{
	if (!vectorize_tile(n, loop, ndims))
		return refuse(n, LOOPS_LANES_SHAPE);
	n->seen = n->seen ? n->seen : ARENA_NEW(n->scratch, struct vectorize_seen);
	n->tiled = tiled;
	n->number = facts_loop(n->facts, loop);
	n->innermost = facts_loop(n->facts, n->dim[n->ndims - 1]);
	n->npriv = n->nbinds = n->nnodes = n->nknown = 0;
	n->narrowest = UINT32_MAX;
	n->widest = 0;
	n->short_ok = !tiled;
	n->looks_up = n->branches = false;
	n->by[0] = 1;
	if (!are_loops(n))
		return refuse(n, LOOPS_LANES_SHAPE);
	n->open = tir_as_for(loop)->extent.e->op != TIR_INT_IMM;
	n->most = INT64_MAX;
	if ((n->open && (tiled || !vectorize_may_be_open(n))) || vectorize_extent(n) < 2)
		return refuse(n, LOOPS_LANES_EXTENT);
	find_private(n, n->body);
	if (tiled && !find_order(n, n->body))
		return refuse(n, LOOPS_LANES_STRIDE);
	if (!read_seq(n, n->body))
		return false;
	if (!n->widest)
		return refuse(n, LOOPS_LANES_SHAPE);
	access_collect(n->facts, n->body, VECTORIZE_ACCESSES, n->innermost, n->scratch,
	        &n->accesses);
	if (!n->accesses.whole)
		return refuse(n, LOOPS_LANES_LARGE);
	n->most = n->open ? vectorize_most(n) : n->most;
	for (uint32_t i = 0; i < n->accesses.all.n && n->short_ok; i++)
		n->short_ok = is_aligned(n, &n->accesses.all.at[i]);
	n->may_group = n->ndims > 1 && vectorize_may(n, true);
	n->may_repeat = vectorize_may_repeat(n);
	return n->may_group || vectorize_may(n, false) || refuse(n, LOOPS_LANES_DEPENDS);
}
