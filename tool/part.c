/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/part.c: the command without LLVM: its main, and the functions that are asked of tirc-llvm.so.
 *
 * Idea.   To load LLVM takes ten times as long as to print a small program.  The command begins without it.  A line that
 *         makes something of LLVM IR is handed, as it stands, to the same command in tirc-llvm.so; what else is asked of
 *         LLVM are plain values. */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tool/llvm.h"
#include "tool/mllvm.h"
#include "tool/part.h"
#include "tool/part_hash.h"

/* The bytes of tirc-llvm.so: whoever knows a compiler by its file, as ccache does, sees when that one changes. */
__attribute__((used)) static const char tool_part_hash[] = TIRC_PART_HASH;

/* The part: ../lib beside the command.  Ends the process if it cannot be opened. */
static const struct tool_part *open_part(void)
{
	static const char below[] = "/../lib/tirc-llvm.so";
	char path[4096 + sizeof below];
	ssize_t n = readlink("/proc/self/exe", path, 4096);
	char *slash = n > 0 ? memrchr(path, '/', (size_t)n) : NULL;
	strcpy(slash ? slash : path, below);
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	void *symbol = library ? dlsym(library, TOOL_PART_SYMBOL) : NULL;
	if (symbol) {
		tool_part_fn *part;
		memcpy(&part, &symbol, sizeof part);
		return part();
	}
	fprintf(stderr,
	        "tirc: error: this needs LLVM, and the part of tirc that has it cannot be opened: "
	        "%s\n",
	        dlerror());
	exit(1);
}

bool mllvm_has_cpu(const char *triple, const char *cpu)
{
	return open_part()->has_cpu(triple, cpu);
}

bool mllvm_has_feature(const char *triple, const char *name, size_t n)
{
	return open_part()->has_feature(triple, name, n);
}

void mllvm_list(const char *triple, bool features, void (*add)(void *ctx, const char *name),
        void *ctx)
{
	open_part()->list(triple, features, add, ctx);
}

char *lower_host_cpu(void)
{
	return open_part()->host_cpu();
}

char *lower_host_features(void)
{
	return open_part()->host_features();
}

static int with_llvm(int argc, char **argv)
{
	return open_part()->main(argc, argv);
}

int main(int argc, char **argv)
{
	return job_main(argc, argv, NULL, with_llvm);
}
