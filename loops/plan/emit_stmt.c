/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/emit_stmt.c: statements that the emitter makes.
 *
 * Costs   what they hold. */
#include "loops/plan/emit.h"

static const struct tir_expr *number(struct emitter *x, int64_t n)
{
	return tir_int(x->m, TIR_INT32, n);
}

static const struct tir_expr *row(struct emitter *x, const struct tir_expr *at, uint32_t lanes)
{
	return lanes > 1 ? tir_ramp(x->m, at, number(x, 1), lanes) : at;
}

void emit_store(struct emitter *x, struct tir_seq *out, struct tir_buffer *b,
        const struct tir_expr *at, const struct tir_expr *value)
{
	const struct tir_expr *index = row(x, at, value->type.lanes);
	tir_seq_add(out, tir_store_new(x->m, b, 1, &index, value, x->span));
}

const struct tir_expr *emit_load(struct emitter *x, struct tir_buffer *b, const struct tir_expr *at,
        uint32_t lanes)
{
	const struct tir_expr *index = row(x, at, lanes);
	return tir_access(x->m, TIR_LOAD, b, 1, &index);
}

struct tir_buffer *emit_alloc(struct emitter *x, struct tir_seq *out, const char *name,
        struct tir_type elem, int64_t elements)
{
	struct tir_buffer *b = tir_row_new(x->m, name, elem, elements);
	struct tir_stmt *s = tir_alloc_new(x->m, b, x->span);
	b->align = TARGET_HVX_BYTES;
	if (out)
		tir_seq_add(out, s);
	return b;
}

struct tir_stmt *emit_loop(struct emitter *x, const char *name, int64_t extent)
{
	return tir_loop_new(x->m, tir_var_new(x->m, name, TIR_INT32), extent, x->span);
}

/* The elements one by one, zeros behind them. */
void emit_copies(struct emitter *x, struct tir_seq *out)
{
	for (uint32_t i = 0; i < x->copies.n; i++) {
		const struct emit_copy *c = &x->copies.at[i];
		struct tir_stmt *alloc = tir_stmt_new(x->m, TIR_ALLOC, x->span);
		tir_as_alloc(alloc)->buffer = c->to;
		alloc->form = TIR_ALLOC_BUFFER;
		tir_seq_add(out, alloc);
		uint32_t lanes = EMIT_LINE_BITS / c->to->elem.bits;
		for (uint32_t l = 0; l < 2; l++)
			emit_store(x, out, c->to, number(x, l * lanes),
			        tir_zero(x->m, tir_lanes(c->to->elem, lanes)));
		struct tir_stmt *loop = emit_loop(x, "i", c->of->shape[0]->u.i);
		const struct tir_expr *at = tir_as_for(loop)->var->expr;
		emit_store(x, &tir_as_for(loop)->body, c->to, at, emit_load(x, c->of, at, 1));
		tir_seq_add(out, loop);
	}
}
