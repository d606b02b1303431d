/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/order/lines.c: which lines of memory whole registers lie in.
 *
 * Idea.   What is computed of two rows that begin as far behind a line is computed of whole lines, each once, and the result is
 *         shifted.  So a row takes the time of a load only if a line of it was not loaded before.  A model that counts lines
 *         (loops_options.by_lines) does so for each load of whole registers, and adds a permutation where a register lies in two lines.
 * Keeps   an estimate: of more than LINES_MOST lines each counts as new.
 * Costs   the lines of a list of statements, for each row. */
#include "loops/order/lines.h"

#include "analysis/analysis.h"

/* Where whole registers begin, in lines. */
struct place {
	struct line first;
	int64_t behind; /* elements between the first line's begin and the first element, without what loops add */
	uint32_t registers;
	bool crosses; /* each lies in two lines */
};

/* Are they whole registers, neighbours in memory?  *out: where. */
static bool place_of(const struct tir_buffer *b, const struct tir_expr *index, struct place *out)
{
	struct affine_sum at;
	int64_t line = 8 * TARGET_HVX_BYTES / (b->elem.bits < 8 ? 8 : b->elem.bits);
	affine_clear(&at);
	if (index->op != TIR_RAMP || index->type.lanes % line || b->elem.lanes > 1 ||
	        !affine_read(&at, index->arg[0], 1, NULL, NULL))
		return false;
	int64_t behind = (at.constant % line + line) % line;
	*out = (struct place){{b, 0, (at.constant - behind) / line}, behind,
	        (uint32_t)(index->type.lanes / line), behind != 0};
	for (uint32_t i = 0; i < at.n; i++) {
		uint64_t h = (uint64_t)at.term[i].factor;
		for (uint32_t k = 0; k < at.term[i].n; k++)
			h = (h ^ at.term[i].x[k]->id) * 0x9e3779b97f4a7c15u;
		out->first.at += h ^ h >> 29;
		out->crosses |= at.term[i].factor % line != 0;
	}
	return true;
}

/* Is it a load of such registers? */
static bool place_of_load(const struct tir_expr *e, struct place *out)
{
	return e->n == 1 && place_of(e->u.buffer, e->arg[0], out);
}

static bool is_row_of_bytes(const struct tir_expr *e, struct place *out)
{
	return e->type.bits == 8 && place_of_load(e, out) && out->registers == 1;
}

bool loops_is_pair_of_rows(const struct tir_expr *e)
{
	struct place a, b;
	return (e->op == TIR_MAX || e->op == TIR_MIN) && e->type.bits == 8 &&
	       e->arg[0]->op == TIR_LOAD && e->arg[1]->op == TIR_LOAD &&
	       is_row_of_bytes(e->arg[0], &a) && is_row_of_bytes(e->arg[1], &b) &&
	       a.behind == b.behind && a.first.at == b.first.at;
}

/* Is the line loaded for the first time in the list? */
static bool is_new(struct lines *x, uint32_t list, const struct line *l)
{
	if (x->list != list)
		x->n = 0;
	x->list = list;
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
	if (!is_row_of_bytes(load, &p))
		return true;
	bool new = is_new(x, list, &p.first);
	p.first.number++;
	return (p.behind && is_new(x, list, &p.first)) || new;
}

bool loops_load_lines(struct lines *x, uint32_t list, struct target_vector_work *w,
        const struct tir_expr *load)
{
	struct place p;
	if (!place_of_load(load, &p))
		return false;
	bool new = is_new(x, list, &p.first);
	for (uint32_t n = p.registers; n; n--) {
		p.first.number++;
		bool next = (n > 1 || p.crosses) && is_new(x, list, &p.first);
		w->memory += new || (p.crosses && next);
		w->permutes += p.crosses;
		new = next && !p.crosses;
	}
	return true;
}

uint32_t loops_split_lines(const struct tir_buffer *b, const struct tir_expr *index)
{
	struct place p;
	return place_of(b, index, &p) && p.crosses ? p.registers : 0;
}
