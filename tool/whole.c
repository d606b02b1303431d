/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/whole.c: the command with LLVM: as tirc-llvm.so, or as a program that is made of one piece. */
#include "tool/llvm.h"
#include "tool/mllvm.h"
#include "tool/nomemory.h"
#include "tool/part.h"

static int whole_main(int argc, char **argv)
{
	nomemory_install();
	return job_main(argc, argv, job_llvm(), NULL);
}

#ifdef TIRC_PART
__attribute__((visibility("default"))) tool_part_fn tirc_llvm_part;

const struct tool_part *tirc_llvm_part(void)
{
	static const struct tool_part part = {whole_main, mllvm_has_cpu, mllvm_has_feature,
	        mllvm_list, lower_host_cpu, lower_host_features};
	return &part;
}
#else
int main(int argc, char **argv)
{
	return whole_main(argc, argv);
}
#endif
