/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/unroll_jam_cost.c: what an iteration of a loop costs on Hexagon, after LLVM's passes.
 *
 * Idea.   LLVM computes before a loop what does not change in it, keeps in a register what the loop
 *         reads and writes at one place, reads an element once an iteration and stores it once.  What the next iteration
 *         of scalars needs again it does not load again.
 *         This file counts the operations that remain; target/ knows the cost of each.
 * Needs   nothing: it is an estimate, and wrong where stores hit other elements.
 * Keeps   no opinion on what pays (unroll_jam.c).
 * Costs   each operand once, and pairs of elements of one buffer. */
#include "loops/order/unroll_jam.h"

enum {
	ENTRY = TARGET_PACKET, /* of a loop */
	ELEMENTS = 192,        /* of memory that are told apart in a loop */
	STORED = 32,           /* buffers that a loop stores to */
	BINDS = 192,
	UNROLLED = 320, /* nodes that LLVM makes of a loop, unrolling it wholly */
	PAIRS_LIVE = 5, /* values that are kept in pairs of registers between the copies */
	HELD = 20,      /* loads that are kept in registers then */
};

struct element {
	const struct tir_buffer *buffer;
	uint32_t nindex;
	struct affine_sum *form;
	bool stored;          /* by this iteration */
	bool loaded;          /* in each iteration, from memory */
	uint32_t first, last; /* statements that touch it */
};
/* One iteration of a loop. */
struct body {
	struct unroll_jam_meter *meter;
	const struct tir_stmt *loop;
	const struct tir_stmt *parent; /* the loop around, in which this one is unrolled; or NULL */
	uint32_t memory, products, others, registers, nodes, sums, statements;
	bool calls;
	bool lazy;             /* some operands are not always evaluated */
	struct target_loop as; /* what LLVM's vectoriser sees of it */
	uint32_t bits;         /* of the narrowest elements it touches */
	uint32_t steady;       /* loads that are the same in all iterations of the parent */
	uint32_t steady_products, steady_others; /* operations that are */
	uint32_t still;      /* accesses to what the parent reads and writes in all of its own */
	uint32_t outer_sums; /* those elements */
	const struct tir_buffer *stored[STORED];
	bool moves[STORED]; /* other elements in other iterations */
	uint32_t nstored;
	const struct tir_var *bind[BINDS]; /* that change from iteration to iteration */
	uint32_t nbinds;
	VEC(struct element) elements;
};

