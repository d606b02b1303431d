/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/repeated_words.c: vectors in which the same four bytes come more than once.
 *
 * Idea.    LLVM 22 begins a vector that it makes lane by lane with a splat of the word that comes most often.  If lanes are
 *          bytes or halfwords, it splats the first of them alone: a wrong word.  Splats of words are right.  So vectors
 *          made of scalars are made as vectors of words.  Vectors made of vectors are made by instructions
 *          (byte_shuffle.c), since nobody knows which shuffles LLVM does lane by lane.
 * Needs    HVX of 128 bytes; lanes of 8, 16 or 32 bits.
 * Keeps    values.  A second run finds nothing to do.
 * Leaves alone  shuffles of one whole register that one instruction does: LLVM finds it, or a better one; one scalar
 *          in all lanes.
 * Costs    a step a byte and operation between it and its origin. */
#include "lowering/hexagon/late/repeated_words.h"

enum { WORD = 4, WORDS = LOWER_LINE / WORD, SCALAR_BYTES = 8 };
enum { MAX_LINES = LOWER_MAX_LINES, MAX_BYTES = MAX_LINES * LOWER_LINE };

static LLVMTypeRef words_type(struct before_codegen *c, unsigned words)
{
	return LLVMVectorType(LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod)), words);
}

/* Lanes [from, from + n) of v, those behind it anything. */
static LLVMValueRef lanes(struct before_codegen *c, LLVMValueRef v, unsigned from, unsigned n)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	unsigned all = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef mask[MAX_BYTES];
	if (from == 0 && n == all)
		return v;
	for (unsigned i = 0; i < n; i++)
		mask[i] = from + i < all ? LLVMConstInt(i32, from + i, false) : LLVMGetPoison(i32);
	return LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(mask, n), "");
}

/* v as words, as many as it has begun. */
static LLVMValueRef as_words(struct before_codegen *c, LLVMValueRef v)
{
	unsigned each = lower_whole_bytes(lower_element(LLVMTypeOf(v))), n = WORD;
	while (n < lower_bytes_of(v))
		n *= 2;
	return LLVMBuildBitCast(c->b, lanes(c, v, 0, n / each), words_type(c, n / WORD), "");
}

/* n lines of words, a power of two, as one vector; the lines are used up. */
static LLVMValueRef side_by_side(struct before_codegen *c, LLVMValueRef *line, unsigned n)
{
	for (unsigned w = WORDS; n > 1; n /= 2, w *= 2)
		for (unsigned i = 0; i < n / 2; i++) {
			LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
			LLVMValueRef mask[MAX_BYTES / WORD];
			for (unsigned k = 0; k < 2 * w; k++)
				mask[k] = LLVMConstInt(i32, k, false);
			line[i] = LLVMBuildShuffleVector(c->b, line[2 * i], line[2 * i + 1],
			        LLVMConstVector(mask, 2 * w), "");
		}
	return line[0];
}

/* ---- Of vectors --------------------------------------------------------------------------*/
static LLVMValueRef line_of(struct before_codegen *c, struct lower_shuffle *s, unsigned operand,
        unsigned line)
{
	LLVMValueRef *w = &s->words[operand];
	*w = *w ? *w : as_words(c, LLVMGetOperand(s->value, operand));
	return lanes(c, *w, line * WORDS, WORDS);
}

/* Both operands, of whole words, in one line. */
static LLVMValueRef joined(struct before_codegen *c, struct lower_shuffle *s)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef a = as_words(c, LLVMGetOperand(s->value, 0)), mask[WORDS];
	LLVMValueRef b = as_words(c, LLVMGetOperand(s->value, 1));
	unsigned n = s->operand_bytes / WORD, padded = lower_bytes_of(a) / WORD;
	for (unsigned i = 0; i < WORDS; i++)
		mask[i] = i < n       ? LLVMConstInt(i32, i, false)
		          : i < 2 * n ? LLVMConstInt(i32, padded + i - n, false)
		                      : LLVMGetPoison(i32);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(mask, WORDS), "");
}

/* A line of a shuffle whose operands have room in one. */
static LLVMValueRef of_one_line(struct before_codegen *c, const struct lower_shuffle *s,
        LLVMValueRef both, unsigned line)
{
	struct lower_line x = {.line = both};
	for (unsigned i = 0; i < LOWER_LINE; i++)
		x.from[i] = lower_shuffle_source(s, line * LOWER_LINE + i);
	return lower_shuffle_bytes(c, &x, 1);
}

/* The line made of one whole register, of which the operand is a shuffle: a piece that is repeated.  NULL: there is none, or
 * no network does it. */
