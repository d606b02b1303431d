/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_cost.c: what a loop costs whose iterations are lanes of vectors.
 *
 * Idea.   Of each body the operations that change in its innermost loop are counted, for each group; target/ knows
 *         what they take.  An element that does not change in that loop, and that nothing else of it touches, lives in
 *         a register: it is counted in the loop around.
 * Needs   a nest that vectorize_nest.c has read.
 * Costs   the nest, times pieces and groups; accesses of a body in pairs. */
#include "loops/nest/counted.h"
#include "loops/nest/growth.h"
#include "loops/vectorize/vectorize.h"

enum {
	USUAL = 16,                /* iterations of a loop of unknown extent */
	BODY = 2 * TARGET_PACKET,  /* of an iteration, at least */
	ENTRY = 2 * TARGET_PACKET, /* of a loop */
};

struct meter {
	const struct vectorize_nest *n;
	const struct vectorize_group *g;
	const struct vectorize_piece *piece;
	const uint8_t *needed;        /* lanes of the operand; NULL: all */
	const struct tir_stmt *inner; /* the innermost loop around; or NULL: the piece itself */
	struct target_vector_work work;
	uint64_t scalars; /* operations on uniform values */
};

/* ---- What changes in the innermost loop --------------------------------------------------*/
static bool is_invariant(const struct meter *m, const struct tir_expr *e)
{
	return m->inner && facts_is_invariant(m->n->facts, e, facts_loop(m->n->facts, m->inner));
}

/* Is the element one in all iterations of the innermost loop, and do all other accesses in it miss it? */
static bool is_held(const struct meter *m, const struct access *a)
{
	const struct facts *f = m->n->facts;
	uint32_t loop = m->inner ? facts_loop(f, m->inner) : FACTS_NO_LOOP;
	for (uint32_t i = 0; i < access_rank(a); i++)
		if (!m->inner || !is_invariant(m, access_index(a, i)))
			return false;
	for (uint32_t i = 0; i < m->n->accesses.all.n; i++) {
		const struct access *b = &m->n->accesses.all.at[i];
		bool inside = b->loop == loop;
		if (inside && !b->load && alias_may(f, a->buffer, b->buffer) &&
		        !access_is_same(a, b))
			return false;
	}
	return true;
}

/* ---- Operations --------------------------------------------------------------------------*/
static enum target_op op_of(const struct tir_expr *e)
{
	bool by_constant = e->n > 1 && e->arg[1]->op == TIR_INT_IMM;
	return target_op_of_node(e, by_constant);
}

static void count(struct meter *m, const struct tir_expr *e);
static bool count_taps(struct meter *m, const struct tir_expr *e);

/* stored: the value, if it is stored: one for all lanes is in scalar registers as well. */
static void count_row(struct meter *m, struct tir_type t, const struct tir_expr *stored)
{
	target_vector_access(&m->work, t, m->g->n);
	if (m->n->in_words && (!stored || vectorize_varies(m->n, stored)))
		target_vector_words(&m->work, t, m->g->n);
}

/* Add what the lanes' load takes: a row, or blocks and the shuffle that picks lanes out of them.  Nothing if it is held
 * in a register. */
static void count_load(struct meter *m, const struct tir_expr *e, const struct tir_stmt *s)
{
	struct access a = access_of_load(e, s, FACTS_NO_LOOP);
	struct vectorize_blocks *b = ARENA_NEW(m->n->scratch, struct vectorize_blocks);
	bool row = !m->n->tiled || vectorize_private(m->n, e->u.buffer) != UINT32_MAX ||
	           !vectorize_find_blocks(m->n, m->piece, m->g, e, m->needed, b) || !b->n;
	if (is_held(m, &a))
		return;
	if (row)
		count_row(m, e->type, NULL);
	else
		target_vector_shuffle(&m->work, e->type, m->g->n, b->lanes, b->n,
		        b->lane[0] + 1 != b->lane[1]);
}

