/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/module.c: modules.  Built in a module of their own and linked into the one asked for only if everything went well: all or
 * nothing. */
#include <llvm-c/Analysis.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Linker.h>
#include <string.h>

#include "analysis/analysis.h"
#include "lowering/hexagon/hexagon.h"

struct work {
	struct lower l;
	const struct lower_options *options;
	const struct tir_module *m;
	struct diag *d;
	const bool *wanted; /* by number in the module */
	bool ok;
	struct arena arena; /* of the function that is built */
	struct arena whole; /* of the module */
};

/* Where to report what is to be said of function i, while the guard of an arena is the innermost. */
static struct diag *hear(struct work *w, uint32_t i, const struct arena *innermost)
{
	const struct lower_options *o = w->options;
	if (!o->held)
		return w->d;
	o->arena->oom = innermost->oom;
	o->held[i].refused = true;
	return diag_hold(&o->held[i], o->arena);
}

static void build(void *ctx)
{
	struct work *w = ctx;
	struct lower *l = &w->l;
	const struct tir_module *m = l->m;
	l->arena = &w->arena;
	l->node = lower_node;
	l->options = w->options;
	if (w->options->debug && l->src)
		lower_open_debug(l);
	w->whole.oom = w->arena.oom;
	l->exported.arena = &w->whole;
	l->func = ARENA_NEWN(&w->whole, LLVMValueRef, m->funcs.n + 1);
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (m->funcs.at[i]->symbol) {
			const char *name = m->funcs.at[i]->symbol;
			l->func[i] = lower_declare_func(l, m->funcs.at[i]);
			strtab_intern(&l->exported, name, strlen(name));
		}
	for (uint32_t i = 0; i < m->funcs.n; i++)
		if (!m->funcs.at[i]->symbol)
			l->func[i] = lower_declare_func(l, m->funcs.at[i]);
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		l->d = hear(w, i, &w->arena);
		if (w->wanted[i])
			lower_func(l, i);
	}
	l->d = w->d;
	if (l->di)
		LLVMDIBuilderFinalize(l->di);
}

/* Say what cannot be compiled of what is wanted. */
static void check(void *ctx)
{
	struct work *w = ctx;
	w->wanted = lower_wanted(w->m, w->options, &w->whole);
	w->ok = true;
	for (uint32_t i = 0; i < w->m->funcs.n; i++) {
		const struct tir_func *f = w->m->funcs.at[i];
		struct diag *d = hear(w, i, &w->whole);
		if (w->wanted[i] && (!lower_check_symbol(f, d) || !lower_check(f, d)))
			w->ok = false;
	}
}

/* Remove what is neither exported nor called. */
static void drop_unused(LLVMModuleRef m)
{
	for (LLVMValueRef f = LLVMGetFirstFunction(m), next; f; f = next) {
		next = LLVMGetNextFunction(f);
		bool hidden = LLVMIsDeclaration(f) || LLVMGetLinkage(f) == LLVMInternalLinkage;
		if (hidden && !LLVMGetFirstUse(f))
			LLVMDeleteFunction(f);
	}
}

static bool is_good(LLVMModuleRef mod, const struct tir_module *m, struct diag *d)
{
	char *why = NULL;
	bool ok = !LLVMVerifyModule(mod, LLVMReturnStatusAction, &why);
	if (!ok)
		diag_error(d, m->source, (struct span){0},
		        "internal error: invalid LLVM IR was built: %s", why);
	LLVMDisposeMessage(why);
	return ok;
}

