/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/align.c: the alignment of an access: what the memory's alignment and the known factor of its index promise. */
#include "analysis/analysis.h"
#include "lowering/internal.h"

enum {
	DEPTH = 12,      /* of an index, that is looked at for its factor */
	LINES = 1 << 12, /* no alignment is larger */
};

/* ---- Alignment ---------------------------------------------------------------------------*/
/* A number that surely divides e, names and steps of loops looked into; 0 if e is 0. */
static uint64_t factor(const struct lower *l, const struct tir_expr *e, int depth)
{
	if (e->op == TIR_INT_IMM)
		return e->u.i < 0 ? -(uint64_t)e->u.i : (uint64_t)e->u.i;
	if (depth <= 0)
		return affine_divisor(e);
	if (e->op == TIR_VAR)
		return l->factor[e->u.var->id] ? l->factor[e->u.var->id] : 1;
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return affine_gcd(factor(l, e->arg[0], depth - 1), factor(l, e->arg[1], depth - 1));
	if (e->op == TIR_MUL) {
		uint64_t a = factor(l, e->arg[0], depth - 1), b = factor(l, e->arg[1], depth - 1);
		return a < 1 << 20 && b < 1 << 20 ? a * b : 1;
	}
	return 1;
}

void lower_note_factor(struct lower *l, const struct tir_stmt *s)
{
	uint64_t f;
	if (s->kind == TIR_BIND)
		f = factor(l, tir_as_bind(s)->value.e, DEPTH);
	else
		f = affine_gcd(factor(l, tir_as_for(s)->min.e, DEPTH), (uint64_t)tir_loop_step(s));
	l->factor[tir_var_of(s)->id] = f ? f : LINES;
}

const struct tir_expr *lower_split_offset(const struct tir_expr *e, int64_t *offset)
{
	const struct tir_expr *rest = e, *c = e;
	bool sum = e->op == TIR_ADD || e->op == TIR_SUB;
	if (sum && tir_is_const_int(e->arg[1])) {
		rest = e->arg[0];
		c = e->arg[1];
	} else if (tir_is_const_int(e)) {
		rest = NULL;
	}
	bool small = tir_is_const_int(c) && c->u.i >= -INT32_MAX && c->u.i <= INT32_MAX;
	*offset = !small ? 0 : e->op == TIR_SUB ? -c->u.i : c->u.i;
	return small ? rest : e;
}

/* Bytes that the buffer's data is a multiple of. */
static uint64_t data_align(const struct lower *l, const struct tir_buffer *b)
{
	if (b->kind == TIR_BUFFER_ALLOC)
		return LOWER_ALLOC_ALIGN;
	if (b->kind == TIR_BUFFER_DECL)
		return l->data_align[b->id] ? l->data_align[b->id] : tir_elem_bytes(b->elem);
	return lower_param_align(l, b);
}

uint64_t lower_param_align(const struct lower *l, const struct tir_buffer *b)
{
	uint64_t align = b->align > 0 ? (uint64_t)b->align : 64;
	if (b->elem_offset || b->offset_var || b->offset_factor)
		return tir_elem_bytes(b->elem);
	bool power = (align & (align - 1)) == 0;
	return l->in_lines && power && align < TARGET_HVX_BYTES ? TARGET_HVX_BYTES : align;
}

void lower_note_view(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_expr *p = tir_value_of(s);
	/* Of an element's address nothing is known but what the element itself promises. */
	bool whole = p->op == TIR_BUFFER_DATA;
	l->data_align[tir_as_decl(s)->buffer->id] = whole ? (uint32_t)data_align(l, p->u.buffer)
	                                                  : 0;
}

/* Bytes that element 0 of the buffer is a multiple of. */
static uint64_t buffer_align(const struct lower *l, const struct tir_buffer *b)
{
	return b->elem_offset ? tir_elem_bytes(b->elem) : data_align(l, b);
}

bool lower_lies_in_lines(const struct lower *l, const struct tir_buffer *b, unsigned line)
{
	uint64_t bytes = tir_type_bytes(b->elem);
	if (b->strides || buffer_align(l, b) % line)
		return false;
	for (uint32_t i = 0; i < b->ndim; i++) {
		const struct tir_expr *e = b->shape[i];
		if (!tir_is_const_int(e) || e->u.i < 0 ||
		        __builtin_mul_overflow(bytes, (uint64_t)e->u.i, &bytes))
			return false;
	}
	return bytes % line == 0;
}

/* A power of two that divides the product of numbers that these two divide; 0 divides 0 alone. */
static uint64_t times(uint64_t a, uint64_t b)
{
	return a && b ? affine_gcd(affine_gcd(a, LINES) * affine_gcd(b, LINES), LINES) : 0;
}

/* What divides the number of the first element of an access, whose last index begins at `last`; NULL: at 0. */
uint64_t lower_element_factor(const struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n, const struct tir_expr *last)
{
	uint64_t at = 0, stride = 1;
	for (uint32_t i = n; i-- > 0;) {
		const struct tir_expr *e = i + 1 == n ? last : index[i].e;
		uint64_t apart = b->strides ? factor(l, b->strides[i], DEPTH) : stride;
		if (e)
			at = affine_gcd(at, times(factor(l, e, DEPTH), apart));
		if (i)
			stride = times(stride, factor(l, b->shape[i], DEPTH));
	}
	return at;
}

/* Alignment of an access of `bytes`, of whose first element's number `at` is a factor. */
unsigned lower_access_align(const struct lower *l, const struct tir_buffer *b, uint64_t at,
        uint64_t bytes)
{
	uint64_t a = affine_gcd(affine_gcd(buffer_align(l, b), times(at, tir_type_bytes(b->elem))),
	                 LINES),
	         power = 1;
	while (power * 2 <= a && a % (power * 2) == 0)
		power *= 2;
	while (power > bytes && power > 1)
		power /= 2;
	unsigned least = tir_elem_bytes(b->elem);
	return (unsigned)power > least ? (unsigned)power : least;
}
