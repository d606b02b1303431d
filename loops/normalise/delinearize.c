/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/delinearize.c: a fused loop whose extents are parameters as the loops that were fused (delinearisation).
 *
 * Idea    for p in range(h * w * c) that names p // (w * c), p // c % w and p % c is, if h, w and c are above 0, a loop over each of h, w and
 *         c: p // (w * c) is the first one's variable, p // c % w the second one's, p % c the third one's, and p their sum, each times what
 *         it stands for.  Else the loop is as it was.
 * Needs   flat statements; a loop from 0 by 1 whose extent is a product of numbers that it does not change; divisors that are products of
 *         some of these, each of which divides the next greater one.  fused.c does so where the extent is a constant.
 * Keeps   the order of iterations; loops that a break leaves.
 * Costs   the nodes of each such loop's body, which stands twice; VERSIONS loops a function. */
#include "loops/normalise/respell.h"

enum { FACTORS = 6, UNITS = 6, VERSIONS = 4, DEEP = 8 };

/* k * x[0] * x[1] ...; the factors are sorted by their numbers. */
struct product {
	int64_t k;
	uint32_t n;
	const struct tir_expr *x[FACTORS];
};
/* A fused loop.  Its variable v is the sum of digit[i] * unit[i]; unit[0] is 1, unit[n] the extent. */
struct fused {
	struct respell *r;
	struct loops_vectors *report;
	const struct tir_var *v;
	struct product unit[UNITS + 2];
	uint32_t n, left; /* left: how many more loops may get two versions */
	bool ok, divided; /* divided: a division of the variable was found */
	const struct tir_expr *digit[UNITS + 1];
};
/* v // lo % (hi // lo): the digits from unit lo up to unit hi. */
struct part {
	struct product lo, hi;
	bool known;
};

/* ---- Products ----------------------------------------------------------------------------*/
static bool multiply(struct product *a, const struct product *b)
{
	if (__builtin_mul_overflow(a->k, b->k, &a->k) || a->n + b->n > FACTORS)
		return false;
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t k = a->n++;
		for (; k && a->x[k - 1]->id > b->x[i]->id; k--)
			a->x[k] = a->x[k - 1];
		a->x[k] = b->x[i];
	}
	return true;
}

/* a without the factors of b; false: they are not all there. */
static bool divide(struct product *a, const struct product *b)
{
	uint32_t n = 0, at = 0;
	if (a->k % b->k)
		return false;
	a->k /= b->k;
	for (uint32_t i = 0; i < a->n; i++)
		if (at < b->n && a->x[i] == b->x[at])
			at++;
		else
			a->x[n++] = a->x[i];
	a->n = n;
	return at == b->n;
}

static bool is_divided(struct product a, const struct product *by)
{
	return divide(&a, by);
}

static bool is_same(const struct product *a, const struct product *b)
{
	return a->k == b->k && a->n == b->n && is_divided(*a, b);
}

/* Read e as a product.  False: it may trap, reads memory or has effects, or a constant in it is not above 0. */
static bool read_product(const struct tir_expr *e, uint32_t deep, struct product *p)
{
	struct product a, b;
	*p = (struct product){.k = 1, .n = 1, .x = {e}};
	if (e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET))
		return false;
	if (e->op == TIR_INT_IMM) {
		*p = (struct product){.k = e->u.i};
		return e->u.i > 0;
	}
	if (e->op != TIR_MUL || !deep)
		return true;
	*p = (struct product){.k = 1};
	return read_product(e->arg[0], deep - 1, &a) && read_product(e->arg[1], deep - 1, &b) &&
	       multiply(p, &a) && multiply(p, &b);
}

static const struct tir_expr *times(struct respell *r, const struct tir_expr *e,
        const struct tir_expr *x)
{
	return e ? tir_binary(r->m, TIR_MUL, e, x) : x;
}

