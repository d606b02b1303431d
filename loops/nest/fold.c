/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/fold.c: constant folding of what a transformation left: copies in which a loop's variable has become a number. */
#include "loops/loops.h"
#include "simplify/simplify.h"

struct tir_func *loops_fold(struct tir_func *f, struct arena *arena)
{
	return simplify_func(f, arena);
}
