/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/order/place.c: what is known where a statement stands, and at which byte an access is.
 *
 * Needs    views whose pointers the scope has; their offsets and what address_of names read no memory, which may have changed since.
 * Wrong if a byte is another one, or more is taken for known than the statements around say. */
#include "proof/nest.h"

/* ---- What is known ------------------------------------------------------------------------*/
void proof_read_around(struct proof_reader *r, const struct proof_around *a,
        const struct proof_sum *v)
{
	if (a->loop)
		proof_read_range(r, a->loop, v);
	else
		proof_read_condition(r, a->condition, a->holds);
}

/* No buffer of a parameter has fewer than no elements in a dimension. */
static void add_sizes(struct proof_reader *r, const struct tir_func *f)
{
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		for (uint32_t k = 0; b && k < b->ndim; k++) {
			if (!b->shape[k] || b->shape[k]->op != TIR_VAR)
				continue;
			struct proof_sum size = proof_read(r, b->shape[k]);
			proof_add(r->arena, r->set, PROOF_AT_LEAST_0, &size);
		}
	}
}

void proof_read_scope(struct proof_reader *r, const struct tir_func *f,
        const struct proof_scope *scope)
{
	add_sizes(r, f);
	for (uint32_t i = 0; i < scope->around.n; i++) {
		const struct proof_around *a = &scope->around.at[i];
		struct proof_sum v = {0};
		if (a->loop)
			v = proof_read(r, tir_as_for(a->loop)->var->expr);
		proof_read_around(r, a, &v);
	}
}

/* ---- Bytes --------------------------------------------------------------------------------*/
/* How far dimension i's neighbours are apart, in elements; 0: not known. */
static int64_t stride_of(const struct tir_buffer *b, uint32_t i)
{
	int64_t n = 1;
	if (b->strides)
		return b->strides[i]->op == TIR_INT_IMM ? b->strides[i]->u.i : 0;
	for (uint32_t k = i + 1; k < b->ndim; k++)
		if (b->shape[k]->op != TIR_INT_IMM || b->shape[k]->u.i <= 0 ||
		        __builtin_mul_overflow(n, b->shape[k]->u.i, &n))
			return 0;
	return n;
}

/* Add where the element of these indices is, in bytes behind the buffer's pointer, and its elem_offset; false: not
 * known. */
static bool add_element(struct proof_reader *r, const struct tir_buffer *b,
        const struct proof_sum *index, uint32_t nindex, struct proof_sum *out)
{
	int64_t width = tir_type_bytes(b->elem);
	struct proof_sum offset = {0};
	bool ok = nindex == b->ndim;
	if (b->kind == TIR_BUFFER_DECL && b->elem_offset) {
		ok = ok && !(b->elem_offset->flags & TIR_READS_MEM);
		offset = proof_read(r, b->elem_offset);
		ok = ok && proof_sum_add(out, &offset, width);
	}
	for (uint32_t i = 0; ok && i < nindex; i++) {
		int64_t stride = stride_of(b, i), bytes;
		ok = stride && !__builtin_mul_overflow(stride, width, &bytes) &&
		     proof_sum_add(out, &index[i], bytes);
	}
	return ok;
}

/* What the view was declared to lie at; NULL: not known. */
static const struct tir_expr *pointer_of(const struct proof_scope *scope,
        const struct tir_buffer *view)
{
	for (uint32_t i = 0; i < scope->views.n; i++)
		if (tir_as_decl(scope->views.at[i])->buffer == view)
			return tir_as_decl(scope->views.at[i])->value.e;
	return NULL;
}

/* Add the indices of an address_of. */
static bool add_address(struct proof_reader *r, const struct tir_expr *e, struct proof_sum *out)
{
	struct proof_sum index[TIR_MAX_RANK];
	if (e->n > TIR_MAX_RANK)
		return false;
	for (uint32_t i = 0; i < e->n; i++) {
		if (e->arg[i]->flags & TIR_READS_MEM) /* what it was when the view began */
			return false;
		index[i] = proof_read(r, e->arg[i]);
	}
	return add_element(r, e->u.buffer, index, e->n, out);
}

/* Add where the buffer's pointer is, in bytes behind its root's; false: not known. */
static bool add_pointer(struct proof_reader *r, const struct proof_scope *scope,
        const struct tir_buffer *b, struct proof_sum *out)
{
	const struct tir_buffer *root = proof_root(b);
	for (uint32_t i = 0; b->kind == TIR_BUFFER_DECL; i++) {
		const struct tir_expr *e = pointer_of(scope, b);
		if (!e || i > scope->views.n ||
		        (e->op != TIR_BUFFER_DATA && e->op != TIR_ADDRESS_OF))
			return false;
		if (e->op == TIR_ADDRESS_OF && !add_address(r, e, out))
			return false;
		b = e->u.buffer;
	}
	return b == root;
}

bool proof_read_byte(struct proof_reader *r, const struct proof_scope *scope,
        const struct tir_buffer *b, uint32_t nindex, const struct proof_sum *index,
        struct proof_sum *byte)
{
	return add_element(r, b, index, nindex, byte) && add_pointer(r, scope, b, byte);
}
