/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize_tile.c: iterations of several loops as the lanes of one vector.
 *
 * Idea.   Lane l's iteration is l's digits: what is stored gives their order, the loop whose neighbours lie closest the
 *         lowest one, so that a store is a row of neighbours.  A load whose elements lie otherwise is some blocks
 *         of neighbours, whose lanes are shuffled.  A block may hold elements that no lane needs: it lies in the buffer.
 * Needs   constant bounds; loops with nothing between them.
 * Costs   lanes times blocks, for each load. */
#include "loops/vectorize.h"

static const struct tir_stmt *only_loop(const struct tir_seq *s)
{
	return s->first && !s->first->next && s->first->kind == TIR_FOR ? s->first : NULL;
}

bool vectorize_tile(struct vectorize_nest *n, const struct tir_stmt *loop, uint32_t ndims)
{
	n->loop = n->dim[0] = loop;
	n->inner = n->ndims = 1;
	n->body = tir_body(loop);
	while (n->ndims < ndims) {
		const struct tir_stmt *s = only_loop(n->body);
		if (!s)
			return false;
		const struct tir_for *l = tir_as_for(s);
		if (l->extent.e->op != TIR_INT_IMM || l->min.e->op != TIR_INT_IMM ||
		        l->extent.e->u.i < 2 || l->extent.e->u.i > VECTORIZE_LANES)
			return false;
		n->dim[n->ndims++] = s;
		n->inner *= (uint32_t)l->extent.e->u.i;
		n->body = &l->body;
		if (n->inner > VECTORIZE_LANES / 2)
			return false;
	}
	return true;
}

/* ---- Digits ------------------------------------------------------------------------------*/
static int64_t extent(const struct vectorize_nest *n, uint32_t step, uint32_t dim)
{
	return dim ? tir_as_for(n->dim[dim])->extent.e->u.i : step;
}

bool vectorize_is_dense(const struct vectorize_nest *n, uint32_t step)
{
	uint32_t done = 0;
	for (int64_t at = 1, i = 0; i < n->ndims; i++) {
		uint32_t d = 0;
		while (d < n->ndims && (n->by[d] != at || done >> d & 1))
			d++;
		if (d == n->ndims)
			return false;
		done |= 1U << d;
		at *= extent(n, step, d);
	}
	return true;
}

int64_t vectorize_offset(const struct vectorize_nest *n, uint32_t step,
        const int64_t by[VECTORIZE_DIMS], uint32_t l)
{
	int64_t at = 0;
	for (uint32_t d = 0; d < n->ndims; d++)
		at += n->ndims == 1 ? by[d] * l : by[d] * (l / n->by[d] % extent(n, step, d));
	return at;
}

bool vectorize_is_row(const struct vectorize_nest *n, uint32_t step,
        const int64_t by[VECTORIZE_DIMS])
{
	for (uint32_t d = 0; d < n->ndims; d++)
		if (by[d] != n->by[d] && extent(n, step, d) > 1)
			return false;
	return true;
}

/* ---- Blocks ------------------------------------------------------------------------------*/
static int64_t floor_to(int64_t n, int64_t unit)
{
	return (n >= 0 ? n : n - unit + 1) / unit * unit;
}

/* Is each of them a multiple of `unit` elements, but for a constant and what lanes add?  That constant. */
static bool is_aligned(const struct vectorize_nest *n, uint32_t step, const struct tir_expr *index,
        int64_t unit, int64_t *constant)
{
	const struct affine *a = affine_of(n->facts, index);
	*constant = a->constant;
	for (uint32_t i = 0; i < a->n; i++) {
		const struct affine_term *t = &a->term[i];
		uint32_t d = t->n == 1 && t->x[0]->op == TIR_VAR ? vectorize_dim(n, t->x[0]->u.var)
		                                                 : UINT32_MAX;
		const struct tir_expr *min = d == UINT32_MAX ? NULL : tir_as_for(n->dim[d])->min.e;
		if (min && min->op != TIR_INT_IMM)
			return false;
		if (min)
			*constant += t->factor * min->u.i;
		if (d == UINT32_MAX ? t->factor % unit != 0
		                    : d == 0 && t->factor * step % unit != 0)
			return false;
	}
	return true;
}

