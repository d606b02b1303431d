/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/zip.c: stores in turn as stores of rows, where that makes better vectors and is proved. */
#include "driver/optimize.h"

struct tir_func *driver_zip(struct driver_optimizer *r, struct tir_func *f)
{
	const struct loops_options *o = &r->options->loops;
	struct loops_vectors zips = {0};
	const struct proof_contract contract = {.alias = o->alias, .ctx = o->ctx};
	const char *why = NULL;
	struct tir_func *g = o->vectorize ? loops_zip(f, o, &r->arena, &zips) : f;
	bool ok = g != f && proof_zip(f, g, &contract, &r->arena, &why);
	ok = g != f && driver_holds(r, ok, "stores in turn", why);
	ok = ok && (o->vectorize_always || driver_split_pays(f, g, o, &r->arena)) &&
	     driver_bisect_takes(&r->bisect, 1);
	if (ok)
		driver_tell_vectors(r, &zips);
	arena_free(&r->arena);
	return ok ? g : f;
}
