/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/requantise.c: T.q_multiply_shift and its kin on vectors, in 32 bits.
 *
 * Idea.   (x * m + 2^(30 + n)) >> (31 + n) is ((x * m >> 31) + 2^(n - 1)) >> n: floors nest.  HVX has x * m >> 31 in two
 *         instructions; a shift by n - 1 and the mean of that and 0, rounded up, do the rest, and nothing overflows.  HVX
 *         saturates -2^31 * -2^31 >> 31 to 2^31 - 1, where the result is 2^(31 - n) all the same.
 *         Shifts that are known when the program runs are looked at there: if a lane's is none of 1 to 32, all lanes go
 *         one by one, in 64 bits.
 * Needs   whole registers of 32 bits a lane; q = 31; no shift to the left.
 * Costs   five instructions a register; for shifts in memory, a test.
 * Wrong if a shift is not looked at: HVX takes the low bits of it. */
#include "lowering/hexagon/internal.h"

enum { LANES = 32, Q = 31, MOST = 32 };

static LLVMValueRef number(struct lower *l, int64_t n)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)n, true);
}

/* An instruction on each register; operands without lanes are the same for all. */
static LLVMValueRef each(struct lower *l, const char *name, LLVMValueRef a, LLVMValueRef b,
        LLVMValueRef c)
{
	LLVMValueRef x[3] = {a, b, c};
	struct hvx_shape shape = {{2 * LANES, LANES, 0, 0}};
	for (unsigned i = 1; i < 3; i++)
		if (x[i] && LLVMGetTypeKind(LLVMTypeOf(x[i])) == LLVMVectorTypeKind)
			shape.lanes[i + 1] = LANES;
	LLVMValueRef v = lower_hvx(l, name, shape, x, c ? 3 : 2);
	return LLVMBuildBitCast(l->b, v, LLVMTypeOf(a), "");
}

/* n: one number, or one for each lane. */
static LLVMValueRef scale(struct lower *l, LLVMValueRef x, LLVMValueRef m, LLVMValueRef n)
{
	bool by_lane = LLVMGetTypeKind(LLVMTypeOf(n)) == LLVMVectorTypeKind;
	LLVMValueRef one = by_lane ? lower_splat(l, number(l, 1), LLVMGetVectorSize(LLVMTypeOf(n)))
	                           : number(l, 1);
	LLVMValueRef v = each(l, "vmpyewuh", x, m, NULL);
	v = each(l, "vmpyowh.sacc", v, x, m);
	v = each(l, by_lane ? "vasrwv" : "vasrw", v, LLVMBuildSub(l->b, n, one, ""), NULL);
	return each(l, "vavgwrnd", v, LLVMConstNull(LLVMTypeOf(v)), NULL);
}

/* ---- Lane by lane ------------------------------------------------------------------------*/
/* sext(x) * sext(m), rounded and shifted in 64 bits. */
static LLVMValueRef scale_lane(struct lower *l, LLVMValueRef x, LLVMValueRef m, LLVMValueRef n)
{
	LLVMTypeRef wide = LLVMInt64TypeInContext(l->ctx);
	LLVMValueRef one = LLVMConstInt(wide, 1, false), q = LLVMConstInt(wide, Q, false);
	LLVMValueRef by = LLVMBuildAdd(l->b, LLVMBuildSExt(l->b, n, wide, ""), q, "");
	LLVMValueRef v = LLVMBuildMul(l->b, LLVMBuildSExt(l->b, x, wide, ""),
	        LLVMBuildSExt(l->b, m, wide, ""), "");
	LLVMValueRef half = LLVMBuildShl(l->b, one, LLVMBuildSub(l->b, by, one, ""), "");
	v = LLVMBuildAShr(l->b, LLVMBuildAdd(l->b, v, half, ""), by, "");
	return LLVMBuildTrunc(l->b, v, LLVMTypeOf(x), "");
}

