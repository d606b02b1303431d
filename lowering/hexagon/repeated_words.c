/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/repeated_words.c: vectors in which the same four bytes come more than once.
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
#include "lowering/hexagon/repeated_words.h"

enum {
	WORD = 4,
	WORDS = LOWER_LINE / WORD,
	SCALAR_BYTES = 8,
	HALF = LOWER_LINE / 2,
	MAX_BYTES = 1024
};
enum { MAX_LINES = MAX_BYTES / LOWER_LINE };

static unsigned bytes_of(LLVMValueRef v)
{
	return LLVMGetVectorSize(LLVMTypeOf(v)) * lower_whole_bytes(lower_element(LLVMTypeOf(v)));
}

static LLVMTypeRef words_type(struct before_codegen *c, unsigned words)
{
	return LLVMVectorType(LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod)), words);
}

/* Is this line of v, or another one, one that LLVM may put together of repeated words? */
static bool repeats(LLVMValueRef v)
{
	struct lower_origin byte[LOWER_LINE];
	unsigned n = bytes_of(v);
	for (unsigned line = 0; line < n; line += LOWER_LINE) {
		unsigned here = n - line < LOWER_LINE ? n - line : LOWER_LINE;
		for (unsigned i = 0; i < here; i++)
			byte[i] = lower_origin_of(v, line + i);
		if (lower_repeats_words(byte, here))
			return true;
	}
	return false;
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
	while (n < bytes_of(v))
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
struct shuffle {
	LLVMValueRef value, words[2]; /* its operands, NULL as long as they are not needed */
	unsigned each, operand_bytes;
};

/* The byte of both operands side by side that byte i of the shuffle is, or -1. */
static int source(const struct shuffle *s, unsigned i)
{
	if (i >= bytes_of(s->value))
		return -1;
	int lane = LLVMGetMaskValue(s->value, i / s->each);
	return lane < 0 ? -1 : lane * (int)s->each + (int)(i % s->each);
}

static LLVMValueRef line_of(struct before_codegen *c, struct shuffle *s, unsigned operand,
        unsigned line)
{
	LLVMValueRef *w = &s->words[operand];
	*w = *w ? *w : as_words(c, LLVMGetOperand(s->value, operand));
	return lanes(c, *w, line * WORDS, WORDS);
}

/* What line `line` of the shuffle takes of each line of its operands; how many. */
static unsigned sources(const struct shuffle *s, unsigned line, struct lower_line *out,
        unsigned *which)
{
	unsigned n = 0, lines = (s->operand_bytes + LOWER_LINE - 1) / LOWER_LINE;
	for (unsigned k = 0; k < 2 * lines; k++) {
		bool used = false;
		for (unsigned i = 0; i < LOWER_LINE; i++) {
			int b = source(s, line * LOWER_LINE + i);
			int of = b < 0 ? 0 : b / (int)s->operand_bytes;
			int in = b - of * (int)s->operand_bytes;
			bool here = b >= 0 && (unsigned)of * lines + (unsigned)in / LOWER_LINE == k;
			out[n].from[i] = here ? in % LOWER_LINE : -1;
			used = used || here;
		}
		which[n] = k;
		n += used;
	}
	return n;
}

/* May LLVM see what the vector is made of? */
static bool is_seen(LLVMValueRef v)
{
	return LLVMIsAShuffleVectorInst(v) || LLVMIsAInsertElementInst(v) ||
	       lower_is_op(v, LLVMBitCast);
}

/* Are the operands put side by side, as they are? */
static bool is_joined(const struct shuffle *s)
{
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++)
		if (LLVMGetMaskValue(s->value, i) >= 0 && LLVMGetMaskValue(s->value, i) != (int)i)
			return false;
	return true;
}

/* Is it made of whole operands side by side? */
static bool is_of_wholes(const struct shuffle *s)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(s->value, 0)));
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++) {
		int from = LLVMGetMaskValue(s->value, i),
		    first = LLVMGetMaskValue(s->value, i / n * n);
		if (from >= 0 && (first < 0 || from != first + (int)(i % n) || first % (int)n))
			return false;
	}
	return true;
}

/* Is it one lane? */
static bool is_splat(const struct shuffle *s)
{
	for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++)
		if (LLVMGetMaskValue(s->value, i) != LLVMGetMaskValue(s->value, 0))
			return false;
	return true;
}

