/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/hvx.c: HVX instructions of 128 bytes, on vectors of any multiple of that. */
#include "lowering/hexagon/internal.h"

enum { REGISTER_BITS = 1024, HALF = 16 };

static LLVMValueRef index_of(struct lower *l, uint64_t i)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), i, false);
}

LLVMValueRef lower_lanes(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned from, unsigned n)
{
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++)
		mask[i] = index_of(l, from + i);
	return LLVMBuildShuffleVector(l->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
	        LLVMConstVector(mask, n), "");
}

LLVMValueRef lower_hvx_append(struct lower *l, LLVMValueRef all, LLVMValueRef v, unsigned k,
        unsigned parts)
{
	LLVMTypeRef part_type = LLVMTypeOf(v);
	if (parts == 1)
		return v;
	LLVMTypeRef types[2] = {
	        LLVMVectorType(LLVMGetElementType(part_type), LLVMGetVectorSize(part_type) * parts),
	        part_type};
	LLVMValueRef x[3] = {all ? all : LLVMGetPoison(types[0]), v,
	        LLVMConstInt(LLVMInt64TypeInContext(l->ctx), k * LLVMGetVectorSize(part_type), 0)};
	return lower_intrinsic(l, "llvm.vector.insert", types, 2, x, 3);
}

/* The bits of v, which may have been cast before, as the type. */
static LLVMValueRef cast(struct lower *l, LLVMValueRef v, LLVMTypeRef type)
{
	while (LLVMTypeOf(v) != type && LLVMIsABitCastInst(v))
		v = LLVMGetOperand(v, 0);
	return LLVMBuildBitCast(l->b, v, type, "");
}

/* An operand as LLVM's intrinsics have it: registers are words, and a scalar is one. */
static LLVMValueRef as_words(struct lower *l, LLVMValueRef v, unsigned operand)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(l->ctx);
	unsigned registers = target_registers_of(operand);
	if (operand == TARGET_PREDICATE)
		return v;
	if (registers)
		word = LLVMVectorType(word, registers * REGISTER_BITS / 32);
	return cast(l, v, word);
}

static unsigned bits_of(LLVMValueRef vector)
{
	return LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(vector)));
}

/* The bits of v as lanes of that width. */
static LLVMValueRef with_lanes(struct lower *l, LLVMValueRef v, unsigned bits)
{
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(v)) * bits_of(v);
	LLVMTypeRef t = LLVMVectorType(LLVMIntTypeInContext(l->ctx, bits), all / bits);
	return cast(l, v, t);
}

/* An instruction on operands that fit it.  A result of registers has lanes of `bits` bits at first, not its own: where LLVM knows
 * these while parts are put together, it moves some and unrolls loops that are too long for that (nn/transpose_conv_s8: 2 % more
 * packets). */
static LLVMValueRef instruction(struct lower *l, const struct target_hvx_instruction *row,
        const LLVMValueRef *x, unsigned bits)
{
	LLVMValueRef words[TARGET_OPERANDS];
	for (unsigned i = 0; i < row->noperands; i++)
		words[i] = as_words(l, x[i], row->operand[i] & ~(unsigned)TARGET_LANE);
	LLVMValueRef v = lower_intrinsic(l, row->intrinsic, NULL, 0, words, row->noperands);
	return target_registers_of(row->result) ? with_lanes(l, v, bits) : v;
}

/* What the instruction made with its lanes; those that may be any are like its first operand's. */
static LLVMValueRef finished(struct lower *l, const struct target_hvx_instruction *row,
        LLVMValueRef v, LLVMValueRef like)
{
	unsigned bits = row->result & TARGET_LANE;
	return target_registers_of(row->result) ? with_lanes(l, v, bits ? bits : bits_of(like)) : v;
}

LLVMValueRef lower_hvx_half(struct lower *l, LLVMValueRef pair, bool high)
{
	const struct target_hvx_instruction *row = target_instruction(high ? TARGET_HI : TARGET_LO);
	return finished(l, row, instruction(l, row, &pair, HALF), pair);
}

