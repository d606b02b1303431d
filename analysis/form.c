/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/form.c: the difference of two sums, as two iterations see it.
 *
 * Idea.   Each of two accesses sees the loops in an iteration of its own, or in a common one.  A variable
 *         of a loop in which the second is later is that of the first, plus its step times a count.
 * Needs   facts of the function.
 * Costs   O(terms).
 * Wrong if a variable that may differ is taken for a common one. */
#include "analysis/internal.h"

enum { MAX_AROUND = 64 };

/* ---- How an access sees the loops --------------------------------------------------------*/
bool analysis_view(struct analysis_view *v, const struct dependence_query *q)
{
	v->f = q->facts;
	v->q = q;
	v->n = q->n;
	v->solved = UINT32_MAX;
	v->first = FACTS_NO_LOOP;
	for (uint32_t i = 0; i < q->n; i++) {
		v->loop[i] = facts_loop(q->facts, q->at[i].loop);
		if (v->loop[i] == FACTS_NO_LOOP ||
		        (i && !analysis_holds(q->facts, v->loop[0], v->loop[i])))
			return false;
	}
	if (q->n)
		v->first = v->loop[0];
	return true;
}

uint32_t analysis_named(const struct analysis_view *v, uint32_t loop)
{
	for (uint32_t i = 0; i < v->n; i++)
		if (v->loop[i] == loop)
			return i;
	return UINT32_MAX;
}

/* May what is defined there, in that loop and no further in, differ between the two accesses? */
static bool is_own(const struct analysis_view *v, uint32_t loop)
{
	if (v->first == FACTS_NO_LOOP)
		return false;
	for (int i = 0; i < MAX_AROUND; i++) {
		if (loop == FACTS_NO_LOOP || !analysis_holds(v->f, v->first, loop))
			return false;
		uint32_t at = analysis_named(v, loop);
		if (at == UINT32_MAX || v->q->at[at].when != DEPENDENCE_SAME)
			return true;
		loop = v->f->loops.at[loop].around;
	}
	return true;
}

/* Has the expression, no loop's variable, one value for both? */
static bool is_shared(const struct analysis_view *v, const struct tir_expr *e)
{
	if (e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT))
		return false;
	const struct analysis_expr *x = analysis_vars(v->f, e);
	bool shared = x->nvars <= ANALYSIS_VARS;
	for (uint32_t i = 0; shared && i < x->nvars; i++) {
		const struct analysis_var *var = analysis_var(v->f, x->var[i]);
		uint32_t at = var && var->kind == ANALYSIS_FOR ? analysis_named(v, var->loop)
		                                               : UINT32_MAX;
		shared = var && (at != UINT32_MAX ? v->q->at[at].when == DEPENDENCE_SAME
		                                  : !is_own(v, var->loop));
	}
	return shared;
}

bool analysis_is_shared(const struct analysis_view *v, const struct tir_expr *e)
{
	return !(e->flags & (TIR_HAS_VAR | TIR_READS_MEM | TIR_HAS_EFFECT)) || is_shared(v, e);
}

/* ---- Terms -------------------------------------------------------------------------------*/
static bool same_atoms(const struct analysis_term *a, const struct analysis_term *b)
{
	if (a->n != b->n)
		return false;
	for (uint32_t i = 0; i < a->n; i++)
		if (a->x[i].e != b->x[i].e || a->x[i].side != b->x[i].side)
			return false;
	return true;
}

bool analysis_form_add_term(struct analysis_form *f, const struct analysis_term *t)
{
	uint32_t i = 0;
	if (!t->factor)
		return true;
	if (t->n == 0)
		return !__builtin_add_overflow(f->constant, t->factor, &f->constant);
	while (i < f->n && !same_atoms(&f->term[i], t))
		i++;
	if (i == f->n) {
		if (i == ANALYSIS_TERMS || t->factor == INT64_MIN)
			return false;
		f->term[f->n++] = *t;
		return true;
	}
	if (__builtin_add_overflow(f->term[i].factor, t->factor, &f->term[i].factor) ||
	        f->term[i].factor == INT64_MIN)
		return false;
	if (!f->term[i].factor)
		f->term[i] = f->term[--f->n];
	return true;
}

