/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/time.c: what a function takes, with vectors in it or not.
 *
 * Idea.   Each operation is counted in the innermost loop in which it changes, by what target/ says of its vectors.  Vectors
 *         of less than half a register live in pairs of scalar ones.  What is loaded in front of a loop is loaded in it again if there are too
 *         few registers.  An innermost loop of scalars that LLVM makes
 *         vectors of is counted as if its statements were on whole registers.
 *         Four products of bytes that are added up are one instruction, as are the sums of eight bytes.
 * Keeps   an estimate, made to compare two forms of one function: both are measured alike.
 * Costs   each node of each statement. */
#include "loops/order/lines.h"
#include "loops/order/unroll_jam.h"

enum {
	DEPTH = 24,
	ENTRY = 2 * TARGET_PACKET, /* of a loop */
	PAIR = 3,        /* operations on a pair of scalar registers, for one on a short vector */
	FAR = 2,         /* for an element that is no near one */
	HORIZONTAL = 20, /* steps of a sum over lanes, at the end of a loop */
	DOT = 4,         /* bytes that are multiplied and added up by one instruction */
	NEAR = 8,        /* a stride of so many elements: whole rows are loaded */
	HELD = 20,       /* of HVX's registers: what is more lives on the stack */
};

struct level {
	const struct tir_stmt *loop; /* NULL: the function */
	struct target_vector_work work;
	struct target_work scalars;
	uint32_t held; /* registers of what is loaded for it in front of it */
};
struct clock {
	const struct tir_func *f;
	struct arena *arena;
	struct unroll_jam_meter meter;
	struct loops_timer *t;
	uint32_t *seen;       /* of the timer */
	uint32_t list, lanes; /* lanes: of each value that changes, where LLVM makes vectors */
	struct level level[DEPTH];
	uint32_t depth;
	struct lines lines; /* that were loaded */
	unsigned floats;    /* formats in which HVX computes with floats (enum target_floats) */
	bool by_lines;      /* of loops_options */
};

/* ---- Where a value changes ---------------------------------------------------------------*/
enum {
	LEVELS = 256
}; /* a level in a timer's table is behind the number of the call that put it there */

static void bind(struct clock *c, const struct tir_var *v, uint32_t level)
{
	c->t->bound.at[v->id] = c->t->calls * LEVELS + level;
}

/* From which level on the value changes; 0: it does nowhere. */
static uint32_t level_of(const struct clock *c, const struct tir_expr *e)
{
	if (e->op == TIR_VAR) {
		uint32_t bound = c->t->bound.at[e->u.var->id];
		return bound / LEVELS == c->t->calls ? bound % LEVELS : 0;
	}
	if (!(e->flags & TIR_HAS_VAR) || !e->n)
		return 0;
	uint32_t *known = &c->t->known.at[e->id], level = 0;
	if (*known / LEVELS == c->t->calls)
		return *known % LEVELS;
	for (uint32_t i = 0; i < e->n; i++) {
		uint32_t l = level_of(c, e->arg[i]);
		level = l > level ? l : level;
	}
	*known = c->t->calls * LEVELS + level;
	return level;
}

/* ---- Operations --------------------------------------------------------------------------*/
static bool is_short(struct tir_type t, uint32_t lanes)
{
	return lanes * (t.bits < 8 ? 8 : t.bits) < 8 * TARGET_HVX_BYTES / 2;
}

/* Of scalar registers that hold as many bytes. */
static uint64_t pairs(struct tir_type t, uint32_t lanes)
{
	return ((uint64_t)lanes * (t.bits < 8 ? 8 : t.bits) + 63) / 64;
}

static void lane_by_lane(struct target_vector_work *w, uint32_t lanes, uint32_t operations)
{
	w->others += (uint64_t)lanes * operations;
}

/* The stride between neighbouring lanes, in elements; 0: that is not known. */
static int64_t stride_of(const struct clock *c, const struct tir_expr *index)
{
	if (index->op == TIR_RAMP)
		return index->arg[1]->op == TIR_INT_IMM ? index->arg[1]->u.i : 0;
	if (index->type.lanes > 1 || !c->lanes)
		return index->type.lanes == 1;
	struct affine_sum sum;
	affine_clear(&sum);
	int64_t by = 0;
	const struct tir_var *v = tir_as_for(c->level[c->depth].loop)->var;
	if (!affine_read(&sum, index, 1, NULL, NULL))
		return 0;
	for (uint32_t i = 0; i < sum.n; i++)
		if (sum.term[i].n == 1 && sum.term[i].x[0] == v->expr)
			by += sum.term[i].factor;
	return by;
}

