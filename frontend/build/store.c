/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/build/store.c: stores to elements, and names of values: what assignments become (tirscript 3.3, 3.5). */
#include "frontend/internal.h"

/* ---- Stores -----------------------------------------------------------------------------*/
/* A store that is in no sequence yet; NULL after an error. */
struct tir_stmt *frontend_store_to(struct reader *r, struct tir_buffer *b,
        const struct value *index, uint32_t n, const struct value *v, struct span at,
        struct span what)
{
	const struct tir_expr *e[TIR_MAX_RANK];
	if (!frontend_make_indices(r, b, index, n, what, e))
		return NULL;
	unsigned lanes = n ? e[n - 1]->type.lanes : 1;
	const struct tir_expr *value = frontend_converted(r, v,
	        tir_lanes(b->elem, b->elem.lanes * lanes));
	if (!value)
		return NULL;
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_STORE, at);
	struct tir_store *store = tir_as_store(s);
	store->buffer = b;
	s->nindex = n;
	store->index = ARENA_NEWN(r->arena, struct tir_operand, n);
	for (uint32_t i = 0; i < n; i++)
		store->index[i] = (struct tir_operand){e[i], index[i].at};
	store->value = (struct tir_operand){value, v->at};
	return s;
}

bool frontend_store_scalar(struct reader *r, struct tir_buffer *b, const struct value *v,
        struct span name_at, struct span at, struct tir_seq *seq)
{
	struct value zero = expr_value(tir_int(r->m, TIR_INT32, 0), name_at);
	struct tir_stmt *s = frontend_store_to(r, b, &zero, 1, v, at, name_at);
	if (s)
		tir_seq_add(seq, s);
	return s != NULL;
}