/* e times the product; e may be NULL: 1. */
static const struct tir_expr *times_product(struct respell *r, const struct tir_expr *e,
        struct tir_type t, const struct product *p)
{
	const struct tir_expr *by = NULL;
	for (uint32_t i = 0; i < p->n; i++)
		by = times(r, by, p->x[i]);
	if (p->k != 1 || (!by && !e))
		by = times(r, by, tir_int(r->m, t, p->k));
	return by ? times(r, e, by) : e;
}

/* ---- What is divided -----------------------------------------------------------------------*/
/* Which digits of the loop's iteration e is. */
static struct part part_of(struct fused *u, const struct tir_expr *e)
{
	struct part a = {u->unit[0], u->unit[u->n], true};
	struct product d, ratio;
	if (e == u->v->expr)
		return a;
	if (e->op != TIR_FLOORDIV && e->op != TIR_FLOORMOD)
		return (struct part){.known = false};
	a = part_of(u, e->arg[0]);
	if (!a.known || !read_product(e->arg[1], DEEP, &d))
		return (struct part){.known = false};
	ratio = a.hi;
	a.known = divide(&ratio, &a.lo);
	struct product more = d;
	if (e->op == TIR_FLOORMOD && divide(&more, &ratio) && !more.n)
		return a; /* it is less than the divisor */
	a.known &= multiply(&d, &a.lo) && is_divided(a.hi, &d);
	*(e->op == TIR_FLOORDIV ? &a.lo : &a.hi) = d;
	return a;
}

/* Note that the iteration is cut there: the units in order, each dividing the next one. */
static void note(struct fused *u, const struct product *p)
{
	uint32_t i = u->n;
	for (uint32_t k = 0; k <= u->n; k++)
		if (is_same(&u->unit[k], p))
			return;
	while (i && is_divided(u->unit[i - 1], p))
		i--;
	u->ok = u->ok && u->n < UNITS && i && is_divided(*p, &u->unit[i - 1]) &&
	        is_divided(u->unit[i], p);
	if (!u->ok)
		return;
	memmove(&u->unit[i + 1], &u->unit[i], (u->n + 1 - i) * sizeof *u->unit);
	u->unit[i] = *p;
	u->n++;
}

/* Note where a quotient or a remainder of the loop's variable cuts it. */
static bool note_division(void *ctx, const struct tir_expr *e)
{
	struct fused *u = ctx;
	struct part p = {.known = false};
	if (e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD) {
		p = part_of(u, e);
		u->divided |= part_of(u, e->arg[0]).known;
	}
	if (p.known) {
		note(u, &p.lo);
		note(u, &p.hi);
	}
	return u->ok;
}

/* Note those in the statement's operands. */
static bool note_stmt(void *ctx, struct tir_stmt *s)
{
	struct fused *u = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n && u->ok; i++)
		tir_walk_expr(e[i], u->r->arena, note_division, u);
	return u->ok;
}

/* Is it a fused loop?  Its units then. */
static bool find(struct fused *u, struct respell *r, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	struct product extent;
	if (!u->left || !loops_respell_is_plain(s) || !respell_is_free(r, l->var) ||
	        tir_loop_step(s) != 1 || l->min.e->op != TIR_INT_IMM || l->min.e->u.i ||
	        tir_seq_leaves(tir_body(s)) || !read_product(l->extent.e, DEEP, &extent) ||
	        !extent.n)
		return false;
	u->r = r;
	u->v = l->var;
	u->n = 1;
	u->ok = true;
	u->divided = false;
	u->unit[0] = (struct product){.k = 1};
	u->unit[1] = extent;
	tir_walk_stmts(tir_body(s), note_stmt, u);
	if (u->ok && u->n > 1)
		return true;
	if (u->divided)
		VEC_PUSH(r->arena, &u->report->refused,
		        ((struct loops_refused){LOOPS_DELINEARIZE_DIGITS, s, s}));
	return false;
}

