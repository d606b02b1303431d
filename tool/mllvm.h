/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/mllvm.h: LLVM's own options, which it keeps for the whole process, the times of its passes, and its processors. */
#ifndef TIRC_TOOL_MLLVM_H
#define TIRC_TOOL_MLLVM_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Take argv[1] and so on; argv[0] stands before LLVM's messages.  False if LLVM does not know one: then add was called with
 * what it says. */
bool mllvm_parse(int argc, const char *const *argv,
        void (*add)(void *ctx, const char *text, size_t n), void *ctx);
/* Have LLVM note when each of its passes begins and ends. */
void mllvm_trace_start(void);
/* A pass of ours around them; passes that have begun last end first. */
void mllvm_trace_begin(const char *pass);
void mllvm_trace_end(void);
/* Call add with all that as JSON, and forget it. */
void mllvm_trace_write(void (*add)(void *ctx, const char *text, size_t n), void *ctx);
/* Has LLVM a processor of that name for the triple?  True if it does not have the target. */
bool mllvm_has_cpu(const char *triple, const char *cpu);
/* The same for a feature, of n characters. */
bool mllvm_has_feature(const char *triple, const char *name, size_t n);
/* Call add with the name of each of its processors, or of their features. */
void mllvm_list(const char *triple, bool features, void (*add)(void *ctx, const char *name),
        void *ctx);

#ifdef __cplusplus
}
#endif

#endif
