/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/frontend.h: TVMScript text in, tir_module out. */
#ifndef TIRC_FRONTEND_H
#define TIRC_FRONTEND_H

#include "tir/tir.h"

/* Read one text: a module (@I.ir_module class) or bare functions.  Reports every error it finds to
 * d, going on after each, and returns NULL if there was one.  The module lives in arena and points
 * into src, which must outlive it.  The result passes tir_verify. */
struct tir_module *frontend_read(const struct source *src, struct arena *arena, struct diag *d);

#endif
