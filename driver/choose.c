/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/choose.c: of each function for Hexagon the version that takes the fewest packets (versions.def).
 *
 * Idea      Each version is compiled to an object, and its packets are counted, each as often as it runs (backend/).  Another version
 *           than what the options ask for is taken only where all trip counts of both are known and it is better by more
 *           than what a count may be wrong by.  Code that LLVM leaves as it is, since it is long, must take half of the packets.
 *           Where counts of loops depend on parameters, a call with each of some arguments is counted (samples.c): a version is
 *           taken if it is better in the mean, and never much worse.  So is a call where loops are too tangled to be read.
 * Needs     exported functions; one that is not exported is compiled as the options ask for.
 * Preserves what a function does: all versions are proved, and no clock or profile is asked, so that the same text gives the
 *           same code.
 *           Of the best one it is asked whether LLVM's -O2, which unrolls less, makes it better still (lowering/levels.c).
 * Costs     LLVM's passes once more for each version that is another text, and code generation for each that is another program
 *           then (docs/measured.md); what was made of the version that is taken is kept for codegen.c. */
#include "driver/internal.h"
#include "driver/optimize.h"

enum {
	MOST_BYTES = 1 << 19, /* of code that is weighed */
	SMALL = 1 << 15,      /* bytes of LLVM's text */
	TINY = 1 << 13,
	EQUAL = 2, /* versions of one text that code is generated for, beside the first one */
	LEAST = 1, /* packets that are won */
	ARM = 8,   /* packets that a branch may cost more than is taken */
	LONG = 2,  /* so many times fewer packets are to pay for code that LLVM leaves as it is */
};
static const double better = 0.995;
static const double better_in_mean = 0.99, at_worst = 1.1; /* of calls with several arguments */
static const double rounding = 0.01;                       /* of a number of calls */

/* ---- The cost of a version ---------------------------------------------------------------*/
/* What LLVM said of a version. */
struct said {
	bool error, warning;
};

static void note(LLVMDiagnosticInfoRef info, void *ctx)
{
	struct said *said = ctx;
	LLVMDiagnosticSeverity severity = LLVMGetDiagInfoSeverity(info);
	said->error |= severity == LLVMDSError;
	said->warning |= severity == LLVMDSWarning;
}

/* What has been weighed of a function. */
struct weighing {
	const struct driver *run;
	const struct lower_options *lower;
	uint32_t i; /* the function's number */
	struct arena own;
	VEC(struct driver_shape) shapes; /* of what LLVM made of each version that was compiled */
	uint32_t nequal;                 /* of which LLVM's text was there before */
	struct driver_compiled last;
	bool is_bounded; /* LLVM leaves the last version as it is, as it is long */
	struct driver_samples samples;
	bool is_sampled; /* versions are weighed by these: counts of loops depend on parameters */
};

/* What a version takes: a call whose counts are known, or a call with each of the samples. */
struct cost {
	struct backend_cost of[DRIVER_SAMPLES];
	uint32_t n;
};

/* The version that is in the module, as LLVM optimises it; NULL: it does not. */
static LLVMModuleRef optimize(struct weighing *w, LLVMContextRef context,
        LLVMTargetMachineRef machine, struct diag *d)
{
	struct lower_options o = *w->lower;
	o.function = w->run->module->funcs.at[w->i]->symbol;
	o.with_callees = w->lower->with_callees || !w->lower->function;
	struct tir_func **kept = driver_put_bits(w->run);
	LLVMModuleRef ir = lower_module(context, w->run->module, machine, &o, d);
	driver_put_back(w->run, kept);
	w->is_bounded = ir && lower_is_bounded(ir);
	if (ir && lower_optimize(ir, machine, "default<O3>", d)) {
		driver_before_codegen(ir, machine, w->run->options, d);
		return ir;
	}
	if (ir)
		LLVMDisposeModule(ir);
	return NULL;
}

/* Is this version worth generating code for?  Not if LLVM made the same program of an earlier one.  Of large versions that differ from
 * each other in the order of instructions alone, the first is; the version that the options ask for is no part of that.  Of tiny ones some are
 * that have the same text: the order of the uses of a value, which no text tells, is another one and changes the code (a histogram of 256
 * elements: 355 packets or 291). */
static bool is_new(struct weighing *w, const char *text)
{
	struct driver_shape x = driver_shape(text, &w->own);
	uint32_t n = 0;
	for (uint32_t i = 0; i < w->shapes.n; i++) {
		const struct driver_shape *y = &w->shapes.at[i];
		if (y->ordered == x.ordered)
			return w->nequal < EQUAL && strlen(text) < TINY && ++w->nequal;
		n += y->free == x.free;
	}
	bool is_first = w->shapes.n && w->shapes.at[0].free == x.free;
	VEC_PUSH(&w->own, &w->shapes, x);
	return n <= is_first || strlen(text) < SMALL;
}

