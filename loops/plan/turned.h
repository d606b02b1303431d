/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/turned.h: a nest whose lanes lie far apart in what it loads, or in what it stores, by copies that are turned. */
#ifndef TIRC_LOOPS_PLAN_TURNED_H
#define TIRC_LOOPS_PLAN_TURNED_H

#include "loops/plan/exchange.h"

enum { TURNED_COPIES = 6, TURNED_MOVES = 2 };

/* A buffer whose rows become columns of a copy. */
struct turned_copy {
	struct tir_buffer *copy; /* NULL: what the nest stores to */
	struct tir_buffer
	        *padded; /* NULL: rows are loaded as they are; else `pad` lays them out first */
	struct nest pad;
	struct exchange move[TURNED_MOVES]; /* whole blocks of rows, and the last ones */
	uint32_t nmoves;
};
struct turned {
	struct turned_copy copy[TURNED_COPIES];
	uint32_t n;
	bool is_done; /* the copies are all that the nest does */
	struct nest rest;
};
/* The nest with copies for what it loads; false: there is nothing to be turned.  stores: it may be all that the nest does. */
bool turned_loads(struct nests *all, const struct nest *n, bool stores, struct turned *out);
/* Does what is loaded for neighbours of what is stored lie in strides? */
bool turned_is_strided(const struct nests *all, const struct nest *n);
/* The nest with iterations of that loop as neighbours, to a buffer of its own, and what moves that where it belongs.  Its other loops lie as in
 * what is stored, or, loads: as in what is loaded in strides; false: that is the same, or the nest is none of that kind. */
struct turned_store {
	struct tir_buffer *held;
	struct nest first, second;
};
bool turned_stores(struct nests *all, const struct nest *n, uint32_t loop, bool loads,
        struct turned_store *out);

#endif
