/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/fold.c: constant folding of what a transformation left: copies in which a loop's variable has become a number.
 *
 * Keeps     what the function does.
 * Why it cannot be wrong
 *           Where a proof runs the programs (proof_replay), it is given the folded one.  Behind a split or an unrolled loop,
 *           proof_folded runs the function before and after: where they differ on symbols it stays unfolded.  That leaves functions
 *           undecided whose loops are too long to be run or of unknown extent, and parameters that may overlap.  These rest on three
 *           invariants of simplify/.  A statement keeps its place: a store, a call or what may trap goes only with a branch or a loop
 *           that is never taken (simplify.c).  A condition is decided by ranges alone, each node's from its operands' (range.c), or
 *           because it was asked around the statement and reads no memory (`learn` in simplify.c).  A sum is built again only if
 *           no step of it may overflow (`simplify_linear_build` in linear.c).  test/mutants/legalize.toml takes these out. */
#include "loops/loops.h"
#include "simplify/simplify.h"

struct tir_func *loops_fold(struct tir_func *f, struct arena *arena)
{
	return simplify_func(f, arena);
}
