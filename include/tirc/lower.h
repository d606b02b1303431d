/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tirc/lower.h: from flat TIR to LLVM's IR and to code.  libtirc has it, libtirc-core has not.
 *
 *     LLVMContextRef context = LLVMContextCreate();
 *     LLVMModuleRef ir = tirc_lower(m, o, context);
 *
 * What LLVM makes belongs to the caller, and is LLVM's: its JIT (llvm-c/LLJIT.h) takes the module as it is.  LLVM
 * must be the version that tirc was built for, TIRC_LLVM_VERSION of the CMake package.
 *
 * LLVM's code generation ends the process where it meets what it cannot compile; a program that must live installs
 * LLVMInstallFatalErrorHandler or calls tirc_generate in a process of its own. */
#ifndef TIRC_LOWER_H
#define TIRC_LOWER_H

#include <llvm-c/TargetMachine.h>

#include "tirc/tirc.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The options' target, to be freed by LLVMDisposeTargetMachine; NULL after an error. */
TIRC_API LLVMTargetMachineRef tirc_target_machine(const struct tirc_options *o);
/* A new LLVM module with the functions of m, which must be flat (TIRC_LOWERED); NULL after an error. */
TIRC_API LLVMModuleRef tirc_lower(struct tirc_module *m, const struct tirc_options *o,
        LLVMContextRef context);
/* Add them to a module whose triple and data layout are set.  False after an error: it is as it was then. */
TIRC_API bool tirc_lower_into(struct tirc_module *m, const struct tirc_options *o,
        LLVMModuleRef out);
/* Run LLVM's passes: pipeline, as "default<O2>", or those of the options' level (NULL).  False after an error. */
TIRC_API bool tirc_optimize(LLVMModuleRef ir, LLVMTargetMachineRef machine,
        const struct tirc_options *o, const char *pipeline);
enum tirc_code { TIRC_ASSEMBLY, TIRC_OBJECT };
/* Generate code, for tirc_free; *n is how many bytes.  The module is changed on the way: for Hexagon, by what LLVM
 * would do wrong.  NULL after an error. */
TIRC_API char *tirc_generate(LLVMModuleRef ir, LLVMTargetMachineRef machine,
        const struct tirc_options *o, enum tirc_code kind, size_t *n);
/* The C declarations of m's exported functions (docs/abi.md), for tirc_free; guard is the include guard. */
TIRC_API char *tirc_header(const struct tirc_module *m, const char *guard, size_t *n);

#ifdef __cplusplus
}
#endif

#endif
