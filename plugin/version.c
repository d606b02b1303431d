/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/version.c: is the LLVM of this process the one that the plugin was built for? */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* dladdr, dl_iterate_phdr */
#endif
#include <dlfcn.h>
#include <link.h>
#include <llvm-c/Core.h>
#include <llvm/Config/llvm-config.h>

#include "plugin/internal.h"

/* Is this another LLVM than the one the plugin is linked with?  ctx: the latter's path, replaced by
 * the other's. */
static int find_other(struct dl_phdr_info *info, size_t size, void *ctx)
{
	const char **ours = ctx, *slash = strrchr(info->dlpi_name, '/');
	const char *base = slash ? slash + 1 : info->dlpi_name;
	const char *own_slash = strrchr(*ours, '/'), *own = own_slash ? own_slash + 1 : *ours;
	(void)size;
	if (strncmp(base, "libLLVM-", 8) && strncmp(base, "libLLVM.so", 10))
		return 0;
	if (!strcmp(base, own))
		return 0;
	*ours = base;
	return 1;
}

bool plugin_version_ok(void)
{
	unsigned major, minor, patch;
	Dl_info where;
	LLVMGetVersion(&major, &minor, &patch);
	if (major != LLVM_VERSION_MAJOR || minor != LLVM_VERSION_MINOR) {
		fprintf(stderr,
		        "tirc-plugin: error: built for LLVM " LLVM_VERSION_STRING
		        " but loaded into LLVM %u.%u.%u; use the opt, clang or lld of LLVM %d\n",
		        major, minor, patch, LLVM_VERSION_MAJOR);
		return false;
	}
	if (!dladdr((void *)(uintptr_t)LLVMGetVersion, &where) || !where.dli_fname)
		return true;
	const char *other = where.dli_fname;
	if (!dl_iterate_phdr(find_other, &other))
		return true;
	fprintf(stderr,
	        "tirc-plugin: error: built for LLVM " LLVM_VERSION_STRING
	        " but this process runs on %s; use the opt, clang or lld of LLVM %d\n",
	        other, LLVM_VERSION_MAJOR);
	return false;
}
