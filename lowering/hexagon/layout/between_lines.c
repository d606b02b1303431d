/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/layout/between_lines.c: loads of several registers of bytes that begin between two lines of memory.
 *
 * Idea.   Each register is put together from the two lines that it lies in. Those are shared by neighbouring registers, and
 *         with loads that begin elsewhere in them. LLVM 22 shifts all such loads of a row by the least offset first, then by
 *         what is left, and goes around the end of the last one.
 * Needs   a buffer whose beginning and size are multiples of a line, so that with one byte of a line all of it may be read.
 *         Whole lines that the statement itself stores are loaded at once, as they are stored: LLVM puts the value that was stored in the
 *         place of the load, and takes that apart by numbers of 1024 bits where registers of it are loaded.
 * Keeps   every lane.
 * Costs   a line more than the load has registers. */
#include "lowering/hexagon/internal.h"

enum { LINE = TARGET_HVX_BYTES, MOST = 4 };

/* By how many bytes e begins behind a line; -1: it is no such load. */
static int64_t behind(struct lower *l, const struct tir_expr *e)
{
	struct tir_operand index[TIR_MAX_RANK];
	int64_t offset;
	const struct tir_expr *last = e->n ? e->arg[e->n - 1] : e;
	if (last->op != TIR_RAMP || !tir_is_const_int(last->arg[1]) || last->arg[1]->u.i != 1)
		return -1;
	const struct tir_expr *rest = lower_split_offset(last->arg[0], &offset);
	for (uint32_t i = 0; i < e->n; i++)
		index[i] = (struct tir_operand){.e = e->arg[i]};
	if (lower_element_factor(l, e->u.buffer, index, e->n, rest) % LINE)
		return -1;
	return (offset % LINE + LINE) % LINE;
}

LLVMValueRef lower_between_lines(struct lower *l, const struct tir_expr *e)
{
	uint32_t n = e->type.lanes / LINE;
	bool is = e->op == TIR_LOAD && tir_is_int(e->type) && e->type.bits == 8 &&
	          e->type.lanes % LINE == 0 && (n == 2 || n == MOST) && l->hexagon->pairs &&
	          l->side == LOWER_PLAIN && !l->options->checked && e->u.buffer->elem.lanes == 1 &&
	          lower_lies_in_lines(l, e->u.buffer, LINE);
	int64_t by = is ? behind(l, e) : -1;
	LLVMValueRef line[MOST + 1];
	if (by < 0 || (by == 0 && lower_is_stored_to(l, e->u.buffer)))
		return NULL;
	for (uint32_t i = 0; i < n + (by > 0); i++)
		line[i] = lower_row_part(l, e, (int64_t)i * LINE - by, LINE, LINE);
	for (uint32_t i = 0; i < n && by; i++)
		line[i] = lower_lanes(l, line[i], line[i + 1], (unsigned)by, LINE);
	for (uint32_t lanes = LINE; n > 1; n /= 2, lanes *= 2)
		for (uint32_t i = 0; i < n / 2; i++)
			line[i] = lower_lanes(l, line[2 * i], line[2 * i + 1], 0, 2 * lanes);
	return line[0];
}
