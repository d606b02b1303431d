/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/stencil.c: window reductions (depthwise convolution, pooling) on a layout of two interleaved columns.
 *
 * Idea.   In a layout such as 8h2w32c2w the elements w and w + 1 of a channel are neighbours, w + 2 lies in another line. HVX's
 *         widening sums and products of 16 bits deinterleave: even and odd lanes are two results. So column w of the
 *         window is one half of what a line makes, column w + 1 is the other half, and no lane is moved.
 * Needs   flat statements; constant extents; elements of 16 bits.
 * Keeps   each sum's value: numbers of 32 bits wrap, so the order of terms is no matter.
 * Costs   each nest, once.  It always pays: 64 results of a line take 2 packets for each element of the window, and 6.
 * Wrong if the sums are not those of before: proof/replay/replay.c runs both functions on symbols. */
#include "loops/patterns/stencil.h"
#include "simplify/simplify.h"

enum { MOST_STEPS = 1 << 30 }; /* elements of all windows */

/* Is the product of all extents small enough for indices of 32 bits? */
static bool is_small(const struct stencil_nest *n)
{
	int64_t all = 1;
	for (uint32_t l = 0; l < n->n; l++) {
		all *= n->extent[l];
		if (all > MOST_STEPS)
			return false;
	}
	return true;
}

/* Is the loop such a nest, and small enough?  Then n holds it. */
static bool takes(struct stencil_nest *n, const struct tir_stmt *s)
{
	return stencil_read(n, s) && loops_holds(&n->doubt, is_small(n), LOOPS_STENCIL_LARGE);
}

struct tir_func *loops_stencil(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct stencil_nest n = {.f = f};
	struct simplifier simple = simplify_begin(f->module, arena);
	struct tir_seq body = {0};
	bool any = false;
	simplify_range_shapes(&simple, f);
	vectors->all.n = 0;
	if (options->lanes && options->lanes < STENCIL_LINE)
		return f;
	for (const struct tir_stmt *s = f->body.first; s; s = s->next) {
		if (s->kind == TIR_FOR && !n.facts)
			n.facts = facts_begin(f, &known, arena);
		if (s->kind != TIR_FOR || !takes(&n, s)) {
			if (s->kind == TIR_FOR)
				loops_refuse(vectors, arena, s, &n.doubt);
			tir_seq_add(&body, tir_stmt_copy(f->module->arena, s));
			continue;
		}
		struct tir_seq made = stencil_make(&n, arena);
		tir_seq_append(&body, simplify_seq(&simple, &made));
		any = true;
		struct loops_vectorized x = {LOOPS_STENCIL, n.loop[n.pair], STENCIL_LINE};
		VEC_PUSH(arena, &vectors->all, x);
	}
	return any ? tir_func_with_body(f, body) : f;
}
