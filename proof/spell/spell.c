/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell.c: are two programs the same, but for how their loops, indices and operations are written?
 *
 * Idea.    Walk both in step.  Loops around the same statements, whose products of trip counts are equal, do the same iterations
 *          in the same order: each variable is a sum of iterations of the finest loops that both are made of.  A loop
 *          of one iteration is its body, an `if` that surely holds is its statements, and a loop whose order is no
 *          matter may have the one of the text.  Operands are then compared as whole numbers (spell_expr.c).  Where the second
 *          program alone asks what memory does not change, what follows is compared twice: as if that held, and as if it did not.
 * Needs    verified functions without blocks.
 * Wrong if an iteration is passed over or done in another order, or two numbers are taken for one. */
#include "proof/spell/spell.h"

enum { MOST_LOOPS = 16, MOST_CURSOR = 64 };

/* What is left of a sequence, with the statements of loops of one iteration in their place. */
struct cursor {
	const struct tir_stmt *at[MOST_CURSOR];
	uint32_t n;
};

static bool same_seq(struct spell *s, const struct tir_seq *f, const struct tir_seq *g);

/* The same of loops' bodies. */
static bool same_body(struct spell *s, const struct tir_seq *f, const struct tir_seq *g)
{
	s->loops++;
	bool same = same_seq(s, f, g);
	s->loops--;
	return same;
}

static uint32_t read_as(struct spell *s, uint32_t side, const struct tir_expr *e)
{
	s->now = side;
	s->place = 0;
	return proof_spell_read(s, e);
}

/* Have both the same number?  False with the reason. */
static bool same_operand(struct spell *s, const struct tir_expr *x, const struct tir_expr *y,
        bool any_width)
{
	if (!any_width && !tir_type_eq(x->type, y->type))
		return proof_spell_fails(s, "an operand has another type");
	uint32_t a = read_as(s, 0, x), b = a == SPELL_NONE ? a : read_as(s, 1, y);
	if (b == SPELL_NONE)
		return false;
	return a == b || proof_spell_fails(s, "an operand is another one");
}

/* ---- Loops -------------------------------------------------------------------------------*/
/* Has the loop nothing but iterations in an order that is the text's, or that is no matter? */
static bool is_plain(const struct tir_stmt *l)
{
	return l->kind == TIR_FOR &&
	       (l->for_kind == TIR_SERIAL || l->for_kind == TIR_PARALLEL ||
	               l->for_kind == TIR_UNROLLED) &&
	       !(tir_as_for(l)->more->attr && tir_as_for(l)->more->attr->n) &&
	       !tir_as_for(l)->more->tag && tir_loop_step(l) > 0 &&
	       tir_as_for(l)->var->type.code == TIR_TYPE_INT;
}

struct counts {
	uint32_t min, trips; /* sums */
};

/* The numbers of a loop's first value and of its iterations.  False with the reason. */
static bool read_loop(struct spell *s, uint32_t side, const struct tir_stmt *l, struct counts *c)
{
	int64_t step = tir_loop_step(l);
	uint32_t extent = read_as(s, side, tir_as_for(l)->extent.e);
	c->min = extent == SPELL_NONE ? extent : read_as(s, side, tir_as_for(l)->min.e);
	if (c->min == SPELL_NONE)
		return false;
	extent = proof_spell_add(s, extent, proof_spell_number(s, step - 1), 1);
	c->trips = extent == SPELL_NONE ? extent : proof_spell_floor(s, extent, step);
	return c->trips != SPELL_NONE || proof_spell_fails(s, "a loop is not understood");
}

/* The loop's variable is its first value and so many steps.  That of the second program must hold what it counts: by its bounds,
 * or as the loop `like` of the first program, which counts the same, is of no wider type.  False with the reason. */
static bool set_loop(struct spell *s, uint32_t side, const struct tir_stmt *l,
        const struct counts *c, uint32_t iteration, const struct tir_stmt *like)
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

/* ---- Statements in the place of loops of one iteration -------------------------------------*/
static const struct tir_seq nothing;

