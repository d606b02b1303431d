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

/* What became of a loop or of an element, and in which unit its amount is: the rows of loops/reasons.def. */
enum loops_unit {
#define UNIT(NAME, text) LOOPS_UNIT_##NAME,
#include "loops/reasons.def"
	LOOPS_NUNITS
};
enum loops_reason {
#define REASON(NAME, word, passed, unit, done, text) LOOPS_##NAME,
#include "loops/reasons.def"
	LOOPS_NREASONS
};
struct loops_reasoninfo {
	const char *word, *done, *text;
	bool passed;
	enum loops_unit unit; /* of what struct loops_vectorized calls the amount */
};
extern const struct loops_reasoninfo loops_reasons[LOOPS_NREASONS];
struct loops_remark {
	enum loops_reason reason;
	const struct tir_func *func;
	const struct tir_expr *expr; /* the element; the loop's variable */
	struct span at;              /* of the loop */
	uint32_t
	        uses; /* how often the loop names the element; the amount, in the unit of the reason */
	const char *
	        name; /* the variable that holds the element, or of the loop that carries it; what may
	                     become of a loop that was left alone; or NULL */
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
	unsigned floats; /* formats in which HVX computes with floats (enum target_floats) */
	bool jams_ahead; /* the driver unrolls and jams outer loops before iterations become lanes, too */
	bool outdoes_llvm; /* innermost loops become such vectors whatever the model says: LLVM's vectoriser may take them */
	bool traps_overflow; /* a signed overflow traps: no sum is reordered */
	bool any_order;      /* reassociate float sums and products that a loop accumulates */
	/* What nests store is covered by registers: where that takes less time by the model, or wherever it is legal. */
	bool cover, cover_always;
	/* The model counts lines of memory: what several loads load of a line is loaded once, what lies in two lines is put together. */
	bool by_lines;
	/* The ways to cover nests that a person asks for; NULL: none. */
	const struct loops_schedule *schedule;
	/* Loops are split where conditions in them change: where lanes pay then, or wherever there is one. */
	bool split, split_always;
	/* An element that an innermost loop sums up is kept in a variable, where LLVM could not tell that the
	 * loop's other accesses miss it. */
	bool promote_scalars;
	/* What an iteration computed that later ones need is kept for them: where that pays, or (always) wherever it is
	 * legal. */
	bool predictive_commoning, predictive_always;
	/* What loops compute again and again is computed once, into arrays in front of them that take at most so many bytes a
	 * function; 0: nowhere. */
	uint32_t scratch;
	/* LLVM makes HVX vectors of innermost loops over integers: what pays is another thing then. */
	bool vectorizes;
	/* LLVM makes all vectors, as on the host: loops get a form that its vectoriser knows, and nothing else. */
	bool for_llvm;
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

/* ---- Loops done otherwise ----------------------------------------------------------------*/
/* A loop that was looked at, and what became of it. */
struct loops_vectorized {
	enum loops_reason reason;
	const struct tir_stmt *loop;
	uint32_t amount; /* in the unit of the reason's row; 0: there is none */
};
/* A nest that looks like one of the pass's own, by a statement in it, and why it is none. */
struct loops_refused {
	enum loops_reason reason;
	const struct tir_stmt *loop, *of;
};
/* A way to do a nest (loops/plan/schedule.h), with its time in twelfths of packets, or why it cannot be. */
struct schedule;
struct loops_way {
	const struct schedule *way;
	uint64_t time;
	const char *why; /* NULL: it can */
};
/* A nest that may be covered by registers, by what it stores to and the line in which it begins (0: not known), with the way
 * it is done (NULL: none) and all that were tried. */
struct loops_nest {
	const struct tir_buffer *buffer;
	unsigned line;
	const struct schedule *way;
	struct loops_scheduled *asked; /* its line in the schedule; NULL: there is none */
	const char *why;               /* it is not done as it was asked for; NULL: it is */
	const struct loops_way *ways;
	uint32_t nways;
};
/* A nest's time, in twelfths of packets, by its outermost loop's variable. */
struct loops_time {
	const struct tir_var *var;
	uint64_t time, saved; /* with the vectors in it; what these save */
};
struct loops_vectors {
	VEC(struct loops_vectorized) all;
	VEC(struct loops_refused) refused;
	bool timed; /* in: times is wanted, of each nest */
	VEC(struct loops_time) times;
	VEC(struct loops_nest) nests;          /* of the pass that covers them */
	VEC(const struct tir_stmt *) unproved; /* in: loops to be left as they are */
};
/* f with what the pass does, f itself if that is nothing; vectors, empty before, tells of each loop, in the arena. */
typedef struct tir_func *loops_pass(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors);

/* What loops compute again and again, once and into arrays in front of them.  (hoist.c) */
loops_pass loops_hoist;
/* Reductions over windows that slide, by partial results in arrays in front of them.  (windows.c) */
loops_pass loops_windows;
/* Sums and products of floats by those of lanes, where any_order says that they may be.  (partial.c) */
loops_pass loops_partial;
/* Sums of floats that keep their order, in a loop of their own.  (ordered.c) */
loops_pass loops_ordered;
/* Such sums, beside the vectors that compute what the next ones add up.  (overlap.c) */
loops_pass loops_overlap;
/* Divisions by what a loop does not change, by what is computed in front of the loop.  (divide.c) */
loops_pass loops_divide;
/* Nests beside each other as one, where one reads what another wrote.  (fuse.c) */
loops_pass loops_fuse;
/* Two versions of a nest, one for where no store of it is to what a dear value loads.  (versioned.c) */
loops_pass loops_versioned;
/* A copy in the place of a nest that does what one before it did.  (twice.c) */
loops_pass loops_twice;
/* Sums in the element of memory where they end, not in a variable.  (accumulators.c) */
loops_pass loops_accumulators;
/* Names of values in the place of local variables that are assigned in a straight line.  (locals.c) */
loops_pass loops_locals;
/* Expressions in the place of names that the text gives them.  (names.c) */
loops_pass loops_names;
/* Loops and indices of 64 bits in 32 bits, where their ranges fit.  (index_types.c) */
loops_pass loops_index_types;
/* Bodies in the place of loops of one iteration, and the order of the text where it is no matter; loops from 0 by 1.
 * (loop_bounds.c) */
loops_pass loops_plain, loops_from_0;
/* A condition that no loop changes around a nest: where nothing is left of the nest without it; of two versions of the nest.
 * (unswitch.c) */
loops_pass loops_guards, loops_unswitch;
/* A copy with margins, for loads under a condition.  (padding.c) */
loops_pass loops_padding;
/* One operation for what several say: quotients, absolute differences, choices of products.  (operators.c) */
loops_pass loops_operators;
/* One store of a choice in the place of branches that store to one element.  (chosen.c) */
loops_pass loops_chosen;
/* Sums of choices in the place of sums under a condition.  (guarded_sum.c) */
loops_pass loops_guarded_sum;
/* Choices in the place of remainders of a loop variable's neighbours by the loop's extent.  (wrap.c) */
loops_pass loops_wrap;
/* Loops over the digits of a variable that is divided.  (fused.c) */
loops_pass loops_fused;
/* Loops over the extents, in the place of a loop over their product, which are parameters: behind a test.  (delinearize.c) */
loops_pass loops_delinearize;
/* One loop for loops that only tile one index.  (tiles.c) */
loops_pass loops_tiles;
/* Move nests into the branches of the `if` beside them, if both name the same memory.  (sink.c) */
loops_pass loops_sink;
/* Reductions in one form: loops over elements, S = init, loops around S = S op t.  (sums.c) */
loops_pass loops_sums;
/* What reductions begin with in front of the loops that reduce.  (decompose.c) */
loops_pass loops_decompose;
/* Sums in 64 bits as sums in 32 bits.  (long_sums.c) */
loops_pass loops_long_sums;
/* The place of what leads in a row, as two reductions.  (leading.c) */
loops_pass loops_leading;
/* Terms of reductions in the type of their sum.  (widen.c) */
loops_pass loops_widen;
/* Reductions in nests of their own.  (apart.c) */
loops_pass loops_apart;
/* Whole blocks of a layout and the part of a block behind them in loops of their own.  (rests.c) */
loops_pass loops_rests;
/* Iterations of loops as lanes of vectors.  (vectorize.c) */
loops_pass loops_vectorize;
/* Dot products of bytes (matmul, convolution), four products at once, and what goes with them.  (dot.c) */
loops_pass loops_dot;
/* Window reductions (depthwise convolution, pooling) on a layout of two interleaved columns.  (stencil.c) */
loops_pass loops_stencil;
/* What is a function of one byte, or of a sum of bytes, and a byte, in 16 bits or by a lookup table.  (narrow.c) */
loops_pass loops_narrow;
/* Maxima and minima of many floats by those of their bits.  (extremes.c) */
loops_pass loops_extremes;
/* What vectors may store computed in 8 or 16 bits where that is enough.  (shrink.c) */
loops_pass loops_shrink;
/* Quotients by numbers of loops' variables that take few values, by products of 16 bits.  (quotient.c) */
loops_pass loops_quotient;
/* Window reductions as one expression, where neighbouring iterations load neighbours.  (taps.c) */
loops_pass loops_taps;
/* The same of bytes, what is made of each sum with it, which is short.  (taps.c) */
loops_pass loops_byte_sums;
/* Loops over few columns, such as 24 channels: whole registers along the rows, where parameters of a column are
 * replicated.  (repeat.c) */
loops_pass loops_repeat;
/* Row reductions: 32 rows at once, on transposed copies, so that neighbouring iterations access neighbouring
 * elements.  (turn.c) */
loops_pass loops_turn;
/* What nests store, covered by registers.  (plan/plan.c) */
loops_pass loops_cover;
/* Read a schedule, which says how nests are covered: lines as loops/plan/schedule.c has them; NULL after an error in d. */
struct loops_schedule *loops_schedule_read(const struct source *s, struct arena *arena,
        struct diag *d);
/* Note that what loops_cover made of the nests is kept, or why it is not. */
void loops_schedule_keep(const struct loops_vectors *vectors, const char *why);
/* Was all of it done?  Else an error in d for each line that was not.  NULL: no schedule.  only: the function of the module that was
 * compiled; NULL: all were. */
bool loops_schedule_done(const struct loops_schedule *all, const struct tir_module *m,
        const char *only, struct diag *d);
/* Add what loops_cover did as a schedule: a line a nest, with the other ways that were tried as comments; taken: it is kept. */
void loops_schedule_print(const struct tir_func *f, const struct loops_vectors *vectors, bool taken,
        struct sbuf *out);
/* Horizontal reductions of blocks of bytes, or of their absolute differences, in whole rows.  (neighbours.c) */
loops_pass loops_neighbours;
/* Nests that move elements from one layout to another, in tiles of registers.  (permute.c) */
loops_pass loops_permute;
/* Full unroll of loops of two iterations on vectors.  (unroll.c) */
loops_pass loops_unroll;
/* Outer loops unrolled and jammed.  (unroll_jam.c) */
loops_pass loops_unroll_and_jam;

/* Are there sums over windows of buffers of several dimensions, which loops_stencil might take if they had one? */
bool loops_stencil_wants_flat(const struct tir_func *f);

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
/* Fold constants in copies whose loop variable has become a number: simplify_func of simplify/. */
struct tir_func *loops_fold(struct tir_func *f, struct arena *arena);

/* ---- Vectors of the text (collapse.c, time.c) ----------------------------------------------*/
/* f with loops whose variables are numbers `first` and up collapsed into the ones around them that go along memory with
 * them; f itself if there are none. */
struct tir_func *loops_collapse_new(struct tir_func *f, uint32_t first,
        const struct loops_options *options, struct arena *arena);
/* What f takes, with the vectors in it and those that LLVM makes, in twelfths of packets: to compare two forms of a function. */
uint64_t loops_time(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena);
/* The same for many functions of one module: its tables, which begin with zeros, are kept from one call to the next, in `keeps`. */
struct loops_numbers {
	uint32_t *at, n;
};
struct loops_timer {
	struct loops_numbers seen; /* by expression: the statement list in which it was counted */
	struct loops_numbers known,
	        bound; /* by expression, by variable: from which level on it changes */
	uint32_t lists, calls;
};
uint64_t loops_time_with(struct loops_timer *t, struct arena *keeps, const struct tir_func *f,
        const struct loops_options *options, struct arena *arena);

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

/* ---- Values that loops keep in variables -------------------------------------------------*/
struct loops_kept {
	const struct tir_expr *e;    /* a load of the element; what an iteration computes */
	const struct tir_stmt *loop; /* that keeps it */
	const struct tir_buffer *in; /* the variable of an element; else NULL */
	uint32_t n, uses;            /* variables; how often the loop needs or stores it */
};
struct loops_kept_values {
	VEC(struct loops_kept) all;
	VEC(const struct tir_stmt *)
	unproved; /* in: loops to be left as they are, by their variables */
};
/* f with more values kept, or NULL: there are none.  f stays as it is.  values, those of the call before in it, tells of
 * each; arena is the pass's. */
typedef struct tir_func *loops_keeper(const struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_kept_values *values);

/* Elements of buffers that innermost loops read and write in each iteration.  (promote.c) */
loops_keeper loops_promote;
/* One computation more that an innermost loop carries to later iterations: predictive commoning.  (predictive.c) */
loops_keeper loops_predict;

/* A line for each of f's; a remark for each. */
void loops_print_promotions(const struct tir_func *f, const struct loops_kept_values *promotions,
        struct sbuf *out);
void loops_explain_promotions(const struct tir_func *f, const struct loops_kept_values *promotions,
        const struct loops_options *options);
void loops_print_carries(const struct tir_func *f, const struct loops_kept_values *carries,
        struct sbuf *out);
void loops_explain_carries(const struct tir_func *f, const struct loops_kept_values *carries,
        const struct loops_options *options);

#endif
