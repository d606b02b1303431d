/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/driver.h: from options to a compiled program, for everybody who compiles one: the command, the
 * plugin, the fuzz targets and the benchmarks. */
#ifndef TIRC_DRIVER_H
#define TIRC_DRIVER_H

#include "cse/cse.h"
#include "loops/loops.h"
#include "lowering/lowering.h"

/* ---- One function of a program ----------------------------------------------------------*/
/* Is f called so, by its name or by its symbol? */
bool driver_is_called(const struct tir_func *f, const char *name);
/* The function of m called so, or NULL. */
const struct tir_func *driver_find_function(const struct tir_module *m, const char *name);
/* Report that none of the n modules has a function called so, with the names there are; returns false. */
bool driver_no_function(const struct tir_module *const *m, uint32_t n, const char *name,
        struct diag *d);

/* ---- Making a program better (optimize.c) -----------------------------------------------*/
struct driver_optimizations {
	struct cse_options cse;
	struct loops_options loops;
};
/* Those of a profile (cse/profiles.def), which must be one; NULL: the default one. */
struct driver_optimizations driver_profile(const char *name);
/* Unroll and jam, promote scalars, name common subexpressions: plan, apply and prove each for every function of m,
 * and replace the function there.  One whose proof fails stays as it was, with a warning.  Returns the number of
 * names introduced, promoted elements included.  plan_text may be NULL. */
uint32_t driver_optimize(struct tir_module *m, const struct driver_optimizations *options,
        struct diag *d, struct sbuf *plan_text);

/* ---- Remarks (remarks.c) ----------------------------------------------------------------*/
/* What a pass tells of one of its decisions. */
struct driver_remark {
	bool passed;      /* something was changed; false: the text says why not */
	const char *word; /* the name of the decision, as LLVM's remarks have one */
	const struct tir_func *func;
	struct span at;
	uint32_t
	        uses; /* how often something is computed, named or done at once: the text says which */
	const char *text; /* the sentence */
};
/* Who wants to be told; lives as long as the passes run. */
struct driver_listener {
	void (*remark)(void *ctx, const struct driver_remark *r);
	void *ctx;
};
/* Have all passes tell the listener.  Sets the passes' own remark and ctx. */
void driver_listen(struct driver_optimizations *o, struct driver_listener *listener);

#endif