/* The nodes of an index: what is indexed, and the indices. */
bool frontend_read_indexed(struct reader *r, struct range target, struct value *buffer,
        const struct value **index, uint32_t *n)
{
	const struct node *k = &r->tree.nodes.at[target.end - 1];
	struct value *all = frontend_eval_list(r, (struct range){target.begin, target.end - 1},
	        k->n);
	*buffer = all[0];
	*n = k->n - 1;
	*index = frontend_spread_all(r, all + 1, n);
	if (*n == 1 && all[1].kind == V_TUPLE) {
		*n = all[1].n;
		*index = all[1].item;
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (all[i].kind == V_ERROR)
			return false;
	return buffer->kind == V_BUFFER || frontend_no_buffer(r, buffer, "stored to");
}

bool frontend_assign_element(struct reader *r, struct range target, const struct value *v,
        struct span at, struct tir_seq *seq)
{
	struct value b;
	const struct value *index;
	uint32_t n;
	struct span what = r->tree.nodes.at[target.end - 1].at;
	if (!frontend_read_indexed(r, target, &b, &index, &n) || v->kind == V_ERROR)
		return false;
	struct tir_stmt *s = frontend_store_to(r, b.buffer, index, n, v, at, what);
	if (s)
		tir_seq_add(seq, s);
	return s != NULL;
}

bool frontend_bind_var(struct reader *r, struct name x, const struct tir_expr *e, struct span value,
        enum tir_bind_form form, struct span at, struct tir_seq *seq)
{
	if (e->type.code == TIR_TYPE_VOID)
		return frontend_fail(r, value, "this has no value");
	struct tir_stmt *s = tir_stmt_new(r->m, TIR_BIND, at);
	s->form = (uint8_t)form;
	struct tir_bind *bind = tir_as_bind(s);
	bind->var = frontend_scope_var(r, x.sym, e->type, x.at);
	if (e->type.code == TIR_TYPE_HANDLE)
		frontend_pointee(e, &bind->var->elem, &bind->var->scope);
	bind->value = (struct tir_operand){e, value};
	tir_seq_add(seq, s);
	return true;
}

bool frontend_bind_named(struct reader *r, uint32_t sym, struct span name_at,
        const struct tir_expr *e, struct span value, struct span at, struct tir_seq *seq)
{
	bool ok = frontend_bind_var(r, (struct name){sym, name_at}, e, value, TIR_BIND_LET, at,
	        seq);
	struct entity *x = frontend_scope_find(r, sym);
	if (x && ok)
		x->assigned = true;
	return ok;
}

/* x = T.int32(): a variable the caller gives, if the signature named it; else one that waits. */
bool frontend_declare_var(struct reader *r, struct name x, const struct value *v)
{
	struct entity *e = frontend_scope_find(r, x.sym);
	if (e && e->kind == ENT_VAR && e->symbolic && e->level == r->level) {
		char a[40], b[40];
		if (tir_type_eq(e->var->type, v->type))
			return true;
		frontend_fail(r, x.at, "'%s' has type %s here and %s above", sym_name(r, x.sym),
		        tir_type_name(v->type, a), tir_type_name(e->var->type, b));
		diag_note(r->d, r->src, e->at, "first named here");
		return false;
	}
	e = frontend_scope_define(r, x.sym, ENT_DECLARED, x.at);
	if (!e)
		return false;
	e->var = tir_var_new(r->m, sym_name(r, x.sym), v->type);
	e->var->elem = v->elem;
	e->var->scope = v->scope;
	e->var->at = x.at;
	return true;
}

struct tir_buffer *frontend_declare_scalar(struct reader *r, struct name x, struct tir_type t,
        struct span at, struct tir_seq *seq)
{
	struct entity *e = frontend_scope_define(r, x.sym, ENT_SCALAR, x.at);
	if (!e)
		return NULL;
	e->buffer = frontend_make_scalar(r, sym_name(r, x.sym), t);
	e->buffer->at = x.at;
	struct tir_stmt *s = frontend_add_stmt(r, TIR_ALLOC, at, seq);
	struct tir_alloc *alloc = tir_as_alloc(s);
	alloc->buffer = e->buffer;
	s->form = TIR_ALLOC_SCALAR;
	return alloc->buffer;
}

/* A buffer of one element, which TVM lets be assigned to as a scalar. */
static bool is_single(const struct tir_buffer *b)
{
	return b->ndim == 1 && b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i == 1;
}

/* x = e of a number: to the scalar x, or to a new one. */
bool frontend_assign_number(struct reader *r, struct name x, const struct value *v, struct span at,
        struct tir_seq *seq)
{
	struct entity *e = frontend_scope_find(r, x.sym);
	if (!frontend_dialect_assigns(r, x.sym, x.at))
		return false;
	if (e && (e->kind == ENT_SCALAR || (e->kind == ENT_BUFFER && is_single(e->buffer))))
		return frontend_check_visible(r, e, x.at) &&
		       frontend_store_scalar(r, e->buffer, v, x.at, at, seq);
	const struct tir_expr *value = frontend_as_expr(r, v);
	if (!value)
		return false;
	if (v->kind == V_STRING || value->type.code >= TIR_TYPE_HANDLE)
		return frontend_fail(r, v->at, "%s cannot be assigned", frontend_value_name(v));
	if (r->dialect < D5)
		return frontend_bind_named(r, x.sym, x.at, value, v->at, at, seq);
	bool hides = e && e->level < r->level && (e->kind == ENT_VAR || e->kind == ENT_BUFFER);
	struct tir_buffer *b = frontend_declare_scalar(r, x, value->type, at, seq);
	if (b && hides)
		diag_warning(r->d, r->src, x.at,
		        "'%s' is a new variable of this block, not the one outside",
		        sym_name(r, x.sym));
	if (b)
		frontend_scope_find(r, x.sym)->assigned = true;
	return b && frontend_store_scalar(r, b, v, x.at, at, seq);
}

uint32_t frontend_first_node(const struct reader *r, uint32_t root)
{
	uint32_t need = 1;
	for (;; root--) {
		need += r->tree.nodes.at[root].n;
		if (--need == 0)
			return root;
	}
}

/* Where each operand of the last node stands. */
struct range *frontend_operand_ranges(struct reader *r, struct range x)
{
	uint32_t n = r->tree.nodes.at[x.end - 1].n, end = x.end - 1;
	struct range *at = ARENA_NEWN(r->scratch, struct range, n);
	while (n-- > 0) {
		at[n] = (struct range){frontend_first_node(r, end - 1), end};
		end = at[n].begin;
	}
	return at;
}
