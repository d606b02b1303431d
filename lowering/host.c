/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/host.c: this machine's processor. */
#include <llvm-c/TargetMachine.h>

#include "lowering/lowering.h"

char *lower_host_cpu(void)
{
	return LLVMGetHostCPUName();
}

char *lower_host_features(void)
{
	return LLVMGetHostCPUFeatures();
}
