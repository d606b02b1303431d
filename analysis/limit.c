/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/limit.c: what the bounds of loops say of a form, and which values it may have.
 *
 * Idea.   The least value is had by putting the first or the last value of each loop's variable in its
 *         place, the innermost first: bounds name outer loops, and so 0 <= k < i says that i - k is never 0.
 *         What is multiplied by it must have a known sign: n * d with d >= 1 is n at least.  Whether a
 *         value occurs is asked of the bounds and of common divisors: of the largest factors, while the
 *         terms with smaller ones stay in their bounds.
 * Needs   forms, and the view that they were made with.
 * Costs   O(terms) a variable, once for each divisor.
 * Wrong if a variable's bounds are too narrow. */
#include "analysis/internal.h"

enum { MAX_STEPS = 64 };

/* ---- Bounds of one variable --------------------------------------------------------------*/
/* How the first and the last value of a variable are found. */
struct bounds {
	const struct analysis_var *var;     /* NULL: constants alone */
	enum analysis_side least, greatest; /* whose outer loops the bounds name */
	int64_t above, below; /* the least is that much more, the greatest that much less */
	bool behind;          /* counts iterations between: 1 at least */
	int64_t lo, hi;
	const struct tir_expr *dividend; /* of a quotient; NULL: none */
	int64_t unit;                    /* what is bounded is that many times the variable */
};
/* How quotients are bounded: by constants, as any expression is, or by what is divided: n - 31 <= n // 32 * 32 <= n. */
struct quotients {
	bool by_dividend;
	bool met; /* there is one */
};

/* Of an expression that is no loop's variable: what is known of it anywhere. */
static bool constant_bounds(const struct analysis_view *v, struct analysis_atom x, struct bounds *b)
{
	b->var = NULL;
	if (x.e->op == TIR_RAMP) { /* the number of a lane */
		b->lo = 0;
		b->hi = x.e->type.lanes - 1;
		return true;
	}
	return range_limits(v->f, x.e, &b->lo, &b->hi);
}

static bool is_quotient(const struct tir_expr *e)
{
	return e->op == TIR_FLOORDIV && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i > 1;
}

static void bound_by_dividend(struct analysis_atom x, struct bounds *b)
{
	enum analysis_side side = x.side == ANALYSIS_SECOND ? x.side : ANALYSIS_FIRST;
	*b = (struct bounds){
	        .least = side, .greatest = side, .dividend = x.e->arg[0], .unit = x.e->arg[1]->u.i};
}

static bool find_bounds(const struct analysis_view *v, struct analysis_atom x, struct quotients *q,
        struct bounds *b)
{
	const struct analysis_var *var = x.e->op == TIR_VAR ? analysis_var(v->f, x.e->u.var) : NULL;
	b->unit = 1;
	q->met |= is_quotient(x.e);
	if (is_quotient(x.e) && q->by_dividend) {
		bound_by_dividend(x, b);
		return true;
	}
	if (!var || var->kind != ANALYSIS_FOR || !analysis_is_exact(var->var->type) ||
	        !analysis_is_exact(var->extent->type))
		return constant_bounds(v, x, b);
	uint32_t at = analysis_named(v, var->loop);
	const struct dependence_loop *l = at != UINT32_MAX ? &v->q->at[at] : NULL;
	*b = (struct bounds){
	        .var = var, .least = ANALYSIS_FIRST, .greatest = ANALYSIS_FIRST, .unit = 1};
	if (x.side == ANALYSIS_SECOND)
		b->least = b->greatest = ANALYSIS_SECOND;
	if (!l || x.side == ANALYSIS_FIRST || x.side == ANALYSIS_SECOND)
		return true;
	bool turned = l->when == DEPENDENCE_EARLIER || (l->when == DEPENDENCE_BY && l->by < 0);
	b->behind = x.side == ANALYSIS_BEHIND;
	b->unit = b->behind ? var->step : 1;
	b->least = turned ? ANALYSIS_SECOND : ANALYSIS_FIRST;
	b->greatest = turned ? ANALYSIS_FIRST : ANALYSIS_SECOND;
	if (l->when == DEPENDENCE_SAME)
		b->greatest = b->least;
	if (l->when == DEPENDENCE_LATER || l->when == DEPENDENCE_EARLIER)
		b->below = var->step;
	if (l->when == DEPENDENCE_BY && __builtin_mul_overflow(l->by, var->step, &b->below))
		return false;
	if (l->when == DEPENDENCE_BY && l->by < 0) { /* shared is the first's, the later one */
		b->above = -b->below;
		b->below = 0;
	}
	return true;
}

