/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/internal.h: what the passes share. */
#ifndef TIRC_LEGALIZE_INTERNAL_H
#define TIRC_LEGALIZE_INTERNAL_H

#include "legalize/legalize.h"

/* One pass over one function. */
struct pass {
	struct tir_module *m;
	const struct legalize_options *options;
	struct diag *d;
	struct arena arena;   /* what is needed until the pass is done with the function */
	struct arena scratch; /* what is needed for a part of it */
};
/* Report at a place of the program. */
#define PASS_ERROR(p, at, ...)   diag_error((p)->d, (p)->m->source, (at), __VA_ARGS__)
#define PASS_WARNING(p, at, ...) diag_warning((p)->d, (p)->m->source, (at), __VA_ARGS__)

#endif
