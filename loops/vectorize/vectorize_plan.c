/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/vectorize_plan.c: which vectors the iterations of one loop may become.
 *
 * Costs   little. */
#include "loops/vectorize/vectorize.h"

bool vectorize_fits(const struct vectorize_nest *n, uint32_t lanes)
{
	bool whole = (lanes & (lanes - 1)) == 0;
	return (whole || !n->looks_up) &&
	       target_vector_fits(n->narrowest, n->widest, lanes, n->short_ok);
}

struct vectorize_piece *vectorize_add_piece(struct vectorize_plan *p, int64_t begin, int64_t count,
        uint32_t step)
{
	struct vectorize_piece *x = &p->piece[p->npieces++];
	*x = (struct vectorize_piece){.begin = begin, .count = count, .step = step};
	return x;
}

void vectorize_add_group(struct vectorize_piece *p, uint32_t at, uint32_t n)
{
	p->group[p->ngroups++] = (struct vectorize_group){at, n};
}

/* Vectors for the iterations from `begin` to `end` in one go; how many of them have a place in one. */
uint32_t vectorize_split(const struct vectorize_nest *n, struct vectorize_piece *p, uint32_t at,
        uint32_t end)
{
	while (at < end && p->ngroups < VECTORIZE_GROUPS) {
		uint32_t lanes = end - at, power = 1;
		if (!vectorize_fits(n, lanes)) {
			while (2 * power <= lanes)
				power *= 2;
			while (power > 1 && !vectorize_fits(n, power))
				power /= 2;
			lanes = power;
		}
		if (lanes == 1)
			break;
		vectorize_add_group(p, at, lanes);
		at += lanes;
	}
	return at;
}

/* Vectors of so many lanes as often as they fit, then shorter ones, then iterations one by one. */
void vectorize_plan_loops(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes)
{
	int64_t extent = vectorize_extent(n), whole = extent / lanes * lanes;
	uint32_t rest = (uint32_t)(extent - whole);
	p->npieces = 0;
	if (whole)
		vectorize_add_group(vectorize_add_piece(p, 0, whole, lanes), 0, lanes);
	struct vectorize_piece *x = vectorize_add_piece(p, whole, rest, rest);
	uint32_t done = vectorize_split(n, x, 0, rest);
	x->count = x->step = done;
	p->npieces -= done == 0;
	if (done < rest)
		vectorize_add_group(vectorize_add_piece(p, whole + done, rest - done, 1), 0, 1);
}

/* Vectors of so many lanes as often as they fit, and one of `last` lanes that ends where the loop does: it does some
 * iterations once more; false: there is nothing left to do, or more than that. */
bool vectorize_plan_overlap(const struct vectorize_nest *n, struct vectorize_plan *p,
        uint32_t lanes, uint32_t last)
{
	int64_t extent = tir_as_for(n->loop)->extent.e->u.i, whole = extent / lanes * lanes;
	if (!n->may_repeat || !whole || extent == whole || extent - whole > last ||
	        !vectorize_fits(n, last))
		return false;
	p->npieces = 0;
	vectorize_add_group(vectorize_add_piece(p, 0, whole, lanes), 0, lanes);
	vectorize_add_group(vectorize_add_piece(p, extent - last, last, last), 0, last);
	return true;
}

/* Plan all vectors in one body: those of `lanes` lanes, then shorter ones for what is left.  If `again`, one more vector of `lanes` lanes
 * takes the place of the shorter ones: it ends where the loop does, and repeats some iterations.  False: they are too many, or
 * nothing is left. */
bool vectorize_plan_single(const struct vectorize_nest *n, struct vectorize_plan *p, uint32_t lanes,
        bool again)
{
	int64_t extent = tir_as_for(n->loop)->extent.e->u.i;
	uint32_t rest = (uint32_t)(extent % lanes);
	if (extent > VECTORIZE_GROUPS * lanes || extent * n->widest > 2 * 8 * 4 * TARGET_HVX_BYTES)
		return false;
	bool alone = n->body->first->kind == TIR_STORE && !n->body->first->next;
	if (again && (!alone || !rest || rest == extent || !n->may_repeat))
		return false;
	p->npieces = 0;
	struct vectorize_piece *x = vectorize_add_piece(p, 0, extent, (uint32_t)extent);
	uint32_t at = 0;
	while (at + lanes <= extent) {
		vectorize_add_group(x, at, lanes);
		at += lanes;
	}
	if (again)
		at -= lanes - rest;
	return vectorize_split(n, x, at, (uint32_t)extent) == extent;
}
