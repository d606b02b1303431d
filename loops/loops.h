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
	const char *
	        name; /* the variable that holds the element; of the loop that carries it; or NULL */
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
	bool traps_overflow; /* a signed overflow traps: no sum is reordered */
	/* Loops are split where conditions in them change: where lanes pay then, or wherever there is one. */
	bool split, split_always;
	/* An element that an innermost loop sums up is kept in a variable, where LLVM could not tell that the
	 * loop's other accesses miss it. */
	bool promote_scalars;
	/* What an iteration computed that later ones need is kept for them: where that pays, or (always) wherever it is
	 * legal. */
	bool predictive_commoning, predictive_always;
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
/* A nest's time, in twelfths of packets, by its outermost loop's variable. */
struct loops_time {
	const struct tir_var *var;
	uint64_t time, saved; /* with the vectors in it; what these save */
};
struct loops_vectors {
	VEC(struct loops_vectorized) all;
	bool timed; /* in: times is wanted, of each nest */
	VEC(struct loops_time) times;
	VEC(const struct tir_stmt *) unproved; /* in: loops to be left as they are */
};
/* f with iterations of loops as lanes of vectors, f itself if there are none; vectors tells of each, in the arena. */
struct tir_func *loops_vectorize(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Sums of products of bytes (dot.c) ---------------------------------------------------*/
/* f with such sums done four products at once, f itself if there are none; vectors tells of each, in the arena. */
struct tir_func *loops_dot(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Windows over lines of two neighbours in turn (stencil.c) -----------------------------*/
/* f with sums over such windows done a line at once, f itself if there are none; vectors tells of each, in the arena. */
struct tir_func *loops_stencil(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* Are there sums over windows of buffers of several dimensions, which loops_stencil might take if they had one? */
bool loops_stencil_wants_flat(const struct tir_func *f);

/* ---- Functions of one byte (narrow.c) ----------------------------------------------------*/
/* f with what is a function of one byte, and a byte, in 16 bits; f itself if there is none.  vectors tells of each. */
struct tir_func *loops_narrow(struct tir_func *f, struct arena *arena,
        struct loops_vectors *vectors);

/* ---- Shorter types (shrink.c) ------------------------------------------------------------*/
struct loops_shrunk {
	const struct tir_stmt *loop; /* the innermost around it; NULL: none */
	uint32_t bits;
};
struct loops_shrinks {
	VEC(struct loops_shrunk) all; /* stores */
};
/* f with what vectors may store computed in 8 or 16 bits where that is enough; f itself if there is none. */
struct tir_func *loops_shrink(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_shrinks *shrinks);

/* ---- Rows (rows.c) -----------------------------------------------------------------------*/
/* f with rows whose last element is stored apart filled in one loop; f itself if there are none.  vectors is told of each
 * beside what is in it. */
struct tir_func *loops_rows(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Rows as lanes (turn.c) --------------------------------------------------------------*/
/* f with loops over rows on copies of 32 rows that are turned, so that neighbouring iterations access neighbouring
 * elements; f itself if there are none.  vectors tells of each. */
struct tir_func *loops_turn(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Sums that are scaled (scale.c, collapse.c) ------------------------------------------*/
/* f with sums that are scaled in 64 bits scaled by the builtin; with loops around such statements that go along memory
 * collapsed into one; f itself if there are none. */
struct tir_func *loops_scale(struct tir_func *f, struct arena *arena);
struct tir_func *loops_collapse(struct tir_func *f, const struct loops_options *options,
        struct arena *arena);

/* ---- Sums of neighbouring bytes (neighbours.c) --------------------------------------------*/
/* f with sums over blocks of bytes, or of their absolute differences, done in whole rows; f itself if there are none. vectors
 * tells of each. */
struct tir_func *loops_neighbours(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Columns that become rows (transpose.c) -----------------------------------------------*/
/* f with nests that move columns to rows done in tiles of registers; f itself if there are none.  vectors tells of each. */
struct tir_func *loops_transpose(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Stores in turn (zip.c) ---------------------------------------------------------------*/
/* f with loops that store every second element, and those between, as loops that store rows; f itself if there are none.
 * vectors tells of each. */
struct tir_func *loops_zip(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* ---- Index-set splitting (split.c) --------------------------------------------------------*/
/* The nest that was looked at, and what became of it. */
struct loops_split {
	enum loops_reason reason;
	const struct tir_stmt *loop; /* NULL: there was none */
	uint32_t copies;             /* of its innermost statements */
};
struct loops_splits {
	struct loops_split did;
	VEC(const struct tir_var *)
	left; /* in: of the outermost loops of nests to be left as they are */
};
/* f with the loops of one nest split at the conditions in them; f itself if there is none, or if that nest, which
 * splits tells of, cannot be split. */
struct tir_func *loops_split(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_splits *splits);
/* The same function, what is known in its pieces made use of: the legaliser's simplifier. */
struct tir_func *loops_split_fold(struct tir_func *f, struct arena *arena);

/* ---- Loops of few vectors (unroll.c) ------------------------------------------------------*/
enum { LOOPS_UNROLL_ITERATIONS = 2 };
struct loops_unrolls {
	VEC(const struct tir_stmt *) all; /* the loops */
};
/* f with loops of two iterations on vectors unrolled whole; f itself if there are none. */
struct tir_func *loops_unroll(struct tir_func *f, struct arena *arena,
        struct loops_unrolls *unrolls);

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
	const struct tir_stmt *loop;
	struct span at; /* of the loop */
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

/* ---- Predictive commoning (predictive.c) -------------------------------------------------*/
/* A computation that a loop carries to later iterations. */
struct loops_carried {
	const struct tir_expr *e;    /* as an iteration computes it */
	const struct tir_stmt *loop; /* that carries it */
	uint32_t carried, uses; /* values of earlier iterations; how often the loop needs one */
};
struct loops_carries {
	VEC(struct loops_carried) all;
	VEC(const struct tir_stmt *)
	unproved; /* in: loops to be left as they are, by their variables */
};
/* f with innermost loops that carry one computation more, or NULL: there are none.  f stays as it is. */
struct tir_func *loops_predict(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_carries *carries);
/* A line for each of f's; a remark for each. */
void loops_print_carries(const struct tir_func *f, const struct loops_carries *carries,
        struct sbuf *out);
void loops_explain_carries(const struct tir_func *f, const struct loops_carries *carries,
        const struct loops_options *options);

#endif
