/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/bits.h: vectors of floats as vectors of integers that have the same bits. */
#ifndef TIRC_LEGALIZE_BITS_H
#define TIRC_LEGALIZE_BITS_H

#include "analysis/analysis.h"
#include "legalize/legalize.h"
#include "target/target.h"

/* What stands for an expression. */
struct bits_memo {
	const struct tir_expr *plain; /* of its own type */
	const struct tir_expr *bits;  /* unsigned integers: the bits of its floats */
	const struct tir_expr *left,
	        *right; /* signed integers in the order of its floats (bits_order.c) */
};
struct bits {
	struct tir_module *m;
	struct arena *arena;
	VEC(struct bits_memo) memo;  /* by expression */
	const struct tir_expr **var; /* by variable: what holds its bits; NULL: itself */
	struct tir_buffer **view;    /* by buffer: a view of the bits of its elements, or NULL */
	uint32_t nvars, nbuffers;    /* of the function as it was */
	const struct tir_expr *(*of)(struct bits *b,
	        const struct tir_expr *e); /* its bits (bits.c) */
	const struct tir_expr *(*plain)(struct bits *b,
	        const struct tir_expr
	                *e); /* e of its own type, with what is done by bits done so */
	unsigned
	        floats; /* formats of vectors of floats (enum target_floats), for which there are instructions */
	const struct facts
	        *facts; /* of the function; NULL: loops over single elements do not become lanes */
};

/* A format of floats: how wide it is, and what its codes mean without a sign. */
struct bits_format {
	unsigned width, mantissa; /* bits */
	uint64_t sign, magnitude; /* masks */
	uint64_t infinity, quiet; /* codes above infinity are NaN; the bit that makes one quiet */
};
struct bits_format legalize_bits_format(struct tir_type t);
/* The type of the bits of floats t. */
struct tir_type legalize_bits_type(struct tir_type t);

/* The bits of e, a vector of floats. */
static inline const struct tir_expr *legalize_bits(struct bits *b, const struct tir_expr *e)
{
	return b->of(b, e);
}
/* What is known of e so far. */
struct bits_memo *legalize_bits_memo(struct bits *b, const struct tir_expr *e);
/* e with the same bits as another type. */
const struct tir_expr *legalize_bits_reinterpret(struct bits *b, struct tir_type t,
        const struct tir_expr *e);
/* A vector of one number, of t's lanes. */
const struct tir_expr *legalize_bits_number(struct bits *b, struct tir_type t, uint64_t v);
/* ---- bits_order.c: e is a comparison, a minimum or a maximum ---- */
const struct tir_expr *legalize_bits_compare(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_extreme(struct bits *b, const struct tir_expr *e);
/* ---- bits_cast.c: e is a conversion between two formats ---- */
const struct tir_expr *legalize_bits_cast(struct bits *b, const struct tir_expr *e);
/* ---- bits_whole.c: e rounds to whole numbers, or makes integers of floats ---- */
const struct tir_expr *legalize_bits_round(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_integer(struct bits *b, const struct tir_expr *e);
/* ---- bits_from.c: e makes floats of integers; or it is a sum or a product that is made of integers: NULL if not ---- */
const struct tir_expr *legalize_bits_from(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_whole_sum(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_whole_scaled(struct bits *b, const struct tir_expr *e);
/* ---- bits_function.c: e is a function; bits_exp.c, bits_log.c: e^x or 2^x, or a logarithm, of a float32 that has the bits x; bits_odd.c:
 * the error function, or the hyperbolic tangent of a float16; bits_sigmoid.c: T.sigmoid of one ---- */
const struct tir_expr *legalize_bits_function(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_exp(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f, bool of_two);
/* The bits of 2^(k + r 2^-31), |r| <= 2^30; infinite or more where that is too large, k being up to 200.  (bits_exp.c) */
const struct tir_expr *legalize_bits_power_of_2(struct bits *b, const struct tir_expr *r,
        const struct tir_expr *k);
const struct tir_expr *legalize_bits_log(struct bits *b, enum tir_builtin function,
        const struct tir_expr *x, const struct bits_format *f);
const struct tir_expr *legalize_bits_sigmoid(struct bits *b, const struct tir_expr *x,
        const struct bits_format *f);
const struct tir_expr *legalize_bits_odd(struct bits *b, enum tir_builtin function,
        const struct tir_expr *x, const struct bits_format *f);

/* ---- bits_pow.c: e is T.pow ---- */
const struct tir_expr *legalize_bits_pow(struct bits *b, const struct tir_expr *e);

/* ---- bits_add.c, bits_multiply.c, bits_divide.c, bits_root.c: e is a sum or a difference, a product, a quotient, T.sqrt ---- */
const struct tir_expr *legalize_bits_add(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_multiply(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_divide(struct bits *b, const struct tir_expr *e);
const struct tir_expr *legalize_bits_root(struct bits *b, const struct tir_expr *e);
/* 2^61 / y, or up to five less, for y from 2^30 to 2^31; of 2^31 any number.  `shorts` of the three steps begin with 16 digits, in half the time: if all
 * do it is up to 40 less.  (bits_divide.c) */
const struct tir_expr *legalize_bits_reciprocal(struct bits *b, const struct tir_expr *y,
        unsigned shorts);

/* ---- bits_rows.c ---- */
/* If the loop divides a row of floats by one: add a version of it, behind a test whether the floats are such that it is right.  What is returned is to
 * have the loop as it is in its other arm; NULL: nothing was added. */
struct tir_stmt *legalize_bits_row(struct bits *b, const struct tir_stmt *loop,
        struct tir_seq *out);

/* ---- bits_digits.c: digits and exponents ---- */
enum { LEGALIZE_BITS_MORE = 3 /* digits of a number that is not rounded yet */ };
/* The exponent of m, a float without its sign, where it is stored; that of a subnormal number is 1. */
const struct tir_expr *legalize_bits_scale(struct bits *b, const struct tir_expr *m,
        const struct bits_format *f);
/* The digits of m, the first one too. */
const struct tir_expr *legalize_bits_digits(struct bits *b, const struct tir_expr *m,
        const struct tir_expr *scale, const struct bits_format *f);
/* x >> n; the last digit is 1 if any that goes was. */
const struct tir_expr *legalize_bits_shifted(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *n);
/* x * y >> width - 1, both below half of what their type holds, which is what it needs to be done in a few instructions. */
const struct tir_expr *legalize_bits_upper(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *y, unsigned width);
/* The float without a sign that is nearest to x, digits with LEGALIZE_BITS_MORE behind them, which may have one more in front or too few,
 * and their exponent e. */
const struct tir_expr *legalize_bits_packed(struct bits *b, const struct tir_expr *x,
        const struct tir_expr *e, const struct bits_format *f);

#endif
