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
 *         threads is refused: registers that loops over them share (check_registers), and barriers by lowering. A
 *         loop that has a first value, a step or a break is no launch but a serial loop (bind_threads).
 * Costs   one step a statement. */
#include "legalize/internal.h"

static bool is_thread(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && s->for_kind == TIR_THREAD;
}

/* ---- Registers ---------------------------------------------------------------------------*/
/* True for a loop over threads that run at the same time, more than one of them. */
static bool is_many(const struct tir_stmt *s)
{
	return is_thread(s) && !strncmp(tir_as_for(s)->more->tag, "threadIdx", 9) &&
	       !(tir_as_for(s)->extent.e->op == TIR_INT_IMM && tir_as_for(s)->extent.e->u.i <= 1);
}

/* Has the loop an iteration? */
static bool runs(const struct tir_stmt *s)
{
	const struct tir_expr *extent = tir_as_for(s)->extent.e;
	return extent->op == TIR_INT_IMM && extent->u.i > 0;
}

static bool is_private(const struct tir_buffer *b)
{
	return !strcmp(b->scope, "local") || !strncmp(b->scope, "warp", 4);
}

enum { SEVERAL = UINT32_MAX };

/* What threads have of their own, declared outside of the loops over them.  needed, written: the loop over threads in which what was
 * there before is read, and in which something is stored; 0: none; SEVERAL, or one that is run again. */
struct registers {
	const struct tir_stmt *alloc; /* NULL: no such thing */
	uint32_t depth;               /* loops around it */
	uint32_t last;                /* loop over threads that names it */
	uint32_t needed, written;
};
struct checker {
	struct pass *p;
	struct registers *of; /* by buffer */
	uint32_t depth;    /* loops that are open, without those over threads and what is in them */
	uint32_t now, all; /* the loop over threads that is open, or 0; how many there were */
	uint32_t inside;   /* statements open in that: what they hold need not run, or not once */
	bool ok;
};

static uint32_t joined(uint32_t loops, const struct checker *c, const struct registers *r)
{
	return (loops && loops != c->now) || c->depth > r->depth ? SEVERAL : c->now;
}

/* Note that the open loop over threads names the buffer.  stores: and writes to it; begins: to all of it, in each iteration. */
static void use(struct checker *c, const struct tir_buffer *b, bool stores, bool begins)
{
	struct registers *r = b && b->root ? &c->of[b->root->id] : NULL;
	if (!r || !r->alloc)
		return;
	if (r->last != c->now && !begins)
		r->needed = joined(r->needed, c, r);
	if (stores)
		r->written = joined(r->written, c, r);
	r->last = c->now;
	if (!r->needed || !r->written || (r->needed == r->written && r->needed != SEVERAL))
		return;
	c->ok = PASS_ERROR(c->p, r->alloc->at,
	        "'%s' is private to each thread but lives outside of the loops over threads: this "
	        "cannot be compiled for a CPU",
	        tir_as_alloc(r->alloc)->buffer->name);
	r->alloc = NULL;
}

/* Who has the address may read and write. */
static bool use_of_expr(void *ctx, const struct tir_expr *e)
{
	bool address = e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF;
	if (address || tir_ops[e->op].reads)
		use(ctx, e->u.buffer, address, false);
	return true;
}

/* Has the allocation one element, of the type that the store writes? */
static bool is_whole(const struct tir_stmt *s)
{
	const struct tir_buffer *b = tir_buffer_of(s);
	bool one = b == b->root && !tir_mask_of(s) && tir_type_eq(b->elem, tir_value_of(s)->type);
	for (uint32_t i = 0; i < b->ndim && one; i++)
		one = b->shape[i]->op == TIR_INT_IMM && b->shape[i]->u.i == 1;
	return one;
}

/* What the statement itself, in a loop over threads, names. */
static void use_of_stmt(struct checker *c, const struct tir_stmt *s)
{
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], &c->p->arena, use_of_expr, c);
	if (s->kind == TIR_STORE)
		use(c, tir_buffer_of(s), true, !c->inside && is_whole(s));
}

/* Refuse registers of which one loop over threads reads what another one has left, or what it left itself when it ran before: each
 * thread has its own, and there would be the last thread's alone.  What they only read is the same for all of them. */
static void check_registers(struct checker *c, const struct tir_seq *seq)
{
	for (const struct tir_stmt *s = seq->first; s; s = s->next) {
		bool opens = !c->now && is_many(s);
		bool again = !c->now && !opens && (s->kind == TIR_FOR || s->kind == TIR_WHILE);
		bool in = c->now && !(is_thread(s) && runs(s));
		if (c->now)
			use_of_stmt(c, s);
		else if (s->kind == TIR_ALLOC && is_private(tir_buffer_of(s)))
			c->of[tir_buffer_of(s)->id] = (struct registers){
			        .alloc = s, .depth = c->depth};
		c->now = opens ? ++c->all : c->now;
		c->depth += again;
		c->inside += in;
		check_registers(c, tir_body(s));
		check_registers(c, tir_orelse(s));
		c->inside -= in;
		c->depth -= again;
		c->now = opens ? 0 : c->now;
	}
}

static bool has_no_shared_registers(struct pass *p, const struct tir_func *f)
{
	struct checker c = {.p = p, .ok = true};
	c.of = ARENA_NEWN(&p->arena, struct registers, p->m->nbuffers);
	check_registers(&c, &f->body);
	return c.ok;
}

/* ---- Launches ----------------------------------------------------------------------------*/
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
	if (!has_no_shared_registers(p, f))
		return NULL;
	return tir_func_with_body(f, tir_seq_map(&f->body, bind_threads, p));
}
