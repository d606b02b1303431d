/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_vary.c: what differs from lane to lane.
 *
 * Idea.   A loop of the tile, a binding whose value varies and memory that each iteration has for itself differ; so does
 *         what is computed from them.  An index that is a sum grows by a constant with each loop of the tile.
 * Needs   the loops, the private buffers and the bindings that the nest has so far.
 * Costs   each operand once for each question. */
#include "loops/vectorize/vectorize.h"

/* ---- What a name stands for --------------------------------------------------------------*/
uint32_t vectorize_private(const struct vectorize_nest *n, const struct tir_buffer *b)
{
	for (uint32_t i = 0; i < n->npriv; i++)
		if (n->priv[i] == b)
			return i;
	return UINT32_MAX;
}

uint32_t vectorize_bound(const struct vectorize_nest *n, const struct tir_var *v)
{
	for (uint32_t i = 0; i < n->nbinds; i++)
		if (tir_as_bind(n->bind[i].s)->var == v)
			return i;
	return UINT32_MAX;
}

uint32_t vectorize_dim(const struct vectorize_nest *n, const struct tir_var *v)
{
	for (uint32_t d = 0; d < n->ndims; d++)
		if (tir_as_for(n->dim[d])->var == v)
			return d;
	return UINT32_MAX;
}

/* ---- Indices and what varies -------------------------------------------------------------*/
/* Add the strides of a sum along each loop, times a factor. */
static bool add_growth(const struct vectorize_nest *n, const struct tir_expr *index, int64_t factor,
        int64_t stride[VECTORIZE_DIMS])
{
	struct affine_sum s, by;
	affine_clear(&s);
	if (!affine_add(&s, affine_of(n->facts, index), 1))
		return false;
	for (uint32_t d = 0; d < n->ndims; d++) {
		int64_t add;
		if (!affine_growth(n->facts, &s, n->dim[d], &by) || by.n ||
		        __builtin_mul_overflow(by.constant, factor, &add) ||
		        __builtin_add_overflow(stride[d], add, &stride[d]))
			return false;
	}
	return true;
}

/* The same of a sum with elements of memory that are the same in all lanes.  *left: terms that may still be read, as shared ones are
 * read once a path. */
static bool add_strides(const struct vectorize_nest *n, const struct tir_expr *e, int64_t factor,
        uint32_t *left, int64_t stride[VECTORIZE_DIMS])
{
	enum { MOST = 1 << 24 };
	if (!(*left)--)
		return false;
	bool scales = e->op == TIR_MUL && e->arg[1]->op == TIR_INT_IMM && e->arg[1]->u.i < MOST &&
	              e->arg[1]->u.i > -MOST && factor < MOST && factor > -MOST;
	if (!(e->flags & TIR_READS_MEM))
		return add_growth(n, e, factor, stride);
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return add_strides(n, e->arg[0], factor, left, stride) &&
		       add_strides(n, e->arg[1], e->op == TIR_ADD ? factor : -factor, left, stride);
	return scales ? add_strides(n, e->arg[0], factor * e->arg[1]->u.i, left, stride)
	              : !vectorize_varies(n, e);
}

bool vectorize_strides(const struct vectorize_nest *n, const struct tir_expr *index,
        int64_t stride[VECTORIZE_DIMS])
{
	uint32_t terms = 64;
	for (uint32_t d = 0; d < n->ndims; d++)
		stride[d] = 0;
	return add_strides(n, index, 1, &terms, stride);
}

/* Is the index the same in all lanes? */
static bool is_uniform_index(const struct vectorize_nest *n, const struct tir_expr *index)
{
	int64_t stride[VECTORIZE_DIMS];
	bool known = vectorize_strides(n, index, stride);
	for (uint32_t d = 0; d < n->ndims && known; d++)
		known = stride[d] == 0;
	return known;
}

static bool load_varies(const struct vectorize_nest *n, const struct tir_expr *e)
{
	bool varies = vectorize_private(n, e->u.buffer) != UINT32_MAX;
	for (uint32_t i = 0; i < e->n && !varies; i++)
		varies = !is_uniform_index(n, e->arg[i]);
	return varies;
}

bool vectorize_varies(const struct vectorize_nest *n, const struct tir_expr *e)
{
	if (e->op == TIR_VAR) {
		uint32_t k = vectorize_bound(n, e->u.var);
		return vectorize_dim(n, e->u.var) != UINT32_MAX ||
		       (k != UINT32_MAX && n->bind[k].varies);
	}
	if (e->op == TIR_LOAD)
		return load_varies(n, e);
	for (uint32_t i = 0; i < e->n; i++)
		if (vectorize_varies(n, e->arg[i]))
			return true;
	return false;
}

bool vectorize_looks_up(const struct vectorize_nest *n, const struct tir_expr *load,
        struct target_table *t)
{
	int64_t stride[VECTORIZE_DIMS];
	if (load->op != TIR_LOAD || !load->n || load->u.buffer->ndim != load->n ||
	        !target_vector_table(load->u.buffer, load->arg[load->n - 1], t) ||
	        !vectorize_varies(n, t->bytes) ||
	        vectorize_strides(n, load->arg[load->n - 1], stride) ||
	        vectorize_private(n, load->u.buffer) != UINT32_MAX)
		return false;
	for (uint32_t i = 0; i + 1 < load->n; i++)
		if (!is_uniform_index(n, load->arg[i]))
			return false;
	return true;
}
