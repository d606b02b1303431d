/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/turned_copy.c: how turned copies are laid out, and what makes them.
 *
 * Idea.    A copy has a row for each column of what is loaded, of 2^n elements or of whole registers.  Rows that are no whole registers are
 *          laid out 2^n elements apart first, which is a nest like others.
 * Needs    the parts of the loads' indices (turned.c).
 * Costs    each load once for each other one. */
#include "loops/plan/turner.h"

enum { FEWEST_ROWS = 4 };

/* A copy: what is in it, and how. */
struct layout {
	int64_t stride, rows, columns;
	int64_t row, column; /* the first ones */
	int64_t width;       /* of the copy's rows, one for each column */
	int64_t length;      /* how many of these */
	int64_t lanes;
};

/* The rows and columns of all loads of that copy that there are in the buffer. */
static struct layout layout_of(const struct turner *t, uint32_t copy)
{
	struct lane_range rows = {INT64_MAX, INT64_MIN}, columns = rows;
	struct layout l = {0};
	int64_t all = 0, around = 0;
	for (uint32_t i = 0; i < t->nplaces; i++) {
		const struct place *p = &t->place[i];
		if (p->copy != copy)
			continue;
		l.stride = p->stride;
		l.lanes = EMIT_LINE_BITS / p->load->type.bits / t->unit;
		all = p->load->u.buffer->shape[0]->u.i / t->unit;
		around = 0;
		for (uint32_t k = 0; k < p->at.n; k++)
			if (p->part[k] == AROUND)
				around += p->at.term[k].factor *
				          (turned_extent(t, p->at.term[k].var) - 1);
		rows.lo = p->rows.lo < rows.lo ? p->rows.lo : rows.lo;
		rows.hi = p->rows.hi > rows.hi ? p->rows.hi : rows.hi;
		columns.lo = p->columns.lo < columns.lo ? p->columns.lo : columns.lo;
		columns.hi = p->columns.hi > columns.hi ? p->columns.hi : columns.hi;
	}
	int64_t last = turned_floor(all - 1 - around, l.stride);
	/* a row that is not there in the first or last iteration of the loops around is there in others */
	if (around && (rows.lo < 0 || rows.hi > last))
		return l;
	l.row = rows.lo < 0 ? 0 : rows.lo;
	l.column = columns.lo < 0 ? 0 : columns.lo;
	l.rows = (rows.hi > last ? last : rows.hi) - l.row + 1;
	l.columns = (columns.hi >= l.stride ? l.stride - 1 : columns.hi) - l.column + 1;
	return l;
}

struct tir_buffer *turned_buffer(const struct turner *t, const char *name, struct tir_type elem,
        int64_t elements)
{
	struct emitter x = {.m = t->all->m};
	struct tir_buffer *b = emit_alloc(&x, NULL, name, elem, elements);
	b->root = b;
	return b;
}

const struct tir_expr *turned_plus(const struct turner *t, const struct tir_expr *a,
        const struct tir_expr *b, int64_t by)
{
	struct tir_module *m = t->all->m;
	if (by != 1)
		b = tir_binary(m, TIR_MUL, b, tir_int(m, TIR_INT32, by));
	return a ? tir_binary(m, TIR_ADD, a, b) : b;
}

static const struct tir_expr *plus_number(const struct turner *t, const struct tir_expr *a,
        int64_t n)
{
	const struct tir_expr *b = tir_int(t->all->m, TIR_INT32, n);
	return !a ? b : n ? tir_binary(t->all->m, TIR_ADD, a, b) : a;
}

/* The loops around, in the order of the first load's terms; all: how many iterations. */
static bool find_around(const struct turner *t, const struct place *p, struct exchange *e,
        int64_t *all)
{
	*all = 1;
	for (uint32_t i = 0; i < p->at.n; i++) {
		if (p->part[i] != AROUND)
			continue;
		if (e->n + 2 > NEST_LOOPS || p->at.term[i].factor < 0)
			return false;
		e->around[e->n].extent = turned_extent(t, p->at.term[i].var);
		e->around[e->n].from = p->at.term[i].factor;
		*all *= e->around[e->n++].extent;
	}
	return true;
}

