/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/affine.c: a program's expressions as sums over the whole numbers.
 *
 * Idea.    int32 and int64 do not overflow (it is undefined), so what is written as sums and multiples is
 *          one.  A quotient by a constant is a new variable between two bounds, a maximum one that is
 *          one of two.  What does not change in the nest is a parameter; all else a new variable of which
 *          nothing is known: the set is wider then than what it stands for.
 * Needs    the variables that change in the nest, in r->local.
 * Costs    a step a node, MAX_NODES for one expression at most.
 * Wrong if an expression that may change in the nest is taken for a parameter. */
#include "proof/internal.h"

enum { MAX_NODES = 256 };

struct reading {
	struct proof_reader *r;
	uint32_t budget;
};

static struct proof_sum read_expr(struct reading *x, const struct tir_expr *e);

/* ---- New variables -----------------------------------------------------------------------*/
static struct proof_sum one(uint32_t var)
{
	return (struct proof_sum){.n = 1, .term = {{1, var}}};
}

static struct proof_sum new_var(struct proof_reader *r)
{
	return one(r->set->nvars++);
}

static struct proof_sum unknown(struct proof_reader *r)
{
	r->set->wider = true;
	return new_var(r);
}

/* s + factor * t; a sum that is too large is not known. */
static struct proof_sum plus(struct proof_reader *r, struct proof_sum s, const struct proof_sum *t,
        int64_t factor)
{
	return proof_sum_add(&s, t, factor) ? s : unknown(r);
}

static void at_least_0(struct proof_reader *r, const struct proof_sum *s)
{
	proof_add(r->arena, r->set, PROOF_AT_LEAST_0, s);
}

/* a - b + c >= 0 */
static void not_below(struct proof_reader *r, const struct proof_sum *a, const struct proof_sum *b,
        int64_t c)
{
	struct proof_sum d = plus(r, *a, b, -1), constant = {.constant = c};
	d = plus(r, d, &constant, 1);
	at_least_0(r, &d);
}

/* ---- What does not change ----------------------------------------------------------------*/
static const struct proof_local *local_of(const struct proof_reader *r, const struct tir_var *v)
{
	for (uint32_t i = r->nlocals; i-- > 0;)
		if (r->local[i].var == v)
			return &r->local[i];
	return NULL;
}

static bool is_local(const void *ctx, const struct tir_var *v)
{
	return local_of(ctx, v) != NULL;
}

struct steady {
	bool (*changes)(const void *ctx, const struct tir_var *v);
	const void *ctx;
};

static bool stays(void *ctx, const struct tir_expr *e)
{
	const struct steady *s = ctx;
	return e->op != TIR_VAR || !s->changes(s->ctx, e->u.var);
}

bool proof_is_steady(const struct tir_expr *e, struct arena *scratch,
        bool (*changes)(const void *ctx, const struct tir_var *v), const void *ctx)
{
	struct steady s = {changes, ctx};
	return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET)) && tir_walk_expr(e, scratch, stays, &s);
}

