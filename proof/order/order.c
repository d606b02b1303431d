/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/order.c: does a program keep the order of accesses to one byte?
 *
 * Idea.    Two accesses, one a write, must not be exchanged in any two iterations in which they touch one
 *          byte.  Times are lists of numbers, compared from the first on: "earlier" is one of several sets,
 *          one for each number that may be the first one to differ, and so is "not earlier".  Each set of
 *          iterations that are earlier before and not earlier after must be empty.
 * Quick    pairs of different memory or of reads alone are not put to isl, those that never touch one byte
 *          once; nor is a difference of two times that is a constant, or a multiple of one that is known.
 *          Statements of one window differ in a constant of their times alone: a set that was found empty is not asked
 *          of again, where the same constraints stand there in the same order.
 * Wrong if an access is missing, or an access's iterations, bytes or times are not the program's. */
#include "proof/internal.h"

/* What is known of a difference of two numbers of times. */
enum sign { UNKNOWN_SIGN, NEGATIVE, ZERO, POSITIVE };
struct fact {
	struct proof_sum difference;
	uint32_t pivot; /* of what is 0: a term of factor 1 or -1, or PROOF_TERMS */
};
/* Sets that were found empty, each at the place that its hash says; a later one takes the place of an earlier one. */
enum { EMPTIES = 256 };
struct empties {
	struct arena *arena;
	struct empty {
		uint64_t hash;
		const struct proof_constraint *all;
		uint32_t n; /* 0: there is none */
	} at[EMPTIES];
};
/* Pairs of iterations of two accesses, and what is known of all of them. */
struct pair {
	struct proof *p;
	struct arena *arena; /* scratch */
	struct empties *empties;
	const struct proof_access *a, *b;
	struct proof_set set;
	VEC(struct fact) zero, positive;
	uint32_t
	        nmeet; /* constraints that say that they touch one byte, the first ones of the set */
	bool asked, never; /* was it asked whether they ever do; they do not */
	bool large;        /* a difference of two sums is too large */
	int64_t *point;
};

/* ---- What is known -----------------------------------------------------------------------*/
/* y - x, of b and of a. */
static struct proof_sum difference(struct pair *q, const struct proof_sum *x,
        const struct proof_sum *y)
{
	struct proof_sum d = {0}, moved = proof_sum_moved(y, q->a->where.nvars);
	q->large |= !proof_sum_add(&d, &moved, 1) || !proof_sum_add(&d, x, -1);
	return d;
}

static int64_t factor_of(const struct proof_sum *s, uint32_t var)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->term[i].var == var)
			return s->term[i].factor;
	return 0;
}

/* d without the pivots of what is 0. */
static struct proof_sum reduced(const struct pair *q, struct proof_sum d)
{
	for (uint32_t i = 0; i < q->zero.n; i++) {
		const struct fact *f = &q->zero.at[i];
		if (f->pivot == PROOF_TERMS)
			continue;
		const struct proof_term *t = &f->difference.term[f->pivot];
		int64_t c = factor_of(&d, t->var);
		struct proof_sum less = d;
		if (c && c != INT64_MIN && proof_sum_add(&less, &f->difference, -c * t->factor))
			d = less;
	}
	return d;
}

/* The sign of d, which is c * f + rest with f > 0. */
static enum sign sign_beside(const struct proof_sum *d, const struct proof_sum *f)
{
	int64_t c = f->n ? factor_of(d, f->term[0].var) / f->term[0].factor : 0;
	struct proof_sum rest = *d;
	if (!c || c == INT64_MIN || !proof_sum_add(&rest, f, -c) || rest.n)
		return UNKNOWN_SIGN;
	return c > 0 && rest.constant > -c   ? POSITIVE
	       : c < 0 && rest.constant < -c ? NEGATIVE
	                                     : UNKNOWN_SIGN;
}

