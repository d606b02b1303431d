/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell_loops.c: which loops of one program do the iterations of which loops of the other, in the same order.
 *
 * Idea.    The products of trip counts are equal: each variable is a sum of iterations of the finest loops that both nests are made
 *          of; a fused loop of unknown extent is a sum of digits (spell_fused.c).
 * Wrong if an iteration is passed over, or done in another order. */
#include "proof/spell/spell.h"

enum { MOST_LOOPS = 16 };

/* The numbers of a loop's first value and of its iterations.  False with the reason. */
bool proof_spell_read_loop(struct spell *s, uint32_t side, const struct tir_stmt *l,
        struct spell_counts *c)
{
	int64_t step = tir_loop_step(l);
	uint32_t extent = spell_read_as(s, side, tir_as_for(l)->extent.e);
	c->min = extent == SPELL_NONE ? extent : spell_read_as(s, side, tir_as_for(l)->min.e);
	if (c->min == SPELL_NONE)
		return false;
	extent = proof_spell_add(s, extent, proof_spell_number(s, step - 1), 1);
	c->trips = extent == SPELL_NONE ? extent : proof_spell_floor(s, extent, step);
	return c->trips != SPELL_NONE || proof_spell_fails(s, "a loop is not understood");
}

/* The loop's variable is its first value and so many steps.  That of the second program must hold what it counts: by its bounds,
 * or as the loop `like` of the first program, which counts the same, is of no wider type.  False with the reason. */
bool proof_spell_set_loop(struct spell *s, uint32_t side, const struct tir_stmt *l,
        const struct spell_counts *c, uint32_t iteration, const struct tir_stmt *like)
{
	const struct tir_var *v = tir_as_for(l)->var;
	int64_t end = INT64_C(1) << (v->type.bits - 1 < 62 ? v->type.bits - 1 : 62);
	uint32_t x = proof_spell_add(s, c->min, iteration, tir_loop_step(l));
	s->now = side;
	if (x == SPELL_NONE)
		return proof_spell_fails(s, "a loop is not understood");
	/* behind the last iteration the variable is one step further */
	struct proof_bounds b = proof_spell_bounds(s, x);
	bool fits = b.known && b.lo >= -end && b.hi + tir_loop_step(l) < end;
	if (side && !fits && !like)
		return proof_spell_fails(s, "a loop's variable might overflow");
	return proof_spell_set(s, v, x);
}

/* ---- Nests of loops ----------------------------------------------------------------------*/
struct chain {
	const struct tir_stmt *loop[MOST_LOOPS];
	struct spell_counts count[MOST_LOOPS];
	int64_t trips[MOST_LOOPS]; /* 0: they are no number */
	int64_t all;
	uint32_t n, side;
};

/* Add the loop, with nothing beside it in the one around.  False: it is none, or, with the reason, it is not understood. */
static bool add_loop(struct spell *s, struct chain *c, const struct tir_stmt *l)
{
	int64_t *n = &c->trips[c->n];
	if (c->n == MOST_LOOPS || !spell_is_plain(l))
		return false;
	if (!proof_spell_read_loop(s, c->side, l, &c->count[c->n]))
		return false;
	if (!proof_spell_is_number(s, c->count[c->n].trips, n) || *n < 1 ||
	        __builtin_mul_overflow(c->n ? c->all : 1, *n, &c->all) || c->all > INT64_C(1) << 40)
		*n = 0;
	c->loop[c->n++] = l;
	return true;
}

/* Go on with the loop that is all of the last one's body; false: there is none. */
static bool extend(struct spell *s, struct chain *c)
{
	const struct tir_stmt *l = tir_body(c->loop[c->n - 1])->first;
	if (!l || l->next || l->kind != TIR_FOR)
		return false;
	proof_spell_begin(s);
	if (!add_loop(s, c, l))
		return false;
	c->n -= !c->trips[c->n - 1];
	return tir_as_for(c->loop[c->n - 1]) == tir_as_for(l);
}

