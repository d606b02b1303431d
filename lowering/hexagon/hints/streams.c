/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hints/streams.c: loops that go once through rows of floats that begin between two lines of HVX.
 *
 * Idea.   LLVM unrolls such a loop, and makes accesses of whole lines of what lies side by side then, each of which is shifted.  One by one
 *         they are unaligned accesses, an instruction each, and LLVM's software pipeliner does the rest: 4,096 float16 as float32 took
 *         545 packets, and take 270.
 * Needs   one store; loads and a store of whole registers, each of rows of its own; sums, differences, products and conversions
 *         of floats in instructions, or nothing but a move.
 * Keeps   what the program does: this is a hint.
 * Costs   MAX_ACCESSES squared a loop. */
#include "lowering/hexagon/internal.h"

enum {
	MAX_ACCESSES = 8,
	LINE = TARGET_HVX_BYTES,
	LONG = 32 /* iterations; fewer LLVM unrolls in full */
};

/* Is it a row of whole registers that goes on with the loop? */
static bool is_row(struct lower *l, const struct access *a, uint32_t loop)
{
	uint32_t n = a->anywhere ? 0 : access_rank(a);
	const struct tir_expr *last = n ? access_index(a, n - 1) : NULL;
	uint64_t bytes = tir_type_bytes(tir_lanes(a->buffer->elem, 1));
	return last && last->op == TIR_RAMP && tir_is_const_int(last->arg[1]) &&
	       last->arg[1]->u.i == 1 && last->type.lanes * bytes % LINE == 0 &&
	       !access_is_invariant(l->hexagon->facts, a, loop);
}

/* Is the one number for all lanes? */
static bool is_uniform(const struct access *a)
{
	return a->load && !a->anywhere && a->load->type.lanes == 1;
}

/* Are all accesses rows, each of a root of its own, and one at least of what need not begin with a line? */
static bool are_streams(struct lower *l, const struct access_list *list, uint32_t loop)
{
	bool between = false;
	for (uint32_t i = 0; i < list->all.n; i++) {
		const struct access *a = &list->all.at[i];
		if (is_uniform(a))
			continue;
		if (!is_row(l, a, loop))
			return false;
		between |= !lower_lies_in_lines(l, a->buffer, LINE);
		for (uint32_t k = 0; k < i; k++)
			if (alias_root(list->all.at[k].buffer) == alias_root(a->buffer))
				return false;
	}
	return between && list->whole;
}

/* Is the value a load, or computed of floats? */
static bool is_plain(const struct tir_expr *e)
{
	bool computes = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL ||
	                e->op == TIR_CAST;
	return e->op == TIR_LOAD || (computes && tir_is_float(e->type));
}

bool lower_is_stream(struct lower *l, const struct tir_stmt *s)
{
	const struct tir_stmt *only = s->kind == TIR_FOR ? tir_body(s)->first : NULL;
	if (!only || only->next || only->kind != TIR_STORE || tir_mask_of(only) ||
	        !target_has_hvx(l->hvx) || !is_plain(tir_value_of(only)) ||
	        trip_most(l->hexagon->facts, s) < LONG)
		return false;
	const struct tir_buffer *root = alias_root(tir_buffer_of(only));
	uint32_t loop = facts_loop(l->hexagon->facts, s);
	if (!root || !tir_is_float(root->elem) || loop == FACTS_NO_LOOP)
		return false;
	struct arena scratch = arena_scratch(l->arena);
	struct access_list list;
	access_collect(l->hexagon->facts, tir_body(s), MAX_ACCESSES, loop, &scratch, &list);
	bool streams = are_streams(l, &list, loop);
	arena_free(&scratch);
	return streams;
}
