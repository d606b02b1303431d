/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits_build.h: short names for the nodes that the formulas on bits are made of. */
#ifndef TIRC_LEGALIZE_BITS_BUILD_H
#define TIRC_LEGALIZE_BITS_BUILD_H

#include "legalize/bits.h"

/* x o y. */
static inline const struct tir_expr *op(struct bits *b, enum tir_op o, const struct tir_expr *x,
        const struct tir_expr *y)
{
	return tir_binary(b->m, o, x, y);
}

/* The number v, of the type and the lanes of `like`. */
static inline const struct tir_expr *num(struct bits *b, const struct tir_expr *like, uint64_t v)
{
	return legalize_bits_number(b, like->type, v);
}

/* x o the number v. */
static inline const struct tir_expr *opn(struct bits *b, enum tir_op o, const struct tir_expr *x,
        uint64_t v)
{
	return op(b, o, x, num(b, x, v));
}

/* x where c holds, y elsewhere. */
static inline const struct tir_expr *choose(struct bits *b, const struct tir_expr *c,
        const struct tir_expr *x, const struct tir_expr *y)
{
	return tir_select(b->m, TIR_SELECT, c, x, y);
}

/* The number of zeros in front of x's first digit. */
static inline const struct tir_expr *zeros_of(struct bits *b, const struct tir_expr *x)
{
	struct tir_type t = tir_lanes(TIR_INT32, x->type.lanes);
	return tir_cast(b->m, x->type, tir_call(b->m, TIR_BUILTIN_CLZ, NULL, t, 1, &x));
}

#endif