/* Make an object of the module, and keep it with its text, unless it is that of a version before. */
static bool generate(struct weighing *w, LLVMModuleRef ir, LLVMTargetMachineRef machine,
        struct diag *d)
{
	char *text = LLVMPrintModuleToString(ir); /* code generation changes it */
	LLVMMemoryBufferRef object = is_new(w, text)
	                                     ? lower_generate(ir, machine, LLVMObjectFile, d)
	                                     : NULL;
	if (object) {
		size_t n = LLVMGetBufferSize(object);
		w->last.text = arena_strndup(&w->own, text, strlen(text));
		w->last.object = arena_copy(&w->own, LLVMGetBufferStart(object), n);
		w->last.size = n;
		LLVMDisposeMemoryBuffer(object);
	}
	LLVMDisposeMessage(text);
	return object != NULL;
}

/* The object of the version that is in the module, with what it calls, becomes w->last; false: it cannot be made, or it is that
 * of a version before. */
static bool compile(struct weighing *w, LLVMTargetMachineRef machine)
{
	struct diag silent = {0};
	struct said said = {false, false};
	LLVMContextRef context = LLVMContextCreate();
	LLVMContextSetDiagnosticHandler(context, note, &said);
	LLVMModuleRef ir = optimize(w, context, machine, &silent);
	bool ok = ir && !said.error;
	said.warning = false;
	ok = ok && generate(w, ir, machine, &silent) && !said.error;
	if (!ok || said.warning)
		w->last.text = NULL; /* it is to be said again when the version is taken */
	if (ir)
		LLVMDisposeModule(ir);
	LLVMContextDispose(context);
	return ok;
}

/* What calls of the function take whose object has been made; false: that is not known. */
static bool count(const struct weighing *w, const char *symbol, struct cost *out)
{
	static const char *const versions[] = {"apart", "lines", NULL}; /* lowering/func.c */
	const struct driver_compiled *x = &w->last;
	struct arena own = arena_scratch(w->run->arena);
	bool ok = true;
	out->n = w->is_sampled ? w->samples.n : 1;
	for (uint32_t i = 0; i < out->n && ok && w->is_sampled; i++)
		ok = backend_walk(x->object, x->size, symbol, w->samples.registers[i], &own,
		        &out->of[i]);
	if (!w->is_sampled)
		ok = backend_count(x->object, x->size, symbol, versions, &own, out->of) &&
		     !out->of[0].unknown;
	arena_free(&own);
	return ok && out->of[0].bytes <= MOST_BYTES;
}

/* What a version takes; false: that is not known, or it is that of a version before. */
static bool cost_of(struct weighing *w, const struct tir_func *v, struct cost *out)
{
	struct tir_func **place = &w->run->module->funcs.at[w->i], *there = *place;
	struct diag silent = {0};
	LLVMTargetMachineRef machine = lower_machine(&w->run->options->target, &silent);
	*place = (struct tir_func *)v;
	bool ok = machine && compile(w, machine);
	*place = there;
	ok = ok && count(w, v->symbol, out);
	if (machine)
		LLVMDisposeTargetMachine(machine);
	return ok;
}

/* ---- The choice --------------------------------------------------------------------------*/
static double sum(const struct backend_cost *x)
{
	return x->packets + x->unaligned;
}

static double first_of(const struct cost *x)
{
	return sum(&x->of[0]);
}

/* What a takes for each packet of b, in the mean of all calls; *worst: in the worst of them. */
static double ratio(const struct cost *a, const struct cost *b, double *worst)
{
	double all = 0;
	*worst = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		double x = sum(&a->of[i]) / sum(&b->of[i]);
		all += x / a->n;
		*worst = x > *worst ? x : *worst;
	}
	return all;
}

/* Is a better where counts are guesses?  In the worst case less is lost than two thirds of what is won in the mean. */
static bool is_better_in_mean(const struct cost *a, const struct cost *b)
{
	double worst, mean = ratio(a, b, &worst);
	return mean <= better_in_mean && worst - 1 <= (1 - mean) * 2 / 3 && worst <= at_worst &&
	       a->of[0].calls <= b->of[0].calls + rounding;
}

/* Is a certainly better than b?  What is called outside takes nobody knows how long: it is not called more often. */
static bool is_better(const struct cost *x, const struct cost *y)
{
	const struct backend_cost *a = &x->of[0], *b = &y->of[0];
	if (x->n > 1)
		return is_better_in_mean(x, y);
	return sum(a) <= sum(b) * better && sum(a) + LEAST <= sum(b) && a->packets <= b->packets &&
	       a->calls <= b->calls + rounding;
}

/* Is what is won more than what branches on data may cost?  Loops that LLVM did not unroll ask in each iteration what was known in
 * copies. */
static bool is_sure(const struct cost *a, const struct cost *b)
{
	double doubts = a->of[0].doubts > b->of[0].doubts ? a->of[0].doubts : b->of[0].doubts;
	return a->n > 1 || first_of(b) - first_of(a) >= ARM * doubts;
}

