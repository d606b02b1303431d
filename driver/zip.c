/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/zip.c: stores in turn as stores of rows, where that makes better vectors and is proved. */
#include "driver/internal.h"
#include "proof/proof.h"

static void tell(const struct tir_func *f, const struct loops_options *o,
        const struct loops_vectors *zips)
{
	for (uint32_t i = 0; o->remark && i < zips->all.n; i++) {
		const struct loops_vectorized *z = &zips->all.at[i];
		struct loops_remark x = {
		        z->reason, f, tir_as_for(z->loop)->var->expr, z->loop->at, z->lanes, NULL};
		o->remark(o->ctx, &x);
	}
}

struct tir_func *driver_zip(struct tir_func *f, const struct loops_options *o,
        struct driver_bisect *bisect, struct arena *arena, struct diag *d)
{
	struct loops_vectors zips = {0};
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	const char *why = NULL;
	struct tir_func *g = o->vectorize ? loops_zip(f, o, arena, &zips) : f;
	bool ok = g != f && proof_zip(f, g, &contract, arena, &why);
	if (g != f && !ok)
		diag_warning(d, f->module->source, f->at,
		        "stores in turn of '%s' could not be proved right (%s); the function is "
		        "left as it was, please report this",
		        f->name, why);
	ok = ok && (o->vectorize_always || driver_split_pays(f, g, o, arena)) &&
	     driver_bisect_takes(bisect, 1);
	if (ok)
		tell(f, o, &zips);
	arena_free(arena);
	return ok ? g : f;
}
