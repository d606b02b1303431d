/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_nest.c: what a loop's body does, as far as the order of its iterations matters.
 *
 * Idea.   One walk over the body in the order of the text: loops, bindings, copied statements and their accesses
 *         to memory, each in a list.  What is not understood ends it with a reason.
 * Keeps   the limits of unroll_jam.h: nests that are longer are no candidates.
 * Costs   each operand of the nest once. */
#include "loops/order/unroll_jam.h"

struct reading {
	struct unroll_jam_nest *n;
	enum loops_reason *why;
	const struct tir_stmt *s; /* whose operands are read */
	uint32_t nonce,
	        once[UNROLL_JAM_LOOPS]; /* the loops around that are entered once for all copies */
};

static bool refuse(struct reading *r, enum loops_reason why)
{
	*r->why = why;
	return false;
}

uint32_t unroll_jam_loop_of(const struct unroll_jam_nest *n, const struct tir_var *v)
{
	for (uint32_t i = 0; i < n->nloops; i++)
		if (tir_as_for(n->loop[i].s)->var == v)
			return i;
	return UINT32_MAX;
}

uint32_t unroll_jam_bind_of(const struct unroll_jam_nest *n, const struct tir_var *v)
{
	for (uint32_t i = 0; i < n->nbinds; i++)
		if (tir_as_bind(n->bind[i])->var == v)
			return i;
	return UINT32_MAX;
}

/* ---- Operands ----------------------------------------------------------------------------*/
/* load: NULL for the statement's own store. */
static bool add_access(struct reading *r, const struct tir_buffer *b, const struct tir_expr *load)
{
	struct unroll_jam_nest *n = r->n;
	if (b->elem.lanes > 1)
		return refuse(r, LOOPS_UNROLL_JAM_VECTOR);
	if (n->naccesses == UNROLL_JAM_ACCESSES)
		return refuse(r, LOOPS_UNROLL_JAM_LARGE);
	n->access[n->naccesses++] = (struct unroll_jam_access){b, r->s, load, n->ncopied - 1};
	return true;
}

/* May the node, its operands aside, be evaluated in another order? */
static bool check_node(struct reading *r, const struct tir_expr *e)
{
	bool call = e->op == TIR_CALL && tir_call_effect(e) > TIR_PURE;
	if (++r->n->nnodes > UNROLL_JAM_NODES)
		return refuse(r, LOOPS_UNROLL_JAM_LARGE);
	r->n->vectors |= e->type.lanes > 1;
	if (call || e->op == TIR_LET || e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA ||
	        e->op == TIR_MASKED_LOAD)
		return refuse(r, LOOPS_UNROLL_JAM_EFFECT);
	/* a division that traps does so in any order: the same ones are computed, with the same operands */
	if (e->op == TIR_CALL && tir_node_traps(e))
		return refuse(r, LOOPS_UNROLL_JAM_TRAP);
	return true;
}

/* The depth is that of the whole at most, of which no more than UNROLL_JAM_NODES nodes are read. */
static bool read_expr(struct reading *r, const struct tir_expr *e)
{
	if (!check_node(r, e))
		return false;
	if (e->op == TIR_LOAD && !add_access(r, e->u.buffer, e))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_expr(r, e->arg[i]))
			return false;
	return true;
}

/* Take note of what a statement loads and stores; false with the reason: a masked store, too much, or what may not be
 * copied. */
static bool read_operands(struct reading *r, const struct tir_stmt *s)
{
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	r->s = s;
	for (uint32_t i = 0; i < n; i++)
		if (!read_expr(r, op[i]))
			return false;
	if (s->kind != TIR_STORE)
		return true;
	const struct tir_store *store = tir_as_store(s);
	if (store->mask.e)
		return refuse(r, LOOPS_UNROLL_JAM_VECTOR);
	return add_access(r, store->buffer, NULL);
}

/* ---- Statements --------------------------------------------------------------------------*/
static bool read_seq(struct reading *r, const struct tir_seq *s, bool in_copied);

/* Is e the same for all copies: made of what is defined outside the nest and of the loops that are
 * entered once? */
