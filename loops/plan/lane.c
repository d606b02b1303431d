/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/lane.c: evaluate an index in one lane.
 *
 * Idea.   Sums and multiples of sums are sums.  A quotient is one where the symbols that the divisor does not divide cannot change it;
 *         a comparison is a truth where the range of the difference tells it.  Else the range of a symbol is to be cut.
 * Costs   each node once a lane. */
#include "loops/plan/lane.h"

#include "loops/plan/nest.h"

enum { FARTHEST = 1 << 30, DEEPEST = 64 };

static bool fails(struct lane_env *env)
{
	env->fault = LANE_NONE;
	return false;
}

/* Let the range of the symbol be cut, so that `at` is the first value of the second part. */
static bool cut(struct lane_env *env, uint32_t symbol, int64_t at)
{
	struct lane_range r = env->range[symbol];
	if (r.lo >= r.hi)
		return fails(env);
	env->fault = LANE_CUT;
	env->cut = symbol;
	env->at = at <= r.lo ? r.lo + 1 : at > r.hi ? r.hi : at;
	return false;
}

bool lane_same_symbols(const struct lane_index *a, const struct lane_index *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->term[i].symbol != b->term[i].symbol ||
		        a->term[i].factor != b->term[i].factor)
			return false;
	return true;
}

struct lane_range lane_range_of(const struct lane_env *env, const struct lane_index *x)
{
	struct lane_range r = {x->number, x->number};
	for (uint32_t i = 0; i < x->n; i++) {
		const struct lane_range *s = &env->range[x->term[i].symbol];
		int64_t f = x->term[i].factor;
		r.lo += f * (f > 0 ? s->lo : s->hi);
		r.hi += f * (f > 0 ? s->hi : s->lo);
	}
	return r;
}

/* ---- Sums --------------------------------------------------------------------------------*/
/* Let it be a number: terms behind the last one mean nothing, and are not written. */
static bool set(struct lane_index *out, int64_t number)
{
	out->number = number;
	out->n = 0;
	return true;
}

static void copy(struct lane_index *out, const struct lane_index *x)
{
	out->number = x->number;
	out->n = x->n;
	for (uint32_t i = 0; i < x->n; i++)
		out->term[i] = x->term[i];
}

/* a += by * b. */
static bool add(struct lane_env *env, struct lane_index *a, const struct lane_index *b, int64_t by)
{
	a->number += by * b->number;
	for (uint32_t i = 0; i < b->n; i++) {
		uint32_t k = 0, symbol = b->term[i].symbol;
		while (k < a->n && a->term[k].symbol < symbol)
			k++;
		if (k == a->n || a->term[k].symbol != symbol) {
			if (a->n == LANE_TERMS)
				return fails(env);
			memmove(&a->term[k + 1], &a->term[k], (a->n - k) * sizeof *a->term);
			a->term[k].symbol = symbol;
			a->term[k].factor = 0;
			a->n++;
		}
		a->term[k].factor += by * b->term[i].factor;
		if (!a->term[k].factor) {
			a->n--;
			memmove(&a->term[k], &a->term[k + 1], (a->n - k) * sizeof *a->term);
		}
	}
	return a->number > -FARTHEST && a->number < FARTHEST ? true : fails(env);
}

/* a *= by. */
static bool scale(struct lane_env *env, struct lane_index *a, int64_t by)
{
	if (by <= -FARTHEST || by >= FARTHEST)
		return fails(env);
	a->number *= by;
	for (uint32_t i = 0; by && i < a->n; i++)
		a->term[i].factor *= by;
	a->n = by ? a->n : 0;
	return a->number > -FARTHEST && a->number < FARTHEST ? true : fails(env);
}

static int64_t floordiv(int64_t a, int64_t b)
{
	return a / b - (a % b != 0 && (a % b < 0) != (b < 0));
}

/* The symbol of the sum that takes most values. */
static uint32_t widest(const struct lane_env *env, const struct lane_index *x)
{
	uint32_t best = 0;
	for (uint32_t i = 1; i < x->n; i++) {
		const struct lane_range *a = &env->range[x->term[i].symbol],
		                        *b = &env->range[x->term[best].symbol];
		best = a->hi - a->lo > b->hi - b->lo ? i : best;
	}
	return best;
}

