/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/turned.c: copies that are turned, for nests whose lanes lie far apart.
 *
 * Idea.    Neighbours of what is stored lie `stride` elements apart in what is loaded.  Write the index as stride * row + column +
 *          what loops around add: columns are what stays below the stride.  A copy has the rows side by side for each column, so that lanes
 *          are neighbours again.  Loads of one buffer that differ in numbers alone share a copy.
 *          If the nest only loads, and stores rows and columns so, the copy is what it stores to.
 * Needs    indices that are sums of multiples of loops' variables.  Conditions around a load say which rows and columns it has. Where a
 *          column would lie outside of its row though all of them are understood, they keep the load away together; where one is
 *          not, nothing is known of such a load. A row that would lie outside of the buffer is never loaded.
 * Costs    each load of the nest, once for each other one.
 * Wrong if that is not so: proof/replay compares both functions. */
#include "loops/plan/turner.h"

enum { LINES = 2 };

/* ---- What is loaded ------------------------------------------------------------------------*/
/* Let the index of an element be that of its unit; false: it is not the same for all elements of a unit. */
static bool in_units(const struct turner *t, struct nest_sum *s)
{
	uint32_t n = 0;
	if (t->unit == 1)
		return true;
	if (nest_factor(s, t->in) != 1 || s->number % t->unit)
		return false;
	for (uint32_t i = 0; i < s->n; i++) {
		if (s->term[i].var == t->in)
			continue;
		if (s->term[i].factor % t->unit)
			return false;
		s->term[n] = s->term[i];
		s->term[n++].factor /= t->unit;
	}
	s->n = n;
	s->number /= t->unit;
	return true;
}

static void add_loops(struct turner *t, const struct nest_loops *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (t->nloops < TURNED_LOOPS && !turned_extent(t, l->at[i].var))
			t->loop[t->nloops++] = l->at[i];
}

/* Note the loops of a reduction. */
static bool note_loops(void *ctx, const struct tir_expr *e)
{
	struct turner *t = ctx;
	const struct nest_reduce *r = nest_reduction(t->all, e);
	if (r)
		add_loops(t, &r->loops);
	return true;
}

static void extend(struct lane_range *r, int64_t by, int64_t extent)
{
	*(by < 0 ? &r->lo : &r->hi) += by * (extent - 1);
}

/* ---- Conditions ----------------------------------------------------------------------------*/
/* A load, and where its rows and columns lie when it is done, but for numbers. */
struct guarded {
	const struct turner *t;
	const struct place *p;
	struct lane_range of[NEST_TERMS]; /* the variables of its index */
	struct lane_range sum[AROUND];    /* ROW, COLUMN: the sums of these */
	bool unknown;                     /* a condition is not understood */
};

/* What term i of the index adds to its part. */
static int64_t share_of(const struct place *p, uint32_t i)
{
	return p->part[i] == ROW ? p->at.term[i].factor / p->stride : p->at.term[i].factor;
}

/* by * x + number >= 0 */
static void narrow(struct lane_range *r, int64_t by, int64_t number)
{
	int64_t least = -turned_floor(number, by < 0 ? -by : by);
	if (by > 0 && least > r->lo)
		r->lo = least;
	if (by < 0 && -least < r->hi)
		r->hi = -least;
}

/* The sum is not negative: does it say so of the rows or of the columns, times a number? */
static void narrow_part(struct guarded *g, enum part part, const struct nest_sum *s)
{
	const struct place *p = g->p;
	int64_t by = 0;
	uint32_t met = 0;
	for (uint32_t i = 0; i < p->at.n; i++) {
		int64_t f = nest_factor(s, p->at.term[i].var), share = share_of(p, i);
		if (p->part[i] != part)
			continue;
		if (f == 0 || f % share || (by && f / share != by))
			return;
		by = f / share;
		met++;
	}
	if (met && met == s->n)
		narrow(&g->sum[part], by, s->number);
}

/* The sum that is not negative where one side is more than the other by so much at least; false: there is none.  x // c >= n is
 * x - n * c >= 0, x // c <= n is n * c + c - 1 - x >= 0. */
