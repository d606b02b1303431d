/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/left_shuffles.c: which shuffles LLVM's code generation does right, by a few instructions.
 *
 * Idea.    LLVM does a line of a shuffle by moves of whole registers and by networks of switches.  Where it finds none it
 *          goes lane by lane, and that is wrong in two ways: of words that repeat it repeats a wrong one, and it ends in a
 *          signal where it knows what a lane is, such as a constant.  Which networks it finds is known for some shapes
 *          alone: those are left to it.
 * Needs    the shapes that LLVM may make: it joins a shuffle with those that its operands are.  So each way to join them is
 *          looked at, and operands that LLVM makes of shuffles only later, such as loads whose lines overlap those of others,
 *          are taken for shuffles that nobody knows.
 * Costs    a step a byte, line and shuffle that is joined. */
#include "lowering/hexagon/late/repeated_words.h"

enum { WORD = 4, HALF = LOWER_LINE / 2, MAX_JOINED = 8 };

unsigned lower_bytes_of(LLVMValueRef v)
{
	return LLVMGetVectorSize(LLVMTypeOf(v)) * lower_whole_bytes(lower_element(LLVMTypeOf(v)));
}

/* Is this line of v, or another one, one that LLVM may put together of repeated words? */
bool lower_repeats(LLVMValueRef v)
{
	struct lower_origin byte[LOWER_LINE];
	unsigned n = lower_bytes_of(v);
	for (unsigned line = 0; line < n; line += LOWER_LINE) {
		unsigned here = n - line < LOWER_LINE ? n - line : LOWER_LINE;
		for (unsigned i = 0; i < here; i++)
			byte[i] = lower_origin_of(v, line + i);
		if (lower_repeats_words(byte, here))
			return true;
	}
	return false;
}

/* The byte of both operands side by side that byte i of the shuffle is, or -1. */
int lower_shuffle_source(const struct lower_shuffle *s, unsigned i)
{
	if (i >= lower_bytes_of(s->value))
		return -1;
	int lane = LLVMGetMaskValue(s->value, i / s->each);
	return lane < 0 ? -1 : lane * (int)s->each + (int)(i % s->each);
}

/* What line `line` of the shuffle takes of each line of its operands; how many. */
unsigned lower_shuffle_sources(const struct lower_shuffle *s, unsigned line, struct lower_line *out,
        unsigned *which)
{
	unsigned n = 0, lines = (s->operand_bytes + LOWER_LINE - 1) / LOWER_LINE;
	for (unsigned k = 0; k < 2 * lines; k++) {
		bool used = false;
		for (unsigned i = 0; i < LOWER_LINE; i++) {
			int b = lower_shuffle_source(s, line * LOWER_LINE + i);
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
bool lower_is_joined(const struct lower_shuffle *s)
{
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++)
		if (LLVMGetMaskValue(s->value, i) >= 0 && LLVMGetMaskValue(s->value, i) != (int)i)
			return false;
	return true;
}

/* Is it made of whole operands side by side, which fill registers or a half of one? */
static bool is_of_wholes(const struct lower_shuffle *s)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(LLVMGetOperand(s->value, 0)));
	if (s->operand_bytes % LOWER_LINE != 0 && s->operand_bytes != HALF)
		return false;
	for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++) {
		int from = LLVMGetMaskValue(s->value, i),
		    first = LLVMGetMaskValue(s->value, i / n * n);
		if (from >= 0 && (first < 0 || from != first + (int)(i % n) || first % (int)n))
			return false;
	}
	return true;
}

/* Is it one lane? */
bool lower_is_splat(const struct lower_shuffle *s)
{
	for (unsigned i = 1; i < LLVMGetVectorSize(LLVMTypeOf(s->value)); i++)
		if (LLVMGetMaskValue(s->value, i) != LLVMGetMaskValue(s->value, 0))
			return false;
	return true;
}

/* Is it lanes in a row of one operand? */
static bool is_piece(const struct lower_shuffle *s)
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
static bool is_by_bits(const struct lower_shuffle *s)
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

/* What a line is made of: bytes of a register, of a second one. */
struct shape {
	struct lower_origin line[2]; /* byte: the first of the register */
	unsigned n;
	int from[2][LOWER_LINE];
};

static void clear_shape(struct shape *x)
{
	x->n = 0;
	for (unsigned i = 0; i < LOWER_LINE; i++)
		x->from[0][i] = x->from[1][i] = -1;
}

