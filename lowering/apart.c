/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/apart.c: do buffers overlap?
 *
 * Idea.   A function whose buffers may overlap can have a version for those that do not.  Where each buffer begins and
 *         ends is known when it is called: it is as large as its shape says.  Of two that are only read nothing is asked.
 *         An extent that is negative is one of 0: nothing of such a buffer is touched, whatever its bytes come to.
 * Needs   compact buffers, whose shapes the parameters tell.
 * Costs   the operands of the function once; pairs of buffers.
 * Proved  by Z3: test/rules/apart.rules.  test/apart.py calls functions with their buffers at all distances. */
#include "lowering/internal.h"

enum { BUFFERS = 8 };

/* What a function does with the buffers of its parameters. */
struct uses {
	const struct tir_buffer *stored[BUFFERS];
	uint32_t nstored;
	bool all; /* it may store to any */
};

static bool note_store(void *ctx, struct tir_stmt *s)
{
	struct uses *u = ctx;
	const struct tir_expr *op[TIR_MAX_OPERANDS];
	uint32_t n = tir_stmt_exprs(s, op, TIR_MAX_OPERANDS);
	for (uint32_t i = 0; i < n; i++)
		u->all |= (op[i]->flags & (TIR_HAS_ADDRESS | TIR_HAS_EFFECT)) != 0;
	if (s->kind != TIR_STORE)
		return true;
	const struct tir_buffer *b = tir_as_store(s)->buffer->root;
	u->all |= !b || u->nstored == BUFFERS;
	if (!u->all)
		u->stored[u->nstored++] = b;
	return true;
}

static bool is_stored(const struct uses *u, const struct tir_buffer *b)
{
	bool found = u->all;
	for (uint32_t i = 0; i < u->nstored && !found; i++)
		found = u->stored[i] == b;
	return found;
}

/* The buffer's bytes. */
static LLVMValueRef bytes_of(struct lower *l, const struct tir_buffer *b)
{
	LLVMValueRef n = LLVMConstInt(l->word, tir_type_bytes(b->elem), false);
	for (uint32_t i = 0; i < b->ndim; i++) {
		LLVMValueRef e = lower_expr(l, b->shape[i]);
		n = LLVMBuildMul(l->b, n, LLVMBuildIntCast2(l->b, e, l->word, true, ""), "");
	}
	return n;
}

/* Are both known to be no longer than half of all memory? */
static bool are_short(const struct lower *l, LLVMValueRef x_bytes, LLVMValueRef y_bytes)
{
	uint64_t half = UINT64_C(1) << (LLVMGetIntTypeWidth(l->word) - 1);
	return LLVMIsAConstantInt(x_bytes) && LLVMIsAConstantInt(y_bytes) &&
	       LLVMConstIntGetZExtValue(x_bytes) <= half &&
	       LLVMConstIntGetZExtValue(y_bytes) <= half;
}

/* Does one of the two end before the other one begins?  Where x begins, seen from y, is from 1 - x's bytes to y's bytes - 1 if
 * they overlap: one comparison without a sign, if so many numbers are not all there are (test/rules/apart.rules). */
static LLVMValueRef lie_apart(struct lower *l, LLVMValueRef x, LLVMValueRef x_bytes, LLVMValueRef y,
        LLVMValueRef y_bytes)
{
	if (!are_short(l, x_bytes, y_bytes)) {
		LLVMValueRef behind = LLVMBuildSub(l->b, x, y, ""),
		             before = LLVMBuildSub(l->b, y, x, "");
		return LLVMBuildAnd(l->b, LLVMBuildICmp(l->b, LLVMIntUGE, behind, y_bytes, ""),
		        LLVMBuildICmp(l->b, LLVMIntUGE, before, x_bytes, ""), "");
	}
	LLVMValueRef last = LLVMBuildSub(l->b, x_bytes, LLVMConstInt(l->word, 1, false), "");
	LLVMValueRef at = LLVMBuildSub(l->b, LLVMBuildAdd(l->b, x, last, ""), y, "");
	return LLVMBuildICmp(l->b, LLVMIntUGE, at, LLVMBuildAdd(l->b, last, y_bytes, ""), "");
}

LLVMValueRef lower_are_apart(struct lower *l, const struct tir_func *f)
{
	struct uses uses = {0};
	LLVMValueRef begin[BUFFERS], bytes[BUFFERS], apart = NULL;
	const struct tir_buffer *buffer[BUFFERS];
	uint32_t n = 0;
	tir_walk_stmts(&f->body, note_store, &uses);
	lower_enter_arm(l);
	for (uint32_t i = 0; i < f->params.n && n < BUFFERS; i++) {
		const struct tir_buffer *b = f->params.at[i].buffer;
		if (!b)
			continue;
		buffer[n] = b;
		begin[n] = LLVMBuildPtrToInt(l->b, LLVMGetParam(l->fn, i), l->word, "");
		bytes[n] = bytes_of(l, b);
		n++;
	}
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < i; k++) {
			if (!is_stored(&uses, buffer[i]) && !is_stored(&uses, buffer[k]))
				continue;
			LLVMValueRef x = lie_apart(l, begin[i], bytes[i], begin[k], bytes[k]);
			apart = apart ? LLVMBuildAnd(l->b, apart, x, "") : x;
		}
	lower_leave_arm(l);
	return apart ? apart : LLVMConstInt(LLVMInt1TypeInContext(l->ctx), 1, false);
}
