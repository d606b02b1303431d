/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/pack_make.c: the nests of a sum of products whose operands are laid out.
 *
 * Idea.    P has the lanes' factor, W the other one where it does not lie as it is read, `start` what numbers that are added to factors
 *          make of the sum, `sums` the sums.  The nest itself then reads these.
 * Needs    what pack.c has read and chosen. */
#include "loops/plan/packed.h"

#define WORD tir_type(TIR_TYPE_UINT, 32, 1)

/* ---- What is known of the sum -------------------------------------------------------------*/
int64_t pack_trips(const struct nest_loops *l, uint32_t from, uint32_t to)
{
	int64_t n = 1;
	for (uint32_t i = from; i < to; i++)
		n *= l->at[i].extent;
	return n;
}

int64_t pack_reach(const struct pack *p, uint32_t i)
{
	return p->lanes.at[i].extent + (p->slides[i] ? p->slides[i]->extent - 1 : 0);
}

struct loads {
	const struct tir_expr *load;
	uint32_t n;
};

/* Note a load. */
static bool note_load(void *ctx, const struct tir_expr *e)
{
	struct loads *x = ctx;
	if (e->op == TIR_LOAD) {
		x->n += e != x->load;
		x->load = e;
	}
	return true;
}

const struct tir_expr *pack_only_load(const struct pack *p, const struct tir_expr *e)
{
	struct loads x = {NULL, 0};
	tir_walk_expr(e, p->all->arena, note_load, &x);
	while (e != x.load && e->n) {
		if (e->n > 2 || (e->n == 2 && e->arg[1]->op != TIR_INT_IMM))
			return NULL;
		e = e->arg[0];
	}
	return x.n == 1 && e == x.load ? e : NULL;
}

/* ---- Expressions -------------------------------------------------------------------------*/
static const struct tir_expr *number(const struct pack *p, int64_t n)
{
	return tir_int(p->m, TIR_INT32, n);
}

/* sum + by * e; sum NULL: 0. */
static const struct tir_expr *plus(const struct pack *p, const struct tir_expr *sum,
        const struct tir_expr *e, int64_t by)
{
	if (by == 0)
		return sum ? sum : number(p, 0);
	if (by != 1)
		e = tir_binary(p->m, TIR_MUL, e, number(p, by));
	return sum ? tir_binary(p->m, TIR_ADD, sum, e) : e;
}

/* The number of the iteration of loops [from, to), times `by`, added to sum. */
static const struct tir_expr *flat(const struct pack *p, const struct nest_loops *l, uint32_t from,
        uint32_t to, int64_t by, const struct tir_expr *sum)
{
	for (uint32_t i = to; i-- > from; by *= l->at[i].extent)
		sum = plus(p, sum, l->at[i].var->expr, by);
	return sum ? sum : number(p, 0);
}

/* e with the variables of loops [from, to) as the digits of `at`. */
static const struct tir_expr *by_digits(const struct pack *p, const struct tir_expr *e,
        const struct nest_loops *l, uint32_t from, uint32_t to, const struct tir_expr *at)
{
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *digit[NEST_LOOPS];
	int64_t by = 1;
	for (uint32_t i = to; i-- > from; by *= l->at[i].extent) {
		const struct tir_expr *d = at;
		if (by > 1)
			d = tir_binary(p->m, TIR_FLOORDIV, d, number(p, by));
		if (i > from)
			d = tir_binary(p->m, TIR_FLOORMOD, d, number(p, l->at[i].extent));
		var[i - from] = l->at[i].var;
		digit[i - from] = d;
	}
	return nest_subst(p->all, e, to - from, var, digit);
}

/* e where a number is below `below`, which may be all that it is; else 0. */
static const struct tir_expr *filled(const struct pack *p, const struct tir_expr *e,
        const struct tir_expr *at, int64_t below, int64_t all)
{
	if (below >= all)
		return e;
	const struct tir_expr *c = tir_binary(p->m, TIR_LT, at, number(p, below));
	return tir_select(p->m, TIR_IF_THEN_ELSE, c, e, tir_int(p->m, e->type, 0));
}

static void add_loop(struct nest_loops *l, const struct tir_var *v, int64_t extent)
{
	l->at[l->n++] = (struct nest_loop){v, extent};
}

static struct tir_var *new_var(const struct pack *p, const char *name)
{
	return tir_var_new(p->m, name, TIR_INT32);
}