/* Add the time of one access of so many lanes: a row, a strided row, a lookup in a table, or lane by lane. */
static void access(struct clock *c, struct target_vector_work *w, const struct tir_buffer *b,
        const struct tir_expr *index, uint32_t lanes)
{
	int64_t by = stride_of(c, index);
	struct target_table table;
	by = by < 0 ? -by : by;
	if (by == 1 || b->elem.lanes > 1)
		target_vector_access(w, b->elem, lanes);
	else if (by > 1 && by <= NEAR && !is_short(b->elem, lanes))
		target_vector_shuffle(w, b->elem, lanes, lanes, (uint32_t)by, true);
	else if (!by && target_vector_table(b, index, &table))
		target_vector_lookup(w, &table, lanes);
	else
		lane_by_lane(w, lanes, FAR);
}

void loops_work_of(struct target_vector_work *w, const struct tir_expr *e, uint32_t lanes,
        unsigned floats)
{
	enum target_float by_bits = target_float_in(e, floats);
	bool by_constant = e->n > 1 && (e->arg[1]->op == TIR_INT_IMM ||
	                                       (e->arg[1]->op == TIR_BROADCAST &&
	                                               e->arg[1]->arg[0]->op == TIR_INT_IMM));
	struct tir_type t = tir_ops[e->op].compare ? e->arg[0]->type : e->type;
	enum target_op op = target_op_of_node(e, by_constant);
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_BROADCAST;
	if (target_vector_scales(e))
		target_vector_scale(w, lanes);
	else if (!sum && (is_short(t, lanes) || (e->n && is_short(e->arg[0]->type, lanes))))
		w->others += PAIR * pairs(t, lanes);
	else if (by_bits > TARGET_FLOAT_MOVE)
		target_vector_float(w, by_bits, t, lanes);
	else if (e->op == TIR_CAST)
		target_vector_cast(w, e->arg[0]->type, t, lanes);
	else if (e->op == TIR_SHUFFLE)
		w->permutes += loops_time_of_shuffle(e);
	else if (e->op == TIR_BROADCAST)
		target_vector_broadcast(w, t, lanes);
	else
		target_vector_op(w, op, t, lanes);
}

/* Which byte of each word, or half of it, a vector of every fourth byte, or of every other half, begins with, in 32 bits; DOT: it is
 * another vector. */
static uint32_t byte_of(const struct tir_expr *e)
{
	const struct tir_expr *x = e->op == TIR_CAST && e->type.bits == 32 ? e->arg[0] : e;
	if (x == e || x->op != TIR_SHUFFLE || x->u.nvectors != 1 ||
	        (x->type.bits != 8 && x->type.bits != 16))
		return DOT;
	uint32_t of = 32 / x->type.bits;
	for (uint32_t i = 2; i < x->n; i++)
		if (x->arg[i]->u.i != x->arg[i - 1]->u.i + of)
			return DOT;
	return x->n > 1 && x->arg[1]->u.i < of ? (uint32_t)x->arg[1]->u.i : DOT;
}

/* Is it one of the products of bytes, or of halves, that are added up by one instruction: by one number for all lanes, or by those of another
 * vector?  Then which; DOT: it is none. */
static uint32_t product_of(const struct tir_expr *e)
{
	if (e->op != TIR_MUL || e->type.lanes < 2)
		return DOT;
	uint32_t a = byte_of(e->arg[0]), b = byte_of(e->arg[1]);
	const struct tir_expr *x = e->arg[a < DOT];
	bool all = x->op == TIR_BROADCAST && x->arg[0]->op == TIR_CAST &&
	           x->arg[0]->arg[0]->type.bits <= 16;
	return a < DOT && b < DOT ? (a == b ? a : DOT) : all ? (a < DOT ? a : b) : DOT;
}

/* Is it a sum with such a product, or with such bytes alone? */
static bool adds_product(const struct tir_expr *e)
{
	bool any = false;
	for (uint32_t i = 0; i < 2 && e->op == TIR_ADD && e->type.lanes > 1; i++)
		any |= product_of(e->arg[i]) < DOT ||
		       (e->arg[i]->op == TIR_CAST && byte_of(e->arg[i]) < DOT);
	return any;
}

