/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/frontend.h: TVMScript text in, tir_module out. */
#ifndef TIRC_FRONTEND_H
#define TIRC_FRONTEND_H

#include "tir/tir.h"

/* Read one text: a module (@I.ir_module class) or bare functions.  Reports every error it finds to
 * d, going on after each, and returns NULL if there was one; functions that hold what is not supported are left out with a warning, as
 * long as others stay.  The module lives in arena and points
 * into src, which must outlive it.  The result passes tir_verify. */
struct tir_module *frontend_read(const struct source *src, struct arena *arena, struct diag *d);
/* The same with what C headers say of external functions (NULL: nothing), which must outlive the module too.  only: the function that
 * is asked for, by name or symbol (NULL: all are): what is wrong with functions that it does not call is no error, and these are left out. */
struct tir_module *frontend_read_with(const struct source *src, const struct tir_externs *externs,
        const char *only, struct arena *arena, struct diag *d);

/* The external functions that n C headers declare, one text to libclang, for a target (NULL: the
 * host), so that sizes of types are the target's.  Reports what libclang finds in them at its place
 * to d; NULL if there was an error.  libclang takes LLVM's handler of fatal errors: who wants one
 * of his own installs it afterwards. */
const struct tir_externs *frontend_read_headers(const char *const *path, uint32_t n,
        const char *triple, struct arena *arena, struct diag *d);

#endif
