/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/alias.c: may two buffers share a byte?
 *
 * Idea.   A view lies where what it views lies.  Allocations share nothing with anything else; parameters
 *         may, at any distance of bytes, unless the function promises otherwise (tirx.noalias) or the
 *         caller knows better.  A pointer of unknown origin points anywhere but at allocations that never
 *         leave the function.
 * Costs   O(views of views). */
#include "analysis/internal.h"

static const struct tir_buffer *root_of(const struct tir_buffer *b)
{
	while (b->root && b->root != b)
		b = b->root;
	return b->kind == TIR_BUFFER_DECL ? NULL : b;
}

const struct tir_buffer *alias_root(const struct facts *f, const struct tir_buffer *b)
{
	(void)f;
	return root_of(b);
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

/* Two roots, of which none is unknown. */
static bool may_be_one(const struct tir_func *f, const struct facts_options *known,
        const struct tir_buffer *x, const struct tir_buffer *y)
{
	if (x == y || x->kind != TIR_BUFFER_PARAM || y->kind != TIR_BUFFER_PARAM)
		return x == y;
	return known->alias ? known->alias(known->ctx, x, y) : !f->noalias;
}

bool alias_may_in(const struct tir_func *f, const struct tir_buffer *a, const struct tir_buffer *b)
{
	const struct tir_buffer *x = root_of(a), *y = root_of(b);
	return !x || !y || may_be_one(f, &(struct facts_options){0}, x, y);
}

bool alias_may(const struct facts *f, const struct tir_buffer *a, const struct tir_buffer *b)
{
	const struct tir_buffer *x = root_of(a), *y = root_of(b);
	if (x && y)
		return may_be_one(f->f, &f->options, x, y);
	return x == y || escapes(f, x ? x : y);
}
