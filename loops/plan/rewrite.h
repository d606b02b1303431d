/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/rewrite.h: nests made of nests: what is covered is easier, or less. */
#ifndef TIRC_LOOPS_REWRITE_H
#define TIRC_LOOPS_REWRITE_H

#include "loops/plan/nest.h"

/* Part sums of a reduction (rfactor): of one of its loops.  `first` stores `lanes` part sums for each element: inner: those of an element lie side by
 * side; else those of one lane do.  The first `together` iterations are in the first part sum, as many in the next one, and after the last one the
 * first one goes on.  `second` reduces them. */
struct rewrite_split {
	uint32_t loop;
	int64_t lanes, together;
	int64_t padded; /* iterations of the loop, with some at its end that change nothing: lanes * together divides it */
	bool inner;
	bool wraps; /* sums that might overflow in another order may be done modulo 2^bits */
};
struct rewrite_part {
	struct tir_buffer *sums;
	struct nest first, second;
};
/* The loops of the one reduction in the nest's value, and how many; 0: there is none, or several. */
uint32_t rewrite_loops(const struct nests *all, const struct nest *n, struct nest_loop *out);
bool rewrite_factor(struct nests *all, const struct nest *n, struct rewrite_split by,
        struct rewrite_part *out);
/* A window over several loops (along.c): `first` reduces its columns, of which each is column stride * x + r of a loop x of the nest and a loop r of
 * the reduction, and `second` reduces these over r.  dense: `first` reduces whole windows, at each column, and `second` takes some. */
struct rewrite_along {
	uint32_t loop, reduced; /* x, r */
	bool dense;
};
bool rewrite_along(struct nests *all, const struct nest *n, struct rewrite_along by,
        struct rewrite_part *out);
/* A sum of products, for instructions that add up several of them (pack.c): nests in the order in which they are done; all but the last
 * one store to memory of their own.  False: it is none. */
enum { REWRITE_NESTS = 8 };
struct rewrite_inside {
	struct nest nest[REWRITE_NESTS];
	uint32_t n;
};
struct rewrite_products {
	bool swap; /* the second factor differs by lane, else the first one */
	bool rows; /* lanes lie as what they load does, with gaps where that has more; else one behind the other */
	bool flip; /* add 128 to the signed bytes that differ by lane, which makes them unsigned */
};
bool rewrite_inside(struct nests *all, const struct nest *n, struct rewrite_products by,
        struct rewrite_inside *out);
/* Collapse loops of the first `count` nests that are needed, so that registers are filled.  Two nests that could share a loop still can.  (joined.c) */
void rewrite_join(struct nests *all, const uint8_t *needed, uint32_t count);
/* The nest, with loops of its one reduction collapsed that go along memory together. */
struct nest rewrite_join_reduced(struct nests *all, const struct nest *n);
/* Reverse the loops of all nests that go down memory. */
void rewrite_ascending(struct nests *all);
/* Make one nest of nests, at most REWRITE_PARTS, that store parts of the same rows; false: they do not. */
enum { REWRITE_PARTS = 8 };
bool rewrite_merge(struct nests *all, const uint32_t *which, uint32_t n, struct nest *out);
/* May the terms be reduced in any order, `terms` of them?  Signed numbers of 32 bits must not overflow in any. */
bool rewrite_may_reorder(struct nests *all, const struct nest_reduce *r, int64_t terms);
/* The narrowest type of so many terms that are reduced. */
struct tir_type rewrite_type_of_parts(struct nests *all, const struct nest_reduce *r,
        int64_t terms);
/* The one reduction in the value; NULL: there is none, or several. */
const struct nest_reduce *rewrite_only(const struct nests *all, const struct nest *n);
/* e modulo 2^bits of the type. */
const struct tir_expr *rewrite_narrowed(struct nests *all, const struct tir_expr *e,
        struct tir_type t);
/* Memory of the function's own, which begins at a line. */
struct tir_buffer *rewrite_memory(struct nests *all, const char *name, struct tir_type t,
        int64_t elements);
/* ---- range.c ---- */
/* The least and the greatest number of a type; false: it is none of integers of 32 bits or less. */
bool rewrite_type_range(struct tir_type t, int64_t *least, int64_t *most);
/* Bound the value in all iterations by *least and *most; false: it is no integer of 32 bits or less. */
bool rewrite_range(struct nests *all, const struct tir_expr *e, int64_t *least, int64_t *most);
/* The same, of elements that were stored: what memory of the function's own holds is known. */
bool rewrite_range_held(const struct nests *all, const struct tir_expr *e, int64_t *least,
        int64_t *most);

#endif
