/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/promote.h: what the files of the proof of scalar promotion share. */
#ifndef TIRC_PROOF_PROMOTE_H
#define TIRC_PROOF_PROMOTE_H

#include "proof/internal.h"

enum { MAX_TERMS = 16, MAX_NEST = 10 };

struct restorer {
	struct tir_module *m;
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct arena *arena;
	const char *why;
	struct proof_doubts *doubts; /* NULL: none is allowed */
	struct proof_touch touch;
	bool *in_f; /* by buffer */
	/* by variable */
	const struct tir_stmt **bound; /* the statement that binds it, met so far */
	const struct tir_stmt **loop;  /* it counts */
	uint32_t *depth; /* that loop is the depth-th of the open ones; 0: it is not open */
	uint32_t open;
	/* of the promoted element at hand, the number-th */
	uint32_t number;
	const struct tir_buffer *promoted;
	const struct tir_expr *inside, *element; /* promoted[0], and what it stands for */
	uint32_t *changes; /* by variable: the number, if its loop defines it */
	/* by expression: met since the stamp last changed; what it was without promoted elements */
	uint32_t *met, stamp;
	const struct tir_expr **undone;
	VEC(const struct tir_expr *) todo, args;
};

/* ---- promote_differ.c ---- */
/* What neither reads nor does anything is the same whenever it is computed. */
bool proof_is_timeless(const struct tir_expr *e);
/* The first one of neighbours; the one; NULL: they are none. */
const struct tir_expr *proof_first_of(const struct tir_expr *e);
/* Are all of a above all of b? */
bool proof_is_above(const struct restorer *r, const struct tir_expr *a, const struct tir_expr *b);

#endif
