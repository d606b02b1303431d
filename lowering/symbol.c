/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/symbol.c: names of functions in the object file: which a kernel may have, and what a name that
 * is called stands for. */
#include "lowering/internal.h"

/* Names that code calls which nobody wrote: LLVM's code generators, memory of ours, the programs that run a
 * kernel.  A kernel of such a name would be called in their place.  A dot at the end: any that begin so. */
static const char *const taken[] = {
        "__add.",
        "__ash.",
        "__div.",
        "__extend.",
        "__fix.",
        "__float.",
        "__gnu_.",
        "__hexagon_.",
        "__lshr.",
        "__mod.",
        "__mul.",
        "__neg.",
        "__qdsp_.",
        "__restore_.",
        "__save_.",
        "__sub.",
        "__trunc.",
        "__udiv.",
        "__umod.",
        "_start",
        "abort",
        "free",
        "malloc",
        "memcpy",
        "memmove",
        "memset",
        "tirc_.",
};

static bool is_taken(const char *name)
{
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		size_t n = strlen(taken[i]) - 1;
		if (taken[i][n] == '.' ? !strncmp(name, taken[i], n) : !strcmp(name, taken[i]))
			return true;
	}
	return false;
}

bool lower_check_symbol(const struct tir_func *f, struct diag *d)
{
	const char *why = tir_symbol_fault(f->symbol ? f->symbol : f->name);
	if (why)
		return diag_error(d, f->module->source, f->at, "%s", why);
	return !f->symbol || !is_taken(f->symbol) ||
	       diag_error(d, f->module->source, f->at,
	               "a function cannot be exported as '%s': compiled code calls another "
	               "function of that name; --rename=%s=NAME exports it under a name of "
	               "yours",
	               f->symbol, f->symbol);
}

bool lower_exported(const struct lower *l, const char *name)
{
	return strtab_find(&l->exported, name, strlen(name)) != NULL;
}

LLVMValueRef lower_outside(struct lower *l, const char *name, LLVMTypeRef type, bool *fresh)
{
	LLVMValueRef f = LLVMGetNamedFunction(l->mod, name);
	if (f && LLVMGetLinkage(f) == LLVMInternalLinkage) { /* ours, which nobody outside sees */
		LLVMSetValueName2(f, "private", 7);
		f = NULL;
	}
	*fresh = !f;
	return f ? f : LLVMAddFunction(l->mod, name, type);
}

LLVMValueRef lower_intrinsic(struct lower *l, const char *name, LLVMTypeRef *overload, unsigned no,
        LLVMValueRef *x, unsigned n)
{
	unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
	LLVMValueRef f = LLVMGetIntrinsicDeclaration(l->mod, id, overload, no);
	return LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, x, n, "");
}

void lower_attribute(struct lower *l, unsigned index, const char *name, uint64_t value)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAddAttributeAtIndex(l->fn, index, LLVMCreateEnumAttribute(l->ctx, kind, value));
}
