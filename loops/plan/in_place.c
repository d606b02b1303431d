/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/in_place.c: statements that load what they store over, each element before it is stored.
 *
 * Idea.    Go through all iterations in their order, and note which elements are stored.  An element that is loaded must not be among them: then
 *          all iterations may be done at once, as those of any other nest.
 * Needs    loops from 0 to constants; indices that are sums of multiples of their variables.
 * Costs    each store once an iteration, and the lanes of what it loads; at most STEPS. */
#include "loops/nest/counted.h"
#include "loops/plan/nest.h"

enum { STEPS = 1 << 18, ELEMENTS = 1 << 20 };

static bool is_elsewhere(void *ctx, const struct tir_expr *e)
{
	return e->op != TIR_LOAD || e->u.buffer->root != ((struct tir_buffer *)ctx)->root;
}

bool nest_loads_own(const struct nests *n, const struct nest *x)
{
	return !nest_walk(n, x->value, is_elsewhere, x->buffer);
}

struct in_place {
	struct arena *arena;
	const struct tir_buffer *buffer;
	uint8_t *stored; /* by element */
	int64_t elements;
	VEC(int64_t) value; /* by variable */
	uint32_t steps;
};

/* The first and the last element at the index; false: they are not known. */
static bool find_elements(const struct in_place *p, const struct tir_expr *index, int64_t *first,
        int64_t *last)
{
	int64_t lanes = index->type.lanes;
	struct nest_sum at;
	if (index->op == TIR_RAMP && index->arg[1]->op == TIR_INT_IMM && index->arg[1]->u.i == 1)
		index = index->arg[0];
	else if (lanes > 1)
		return false;
	if (!nest_sum_of(index, &at))
		return false;
	*first = at.number;
	for (uint32_t i = 0; i < at.n; i++) {
		if (at.term[i].var->id >= p->value.n)
			return false;
		*first += at.term[i].factor * p->value.at[at.term[i].var->id];
	}
	*last = *first + lanes - 1;
	return *first >= 0 && *last < p->elements;
}

/* What is loaded of the buffer was not stored to yet. */
static bool is_first(void *ctx, const struct tir_expr *e)
{
	struct in_place *p = ctx;
	int64_t first, last;
	if (e->op != TIR_LOAD)
		return !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_ADDRESS));
	if (e->u.buffer->root != p->buffer->root)
		return true;
	if (p->steps++ == STEPS || e->u.buffer != p->buffer ||
	        !find_elements(p, e->arg[0], &first, &last))
		return false;
	for (int64_t i = first; i <= last; i++)
		if (p->stored[i])
			return false;
	return true;
}

/* Note what is stored; false: it loads an element that was stored before. */
static bool note_store(struct in_place *p, const struct tir_store *s)
{
	int64_t first, last;
	if (s->value.e->flags & TIR_READS_MEM && !tir_walk_expr(s->value.e, p->arena, is_first, p))
		return false;
	if (s->buffer->root != p->buffer->root)
		return true;
	if (p->steps++ == STEPS || s->buffer != p->buffer ||
	        !find_elements(p, s->index[0].e, &first, &last))
		return false;
	for (int64_t i = first; i <= last; i++)
		p->stored[i] = 1;
	return true;
}

/* Go through the statements in their order. */
static bool run(struct in_place *p, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_ALLOC)
			continue;
		if (t->kind == TIR_STORE && t->nindex == 1 && !tir_mask_of(t)) {
			if (!note_store(p, tir_as_store(t)))
				return false;
			continue;
		}
		if (!loops_is_counted(t))
			return false;
		const struct tir_for *l = tir_as_for(t);
		while (p->value.n <= l->var->id)
			VEC_PUSH(p->arena, &p->value, 0);
		for (int64_t i = 0; i < l->extent.e->u.i; i++) {
			p->value.at[l->var->id] = i;
			if (p->steps++ == STEPS || !run(p, tir_body(t)))
				return false;
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
	bool ok = run(&p, s);
	arena_free(&scratch);
	return ok;
}
