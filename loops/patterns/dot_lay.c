/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/patterns/dot_lay.c: operands laid out anew where their rows are no whole words.
 *
 * Idea.   Rows at a stride, such as 3 channels of each pixel, are copied a line at a time to rows at a stride
 *         that is a multiple of four bytes: each line of the copy takes its bytes from less than a line of memory.  The
 *         lines repeat their pattern after a few.  What is behind a row does not matter in one of the two operands,
 *         as the other one has bytes there that stand for 0.
 *         Behind the copy there is room: whoever loads lines from within may go past its end.
 * Needs   a nest that dot_nest.c has read; rows that do not overlap, of at most PERIOD lines each; a buffer of one line at least.
 * Costs   a period of lines. */
#include "loops/patterns/dot.h"

enum { PERIOD = 8 };

static int64_t period_of(int64_t pitch)
{
	return pitch / (int64_t)affine_gcd((uint64_t)pitch, DOT_LINE);
}

/* The stride of the operand's rows, in loops other than n->k; 0: there is one row; -1: a loop goes down. */
static int64_t pitch_of(const struct dot_nest *n, const struct dot_operand *x)
{
	uint64_t pitch = 0;
	for (uint32_t l = 0; l < n->n; l++) {
		if (l == n->k || n->extent[l] == 1)
			continue;
		if (x->at.stride[l] < 0)
			return -1;
		pitch = affine_gcd((uint64_t)x->at.stride[l], pitch);
	}
	return (int64_t)pitch;
}

static int64_t span_of(const struct dot_nest *n, const struct dot_operand *x)
{
	int64_t span = 0;
	for (uint32_t l = 0; l < n->n; l++)
		span += l == n->k ? 0 : x->at.stride[l] * (n->extent[l] - 1);
	return span;
}

static int64_t lines_of(const struct dot_lay *y)
{
	return (y->rows * y->pitch + DOT_LINE - 1) / DOT_LINE;
}

/* Which byte behind the first one of the operand is byte `at` of the copy? */
static int64_t source_of(const struct dot_lay *y, int64_t at)
{
	int64_t row = at / y->pitch, byte = at % y->pitch, last = y->from - 1;
	return row * y->from + (byte < last ? byte : last);
}

bool dot_lay_rows(const struct dot_nest *n, struct dot_operand *x)
{
	int64_t row = n->extent[n->k], whole = (row + DOT_WORD - 1) / DOT_WORD * DOT_WORD;
	struct dot_lay y = {.first = x->at.constant, .row = row, .from = pitch_of(n, x)};
	if (!y.from)
		y.from = row;
	y.pitch = (y.from > whole ? y.from + DOT_WORD - 1 : whole) / DOT_WORD * DOT_WORD;
	if (y.pitch > PERIOD * DOT_LINE)
		return false;
	while (period_of(y.pitch) > PERIOD)
		y.pitch += DOT_WORD;
	y.rows = span_of(n, x) / y.from + 1;
	y.size = x->load->u.buffer->shape[0]->u.i - x->at.constant;
	if (row > y.from || x->at.stride[n->k] != 1 || y.size < DOT_LINE ||
	        (y.rows - 1) * y.from + row > y.size)
		return false;
	x->at.constant = 0;
	for (uint32_t l = 0; l < n->n; l++)
		if (l != n->k)
			x->at.stride[l] = n->extent[l] > 1 ? x->at.stride[l] / y.from * y.pitch : 0;
	x->lay = y;
	return true;
}

bool dot_lay_room(const struct dot_nest *n, struct dot_operand *x)
{
	int64_t bytes = span_of(n, x) + x->at.stride[n->k] * (n->extent[n->k] - 1) + 1;
	struct dot_lay y = {
	        .first = x->at.constant, .row = DOT_WORD, .from = DOT_WORD, .pitch = DOT_WORD};
	y.rows = (bytes + DOT_WORD - 1) / DOT_WORD;
	y.size = x->load->u.buffer->shape[0]->u.i - x->at.constant;
	if (y.size < DOT_LINE || bytes > y.size)
		return false;
	x->at.constant = 0;
	x->lay = y;
	return true;
}

int64_t dot_lay_bytes(const struct dot_operand *x)
{
	return x->lay.rows ? (lines_of(&x->lay) + 2) * DOT_LINE : 0;
}

uint64_t dot_lay_time(const struct dot_operand *x)
{
	return x->lay.rows ? (uint64_t)lines_of(&x->lay) * 4 * TARGET_PACKET : 0;
}

