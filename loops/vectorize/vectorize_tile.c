/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_tile.c: iterations of several loops as the lanes of one vector.
 *
 * Idea.   Lane l's iteration is l's digits: what is stored gives their order, the loop whose neighbours lie closest the
 *         lowest one, so that a store is a row of neighbours.
 * Needs   constant bounds; loops with nothing between them.
 * Costs   little. */
#include "loops/vectorize/vectorize.h"

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

uint32_t vectorize_digit(const struct vectorize_nest *n, uint32_t step, uint32_t d, uint32_t l)
{
	return (uint32_t)(l / n->by[d] % extent(n, step, d));
}

int64_t vectorize_offset(const struct vectorize_nest *n, uint32_t step,
        const int64_t by[VECTORIZE_DIMS], uint32_t l)
{
	int64_t at = 0;
	for (uint32_t d = 0; d < n->ndims; d++)
		at += n->ndims == 1 ? by[d] * l : by[d] * vectorize_digit(n, step, d, l);
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

uint32_t vectorize_whole_groups(const struct vectorize_nest *n, uint32_t lanes)
{
	uint32_t step = 1;
	while (step * n->inner <= VECTORIZE_LANES && step * n->inner % lanes)
		step++;
	return step;
}
