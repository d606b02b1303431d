/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/lanes/extremes.c: check maxima and minima of floats that are those of their bits (loops/values/extremes.c).
 *
 * Idea    Both programs are walked in step.  Where f has loops around one store m = T.max(m, x), g has three allocations of one integer, the
 *         same loops over stores to them, and an `if`: one arm stores to m, the other one is the loops of f.
 *         Let B(x) be the bits of x as an integer; of a minimum, those of -x, and so m is the least float.  Where the sign of what B is made of is not set
 *         B is not below 0 and grows with it, where it is set B is below 0 and falls as it grows; so the greatest float has the greatest B, or, if all B are
 *         below 0, the least one.  NaNs have a B above that of the infinity, or, with the sign flipped, one above it.  `high` and `low` are
 *         the greatest and the least B of m and all x, `top` is the greatest B with the sign flipped.  If high and top are not above the infinity no x is a
 *         NaN, so m becomes one of those that no other is above.  These have one B, unless they are zeros of both signs: then high is 0,
 *         and low is that of -0.0, the least integer.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   one walk of both.
 * Wrong if one of the floats is left out, or an iteration changes another one. */
#include "proof/nest.h"

enum { EX_HIGH, EX_LOW, EX_TOP, EX_KEPT };
enum { EX_LOOPS = 8, EX_NODES = 256 };

struct extremes {
	struct proof_walk both;
	const struct tir_func *f;
	const struct proof_contract *contract;
	/* Of the nest that is looked at. */
	const struct tir_stmt *store; /* of f */
	const struct tir_expr *own, *term;
	const struct tir_buffer *kept[EX_KEPT];
	const struct tir_var *name[EX_KEPT]; /* what was kept in the end */
	const struct tir_var *old[EX_LOOPS], *new[EX_LOOPS];
	uint32_t n, nodes;
};

static bool fail(struct extremes *k, const char *why)
{
	k->both.why = why;
	return false;
}

static bool is_max(const struct extremes *k)
{
	return tir_value_of(k->store)->op == TIR_MAX;
}

/* ---- The nest of f -----------------------------------------------------------------------*/
static bool is_still(void *ctx, const struct tir_expr *e)
{
	const struct extremes *k = ctx;
	for (uint32_t i = 0; i < k->n && e->op == TIR_VAR; i++)
		if (e->u.var == k->old[i])
			return false;
	return true;
}

/* Has it one value in the whole nest? */
static bool is_steady(struct extremes *k, const struct tir_expr *e)
{
	const unsigned other = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	return !(e->flags & other) && tir_walk_expr(e, k->both.arena, is_still, k);
}

/* Is it no load of what the store may change? */
static bool is_missed(void *ctx, const struct tir_expr *e)
{
	const struct extremes *k = ctx;
	bool loads = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD;
	return e->op != TIR_BUFFER_DATA &&
	       (!loads ||
	               !proof_may_overlap(k->f, k->contract, e->u.buffer, tir_buffer_of(k->store)));
}

/* Is e computed from what the store does not change? */
static bool is_apart(struct extremes *k, const struct tir_expr *e)
{
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS)) &&
	       tir_walk_expr(e, k->both.arena, is_missed, k);
}

/* Is it the element that the store stores to? */
static bool is_own(const struct extremes *k, const struct tir_expr *e)
{
	bool same = e->op == TIR_LOAD && e->u.buffer == tir_buffer_of(k->store) &&
	            e->n == k->store->nindex;
	for (uint32_t i = 0; same && i < e->n; i++)
		same = e->arg[i] == tir_as_store(k->store)->index[i].e;
	return same;
}

/* Is it surely there, whether a loop runs or not? */
static bool is_there(const struct extremes *k)
{
	const struct tir_buffer *b = tir_buffer_of(k->store);
	bool there = b->ndim == k->store->nindex && b->kind != TIR_BUFFER_DECL;
	for (uint32_t i = 0; there && i < b->ndim; i++) {
		const struct tir_expr *at = tir_as_store(k->store)->index[i].e, *n = b->shape[i];
		there = at->op == TIR_INT_IMM && n->op == TIR_INT_IMM && at->u.i >= 0 &&
		        at->u.i < n->u.i;
	}
	return there;
}

/* Is it a float whose bits are an integer of 16 or 32 bits? */
static bool has_bits(struct tir_type t)
{
	bool half = t.bits == 16 && (t.code == TIR_TYPE_FLOAT || t.code == TIR_TYPE_BFLOAT);
	return t.lanes == 1 && (half || (t.bits == 32 && t.code == TIR_TYPE_FLOAT));
}

