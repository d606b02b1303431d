/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/form_value.c: the values of T.Let and T.masked_load, which TVM before 0.24 had by other names, too. */
#include "frontend/internal.h"

/* The occurrences of a variable within a place have a value now. */
static void bind_loose(struct reader *r, uint32_t entity, struct span within)
{
	uint32_t kept = r->loose.n, i = r->loose.n;
	/* they are in order of the text: those within are the last ones */
	while (i > 0 && r->loose.at[i - 1].at.begin >= within.begin)
		i--;
	for (kept = i; i < r->loose.n; i++) {
		const struct loose *l = &r->loose.at[i];
		if (l->entity != entity || l->at.begin >= within.end)
			r->loose.at[kept++] = *l;
	}
	r->loose.n = kept;
}

/* T.Let(body, where={x: value}): x was declared before. */
struct value frontend_let_value(struct reader *r, const struct value *body,
        const struct value *where, struct span at)
{
	const struct tir_expr *e = frontend_as_expr(r, body);
	if (where->kind != V_DICT || where->n == 0) {
		frontend_fail(r, where->at, "'where' must be a dictionary of variables");
		return error_value(at);
	}
	if (e && e->type.code == TIR_TYPE_VOID) {
		frontend_fail(r, body->at, "this has no value");
		return error_value(at);
	}
	for (uint32_t i = where->n; e && i > 0; i -= 2) {
		const struct value *key = &where->item[i - 2], *value = &where->item[i - 1];
		if (key->kind != V_DECLARED) {
			frontend_fail(r, key->at, "%s cannot be given a value by T.Let",
			        frontend_value_name(key));
			return error_value(at);
		}
		struct entity *d = &r->entities.at[key->entity];
		const struct tir_expr *v = frontend_converted(r, value, d->var->type);
		if (!v)
			return error_value(at);
		e = tir_let(r->m, d->var, v, e);
		if (d->let && d->let != e) {
			frontend_fail(r, key->at, "'%s' is given a value twice", d->var->name);
			return error_value(at);
		}
		d->let = e;
		bind_loose(r, key->entity, body->at);
		bind_loose(r, key->entity, key->at);
	}
	return expr_value(e, at);
}

/* T.masked_load("float32x4", A, index..., mask) */
struct value frontend_masked_load(struct reader *r, const struct args *a)
{
	const struct tir_expr *e[TIR_MAX_RANK + 1];
	struct tir_type t;
	char x[40], y[40];
	if (a->arg[1]->kind != V_BUFFER) {
		frontend_fail(r, a->arg[1]->at, "expected a buffer, not %s",
		        frontend_value_name(a->arg[1]));
		return error_value(a->at);
	}
	struct tir_buffer *b = a->arg[1]->buffer;
	uint32_t n = a->nrest - 1;
	if (!frontend_as_dtype(r, a->arg[0], &t) ||
	        !frontend_make_indices(r, b, a->rest, n, a->at, e))
		return error_value(a->at);
	if (!(e[n] = frontend_as_expr(r, &a->rest[n])))
		return error_value(a->at);
	unsigned lanes = n ? e[n - 1]->type.lanes : 1;
	if (!tir_type_eq(e[n]->type, tir_lanes(TIR_BOOL, lanes))) {
		frontend_fail(r, a->rest[n].at, "the mask has type %s, not bool of %u lanes",
		        tir_type_name(e[n]->type, x), lanes);
		return error_value(a->at);
	}
	const struct tir_expr *load = tir_make(r->m, TIR_MASKED_LOAD,
	        tir_lanes(b->elem, b->elem.lanes * lanes), (uintptr_t)b, n + 1, e);
	if (!tir_type_eq(load->type, t)) {
		frontend_fail(r, a->arg[0]->at, "the load has type %s, not %s",
		        tir_type_name(load->type, x), tir_type_name(t, y));
		return error_value(a->at);
	}
	return expr_value(load, a->at);
}
