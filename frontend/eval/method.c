/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/method.c: calls of methods: A.vload, A.vstore, A.view, x.astype and their like. */
#include "frontend/internal.h"

/* The index of a load of type t that begins at *last: its lanes, if t has more than an element.
 * They may go on in the next row, as those of a slice. */
static bool widen(struct reader *r, const struct tir_buffer *b, struct tir_type t,
        struct value *last)
{
	unsigned lanes = t.lanes / b->elem.lanes;
	const struct tir_expr *e = lanes > 1 ? frontend_as_expr(r, last) : NULL;
	if (!e || !tir_is_int(e->type) || e->type.lanes > 1)
		return lanes <= 1 || (e && e->type.lanes > 1);
	*last = expr_value(tir_ramp(r->m, e, tir_int(r->m, e->type, 1), lanes), last->at);
	return true;
}

/* A.vload([i, j], dtype): the spelling of a load before 0.18. */
static struct value vload(struct reader *r, struct tir_buffer *b, const struct value *v, uint32_t n,
        struct span at)
{
	struct tir_type t;
	char x[40], y[40];
	bool list = n && (v->kind == V_LIST || v->kind == V_TUPLE);
	const struct value *mask = n > 1 ? &v[n - 1] : NULL;
	if (mask && mask->keyword && !strcmp(sym_name(r, mask->keyword - 1), "predicate"))
		return frontend_older_masked_load(r, b, v, mask, at);
	uint32_t count = list ? v->n : n ? 1 : 0;
	struct value *index = frontend_copy_values(r, list ? v->item : v, count);
	if (n > 1 && !frontend_as_dtype(r, &v[1], &t))
		return error_value(at);
	if (n > 1 && count && count == b->ndim && !widen(r, b, t, &index[count - 1]))
		return error_value(at);
	struct value e = frontend_load(r, b, index, count, at);
	if (e.kind != V_EXPR || n < 2)
		return e;
	if (!tir_type_eq(t, e.e->type)) {
		frontend_fail(r, at, "the load has type %s, not %s", tir_type_name(e.e->type, x),
		        tir_type_name(t, y));
		return error_value(at);
	}
	return e;
}

struct value frontend_call_method(struct reader *r, const struct value *m, const struct value *v,
        uint32_t n, struct span at)
{
	const struct value *self = &m->item[0];
	switch ((enum method)m->method) {
	case M_SCOPE: return (struct value){.kind = V_STRING, .at = at, .str = self->buffer->scope};
	case M_VLOAD: return vload(r, self->buffer, v, n, at);
	case M_VSTORE: { /* the statement knows */
		struct value store = {.kind = V_FORM, .at = at, .form = F_masked_store, .n = n + 1};
		store.item = ARENA_NEWN(r->scratch, struct value, n + 1);
		store.item[0] = *self;
		memcpy(store.item + 1, v, n * sizeof *v);
		store.method = M_VSTORE;
		return store;
	}
	case M_VIEW: {
		struct value view = {.kind = V_VIEW, .at = at, .n = n + 1};
		view.item = ARENA_NEWN(r->scratch, struct value, n + 1);
		view.item[0] = *self;
		memcpy(view.item + 1, v, n * sizeof *v);
		return view;
	}
	case M_ASTYPE: break;
	}
	struct tir_type t;
	const struct tir_expr *e = frontend_as_expr(r, self);
	if (n == 1 && e && frontend_as_dtype(r, v, &t))
		return expr_value(frontend_converted(r, self, t), at);
	if (n != 1)
		frontend_fail(r, at, "astype takes one type");
	return error_value(at);
}
