/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* plugin/remarks.c: what the pass tells of each repeated computation, as LLVM's optimisation remarks:
 * opt's and clang's -pass-remarks=tirc, -Rpass=tirc and -pass-remarks-output=FILE show them.
 *
 * LLVM tells remarks of a function, and there is none before the program is lowered: they are kept
 * until then.  A remark's location is debug metadata; it is made here and belongs to no function, so the
 * module is the same with remarks and without. */
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>

#include "plugin/internal.h"

struct remark {
	const struct tir_func *func;
	bool passed;
	const char *pass, *word;
	struct span at;
	const char *text;
	struct remark *next;
};

void remarks_keep(struct remarks *all, const struct driver_remark *r)
{
	struct remark *own = ARENA_NEW(all->arena, struct remark);
	*own = (struct remark){.func = r->func,
	        .passed = r->passed,
	        .pass = arena_printf(all->arena, "tirc-%s", r->pass),
	        .word = r->word,
	        .at = r->at};
	own->text = arena_strndup(all->arena, r->text, strlen(r->text));
	*all->last = own;
	all->last = &own->next;
}

void remarks_begin(struct remarks *all, LLVMModuleRef m, struct arena *arena)
{
	*all = (struct remarks){.module = m, .arena = arena, .last = &all->first};
}

/* A location in the text: LLVM wants one inside a subprogram. */
static LLVMMetadataRef location(LLVMDIBuilderRef di, LLVMMetadataRef file, LLVMContextRef context,
        const struct source *s, const struct remark *r)
{
	unsigned line, column;
	if (r->at.end <= r->at.begin)
		return NULL;
	source_location(s, r->at.begin, &line, &column);
	LLVMMetadataRef type = LLVMDIBuilderCreateSubroutineType(di, file, NULL, 0, LLVMDIFlagZero);
	LLVMMetadataRef scope = LLVMDIBuilderCreateFunction(di, file, r->func->name,
	        strlen(r->func->name), "", 0, file, line, type, true, false, line, LLVMDIFlagZero,
	        true);
	return LLVMDIBuilderCreateDebugLocation(context, line, column, scope, NULL);
}

void remarks_emit(const struct remarks *all, const struct source *s)
{
	LLVMContextRef context = LLVMGetModuleContext(all->module);
	if (!all->first)
		return;
	LLVMDIBuilderRef di = LLVMCreateDIBuilderDisallowUnresolved(all->module);
	LLVMMetadataRef file = LLVMDIBuilderCreateFile(di, s->name, strlen(s->name), "", 0);
	for (const struct remark *r = all->first; r; r = r->next) {
		const char *name = r->func->symbol ? r->func->symbol : r->func->name;
		LLVMValueRef f = LLVMGetNamedFunction(all->module, name);
		if (f && !LLVMIsDeclaration(f))
			plugin_remark(f, location(di, file, context, s, r), r->passed, r->pass,
			        r->word, r->text);
	}
	LLVMDIBuilderFinalize(di);
	LLVMDisposeDIBuilder(di);
}