/* The k-th n lanes of v.  A half of a register pair is asked for by its instruction: of a shuffle LLVM
 * takes only the lanes that are used, and then it is no half any more. */
static LLVMValueRef part(struct lower *l, LLVMValueRef v, unsigned k, unsigned n)
{
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(v));
	if (all == n)
		return v;
	if (n * bits_of(v) != REGISTER_BITS || all % (2 * n))
		return lower_lanes(l, v, NULL, k * n, n);
	return lower_hvx_half(l, part(l, v, k / 2, 2 * n), k % 2);
}

/* The k-th registers of v, as many as the operand has; what is in none is as it is. */
static LLVMValueRef registers_of(struct lower *l, LLVMValueRef v, unsigned k, unsigned operand)
{
	unsigned registers = target_registers_of(operand);
	return registers ? part(l, v, k, registers * REGISTER_BITS / bits_of(v)) : v;
}

LLVMValueRef lower_hvx(struct lower *l, enum target_instruction i, const LLVMValueRef *x)
{
	const struct target_hvx_instruction *row = target_instruction(i);
	unsigned registers = target_registers_of(row->operand[0]), parts = 1;
	if (registers)
		parts = LLVMGetVectorSize(LLVMTypeOf(x[0])) * bits_of(x[0]) /
		        (registers * REGISTER_BITS);
	LLVMValueRef all = NULL, p[TARGET_OPERANDS];
	for (unsigned k = 0; k < parts; k++) {
		for (unsigned j = 0; j < row->noperands; j++)
			p[j] = registers_of(l, x[j], k, row->operand[j]);
		all = lower_hvx_append(l, all, instruction(l, row, p, HALF), k, parts);
	}
	return finished(l, row, all, x[0]);
}

LLVMValueRef lower_hvx_sum(struct lower *l, enum target_instruction i, const LLVMValueRef *x)
{
	return x[0] ? lower_hvx(l, i + 1, x) : lower_hvx(l, i, x + 1);
}

LLVMValueRef lower_hvx_pack(struct lower *l, enum target_instruction i, LLVMValueRef v,
        LLVMValueRef n)
{
	const struct target_hvx_instruction *row = target_instruction(i);
	unsigned bits = bits_of(v), half = REGISTER_BITS / bits;
	unsigned parts = LLVMGetVectorSize(LLVMTypeOf(v)) / (2 * half);
	LLVMValueRef all = NULL;
	for (unsigned k = 0; k < parts; k++) {
		LLVMValueRef x[3] = {part(l, v, 2 * k + 1, half), part(l, v, 2 * k, half), n};
		all = lower_hvx_append(l, all, instruction(l, row, x, bits / 2), k, parts);
	}
	return finished(l, row, all, v);
}

LLVMValueRef lower_hvx_widen(struct lower *l, LLVMValueRef v, bool is_signed)
{
	bool bytes = bits_of(v) == 8;
	return lower_hvx(l,
	        is_signed ? bytes ? TARGET_VSB : TARGET_VSH
	        : bytes   ? TARGET_VZB
	                  : TARGET_VZH,
	        &v);
}

enum target_instruction lower_hvx_product(bool x_no_sign, bool y_no_sign)
{
	return x_no_sign != y_no_sign ? TARGET_VMPYHUS : x_no_sign ? TARGET_VMPYUHV : TARGET_VMPYHV;
}

LLVMValueRef lower_hvx_exchange(struct lower *l, bool deals, LLVMValueRef high, LLVMValueRef low,
        int64_t by)
{
	LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)by, true);
	return LOWER_HVX(l, deals ? TARGET_VDEALVDD : TARGET_VSHUFFVDD, high, low, n);
}

