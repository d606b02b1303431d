/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/codegen.c: the last step before LLVM's code generation. */
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
