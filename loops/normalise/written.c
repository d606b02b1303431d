/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/written.c: when memory was written last, while a function is walked in the order of its text.
 *
 * Idea.   Memory falls into classes that share no byte.  Each write is given a number, and each class keeps that of its last one: what
 *         was read at a time is still there if no write of its class has a later number.  A loop writes all that is written in it
 *         when it is entered: its iterations follow each other.
 * Needs   each statement told of, in its order, loops before what is in them.
 * Costs   a step a statement; for each loop its statements. */
#include "loops/normalise/written.h"

/* Parameters that are asked about two by two; more share one class. */
enum { PARAMS = 32 };

/* Does no parameter overlap another one? */
static bool are_apart(const struct loops_written *w)
{
	const struct tir_func *f = w->f;
	bool apart = f->params.n <= PARAMS || f->noalias;
	for (uint32_t i = 0; apart && i < f->params.n; i++)
		for (uint32_t k = 0; apart && k < i && f->params.n <= PARAMS; k++)
			apart = !f->params.at[i].buffer || !f->params.at[k].buffer ||
			        !alias_may(w->facts, f->params.at[i].buffer,
			                f->params.at[k].buffer);
	return apart;
}

void loops_written_begin(struct loops_written *w, const struct tir_func *f,
        const struct facts_options *known, struct arena *arena)
{
	*w = (struct loops_written){.f = f, .facts = facts_begin(f, known, arena), .arena = arena};
	for (uint32_t i = 0; i < LOOPS_NCLASSES; i++)
		VEC_PUSH(arena, &w->last, 0);
	w->apart = are_apart(w);
}

uint32_t loops_written_class(struct loops_written *w, const struct tir_buffer *b)
{
	const struct tir_buffer *root = alias_root(b);
	if (!root)
		return LOOPS_ANYWHERE;
	if (root->kind == TIR_BUFFER_PARAM && !w->apart)
		return LOOPS_PARAMS;
	while (w->class_of.n <= root->id)
		VEC_PUSH(w->arena, &w->class_of, 0);
	if (!w->class_of.at[root->id]) {
		w->class_of.at[root->id] = w->last.n;
		VEC_PUSH(w->arena, &w->last, 0);
	}
	return w->class_of.at[root->id];
}

static void write(struct loops_written *w, uint32_t class)
{
	if (w->arms)
		VEC_PUSH(w->arena, &w->log, ((struct loops_write){class, w->last.at[class]}));
	w->last.at[class] = ++w->now;
}

void loops_written_by(struct loops_written *w, const struct tir_stmt *s)
{
	if (s->kind == TIR_STORE) {
		write(w, loops_written_class(w, tir_buffer_of(s)));
		write(w, LOOPS_ANYTHING);
	}
	if (s->kind == TIR_ALLOC)
		write(w, loops_written_class(w, tir_buffer_of(s)));
	if (tir_stmt_flags(s) & TIR_HAS_EFFECT) {
		write(w, LOOPS_ANYWHERE);
		write(w, LOOPS_ANYTHING);
	}
}

void loops_written_by_all(struct loops_written *w, const struct tir_seq *s)
{
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		loops_written_by(w, t);
		loops_written_by_all(w, tir_body(t));
		loops_written_by_all(w, tir_orelse(t));
	}
}

bool loops_is_there(const struct loops_written *w, uint32_t class, uint32_t since)
{
	uint32_t last = w->last.at[class == LOOPS_ANYWHERE ? LOOPS_ANYTHING : class];
	return last <= since && w->last.at[LOOPS_ANYWHERE] <= since;
}

/* ---- Branches ----------------------------------------------------------------------------*/
uint32_t loops_written_arm(struct loops_written *w)
{
	w->arms++;
	return w->log.n;
}

void loops_written_else(struct loops_written *w, uint32_t arm)
{
	for (uint32_t i = w->log.n; i-- > arm;)
		w->last.at[w->log.at[i].class] = w->log.at[i].before;
	w->now++;
}

void loops_written_end(struct loops_written *w, uint32_t arm)
{
	w->arms--;
	for (uint32_t i = arm; i < w->log.n; i++)
		w->last.at[w->log.at[i].class] = ++w->now;
	w->log.n = w->arms ? w->log.n : 0;
}
