/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/attr.c: values as attribute trees: kept, and given back by the printer. */
#include "frontend/internal.h"

static const struct tir_attr *build(struct reader *r, const struct value *v, unsigned depth);

static struct tir_attr *new_attr(struct reader *r, enum tir_attr_kind kind)
{
	struct tir_attr *a = ARENA_NEW(r->arena, struct tir_attr);
	a->kind = kind;
	return a;
}

static bool items(struct reader *r, const struct value *v, uint32_t n, struct tir_attr *a,
        unsigned depth)
{
	a->n = n;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, n);
	for (uint32_t i = 0; i < n; i++)
		if (!(a->item[i] = build(r, &v[i], depth)))
			return false;
	return true;
}

static bool dict(struct reader *r, const struct value *v, struct tir_attr *a, unsigned depth)
{
	a->n = v->n / 2;
	a->item = ARENA_NEWN(r->arena, const struct tir_attr *, a->n);
	a->name = ARENA_NEWN(r->arena, const char *, a->n);
	for (uint32_t i = 0; i < a->n; i++) {
		const struct value *key = &v->item[2 * i];
		if (!frontend_as_string(r, key, "a key", &a->name[i]) ||
		        !(a->item[i] = build(r, key + 1, depth)))
			return false;
	}
	return true;
}

/* T.target({...}, host=...) */
static bool kept_call(struct reader *r, const struct value *v, struct tir_attr *a, unsigned depth)
{
	a->str = arena_printf(r->arena, "T.%s", frontend_forms[v->form].name);
	a->name = ARENA_NEWN(r->arena, const char *, v->n);
	for (uint32_t i = 0; i < v->n; i++)
		if (v->item[i].keyword)
			a->name[i] = sym_name(r, v->item[i].keyword - 1);
	return items(r, v->item, v->n, a, depth);
}

static const struct tir_attr *integer(struct reader *r, const struct value *v)
{
	struct tir_attr *a = new_attr(r, TIR_ATTR_INT);
	if (!frontend_fits(TIR_INT64, v->i)) {
		frontend_fail(r, v->at, "constant does not fit int64");
		return NULL;
	}
	a->i = (int64_t)v->i;
	return a;
}

static const struct tir_attr *build(struct reader *r, const struct value *v, unsigned depth)
{
	static const uint8_t kinds[] = {[V_BOOL] = TIR_ATTR_BOOL,
	        [V_FLOAT] = TIR_ATTR_FLOAT,
	        [V_STRING] = TIR_ATTR_STRING,
	        [V_NONE] = TIR_ATTR_NONE,
	        [V_TUPLE] = TIR_ATTR_TUPLE,
	        [V_LIST] = TIR_ATTR_LIST,
	        [V_DICT] = TIR_ATTR_DICT,
	        [V_KEPT] = TIR_ATTR_CALL,
	        [V_BUFFER] = TIR_ATTR_BUFFER,
	        [V_TEXT] = TIR_ATTR_TEXT};
	if (depth == MAX_ATTR_DEPTH) {
		frontend_fail(r, v->at, "attributes are nested more than %d levels deep",
		        MAX_ATTR_DEPTH);
		return NULL;
	}
	if (v->kind == V_INT)
		return integer(r, v);
	struct tir_attr *a = new_attr(r, TIR_ATTR_EXPR);
	if (v->kind < sizeof kinds && kinds[v->kind])
		a->kind = (enum tir_attr_kind)kinds[v->kind];
	bool ok = true;
	switch ((enum value_kind)v->kind) {
	case V_ERROR: return NULL;
	case V_NONE: a->kind = TIR_ATTR_NONE; break;
	case V_BOOL: a->i = v->i != 0; break;
	case V_FLOAT: a->f = v->f; break;
	case V_STRING: a->str = v->str; break;
	case V_BUFFER: a->buffer = v->buffer; break;
	case V_TUPLE:
	case V_LIST: ok = items(r, v->item, v->n, a, depth + 1); break;
	case V_DICT: ok = dict(r, v, a, depth + 1); break;
	case V_KEPT: ok = kept_call(r, v, a, depth + 1); break;
	case V_TEXT:
		a->str = arena_strndup(r->arena, r->src->text + v->at.begin,
		        v->at.end - v->at.begin);
		break;
	case V_EXPR:
	case V_INT:
	case V_SLICE:
	case V_TYPE:
	case V_DECL:
	case V_SCALAR:
	case V_DECLARED:
	case V_ANY_CALLABLE:
	case V_MODULE:
	case V_SPREAD:
	case V_VIEW:
	case V_FORM: ok = (a->expr = frontend_as_expr(r, v)) != NULL; break;
	}
	return ok ? a : NULL;
}

const struct tir_attr *frontend_as_attr(struct reader *r, const struct value *v)
{
	return build(r, v, 0);
}

/* What T.alloc_buffer and its kin say in annotations; NULL: nothing, or *fails. */
const struct tir_attr *frontend_read_notes(struct reader *r, const struct value *v, bool *fails)
{
	enum { ANNOTATIONS = 13 }; /* where its name stands in the row of forms.def */
	bool takes = v->form == F_alloc_buffer || v->form == F_alloc_local ||
	             v->form == F_alloc_shared;
	const struct tir_attr *notes = NULL;
	struct args a;
	*fails = takes &&
	         !frontend_bind_args(r, &frontend_forms[v->form], v->item, v->n, v->at, &a);
	const struct value *x = takes && !*fails ? a.arg[ANNOTATIONS] : NULL;
	if (!x || x->kind == V_NONE)
		return NULL;
	if (x->kind == V_DICT)
		notes = frontend_as_attr(r, x);
	else
		frontend_fail(r, x->at, "annotations must be a dictionary");
	*fails = !notes;
	return notes;
}