/* The loop over lanes: in memory, for LLVM takes vectors of 64 bits apart at length. */
static LLVMValueRef scale_lanes(struct lower *l, const LLVMValueRef x[3])
{
	LLVMTypeRef type = LLVMTypeOf(x[0]), word = LLVMInt32TypeInContext(l->ctx);
	unsigned lanes = LLVMGetVectorSize(type);
	LLVMValueRef p[3], lane[3];
	LLVMBasicBlockRef before = LLVMGetInsertBlock(l->b);
	LLVMPositionBuilderBefore(l->b, LLVMGetBasicBlockTerminator(l->entry));
	for (unsigned i = 0; i < 3; i++) {
		p[i] = LLVMBuildAlloca(l->b, type, "");
		LLVMSetAlignment(p[i], TARGET_HVX_BYTES);
	}
	LLVMPositionBuilderAtEnd(l->b, before);
	for (unsigned i = 0; i < 3; i++)
		LLVMSetAlignment(LLVMBuildStore(l->b, x[i], p[i]), TARGET_HVX_BYTES);
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lane");
	LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "lanes");
	LLVMBuildBr(l->b, body);
	LLVMPositionBuilderAtEnd(l->b, body);
	LLVMValueRef k = LLVMBuildPhi(l->b, word, ""), at[3];
	for (unsigned i = 0; i < 3; i++) {
		at[i] = LLVMBuildGEP2(l->b, word, p[i], &k, 1, "");
		lane[i] = LLVMBuildLoad2(l->b, word, at[i], "");
	}
	LLVMBuildStore(l->b, scale_lane(l, lane[0], lane[1], lane[2]), at[0]);
	LLVMValueRef next = LLVMBuildAdd(l->b, k, number(l, 1), ""), from[2] = {number(l, 0), next};
	LLVMBasicBlockRef blocks[2] = {before, body};
	LLVMAddIncoming(k, from, blocks, 2);
	LLVMValueRef more = LLVMBuildICmp(l->b, LLVMIntULT, next, number(l, lanes), "");
	lower_mark_rare(l, LLVMBuildCondBr(l->b, more, body, end));
	LLVMPositionBuilderAtEnd(l->b, end);
	LLVMValueRef v = LLVMBuildLoad2(l->b, type, p[0], "");
	LLVMSetAlignment(v, TARGET_HVX_BYTES);
	return v;
}

/* ---- Shifts of lanes ---------------------------------------------------------------------*/
/* Is a lane's shift none of 1 to MOST?  Their bits above, of all lanes together: half onto half. */
static LLVMValueRef is_other(struct lower *l, LLVMValueRef n)
{
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(n));
	LLVMValueRef less = LLVMBuildSub(l->b, n, lower_splat(l, number(l, 1), lanes), "");
	LLVMValueRef all = LLVMBuildAnd(l->b, less, lower_splat(l, number(l, -MOST), lanes), "");
	LLVMValueRef any = lower_lanes(l, all, NULL, 0, LANES);
	for (unsigned k = LANES; k < lanes; k += LANES)
		any = LLVMBuildOr(l->b, any, lower_lanes(l, all, NULL, k, LANES), "");
	for (unsigned bytes = TARGET_HVX_BYTES / 2; bytes >= 4; bytes /= 2)
		any = LLVMBuildOr(l->b, any, each(l, "vror", any, number(l, bytes), NULL), "");
	LLVMValueRef word = LLVMBuildExtractElement(l->b, any, number(l, 0), "");
	return LLVMBuildICmp(l->b, LLVMIntNE, word, number(l, 0), "");
}

static LLVMValueRef scale_by_lane(struct lower *l, const LLVMValueRef x[3])
{
	LLVMBasicBlockRef slow = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "wide");
	LLVMBasicBlockRef fast = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "words");
	LLVMBasicBlockRef join = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "scaled"), from[2];
	LLVMValueRef v[2];
	LLVMBuildCondBr(l->b, is_other(l, x[2]), slow, fast);
	LLVMPositionBuilderAtEnd(l->b, slow);
	v[0] = scale_lanes(l, x);
	from[0] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, fast);
	v[1] = scale(l, x[0], x[1], x[2]);
	from[1] = LLVMGetInsertBlock(l->b);
	LLVMBuildBr(l->b, join);
	LLVMPositionBuilderAtEnd(l->b, join);
	LLVMValueRef phi = LLVMBuildPhi(l->b, LLVMTypeOf(x[0]), "");
	LLVMAddIncoming(phi, v, from, 2);
	return phi;
}

/* ---- The hook ----------------------------------------------------------------------------*/
/* An operand of 32 bits in all lanes. */
static LLVMValueRef lanes_of(struct lower *l, const struct tir_expr *e, unsigned lanes)
{
	LLVMValueRef v = lower_expr(l, e);
	return e->type.lanes == lanes ? v : lower_splat(l, v, lanes);
}

LLVMValueRef lower_requantise(struct lower *l, const struct tir_expr *e)
{
	bool per_axis = e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS;
	unsigned lanes = e->type.lanes;
	if (!target_has_hvx(l->hvx) || lanes % LANES || !target_vector_scales(e))
		return NULL;
	LLVMValueRef x[3] = {lanes_of(l, e->arg[0], lanes), lanes_of(l, e->arg[1], lanes)};
	if (!per_axis) {
		const struct tir_expr *s = e->arg[3]->op == TIR_BROADCAST ? e->arg[3]->arg[0]
		                                                          : e->arg[3];
		return scale(l, x[0], x[1], number(l, -s->u.i));
	}
	x[2] = lanes_of(l, e->arg[3], lanes);
	return scale_by_lane(l, x);
}
