/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/vectorize_deps.c: may one iteration of a vectorised loop see what another one writes?
 *
 * Idea.   A vectorised loop promises that its iterations are independent; programs break the
 *         promise.  Two accesses to one buffer, k * v + inner + outer + c each, with the same k and
 *         outer part, meet in one iteration only if k * dv + inner - inner' + c - c' is zero for no
 *         dv but 0.
 * Needs   flat indices.  Parameters are taken not to overlap: that much of the promise is believed.
 * Keeps   all.
 * Costs   the accesses of stored buffers, squared. */
#include "legalize/vectorize.h"

enum { MAX_NAMED = 8 }; /* levels of a name's value */

struct access {
	const struct tir_buffer *buffer;
	const struct tir_expr *index; /* NULL: anywhere */
	bool store;
};
struct survey {
	struct vectorizer *x;
	VEC(struct access) found;
	VEC(uint32_t) seen; /* by expression: the statement that saw it last */
	VEC(bool) inner;    /* by variable: defined in the loop */
	VEC(const struct tir_expr *) todo;
	uint32_t stmt;
	struct tir_subst named; /* names of index arithmetic, and what they stand for */
	bool unknown;           /* something touches memory that is not seen */
};

static const struct tir_buffer *root_of(const struct tir_buffer *b)
{
	return b->root ? b->root : b;
}

static void add_access(struct survey *v, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *index, bool store)
{
	index = n == 1 && index ? tir_subst_expr(&v->named, index) : NULL;
	VEC_PUSH(v->x->s.arena, &v->found, ((struct access){b, index, store}));
}

static void see_expr(struct survey *v, const struct tir_expr *e)
{
	struct arena *arena = v->x->s.arena;
	VEC_PUSH(arena, &v->todo, e);
	while (v->todo.n) {
		e = v->todo.at[--v->todo.n];
		while (v->seen.n <= e->id)
			VEC_PUSH(arena, &v->seen, 0);
		if (v->seen.at[e->id] == v->stmt)
			continue;
		v->seen.at[e->id] = v->stmt;
		if (e->op == TIR_LOAD)
			add_access(v, e->u.buffer, e->n, e->n ? e->arg[0] : NULL, false);
		else if (e->op == TIR_CALL || e->op == TIR_ADDRESS_OF || e->op == TIR_BUFFER_DATA ||
		         e->op == TIR_MASKED_LOAD)
			v->unknown |= e->op != TIR_CALL || tir_call_effect(e) != TIR_PURE;
		for (uint32_t i = 0; i < e->n; i++)
			VEC_PUSH(arena, &v->todo, e->arg[i]);
	}
}

/* An index that is made of the name is made of its value, if that is not too large. */
static void see_bind(struct survey *v, const struct tir_stmt *t)
{
	const struct tir_expr *e = tir_subst_expr(&v->named, t->value.e);
	bool pure = !(e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
	if (pure && tir_is_int(e->type) && e->depth <= MAX_NAMED)
		tir_subst_var(&v->named, t->var, e);
}

static void see_seq(struct survey *v, const struct tir_seq *s)
{
	struct tir_operand *op[TIR_MAX_OPERANDS];
	bool once;
	for (struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_FOR)
			simplify_range_loop(&v->x->s, t, &once);
		uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
		v->stmt++;
		for (uint32_t i = 0; i < n; i++)
			see_expr(v, op[i]->e);
		if (t->kind == TIR_BIND)
			see_bind(v, t);
		if (t->kind == TIR_STORE)
			add_access(v, t->buffer, t->nindex, t->nindex ? t->index[0].e : NULL, true);
		if (tir_var_of(t)) {
			while (v->inner.n <= t->var->id)
				VEC_PUSH(v->x->s.arena, &v->inner, false);
			v->inner.at[t->var->id] = true;
		}
		see_seq(v, tir_body(t));
		see_seq(v, tir_orelse(t));
	}
}

