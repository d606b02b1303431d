/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/strided_halves.c: every other half in memory as a float.
 *
 * Idea.    The instruction that makes floats of a register of halves puts those of even lanes into one register and those of odd
 *          lanes into another.  So the line is converted as it lies in memory, and nothing is shuffled.  Where the others are
 *          wanted, too, LLVM's early-cse takes the same line for both.
 * Needs    instructions of IEEE's format.  The halves begin at a multiple of four bytes or two behind one, as the alignment of a
 *          load says: then each word of the line has one of them, and no line of memory is touched that was not.
 * Keeps    values.  A second run finds nothing to do.
 * Leaves alone  halves of which a store may come between the loads; lanes that do not fill registers of floats.
 * Costs    a load and a conversion of two registers for 32 floats, where the shuffle took four instructions more. */
#include "lowering/hexagon/late/repeated_words.h"
#include "lowering/hexagon/late/touched.h"

enum { WORD = 4, HALF = 2, FLOATS = LOWER_LINE / WORD, MAX_LOADS = 2, MAX_SHUFFLES = 4 };

/* Halves in memory, four bytes from each to the next one. */
struct strided {
	LLVMValueRef loads[MAX_LOADS];
	unsigned n;
	struct lower_origin at; /* of the first one */
	unsigned align, odd;    /* of the word that it is in; is it the upper half? */
};

/* Note a load; false: there are too many, or it may not be done again. */
static bool add_load(struct strided *s, LLVMValueRef load)
{
	for (unsigned i = 0; i < s->n; i++)
		if (s->loads[i] == load)
			return true;
	if (s->n == MAX_LOADS || !LLVMIsALoadInst(load) || LLVMGetVolatile(load) ||
	        LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic)
		return false;
	s->loads[s->n++] = load;
	return true;
}

/* Are the lanes of v every other half of memory? */
static bool find_halves(LLVMValueRef v, struct strided *s)
{
	unsigned n = LLVMGetVectorSize(LLVMTypeOf(v)) * HALF;
	for (unsigned i = 0; i < n; i++) {
		struct lower_origin o = lower_origin_through(v, i, MAX_SHUFFLES);
		if (!o.value || !LLVMIsAInstruction(o.value) || !add_load(s, o.value))
			return false;
		o = lower_origin_of(o.value, o.byte);
		s->at = i ? s->at : o;
		if (o.value != s->at.value || o.byte != s->at.byte + i / HALF * WORD + i % HALF)
			return false;
	}
	return true;
}

/* Which half of its word is the first one, and how far is the word aligned?  False: that is not known. */
static bool find_word(struct strided *s)
{
	for (unsigned i = 0; i < s->n; i++) {
		unsigned align = LLVMGetAlignment(s->loads[i]);
		unsigned from = s->at.byte - lower_origin_of(s->loads[i], 0).byte;
		unsigned odd = from % WORD / HALF, word = from - odd * HALF;
		if (from % HALF || align < WORD)
			continue;
		while (word % align)
			align /= 2;
		s->odd = odd;
		s->align = align > s->align ? align : s->align;
	}
	return s->align != 0;
}

/* Return the last of the loads; NULL if they stand in two blocks, or if a store between them may change what one of them loads. */
static LLVMValueRef last_load(struct before_codegen *c, const struct strided *s)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(c->mod);
	LLVMValueRef v = s->loads[0];
	struct lower_touched loaded[MAX_LOADS], x;
	for (unsigned i = 0; i < s->n; i++) {
		lower_loads(layout, s->loads[i], &loaded[i]);
		if (LLVMGetInstructionParent(s->loads[i]) != LLVMGetInstructionParent(v))
			return NULL;
	}
	if (s->n == MAX_LOADS) /* from the first one in the block on */
		for (LLVMValueRef p = LLVMGetPreviousInstruction(v); p;
		        p = LLVMGetPreviousInstruction(p))
			v = p == s->loads[1] ? p : v;
	for (unsigned seen = 0;; v = LLVMGetNextInstruction(v)) {
		if (v == s->loads[0] || v == s->loads[s->n - 1])
			seen++;
		if (seen == s->n)
			return v;
		for (unsigned i = 0; i < s->n; i++)
			if (lower_may_write(layout, v, &x) && lower_may_overlap(&x, &loaded[i]))
				return NULL;
	}
}

/* Convert the line of memory that begins `byte` bytes behind the first word; return its even lanes, or its odd ones, as floats. */
static LLVMValueRef converted(struct before_codegen *c, const struct strided *s, unsigned byte)
{
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMTypeRef i8 = LLVMInt8TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMValueRef at = LLVMConstInt(i32, s->at.byte - s->odd * HALF + byte, false);
	LLVMValueRef p = LLVMBuildGEP2(c->b, i8, s->at.value, &at, 1, "");
	LLVMValueRef x = LLVMBuildLoad2(c->b, LLVMVectorType(i32, FLOATS), p, ""), lane[FLOATS];
	LLVMSetAlignment(x, s->align);
	x = lower_late_hvx(c, TARGET_VCVT_SF_HF, &x);
	for (unsigned i = 0; i < FLOATS; i++)
		lane[i] = LLVMConstInt(i32, s->odd * FLOATS + i, false);
	return LLVMBuildShuffleVector(c->b, x, LLVMGetPoison(LLVMTypeOf(x)),
	        LLVMConstVector(lane, FLOATS), "");
}

void lower_widen_strided(struct before_codegen *c, LLVMValueRef v)
{
	struct strided s = {.n = 0};
	unsigned n = c->ieee_vectors && lower_is_op(v, LLVMFPExt) &&
	                             lower_vector_of(v) == LLVMFloatTypeKind
	                     ? LLVMGetVectorSize(LLVMTypeOf(v))
	                     : 0;
	if (!n || n % FLOATS || lower_vector_of(LLVMGetOperand(v, 0)) != LLVMHalfTypeKind ||
	        !find_halves(LLVMGetOperand(v, 0), &s) || !find_word(&s))
		return;
	LLVMValueRef last = last_load(c, &s);
	if (!last)
		return;
	LLVMPositionBuilderBefore(c->b, last);
	LLVMTypeRef i32 = LLVMInt32TypeInContext(LLVMGetModuleContext(c->mod));
	LLVMTypeRef types[2] = {LLVMVectorType(i32, n), LLVMVectorType(i32, FLOATS)};
	LLVMValueRef all = LLVMGetPoison(types[0]);
	for (unsigned i = 0; i < n; i += FLOATS) {
		LLVMTypeRef wide = LLVMInt64TypeInContext(LLVMGetModuleContext(c->mod));
		LLVMValueRef x = converted(c, &s, i * WORD);
		LLVMValueRef put[3] = {all, x, LLVMConstInt(wide, i, false)};
		all = n == FLOATS ? x : lower_late_call(c, "llvm.vector.insert", types, 2, put, 3);
	}
	lower_replace(v, LLVMBuildBitCast(c->b, all, LLVMTypeOf(v), ""));
	c->repeats = true;
}
