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

/* x as another type of so many bits. */
static inline const struct tir_expr *as(struct bits *b, enum tir_code code, uint8_t bits,
        const struct tir_expr *x)
{
	return tir_cast(b->m, tir_type(code, bits, x->type.lanes), x);
}

static inline const struct tir_expr *as_signed(struct bits *b, const struct tir_expr *x)
{
	return as(b, TIR_TYPE_INT, x->type.bits, x);
}

static inline const struct tir_expr *as_unsigned(struct bits *b, const struct tir_expr *x)
{
	return as(b, TIR_TYPE_UINT, x->type.bits, x);
}

/* x * y >> 31. */
static inline const struct tir_expr *product(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y)
{
	x = as(b, TIR_TYPE_INT, 64, x);
	y = as(b, TIR_TYPE_INT, 64, y);
	return as(b, TIR_TYPE_INT, 32, opn(b, TIR_SHR, op(b, TIR_MUL, x, y), 31));
}

/* c[0] + c[1] r + ... + c[n - 1] r^(n - 1) in units of c's, r in units of 2^-31. */
static inline const struct tir_expr *polynomial(struct bits *b, const int32_t *c, uint32_t n,
        const struct tir_expr *r)
{
	const struct tir_expr *y = num(b, r, (uint64_t)c[n - 1]);
	for (uint32_t i = n - 1; i-- > 0;)
		y = opn(b, TIR_ADD, product(b, y, r), (uint64_t)c[i]);
	return y;
}

/* The number of zeros in front of x's first digit. */
static inline const struct tir_expr *zeros_of(struct bits *b, const struct tir_expr *x)
{
	struct tir_type t = tir_lanes(TIR_INT32, x->type.lanes);
	return tir_cast(b->m, x->type, tir_call(b->m, TIR_BUILTIN_CLZ, NULL, t, 1, &x));
}

#endif