/* Set the variables of the chain by iterations of the finest loops: n of them, size[i] iterations long, atom[i], the innermost
 * first.  False with the reason. */
static bool set_chain(struct spell *s, const struct chain *c, uint32_t n, const int64_t *size,
        const uint32_t *atom)
{
	uint32_t k = 0, at[MOST_LOOPS];
	for (uint32_t i = c->n; i-- > 0;) {
		int64_t done = 1;
		at[i] = proof_spell_number(s, 0);
		for (; done < c->trips[i] && k < n; k++) {
			at[i] = proof_spell_add(s, at[i], atom[k], done);
			done *= size[k];
		}
		if (done != c->trips[i])
			return proof_spell_fails(s, "loops do other iterations");
	}
	for (uint32_t i = 0; i < c->n; i++) {
		struct spell_counts count;
		int64_t trips;
		proof_spell_begin(s); /* now that loops around are known */
		if (!proof_spell_read_loop(s, c->side, c->loop[i], &count))
			return false;
		if (!proof_spell_is_number(s, count.trips, &trips) || trips != c->trips[i])
			return proof_spell_fails(s, "loops do other iterations");
		if (!proof_spell_set_loop(s, c->side, c->loop[i], &count, at[i], NULL))
			return false;
	}
	return true;
}

/* The sizes of the finest loops that both chains are made of, the innermost first; 0: there are none. */
static uint32_t refine(const struct chain *f, const struct chain *g, int64_t *size)
{
	uint32_t n = 0, i = f->n, k = g->n;
	int64_t a = 1, b = 1;
	while ((i || a > 1) && (k || b > 1)) {
		a = a == 1 ? f->trips[--i] : a;
		b = b == 1 ? g->trips[--k] : b;
		int64_t less = a < b ? a : b;
		if (a % less || b % less || n == MOST_LOOPS)
			return 0;
		a /= less;
		b /= less;
		if (less > 1)
			size[n++] = less;
	}
	return a == 1 && b == 1 ? n : 0;
}

uint32_t proof_spell_new_atom(struct spell *s, uint32_t kind, struct proof_bounds b)
{
	uint32_t word = s->atoms.n;
	return proof_spell_single(s, proof_spell_atom(s, kind, 1, &word, b));
}

/* Do two loops the same iterations, one for one?  Their variables are set then. */
static bool same_trips(struct spell *s, const struct chain *f, const struct chain *g)
{
	struct proof_bounds b = proof_spell_bounds(s, f->count[0].trips);
	if (f->count[0].trips != g->count[0].trips)
		return proof_spell_fails(s, "a loop has other iterations");
	b = (struct proof_bounds){0, b.hi - 1, b.known};
	uint32_t x = b.known && b.hi == 0 ? proof_spell_number(s, 0)
	                                  : proof_spell_new_atom(s, SPELL_LOOP, b);
	const struct tir_stmt *l = f->loop[0], *m = g->loop[0];
	bool like = tir_as_for(l)->var->type.bits <= tir_as_for(m)->var->type.bits &&
	            f->count[0].min == g->count[0].min && tir_loop_step(l) == tir_loop_step(m);
	return proof_spell_set_loop(s, 0, l, &f->count[0], x, NULL) &&
	       proof_spell_set_loop(s, 1, m, &g->count[0], x, like ? l : NULL);
}

/* Read the loop of the second program as one over digits of the fused loop.  False with the reason. */
static bool add_digit(struct spell *s, struct spell_fused *f, const struct tir_stmt *m)
{
	const struct tir_for *l = tir_as_for(m);
	struct spell_counts c;
	int64_t min;
	if (f->n == SPELL_DIGITS || !spell_is_plain(m) || m->for_kind != TIR_SERIAL ||
	        tir_loop_step(m) != 1 || l->var->type.bits != f->bits)
		return proof_spell_fails(s, "a loop has other iterations");
	if (!proof_spell_read_loop(s, 1, m, &c))
		return false;
	if (!proof_spell_is_number(s, c.min, &min) || min || !proof_spell_above_0(s, c.trips))
		return proof_spell_fails(s, "a loop has other iterations");
	struct proof_bounds b = proof_spell_bounds(s, c.trips);
	uint32_t x = proof_spell_new_atom(s, SPELL_LOOP,
	        (struct proof_bounds){0, b.hi - 1, b.known});
	memmove(f->digit + 1, f->digit, f->n * sizeof *f->digit);
	memmove(f->extent + 1, f->extent, f->n++ * sizeof *f->extent);
	f->digit[0] = x;
	f->extent[0] = c.trips;
	return proof_spell_set(s, l->var, x);
}

