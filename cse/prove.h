/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/prove.h: what the files of the proof share. */
#ifndef TIRC_CSE_PROVE_H
#define TIRC_CSE_PROVE_H

#include "cse/values.h"

/* Is every computation that may trap and that g does early needed on every path of g from there?
 * *why says which is not.  holder: by variable that f binds and g does not, the variable of g that
 * holds its value, or CSE_NO_VALUE. */
bool cse_prove_needed(const struct tir_func *f, const struct tir_func *g, const uint32_t *holder,
        const struct tir_expr *const *guard, const struct cse_values *values, struct arena *arena,
        const char **why);
/* By variable number: the extent of the loops that a new name of g occurs in, and that its value asks
 * for: if_then_else(0 < extent, value, 0); or NULL. */
const struct tir_expr **cse_guards(const struct tir_func *g, const uint8_t *in_f,
        struct arena *arena);
/* By variable number: does f bind the variable, in a statement or a Let?  (values.h) */
uint8_t *cse_bound_vars(const struct tir_func *f, struct arena *arena);

#endif
