/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/print_buffer.c: allocations and views.
 *
 * Idea.   A declaration keeps the form it was read in where that form says all there is to say;
 *         else it is a T.alloc_buffer or T.decl_buffer with every keyword that is not usual. */
#include "tir/print.h"

void tir_print_tuple(struct printer *p, uint32_t n, const struct tir_expr *const *e)
{
	sbuf_char(p->out, '(');
	for (uint32_t i = 0; i < n; i++) {
		if (i)
			sbuf_str(p->out, ", ");
		tir_print_operand(p, e[i], 0);
	}
	sbuf_str(p->out, n == 1 ? ",)" : ")");
}

void tir_print_buffer_rest(struct printer *p, const struct tir_buffer *b, bool scope)
{
	if (scope && b->scope && strcmp(b->scope, "global") != 0) {
		sbuf_str(p->out, ", scope=");
		tir_print_string(p->out, b->scope);
	}
	if (b->align > 0 && b->align != 64)
		sbuf_printf(p->out, ", align=%d", b->align);
	if (b->offset_factor > 1 || b->offset_var)
		sbuf_printf(p->out, ", offset_factor=%d", b->offset_factor);
}

/* "(shape), dtype, data=, strides=, ...)", the end of alloc_buffer's and decl_buffer's call. */
static void print_buffer_args(struct printer *p, const struct tir_buffer *b,
        const struct tir_expr *data, bool scope, const struct tir_attr *notes)
{
	tir_print_tuple(p, b->ndim, b->shape);
	if (!tir_type_eq(b->elem, TIR_F32)) {
		sbuf_str(p->out, ", ");
		tir_print_type_string(p->out, b->elem);
	}
	if (data) {
		sbuf_str(p->out, ", data=");
		tir_print_operand(p, data, 0);
	}
	if (b->strides) {
		sbuf_str(p->out, ", strides=");
		tir_print_tuple(p, b->ndim, b->strides);
	}
	if (b->elem_offset) {
		sbuf_str(p->out, ", elem_offset=");
		tir_print_operand(p, b->elem_offset, 0);
	}
	tir_print_buffer_rest(p, b, scope);
	if (notes && notes->n) {
		sbuf_str(p->out, ", annotations=");
		tir_print_attr(p, notes);
	}
	sbuf_char(p->out, ')');
}

/* True if the text "x: T.int32" means this allocation. */
bool tir_print_is_scalar(const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_alloc(s)->buffer;
	const struct tir_attr *notes = tir_as_alloc(s)->attr;
	return s->form == TIR_ALLOC_SCALAR && !(notes && notes->n) && b->ndim == 1 &&
	       b->shape[0]->op == TIR_INT_IMM && b->shape[0]->u.i == 1 && !b->strides &&
	       !b->elem_offset && b->align <= 0 && b->offset_factor <= 1 &&
	       !strcmp(b->scope, "local");
}

void tir_print_alloc(struct printer *p, const struct tir_stmt *s)
{
	static const char *const heads[] = {[TIR_ALLOC_BUFFER] = "T.alloc_buffer(",
	        [TIR_ALLOC_LOCAL] = "T.alloc_local(",
	        [TIR_ALLOC_SHARED] = "T.alloc_shared("};
	const struct tir_buffer *b = tir_as_alloc(s)->buffer;
	bool local = !strcmp(b->scope, "local"), shared = !strcmp(b->scope, "shared");
	enum tir_alloc_form form = TIR_ALLOC_BUFFER;
	if (local && s->form != TIR_ALLOC_BUFFER)
		form = TIR_ALLOC_LOCAL;
	if (shared && s->form == TIR_ALLOC_SHARED)
		form = TIR_ALLOC_SHARED;
	sbuf_printf(p->out, "%s = %s", tir_print_define_buffer(p, b), heads[form]);
	print_buffer_args(p, b, NULL, form == TIR_ALLOC_BUFFER, tir_as_alloc(s)->attr);
}

void tir_print_block_alloc(struct printer *p, const struct tir_buffer *b)
{
	const char *name = p->buffer[b->id] ? p->buffer[b->id] : tir_print_define_buffer(p, b);
	sbuf_printf(p->out, "%s = T.sblock_alloc_buffer(", name);
	print_buffer_args(p, b, NULL, true, NULL);
}

