/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/choose.c: of each function for Hexagon the version that takes the fewest packets (versions.def).
 *
 * Idea      Each version is compiled to an object, and its packets are counted, each as often as it runs (backend/).  Another version
 *           than what the options ask for is taken only where all trip counts of both are known and it is better by more
 *           than what a count may be wrong by.
 * Needs     exported functions; one that is not exported is compiled as the options ask for.
 * Preserves what a function does: all versions are proved, and no clock or profile is asked, so that the same text gives the
 *           same code.
 * Costs     LLVM's passes and code generation once more for each version that is another text (docs/measured.md). */
#include "backend/backend.h"
#include "driver/internal.h"

enum { MOST_BYTES = 1 << 19, LEAST = 1 }; /* of code that is weighed; packets that are won */
static const double better = 0.995;

/* ---- The cost of a version ---------------------------------------------------------------*/
static void ignore(LLVMDiagnosticInfoRef info, void *ctx)
{
	bool *failed = ctx;
	*failed |= LLVMGetDiagInfoSeverity(info) == LLVMDSError;
}

/* What has been weighed of a function. */
struct weighing {
	const struct driver *run;
	const struct lower_options *lower;
	uint32_t i; /* the function's number */
	struct arena own;
	VEC(char *) texts; /* what LLVM made of each version that was compiled */
};

/* The version that is in the module, as LLVM optimises it; NULL: it does not. */
static LLVMModuleRef optimize(struct weighing *w, LLVMContextRef context,
        LLVMTargetMachineRef machine, struct diag *d)
{
	struct lower_options o = *w->lower;
	o.function = w->run->module->funcs.at[w->i]->symbol;
	o.with_callees = w->lower->with_callees || !w->lower->function;
	LLVMModuleRef ir = lower_module(context, w->run->module, machine, &o, d);
	if (ir && !lower_is_bounded(ir) && lower_optimize(ir, machine, "default<O3>", d)) {
		driver_before_codegen(ir, machine, w->run->options, d);
		return ir;
	}
	if (ir)
		LLVMDisposeModule(ir);
	return NULL;
}

/* Did LLVM make another text of this version than of all others? */
static bool is_new(struct weighing *w, LLVMModuleRef ir)
{
	char *text = LLVMPrintModuleToString(ir);
	bool found = false;
	for (uint32_t i = 0; i < w->texts.n && !found; i++)
		found = !strcmp(w->texts.at[i], text);
	if (!found) {
		char *copy = arena_strndup(&w->own, text, strlen(text));
		VEC_PUSH(&w->own, &w->texts, copy);
	}
	LLVMDisposeMessage(text);
	return !found;
}

/* The object of the version that is in the module, with what it calls; NULL: it cannot be made, or it is that of a version before. */
static LLVMMemoryBufferRef compile(struct weighing *w, LLVMTargetMachineRef machine)
{
	struct diag silent = {0};
	bool failed = false;
	LLVMContextRef context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(context, ignore, &failed);
	LLVMContextSetDiscardValueNames(context, true); /* equal code is equal text then */
	LLVMModuleRef ir = optimize(w, context, machine, &silent);
	LLVMMemoryBufferRef object = NULL;
	if (ir && !failed && is_new(w, ir))
		object = lower_generate(ir, machine, LLVMObjectFile, &silent);
	if (object && failed) {
		LLVMDisposeMemoryBuffer(object);
		object = NULL;
	}
	if (ir)
		LLVMDisposeModule(ir);
	LLVMContextDispose(context);
	return object;
}

