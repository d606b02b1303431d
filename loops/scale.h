/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/scale.h: loops that scale sums, which LLVM makes no good vectors of. */
#ifndef TIRC_LOOPS_SCALE_H
#define TIRC_LOOPS_SCALE_H

#include "tir/tir.h"

/* Does one of the statements, those in it apart, scale in a way that vectors do in 32 bits? */
bool loops_scales(const struct tir_seq *s);

#endif
