/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/internal.h: what the files of tir/ share. */
#ifndef TIRC_TIR_INTERNAL_H
#define TIRC_TIR_INTERNAL_H

#include "tir/tir.h"

/* build.c: Take the functions whose numbers are marked out of m, and number the others anew. */
void tir_keep_funcs(struct tir_module *m, const bool *gone);

#endif
