/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/cse/cse.h: what the files of the proof of common subexpression elimination share. */
#ifndef TIRC_PROOF_CSE_H
#define TIRC_PROOF_CSE_H

#include "proof/values/number.h"

/* Is every computation that may trap and that g does early needed on every path of g from there?
 * *why says which is not.  holder: by variable that f binds and g does not, the variable of g that
 * holds its value, or NUMBER_NONE. */
struct cse_proof {
	const struct tir_func *f, *g;
	const struct number_var *var; /* by variable: what f binds */
	uint32_t oldest;              /* struct proof_cse_told */
	const uint32_t *holder;
	const struct tir_expr *const *guard;
	struct numbers *numbers;
	const bool *stays; /* by buffer: an allocation of g; NULL: all of f's are */
	const bool *
	        stored; /* by variable: a name of g for what f stores there to an allocation that g has not */
};
/* Is the statement, or NULL, one of an allocation that g has not, so that nothing of g can name it? */
static inline bool proof_cse_is_gone(const bool *stays, const struct tir_stmt *s)
{
	bool of_it = stays && s && (s->kind == TIR_ALLOC || s->kind == TIR_STORE);
	const struct tir_buffer *b = of_it ? tir_buffer_of(s) : NULL;
	return b && b->kind == TIR_BUFFER_ALLOC && !stays[b->id] &&
	       !(tir_stmt_flags(s) & TIR_HAS_EFFECT);
}
bool proof_cse_anticipated(const struct cse_proof *proof, struct arena *arena, const char **why);
/* By variable number: what the value of a new name of g asks about the extents of loops, in all of which the name
 * occurs: the condition of if_then_else(0 < n and 0 < m, value, 0); or NULL. */
const struct tir_expr **proof_cse_guards(const struct tir_func *g, const struct number_var *in_f,
        uint32_t oldest, struct arena *arena);
/* Does such a condition, or NULL, ask about this extent? */
bool proof_cse_asks(const struct tir_expr *guard, const struct tir_expr *extent);

#endif
