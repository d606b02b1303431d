/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/levels.c: functions that LLVM optimises as at -O2 in a module that it optimises as at -O3.
 *
 * Idea      At -O3 LLVM unrolls loops of twice the size in full.  LLVM has no such choice for one function, but leaves functions with `optnone`
 *           alone: its passes run over the one kind at -O2 while the other is held so, then over the other at -O3.  Where all
 *           are of the one kind they run once.
 * Needs     functions with a mark: tir_func's at_o2.
 * Preserves what the functions do; no mark is left.
 * Costs     LLVM's passes once, where both kinds are there twice, each over its own functions. */
#include <string.h>

#include "lowering/internal.h"

static const char mark[] = "tirc-o2", held[] = "tirc-held", noinline_too[] = "tirc-noinline";

/* ---- Attributes --------------------------------------------------------------------------*/
static const LLVMAttributeIndex at = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;

static unsigned kind_of(const char *name)
{
	return LLVMGetEnumAttributeKindForName(name, strlen(name));
}

static bool has(LLVMValueRef f, const char *name)
{
	return LLVMGetEnumAttributeAtIndex(f, at, kind_of(name)) != NULL;
}

static bool has_word(LLVMValueRef f, const char *word)
{
	return LLVMGetStringAttributeAtIndex(f, at, word, (unsigned)strlen(word)) != NULL;
}

static void add_word(LLVMValueRef f, const char *word)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMAddAttributeAtIndex(f, at,
	        LLVMCreateStringAttribute(ctx, word, (unsigned)strlen(word), "", 0));
}

static void take_word(LLVMValueRef f, const char *word)
{
	LLVMRemoveStringAttributeAtIndex(f, at, word, (unsigned)strlen(word));
}

static void add(LLVMValueRef f, const char *name)
{
	LLVMContextRef ctx = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMAddAttributeAtIndex(f, at, LLVMCreateEnumAttribute(ctx, kind_of(name), 0));
}

void lower_mark_o2(LLVMValueRef f)
{
	add_word(f, mark);
}

/* ---- Functions ---------------------------------------------------------------------------*/
/* Is it one of the kind that has the mark, or has it not?  What others do not see goes with those that call it. */
static bool is_of(LLVMValueRef f, bool marked)
{
	bool is_defined = LLVMGetFirstBasicBlock(f) != NULL;
	bool is_seen = LLVMGetLinkage(f) != LLVMInternalLinkage;
	return is_defined && has_word(f, mark) == marked && (marked || is_seen);
}

static bool any_of(LLVMModuleRef m, bool marked)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		if (is_of(f, marked))
			return true;
	return false;
}

/* Have LLVM leave the functions of the one kind alone. */
static void hold(LLVMModuleRef m, bool marked)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (!is_of(f, marked) || has(f, "optnone") || has(f, "optsize") ||
		        has(f, "minsize") || has(f, "alwaysinline"))
			continue;
		if (!has(f, "noinline"))
			add_word(f, noinline_too);
		add_word(f, held);
		add(f, "noinline");
		add(f, "optnone");
	}
}

static void let_go(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
		if (has_word(f, held))
			LLVMRemoveEnumAttributeAtIndex(f, at, kind_of("optnone"));
		if (has_word(f, noinline_too))
			LLVMRemoveEnumAttributeAtIndex(f, at, kind_of("noinline"));
		take_word(f, held);
		take_word(f, noinline_too);
	}
}

static void take_marks(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
		take_word(f, mark);
}

/* ---- Passes ------------------------------------------------------------------------------*/
/* Those of -O2 over the functions with the mark, then those of -O3 over the others. */
static LLVMErrorRef run_both(LLVMModuleRef m, LLVMTargetMachineRef machine,
        LLVMPassBuilderOptionsRef o)
{
	hold(m, false);
	LLVMErrorRef e = LLVMRunPasses(m, "default<O2>", machine, o);
	let_go(m);
	hold(m, true);
	if (!e)
		e = LLVMRunPasses(m, "default<O3>", machine, o);
	let_go(m);
	return e;
}

/* Does something in the module set memory to one byte? */
static bool sets_memory(LLVMModuleRef m)
{
	static const char *const name[] = {"llvm.memset.p0.i64", "llvm.memset.p0.i32"};
	for (uint32_t i = 0; i < sizeof name / sizeof *name; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, name[i]);
		if (f && LLVMGetFirstUse(f))
			return true;
	}
	return false;
}

/* Delete what sets memory that is stored anew before it is read, such as what sums began with that are in registers now.  LLVM's passes make one
 * memset of neighbouring stores, and see only then that sums stay in registers around loops. */
static LLVMErrorRef delete_dead_stores(LLVMModuleRef m, LLVMTargetMachineRef machine,
        LLVMPassBuilderOptionsRef o)
{
	return sets_memory(m) ? LLVMRunPasses(m, "function(dse)", machine, o) : NULL;
}

LLVMErrorRef lower_run_passes(LLVMModuleRef m, LLVMTargetMachineRef machine, const char *pipeline,
        LLVMPassBuilderOptionsRef o)
{
	bool is_o3 = !strcmp(pipeline, "default<O3>"), both = is_o3 && any_of(m, true);
	LLVMErrorRef e;
	if (both && any_of(m, false))
		e = run_both(m, machine, o);
	else
		e = LLVMRunPasses(m, both ? "default<O2>" : pipeline, machine, o);
	if (!e && strcmp(pipeline, "default<O0>") != 0)
		e = delete_dead_stores(m, machine, o);
	take_marks(m);
	return e;
}