static uint64_t greater(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* ---- What changes ------------------------------------------------------------------------*/
static bool var_varies(const struct body *b, const struct tir_var *v)
{
	for (uint32_t i = 0; i < b->nbinds; i++)
		if (b->bind[i] == v)
			return true;
	return v == tir_as_for(b->loop)->var;
}

static uint32_t find_stored(const struct body *b, const struct tir_buffer *buffer)
{
	uint32_t i = 0;
	while (i < b->nstored && b->stored[i] != buffer)
		i++;
	return i;
}

static struct unroll_jam_seen *seen_of(struct body *b, const struct tir_expr *e)
{
	struct unroll_jam_meter *m = b->meter;
	while (m->seen.n <= e->id)
		VEC_PUSH(m->arena, &m->seen, (struct unroll_jam_seen){0});
	return &m->seen.at[e->id];
}

/* Has e another value in the next iteration? */
static bool varies(struct body *b, const struct tir_expr *e)
{
	struct unroll_jam_seen *s = seen_of(b, e);
	if (s->stamp == b->meter->stamp)
		return s->varies;
	bool v = e->op == TIR_VAR ? var_varies(b, e->u.var)
	                          : e->op == TIR_LOAD && find_stored(b, e->u.buffer) < b->nstored;
	for (uint32_t i = 0; i < e->n; i++)
		v |= varies(b, e->arg[i]);
	s = seen_of(b, e);
	*s = (struct unroll_jam_seen){b->meter->stamp, v, false};
	return v;
}

/* ---- Memory ------------------------------------------------------------------------------*/
static bool same_form(const struct affine_sum *x, const struct affine_sum *y)
{
	struct affine_sum d = *x;
	return affine_add_sum(&d, y, -1) && d.n == 0 && d.constant == 0;
}

static bool same_element(const struct element *x, const struct element *y)
{
	bool same = y->buffer == x->buffer && y->nindex == x->nindex;
	for (uint32_t k = 0; same && k < x->nindex; k++)
		same = same_form(&x->form[k], &y->form[k]);
	return same;
}

/* The element, if the iteration has touched it before; else NULL, and it is noted. */
static struct element *touch(struct body *b, const struct element *x)
{
	for (uint32_t i = 0; i < b->elements.n; i++)
		if (same_element(&b->elements.at[i], x)) {
			b->elements.at[i].last = b->statements;
			return &b->elements.at[i];
		}
	if (b->elements.n < ELEMENTS) {
		VEC_PUSH(b->meter->arena, &b->elements, *x);
		b->elements.at[b->elements.n - 1].first = b->statements;
		b->elements.at[b->elements.n - 1].last = b->statements;
	}
	return NULL;
}

/* Do all iterations touch one element there, so that it lives in a register? */
static bool is_kept(struct body *b, const struct tir_buffer *buffer, bool index_varies)
{
	uint32_t i = find_stored(b, buffer);
	return !index_varies && (i == b->nstored || !b->moves[i]);
}

static void count(struct body *b, const struct tir_expr *e);

/* The sums of an index are free: addresses are stepped.  What they are made of is not.  Copies that are measured
 * are of no function yet, of which facts could be had. */
static bool index_form(struct body *b, const struct tir_expr *e, struct affine_sum *f)
{
	affine_clear(f);
	bool ok = affine_read(f, e, 1, NULL, NULL);
	for (uint32_t i = 0; ok && i < f->n; i++)
		if (f->term[i].x[0]->op != TIR_VAR)
			count(b, f->term[i].x[0]);
	if (!ok)
		count(b, e);
	return ok;
}

/* Add one access of the body: an element that is kept in a register, one that is accessed again, or memory traffic. */
static void access(struct body *b, const struct tir_buffer *buffer, uint32_t n,
        const struct tir_expr *const *index, bool is_store)
{
	struct affine_sum *form = ARENA_NEWN(b->meter->arena, struct affine_sum, n);
	struct element x = {buffer, n, form, is_store, false, 0, 0}, *before = NULL;
	bool moves = false, known = true;
	for (uint32_t i = 0; i < n; i++) {
		moves |= varies(b, index[i]);
		known &= index_form(b, index[i], &form[i]);
		b->as.scattered |= (index[i]->flags & TIR_READS_MEM) != 0;
	}
	if (known)
		before = touch(b, &x);
	if (known)
		unroll_jam_describe(&b->as, b->loop, buffer, n, form);
	b->as.scattered |= !known;
	if (!b->bits || buffer->elem.bits < b->bits)
		b->bits = buffer->elem.bits;
	bool is_done = before && (before->stored || !is_store);
	if (before)
		before->stored |= is_store;
	bool kept = is_kept(b, buffer, moves);
	b->sums += kept && is_store;
	if (kept)
		b->registers += !before;
	else if (!is_done && b->parent && unroll_jam_is_steady(b->parent, buffer, n, index))
		b->steady++;
	else if (!is_done && b->parent && unroll_jam_is_still(b->parent, buffer)) {
		b->still++;
		b->outer_sums += is_store;
	} else {
		b->memory += !is_done;
		if (b->elements.n && !before && !is_store &&
		        b->elements.at[b->elements.n - 1].form == form)
			b->elements.at[b->elements.n - 1].loaded = true;
	}
}

/* Is y one iteration on what x is now? */
static bool follows(const struct body *b, const struct element *x, const struct element *y)
{
	bool follows = y->buffer == x->buffer && y->nindex == x->nindex;
	for (uint32_t k = 0; follows && k < x->nindex; k++) {
		struct affine_sum d = y->form[k];
		int64_t step = 0;
		for (uint32_t i = 0; i < d.n; i++)
			if (d.term[i].n == 1 && d.term[i].x[0]->op == TIR_VAR &&
			        d.term[i].x[0]->u.var == tir_as_for(b->loop)->var)
				step = d.term[i].factor * tir_loop_step(b->loop);
		follows = affine_add_sum(&d, &x->form[k], -1) && d.n == 0 && d.constant == step;
	}
	return follows;
}

/* The loads of what the iteration before has loaded, too: LLVM keeps these elements in registers, if it makes no vectors. */
static uint32_t carried(const struct body *b)
{
	uint32_t n = 0;
	for (uint32_t i = 0; i < b->elements.n; i++) {
		const struct element *x = &b->elements.at[i];
		bool found = !x->loaded || find_stored(b, x->buffer) < b->nstored;
		for (uint32_t k = 0; k < b->elements.n && !found; k++)
			if (b->elements.at[k].loaded && follows(b, x, &b->elements.at[k])) {
				n++;
				found = true;
			}
	}
	return n;
}

/* ---- Operations --------------------------------------------------------------------------*/
static const struct target_cost *cost_of(const struct tir_expr *e)
{
	bool by_constant = e->n > 1 && e->arg[1]->op == TIR_INT_IMM;
	enum target_type type = target_type_of(e->type);
	if (e->op == TIR_CAST && target_type_of(e->arg[0]->type) == TARGET_SOFT)
		type = TARGET_SOFT;
	return target_cost(target_op_of_node(e, by_constant), type);
}

/* A product of something by what does not change: that something; else NULL. */
static const struct tir_expr *scaled_part(struct body *b, const struct tir_expr *e)
{
	if (e->op != TIR_MUL || varies(b, e->arg[0]) == varies(b, e->arg[1]))
		return NULL;
	return varies(b, e->arg[0]) ? e->arg[0] : e->arg[1];
}

/* x * a is not multiplied by b as well, but by a * b. */
static bool is_scaled(struct body *b, const struct tir_expr *e)
{
	return e && scaled_part(b, e);
}

/* Is the operation on integers a part of a multiplication that is counted? */
static bool is_free(struct body *b, const struct tir_expr *e)
{
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return e->arg[0]->op == TIR_MUL || e->arg[1]->op == TIR_MUL;
	return e->op == TIR_MUL && is_scaled(b, scaled_part(b, e));
}

/* Add the packets of one operation, without its operands; note what LLVM's vectoriser does not take. */
static void count_node(struct body *b, const struct tir_expr *e)
{
	bool is_float = tir_is_float(e->type), is_truth = tir_ops[e->op].compare;
	b->as.other_types |= (!is_truth && !tir_is_int(e->type)) || e->type.bits > 32 ||
	                     e->type.lanes != 1;
	b->as.divides |= tir_node_traps(e);
	b->as.calls |= e->op == TIR_CALL && e->u.call.builtin != TIR_BUILTIN_Q_MULTIPLY_SHIFT;
	const struct target_cost *cost = cost_of(e);
	b->calls |= cost->calls;
	if (!cost->calls && !is_float && is_free(b, e))
		return;
	b->products += cost->multiplies;
	b->others += cost->others;
}

/* Count e and what is below it, unless it was counted before or is computed before the loop. */
static void count(struct body *b, const struct tir_expr *e)
{
	bool changes = varies(b, e);
	struct unroll_jam_seen *s = seen_of(b, e);
	if (s->counted || !(e->flags & TIR_HAS_VAR))
		return;
	s->counted = true;
	b->nodes++;
	if (!changes) {
		b->registers++;
		return;
	}
	if (e->op == TIR_LOAD) {
		access(b, e->u.buffer, e->n, e->arg, false);
		return;
	}
	const uint32_t products = b->products, others = b->others;
	count_node(b, e);
	if (b->parent && unroll_jam_is_same(b->parent, e)) {
		b->steady_products += b->products - products;
		b->steady_others += b->others - others;
	}
	b->lazy |= tir_is_lazy(e);
	for (uint32_t i = 0; i < e->n; i++)
		count(b, e->arg[i]);
}

/* ---- Statements --------------------------------------------------------------------------*/
static void find_stores(struct body *b, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_STORE && find_stored(b, tir_as_store(t)->buffer) == b->nstored &&
		        b->nstored < STORED)
			b->stored[b->nstored++] = tir_as_store(t)->buffer;
		if (t->kind == TIR_BIND && b->nbinds < BINDS)
			b->bind[b->nbinds++] = tir_as_bind(t)->var;
		if (t->kind == TIR_FOR && b->nbinds < BINDS)
			b->bind[b->nbinds++] = tir_as_for(t)->var;
		find_stores(b, tir_body(t));
		find_stores(b, tir_orelse(t));
	}
}

