/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/lines.c: which lines of memory rows of bytes lie in.
 *
 * Idea.   What is computed of two rows that begin as far behind a line is computed of whole lines, each once, and the result is
 *         shifted.  So a row takes the time of a load only if a line of it was not loaded before.
 * Keeps   an estimate: of more than LINES_MOST lines each counts as new.
 * Costs   the lines of a list of statements, for each row. */
#include "loops/order/lines.h"

#include "analysis/analysis.h"
#include "target/target.h"

/* Where a load of a register begins, in lines. */
struct place {
	struct line first;
	int64_t behind; /* so many elements behind the first line, but for what loops add */
};

/* Is it a load of a register of bytes, neighbours in memory?  *out: where. */
static bool place_of(const struct tir_expr *e, struct place *out)
{
	enum { LINE = TARGET_HVX_BYTES };
	struct affine_sum at;
	affine_clear(&at);
	if (e->n != 1 || e->arg[0]->op != TIR_RAMP || e->type.lanes != LINE || e->type.bits != 8 ||
	        !affine_read(&at, e->arg[0]->arg[0], 1, NULL, NULL))
		return false;
	int64_t behind = (at.constant % LINE + LINE) % LINE;
	*out = (struct place){{e->u.buffer, 0, (at.constant - behind) / LINE}, behind};
	for (uint32_t i = 0; i < at.n; i++) {
		uint64_t h = (uint64_t)at.term[i].factor;
		for (uint32_t k = 0; k < at.term[i].n; k++)
			h = (h ^ at.term[i].x[k]->id) * 0x9e3779b97f4a7c15u;
		out->first.at += h ^ h >> 29;
	}
	return true;
}

bool loops_is_pair_of_rows(const struct tir_expr *e)
{
	struct place a, b;
	return (e->op == TIR_MAX || e->op == TIR_MIN) && e->type.bits == 8 &&
	       e->arg[0]->op == TIR_LOAD && e->arg[1]->op == TIR_LOAD && place_of(e->arg[0], &a) &&
	       place_of(e->arg[1], &b) && a.behind == b.behind && a.first.at == b.first.at;
}

/* Is the line loaded for the first time? */
static bool is_new(struct lines *x, const struct line *l)
{
	for (uint32_t i = 0; i < x->n; i++)
		if (x->at[i].of == l->of && x->at[i].at == l->at && x->at[i].number == l->number)
			return false;
	if (x->n < LINES_MOST)
		x->at[x->n++] = *l;
	return true;
}

bool loops_is_new_line(struct lines *x, uint32_t list, const struct tir_expr *load)
{
	struct place p;
	if (x->list != list)
		*x = (struct lines){.list = list};
	if (!place_of(load, &p))
		return true;
	bool new = is_new(x, &p.first);
	p.first.number++;
	return (p.behind && is_new(x, &p.first)) || new;
}
