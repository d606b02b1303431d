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

enum { MOST_CURSOR = 64 };

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

/* Have both the same number?  False with the reason. */
static bool same_operand(struct spell *s, const struct tir_expr *x, const struct tir_expr *y,
        bool any_width)
{
	if (!any_width && !tir_type_eq(x->type, y->type))
		return proof_spell_fails(s, "an operand has another type");
	uint32_t a = spell_read_as(s, 0, x), b = a == SPELL_NONE ? a : spell_read_as(s, 1, y);
	if (b == SPELL_NONE)
		return false;
	return a == b || proof_spell_fails(s, "an operand is another one");
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
		bool loop = spell_is_plain(t) && is_known(tir_as_for(t)->min.e) &&
		            is_known(tir_as_for(t)->extent.e);
		if (!loop && (t->kind != TIR_IF || !is_known(tir_value_of(t))))
			return false;
		proof_spell_begin(s);
		uint32_t x = loop ? SPELL_NONE : spell_read_as(s, side, tir_value_of(t));
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
	struct spell_counts c;
	int64_t n;
	proof_spell_begin(s);
	if (t->kind == TIR_IF && is_known(tir_value_of(t))) {
		uint32_t x = spell_read_as(s, side, tir_value_of(t));
		if (x != SPELL_NONE && proof_spell_is_number(s, x, &n))
			return n ? tir_body(t) : tir_orelse(t);
	}
	if (!spell_is_plain(t) || !is_known(tir_as_for(t)->min.e) ||
	        !is_known(tir_as_for(t)->extent.e) || tir_seq_leaves(tir_body(t)))
		return NULL;
	if (s->nassumed && does_nothing(s, side, tir_body(t)))
		return &nothing;
	proof_spell_begin(s);
	if (!proof_spell_read_loop(s, side, t, &c) || !proof_spell_is_number(s, c.trips, &n) ||
	        n != 1 || !proof_spell_set_loop(s, side, t, &c, proof_spell_number(s, 0), t))
		return NULL;
	return tir_body(t);
}

static void skip(struct cursor *c)
{
	c->at[c->n - 1] = c->at[c->n - 1]->next;
}

/* Put the statements in the place of the next one. */
static void enter(struct cursor *c, const struct tir_seq *in)
{
	skip(c);
	c->at[c->n++] = in->first;
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
		enter(c, in);
	}
	return NULL;
}

static struct cursor cursor_of(const struct tir_seq *s)
{
	return (struct cursor){.at = {s->first}, .n = 1};
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

/* The same loops, of iterations alone.  False with the reason. */
static bool same_plain_loops(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m)
{
	const struct tir_seq *in, *out;
	uint32_t fused = s->nfused;
	bool same = proof_spell_same_loops(s, l, m, &in, &out) && same_body(s, in, out);
	s->nfused = fused;
	return same;
}

/* The same loop, of any kind.  False with the reason. */
static bool same_loop(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m)
{
	const struct tir_for *x = tir_as_for(l), *y = tir_as_for(m);
	if (spell_is_plain(l) && spell_is_plain(m))
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
	uint32_t v = proof_spell_new_atom(s, SPELL_LOOP, (struct proof_bounds){0});
	return set_both(s, x->var, y->var, v) && same_body(s, tir_body(l), tir_body(m));
}

/* ---- Other statements --------------------------------------------------------------------*/
/* Is the same value bound?  Both variables stand for it from now on.  False with the reason. */
static bool same_bind(struct spell *s, const struct tir_stmt *x, const struct tir_stmt *y)
{
	const struct tir_expr *e = tir_value_of(x);
	if (!same_operand(s, e, tir_value_of(y), true))
		return false;
	uint32_t a = spell_read_as(s, 0, e);
	bool numbers = e->type.code == TIR_TYPE_INT && tir_value_of(y)->type.code == TIR_TYPE_INT &&
	               e->type.lanes == 1 && tir_value_of(y)->type.lanes == 1;
	if (!numbers && !tir_type_eq(e->type, tir_value_of(y)->type))
		return proof_spell_fails(s, "a variable has another type");
	if (!is_known(e))
		a = proof_spell_new_atom(s, SPELL_BOUND, proof_spell_bounds(s, a));
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
static uint32_t asked(struct spell *s, const struct tir_stmt *a, const struct tir_stmt *b,
        bool *contrary)
{
	if (b->kind != TIR_IF || !is_known(tir_value_of(b)))
		return SPELL_NONE;
	proof_spell_begin(s);
	if (spell_is_plain(a) &&
	        is_known(tir_as_for(a)->extent.e)) /* the first program computes it here */
		spell_read_as(s, 0, tir_as_for(a)->extent.e);
	uint32_t x = spell_read_as(s, 1, tir_value_of(b)), y = SPELL_NONE;
	if (x != SPELL_NONE && a->kind == TIR_IF && is_known(tir_value_of(a)))
		y = spell_read_as(s, 0, tir_value_of(a));
	s->why = NULL; /* it is compared as it is */
	return x == SPELL_NONE || x == y ? SPELL_NONE : proof_spell_literal(s, x, contrary);
}

/* Is what is left of both the same, be the condition of b, the next statement of the second program, so or not?  contrary: b asks for its
 * contrary.  False with the reason. */
static bool same_in_cases(struct spell *s, const struct cursor *x, const struct cursor *y,
        uint32_t condition, const struct tir_stmt *b, bool contrary)
{
	struct spell_meanings m = proof_spell_meanings(s);
	uint32_t n = s->nassumed;
	bool same = true;
	for (int holds = 1; same && holds >= 0; holds--) {
		proof_spell_restore(s, &m);
		struct cursor in = *y;
		enter(&in, holds != contrary ? tir_body(b) : tir_orelse(b));
		same = proof_spell_assume(s, condition, holds) && same_rest(s, *x, in);
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
		bool contrary;
		uint32_t condition = asked(s, a, b, &contrary);
		if (condition != SPELL_NONE && y.n < MOST_CURSOR)
			return same_in_cases(s, &x, &y, condition, b, contrary);
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