/* Which sign the difference has, given what is known of the pair; UNKNOWN_SIGN: that does not follow. */
static enum sign sign_of(const struct pair *q, const struct proof_sum *difference)
{
	struct proof_sum d = reduced(q, *difference);
	enum sign sign = UNKNOWN_SIGN;
	if (!d.n)
		return d.constant < 0 ? NEGATIVE : d.constant ? POSITIVE : ZERO;
	for (uint32_t i = 0; i < q->positive.n && sign == UNKNOWN_SIGN; i++) {
		struct proof_sum f = reduced(q, q->positive.at[i].difference);
		sign = sign_beside(&d, &f);
	}
	return sign;
}

/* ---- Assumptions -------------------------------------------------------------------------*/
struct mark {
	uint32_t nset, nzero, npositive;
};

static struct mark mark(const struct pair *q)
{
	return (struct mark){q->set.all.n, q->zero.n, q->positive.n};
}

static void undo(struct pair *q, struct mark m)
{
	q->set.all.n = m.nset;
	q->zero.n = m.nzero;
	q->positive.n = m.npositive;
}

/* Let the difference be 0 from here on; it is solved for a variable of factor 1 or -1, if it has one. */
static void assume_zero(struct pair *q, const struct proof_sum *d)
{
	struct fact f = {.difference = reduced(q, *d)};
	while (f.pivot < f.difference.n && f.difference.term[f.pivot].factor != 1 &&
	        f.difference.term[f.pivot].factor != -1)
		f.pivot++;
	if (f.pivot == f.difference.n)
		f.pivot = PROOF_TERMS;
	VEC_PUSH(q->arena, &q->zero, f);
	proof_add(q->arena, &q->set, PROOF_IS_0, d);
}

/* sign * d >= 1 */
static void assume_positive(struct pair *q, const struct proof_sum *d, int64_t sign)
{
	struct fact f = {0};
	q->large |= !proof_sum_add(&f.difference, d, sign);
	VEC_PUSH(q->arena, &q->positive, f);
	struct proof_sum more = f.difference;
	q->large |= __builtin_sub_overflow(more.constant, 1, &more.constant);
	proof_add(q->arena, &q->set, PROOF_AT_LEAST_0, &more);
}

/* ---- Sets that were found empty ----------------------------------------------------------*/
static uint64_t hash_sum(uint64_t h, const struct proof_sum *s)
{
	h = hash_mix(h, (uint64_t)s->constant);
	for (uint32_t i = 0; i < s->n; i++)
		h = hash_mix(hash_mix(h, (uint64_t)s->term[i].factor), s->term[i].var);
	return h;
}

/* Are they the same terms, in the same order? */
static bool same_sum(const struct proof_sum *x, const struct proof_sum *y)
{
	if (x->constant != y->constant || x->n != y->n)
		return false;
	for (uint32_t i = 0; i < x->n; i++)
		if (x->term[i].factor != y->term[i].factor || x->term[i].var != y->term[i].var)
			return false;
	return true;
}

/* Are the set's constraints those, in the same order? */
static bool same_constraints(const struct empty *x, const struct proof_set *s)
{
	if (x->n != s->all.n)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		const struct proof_constraint *a = &x->all[i], *b = &s->all.at[i];
		if (a->relation != b->relation || !same_sum(&a->sum, &b->sum) ||
		        !same_sum(&a->other, &b->other))
			return false;
	}
	return true;
}

/* Has the set no point?  What isl proved once is not put to it again. */
static enum proof_verdict is_empty(struct pair *q, int64_t *point)
{
	const struct proof_set *s = &q->set;
	uint64_t hash = s->all.n;
	for (uint32_t i = 0; i < s->all.n; i++)
		hash = hash_sum(hash_sum(hash_mix(hash, s->all.at[i].relation), &s->all.at[i].sum),
		        &s->all.at[i].other);
	struct empty *there = &q->empties->at[hash % EMPTIES];
	if (there->n && there->hash == hash && same_constraints(there, s))
		return PROOF_PROVED;
	enum proof_verdict v = proof_is_empty(q->p, s, point);
	if (v == PROOF_PROVED)
		*there = (struct empty){hash,
		        arena_copy(q->empties->arena, s->all.at, s->all.n * sizeof *s->all.at),
		        s->all.n};
	return v;
}

