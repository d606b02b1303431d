/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/turn_pad.c: rows of any length and number, laid out as turn_make.c transposes them.
 *
 * Idea.   A copy has rows of 2^n bytes, or of whole registers, and 32 rows or a multiple: the last row stands for those that there are not.
 *         A row is loaded as whole vectors, with elements of the next row behind it; of the last row the last vector begins
 *         earlier, and is moved.  What is stored is put back in rows of the length that they have.
 * Needs   rows of more than half the length of a copy's, and two of them; nobody asks for the number of a row that there is not.
 * Costs   a vector or two a row. */
#include "loops/patterns/turn.h"

bool turn_is_padded(const struct turn_nest *n, const struct turn_buffer *b)
{
	return b->row != b->length || n->rows % TURN_ROWS;
}

static uint32_t width_of(const struct turn_buffer *b)
{
	return b->row < DOT_LINE ? (uint32_t)b->row : DOT_LINE;
}

/* Vector `at` of a row as it is in a copy, out of one that begins so many elements before. */
static const struct tir_expr *moved(struct loop_builder *k, const struct tir_expr *v, int64_t by)
{
	uint32_t lanes = v->type.lanes;
	const struct tir_expr **arg = ARENA_NEWN(k->scratch, const struct tir_expr *, 1 + lanes);
	arg[0] = v;
	for (uint32_t l = 0; l < lanes; l++)
		arg[1 + l] = dot_int(k, (l + by) % lanes);
	return by ? tir_make(k->m, TIR_SHUFFLE, v->type, 1, 1 + lanes, arg) : v;
}

/* Copy the vectors of one row; is_last: nothing lies behind it. */
static void copy_row(struct loop_builder *k, struct tir_seq *out, const struct turn_buffer *b,
        const struct tir_expr *from, const struct tir_expr *to, bool is_last)
{
	uint32_t width = width_of(b);
	for (int64_t at = 0; at < b->row; at += width) {
		int64_t over = is_last && at + width > b->length ? at + width - b->length : 0;
		const struct tir_expr *v = dot_row(k, b->of,
		        dot_sum(k, dot_scaled(k, from, b->length), dot_int(k, at - over)), width);
		dot_store(k, out, b->padded, dot_sum(k, dot_scaled(k, to, b->row), dot_int(k, at)),
		        moved(k, v, over));
	}
}

void turn_pad_in(struct loop_builder *k, struct tir_seq *out, const struct turn_nest *n,
        const struct turn_buffer *b)
{
	struct tir_stmt *rows = dot_loop(k, "row", n->rows - 1, 1);
	const struct tir_expr *row = tir_as_for(rows)->var->expr;
	copy_row(k, &tir_as_for(rows)->body, b, row, row, false);
	tir_seq_add(out, rows);
	struct tir_stmt *last = dot_loop(k, "row", n->blocks * TURN_ROWS - n->rows + 1, 1);
	row = dot_sum(k, tir_as_for(last)->var->expr, dot_int(k, n->rows - 1));
	copy_row(k, &tir_as_for(last)->body, b, dot_int(k, n->rows - 1), row, true);
	tir_seq_add(out, last);
}

void turn_pad_out(struct loop_builder *k, struct tir_seq *out, const struct turn_nest *n,
        const struct turn_buffer *b)
{
	uint32_t width = width_of(b);
	struct tir_stmt *rows = dot_loop(k, "row", n->rows, 1);
	const struct tir_expr *row = tir_as_for(rows)->var->expr;
	for (int64_t at = 0; at < b->length; at += width) {
		uint32_t lanes = b->length - at < width ? (uint32_t)(b->length - at) : width;
		const struct tir_expr *v = dot_row(k, b->padded,
		        dot_sum(k, dot_scaled(k, row, b->row), dot_int(k, at)), lanes);
		dot_store(k, &tir_as_for(rows)->body, b->of,
		        dot_sum(k, dot_scaled(k, row, b->length), dot_int(k, at)), v);
	}
	tir_seq_add(out, rows);
}

void turn_fill(struct loop_builder *k, struct tir_seq *out, const struct turn_buffer *b)
{
	if (b->row == b->length)
		return;
	struct tir_stmt *loop = dot_loop(k, "column", b->row - b->length, 1);
	const struct tir_expr *at = dot_sum(k,
	        dot_scaled(k, tir_as_for(loop)->var->expr, TURN_ROWS),
	        dot_int(k, b->length * TURN_ROWS));
	/* not 0: LLVM would call memset() */
	dot_store(k, &tir_as_for(loop)->body, b->copy, at,
	        tir_broadcast(k->m, dot_int(k, 1), TURN_ROWS));
	tir_seq_add(out, loop);
}