/* Is the index a sum of variables of loops with constant bounds? */
static bool is_plain_sum(const struct vectorize_nest *n, const struct tir_expr *e)
{
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return is_plain_sum(n, e->arg[0]) && is_plain_sum(n, e->arg[1]);
	if (e->op == TIR_MUL)
		return is_plain_sum(n, e->arg[0]) && e->arg[1]->op == TIR_INT_IMM;
	const struct tir_stmt *s = e->op == TIR_VAR ? facts_definer(n->facts, e->u.var) : NULL;
	if (!s || s->kind != TIR_FOR)
		return e->op == TIR_INT_IMM;
	return tir_as_for(s)->min.e->op == TIR_INT_IMM &&
	       tir_as_for(s)->extent.e->op == TIR_INT_IMM;
}

/* Does the buffer end behind what lies `more` elements behind the last one that is loaded, if these lie in whole units?
 * One index alone decides that: those of others lie in it anyway. */
static bool holds_more(const struct vectorize_nest *n, const struct tir_expr *load, int64_t unit,
        bool aligned)
{
	const struct tir_buffer *b = load->u.buffer;
	const struct tir_expr *size = b->ndim == load->n ? b->shape[load->n - 1] : NULL;
	int64_t lo, hi;
	if (!is_plain_sum(n, load->arg[load->n - 1]) || !size || size->op != TIR_INT_IMM ||
	        b->strides || !range_limits(n->facts, load->arg[load->n - 1], &lo, &hi) || lo < 0)
		return false;
	return (aligned ? floor_to(hi, unit) : hi) + unit <= size->u.i;
}

/* The block that begins there, perhaps a new one; UINT32_MAX: they are too many. */
static uint32_t block_at(struct vectorize_blocks *b, int64_t at)
{
	uint32_t i = 0;
	while (i < b->n && b->at[i] != at)
		i++;
	if (i == VECTORIZE_BLOCKS)
		return UINT32_MAX;
	b->at[i] = at;
	b->n += i == b->n;
	return i;
}

/* Whole units that hold the lanes; `constant`: where lane 0 lies from a unit's beginning on. */
static bool take_units(const struct vectorize_nest *n, uint32_t step, const int64_t *by,
        int64_t unit, int64_t constant, struct vectorize_blocks *out)
{
	uint32_t lanes = step * n->inner;
	out->n = 0;
	out->lanes = (uint32_t)unit;
	for (uint32_t l = 0; l < lanes; l++) {
		int64_t at = constant + vectorize_offset(n, step, by, l);
		uint32_t k = block_at(out, floor_to(at, unit) - constant);
		if (k == UINT32_MAX)
			return false;
		out->lane[l] = (uint32_t)(k * unit + at - floor_to(at, unit));
	}
	return true;
}

static bool has(const struct vectorize_nest *n, uint32_t step, const int64_t *by, int64_t at)
{
	for (uint32_t l = 0; l < step * n->inner; l++)
		if (vectorize_offset(n, step, by, l) == at)
			return true;
	return false;
}

/* How many neighbours from lane 0's element on are loaded. */
static int64_t run_length(const struct vectorize_nest *n, uint32_t step, const int64_t *by)
{
	int64_t k = 1;
	while (has(n, step, by, k))
		k++;
	return k;
}

/* Are all elements of the blocks loaded by a lane? */
static bool is_full(const struct vectorize_nest *n, uint32_t step, const int64_t *by,
        const struct vectorize_blocks *b)
{
	for (uint32_t i = 0; i < b->n; i++)
		for (uint32_t k = 0; k < b->lanes; k++)
			if (!has(n, step, by, b->at[i] + k))
				return false;
	return true;
}

bool vectorize_find_blocks(const struct vectorize_nest *n, uint32_t step,
        const struct tir_expr *load, struct vectorize_blocks *out)
{
	const struct tir_expr *index = load->arg[load->n - 1];
	int64_t by[VECTORIZE_DIMS], constant, bytes = tir_elem_bytes(load->type);
	int64_t unit = TARGET_HVX_BYTES / bytes;
	if (!vectorize_strides(n, index, by))
		return false;
	for (uint32_t d = 0; d < n->ndims; d++)
		if (by[d] < 0)
			return false;
	if (is_aligned(n, step, index, unit, &constant) && holds_more(n, load, unit, true) &&
	        take_units(n, step, by, unit, constant, out))
		return true;
	int64_t run = run_length(n, step, by);
	if ((run & (run - 1)) == 0 && run * bytes >= TARGET_HVX_BYTES / 4 &&
	        take_units(n, step, by, run, 0, out) && is_full(n, step, by, out))
		return true;
	return holds_more(n, load, unit, false) && take_units(n, step, by, unit, 0, out);
}
