/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/pack.c: a sum of products as nests whose operands lie as an instruction takes them.
 *
 * Idea.    In sum over k of A[i, k] * B[j, k] one factor names some loops of the nest, the other one the others.  Some become the
 *          lanes: of their factor P[k / q, j, k % q] is made, filled up with zeros to whole registers and whole groups of q.  The other factor is
 *          the same for all lanes, and is read q at a time; where those do not lie side by side in memory it is copied,
 *          widened and filled up likewise.  A number that is added to a factor comes out of the sum: (a + z) * b is a * b + z * b.  What
 *          is done to the sum is a nest of its own, which reads it.
 *          Or lanes lie as what they load does (rows): a window that slides, A[y + r, x], is laid out once, not once for each r, and its
 *          lanes begin r rows farther on.  Lanes that fall between rows compute what nobody reads.
 * Needs    factors of 8 or 16 bits, by their ranges.
 * Costs    each expression of the nest a few times.
 * Wrong if the sums are others: proof/replay adds them up modulo 2^32, as they are. */
#include "loops/plan/packed.h"

enum { MOST = 1 << 17, WASTE = 8, DEEPEST = 12 };

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

/* Let bytes with a sign be ones without, which are greater by 128: an instruction takes a register of these, and four others for all lanes.
 * False: they are something else. */
static bool flip(struct pack *p, struct factor *f)
{
	enum { TOP = 128 };
	if (f->type.bits != 8 || f->type.code != TIR_TYPE_INT)
		return false;
	f->type = tir_type(TIR_TYPE_UINT, 8, 1);
	f->e = tir_binary(p->m, TIR_BITXOR, tir_cast(p->m, f->type, f->e),
	        tir_int(p->m, f->type, TOP));
	f->add -= TOP;
	return true;
}

/* ---- Loops -------------------------------------------------------------------------------*/
static void add_loop(struct nest_loops *l, const struct nest_loop *loop)
{
	l->at[l->n++] = *loop;
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
		add_loop(lane ? &p->lanes : &p->around, l);
	}
	return p->lanes.n > 0;
}

/* Find the loops of the reduction that move what the lanes load as the lanes' loops do, and put them first; how many. */
static uint32_t find_slides(struct pack *p)
{
	const struct tir_expr *load = pack_only_load(p, p->lane.e);
	struct nest_loops first = {.n = 0}, rest = {.n = 0};
	struct nest_sum s;
	bool known = load && nest_sum_of(load->arg[0], &s);
	int of[NEST_LOOPS];
	for (uint32_t k = 0; k < p->r.loops.n; k++) {
		const struct nest_loop *l = &p->r.loops.at[k];
		int64_t by = known ? nest_factor(&s, l->var) : 0;
		uint32_t i = 0;
		while (i < p->lanes.n &&
		        (by <= 0 || nest_factor(&s, p->lanes.at[i].var) != by || p->slides[i]))
			i++;
		if (i == p->lanes.n) {
			add_loop(&rest, l);
			continue;
		}
		p->slides[i] = l;
		of[first.n] = (int)i;
		add_loop(&first, l);
	}
	uint32_t n = first.n;
	for (uint32_t k = 0; k < rest.n; k++)
		add_loop(&first, &rest.at[k]);
	p->r.loops = first;
	for (uint32_t k = 0; k < n; k++)
		p->slides[of[k]] = &p->r.loops.at[k];
	return n;
}

/* Number the lanes: one behind the other, or as far apart as what they load. */
static void number_lanes(struct pack *p)
{
	int64_t by = 1, last = 0, slide = 0;
	for (uint32_t i = p->lanes.n; i-- > 0;) {
		p->pitch[i] = by;
		last += (p->lanes.at[i].extent - 1) * by;
		slide += (pack_reach(p, i) - p->lanes.at[i].extent) * by;
		by *= pack_reach(p, i);
	}
	p->width = last + 1;
	p->padded = (p->width + PACK_WORDS - 1) / PACK_WORDS * PACK_WORDS;
	p->plane = p->padded;
	p->first = pack_reach(p, 0);
	if (!p->rows)
		return;
	int64_t least = (p->padded + slide + p->pitch[0] - 1) / p->pitch[0];
	p->first = p->first < least ? least : p->first;
	p->plane = p->first * p->pitch[0];
}