/* What a call of a version takes; false: that is not known, or it is that of a version before. */
static bool cost_of(struct weighing *w, const struct tir_func *v, struct backend_cost *out)
{
	static const char *const versions[] = {"apart", "lines", NULL}; /* lowering/func.c */
	struct arena own = arena_scratch(w->run->arena);
	struct tir_func **place = &w->run->module->funcs.at[w->i], *there = *place;
	struct diag silent = {0};
	LLVMTargetMachineRef machine = lower_machine(&w->run->options->target, &silent);
	*place = (struct tir_func *)v;
	LLVMMemoryBufferRef object = machine ? compile(w, machine) : NULL;
	*place = there;
	bool ok = object && backend_count(LLVMGetBufferStart(object), LLVMGetBufferSize(object),
	                            v->symbol, versions, &own, out);
	if (object)
		LLVMDisposeMemoryBuffer(object);
	if (machine)
		LLVMDisposeTargetMachine(machine);
	arena_free(&own);
	return ok && !out->unknown && out->bytes <= MOST_BYTES;
}

/* ---- The choice --------------------------------------------------------------------------*/
static double sum(const struct backend_cost *x)
{
	return x->packets + x->unaligned;
}

/* Is a certainly better than b?  What is called outside takes nobody knows how long: it is not called more often. */
static bool is_better(const struct backend_cost *a, const struct backend_cost *b)
{
	return sum(a) <= sum(b) * better && sum(a) + LEAST <= sum(b) && a->packets <= b->packets &&
	       a->calls <= b->calls;
}

static void tell(const struct driver *run, const struct tir_func *f, bool chosen, const char *text)
{
	struct driver_remark r = {chosen, "choose", "loops",
	        chosen ? "ChosenVersion" : "FirstVersion", f, f->at, 1, text, NULL, {0, 0}};
	if (run->remark)
		run->remark(run->ctx, &r);
}

/* Tell which version was taken, and what was weighed: the one that the options ask for against the best of the others. */
static void tell_choice(const struct driver *run, const struct tir_func *f, const char *way,
        const struct backend_cost *first, const struct backend_cost *other)
{
	struct arena own = arena_scratch(run->arena);
	const char *text = arena_printf(&own,
	        way ? "function '%s' is compiled %s: %.0f packets a call by its code, with what is "
	              "told above it "
	              "takes %.0f"
	            : "function '%s' is compiled %s: %.0f packets a call by its code, the best of "
	              "other versions "
	              "takes %.0f",
	        f->name, way ? way : "as told above", sum(way ? other : first),
	        sum(way ? first : other));
	tell(run, f, way != NULL, text);
	arena_free(&own);
}

static void tell_unknown(const struct driver *run, const struct tir_func *f)
{
	struct arena own = arena_scratch(run->arena);
	tell(run, f, false,
	        arena_printf(&own,
	                "function '%s' is compiled as told above: how often each loop runs "
	                "is not known from its code, so that no other version is weighed",
	                f->name));
	arena_free(&own);
}

/* The best version of function i. */
static struct tir_func *best_of(const struct driver *run, uint32_t i, const struct lower_options *o)
{
	struct tir_func *f = run->module->funcs.at[i];
	const struct tir_func *best = f;
	struct weighing w = {run, o, i, arena_scratch(run->arena), {0}};
	struct backend_cost first = {0}, least, next = {0}, now;
	bool any = false, known = cost_of(&w, f, &first);
	least = first;
	if (!known)
		tell_unknown(run, f);
	for (const struct tir_func *v = f->other; v && known; v = v->other) {
		if (!cost_of(&w, v, &now))
			continue;
		if (!any || sum(&now) < sum(&next))
			next = now;
		any = true;
		if (is_better(&now, &least)) {
			best = v;
			least = now;
		}
	}
	if (any)
		tell_choice(run, f, best->way, &first, best == f ? &next : &least);
	arena_free(&w.own);
	return (struct tir_func *)best;
}

void driver_choose(const struct driver *run, const struct lower_options *lower)
{
	struct tir_module *m = run->module;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct tir_func *f = m->funcs.at[i];
		bool wanted = !lower->function || driver_is_called(f, lower->function);
		if (f->other && f->symbol && wanted)
			m->funcs.at[i] = best_of(run, i, lower);
	}
}
