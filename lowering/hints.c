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

/* Is the hint, as a value, the one of the key? */
static bool is_of_key(LLVMValueRef hint, const char *key)
{
	LLVMValueRef part[2];
	unsigned length = 0, n = LLVMIsAMDNode(hint) ? LLVMGetMDNodeNumOperands(hint) : 0;
	if (n == 0 || n > 2)
		return false;
	LLVMGetMDNodeOperands(hint, part);
	const char *own = part[0] && LLVMIsAMDString(part[0]) ? LLVMGetMDString(part[0], &length)
	                                                      : "";
	return length == strlen(key) && !memcmp(own, key, length);
}

void lower_add_hint(LLVMContextRef ctx, LLVMValueRef branch, const char *key, unsigned value)
{
	static const char kind[] = "llvm.loop";
	LLVMValueRef old = LLVMGetMetadata(branch,
	        LLVMGetMDKindIDInContext(ctx, kind, sizeof kind - 1));
	LLVMValueRef had[LOWER_HINTS];
	LLVMMetadataRef all[LOWER_HINTS];
	unsigned n = 0, before = old ? LLVMGetMDNodeNumOperands(old) : 0;
	if (before > LOWER_HINTS)
		return;
	if (old)
		LLVMGetMDNodeOperands(old, had);
	for (unsigned i = 1; i < before; i++) { /* the first one is itself */
		if (is_of_key(had[i], key))
			return;
		all[n++] = LLVMValueAsMetadata(had[i]);
	}
	all[n++] = lower_hint(ctx, key, 32, value);
	lower_give_hints(ctx, branch, all, n);
}