static bool lower(LLVMModuleRef out, const struct tir_module *m,
        const struct lower_options *options, struct diag *d)
{
	struct work w = {.options = options, .m = m, .d = d};
	struct lower *l = &w.l;
	if (!arena_guard(&w.whole, check, &w))
		w.ok = diag_error(d, m->source, (struct span){0}, "not enough memory to compile");
	if (!w.ok) {
		arena_free(&w.whole);
		return false;
	}
	l->ctx = LLVMGetModuleContext(out);
	l->mod = LLVMModuleCreateWithNameInContext("tir", l->ctx);
	LLVMSetTarget(l->mod, LLVMGetTarget(out));
	LLVMSetDataLayout(l->mod, LLVMGetDataLayoutStr(out));
	l->is_hexagon = target_is_hexagon(LLVMGetTarget(out));
	l->hvx = l->is_hexagon ? options->hvx : (struct target_hvx){.known = true};
	l->word = LLVMIntPtrTypeInContext(l->ctx, LLVMGetModuleDataLayout(l->mod));
	l->b = LLVMCreateBuilderInContext(l->ctx);
	l->m = m;
	l->src = m->source;
	l->d = d;
	if (!arena_guard(&w.arena, build, &w))
		l->failed = !diag_error(d, m->source, (struct span){0},
		        "not enough memory to compile");
	if (l->di)
		LLVMDisposeDIBuilder(l->di);
	LLVMDisposeBuilder(l->b);
	arena_free(&w.arena);
	arena_free(&w.whole);
	if (!l->failed)
		drop_unused(l->mod);
	if (l->failed || !is_good(l->mod, m, d)) {
		LLVMDisposeModule(l->mod);
		return false;
	}
	return !LLVMLinkModules2(out, l->mod) ||
	       diag_error(d, m->source, (struct span){0},
	               "cannot be linked into the module: a symbol is defined twice");
}

bool lower_into(LLVMModuleRef out, const struct tir_module *m, const struct lower_options *options,
        struct diag *d)
{
	struct arena_exit *outer = options->arena ? options->arena->oom : NULL;
	bool ok = lower(out, m, options, d);
	if (options->arena)
		options->arena->oom = outer;
	return ok;
}

/* Does the function load a vector of several registers that fills no half of the last one? */
static bool loads_odd_vectors(LLVMValueRef f)
{
	enum { REGISTER = 128, HALF = 64 }; /* bytes */
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(f));
	for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
		for (LLVMValueRef i = LLVMGetFirstInstruction(b); i;
		        i = LLVMGetNextInstruction(i)) {
			LLVMTypeRef t = LLVMTypeOf(i);
			if (LLVMGetInstructionOpcode(i) != LLVMLoad ||
			        LLVMGetTypeKind(t) != LLVMVectorTypeKind)
				continue;
			unsigned long long bytes = LLVMStoreSizeOfType(layout, t);
			if (bytes > REGISTER && bytes % HALF)
				return true;
		}
	return false;
}

/* Tell LLVM what the function is compiled for.  It makes the vectors that a version of a function loads the version's arguments
 * (ArgumentPromotion), and LLVM 22 dies of odd ones for Hexagon.  It does not where the features differ: one is named twice. */
static void set_target(LLVMValueRef f, const char *cpu, const char *features)
{
	struct sbuf all = {0};
	sbuf_str(&all, features);
	if (lower_spares_gathers(f, cpu, features))
		sbuf_printf(&all, "%s+prefer-no-gather", *features ? "," : "");
	if (*features && LLVMGetLinkage(f) == LLVMInternalLinkage && loads_odd_vectors(f))
		sbuf_printf(&all, ",%.*s", (int)strcspn(features, ","), features);
	if (*cpu)
		LLVMAddTargetDependentFunctionAttr(f, "target-cpu", cpu);
	if (all.len)
		LLVMAddTargetDependentFunctionAttr(f, "target-features", all.text);
	sbuf_free(&all);
}

LLVMModuleRef lower_module(LLVMContextRef context, const struct tir_module *m,
        LLVMTargetMachineRef machine, const struct lower_options *options, struct diag *d)
{
	LLVMModuleRef mod = LLVMModuleCreateWithNameInContext(m->source ? m->source->name : "tir",
	        context);
	char *triple = LLVMGetTargetMachineTriple(machine), *cpu = LLVMGetTargetMachineCPU(machine),
	     *features = LLVMGetTargetMachineFeatureString(machine);
	LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(machine);
	LLVMSetTarget(mod, triple);
	LLVMSetModuleDataLayout(mod, layout);
	struct lower_options known = *options;
	known.hvx = target_hvx_of(features);
	bool ok = lower_into(mod, m, &known, d);
	for (LLVMValueRef f = LLVMGetFirstFunction(mod); ok && f; f = LLVMGetNextFunction(f))
		set_target(f, cpu, features);
	LLVMDisposeTargetData(layout);
	LLVMDisposeMessage(triple);
	LLVMDisposeMessage(cpu);
	LLVMDisposeMessage(features);
	if (!ok)
		LLVMDisposeModule(mod);
	return ok ? mod : NULL;
}