/* ---- Quotients ---------------------------------------------------------------------------*/
/* Where the quotient of the sum by d changes, by the symbol of it that takes most values. */
static bool cut_at_quotient(struct lane_env *env, const struct lane_index *x, int64_t d)
{
	uint32_t k = widest(env, x), s = x->term[k].symbol;
	struct lane_index rest = *x;
	rest.n--;
	memmove(&rest.term[k], &rest.term[k + 1], (rest.n - k) * sizeof *rest.term);
	int64_t f = x->term[k].factor, lo = lane_range_of(env, &rest).lo;
	struct lane_range r = env->range[s];
	int64_t first = floordiv(lo + f * r.lo, d);
	for (int64_t v = r.lo + 1; v <= r.hi && v < r.lo + 4096; v++)
		if (floordiv(lo + f * v, d) != first)
			return cut(env, s, v);
	return cut(env, s, (r.lo + r.hi + 1) / 2);
}

/* x divided by d, rounded down; or what is left. */
static bool divide(struct lane_env *env, struct lane_index *x, int64_t d, bool remainder)
{
	if (!x->n)
		return set(x, remainder ? x->number - floordiv(x->number, d) * d
		                        : floordiv(x->number, d));
	struct lane_index whole, rest;
	set(&whole, 0);
	set(&rest, x->number);
	for (uint32_t i = 0; i < x->n; i++) {
		struct lane_index *to = x->term[i].factor % d ? &rest : &whole;
		to->term[to->n++] = x->term[i];
	}
	struct lane_range r = lane_range_of(env, &rest);
	int64_t q = floordiv(r.lo, d);
	if (q != floordiv(r.hi, d))
		return cut_at_quotient(env, &rest, d);
	if (remainder) {
		rest.number -= q * d;
		copy(x, &rest);
		return true;
	}
	for (uint32_t i = 0; i < whole.n; i++)
		whole.term[i].factor /= d;
	whole.number = q;
	copy(x, &whole);
	return true;
}

/* Is the sum nowhere below 0?  Else it is cut there. */
static bool is_not_negative(struct lane_env *env, const struct lane_index *x);

/* ---- Truths ------------------------------------------------------------------------------*/
static bool holds(enum tir_op op, int64_t d)
{
	if (op == TIR_LT || op == TIR_LE)
		return d < (op == TIR_LE);
	if (op == TIR_GT || op == TIR_GE)
		return d > -(op == TIR_GE);
	return (d == 0) == (op == TIR_EQ);
}

/* Is the difference such in all iterations?  Else the range of a symbol is cut where that changes. */
static bool compare(struct lane_env *env, enum tir_op op, const struct lane_index *d, int64_t *out)
{
	struct lane_range r = lane_range_of(env, d);
	bool equality = op == TIR_EQ || op == TIR_NE;
	if (r.lo == r.hi ||
	        (equality ? r.lo > 0 || r.hi < 0 : holds(op, r.lo) == holds(op, r.hi))) {
		*out = holds(op, r.lo);
		return true;
	}
	uint32_t k = widest(env, d), s = d->term[k].symbol;
	struct lane_index rest = *d;
	rest.n--;
	memmove(&rest.term[k], &rest.term[k + 1], (rest.n - k) * sizeof *rest.term);
	/* with one symbol the place is exact; with several the first one where it may change */
	int64_t f = d->term[k].factor,
	        other = f > 0 ? lane_range_of(env, &rest).hi : lane_range_of(env, &rest).lo;
	struct lane_range v = env->range[s];
	bool first = holds(op, other + f * v.lo);
	int64_t lo = v.lo, hi = v.hi;
	if (equality || first == holds(op, other + f * v.hi)) {
		for (int64_t i = v.lo + 1; equality && i <= v.hi && i < v.lo + 4096; i++)
			if (holds(op, other + f * i) != first)
				return cut(env, s, i);
		return cut(env, s, (v.lo + v.hi + 1) / 2);
	}
	while (hi - lo > 1) {
		int64_t mid = lo + (hi - lo) / 2;
		if (holds(op, other + f * mid) == first)
			lo = mid;
		else
			hi = mid;
	}
	return cut(env, s, hi);
}

