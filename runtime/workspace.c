/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* runtime/workspace.c: the workspaces that TVM's code asks for, from malloc, whosever that is. */
#include "internal.h"

void *TVMBackendAllocWorkspace(int device, int id, uint64_t size, int code, int bits);
int TVMBackendFreeWorkspace(int device, int id, void *p);

void *TVMBackendAllocWorkspace(int device, int id, uint64_t size, int code, int bits)
{
	(void)device, (void)id, (void)code, (void)bits;
	return size > SIZE_MAX / 2 ? NULL : malloc((size_t)size);
}

int TVMBackendFreeWorkspace(int device, int id, void *p)
{
	(void)device, (void)id;
	free(p);
	return 0;
}
