/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/unroll.c: loops of few vectors, unrolled whole where that is proved. */
#include "driver/internal.h"
#include "proof/proof.h"

static void tell(const struct tir_func *f, const struct loops_options *o,
        const struct loops_unrolls *unrolls)
{
	for (uint32_t i = 0; o->remark && i < unrolls->all.n; i++) {
		const struct tir_stmt *s = unrolls->all.at[i];
		struct loops_remark x = {LOOPS_UNROLLED, f, tir_as_for(s)->var->expr, s->at,
		        LOOPS_UNROLL_ITERATIONS, NULL};
		o->remark(o->ctx, &x);
	}
}

struct tir_func *driver_unroll(struct tir_func *f, const struct loops_options *o,
        struct driver_bisect *bisect, struct arena *arena, struct diag *d)
{
	struct loops_unrolls unrolls = {0};
	const char *why = NULL;
	struct tir_func *g = o->vectorize ? loops_unroll(f, arena, &unrolls) : f;
	bool ok = g != f && driver_bisect_takes(bisect, 1);
	if (ok && !proof_split(f, g, arena, &why)) {
		diag_warning(d, f->module->source, f->at,
		        "unrolling of '%s' could not be proved right (%s); the function is left as "
		        "it was, please report this",
		        f->name, why);
		ok = false;
	}
	if (ok) {
		tell(f, o, &unrolls);
		g = loops_split_fold(g, arena);
	}
	arena_free(arena);
	return ok ? g : f;
}
