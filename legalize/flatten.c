/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/flatten.c: every buffer gets one dimension.
 *
 * Idea.   An access's indices become one sum, row-major or by strides, which the other passes can
 *         then simplify, share and vectorise.  A parameter keeps its shape in the signature and
 *         gets a flat view; elem_offset stays with the view or the parameter.
 * Needs   shapes; a buffer with strides that are not constants stays as it is.
 * Keeps   which elements are touched.  Indices are computed in the widest of their types, or int64
 *         if the size needs that.
 * Why it cannot be wrong
 *         Indices within the shape and numbers row by row are one to one, and linearize makes that sum in a
 *         type that holds the size (index_type). A buffer is flat in all places or in none: loads, stores,
 *         addresses and attributes all ask flat_of. Strides that are no constants stay (wants_flat); a size
 *         that does not fit 64 bits does, too (constant_size).
 * Costs   one sum an access. */
#include "legalize/internal.h"
#include "simplify/simplify.h"

struct flatten {
	struct simplifier s; /* for the sums */
	struct arena *arena;
	VEC(struct tir_buffer *) flat; /* by number: what stands for the buffer; NULL: itself */
	struct tir_subst_memo *memo;   /* by expression */
	uint32_t nexprs, stamp;
};

static struct tir_buffer *flat_of(const struct flatten *x, const struct tir_buffer *b)
{
	return b->id < x->flat.n ? x->flat.at[b->id] : NULL;
}

static bool is_constant(uint32_t n, const struct tir_expr *const *e)
{
	for (uint32_t i = 0; i < n; i++)
		if (e[i]->op != TIR_INT_IMM)
			return false;
	return true;
}

static bool wants_flat(const struct tir_buffer *b)
{
	if (b->strides)
		return b->ndim > 0 && is_constant(b->ndim, b->shape) &&
		       is_constant(b->ndim, b->strides);
	return b->ndim > 1;
}

/* ---- Sizes -------------------------------------------------------------------------------*/
/* The number of elements, constant or not; false if it is constant and too large. */
static bool constant_size(const struct tir_buffer *b, int64_t *size)
{
	int64_t n = b->strides != NULL;
	if (!b->strides)
		n = 1;
	for (uint32_t i = 0; i < b->ndim; i++) {
		int64_t d = b->shape[i]->u.i, span;
		if (!b->strides ? __builtin_mul_overflow(n, d, &n)
		                : __builtin_mul_overflow(d - 1, b->strides[i]->u.i, &span) ||
		                          __builtin_add_overflow(n, span, &n))
			return false;
		if (d <= 0) {
			*size = 0;
			return true;
		}
	}
	*size = n;
	return n >= 0;
}

/* The type indices of b are computed in. */
static struct tir_type index_type(const struct tir_buffer *b, int64_t size)
{
	struct tir_type t = size > INT32_MAX ? TIR_INT64 : TIR_INT32;
	for (uint32_t i = 0; i < b->ndim; i++)
		if (b->shape[i]->type.bits > t.bits)
			t = tir_lanes(b->shape[i]->type, 1);
	return t;
}

static const struct tir_expr *as_type(struct flatten *x, struct tir_type t,
        const struct tir_expr *e)
{
	t = tir_lanes(t, e->type.lanes);
	return tir_type_eq(t, e->type) ? e : simplify_fold_node(&x->s, tir_cast(x->s.m, t, e));
}

static const struct tir_expr *size_of(struct flatten *x, const struct tir_buffer *b)
{
	int64_t n = 0;
	bool constant = is_constant(b->ndim, b->shape);
	if (constant && !constant_size(b, &n))
		return NULL;
	struct tir_type t = index_type(b, n);
	if (constant)
		return tir_int(x->s.m, t, n);
	const struct tir_expr *size = tir_int(x->s.m, t, 1);
	for (uint32_t i = 0; i < b->ndim; i++)
		size = simplify_fold_binary(&x->s, TIR_MUL, size, as_type(x, t, b->shape[i]));
	return size;
}

