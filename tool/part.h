/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/part.h: tirc-llvm.so, the part of the command that has LLVM, as the command sees it.
 *
 * Both have what they need of the other folders for themselves.  So nothing of the house's structs goes from one to the
 * other: the address of a constant is another one on either side. */
#ifndef TIRC_TOOL_PART_H
#define TIRC_TOOL_PART_H

#include <stdbool.h>
#include <stddef.h>

struct tool_part {
	/* The whole command, from its line on. */
	int (*main)(int argc, char **argv);
	/* Of mllvm.h. */
	bool (*has_cpu)(const char *triple, const char *cpu);
	bool (*has_feature)(const char *triple, const char *name, size_t n);
	void (*list)(const char *triple, bool features, void (*add)(void *ctx, const char *name),
	        void *ctx);
	/* Of lowering/lowering.h. */
	char *(*host_cpu)(void);
	char *(*host_features)(void);
};
/* The one symbol of tirc-llvm.so, and what has its type. */
#define TOOL_PART_SYMBOL "tirc_llvm_part"
typedef const struct tool_part *tool_part_fn(void);

#endif
