/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/nest/private.h: memory that each iteration of a loop may have for itself. */
#ifndef TIRC_LOOPS_PRIVATE_H
#define TIRC_LOOPS_PRIVATE_H

#include "tir/tir.h"

/* Is it ordinary memory, neither what threads share nor a unit's own? */
bool private_is_ordinary(const struct tir_buffer *b);
/* Ordinary memory, scalars one behind the other from the first byte on? */
bool private_is_dense(const struct tir_buffer *b);
/* Is it an allocation of a constant number of elements, `most` at most, and nothing special? */
bool private_is_small(const struct tir_buffer *b, int64_t most);
/* Does one of the statements, `but` apart, name the buffer or a view of it? */
bool private_is_named(const struct tir_seq *s, const struct tir_buffer *b,
        const struct tir_stmt *but);
/* Does the statement, its own allocation apart, name the buffer or a view of it? */
bool private_stmt_names(const struct tir_stmt *s, const struct tir_buffer *b);
/* Is the first statement of the body that names the one element a store to it, whatever happens? */
bool private_is_set_first(const struct tir_seq *body, const struct tir_buffer *b);

#endif
