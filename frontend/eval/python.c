/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/eval/python.c: what Python alone decides: f-strings, `is`, and *sequence. */
#include <inttypes.h>

#include "frontend/internal.h"

/* One part of an f-string as Python writes it; NULL after an error. */
static const char *part(struct reader *r, const struct value *v)
{
	char buf[40];
	bool constant = v->kind == V_EXPR && v->e->op == TIR_INT_IMM && tir_is_int(v->e->type) &&
	                v->e->type.code == TIR_TYPE_INT;
	if (v->kind == V_STRING)
		return v->str;
	if (v->kind == V_BOOL)
		return v->i ? "True" : "False";
	if (v->kind == V_NONE)
		return "None";
	if (v->kind == V_TYPE)
		return arena_printf(r->scratch, "%s", tir_type_name(v->type, buf));
	if (constant || (v->kind == V_INT && frontend_fits(TIR_INT64, v->i)))
		return arena_printf(r->scratch, "%" PRId64, constant ? v->e->u.i : (int64_t)v->i);
	if (v->kind != V_ERROR)
		frontend_fail(r, v->at,
		        "%s in a string cannot be written while the text is read: it takes names, "
		        "integers and types",
		        frontend_value_name(v));
	return NULL;
}

struct value frontend_format(struct reader *r, const struct value *v, uint32_t n, struct span at)
{
	VEC(char) text = {0};
	for (uint32_t i = 0; i < n; i++) {
		const char *s = part(r, &v[i]);
		if (!s)
			return error_value(at);
		for (; *s; s++)
			VEC_PUSH(r->scratch, &text, *s);
	}
	const char *all = strtab_intern(&r->m->strings, text.n ? text.at : "", text.n);
	return (struct value){.kind = V_STRING, .at = at, .str = all};
}

/* Only None and the truths are one object wherever they stand. */
struct value frontend_identity(struct reader *r, const struct value *a, const struct value *b,
        bool differs, struct span at)
{
	bool none = a->kind == V_NONE || b->kind == V_NONE;
	bool truths = a->kind == V_BOOL && b->kind == V_BOOL;
	if (a->kind == V_ERROR || b->kind == V_ERROR)
		return error_value(at);
	if (!none && !truths) {
		frontend_fail(r, at, "'is' compares with None, True or False: write ==");
		return error_value(at);
	}
	bool same = none ? a->kind == b->kind : a->i == b->i;
	return (struct value){.kind = V_BOOL, .at = at, .i = same != differs};
}

struct value frontend_spread(struct reader *r, const struct value *v, struct span at)
{
	struct value s = *v;
	s.kind = V_SPREAD;
	s.at = at;
	if (v->kind == V_TUPLE || v->kind == V_LIST || v->kind == V_ERROR)
		return v->kind == V_ERROR ? *v : s;
	frontend_fail(r, at, "'*' takes a tuple or a list, not %s", frontend_value_name(v));
	return error_value(at);
}

const struct value *frontend_spread_all(struct reader *r, const struct value *v, uint32_t *n)
{
	uint32_t all = 0, k = 0;
	bool any = false;
	for (uint32_t i = 0; i < *n; i++) {
		any = any || v[i].kind == V_SPREAD;
		all += v[i].kind == V_SPREAD ? v[i].n : 1;
	}
	if (!any || all > MAX_ARGS)
		return v;
	struct value *out = ARENA_NEWN(r->scratch, struct value, all + 1);
	for (uint32_t i = 0; i < *n; i++)
		for (uint32_t j = 0; j < (v[i].kind == V_SPREAD ? v[i].n : 1); j++)
			out[k++] = v[i].kind == V_SPREAD ? v[i].item[j] : v[i];
	*n = all;
	return out;
}