/* Is it a byte of a vector as a number of 32 bits?  *at: which. */
static bool is_lane_byte(const struct tir_expr *e, int64_t *at)
{
	const struct tir_expr *x = e->op == TIR_CAST && e->type.lanes == 1 && e->type.bits == 32
	                                   ? e->arg[0]
	                                   : e;
	bool is = x != e && x->op == TIR_SHUFFLE && x->type.bits == 8 && x->u.nvectors == 1 &&
	          x->n == 2;
	*at = is ? x->arg[1]->u.i : 0;
	return is;
}

/* Is it a sum with such a byte?  Eight of them are added up by one instruction: only the first counts. */
static bool adds_lane_byte(const struct tir_expr *e)
{
	enum { BYTES = 8 };
	int64_t at;
	return e->op == TIR_ADD && e->type.lanes == 1 && is_lane_byte(e->arg[1], &at) && at % BYTES;
}

static void count(struct clock *c, const struct tir_expr *e);

/* Add one instruction for the first of the products, or bytes, that it adds up. */
static void count_instruction(struct level *l, struct tir_type of, struct tir_type t)
{
	bool halves = of.bits == 16;
	enum target_op op = target_op_of(halves ? TIR_MUL : TIR_ADD, false);
	target_vector_op(&l->work, op, halves ? of : t, halves ? 2 * t.lanes : t.lanes);
}

/* Add the bytes that are added up; what is shuffled is no instruction. */
static void count_bytes(struct clock *c, struct level *l, const struct tir_expr *sum)
{
	for (uint32_t i = 0; i < 2; i++) {
		const struct tir_expr *e = sum->arg[i];
		if (e->op != TIR_CAST || byte_of(e) == DOT || c->seen[e->id] == c->list)
			continue;
		c->seen[e->id] = c->list;
		if (!byte_of(e))
			count_instruction(l, e->arg[0]->type, e->type);
		count(c, e->arg[0]->arg[0]);
	}
}

/* Add the product: an instruction for the first of the four; what is shuffled is no instruction. */
static void count_product(struct clock *c, struct level *l, const struct tir_expr *e)
{
	const struct tir_expr *x = e->arg[byte_of(e->arg[0]) == DOT]->arg[0];
	if (product_of(e) == 0) {
		count_instruction(l, x->type, e->type);
		l->scalars.memory++;
	}
	for (uint32_t i = 0; i < 2; i++)
		if (byte_of(e->arg[i]) < DOT)
			count(c, e->arg[i]->arg[0]->arg[0]);
}

/* Add one operation on one number: that of floats may be a function. */
static void count_scalar(struct level *l, const struct tir_expr *e)
{
	bool floats = tir_is_float(e->type), soft = target_type_of(e->type) == TARGET_SOFT;
	for (uint32_t i = 0; i < e->n; i++) {
		floats |= tir_is_float(e->arg[i]->type);
		soft |= target_type_of(e->arg[i]->type) == TARGET_SOFT;
	}
	const struct target_cost *cost = target_cost(target_op_of_node(e, false),
	        soft ? TARGET_SOFT : TARGET_FLOATS);
	l->scalars.multiplies += floats ? cost->multiplies : 0;
	l->scalars.others += floats ? cost->others : 1;
}

/* Add e to the level of the loop that it changes in, once a list of statements; a scalar is counted by itself, a ramp is
 * an address. */