/* Does the loop l the iterations of the nest m, whose extents are above 0 and have l's as their product?  *in: what is in the nest.  False
 * with the reason. */
static bool same_fused_loops(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m,
        const struct tir_seq **in)
{
	struct spell_counts c;
	int64_t min;
	if (s->nfused == SPELL_FUSED || tir_loop_step(l) != 1 || tir_seq_leaves(tir_body(l)))
		return proof_spell_fails(s, "a loop has other iterations");
	proof_spell_begin(s);
	if (!proof_spell_read_loop(s, 0, l, &c))
		return false;
	struct spell_fused *f = &s->fused[s->nfused++];
	*f = (struct spell_fused){.all = c.trips, .bits = tir_as_for(l)->var->type.bits};
	uint32_t all = proof_spell_number(s, 1);
	bool ok = proof_spell_is_number(s, c.min, &min) && !min;
	for (; ok && all != c.trips; m = (*in)->first) {
		ok = m && m->kind == TIR_FOR && (!f->n || !m->next) && add_digit(s, f, m);
		if (!ok)
			break;
		*in = tir_body(m);
		all = proof_spell_multiply(s, all, f->extent[0]);
	}
	s->now = 0;
	ok = ok && f->n && !tir_seq_leaves(*in) &&
	     proof_spell_set(s, tir_as_for(l)->var, proof_spell_iteration(s, f));
	return ok || proof_spell_fails(s, "a loop has other iterations");
}

bool proof_spell_same_loops(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m,
        const struct tir_seq **in, const struct tir_seq **out)
{
	struct chain f = {.side = 0}, g = {.side = 1};
	int64_t size[MOST_LOOPS];
	uint32_t atom[MOST_LOOPS], n = 0;
	proof_spell_begin(s);
	if (!add_loop(s, &f, l) || !add_loop(s, &g, m))
		return proof_spell_fails(s, "a loop is not understood");
	bool one = f.count[0].trips == g.count[0].trips;
	if (!one && !f.trips[0] && s->nassumed) {
		*in = tir_body(l);
		return same_fused_loops(s, l, m, out);
	}
	while (!one && f.trips[0] && g.trips[0] && f.all != g.all)
		if (!extend(s, f.all < g.all ? &f : &g))
			return proof_spell_fails(s, "loops do other iterations");
	if (!one && (!f.trips[0] || !g.trips[0] || !(n = refine(&f, &g, size))))
		return proof_spell_fails(s, "a loop has other iterations");
	*in = tir_body(f.loop[f.n - 1]);
	*out = tir_body(g.loop[g.n - 1]);
	if (!one && (tir_seq_leaves(*in) || tir_seq_leaves(*out)))
		return proof_spell_fails(s, "a loop that is left has other iterations");
	for (uint32_t i = 0; i < n; i++)
		atom[i] = proof_spell_new_atom(s, SPELL_LOOP,
		        (struct proof_bounds){0, size[i] - 1, true});
	if (one ? !same_trips(s, &f, &g)
	        : !set_chain(s, &f, n, size, atom) || !set_chain(s, &g, n, size, atom))
		return false;
	for (uint32_t i = 0; i < g.n; i++)
		if (g.loop[i]->for_kind != TIR_SERIAL &&
		        (!one || g.loop[i]->for_kind != f.loop[0]->for_kind))
			return proof_spell_fails(s, "a loop has another order");
	return true;
}