/* Read the loops down to the store; false: they are no such nest. */
static bool read_loops(struct extremes *k, const struct tir_stmt *s)
{
	bool runs = true;
	const unsigned other = TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET | TIR_HAS_ADDRESS;
	for (k->n = 0; s && s->kind == TIR_FOR; s = tir_body(s)->first) {
		const struct tir_expr *extent = tir_as_for(s)->extent.e;
		if (s->next && k->n)
			return false;
		if (k->n == EX_LOOPS || !proof_is_plain(s) || tir_stmt_flags(s) & other)
			return false;
		k->old[k->n++] = tir_var_of(s);
		runs = runs && extent->op == TIR_INT_IMM && extent->u.i > 0;
	}
	k->store = s;
	return s && !s->next && s->kind == TIR_STORE && !tir_mask_of(s) && (runs || is_there(k));
}

/* Read what the store goes on with. */
static bool read_nest(struct extremes *k, const struct tir_stmt *s)
{
	if (!read_loops(k, s))
		return false;
	const struct tir_expr *e = tir_value_of(k->store);
	if ((e->op != TIR_MAX && e->op != TIR_MIN) || !has_bits(e->type) ||
	        is_own(k, e->arg[0]) == is_own(k, e->arg[1]))
		return false;
	bool first = is_own(k, e->arg[0]);
	k->own = e->arg[!first];
	k->term = e->arg[first];
	bool ok = is_apart(k, k->term);
	for (uint32_t i = 0; ok && i < k->own->n; i++)
		ok = is_steady(k, k->own->arg[i]);
	return ok;
}

/* ---- Integers of floats ------------------------------------------------------------------*/
static int64_t sign_of(const struct extremes *k)
{
	return -(INT64_C(1) << (k->own->type.bits - 1));
}

/* The bits of the infinity. */
static int64_t infinity_of(const struct extremes *k)
{
	enum { HALF = 10, BFLOAT = 7, WORD = 23 }; /* digits */
	int digits = k->own->type.bits == 32                ? WORD
	             : k->own->type.code == TIR_TYPE_BFLOAT ? BFLOAT
	                                                    : HALF;
	return -sign_of(k) - (INT64_C(1) << digits);
}

/* What e is the bits of, as an integer or as a float; NULL: it is no such thing. */
static const struct tir_expr *bits_of(const struct tir_expr *e, struct tir_type from,
        enum tir_code to)
{
	bool is = e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_REINTERPRET && e->n == 1 &&
	          tir_type_eq(e->arg[0]->type, from) && e->type.code == to &&
	          e->type.bits == from.bits && e->type.lanes == 1;
	return is ? e->arg[0] : NULL;
}

/* What e is with the sign flipped: x of x ^ sign; NULL: it is no such thing. */
static const struct tir_expr *flipped_of(const struct extremes *k, const struct tir_expr *e)
{
	bool is = e->op == TIR_BITXOR && tir_is_number(e->arg[1], sign_of(k));
	return is ? e->arg[0] : NULL;
}

/* What float e is the B of, or, for the top, the B with the sign flipped. */
static const struct tir_expr *seen_by(const struct extremes *k, const struct tir_expr *e, int which)
{
	e = is_max(k) == (which != EX_TOP) ? e : flipped_of(k, e);
	return e ? bits_of(e, k->own->type, TIR_TYPE_INT) : NULL;
}

/* ---- The nest of g -----------------------------------------------------------------------*/
/* Is y what x is, with the variables of the new loops? */
static bool is_copy(struct extremes *k, const struct tir_expr *x, const struct tir_expr *y)
{
	if (k->nodes++ > EX_NODES)
		return false;
	for (uint32_t i = 0; x->op == TIR_VAR && i < k->n; i++)
		if (k->old[i] == x->u.var)
			return y->op == TIR_VAR && y->u.var == k->new[i];
	if (x->op == TIR_VAR || !x->n)
		return x == y;
	bool same = x->op == y->op && x->n == y->n && x->u.bits == y->u.bits &&
	            tir_type_eq(x->type, y->type);
	for (uint32_t i = 0; same && i < x->n; i++)
		same = is_copy(k, x->arg[i], y->arg[i]);
	return same;
}

