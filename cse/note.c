/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/note.c: what is to be told of a class, and of which of its uses. */
#include "cse/insert.h"

/* Does the use compute the class?  What was stored is loaded again without that. */
static bool computes(const struct use *u, const struct use *other)
{
	return u->form->op != TIR_LOAD || other->form->op == TIR_LOAD;
}

/* Of the uses [lo, hi), the first that the text writes, not the value of a name; the first one if there is none.  *loads: how often what
 * it computes is loaded again. */
static const struct use *written(const struct inserter *s, uint32_t lo, uint32_t hi,
        uint32_t *loads)
{
	const struct use *all = s->p->uses.at, *first = &all[s->uses.at[lo].use];
	uint32_t k = lo;
	while (k < hi && all[s->uses.at[k].use].of_name)
		k++;
	first = k < hi ? &all[s->uses.at[k].use] : first;
	*loads = 0;
	for (uint32_t i = lo; i < hi; i++)
		if (!computes(&all[s->uses.at[i].use], first))
			*loads += all[s->uses.at[i].use].count;
	return first;
}

/* Note where the text writes it besides the first use, as far as there is room. */
static void add_others(const struct inserter *s, const struct use *first, uint32_t lo, uint32_t hi,
        struct note *n)
{
	enum { MOST = 32 };
	const struct use *all = s->p->uses.at;
	struct cse_place *place = ARENA_NEWN(s->p->arena, struct cse_place, MOST);
	for (uint32_t i = lo; i < hi; i++) {
		const struct use *u = &all[s->uses.at[i].use];
		bool counts = !u->of_name && computes(u, first);
		for (uint32_t k = u == first; counts && k < u->count && n->nothers < MOST; k++)
			place[n->nothers++] = (struct cse_place){
			        u->form, s->p->stmt_of[u->stmt_number]->at};
	}
	n->others = place;
}

uint32_t cse_add_note(struct inserter *s, uint32_t class, enum cse_reason why, uint32_t lo,
        uint32_t hi)
{
	struct cse_plan *p = s->p;
	uint32_t loads;
	const struct use *first = written(s, lo, hi, &loads);
	struct note n = {first->stmt_number, class, cse_count_uses(s, lo, hi), why, first->form,
	        NULL, 0, NULL, 0};
	if (!cse_reasons[why].passed)
		n.uses -= loads < n.uses ? loads : n.uses;
	if (!p->options.remark || n.uses < 2)
		return NONE;
	add_others(s, first, lo, hi, &n);
	VEC_PUSH(p->arena, &p->notes, n);
	return p->notes.n - 1;
}

void cse_note_points(struct inserter *s, uint32_t class, uint32_t points)
{
	struct cse_plan *p = s->p;
	const struct use *first = &p->uses.at[s->uses.at[0].use];
	struct note n = {
	        first->stmt_number, class, points, CSE_PATHS, first->form, NULL, 0, NULL, 0};
	if (p->options.remark)
		VEC_PUSH(p->arena, &p->notes, n);
}
