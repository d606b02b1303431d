/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/in_place.c: statements that load what they store over, each element before it is stored.
 *
 * Idea.    Note which elements each statement loads and stores.  Go through all iterations in their order, and mark what is stored.  If nothing
 *          that is marked is loaded, all iterations may be done at once, as those of any other nest.
 * Needs    loops from 0 to constants; indices that are sums of constants times loop variables.
 * Costs    each access once an iteration, at most STEPS. */
#include "loops/nest/counted.h"
#include "loops/plan/nest.h"

enum { STEPS = 1 << 21, ELEMENTS = 1 << 20 };

static bool is_elsewhere(void *ctx, const struct tir_expr *e)
{
	return e->op != TIR_LOAD || e->u.buffer->root != ((struct tir_buffer *)ctx)->root;
}

bool nest_loads_own(const struct nests *n, const struct nest *x)
{
	return !nest_walk(n, x->value, is_elsewhere, x->buffer);
}

/* Elements that a statement loads or stores, in the order in which it does. */
struct elements {
	struct nest_sum first;
	int64_t lanes;
	bool stored;
};
struct in_place {
	struct arena *arena;
	const struct tir_buffer *buffer;
	VEC(struct elements) all; /* of the statements, in their order */
	VEC(uint32_t) count;      /* by store, in their order: how many of these are its own */
	uint8_t *stored;          /* by element */
	int64_t elements;
	VEC(int64_t) value; /* by variable */
	uint32_t steps;
};

/* ---- What is loaded and stored -----------------------------------------------------------*/
/* Note an access at the index; false: it is not known which elements those are. */
static bool add(struct in_place *p, const struct tir_expr *index, bool stored)
{
	struct elements x = {.lanes = index->type.lanes, .stored = stored};
	if (index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM && index->arg[1]->u.i == 1)
		index = index->arg[0];
	if (index->type.lanes > 1 || !nest_sum_of(index, &x.first))
		return false;
	for (uint32_t i = 0; i < x.first.n; i++)
		if (x.first.term[i].var->id >= p->value.n)
			return false;
	VEC_PUSH(p->arena, &p->all, x);
	return true;
}

/* Note a load of the buffer; false: its elements are not known. */
static bool add_load(void *ctx, const struct tir_expr *e)
{
	struct in_place *p = ctx;
	if (e->op != TIR_LOAD)
		return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS));
	return e->u.buffer->root != p->buffer->root ||
	       (e->u.buffer == p->buffer && add(p, e->arg[0], false));
}

/* Note what the store loads, and what it stores. */
static bool add_store(struct in_place *p, const struct tir_store *s)
{
	uint32_t before = p->all.n;
	if (!tir_walk_expr(s->value.e, p->arena, add_load, p))
		return false;
	if (s->buffer->root == p->buffer->root &&
	        (s->buffer != p->buffer || !add(p, s->index[0].e, true)))
		return false;
	VEC_PUSH(p->arena, &p->count, p->all.n - before);
	return true;
}

/* Note what all statements load and store; false: they hold something else than allocations, stores and loops. */
static bool read(struct in_place *p, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_ALLOC)
			continue;
		if (t->kind == TIR_STORE && t->nindex == 1 && !tir_mask_of(t)) {
			if (!add_store(p, tir_as_store(t)))
				return false;
			continue;
		}
		if (!loops_is_counted(t))
			return false;
		while (p->value.n <= tir_as_for(t)->var->id)
			VEC_PUSH(p->arena, &p->value, 0);
		if (!read(p, tir_body(t)))
			return false;
	}
	return true;
}

/* ---- All iterations ----------------------------------------------------------------------*/
struct cursor {
	uint32_t store, access; /* the next ones */
};

/* Store the elements, or load them; false: one that is loaded was stored before. */
static bool access(struct in_place *p, const struct elements *x)
{
	int64_t first = x->first.number;
	for (uint32_t i = 0; i < x->first.n; i++)
		first += x->first.term[i].factor * p->value.at[x->first.term[i].var->id];
	if (p->steps++ == STEPS || first < 0 || first + x->lanes > p->elements)
		return false;
	if (x->stored)
		memset(&p->stored[first], 1, (size_t)x->lanes);
	return x->stored || !memchr(&p->stored[first], 1, (size_t)x->lanes);
}

/* Go through the statements in their order. */
static bool run(struct in_place *p, const struct tir_seq *s, struct cursor *at)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_STORE) {
			for (uint32_t n = p->count.at[at->store++]; n; n--)
				if (!access(p, &p->all.at[at->access++]))
					return false;
		} else if (t->kind == TIR_FOR) {
			const struct tir_for *l = tir_as_for(t);
			struct cursor begin = *at;
			for (int64_t i = 0; i < l->extent.e->u.i; i++) {
				*at = begin;
				p->value.at[l->var->id] = i;
				if (p->steps++ == STEPS || !run(p, tir_body(t), at))
					return false;
			}
		}
	}
	return true;
}

bool nest_loads_first(const struct tir_seq *s, const struct tir_buffer *b, struct arena *arena)
{
	int64_t elements = b->ndim == 1 && b->shape[0]->op == TIR_INT_IMM ? b->shape[0]->u.i : 0;
	if (elements <= 0 || elements > ELEMENTS)
		return false;
	struct arena scratch = arena_scratch(arena);
	struct in_place p = {.arena = &scratch, .buffer = b, .elements = elements};
	p.stored = ARENA_NEWN(&scratch, uint8_t, (size_t)elements);
	bool ok = read(&p, s) && run(&p, s, &(struct cursor){0, 0});
	arena_free(&scratch);
	return ok;
}