/* Read the allocations, of memory that f does not name; what follows them, NULL: there are none. */
static const struct tir_stmt *read_buffers(struct extremes *k, const struct tir_stmt *t)
{
	for (int i = 0; i < EX_KEPT; i++, t = t->next) {
		const struct tir_buffer *b = t ? tir_buffer_of(t) : NULL;
		if (!t || t->kind != TIR_ALLOC || b->kind != TIR_BUFFER_ALLOC || b->ndim != 1 ||
		        b->strides || b->elem_offset || !tir_is_number(b->shape[0], 1) ||
		        b->elem.code != TIR_TYPE_INT || b->elem.bits != k->own->type.bits ||
		        b->elem.lanes != 1 || proof_seq_names(k->both.arena, &k->f->body, b, NULL))
			return NULL;
		for (int j = 0; j < i; j++)
			if (k->kept[j] == b)
				return NULL;
		k->kept[i] = b;
	}
	return t;
}

/* Is it a load of that integer? */
static bool is_kept(const struct extremes *k, const struct tir_expr *e, int which)
{
	return e->op == TIR_LOAD && e->u.buffer == k->kept[which] && e->n == 1 &&
	       tir_is_number(e->arg[0], 0);
}

/* What the statement keeps in that integer; NULL: nothing. */
static const struct tir_expr *value_kept(const struct extremes *k, const struct tir_stmt *t,
        int which)
{
	bool is = t && t->kind == TIR_STORE && !tir_mask_of(t) && t->nindex == 1 &&
	          tir_buffer_of(t) == k->kept[which] &&
	          tir_is_number(tir_as_store(t)->index[0].e, 0);
	return is ? tir_value_of(t) : NULL;
}

/* Do three stores begin with the float that m holds? */
static const struct tir_stmt *read_begin(struct extremes *k, const struct tir_stmt *t)
{
	for (int i = 0; i < EX_KEPT; i++, t = t->next) {
		const struct tir_expr *e = value_kept(k, t, i);
		if (!e || seen_by(k, e, i) != k->own)
			return NULL;
	}
	return t;
}

/* Do three stores, and nothing else, go on with the float of f? */
static bool goes_on(struct extremes *k, const struct tir_stmt *t)
{
	static const enum tir_op op[EX_KEPT] = {TIR_MAX, TIR_MIN, TIR_MAX};
	for (int i = 0; i < EX_KEPT; i++, t = t->next) {
		const struct tir_expr *e = value_kept(k, t, i), *x;
		if (!e || e->op != op[i] || !is_kept(k, e->arg[0], i))
			return false;
		x = seen_by(k, e->arg[1], i);
		k->nodes = 0;
		if (!x || !is_copy(k, k->term, x))
			return false;
	}
	return !t;
}

/* Is t the nest s, but that it keeps three integers? */
static bool is_nest(struct extremes *k, const struct tir_stmt *s, const struct tir_stmt *t)
{
	for (uint32_t i = 0; i < k->n; i++) {
		if (!t || t->kind != TIR_FOR || (i && t->next) || !proof_same_head(s, t) ||
		        tir_loop_step(s) != tir_loop_step(t) ||
		        !tir_type_eq(tir_var_of(s)->type, tir_var_of(t)->type))
			return false;
		k->nodes = 0;
		k->new[i] = tir_var_of(t);
		uint32_t n = k->n;
		k->n = i; /* the bounds are outside of the loop */
		bool same = is_copy(k, tir_as_for(s)->min.e, tir_as_for(t)->min.e) &&
		            is_copy(k, tir_as_for(s)->extent.e, tir_as_for(t)->extent.e);
		k->n = n;
		if (!same)
			return false;
		s = tir_body(s)->first;
		t = tir_body(t)->first;
	}
	return goes_on(k, t);
}

/* ---- The two arms ------------------------------------------------------------------------*/
static const struct tir_stmt *read_names(struct extremes *k, const struct tir_stmt *t)
{
	for (int i = 0; i < EX_KEPT; i++, t = t->next) {
		if (!t || t->kind != TIR_BIND || !is_kept(k, tir_value_of(t), i))
			return NULL;
		k->name[i] = tir_var_of(t);
	}
	return t;
}

static bool is_named(const struct extremes *k, const struct tir_expr *e, int which)
{
	return e->op == TIR_VAR && e->u.var == k->name[which];
}

/* Is e how far a NaN is beyond the infinity, and 0 if there is none: max(max(high, top), I) - I?  Nothing in it overflows. */
static bool is_excess(const struct extremes *k, const struct tir_expr *e)
{
	int64_t most = infinity_of(k);
	if (e->op != TIR_SUB || e->arg[0]->op != TIR_MAX || e->arg[0]->arg[0]->op != TIR_MAX)
		return false;
	const struct tir_expr *nans = e->arg[0]->arg[0];
	return is_named(k, nans->arg[0], EX_HIGH) && is_named(k, nans->arg[1], EX_TOP) &&
	       tir_is_number(e->arg[0]->arg[1], most) && tir_is_number(e->arg[1], most);
}

