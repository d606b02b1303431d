/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/lower.c: the end of the line, from flat TIR to LLVM IR.
 *
 * What LLVM does afterwards is the caller's: the command runs a pipeline of its own, the plugin stands in
 * one. */
#include <unistd.h>

#include "driver/internal.h"

/* Have code generated without optimisation where a function is too large for it. */
static bool bound_machine(struct driver *run)
{
	struct target t = run->options->target;
	if (t.opt == 0 || !lower_is_bounded(run->llvm))
		return true;
	t.opt = 0;
	LLVMDisposeTargetMachine(run->machine);
	run->machine = lower_machine(&t, run->diag);
	return run->machine != NULL;
}

/* The path as -fdebug-prefix-map writes it: the last one that fits counts. */
static const char *mapped(struct driver *run, const char *path)
{
	const driver_LIST *maps = &run->options->debug_maps;
	for (uint32_t i = maps->n; i-- > 0;) {
		const char *old = maps->at[i];
		size_t n = strcspn(old, "=");
		if (!strncmp(path, old, n))
			return arena_printf(run->arena, "%s%s", old + n + 1, path + n);
	}
	return path;
}

/* Where relative paths begin. */
static const char *folder(struct driver *run)
{
	char path[4096];
	return mapped(run,
	        getcwd(path, sizeof path) ? arena_strndup(run->arena, path, strlen(path)) : ".");
}

/* A new module for the target. */
static bool lower_alone(struct driver *run, const struct lower_options *o)
{
	if (!run->machine)
		run->machine = lower_machine(&run->options->target, run->diag);
	if (run->machine)
		run->llvm = lower_module(run->context, run->module, run->machine, o, run->diag);
	return run->llvm && bound_machine(run);
}

/* The versions are compiled as they are going to be, but for debug information and what others call. */
static bool choose(struct driver *run, const struct lower_options *lower)
{
	struct lower_options plain = *lower;
	plain.debug = plain.debug_lines = plain.packed = false;
	if (!driver_begin(run, "choose"))
		return false;
	driver_choose(run, &plain);
	return driver_end(run, "choose");
}

/* Lower once.  What cannot be done of a function is held. */
static bool lower_once(struct driver *run, const struct lower_options *o)
{
	struct tir_func **kept = driver_put_bits(run);
	bool ok = run->llvm ? lower_into(run->llvm, run->module, o, run->diag)
	                    : lower_alone(run, o);
	driver_put_back(run, kept);
	return ok;
}

/* Lower all functions that can be; the others go out of the module. */
static bool lower(struct driver *run, struct lower_options *o)
{
	for (;;) {
		uint32_t n = run->module->funcs.n;
		o->held = ARENA_NEWN(run->arena, struct diag_held, n + 1);
		o->arena = run->arena;
		bool ok = lower_once(run, o);
		if (!tir_leave_out(run->module, o->held, run->options->function, run->diag))
			return false;
		if (ok || run->module->funcs.n == n)
			return ok;
		run->compiled = (struct driver_compiled){0};
	}
}

bool driver_lower(struct driver *run)
{
	const struct driver_options *o = run->options;
	bool debug = o->debug && run->module->source;
	struct lower_options options = {.function = o->function,
	        .with_callees = o->with_callees,
	        .for_size = o->for_size,
	        .unoptimized = o->level == 0,
	        .packed = o->packed,
	        .debug = debug,
	        .debug_lines = run->debug_lines,
	        .debug_file = debug ? mapped(run, run->module->source->name) : NULL,
	        .debug_folder = !debug              ? NULL
	                        : run->debug_folder ? run->debug_folder
	                                            : folder(run),
	        .tells = o->checked || o->tells,
	        .checked = o->checked,
	        .copies = o->no_sharing,
	        .traps_overflow = o->trapv,
	        .any_order = o->reassociate,
	        .contracts = o->contract && !strcmp(o->contract, "fast"),
	        .hvx = run->hvx,
	        .vectorizes = o->vectorizes,
	        .scalar_loops = o->scalar_loops,
	        .scalar = o->scalar};
	if (o->last < DRIVER_CHOOSE)
		return true;
	if (o->last == DRIVER_LOWER)
		driver_compare_target(run);
	if (driver_tries_versions(o) && !choose(run, &options))
		return false;
	if (o->last < DRIVER_LOWER)
		return true;
	if (!driver_begin(run, "lower"))
		return false;
	return lower(run, &options) && driver_end(run, "lower");
}