/* to = the greatest value of the loop's variable, plus by. */
static bool last_value(const struct analysis_view *v, const struct bounds *b, int64_t by,
        struct analysis_form *to)
{
	const struct tir_expr *extent = b->var->extent;
	if (extent->op == TIR_MIN) /* no more than either */
		extent = extent->arg[extent->arg[1]->op == TIR_INT_IMM];
	bool whole = b->var->step > 1 && affine_divisor(extent) % (uint64_t)b->var->step == 0;
	return analysis_form_add(v, to, affine_of(v->f, b->var->min), b->greatest, 1) &&
	       analysis_form_add(v, to, affine_of(v->f, extent), b->greatest, 1) &&
	       !__builtin_sub_overflow(to->constant, whole ? b->var->step : 1, &to->constant) &&
	       !__builtin_add_overflow(to->constant, by, &to->constant);
}

/* to = the least (the greatest) value of unit * x. */
static bool bound_of(const struct analysis_view *v, struct analysis_atom x, const struct bounds *b,
        bool greatest, struct analysis_form *to)
{
	analysis_form_clear(to);
	if (b->dividend) {
		to->constant = greatest ? 0 : 1 - b->unit;
		return analysis_form_add(v, to, affine_of(v->f, b->dividend), b->least, 1);
	}
	if (!b->var) {
		to->constant = greatest ? b->hi : b->lo;
		return true;
	}
	if (b->behind) {
		struct analysis_term less = {-1, 1, {{x.e, ANALYSIS_SHARED}}};
		to->constant = greatest ? 0 : b->var->step;
		return !greatest || (last_value(v, b, 0, to) && analysis_form_add_term(to, &less));
	}
	if (greatest)
		return last_value(v, b, -b->below, to);
	return analysis_form_add(v, to, affine_of(v->f, b->var->min), b->least, 1) &&
	       !__builtin_add_overflow(to->constant, b->above, &to->constant);
}

/* ---- Bounds of a form --------------------------------------------------------------------*/
/* 1: not negative, -1: not positive, 0: not known. */
static int sign_of(const struct analysis_view *v, struct analysis_atom x)
{
	int64_t lo, hi;
	if (x.side == ANALYSIS_BEHIND || x.e->op == TIR_RAMP)
		return 1;
	if (!range_limits(v->f, x.e, &lo, &hi))
		return 0;
	return lo >= 0 ? 1 : hi <= 0 ? -1 : 0;
}

/* Variables of inner loops go first, what is no variable of a loop before them if it is made of any, last if it
 * is a variable. */
static uint64_t rank_of(const struct analysis_view *v, struct analysis_atom x)
{
	const struct analysis_var *var = x.e->op == TIR_VAR ? analysis_var(v->f, x.e->u.var) : NULL;
	if (x.e->op != TIR_VAR)
		return UINT64_MAX;
	if (!var || var->kind != ANALYSIS_FOR)
		return 1;
	return 2 + 2 * (uint64_t)var->loop + (x.side == ANALYSIS_BEHIND);
}

static struct analysis_atom innermost(const struct analysis_view *v, const struct analysis_form *f)
{
	struct analysis_atom in = {NULL, ANALYSIS_SHARED};
	uint64_t best = 0;
	for (uint32_t i = 0; i < f->n; i++)
		for (uint32_t k = 0; k < f->term[i].n; k++) {
			uint64_t rank = rank_of(v, f->term[i].x[k]);
			if (rank > best) {
				best = rank;
				in = f->term[i].x[k];
			}
		}
	return in;
}

