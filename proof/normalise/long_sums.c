/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/long_sums.c: check that a sum of 64 bits is computed from sums of 32 bits (loops/normalise/long_sums.c).
 *
 * Idea    Both programs are walked in step.  Where f has loops around S = S + x, in 64 bits, g has the same loops around
 *         high = high + (y >> 16), and again around low = low + (y & 65535), both from 0 on, and S = S + (high * 65536 + low); or one sum of y.
 *         y, of 32 bits, is the number x: each operation of it is one of x, whose bounds fit.  y is (y >> 16) * 65536 + (y & 65535).
 *         The sum of 2^15 halves of 16 bits fits 32 bits; that of y does if its bounds, as often as the loops run, fit.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the nodes of the terms, of each REDUCED_NODES at most.
 * Wrong if a term has more bits, or an iteration changes what another one adds. */
#include "proof/normalise/reduced.h"
#include "proof/values/bounds.h"

enum { STEPS = 1 << 20, MOST = 1 << 15, HALF = 16, HALF_MASK = 65535 };

struct long_sums {
	struct reduced nest;
	struct proof_bounding bounds;
	uint32_t steps;
	const struct tir_stmt *store; /* of f */
	const struct tir_expr *term;
	const struct tir_stmt *at; /* the statement of g that is looked at */
};

static bool fail(struct long_sums *k, const char *why)
{
	k->nest.walk.why = why;
	return false;
}

/* ---- The nest of f -------------------------------------------------------------------------*/
static bool read_nest(struct long_sums *k, const struct tir_stmt *s)
{
	const struct tir_seq *body = proof_reduced_read(&k->nest, s);
	k->store = body ? body->first : NULL;
	if (!k->store || k->store->next || k->store->kind != TIR_STORE || tir_mask_of(k->store))
		return false;
	const struct tir_expr *e = tir_value_of(k->store);
	if ((e->op != TIR_ADD && e->op != TIR_SUB) || e->type.code != TIR_TYPE_INT ||
	        e->type.bits != 64 || e->type.lanes != 1)
		return false;
	bool first = proof_reduced_is_own(k->store, e->arg[0]);
	if (!first && (e->op == TIR_SUB || !proof_reduced_is_own(k->store, e->arg[1])))
		return false;
	k->term = e->arg[first];
	for (uint32_t i = 0; i < k->store->nindex; i++)
		if (!proof_reduced_is_steady(&k->nest, tir_as_store(k->store)->index[i].e))
			return false;
	return proof_reduced_is_apart(&k->nest, k->term, tir_buffer_of(k->store));
}

/* ---- The same numbers ----------------------------------------------------------------------*/
/* Of a variable of the nest. */
static bool bounds_of_var(void *ctx, const struct tir_var **v, struct proof_bounds *b)
{
	const struct long_sums *k = ctx;
	for (uint32_t i = 0; i < k->nest.n; i++)
		if (k->nest.old[i] == *v) {
			int64_t n = tir_as_for(k->nest.loop[i])->extent.e->u.i;
			*b = (struct proof_bounds){0, n - 1, true};
			return true;
		}
	return false;
}

static struct proof_bounds bounds_of(struct long_sums *k, const struct tir_expr *x)
{
	return proof_bounds_of(&k->bounds, x, PROOF_DEEPEST);
}

static bool fits(struct long_sums *k, const struct tir_expr *x, struct tir_type t)
{
	return tir_is_int(x->type) && proof_bounds_within(bounds_of(k, x), t);
}

/* Is y, of whatever width, the number that x is? */
static bool same(struct long_sums *k, const struct tir_expr *x, const struct tir_expr *y)
{
	if (!k->nest.nodes || !tir_is_int(x->type) || !tir_is_int(y->type))
		return false;
	k->nest.nodes--;
	if (tir_type_eq(x->type, y->type) && proof_reduced_is_copy(&k->nest, x, y))
		return true;
	if (x->op == TIR_INT_IMM || y->op == TIR_INT_IMM)
		return x->op == y->op && x->u.i == y->u.i && fits(k, x, y->type);
	if (x->op == TIR_CAST && fits(k, x->arg[0], x->type))
		return same(k, x->arg[0], y);
	if (!fits(k, x, y->type))
		return false;
	if (y->op == TIR_CAST)
		return same(k, x, y->arg[0]);
	if (x->op != y->op || x->type.code != TIR_TYPE_INT || x->type.bits < 32)
		return false;
	bool chooses = x->op == TIR_SELECT || x->op == TIR_IF_THEN_ELSE;
	if (!chooses && !proof_is_ring(x) && x->op != TIR_MIN && x->op != TIR_MAX)
		return false;
	return (!chooses || proof_reduced_is_copy(&k->nest, x->arg[0], y->arg[0])) &&
	       same(k, x->arg[chooses], y->arg[chooses]) &&
	       same(k, x->arg[1 + chooses], y->arg[1 + chooses]);
}