/* How many of the innermost loops of the reduction, from `first` on, are one digit: few, of which little is filled up. */
static void choose_digit(struct pack *p, uint32_t first)
{
	int64_t best = INT64_MAX;
	p->digit = 1;
	p->outer = p->r.loops.n;
	for (uint32_t i = p->r.loops.n; i-- > first;) {
		int64_t n = pack_trips(&p->r.loops, i, p->r.loops.n);
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

/* Do the loops of the digit go along the sum in steps of `by`? */
static bool goes_by(const struct pack *p, const struct nest_sum *s, int64_t by)
{
	for (uint32_t i = p->r.loops.n; i-- > p->outer; by *= p->r.loops.at[i].extent)
		if (nest_factor(s, p->r.loops.at[i].var) != by)
			return false;
	return true;
}

/* Does what the factor loads for the digit lie in equal steps, as far as that is known? */
static bool is_even(const struct pack *p, const struct factor *f)
{
	const struct tir_expr *load = pack_only_load(p, f->e);
	const struct tir_var *last = p->r.loops.at[p->r.loops.n - 1].var;
	struct nest_sum s;
	return !load || !nest_sum_of(load->arg[0], &s) || goes_by(p, &s, nest_factor(&s, last));
}

/* Let one loop that fills groups be the digit, such as channels in the place of a window, if several loops are the digit now and a factor
 * loads it in unequal steps.  Loops that reduce may be in any order. */
static void choose_one_loop(struct pack *p, uint32_t first)
{
	struct nest_loops *l = &p->r.loops;
	uint32_t best = l->n;
	for (uint32_t i = first; i < l->n; i++)
		if (l->at[i].extent % p->q == 0 &&
		        (best == l->n || l->at[i].extent > l->at[best].extent))
			best = i;
	if (best == l->n || (is_even(p, &p->lane) && is_even(p, &p->one)))
		return;
	struct nest_loop inner = l->at[best];
	memmove(&l->at[best], &l->at[best + 1], (l->n - best - 1) * sizeof inner);
	l->at[l->n - 1] = inner;
	choose_digit(p, first);
}

/* Does the load read memory as it lies, q elements side by side, at multiples of q? */
static bool lies_so(const struct pack *p, const struct tir_expr *load)
{
	struct nest_sum s;
	if (!load || load->op != TIR_LOAD || p->digit % p->q || !nest_sum_of(load->arg[0], &s) ||
	        s.number % p->q || !goes_by(p, &s, 1))
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

bool rewrite_inside(struct nests *all, const struct nest *n, struct rewrite_products by,
        struct rewrite_inside *out)
{
	const struct nest_reduce *r = rewrite_only(all, n);
	if (!r || r->op != TIR_ADD || r->var->type.bits != 32 || r->term->op != TIR_MUL ||
	        !r->loops.n || n->loops.n + r->loops.n + 2 > NEST_LOOPS)
		return false;
	struct pack *p = ARENA_NEW(all->arena, struct pack);
	*p = (struct pack){.all = all, .m = all->m, .n = n, .r = *r, .rows = by.rows, .out = out};
	p->lane.whole = r->term->arg[by.swap];
	p->one.whole = r->term->arg[!by.swap];
	uint32_t bits = 8;
	while (bits <= 16 && !(narrow(p, &p->lane, bits) && narrow(p, &p->one, bits)))
		bits *= 2;
	if (bits > 16 || !share_loops(p))
		return false;
	bool summed = p->lane.add; /* the other factor is summed up anyhow: there is one way */
	if (by.flip && (summed || !flip(p, &p->lane)))
		return false;
	if (summed)
		flip(p, &p->lane);
	p->q = 32 / bits;
	uint32_t slides = by.rows ? find_slides(p) : 0;
	choose_digit(p, slides);
	if (by.rows)
		choose_one_loop(p, slides);
	number_lanes(p);
	p->lane.lies_so = lies_so(p, pack_only_load(p, p->lane.e));
	p->one.lies_so = lies_so(p, p->one.e);
	int64_t terms = pack_trips(&p->r.loops, 0, p->outer) * p->groups * p->q;
	int64_t around = pack_trips(&p->around, 0, p->around.n);
	if (terms * p->padded > MOST || p->groups * p->q * p->plane > MOST ||
	        around * p->padded > MOST || around * terms > 8 * MOST)
		return false;
	out->n = 0;
	pack_make(p);
	return true;
}
