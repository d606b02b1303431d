/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/externs/libclang.c: loads libclang.
 *
 * Idea.   The build knows which libclang goes with its LLVM (TIRC_LIBCLANG, a full path) and what the loader calls
 *         it (TIRC_LIBCLANG_SONAME); the first that is there is taken.  Another version would bring an LLVM of
 *         its own into the process.
 * Wrong   if it were unloaded: libclang leaves handlers behind that run when the process ends. */
#include "frontend/externs/libclang.h"

#include <dlfcn.h>

struct entry {
	const char *name;
	size_t offset; /* in struct frontend_libclang */
};
static const struct entry entries[] = {
#define CLANG(name) {"clang_" #name, offsetof(struct frontend_libclang, name)},
#include "frontend/externs/libclang.def"
};

static bool cannot_load(struct diag *d)
{
	const char *why = dlerror();
	return diag_error(d, NULL, (struct span){0},
	        "C headers are read by libclang, which cannot be loaded: %s",
	        why ? why : "no reason given");
}

bool frontend_load_libclang(struct frontend_libclang *table, struct diag *d)
{
	void *library = dlopen(TIRC_LIBCLANG, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		library = dlopen(TIRC_LIBCLANG_SONAME, RTLD_LAZY | RTLD_LOCAL);
	if (!library)
		return cannot_load(d);
	for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
		void *f = dlsym(library, entries[i].name);
		if (!f)
			return cannot_load(d);
		memcpy((char *)table + entries[i].offset, &f, sizeof f);
	}
	return true;
}