/* A nest that stores value to memory of its own, the loops in the order of memory. */
static struct nest *add_nest(struct pack *p, const char *name, const struct nest_loops *l,
        const struct tir_expr *value)
{
	struct nest *x = &p->out->nest[p->out->n++];
	*x = *p->n;
	x->loops = *l;
	x->value = value;
	x->index = flat(p, l, 0, l->n, 1, NULL);
	x->buffer = rewrite_memory(p->all, name, value->type, pack_trips(l, 0, l->n));
	return x;
}

static const struct tir_expr *element(const struct tir_module *m, struct tir_buffer *b,
        const struct tir_expr *at)
{
	return tir_access((struct tir_module *)m, TIR_LOAD, b, 1, &at);
}

/* A new sum of terms over loops, from `init` on: without signs, so that no order of its terms overflows. */
static const struct tir_expr *new_sum(struct pack *p, const struct nest_loops *l,
        const struct tir_expr *init, const struct tir_expr *term)
{
	struct tir_var *v = tir_var_new(p->m, "sum", WORD);
	struct nest_reduce r = {v, TIR_ADD, init, term, *l};
	VEC_PUSH(p->all->arena, &p->all->reduces, r);
	return v->expr;
}

/* ---- Factors in rows -----------------------------------------------------------------------*/
/* A factor as it is read: term k of the digit, for the loops it names. */
struct operand {
	const struct factor *f;
	struct tir_buffer *
	        b; /* a copy, in rows of the digit that are filled up to whole words; NULL: there is none */
	const struct tir_expr *at; /* of the first term in it, over the loops */
};

/* Let loops that move the index alike be one, of which the smaller stride is the unit, if that is no longer: windows that overlap are copied once. */
struct axis {
	const struct nest_loop *unit, *other; /* other NULL: one loop alone */
	int64_t times;
};

/* The loops that a copy of the factor has, but for the digit. */
static uint32_t find_axes(const struct pack *p, const struct factor *f,
        const struct nest_loops *own, struct axis *a)
{
	const struct tir_expr *load = pack_only_load(p, f->e);
	struct nest_sum s;
	uint32_t n = 0;
	bool joins = load && nest_sum_of(load->arg[0], &s);
	for (uint32_t i = 0; i < own->n; i++)
		a[n++] = (struct axis){&own->at[i], NULL, 1};
	for (uint32_t i = 0; i < p->outer; i++) {
		const struct nest_loop *l = &p->r.loops.at[i];
		int64_t by = joins ? nest_factor(&s, l->var) : 0;
		uint32_t k = 0;
		for (; by > 0 && k < own->n; k++) {
			int64_t of = nest_factor(&s, a[k].unit->var);
			int64_t far = of / by * (a[k].unit->extent - 1);
			if (!a[k].other && of > 0 && of % by == 0 &&
			        l->extent + far <= l->extent * a[k].unit->extent) {
				a[k] = (struct axis){l, a[k].unit, of / by};
				break;
			}
		}
		if (by <= 0 || k == own->n)
			a[n++] = (struct axis){l, NULL, 1};
	}
	return n;
}

/* Copy the factor: rows of the digit, filled up to whole words, for the loops of its own and those that reduce. */
static struct operand copy_rows(struct pack *p, const struct factor *f,
        const struct nest_loops *own)
{
	struct axis a[2 * NEST_LOOPS];
	struct nest_loops l = {.n = 0};
	struct tir_var *k = new_var(p, "k");
	uint32_t n = find_axes(p, f, own, a);
	const struct tir_expr *v = f->e, *at = NULL;
	int64_t row = p->groups * p->q, by = row;
	for (uint32_t i = 0; i < n; i++) {
		int64_t extent = a[i].unit->extent;
		if (a[i].other) {
			extent += a[i].times * (a[i].other->extent - 1);
			const struct tir_expr *zero = number(p, 0);
			v = nest_subst(p->all, v, 1, &a[i].other->var, &zero);
		}
		add_loop(&l, a[i].unit->var, extent);
	}
	for (uint32_t i = n; i-- > 0; by *= l.at[i].extent) {
		at = plus(p, at, a[i].unit->var->expr, by);
		if (a[i].other)
			at = plus(p, at, a[i].other->var->expr, by * a[i].times);
	}
	add_loop(&l, k, row);
	v = by_digits(p, v, &p->r.loops, p->outer, p->r.loops.n, k->expr);
	v = filled(p, v, k->expr, p->digit, row);
	return (struct operand){f, add_nest(p, "words", &l, v)->buffer, at ? at : number(p, 0)};
}

