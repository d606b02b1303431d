/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/prove.h: what the files of the proof share. */
#ifndef TIRC_CSE_PROVE_H
#define TIRC_CSE_PROVE_H

#include "cse/values.h"

/* What whoever made g of f tells, so that the proof need not find it out.
 * oldest     nodes of lesser numbers hold no variable that g has and f has not; 0: nothing is known
 * values     that the plan for f numbered: used if they are as good as the proof's own; or NULL
 * no_guards  no new name has one (guard.c); if that is wrong the proof fails
 * named      the values that names have by those numbers, by variable from the first of the nnamed new ones on;
 *            a wrong one is no help, and does no harm */
struct cse_told {
	uint32_t oldest;
	struct cse_values *values;
	bool no_guards;
	uint32_t first_name, nnamed;
	const uint32_t *named;
};
/* cse_prove with that. */
bool cse_prove_change(const struct tir_func *f, const struct tir_func *g,
        const struct cse_options *options, const struct cse_told *told, struct arena *arena,
        const char **why);

/* Is every computation that may trap and that g does early needed on every path of g from there?
 * *why says which is not.  holder: by variable that f binds and g does not, the variable of g that
 * holds its value, or CSE_NO_VALUE. */
struct cse_proof {
	const struct tir_func *f, *g;
	const uint8_t *in_f; /* by variable: enum cse_bound */
	uint32_t oldest;     /* as above */
	const uint32_t *holder;
	const struct tir_expr *const *guard;
	const struct cse_values *values;
};
bool cse_prove_needed(const struct cse_proof *proof, struct arena *arena, const char **why);
/* By variable number: the extent of the loops that a new name of g occurs in, and that its value asks
 * for: if_then_else(0 < extent, value, 0); or NULL. */
const struct tir_expr **cse_guards(const struct tir_func *g, const uint8_t *in_f, uint32_t oldest,
        struct arena *arena);

#endif