/* Do the two never touch one byte, in whatever order? */
static bool never_meet(struct pair *q)
{
	uint32_t n = q->set.all.n;
	if (q->asked)
		return q->never;
	q->asked = true;
	q->set.all.n = q->nmeet;
	q->never = is_empty(q, NULL) == PROOF_PROVED;
	q->set.all.n = n;
	return q->never;
}

static enum proof_verdict is_none(struct pair *q)
{
	if (q->large)
		return PROOF_UNDECIDED;
	return never_meet(q) ? PROOF_PROVED : is_empty(q, q->point);
}

/* ---- One byte ----------------------------------------------------------------------------*/
static bool same_index(struct pair *q)
{
	for (uint32_t i = 0; i < q->a->nindex; i++) {
		struct proof_sum d = difference(q, &q->a->index[i], &q->b->index[i]);
		if (!d.n && d.constant)
			return false;
		if (d.n)
			assume_zero(q, &d);
	}
	return true;
}

/* -width(b) < b - a < width(a) */
static bool same_byte(struct pair *q)
{
	struct proof_sum d = difference(q, q->a->byte, q->b->byte), less = {0};
	if (!d.n && (d.constant <= -q->b->width || d.constant >= q->a->width))
		return false;
	q->large |= !proof_sum_add(&less, &d, -1);
	q->large |= __builtin_add_overflow(less.constant, q->a->width - 1, &less.constant);
	q->large |= __builtin_add_overflow(d.constant, q->b->width - 1, &d.constant);
	proof_add(q->arena, &q->set, PROOF_AT_LEAST_0, &d);
	proof_add(q->arena, &q->set, PROOF_AT_LEAST_0, &less);
	return true;
}

/* The iterations of both in which they touch one byte; false: there are none. */
static bool meet(struct pair *q)
{
	const struct proof_access *a = q->a, *b = q->b;
	proof_add_set(q->arena, &q->set, &a->where, 0);
	proof_add_set(q->arena, &q->set, &b->where, a->where.nvars);
	bool ok = true;
	if (a->layout != PROOF_NO_LAYOUT && a->layout == b->layout && a->nindex == b->nindex)
		ok = same_index(q);
	else if (a->base == b->base && a->byte && b->byte)
		ok = same_byte(q);
	q->nmeet = q->set.all.n;
	return ok;
}

/* ---- Times -------------------------------------------------------------------------------*/
static uint32_t larger(uint32_t x, uint32_t y)
{
	return x > y ? x : y;
}

/* How far b's number i is behind a's, in the program after or in the one before. */
static struct proof_sum behind(struct pair *q, uint32_t i, bool after)
{
	static const struct proof_sum none = {0};
	const struct proof_access *a = q->a, *b = q->b;
	if (after)
		return difference(q, i < a->ntime_after ? &a->after[i] : &none,
		        i < b->ntime_after ? &b->after[i] : &none);
	return difference(q, i < a->ntime_before ? &a->before[i] : &none,
	        i < b->ntime_before ? &b->before[i] : &none);
}

/* Is b later than a in the program after, wherever what is assumed holds? */
static enum proof_verdict is_later(struct pair *q)
{
	uint32_t n = larger(q->a->ntime_after, q->b->ntime_after);
	for (uint32_t i = 0; i < n; i++) {
		struct proof_sum d = behind(q, i, true);
		enum sign sign = sign_of(q, &d);
		if (sign == NEGATIVE || sign == POSITIVE)
			return sign == POSITIVE ? PROOF_PROVED : is_none(q);
		if (sign == ZERO)
			continue;
		struct mark m = mark(q);
		assume_positive(q, &d, -1);
		enum proof_verdict v = is_none(q);
		undo(q, m);
		if (v != PROOF_PROVED)
			return v;
		assume_zero(q, &d);
	}
	return is_none(q);
}

