/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/best_tried.c: which ways to do a nest are asked for, and what became of those that were tried. */
#include "loops/plan/best_tried.h"

const char best_worse[] =
        "a nest that it makes has no way, or it takes longer than the best way so far";

bool best_may_be(const struct planner *s, enum schedule_way way)
{
	return !s->asked || s->asked->way == way;
}

bool best_is_asked(const struct planner *s, uint32_t number, int64_t value)
{
	return !s->asked || s->asked->number[number] == value;
}

struct schedule *best_new_way(struct planner *s, enum schedule_way way, uint32_t n,
        const struct best *part)
{
	struct schedule *w = ARENA_NEW(s->arena, struct schedule);
	w->way = way;
	w->n = n;
	for (uint32_t i = 0; i < n; i++)
		w->part[i] = part[i].way;
	return w;
}

void best_tried(struct planner *s, const struct schedule *way, const struct best *made,
        const char *why, struct best *best)
{
	const struct best none = best_none();
	if (!s->depth && s->in_place && made->time != UINT64_MAX &&
	        !nest_loads_first(&made->seq, s->in_place, s->arena)) {
		why = "one of its registers would be stored before another one loads what was "
		      "there";
		made = &none;
	}
	struct loops_way w = {way, made->time, made->time == UINT64_MAX ? why : NULL};
	if (w.why && !(s->asked && why == best_worse)) /* a nest that it makes says more */
		s->why = w.why;
	if (!s->depth)
		VEC_PUSH(s->arena, &s->tried, w);
	if (made->time >= best->time)
		return;
	*best = *made;
	best->way = way;
}

const struct schedule *best_begin_part(struct planner *s, uint32_t k)
{
	const struct schedule *before = s->asked;
	s->asked = before && k < SCHEDULE_NPARTS && k < before->n ? before->part[k] : NULL;
	s->depth++;
	return before;
}

void best_end_part(struct planner *s, const struct schedule *before)
{
	s->asked = before;
	s->depth--;
}

/* ---- Nests of nests ----------------------------------------------------------------------*/
void best_add_buffer(struct planner *s, struct tir_seq *out, struct tir_buffer *b,
        const struct nest *n)
{
	struct tir_stmt *alloc = tir_stmt_new(s->f->module, TIR_ALLOC, n->loop->at);
	tir_as_alloc(alloc)->buffer = b;
	alloc->form = TIR_ALLOC_BUFFER;
	tir_seq_add(out, alloc);
}

bool best_two(struct planner *s, const struct nest *first, const struct nest *second,
        best_cover *const cover[2], const struct best *best, struct best part[2])
{
	const struct nest *n[2] = {first, second};
	uint64_t time = 0;
	for (uint32_t i = 0; i < 2; i++) {
		const struct schedule *before = best_begin_part(s, i);
		part[i] = best_none();
		cover[i](s, n[i], &part[i]);
		best_end_part(s, before);
		if (part[i].time == UINT64_MAX || time + part[i].time >= best->time)
			return false;
		time += part[i].time;
	}
	return true;
}

struct best best_in_two(struct planner *s, const struct nest *n, struct tir_buffer *between,
        const struct best part[2])
{
	struct best all = {part[0].time + part[1].time, {0}, part[0].lanes, NULL};
	best_add_buffer(s, &all.seq, between, n);
	tir_seq_append(&all.seq, part[0].seq);
	tir_seq_append(&all.seq, part[1].seq);
	return all;
}
