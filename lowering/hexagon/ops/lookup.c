/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/ops/lookup.c: HVX: loads from tables of up to 256 elements, which a byte chooses.
 *
 * Idea.   `vlut32` looks 32 entries up: the five low bits of a byte choose the entry, the three high ones must be the
 *         segment's number, and else the result is 0.  So each lane's entry is the bitwise or of one instruction a
 *         segment.  The instruction wants the bytes of both halves of a register in turns: one shuffle of each 128
 *         entries, which LLVM moves out of the loop with their loads.  Elements of several bytes are looked up byte by byte, each in the
 *         table of these bytes, and shuffled together.
 * Needs   vectors of at least a quarter of a register, which are filled up to whole ones; an index whose lowest byte chooses (target_vector_table()).
 *         The table ends behind its last entry, so at most that much of it is read.
 * Keeps   each lane's element: a byte has no other values than the segments' numbers cover.
 * Costs   an instruction for each 32 entries, byte of an element, and register of indices. */
#include "lowering/hexagon/internal.h"

enum { LINE = TARGET_HVX_BYTES, SEGMENT = 32, LEAST = 128, FEWEST = 32, LINES = 2, PLANES = 4 };

/* A table in registers: bytes of its elements, 128 each. */
struct table {
	struct target_table at;
	LLVMValueRef base;
	LLVMValueRef byte[LINES][PLANES];
};

/* So many elements of the table from there on. */
static LLVMValueRef elements(struct lower *l, const struct table *t, int64_t from, unsigned n)
{
	LLVMTypeRef elem = LLVMIntTypeInContext(l->ctx, 8 * t->at.planes);
	LLVMValueRef at = LLVMConstInt(l->word, (uint64_t)(t->at.first + from), true);
	LLVMValueRef v = LLVMBuildLoad2(l->b, LLVMVectorType(elem, n),
	        LLVMBuildInBoundsGEP2(l->b, elem, t->base, &at, 1, ""), "");
	LLVMSetAlignment(v, t->at.planes);
	return v;
}

/* The first n lanes of a, which are the last of `skip` more, or of a and b: those of b end with lane n. */
static LLVMValueRef line(struct lower *l, LLVMValueRef a, LLVMValueRef b, unsigned skip, unsigned n)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(l->ctx);
	unsigned of = LLVMGetVectorSize(LLVMTypeOf(a));
	LLVMValueRef mask[LINE];
	for (unsigned i = 0; i < LINE; i++)
		mask[i] = i >= n          ? LLVMGetPoison(i32)
		          : i + skip < of ? LLVMConstInt(i32, i + skip, false)
		                          : LLVMConstInt(i32, i + 2 * of - n, false);
	return LLVMBuildShuffleVector(l->b, a, b ? b : LLVMGetPoison(LLVMTypeOf(a)),
	        LLVMConstVector(mask, LINE), "");
}

/* Entries 128 k and on of the table, as many as there are, a register for each byte of an element, in the order that the instruction wants. */
static void read_entries(struct lower *l, struct table *t, unsigned k)
{
	LLVMTypeRef bytes = LLVMVectorType(LLVMInt8TypeInContext(l->ctx), LINE);
	unsigned n = t->at.entries - k * LINE < LINE ? t->at.entries - k * LINE : LINE,
	         power = LINE;
	unsigned skip = n < LINE && k ? LINE - n : 0; /* the line that ends with the table */
	while (!skip && power > n)
		power /= 2;
	LLVMValueRef v = elements(l, t, k * LINE - skip, power), b = NULL;
	if (!skip && power < n)
		b = elements(l, t, n - power, power);
	if (n < LINE)
		v = line(l, v, b, skip, n);
	for (unsigned p = 0; p < t->at.planes; p++) {
		LLVMValueRef by = LLVMConstInt(LLVMIntTypeInContext(l->ctx, 8 * t->at.planes),
		        8 * p, 0);
		LLVMValueRef x = p ? LLVMBuildLShr(l->b, v, lower_splat(l, by, LINE), "") : v;
		x = t->at.planes > 1 ? LLVMBuildTrunc(l->b, x, bytes, "") : x;
		t->byte[k][p] = lower_hvx(l, TARGET_VSHUFFB, &x);
	}
}

/* The byte of each element that the bytes choose. */
static LLVMValueRef look_up(struct lower *l, const struct table *t, LLVMValueRef v, unsigned plane)
{
	LLVMValueRef all = NULL;
	for (unsigned k = 0; k * SEGMENT < t->at.entries; k++) {
		LLVMValueRef segment = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false);
		LLVMValueRef half = t->byte[k / (LINE / SEGMENT)][plane];
		all = all ? LOWER_HVX(l, TARGET_VLUTVVB_ORACCI, all, v, half, segment)
		          : LOWER_HVX(l, TARGET_VLUTVVBI, v, half, segment);
	}
	return all;
}

/* The elements that a register of bytes chooses, in as many registers as they have bytes. */
static LLVMValueRef look_up_line(struct lower *l, const struct table *t, LLVMValueRef v)
{
	LLVMValueRef x[PLANES], two[2][2], all = NULL;
	unsigned planes = t->at.planes;
	for (unsigned p = 0; p < planes; p++)
		x[p] = look_up(l, t, v, p);
	if (planes == 1)
		return x[0];
	for (unsigned i = 0; i < planes / 2; i++)
		lower_hvx_zip(l, x[2 * i], x[2 * i + 1], 1, two[i]);
	for (unsigned i = 0; i < 2 && planes == PLANES; i++)
		lower_hvx_zip(l, two[0][i], two[1][i], 2, x + 2 * i);
	for (unsigned i = 0; i < planes; i++)
		all = lower_hvx_append(l, all, planes == 2 ? two[0][i] : x[i], i, planes);
	LLVMTypeRef elem = LLVMIntTypeInContext(l->ctx, 8 * planes);
	return LLVMBuildBitCast(l->b, all, LLVMVectorType(elem, LINE), "");
}

LLVMValueRef lower_lookup(struct lower *l, LLVMValueRef base, const struct tir_buffer *b,
        const struct tir_expr *index, struct tir_type t)
{
	struct table x = {.base = base};
	if (!target_has_hvx(l->hvx) || !target_has_instruction(l->hvx, TARGET_VLUTVVBI) ||
	        l->side != LOWER_PLAIN || t.lanes < FEWEST || index->type.lanes != t.lanes ||
	        !target_vector_table(b, lower_value_here(l, index), &x.at))
		return NULL;
	struct tir_type byte = tir_type(TIR_TYPE_UINT, 8, t.lanes);
	LLVMValueRef v = lower_expr(l, x.at.bytes), all = NULL;
	v = x.at.bytes->type.bits > 8 ? lower_cast(l, v, x.at.bytes->type, byte) : v;
	if (x.at.flips) /* from the least one on */
		v = LLVMBuildXor(l->b, v,
		        lower_splat(l, LLVMConstInt(LLVMInt8TypeInContext(l->ctx), LEAST, 0),
		                t.lanes),
		        "");
	unsigned lines = (t.lanes + LINE - 1) / LINE;
	v = lower_hvx_padded(l, v, lines * LINE);
	for (unsigned k = 0; k * LINE < x.at.entries; k++)
		read_entries(l, &x, k);
	for (unsigned i = 0; i < lines; i++) {
		LLVMValueRef some = lines > 1 ? lower_lanes(l, v, NULL, i * LINE, LINE) : v;
		all = lower_hvx_append(l, all, look_up_line(l, &x, some), i, lines);
	}
	return lines * LINE == t.lanes ? all : lower_lanes(l, all, all, 0, t.lanes);
}
