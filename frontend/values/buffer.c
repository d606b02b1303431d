/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/values/buffer.c: accesses to buffers and their attributes (tirscript 2.3, 3.5, 4.7). */
#include "frontend/internal.h"

/* ---- Indices ----------------------------------------------------------------------------*/
static bool as_index(struct reader *r, const struct value *v, const struct tir_expr **out)
{
	char buf[40];
	*out = frontend_as_expr(r, v);
	if (!*out)
		return false;
	return tir_is_integral((*out)->type) ||
	       frontend_fail(r, v->at, "an index must be an integer, not %s",
	               tir_type_name((*out)->type, buf));
}

/* lo:hi:step is the lanes lo, lo + step, ... below hi; one lane is the scalar lo. */
static bool as_slice(struct reader *r, const struct value *v, const struct tir_expr **out)
{
	const struct value *lo = &v->item[0], *hi = &v->item[1], *by = &v->item[2];
	const struct tir_expr *a, *b;
	int64_t step = 1;
	if (lo->kind == V_NONE || hi->kind == V_NONE)
		return frontend_fail(r, v->at, "a slice needs both bounds");
	if (by->kind != V_NONE &&
	        !frontend_as_int(r, by, "the step of a slice", 1, INT32_MAX, &step))
		return false;
	if (!as_index(r, lo, &a) || !as_index(r, hi, &b) || !frontend_promote(r, v->at, &a, &b))
		return false;
	if (a->type.lanes != 1 || !tir_is_int(a->type))
		return frontend_fail(r, v->at, "the bounds of a slice must be scalar integers");
	const struct tir_expr *length = frontend_extent_of(r, a, b, v->at);
	if (!length)
		return false;
	if (length->op != TIR_INT_IMM)
		return frontend_fail(r, v->at, "the length of a slice must be a constant");
	int64_t n = length->u.i, lanes = n / step + (n % step > 0);
	if (lanes < 1 || lanes > TIR_MAX_LANES)
		return frontend_fail(r, v->at, "a slice must have at least 1 and at most %d lanes",
		        TIR_MAX_LANES);
	if (!frontend_fits(a->type, step))
		return frontend_fail(r, v->at, "the step of a slice does not fit its type");
	*out = lanes == 1 ? a : tir_ramp(r->m, a, tir_int(r->m, a->type, step), (unsigned)lanes);
	return true;
}

static bool wrong_rank(struct reader *r, const struct tir_buffer *b, uint32_t n, struct span at)
{
	frontend_fail(r, at, "'%s' has %u dimension%s but is indexed with %u", b->name, b->ndim,
	        b->ndim == 1 ? "" : "s", n);
	if (b->at.end > b->at.begin)
		diag_note(r->d, r->src, b->at, "declared here");
	return false;
}

/* A constant that lies in no dimension is read, as TVM does, but it is a slip. */
static void warn_outside(struct reader *r, const struct tir_buffer *b, uint32_t i,
        const struct tir_expr *index, struct span at)
{
	const struct tir_expr *extent = b->shape[i];
	if (index->op != TIR_INT_IMM || extent->op != TIR_INT_IMM ||
	        (index->u.i >= 0 && index->u.i < extent->u.i))
		return;
	diag_warning(r->d, r->src, at,
	        "index %lld lies outside of dimension %u of '%s', which is %lld",
	        (long long)index->u.i, i, b->name, (long long)extent->u.i);
	diag_note(r->d, r->src, b->at, "declared here");
}

bool frontend_make_indices(struct reader *r, const struct tir_buffer *b, const struct value *index,
        uint32_t n, struct span at, const struct tir_expr **out)
{
	if (n != b->ndim)
		return wrong_rank(r, b, n, at);
	for (uint32_t i = 0; i < n; i++) {
		const struct value *v = &index[i];
		bool ok = v->kind == V_SLICE ? as_slice(r, v, &out[i]) : as_index(r, v, &out[i]);
		if (!ok)
			return false;
		if (out[i]->type.lanes > 1 && i + 1 < n)
			return frontend_fail(r, v->at, "only the last index may be a vector");
		warn_outside(r, b, i, out[i], v->at);
	}
	if (n && out[n - 1]->type.lanes * b->elem.lanes > TIR_MAX_LANES)
		return frontend_fail(r, at, "an access of more than %d lanes", TIR_MAX_LANES);
	return true;
}

