/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/normalise/widen.c: is g what f is, but that terms of sums are computed in more bits?
 *
 * Idea.    Then f is what g is, but that these are computed in fewer bits, which they fit: that is the question of exhaust/shrink.c, with
 *          both programs exchanged.  What fits few bits overflows in no more of them. */
#include "proof/internal.h"

enum proof_verdict proof_widened(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why)
{
	return proof_shrink(g, f, contract, arena, why);
}
