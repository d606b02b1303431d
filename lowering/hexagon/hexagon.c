/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/hexagon.c: the hooks by which Hexagon's ways of lowering are entered.
 *
 * Idea.   They build operands in an order of their own, some twice.  A call that may write asks for the order of the text, and
 *         to be made once: an expression with such a call is built as for any target. */
#include "lowering/hexagon/internal.h"

static void begin(struct lower *l, const struct tir_func *f)
{
	lower_pairs_survey(l, f);
	lower_lines_survey(l, f);
	lower_columns_survey(l);
}

static bool has_effect(const struct tir_expr *e)
{
	return e->flags & TIR_HAS_EFFECT;
}

static LLVMValueRef expr(struct lower *l, const struct tir_expr *e)
{
	if (has_effect(e))
		return NULL;
	LLVMValueRef v = lower_from_lines(l, e);
	v = v ? v : lower_between_lines(l, e);
	v = v ? v : lower_pairs_stored(l, e);
	v = v ? v : lower_dot(l, e);
	v = v ? v : lower_block_sum(l, e);
	v = v ? v : lower_word_sum(l, e);
	v = v ? v : lower_row_sum(l, e);
	v = v ? v : lower_column_sum(l, e);
	v = v ? v : lower_deal(l, e);
	v = v ? v : lower_butterfly(l, e);
	v = v ? v : lower_difference(l, e);
	v = v ? v : lower_deal_pieces(l, e);
	v = v ? v : lower_words_in_turns(l, e);
	v = v ? v : lower_short_product(l, e);
	v = v ? v : lower_shift_both(l, e);
	return v ? v : lower_repeated_words(l, e);
}

static LLVMValueRef cast(struct lower *l, const struct tir_expr *e)
{
	if (has_effect(e))
		return NULL;
	LLVMValueRef v = lower_narrow(l, e);
	v = v ? v : lower_average(l, e);
	v = v ? v : lower_word_pack(l, e);
	v = v ? v : lower_half_product(l, e);
	v = v ? v : lower_high_product(l, e);
	v = v ? v : lower_byte_of_words(l, e);
	v = v ? v : lower_bytes_in_words(l, e);
	return v ? v : lower_saturated(l, e);
}

static LLVMValueRef bound(struct lower *l, const struct tir_stmt *s)
{
	if (has_effect(tir_value_of(s)))
		return NULL;
	LLVMValueRef v = lower_pairs_bind(l, s);
	return v ? v : lower_column_bind(l, s);
}

static LLVMValueRef gather(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t)
{
	return has_effect(index) ? NULL : lower_gather(l, base, b, index, t);
}

static LLVMValueRef multiply_shift(struct lower *l, const struct tir_expr *e)
{
	return has_effect(e) ? NULL : lower_requantise(l, e);
}

static const struct lower_hooks hooks = {
        .begin = begin,
        .expr = expr,
        .variable = lower_variable,
        .cast = cast,
        .bound = bound,
        .bind = lower_lines_bind,
        .gather = gather,
        .vector = lower_vector,
        .multiply_shift = multiply_shift,
        .divide = lower_hexagon_divide,
        .shift_right = lower_hexagon_shift_right,
        .loop = lower_mark_loop,
        .stored = lower_keep_store,
};

const struct lower_hooks *lower_hexagon(struct lower *l)
{
	struct lower_hexagon *x = l->hexagon = ARENA_NEW(l->arena, struct lower_hexagon);
	x->vectorizes = l->options->vectorizes && !l->scalar_loops;
	x->facts = l->facts;
	x->for_lanes = ARENA_NEWN(l->arena, bool, l->m->nvars);
	return &hooks;
}