/* Say where byte i comes from; false: from a third register. */
static bool add_byte(struct shape *x, unsigned i, struct lower_origin o)
{
	unsigned k = 0, first = o.byte / LOWER_LINE * LOWER_LINE;
	while (k < x->n && (x->line[k].value != o.value || x->line[k].byte != first))
		k++;
	if (k == 2)
		return false;
	if (k == x->n)
		x->line[x->n++] = (struct lower_origin){o.value, first};
	x->from[k][i] = (int)(o.byte - first);
	return true;
}

/* Is it 128 bytes in a row of two registers side by side, in any order? */
static bool is_in_a_row(const struct shape *x)
{
	for (unsigned first = 0; first < 2; first++) {
		int at = -1;
		bool ok = true;
		for (int i = 0; i < LOWER_LINE && ok; i++)
			for (unsigned k = 0; k < 2 && ok; k++) {
				int byte = x->from[k][i];
				int moved = byte - i + (k == first ? 0 : LOWER_LINE);
				ok = byte < 0 || ((at < 0 || moved == at) && moved >= 0);
				at = byte < 0 ? at : moved;
			}
		if (ok)
			return true;
	}
	return false;
}

/* Has the line places that may hold anything? */
static bool has_holes(const int *from)
{
	for (unsigned i = 0; i < LOWER_LINE; i++)
		if (from[i] < 0)
			return true;
	return false;
}

/* Is each place one of two registers, either of them as far from its place throughout, and are both halves of both used?  Then
 * LLVM moves each register by one instruction, whatever places it does not want, and chooses.  Of less halves it tries to make
 * one register first. */
static bool is_choice(const struct shape *x)
{
	bool used[2][2] = {{false, false}, {false, false}};
	for (unsigned i = 0; i < LOWER_LINE; i++)
		for (unsigned k = 0; k < 2; k++)
			if (x->from[k][i] >= 0)
				used[k][x->from[k][i] / HALF] = true;
	return used[0][0] && used[0][1] && used[1][0] && used[1][1] && is_moved(x->from[0]) &&
	       is_moved(x->from[1]);
}

/* Does LLVM find instructions for such a line? */
static bool is_shape_done(const struct shape *x)
{
	const int *from = x->from[0];
	if (x->n == 2)
		return is_in_a_row(x) || is_choice(x);
	if (x->n == 0 || is_moved(from))
		return true;
	bool once = is_injective(from);
	return once ? !lower_is_routed(from) && !has_holes(from) : lower_is_routed(from);
}

/* The same of line `line` of the shuffle alone. */
static bool is_line_done(const struct lower_shuffle *s, unsigned line)
{
	struct shape x;
	clear_shape(&x);
	for (unsigned i = 0; i < LOWER_LINE; i++) {
		int b = lower_shuffle_source(s, line * LOWER_LINE + i);
		unsigned of = b >= (int)s->operand_bytes;
		struct lower_origin o = {
		        LLVMGetOperand(s->value, of), (unsigned)b - of * s->operand_bytes};
		if (b >= 0 && !add_byte(&x, i, o))
			return false;
	}
	return is_shape_done(&x);
}

/* The same where LLVM joins the shuffle with so many that its operands are; *joined: it is one more than with one less. */
static bool is_line_done_joined(const struct lower_shuffle *s, unsigned line, unsigned shuffles,
        bool *joined)
{
	struct shape x;
	unsigned first = line * LOWER_LINE, n = lower_bytes_of(s->value);
	bool done = true;
	clear_shape(&x);
	for (unsigned i = 0; i < LOWER_LINE && first + i < n; i++) {
		struct lower_origin o = lower_origin_through(s->value, first + i, shuffles);
		*joined = *joined || (o.value && LLVMIsAShuffleVectorInst(o.value));
		done = done && (!o.value || add_byte(&x, i, o));
	}
	return done && is_shape_done(&x);
}

/* Is v a shuffle, whatever type it is seen as? */
static bool is_shuffle(LLVMValueRef v)
{
	LLVMValueRef of = lower_origin_through(v, 0, 0).value;
	return LLVMIsAInstruction(of) && LLVMIsAShuffleVectorInst(of);
}

/* Is the shuffle, joined with so many, of two values alone, and is every byte the one that the bits of its number say?  Then
 * it is a deal or a shuffle of whole registers. */
static bool is_by_bits_joined(const struct lower_shuffle *s, unsigned shuffles)
{
	LLVMValueRef of[2] = {NULL, NULL};
	unsigned at[LOWER_MAX_LINES * LOWER_LINE], n = lower_bytes_of(s->value);
	for (unsigned i = 0; i < n; i++) {
		struct lower_origin o = lower_origin_through(s->value, i, shuffles);
		if (!o.value || (of[0] && of[1] && o.value != of[0] && o.value != of[1]))
			return false;
		bool second = of[0] && o.value != of[0];
		of[second] = o.value;
		at[i] = o.byte | (second ? LOWER_MAX_LINES * LOWER_LINE : 0);
		unsigned want = at[0];
		for (unsigned bit = 1; bit <= i; bit *= 2)
			want ^= i & bit ? at[bit] ^ at[0] : 0;
		if (at[i] != want)
			return false;
	}
	return lower_bytes_of(of[0]) % LOWER_LINE == 0 && n % LOWER_LINE == 0;
}