/* The buffer that stands for b, NULL if b stays. */
static struct tir_buffer *make_flat(struct flatten *x, const struct tir_buffer *b,
        enum tir_buffer_kind kind)
{
	const struct tir_expr *size = wants_flat(b) ? size_of(x, b) : NULL;
	struct tir_buffer *root = b->root && b->root != b ? flat_of(x, b->root) : NULL;
	bool moved = root &&
	             root->kind == TIR_BUFFER_ALLOC; /* it views what is another buffer now */
	if (!size && !moved)
		return NULL;
	struct tir_buffer *f = tir_buffer_new(x->s.m, b->name, kind, b->elem);
	uint32_t id = f->id;
	*f = *b;
	f->id = id;
	f->kind = kind;
	f->root = kind == TIR_BUFFER_ALLOC ? f : moved ? root : b->root;
	f->starts_there |= kind == TIR_BUFFER_DECL && b->kind != TIR_BUFFER_DECL;
	if (size) {
		f->ndim = 1;
		f->shape = arena_copy(x->s.m->arena, &size, sizeof size);
		f->strides = NULL;
		f->offset_var = NULL;
	}
	while (x->flat.n <= b->id)
		VEC_PUSH(x->arena, &x->flat, NULL);
	x->flat.at[b->id] = f;
	return f;
}

/* ---- Accesses ----------------------------------------------------------------------------*/
static const struct tir_expr *widen(struct flatten *x, const struct tir_expr *e, unsigned lanes)
{
	return e->type.lanes < lanes ? tir_broadcast(x->s.m, e, lanes) : e;
}

/* One index for n of them into b. */
static const struct tir_expr *linearize(struct flatten *x, const struct tir_buffer *b, uint32_t n,
        const struct tir_expr *const *index)
{
	const struct tir_expr *size = flat_of(x, b)->shape[0], *sum = NULL;
	struct tir_type t = tir_lanes(size->type, 1);
	for (uint32_t i = 0; i < n; i++)
		if (index[i]->type.bits > t.bits)
			t = tir_lanes(index[i]->type, 1);
	for (uint32_t i = 0; i < n; i++) {
		unsigned lanes = index[i]->type.lanes;
		const struct tir_expr *k = as_type(x, t, index[i]);
		const struct tir_expr *by = b->strides ? b->strides[i] : b->shape[i];
		if (b->strides)
			k = simplify_fold_binary(&x->s, TIR_MUL, k,
			        widen(x, as_type(x, t, by), lanes));
		else if (sum)
			sum = simplify_fold_binary(&x->s, TIR_MUL, sum, as_type(x, t, by));
		sum = sum ? simplify_fold_binary(&x->s, TIR_ADD, widen(x, sum, lanes), k) : k;
	}
	return sum;
}

static const struct tir_expr *rebuild(struct flatten *x, const struct tir_expr *e,
        const struct tir_expr *const *args)
{
	struct tir_buffer *b = e->op == TIR_LOAD || e->op == TIR_MASKED_LOAD ||
	                                       e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF
	                               ? e->u.buffer
	                               : NULL;
	struct tir_buffer *f = b ? flat_of(x, b) : NULL;
	if (!f)
		return e->n ? tir_with_args(x->s.m, e, args) : e;
	if (e->op == TIR_BUFFER_DATA)
		return tir_buffer_data(x->s.m, b->kind == TIR_BUFFER_PARAM ? b : f);
	uint32_t rank = b->ndim;
	if (!wants_flat(b))
		return tir_make(x->s.m, (enum tir_op)e->op, e->type, (uintptr_t)f, e->n, args);
	const struct tir_expr *index[2] = {
	        linearize(x, b, rank, args), e->n > rank ? args[rank] : NULL};
	return tir_make(x->s.m, (enum tir_op)e->op, e->type, (uintptr_t)f, e->n - rank + 1, index);
}

struct flatten_frame {
	const struct tir_expr *e;
	uint32_t next;
};

static const struct tir_expr *flatten_expr(struct flatten *x, const struct tir_expr *e)
{
	VEC(struct flatten_frame) open = {0};
	VEC(const struct tir_expr *) done = {0};
	VEC_PUSH(x->arena, &open, ((struct flatten_frame){e, 0}));
	while (open.n) {
		struct flatten_frame *f = &open.at[open.n - 1];
		struct tir_subst_memo *memo = &x->memo[f->e->id];
		if (f->next == 0 && memo->stamp == x->stamp) {
			VEC_PUSH(x->arena, &done, memo->e);
			open.n--;
		} else if (f->next < f->e->n) {
			const struct tir_expr *arg = f->e->arg[f->next++];
			VEC_PUSH(x->arena, &open, ((struct flatten_frame){arg, 0}));
		} else {
			open.n--;
			done.n -= f->e->n;
			const struct tir_expr *r = rebuild(x, f->e, done.at + done.n);
			*memo = (struct tir_subst_memo){x->stamp, r};
			VEC_PUSH(x->arena, &done, r);
		}
	}
	return done.at[0];
}

