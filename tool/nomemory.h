/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/nomemory.h: what happens where LLVM, libclang or the C++ library get no memory. */
#ifndef TIRC_TOOL_NOMEMORY_H
#define TIRC_TOOL_NOMEMORY_H

#ifdef __cplusplus
extern "C" {
#endif

/* From now on a failed allocation of theirs ends the process with "out of memory" and exit code 1, not by a
 * signal.  To be called once. */
void nomemory_install(void);

#ifdef __cplusplus
}
#endif

#endif
