/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/threads.c: thread-bound loops.
 *
 * Idea.   A loop bound to a thread of a GPU is a launch in the flat form, which one core runs in
 *         order; a virtual thread is a serial loop, and so is one that a break or continue ends.
 * Needs   nothing.
 * Keeps   the order of iterations.  What one core cannot run in order, threads that wait for each
 *         other or hand values on through memory, is refused: barriers and shared memory by
 *         lowering, registers that outlive a loop over threads here.
 * Why it cannot be wrong
 *         One core runs the iterations of a launch in their order, as it would the loop's. What differs on
 *         threads is refused: registers that two loops share (check_registers), and barriers by lowering. A
 *         loop that has a first value, a step or a break is no launch but a serial loop (bind_threads).
 * Costs   one step a statement. */
#include "legalize/internal.h"

static bool is_thread(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && s->for_kind == TIR_THREAD;
}

/* True for a loop over threads that run at the same time, more than one of them. */
static bool is_many(const struct tir_stmt *s)
{
	return is_thread(s) && !strncmp(tir_as_for(s)->more->tag, "threadIdx", 9) &&
	       !(tir_as_for(s)->extent.e->op == TIR_INT_IMM && tir_as_for(s)->extent.e->u.i <= 1);
}

static bool is_private(const struct tir_buffer *b)
{
	return !strcmp(b->scope, "local") || !strncmp(b->scope, "warp", 4);
}

/* Refuse registers that are declared outside of two or more loops over threads: each thread has its
 * own, and one loop would leave the next one only the last thread's. */
static bool check_registers(struct pass *p, const struct tir_seq *s)
{
	const struct tir_stmt *registers = NULL;
	uint32_t loops = 0;
	bool ok = true;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		if (t->kind == TIR_ALLOC && is_private(tir_as_alloc(t)->buffer) && !registers)
			registers = t;
		if (registers && (is_many(t) || tir_seq_any(tir_body(t), is_many)))
			loops++;
		ok = check_registers(p, tir_body(t)) && check_registers(p, tir_orelse(t)) && ok;
	}
	return loops < 2 ? ok
	                 : PASS_ERROR(p, registers->at,
	                           "'%s' is private to each thread but lives outside of the loops "
	                           "over threads: this cannot be compiled for a CPU",
	                           tir_as_alloc(registers)->buffer->name);
}

static void bind_threads(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct pass *p = ctx;
	struct tir_stmt *t = tir_stmt_copy(p->m->arena, s);
	tir_seq_map_bodies(t, bind_threads, p);
	bool thread = is_thread(s);
	bool plain = thread && tir_as_for(t)->min.e && tir_as_for(t)->min.e->op == TIR_INT_IMM &&
	             tir_as_for(t)->min.e->u.i == 0 && !tir_as_for(t)->more->step.e &&
	             !tir_seq_leaves(tir_body(s));
	if (thread && (!strncmp(tir_as_for(s)->more->tag, "vthread", 7) || !plain)) {
		t->for_kind = TIR_SERIAL;
		tir_loop_more(p->m->arena, t)->tag = NULL;
	} else if (thread) {
		t->kind = TIR_LAUNCH;
		t->for_kind = TIR_SERIAL;
		tir_as_for(t)->min = (struct tir_operand){0};
		tir_set_attr(t, NULL);
		t->with = true;
	}
	tir_seq_add(out, t);
}

struct tir_func *legalize_threads(struct pass *p, struct tir_func *f)
{
	if (!tir_seq_any(&f->body, is_thread))
		return f;
	if (!check_registers(p, &f->body))
		return NULL;
	return tir_func_with_body(f, tir_seq_map(&f->body, bind_threads, p));
}
