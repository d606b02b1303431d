/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hexagon.h: what Hexagon and its vectors, HVX, ask to be lowered otherwise. */
#ifndef TIRC_LOWERING_HEXAGON_H
#define TIRC_LOWERING_HEXAGON_H

#include "lowering/internal.h"

/* Make l->hexagon for the function that is about to be built, in l's arena, and return the hooks. */
const struct lower_hooks *lower_hexagon(struct lower *l);

#endif