static void count(struct clock *c, const struct tir_expr *e)
{
	if (c->seen[e->id] == c->list || !(e->flags & TIR_HAS_VAR) || e->op == TIR_VAR)
		return;
	c->seen[e->id] = c->list;
	uint32_t level = level_of(c, e);
	struct level *l = &c->level[level];
	bool wide = c->lanes && level == c->depth;
	uint32_t lanes = wide ? c->lanes : e->type.lanes;
	int64_t at;
	if (e->op == TIR_RAMP)
		return; /* of an address */
	if (product_of(e) < DOT) {
		count_product(c, l, e);
		return;
	}
	if (e->op == TIR_LOAD && lanes > 1 && level < c->depth)
		c->level[c->depth].held += (tir_type_bytes(e->type) + TARGET_HVX_BYTES - 1) /
		                           TARGET_HVX_BYTES;
	if (c->by_lines && e->op == TIR_LOAD && lanes > 1 && !wide &&
	        loops_load_lines(&c->lines, c->list, &l->work, e))
		return;
	for (uint32_t i = 0; i < 2 && !wide && !c->by_lines && loops_is_pair_of_rows(e); i++) {
		l->work.memory += c->seen[e->arg[i]->id] != c->list &&
		                  loops_is_new_line(&c->lines, c->list, e->arg[i]);
		c->seen[e->arg[i]->id] = c->list;
	}
	if (e->op == TIR_LOAD && lanes > 1)
		access(c, &l->work, e->u.buffer, e->arg[e->n - 1], lanes);
	else if (e->op == TIR_LOAD)
		l->scalars.memory++;
	else if (lanes > 1 && adds_product(e))
		count_bytes(c, l, e);
	else if (lanes > 1)
		loops_work_of(&l->work, e, lanes, c->floats);
	else if (lanes == 1 && !is_lane_byte(e, &at) && !adds_lane_byte(e))
		count_scalar(l, e);
	for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
		count(c, e->arg[i]);
}

/* Add what the statement computes, and its store, each at the level of the loop that it changes in. */
static void count_stmt(struct clock *c, const struct tir_stmt *s)
{
	const struct tir_expr *value = tir_value_of(s);
	if (value)
		count(c, value);
	if (s->kind == TIR_BIND)
		bind(c, tir_as_bind(s)->var, value ? level_of(c, value) : c->depth);
	if (s->kind != TIR_STORE || !s->nindex)
		return;
	const struct tir_expr *index = tir_as_store(s)->index[s->nindex - 1].e;
	uint32_t level = 0;
	for (uint32_t i = 0; i < s->nindex; i++) {
		uint32_t l = level_of(c, tir_as_store(s)->index[i].e);
		level = l > level ? l : level;
	}
	uint32_t lanes = c->lanes && level == c->depth ? c->lanes : value->type.lanes;
	if (c->lanes && level < c->depth)
		c->level[c->depth - 1].work.permutes += HORIZONTAL;
	if (lanes > 1)
		access(c, &c->level[level].work, tir_as_store(s)->buffer, index, lanes);
	else
		c->level[level].scalars.memory++;
	if (c->by_lines && s->nindex == 1)
		c->level[level].work.memory += loops_split_lines(tir_as_store(s)->buffer, index);
}

/* ---- Loops -------------------------------------------------------------------------------*/
static uint64_t time_of_seq(struct clock *c, const struct tir_seq *s);

static uint64_t ended(struct level *l)
{
	return target_vector_body(&l->work) + target_time(&l->scalars);
}

/* The bits of the narrowest and of the widest elements that are accessed. */
struct widths {
	uint32_t least, most;
};

static void add_width(struct widths *w, uint32_t bits)
{
	bits = bits < 8 ? 8 : bits > 32 ? 32 : bits;
	w->least = bits < w->least ? bits : w->least;
	w->most = bits > w->most ? bits : w->most;
}

static void add_widths(struct widths *w, const struct tir_expr *e)
{
	if (e->op == TIR_LOAD)
		add_width(w, e->type.bits);
	for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
		add_widths(w, e->arg[i]);
}

/* Add the bits of all that the statements compute and store. */
static void add_widths_in(struct widths *w, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (tir_value_of(t))
			add_widths(w, tir_value_of(t));
		if (t->kind == TIR_STORE)
			add_width(w, tir_as_store(t)->buffer->elem.bits);
		add_widths_in(w, tir_body(t));
		add_widths_in(w, tir_orelse(t));
	}
}

/* How many iterations of an innermost loop LLVM makes lanes; 0: it has fewer. */
static uint32_t llvm_lanes(const struct tir_stmt *loop, uint64_t n)
{
	struct widths w = {32, 8};
	add_widths_in(&w, tir_body(loop));
	uint32_t lanes = TARGET_HVX_BYTES * 8 / w.least, least = TARGET_HVX_BYTES * 8 / w.most;
	while (lanes > least && n < lanes)
		lanes /= 2;
	return n < lanes ? 0 : lanes;
}

