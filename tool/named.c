/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/named.c: the function that --run runs, and its arguments by their names. */
#include "tool/internal.h"

/* Report that no function was chosen, with the names there are. */
static bool no_function(struct job *j, const char *what)
{
	struct sbuf all = {0};
	for (uint32_t i = 0; i < j->run.module->funcs.n; i++)
		sbuf_printf(&all, "%s'%s'", i ? ", " : "", j->run.module->funcs.at[i]->name);
	JOB_ERROR(j, "%s; there are %s", what, all.text ? all.text : "none");
	sbuf_free(&all);
	return false;
}

bool args_function(struct job *j, struct run_args *args)
{
	const char *wanted = j->options.driver.function;
	uint32_t exported = 0;
	for (uint32_t i = 0; i < j->run.module->funcs.n; i++) {
		const struct tir_func *f = j->run.module->funcs.at[i];
		if (wanted ? driver_is_called(f, wanted) : f->symbol != NULL) {
			exported++;
			if (!args->func || driver_is_called(f, "main"))
				args->func = f;
		}
	}
	if (!exported)
		return no_function(j, "no function is exported; choose one with --function=NAME");
	if (exported > 1 && !driver_is_called(args->func, wanted ? wanted : "main"))
		return no_function(j,
		        "more than one function is exported; choose one with --function=NAME");
	return true;
}

struct run_arg *args_find(struct run_args *args, const char *name, size_t n, bool *exact)
{
	struct run_arg *best = NULL;
	struct support_nearest near = support_nearest_of(name, n);
	*exact = false;
	for (uint32_t i = 0; i < args->n; i++) {
		struct run_arg *a = &args->arg[i];
		if (strlen(a->name) == n && !memcmp(a->name, name, n)) {
			*exact = true;
			return a;
		}
		if (support_nearest_try(&near, a->name, strlen(a->name)))
			best = a;
	}
	return best;
}
