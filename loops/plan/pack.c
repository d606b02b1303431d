/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/pack.c: a sum of products as nests whose operands lie as an instruction takes them.
 *
 * Idea.    In sum over k of A[i, k] * B[j, k] one factor names some loops of the nest, the other one the others.  Some become the
 *          lanes: of their factor P[k / q, j, k % q] is made, filled up with zeros to whole registers and whole groups of q.  The other factor is
 *          the same for all lanes, and is read q at a time; where those do not lie side by side in memory it is copied,
 *          widened and filled up likewise.  A number that is added to a factor comes out of the sum: (a + z) * b is a * b + z * b.  What
 *          is done to the sum is a nest of its own, which reads it.
 * Needs    factors of 8 or 16 bits, by their ranges.
 * Costs    each expression of the nest a few times.
 * Wrong if the sums are others: proof/replay adds them up modulo 2^32, as they are. */
#include "loops/plan/rewrite.h"

enum { WORDS = 32, MOST = 1 << 17, WASTE = 8, DEEPEST = 12 };

#define WORD tir_type(TIR_TYPE_UINT, 32, 1)

/* A factor of the term: what is narrow, and a number that is added to it. */
struct factor {
	const struct tir_expr *whole, *e; /* as it stands; of the narrow type */
	int64_t add;
	struct tir_type type;
};
struct pack {
	struct nests *all;
	struct tir_module *m;
	const struct nest *n;
	struct nest_reduce r;
	struct factor lane, one; /* what differs by lane; what is the same for all */
	struct nest_loops lanes, around;
	uint32_t q,
	        outer; /* terms in an instruction; loops of the reduction that stay: the others are a digit */
	int64_t digit, groups; /* its terms, and groups of q */
	int64_t width, padded; /* lanes, and whole registers of them */
	struct rewrite_inside *out;
};

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

static int64_t trips(const struct nest_loops *l, uint32_t from, uint32_t to)
{
	int64_t n = 1;
	for (uint32_t i = from; i < to; i++)
		n *= l->at[i].extent;
	return n;
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
	x->buffer = rewrite_memory(p->all, name, value->type, trips(l, 0, l->n));
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

/* ---- Factors -----------------------------------------------------------------------------*/
static bool holds(struct tir_type t, int64_t least, int64_t most)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	int64_t top = (INT64_C(1) << (t.bits - is_signed)) - 1;
	return least >= (is_signed ? -top - 1 : 0) && most <= top;
}

/* May e be computed in that type: do all numbers that it is made of fit? */
static bool fits(struct pack *p, const struct tir_expr *e, struct tir_type t)
{
	int64_t least, most;
	uint32_t first = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	bool parts = first || e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
	if (e->depth > DEEPEST || !rewrite_range(p->all, e, &least, &most) ||
	        !holds(t, least, most))
		return false;
	for (uint32_t i = first; parts && i < e->n; i++)
		if (!fits(p, e->arg[i], t))
			return false;
	return true;
}

/* A type of so many bits in which e may be computed; bits 0: there is none. */
static struct tir_type type_for(struct pack *p, uint32_t bits, const struct tir_expr *e)
{
	struct tir_type s = tir_type(TIR_TYPE_INT, bits, 1), u = tir_type(TIR_TYPE_UINT, bits, 1);
	return fits(p, e, s) ? s : fits(p, e, u) ? u : tir_type(TIR_TYPE_INT, 0, 1);
}

/* Take the factor as one of so many bits, with a number that is added or without; false: it is wider. */
static bool narrow(struct pack *p, struct factor *f, uint32_t bits)
{
	const struct tir_expr *e = f->whole;
	f->add = 0;
	for (uint32_t i = 0; i < 2; i++) {
		f->type = type_for(p, bits, e);
		if (f->type.bits) {
			f->e = rewrite_narrowed(p->all, e, f->type);
			return true;
		}
		bool sum = (e->op == TIR_ADD || e->op == TIR_SUB) && e->arg[1]->op == TIR_INT_IMM;
		if (i || !sum)
			return false;
		f->add = e->op == TIR_ADD ? e->arg[1]->u.i : -e->arg[1]->u.i;
		e = e->arg[0];
	}
	return false;
}

/* Each loop is named by one factor alone; the lanes' and the others. */
static bool share_loops(struct pack *p)
{
	for (uint32_t i = 0; i < p->n->loops.n; i++) {
		const struct nest_loop *l = &p->n->loops.at[i];
		bool lane = nest_names(p->all, p->lane.whole, l->var->expr);
		bool one = nest_names(p->all, p->one.whole, l->var->expr);
		if (l->extent == 1)
			one = true, lane = false;
		if (lane == one)
			return false;
		add_loop(lane ? &p->lanes : &p->around, l->var, l->extent);
	}
	return p->lanes.n > 0;
}

