/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/loop_bounds.c: loops from 0 by 1, without those of one iteration, in the order of the text.
 *
 * Idea    The variable of a loop from a by s is a + s * i, with i from 0 by 1.  A loop of one iteration is its body, with the first
 *         value in the place of the variable.  T.parallel says that the order is no matter: that of the text is one.
 * Needs   flat statements.
 * Keeps   loops whose number of iterations is not known and whose variable might overflow; variables that shapes or annotations
 *         name; loops that a break leaves, of one iteration.
 * Costs   the nodes of the text. */
#include "loops/normalise/respell.h"
#include "simplify/simplify.h"

static bool is_number(const struct tir_expr *e, int64_t *n)
{
	*n = e->op == TIR_INT_IMM ? e->u.i : 0;
	return e->op == TIR_INT_IMM;
}

/* a + n * e, of e's type. */
static const struct tir_expr *plus(struct respell *r, const struct tir_expr *a, int64_t n,
        const struct tir_expr *e)
{
	int64_t c;
	if (n != 1)
		e = tir_binary(r->m, TIR_MUL, e, tir_int(r->m, e->type, n));
	if (is_number(a, &c) && c < 0 && c > INT32_MIN)
		return tir_binary(r->m, TIR_SUB, e, tir_int(r->m, e->type, -c));
	return is_number(a, &c) && c == 0 ? e : tir_binary(r->m, TIR_ADD, e, a);
}

static bool is_pure(const struct tir_expr *e)
{
	return !(e->flags & (TIR_MAY_TRAP | TIR_READS_MEM | TIR_HAS_EFFECT | TIR_HAS_LET));
}

/* Add the body of a loop of one iteration; false: it has more. */
static bool takes_once(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_for *l = tir_as_for(s);
	int64_t n;
	if (!is_number(l->extent.e, &n) || n < 1 || n > tir_loop_step(s) || !is_pure(l->min.e) ||
	        tir_seq_leaves(tir_body(s)))
		return false;
	loops_respell_set(r, l->var->expr, loops_respell_expr(r, l->min.e));
	r->any = true;
	tir_seq_append(out, tir_seq_map(tir_body(s), loops_respell_stmt, r));
	return true;
}

/* Is the loop from 0 by 1 already, or must it stay as it is? */
static bool stays(const struct respell *r, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	int64_t n, min, lo, hi;
	if (tir_loop_step(s) == 1 && is_number(l->min.e, &min) && min == 0)
		return true;
	/* the number of iterations, and what the variable is behind the last one */
	return !is_number(l->extent.e, &n) || n < 1 || !is_pure(l->min.e) ||
	       !range_limits(r->facts, l->min.e, &lo, &hi) || lo < INT32_MIN / 2 ||
	       hi > INT32_MAX / 2 || n > INT32_MAX / 2 || tir_loop_step(s) > INT32_MAX / 2;
}

/* The variable of a loop from 0 by 1 in the place of the loop's; NULL: it stays. */
static struct tir_var *counted_anew(struct respell *r, const struct tir_stmt *s)
{
	const struct tir_for *l = tir_as_for(s);
	if (!loops_respell_is_plain(s) || !respell_is_free(r, l->var) || stays(r, s))
		return NULL;
	struct tir_var *v = tir_var_new(r->m, l->var->name, l->var->type);
	v->at = l->var->at;
	loops_respell_set(r, l->var->expr,
	        plus(r, loops_respell_expr(r, l->min.e), tir_loop_step(s), v->expr));
	r->any = true;
	return v;
}

/* Add the loop, from 0 by 1. */
static void from_0(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_for *l = tir_as_for(s);
	struct tir_var *v = counted_anew(r, s);
	struct tir_stmt *t = loops_respell_copy(r, s);
	if (v) {
		int64_t n = (l->extent.e->u.i - 1) / tir_loop_step(s) + 1;
		tir_set_var(t, v);
		tir_as_for(t)->min.e = tir_int(r->m, l->min.e->type, 0);
		tir_as_for(t)->extent.e = tir_int(r->m, l->extent.e->type, n);
		if (l->more->step.e)
			tir_loop_more(r->m->arena, t)->step.e = NULL;
	}
	tir_seq_add(out, t);
}

/* Add the loop, in the order of the text, or its body. */
static void in_order(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	bool plain = loops_respell_is_plain(s);
	if (plain && respell_is_free(r, tir_as_for(s)->var) && takes_once(r, s, out))
		return;
	struct tir_stmt *t = loops_respell_copy(r, s);
	if (plain && s->for_kind == TIR_PARALLEL) {
		t->for_kind = TIR_SERIAL;
		r->any = true;
	}
	tir_seq_add(out, t);
}

struct tir_func *loops_plain(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = in_order;
	return loops_respell_func(&r, f);
}

struct tir_func *loops_from_0(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = from_0;
	return loops_respell_func(&r, f);
}