/* ---- The copy ----------------------------------------------------------------------------*/
/* Lane by lane, is it within a row? */
static const struct tir_expr *is_row(struct loop_builder *k, const struct dot_lay *y, int64_t line)
{
	const struct tir_expr **arg = ARENA_NEWN(k->scratch, const struct tir_expr *, 2 + DOT_LINE);
	arg[0] = tir_int(k->m, TIR_BOOL, 0);
	arg[1] = tir_int(k->m, TIR_BOOL, 1);
	for (int64_t i = 0; i < DOT_LINE; i++)
		arg[2 + i] = dot_int(k, (line * DOT_LINE + i) % y->pitch < y->row);
	return tir_make(k->m, TIR_SHUFFLE, tir_lanes(TIR_BOOL, DOT_LINE), 2, 2 + DOT_LINE, arg);
}

/* Bytes of a line of the copy out of those from `base` on behind the operand's first one; what stands for 0 behind rows. */
static const struct tir_expr *line_of(struct loop_builder *k, const struct dot_operand *x,
        const struct tir_expr *v, int64_t line, int64_t base, bool pads)
{
	const struct dot_lay *y = &x->lay;
	struct tir_type t = v->type;
	if (y->pitch != y->from || source_of(y, line * DOT_LINE) != base) {
		const struct tir_expr **arg = ARENA_NEWN(k->scratch, const struct tir_expr *,
		        1 + DOT_LINE);
		arg[0] = v;
		for (int64_t i = 0; i < DOT_LINE; i++) {
			int64_t at = source_of(y, line * DOT_LINE + i) - base;
			arg[1 + i] = dot_int(k, at < DOT_LINE ? at : DOT_LINE - 1);
		}
		v = tir_make(k->m, TIR_SHUFFLE, t, 1, 1 + DOT_LINE, arg);
	}
	if (!pads || y->row == y->pitch)
		return v;
	int64_t pad = t.code == TIR_TYPE_INT ? dot_pad(k->n) - 128 : dot_pad(k->n);
	const struct tir_expr *zero = tir_broadcast(k->m, tir_int(k->m, tir_lanes(t, 1), pad),
	        DOT_LINE);
	return tir_select(k->m, TIR_SELECT, is_row(k, y, line), v, zero);
}

/* Line number `line`, in iteration *i of a loop of which each does a period; NULL: 0. */
static void copy_line(struct loop_builder *k, struct tir_seq *out, const struct dot_operand *x,
        struct tir_buffer *to, int64_t line, const struct tir_expr *i, bool pads)
{
	const struct dot_lay *y = &x->lay;
	int64_t base = source_of(y, line * DOT_LINE), period = period_of(y->pitch);
	const struct tir_expr *at = dot_int(k, 0), *place = dot_int(k, line * DOT_LINE);
	if (base > y->size - DOT_LINE)
		base = y->size - DOT_LINE;
	at = dot_int(k, y->first + base);
	if (i) {
		at = dot_sum(k, dot_scaled(k, i, period * DOT_LINE / y->pitch * y->from), at);
		place = dot_sum(k, dot_scaled(k, i, period * DOT_LINE), place);
	}
	const struct tir_expr *v = dot_bind(k, out, "line",
	        dot_row(k, x->load->u.buffer, at, DOT_LINE));
	dot_store(k, out, to, place, line_of(k, x, v, line, base, pads));
}

struct tir_buffer *dot_lay(struct loop_builder *k, struct tir_seq *out, const struct dot_operand *x,
        bool pads)
{
	const struct dot_lay *y = &x->lay;
	int64_t period = period_of(y->pitch), lines = lines_of(y), whole = 0;
	struct tir_buffer *to = dot_alloc(k, out, "rows", tir_lanes(x->load->type, 1),
	        dot_lay_bytes(x));
	while ((whole + 1) * period <= lines &&
	        source_of(y, ((whole + 1) * period - 1) * DOT_LINE) <= y->size - DOT_LINE)
		whole++;
	if (whole) {
		struct tir_stmt *loop = dot_loop(k, "period", whole, 1);
		for (int64_t i = 0; i < period; i++)
			copy_line(k, &tir_as_for(loop)->body, x, to, i, tir_as_for(loop)->var->expr,
			        pads);
		tir_seq_add(out, loop);
	}
	for (int64_t i = whole * period; i < lines; i++)
		copy_line(k, out, x, to, i, NULL, pads);
	return to;
}
