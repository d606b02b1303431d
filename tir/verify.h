/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/verify.h: what the two files of the verifier share. */
#ifndef TIRC_TIR_VERIFY_H
#define TIRC_TIR_VERIFY_H

#include "tir/internal.h"

/* Why this one node, its operands taken for granted, breaks the contract of tir.h; NULL: it does
 * not.  The text may be fault's. */
const char *tir_verify_node(const struct tir_expr *e, struct tir_fault *fault);
/* Why these cannot be the indices of an access to b. */
const char *tir_verify_index(const struct tir_buffer *b, uint32_t n, const struct tir_type *index);

#endif
