/* To be preloaded: LLVM's code generation ends in a signal on a function whose name begins with "fault", as long as that
 * holds vectors of 32 words; in a module with a function "beside", too, on any other function with such vectors. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <signal.h>
#include <string.h>

typedef void *(*get)(void *);
typedef int emit(void *machine, void *module, int kind, char **why, void **out);

/* The path of LLVM's library, which the command opens for itself alone. */
static int find(struct dl_phdr_info *info, size_t size, void *path)
{
	(void)size;
	if (strstr(info->dlpi_name, "libLLVM"))
		*(const char **)path = info->dlpi_name;
	return 0;
}

static void *symbol(const char *name)
{
	const char *path = NULL;
	dl_iterate_phdr(find, &path);
	return dlsym(dlopen(path, RTLD_LAZY | RTLD_NOLOAD), name);
}

static int has_vectors(void *function)
{
	char *text = ((char *(*)(void *))symbol("LLVMPrintValueToString"))(function);
	return strstr(text, "<32 x i32>") != NULL; /* it is not freed: there is little */
}

int LLVMTargetMachineEmitToMemoryBuffer(void *machine, void *module, int kind, char **why,
        void **out)
{
	get first = (get)symbol("LLVMGetFirstFunction"), next = (get)symbol("LLVMGetNextFunction");
	const char *(*name)(void *, size_t *) = (const char *(*)(void *, size_t *))symbol("LLVMGetValueName2");
	size_t n;
	int beside = 0, others = 0;
	for (void *f = first(module); f; f = next(f)) {
		const char *s = name(f, &n);
		beside |= !strcmp(s, "beside");
		others |= strcmp(s, "beside") && has_vectors(f);
		if (!strncmp(s, "fault", 5) && has_vectors(f))
			raise(SIGSEGV);
	}
	if (beside && others)
		raise(SIGSEGV);
	return ((emit *)symbol("LLVMTargetMachineEmitToMemoryBuffer"))(machine, module, kind, why, out);
}