/* Is b, wherever it is later than a and touches the same byte, later in the program after as well? */
static enum proof_verdict keeps_order(struct pair *q)
{
	uint32_t n = larger(q->a->ntime_before, q->b->ntime_before);
	for (uint32_t i = 0; i < n; i++) {
		struct proof_sum d = behind(q, i, false);
		enum sign sign = sign_of(q, &d);
		if (sign == NEGATIVE || sign == POSITIVE)
			return sign == NEGATIVE ? PROOF_PROVED : is_later(q);
		if (sign == ZERO)
			continue;
		struct mark m = mark(q);
		assume_positive(q, &d, 1);
		enum proof_verdict v = is_later(q);
		undo(q, m);
		if (v != PROOF_PROVED)
			return v;
		assume_zero(q, &d);
	}
	return PROOF_PROVED;
}

/* ---- The witness -------------------------------------------------------------------------*/
static int64_t value_of(const struct proof_sum *s, const int64_t *point)
{
	uint64_t v = (uint64_t)s->constant;
	for (uint32_t i = 0; i < s->n; i++)
		v += (uint64_t)s->term[i].factor * (uint64_t)point[s->term[i].var];
	return (int64_t)v;
}

static void tell_access(struct sbuf *out, const struct proof_access *a, const int64_t *point)
{
	sbuf_printf(out, "%s at ", a->name);
	for (uint32_t i = 0; i < a->nshown; i++)
		sbuf_printf(out, "%s%s = %lld", i ? ", " : "", a->shown[i].name,
		        (long long)value_of(&a->shown[i].sum, point));
}

/* The counterexample in words: which access would no longer come before which, in which iterations. */
static const char *tell(const struct pair *q, struct arena *arena)
{
	struct sbuf out = {0};
	tell_access(&out, q->a, q->point);
	sbuf_str(&out, " would no longer come before ");
	tell_access(&out, q->b, q->point + q->a->where.nvars);
	const char *text = arena_strndup(arena, out.text ? out.text : "", out.len);
	sbuf_free(&out);
	return text;
}

/* ---- All pairs ---------------------------------------------------------------------------*/
static enum proof_verdict check(struct pair *q)
{
	q->set.ndims = q->set.nvars = q->a->where.nvars + q->b->where.nvars;
	q->point = ARENA_NEWN(q->arena, int64_t, q->set.nvars + 1);
	enum proof_verdict v = meet(q) ? keeps_order(q) : PROOF_PROVED;
	return q->large || (v == PROOF_REFUTED && q->set.wider) ? PROOF_UNDECIDED : v;
}

enum proof_verdict proof_order(struct proof *p, const struct proof_access *a, uint32_t n,
        struct arena *arena, const char **witness)
{
	struct arena scratch = arena_scratch(arena), kept = arena_scratch(arena);
	struct empties *empties = ARENA_NEW(&kept, struct empties);
	enum proof_verdict v = PROOF_PROVED;
	*witness = NULL;
	empties->arena = &kept;
	for (uint32_t i = 0; i < n * n && v == PROOF_PROVED; i++) {
		const struct proof_access *x = &a[i / n], *y = &a[i % n];
		if (x->memory != y->memory || !(x->writes || y->writes))
			continue;
		struct pair q = {.p = p, .arena = &scratch, .empties = empties, .a = x, .b = y};
		v = check(&q);
		if (v == PROOF_REFUTED)
			*witness = tell(&q, arena);
		arena_free(&scratch);
	}
	arena_free(&scratch);
	arena_free(&kept);
	return v;
}

enum proof_verdict proof_never(struct proof *p, const struct proof_set *counterexamples,
        struct arena *arena, const char **witness)
{
	int64_t *point = ARENA_NEWN(arena, int64_t, counterexamples->nvars + 1);
	struct sbuf out = {0};
	enum proof_verdict v = proof_is_empty(p, counterexamples, point);
	*witness = NULL;
	if (v != PROOF_REFUTED || counterexamples->wider)
		return v == PROOF_REFUTED ? PROOF_UNDECIDED : v;
	for (uint32_t i = 0; i < counterexamples->ndims; i++)
		sbuf_printf(&out, "%s%lld", i ? ", " : "", (long long)point[i]);
	*witness = arena_strndup(arena, out.text ? out.text : "", out.len);
	sbuf_free(&out);
	return v;
}
