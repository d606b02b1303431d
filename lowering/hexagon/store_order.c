/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/store_order.c: scalar stores behind vector stores of the same memory.
 *
 * Idea.    LLVM 22 puts a scalar store and the vector store before it into one packet, though they overlap.  In a
 *          packet the vector store comes last: what the scalar store wrote is lost.  An empty `asm` between the two
 *          ends the packet, and LLVM moves no store across it.  Short memset and memcpy become scalar stores.
 * Needs    a block's stores in their order.
 * Keeps    values.  A second run finds the `asm`.
 * Leaves alone  stores that surely do not overlap: other noalias parameters, other allocas, a known distance.
 * Costs    O(stores of a block * MAX_STORES).
 * Wrong if a pass behind moves stores across the `asm`. */
#include "lowering/hexagon/before_codegen.h"

enum {
	MAX_STORES = 64,
	MAX_STEPS = 64,
	MAX_TERMS = 6,
	SCALAR_BYTES = 8,
	POINTER_BITS = 32,
	MAX_DEPTH = 4
};

/* A value times a factor. */
struct term {
	LLVMValueRef value;
	uint32_t factor;
};

/* A store: root + the sum of its terms + constant, modulo 2^32 as pointers are, in bytes; and how many bytes. */
struct target_store {
	LLVMValueRef root; /* the pointer without any offset */
	bool known;        /* the sum is: it has no more than MAX_TERMS terms */
	struct term at[MAX_TERMS];
	unsigned n;
	uint32_t constant;
	uint64_t bytes;
};
struct block_stores {
	LLVMTargetDataRef layout;
	struct target_store at[MAX_STORES]; /* of vectors, since the last one that ended a packet */
	unsigned n;
	bool more; /* there are others */
};

static void add_term(struct target_store *x, LLVMValueRef v, uint32_t factor)
{
	unsigned i = 0;
	while (i < x->n && x->at[i].value != v)
		i++;
	if (i == MAX_TERMS) {
		x->known = false;
		return;
	}
	if (i == x->n)
		x->at[x->n++] = (struct term){v, 0};
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
static void add_value(struct target_store *x, LLVMValueRef v, uint32_t factor, int steps)
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

static struct target_store store_to(const struct block_stores *s, LLVMValueRef p, LLVMTypeRef t)
{
	struct target_store x = {.known = true, .bytes = LLVMStoreSizeOfType(s->layout, t)};
	for (int steps = MAX_STEPS; LLVMIsAGetElementPtrInst(p) && steps; steps--) {
		uint64_t size = LLVMABISizeOfType(s->layout, LLVMGetGEPSourceElementType(p));
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

static bool has_term(const struct target_store *x, struct term t)
{
	for (unsigned i = 0; i < x->n; i++)
		if (x->at[i].value == t.value && x->at[i].factor == t.factor)
			return true;
	return false;
}

/* Do the two lie at a known distance from each other? */
static bool is_distance_known(const struct target_store *a, const struct target_store *b)
{
	bool same = a->known && b->known && a->root == b->root && a->n == b->n;
	for (unsigned i = 0; same && i < a->n; i++)
		same = has_term(b, a->at[i]);
	return same;
}

static bool may_overlap(const struct target_store *a, const struct target_store *b)
{
	if (is_distance_known(a, b))
		return a->constant - b->constant < b->bytes || b->constant - a->constant < a->bytes;
	bool apart = a->root != b->root && is_object(a->root) && is_object(b->root) &&
	             (is_alone(a->root) || is_alone(b->root));
	return !apart;
}

static void end_packet(struct before_codegen *c, LLVMValueRef before)
{
	LLVMContextRef context = LLVMGetModuleContext(c->mod);
	LLVMTypeRef t = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, false);
	static const char clobbers[] = "~{memory}";
	LLVMValueRef nothing = LLVMGetInlineAsm(t, "", 0, clobbers, sizeof clobbers - 1, true,
	        false, LLVMInlineAsmDialectATT, false);
	LLVMPositionBuilderBefore(c->b, before);
	LLVMBuildCall2(c->b, t, nothing, NULL, 0, "");
}

/* What masked.store and its like write; false: v is no call that does. */
static bool masked_store(const struct block_stores *s, LLVMValueRef v, struct target_store *out)
{
	static const char name[] = "llvm.masked.store.";
	size_t n;
	LLVMValueRef f = lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
	if (!f || !LLVMIsAFunction(f) ||
	        strncmp(LLVMGetValueName2(f, &n), name, sizeof name - 1) != 0)
		return false;
	*out = store_to(s, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)));
	return true;
}

/* What memset, memcpy and memmove write: LLVM may make scalar stores of them, and vector stores. */
static bool block_store(const struct block_stores *s, LLVMValueRef v, struct target_store *out)
{
	enum { TO, FROM, LENGTH };
	bool is = LLVMIsAMemIntrinsic(v) != NULL;
	if (is) {
		LLVMValueRef n = LLVMGetOperand(v, LENGTH);
		LLVMTypeRef byte = LLVMInt8TypeInContext(LLVMGetTypeContext(LLVMTypeOf(n)));
		*out = store_to(s, LLVMGetOperand(v, TO), byte);
		out->bytes = LLVMIsAConstantInt(n) ? LLVMConstIntGetZExtValue(n) : UINT32_MAX;
	}
	return is;
}

static bool ends_packet(LLVMValueRef v)
{
	LLVMValueRef f = lower_is_op(v, LLVMCall) ? LLVMGetCalledValue(v) : NULL;
	return f && (!LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f));
}

static void add(struct block_stores *s, const struct target_store *x)
{
	s->more |= s->n == MAX_STORES;
	if (s->n < MAX_STORES)
		s->at[s->n++] = *x;
}

static bool is_late(const struct block_stores *s, const struct target_store *x)
{
	for (unsigned i = 0; i < s->n; i++)
		if (may_overlap(&s->at[i], x))
			return true;
	return s->more;
}

/* A store that LLVM may make scalar stores of. */
static void keep_behind(struct before_codegen *c, struct block_stores *s, LLVMValueRef v,
        const struct target_store *x)
{
	if (!is_late(s, x))
		return;
	end_packet(c, v);
	s->n = s->more = 0;
}

static void order_block(struct before_codegen *c, LLVMBasicBlockRef b)
{
	struct block_stores s = {.layout = LLVMGetModuleDataLayout(c->mod)};
	for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) {
		struct target_store x;
		if (ends_packet(v)) {
			s.n = s.more = 0;
		} else if (masked_store(&s, v, &x)) {
			add(&s, &x);
		} else if (lower_is_op(v, LLVMStore)) {
			x = store_to(&s, LLVMGetOperand(v, 1), LLVMTypeOf(LLVMGetOperand(v, 0)));
			if (x.bytes > SCALAR_BYTES)
				add(&s, &x);
			else
				keep_behind(c, &s, v, &x);
		} else if (block_store(&s, v, &x)) {
			keep_behind(c, &s, v, &x);
			add(&s, &x);
		}
	}
}

void lower_order_stores(struct before_codegen *c, LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		order_block(c, b);
}