/* Is it lanes in a row of one operand? */
static bool is_piece(const struct shuffle *s)
{
	int n = (int)LLVMGetVectorSize(LLVMTypeOf(s->value)), first = LLVMGetMaskValue(s->value, 0);
	int lanes_each = (int)(s->operand_bytes / s->each);
	for (int i = 0; i < n; i++) {
		int from = LLVMGetMaskValue(s->value, (unsigned)i);
		if (from >= 0 &&
		        (first < 0 || from != first + i || from / lanes_each != first / lanes_each))
			return false;
	}
	return n <= lanes_each;
}

static bool is_injective(const int *from)
{
	bool taken[LOWER_LINE] = {false};
	for (unsigned i = 0; i < LOWER_LINE; i++) {
		if (from[i] >= 0 && taken[from[i]])
			return false;
		if (from[i] >= 0)
			taken[from[i]] = true;
	}
	return true;
}

/* Is every lane the one that the bits of its number say, each bit alone?  So deals and packs of registers are. */
static bool is_by_bits(const struct shuffle *s)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(s->value));
	int first = LLVMGetMaskValue(s->value, 0);
	for (unsigned i = 0; i < n && first >= 0; i++) {
		int want = first, lane = LLVMGetMaskValue(s->value, i);
		for (unsigned bit = 1; bit <= i; bit *= 2)
			want ^= i & bit ? LLVMGetMaskValue(s->value, bit) ^ first : 0;
		if (lane >= 0 && lane != want)
			return false;
	}
	return first >= 0;
}

/* Are all bytes that the line has as far from their places? */
static bool is_moved(const int *from)
{
	int by = -1;
	for (int i = 0; i < LOWER_LINE; i++) {
		int moved = (from[i] - i) & (LOWER_LINE - 1);
		if (from[i] >= 0 && by >= 0 && moved != by)
			return false;
		by = from[i] >= 0 ? moved : by;
	}
	return true;
}

/* Do a few instructions do a line of the shuffle?  Short operands stand side by side in one register.  A line of more
 * than two registers LLVM does lane by lane, and one of two, too, if it finds no network for one of them: it finds
 * none for runs of six lanes of every twelve. */
static bool is_line_done(const struct shuffle *s, unsigned line)
{
	struct lower_line from[2 * MAX_LINES + 1];
	unsigned which[2 * MAX_LINES + 1];
	bool both = 2 * s->operand_bytes <= LOWER_LINE, once = true, routed = true, moved = true;
	unsigned n = both ? 1 : sources(s, line, from, which);
	for (unsigned i = 0; i < LOWER_LINE && both; i++)
		from[0].from[i] = source(s, line * LOWER_LINE + i);
	for (unsigned i = 0; i < n; i++) {
		once = once && is_injective(from[i].from);
		routed = routed && lower_is_routed(from[i].from);
		moved = moved && is_moved(from[i].from);
	}
	if (once && routed && !both)
		return n <= 2 && (moved || is_by_bits(s));
	return (once && n <= 2) || (n == 1 && routed);
}

/* Does LLVM take the lanes out one by one?  It does of operands longer than the result, unless all that is taken of one
 * lies in one piece of it, of the result's length. */
static bool is_by_lanes(const struct shuffle *s)
{
	int n = (int)LLVMGetVectorSize(LLVMTypeOf(s->value)), piece[2] = {-1, -1};
	int all = (int)LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(s->value, 0)));
	for (int i = 0; i < n && n < all; i++) {
		int from = LLVMGetMaskValue(s->value, (unsigned)i), at = from % all / n;
		if (from < 0)
			continue;
		int *of = &piece[from / all];
		if ((at + 1) * n > all || (*of >= 0 && *of != at))
			return true;
		*of = at;
	}
	return false;
}

/* Neither loaded, nor made of lanes: what LLVM computes in words of its own, if it has not the length of a register. */
static bool is_computed(LLVMValueRef v)
{
	return LLVMIsAInstruction(v) && !LLVMIsALoadInst(v) && !is_seen(v);
}

/* Does LLVM do it right?  Lanes of less than a word that have not the length of a register it may compute in words, and those
 * may be the same where nothing here shows it: neighbours' products. */