static bool difference(const struct guarded *g, const struct tir_expr *more,
        const struct tir_expr *less, int64_t by, struct nest_sum *s)
{
	struct tir_module *m = g->t->all->m;
	bool up = more->op == TIR_FLOORDIV;
	const struct tir_expr *q = up ? more : less, *n = up ? less : more;
	if (q->op != TIR_FLOORDIV)
		return nest_sum_of(tir_binary(m, TIR_SUB, more, less), s) &&
		       !__builtin_sub_overflow(s->number, by, &s->number);
	int64_t c = q->arg[1]->op == TIR_INT_IMM ? q->arg[1]->u.i : 0, least, far = INT32_MAX;
	if (n->op != TIR_INT_IMM || n->u.i <= -far || n->u.i >= far || c <= 0 || c >= far)
		return false;
	least = up ? -(n->u.i + by) * c : (n->u.i - by + 1) * c - 1;
	const struct tir_expr *zero = tir_int(m, q->type, 0);
	return nest_sum_of(up ? q->arg[0] : tir_binary(m, TIR_SUB, zero, q->arg[0]), s) &&
	       !__builtin_add_overflow(s->number, least, &s->number);
}

/* What it says that one side is more than the other by so much at least. */
static void compare(struct guarded *g, const struct tir_expr *more, const struct tir_expr *less,
        int64_t by)
{
	struct nest_sum s;
	if (!difference(g, more, less, by, &s)) {
		g->unknown = true;
		return;
	}
	for (uint32_t i = 0; i < g->p->at.n; i++)
		if (s.n == 1 && g->p->at.term[i].var == s.term[0].var)
			narrow(&g->of[i], s.term[0].factor, s.number);
	narrow_part(g, ROW, &s);
	narrow_part(g, COLUMN, &s);
}

/* What the condition says of the index if it holds, or if it does not. */
static void read_condition(struct guarded *g, const struct tir_expr *e, bool holds)
{
	bool less = e->op == TIR_LT || e->op == TIR_LE, both = e->op == (holds ? TIR_AND : TIR_OR);
	if (e->op == TIR_NOT)
		read_condition(g, e->arg[0], !holds);
	for (uint32_t i = 0; both && i < 2; i++)
		read_condition(g, e->arg[i], holds);
	bool more = e->op == TIR_GT || e->op == TIR_GE, equal = e->op == (holds ? TIR_EQ : TIR_NE);
	if (e->op == TIR_NOT || both)
		return;
	if ((!less && !more && !equal) || !tir_is_int(e->arg[0]->type) ||
	        e->arg[0]->type.lanes != 1) {
		g->unknown = true;
		return;
	}
	for (uint32_t i = 0; equal && i < 2; i++)
		compare(g, e->arg[i], e->arg[!i], 0);
	if (equal)
		return;
	bool strict = holds == (e->op == TIR_LT || e->op == TIR_GT), second = less == holds;
	compare(g, e->arg[second], e->arg[!second], strict);
}

/* Note the condition of a choice if one side alone has the load. */
static bool note_guard(void *ctx, const struct tir_expr *e)
{
	struct guarded *g = ctx;
	if (e->op != TIR_IF_THEN_ELSE && e->op != TIR_SELECT)
		return true;
	bool has = nest_names(g->t->all, e->arg[1], g->p->load);
	if (has != nest_names(g->t->all, e->arg[2], g->p->load))
		read_condition(g, e->arg[0], has);
	return true;
}

/* The rows and columns of the load, but for their numbers, where its conditions hold; false: not all of these are understood. */
static bool bound(const struct turner *t, struct place *p)
{
	struct guarded g = {.t = t, .p = p};
	struct lane_range *part[] = {&p->rows, &p->columns};
	for (uint32_t i = 0; i < p->at.n; i++)
		g.of[i].hi = turned_extent(t, p->at.term[i].var) - 1;
	for (int i = 0; i < AROUND; i++)
		g.sum[i] = (struct lane_range){INT32_MIN, INT32_MAX};
	nest_walk(t->all, t->n->value, note_guard, &g);
	for (int k = 0; k < AROUND; k++) {
		struct lane_range all = {0, 0};
		for (uint32_t i = 0; i < p->at.n; i++) {
			int64_t by = p->part[i] == (enum part)k ? share_of(p, i) : 0;
			all.lo += by * (by < 0 ? g.of[i].hi : g.of[i].lo);
			all.hi += by * (by < 0 ? g.of[i].lo : g.of[i].hi);
		}
		all.lo = all.lo < g.sum[k].lo ? g.sum[k].lo : all.lo;
		all.hi = all.hi > g.sum[k].hi ? g.sum[k].hi : all.hi;
		if (all.lo <= all.hi) /* else it is never done */
			*part[k] = all;
	}
	return !g.unknown;
}