/* ---- The sums of g -------------------------------------------------------------------------*/
/* Read a sum in 32 bits from 0 on: *term is what each iteration adds; the element that it is in, NULL: there is none. */
static const struct tir_buffer *read_sum(struct long_sums *k, const struct tir_expr **term)
{
	const struct tir_buffer *b = proof_reduced_element(&k->nest, k->at);
	const struct tir_stmt *set = b ? k->at->next : NULL, *loops = set ? set->next : NULL;
	const struct tir_expr *e = proof_reduced_stored(set, b);
	if (!e || !tir_is_number(e, 0) || !tir_type_eq(b->elem, TIR_INT32))
		return NULL;
	const struct tir_seq *body = proof_reduced_copy(&k->nest, loops);
	e = body && !body->first->next ? proof_reduced_stored(body->first, b) : NULL;
	if (!e || e->op != TIR_ADD || !proof_reduced_is_element(e->arg[0], b))
		return NULL;
	*term = e->arg[1];
	k->at = loops->next;
	return b;
}

/* What op does of it and the number, where the statement adds that, in 32 bits. */
static const struct tir_expr *half_of(const struct tir_expr *e, enum tir_op op, int64_t n)
{
	if (e->op == TIR_CAST && e->arg[0]->type.bits == 32)
		e = e->arg[0];
	return e->op == op && tir_is_number(e->arg[1], n) && e->type.bits == 32 ? e->arg[0] : NULL;
}

/* Does the sum of all x fit 32 bits? */
static bool fits_whole(struct long_sums *k)
{
	struct proof_bounds b = bounds_of(k, k->term);
	proof_wide n = k->nest.iterations;
	return b.known && b.lo >= -(INT32_MAX / n) && b.hi <= INT32_MAX / n;
}

/* Is e the element, in 64 bits? */
static bool is_wide(const struct tir_expr *e, const struct tir_buffer *b)
{
	return e->op == TIR_CAST && e->type.code == TIR_TYPE_INT && e->type.bits == 64 &&
	       proof_reduced_is_element(e->arg[0], b);
}

/* The sums of g; what is added up in the end has to be of them. */
static bool is_sum(struct long_sums *k, const struct tir_expr *e)
{
	const struct tir_expr *x, *y;
	const struct tir_buffer *high = read_sum(k, &x), *low;
	if (!high)
		return false;
	if (fits_whole(k) && same(k, k->term, x))
		return is_wide(e, high);
	x = half_of(x, TIR_SHR, HALF);
	if (!x || k->nest.iterations > MOST || !same(k, k->term, x))
		return false;
	low = read_sum(k, &y);
	y = low && low != high ? half_of(y, TIR_BITAND, HALF_MASK) : NULL;
	return y && same(k, k->term, y) && e->op == TIR_ADD && e->arg[0]->op == TIR_MUL &&
	       is_wide(e->arg[0]->arg[0], high) &&
	       tir_is_number(e->arg[0]->arg[1], HALF_MASK + 1) && is_wide(e->arg[1], low);
}

/* ---- The walk ------------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && t->kind == TIR_ALLOC;
}

/* The statement that adds the sums up: the first store to f's buffer. */
static const struct tir_stmt *last_of(const struct long_sums *k, const struct tir_stmt *t)
{
	while (t && !(t->kind == TIR_STORE && tir_buffer_of(t) == tir_buffer_of(k->store)))
		t = t->next;
	return t;
}

/* Does what begins with t do what the loop s does?  False with the reason. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct long_sums *k = ctx;
	k->steps = STEPS;
	k->bounds.stamp++;
	if (!read_nest(k, s))
		return fail(k, "the loops do not add up in one element of 64 bits");
	const struct tir_stmt *end = last_of(k, t);
	const struct tir_expr *e = end && proof_same_head(k->store, end) && !tir_mask_of(end)
	                                   ? tir_value_of(end)
	                                   : NULL;
	for (uint32_t i = 0; e && i < end->nindex; i++)
		if (tir_as_store(k->store)->index[i].e != tir_as_store(end)->index[i].e)
			e = NULL;
	if (!e || e->op != tir_value_of(k->store)->op || !proof_reduced_is_own(end, e->arg[0]))
		return fail(k, "what is stored in the end is no sum");
	k->at = t;
	if (!is_sum(k, e->arg[1]) || k->at != end)
		return fail(k, "the sums in 32 bits are not those of the terms, or do not fit");
	*next = end->next;
	return true;
}

enum proof_verdict proof_long_sums(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct long_sums k = {.nest = {.f = f,
	                              .contract = contract,
	                              .walk = {.arena = arena,
	                                      .is_changed = is_changed,
	                                      .same_changed = same_changed}}};
	k.bounds = (struct proof_bounding){.f = f,
	        .scope = &k.nest.walk.scope,
	        .arena = arena,
	        .steps = &k.steps,
	        .var = bounds_of_var,
	        .ctx = &k};
	return proof_reduced_walk(&k.nest, g, &k, why);
}
