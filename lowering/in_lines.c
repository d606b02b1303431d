/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/in_lines.c: parameters that begin with a whole line of HVX.
 *
 * Idea.   TVM promises half a line; most begin with a whole one.  Where accesses would be of whole lines then, a test of
 *         the addresses chooses between two versions of the function.
 * Costs   the operands of the function once. */
#include "lowering/internal.h"

static bool is_unaligned(const struct tir_buffer *b)
{
	int64_t align = b->align > 0 ? b->align : 64;
	return b->kind == TIR_BUFFER_PARAM && !b->elem_offset && !b->offset_var &&
	       !b->offset_factor && (align & (align - 1)) == 0 && align < TARGET_HVX_BYTES;
}

/* Is the access one of whole lines, if the parameter begins with one? */
static bool gains(const struct lower *l, const struct tir_buffer *b,
        const struct tir_operand *index, uint32_t n)
{
	const struct tir_buffer *root = b->root ? b->root : b;
	const struct tir_expr *last = n ? index[n - 1].e : NULL;
	if (!last || !is_unaligned(root) || b->elem_offset || b->strides || last->op != TIR_RAMP ||
	        !tir_is_const_int(last->arg[1]) || last->arg[1]->u.i != 1)
		return false;
	uint64_t bytes = tir_type_bytes(b->elem);
	uint64_t at = lower_element_factor(l, b, index, n, last->arg[0]) * bytes;
	return last->type.lanes * bytes >= TARGET_HVX_BYTES && at % TARGET_HVX_BYTES == 0;
}

static bool note_gain(void *ctx, const struct tir_expr *e)
{
	struct lower *l = ctx;
	struct tir_operand index[TIR_MAX_RANK];
	if (e->op != TIR_LOAD || e->n > TIR_MAX_RANK)
		return true;
	for (uint32_t i = 0; i < e->n; i++)
		index[i] = (struct tir_operand){.e = e->arg[i]};
	l->wants_lines |= gains(l, e->u.buffer, index, e->n);
	return true;
}

static bool note_gains(void *ctx, struct tir_stmt *s)
{
	struct lower *l = ctx;
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		tir_walk_expr(op[i], l->arena, note_gain, l);
	if (s->kind == TIR_STORE)
		l->wants_lines |= gains(l, tir_as_store(s)->buffer, tir_as_store(s)->index,
		        s->nindex);
	return true;
}

bool lower_wants_lines(struct lower *l, const struct tir_func *f)
{
	l->wants_lines = false;
	tir_walk_stmts(&f->body, note_gains, l);
	return l->wants_lines;
}

LLVMValueRef lower_lie_in_lines(struct lower *l, const struct tir_func *f)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	LLVMValueRef all = LLVMConstNull(word);
	bool first = true;
	for (uint32_t i = 0; i < f->params.n; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		if (!b || !is_unaligned(b))
			continue;
		LLVMValueRef p = LLVMBuildPtrToInt(l->b, LLVMGetParam(l->fn, i), word, "");
		all = first ? p : LLVMBuildOr(l->b, all, p, "");
		first = false;
	}
	all = LLVMBuildAnd(l->b, all, LLVMConstInt(word, TARGET_HVX_BYTES - 1, false), "");
	return LLVMBuildIsNull(l->b, all, "");
}
