/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.h: LLVM's own options, which it keeps for the whole process. */
#ifndef TIRC_TOOL_MLLVM_H
#define TIRC_TOOL_MLLVM_H

#ifdef __cplusplus
extern "C" {
#endif

/* Take argv[1] and so on; argv[0] stands before LLVM's messages.  Ends the process (exit code 1) if LLVM does
 * not know one. */
void mllvm_parse(int argc, const char *const *argv);

#ifdef __cplusplus
}
#endif

#endif
