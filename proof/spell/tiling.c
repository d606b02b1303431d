/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/tiling.c: are two programs the same, but for loops that were joined, and perhaps done in another order?
 *
 * Idea.    Where the order is that of before, the iterations are compared; else both programs are run on symbols.
 * Wrong if one of the two proofs is. */
#include "proof/internal.h"

enum proof_verdict proof_tiling(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	struct diag silent = {0};
	*why = "a variable is used out of its scope";
	if (!tir_verify_func(g, &silent))
		return PROOF_REFUTED;
	if (proof_spelling(f, g, contract, arena, why) == PROOF_PROVED)
		return PROOF_PROVED;
	return proof_replay(f, g, contract, arena, why);
}