struct value frontend_load(struct reader *r, struct tir_buffer *b, const struct value *index,
        uint32_t n, struct span at)
{
	const struct tir_expr *e[TIR_MAX_RANK];
	if (!frontend_make_indices(r, b, index, n, at, e))
		return error_value(at);
	return expr_value(tir_access(r->m, TIR_LOAD, b, n, e), at);
}

/* ---- Attributes -------------------------------------------------------------------------*/
static struct value dims(struct reader *r, uint32_t n, const struct tir_expr *const *e,
        struct span at)
{
	struct value v = {.kind = V_TUPLE, .at = at, .n = n};
	v.item = ARENA_NEWN(r->scratch, struct value, n);
	for (uint32_t i = 0; i < n; i++)
		v.item[i] = expr_value(e[i], at);
	return v;
}

static struct value method(struct reader *r, const struct value *b, enum method m, struct span at)
{
	return (struct value){.kind = V_METHOD,
	        .at = at,
	        .item = frontend_copy_values(r, b, 1),
	        .n = 1,
	        .method = (uint16_t)m};
}

static struct value offset(struct reader *r, const struct tir_buffer *b, struct span at)
{
	struct tir_type t = b->ndim ? b->shape[0]->type : TIR_INT32;
	return expr_value(b->elem_offset ? b->elem_offset : tir_int(r->m, t, 0), at);
}

struct value frontend_buffer_attribute(struct reader *r, const struct value *v, uint32_t sym,
        struct span at)
{
	const char *s = sym_name(r, sym);
	struct tir_buffer *b = v->buffer;
	if (!strcmp(s, "data"))
		return expr_value(tir_buffer_data(r->m, b), at);
	if (v->kind == V_SCALAR && strcmp(s, "dtype") != 0) {
		if (!strcmp(s, "astype")) {
			struct value e = expr_value(frontend_scalar_load(r, b), v->at);
			return method(r, &e, M_ASTYPE, at);
		}
		frontend_refuse(r, at, "an expression has no attribute '%s'", s);
		return error_value(at);
	}
	if (!strcmp(s, "shape"))
		return dims(r, b->ndim, b->shape, at);
	if (!strcmp(s, "strides"))
		return dims(r, b->strides ? b->ndim : 0, b->strides, at);
	if (!strcmp(s, "elem_offset"))
		return offset(r, b, at);
	if (!strcmp(s, "dtype"))
		return (struct value){.kind = V_TYPE,
		        .at = at,
		        .type = b->elem,
		        .elem = TIR_VOID,
		        .scope = "global",
		        .is_string = true};
	if (!strcmp(s, "view"))
		return method(r, v, M_VIEW, at);
	if (!strcmp(s, "scope"))
		return method(r, v, M_SCOPE, at);
	if (!strcmp(s, "vload"))
		return method(r, v, M_VLOAD, at);
	if (!strcmp(s, "vstore"))
		return method(r, v, M_VSTORE, at);
	frontend_suggest(r, at, s, "data shape strides elem_offset dtype view scope vload vstore",
	        "a buffer has no attribute '%s'", s);
	return error_value(at);
}

void frontend_pointee(const struct tir_expr *e, struct tir_type *elem, const char **scope)
{
	*elem = TIR_VOID;
	*scope = "global";
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF) {
		*elem = e->u.buffer->elem;
		*scope = e->u.buffer->scope;
	} else if (e->op == TIR_VAR) {
		*elem = e->u.var->elem;
		*scope = e->u.var->scope;
	}
}
