/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hints.c: LLVM's metadata that says what to do with a loop (LangRef, llvm.loop). */
#include <string.h>

#include <llvm-c/DebugInfo.h>

#include "lowering/internal.h"

LLVMMetadataRef lower_hint(LLVMContextRef ctx, const char *key, unsigned bits, unsigned value)
{
	LLVMMetadataRef part[] = {LLVMMDStringInContext2(ctx, key, strlen(key)), NULL};
	if (bits)
		part[1] = LLVMValueAsMetadata(LLVMConstInt(LLVMIntTypeInContext(ctx, bits), value,
		        false));
	return LLVMMDNodeInContext2(ctx, part, bits ? 2 : 1);
}

void lower_give_hints(LLVMContextRef ctx, LLVMValueRef branch, const LLVMMetadataRef *hint,
        unsigned n)
{
	static const char kind[] = "llvm.loop";
	LLVMMetadataRef part[1 + LOWER_HINTS] = {LLVMTemporaryMDNode(ctx, NULL, 0)};
	for (unsigned i = 0; i < n; i++)
		part[1 + i] = hint[i];
	LLVMMetadataRef node = LLVMMDNodeInContext2(ctx, part, 1 + n);
	LLVMMetadataReplaceAllUsesWith(part[0], node); /* names itself: no two loops share one */
	LLVMSetMetadata(branch, LLVMGetMDKindIDInContext(ctx, kind, sizeof kind - 1),
	        LLVMMetadataAsValue(ctx, node));
}
