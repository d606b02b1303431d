/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/windows.c: check reductions over windows that slide (loops/storage/windows.c).
 *
 * Idea    Take the arrays of partial results away, as the proof of values in arrays does: each reduction is one expression then.  Of the
 *         operands of a minimum or maximum that are the same, keep one.  Then run both programs on symbols, for which the order of
 *         operands does not matter.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   the nodes of the expression; a run of one iteration of the nest.
 * Wrong if two operands are taken for one that are not. */
#include "proof/normalise/hoist.h"

enum { OPERANDS = 1024, STEPS = 1 << 14 };

/* The operands of one minimum or maximum, each once. */
struct extreme {
	struct tir_module *m;
	struct arena *arena;
	enum tir_op op;
	struct tir_subst subst;
	uint32_t n, steps;
	const struct tir_expr *all[OPERANDS];
};

/* e with (x + 1) + 2 as x + 3. */
static const struct tir_expr *added_up(struct extreme *x, const struct tir_expr *e)
{
	const struct tir_expr *arg[TIR_MAX_RANK];
	int64_t n;
	if (!e->n || e->n > TIR_MAX_RANK || !x->steps)
		return e;
	x->steps--;
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = added_up(x, e->arg[i]);
	bool sum = e->op == TIR_ADD && arg[1]->op == TIR_INT_IMM && arg[0]->op == TIR_ADD &&
	           arg[0]->arg[1]->op == TIR_INT_IMM && tir_type_eq(e->type, TIR_INT32);
	if (sum && !__builtin_add_overflow(arg[0]->arg[1]->u.i, arg[1]->u.i, &n) && n <= INT32_MAX)
		return tir_binary(x->m, TIR_ADD, arg[0]->arg[0], tir_int(x->m, e->type, n));
	return tir_make(x->m, (enum tir_op)e->op, e->type, e->u.bits, e->n, arg);
}

/* Note the operands of e; false: too many. */
static bool add_operands(struct extreme *x, const struct tir_expr *e)
{
	if (e->op == x->op && x->steps && x->steps--)
		return add_operands(x, e->arg[0]) && add_operands(x, e->arg[1]);
	if (!x->steps)
		return false;
	x->steps--;
	e = added_up(x, e);
	for (uint32_t i = 0; i < x->n; i++)
		if (x->all[i] == e)
			return true;
	if (x->n == OPERANDS)
		return false;
	x->all[x->n++] = e;
	return true;
}

/* e, of each operand once if it is a minimum or maximum of integers. */
static const struct tir_expr *each_once(struct extreme *x, const struct tir_expr *e)
{
	x->op = (enum tir_op)e->op;
	x->n = 0;
	bool is = (e->op == TIR_MIN || e->op == TIR_MAX) && tir_is_int(e->type) &&
	          !(e->flags & (TIR_HAS_EFFECT | TIR_HAS_LET));
	if (!is || !add_operands(x, e))
		return e;
	const struct tir_expr *all = x->all[0];
	for (uint32_t i = 1; i < x->n; i++)
		all = tir_binary(x->m, x->op, all, x->all[i]);
	return all;
}

/* Note what stands for a minimum or maximum. */
static bool see_node(void *ctx, const struct tir_expr *e)
{
	struct extreme *x = ctx;
	const struct tir_expr *once = each_once(x, e);
	if (once != e)
		tir_subst_node(&x->subst, e, once);
	return true;
}

/* Add a copy of the statement, with extremes of each operand once. */
static void copy(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct extreme *x = ctx;
	struct tir_stmt *t = tir_stmt_copy(x->arena, s);
	struct tir_operand *slot[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_operands(t, slot, TIR_MAX_OPERANDS);
	x->steps = STEPS;
	x->subst.stamp++;
	for (uint32_t i = 0; i < n; i++) {
		if (!slot[i]->e)
			continue;
		tir_walk_expr(slot[i]->e, x->arena, see_node, x);
		slot[i]->e = tir_subst_expr(&x->subst, slot[i]->e);
	}
	tir_seq_map_bodies(t, copy, x);
	tir_seq_add(out, t);
}

/* A copy of the function, with the operands of each minimum and maximum once. */
static struct tir_func *with_operands_once(const struct tir_func *f, struct arena *arena)
{
	struct extreme *x = ARENA_NEW(arena, struct extreme);
	x->m = f->module;
	x->arena = arena;
	x->subst = (struct tir_subst){.m = f->module, .arena = arena};
	return tir_func_with_body(f, tir_seq_map(&f->body, copy, x));
}

enum proof_verdict proof_windowed(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct tir_func *x = proof_without_arrays(f, g, contract, arena, why);
	if (!x)
		return PROOF_REFUTED;
	return proof_replay(with_operands_once(f, arena), with_operands_once(x, arena), contract,
	        arena, why);
}
