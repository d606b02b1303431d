/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/build/axis.c: the axes of a block: what they go over, and their values. */
#include "frontend/internal.h"

struct domain {
	const struct tir_expr *min, *extent;
	struct span at;
};

/* n, or (begin, end) */
static bool as_domain(struct reader *r, const struct value *v, struct domain *d)
{
	bool pair = v->kind == V_TUPLE || v->kind == V_LIST;
	d->at = v->at;
	if (pair && v->n != 2)
		return frontend_fail(r, v->at, "the domain of an axis is an extent or a pair");
	if (!(d->extent = frontend_as_expr(r, pair ? &v->item[1] : v)))
		return false;
	if (!tir_is_int(d->extent->type) || d->extent->type.lanes != 1)
		return frontend_fail(r, v->at, "the domain of an axis must be integers");
	d->min = pair ? frontend_as_expr(r, &v->item[0]) : tir_int(r->m, d->extent->type, 0);
	if (!d->min || !pair)
		return d->min != NULL;
	if (!tir_is_int(d->min->type) || d->min->type.lanes != 1)
		return frontend_fail(r, v->at, "the domain of an axis must be integers");
	if (!frontend_promote(r, v->at, &d->min, &d->extent))
		return false;
	d->extent = frontend_extent_of(r, d->min, d->extent, v->at);
	return d->extent != NULL;
}

static bool add_axis(struct reader *r, uint32_t sym, struct span name_at, enum tir_axis_kind kind,
        const struct domain *d, const struct tir_expr *value, struct span at)
{
	struct tir_block *b = frontend_head(r, at, "an axis");
	struct tir_axis a = {.kind = kind, .at = at};
	if (!b)
		return false;
	struct tir_type t = value->type;
	if (!tir_is_int(t) || t.lanes != 1)
		return frontend_fail(r, at, "the value of an axis must be an integer");
	if (d->extent->type.bits > t.bits)
		t = d->extent->type;
	if (!(value = frontend_cast_to(r, value, t, at)))
		return false;
	a.min = (struct tir_operand){frontend_cast_to(r, d->min, t, d->at), d->at};
	a.extent = (struct tir_operand){frontend_cast_to(r, d->extent, t, d->at), d->at};
	a.value = (struct tir_operand){value, at};
	a.var = frontend_scope_var(r, sym, t, name_at);
	struct entity *e = frontend_scope_find(r, sym);
	if (e && e->var == a.var)
		e->part = true;
	VEC_PUSH(r->arena, &b->axes, a);
	return true;
}

bool frontend_add_axis(struct reader *r, uint32_t sym, struct span name_at, enum tir_axis_kind kind,
        const struct value *domain, const struct tir_expr *value, struct span at)
{
	struct domain d;
	return as_domain(r, domain, &d) && add_axis(r, sym, name_at, kind, &d, value, at);
}

bool frontend_read_axis(struct reader *r, uint32_t sym, struct span name_at, const struct value *v)
{
	static const uint8_t kinds[NFORMS] = {[F_axis_reduce] = TIR_REDUCE,
	        [F_axis_scan] = TIR_SCAN,
	        [F_axis_opaque] = TIR_OPAQUE_AXIS};
	struct args a;
	struct domain d;
	if (!frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a) ||
	        !as_domain(r, a.arg[0], &d))
		return false;
	const struct tir_expr *e = a.arg[1]->kind == V_INT
	                                   ? frontend_literal(r, a.arg[1], d.extent->type)
	                                   : frontend_as_expr(r, a.arg[1]);
	return e && frontend_check_loose(r) &&
	       add_axis(r, sym, name_at, (enum tir_axis_kind)kinds[v->form], &d, e, a.arg[1]->at);
}

/* The loop of a variable, and its domain. */
static bool loop_domain(struct reader *r, const struct value *v, struct domain *d)
{
	for (uint32_t i = r->open_loops.n; v->kind == V_EXPR && i-- > 0;) {
		const struct tir_stmt *s = r->open_loops.at[i];
		if (tir_as_for(s)->var->expr != v->e)
			continue;
		*d = (struct domain){tir_as_for(s)->min.e, tir_as_for(s)->extent.e, v->at};
		return true;
	}
	return frontend_fail(r, v->at, "T.axis.remap takes variables of loops");
}

/* vi, vj = T.axis.remap("SR", [i, j]) */
bool frontend_read_remap(struct reader *r, const struct syntax *s, const struct value *v)
{
	struct args a;
	const char *kinds;
	const struct node *k = &r->tree.nodes.at[s->target.end - 1];
	uint32_t n = k->kind == N_TUPLE ? k->n : 1;
	if (!frontend_bind_args(r, &frontend_forms[F_axis_remap], v->item, v->n, v->at, &a) ||
	        !frontend_as_string(r, a.arg[0], "the kinds of axes", &kinds))
		return false;
	const struct value *of = a.arg[1];
	bool list = of->kind == V_LIST || of->kind == V_TUPLE;
	if (!list || of->n != n || strlen(kinds) != n)
		return frontend_fail(r, v->at,
		        "T.axis.remap has %zu kinds and %u variables for %u names", strlen(kinds),
		        list ? of->n : 0, n);
	for (uint32_t i = 0; i < n; i++) {
		struct domain d;
		const struct node *name = &r->tree.nodes.at[s->target.begin + i];
		if (kinds[i] != 'S' && kinds[i] != 'R')
			return frontend_fail(r, a.arg[0]->at,
			        "an axis to remap is 'S' or 'R', not '%c'", kinds[i]);
		if (n == 1)
			name = k->kind == N_TUPLE ? name : k;
		if (name->kind != N_NAME)
			return frontend_fail(r, name->at, "an axis must be a name");
		if (!loop_domain(r, &of->item[i], &d) ||
		        !add_axis(r, name->sym, name->at,
		                kinds[i] == 'S' ? TIR_SPATIAL : TIR_REDUCE, &d, of->item[i].e,
		                of->item[i].at))
			return false;
	}
	return true;
}
