/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/cut_vectors.c: lanes out of a vector, in the place of bits out of a wide integer.
 *
 * Idea.    Where a load lies inside of one before it, LLVM's GVN takes the bits of that: (iN)vector >> 480, cut to fewer bits.  Code
 *          generation has no integers of thousands of bits and goes word by word over the stack.  Lanes that follow each other are one
 *          shuffle.
 * Needs    a shift by a constant, of whole lanes; as many bits as whole lanes have, and more than a scalar register has.
 * Keeps    values.
 * Costs    a shift of two registers for each register of the result. */
#include "lowering/hexagon/before_codegen.h"

enum { SCALAR = 64, MOST = 1024 }; /* bits; lanes */

/* What is shifted, or v itself; *by: by how many bits. */
static LLVMValueRef unshifted(LLVMValueRef v, unsigned long long *by)
{
	*by = 0;
	if (!lower_is_op(v, LLVMLShr) || !LLVMIsAConstantInt(LLVMGetOperand(v, 1)))
		return v;
	*by = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 1));
	return LLVMGetOperand(v, 0);
}

void lower_cut_vector(struct before_codegen *c, LLVMValueRef cut)
{
	LLVMValueRef lane[MOST];
	unsigned long long by;
	if (!c->vectors || !lower_is_op(cut, LLVMTrunc) ||
	        LLVMGetTypeKind(LLVMTypeOf(cut)) != LLVMIntegerTypeKind)
		return;
	unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(cut));
	LLVMValueRef wide = unshifted(LLVMGetOperand(cut, 0), &by);
	LLVMValueRef v = lower_is_op(wide, LLVMBitCast) ? LLVMGetOperand(wide, 0) : NULL;
	if (!v || lower_vector_of(v) != LLVMIntegerTypeKind || bits <= SCALAR)
		return;
	unsigned element = LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(v)));
	unsigned n = bits / element, lanes = LLVMGetVectorSize(LLVMTypeOf(v));
	if (bits % element || by % element || n > sizeof lane / sizeof *lane ||
	        by / element + n > lanes)
		return;
	LLVMPositionBuilderBefore(c->b, cut);
	for (unsigned i = 0; i < n; i++)
		lane[i] = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(LLVMTypeOf(cut))),
		        by / element + i, false);
	LLVMValueRef some = LLVMBuildShuffleVector(c->b, v, LLVMGetPoison(LLVMTypeOf(v)),
	        LLVMConstVector(lane, n), "");
	lower_replace(cut, LLVMBuildBitCast(c->b, some, LLVMTypeOf(cut), ""));
}