/* Term k of the digit. */
static const struct tir_expr *term(const struct pack *p, const struct operand *o,
        const struct tir_expr *k)
{
	if (o->b)
		return element(p->m, o->b, tir_binary(p->m, TIR_ADD, o->at, k));
	if (!o->f->lies_so)
		return by_digits(p, o->f->e, &p->r.loops, p->outer, p->r.loops.n, k);
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *to[NEST_LOOPS];
	uint32_t n = 0;
	for (uint32_t i = p->outer; i < p->r.loops.n; i++, n++) {
		var[n] = p->r.loops.at[i].var;
		to[n] = i + 1 == p->r.loops.n ? k : number(p, 0); /* they are one range */
	}
	return nest_subst(p->all, o->f->e, n, var, to);
}

/* Do the terms of the digit lie side by side in what the factor loads? */
static bool is_in_rows(const struct pack *p, const struct factor *f)
{
	const struct tir_expr *load = pack_only_load(p, f->e);
	struct nest_sum s;
	return load && p->outer < p->r.loops.n && nest_sum_of(load->arg[0], &s) &&
	       nest_factor(&s, p->r.loops.at[p->r.loops.n - 1].var) == 1;
}

/* ---- Lanes -------------------------------------------------------------------------------*/
/* Loops of a reduction over groups: those that stay, groups, and the terms of one. */
static struct nest_loops group_loops(const struct pack *p, const struct tir_var *g,
        const struct tir_var *t)
{
	struct nest_loops l = {.n = 0};
	for (uint32_t i = 0; i < p->outer; i++)
		l.at[l.n++] = p->r.loops.at[i];
	add_loop(&l, g, p->groups);
	add_loop(&l, t, p->q);
	return l;
}

/* Along which of the lanes' loops does the reduction's loop slide?  None: their number. */
static uint32_t slides_along(const struct pack *p, const struct nest_loop *l)
{
	uint32_t i = 0;
	while (i < p->lanes.n && !(p->slides[i] && p->slides[i]->var == l->var))
		i++;
	return i;
}

/* The lanes' loops of what is laid out, and the factor's value there. */
static const struct tir_expr *add_lanes(struct pack *p, struct nest_loops *l,
        const struct tir_expr *v)
{
	if (!p->rows) {
		struct tir_var *j = new_var(p, "lane");
		add_loop(l, j, p->padded);
		v = by_digits(p, v, &p->lanes, 0, p->lanes.n, j->expr);
		return filled(p, v, j->expr, p->width, p->padded);
	}
	const struct tir_expr *zero = number(p, 0), *first = NULL;
	for (uint32_t i = 0; i < p->lanes.n; i++) {
		struct tir_var *x = new_var(p, p->lanes.at[i].var->name);
		add_loop(l, x, i ? pack_reach(p, i) : p->first);
		first = first ? first : x->expr;
		v = nest_subst(p->all, v, 1, &p->lanes.at[i].var,
		        (const struct tir_expr *const[]){x->expr});
		if (p->slides[i])
			v = nest_subst(p->all, v, 1, &p->slides[i]->var, &zero);
	}
	return filled(p, v, first, pack_reach(p, 0), p->first);
}

/* P[outer, group, lane, term]: the lanes' factor. */
static struct tir_buffer *pack_lanes(struct pack *p)
{
	struct tir_var *g = new_var(p, "k"), *t = new_var(p, "part");
	struct operand o = {.f = &p->lane};
	struct nest_loops l = {.n = 0};
	if (p->rows && !p->lane.lies_so && is_in_rows(p, &p->lane))
		o = copy_rows(p, &p->lane, &p->lanes);
	for (uint32_t i = 0; i < p->outer; i++)
		if (slides_along(p, &p->r.loops.at[i]) == p->lanes.n)
			l.at[l.n++] = p->r.loops.at[i];
	add_loop(&l, g, p->groups);
	const struct tir_expr *k = plus(p, t->expr, g->expr, p->q);
	const struct tir_expr *v = term(p, &o, k);
	if (!o.b)
		v = filled(p, v, k, p->digit, p->groups * p->q);
	v = add_lanes(p, &l, v);
	add_loop(&l, t, p->q);
	return add_nest(p, "packed", &l, v)->buffer;
}

/* The element of P of a lane. */
static const struct tir_expr *packed(const struct pack *p, struct tir_buffer *b,
        const struct tir_expr *g, const struct tir_expr *j, const struct tir_expr *t)
{
	const struct tir_expr *at = plus(p, t, j, p->q);
	int64_t by = p->plane * p->q;
	at = plus(p, at, g, by);
	by *= p->groups;
	for (uint32_t i = p->outer; i-- > 0;) {
		const struct nest_loop *l = &p->r.loops.at[i];
		uint32_t along = slides_along(p, l);
		bool slides = along < p->lanes.n;
		at = plus(p, at, l->var->expr, slides ? p->pitch[along] * p->q : by);
		by *= slides ? 1 : l->extent;
	}
	return element(p->m, b, at);
}