/* Does e load an element that the loop around the nest does not change, such as a sum that goes on there? */
static bool goes_on(const struct vectorize_nest *n, const struct tir_expr *e)
{
	uint32_t around = facts_loop_around(n->facts, n->number);
	const struct tir_stmt *loop = around != FACTS_NO_LOOP ? facts_loop_stmt(n->facts, around)
	                                                      : NULL;
	int64_t by = 1;
	return e->op == TIR_LOAD && loop && loop->kind == TIR_FOR &&
	       loops_growth_of(n->facts, e->n, e->arg, tir_var_of(loop), &by) && by == 0;
}

/* Add what an operation on floats by their bits takes.  A sum that goes on waits for each step of it, and takes twice as long: in
 * scalar registers it stays where it is. */
static void count_float(struct meter *m, const struct tir_expr *e, enum target_float by_bits,
        struct tir_type t)
{
	target_vector_float(&m->work, by_bits, t, m->g->n);
	if (by_bits == TARGET_FLOAT_ADD && (goes_on(m->n, e->arg[0]) || goes_on(m->n, e->arg[1])))
		target_vector_float(&m->work, by_bits, t, m->g->n);
}

/* Add what one operation on the lanes takes, without its operands. */
static void count_node(struct meter *m, const struct tir_expr *e)
{
	struct tir_type t = e->type;
	if (tir_ops[e->op].compare)
		t = e->arg[0]->type;
	bool divides = target_vector_divides(e) && !vectorize_is_known(m->n, e->arg[1]);
	if (divides && tir_node_traps(e)) {
		target_vector_division(&m->work, m->g->n);
		return;
	}
	if (target_vector_scales(e)) {
		target_vector_scale(&m->work, m->g->n);
		return;
	}
	enum target_float by_bits = target_float_in(e, m->n->floats);
	if (by_bits != TARGET_FLOAT_NONE)
		count_float(m, e, by_bits, t);
	else if (e->op == TIR_CAST)
		target_vector_cast(&m->work, e->arg[0]->type, t, m->g->n);
	else
		target_vector_op(&m->work, op_of(e), t, m->g->n);
}

/* Is the value of e at hand, from these statements, for all lanes?  Else it is from now on. */
static bool is_at_hand(const struct meter *m, const struct tir_expr *e)
{
	struct vectorize_seen *seen = m->n->seen;
	if (m->needed || !e->n || e->op == TIR_LOAD)
		return false;
	while (seen->at.n <= e->id)
		VEC_PUSH(m->n->scratch, &seen->at, 0);
	bool again = seen->at.at[e->id] == seen->now;
	seen->at.at[e->id] = seen->now;
	return again;
}

/* A choice that is known for each lane. */
static void count_choice(struct meter *m, const struct tir_expr *e)
{
	const uint8_t *needed = m->needed;
	uint8_t *yes = ARENA_NEWN(m->n->scratch, uint8_t, 2 * VECTORIZE_LANES);
	uint8_t *no = yes + VECTORIZE_LANES;
	enum vectorize_truth t = vectorize_decide(m->n, m->piece, m->g, e->arg[0], needed, yes, no);
	m->needed = t == VECTORIZE_SOMETIMES ? yes : needed;
	if (t != VECTORIZE_NEVER)
		count(m, e->arg[1]);
	m->needed = t == VECTORIZE_SOMETIMES ? no : needed;
	if (t != VECTORIZE_ALWAYS)
		count(m, e->arg[2]);
	m->needed = needed;
	if (t == VECTORIZE_SOMETIMES)
		count_node(m, e);
}

/* Add what e takes for the lanes: scalars that are broadcast, lookups, products, loads, operations. */
static void count(struct meter *m, const struct tir_expr *e)
{
	if (vectorize_is_known(m->n, e) || is_at_hand(m, e))
		return; /* a constant, or computed before */
	if (vectorize_is_choice(m->n, e)) {
		count_choice(m, e);
		return;
	}
	if (!vectorize_varies(m->n, e)) {
		bool steady = is_invariant(m, e) || e->op == TIR_INT_IMM || e->op == TIR_FLOAT_IMM;
		m->scalars += !steady;
		if (!steady)
			target_vector_broadcast(&m->work, e->type, m->g->n);
		return;
	}
	struct target_table table;
	if (vectorize_looks_up(m->n, e, &table)) {
		struct tir_type bytes = tir_type(TIR_TYPE_UINT, 8, 1);
		target_vector_cast(&m->work, table.bytes->type, bytes, m->g->n);
		target_vector_lookup(&m->work, &table, m->g->n);
		count(m, table.bytes);
		return;
	}
	if (e->op == TIR_LOAD) {
		count_load(m, e, NULL);
		return;
	}
	struct target_product product;
	if (target_vector_product(e, &product)) {
		target_vector_scale(&m->work, m->g->n);
		count(m, product.x);
		count(m, product.y);
		return;
	}
	if (e->op == TIR_VAR || count_taps(m, e))
		return;
	count_node(m, e);
	for (uint32_t i = 0; i < e->n; i++)
		count(m, e->arg[i]);
}