/* How many of the innermost loops of the reduction are one digit: few, of which little is filled up. */
static void choose_digit(struct pack *p)
{
	int64_t best = INT64_MAX;
	p->digit = 1;
	for (uint32_t i = p->r.loops.n; i-- > 0;) {
		int64_t n = trips(&p->r.loops, i, p->r.loops.n);
		int64_t lost = ((n + p->q - 1) / p->q * p->q - n) * 100 / n;
		if (lost >= best)
			continue;
		best = lost;
		p->outer = i;
		p->digit = n;
		if (lost <= WASTE)
			break;
	}
	p->groups = (p->digit + p->q - 1) / p->q;
}

/* ---- Nests -------------------------------------------------------------------------------*/
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

/* P[outer, group, lane, term]: the lanes' factor. */
static struct tir_buffer *pack_lanes(struct pack *p)
{
	struct tir_var *g = new_var(p, "k"), *j = new_var(p, "lane"), *t = new_var(p, "part");
	struct nest_loops l = group_loops(p, g, t);
	const struct tir_expr *k = plus(p, t->expr, g->expr, p->q);
	l.at[l.n] = l.at[l.n - 1];
	l.at[l.n++ - 1] = (struct nest_loop){j, p->padded};
	const struct tir_expr *v = p->lane.e;
	v = by_digits(p, v, &p->lanes, 0, p->lanes.n, j->expr);
	v = by_digits(p, v, &p->r.loops, p->outer, p->r.loops.n, k);
	v = filled(p, v, k, p->digit, p->groups * p->q);
	v = filled(p, v, j->expr, p->width, p->padded);
	return add_nest(p, "packed", &l, v)->buffer;
}

/* The element of P of a lane. */
static const struct tir_expr *packed(const struct pack *p, struct tir_buffer *b,
        const struct tir_expr *g, const struct tir_expr *j, const struct tir_expr *t)
{
	const struct tir_expr *at = plus(p, t, j, p->q);
	int64_t by = p->padded * p->q;
	at = plus(p, at, g, by);
	at = flat(p, &p->r.loops, 0, p->outer, by * p->groups, at);
	return element(p->m, b, at);
}

/* Does the other factor lie in memory as it is to be read, q elements side by side, at multiples of q? */
static bool lies_so(const struct pack *p)
{
	struct nest_sum s;
	const struct tir_expr *e = p->one.e;
	int64_t by = 1;
	if (e->op != TIR_LOAD || p->digit % p->q || !nest_sum_of(e->arg[0], &s) || s.number % p->q)
		return false;
	for (uint32_t i = p->r.loops.n; i-- > p->outer; by *= p->r.loops.at[i].extent)
		if (nest_factor(&s, p->r.loops.at[i].var) != by)
			return false;
	for (uint32_t i = 0; i < s.n; i++) {
		bool digit = false;
		for (uint32_t k = p->outer; k < p->r.loops.n; k++)
			digit |= s.term[i].var == p->r.loops.at[k].var;
		if (!digit && s.term[i].factor % p->q)
			return false;
	}
	return true;
}

/* The other factor's element for loops around, `outer`, and term k of the digit.  It is copied where it has to be. */
struct others {
	struct tir_buffer *b;      /* NULL: it lies so */
	const struct tir_expr *at; /* of the first term, over the loops */
};

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

/* Is the other factor a function of one element alone?  Which: *load. */
static bool only_by_load(const struct pack *p, const struct tir_expr **load)
{
	struct loads x = {NULL, 0};
	const struct tir_expr *e = p->one.e;
	tir_walk_expr(e, p->all->arena, note_load, &x);
	*load = x.load;
	while (e != x.load && e->n) {
		if (e->n > 2 || (e->n == 2 && e->arg[1]->op != TIR_INT_IMM))
			return false;
		e = e->arg[0];
	}
	return x.n == 1 && e == x.load;
}

/* Let loops that move the index alike be one, of which the smaller stride is the unit: windows that overlap are copied once. */
struct axis {
	const struct nest_loop *unit, *other; /* other NULL: one loop alone */
	int64_t times;
};

/* The loops that a copy of the other factor has, but for the digit. */
static uint32_t find_axes(const struct pack *p, struct axis *a)
{
	const struct tir_expr *load;
	struct nest_sum s;
	uint32_t n = 0;
	bool joins = only_by_load(p, &load) && nest_sum_of(load->arg[0], &s);
	for (uint32_t i = 0; i < p->around.n; i++)
		a[n++] = (struct axis){&p->around.at[i], NULL, 1};
	for (uint32_t i = 0; i < p->outer; i++) {
		const struct nest_loop *l = &p->r.loops.at[i];
		int64_t f = joins ? nest_factor(&s, l->var) : 0;
		uint32_t k = 0;
		for (; f > 0 && k < p->around.n; k++) {
			int64_t of = nest_factor(&s, a[k].unit->var);
			if (!a[k].other && of > 0 && of % f == 0) {
				a[k] = (struct axis){l, a[k].unit, of / f};
				break;
			}
		}
		if (f <= 0 || k == p->around.n)
			a[n++] = (struct axis){l, NULL, 1};
	}
	return n;
}

