/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/alias.c: may two buffers of a program share a byte?
 *
 * Idea.   A view lies where its root lies.  Allocations share nothing with anything else; parameters may, unless
 *         the function promises otherwise (tirx.noalias) or the caller knows better.  A pointer of unknown origin
 *         points anywhere.
 * Costs   O(1). */
#include "proof/internal.h"

const struct tir_buffer *proof_root(const struct tir_buffer *b)
{
	return b->root ? b->root : b;
}

bool proof_may_overlap(const struct tir_func *f, const struct proof_contract *contract,
        const struct tir_buffer *a, const struct tir_buffer *b)
{
	a = proof_root(a);
	b = proof_root(b);
	if (a == b || a->kind == TIR_BUFFER_DECL || b->kind == TIR_BUFFER_DECL)
		return true;
	if (a->kind == TIR_BUFFER_ALLOC || b->kind == TIR_BUFFER_ALLOC)
		return false;
	return contract->alias ? contract->alias(contract->ctx, a, b) : !f->noalias;
}