bool analysis_times(struct analysis_term *t, struct analysis_atom x)
{
	uint32_t k = t->n;
	if (k == AFFINE_FACTORS)
		return false;
	t->n++;
	for (; k > 0 && (t->x[k - 1].e->id > x.e->id ||
	                        (t->x[k - 1].e == x.e && t->x[k - 1].side > x.side));
	        k--)
		t->x[k] = t->x[k - 1];
	t->x[k] = x;
	return true;
}

/* form += t times the factors of the term from number i on, as that side sees them. */
static bool add_product(const struct analysis_view *v, struct analysis_form *form,
        const struct affine_term *from, uint32_t i, enum analysis_side side,
        struct analysis_term t);

/* The variable of loop number `at` of the query: of the earlier iteration, plus what lies between. */
static bool add_variable(const struct analysis_view *v, struct analysis_form *form,
        const struct affine_term *from, uint32_t i, enum analysis_side side, struct analysis_term t,
        uint32_t at)
{
	const struct dependence_loop *l = &v->q->at[at];
	struct analysis_atom x = {from->x[i], ANALYSIS_SHARED};
	int64_t step = tir_loop_step(l->loop), by = 0;
	bool behind = l->when == DEPENDENCE_LATER
	                      ? side == ANALYSIS_SECOND
	                      : l->when == DEPENDENCE_EARLIER && side == ANALYSIS_FIRST;
	if (l->when == DEPENDENCE_ANY)
		x.side = side;
	struct analysis_term own = t;
	if (!analysis_times(&own, x) || !add_product(v, form, from, i + 1, side, own))
		return false;
	if (l->when == DEPENDENCE_BY && side == ANALYSIS_SECOND &&
	        __builtin_mul_overflow(l->by, step, &by))
		return false;
	if (!behind && !by)
		return true;
	if (behind && !analysis_times(&t, (struct analysis_atom){from->x[i], ANALYSIS_BEHIND}))
		return false;
	return !__builtin_mul_overflow(t.factor, behind ? step : by, &t.factor) &&
	       add_product(v, form, from, i + 1, side, t);
}

static bool add_product(const struct analysis_view *v, struct analysis_form *form,
        const struct affine_term *from, uint32_t i, enum analysis_side side, struct analysis_term t)
{
	for (; i < from->n; i++) {
		const struct tir_expr *e = from->x[i];
		const struct analysis_var *var = e->op == TIR_VAR ? analysis_var(v->f, e->u.var)
		                                                  : NULL;
		uint32_t at = var && var->kind == ANALYSIS_FOR ? analysis_named(v, var->loop)
		                                               : UINT32_MAX;
		if (at != UINT32_MAX)
			return add_variable(v, form, from, i, side, t, at);
		bool shared = e->op == TIR_VAR ? var && !is_own(v, var->loop) : is_shared(v, e);
		if (!analysis_times(&t, (struct analysis_atom){e, shared ? ANALYSIS_SHARED : side}))
			return false;
	}
	return analysis_form_add_term(form, &t);
}

static bool add_terms(const struct analysis_view *v, struct analysis_form *form, int64_t constant,
        uint32_t n, const struct affine_term *term, enum analysis_side side, int64_t factor)
{
	bool ok = !__builtin_mul_overflow(constant, factor, &constant) &&
	          !__builtin_add_overflow(form->constant, constant, &form->constant);
	for (uint32_t i = 0; i < n && ok; i++) {
		struct analysis_term t = {.n = 0};
		ok = !__builtin_mul_overflow(term[i].factor, factor, &t.factor) &&
		     add_product(v, form, &term[i], 0, side, t);
	}
	return ok;
}

bool analysis_form_add(const struct analysis_view *v, struct analysis_form *form,
        const struct affine *sum, enum analysis_side side, int64_t factor)
{
	return add_terms(v, form, sum->constant, sum->n, sum->term, side, factor);
}

bool analysis_form_add_sum(const struct analysis_view *v, struct analysis_form *form,
        const struct affine_sum *sum, enum analysis_side side, int64_t factor)
{
	return add_terms(v, form, sum->constant, sum->n, sum->term, side, factor);
}