/* Is e 1 where both zeros are there and no other float leads, where high | (low ^ sign) is 0, and 0 elsewhere? */
static bool is_both(const struct extremes *k, const struct tir_expr *e)
{
	if (e->op != TIR_SELECT || e->arg[0]->op != TIR_EQ || e->arg[0]->arg[0]->op != TIR_BITOR)
		return false;
	const struct tir_expr *high = e->arg[0]->arg[0]->arg[0],
	                      *low = flipped_of(k, e->arg[0]->arg[0]->arg[1]);
	return is_named(k, high, EX_HIGH) && low && is_named(k, low, EX_LOW) &&
	       tir_is_number(e->arg[0]->arg[1], 0) && tir_is_number(e->arg[1], 1) &&
	       tir_is_number(e->arg[2], 0);
}

/* Does the condition say that none is above the infinity, and that what leads is not the zero that may stand beside the other one?  It is
 * that a sum of what is not negative, and less than the digits of a float, is 0. */
static bool is_sure(const struct extremes *k, const struct tir_expr *e)
{
	if (e->op == TIR_CALL && e->u.call.builtin == TIR_BUILTIN_LIKELY && e->n == 1)
		e = e->arg[0];
	return e->op == TIR_EQ && tir_is_number(e->arg[1], 0) && e->arg[0]->op == TIR_ADD &&
	       is_excess(k, e->arg[0]->arg[0]) && is_both(k, e->arg[0]->arg[1]);
}

/* Does it store the float of what leads to m, and nothing else? */
static bool stores_result(const struct extremes *k, const struct tir_stmt *t)
{
	bool same = t && !t->next && t->kind == TIR_STORE && !tir_mask_of(t) &&
	            tir_buffer_of(t) == tir_buffer_of(k->store) && t->nindex == k->store->nindex;
	for (uint32_t i = 0; same && i < t->nindex; i++)
		same = tir_as_store(t)->index[i].e == tir_as_store(k->store)->index[i].e;
	struct tir_type bits = tir_type(TIR_TYPE_INT, k->own->type.bits, 1);
	const struct tir_expr *e = same ? bits_of(tir_value_of(t), bits, k->own->type.code) : NULL;
	e = e && !is_max(k) ? flipped_of(k, e) : e;
	return e && e->op == TIR_SELECT && e->arg[0]->op == TIR_LT &&
	       is_named(k, e->arg[0]->arg[0], EX_HIGH) && tir_is_number(e->arg[0]->arg[1], 0) &&
	       is_named(k, e->arg[1], EX_LOW) && is_named(k, e->arg[2], EX_HIGH);
}

/* Is t the `if` between the two? */
static bool chooses(struct extremes *k, const struct tir_stmt *s, const struct tir_stmt *t)
{
	if (!t || t->kind != TIR_IF || !is_sure(k, tir_value_of(t)))
		return fail(k, "what is asked of the bits is not enough");
	if (!stores_result(k, tir_body(t)->first))
		return fail(k, "what is stored is not the float that leads");
	const struct tir_stmt *old = tir_orelse(t)->first;
	return (old && !old->next && proof_is_as_it_was(s, old)) ||
	       fail(k, "the loop that is done where the bits do not tell is another one");
}

/* ---- The walk ----------------------------------------------------------------------------*/
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	(void)ctx;
	return s->kind == TIR_FOR && t->kind == TIR_ALLOC;
}

/* Does what begins with t do what the loop s does?  False with the reason. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	struct extremes *k = ctx;
	if (!read_nest(k, s))
		return fail(k, "the loop does not go on with one maximum or minimum of floats");
	t = read_buffers(k, t);
	t = t ? read_begin(k, t) : NULL;
	if (!t || !is_nest(k, s, t))
		return fail(k, "not each float is seen by its bits");
	t = read_names(k, t->next);
	*next = t ? t->next : NULL;
	return chooses(k, s, t);
}

enum proof_verdict proof_extremes(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	struct extremes k = {.f = f,
	        .contract = contract,
	        .both = {.arena = arena,
	                .is_changed = is_changed,
	                .same_changed = same_changed,
	                .why = "the verifier refuses the program"}};
	k.both.ctx = &k;
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&k.both, &f->body, &g->body);
	*why = k.both.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
