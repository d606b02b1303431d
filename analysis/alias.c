/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/alias.c: may two buffers share a byte?
 *
 * Idea.   A view lies where what it views lies.  Allocations share nothing with anything else; parameters
 *         may, at any distance of bytes, unless the function promises otherwise (tirx.noalias) or the
 *         caller knows better.  A pointer of unknown origin points anywhere but at allocations that never
 *         leave the function.
 * Needs   struct tir_buffer.root, which the verifier checks.
 * Costs   O(1). */
#include "analysis/internal.h"

static bool escapes(const struct facts *f, const struct tir_buffer *root)
{
	const struct analysis_buffer *x = analysis_buffer(f, root);
	return !x || x->escapes;
}

bool alias_escapes(const struct facts *f, const struct tir_buffer *b)
{
	const struct tir_buffer *root = alias_root(b);
	return !root || escapes(f, root);
}

/* Two roots, of which none is unknown. */
static bool may_be_one(const struct tir_func *f, const struct facts_options *known,
        const struct tir_buffer *x, const struct tir_buffer *y)
{
	if (x == y || x->kind != TIR_BUFFER_PARAM || y->kind != TIR_BUFFER_PARAM)
		return x == y;
	return known->alias ? known->alias(known->ctx, x, y) : !f->noalias;
}

bool alias_may(const struct facts *f, const struct tir_buffer *a, const struct tir_buffer *b)
{
	const struct tir_buffer *x = alias_root(a), *y = alias_root(b);
	if (x && y)
		return may_be_one(f->f, &f->options, x, y);
	return x == y || escapes(f, x ? x : y);
}