LLVMValueRef lower_hvx_join(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned n)
{
	unsigned parts = LLVMGetVectorSize(LLVMTypeOf(a)) / n;
	LLVMValueRef all = NULL;
	for (unsigned k = 0; k < parts; k++)
		all = lower_hvx_append(l, all,
		        lower_lanes(l, part(l, a, k, n), part(l, b, k, n), 0, 2 * n), k, parts);
	return all;
}

void lower_hvx_zip(struct lower *l, LLVMValueRef even, LLVMValueRef odd, int64_t piece,
        LLVMValueRef out[2])
{
	LLVMValueRef both = lower_hvx_exchange(l, false, odd, even, -piece);
	for (unsigned i = 0; i < 2; i++)
		out[i] = lower_hvx_half(l, both, i);
}

LLVMValueRef lower_hvx_in_order(struct lower *l, LLVMValueRef v)
{
	enum { HALVES = 64 };
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++)
		mask[i] = index_of(l,
		        i / (2 * HALVES) * (2 * HALVES) + i % 2 * HALVES + i % (2 * HALVES) / 2);
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, n), "");
}

LLVMValueRef lower_hvx_shift_pairs(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned k)
{
	enum { HALVES = 64 };
	LLVMValueRef out[2];
	for (unsigned i = 0; i < 2; i++) {
		/* lane k + i, k + i + 2, ...: from the half of its parity on */
		unsigned first = k + i, half = first % 2;
		out[i] = lower_lanes(l, part(l, a, half, HALVES), part(l, b, half, HALVES),
		        first / 2, HALVES);
	}
	return lower_lanes(l, out[0], out[1], 0, 2 * HALVES);
}

LLVMValueRef lower_hvx_padded(struct lower *l, LLVMValueRef v, unsigned lanes)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, lanes);
	if (n == lanes)
		return v;
	for (unsigned i = 0; i < lanes; i++)
		mask[i] = index_of(l, i < n ? i : n - 1);
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, lanes), "");
}

LLVMValueRef lower_hvx_any(struct lower *l, LLVMValueRef v)
{
	enum { WORDS = 32 };
	unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef any = part(l, v, 0, WORDS);
	for (unsigned k = 1; k < lanes / WORDS; k++)
		any = LLVMBuildOr(l->b, any, part(l, v, k, WORDS), "");
	for (unsigned bytes = TARGET_HVX_BYTES / 2; bytes >= 4; bytes /= 2) {
		any = LLVMBuildOr(l->b, any, LOWER_HVX(l, TARGET_VROR, any, index_of(l, bytes)),
		        "");
	}
	return LLVMBuildExtractElement(l->b, any, index_of(l, 0), "");
}

/* The words of 128 lanes from lane k on, in order: two vectors of 64. */
static void order_words(struct lower *l, LLVMValueRef v, unsigned k, LLVMValueRef out[2])
{
	enum { WORD = 4, WORDS = 32 }; /* bytes; of a register */
	LLVMValueRef at[4], twos[2][2], fours[2];
	for (unsigned i = 0; i < 4; i++)
		at[i] = lower_lanes(l, v, NULL, k + i * WORDS, WORDS);
	lower_hvx_zip(l, at[0], at[2], WORD, twos[0]); /* 0 1, 4 5, and so on */
	lower_hvx_zip(l, at[1], at[3], WORD, twos[1]); /* 2 3, 6 7, and so on */
	for (unsigned i = 0; i < 2; i++) {
		lower_hvx_zip(l, twos[0][i], twos[1][i], 2 * WORD, fours);
		out[i] = lower_lanes(l, fours[0], fours[1], 0, 2 * WORDS);
	}
}

LLVMValueRef lower_hvx_words_in_order(struct lower *l, LLVMValueRef v)
{
	enum { LANES = 128 };
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v)), parts = n / LANES;
	LLVMValueRef all = NULL, half[2];
	for (unsigned k = 0; k < parts; k++) {
		order_words(l, v, k * LANES, half);
		all = lower_hvx_append(l, all, lower_lanes(l, half[0], half[1], 0, LANES), k,
		        parts);
	}
	return all;
}
