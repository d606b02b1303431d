/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/prove.h: what the files of the proof share. */
#ifndef TIRC_CSE_PROVE_H
#define TIRC_CSE_PROVE_H

#include "cse/cse.h"

/* Is every computation that may trap and that g does early needed on every path of g from there?
 * *why says which is not.  holder: by variable that f binds and g does not, the variable of g that
 * holds its value, or CSE_NO_VALUE. */
bool cse_prove_needed(const struct tir_func *f, const struct tir_func *g, const uint32_t *holder,
        struct arena *arena, const char **why);
/* By variable number: does f bind the variable, in a statement or a Let?  (values.h) */
uint8_t *cse_bound_vars(const struct tir_func *f, struct arena *arena);

#endif