/* ---- The loops -----------------------------------------------------------------------------*/
/* The digits that e is, in the place of e, whose other operands are done. */
static const struct tir_expr *digits(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	struct fused *u = r->ctx;
	struct part p = part_of(u, was);
	const struct tir_expr *sum = NULL;
	for (uint32_t i = u->n; p.known && i-- > 0;) {
		struct product by = u->unit[i];
		if (!is_divided(u->unit[i], &p.lo) || !is_divided(p.hi, &u->unit[i + 1]))
			continue;
		divide(&by, &p.lo);
		const struct tir_expr *x = times_product(r, u->digit[i], was->type, &by);
		sum = sum ? tir_binary(r->m, TIR_ADD, sum, x) : x;
	}
	return sum ? sum : e;
}

/* The loops over digits, around the body. */
static struct tir_seq loops(struct fused *u, const struct tir_stmt *s)
{
	struct respell in = *u->r;
	struct tir_var *v[UNITS + 1];
	struct tir_seq all = {0};
	char name[64];
	snprintf(name, sizeof name, "%.40s_", u->v->name);
	for (uint32_t i = 0; i < u->n; i++) {
		v[i] = loops_respell_var(u->r, name, u->n - 1 - i, u->v->type);
		v[i]->at = u->v->at;
		u->digit[i] = v[i]->expr;
	}
	in.loop = NULL;
	in.node = digits;
	in.ctx = u;
	memset(&in.done, 0, sizeof in.done); /* outside of the loop nothing stands for digits */
	struct tir_seq body = tir_seq_map(tir_body(s), loops_respell_stmt, &in);
	for (uint32_t i = 0; i < u->n; i++) { /* the innermost first */
		struct tir_stmt *t = tir_stmt_copy(u->r->m->arena, s);
		struct product n = u->unit[i + 1];
		divide(&n, &u->unit[i]);
		t->for_kind = TIR_SERIAL;
		tir_set_var(t, v[i]);
		tir_as_for(t)->extent.e = times_product(u->r, NULL, u->v->type, &n);
		tir_set_body(t, body);
		body = (struct tir_seq){0};
		tir_seq_add(&body, t);
	}
	tir_seq_append(&all, body);
	return all;
}

/* Are all factors of the extent above 0? */
static const struct tir_expr *test(struct fused *u)
{
	const struct product *p = &u->unit[u->n];
	const struct tir_expr *all = NULL;
	struct tir_module *m = u->r->m;
	for (uint32_t i = 0; i < p->n; i++) {
		const struct tir_expr *c = tir_binary(m, TIR_LT, tir_int(m, p->x[i]->type, 0),
		        p->x[i]);
		if (!i || p->x[i] != p->x[i - 1])
			all = all ? tir_binary(m, TIR_AND, all, c) : c;
	}
	return all;
}

/* Add both versions in the place of a fused loop; a copy of another one. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	struct fused *u = r->ctx;
	struct tir_subst fresh = {.m = r->m, .arena = r->arena};
	struct tir_seq old = {0};
	if (!find(u, r, s)) {
		tir_seq_add(out, loops_respell_copy(r, s));
		return;
	}
	struct tir_stmt *both = tir_stmt_new(r->m, TIR_IF, s->at);
	tir_as_if(both)->value = (struct tir_operand){test(u), s->at};
	struct tir_seq nest = loops(u, s);
	tir_set_body(both, tir_subst_seq(&fresh, &nest));
	tir_seq_add(&old, tir_stmt_copy(r->m->arena, s));
	tir_set_orelse(both, old);
	tir_seq_add(out, both);
	VEC_PUSH(r->arena, &u->report->all,
	        ((struct loops_vectorized){LOOPS_DELINEARIZED, s, u->n}));
	u->left--;
	r->any = true;
}

struct tir_func *loops_delinearize(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	struct fused u = {.left = VERSIONS, .report = vectors};
	r.loop = loop;
	r.ctx = &u;
	return loops_respell_func(&r, f);
}