/* e's number, if it is one in the whole nest. */
static struct proof_sum atom(struct proof_reader *r, const struct tir_expr *e)
{
	struct proof_atoms *a = r->atoms;
	uint32_t i = 0;
	if ((e->flags & TIR_READS_MEM && !r->once) || !proof_is_steady(e, r->arena, is_local, r))
		return unknown(r);
	while (i < a->all.n && a->all.at[i] != e)
		i++;
	if (i == a->all.n)
		VEC_PUSH(r->arena, &a->all, e);
	return one(PROOF_PARAM(i));
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* What a variable was bound to before the nest, if that was of late; or NULL. */
static const struct tir_expr *bound_outside(const struct proof_reader *r, const struct tir_var *v)
{
	for (uint32_t i = r->nouter, far = i < 100 ? 0 : i - 100; i-- > far;)
		if (r->outer[i].var == v)
			return r->outer[i].value;
	return NULL;
}

enum { FAR = INT32_MAX }; /* larger bounds are none */
struct bounds {
	int64_t lo, hi;
};

static struct bounds bounds_of(const struct proof_reader *r, const struct tir_expr *e, int depth);

/* Of a mask that is not negative, or of 32 bits shifted to the right. */
static struct bounds bounds_of_bits(const struct proof_reader *r, const struct tir_expr *e,
        int depth)
{
	struct bounds none = {-FAR, FAR}, a = bounds_of(r, e->arg[0], depth);
	struct bounds b = bounds_of(r, e->arg[1], depth);
	if (e->op == TIR_BITAND && (a.lo >= 0 || b.lo >= 0))
		return (struct bounds){0, b.lo < 0 || (a.lo >= 0 && a.hi < b.hi) ? a.hi : b.hi};
	if (e->op != TIR_SHR || b.lo != b.hi || b.lo < 1 || b.lo > 31 || e->type.bits != 32)
		return none;
	a.lo = a.lo > -FAR ? a.lo : INT32_MIN;
	return (struct bounds){a.lo >> b.lo, a.hi >> b.lo};
}

/* All that an integer of the type may be. */
static struct bounds bounds_of_type(struct tir_type t)
{
	struct bounds all = {-FAR, FAR};
	if (!tir_is_int(t) || t.lanes != 1)
		return all;
	unsigned bits = t.bits - (t.code == TIR_TYPE_INT);
	if (bits < 31)
		all = (struct bounds){-(INT64_C(1) << bits), (INT64_C(1) << bits) - 1};
	if (t.code != TIR_TYPE_INT)
		all.lo = 0;
	return all;
}

/* Of a cast: what is cast, if the type has it. */
static struct bounds bounds_of_cast(const struct proof_reader *r, const struct tir_expr *e,
        int depth)
{
	struct bounds all = bounds_of_type(e->type), b = bounds_of(r, e->arg[0], depth);
	bool known = b.lo > -FAR && b.hi < FAR;
	return known && b.lo >= all.lo && b.hi <= all.hi ? b : all;
}

/* Of a quotient or a remainder by a constant above 0. */
static struct bounds bounds_of_quotient(const struct proof_reader *r, const struct tir_expr *e,
        int depth)
{
	int64_t d = e->arg[1]->u.i;
	struct bounds all = bounds_of_type(e->type), a = bounds_of(r, e->arg[0], depth);
	if (e->arg[1]->op != TIR_INT_IMM || d <= 0 || d >= FAR)
		return all;
	if (e->op == TIR_MOD && a.lo < 0)
		return (struct bounds){1 - d, d - 1};
	if (e->op == TIR_MOD || e->op == TIR_FLOORMOD)
		return (struct bounds){0, a.lo >= 0 && a.hi < d ? a.hi : d - 1};
	bool floors = e->op == TIR_FLOORDIV;
	all.lo = a.lo > -FAR ? a.lo / d - (floors && a.lo % d < 0) : all.lo;
	all.hi = a.hi < FAR ? a.hi / d - (floors && a.hi % d < 0) : all.hi;
	return all;
}

/* What e is at least and at most, whatever memory holds, as its operations and its type say. */
static struct bounds bounds_of(const struct proof_reader *r, const struct tir_expr *e, int depth)
{
	struct bounds none = bounds_of_type(e->type), a, b;
	const struct tir_expr *value = e->op == TIR_VAR ? bound_outside(r, e->u.var) : NULL;
	if (!tir_is_int(e->type) || e->type.lanes != 1 || depth == 0)
		return none;
	if (value)
		return bounds_of(r, value, depth - 1);
	if (e->op == TIR_INT_IMM && e->u.i > -FAR && e->u.i < FAR && e->u.i >= none.lo)
		return (struct bounds){e->u.i, e->u.i};
	if (e->op == TIR_CAST)
		return bounds_of_cast(r, e, depth - 1);
	if (e->op == TIR_DIV || e->op == TIR_MOD || e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD)
		return bounds_of_quotient(r, e, depth - 1);
	if (proof_is_exact(e->type) && (e->op == TIR_BITAND || e->op == TIR_SHR))
		return bounds_of_bits(r, e, depth - 1);
	bool choice = e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE;
	bool sum = e->op == TIR_ADD && proof_is_exact(e->type); /* others may wrap around */
	if (!sum && e->op != TIR_MIN && e->op != TIR_MAX && !choice)
		return none;
	a = bounds_of(r, e->arg[choice], depth - 1);
	b = bounds_of(r, e->arg[choice + 1], depth - 1);
	if (choice)
		return (struct bounds){a.lo < b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
	if (e->op == TIR_MIN)
		return (struct bounds){a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi};
	if (e->op == TIR_MAX)
		return (struct bounds){a.lo > b.lo ? a.lo : b.lo, a.hi > b.hi ? a.hi : b.hi};
	bool low = a.lo > -FAR && b.lo > -FAR, high = a.hi < FAR && b.hi < FAR;
	return (struct bounds){low ? a.lo + b.lo : -FAR, high ? a.hi + b.hi : FAR};
}

/* Is it a sum of variables of outside, as it is written? */
static bool is_plain_sum(const struct proof_reader *r, const struct tir_expr *e, int depth)
{
	if (!proof_is_exact(e->type) || depth == 0)
		return false;
	if (e->op == TIR_VAR)
		return !local_of(r, e->u.var);
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return is_plain_sum(r, e->arg[0], depth - 1) &&
		       is_plain_sum(r, e->arg[1], depth - 1);
	if (e->op == TIR_MUL)
		return e->arg[1]->op == TIR_INT_IMM && is_plain_sum(r, e->arg[0], depth - 1);
	return e->op == TIR_INT_IMM;
}

/* e's number, and what its operations say of it. */
static struct proof_sum bounded_atom(struct reading *x, const struct tir_expr *e)
{
	struct bounds b = bounds_of(x->r, e, 10);
	struct proof_sum v = atom(x->r, e), zero = {0}, hi = {.constant = b.hi};
	if (b.lo > -FAR)
		not_below(x->r, &v, &zero, -b.lo);
	if (b.hi < FAR)
		not_below(x->r, &hi, &v, 0);
	return v;
}

/* A variable of outside, and what its binding says of it. */
static struct proof_sum read_outer(struct reading *x, const struct tir_expr *e)
{
	const struct tir_expr *value = bound_outside(x->r, e->u.var);
	if (value && is_plain_sum(x->r, value, 6))
		return read_expr(x, value);
	return bounded_atom(x, e);
}

/* A variable as a sum: what it is known as, what it is bound to, or one from outside. */
static struct proof_sum read_var(struct reading *x, const struct tir_expr *e)
{
	const struct proof_local *l = local_of(x->r, e->u.var);
	if (!l)
		return read_outer(x, e);
	if (!l->value)
		return l->sum;
	return l->value->flags & TIR_READS_MEM ? unknown(x->r) : read_expr(x, l->value);
}

/* A product with a constant, term by term; any other is an atom. */
static struct proof_sum read_product(struct reading *x, const struct tir_expr *e)
{
	uint32_t c = e->arg[1]->op == TIR_INT_IMM;
	if (e->arg[c]->op != TIR_INT_IMM)
		return atom(x->r, e);
	struct proof_sum s = read_expr(x, e->arg[!c]), none = {0};
	return plus(x->r, none, &s, e->arg[c]->u.i);
}

/* q with 0 <= a - d * q < d, or a - d * q */
static struct proof_sum read_quotient(struct reading *x, const struct tir_expr *e)
{
	int64_t d = e->arg[1]->u.i;
	if (e->arg[1]->op != TIR_INT_IMM || d <= 0)
		return atom(x->r, e);
	struct proof_sum a = read_expr(x, e->arg[0]), q = new_var(x->r), zero = {0};
	struct proof_sum rest = plus(x->r, a, &q, -d), most = {.constant = d - 1};
	not_below(x->r, &rest, &zero, 0);
	not_below(x->r, &most, &rest, 0);
	return e->op == TIR_FLOORDIV ? q : rest;
}

/* z with max(a - z, b - z) = 0; the minimum is -max(-a, -b) */
static struct proof_sum read_extreme(struct reading *x, const struct tir_expr *e)
{
	struct proof_sum a = read_expr(x, e->arg[0]), b = read_expr(x, e->arg[1]);
	struct proof_sum z = new_var(x->r), none = {0};
	int64_t sign = e->op == TIR_MAX ? 1 : -1;
	struct proof_constraint c = {.relation = PROOF_MAX_IS_0};
	a = plus(x->r, a, &z, -1);
	b = plus(x->r, b, &z, -1);
	c.sum = plus(x->r, none, &a, sign);
	c.other = plus(x->r, none, &b, sign);
	VEC_PUSH(x->r->arena, &x->r->set->all, c);
	return z;
}

static struct proof_sum read_sum(struct reading *x, const struct tir_expr *e, int64_t sign)
{
	struct proof_sum a = read_expr(x, e->arg[0]), b = read_expr(x, e->arg[1]);
	return plus(x->r, a, &b, sign);
}

static struct proof_sum read_cast(struct reading *x, const struct tir_expr *e)
{
	struct tir_type from = e->arg[0]->type;
	return proof_is_exact(from) && from.bits <= e->type.bits ? read_expr(x, e->arg[0])
	                                                         : bounded_atom(x, e);
}

/* An expression as a sum of variables and atoms, with what bounds them added to the reader's set; one that is too large
 * is a variable of which nothing is known. */
static struct proof_sum read_expr(struct reading *x, const struct tir_expr *e)
{
	if (!x->budget || !proof_is_exact(e->type))
		return x->budget ? atom(x->r, e) : unknown(x->r);
	x->budget--;
	switch ((enum tir_op)e->op) {
	case TIR_INT_IMM: return (struct proof_sum){.constant = e->u.i};
	case TIR_VAR: return read_var(x, e);
	case TIR_ADD: return read_sum(x, e, 1);
	case TIR_SUB: return read_sum(x, e, -1);
	case TIR_MUL: return read_product(x, e);
	case TIR_FLOORDIV:
	case TIR_FLOORMOD: return read_quotient(x, e);
	case TIR_MIN:
	case TIR_MAX: return read_extreme(x, e);
	case TIR_CAST: return read_cast(x, e);
	case TIR_BITAND:
	case TIR_SHR:
	case TIR_DIV:
	case TIR_MOD:
	case TIR_ANY_CHOICE: return bounded_atom(x, e);
	case TIR_FLOAT_IMM:
	case TIR_STRING_IMM:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_BITNOT:
	case TIR_SHL:
	case TIR_ANY_VECTOR:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	return atom(x->r, e);
}

struct proof_sum proof_read(struct proof_reader *r, const struct tir_expr *e)
{
	struct reading x = {r, MAX_NODES};
	return read_expr(&x, e);
}

/* ---- Conditions and ranges ---------------------------------------------------------------*/
/* a < b + c */
static void add_less(struct proof_reader *r, const struct tir_expr *a, const struct tir_expr *b,
        int64_t c)
{
	struct proof_sum x = proof_read(r, a), y = proof_read(r, b);
	not_below(r, &y, &x, c - 1);
}

static void add_equal(struct proof_reader *r, const struct tir_expr *a, const struct tir_expr *b)
{
	struct proof_sum x = proof_read(r, a), y = proof_read(r, b), d = plus(r, x, &y, -1);
	proof_add(r->arena, r->set, PROOF_IS_0, &d);
}

/* Add to the set what the comparison says if it holds, or if it does not. */
static void add_comparison(struct proof_reader *r, const struct tir_expr *e, bool holds)
{
	const struct tir_expr *a = e->arg[0], *b = e->arg[1];
	switch ((enum tir_op)e->op) {
	case TIR_LT: holds ? add_less(r, a, b, 0) : add_less(r, b, a, 1); break;
	case TIR_LE: holds ? add_less(r, a, b, 1) : add_less(r, b, a, 0); break;
	case TIR_GT: holds ? add_less(r, b, a, 0) : add_less(r, a, b, 1); break;
	case TIR_GE: holds ? add_less(r, b, a, 1) : add_less(r, a, b, 0); break;
	case TIR_EQ: /* what it says if it holds, and NE if not */
	case TIR_NE: add_equal(r, a, b); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_ARITHMETIC:
	case TIR_ANY_LOGIC:
	case TIR_ANY_BITWISE:
	case TIR_ANY_SHIFT:
	case TIR_ANY_OTHER:
	case TIR_NOPS: break;
	}
}

void proof_read_condition(struct proof_reader *r, const struct tir_expr *e, bool holds)
{
	bool both = (e->op == TIR_AND && holds) || (e->op == TIR_OR && !holds);
	bool says = tir_ops[e->op].compare && proof_is_exact(e->arg[0]->type) &&
	            (e->op != TIR_EQ || holds) && (e->op != TIR_NE || !holds);
	if (e->depth > MAX_NODES) {
		r->set->wider = true;
	} else if (e->op == TIR_NOT) {
		proof_read_condition(r, e->arg[0], !holds);
	} else if (both) {
		proof_read_condition(r, e->arg[0], holds);
		proof_read_condition(r, e->arg[1], holds);
	} else if (says) {
		add_comparison(r, e, holds);
	} else {
		r->set->wider = true;
	}
}

void proof_read_range(struct proof_reader *r, const struct tir_stmt *loop,
        const struct proof_sum *v)
{
	const struct tir_for *l = tir_as_for(loop);
	if (!proof_is_exact(l->var->type)) {
		r->set->wider = true;
		return;
	}
	struct proof_sum from = proof_read(r, l->min.e), n = proof_read(r, l->extent.e);
	struct proof_sum to = plus(r, from, &n, 1), ahead = plus(r, *v, &from, -1);
	at_least_0(r, &ahead);
	not_below(r, &to, v, -1);
	if (tir_loop_step(loop) == 1)
		return;
	struct proof_sum times = new_var(r), d = plus(r, ahead, &times, -tir_loop_step(loop));
	proof_add(r->arena, r->set, PROOF_IS_0, &d);
}
