/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/tiling.c: are two programs the same, but for loops that were joined, and perhaps done in another order?
 *
 * Idea.    Where the order is that of before, the iterations are compared; else both programs are run on symbols.
 * Wrong if one of the two proofs is. */
#include "proof/proof.h"

enum proof_verdict proof_tiling(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	enum proof_verdict v = proof_spelling(f, g, contract, arena, why);
	return v == PROOF_UNDECIDED ? proof_replay(f, g, contract, arena, why) : v;
}