void tir_print_promise(struct printer *p, const struct tir_buffer *b)
{
	sbuf_printf(p->out, "%s = T.Buffer(", tir_print_define_buffer(p, b));
	print_buffer_args(p, b, NULL, true, NULL);
}

struct later {
	const struct tir_buffer *b;
	bool found;
};

static void find_later(struct printer *p, const struct tir_expr *e, void *ctx)
{
	struct later *l = ctx;
	bool extent = e->op != TIR_VAR || !p->param[e->u.var->id] || p->known[e->u.var->id];
	for (uint32_t i = 0; i < l->b->ndim; i++)
		extent |= l->b->shape[i] == e;
	l->found |= !extent;
}

bool tir_print_has_later_stride(struct printer *p, const struct tir_buffer *b)
{
	struct later l = {.b = b};
	for (uint32_t i = 0; b->strides && i < b->ndim; i++) {
		tir_print_visit(p, b->strides[i], TIR_HAS_VAR, find_later, &l);
		p->walk++;
	}
	return l.found;
}

/* A variable that the region gives its value is quoted here, and B.strides[i] elsewhere. */
static void print_match_strides(struct printer *p, const struct tir_buffer *b)
{
	sbuf_str(p->out, ", strides=(");
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *e = b->strides[i];
		bool fresh = e->op == TIR_VAR && !p->var[e->u.var->id];
		sbuf_str(p->out, i ? ", " : "");
		if (fresh)
			tir_print_string(p->out, e->u.var->name);
		else
			tir_print_operand(p, e, 0);
		if (fresh)
			p->var[e->u.var->id] = arena_printf(&p->scratch, "%s.strides[%u]",
			        tir_print_buffer_name(p, b), i);
	}
	sbuf_str(p->out, b->ndim == 1 ? ",)" : ")");
}

void tir_print_match_args(struct printer *p, const struct tir_buffer *b)
{
	tir_print_tuple(p, b->ndim, b->shape);
	if (!tir_type_eq(b->elem, TIR_F32)) {
		sbuf_str(p->out, ", ");
		tir_print_type_string(p->out, b->elem);
	}
	if (b->strides)
		print_match_strides(p, b);
	if (b->offset_var)
		p->var[b->offset_var->id] = arena_printf(&p->scratch, "%s.elem_offset",
		        tir_print_buffer_name(p, b));
	else if (b->elem_offset) {
		sbuf_str(p->out, ", elem_offset=");
		tir_print_operand(p, b->elem_offset, 0);
	}
	tir_print_buffer_rest(p, b, true);
	sbuf_char(p->out, ')');
}

/* A.view(d0, d1); as decl_buffer where that would not be the same view.  TVM 0.27 prints
 * A.view("dtype") in s_tir mode and cannot read it. */
void tir_print_decl(struct printer *p, const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_as_decl(s)->buffer, *of = NULL;
	const struct tir_expr *data = tir_as_decl(s)->value.e;
	if (data->op == TIR_BUFFER_DATA)
		of = data->u.buffer;
	bool plain = of && !b->strides && !b->elem_offset && b->ndim > 0;
	sbuf_printf(p->out, "%s = ", tir_print_define_buffer(p, b));
	if (s->form == TIR_DECL_VIEW && plain && tir_type_eq(b->elem, of->elem)) {
		sbuf_printf(p->out, "%s.view(", tir_print_buffer_name(p, of));
		for (uint32_t i = 0; i < b->ndim; i++) {
			if (i)
				sbuf_str(p->out, ", ");
			tir_print_operand(p, b->shape[i], 0);
		}
		sbuf_char(p->out, ')');
	} else if (s->form == TIR_DECL_VIEW_DTYPE && plain && !p->s_tir) {
		sbuf_printf(p->out, "%s.view(", tir_print_buffer_name(p, of));
		tir_print_type_string(p->out, b->elem);
		sbuf_char(p->out, ')');
	} else {
		sbuf_str(p->out, "T.decl_buffer(");
		print_buffer_args(p, b, data, true, NULL);
	}
}