bool lane_is_at_most(struct lane_env *env, const struct lane_index *x, int64_t most)
{
	struct lane_index d = *x;
	int64_t is;
	d.number -= most;
	return compare(env, TIR_LE, &d, &is) && is;
}

static bool is_not_negative(struct lane_env *env, const struct lane_index *x)
{
	int64_t is;
	return compare(env, TIR_GE, x, &is) && (is ? true : fails(env));
}

static bool truth(struct lane_env *env, const struct lane_index *x, int64_t *out)
{
	return compare(env, TIR_NE, x, out);
}

/* ---- Expressions -------------------------------------------------------------------------*/
/* The variable; NULL: it is not bound. */
static const struct lane_var *bound(const struct lane_env *env, const struct tir_var *var)
{
	const struct lane_var *v = var->id < env->nvars ? &env->var[var->id] : NULL;
	return v && v->is_bound ? v : NULL;
}

/* What it is in all lanes, but for its number in each. */
static void common(const struct lane_env *env, const struct lane_var *v, struct lane_index *out)
{
	const struct lane_range *r = &env->range[v->symbol];
	set(out, v->add);
	if (v->factor && r->lo == r->hi) {
		out->number += v->factor * r->lo;
	} else if (v->factor) {
		out->n = 1;
		out->term[0].symbol = v->symbol;
		out->term[0].factor = v->factor;
	}
}

/* What the variable is in lane l. */
static bool variable(struct lane_env *env, const struct tir_expr *e, uint32_t l,
        struct lane_index *out)
{
	const struct lane_var *v = bound(env, e->u.var);
	if (!v)
		return fails(env);
	common(env, v, out);
	out->number += v->number ? v->number[l] : 0;
	return true;
}

/* May a node of this type be looked at?  Then that is counted. */
static bool looks_at(struct lane_env *env, const struct tir_expr *e)
{
	if (e->type.lanes > 1 || !tir_is_integral(e->type) || !env->steps)
		return fails(env);
	env->steps--;
	return true;
}

/* What a constant or a variable is in lane l. */
static bool leaf(struct lane_env *env, const struct tir_expr *e, uint32_t l, struct lane_index *out)
{
	if (!looks_at(env, e))
		return false;
	if (e->op == TIR_VAR)
		return variable(env, e, l, out);
	if (e->op != TIR_INT_IMM || e->u.i <= -FARTHEST || e->u.i >= FARTHEST)
		return fails(env);
	return set(out, e->u.i);
}

/* The same of an operand, most of which are leaves. */
static bool operand(struct lane_env *env, const struct tir_expr *e, uint32_t l,
        struct lane_index *out)
{
	return e->n ? lane_eval(env, e, l, out) : leaf(env, e, l, out);
}

/* And, Or, IfThenElse and Select need only one side. */
static bool choice(struct lane_env *env, const struct tir_expr *e, uint32_t l,
        struct lane_index *out)
{
	struct lane_index c;
	int64_t is;
	if (!lane_eval(env, e->arg[0], l, &c) || !truth(env, &c, &is))
		return false;
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE)
		return lane_eval(env, e->arg[is ? 1 : 2], l, out);
	if (e->op == TIR_NOT || is == (e->op == TIR_OR))
		return set(out, e->op == TIR_NOT ? !is : is);
	return lane_eval(env, e->arg[1], l, out);
}

/* Does the type hold all values of the sum? */
static bool fits(const struct lane_env *env, const struct lane_index *x, struct tir_type t)
{
	struct lane_range r = lane_range_of(env, x);
	bool is_signed = t.code == TIR_TYPE_INT;
	int64_t most = t.bits >= 32 ? INT32_MAX : (INT64_C(1) << (t.bits - is_signed)) - 1;
	return r.hi <= most && r.lo >= (is_signed ? -most - 1 : 0);
}