/* Is there a store or binding of a vector, at any depth? */
static bool has_vectors(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (((t->kind == TIR_STORE || t->kind == TIR_BIND) &&
		            tir_value_of(t)->type.lanes > 1) ||
		        has_vectors(tir_body(t)) || has_vectors(tir_orelse(t)))
			return true;
	return false;
}

bool unroll_jam_has_loops(const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next)
		if (t->kind == TIR_FOR || unroll_jam_has_loops(tir_body(t)) ||
		        unroll_jam_has_loops(tir_orelse(t)))
			return true;
	return false;
}

/* One iteration of the loop. */
static uint64_t time_of_body(struct clock *c, const struct tir_stmt *loop, uint32_t lanes)
{
	uint32_t outer = c->lanes;
	c->depth++;
	c->level[c->depth] = (struct level){.loop = loop};
	bind(c, tir_as_for(loop)->var, c->depth);
	c->lanes = lanes;
	uint64_t time = time_of_seq(c, tir_body(loop));
	struct level *l = &c->level[c->depth];
	l->work.memory += l->held > HELD ? l->held - HELD : 0;
	time += ended(l);
	c->lanes = outer;
	c->depth--;
	return time > 2 * TARGET_PACKET ? time : 2 * TARGET_PACKET;
}

/* What all iterations of the loop take, in twelfths of packets: as vectors of the text, as LLVM would vectorise it, or as
 * scalars. */
static uint64_t time_of_loop(struct clock *c, const struct tir_stmt *s)
{
	uint64_t n = unroll_jam_times(s);
	bool vectors = has_vectors(tir_body(s));
	c->meter.vectors = false;
	uint64_t time = vectors ? 0 : unroll_jam_time(&c->meter, s);
	if (c->depth + 1 == DEPTH || (!vectors && !c->meter.vectors))
		return time;
	if (vectors || unroll_jam_has_loops(tir_body(s)))
		return ENTRY + n * time_of_body(c, s, 0);
	c->meter.vectorizes = false;
	time = unroll_jam_time(&c->meter, s);
	c->meter.vectorizes = true;
	uint32_t lanes = llvm_lanes(s, n);
	if (!lanes)
		return time;
	return 2 * ENTRY + n / lanes * time_of_body(c, s, lanes) + time * (n % lanes) / n;
}

/* What the statements take, in twelfths of packets; straight-line code is counted into the level's work instead. */
static uint64_t time_of_seq(struct clock *c, const struct tir_seq *s)
{
	uint64_t time = 0;
	uint32_t outer = c->list;
	c->list = ++c->t->lists;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR) {
			time += time_of_loop(c, t);
			continue;
		}
		count_stmt(c, t);
		uint64_t held = time_of_seq(c, tir_body(t)), other = time_of_seq(c, tir_orelse(t));
		bool versions = t->kind == TIR_IF && !c->depth; /* of a nest: one is done */
		time += versions ? (held > other ? held : other) : held + other;
	}
	c->list = outer;
	return time;
}

/* Let the table have room for n entries. */
static void make_room(struct loops_numbers *x, uint32_t n, struct arena *keeps)
{
	if (x->n >= n)
		return;
	uint32_t *old = x->at, most = 2 * n;
	x->at = ARENA_NEWN(keeps, uint32_t, most);
	if (old)
		memcpy(x->at, old, x->n * sizeof *old);
	x->n = most;
}

uint64_t loops_time_with(struct loops_timer *t, struct arena *keeps, const struct tir_func *f,
        const struct loops_options *options, struct arena *arena)
{
	struct clock *c = ARENA_NEW(arena, struct clock);
	t->calls++;
	make_room(&t->seen, f->module->nexprs + 1, keeps);
	make_room(&t->known, f->module->nexprs + 1, keeps);
	make_room(&t->bound, f->module->nvars + 1, keeps);
	*c = (struct clock){.f = f,
	        .arena = arena,
	        .meter = {.arena = arena,
	                .vectorizes = options->vectorizes,
	                .unrolls_more = options->opt_level == 0 || options->opt_level > 2},
	        .t = t,
	        .seen = t->seen.at,
	        .floats = options->floats,
	        .by_lines = options->by_lines};
	return time_of_seq(c, &f->body) + ended(&c->level[0]);
}

uint64_t loops_time(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena)
{
	struct loops_timer t = {0};
	return loops_time_with(&t, arena, f, options, arena);
}