/* Find which stored buffers are stored to at indices that vary with the loop. */
static void find_moves(struct body *b, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		uint32_t k = t->kind == TIR_STORE ? find_stored(b, tir_as_store(t)->buffer)
		                                  : b->nstored;
		for (uint32_t i = 0; k < b->nstored && i < t->nindex; i++)
			b->moves[k] |= varies(b, tir_as_store(t)->index[i].e);
		find_moves(b, tir_body(t));
		find_moves(b, tir_orelse(t));
	}
}

/* Add what a statement computes and stores. */
static void count_stmt(struct body *b, const struct tir_stmt *s)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	for (uint32_t i = 0; i < s->nindex; i++)
		index[i] = tir_as_store(s)->index[i].e;
	if (tir_value_of(s))
		count(b, tir_value_of(s));
	if (s->kind == TIR_STORE)
		access(b, tir_as_store(s)->buffer, s->nindex, index, true);
	b->nodes++;
	b->statements++;
}

/* How many elements are at once in registers, between two statements that touch them. */
static uint32_t live(const struct body *b)
{
	uint32_t most = 0;
	for (uint32_t at = 0; at < b->statements; at++) {
		uint32_t n = 0;
		for (uint32_t i = 0; i < b->elements.n; i++)
			n += b->elements.at[i].first <= at && at < b->elements.at[i].last;
		most = (uint32_t)greater(most, n);
	}
	return most;
}

