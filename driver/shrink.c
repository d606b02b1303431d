/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/shrink.c: what vectors store, computed in fewer bits where that is proved to be enough. */
#include "driver/optimize.h"

static void tell(const struct driver_optimizer *r, const struct loops_shrinks *shrinks)
{
	const struct loops_options *o = &r->options->loops;
	for (uint32_t i = 0; o->remark && i < shrinks->all.n; i++) {
		const struct loops_shrunk *s = &shrinks->all.at[i];
		if (s->loop) {
			struct loops_remark x = {LOOPS_SHRUNK, r->f, tir_as_for(s->loop)->var->expr,
			        s->loop->at, s->bits, NULL};
			o->remark(o->ctx, &x);
		}
	}
}

struct tir_func *driver_shrink(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_shrinks shrinks = {0};
	const char *why = NULL;
	bool wanted = o->vectorize && !o->traps_overflow;
	struct tir_func *g = wanted ? loops_shrink(f, o, &r->arena, &shrinks) : f;
	bool ok = g != f && driver_bisect_takes(&r->bisect, 1);
	bool proved = ok && proof_shrink(f, g, &r->arena, &why);
	ok = ok && driver_holds(r, proved, "computing in fewer bits", why);
	if (ok)
		tell(r, &shrinks);
	arena_free(&r->arena);
	return ok ? g : f;
}