/* ---- Sums --------------------------------------------------------------------------------*/
static const struct tir_expr *widened(const struct pack *p, const struct tir_expr *e)
{
	return tir_cast(p->m, WORD, e);
}

static const struct tir_expr *word(const struct pack *p, int64_t n)
{
	return tir_int(p->m, WORD, (int64_t)(uint32_t)n);
}

/* What the number that is added to the other factor makes of the sum: so many times the sum of the lanes' factor, by lane. */
static const struct tir_expr *start_of_lanes(struct pack *p, struct tir_buffer *b,
        const struct tir_expr *lane)
{
	struct tir_var *g = new_var(p, "k"), *j = new_var(p, "lane"), *t = new_var(p, "part");
	struct nest_loops l = {.n = 0}, over = group_loops(p, g, t);
	add_loop(&l, j, p->padded);
	const struct tir_expr *sum = new_sum(p, &over, word(p, 0),
	        widened(p, packed(p, b, g->expr, j->expr, t->expr)));
	sum = tir_binary(p->m, TIR_MUL, sum, word(p, p->one.add));
	return element(p->m, add_nest(p, "start", &l, sum)->buffer, lane);
}

/* What the number that is added to the lanes' factor makes of it: so many times the sum of the whole other factor, by the loops around. */
static const struct tir_expr *start_around(struct pack *p, const struct operand *o)
{
	struct tir_var *k = new_var(p, "k");
	struct nest_loops over = {.n = 0};
	for (uint32_t i = 0; i < p->outer; i++)
		over.at[over.n++] = p->r.loops.at[i];
	add_loop(&over, k, o->b ? p->groups * p->q : p->digit);
	const struct tir_expr *sum = new_sum(p, &over,
	        word(p, p->one.add * pack_trips(&p->r.loops, 0, p->r.loops.n)),
	        widened(p, term(p, o, k->expr)));
	sum = tir_binary(p->m, TIR_MUL, sum, word(p, p->lane.add));
	struct nest_loops l = p->around;
	if (!l.n)
		add_loop(&l, new_var(p, "one"), 1);
	return element(p->m, add_nest(p, "start", &l, sum)->buffer,
	        flat(p, &p->around, 0, p->around.n, 1, NULL));
}

void pack_make(struct pack *p)
{
	struct tir_var *g = new_var(p, "k"), *j = new_var(p, "lane"), *t = new_var(p, "part");
	struct tir_buffer *b = pack_lanes(p);
	struct operand o = {.f = &p->one};
	if (!p->one.lies_so)
		o = copy_rows(p, &p->one, &p->around);
	const struct tir_expr *init = word(p, 0);
	if (p->one.add)
		init = start_of_lanes(p, b, j->expr);
	if (p->lane.add) {
		const struct tir_expr *s = start_around(p, &o);
		init = p->one.add ? tir_binary(p->m, TIR_ADD, init, s) : s;
	}
	struct nest_loops over = group_loops(p, g, t), l = p->around;
	const struct tir_expr *k = plus(p, t->expr, g->expr, p->q);
	const struct tir_expr *product = tir_binary(p->m, TIR_MUL,
	        widened(p, packed(p, b, g->expr, j->expr, t->expr)), widened(p, term(p, &o, k)));
	add_loop(&l, j, p->padded);
	struct tir_buffer *sums = add_nest(p, "sums", &l, new_sum(p, &over, init, product))->buffer;
	const struct tir_expr *at = NULL;
	for (uint32_t i = p->lanes.n; i-- > 0;)
		at = plus(p, at, p->lanes.at[i].var->expr, p->pitch[i]);
	at = flat(p, &p->around, 0, p->around.n, p->padded, at);
	const struct tir_expr *v = element(p->m, sums, at);
	bool zero = p->r.init->op == TIR_INT_IMM && !p->r.init->u.i;
	if (!zero)
		v = tir_binary(p->m, TIR_ADD, widened(p, p->r.init), v);
	v = tir_cast(p->m, p->r.var->type, v);
	struct nest *last = &p->out->nest[p->out->n++];
	*last = *p->n;
	last->value = nest_subst(p->all, p->n->value, 1, &p->r.var, &v);
}
