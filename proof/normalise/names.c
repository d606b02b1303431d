/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/names.c: names and variables that are not there any more.
 *
 * Idea.   Names taken away are names given, read backwards: the proof of common subexpression elimination takes names of either
 *         program for what they stand for.  A variable is memory, and what a store leaves there has a number.
 * Costs   what that proof costs. */
#include "proof/proof.h"

enum proof_verdict proof_unnamed(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct proof_cse_told nothing = {0};
	return proof_cse(f, g, contract, &nothing, arena, why) ? PROOF_PROVED : PROOF_REFUTED;
}

enum proof_verdict proof_unlocal(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct proof_cse_told drops = {.drops = true};
	return proof_cse(f, g, contract, &drops, arena, why) ? PROOF_PROVED : PROOF_REFUTED;
}
