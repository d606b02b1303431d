/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/wrap.c: check choices in the place of remainders by a loop's extent (loops/normalise/wrap.c).
 *
 * Idea    Both programs are walked in step, and their operands node by node.  Where f has x % n and g a choice, a loop around counts i
 *         from 0 to n, so that n is above i; x is i + 1 or i - 1 and a number of times n.  The remainder is then i + 1, or 0 where that
 *         is n; or i - 1, or n - 1 where i is 0.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   each node that is not the same, STEPS of a statement at most.
 * Wrong if a choice is another one, or x is below 0 where a remainder has its sign. */
#include "proof/nest.h"

enum { STEPS = 1 << 16 };

struct wrapped {
	struct proof_walk walk;
	struct tir_module *m;
	uint32_t steps; /* left, of a statement */
};
/* A number of times n, of times i, and a number. */
struct parts {
	int64_t n, i, c;
};

/* Take the sum e apart, its signs in factor; false: it is another one, or too large. */
static bool take_apart(struct wrapped *w, const struct tir_expr *e, const struct tir_expr *i,
        const struct tir_expr *n, int factor, struct parts *p)
{
	if (!w->steps)
		return false;
	w->steps--;
	if (e == n)
		p->n += factor;
	else if (e == i)
		p->i += factor;
	else if (e->op == TIR_INT_IMM && e->u.i > -8 && e->u.i < 8)
		p->c += factor * e->u.i;
	else
		return (e->op == TIR_ADD || e->op == TIR_SUB) &&
		       take_apart(w, e->arg[0], i, n, factor, p) &&
		       take_apart(w, e->arg[1], i, n, e->op == TIR_ADD ? factor : -factor, p);
	return true;
}

/* Is y what x, a remainder by the extent of the loop, is in its iterations? */
static bool is_neighbour(struct wrapped *w, const struct tir_expr *x, const struct tir_expr *y,
        const struct tir_stmt *loop)
{
	const struct tir_for *l = tir_as_for(loop);
	const struct tir_expr *i = l->var->expr, *n = x->arg[1], *c = y->arg[0];
	struct parts p = {0};
	if (l->extent.e != n || l->min.e->op != TIR_INT_IMM || l->min.e->u.i != 0 ||
	        tir_loop_step(loop) != 1 || n->flags & TIR_READS_MEM ||
	        i->type.code != TIR_TYPE_INT || i->type.bits < 32 ||
	        !tir_type_eq(i->type, n->type) || !take_apart(w, x->arg[0], i, n, 1, &p) ||
	        p.i != 1 || p.n < 0)
		return false;
	const struct tir_expr *zero = tir_int(w->m, i->type, 0), *one = tir_int(w->m, i->type, 1),
	                      *next = tir_binary(w->m, TIR_ADD, i, one);
	if (p.c == 1)
		return c == tir_binary(w->m, TIR_LT, next, n) && y->arg[1] == next &&
		       y->arg[2] == zero;
	return p.c == -1 && (x->op == TIR_FLOORMOD || p.n > 0) &&
	       c == tir_binary(w->m, TIR_LT, zero, i) &&
	       y->arg[1] == tir_binary(w->m, TIR_SUB, i, one) &&
	       y->arg[2] == tir_binary(w->m, TIR_SUB, n, one);
}

/* Is y, of g, the remainder x by the extent of a loop around? */
static bool is_remainder(struct wrapped *w, const struct tir_expr *x, const struct tir_expr *y)
{
	const struct proof_scope *scope = &w->walk.scope;
	if ((x->op != TIR_FLOORMOD && x->op != TIR_MOD) || y->op != TIR_IF_THEN_ELSE)
		return false;
	for (uint32_t k = 0; k < scope->around.n; k++)
		if (scope->around.at[k].loop && is_neighbour(w, x, y, scope->around.at[k].loop))
			return true;
	return false;
}

/* Do both compute the same? */
static bool same(struct wrapped *w, const struct tir_expr *x, const struct tir_expr *y, int depth)
{
	if (x == y)
		return true;
	if (!w->steps || !depth || !tir_type_eq(x->type, y->type))
		return false;
	w->steps--;
	if (x->op != y->op)
		return is_remainder(w, x, y);
	bool ok = x->n == y->n && x->n > 0 && x->u.bits == y->u.bits && x->op != TIR_LET;
	for (uint32_t i = 0; ok && i < x->n; i++)
		ok = same(w, x->arg[i], y->arg[i], depth - 1);
	return ok;
}

/* Are operands of the two written otherwise? */
static bool is_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t)
{
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS);
	(void)ctx;
	return s->kind == t->kind && tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) == n &&
	       memcmp(a, b, n * sizeof *a) != 0;
}

/* Are two statements the same whose operands are written otherwise?  Then their bodies are compared, too. */
static bool same_changed(void *ctx, const struct tir_stmt *s, const struct tir_stmt *t,
        const struct tir_stmt **next)
{
	enum { DEEP = 200 };
	struct wrapped *w = ctx;
	const struct tir_expr *a[TIR_MAX_OPERANDS], *b[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, a, TIR_MAX_OPERANDS), around = w->walk.scope.around.n;
	struct proof_around in = {s->kind == TIR_FOR ? s : NULL, NULL, true};
	w->walk.why = "an operand is another one, or not understood";
	*next = t->next;
	bool ok = proof_same_head(s, t) && tir_stmt_exprs(t, b, TIR_MAX_OPERANDS) == n &&
	          tir_var_of(s) == tir_var_of(t) &&
	          (s->kind != TIR_FOR || tir_loop_step(s) == tir_loop_step(t));
	w->steps = STEPS;
	for (uint32_t i = 0; ok && i < n; i++)
		ok = same(w, a[i], b[i], DEEP);
	if (in.loop && ok && tir_as_for(s)->extent.e == tir_as_for(t)->extent.e)
		VEC_PUSH(w->walk.arena, &w->walk.scope.around, in);
	ok = ok && proof_walk_seq(&w->walk, tir_body(s), tir_body(t)) &&
	     proof_walk_seq(&w->walk, tir_orelse(s), tir_orelse(t));
	w->walk.scope.around.n = around;
	return ok;
}

enum proof_verdict proof_wrapped(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	(void)contract;
	struct diag silent = {0};
	struct wrapped w = {.walk = {.arena = arena,
	                            .is_changed = is_changed,
	                            .same_changed = same_changed,
	                            .why = "a variable is used out of its scope"},
	        .m = f->module};
	w.walk.ctx = &w;
	bool ok = tir_verify_func(g, &silent) && proof_walk_seq(&w.walk, &f->body, &g->body);
	*why = w.walk.why;
	return ok ? PROOF_PROVED : PROOF_REFUTED;
}
