/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.h: LLVM's own options, which it keeps for the whole process, and its processors. */
#ifndef TIRC_TOOL_MLLVM_H
#define TIRC_TOOL_MLLVM_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Take argv[1] and so on; argv[0] stands before LLVM's messages.  Ends the process (exit code 1) if LLVM does
 * not know one. */
void mllvm_parse(int argc, const char *const *argv);
/* Has LLVM a processor of that name for the triple?  True if it does not have the target. */
bool mllvm_has_cpu(const char *triple, const char *cpu);
/* Call add with the name of each. */
void mllvm_list_cpus(const char *triple, void (*add)(void *ctx, const char *name), void *ctx);

#ifdef __cplusplus
}
#endif

#endif
