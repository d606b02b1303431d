/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/embed.c: TIR that C code carries in a section:
 *
 *     static const char kernel_tir[] __attribute__((section(".tir"), used)) = {
 *     #embed "kernel.py"
 *     };
 *     void kernel(float *x, float *y);
 *
 * The texts are copied out and the globals deleted before anything is compiled: an error must not
 * be found again at the next extension point. */
#include <llvm-c/Core.h>

#include <llvm/Config/llvm-config.h>

#include "plugin/internal.h"

/* The global behind an entry of llvm.used, which may be wrapped in a cast. */
static LLVMValueRef strip_cast(LLVMValueRef v)
{
	return LLVMIsAConstantExpr(v) ? LLVMGetOperand(v, 0) : v;
}

static bool is_tir(LLVMValueRef global)
{
	const char *section = LLVMGetSection(global);
	return section && !strcmp(section, ".tir");
}

/* Rebuild llvm.used or llvm.compiler.used without the entries in section .tir: an entry of a
 * deleted global would be undef, which code generation does not take. */
static void remove_from_list(LLVMModuleRef m, const char *name, struct arena *arena)
{
	LLVMValueRef list = LLVMGetNamedGlobal(m, name);
	LLVMValueRef array = list ? LLVMGetInitializer(list) : NULL;
	if (!array || !LLVMIsAConstantArray(array))
		return;
	unsigned n = (unsigned)LLVMGetNumOperands(array), kept = 0;
	LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(array));
	LLVMValueRef *keep = ARENA_NEWN(arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef v = LLVMGetOperand(array, i), global = strip_cast(v);
		if (!LLVMIsAGlobalVariable(global) || !is_tir(global))
			keep[kept++] = v;
	}
	if (kept == n)
		return;
	LLVMSetValueName2(list, "", 0);
	if (kept) {
		LLVMValueRef init = LLVMConstArray2(element, keep, kept);
		LLVMValueRef fresh = LLVMAddGlobal(m, LLVMTypeOf(init), name);
		LLVMSetInitializer(fresh, init);
		LLVMSetLinkage(fresh, LLVMAppendingLinkage);
		LLVMSetSection(fresh, LLVMGetSection(list));
	}
	LLVMDeleteGlobal(list);
}

/* The bytes of an array of them, which is owned by LLVM. */
static const char *bytes_of(LLVMValueRef array, size_t *n)
{
#if LLVM_VERSION_MAJOR < 21
	return LLVMGetAsString(array, n);
#else
	return LLVMGetRawDataValues(array, n);
#endif
}

/* The text of a global, or NULL after an error. */
static const struct source *text_of(LLVMValueRef global, struct arena *arena, struct diag *d)
{
	LLVMValueRef init = LLVMGetInitializer(global);
	size_t n, size = 0;
	const char *name = LLVMGetValueName2(global, &n);
	bool text = init && LLVMIsAConstantDataArray(init) &&
	            LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(init))) == LLVMIntegerTypeKind &&
	            LLVMGetIntTypeWidth(LLVMGetElementType(LLVMTypeOf(init))) == 8;
	if (!text) {
		diag_error(d, NULL, (struct span){0}, "'%.*s' in section .tir holds no text",
		        (int)n, name);
		return NULL;
	}
	const char *p = bytes_of(init, &size);
	while (size && p[size - 1] == 0)
		size--;
	return source_text(arena, arena_strndup(arena, name, n), p, size);
}

/* True if anything but dead constants refers to v (such as the array that llvm.used was). */
static bool is_read(LLVMValueRef v)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);
		if (!LLVMIsAConstant(user) || LLVMIsAGlobalValue(user) || is_read(user))
			return true;
	}
	return false;
}

/* A text that the program itself reads stays, as ordinary data. */
static void drop(LLVMValueRef global)
{
	if (is_read(global)) {
		LLVMSetSection(global, "");
		return;
	}
	LLVMReplaceAllUsesWith(global, LLVMConstNull(LLVMTypeOf(global)));
	LLVMDeleteGlobal(global);
}

struct embedded *embed_take(LLVMModuleRef m, struct arena *arena, struct diag *d, bool *changed)
{
	struct embedded *first = NULL, **last = &first;
	VEC(LLVMValueRef) globals = {0};
	for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
		if (is_tir(g) && !LLVMIsDeclaration(g))
			VEC_PUSH(arena, &globals, g);
	if (!globals.n)
		return NULL;
	*changed = true;
	remove_from_list(m, "llvm.used", arena);
	remove_from_list(m, "llvm.compiler.used", arena);
	for (uint32_t i = 0; i < globals.n; i++) {
		LLVMValueRef g = globals.at[i];
		const struct source *s = text_of(g, arena, d);
		if (s) {
			*last = ARENA_NEW(arena, struct embedded);
			(*last)->source = s;
			last = &(*last)->next;
		}
		drop(g);
	}
	return first;
}