/* ---- Bytes times scalars, added up -------------------------------------------------------*/
/* The bytes of a tap; NULL: e is none. */
static const struct tir_expr *tap_of(const struct meter *m, const struct tir_expr *e)
{
	const struct tir_expr *product = e->op == TIR_CAST && e->type.bits == 32 ? e->arg[0] : e;
	for (uint32_t i = 0; i < 2 && product->op == TIR_MUL; i++) {
		const struct tir_expr *x = product->arg[i], *by = product->arg[1 - i];
		if (target_vector_is_tap(x, by) && vectorize_varies(m->n, x) &&
		        !vectorize_varies(m->n, by))
			return x->arg[0];
	}
	return e->op == TIR_CAST && target_vector_is_tap(e, NULL) && vectorize_varies(m->n, e)
	               ? e->arg[0]
	               : NULL;
}

/* Are both loads of one row? */
static bool are_near(const struct meter *m, const struct tir_expr *a, const struct tir_expr *b)
{
	struct affine_sum d;
	bool loads = a->op == TIR_LOAD && b->op == TIR_LOAD && a->u.buffer == b->u.buffer;
	for (uint32_t i = 0; loads && i < a->n; i++) {
		affine_clear(&d);
		loads = affine_add(&d, affine_of(m->n->facts, a->arg[i]), 1) &&
		        affine_add(&d, affine_of(m->n->facts, b->arg[i]), -1) && !d.n &&
		        (i + 1 == a->n || !d.constant);
	}
	return loads;
}

/* The taps of a sum, of which the first one of each row is loaded; how many there are. */
static uint32_t find_taps(const struct meter *m, const struct tir_expr *e,
        const struct tir_expr **tap, uint32_t n)
{
	if (e->op == TIR_ADD && n < VECTORIZE_TAPS)
		return find_taps(m, e->arg[1], tap, find_taps(m, e->arg[0], tap, n));
	const struct tir_expr *bytes = tap_of(m, e);
	if (bytes && n < VECTORIZE_TAPS)
		tap[n++] = bytes;
	return n;
}

/* What is added to the taps of a sum. */
static void count_rest(struct meter *m, const struct tir_expr *e)
{
	if (e->op == TIR_ADD) {
		count_rest(m, e->arg[0]);
		count_rest(m, e->arg[1]);
	} else if (!tap_of(m, e)) {
		count(m, e);
		target_vector_op(&m->work, TARGET_ADD, e->type, m->g->n);
	}
}

/* The taps of e that HVX multiplies and adds up by itself, each beside another one of its row or not; 0: e is no such sum. */
static uint32_t sum_of_taps(const struct meter *m, const struct tir_expr *e,
        const struct tir_expr **tap, bool *near)
{
	uint32_t n = e->op == TIR_ADD && tir_is_int(e->type) ? find_taps(m, e, tap, 0) : 0,
	         beside = 0;
	if (n < 2 || n == VECTORIZE_TAPS)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		near[i] = false;
		for (uint32_t k = 0; k < i; k++)
			near[i] |= are_near(m, tap[i], tap[k]);
		beside += near[i];
	}
	return target_vector_sums_taps(e->type, n, beside) ? n : 0;
}

/* A sum that HVX multiplies and adds up by itself; false: it is none. */
static bool count_taps(struct meter *m, const struct tir_expr *e)
{
	const struct tir_expr *tap[VECTORIZE_TAPS + 1];
	bool near[VECTORIZE_TAPS + 1], may = !m->n->by_llvm && target_vector_adds_taps(m->g->n);
	uint32_t n = may ? sum_of_taps(m, e, tap, near) : 0;
	if (!n)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		if (!near[i])
			count(m, tap[i]);
		target_vector_tap(&m->work, m->g->n, near[i]);
	}
	count_rest(m, e);
	return true;
}

