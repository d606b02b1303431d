/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/names.c: names and variables that are not there any more.
 *
 * Idea.   Names taken away are names given, read backwards: the proof of common subexpression elimination takes names of either
 *         program for what they stand for.  A variable is memory, and what a store leaves there has a number.
 * Costs   what that proof costs. */
#include "proof/proof.h"

static bool reads_no_let(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->op != TIR_LET || !(e->arg[0]->flags & TIR_READS_MEM);
}

/* Is nothing in the statement a Let of what memory holds? */
static bool has_no_such_let(void *ctx, struct tir_stmt *s)
{
	struct arena *arena = ctx;
	const struct tir_expr *e[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_flags(s) & TIR_HAS_LET ? tir_stmt_exprs(s, e, TIR_MAX_OPERANDS) : 0;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_walk_expr(e[i], arena, reads_no_let, NULL))
			return false;
	return true;
}

enum proof_verdict proof_unnamed(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct proof_cse_told told = {
	        .lets = tir_walk_stmts(&g->body, has_no_such_let, arena)};
	return proof_cse(f, g, contract, &told, arena, why) ? PROOF_PROVED : PROOF_REFUTED;
}

enum proof_verdict proof_unlocal(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct proof_cse_told drops = {.drops = true};
	return proof_cse(f, g, contract, &drops, arena, why) ? PROOF_PROVED : PROOF_REFUTED;
}
