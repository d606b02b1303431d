/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/alias.c: may two buffers share a byte?
 *
 * Idea.   A view lies where what it views lies.  Allocations share nothing with anything else; parameters
 *         may, at any distance of bytes, unless the function promises otherwise (tirx.noalias) or the
 *         caller knows better.  A pointer of unknown origin points anywhere but at allocations that never
 *         leave the function.
 * Costs   O(views of views). */
#include "analysis/internal.h"

const struct tir_buffer *alias_root(const struct facts *f, const struct tir_buffer *b)
{
	(void)f;
	while (b->root && b->root != b)
		b = b->root;
	return b->kind == TIR_BUFFER_DECL ? NULL : b;
}

static bool escapes(const struct facts *f, const struct tir_buffer *root)
{
	const struct analysis_buffer *x = analysis_buffer(f, root);
	return !x || x->escapes;
}

bool alias_escapes(const struct facts *f, const struct tir_buffer *b)
{
	const struct tir_buffer *root = alias_root(f, b);
	return !root || escapes(f, root);
}

bool alias_may(const struct facts *f, const struct tir_buffer *a, const struct tir_buffer *b)
{
	const struct tir_buffer *x = alias_root(f, a), *y = alias_root(f, b);
	if (x == y)
		return true;
	if (!x || !y)
		return escapes(f, x ? x : y);
	if (x->kind != TIR_BUFFER_PARAM || y->kind != TIR_BUFFER_PARAM)
		return false;
	return f->options.alias ? f->options.alias(f->options.ctx, x, y) : !f->f->noalias;
}
