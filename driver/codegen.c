/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/codegen.c: the last step: LLVM's code generation, and what stands before it. */
#include "driver/driver.h"

void driver_before_codegen(LLVMModuleRef llvm, LLVMTargetMachineRef machine,
        const struct driver_options *options, struct diag *diag)
{
	char *features = LLVMGetTargetMachineFeatureString(machine);
	lower_before_codegen(llvm,
	        &(struct lower_codegen){.machine = options->level > 0 ? machine : NULL,
	                .features = features,
	                .diag = diag,
	                .unshare = options->level > 1 && !options->no_cse});
	LLVMDisposeMessage(features);
}

/* The object that was made of this very module when versions were weighed; NULL: there is none. */
static LLVMMemoryBufferRef made_before(const struct driver *run)
{
	const struct driver_compiled *made = &run->compiled;
	char *text = made->text ? LLVMPrintModuleToString(run->llvm) : NULL;
	bool same = text && !strcmp(text, made->text);
	if (text)
		LLVMDisposeMessage(text);
	return same ? LLVMCreateMemoryBufferWithMemoryRangeCopy(made->object, made->size, "")
	            : NULL;
}

LLVMMemoryBufferRef driver_generate(struct driver *run, LLVMCodeGenFileType type)
{
	driver_before_codegen(run->llvm, run->machine, run->options, run->diag);
	LLVMMemoryBufferRef made = type == LLVMObjectFile ? made_before(run) : NULL;
	return made ? made : lower_generate(run->llvm, run->machine, type, run->diag);
}
