/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/loops.h: what changes the order and the storage of loops.
 *
 *     struct tir_func *g = loops_unroll_and_jam(f, &options, &arena, &notes);
 *     if (g != f && !proof_unroll_and_jam(...)) g = f;
 *
 * Each makes a new function and leaves f as it is; proof/ checks the result.  The driver calls them in their
 * order, in front of common subexpression elimination. */
#ifndef TIRC_LOOPS_H
#define TIRC_LOOPS_H

#include "tir/tir.h"

/* What became of a loop or of an element: the rows of loops/reasons.def. */
enum loops_reason {
#define REASON(NAME, word, passed, done, text) LOOPS_##NAME,
#include "loops/reasons.def"
	LOOPS_NREASONS
};
struct loops_reasoninfo {
	const char *word, *done, *text;
	bool passed;
};
extern const struct loops_reasoninfo loops_reasons[LOOPS_NREASONS];
struct loops_remark {
	enum loops_reason reason;
	const struct tir_func *func;
	const struct tir_expr *expr; /* the element; the loop's variable */
	struct span at;              /* of the loop */
	uint32_t uses; /* how often the loop names the element; iterations that are done at once */
	const char *name; /* the variable that holds the element, or NULL */
};
/* Add its sentence, as: loop 'i': unrolled and jammed by a factor of 4 */
void loops_remark_print(const struct loops_remark *r, struct sbuf *out);

struct loops_options {
	/* How many iterations of an outer loop may be done at once, so that they share what they compute and
	 * load; 0: one. */
	uint32_t unroll_and_jam;
	bool unroll_and_jam_always; /* wherever it is legal, even if nothing is shared: for tests */
	/* Iterations of an outer loop become lanes of vectors of HVX: where that pays (0: nowhere), or wherever it
	 * is legal; lanes: so many at most, 0: as many as pay best. */
	bool vectorize, vectorize_always;
	uint32_t lanes;
	/* An element that an innermost loop sums up is kept in a variable, where LLVM could not tell that the
	 * loop's other accesses miss it. */
	bool promote_scalars;
	/* LLVM makes HVX vectors of innermost loops over integers: what pays is another thing then. */
	bool vectorizes;
	/* LLVM's level: at 3 it unrolls more; 0: not known. */
	unsigned opt_level;
	/* May the two parameters overlap?  NULL: unless the function says tirx.noalias. */
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	/* Told of each loop and element of a function whose change was proved. */
	void (*remark)(void *ctx, const struct loops_remark *r);
	void *ctx;
};
/* The options that go with a profile of CSE (cse/profiles.def), NULL: the default one.  Nothing is switched on for
 * one that is not known. */
struct loops_options loops_profile(const char *name);

/* ---- Iterations as lanes (vectorize.c) ---------------------------------------------------*/
/* A loop that was looked at, and what became of it. */
struct loops_vectorized {
	enum loops_reason reason;
	const struct tir_stmt *loop;
	uint32_t lanes; /* of its longest vectors */
};
struct loops_vectors {
	VEC(struct loops_vectorized) all;
	VEC(const struct tir_stmt *) unproved; /* in: loops to be left as they are */
};
/* f with iterations of loops as lanes of vectors, f itself if there are none; vectors tells of each, in the arena. */
struct tir_func *loops_vectorize(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Unroll-and-jam (unroll_jam.c) -------------------------------------------------------*/
/* A loop around loops, and what became of it. */
struct loops_unroll_jam_note {
	enum loops_reason reason;
	const struct tir_stmt *loop;
	uint32_t factor;
};
struct loops_unroll_jam_notes {
	VEC(struct loops_unroll_jam_note) all;
	VEC(const struct tir_stmt *) unproved; /* in: loops to be left as they are */
};
/* f with loops unrolled and jammed, f itself if none is; notes tells of each, in the arena. */
struct tir_func *loops_unroll_and_jam(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_unroll_jam_notes *notes);

/* ---- Allocations (allocate.c) ------------------------------------------------------------*/
/* f with allocations where they are used, as large as what is used; f itself.  f holds no blocks. */
struct tir_func *loops_move_allocations(struct tir_func *f, struct arena *arena);

/* ---- Strip-mining by index digits (digits.c) ---------------------------------------------*/
/* What gives every buffer of a function one dimension. */
struct loops_flattener {
	struct tir_func *(*run)(void *ctx, struct tir_func *f);
	void *ctx;
};
/* f with loops over the digits of indices, in the order of memory; f itself.  flat is asked where a loop is to be
 * split whose accesses have several dimensions. */
struct tir_func *loops_split_digits(struct tir_func *f, const struct loops_flattener *flat,
        struct arena *arena);

/* ---- Scalar promotion (promote.c) --------------------------------------------------------*/
/* An element that a loop keeps in a variable. */
struct loops_promoted {
	const struct tir_expr *load; /* of the element */
	const struct tir_buffer *promoted;
	struct span at; /* its loop */
	uint32_t uses;  /* the loop's operands that hold it, and its stores to it */
};
struct loops_promotions {
	VEC(struct loops_promoted) all;
	VEC(const struct tir_stmt *)
	unproved; /* in: loops to be left as they are, by their variables */
};
/* f with variables (x: T.int32) for the elements of buffers that its innermost loops read and write in each
 * iteration, or NULL: there are none.  f stays as it is.  arena is the pass's. */
struct tir_func *loops_promote(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_promotions *promotions);
/* A line for each of f's; a remark for each. */
void loops_print_promotions(const struct tir_func *f, const struct loops_promotions *promotions,
        struct sbuf *out);
void loops_explain_promotions(const struct tir_func *f, const struct loops_promotions *promotions,
        const struct loops_options *options);

#endif
