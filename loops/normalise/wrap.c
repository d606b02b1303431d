/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/wrap.c: remainders of a neighbour of a loop's variable by the loop's extent.
 *
 * Idea    In for i in range(n) the neighbour (i + 1) % n is i + 1, but 0 in the last iteration, and (i - 1) % n or (i + n - 1) % n is
 *         i - 1, but n - 1 in the first one: a choice in the place of a division, whatever n is.
 * Needs   flat statements; a loop from 0 by 1; sums with a sign, which do not overflow.
 * Keeps   the number of each remainder.
 * Costs   the nodes of the text, and STEPS for each remainder. */
#include "loops/normalise/respell.h"

enum { STEPS = 32, TIMES = 2, FARTHEST = 1 << 20 };

/* i + times * n + rest */
struct neighbour {
	const struct tir_expr *i, *n;
	int64_t variables, times, rest;
};

/* Add factor * e; false: it is no such sum. */
static bool read(struct neighbour *x, const struct tir_expr *e, int64_t factor, uint32_t *steps)
{
	if (!*steps || e->type.code != TIR_TYPE_INT || e->type.bits < 32 || e->type.lanes != 1)
		return false;
	--*steps;
	if (e == x->n) {
		x->times += factor;
		return true;
	}
	if (e->op == TIR_INT_IMM && e->u.i >= -FARTHEST && e->u.i <= FARTHEST) {
		x->rest += factor * e->u.i;
		return true;
	}
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return read(x, e->arg[0], factor, steps) &&
		       read(x, e->arg[1], e->op == TIR_SUB ? -factor : factor, steps);
	if (e->op != TIR_VAR || (x->i && x->i != e))
		return false;
	x->i = e;
	x->variables += factor;
	return true;
}

/* The loop that counts the variable; NULL: it is another one. */
static const struct tir_stmt *loop_of(const struct respell *r, const struct tir_expr *i)
{
	const struct tir_stmt *s = i ? facts_definer(r->facts, i->u.var) : NULL;
	return s && s->kind == TIR_FOR ? s : NULL;
}

/* Does the loop run from 0 to n, by 1? */
static bool counts_to(const struct tir_stmt *s, const struct tir_expr *n)
{
	return loops_respell_is_plain(s) && tir_loop_step(s) == 1 && tir_as_for(s)->extent.e == n &&
	       tir_as_for(s)->min.e->op == TIR_INT_IMM && tir_as_for(s)->min.e->u.i == 0;
}

/* Is a remainder read as that of a neighbour of a loop's variable, whose loop is *s? */
static bool read_neighbour(const struct respell *r, const struct tir_expr *e, struct neighbour *x,
        const struct tir_stmt **s)
{
	uint32_t steps = STEPS;
	if ((e->op != TIR_FLOORMOD && e->op != TIR_MOD) || e->arg[1]->op == TIR_INT_IMM ||
	        e->arg[1]->flags & TIR_READS_MEM)
		return false;
	x->n = e->arg[1];
	if (!read(x, e->arg[0], 1, &steps) || x->variables != 1 || x->times < 0 ||
	        x->times > TIMES || !x->rest)
		return false;
	*s = loop_of(r, x->i);
	return *s;
}

/* Why the remainder stays; WRAPPED: it does not. */
static enum loops_reason judge(const struct tir_expr *e, const struct neighbour *x,
        const struct tir_stmt *loop)
{
	if (!counts_to(loop, x->n))
		return LOOPS_WRAP_EXTENT;
	if (x->rest != 1 && x->rest != -1)
		return LOOPS_WRAP_FAR;
	return e->op == TIR_MOD && x->rest < 0 && !x->times ? LOOPS_WRAP_SIGN : LOOPS_WRAPPED;
}

/* Note what became of a remainder in the loop. */
static void note(struct respell *r, enum loops_reason why, const struct tir_stmt *loop)
{
	struct loops_vectors *v = r->ctx;
	uint32_t i = 0;
	if (why != LOOPS_WRAPPED) {
		VEC_PUSH(r->arena, &v->refused, ((struct loops_refused){why, loop, loop}));
		return;
	}
	while (i < v->all.n && v->all.at[i].loop != loop)
		i++;
	if (i == v->all.n)
		VEC_PUSH(r->arena, &v->all, ((struct loops_vectorized){why, loop, 0}));
	v->all.at[i].amount++;
}

/* A choice in the place of the remainder; e: it is another node. */
static const struct tir_expr *node(struct respell *r, const struct tir_expr *was,
        const struct tir_expr *e)
{
	struct neighbour x = {0};
	const struct tir_stmt *loop;
	if (e != was || !read_neighbour(r, e, &x, &loop))
		return e;
	enum loops_reason why = judge(e, &x, loop);
	note(r, why, loop);
	if (why != LOOPS_WRAPPED)
		return e;
	const struct tir_expr *one = tir_int(r->m, e->type, 1), *zero = tir_int(r->m, e->type, 0),
	                      *next = tir_binary(r->m, TIR_ADD, x.i, one);
	if (x.rest == 1)
		return tir_select(r->m, TIR_IF_THEN_ELSE, tir_binary(r->m, TIR_LT, next, x.n), next,
		        zero);
	return tir_select(r->m, TIR_IF_THEN_ELSE, tir_binary(r->m, TIR_LT, zero, x.i),
	        tir_binary(r->m, TIR_SUB, x.i, one), tir_binary(r->m, TIR_SUB, x.n, one));
}

struct tir_func *loops_wrap(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	r.node = node;
	r.ctx = vectors;
	return loops_respell_func(&r, f);
}
