/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive_sure.c: what an iteration of the loop before surely computes: a division of the same value may be done
 *         early, and a sum of the same terms in another place.
 *
 * Idea.    An iteration computes the operands of its own statements, but for arms that it may skip. A division that has the
 *          value of one of those traps where that one does; a signed sum or product of the same two values overflows
 *          where that one does.
 * Needs    bodies of bindings, stores and ifs alone.  Loads are left to predictive_memory.c.
 * Costs    one walk of the body, in loops that are asked about.
 * Wrong if two values that may differ get one number (predictive_value.c). */
#include <stdlib.h>

#include "proof/keep/predictive_value.h"

static bool is_exact_ring(const struct tir_expr *e)
{
	return (e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL) &&
	       e->type.code == TIR_TYPE_INT && e->type.bits >= 32;
}

static bool node_traps(const struct tir_expr *e)
{
	return e->op != TIR_LOAD && tir_node_traps(e);
}

static bool never_traps(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return !node_traps(e);
}

/* Nodes that may trap or overflow and are evaluated whenever e is; false: e is too large. */
static bool collect(struct predicted *x, const struct tir_expr *e, struct predicted_nodes *out)
{
	struct predicted_nodes todo = {0};
	uint32_t budget = PREDICTED_STEPS / 16;
	VEC_PUSH(x->arena, &todo, e);
	for (; todo.n && budget; budget--) {
		e = todo.at[--todo.n];
		if (node_traps(e) || is_exact_ring(e))
			VEC_PUSH(x->arena, out, e);
		for (uint32_t i = 0; i < tir_strict_args(e); i++)
			VEC_PUSH(x->arena, &todo, e->arg[i]);
	}
	return todo.n == 0;
}

/* ---- Operations by number ----------------------------------------------------------------*/
/* The operation of one lane, names of the body put in; 0: not known. */
static uint32_t number_of(struct predicted *x, const struct tir_expr *e, uint32_t lane,
        struct predicted_when when)
{
	if (!is_exact_ring(e))
		return proof_predicted_value(x, e, lane, when);
	uint64_t a = proof_predicted_value(x, e->arg[0], lane, when);
	uint64_t b = a ? proof_predicted_value(x, e->arg[1], lane, when) : 0;
	bool swap = e->op != TIR_SUB && a > b;
	uint64_t word[] = {KIND_NODE, e->op, e->type.bits, swap ? b : a, swap ? a : b};
	return b ? proof_value_number(x, sizeof word / sizeof *word, word) : 0;
}

static int order(const void *a, const void *b)
{
	const struct predicted_node *x = a, *y = b;
	return (x->number > y->number) - (x->number < y->number);
}

/* Find what an iteration computes.  Most of that nobody asks for: its loads are not noted. */
static void survey(struct predicted *x, struct predicted_when when, struct predicted_sure *sure)
{
	struct predicted_nodes node = {0};
	x->quiet = true;
	for (const struct tir_stmt *s = tir_as_for(x->before)->body.first; s; s = s->next) {
		const struct tir_expr *op[TIR_MAX_OPERANDS];
		uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
		for (uint32_t i = 0; i < n; i++)
			collect(x, op[i], &node);
	}
	for (uint32_t i = 0; i < node.n; i++)
		for (uint32_t lane = 0; lane < node.at[i]->type.lanes; lane++) {
			uint32_t v = number_of(x, node.at[i], lane, when);
			VEC_PUSH(x->arena, &sure->node,
			        ((struct predicted_node){v, lane, node.at[i]}));
		}
	if (sure->node.n)
		qsort(sure->node.at, sure->node.n, sizeof *sure->node.at, order);
	sure->known = true;
}

/* Does that iteration surely compute all lanes of the node?  What it loads for them is noted: that must be the same where the
 * node is computed.  sure: what the iteration computes, if that is known. */
static bool is_sure_in(struct predicted *x, const struct tir_expr *e, struct predicted_when when,
        struct predicted_sure *sure)
{
	const struct predicted_when now = {0, false};
	bool quiet = x->quiet, names = x->names, is = true;
	x->names = true;
	if (!sure->known)
		survey(x, when, sure);
	for (uint32_t lane = 0; lane < e->type.lanes && is; lane++) {
		x->quiet = quiet;
		struct predicted_node want = {number_of(x, e, lane, now), lane, e}, *same = NULL;
		if (want.number && sure->node.n)
			same = bsearch(&want, sure->node.at, sure->node.n, sizeof want, order);
		x->quiet = false;
		is = same && number_of(x, same->e, same->lane, when);
	}
	x->quiet = quiet;
	x->names = names;
	return is;
}

/* Does an iteration (first: one of the first ones) surely compute all lanes of the node? */
static bool is_sure(struct predicted *x, const struct tir_expr *e, bool first)
{
	int64_t most = x->runs < PREDICTED_CARRIED ? x->runs : PREDICTED_CARRIED;
	if (!first)
		return is_sure_in(x, e, (struct predicted_when){0, false}, &x->sure[0]);
	for (int64_t k = 0; k < most; k++)
		if (is_sure_in(x, e, (struct predicted_when){k, true}, &x->sure[1 + k]))
			return true;
	return false;
}

/* ---- Overflows and traps -----------------------------------------------------------------*/
bool proof_predicted_overflows_alike(struct predicted *x, const struct tir_expr *e, bool first)
{
	return !is_exact_ring(e) || is_sure(x, e, first);
}

/* Do arms that may be skipped hold nothing that may trap? */
static bool is_safe_arm(void *ctx, const struct tir_expr *e)
{
	struct predicted *x = ctx;
	bool safe = true;
	for (uint32_t i = tir_strict_args(e); i < e->n && safe; i++)
		safe = tir_walk_expr(e->arg[i], x->arena, never_traps, NULL);
	return safe;
}

bool proof_predicted_traps_alike(struct predicted *x, const struct tir_expr *e, bool first)
{
	struct predicted_nodes node = {0};
	if (!(e->flags & TIR_MAY_TRAP) || tir_walk_expr(e, x->arena, never_traps, NULL))
		return true;
	bool alike = collect(x, e, &node) && tir_walk_expr(e, x->arena, is_safe_arm, x);
	for (uint32_t i = 0; i < node.n && alike; i++)
		alike = !node_traps(node.at[i]) || is_sure(x, node.at[i], first);
	return alike;
}