/* Does the operand depend on nothing but numbers? */
static bool is_known(const struct tir_expr *e)
{
	return !(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
}

/* Do the statements do nothing, whatever the iterations of their loops? */
static bool does_nothing(struct spell *s, uint32_t side, const struct tir_seq *in)
{
	for (const struct tir_stmt *t = in->first; t; t = t->next) {
		int64_t n = 1;
		bool loop = is_plain(t) && is_known(tir_as_for(t)->min.e) &&
		            is_known(tir_as_for(t)->extent.e);
		if (!loop && (t->kind != TIR_IF || !is_known(tir_value_of(t))))
			return false;
		proof_spell_begin(s);
		uint32_t x = loop ? SPELL_NONE : read_as(s, side, tir_value_of(t));
		if (!loop && (x == SPELL_NONE || !proof_spell_is_number(s, x, &n)))
			return false;
		if (!does_nothing(s, side, n ? tir_body(t) : tir_orelse(t)))
			return false;
	}
	return true;
}

/* The statements that stand for t, if these are not t itself: of a loop of one iteration, of an `if` that is known, of a loop that
 * does nothing as something is assumed. */
static const struct tir_seq *inside(struct spell *s, uint32_t side, const struct tir_stmt *t)
{
	struct counts c;
	int64_t n;
	proof_spell_begin(s);
	if (t->kind == TIR_IF && is_known(tir_value_of(t))) {
		uint32_t x = read_as(s, side, tir_value_of(t));
		if (x != SPELL_NONE && proof_spell_is_number(s, x, &n))
			return n ? tir_body(t) : tir_orelse(t);
	}
	if (!is_plain(t) || !is_known(tir_as_for(t)->min.e) || !is_known(tir_as_for(t)->extent.e) ||
	        tir_seq_leaves(tir_body(t)))
		return NULL;
	if (s->nassumed && does_nothing(s, side, tir_body(t)))
		return &nothing;
	proof_spell_begin(s);
	if (!read_loop(s, side, t, &c) || !proof_spell_is_number(s, c.trips, &n) || n != 1 ||
	        !set_loop(s, side, t, &c, proof_spell_number(s, 0), t))
		return NULL;
	return tir_body(t);
}

/* The next statement; NULL: there is none. */
static const struct tir_stmt *peek(struct spell *s, uint32_t side, struct cursor *c)
{
	while (c->n) {
		const struct tir_stmt *t = c->at[c->n - 1];
		const struct tir_seq *in = t && c->n < MOST_CURSOR ? inside(s, side, t) : NULL;
		if (t && !in && s->steps)
			s->why = NULL; /* it is looked at as it is */
		if (t && !in)
			return t;
		if (!t) {
			c->n--;
			continue;
		}
		c->at[c->n - 1] = t->next;
		c->at[c->n++] = in->first;
	}
	return NULL;
}

static void skip(struct cursor *c)
{
	c->at[c->n - 1] = c->at[c->n - 1]->next;
}

static struct cursor cursor_of(const struct tir_seq *s)
{
	return (struct cursor){.at = {s->first}, .n = 1};
}

/* ---- Nests of loops ----------------------------------------------------------------------*/
struct chain {
	const struct tir_stmt *loop[MOST_LOOPS];
	struct counts count[MOST_LOOPS];
	int64_t trips[MOST_LOOPS]; /* 0: they are no number */
	int64_t all;
	uint32_t n, side;
};

/* Add the loop, with nothing beside it in the one around.  False: it is none, or, with the reason, it is not understood. */
static bool add_loop(struct spell *s, struct chain *c, const struct tir_stmt *l)
{
	int64_t *n = &c->trips[c->n];
	if (c->n == MOST_LOOPS || !is_plain(l))
		return false;
	proof_spell_begin(s);
	if (!read_loop(s, c->side, l, &c->count[c->n]))
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
	if (!l || l->next || l->kind != TIR_FOR || !add_loop(s, c, l))
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
		struct counts count;
		int64_t trips;
		proof_spell_begin(s); /* now that loops around are known */
		if (!read_loop(s, c->side, c->loop[i], &count))
			return false;
		if (!proof_spell_is_number(s, count.trips, &trips) || trips != c->trips[i])
			return proof_spell_fails(s, "loops do other iterations");
		if (!set_loop(s, c->side, c->loop[i], &count, at[i], NULL))
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

static uint32_t new_atom(struct spell *s, uint32_t kind, struct proof_bounds b)
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
	uint32_t x = b.known && b.hi == 0 ? proof_spell_number(s, 0) : new_atom(s, SPELL_LOOP, b);
	const struct tir_stmt *l = f->loop[0], *m = g->loop[0];
	bool like = tir_as_for(l)->var->type.bits <= tir_as_for(m)->var->type.bits &&
	            f->count[0].min == g->count[0].min && tir_loop_step(l) == tir_loop_step(m);
	return set_loop(s, 0, l, &f->count[0], x, NULL) &&
	       set_loop(s, 1, m, &g->count[0], x, like ? l : NULL);
}

/* Do two loops that are perhaps in nests of more loops the same?  False with the reason. */
static bool same_plain_loops(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m)
{
	struct chain f = {.side = 0}, g = {.side = 1};
	int64_t size[MOST_LOOPS];
	uint32_t atom[MOST_LOOPS], n = 0;
	if (!add_loop(s, &f, l) || !add_loop(s, &g, m))
		return proof_spell_fails(s, "a loop is not understood");
	bool one = f.count[0].trips == g.count[0].trips;
	while (!one && f.trips[0] && g.trips[0] && f.all != g.all)
		if (!extend(s, f.all < g.all ? &f : &g))
			return proof_spell_fails(s, "loops do other iterations");
	if (!one && (!f.trips[0] || !g.trips[0] || !(n = refine(&f, &g, size))))
		return proof_spell_fails(s, "a loop has other iterations");
	const struct tir_seq *in = tir_body(f.loop[f.n - 1]), *out = tir_body(g.loop[g.n - 1]);
	if (!one && (tir_seq_leaves(in) || tir_seq_leaves(out)))
		return proof_spell_fails(s, "a loop that is left has other iterations");
	for (uint32_t i = 0; i < n; i++)
		atom[i] = new_atom(s, SPELL_LOOP, (struct proof_bounds){0, size[i] - 1, true});
	if (one ? !same_trips(s, &f, &g)
	        : !set_chain(s, &f, n, size, atom) || !set_chain(s, &g, n, size, atom))
		return false;
	for (uint32_t i = 0; i < g.n; i++)
		if (g.loop[i]->for_kind != TIR_SERIAL &&
		        (!one || g.loop[i]->for_kind != f.loop[0]->for_kind))
			return proof_spell_fails(s, "a loop has another order");
	return same_body(s, in, out);
}

/* Both variables stand for the sum. */
static bool set_both(struct spell *s, const struct tir_var *v, const struct tir_var *w,
        uint32_t sum)
{
	s->now = 0;
	bool ok = proof_spell_set(s, v, sum);
	s->now = 1;
	return ok && proof_spell_set(s, w, sum);
}

/* The same loop, of any kind.  False with the reason. */
static bool same_loop(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m)
{
	const struct tir_for *x = tir_as_for(l), *y = tir_as_for(m);
	if (is_plain(l) && is_plain(m))
		return same_plain_loops(s, l, m);
	if (!proof_same_head(l, m) || x->more->tag != y->more->tag ||
	        x->more->attr != y->more->attr || tir_loop_step(l) != tir_loop_step(m) ||
	        x->var != y->var || (l->kind == TIR_FOR && x->min.e != y->min.e) ||
	        x->extent.e != y->extent.e)
		return proof_spell_fails(s, "a loop is another one");
	proof_spell_begin(s);
	if ((x->min.e && !same_operand(s, x->min.e, y->min.e, false)) ||
	        !same_operand(s, x->extent.e, y->extent.e, false))
		return false;
	uint32_t v = new_atom(s, SPELL_LOOP, (struct proof_bounds){0});
	return set_both(s, x->var, y->var, v) && same_body(s, tir_body(l), tir_body(m));
}

/* ---- Other statements --------------------------------------------------------------------*/
/* Is the same value bound?  Both variables stand for it from now on.  False with the reason. */
static bool same_bind(struct spell *s, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *e = tir_value_of(x);
	if (!same_operand(s, e, tir_value_of(y), true))
		return false;
	uint32_t a = read_as(s, 0, e);
	bool numbers = e->type.code == TIR_TYPE_INT && tir_value_of(y)->type.code == TIR_TYPE_INT &&
	               e->type.lanes == 1 && tir_value_of(y)->type.lanes == 1;
	if (!numbers && !tir_type_eq(e->type, tir_value_of(y)->type))
		return proof_spell_fails(s, "a variable has another type");
	if (!is_known(e))
		a = new_atom(s, SPELL_BOUND, proof_spell_bounds(s, a));
	return set_both(s, tir_var_of(x), tir_var_of(y), a);
}

/* Are the operands the same, indices of any width?  False with the reason. */
static bool same_operands(struct spell *s, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(x, a, TIR_MAX_OPERANDS);
	bool store = x->kind == TIR_STORE;
	if (tir_stmt_exprs(y, b, TIR_MAX_OPERANDS) != n)
		return proof_spell_fails(s, "a statement has other operands");
	for (uint32_t i = 0; i < n; i++) {
		bool index = store && i < x->nindex && a[i]->type.code == TIR_TYPE_INT &&
		             a[i]->type.lanes == 1 && b[i]->type.code == TIR_TYPE_INT &&
		             b[i]->type.lanes == 1;
		if (!same_operand(s, a[i], b[i], index))
			return false;
	}
	return s->side[0].effects == s->side[1].effects || proof_spell_fails(s, "a call is lost");
}

/* Do both store, in the same way, to what is the same memory? */
static bool same_store(struct spell *s, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (x->kind != TIR_STORE || y->kind != TIR_STORE)
		return false;
	struct tir_store z = *tir_as_store(y);
	z.buffer = tir_as_store(x)->buffer;
	return proof_same_head(x, &z.s) &&
	       proof_spell_same_memory(s, tir_as_store(x)->buffer, tir_as_store(y)->buffer);
}

/* The same statement but for its operands and what is in it.  False with the reason. */
static bool same_stmt(struct spell *s, const struct tir_stmt *x, const struct tir_stmt *y)
{
	if (x->kind != y->kind || x->kind == TIR_BLOCK)
		return proof_spell_fails(s, "a statement is another one");
	if (tir_stmts[x->kind].more)
		return same_loop(s, x, y);
	proof_spell_begin(s);
	if (!proof_same_head(x, y) && !same_store(s, x, y))
		return proof_spell_fails(s, "a statement is another one");
	if (x->kind == TIR_BIND)
		return same_bind(s, x, y);
	if (tir_var_of(x) != tir_var_of(y))
		return proof_spell_fails(s, "a variable is another one");
	return same_operands(s, x, y) && same_seq(s, tir_body(x), tir_body(y)) &&
	       same_seq(s, tir_orelse(x), tir_orelse(y));
}

/* ---- Sequences, and cases ------------------------------------------------------------------*/
static bool same_rest(struct spell *s, struct cursor x, struct cursor y);

/* The condition that b asks and a does not, an atom or its contrary; SPELL_NONE: there is none, or it may change. */
static uint32_t asked(struct spell *s, const struct tir_stmt *a, const struct tir_stmt *b)
{
	bool contrary;
	if (b->kind != TIR_IF || !is_known(tir_value_of(b)))
		return SPELL_NONE;
	proof_spell_begin(s);
	uint32_t x = read_as(s, 1, tir_value_of(b)), y = SPELL_NONE;
	if (x != SPELL_NONE && a->kind == TIR_IF && is_known(tir_value_of(a)))
		y = read_as(s, 0, tir_value_of(a));
	s->why = NULL; /* it is compared as it is */
	return x == SPELL_NONE || x == y ? SPELL_NONE : proof_spell_literal(s, x, &contrary);
}

/* Is what is left of both the same, be the condition so or not?  False with the reason. */
static bool same_in_cases(struct spell *s, const struct cursor *x, const struct cursor *y,
        uint32_t condition)
{
	struct spell_meanings m = proof_spell_meanings(s);
	uint32_t n = s->nassumed;
	bool same = true;
	for (int holds = 1; same && holds >= 0; holds--) {
		proof_spell_restore(s, &m);
		same = proof_spell_assume(s, condition, holds) && same_rest(s, *x, *y);
		s->nassumed = n;
	}
	proof_spell_begin(s);
	return same || proof_spell_fails(s, "too many conditions are asked");
}

/* Is what is left of both the same, each statement with its number of iterations?  False with the reason. */
static bool same_rest(struct spell *s, struct cursor x, struct cursor y)
{
	const struct tir_stmt *a, *b;
	for (;;) {
		a = peek(s, 0, &x);
		b = s->why ? NULL : peek(s, 1, &y);
		if (s->why || !a || !b)
			break;
		bool allocates = a->kind == TIR_ALLOC, other = tir_buffer_of(a) != tir_buffer_of(b);
		if (allocates && other && !s->loops) {
			skip(&x);
			continue;
		}
		if (b->kind == TIR_ALLOC && (!allocates || other)) {
			if (!proof_spell_allocates(s, b))
				return false;
			skip(&y);
			continue;
		}
		uint32_t condition = asked(s, a, b);
		if (condition != SPELL_NONE)
			return same_in_cases(s, &x, &y, condition);
		if (!same_stmt(s, a, b))
			return false;
		skip(&x);
		skip(&y);
	}
	return !s->why && ((!a && !b) || proof_spell_fails(s, "a statement was lost or added"));
}

static bool same_seq(struct spell *s, const struct tir_seq *f, const struct tir_seq *g)
{
	return same_rest(s, cursor_of(f), cursor_of(g));
}

enum proof_verdict proof_spelling(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	*why = "a variable is used out of its scope";
	if (!tir_verify_func(g, &silent))
		return PROOF_REFUTED;
	struct arena scratch = arena_scratch(arena);
	struct spell s = {.arena = &scratch, .f = f, .g = g, .steps = SPELL_STEPS};
	bool same = same_seq(&s, &f->body, &g->body);
	*why = s.why;
	arena_free(&scratch);
	return same ? PROOF_PROVED
	            : PROOF_UNDECIDED; /* what is written otherwise may be the same */
}
