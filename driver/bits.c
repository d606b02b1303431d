/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/bits.c: the functions of a module as LLVM is given them: vectors of floats by their bits.
 *
 * Idea.   What is optimised, weighed and printed has vectors of floats; legalize/bits.c makes others of it right before it is lowered,
 *         and the module gets its own functions back behind that.
 * Costs   each function once, each time that it is lowered. */
#include "driver/internal.h"

/* A function with vectors of floats by their bits, where the target has vectors of these; so is its second version. */
static struct tir_func *by_bits(const struct driver *run, struct tir_func *f, unsigned floats)
{
	bool rows = run->options->vectorizes;
	struct tir_func *g = legalize_float_bits(f, floats, rows, run->arena);
	const struct tir_func *apart = f->apart ? legalize_float_bits((struct tir_func *)f->apart,
	                                                  floats, rows, run->arena)
	                                        : NULL;
	if (apart == f->apart)
		return g;
	g = g == f ? arena_copy(f->module->arena, f, sizeof *f) : g;
	g->apart = apart;
	return g;
}

struct tir_func **driver_put_bits(const struct driver *run)
{
	struct tir_module *m = run->module;
	struct tir_func **kept = ARENA_NEWN(run->arena, struct tir_func *, m->funcs.n + 1);
	struct target_hvx hvx = run->llvm ? run->hvx : run->options->target.hvx;
	for (uint32_t i = 0; i < m->funcs.n; i++) {
		kept[i] = m->funcs.at[i];
		m->funcs.at[i] = target_has_hvx(hvx) ? by_bits(run, kept[i], hvx.floats) : kept[i];
	}
	return kept;
}

void driver_put_back(const struct driver *run, struct tir_func **kept)
{
	for (uint32_t i = 0; i < run->module->funcs.n; i++)
		run->module->funcs.at[i] = kept[i];
}