/* ---- Statements --------------------------------------------------------------------------*/
static const struct tir_attr *flatten_attr(struct flatten *x, const struct tir_attr *a)
{
	if (!a)
		return NULL;
	struct tir_attr *b = arena_copy(x->s.m->arena, a, sizeof *a);
	if (a->expr)
		b->expr = flatten_expr(x, a->expr);
	if (a->buffer && flat_of(x, a->buffer))
		b->buffer = flat_of(x, a->buffer);
	if (a->n)
		b->item = arena_copy(x->s.m->arena, a->item, a->n * sizeof *a->item);
	for (uint32_t i = 0; i < a->n; i++)
		b->item[i] = flatten_attr(x, a->item[i]);
	return b;
}

/* The one index of a store. */
static void flatten_store(struct flatten *x, struct tir_stmt *t)
{
	const struct tir_expr *index[TIR_MAX_RANK];
	for (uint32_t i = 0; i < t->nindex; i++)
		index[i] = tir_as_store(t)->index[i].e;
	if (wants_flat(tir_as_store(t)->buffer)) {
		tir_as_store(t)->index[0].e = linearize(x, tir_as_store(t)->buffer, t->nindex,
		        index);
		t->nindex = 1;
	}
	tir_as_store(t)->buffer = flat_of(x, tir_as_store(t)->buffer);
}

static void flatten_stmt(void *ctx, const struct tir_stmt *from, struct tir_seq *out)
{
	struct flatten *x = ctx;
	struct tir_operand *op[TIR_MAX_OPERANDS];
	struct tir_stmt *t = tir_stmt_copy(x->s.m->arena, from);
	uint32_t n = tir_stmt_operands(t, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		op[i]->e = flatten_expr(x, op[i]->e);
	if (tir_attr_of(t))
		tir_set_attr(t, flatten_attr(x, tir_attr_of(t)));
	if (tir_node_of(t))
		tir_as_attr(t)->node = flatten_attr(x, tir_as_attr(t)->node);
	if (t->kind == TIR_STORE && flat_of(x, tir_buffer_of(t)))
		flatten_store(x, t);
	if (t->kind == TIR_ALLOC || t->kind == TIR_DECL) {
		struct tir_buffer *f = make_flat(x, tir_buffer_of(t), tir_buffer_of(t)->kind);
		tir_set_buffer(t, f ? f : tir_buffer_of(t));
		t->form = t->kind == TIR_DECL && f && f->ndim == 1 ? TIR_DECL_BUFFER : t->form;
	}
	tir_seq_map_bodies(t, flatten_stmt, x);
	tir_seq_add(out, t);
}

/* Declare the flat views of the parameters that need one. */
static void view_params(struct flatten *x, const struct tir_func *f, struct tir_seq *out)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		struct tir_buffer *b = f->params.at[i].buffer;
		struct tir_buffer *view = b ? make_flat(x, b, TIR_BUFFER_DECL) : NULL;
		if (!view)
			continue;
		struct tir_stmt *t = tir_stmt_new(x->s.m, TIR_DECL, f->params.at[i].at);
		t->form = TIR_DECL_BUFFER;
		tir_as_decl(t)->buffer = view;
		view->elem_offset = NULL;
		view->offset_factor = 0;
		tir_as_decl(t)->value = (struct tir_operand){tir_buffer_data(x->s.m, b), t->at};
		tir_seq_add(out, t);
	}
}

static struct tir_func *flatten(struct tir_func *f, struct arena *arena)
{
	struct flatten x = {.s = simplify_begin(f->module, arena), .arena = arena, .stamp = 1};
	struct tir_seq body = {0};
	x.nexprs = f->module->nexprs;
	x.memo = ARENA_NEWN(arena, struct tir_subst_memo, x.nexprs);
	view_params(&x, f, &body);
	tir_seq_append(&body, tir_seq_map(&f->body, flatten_stmt, &x));
	return tir_func_with_body(f, body);
}

struct tir_func *legalize_flatten(struct pass *p, struct tir_func *f)
{
	return flatten(f, &p->arena);
}

/* ---- One function ------------------------------------------------------------------------*/
static bool has_wanting(const struct tir_func *f)
{
	for (uint32_t i = 0; i < f->params.n; i++)
		if (f->params.at[i].buffer && wants_flat(f->params.at[i].buffer))
			return true;
	return false;
}

static bool wants(const struct tir_stmt *s)
{
	return (s->kind == TIR_ALLOC || s->kind == TIR_DECL) && wants_flat(tir_buffer_of(s));
}

struct tir_func *legalize_flat(struct tir_func *f, struct arena *arena)
{
	if (!has_wanting(f) && !tir_seq_any(&f->body, wants))
		return f;
	return simplify_func(flatten(f, arena), arena);
}
