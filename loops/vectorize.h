/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/vectorize.h: iterations of an outer loop as the lanes of vectors: what the files vectorize*.c share.
 *
 * Words.  A *piece* of the loop does so many iterations at once, one after the other so often.  Each statement of the
 * body is there in it once for each *group* of neighbouring iterations, as a statement on vectors of that many lanes.
 * A value *varies* if it may differ from lane to lane; else it is *uniform*. */
#ifndef TIRC_LOOPS_VECTORIZE_H
#define TIRC_LOOPS_VECTORIZE_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "target/target.h"

enum {
	VECTORIZE_ACCESSES = 48, /* to memory, in a nest */
	VECTORIZE_NODES = 512,   /* of its operands, shared ones as often as they occur */
	VECTORIZE_PRIVATE = 8,   /* buffers that each iteration has for itself */
	VECTORIZE_BINDS = 24,
	VECTORIZE_GROUPS = 4,
	VECTORIZE_PIECES = 3,
};

/* ---- What is done (vectorize.c) ----------------------------------------------------------*/
struct vectorize_group {
	uint32_t at, n; /* iterations from `at` on; n = 1: no vector */
};
struct vectorize_piece {
	int64_t begin, count; /* iterations of the loop, from its first on */
	uint32_t step;        /* at once: of all groups; it divides count */
	uint32_t ngroups;
	struct vectorize_group group[VECTORIZE_GROUPS];
};
struct vectorize_plan {
	uint32_t npieces;
	struct vectorize_piece piece[VECTORIZE_PIECES];
};

/* ---- A nest (vectorize_nest.c) -----------------------------------------------------------*/
struct vectorize_bind {
	const struct tir_stmt *s;
	bool varies;
};
struct vectorize_nest {
	const struct facts
	        *facts; /* of the function: set by whoever reads nests, with the next two */
	const struct tir_func *f;
	struct arena *scratch;
	const struct tir_stmt *loop;
	uint32_t number; /* of the loop, in facts */
	/* Memory of a few elements that an iteration writes before it reads it, and that nothing else needs. */
	const struct tir_buffer *priv[VECTORIZE_PRIVATE];
	bool outside[VECTORIZE_PRIVATE]; /* its allocation is not in the loop */
	uint32_t npriv;
	struct vectorize_bind bind[VECTORIZE_BINDS];
	uint32_t nbinds, nnodes;
	struct access_list accesses;
	uint32_t narrowest, widest; /* bits of the elements of vectors */
	bool short_ok;              /* vectors of a part of a register are good, too */
	enum loops_reason why;
};
/* Read the nest; false: its iterations cannot be lanes, n->why is the reason. */
bool vectorize_read(struct vectorize_nest *n, const struct tir_stmt *loop);
/* Does the expression differ from lane to lane? */
bool vectorize_varies(const struct vectorize_nest *n, const struct tir_expr *e);
/* What each iteration adds to the index; false: not known. */
bool vectorize_stride(const struct vectorize_nest *n, const struct tir_expr *index,
        int64_t *stride);
/* The number of a private buffer, or of a binding, of the nest; UINT32_MAX: it is none. */
uint32_t vectorize_private(const struct vectorize_nest *n, const struct tir_buffer *b);
uint32_t vectorize_bound(const struct vectorize_nest *n, const struct tir_var *v);

/* ---- Dependences (vectorize_depend.c) ----------------------------------------------------*/
/* May any number of neighbouring iterations be done at once, statement by statement? */
bool vectorize_may(const struct vectorize_nest *n);

/* ---- The new loops (vectorize_copy.c) ----------------------------------------------------*/
struct tir_seq vectorize_copy(const struct vectorize_nest *n, const struct vectorize_plan *plan);

/* ---- Cost (vectorize_cost.c) -------------------------------------------------------------*/
/* The time that the pieces take, in twelfths of packets; scalar: the loop's as it is. */
uint64_t vectorize_time(const struct vectorize_nest *n, const struct vectorize_plan *plan,
        uint64_t scalar);

#endif