static bool is_left(const struct shuffle *s)
{
	bool words = s->each == WORD;
	bool seen = s->operand_bytes % (words ? HALF : LOWER_LINE) ||
	            is_seen(LLVMGetOperand(s->value, 0)) || is_seen(LLVMGetOperand(s->value, 1));
	if ((words && is_of_wholes(s)) || is_piece(s) || is_splat(s))
		return true;
	if (is_by_lanes(s))
		return false;
	for (unsigned line = 0; line * LOWER_LINE < bytes_of(s->value); line++)
		if (!is_line_done(s, line))
			return false;
	bool hidden = !words && s->operand_bytes % HALF &&
	              (is_computed(LLVMGetOperand(s->value, 0)) ||
	                      is_computed(LLVMGetOperand(s->value, 1)));
	return !seen || (!hidden && !repeats(s->value));
}

/* Both operands, of whole words, in one line. */
static LLVMValueRef joined(struct before_codegen *c, struct shuffle *s)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef a = as_words(c, LLVMGetOperand(s->value, 0)), mask[WORDS];
	LLVMValueRef b = as_words(c, LLVMGetOperand(s->value, 1));
	unsigned n = s->operand_bytes / WORD, padded = bytes_of(a) / WORD;
	for (unsigned i = 0; i < WORDS; i++)
		mask[i] = i < n       ? LLVMConstInt(i32, i, false)
		          : i < 2 * n ? LLVMConstInt(i32, padded + i - n, false)
		                      : LLVMGetPoison(i32);
	return LLVMBuildShuffleVector(c->b, a, b, LLVMConstVector(mask, WORDS), "");
}

/* A line of a shuffle whose operands have room in one. */
static LLVMValueRef of_one_line(struct before_codegen *c, const struct shuffle *s,
        LLVMValueRef both, unsigned line)
{
	struct lower_line x = {.line = both};
	for (unsigned i = 0; i < LOWER_LINE; i++)
		x.from[i] = source(s, line * LOWER_LINE + i);
	return lower_shuffle_bytes(c, &x, 1);
}

static LLVMValueRef shuffled(struct before_codegen *c, struct shuffle *s)
{
	bool one = 2 * s->operand_bytes <= LOWER_LINE && s->operand_bytes % WORD == 0;
	LLVMValueRef both = one ? joined(c, s) : NULL;
	if (one && is_joined(s))
		return lower_late_call(c, "llvm.hexagon.V6.vassign.128B", NULL, 0, &both, 1);
	struct lower_line from[2 * MAX_LINES + 1];
	unsigned which[2 * MAX_LINES + 1], n = 1;
	unsigned each_lines = (s->operand_bytes + LOWER_LINE - 1) / LOWER_LINE;
	LLVMValueRef line[MAX_LINES];
	while (n * LOWER_LINE < bytes_of(s->value))
		n *= 2;
	for (unsigned k = 0; k < n; k++) {
		if (one) {
			line[k] = of_one_line(c, s, both, k);
			continue;
		}
		unsigned m = sources(s, k, from, which);
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
	return lower_late_call(c, "llvm.hexagon.V6.vassign.128B", NULL, 0, &all, 1);
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
	return lower_late_call(c, "llvm.hexagon.V6.vassign.128B", NULL, 0, &all, 1);
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
	struct shuffle s = {.value = v};
	if (n <= SCALAR_BYTES || n > MAX_BYTES ||
	        (is_shuffle ? is_joined(&s) || is_splat(&s) : !is_built(v)))
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
	struct shuffle s = {.value = v, .each = lower_whole_bytes(element)};
	if (!s.each || s.each > WORD || s.each == 3 || bytes_of(v) <= SCALAR_BYTES ||
	        bytes_of(v) > MAX_BYTES || bytes_of(operand) > MAX_BYTES)
		return;
	s.operand_bytes = bytes_of(operand);
	if (is_shuffle ? is_left(&s) : !is_built(v) || !may_be_bytes(v) || !repeats(v))
		return;
	LLVMPositionBuilderBefore(c->b, v);
	LLVMValueRef words = is_shuffle ? shuffled(c, &s)
	                                : built_lines(c, v, LOWER_LINE / s.each, built);
	lower_replace(v, first_lanes(c, words, LLVMTypeOf(v)));
}