static bool is_start(const struct tir_expr *e)
{
	return e->op == TIR_EQ && e->arg[0]->op == TIR_VAR && e->arg[1]->op == TIR_INT_IMM;
}

/* What is done in one iteration alone, LLVM takes out of the loop. */
static bool is_peeled(const struct tir_stmt *s)
{
	if (s->kind != TIR_IF || tir_orelse(s)->first)
		return false;
	const struct tir_expr *e = tir_as_if(s)->value.e;
	while (e->op == TIR_AND && is_start(e->arg[1]))
		e = e->arg[0];
	return is_start(e);
}

/* Add what the statements do in one iteration.  Loops inside are measured by themselves; what LLVM peels is left out. */
static void count_seq(struct body *b, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR || is_peeled(t))
			continue;
		count_stmt(b, t);
		b->as.branches |= t->kind == TIR_IF && varies(b, tir_as_if(t)->value.e);
		count_seq(b, tir_body(t));
		count_seq(b, tir_orelse(t));
	}
}

/* ---- Loops -------------------------------------------------------------------------------*/
/* What the loops of a body are in. */
struct around {
	const struct tir_stmt *loop; /* the innermost that is not unrolled */
	bool is_window;              /* all in it are */
	uint64_t times;              /* of the body in an iteration of that loop, if so */
};

static uint64_t measure_loop(struct unroll_jam_meter *m, const struct tir_stmt *loop,
        const struct around *around);

/* The time of the loops of a body; false in *any: there are none. */
static uint64_t measure_loops(struct unroll_jam_meter *m, const struct tir_seq *s,
        const struct around *around, bool *any)
{
	uint64_t time = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR) {
			*any = true;
			time += measure_loop(m, t, around);
			continue;
		}
		time += measure_loops(m, tir_body(t), around, any);
		time += measure_loops(m, tir_orelse(t), around, any);
	}
	return time;
}

