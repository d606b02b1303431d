/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize/unroll.c: full unroll of loops of two iterations on vectors, and on the host of those that fill a few bytes.
 *
 * Idea.   The instructions of one body of vectors wait for each other: its packets have place for more.  Both iterations
 *         in one body fill them, and share what they compute and load.  Here, and not by LLVM: common subexpression
 *         elimination comes behind it, and LLVM decides by the size of a body before it is selected.
 *         A loop that stores one byte a few times is a memset for LLVM, of which it makes no vectors; stores one by one become
 *         vectors of the loop around.
 * Needs   a loop in a loop, with constant bounds, whose body stores and binds whole registers; or stores bytes that its variable is not in.
 * Keeps   all iterations in their order.
 * Costs   each node of such a body. */
#include "loops/loops.h"
#include "target/target.h"

enum {
	ITERATIONS = 2,
	MOST_STMTS = 16,
	LEAST_REGISTERS = 48, /* less LLVM unrolls by itself */
	MOST_REGISTERS = 144, /* of a body: both bodies share 32 */
	FARTHEST = 1 << 16,
	MOST_BYTES = 8, /* that are filled */
};

struct unroller {
	struct tir_module *m;
	struct arena *arena;
	struct loops_vectors *out;
	bool for_llvm; /* what fills bytes, in the place of what is on vectors */
	uint32_t depth;
};

/* Add the registers that the operands of e and its value fill, one after the other; false: too many, or no such vectors. */
static bool add_registers(const struct tir_expr *e, uint32_t *registers)
{
	if (e->type.lanes == 1 || e->op == TIR_BROADCAST)
		return true;
	*registers += 1 + (tir_type_bytes(e->type) - 1) / TARGET_HVX_BYTES;
	if (*registers > MOST_REGISTERS || e->op == TIR_CALL || e->op == TIR_LET)
		return false;
	for (uint32_t i = 0; i < e->n && e->op != TIR_LOAD; i++)
		if (!add_registers(e->arg[i], registers))
			return false;
	return true;
}

/* Does the body store and bind whole registers, and not too many? */
static bool is_body(const struct tir_seq *body)
{
	uint32_t registers = 0, n = 0;
	bool ok = true;
	for (const struct tir_stmt *t = body->first; t && ok; t = t->next)
		ok = (t->kind == TIR_BIND || t->kind == TIR_STORE) && !tir_mask_of(t) &&
		     ++n <= MOST_STMTS &&
		     tir_type_bytes(tir_value_of(t)->type) >= TARGET_HVX_BYTES &&
		     add_registers(tir_value_of(t), &registers);
	return ok && registers >= LEAST_REGISTERS;
}

static bool is_other(void *ctx, const struct tir_expr *e)
{
	return e->op != TIR_VAR || e->u.var != ctx;
}

/* Does the body only store bytes, the same in each iteration?  A T.Let would name a variable anew in each copy. */
static bool fills_bytes(const struct unroller *u, const struct tir_for *l,
        const struct tir_seq *body)
{
	uint32_t n = 0;
	bool ok = true;
	for (const struct tir_stmt *t = body->first; t && ok; t = t->next)
		ok = t->kind == TIR_STORE && !tir_mask_of(t) && ++n <= MOST_STMTS &&
		     !(tir_stmt_flags(t) & TIR_HAS_LET) &&
		     tir_type_bytes(tir_value_of(t)->type) == 1 &&
		     tir_walk_expr(tir_value_of(t), u->arena, is_other, (void *)l->var);
	return ok && n;
}

/* Is it a serial loop with constant bounds of two iterations, on vectors alone, or one that fills bytes?  Such a one is fully
 * unrolled. */
static bool is_unrolled(const struct unroller *u, const struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || s->for_kind != TIR_SERIAL || !u->depth)
		return false;
	const struct tir_for *l = tir_as_for(s);
	struct tir_type t = l->var->type;
	int64_t step = tir_loop_step(s);
	return !(l->more->attr && l->more->attr->n) && !l->more->tag && step > 0 &&
	       t.code == TIR_TYPE_INT && t.bits >= 32 && l->min.e->op == TIR_INT_IMM &&
	       l->extent.e->op == TIR_INT_IMM && l->min.e->u.i > -FARTHEST &&
	       l->min.e->u.i < FARTHEST && l->extent.e->u.i <= FARTHEST &&
	       l->extent.e->u.i > step &&
	       l->extent.e->u.i <= (u->for_llvm ? MOST_BYTES : ITERATIONS) * step &&
	       (u->for_llvm ? fills_bytes(u, l, tir_body(s)) : is_body(tir_body(s)));
}

/* Add the loop's iterations one by one if it is to be unrolled; else a copy of s, whose bodies are walked. */
static void unroll_stmt(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct unroller *u = ctx;
	if (!is_unrolled(u, s)) {
		struct tir_stmt *t = tir_stmt_copy(u->m->arena, s);
		u->depth += s->kind == TIR_FOR;
		tir_seq_map_bodies(t, unroll_stmt, u);
		u->depth -= s->kind == TIR_FOR;
		tir_seq_add(out, t);
		return;
	}
	const struct tir_for *l = tir_as_for(s);
	uint32_t times = 0;
	for (int64_t k = 0; k < l->extent.e->u.i; k += tir_loop_step(s), times++) {
		struct tir_subst copy = {.m = u->m, .arena = u->arena};
		tir_subst_var(&copy, l->var, tir_int(u->m, l->var->type, l->min.e->u.i + k));
		tir_seq_append(out, tir_subst_seq(&copy, tir_body(s)));
	}
	struct loops_vectorized x = {LOOPS_UNROLLED, s, times};
	VEC_PUSH(u->arena, &u->out->all, x);
}

struct tir_func *loops_unroll(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct unroller u = {
	        .m = f->module, .arena = arena, .out = vectors, .for_llvm = !options->vectorize};
	struct tir_seq body = tir_seq_map(&f->body, unroll_stmt, &u);
	return vectors->all.n ? tir_func_with_body(f, body) : f;
}