/* ---- Two accesses ------------------------------------------------------------------------*/
/* An index k * v + inner + outer + constant. */
struct parts {
	int64_t k;
	uint64_t gcd;        /* of the inner terms' factors; 0: there are none */
	struct linear inner; /* without those whose range is not known */
	bool anywhere;       /* there are some */
	struct linear outer;
};

enum part { OUTER, INNER, MIXED };

/* What a term that is not the loop variable is made of. */
static enum part kind_of(const struct survey *v, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return e->u.var->id < v->inner.n && v->inner.at[e->u.var->id] ? INNER : OUTER;
	return MIXED;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static bool take_apart(const struct survey *v, const struct tir_expr *index, struct parts *out)
{
	struct linear l;
	*out = (struct parts){0};
	if (!index || !simplify_linear_of(&v->x->s, index, &l))
		return false;
	out->outer.constant = l.constant;
	for (uint32_t i = 0; i < l.n; i++) {
		struct term t = l.at[i];
		if (t.e == v->x->loop->var->expr) {
			out->k = t.factor;
			continue;
		}
		enum part kind = kind_of(v, t.e);
		if (kind == MIXED && (t.e->flags & TIR_HAS_VAR))
			kind = INNER; /* it may differ in every way */
		if (kind == OUTER) {
			out->outer.at[out->outer.n++] = t;
			continue;
		}
		out->inner.at[out->inner.n++] = t;
		out->anywhere |= !simplify_range_of(&v->x->s, t.e).index;
		out->gcd = gcd(out->gcd, magnitude(t.factor));
	}
	return true;
}

/* True if inner - inner' + d is always nearer to zero than k. */
static bool is_near(const struct survey *v, const struct parts *p, const struct parts *q, int64_t d,
        uint64_t k)
{
	int64_t a, b, lo, hi, least, most;
	return !p->anywhere && !q->anywhere && simplify_linear_range(&v->x->s, &p->inner, &a, &b) &&
	       simplify_linear_range(&v->x->s, &q->inner, &lo, &hi) &&
	       !__builtin_sub_overflow(a, hi, &least) && !__builtin_sub_overflow(b, lo, &most) &&
	       !__builtin_add_overflow(least, d, &least) &&
	       !__builtin_add_overflow(most, d, &most) && magnitude(least) < k &&
	       magnitude(most) < k;
}

/* True if the two never touch one element in different iterations. */
static bool is_private(const struct survey *v, const struct access *a, const struct access *b)
{
	struct parts p, q;
	uint64_t reach;
	if (a->buffer != b->buffer || !take_apart(v, a->index, &p) ||
	        !take_apart(v, b->index, &q) || p.k != q.k || p.k == 0 ||
	        !simplify_linear_sub(&p.outer, &q.outer))
		return false;
	simplify_linear_collect(&v->x->s, &p.outer);
	if (p.outer.n)
		return false;
	uint64_t k = magnitude(p.k), d = magnitude(p.outer.constant), g = gcd(p.gcd, q.gcd);
	/* the inner parts alone cannot make up for one step of v */
	if (is_near(v, &p, &q, p.outer.constant, k))
		return true;
	if (d % gcd(g, k))
		return true;
	if (__builtin_mul_overflow(k, (uint64_t)v->x->lanes - 1, &reach))
		return false;
	if (!g)
		return d > reach;
	/* modulo g, only dv = 0 fits */
	return d % g == 0 && reach < g;
}

bool legalize_vector_carries(struct vectorizer *x, const struct tir_seq *body)
{
	struct survey v = {.x = x, .named = {.m = x->s.m, .arena = x->s.arena}};
	see_seq(&v, body);
	if (v.unknown) {
		x->why = "it calls a function or takes an address";
		return true;
	}
	for (uint32_t i = 0; i < v.found.n; i++)
		for (uint32_t k = 0; k < v.found.n && v.found.at[i].store; k++)
			if (root_of(v.found.at[i].buffer) == root_of(v.found.at[k].buffer) &&
			        !is_private(&v, &v.found.at[i], &v.found.at[k])) {
				x->why = "an iteration may use what another one stores";
				return true;
			}
	return false;
}