/* Is there a sum of two or more window elements in e, outside of indices? */
static bool holds_taps(const struct meter *m, const struct tir_expr *e)
{
	const struct tir_expr *tap[VECTORIZE_TAPS + 1];
	bool near[VECTORIZE_TAPS + 1], holds = sum_of_taps(m, e, tap, near) != 0;
	for (uint32_t i = 0; i < e->n && !holds && e->op != TIR_LOAD; i++)
		holds = holds_taps(m, e->arg[i]);
	return holds;
}

bool vectorize_adds_taps(const struct vectorize_nest *n, const struct tir_seq *body)
{
	const struct meter m = {.n = n};
	for (const struct tir_stmt *s = body->first; s; s = s->next)
		if (s->kind == TIR_STORE && holds_taps(&m, tir_value_of(s)))
			return true;
	return false;
}

/* Add what the statement's value takes, and its store unless that stays in registers. */
static void count_stmt(struct meter *m, const struct tir_stmt *s)
{
	count(m, tir_value_of(s));
	if (s->kind != TIR_STORE)
		return;
	struct access a = access_of_store(s, FACTS_NO_LOOP);
	if (!is_held(m, &a))
		count_row(m, tir_as_store(s)->buffer->elem, tir_value_of(s));
}

/* ---- Bodies ------------------------------------------------------------------------------*/
static uint64_t times(const struct tir_stmt *loop)
{
	int64_t step = tir_loop_step(loop);
	const struct tir_expr *extent = tir_as_for(loop)->extent.e;
	if (extent->op != TIR_INT_IMM)
		return step < USUAL ? (uint64_t)(USUAL / step) : 1;
	int64_t n = extent->u.i < LOOPS_LONGEST ? extent->u.i : LOOPS_LONGEST;
	return n <= 0 ? 0 : (uint64_t)((n - 1) / step + 1);
}

/* Statements of a body that are not in loops in it. */
static uint64_t time_of_stmts(struct meter *m, const struct tir_seq *s)
{
	uint64_t scalars = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_IF) {
			scalars += 2 * TARGET_PACKET + time_of_stmts(m, tir_body(t)) +
			           time_of_stmts(m, tir_orelse(t));
			continue;
		}
		if (t->kind == TIR_STORE || t->kind == TIR_BIND)
			count_stmt(m, t);
	}
	return scalars;
}

static uint64_t time_of_body(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_stmt *inner, const struct tir_seq *s);

/* What the loops in the statements take for one group of iterations, in twelfths of packets. */
static uint64_t time_of_loops(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_seq *s)
{
	uint64_t time = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR)
			time += ENTRY + times(t) * time_of_body(n, p, t, tir_body(t));
		else
			time += time_of_loops(n, p, tir_body(t)) +
			        time_of_loops(n, p, tir_orelse(t));
	}
	return time;
}

/* What one iteration of a loop takes for all groups of lanes, in twelfths of packets, with the loops in it. */
static uint64_t time_of_body(const struct vectorize_nest *n, const struct vectorize_piece *p,
        const struct tir_stmt *inner, const struct tir_seq *s)
{
	struct meter m = {.n = n, .piece = p, .inner = inner};
	uint64_t time = 0;
	for (uint32_t i = 0; i < p->ngroups; i++) {
		m.g = &p->group[i];
		n->seen->now++;
		time = time_of_stmts(&m, s);
	}
	time += target_vector_body(&m.work) + m.scalars / p->ngroups * (TARGET_PACKET / 2);
	return (time > BODY ? time : BODY) + time_of_loops(n, p, s);
}

uint64_t vectorize_time(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        uint64_t scalar)
{
	uint64_t time = 0;
	for (uint32_t i = 0; i < plan->npieces; i++) {
		const struct vectorize_piece *p = &plan->piece[i];
		uint64_t count = (uint64_t)p->count;
		if (p->step == 1)
			time += ENTRY + scalar * count / (uint64_t)vectorize_extent(n);
		else
			time += ENTRY + count / p->step * time_of_body(n, p, NULL, n->body);
	}
	return time;
}
