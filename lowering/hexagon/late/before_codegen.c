/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/late/before_codegen.c: the last step before code generation for Hexagon.
 *
 * Idea.    What LLVM's code generation for Hexagon does wrong is written otherwise, as late as possible: LLVM's
 *          passes would write it back, or make the same shape of other code.  A rewrite looks at one
 *          instruction; the table has them in their order.
 * Needs    IR after LLVM's passes.
 * Keeps    values.  A second run finds nothing to do.
 * Costs    O(instructions) a rewrite.
 * Wrong if code generation makes a shape of what the rewrites leave.  It turns branches into selects, too:
 *          that is done here first, in functions where it could matter. */
#include <llvm-c/Error.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <llvm/Config/llvm-config.h>

#include "lowering/hexagon/before_codegen.h"

/* ---- Branches ----------------------------------------------------------------------------*/
static bool branches_on_floats(LLVMValueRef f)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
		if (end && lower_is_op(end, LLVMBr) && LLVMIsConditional(end) &&
		        !LLVMIsAICmpInst(LLVMGetCondition(end)))
			return true;
	}
	return false;
}

/* Make selects of branches, as code generation would. */
#define FOLD_BRANCHES "simplifycfg<forward-switch-cond;hoist-common-insts;sink-common-insts>"
/* Load once what two rewrites load from the same place. */
#define JOIN_LOADS    "early-cse<memssa>"

static void run_pass(LLVMValueRef f, const char *pass, LLVMTargetMachineRef machine)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
#if LLVM_VERSION_MAJOR < 20 /* offers it for all functions at once */
	char all[128];
	snprintf(all, sizeof all, "function(%s)", pass);
	LLVMErrorRef e = LLVMRunPasses(LLVMGetGlobalParent(f), all, machine, o);
#else
	LLVMErrorRef e = LLVMRunPassesOnFunction(f, pass, machine, o);
#endif
	LLVMConsumeError(e);
	LLVMDisposePassBuilderOptions(o);
}

/* ---- The step ----------------------------------------------------------------------------*/
static lower_rewrite *const rewrites[] = {
        lower_mend_order,
        lower_widen_product,
        lower_widen_splat,
        lower_widen_strided,
        lower_plain_extreme,
        lower_extend_cut,
        lower_split_cast,
        lower_convert_half,
        lower_narrow_float,
        lower_splat_bits,
        lower_extreme_bits,
        lower_compare_bits,
        lower_exact_select,
        lower_half_as_float,
        lower_unequal_floats,
        lower_widen_load,
        lower_cut_vector,
        lower_repeat_words,
        lower_count_to_end,
        lower_hide_count,
        lower_hide_shift,
        lower_cut_bytes,
        lower_shift_doubled,
        lower_test_lowest,
        lower_pace_loop,
        lower_keep_carried,
        lower_store_short,
        lower_end_fill,
};

/* What HVX has in f.  Its own features count before those of the machine. */
static void find_vectors(struct before_codegen *c, LLVMValueRef f, const char *features)
{
	static const char key[] = "target-features";
	LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f,
	        (LLVMAttributeIndex)LLVMAttributeFunctionIndex, key, sizeof key - 1);
	unsigned n;
	const char *own = a ? LLVMGetStringAttributeValue(a, &n) : NULL;
	features = own ? own : features ? features : "";
	c->vectors = strstr(features, "+hvx-length128b");
	c->ieee_vectors = c->vectors && strstr(features, "+hvx-ieee-fp");
	c->float_vectors = strstr(features, "+hvx-qfloat") || strstr(features, "+hvx-ieee-fp");
}

static void rewrite_function(struct before_codegen *c, LLVMValueRef f, lower_rewrite *rewrite)
{
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef v = LLVMGetFirstInstruction(b), next; v; v = next) {
			next = LLVMGetNextInstruction(v);
			rewrite(c, v);
		}
}

/* The step for other machines than Hexagon. */
static void before_other_codegen(struct before_codegen *c, const struct lower_codegen *codegen)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(c->mod); f; f = LLVMGetNextFunction(f)) {
		rewrite_function(c, f, lower_plain_extreme);
		if (codegen->machine)
			lower_cut_long(f);
	}
	LLVMDisposeBuilder(c->b);
}

bool lower_before_codegen(LLVMModuleRef module, const struct lower_codegen *codegen)
{
	struct before_codegen c = {
	        .mod = module, .b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module))};
	if (strncmp(LLVMGetTarget(module), "hexagon", 7) != 0) {
		before_other_codegen(&c, codegen);
		return false;
	}
	lower_guard_products(module, target_hvx_of(codegen->features));
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
		find_vectors(&c, f, codegen->features);
		if (codegen->machine && branches_on_floats(f))
			run_pass(f, FOLD_BRANCHES, codegen->machine);
		for (size_t i = 0; i < sizeof rewrites / sizeof *rewrites; i++) {
			rewrite_function(&c, f, rewrites[i]);
			if (c.repeats && codegen->machine)
				run_pass(f, JOIN_LOADS, codegen->machine);
			c.repeats = false;
		}
		lower_order_loads(&c, f);
		lower_order_stores(&c, f);
		rewrite_function(&c, f, lower_load_short);
		lower_join_sums(f);
	}
	LLVMDisposeBuilder(c.b);
	if (codegen->unshare)
		lower_unshare(module);
	for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
		if (codegen->machine)
			lower_leave_long(f, codegen->diag);
	return true;
}