/* Rows of 2^n elements, in whole registers, where they are shorter than one. */
static bool pad(struct turner *t, struct turned_copy *c, struct exchange *e, const struct layout *l,
        int64_t all)
{
	struct tir_module *m = t->all->m;
	int64_t width = exchange_rounded(l->columns), inner = l->lanes / width;
	int64_t rows = (l->rows + inner - 1) / inner * inner;
	struct tir_buffer *from = e->from;
	struct nest pad = {.loop = t->n->loop, .from = t->n->from};
	if (t->unit > 1 || width > l->lanes || all * rows * width > TURNED_MOST ||
	        e->n + 2 > NEST_LOOPS)
		return false;
	c->padded = pad.buffer = turned_buffer(t, "padded", from->elem, all * rows * width);
	const struct tir_expr *index = NULL, *at = NULL, *inside = NULL;
	int64_t by = rows * width;
	for (uint32_t i = e->n; i-- > 0;) {
		struct tir_var *v = tir_var_new(m, "around", TIR_INT32);
		pad.loops.at[i] = (struct nest_loop){v, e->around[i].extent};
		index = turned_plus(t, index, v->expr, by);
		at = turned_plus(t, at, v->expr, e->around[i].from);
		e->around[i].from = by;
		by *= e->around[i].extent;
	}
	struct tir_var *row = tir_var_new(m, "row", TIR_INT32),
	               *column = tir_var_new(m, "column", TIR_INT32);
	pad.loops.n = e->n;
	pad.loops.at[pad.loops.n++] = (struct nest_loop){row, rows};
	pad.loops.at[pad.loops.n++] = (struct nest_loop){column, width};
	index = turned_plus(t, index, row->expr, width);
	pad.index = turned_plus(t, index, column->expr, 1);
	at = turned_plus(t, at, row->expr, l->stride);
	at = plus_number(t, turned_plus(t, at, column->expr, 1), e->from_at);
	pad.value = tir_access(m, TIR_LOAD, from, 1, &at);
	if (width > l->columns)
		inside = tir_binary(m, TIR_LT, column->expr, tir_int(m, TIR_INT32, l->columns));
	if (rows > l->rows) {
		const struct tir_expr *is = tir_binary(m, TIR_LT, row->expr,
		        tir_int(m, TIR_INT32, l->rows));
		inside = inside ? tir_binary(m, TIR_AND, is, inside) : is;
	}
	if (inside)
		pad.value = tir_select(m, TIR_IF_THEN_ELSE, inside, pad.value,
		        tir_zero(m, from->elem));
	c->pad = pad;
	e->from = c->padded;
	e->from_at = 0;
	e->from_stride = e->columns = width;
	return true;
}

/* Are rows loaded as they are? */
static bool is_long(const struct exchange *e, const struct layout *l)
{
	int64_t end = e->from_at + (l->rows - 1) * l->stride + l->lanes;
	for (uint32_t i = 0; i < e->n; i++)
		end += (e->around[i].extent - 1) * e->around[i].from;
	if (l->columns >= l->lanes)
		return true;
	if (l->stride == l->columns && exchange_rounded(l->columns) == l->columns)
		return l->rows % (l->lanes / l->columns) == 0;
	return exchange_rounded(l->columns) == l->lanes && end * e->unit <= e->from->shape[0]->u.i;
}

/* The moves: whole blocks of rows, and what is left. */
static void add_moves(struct turned_copy *c, const struct exchange *all, const struct layout *l,
        bool overlaps)
{
	int64_t whole = l->rows / l->lanes, rest = l->rows % l->lanes;
	struct exchange e = *all;
	if (l->rows <= l->lanes) {
		c->move[c->nmoves++] = e;
		return;
	}
	e.rows = l->lanes;
	e.around[e.n].extent = whole;
	e.around[e.n].from = l->lanes * e.from_stride;
	e.around[e.n++].to = l->lanes;
	c->move[c->nmoves++] = e;
	if (!rest)
		return;
	int64_t first = overlaps ? l->rows - l->lanes : whole * l->lanes;
	e = *all;
	e.rows = overlaps ? l->lanes : rest;
	e.from_at += first * e.from_stride;
	e.to_at += first;
	c->move[c->nmoves++] = e;
}

