/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_put.c: where sums of a block go, and those of the tail.
 *
 * Idea.   Lanes that there are not are no sums.  What lies behind the last one is loaded, and stored again with the block: LLVM
 *         22 stores a part of a register element by element, unless that is some eighths of a line.  Where the buffer ends
 *         before the block does, as many are stored as there are.
 * Needs   a nest that dot_nest.c has read. */
#include "loops/patterns/dot.h"

enum { PART = 8 /* lanes that are stored well */ };

/* Are there sums in the lanes? */
static const struct tir_expr *is_sum(struct loop_builder *k, int64_t sums)
{
	const struct tir_expr *arg[2 + DOT_LANES];
	arg[0] = tir_int(k->m, TIR_BOOL, 0);
	arg[1] = tir_int(k->m, TIR_BOOL, 1);
	for (int64_t i = 0; i < DOT_LANES; i++)
		arg[2 + i] = dot_int(k, i < sums);
	return tir_make(k->m, TIR_SHUFFLE, tir_lanes(TIR_BOOL, DOT_LANES), 2, 2 + DOT_LANES, arg);
}

static const struct tir_expr *as_signed(struct loop_builder *k, const struct tir_expr *sum)
{
	struct tir_type t = tir_lanes(TIR_INT32, sum->type.lanes);
	return tir_type_eq(sum->type, t) ? sum : tir_cast(k->m, t, sum);
}

static const struct tir_expr *first_ones(struct loop_builder *k, const struct tir_expr *sum,
        int64_t sums)
{
	return dot_shuffle(k, 1, &sum, (uint32_t)sums, 0, (uint32_t)sums);
}

/* The whole block, in which what is behind the sums stays. */
static void put_some(struct loop_builder *k, struct tir_seq *out, const struct tir_expr *to,
        const struct tir_expr *sum, int64_t sums)
{
	const struct dot_nest *n = k->n;
	struct tir_seq all = {0};
	const struct tir_expr *there = dot_row(k, k->sums, to, DOT_LANES);
	dot_store(k, &all, k->sums, to,
	        tir_select(k->m, TIR_SELECT, is_sum(k, sums), as_signed(k, sum), there));
	int64_t size = n->sums->shape[0]->u.i;
	if (n->sums->kind == TIR_BUFFER_ALLOC || dot_stored(n) <= size) {
		tir_seq_append(out, all);
		return;
	}
	struct tir_stmt *fits = tir_stmt_new(k->m, TIR_IF, k->span);
	const struct tir_expr *last = dot_int(k, size - DOT_LANES);
	tir_as_if(fits)->value = (struct tir_operand){tir_binary(k->m, TIR_LE, to, last), k->span};
	tir_as_if(fits)->body = all;
	dot_store(k, &tir_as_if(fits)->orelse, k->sums, to, as_signed(k, first_ones(k, sum, sums)));
	tir_seq_add(out, fits);
}

void dot_put(struct loop_builder *k, struct tir_seq *out, uint32_t block,
        const struct tir_expr *sum)
{
	const struct dot_nest *n = k->n;
	int64_t size, left = dot_lanes(n) - (int64_t)block * DOT_LANES;
	bool own = n->set || dot_is_transposed(n);
	struct dot_index at = own ? dot_own_places(n, &size) : n->store;
	bool whole = own || left >= DOT_LANES || (n->accumulates && dot_adds_blocks(n, &size));
	k->off[n->lane] = (int64_t)block * DOT_LANES;
	const struct tir_expr *to = dot_index(k, &at);
	if (n->after)
		sum = dot_after(k, out, as_signed(k, sum));
	k->off[n->lane] = 0;
	if (!whole && !n->accumulates && left % PART) {
		put_some(k, out, to, sum, left);
		return;
	}
	if (!whole)
		sum = first_ones(k, sum, left);
	if (n->accumulates) {
		const struct tir_expr *there = dot_row(k, k->sums, to, sum->type.lanes);
		sum = tir_binary(k->m, TIR_ADD, tir_cast(k->m, sum->type, there), sum);
	}
	dot_store(k, out, k->sums, to, as_signed(k, sum));
}