static bool is_no_loop(void *ctx, struct tir_stmt *s)
{
	(void)ctx;
	return s->kind != TIR_FOR && s->kind != TIR_WHILE;
}

static bool has_loop(const struct tir_func *f)
{
	return !tir_walk_stmts(&f->body, is_no_loop, NULL);
}

static void tell(const struct driver *run, const struct tir_func *f, bool chosen, const char *text)
{
	struct driver_remark r = {chosen, "choose", "loops",
	        chosen ? "ChosenVersion" : "FirstVersion", f, f->at, 1, text, NULL, {0, 0}, NULL,
	        0};
	if (run->remark)
		run->remark(run->ctx, &r);
}

/* Tell which version was taken, and what was weighed: the one that the options ask for against the best of the others. */
static void tell_choice(const struct weighing *w, const struct tir_func *f, const char *way,
        const struct cost *first, const struct cost *other)
{
	struct arena own = arena_scratch(w->run->arena);
	bool guesses = w->is_sampled && w->samples.words;
	const char *text = arena_printf(&own,
	        "function '%s' is compiled %s: %.0f packets a call by its code%s%s, %s takes "
	        "%.0f%s",
	        f->name, way ? way : "as told above", first_of(way ? other : first),
	        guesses ? " with " : "", guesses ? w->samples.words : "",
	        way ? "with what is told above it" : "the best of other versions",
	        first_of(way ? first : other),
	        guesses ? "; how often each loop runs is not known from its code, so that "
	                  "calls with other arguments are weighed, too"
	                : "");
	tell(w->run, f, way != NULL, text);
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

/* What has been weighed so far. */
struct choice {
	const struct tir_func *best;
	struct cost first, least,
	        next; /* of the first version, the best one, the best of the others */
	bool any;     /* there is a next one */
	struct driver_compiled kept; /* of the best one */
};

/* Weigh one more version. */
static void weigh(struct weighing *w, struct choice *c, const struct tir_func *v)
{
	struct cost now;
	if (!cost_of(w, v, &now))
		return;
	if (!c->any || first_of(&now) < first_of(&c->next))
		c->next = now;
	c->any = true;
	bool is_clear = !w->is_bounded || first_of(&now) * LONG <= first_of(&c->least);
	if (is_better(&now, &c->least) && is_clear && (!v->at_o2 || is_sure(&now, &c->least))) {
		c->best = v;
		c->least = now;
		c->kept = w->last;
	}
}

/* The version as LLVM makes it at -O2, where it unrolls less. */
static struct tir_func *at_o2(struct arena *arena, const struct tir_func *f)
{
	struct tir_func *v = arena_copy(arena, f, sizeof *f);
	v->at_o2 = true;
	v->way = f->way ? arena_printf(arena, "%s, by LLVM's -O2", f->way) : "by LLVM's -O2";
	if (f->apart)
		v->apart = at_o2(arena, f->apart);
	return v;
}

/* Of function i the best version, and what was made of it, in the arena of the run. */
static struct tir_func *best_of(const struct driver *run, uint32_t i, const struct lower_options *o,
        struct driver_compiled *made)
{
	struct tir_func *f = run->module->funcs.at[i];
	struct weighing w = {.run = run, .lower = o, .i = i, .own = arena_scratch(run->arena)};
	struct choice c = {.best = f};
	bool known = cost_of(&w, f, &c.first);
	if (!known && w.last.object && driver_make_samples(f, &w.own, &w.samples)) {
		w.is_sampled = true;
		known = count(&w, f->symbol, &c.first);
	}
	c.kept = w.last;
	c.least = c.first;
	if (!known && f->other)
		tell_unknown(run, f);
	for (const struct tir_func *v = f->other; v && known; v = v->other)
		weigh(&w, &c, v);
	const struct tir_func *best = c.best;
	bool passes = known && !run->llvm; /* who has a module runs passes of his own */
	if (passes && has_loop(best))
		weigh(&w, &c, at_o2(run->arena, best));
	if (passes && best != f && has_loop(f))
		weigh(&w, &c, at_o2(run->arena, f));
	if (c.any)
		tell_choice(&w, f, c.best->way, &c.first, c.best == f ? &c.next : &c.least);
	if (c.kept.text)
		*made = (struct driver_compiled){
		        arena_strndup(run->arena, c.kept.text, strlen(c.kept.text)),
		        arena_copy(run->arena, c.kept.object, c.kept.size), c.kept.size};
	arena_free(&w.own);
	return (struct tir_func *)c.best;
}

void driver_choose(struct driver *run, const struct lower_options *lower)
{
	struct tir_module *m = run->module;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		struct tir_func *f = m->funcs.at[i];
		bool wanted = !lower->function || driver_is_called(f, lower->function);
		bool weighed = f->other || (!run->llvm && has_loop(f) && driver_may_weigh(f));
		if (weighed && f->symbol && wanted)
			m->funcs.at[i] = best_of(run, i, lower, &run->compiled);
	}
}