/* Is it that the nest loads this alone, and stores columns as far apart as it does in *stride? */
static bool is_move(const struct turner *t, const struct place *p, const struct layout *l,
        struct exchange *e, int64_t *stride)
{
	uint32_t k = 0;
	int64_t columns = 1, rows = 1, first = 0;
	if (t->n->value != p->load || t->stored.n != p->at.n)
		return false;
	*stride = 0;
	for (uint32_t i = 0; i < p->at.n; i++) {
		const struct tir_var *v = p->at.term[i].var;
		int64_t f = p->at.term[i].factor, to = nest_factor(&t->stored, v);
		if (p->part[i] == ROW) {
			rows *= turned_extent(t, v);
			if (to != f / p->stride)
				return false;
		} else if (p->part[i] == COLUMN) {
			columns *= turned_extent(t, v);
			if (f <= 0 || to % f || (*stride && *stride != to / f))
				return false;
			*stride = to / f;
		} else {
			e->around[k++].to = to;
		}
	}
	e->to = t->n->buffer;
	e->to_at = t->stored.number + first;
	e->to_stride = *stride;
	return columns == l->columns && rows == l->rows && *stride >= l->rows &&
	       (l->rows >= l->lanes ||
	               (exchange_rounded(l->rows) == l->rows && *stride == l->rows));
}

bool turned_make_copy(struct turner *t, const struct place *p, uint32_t number, bool stores)
{
	struct layout l = layout_of(t, number);
	struct turned_copy *c = &t->out->copy[number];
	struct exchange e = {.from = p->load->u.buffer,
	        .unit = t->unit,
	        .from_stride = l.stride,
	        .rows = l.rows};
	int64_t all, stride = 0;
	e.columns = l.columns;
	e.from_at = l.row * l.stride + l.column;
	if (l.rows < FEWEST_ROWS || l.columns < 2 || !find_around(t, p, &e, &all))
		return false;
	bool direct = stores && is_long(&e, &l) && is_move(t, p, &l, &e, &stride);
	if (direct) {
		t->out->is_done = true;
		add_moves(c, &e, &l, true);
		return true;
	}
	if (!is_long(&e, &l) && !pad(t, c, &e, &l, all))
		return false;
	int64_t width = l.rows > l.lanes ? (l.rows + l.lanes - 1) / l.lanes * l.lanes
	                                 : exchange_rounded(l.rows);
	bool touch = e.from_stride == e.columns && exchange_rounded(e.columns) == e.columns;
	int64_t length = e.columns >= l.lanes || touch ? e.columns : l.lanes;
	if (all * width * length * t->unit > TURNED_MOST)
		return false;
	c->copy = e.to = turned_buffer(t, "turned", e.from->elem, all * width * length * t->unit);
	e.to_at = 0;
	e.to_stride = width;
	e.overruns = true;
	for (uint32_t i = 0, by = 1; i < e.n; i++) {
		e.around[i].to = by * width * length;
		by *= (uint32_t)e.around[i].extent;
	}
	add_moves(c, &e, &l, false);
	return true;
}

/* How far iterations of a loop around lie apart in the copy, whose loops are those of the first load. */
static int64_t distance_of(const struct turner *t, uint32_t copy, const struct exchange *e,
        const struct tir_var *v)
{
	const struct place *p = t->place;
	uint32_t n = 0;
	while (p->copy != copy)
		p++;
	for (uint32_t i = 0; p->at.term[i].var != v; i++)
		n += p->part[i] == AROUND;
	return e->around[n].to;
}

const struct tir_expr *turned_load(const struct turner *t, const struct place *p)
{
	struct layout l = layout_of(t, p->copy);
	const struct turned_copy *c = &t->out->copy[p->copy];
	const struct exchange *e = &c->move[0];
	const struct tir_expr *at = NULL;
	int64_t by[3] = {1, e->to_stride, 0};
	for (uint32_t i = 0; i < p->at.n; i++) {
		int64_t f = p->at.term[i].factor;
		if (p->part[i] == AROUND) {
			at = turned_plus(t, at, p->at.term[i].var->expr,
			        distance_of(t, p->copy, e, p->at.term[i].var));
			continue;
		}
		f = p->part[i] == ROW ? f / p->stride : f;
		at = turned_plus(t, at, p->at.term[i].var->expr, f * by[p->part[i]]);
	}
	at = plus_number(t, at, p->row - l.row + (p->column - l.column) * e->to_stride);
	if (t->unit > 1)
		at = turned_plus(t, t->in->expr, at, t->unit);
	return tir_access(t->all->m, TIR_LOAD, c->copy, 1, &at);
}