/* ---- Rows and columns ----------------------------------------------------------------------*/

/* Is term i, which goes by `far` rows, of the rows that the others span? */
static bool is_of_rows(const struct turner *t, const struct place *p, uint32_t i, int64_t far)
{
	int64_t span = p->rows.hi - p->rows.lo + 1;
	if (p->at.term[i].var == t->v || (far < span && far > -span))
		return true;
	return far == span && nest_factor(&t->stored, p->at.term[i].var) == span;
}

/* Say which part each term of the index is of; false: it cannot be told. */
static bool split(const struct turner *t, struct place *p)
{
	bool is_known[NEST_TERMS] = {0};
	p->rows = p->columns = (struct lane_range){0, 0};
	for (uint32_t i = 0; i < p->at.n; i++) {
		int64_t f = p->at.term[i].factor;
		p->part[i] = AROUND;
		is_known[i] = f > -p->stride && f < p->stride;
		if (is_known[i]) {
			p->part[i] = COLUMN;
			extend(&p->columns, f, turned_extent(t, p->at.term[i].var));
		} else if (f % p->stride) {
			return false;
		}
	}
	for (bool more = true; more;) { /* those that go by the fewest rows first */
		more = false;
		for (uint32_t i = 0; i < p->at.n && !more; i++) {
			int64_t far = p->at.term[i].factor / p->stride;
			if (is_known[i] || !is_of_rows(t, p, i, far))
				continue;
			is_known[i] = more = true;
			p->part[i] = ROW;
			extend(&p->rows, far, turned_extent(t, p->at.term[i].var));
		}
	}
	bool known = bound(t, p);
	int64_t middle = p->at.number + (p->columns.lo + p->columns.hi) / 2;
	p->row = turned_floor(middle, p->stride);
	p->column = p->at.number - p->row * p->stride;
	p->rows.lo += p->row;
	p->rows.hi += p->row;
	p->columns.lo += p->column;
	p->columns.hi += p->column;
	return known || (p->columns.lo >= 0 && p->columns.hi < p->stride);
}

/* How many neighbours are stored of which each is loaded so far behind the one before. */
static int64_t run_of(const struct turner *t, const struct nest_sum *at, int64_t stride)
{
	int64_t n = turned_extent(t, t->v);
	for (bool more = true; more;) {
		more = false;
		for (uint32_t i = 0; i < t->n->loops.n && !more; i++) {
			const struct nest_loop *l = &t->n->loops.at[i];
			more = l->extent > 1 && nest_factor(&t->stored, l->var) == n &&
			       nest_factor(at, l->var) == n * stride;
			n *= more ? l->extent : 1;
		}
	}
	return n;
}

/* Note a load whose lanes come from many lines. */
static bool note_load(void *ctx, const struct tir_expr *e)
{
	struct turner *t = ctx;
	struct place p = {.load = e};
	if (e->op != TIR_LOAD || !nest_sum_of(e->arg[0], &p.at) || !in_units(t, &p.at))
		return true;
	int64_t lanes = EMIT_LINE_BITS / e->type.bits / t->unit;
	p.stride = nest_factor(&p.at, t->v);
	int64_t n = run_of(t, &p.at, p.stride);
	if (p.stride <= 1 || (n < lanes ? n : lanes) * p.stride <= LINES * lanes)
		return true;
	for (uint32_t i = 0; i < p.at.n; i++)
		t->fails |= !turned_extent(t, p.at.term[i].var);
	for (uint32_t i = 0; i < t->nplaces; i++)
		if (t->place[i].load == e)
			return true;
	t->fails |= t->nplaces == TURNED_LOADS || !split(t, &p);
	if (!t->fails)
		t->place[t->nplaces++] = p;
	return !t->fails;
}

/* Do both loads go by the same strides around the same rows? */
static bool is_alike(const struct place *a, const struct place *b)
{
	if (a->load->u.buffer != b->load->u.buffer || a->stride != b->stride)
		return false;
	for (int both = 0; both < 2; both++) {
		for (uint32_t i = 0; i < a->at.n; i++)
			if (a->part[i] == AROUND &&
			        nest_factor(&b->at, a->at.term[i].var) != a->at.term[i].factor)
				return false;
		const struct place *c = a;
		a = b;
		b = c;
	}
	return true;
}

