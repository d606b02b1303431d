/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/dependence.c: may two accesses touch one byte, in which iterations, and how far apart?
 *
 * Idea.   Through one buffer two elements are one only if all their indices are equal: one dimension whose
 *         difference is never 0 is enough.  Otherwise, and through views, the distance of the bytes
 *         counts.  Constants, common divisors and the bounds of loops are asked (form.c).
 * Needs   indices in bounds: others are undefined.
 * Costs   a form a dimension, and one for the bytes.
 * Wrong if "never" is said of two that meet; all else costs only precision. */
#include "analysis/internal.h"

/* ---- What one access covers --------------------------------------------------------------*/
/* Lane l is at the sum + l * stride, `width` wide. */
struct cover {
	int64_t lanes, stride, width;
	const struct tir_expr *ramp; /* of more lanes than one: what stands for the lane's number */
};

/* form += sign * the number of the access's lane times the stride.  The ramp is the name of that number. */
static bool add_lane(struct analysis_form *form, const struct cover *c, enum analysis_side side,
        int64_t sign)
{
	struct analysis_term t = {.factor = sign * c->stride, .n = 1};
	if (c->lanes == 1)
		return true;
	t.x[0] = (struct analysis_atom){c->ramp, side};
	return c->stride != INT64_MIN && analysis_form_add_term(form, &t);
}

/* May the form, that the second is behind the first, be such that they overlap? */
static bool may_overlap(const struct analysis_view *v, struct analysis_form *form,
        const struct cover *x, const struct cover *y)
{
	return !add_lane(form, y, ANALYSIS_SECOND, 1) || !add_lane(form, x, ANALYSIS_FIRST, -1) ||
	       analysis_form_may(v, form, 1 - y->width, x->width - 1);
}

/* ---- Dimensions --------------------------------------------------------------------------*/
/* Is the view, and so the buffer's memory and its shape, the same for both accesses? */
static bool is_one_view(const struct analysis_view *v, const struct tir_buffer *b)
{
	for (int depth = 0; depth < TIR_MAX_RANK && b->kind == TIR_BUFFER_DECL; depth++) {
		const struct analysis_buffer *x = analysis_buffer(v->f, b);
		if (x && !x->decl) /* it was made around the part that the facts are of */
			return true;
		if (!x || !x->data || (b->elem_offset && !analysis_is_shared(v, b->elem_offset)))
			return false;
		for (uint32_t i = 0; i < b->ndim; i++)
			if ((b->shape[i] && !analysis_is_shared(v, b->shape[i])) ||
			        (b->strides && !analysis_is_shared(v, b->strides[i])))
				return false;
		if (x->data->op != TIR_BUFFER_DATA)
			return analysis_is_shared(v, x->data);
		b = x->data->u.buffer;
	}
	return b->kind != TIR_BUFFER_DECL;
}

/* The buffer whose elements these are under other names, where that differs in nothing. */
static const struct tir_buffer *plain(const struct tir_buffer *b)
{
	const struct tir_buffer *r = b->root;
	bool flat = b->ndim == 1 && !b->strides && !b->elem_offset;
	return flat && r && r != b && r->kind != TIR_BUFFER_DECL && r->ndim == 1 && !r->strides &&
	                       tir_type_eq(r->elem, b->elem)
	               ? r
	               : b;
}

/* Do equal elements have equal indices in each dimension? */
static bool has_dimensions(const struct analysis_view *v, const struct access *a,
        const struct access *b)
{
	uint32_t n = access_rank(a);
	if (a->anywhere || b->anywhere || n != access_rank(b) || n != a->buffer->ndim ||
	        (a->buffer->strides && n > 1))
		return false;
	if (a->buffer != b->buffer)
		return plain(a->buffer) == plain(b->buffer);
	return is_one_view(v, a->buffer);
}

/* The scalar part of an index; false: lanes lie anywhere. */
static bool split(const struct facts *f, const struct tir_expr **e, struct cover *c)
{
	*c = (struct cover){1, 0, 1, NULL};
	if ((*e)->type.lanes == 1)
		return true;
	if ((*e)->op == TIR_BROADCAST) {
		*e = (*e)->arg[0];
		return true;
	}
	if ((*e)->op != TIR_RAMP)
		return false;
	const struct affine *s = affine_of(f, (*e)->arg[1]);
	*c = (struct cover){(*e)->type.lanes, s->constant, 1, *e};
	if (c->stride == 1)
		*c = (struct cover){1, 0, (*e)->type.lanes, NULL};
	*e = (*e)->arg[0];
	return s->n == 0;
}