/* rest += t / divisor * by; false: the divisor does not divide t's factor, or the sum is too large. */
static bool add_scaled(struct analysis_form *rest, const struct analysis_term *t,
        const struct analysis_form *by, int64_t divisor)
{
	struct analysis_term x = *t;
	if (x.factor % divisor)
		return false;
	x.factor /= divisor;
	for (uint32_t i = 0; i < by->n; i++) {
		struct analysis_term y = x;
		for (uint32_t k = 0; k < by->term[i].n; k++)
			if (!analysis_times(&y, by->term[i].x[k]))
				return false;
		if (__builtin_mul_overflow(y.factor, by->term[i].factor, &y.factor) ||
		        !analysis_form_add_term(rest, &y))
			return false;
	}
	return !__builtin_mul_overflow(x.factor, by->constant, &x.factor) &&
	       analysis_form_add_term(rest, &x);
}

/* t without x; false: x is not one of its factors, or more than one. */
static bool without(const struct analysis_term *t, struct analysis_atom x,
        struct analysis_term *out, bool *found)
{
	*out = (struct analysis_term){.factor = t->factor};
	*found = false;
	for (uint32_t k = 0; k < t->n; k++) {
		if (t->x[k].e == x.e && t->x[k].side == x.side) {
			if (*found)
				return false;
			*found = true;
		} else {
			out->x[out->n++] = t->x[k];
		}
	}
	return true;
}

/* Put x's least or greatest value in its place, wherever that makes the form least. */
static bool drop(const struct analysis_view *v, struct analysis_atom x, struct quotients *q,
        struct analysis_form *f)
{
	struct analysis_form rest, bound[2];
	struct bounds b = {0};
	bool made[2] = {false, false};
	if (!find_bounds(v, x, q, &b))
		return false;
	rest.constant = f->constant;
	rest.n = 0;
	for (uint32_t i = 0; i < f->n; i++) {
		struct analysis_term t;
		bool found;
		if (!without(&f->term[i], x, &t, &found))
			return false;
		if (!found) {
			if (!analysis_form_add_term(&rest, &f->term[i]))
				return false;
			continue;
		}
		int sign = t.factor > 0 ? 1 : -1;
		for (uint32_t k = 0; k < t.n; k++)
			sign *= sign_of(v, t.x[k]);
		bool greatest = sign < 0;
		if (!sign || (!made[greatest] && !bound_of(v, x, &b, greatest, &bound[greatest])))
			return false;
		made[greatest] = true;
		if (!add_scaled(&rest, &t, &bound[greatest], b.unit))
			return false;
	}
	f->constant = rest.constant;
	f->n = rest.n;
	memcpy(f->term, rest.term, rest.n * sizeof *rest.term);
	return true;
}

static void copy(struct analysis_form *to, const struct analysis_form *from, int64_t sign)
{
	to->constant = sign * from->constant;
	to->n = from->n;
	memcpy(to->term, from->term, from->n * sizeof *from->term);
	for (uint32_t i = 0; i < to->n; i++)
		to->term[i].factor *= sign;
}

/* The least value of the form, or of its negative. */
static bool least_of(const struct analysis_view *v, const struct analysis_form *form, int64_t sign,
        struct quotients *q, int64_t *out)
{
	struct analysis_form f;
	copy(&f, form, sign);
	for (int step = 0; f.n && step < MAX_STEPS; step++)
		if (!drop(v, innermost(v, &f), q, &f))
			return false;
	*out = f.constant;
	return !f.n && f.constant != INT64_MIN;
}

bool analysis_form_limit(const struct analysis_view *v, const struct analysis_form *form,
        bool greatest, int64_t *out)
{
	struct quotients q = {false, false};
	int64_t sign = greatest ? -1 : 1, x = INT64_MIN, y;
	if (form->constant == INT64_MIN)
		return false;
	bool known = least_of(v, form, sign, &q, &x);
	if (q.met) {
		q.by_dividend = true;
		bool both = least_of(v, form, sign, &q, &y);
		x = both && (!known || y > x) ? y : x;
		known |= both;
	}
	*out = known ? sign * x : 0;
	return known;
}

