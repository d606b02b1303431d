/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/unroll.c: loops of few vectors, unrolled whole where that is proved. */
#include "driver/optimize.h"

static void tell(const struct driver_optimizer *r, const struct loops_unrolls *unrolls)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; o->remark && i < unrolls->all.n; i++) {
		const struct tir_stmt *s = unrolls->all.at[i];
		struct loops_remark x = {LOOPS_UNROLLED, r->f, tir_as_for(s)->var->expr, s->at,
		        LOOPS_UNROLL_ITERATIONS, NULL};
		o->remark(o->ctx, &x);
	}
}

struct tir_func *driver_unroll(struct driver_optimizer *r, struct tir_func *f)
{
	struct loops_unrolls unrolls = {0};
	const char *why = NULL;
	struct tir_func *g = r->options->loops.vectorize ? loops_unroll(f, &r->arena, &unrolls) : f;
	bool ok = g != f && driver_bisect_takes(&r->bisect, 1);
	bool proved = ok && proof_split(f, g, &r->arena, &why);
	ok = ok && driver_holds(r, proved, "unrolling", why);
	if (ok) {
		tell(r, &unrolls);
		g = loops_split_fold(g, &r->arena);
	}
	arena_free(&r->arena);
	return ok ? g : f;
}
