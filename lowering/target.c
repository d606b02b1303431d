/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/target.c: target machines and pipelines. */
#include <llvm-c/Error.h>
#include <llvm-c/Support.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include "lowering/internal.h"

static void register_targets(void)
{
	LLVMInitializeNativeTarget();
	LLVMInitializeNativeAsmPrinter();
	LLVMInitializeNativeAsmParser();
	LLVMInitializeHexagonTargetInfo();
	LLVMInitializeHexagonTarget();
	LLVMInitializeHexagonTargetMC();
	LLVMInitializeHexagonAsmPrinter();
	LLVMInitializeHexagonAsmParser();
}

bool lower_may_use_hvx(const struct target *t)
{
	return t->opt >= 2 && target_has_hvx(t->hvx);
}

/* LLVM has no other way to say so than its command line.  Its vectoriser of straight lines makes
 * long vectors of a few 64-bit integers and truths, which costs two to three times as much. */
bool lower_use_hvx(const struct target *t)
{
	static const char *const line[] = {"tirc", "-hexagon-autohvx", "-vectorize-slp=false"};
	if (!lower_may_use_hvx(t))
		return false;
	LLVMParseCommandLineOptions(sizeof line / sizeof *line, line, "");
	return true;
}

LLVMTargetMachineRef lower_machine(const struct target *t, struct diag *d)
{
	static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess,
	        LLVMCodeGenLevelDefault, LLVMCodeGenLevelAggressive};
	LLVMTargetRef target;
	char *why = NULL, *host = LLVMGetDefaultTargetTriple();
	const char *triple = t->triple ? t->triple : host;
	LLVMTargetMachineRef machine = NULL;
	register_targets();
	if (LLVMGetTargetFromTriple(triple, &target, &why))
		diag_error(d, NULL, (struct span){0}, "there is no target '%s': %s", triple, why);
	else
		machine = LLVMCreateTargetMachine(target, triple, t->cpu, t->features,
		        levels[t->opt > 3 ? 3 : t->opt], LLVMRelocPIC, LLVMCodeModelDefault);
	LLVMDisposeMessage(why);
	LLVMDisposeMessage(host);
	return machine;
}

bool lower_optimize(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *pipeline,
        struct diag *d)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e = LLVMRunPasses(module, pipeline, machine, o);
	LLVMDisposePassBuilderOptions(o);
	if (!e) {
		char *features = LLVMGetTargetMachineFeatureString(machine);
		lower_before_codegen(module, &(struct lower_codegen){.features = features});
		LLVMDisposeMessage(features);
		return true;
	}
	char *text = LLVMGetErrorMessage(e);
	diag_error(d, NULL, (struct span){0}, "pipeline '%s': %s", pipeline, text);
	LLVMDisposeErrorMessage(text);
	return false;
}