static LLVMValueRef of_register(struct before_codegen *c, const struct lower_shuffle *s,
        unsigned line)
{
	struct lower_line x = {.line = NULL};
	LLVMValueRef whole = NULL;
	unsigned first = 0, n = lower_bytes_of(s->value);
	for (unsigned i = 0; i < LOWER_LINE; i++) {
		unsigned byte = line * LOWER_LINE + i;
		struct lower_origin o = {NULL, 0};
		if (byte < n)
			o = lower_origin_through(s->value, byte, 2);
		if (whole && o.value && (o.value != whole || o.byte / LOWER_LINE != first))
			return NULL;
		x.from[i] = o.value ? (int)(o.byte % LOWER_LINE) : -1;
		first = o.value ? o.byte / LOWER_LINE : first;
		whole = o.value ? o.value : whole;
	}
	if (!whole || lower_bytes_of(whole) % LOWER_LINE || lower_bytes_of(whole) > MAX_BYTES ||
	        !lower_is_routed(x.from))
		return NULL;
	x.line = lanes(c, as_words(c, whole), first * WORDS, WORDS);
	return lower_shuffle_bytes(c, &x, 1);
}

static LLVMValueRef shuffled(struct before_codegen *c, struct lower_shuffle *s)
{
	bool one = 2 * s->operand_bytes <= LOWER_LINE && s->operand_bytes % WORD == 0;
	LLVMValueRef both = one && lower_is_joined(s) ? joined(c, s) : NULL;
	if (both)
		return lower_late_hvx(c, TARGET_VASSIGN, &both);
	struct lower_line from[2 * MAX_LINES + 1];
	unsigned which[2 * MAX_LINES + 1], n = 1;
	unsigned each_lines = (s->operand_bytes + LOWER_LINE - 1) / LOWER_LINE;
	LLVMValueRef line[MAX_LINES];
	while (n * LOWER_LINE < lower_bytes_of(s->value))
		n *= 2;
	for (unsigned k = 0; k < n; k++) {
		line[k] = of_register(c, s, k);
		if (line[k])
			continue;
		if (one) {
			both = both ? both : joined(c, s);
			line[k] = of_one_line(c, s, both, k);
			continue;
		}
		unsigned m = lower_shuffle_sources(s, k, from, which);
		for (unsigned i = 0; i < m; i++)
			from[i].line = line_of(c, s, which[i] / each_lines, which[i] % each_lines);
		line[k] = m ? lower_shuffle_bytes(c, from, m) : LLVMGetPoison(words_type(c, WORDS));
	}
	return side_by_side(c, line, n);
}

/* ---- Of scalars --------------------------------------------------------------------------*/
/* Has v lanes of less than a word, or is it made such lanes of? */
static bool may_be_bytes(LLVMValueRef v)
{
	bool found = lower_whole_bytes(lower_element(LLVMTypeOf(v))) < WORD;
	for (LLVMUseRef u = LLVMGetFirstUse(v); u && !found; u = LLVMGetNextUse(u))
		found = lower_is_op(LLVMGetUser(u), LLVMBitCast);
	return found;
}

static LLVMValueRef lane_of(LLVMValueRef v, unsigned lane)
{
	while (LLVMIsAInsertElementInst(v)) {
		if (LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2)) == lane)
			return LLVMGetOperand(v, 1);
		v = LLVMGetOperand(v, 0);
	}
	return LLVMGetAggregateElement(v, lane);
}

/* Put together of scalars, and numbers alone, and is it all of it? */
static bool is_built(LLVMValueRef v)
{
	LLVMUseRef u = LLVMGetFirstUse(v);
	LLVMValueRef user = u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
	if (user && LLVMIsAInsertElementInst(user) && LLVMGetOperand(user, 0) == v)
		return false;
	unsigned n = 0;
	for (; LLVMIsAInsertElementInst(v); v = LLVMGetOperand(v, 0), n++)
		if (!LLVMIsAConstantInt(LLVMGetOperand(v, 2)))
			return false;
	return LLVMIsConstant(v) && n > 1;
}

/* A line of v's scalars, which stays a line of words. */
static LLVMValueRef built(struct before_codegen *c, LLVMValueRef v, unsigned first)
{
	LLVMTypeRef element = lower_element(LLVMTypeOf(v));
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	unsigned per = WORD / lower_whole_bytes(element), n = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef all = LLVMGetPoison(words_type(c, WORDS));
	for (unsigned w = 0; w < WORDS && first + w * per < n; w++) {
		LLVMValueRef word = LLVMGetPoison(LLVMVectorType(element, per));
		for (unsigned i = 0; i < per && first + w * per + i < n; i++)
			word = LLVMBuildInsertElement(c->b, word, lane_of(v, first + w * per + i),
			        LLVMConstInt(i32, i, false), "");
		all = LLVMBuildInsertElement(c->b, all, LLVMBuildBitCast(c->b, word, i32, ""),
		        LLVMConstInt(i32, w, false), "");
	}
	return lower_late_hvx(c, TARGET_VASSIGN, &all);
}