static void measure(struct body *b)
{
	b->meter->stamp++;
	find_stores(b, &tir_as_for(b->loop)->body);
	find_moves(b, &tir_as_for(b->loop)->body);
	count_seq(b, &tir_as_for(b->loop)->body);
}

/* A row of one vector at most, and as much behind it: that is done four elements at a time, which take a pair of registers
 * for each value (a box of 3 x 3 over rows of 62, four rows at once: 2,769 -> 3,317 packets; three: 2,215). */
static bool is_crowded(const struct body *b, const struct target_inner *k, bool vectors)
{
	return vectors && k->n < 2 * k->lanes && k->rest * 2 > k->lanes && live(b) > PAIRS_LIVE;
}

/* What all iterations of the loop take, in twelfths of packets: with its loops inside, as LLVM's vectors where that is
 * modelled, unrolled where LLVM unrolls. */
static uint64_t measure_loop(struct unroll_jam_meter *m, const struct tir_stmt *loop,
        const struct around *around)
{
	const struct tir_for *l = tir_as_for(loop);
	bool any = false, constant = l->extent.e->op == TIR_INT_IMM;
	uint64_t n = unroll_jam_times(loop);
	struct around in = *around;
	in.times *= n;
	if (!around->is_window)
		in = (struct around){loop, unroll_jam_is_window(loop), 1};
	uint64_t inside = measure_loops(m, &l->body, &in, &any);
	struct body *b = m->body ? m->body : ARENA_NEW(m->arena, struct body);
	m->body = b; /* loops inside are done with theirs */
	*b = (struct body){.meter = m, .loop = loop, .parent = any ? NULL : around->loop};
	measure(b);
	b->as.trips = m->trips ? m->trips : (int64_t)n;
	b->as.serial = true;
	b->as.loops = any;
	bool vectors = m->vectorizes && target_vectorizes(&b->as);
	struct target_inner k = {.n = n,
	        .steady = b->steady,
	        .outer_sums = b->outer_sums,
	        .sums = b->sums,
	        .unrolls_more = m->unrolls_more,
	        .downwards = b->as.least < 0,
	        .parts = n};
	target_shape(&k, vectors ? b->bits : 0);
	bool unrolled = around->is_window || (!any && constant && k.parts * b->nodes <= UNROLLED);
	bool sums_held = unrolled && target_keeps_all(&k, around->times);
	bool held = sums_held || (unrolled && !vectors && b->steady * n * around->times <= HELD);
	uint64_t again = vectors || any || around->is_window ? 0 : carried(b);
	b->registers += (uint32_t)again;
	uint64_t memory = (uint64_t)b->memory + (held ? 0 : b->steady) + (sums_held ? 0 : b->still);
	if (held && !vectors && m->unrolls_more) {
		b->products -= b->steady_products;
		b->others -= b->steady_others;
	}
	const struct target_work w = {
	        n * memory - (n ? n - 1 : 0) * again, n * b->products, n * b->others};
	if (sums_held)
		b->registers += (uint32_t)(b->outer_sums * (vectors ? k.rest : n));
	if (!any) {
		m->registers = (uint32_t)greater(m->registers, b->registers);
		m->nodes = (uint32_t)greater(m->nodes, b->nodes);
		m->sums = (uint32_t)greater(m->sums, b->sums);
		m->branches |= b->calls || b->as.branches || b->lazy;
		m->vectors |= vectors;
		if (is_crowded(b, &k, vectors))
			m->crowded = true;
	}
	uint64_t time = vectors ? target_vector_time(&w) : target_time(&w);
	uint64_t entry = unrolled || m->no_entries ? 0 : ENTRY;
	return inside * n + time + entry + target_lanes_time(&k);
}

uint64_t unroll_jam_time(struct unroll_jam_meter *m, const struct tir_stmt *loop)
{
	struct around none = {NULL, false, 1};
	m->is_short = unroll_jam_is_short(loop);
	return measure_loop(m, loop, &none);
}
