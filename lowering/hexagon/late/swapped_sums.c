/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/swapped_sums.c: one order of two indices for each address.
 *
 * Idea.    LLVM's instruction selection balances the sums of addresses.  Where a block has base + a + b and base + b + a,
 *          with a and b masked, it makes the same node of both and then follows one that it has freed
 *          (LLVM 22, HexagonISelDAGToDAG, rebalanceAddressTrees).  The address computed first takes the place of
 *          the others.  Selection has one node for equal operations on equal operands, too: such are one value here.
 * Needs    IR after LLVM's passes.
 * Keeps    addresses; what was promised of how they are computed (inbounds) is dropped.
 * Costs    O(n log n) in the addresses of a block, and KNOWN times n. */
#include <llvm/Config/llvm-config.h>
#include <stdlib.h>
#include <string.h>

#include "lowering/hexagon/before_codegen.h"

enum { KNOWN = 128, DEEPEST = 6 };

/* Address `value` is base plus two indices, each a multiple of a size. */
struct sum {
	LLVMValueRef base, index[2], value;
	LLVMTypeRef element[2]; /* its size is the factor of the index */
	unsigned number;        /* of the instruction in its block */
	bool swapped;           /* the index of the outer step comes first */
};

/* Is v base + index * size of element? */
static bool is_step(LLVMValueRef v)
{
	return LLVMIsAGetElementPtrInst(v) && LLVMGetNumIndices(v) == 1 &&
	       LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind;
}

static bool is_sum(LLVMValueRef v, struct sum *s)
{
	LLVMValueRef inner = is_step(v) ? LLVMGetOperand(v, 0) : NULL;
	if (!inner || !is_step(inner))
		return false;
	LLVMValueRef step[2] = {inner, v};
	*s = (struct sum){.base = LLVMGetOperand(inner, 0), .value = v};
	for (int i = 0; i < 2; i++) {
		s->index[i] = LLVMGetOperand(step[i], 1);
		s->element[i] = LLVMGetGEPSourceElementType(step[i]);
	}
	return true;
}

/* ---- Values that selection has one node for ------------------------------------------------*/
static bool is_extreme(LLVMValueRef v)
{
	static const char *const names[] = {"llvm.smax", "llvm.smin", "llvm.umax", "llvm.umin"};
	size_t n = 0;
	const char *name = LLVMIsAIntrinsicInst(v) ? LLVMGetValueName2(LLVMGetCalledValue(v), &n)
	                                           : "";
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

/* Do both do the same, whatever their operands are? */
static bool is_alike(LLVMValueRef a, LLVMValueRef b)
{
	if (!LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
	        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) ||
	        LLVMTypeOf(a) != LLVMTypeOf(b) || LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
		return false;
	if (LLVMIsAICmpInst(a))
		return LLVMGetICmpPredicate(a) == LLVMGetICmpPredicate(b);
	if (LLVMIsAGetElementPtrInst(a))
		return LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b);
	return LLVMIsABinaryOperator(a) || LLVMIsACastInst(a) || LLVMIsASelectInst(a) ||
	       (is_extreme(a) && is_extreme(b));
}

/* Are they equal operations on equal operands? */
static bool is_same(LLVMValueRef a, LLVMValueRef b, int depth)
{
	if (a == b || !depth || !is_alike(a, b))
		return a == b;
	for (int i = 0; i < LLVMGetNumOperands(a); i++)
		if (!is_same(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i),
		            depth - 1))
			return false;
	return true;
}

/* The values that sums of a block are made of, the last KNOWN ones. */
struct values {
	LLVMValueRef at[KNOWN];
	unsigned n;
};

/* The first value that is the same. */
static LLVMValueRef first_of(struct values *known, LLVMValueRef v)
{
	for (unsigned i = 0; i < KNOWN && i < known->n; i++)
		if (is_same(known->at[i], v, DEEPEST))
			return known->at[i];
	known->at[known->n++ % KNOWN] = v;
	return v;
}

/* Let the sum be of first values, its indices in one order. */
static void put_in_order(struct values *known, struct sum *s)
{
	s->base = first_of(known, s->base);
	for (int i = 0; i < 2; i++)
		s->index[i] = first_of(known, s->index[i]);
	if ((uintptr_t)s->index[0] > (uintptr_t)s->index[1]) {
		struct sum x = *s;
		s->swapped = true;
		for (int i = 0; i < 2; i++) {
			s->index[i] = x.index[!i];
			s->element[i] = x.element[!i];
		}
	}
}

/* ---- Sums ----------------------------------------------------------------------------------*/

static int order(const void *a, const void *b)
{
	return a < b ? -1 : a > b;
}

/* Sums that are equal lie together, the first one of the block first: nothing else depends on where values lie. */
static int compare(const void *a, const void *b)
{
	const struct sum *x = a, *y = b;
	int c = order(x->base, y->base);
	for (int i = 0; i < 2 && !c; i++)
		c = order(x->index[i], y->index[i]);
	for (int i = 0; i < 2 && !c; i++)
		c = order(x->element[i], y->element[i]);
	return c ? c : x->number < y->number ? -1 : x->number > y->number;
}

/* Are both one sum of the same values, and in two orders or of the very same? */
static bool is_equal(const struct sum *x, const struct sum *y)
{
	bool very = LLVMGetOperand(x->value, 1) == LLVMGetOperand(y->value, 1);
	if (x->swapped == y->swapped && !very)
		return false;
	return x->base == y->base && x->index[0] == y->index[0] && x->index[1] == y->index[1] &&
	       x->element[0] == y->element[0] && x->element[1] == y->element[1];
}

static void drop_promises(LLVMValueRef v)
{
#if LLVM_VERSION_MAJOR < 20
	LLVMSetIsInBounds(v, false);
#else
	LLVMGEPSetNoWrapFlags(v, 0);
#endif
}

static void join(struct sum *s, unsigned n)
{
	qsort(s, n, sizeof *s, compare);
	for (unsigned i = 1, first = 0; i < n; i++) {
		if (!is_equal(&s[i], &s[first])) {
			first = i;
			continue;
		}
		drop_promises(s[first].value);
		drop_promises(LLVMGetOperand(s[first].value, 0));
		LLVMReplaceAllUsesWith(s[i].value, s[first].value);
	}
}

void lower_join_sums(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		unsigned n = 0, number = 0;
		struct sum s, *all;
		struct values known = {.n = 0};
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v))
			n += is_sum(v, &s);
		all = n > 1 ? malloc(n * sizeof *all) : NULL;
		if (!all)
			continue;
		n = 0;
		for (LLVMValueRef v = LLVMGetFirstInstruction(b); v;
		        v = LLVMGetNextInstruction(v)) {
			if (is_sum(v, &s)) {
				s.number = number++;
				put_in_order(&known, &s);
				all[n++] = s;
			}
		}
		join(all, n);
		free(all);
	}
}
