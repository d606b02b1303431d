/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/passes.c: the passes in front of optimize, in their order: those of legalize/, and those of loops/ that
 * stand between them. */
#include "driver/driver.h"

static struct tir_func *move_allocations(struct pass *p, struct tir_func *f)
{
	return loops_move_allocations(f, legalize_arena(p));
}

static struct tir_func *make_flat(void *ctx, struct tir_func *f)
{
	return legalize_simplify(ctx, legalize_flatten(ctx, move_allocations(ctx, f)));
}

static struct tir_func *split_digits(struct pass *p, struct tir_func *f)
{
	const struct loops_flattener flat = {make_flat, p};
	return loops_split_digits(f, &flat, legalize_arena(p));
}

const struct legalize_pass driver_passes[] = {
#define PASS(name, function, needed, flat, scalar, text)                                           \
	{name, text, needed, flat, scalar, function},
#include "driver/passes.def"
};
const uint32_t driver_npasses = sizeof driver_passes / sizeof *driver_passes;
