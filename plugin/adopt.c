/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/adopt.c: definitions from TIR for what the module declares.
 *
 * A declaration is renamed before lowering, so that the definition gets the name, and replaced by it
 * afterwards: callers then call the definition.  Processor and features are those of the module's
 * other functions: code without them could not be inlined into theirs, nor use their vectors.  So are the sanitizers. */
#include <llvm-c/Core.h>

#include "plugin/internal.h"

bool adopt_declaration(struct adopted **list, LLVMModuleRef m, const struct source *s,
        const char *symbol, struct span at, struct arena *arena, struct diag *d)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, symbol);
	if (!f)
		return !LLVMGetNamedGlobal(m, symbol) ||
		       diag_error(d, s, at, "'%s' is a variable of the module", symbol);
	if (!LLVMIsDeclaration(f))
		return diag_error(d, s, at, "'%s' is already defined in the module", symbol);
	struct adopted *a = ARENA_NEW(arena, struct adopted);
	*a = (struct adopted){symbol, at, f, *list};
	*list = a;
	const char *aside = arena_printf(arena, "%s.declared", symbol);
	LLVMSetValueName2(f, aside, strlen(aside));
	return true;
}

/* Put a definition in the place of its declaration. */
static void replace(const struct adopted *a, LLVMModuleRef m, const struct source *s,
        struct diag *d)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, a->symbol);
	LLVMTypeRef want = f ? LLVMGlobalGetValueType(f) : NULL;
	LLVMTypeRef declared = LLVMGlobalGetValueType(a->declaration);
	if (!f)
		return;
	if (want != declared)
		diag_error(d, s, a->at,
		        "'%s' is declared with other types than it has here (%u parameters, "
		        "declared with %u); "
		        "tirc --emit=header prints the right declaration",
		        a->symbol, LLVMCountParamTypes(want), LLVMCountParamTypes(declared));
	LLVMReplaceAllUsesWith(a->declaration, f);
	LLVMDeleteFunction(a->declaration);
}

void adopt_finish(struct adopted *list, LLVMModuleRef m, const struct source *s, bool done,
        struct diag *d)
{
	for (struct adopted *a = list; a; a = a->next) {
		if (done)
			replace(a, m, s, d);
		else
			LLVMSetValueName2(a->declaration, a->symbol, strlen(a->symbol));
	}
}

static const char *const target_attributes[] = {"target-cpu", "target-features", "tune-cpu"};
enum { NTARGET = sizeof target_attributes / sizeof *target_attributes };

/* What has LLVM's passes check the code of a function when it runs. */
static const char *const sanitizers[] = {"sanitize_address", "sanitize_hwaddress",
        "sanitize_memory", "sanitize_memtag", "sanitize_thread"};
enum { NSANITIZERS = sizeof sanitizers / sizeof *sanitizers };

static LLVMAttributeRef get(LLVMValueRef f, const char *name)
{
	return LLVMGetStringAttributeAtIndex(f, LLVMAttributeFunctionIndex, name,
	        (unsigned)strlen(name));
}

/* The first function that says what it is compiled for. */
static LLVMValueRef find_donor(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		for (size_t k = 0; k < NTARGET; k++)
			if (get(f, target_attributes[k]))
				return f;
	return NULL;
}

bool adopt_has_target(LLVMModuleRef m)
{
	return find_donor(m) != NULL;
}

const char *adopt_features(LLVMModuleRef m)
{
	LLVMValueRef donor = find_donor(m);
	LLVMAttributeRef a = donor ? get(donor, "target-features") : NULL;
	unsigned n;
	return a ? LLVMGetStringAttributeValue(a, &n) : NULL;
}

/* The attribute, if a function of m before end is defined with it; else NULL. */
static LLVMAttributeRef find_sanitizer(LLVMModuleRef m, LLVMValueRef end, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f && f != end; f = LLVMGetNextFunction(f)) {
		LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, LLVMAttributeFunctionIndex,
		        kind);
		if (a && !LLVMIsDeclaration(f))
			return a;
	}
	return NULL;
}

void adopt_sanitizers(LLVMModuleRef m, LLVMValueRef last)
{
	LLVMValueRef first = last ? LLVMGetNextFunction(last) : LLVMGetFirstFunction(m);
	for (size_t k = 0; k < NSANITIZERS; k++) {
		LLVMAttributeRef a = find_sanitizer(m, first, sanitizers[k]);
		for (LLVMValueRef f = first; a && f; f = LLVMGetNextFunction(f))
			if (!LLVMIsDeclaration(f))
				LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
	}
}

/* Give f what the donor has. */
static void copy_target(LLVMValueRef f, LLVMValueRef donor)
{
	for (size_t k = 0; k < NTARGET; k++) {
		LLVMAttributeRef a = get(donor, target_attributes[k]);
		if (a && !get(f, target_attributes[k]))
			LLVMAddAttributeAtIndex(f, LLVMAttributeFunctionIndex, a);
	}
}

void adopt_target(LLVMModuleRef m, LLVMValueRef last, const char *cpu, const char *features)
{
	LLVMValueRef donor = cpu || features ? NULL : find_donor(m);
	LLVMValueRef f = last ? LLVMGetNextFunction(last) : LLVMGetFirstFunction(m);
	for (; f; f = LLVMGetNextFunction(f)) {
		if (donor)
			copy_target(f, donor);
		if (cpu && *cpu)
			LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
		if (features && *features)
			LLVMAddTargetDependentFunctionAttr(f, "target-features", features);
	}
}
