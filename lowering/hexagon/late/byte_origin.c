/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/byte_origin.c: where each byte of a vector comes from, through shuffles, insertions, casts and loads.
 *
 * Idea.   LLVM's code generation finds operations to be one that are two here, the parts of loads that overlap, too: the
 *         origin of what was loaded is its place in memory, and operations of the same operands are the same. */
#include "lowering/hexagon/late/repeated_words.h"

enum { MAX_STEPS = 256, WORD = 4 };

unsigned lower_whole_bytes(LLVMTypeRef t)
{
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	if (kind == LLVMIntegerTypeKind)
		return LLVMGetIntTypeWidth(t) % 8 ? 0 : LLVMGetIntTypeWidth(t) / 8;
	if (kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind)
		return 2;
	return kind == LLVMFloatTypeKind ? 4 : 0;
}

static unsigned lane_bytes(LLVMValueRef v)
{
	return lower_whole_bytes(lower_element(LLVMTypeOf(v)));
}

static bool is_vector(LLVMValueRef v)
{
	return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
}

static struct lower_origin constant_byte(LLVMValueRef v, unsigned byte)
{
	unsigned lane = is_vector(v) ? byte / lane_bytes(v) : 0;
	LLVMValueRef x = is_vector(v) ? LLVMGetAggregateElement(v, lane) : v;
	if (!x || LLVMIsUndef(x))
		return (struct lower_origin){NULL, 0};
	if (!LLVMIsAConstantInt(x) || lower_whole_bytes(LLVMTypeOf(x)) > 8)
		return (struct lower_origin){x, byte % lower_whole_bytes(LLVMTypeOf(x))};
	uint64_t value = LLVMConstIntGetZExtValue(x) >> byte % lower_whole_bytes(LLVMTypeOf(x)) * 8;
	LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(v)));
	return (struct lower_origin){LLVMConstInt(i8, value & 255, false), 0};
}

/* Of a load: the place in memory. */
static void to_memory(struct lower_origin *o)
{
	o->value = LLVMGetOperand(o->value, 0);
	while (LLVMIsAGetElementPtrInst(o->value) && LLVMGetNumOperands(o->value) == 2 &&
	        LLVMIsAConstantInt(LLVMGetOperand(o->value, 1))) {
		LLVMTypeRef t = LLVMGetGEPSourceElementType(o->value);
		int64_t at = LLVMConstIntGetSExtValue(LLVMGetOperand(o->value, 1));
		if (!lower_whole_bytes(t))
			break;
		o->byte += (unsigned)at * lower_whole_bytes(t);
		o->value = LLVMGetOperand(o->value, 0);
	}
}

/* One step towards the origin; false: that is it. */
static bool step(struct lower_origin *o)
{
	LLVMValueRef v = o->value;
	unsigned each = lane_bytes(v);
	if (LLVMIsAShuffleVectorInst(v)) {
		unsigned lanes = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(v, 0)));
		int from = LLVMGetMaskValue(v, o->byte / each);
		o->value = from < 0 ? NULL : LLVMGetOperand(v, (unsigned)from >= lanes);
		o->byte = from < 0 ? 0 : (unsigned)from % lanes * each + o->byte % each;
		return true;
	}
	if (LLVMIsAInsertElementInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 2))) {
		uint64_t lane = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2));
		bool here = lane == o->byte / each;
		o->value = LLVMGetOperand(v, here);
		o->byte = here ? o->byte % each : o->byte;
		return true;
	}
	if (LLVMIsAExtractElementInst(v) && LLVMIsAConstantInt(LLVMGetOperand(v, 1))) {
		uint64_t lane = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
		o->value = LLVMGetOperand(v, 0);
		o->byte += (unsigned)lane * each;
		return true;
	}
	if (LLVMIsALoadInst(v) && each) {
		to_memory(o);
		return false;
	}
	bool same = lower_is_op(v, LLVMBitCast) || (lower_is_op(v, LLVMTrunc) && !is_vector(v));
	if (!same || !lane_bytes(LLVMGetOperand(v, 0)))
		return false;
	o->value = LLVMGetOperand(v, 0);
	return true;
}

struct lower_origin lower_origin_of(LLVMValueRef v, unsigned byte)
{
	struct lower_origin o = {v, byte};
	for (unsigned i = 0; i < MAX_STEPS && o.value; i++) {
		if (LLVMIsConstant(o.value) && lane_bytes(o.value))
			return constant_byte(o.value, o.byte);
		if (!LLVMIsAInstruction(o.value) || !step(&o))
			break;
	}
	return o;
}

struct lower_origin lower_origin_through(LLVMValueRef v, unsigned byte, unsigned shuffles)
{
	struct lower_origin o = {v, byte};
	for (unsigned i = 0; i < MAX_STEPS && o.value; i++) {
		bool shuffle = LLVMIsAShuffleVectorInst(o.value),
		     cast = LLVMIsABitCastInst(o.value);
		if (!(cast && lane_bytes(LLVMGetOperand(o.value, 0))) && !(shuffle && shuffles))
			break;
		shuffles -= shuffle;
		step(&o);
	}
	return o;
}

/* May LLVM find the two to be one value, in so many steps? */
static bool is_same_value(LLVMValueRef a, LLVMValueRef b, unsigned steps)
{
	if (a == b || !steps)
		return a == b;
	if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || LLVMIsAPHINode(a) ||
	        LLVMIsAAllocaInst(a) ||
	        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
	        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	for (int i = 0; i < LLVMGetNumOperands(a); i++)
		if (!is_same_value(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i),
		            steps - 1))
			return false;
	return true;
}

static bool is_same(struct lower_origin a, struct lower_origin b)
{
	enum { STEPS = 6 };
	return a.byte == b.byte && is_same_value(a.value, b.value, STEPS);
}

/* Do both words have each byte that the other has? */
static bool same_words(const struct lower_origin *a, const struct lower_origin *b)
{
	for (unsigned i = 0; i < WORD; i++)
		if (a[i].value && b[i].value && !is_same(a[i], b[i]))
			return false;
	return true;
}

/* Is it one byte, the first one included?  That is the one that LLVM repeats. */
static bool is_one_byte(const struct lower_origin *word)
{
	for (unsigned i = 0; i < WORD; i++)
		if (word[i].value && (!word[0].value || !is_same(word[0], word[i])))
			return false;
	return true;
}

/* Is each word the first one that is not just any?  LLVM repeats that one right in a whole line; of less it makes pairs of
 * words first, which it no longer sees to be the same. */
static bool is_one_word(const struct lower_origin *byte, unsigned n)
{
	for (unsigned i = WORD; i < n; i++)
		for (unsigned k = i % WORD; byte[i].value && k < i; k += WORD)
			if (byte[k].value && !is_same(byte[i], byte[k]))
				return false;
	return true;
}

bool lower_repeats_words(const struct lower_origin *byte, unsigned n)
{
	if (n == LOWER_LINE && is_one_word(byte, n))
		return false;
	for (unsigned i = 0; i + WORD <= n; i += WORD)
		for (unsigned k = 0; k < i && !is_one_byte(&byte[i]); k += WORD)
			if (!is_one_byte(&byte[k]) && same_words(&byte[i], &byte[k]))
				return true;
	return false;
}
