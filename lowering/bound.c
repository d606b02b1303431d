/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/bound.c: functions too large for LLVM's optimisation are left as they are.
 *
 * Idea.   Several of LLVM's passes take time by the square of what is counted here, or more.  A function with more
 *         than can be had in half a minute gets the attribute optnone, and a note says so.
 * Costs   a walk over the function's blocks and instructions. */
#include "lowering/internal.h"

/* More loops in loops, more registers' worth of instructions in a row or in all, more branches. */
enum { MAX_LOOPS = 32, MAX_ROW = 20000, MAX_BLOCKS = 6000, MAX_CHECKED = 1000, MAX_ALL = 100000 };
/* Bits of a register, as far as the count goes: of HVX, and of the host's. */
enum { REGISTER = 1024, DIVISION = 4, FEW = 4 };

/* The most loops in loops. */
static unsigned nesting(const struct tir_seq *s)
{
	unsigned most = 0;
	for (const struct tir_stmt *t = s->first; t; t = t->next) {
		unsigned body = nesting(tir_body(t)), orelse = nesting(tir_orelse(t));
		unsigned here = (body > orelse ? body : orelse) + (t->kind == TIR_FOR ||
		                                                          t->kind == TIR_WHILE ||
		                                                          t->kind == TIR_LAUNCH);
		most = here > most ? here : most;
	}
	return most;
}

/* Does control go from block a to b, whatever happens? */
static bool leads_to(LLVMBasicBlockRef a, LLVMBasicBlockRef b)
{
	LLVMValueRef end = a ? LLVMGetBasicBlockTerminator(a) : NULL;
	return end && LLVMGetNumSuccessors(end) == 1 && LLVMGetSuccessor(end, 0) == b;
}

static bool divides(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);
	return o == LLVMSDiv || o == LLVMUDiv || o == LLVMSRem || o == LLVMURem;
}

/* Bits of a lane of a vector of numbers; of all others as many as the largest. */
static unsigned lane_bits(LLVMTypeRef t)
{
	LLVMTypeKind k = LLVMGetTypeKind(t);
	return k == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t)
	       : k == LLVMHalfTypeKind  ? 16
	       : k == LLVMFloatTypeKind ? 32
	                                : 64;
}

/* How many instructions i becomes, at least: one for each register that its value fills.  No machine divides
 * vectors of integers: that is done lane by lane, by a product, shifts and a difference.
 * What combines vectors for Hexagon (hexagon-vc) takes time by the square of their registers, and more. */
static unsigned weight(LLVMValueRef i)
{
	LLVMTypeRef t = LLVMTypeOf(i);
	if (LLVMGetTypeKind(t) != LLVMVectorTypeKind)
		return 1;
	unsigned lanes = LLVMGetVectorSize(t);
	unsigned registers = lanes * lane_bits(LLVMGetElementType(t)) / REGISTER + 1;
	return divides(i)        ? DIVISION * lanes
	       : registers > FEW ? 2 * registers * registers
	                         : registers;
}

struct amount {
	unsigned all,
	        row; /* in all, and in the longest row: in a block and those that it leads to */
};

static struct amount measure(LLVMValueRef fn)
{
	struct amount a = {0};
	LLVMBasicBlockRef before = NULL;
	unsigned row = 0;
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(fn); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef i = LLVMGetFirstInstruction(b);
		row = leads_to(before, b) ? row : 0;
		for (; i && a.all <= MAX_ALL; i = LLVMGetNextInstruction(i)) {
			unsigned n = weight(i);
			row += n;
			a.all += n;
		}
		a.row = row > a.row ? row : a.row;
		before = b;
	}
	return a;
}

/* What of the function LLVM's optimisation might not come to an end with, or NULL. */
static const char *excess(struct lower *l, const struct tir_func *f)
{
	struct amount a = measure(l->fn);
	/* checks are branches one behind the other, many of them around loops over lanes */
	unsigned most = l->options->checked ? MAX_CHECKED : MAX_BLOCKS;
	return nesting(&f->body) > MAX_LOOPS        ? "its nested loops"
	       : LLVMCountBasicBlocks(l->fn) > most ? "its many branches"
	       : a.row > MAX_ROW || a.all > MAX_ALL ? "its long sequence of operations"
	                                            : NULL;
}

void lower_bound_function(struct lower *l, const struct tir_func *f)
{
	const char *what = excess(l, f);
	const unsigned index = (unsigned)LLVMAttributeFunctionIndex;
	if (!what && l->options->for_size)
		lower_attribute(l, index, "optsize", 0);
	if (!what)
		return;
	lower_attribute(l, index, "noinline", 0);
	lower_attribute(l, index, "optnone", 0); /* not with optsize */
	if (!l->options->unoptimized)            /* else nothing is lost */
		diag_note(l->d, l->src, f->at,
		        "LLVM does not optimise '%s': %s would take it too long", f->name, what);
}

bool lower_is_bounded(LLVMModuleRef module)
{
	unsigned kind = LLVMGetEnumAttributeKindForName("optnone", 7);
	LLVMValueRef f = LLVMGetFirstFunction(module);
	for (; f; f = LLVMGetNextFunction(f))
		if (LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex, kind) &&
		        !lower_is_long(f))
			return true;
	return false;
}
