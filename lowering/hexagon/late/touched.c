/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/touched.c: which bytes an instruction touches, and may two touch the same ones?
 *
 * Idea.    An address is taken apart into a pointer, values times constants and a constant.  Two addresses that differ by
 *          the constant alone lie at a known distance.  Others are apart if they begin at different memory of
 *          which one is the function's alone.
 * Needs    IR; pointers of 32 bits.
 * Keeps    everything.
 * Costs    O(operands of the address). */
#include "lowering/hexagon/late/touched.h"

#include <stdint.h>
#include <string.h>

enum { MAX_STEPS = 64, POINTER_BITS = 32, MAX_DEPTH = 4 };

static void add_term(struct lower_touched *x, LLVMValueRef v, uint32_t factor)
{
	unsigned i = 0;
	while (i < x->n && x->at[i].value != v)
		i++;
	if (i == LOWER_TERMS) {
		x->known = false;
		return;
	}
	if (i == x->n)
		x->at[x->n++] = (struct lower_term){v, 0};
	x->at[i].factor += factor;
	if (!x->at[i].factor)
		x->at[i] = x->at[--x->n];
}

static bool constant_operand(LLVMValueRef v, unsigned i, uint32_t *out)
{
	LLVMValueRef x = LLVMGetOperand(v, i);
	if (!LLVMIsAConstantInt(x))
		return false;
	*out = (uint32_t)LLVMConstIntGetZExtValue(x);
	return true;
}

/* Add v * factor: sums, and products by constants, are taken apart. */
static void add_value(struct lower_touched *x, LLVMValueRef v, uint32_t factor, int steps)
{
	uint32_t k;
	bool is_sum = lower_is_op(v, LLVMAdd) || (lower_is_op(v, LLVMOr) && LLVMGetIsDisjoint(v));
	if (LLVMIsAConstantInt(v)) {
		x->constant += (uint32_t)LLVMConstIntGetSExtValue(v) * factor;
	} else if (!steps || LLVMGetIntTypeWidth(LLVMTypeOf(v)) < POINTER_BITS) {
		add_term(x, v, factor);
	} else if (is_sum) {
		add_value(x, LLVMGetOperand(v, 0), factor, steps - 1);
		add_value(x, LLVMGetOperand(v, 1), factor, steps - 1);
	} else if (lower_is_op(v, LLVMMul) && constant_operand(v, 1, &k)) {
		add_value(x, LLVMGetOperand(v, 0), factor * k, steps - 1);
	} else if (lower_is_op(v, LLVMShl) && constant_operand(v, 1, &k) && k < POINTER_BITS) {
		add_value(x, LLVMGetOperand(v, 0), factor << k, steps - 1);
	} else {
		add_term(x, v, factor);
	}
}

struct lower_touched lower_touched_at(LLVMTargetDataRef layout, LLVMValueRef p, LLVMTypeRef t)
{
	struct lower_touched x = {.known = true, .bytes = LLVMStoreSizeOfType(layout, t)};
	for (int steps = MAX_STEPS; LLVMIsAGetElementPtrInst(p) && steps; steps--) {
		uint64_t size = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(p));
		if (LLVMGetNumOperands(p) == 2)
			add_value(&x, LLVMGetOperand(p, 1), (uint32_t)size, MAX_DEPTH);
		else
			x.known = false;
		p = LLVMGetOperand(p, 0);
	}
	x.root = p;
	return x;
}

static bool is_alone(LLVMValueRef root)
{
	static const char name[] = "noalias";
	if (LLVMIsAAllocaInst(root))
		return true;
	if (!LLVMIsAArgument(root))
		return false;
	LLVMValueRef f = LLVMGetParamParent(root);
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1), i = 0;
	while (LLVMGetParam(f, i) != root)
		i++;
	return LLVMGetEnumAttributeAtIndex(f, i + 1, kind) != NULL;
}

static bool is_object(LLVMValueRef root)
{
	return LLVMIsAAllocaInst(root) || LLVMIsAArgument(root);
}

static bool has_term(const struct lower_touched *x, struct lower_term t)
{
	for (unsigned i = 0; i < x->n; i++)
		if (x->at[i].value == t.value && x->at[i].factor == t.factor)
			return true;
	return false;
}