/* Copy the other factor: rows of the digit, filled up to whole words. */
static struct others copy_others(struct pack *p)
{
	struct axis a[2 * NEST_LOOPS];
	struct nest_loops l = {.n = 0};
	struct tir_var *k = new_var(p, "k");
	uint32_t n = find_axes(p, a);
	const struct tir_expr *v = p->one.e, *at = NULL;
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
	return (struct others){add_nest(p, "words", &l, v)->buffer, at ? at : number(p, 0)};
}

/* The other factor's term t of group g. */
static const struct tir_expr *other(const struct pack *p, const struct others *o,
        const struct tir_expr *g, const struct tir_expr *t)
{
	const struct tir_expr *k = plus(p, t, g, p->q);
	if (o->b)
		return element(p->m, o->b, tir_binary(p->m, TIR_ADD, o->at, k));
	const struct tir_var *var[NEST_LOOPS];
	const struct tir_expr *to[NEST_LOOPS];
	uint32_t n = 0;
	for (uint32_t i = p->outer; i < p->r.loops.n; i++, n++) {
		var[n] = p->r.loops.at[i].var;
		to[n] = i + 1 == p->r.loops.n ? k : number(p, 0); /* they are one range */
	}
	return nest_subst(p->all, p->one.e, n, var, to);
}

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
static const struct tir_expr *start_around(struct pack *p, const struct others *o)
{
	struct tir_var *g = new_var(p, "k"), *t = new_var(p, "part");
	struct nest_loops over = group_loops(p, g, t);
	const struct tir_expr *sum = new_sum(p, &over,
	        word(p, p->one.add * trips(&p->r.loops, 0, p->r.loops.n)),
	        widened(p, other(p, o, g->expr, t->expr)));
	sum = tir_binary(p->m, TIR_MUL, sum, word(p, p->lane.add));
	struct nest_loops l = p->around;
	if (!l.n)
		add_loop(&l, new_var(p, "one"), 1);
	return element(p->m, add_nest(p, "start", &l, sum)->buffer,
	        flat(p, &p->around, 0, p->around.n, 1, NULL));
}

/* All nests, in the order in which they are done. */
static void make(struct pack *p)
{
	struct tir_var *g = new_var(p, "k"), *j = new_var(p, "lane"), *t = new_var(p, "part");
	struct tir_buffer *b = pack_lanes(p);
	struct others o = {0};
	if (!lies_so(p))
		o = copy_others(p);
	const struct tir_expr *init = word(p, 0);
	if (p->one.add)
		init = start_of_lanes(p, b, j->expr);
	if (p->lane.add) {
		const struct tir_expr *s = start_around(p, &o);
		init = p->one.add ? tir_binary(p->m, TIR_ADD, init, s) : s;
	}
	struct nest_loops over = group_loops(p, g, t), l = p->around;
	const struct tir_expr *term = tir_binary(p->m, TIR_MUL,
	        widened(p, packed(p, b, g->expr, j->expr, t->expr)),
	        widened(p, other(p, &o, g->expr, t->expr)));
	add_loop(&l, j, p->padded);
	struct tir_buffer *sums = add_nest(p, "sums", &l, new_sum(p, &over, init, term))->buffer;
	const struct tir_expr *at = flat(p, &p->lanes, 0, p->lanes.n, 1, NULL);
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

bool rewrite_inside(struct nests *all, const struct nest *n, bool swap, struct rewrite_inside *out)
{
	const struct nest_reduce *r = rewrite_only(all, n);
	if (!r || r->op != TIR_ADD || r->var->type.bits != 32 || r->term->op != TIR_MUL ||
	        !r->loops.n || n->loops.n + r->loops.n + 2 > NEST_LOOPS)
		return false;
	struct pack *p = ARENA_NEW(all->arena, struct pack);
	*p = (struct pack){.all = all, .m = all->m, .n = n, .r = *r, .out = out};
	p->lane.whole = r->term->arg[swap];
	p->one.whole = r->term->arg[!swap];
	uint32_t bits = 8;
	while (bits <= 16 && !(narrow(p, &p->lane, bits) && narrow(p, &p->one, bits)))
		bits *= 2;
	if (bits > 16 || !share_loops(p))
		return false;
	p->q = 32 / bits;
	choose_digit(p);
	p->width = trips(&p->lanes, 0, p->lanes.n);
	p->padded = (p->width + WORDS - 1) / WORDS * WORDS;
	int64_t terms = trips(&p->r.loops, 0, p->outer) * p->groups * p->q;
	int64_t around = trips(&p->around, 0, p->around.n);
	if (terms * p->padded > MOST || around * p->padded > MOST || around * terms > 8 * MOST)
		return false;
	out->n = 0;
	make(p);
	return true;
}