/* ---- The nest ------------------------------------------------------------------------------*/
struct replacing {
	const struct turner *t;
	const struct tir_expr **done; /* by number, of expressions that there were */
	uint32_t n;
};

static const struct tir_expr *replaced(struct replacing *r, const struct tir_expr *e);

/* What e becomes, of which that is not known yet. */
static const struct tir_expr *replace_new(struct replacing *r, const struct tir_expr *e)
{
	struct nests *all = r->t->all;
	const struct nest_reduce *found = nest_reduction(all, e);
	for (uint32_t i = 0; i < r->t->nplaces; i++)
		if (r->t->place[i].load == e)
			return turned_load(r->t, &r->t->place[i]);
	if (found) {
		struct nest_reduce new = *found;
		new.init = replaced(r, new.init);
		new.term = replaced(r, new.term);
		new.var = tir_var_new(all->m, new.var->name, new.var->type);
		VEC_PUSH(all->arena, &all->reduces, new);
		return new.var->expr;
	}
	const struct tir_expr **arg = ARENA_NEWN(all->arena, const struct tir_expr *, e->n + 1);
	bool same = true;
	for (uint32_t i = 0; i < e->n; i++) {
		arg[i] = replaced(r, e->arg[i]);
		same &= arg[i] == e->arg[i];
	}
	return same ? e : tir_with_args(all->m, e, arg);
}

/* e with copies in the place of what they are of. */
static const struct tir_expr *replaced(struct replacing *r, const struct tir_expr *e)
{
	if (e->id >= r->n)
		return replace_new(r, e);
	if (!r->done[e->id])
		r->done[e->id] = replace_new(r, e);
	return r->done[e->id];
}

/* Number the copies. */
static bool share(struct turner *t)
{
	for (uint32_t i = 0; i < t->nplaces; i++) {
		uint32_t k = 0;
		while (k < i && !is_alike(&t->place[k], &t->place[i]))
			k++;
		t->place[i].copy = k < i ? t->place[k].copy : t->out->n++;
		if (t->out->n > TURNED_COPIES)
			return false;
	}
	return t->nplaces != 0;
}

/* The loop whose iterations store so far apart; NULL: there is none. */
static const struct nest_loop *loop_by(const struct turner *t, int64_t by)
{
	for (uint32_t i = 0; i < t->n->loops.n; i++)
		if (nest_factor(&t->stored, t->n->loops.at[i].var) == by)
			return &t->n->loops.at[i];
	return NULL;
}

/* Let units be the iterations of the innermost loop: 16 or 32 bits of shorter elements, in 2 or 4.  False: they are not. */
static bool choose_units(struct turner *t)
{
	const struct nest_loop *in = loop_by(t, 1), *next = in ? loop_by(t, in->extent) : NULL;
	if (!next || (in->extent != 2 && in->extent != 4) ||
	        in->extent * t->n->buffer->elem.bits > 32)
		return false;
	t->unit = in->extent;
	t->in = in->var;
	t->v = next->var;
	return in_units(t, &t->stored);
}

bool turned_loads(struct nests *all, const struct nest *n, bool stores, struct turned *out)
{
	enum { DEEPEST = 120 };
	struct turner *t = ARENA_NEW(all->arena, struct turner);
	*out = (struct turned){.rest = *n};
	*t = (struct turner){.all = all, .n = n, .out = out, .unit = 1};
	if (!nest_sum_of(n->index, &t->stored) || n->value->depth > DEEPEST)
		return false;
	const struct nest_loop *last = loop_by(t, 1);
	t->v = last ? last->var : NULL;
	add_loops(t, &n->loops);
	nest_walk(all, n->value, note_loops, t);
	if (!t->v || t->nloops == TURNED_LOOPS)
		return false;
	nest_walk(all, n->value, note_load, t);
	if (!t->fails && !t->nplaces && choose_units(t))
		nest_walk(all, n->value, note_load, t);
	if (t->fails || !share(t))
		return false;
	for (uint32_t i = 0, k = 0; i < t->nplaces; i++)
		if (t->place[i].copy == k && !turned_make_copy(t, &t->place[i], k++, stores))
			return false;
	struct replacing r = {.t = t, .n = all->m->nexprs};
	r.done = ARENA_NEWN(all->arena, const struct tir_expr *, r.n + 1);
	if (!out->is_done)
		out->rest.value = replaced(&r, n->value);
	return true;
}
