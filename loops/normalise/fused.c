/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/normalise/fused.c: a loop whose variable is divided as the loops that were fused into it.
 *
 * Idea    for ij in range(n * m) that names ij // m and ij % m is for i in range(n): for j in range(m), with i * m + j in the place of
 *         ij: the simplifier, which knows their ranges, then makes i of the quotient and j of the remainder.
 * Needs   flat statements; a loop from 0 by 1 of a constant number of iterations, which each divisor divides, as each lesser one
 *         divides each greater one.
 * Keeps   the order of iterations; loops that a break leaves.
 * Costs   the nodes of each such loop's body. */
#include "loops/normalise/respell.h"
#include <stdio.h>

enum { MOST = 6 };

struct divisors {
	const struct tir_var *v;
	int64_t extent, by[MOST]; /* ascending */
	uint32_t n;
	struct arena *arena;
};

/* Note a divisor of the variable, if it divides its extent. */
static void note(struct divisors *d, int64_t by)
{
	uint32_t i = d->n;
	if (by < 2 || by >= d->extent || d->extent % by || d->n == MOST)
		return;
	for (uint32_t k = 0; k < d->n; k++)
		if (d->by[k] == by)
			return;
	for (; i && d->by[i - 1] > by; i--)
		d->by[i] = d->by[i - 1];
	d->by[i] = by;
	d->n++;
}

/* Note what the variable is divided by. */
static bool note_division(void *ctx, const struct tir_expr *e)
{
	struct divisors *d = ctx;
	bool divides = e->op == TIR_FLOORDIV || e->op == TIR_FLOORMOD;
	if (divides && e->arg[0] == d->v->expr && e->arg[1]->op == TIR_INT_IMM)
		note(d, e->arg[1]->u.i);
	return true;
}

/* Note the divisors in the statement's operands. */
static bool note_stmt(void *ctx, struct tir_stmt *s)
{
	struct divisors *d = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, e, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(e[i], d->arena, note_division, d);
	return true;
}

/* Does each divisor divide the next one? */
static bool is_chain(const struct divisors *d)
{
	for (uint32_t i = 0; i + 1 < d->n; i++)
		if (d->by[i + 1] % d->by[i])
			return false;
	return d->n != 0;
}

/* Add loops over the digits of the variable in the place of the loop; NULL: it is another one. */
static void loop(struct respell *r, const struct tir_stmt *s, struct tir_seq *out)
{
	const struct tir_for *l = tir_as_for(s);
	struct divisors d = {.v = l->var, .arena = r->arena};
	bool fits = loops_respell_is_plain(s) && respell_is_free(r, l->var) &&
	            tir_loop_step(s) == 1 && l->min.e->op == TIR_INT_IMM && l->min.e->u.i == 0 &&
	            l->extent.e->op == TIR_INT_IMM && l->extent.e->u.i > 0 &&
	            l->extent.e->u.i < INT32_MAX && !tir_seq_leaves(tir_body(s));
	if (fits) {
		d.extent = l->extent.e->u.i;
		tir_walk_stmts(tir_body(s), note_stmt, &d);
	}
	if (!fits || !is_chain(&d)) {
		tir_seq_add(out, loops_respell_copy(r, s));
		return;
	}
	char name[64];
	snprintf(name, sizeof name, "%.40s_", l->var->name);
	const struct tir_expr *sum = NULL;
	struct tir_var *digit[MOST + 1];
	int64_t above = d.extent;
	for (uint32_t i = d.n + 1; i-- > 0;) { /* the highest digit first */
		int64_t unit = i ? d.by[i - 1] : 1;
		digit[i] = loops_respell_var(r, name, d.n - i, l->var->type);
		digit[i]->at = l->var->at;
		const struct tir_expr *x = digit[i]->expr;
		if (unit > 1)
			x = tir_binary(r->m, TIR_MUL, x, tir_int(r->m, l->var->type, unit));
		sum = sum ? tir_binary(r->m, TIR_ADD, sum, x) : x;
	}
	loops_respell_set(r, l->var->expr, sum);
	r->any = true;
	struct tir_seq body = tir_seq_map(tir_body(s), loops_respell_stmt, r);
	for (uint32_t i = 0; i <= d.n; i++) { /* the innermost loop first */
		struct tir_stmt *t = tir_stmt_copy(r->m->arena, s);
		int64_t unit = i ? d.by[i - 1] : 1, next = i < d.n ? d.by[i] : above;
		t->for_kind = TIR_SERIAL;
		tir_set_var(t, digit[i]);
		tir_as_for(t)->extent.e = tir_int(r->m, l->extent.e->type, next / unit);
		tir_set_body(t, body);
		body = (struct tir_seq){0};
		tir_seq_add(&body, t);
	}
	tir_seq_append(out, body);
}

struct tir_func *loops_fused(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct respell r = loops_respell_begin(f, options, arena);
	(void)vectors;
	r.loop = loop;
	return loops_respell_func(&r, f);
}