/* How far q is behind p. */
static bool difference(const struct analysis_view *v, const struct tir_expr *p,
        const struct tir_expr *q, struct analysis_form *form, struct cover *x, struct cover *y)
{
	analysis_form_clear(form);
	return split(v->f, &p, x) && split(v->f, &q, y) &&
	       analysis_form_add(v, form, affine_of(v->f, q), ANALYSIS_SECOND, 1) &&
	       analysis_form_add(v, form, affine_of(v->f, p), ANALYSIS_FIRST, -1);
}

static bool may_be_equal(const struct analysis_view *v, const struct tir_expr *p,
        const struct tir_expr *q)
{
	struct analysis_form form;
	struct cover x, y;
	return !difference(v, p, q, &form, &x, &y) || may_overlap(v, &form, &x, &y);
}

static bool may_in_dimensions(const struct analysis_view *v, const struct access *a,
        const struct access *b)
{
	for (uint32_t i = 0; i < access_rank(a); i++)
		if (!may_be_equal(v, access_index(a, i), access_index(b, i)))
			return false;
	return true;
}

/* ---- Bytes -------------------------------------------------------------------------------*/
static bool bytes_of(const struct facts *f, const struct access *a, struct affine_sum *at,
        struct cover *c)
{
	if (!access_bytes(f, a, at, &c->lanes, &c->stride, &c->width))
		return false;
	c->ramp = c->lanes > 1 ? access_index(a, access_rank(a) - 1) : NULL;
	return true;
}

static bool byte_form(const struct analysis_view *v, const struct access *a, const struct access *b,
        struct analysis_form *form, struct cover *x, struct cover *y)
{
	struct affine_sum p, q;
	analysis_form_clear(form);
	return bytes_of(v->f, a, &p, x) && bytes_of(v->f, b, &q, y) &&
	       analysis_form_add_sum(v, form, &q, ANALYSIS_SECOND, 1) &&
	       analysis_form_add_sum(v, form, &p, ANALYSIS_FIRST, -1);
}

static bool may_in_bytes(const struct analysis_view *v, const struct access *a,
        const struct access *b)
{
	struct analysis_form form;
	struct cover x, y;
	return !byte_form(v, a, b, &form, &x, &y) || may_overlap(v, &form, &x, &y);
}

bool dependence_may(const struct dependence_query *q, const struct access *a,
        const struct access *b)
{
	struct analysis_view v;
	const struct tir_buffer *x = alias_root(a->buffer);
	if (!alias_may(q->facts, a->buffer, b->buffer))
		return false;
	if (x != alias_root(b->buffer) || a->anywhere || b->anywhere || !analysis_view(&v, q))
		return true;
	if (has_dimensions(&v, a, b) && !may_in_dimensions(&v, a, b))
		return false;
	return may_in_bytes(&v, a, b);
}

bool dependence_differ(const struct dependence_query *q, const struct tir_expr *a,
        const struct tir_expr *b)
{
	struct analysis_view v;
	return tir_is_int(a->type) && tir_is_int(b->type) && analysis_view(&v, q) &&
	       !may_be_equal(&v, a, b);
}

/* ---- Distances ---------------------------------------------------------------------------*/
/* Which counts of iterations c * d + [lo, hi] in [from, to] leaves open. */
static void narrow(struct distance *d, int64_t c, int64_t lo, int64_t hi, int64_t from, int64_t to)
{
	int64_t least, greatest;
	if (__builtin_sub_overflow(from, hi, &least) || __builtin_sub_overflow(to, lo, &greatest) ||
	        c == INT64_MIN)
		return;
	if (c < 0) {
		int64_t turned = least;
		if (greatest == INT64_MIN || least == INT64_MIN)
			return;
		least = -greatest;
		greatest = -turned;
		c = -c;
	}
	least = least > 0 ? (least - 1) / c + 1 : least / c;
	greatest = greatest < 0 ? -((-(greatest + 1)) / c) - 1 : greatest / c;
	d->least = least > d->least ? least : d->least;
	d->greatest = greatest < d->greatest ? greatest : d->greatest;
}

/* Take the terms of iterations between out of the form: *c times a count of them. */
static bool take_behind(struct analysis_form *f, const struct tir_expr *var, int64_t *c)
{
	*c = 0;
	for (uint32_t i = f->n; i-- > 0;)
		for (uint32_t k = 0; k < f->term[i].n; k++) {
			if (f->term[i].x[k].e != var || f->term[i].x[k].side != ANALYSIS_BEHIND)
				continue;
			if (f->term[i].n > 1)
				return false;
			*c = f->term[i].factor;
			f->term[i] = f->term[--f->n];
			break;
		}
	return *c != 0;
}

/* What one form says of the distance in the loop that the query calls later, as far as all its terms but that one
 * are known. */
