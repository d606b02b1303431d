/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/padded.c: check copies of buffers with margins (loops/normalise/padding.c).
 *
 * Idea    Take the copy away, as the proof of values in arrays does: what loads an element makes the choice again.  Then both programs
 *         spell the same numbers: a cast of a choice is a choice of casts.  If they do not, or the copy cannot be taken away, run them on symbols.
 * Needs   f verified.  Shares nothing with loops/ and analysis/.
 * Costs   a walk of g; the proof of a spelling.
 * Wrong if the copy lacks an element that is loaded. */
#include "proof/normalise/hoist.h"

enum proof_verdict proof_padded(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	const struct tir_func *x = proof_without_arrays(f, g, contract, arena, why);
	if (x && proof_spelling(f, x, contract, arena, why) == PROOF_PROVED)
		return PROOF_PROVED;
	return proof_replay(f, x ? x : g, contract, arena, why);
}