bool range_least(const struct facts *f, const struct tir_expr *e, int64_t *least)
{
	struct analysis_form form;
	struct analysis_view v;
	analysis_form_clear(&form);
	return analysis_view(&v, &(struct dependence_query){.facts = f}) &&
	       analysis_form_add(&v, &form, affine_of(f, e), ANALYSIS_FIRST, 1) &&
	       analysis_form_limit(&v, &form, false, least);
}

/* ---- Values of a form --------------------------------------------------------------------*/
static uint64_t magnitude(int64_t x)
{
	return x < 0 ? 0 - (uint64_t)x : (uint64_t)x;
}

/* Is there a multiple of g, more than 0, in [lo, hi]? */
static bool has_multiple(uint64_t g, int64_t lo, int64_t hi)
{
	if (lo > hi)
		return false;
	if (lo <= 0 && hi >= 0)
		return true;
	uint64_t near = lo > 0 ? (uint64_t)lo : magnitude(hi),
	         far = lo > 0 ? (uint64_t)hi : magnitude(lo);
	return far / g * g >= near;
}

/* A term is a multiple of `unit`, plus a constant: a loop's variable goes on by its step. */
struct grid {
	const struct analysis_term *t;
	uint64_t unit;
	int64_t constant;
};

static bool grid_of(const struct analysis_view *v, const struct analysis_term *t, struct grid *g)
{
	const struct tir_expr *e = t->n == 1 ? t->x[0].e : NULL;
	const struct analysis_var *var = e && e->op == TIR_VAR ? analysis_var(v->f, e->u.var)
	                                                       : NULL;
	int64_t unit;
	*g = (struct grid){t, magnitude(t->factor), 0};
	if (!var || var->kind != ANALYSIS_FOR || var->step == 1 ||
	        t->x[0].side == ANALYSIS_BEHIND || var->min->op != TIR_INT_IMM)
		return true;
	g->unit = __builtin_mul_overflow(t->factor, var->step, &unit) ? 1 : magnitude(unit);
	return !__builtin_mul_overflow(t->factor, var->min->u.i, &g->constant);
}

/* The largest units first. */
static void sort(struct grid *g, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k > 0 && g[k].unit > g[k - 1].unit; k--) {
			struct grid t = g[k];
			g[k] = g[k - 1];
			g[k - 1] = t;
		}
}

/* Can multiples of g make up for the constant and the terms from number n on? */
static bool may_with(const struct analysis_view *v, int64_t constant, const struct grid *all,
        uint32_t n, uint32_t end, uint64_t g, int64_t lo, int64_t hi)
{
	struct analysis_form rest;
	int64_t a, b;
	rest.constant = constant;
	rest.n = 0;
	for (uint32_t i = n; i < end; i++)
		rest.term[rest.n++] = *all[i].t;
	if (!analysis_form_limit(v, &rest, false, &a) || !analysis_form_limit(v, &rest, true, &b) ||
	        __builtin_sub_overflow(lo, b, &lo) || __builtin_sub_overflow(hi, a, &hi))
		return true;
	return has_multiple(g, lo, hi);
}

bool analysis_form_may(const struct analysis_view *v, const struct analysis_form *form, int64_t lo,
        int64_t hi)
{
	struct grid all[ANALYSIS_TERMS];
	int64_t x, constant = form->constant;
	uint64_t g = 0;
	if (form->n == 0)
		return constant >= lo && constant <= hi;
	if ((analysis_form_limit(v, form, false, &x) && x > hi) ||
	        (analysis_form_limit(v, form, true, &x) && x < lo))
		return false;
	for (uint32_t i = 0; i < form->n; i++)
		if (!grid_of(v, &form->term[i], &all[i]))
			return true;
	sort(all, form->n);
	for (uint32_t n = 0; n < form->n; n++) {
		g = affine_gcd(g, all[n].unit);
		if (g == 1 || __builtin_add_overflow(constant, all[n].constant, &constant))
			break;
		if (n + 1 < form->n && all[n + 1].unit % g == 0)
			continue;
		if (!may_with(v, constant, all, n + 1, form->n, g, lo, hi))
			return false;
	}
	return true;
}
