/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/hvx.c: HVX instructions of 128 bytes, on vectors of any multiple of that. */
#include "lowering/hexagon/internal.h"

enum { MAX_OPERANDS = 4, REGISTER_BITS = 1024 };

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

static LLVMValueRef as_words(struct lower *l, LLVMValueRef v)
{
	LLVMTypeRef t = LLVMTypeOf(v);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return v;
	unsigned bits = LLVMGetVectorSize(t) * LLVMGetIntTypeWidth(LLVMGetElementType(t));
	LLVMTypeRef words = LLVMVectorType(LLVMInt32TypeInContext(l->ctx), bits / 32);
	return LLVMBuildBitCast(l->b, v, words, "");
}

static LLVMValueRef instruction(struct lower *l, const char *name, LLVMTypeRef type,
        LLVMValueRef *x, unsigned n)
{
	char full[64];
	snprintf(full, sizeof full, "llvm.hexagon.V6.%s.128B", name);
	for (unsigned i = 0; i < n; i++)
		x[i] = as_words(l, x[i]);
	return LLVMBuildBitCast(l->b, lower_intrinsic(l, full, NULL, 0, x, n), type, "");
}

/* The k-th n lanes of v.  A half of a register pair is asked for by its instruction: of a shuffle LLVM
 * takes only the lanes that are used, and then it is no half any more. */
static LLVMValueRef part(struct lower *l, LLVMValueRef v, unsigned k, unsigned n)
{
	LLVMTypeRef t = LLVMGetElementType(LLVMTypeOf(v));
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(v));
	if (all == n)
		return v;
	if (n * LLVMGetIntTypeWidth(t) != REGISTER_BITS || all % (2 * n))
		return lower_lanes(l, v, NULL, k * n, n);
	LLVMValueRef pair = part(l, v, k / 2, 2 * n);
	return instruction(l, k % 2 ? "hi" : "lo", LLVMVectorType(t, n), &pair, 1);
}

LLVMValueRef lower_hvx(struct lower *l, const char *name, struct hvx_shape shape,
        const LLVMValueRef *x, unsigned n)
{
	unsigned parts = LLVMGetVectorSize(LLVMTypeOf(x[0])) / shape.lanes[1];
	LLVMTypeRef type = LLVMVectorType(LLVMInt16TypeInContext(l->ctx), shape.lanes[0]);
	LLVMValueRef all = NULL, p[MAX_OPERANDS];
	for (unsigned k = 0; k < parts; k++) {
		for (unsigned i = 0; i < n; i++) {
			bool vector = i + 1 < sizeof shape.lanes / sizeof *shape.lanes &&
			              shape.lanes[i + 1];
			p[i] = vector ? part(l, x[i], k, shape.lanes[i + 1]) : x[i];
		}
		all = lower_hvx_append(l, all, instruction(l, name, type, p, n), k, parts);
	}
	return all;
}

LLVMValueRef lower_hvx_pack(struct lower *l, const char *name, LLVMValueRef v, LLVMValueRef n)
{
	unsigned bits = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
	unsigned half = REGISTER_BITS / bits;
	unsigned parts = LLVMGetVectorSize(LLVMTypeOf(v)) / (2 * half);
	LLVMTypeRef type = LLVMVectorType(LLVMIntTypeInContext(l->ctx, bits / 2), 2 * half);
	LLVMValueRef all = NULL;
	for (unsigned k = 0; k < parts; k++) {
		LLVMValueRef x[3] = {part(l, v, 2 * k + 1, half), part(l, v, 2 * k, half), n};
		all = lower_hvx_append(l, all, instruction(l, name, type, x, n ? 3 : 2), k, parts);
	}
	return all;
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
	enum { HALVES = 64, PAIR = 128 }; /* of 16 bits, in a register and in two */
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(even));
	struct hvx_shape pair = {{PAIR, n, n, 0}}, half = {{HALVES, PAIR, 0, 0}};
	LLVMValueRef x[3] = {
	        odd, even, LLVMConstInt(LLVMInt32TypeInContext(l->ctx), (uint64_t)-piece, true)};
	LLVMValueRef both = lower_hvx(l, "vshuffvdd", pair, x, 3);
	for (unsigned i = 0; i < 2; i++)
		out[i] = LLVMBuildBitCast(l->b, lower_hvx(l, i ? "hi" : "lo", half, &both, 1),
		        LLVMTypeOf(even), "");
}

LLVMValueRef lower_hvx_in_order(struct lower *l, LLVMValueRef v)
{
	enum { HALF = 64 };
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++)
		mask[i] = index_of(l,
		        i / (2 * HALF) * (2 * HALF) + i % 2 * HALF + i % (2 * HALF) / 2);
	return LLVMBuildShuffleVector(l->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, n), "");
}

LLVMValueRef lower_hvx_shift_pairs(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned k)
{
	enum { HALF = 64 };
	LLVMValueRef out[2];
	for (unsigned i = 0; i < 2; i++) {
		/* lane k + i, k + i + 2, ...: from the half of its parity on */
		unsigned first = k + i, half = first % 2;
		out[i] = lower_lanes(l, part(l, a, half, HALF), part(l, b, half, HALF), first / 2,
		        HALF);
	}
	return lower_lanes(l, out[0], out[1], 0, 2 * HALF);
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
	LLVMValueRef any = part(l, v, 0, WORDS), x[2];
	for (unsigned k = 1; k < lanes / WORDS; k++)
		any = LLVMBuildOr(l->b, any, part(l, v, k, WORDS), "");
	for (unsigned bytes = TARGET_HVX_BYTES / 2; bytes >= 4; bytes /= 2) {
		x[0] = any;
		x[1] = index_of(l, bytes);
		any = LLVMBuildOr(l->b, any, instruction(l, "vror", LLVMTypeOf(any), x, 2), "");
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