/* The same of conditions, a byte each. */
static LLVMValueRef built_conditions(struct before_codegen *c, LLVMValueRef v, unsigned first)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef all = LLVMGetPoison(words_type(c, WORDS)), none = LLVMConstNull(i32);
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	for (unsigned w = 0; w < WORDS && first + w * WORD < n; w++) {
		LLVMValueRef word = none;
		for (unsigned i = 0; i < WORD && first + w * WORD + i < n; i++) {
			LLVMValueRef lane = lane_of(v, first + w * WORD + i);
			LLVMValueRef one = LLVMConstInt(i32, 1u << 8 * i, false);
			if (!LLVMIsUndef(lane))
				word = LLVMBuildOr(c->b, word,
				        LLVMBuildSelect(c->b, lane, one, none, ""), "");
		}
		all = LLVMBuildInsertElement(c->b, all, word, LLVMConstInt(i32, w, false), "");
	}
	return lower_late_hvx(c, TARGET_VASSIGN, &all);
}

typedef LLVMValueRef build_line(struct before_codegen *c, LLVMValueRef v, unsigned first);

/* All lines of v, which has so many lanes in each. */
static LLVMValueRef built_lines(struct before_codegen *c, LLVMValueRef v, unsigned lanes_each,
        build_line *build)
{
	unsigned n = 1, all = LLVMGetVectorSize(LLVMTypeOf(v));
	LLVMValueRef line[MAX_LINES];
	while (n * lanes_each < all)
		n *= 2;
	for (unsigned k = 0; k < n; k++)
		line[k] = k * lanes_each < all ? build(c, v, k * lanes_each)
		                               : LLVMGetPoison(words_type(c, WORDS));
	return side_by_side(c, line, n);
}

/* ---- The rewrite -------------------------------------------------------------------------*/
/* The first lanes of the words, of type t. */
static LLVMValueRef first_lanes(struct before_codegen *c, LLVMValueRef words, LLVMTypeRef t)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(words)) * WORD;
	LLVMTypeRef all = LLVMVectorType(lower_element(t), n / lower_whole_bytes(lower_element(t)));
	return lanes(c, LLVMBuildBitCast(c->b, words, all, ""), 0, LLVMGetVectorSize(t));
}

/* The lanes of a shuffle of conditions, as bytes. */
static LLVMValueRef shuffled_bytes(struct before_codegen *c, LLVMValueRef v, LLVMTypeRef i8)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1), mask[MAX_BYTES];
	LLVMTypeRef t = LLVMVectorType(i8, LLVMGetVectorSize(LLVMTypeOf(a)));
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	for (unsigned i = 0; i < n; i++) {
		int from = LLVMGetMaskValue(v, i);
		mask[i] = from < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (unsigned)from, false);
	}
	a = LLVMBuildZExt(c->b, a, t, "");
	b = LLVMBuildZExt(c->b, b, t, "");
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(mask, n), "");
}

/* Conditions: as bytes, which are compared with 0 then. */
static void repeat_conditions(struct before_codegen *c, LLVMValueRef v)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v));
	bool is_shuffle = LLVMIsAShuffleVectorInst(v);
	struct lower_shuffle s = {.value = v};
	if (n <= SCALAR_BYTES || n > MAX_BYTES ||
	        (is_shuffle ? lower_is_joined(&s) || lower_is_splat(&s) : !is_built(v)))
		return;
	LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef x = is_shuffle
	                         ? shuffled_bytes(c, v, i8)
	                         : first_lanes(c, built_lines(c, v, LOWER_LINE, built_conditions),
	                                   LLVMVectorType(i8, n));
	lower_replace(v, LLVMBuildICmp(c->b, LLVMIntNE, x, LLVMConstNull(LLVMTypeOf(x)), ""));
	if (is_shuffle && LLVMIsAInstruction(x))
		lower_repeat_words(c, x);
}

void lower_repeat_words(struct before_codegen *c, LLVMValueRef v)
{
	bool is_shuffle = LLVMIsAShuffleVectorInst(v);
	if (!c->vectors || (!is_shuffle && !LLVMIsAInsertElementInst(v)))
		return;
	LLVMTypeRef element = lower_element(LLVMTypeOf(v));
	LLVMValueRef operand = LLVMGetOperand(v, 0);
	if (LLVMGetTypeKind(element) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(element) == 1) {
		repeat_conditions(c, v);
		return;
	}
	struct lower_shuffle s = {.value = v, .each = lower_whole_bytes(element)};
	if (!s.each || s.each > WORD || s.each == 3 || lower_bytes_of(v) <= SCALAR_BYTES ||
	        lower_bytes_of(v) > MAX_BYTES || lower_bytes_of(operand) > MAX_BYTES)
		return;
	s.operand_bytes = lower_bytes_of(operand);
	if (is_shuffle ? lower_is_left(&s) : !is_built(v) || !may_be_bytes(v) || !lower_repeats(v))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef words = is_shuffle ? shuffled(c, &s)
	                                : built_lines(c, v, LOWER_LINE / s.each, built);
	lower_replace(v, first_lanes(c, words, LLVMTypeOf(v)));
}
