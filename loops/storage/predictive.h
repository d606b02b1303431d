/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/storage/predictive.h: predictive commoning: what the files predictive*.c share.
 *
 * Words.  Two expressions are of one *form* if the one is the other some iterations on, or, where a loop goes on by
 * whole vectors, some lanes on.  How far on is the expression's *shift*: from an expression of its form that was
 * chosen at will.  A *line* is as many lanes as a vector has, from a multiple of that number on. */
#ifndef TIRC_LOOPS_PREDICTIVE_H
#define TIRC_LOOPS_PREDICTIVE_H

#include "analysis/analysis.h"
#include "loops/loops.h"
#include "target/target.h"

enum {
	PREDICTIVE_STMTS = 64,     /* of a loop's body */
	PREDICTIVE_NODES = 4096,   /* that are looked at in a loop */
	PREDICTIVE_DEPTH = 128,    /* of expressions, names put in */
	PREDICTIVE_ACCESSES = 128, /* of a loop */
	PREDICTIVE_TERMS = 64,     /* of a sum */
	PREDICTIVE_CARRIED = 8,    /* values of a form that a loop may carry */
	PREDICTIVE_NONE = UINT32_MAX,
};

/* ---- Forms (predictive_form.c) -----------------------------------------------------------*/
/* Where an expression is: of that form, so much on.  FIXED: it is the same in all iterations. */
struct predictive_place {
	uint32_t form; /* PREDICTIVE_NONE: of none */
	int64_t shift;
};
/* An operand of a form; factor: of a term of a sum. */
struct predictive_part {
	struct predictive_place at;
	int64_t factor;
};
struct predictive_load {
	const struct tir_expr *e;
	int64_t shift;
};
struct predictive_form {
	enum tir_op
	        op; /* LOAD; ADD, MIN, MAX: of any number of parts; other operators; VAR: it is fixed */
	struct tir_type type; /* sums of signed numbers that must not overflow: the unsigned one */
	/* Lanes by which the next iteration lies further on, the whole vector; 0: distances count iterations. */
	uint32_t lanes;
	bool traps; /* computing it may end the program, by more than a load out of bounds */
	const struct tir_expr *e; /* one of them, if it has a node; FIXED: the one */
	/* LOAD */
	const struct affine_sum *key; /* of its indices, but for the shift */
	uint32_t grows;               /* the index that the loop goes along */
	/* Elements from one iteration to the next; 0: that is not a constant number. */
	int64_t step;
	VEC(struct predictive_load) loads;
	/* others */
	uint32_t n;
	struct predictive_part *part;
};
/* A loop that is looked at. */
struct predictive {
	struct tir_module *m;
	const struct facts *facts;
	struct arena *arena;
	const struct tir_stmt *loop;
	uint32_t number; /* of the loop, among the facts */
	uint32_t nodes;  /* that were looked at */
	uint32_t depth;  /* of those that are being looked at */
	VEC(struct predictive_form) form;
	struct predictive_seen {
		bool done, met;
		struct predictive_place at;
	} *seen; /* by expression; one table for all loops of a function */
	uint32_t nseen;
	VEC(uint32_t) touched; /* entries that are not 0 */
};
/* The entry of an expression with a number below nseen, to be written. */
struct predictive_seen *predictive_touch(struct predictive *p, const struct tir_expr *e);
/* Where e is.  Of vectors: lane by lane. */
struct predictive_place predictive_place(struct predictive *p, const struct tir_expr *e);
/* The terms of the sum, minimum or maximum that e is; 0: it is none, or too large. */
struct predictive_term {
	const struct tir_expr *e;
	struct predictive_place at;
	int64_t factor;
};
uint32_t predictive_terms(struct predictive *p, const struct tir_expr *e,
        struct predictive_term out[PREDICTIVE_TERMS]);
bool predictive_is_sum(const struct tir_expr *e);
/* The form of such terms, which are n parts ordered by predictive_order(), the smallest shift 0. */
uint32_t predictive_sum(struct predictive *p, enum tir_op op, struct tir_type t, uint32_t n,
        const struct predictive_part *part);
int predictive_order(const void *a, const void *b);
/* The type in which signed numbers are added up in another order. */
struct tir_type predictive_wraps(struct tir_type t);

/* ---- Which form to carry (predictive_choose.c) -------------------------------------------*/
/* Terms of a sum that are such a sum of one form at several shifts. */
struct predictive_group {
	uint32_t form, n;                        /* n shifts */
	struct predictive_part *use;             /* at.shift and factor of each */
	uint32_t nterms, term[PREDICTIVE_TERMS]; /* of the sum, that are in it */
};
/* The groups of terms of a sum with two and more shifts each. */
uint32_t predictive_groups(struct predictive *p, const struct tir_expr *e, uint32_t n,
        const struct predictive_term *term, struct predictive_group **out);

/* What a loop is to carry. */
struct predictive_chain {
	uint32_t form;
	int64_t least, greatest; /* shifts, or lines, that are needed */
	uint32_t uses;           /* different shifts */
	/* By shift from the least one on: the iteration of the loop that computes it first, if it may trap. */
	uint8_t computed[PREDICTIVE_CARRIED];
};
/* What pays best to carry in the loop; false: nothing does.  always: anything that may be carried. */
bool predictive_choose(struct predictive *p, const struct loops_options *options,
        struct predictive_chain *best);
/* The quotient rounded down. */
int64_t predictive_floor(int64_t a, int64_t b);

/* ---- The new loop (predictive_copy.c) ----------------------------------------------------*/
/* What stands in the loop's place: it, and what goes around it.  loop: a copy of p's. */
struct tir_seq predictive_copy(struct predictive *p, const struct predictive_chain *chain,
        struct tir_stmt *loop, struct loops_kept *told);

#endif