/* An operation on two numbers. */
static bool binary(struct lane_env *env, const struct tir_expr *e, uint32_t l,
        struct lane_index *out)
{
	struct lane_index b, d;
	int64_t is;
	if (!operand(env, e->arg[0], l, out) || !operand(env, e->arg[1], l, &b))
		return false;
	switch (e->op) {
	case TIR_ADD:
	case TIR_SUB: return add(env, out, &b, e->op == TIR_ADD ? 1 : -1);
	case TIR_MUL:
		if (out->n && b.n)
			return fails(env);
		if (out->n)
			return scale(env, out, b.number);
		is = out->number;
		copy(out, &b);
		return scale(env, out, is);
	case TIR_SHL:
		return b.n || b.number < 0 || b.number > 24
		               ? fails(env)
		               : scale(env, out, INT64_C(1) << b.number);
	case TIR_SHR:
		return b.n || b.number < 0 || b.number > 30
		               ? fails(env)
		               : divide(env, out, INT64_C(1) << b.number, false);
	case TIR_DIV:
	case TIR_MOD:
		if (!is_not_negative(env, out))
			return false;
		/* fall through */
	case TIR_FLOORDIV:
	case TIR_FLOORMOD:
		return b.n || b.number <= 0 ? fails(env)
		                            : divide(env, out, b.number,
		                                      e->op == TIR_MOD || e->op == TIR_FLOORMOD);
	case TIR_MIN:
	case TIR_MAX:
		copy(&d, out);
		if (!add(env, &d, &b, -1) || !compare(env, TIR_LE, &d, &is))
			return false;
		if (is != (e->op == TIR_MIN))
			copy(out, &b);
		return true;
	case TIR_ANY_COMPARISON:
		return add(env, out, &b, -1) && compare(env, (enum tir_op)e->op, out, &is) &&
		       set(out, is);
	default: return fails(env);
	}
}

bool lane_eval(struct lane_env *env, const struct tir_expr *e, uint32_t l, struct lane_index *out)
{
	if (!e->n)
		return leaf(env, e, l, out);
	if (e->depth > DEEPEST)
		return fails(env);
	if (!looks_at(env, e))
		return false;
	switch (e->op) {
	case TIR_CAST:
		return lane_eval(env, e->arg[0], l, out) &&
		       (fits(env, out, e->type) ? true : fails(env));
	case TIR_AND:
	case TIR_OR:
	case TIR_NOT:
	case TIR_ANY_CHOICE: return choice(env, e, l, out);
	default:
		if (e->n != 2 || !binary(env, e, l, out))
			return e->n == 2 ? false : fails(env);
		return fits(env, out, e->type) ? true : fails(env);
	}
}

/* ---- Sums in all lanes -------------------------------------------------------------------*/
/* s += by * the variable. */
static bool add_variable(struct lane_env *env, struct lane_sum *s, const struct tir_var *var,
        int64_t by)
{
	const struct lane_var *v = bound(env, var);
	struct lane_index all;
	if (!v || (v->number && s->n == LANE_TERMS))
		return false;
	common(env, v, &all);
	if (v->number) {
		s->part[s->n].number = v->number;
		s->part[s->n++].factor = by;
	}
	return add(env, &s->all, &all, by);
}

bool lane_sum_of(struct lane_env *env, const struct tir_expr *e, struct lane_sum *out)
{
	enum lane_fault before = env->fault;
	struct nest_sum sum;
	bool is_sum = tir_type_eq(e->type, TIR_INT32) && nest_sum_of(e, &sum);
	set(&out->all, is_sum ? sum.number : 0);
	out->n = 0;
	for (uint32_t i = 0; is_sum && i < sum.n; i++)
		is_sum = add_variable(env, out, sum.term[i].var, sum.term[i].factor);
	env->fault = before; /* lane_eval may know more */
	return is_sum;
}

bool lane_sum_at(struct lane_env *env, const struct lane_sum *s, uint32_t l, struct lane_index *out)
{
	copy(out, &s->all);
	if (!env->steps)
		return fails(env);
	env->steps--;
	for (uint32_t i = 0; i < s->n; i++)
		out->number += s->part[i].factor * s->part[i].number[l];
	return out->number > -FARTHEST && out->number < FARTHEST ? true : fails(env);
}

bool lane_is_index(struct lane_env *env, const struct tir_expr *e)
{
	if (e->op == TIR_VAR)
		return bound(env, e->u.var) != NULL;
	if (e->flags & (TIR_READS_MEM | TIR_HAS_CALL | TIR_HAS_LET) || e->depth > DEEPEST ||
	        !env->steps)
		return false;
	env->steps--;
	for (uint32_t i = 0; i < e->n; i++)
		if (!lane_is_index(env, e->arg[i]))
			return false;
	return true;
}