/* Does LLVM find instructions, however many shuffles it joins? */
static bool is_done_joined(const struct lower_shuffle *s)
{
	bool joined = is_shuffle(LLVMGetOperand(s->value, 0)) ||
	              is_shuffle(LLVMGetOperand(s->value, 1));
	for (unsigned k = 2; joined && k < MAX_JOINED; k++) {
		bool done = is_by_bits_joined(s, k);
		joined = false;
		for (unsigned line = 0; line * LOWER_LINE < lower_bytes_of(s->value); line++)
			if (!is_line_done_joined(s, line, k, &joined) && !done)
				return false;
	}
	return !joined;
}

/* Does LLVM take the lanes out one by one?  It does of operands longer than the result, unless all that is taken of one
 * lies in one piece of it, of the result's length. */
static bool is_by_lanes(const struct lower_shuffle *s)
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
/* ---- Loads -------------------------------------------------------------------------------*/
struct place {
	LLVMValueRef base, object;
	int64_t bytes; /* behind the base */
};

/* Where a load is from. */
static struct place place_of(LLVMValueRef load)
{
	struct lower_origin o = lower_origin_of(load, 0);
	struct place p = {o.value, o.value, (int)o.byte};
	while (LLVMIsAGetElementPtrInst(p.object))
		p.object = LLVMGetOperand(p.object, 0);
	return p;
}

/* Does another load of the block take from the same object, not a whole number of registers away?  Then LLVM makes both of
 * lines that they share. */
static bool shares_lines(LLVMValueRef load)
{
	enum { MAX_LOOK = 2000 };
	struct place mine = place_of(load);
	LLVMValueRef v = LLVMGetFirstInstruction(LLVMGetInstructionParent(load));
	for (unsigned i = 0; v && i < MAX_LOOK; v = LLVMGetNextInstruction(v), i++) {
		if (v == load || !LLVMIsALoadInst(v) || lower_vector_of(v) == LLVMVoidTypeKind)
			continue;
		struct place other = place_of(v);
		bool whole = other.base == mine.base &&
		             (other.bytes - mine.bytes) % LOWER_LINE == 0;
		if (other.object == mine.object && !whole)
			return true;
	}
	return v != NULL;
}

/* May LLVM make v of shuffles that nobody sees here?  It does of what is to be in HVX's registers: half of one and more. */
static bool is_loaded_by_parts(LLVMValueRef v)
{
	LLVMValueRef of = lower_origin_through(v, 0, 0).value;
	return of && LLVMIsAInstruction(of) && LLVMIsALoadInst(of) && lower_bytes_of(of) >= HALF &&
	       LLVMGetAlignment(of) < LOWER_LINE && shares_lines(of);
}

/* ---- The question ------------------------------------------------------------------------*/
/* Lanes of less than a word that have not the length of a register LLVM may compute in words, and those may be the same where
 * nothing here shows it: neighbours' products.  Where words repeat, whatever the operand is: LLVM moves the shuffle in front of sums with
 * constants, and where the operand is frozen or comes from another block it goes lane by lane. */
bool lower_is_left(const struct lower_shuffle *s)
{
	LLVMValueRef x = LLVMGetOperand(s->value, 0), y = LLVMGetOperand(s->value, 1);
	bool words = s->each == WORD, by_bits = is_by_bits(s);
	bool seen = s->operand_bytes % (words ? HALF : LOWER_LINE) || is_seen(x) || is_seen(y);
	bool whole = s->operand_bytes % LOWER_LINE == 0;
	if ((words && is_of_wholes(s)) || is_piece(s) || lower_is_splat(s) ||
	        (whole && lower_is_joined(s)))
		return true;
	if (is_by_lanes(s) || is_loaded_by_parts(x) || is_loaded_by_parts(y))
		return false;
	for (unsigned line = 0; !by_bits && line * LOWER_LINE < lower_bytes_of(s->value); line++)
		if (!is_line_done(s, line))
			return false;
	bool hidden = !words && s->operand_bytes % HALF && (is_computed(x) || is_computed(y));
	return (!seen || (is_done_joined(s) && !hidden)) && !lower_repeats(s->value);
}