static void solve(const struct analysis_view *v, struct analysis_form *form, const struct cover *x,
        const struct cover *y, const struct tir_expr *var, struct distance *d)
{
	int64_t c, lo, hi;
	if (add_lane(form, y, ANALYSIS_SECOND, 1) && add_lane(form, x, ANALYSIS_FIRST, -1) &&
	        take_behind(form, var, &c) && analysis_form_limit(v, form, false, &lo) &&
	        analysis_form_limit(v, form, true, &hi))
		narrow(d, c, lo, hi, 1 - y->width, x->width - 1);
}

/* The counts of iterations from first to second, 1 at least; false: none. */
static bool find_distances(const struct analysis_view *v, const struct access *a,
        const struct access *b, uint32_t level, struct distance *d)
{
	const struct tir_stmt *loop = v->q->at[level].loop;
	struct analysis_form form;
	struct cover x, y;
	int64_t most = trip_most(v->f, loop);
	*d = (struct distance){.least = 1, .greatest = most == INT64_MAX ? most : most - 1};
	if (loop->kind != TIR_FOR)
		return true;
	if (has_dimensions(v, a, b))
		for (uint32_t i = 0; i < access_rank(a); i++)
			if (difference(v, access_index(a, i), access_index(b, i), &form, &x, &y))
				solve(v, &form, &x, &y, tir_as_for(loop)->var->expr, d);
	if (byte_form(v, a, b, &form, &x, &y))
		solve(v, &form, &x, &y, tir_as_for(loop)->var->expr, d);
	return d->least <= d->greatest;
}

/* The query for the loops: outer ones in one iteration, this one so, inner ones in any. */
static void ask_level(struct dependence_query *q, uint32_t level, enum dependence_when when)
{
	for (uint32_t i = 0; i < q->n; i++)
		q->at[i].when = i < level ? DEPENDENCE_SAME : i == level ? when : DEPENDENCE_ANY;
}

/* Later iterations of the loop, where the second is that of `b`. */
static bool is_carried(struct dependence_query *q, const struct access *a, const struct access *b,
        uint32_t level, struct distance *d)
{
	struct analysis_view v;
	*d = (struct distance){.least = 1, .greatest = INT64_MAX};
	ask_level(q, level, DEPENDENCE_LATER);
	if (!dependence_may(q, a, b))
		return false;
	if (!analysis_view(&v, q) || alias_root(a->buffer) != alias_root(b->buffer) ||
	        a->anywhere || b->anywhere)
		return true;
	return find_distances(&v, a, b, level, d);
}

bool dependence_later(const struct facts *f, const struct access *a, const struct access *b,
        const struct tir_stmt *loop, struct distance *d)
{
	struct dependence_query q = {.facts = f, .n = 1, .at = {{loop, DEPENDENCE_LATER, 0}}};
	bool later = is_carried(&q, a, b, 0, d);
	d->signs = later ? SIGN_POSITIVE : 0;
	d->exact = later && d->least == d->greatest;
	return later;
}

static struct distance distance_of(struct dependence_query *q, const struct access *a,
        const struct access *b, uint32_t level)
{
	struct distance d = {.least = INT64_MAX, .greatest = INT64_MIN}, some;
	if (is_carried(q, b, a, level, &some)) { /* the first is the later one */
		d.signs |= SIGN_NEGATIVE;
		d.least = some.greatest == INT64_MAX ? INT64_MIN : -some.greatest;
		d.greatest = -some.least;
	}
	ask_level(q, level, DEPENDENCE_SAME);
	if (dependence_may(q, a, b)) {
		d.signs |= SIGN_ZERO;
		d.least = d.least < 0 ? d.least : 0;
		d.greatest = 0;
	}
	if (is_carried(q, a, b, level, &some)) {
		d.signs |= SIGN_POSITIVE;
		d.least = d.signs == SIGN_POSITIVE ? some.least : d.least;
		d.greatest = some.greatest;
	}
	d.exact = d.signs && d.least == d.greatest;
	return d;
}

struct dependence dependence_between(const struct facts *f, const struct access *a,
        const struct access *b, uint32_t n, const struct tir_stmt *const *loop)
{
	struct dependence_query q = {.facts = f, .n = n < DEPENDENCE_LOOPS ? n : DEPENDENCE_LOOPS};
	struct dependence d = {.never = true, .n = q.n};
	for (uint32_t i = 0; i < q.n; i++)
		q.at[i].loop = loop[i];
	for (uint32_t i = 0; i < q.n; i++)
		d.loop[i] = distance_of(&q, a, b, i);
	for (uint32_t i = 0; i < q.n; i++)
		d.never &= !d.loop[i].signs;
	ask_level(&q, q.n, DEPENDENCE_SAME);
	d.never &= !dependence_may(&q, a, b);
	return d;
}