bool lower_distance(const struct lower_touched *a, const struct lower_touched *b, int32_t *out)
{
	bool same = a->known && b->known && a->root == b->root && a->n == b->n;
	for (unsigned i = 0; same && i < a->n; i++)
		same = has_term(b, a->at[i]);
	*out = (int32_t)(b->constant - a->constant);
	return same;
}

bool lower_may_overlap(const struct lower_touched *a, const struct lower_touched *b)
{
	int32_t distance;
	if (lower_distance(a, b, &distance))
		return a->constant - b->constant < b->bytes || b->constant - a->constant < a->bytes;
	bool apart = a->root != b->root && is_object(a->root) && is_object(b->root) &&
	             (is_alone(a->root) || is_alone(b->root));
	return !apart;
}

bool lower_may_be_near(const struct lower_touched *a, const struct lower_touched *b)
{
	return a->root == b->root || !is_object(a->root) || !is_object(b->root);
}

/* ---- What an instruction loads and stores ------------------------------------------------*/
static LLVMValueRef called(LLVMValueRef v)
{
	return lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
}

bool lower_calls(LLVMValueRef v, const char *intrinsic)
{
	size_t n;
	LLVMValueRef f = called(v);
	return f && LLVMIsAFunction(f) &&
	       !strncmp(LLVMGetValueName2(f, &n), intrinsic, strlen(intrinsic));
}

bool lower_loads(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out)
{
	if (!lower_is_op(v, LLVMLoad) && !lower_calls(v, "llvm.masked.load."))
		return false;
	*out = lower_touched_at(layout, LLVMGetOperand(v, 0), LLVMTypeOf(v));
	return true;
}

bool lower_stores(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out)
{
	if (!lower_is_op(v, LLVMStore) && !lower_calls(v, "llvm.masked.store."))
		return false;
	*out = lower_touched_at(layout, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)));
	return true;
}

bool lower_fills(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out)
{
	enum { TO, FROM, LENGTH };
	if (!LLVMIsAMemIntrinsic(v))
		return false;
	LLVMValueRef n = LLVMGetOperand(v, LENGTH);
	LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(n)));
	*out = lower_touched_at(layout, LLVMGetOperand(v, TO), byte);
	out->bytes = LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : UINT32_MAX;
	return true;
}

bool lower_is_empty_asm(LLVMValueRef v)
{
	LLVMValueRef f = called(v);
	size_t n = 1;
	if (f && LLVMIsAInlineAsm(f))
		LLVMGetInlineAsmAsmString(f, &n);
	return !n;
}

/* LLVM's attribute memory(...): two bits for each kind of memory, the upper one says that it is written.  The second
 * kind is memory that no load of the program can see (llvm.assume).  Without the attribute all is written. */
static bool may_write_memory(LLVMValueRef f)
{
	enum { WRITES = 0xaaaa, UNSEEN = 0xc };
	static const char name[] = "memory";
	unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
	LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(f,
	        (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
	return !memory || (LLVMGetEnumAttributeValue(memory) & WRITES & ~(uint64_t)UNSEEN);
}

/* A call writes unless its function says that it does not. */
static bool may_call_write(LLVMValueRef v)
{
	LLVMValueRef f = called(v);
	return f && !lower_is_empty_asm(v) && (!LLVMIsAFunction(f) || may_write_memory(f));
}

bool lower_may_write(LLVMTargetDataRef layout, LLVMValueRef v, struct lower_touched *out)
{
	static const LLVMOpcode writes[] = {LLVMInvoke, LLVMCallBr, LLVMFence, LLVMAtomicCmpXchg,
	        LLVMAtomicRMW, LLVMVAArg, LLVMCatchPad, LLVMCatchRet};
	if (lower_stores(layout, v, out) || lower_fills(layout, v, out))
		return true;
	*out = (struct lower_touched){.known = false};
	for (size_t i = 0; i < sizeof writes / sizeof *writes; i++)
		if (LLVMGetInstructionOpcode(v) == writes[i])
			return true;
	return may_call_write(v);
}