static bool is_common(const struct reading *r, const struct tir_expr *e, uint32_t *budget)
{
	const struct unroll_jam_nest *n = r->n;
	if (!*budget || e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	--*budget;
	if (e->op == TIR_VAR) {
		uint32_t loop = unroll_jam_loop_of(n, e->u.var);
		if (unroll_jam_bind_of(n, e->u.var) != UINT32_MAX)
			return false;
		for (uint32_t i = 0; i < r->nonce; i++)
			if (r->once[i] == loop)
				return true;
		return loop == UINT32_MAX || loop < n->at;
	}
	for (uint32_t i = 0; i < e->n; i++)
		if (!is_common(r, e->arg[i], budget))
			return false;
	return true;
}

/* Add a loop to the nest; false with the reason: it is not serial, it has annotations, or there are too many. */
static bool add_loop(struct reading *r, const struct tir_stmt *s)
{
	if (s->for_kind != TIR_SERIAL ||
	        (tir_as_for(s)->more->attr && tir_as_for(s)->more->attr->n))
		return refuse(r, LOOPS_UNROLL_JAM_SHAPE);
	if (r->n->nloops == UNROLL_JAM_LOOPS)
		return refuse(r, LOOPS_UNROLL_JAM_LARGE);
	r->n->loop[r->n->nloops++] = (struct unroll_jam_loop){s, tir_loop_step(s)};
	return true;
}

/* Begin a statement of which each copy of the body has its own, below the loops that all copies share; false: too many. */
static bool begin_copied(struct reading *r, const struct tir_stmt *s)
{
	struct unroll_jam_nest *n = r->n;
	if (n->ncopied == UNROLL_JAM_COPIED)
		return refuse(r, LOOPS_UNROLL_JAM_LARGE);
	struct unroll_jam_copied *u = &n->copied[n->ncopied++];
	u->s = s;
	u->nloops = r->nonce;
	memcpy(u->loop, r->once, r->nonce * sizeof *r->once);
	return true;
}

/* Read a loop of the body: jammed where its bounds are the same in all copies, else copied whole; false with the reason. */
static bool read_loop(struct reading *r, const struct tir_stmt *s, bool in_copied)
{
	uint32_t budget = UNROLL_JAM_NODES;
	bool once = !in_copied && is_common(r, tir_as_for(s)->min.e, &budget) &&
	            is_common(r, tir_as_for(s)->extent.e, &budget);
	if (!once && !in_copied && !begin_copied(r, s))
		return false;
	uint32_t number = r->n->nloops;
	if (!read_operands(r, s) || !add_loop(r, s))
		return false;
	r->once[r->nonce] = number;
	r->nonce += once;
	bool ok = read_seq(r, tir_body(s), !once);
	r->nonce -= once;
	return ok;
}

/* One whose condition is the same for all copies holds them all. */
static bool read_if(struct reading *r, const struct tir_stmt *s, bool in_copied)
{
	uint32_t budget = UNROLL_JAM_NODES;
	bool once = !in_copied && is_common(r, tir_as_if(s)->value.e, &budget);
	if (!once && !in_copied && !begin_copied(r, s))
		return false;
	return read_operands(r, s) && read_seq(r, tir_body(s), !once) &&
	       read_seq(r, tir_orelse(s), !once);
}

/* Read a statement of the body; false with the reason: another kind of statement, or too many. */
static bool read_stmt(struct reading *r, const struct tir_stmt *s, bool in_copied)
{
	struct unroll_jam_nest *n = r->n;
	if (s->kind == TIR_FOR)
		return read_loop(r, s, in_copied);
	if (s->kind == TIR_IF)
		return read_if(r, s, in_copied);
	if (s->kind != TIR_BIND && s->kind != TIR_STORE)
		return refuse(r, LOOPS_UNROLL_JAM_SHAPE);
	if (!in_copied && !begin_copied(r, s))
		return false;
	if (s->kind == TIR_BIND && n->nbinds == UNROLL_JAM_COPIED)
		return refuse(r, LOOPS_UNROLL_JAM_LARGE);
	if (s->kind == TIR_BIND)
		n->bind[n->nbinds++] = s;
	return read_operands(r, s);
}

static bool read_seq(struct reading *r, const struct tir_seq *s, bool in_copied)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (!read_stmt(r, t, in_copied))
			return false;
	return true;
}

bool unroll_jam_is_rest(const struct tir_stmt *loop)
{
	const struct tir_expr *extent = tir_as_for(loop)->extent.e; /* x - x // c * c */
	const struct tir_expr *m = extent->op == TIR_SUB ? extent->arg[1] : extent;
	return m != extent && m->op == TIR_MUL && m->arg[0]->op == TIR_FLOORDIV &&
	       m->arg[0]->arg[0] == extent->arg[0] && m->arg[0]->arg[1] == m->arg[1];
}

bool unroll_jam_read(struct unroll_jam_nest *n, const struct unroll_jam_around *around,
        const struct tir_stmt *loop, enum loops_reason *why)
{
	struct reading r = {.n = n, .why = why};
	n->vectors = false;
	n->nloops = n->nbinds = n->ncopied = n->naccesses = n->nnodes = n->steps = 0;
	for (uint32_t i = 0; i < around->n && i < UNROLL_JAM_LOOPS; i++)
		n->loop[n->nloops++] = (struct unroll_jam_loop){
		        around->loop[i], tir_loop_step(around->loop[i])};
	n->at = n->nloops;
	if (tir_loop_step(loop) != 1 || unroll_jam_is_rest(loop))
		return refuse(&r, LOOPS_UNROLL_JAM_SHAPE);
	if (!add_loop(&r, loop) || !read_seq(&r, &tir_as_for(loop)->body, false))
		return false;
	for (uint32_t i = 0; i < n->nloops; i++)
		n->steps += tir_loop_step(n->loop[i].s) > 1;
	/* two loops of a nest share enough; and so a second run finds nothing to do */
	return n->steps < 2 || refuse(&r, LOOPS_UNROLL_JAM_PAYS);
}

bool unroll_jam_is_entered_once(const struct unroll_jam_nest *n, const struct tir_stmt *s)
{
	for (uint32_t i = 0; i < n->ncopied; i++)
		if (n->copied[i].s == s)
			return false;
	return s->kind == TIR_FOR || s->kind == TIR_IF;
}
