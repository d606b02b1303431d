/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/region.c: the tree of regions.
 *
 * Each region keeps a jump pointer besides its parent (skew-binary, Myers 1983), so that an
 * ancestor at a given depth and the lowest common ancestor take O(log depth) steps. */
#include "cse/internal.h"

uint32_t cse_region_new(struct cse_plan *p, enum region_kind kind, uint32_t parent,
        uint32_t stmt_number)
{
	struct region r = {.kind = kind,
	        .parent = parent,
	        .stmt_number = stmt_number,
	        .fork = NONE,
	        .barriers = NONE};
	uint32_t id = p->regions.n;
	if (parent != NONE) {
		const struct region *up = &p->regions.at[parent], *j = &p->regions.at[up->jump];
		r.depth = up->depth + 1;
		bool join = up->depth - j->depth == j->depth - p->regions.at[j->jump].depth;
		r.jump = join && parent != 0 ? j->jump : parent;
	}
	VEC_PUSH(p->arena, &p->regions, r);
	return id;
}

/* The ancestor of r at that depth (r itself if it is not deeper). */
static uint32_t ancestor(const struct cse_plan *p, uint32_t r, uint32_t depth)
{
	const struct region *at = p->regions.at;
	while (at[r].depth > depth)
		r = at[at[r].jump].depth >= depth ? at[r].jump : at[r].parent;
	return r;
}

uint32_t cse_region_lca(const struct cse_plan *p, uint32_t a, uint32_t b)
{
	const struct region *at = p->regions.at;
	a = ancestor(p, a, at[b].depth);
	b = ancestor(p, b, at[a].depth);
	while (a != b) {
		bool jump = at[a].jump != at[b].jump;
		a = jump ? at[a].jump : at[a].parent;
		b = jump ? at[b].jump : at[b].parent;
	}
	return a;
}

bool cse_region_encloses(const struct cse_plan *p, uint32_t outer, uint32_t inner)
{
	return ancestor(p, inner, p->regions.at[outer].depth) == outer;
}

/* ---- Order -------------------------------------------------------------------------------*/
/* The child of region `up` that encloses r. */
uint32_t cse_region_towards(const struct cse_plan *p, uint32_t up, uint32_t r)
{
	while (p->regions.at[r].parent != up)
		r = p->regions.at[r].parent;
	return r;
}

/* The last statement before the given one that may leave the region, or 0. */
uint32_t cse_last_barrier(const struct cse_plan *p, uint32_t region, uint32_t stmt_number)
{
	uint32_t number = p->regions.at[region].barriers;
	if (number == NONE)
		return 0;
	const struct barriers *b = &p->barriers.at[number];
	uint32_t lo = 0, hi = b->stmts.n;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		if (b->stmts.at[mid] < stmt_number)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo ? b->stmts.at[lo - 1] : 0;
}

void cse_add_barrier(struct cse_plan *p, uint32_t region, uint32_t stmt_number)
{
	struct region *r = &p->regions.at[region];
	if (r->barriers == NONE) {
		r->barriers = p->barriers.n;
		VEC_PUSH(p->arena, &p->barriers, (struct barriers){{0}});
	}
	VEC_PUSH(p->arena, &p->barriers.at[r->barriers].stmts, stmt_number);
}

/* ---- Lazy operands -----------------------------------------------------------------------
 * A lazy operand has a region for each occurrence of its node; the table finds it again. */
static uint64_t hash_occurrence(uint32_t parent, uint32_t stmt_number, uint32_t node)
{
	return hash_mix(hash_mix(hash_mix(0, parent), stmt_number), node) >> 16;
}

static struct expr_region *find_slot(const struct cse_plan *p, uint32_t parent,
        uint32_t stmt_number, uint32_t node)
{
	uint64_t i = hash_occurrence(parent, stmt_number, node) & (p->nexpr_slots - 1);
	for (;; i = (i + 1) & (p->nexpr_slots - 1)) {
		struct expr_region *s = &p->expr_slot[i];
		if (s->region == NONE ||
		        (s->parent == parent && s->stmt_number == stmt_number && s->node == node))
			return s;
	}
}

static void grow(struct cse_plan *p)
{
	struct expr_region *old = p->expr_slot;
	uint32_t n = p->nexpr_slots;
	p->nexpr_slots = n ? 2 * n : 64;
	p->expr_slot = arena_alloc(p->arena, p->nexpr_slots * sizeof *p->expr_slot);
	memset(p->expr_slot, 0xff, p->nexpr_slots * sizeof *p->expr_slot);
	for (uint32_t i = 0; i < n; i++)
		if (old[i].region != NONE)
			*find_slot(p, old[i].parent, old[i].stmt_number, old[i].node) = old[i];
}

uint32_t cse_find_expr_region(const struct cse_plan *p, uint32_t parent, uint32_t stmt_number,
        const struct tir_expr *e)
{
	return p->nexpr_slots ? find_slot(p, parent, stmt_number, e->id)->region : NONE;
}

/* The kind of the region of operand 1. */
static enum region_kind arm_kind(const struct tir_expr *e)
{
	if (e->op == TIR_LET)
		return REGION_SURE;
	return e->n == 3 ? REGION_THEN : REGION_MAYBE;
}

/* Return the region of e's operand 1 where e occurs in parent at that statement; that of operand 2, if there
 * is one, has the next number.  NONE: too many or too deep, do not look inside. */
uint32_t cse_make_expr_region(struct cse_plan *p, uint32_t parent, uint32_t stmt_number,
        const struct tir_expr *e)
{
	if (2 * p->nexpr_regions >= p->nexpr_slots)
		grow(p);
	struct expr_region *s = find_slot(p, parent, stmt_number, e->id);
	if (s->region != NONE)
		return s->region;
	if (p->nexpr_regions == MAX_EXPR_REGIONS || p->regions.at[parent].depth >= MAX_REGION_DEPTH)
		return NONE;
	p->nexpr_regions++;
	uint32_t first = cse_region_new(p, arm_kind(e), parent, stmt_number);
	p->regions.at[first].in_expr = true;
	if (e->op == TIR_LET) {
		p->regions.at[first].let = e->u.var;
		p->lets_again |= p->vars[e->u.var->id].in_let;
		p->vars[e->u.var->id].in_let = true;
	}
	p->regions.at[first].fork = FORK_IN_EXPR | first;
	if (e->n == 3) {
		uint32_t other = cse_region_new(p, REGION_ELSE, parent, stmt_number);
		p->regions.at[other].in_expr = true;
		p->regions.at[other].fork = FORK_IN_EXPR | first;
	}
	*s = (struct expr_region){parent, stmt_number, e->id, first};
	return first;
}
