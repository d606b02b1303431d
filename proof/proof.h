/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/proof.h: is a program that a pass made the same as the one before?  The answer is had from the two
 * programs; of loops whose order was changed, from isl as well.
 *
 *     struct proof *p = proof_begin();
 *     for each function: proof_unroll_and_jam(p, f, g, &contract, &arena, &found, &why)
 *     proof_end(p);
 *
 * The four questions below it can be asked by themselves: sets of whole numbers in, a verdict out.
 * Shares nothing with the passes whose work it checks: it knows support/ and tir/ alone. */
#ifndef TIRC_PROOF_H
#define TIRC_PROOF_H

#include "tir/tir.h"

/* What the caller of a function promises. */
struct proof_contract {
	/* May the two parameters overlap?  NULL: unless the function says tirx.noalias. */
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	void *ctx;
	/* The normal form of e, or NULL: what has one normal form computes the same.  It reads no memory. */
	const struct tir_expr *(*key)(void *ctx, struct tir_module *m, const struct tir_expr *e);
	/* May what stores add to an element be added in any order, and what they multiply it by be multiplied so, of floats?  Such a sum may
	 * be made of sums.  No other operation on floats is associative.  (replay/) */
	bool any_order;
};

/* UNDECIDED: not within the bounds on operations, or there is no isl (TIRC_ISL=OFF). */
enum proof_verdict { PROOF_PROVED, PROOF_REFUTED, PROOF_UNDECIDED };

/* What isl calls itself, as "isl-0.25-IMath-32", printed into so many bytes; NULL: there is none. */
enum { PROOF_VERSION_BYTES = 64 };
const char *proof_isl_version(char *buf);

/* ---- One run -----------------------------------------------------------------------------*/
/* Owns isl's context.  One for each run and thread, ended by whoever began it; NULL: no memory. */
struct proof;
struct proof *proof_begin(void);
void proof_end(struct proof *p);

enum {
	PROOF_OPERATIONS_QUESTION = 30000, /* of isl, that each question may take at least */
	PROOF_OPERATIONS_PROOF = 300000,   /* that all questions of a proof may take together */
};
/* A new proof: its questions may take so many operations; 0: the numbers above. */
void proof_limit(struct proof *p, uint64_t question, uint64_t whole);

/* What was asked since proof_begin. */
struct proof_counts {
	uint64_t questions; /* sets that isl was asked whether they are empty */
	uint64_t proofs[3]; /* of loops, by verdict */
};
const struct proof_counts *proof_count(const struct proof *p);

/* ---- Sets of whole numbers ---------------------------------------------------------------*/
/* A variable of a set is a number from 0 on; a parameter, which has one value in all the sets of a
 * question, is PROOF_PARAM(number). */
#define PROOF_PARAM(i) (UINT32_C(0x80000000) | (i))
enum { PROOF_TERMS = 32 };
struct proof_term {
	int64_t factor;
	uint32_t var;
};
/* constant + factor * variable + ...; {0} is 0. */
struct proof_sum {
	int64_t constant;
	uint32_t n;
	struct proof_term term[PROOF_TERMS];
};
/* s += factor * t, or the variable; false: it is too large. */
bool proof_sum_add(struct proof_sum *s, const struct proof_sum *t, int64_t factor);
bool proof_sum_var(struct proof_sum *s, uint32_t var, int64_t factor);

enum proof_relation {
	PROOF_AT_LEAST_0, /* sum >= 0 */
	PROOF_IS_0,       /* sum = 0 */
	PROOF_MAX_IS_0,   /* max(sum, other) = 0 */
};
struct proof_constraint {
	enum proof_relation relation;
	struct proof_sum sum, other;
};
/* The points of ndims numbers for which there are nvars - ndims others so that all constraints
 * hold. */
struct proof_set {
	uint32_t ndims, nvars;
	bool wider; /* it may hold more than what it stands for: nothing in it refutes anything */
	VEC(struct proof_constraint) all;
};
void proof_add(struct arena *arena, struct proof_set *s, enum proof_relation relation,
        const struct proof_sum *sum);

/* ---- The four questions ------------------------------------------------------------------
 * The witness of what was refuted, or NULL, lives in the arena. */
#define PROOF_NO_LAYOUT UINT32_MAX
/* A number by which a witness is told. */
struct proof_shown {
	const char *name;
	struct proof_sum sum;
};
/* An access to memory, in each iteration of the loops around it. */
struct proof_access {
	const char *name;       /* for the witness */
	struct proof_set where; /* the iterations */
	const struct proof_shown *shown;
	uint32_t nshown;
	bool writes;
	/* Of different memory: never the same byte.  Of the same layout, which is no PROOF_NO_LAYOUT: the
	 * same bytes where all of index are equal, none where one differs.  Else of the same base:
	 * `width` bytes from `byte` on.  Else perhaps the same. */
	uint32_t memory, layout, base;
	uint32_t nindex;
	const struct proof_sum *index;
	const struct proof_sum *byte; /* NULL: not known */
	int64_t width;
	/* When it is made, in the program before and in the one after: the first number counts most.
	 * Numbers that are not there are 0. */
	uint32_t ntime_before, ntime_after;
	const struct proof_sum *before, *after;
};
/* Does the program after make any two accesses to one byte, one of them a write, in the same order as
 * the program before? */
enum proof_verdict proof_order(struct proof *p, const struct proof_access *a, uint32_t n,
        struct arena *arena, const char **witness);

/* Of the points of graph, the first nin numbers are in `from`, the others in `to`, and each point of
 * both is there once? */
enum proof_verdict proof_bijection(struct proof *p, const struct proof_set *graph, uint32_t nin,
        const struct proof_set *from, const struct proof_set *to);

/* Is each point of the whole in one of the pieces, and they hold nothing else? */
enum proof_verdict proof_partition(struct proof *p, const struct proof_set *whole,
        const struct proof_set *piece, uint32_t n);

/* Is there no such point? */
enum proof_verdict proof_never(struct proof *p, const struct proof_set *counterexamples,
        struct arena *arena, const char **witness);

/* ---- Unroll-and-jam ----------------------------------------------------------------------*/
/* A loop whose change is not proved. */
struct proof_doubt {
	const struct tir_stmt *loop; /* of the program before */
	enum proof_verdict verdict;
	const char *witness;
};
struct proof_doubts {
	VEC(struct proof_doubt) all;
};
/* Is g what f is, but for what the pass may change of its loops?  false: it is another program, *why says where.  true:
 * doubts lists the loops for which the order of iterations is not proved to be no matter. */
typedef bool proof_loops(struct proof *p, const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, struct proof_doubts *doubts,
        const char **why);

/* Is g what f is, but that several iterations of some loops are done at once? */
proof_loops proof_unroll_and_jam;

/* ---- Two programs at a time --------------------------------------------------------------
 * Is g what f is, but for what the pass may change?  Unless that is proved, *why says where they differ, or what is not
 * known.  arena is the proof's. */
typedef enum proof_verdict proof_check(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why);

/* ---- Index-set splitting (split.c) --------------------------------------------------------*/
/* Is g what f is, but that loops became pieces of themselves, or copies of their bodies, in their order? */
proof_check proof_split;

/* ---- Iterations as lanes (vectorize.c) ---------------------------------------------------*/
/* Is g what f is, but that iterations of some loops are lanes of vectors?  */
proof_loops proof_vectorize;

/* ---- Functions of one byte (narrow.c) ------------------------------------------------------*/
/* Is g what f is, but that functions of one byte are computed otherwise?  All their values are tried. */
proof_check proof_narrow;

/* ---- Shorter types (shrink.c) --------------------------------------------------------------*/
/* Is g what f is, but that what is stored is computed in fewer bits, which its ranges fit? */
proof_check proof_shrink;

/* ---- Quotients by few numbers (quotient.c) -------------------------------------------------*/
/* Is g what f is, but that quotients by numbers of the loops around are computed otherwise?  All sums are tried. */
proof_check proof_quotient;

/* ---- The same loops and numbers, written otherwise (spell.c) -------------------------------*/
/* Is g what f is, but that the same iterations, in the same order, are counted by other loops, and the same whole numbers
 * are computed by other operations and in other types? */
proof_check proof_spelling;
/* The same, or that iterations which store to different elements are done in another order, as the replay finds. */
proof_check proof_tiling;

/* ---- Any two programs (replay.c) ---------------------------------------------------------*/
/* Do f and g leave the same in all parameters, whatever is in them before?  Both are run on symbols, statement by
 * statement: the question is for functions whose loops do a bounded number of iterations.  *why says what is not the
 * same, or what is not known. */
proof_check proof_replay;

/* The same, of a function and what constant folding made of it: a question that is asked often, so it gives up early. */
proof_check proof_folded;

/* The same, of functions that are one but for nests that were made anew: PROVED or UNDECIDED.  A nest's outer loops are any
 * number of iterations long (tile.c). */
enum proof_verdict proof_tiles(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, struct arena *arena, const char **why);

/* ---- Common subexpression elimination (cse.c) --------------------------------------------*/
/* What the proof need not find out by itself, as whoever made g of f tells.
 * oldest     nodes of lesser numbers hold no variable that g has and f has not; 0: nothing is known
 * no_guards  no new name has one (cse_guard.c); if that is wrong the proof fails
 * named      expressions of f that new names stand for, by variable from the first of the nnamed on; or NULL: not known.
 *            A wrong one is no help, and does no harm
 * drops      allocations of f may be missing in g, with the stores to them: nothing of g names them
 * lets       each variable that a Let of f binds to what it reads from memory stands for that: g has no such Let */
struct proof_cse_told {
	uint32_t oldest;
	bool no_guards;
	uint32_t first_name, nnamed;
	const struct tir_expr *const *named;
	bool drops, lets;
};
/* Check that g computes what f computes: every name is expanded and compared, every use lies in its name's
 * scope, and a name that may trap is always needed.  told: {0} tells nothing.  *why says what is wrong. */
bool proof_cse(const struct tir_func *f, const struct tir_func *g,
        const struct proof_contract *contract, const struct proof_cse_told *told,
        struct arena *arena, const char **why);

/* ---- Normalising (proof/normalise) --------------------------------------------------------*/
/* Is g what f is, but for names of values that it has not, each replaced by what it stands for? */
proof_check proof_unnamed;
/* The same, but that variables of f are names of g, one for each assignment? */
proof_check proof_unlocal;
/* Is g what f is, but that arrays hold values that loops compute again and again?  (hoist.c) */
proof_check proof_hoisted;
/* Is g what f is, but that arrays hold partial results of reductions over windows?  (windows.c) */
proof_check proof_windowed;
/* Is g what f is, but that copies of buffers with margins hold what is loaded under a condition?  (padded.c) */
proof_check proof_padded;
/* Is g what f is, but that sums of choices stand for sums under a condition?  (guarded_sum.c) */
proof_check proof_guarded_sum;
/* Is g what f is, but that sums in 32 bits stand for sums in 64 bits?  (long_sums.c) */
proof_check proof_long_sums;
/* Is g what f is, but that two reductions find what leads in a row and its place?  (leading.c) */
proof_check proof_leading;
/* Is g what f is, but that quotients by numbers above 0 are computed otherwise, by names in front of loops?  (divide.c) */
proof_check proof_divided;
/* Is g what f is, but that remainders by a loop's extent of what lies beside its variable are choices?  (wrap.c) */
proof_check proof_wrapped;
/* Is g what f is, but that stores of choices replace branches that store to one element?  (chosen.c) */
proof_check proof_chosen;
/* Is g what f is, but that maxima and minima of floats are those of their bits where one float alone can come out?  (extremes.c) */
proof_check proof_extremes;
/* Is g what f is, but that loops have a version for where their stores miss what values in them load?  (versioned.c) */
proof_check proof_versioned;
/* Does g do what f does, where copies of results replace statements that compute them a second time?  (twice.c) */
proof_check proof_twice;
/* Is g what f is, but that terms of sums are computed in more bits?  (widen.c) */
proof_check proof_widened;

/* ---- Scalar promotion (promote.c) --------------------------------------------------------*/
/* Is g what f is, but for elements that loops keep in variables; and may these stand there?  false: no, *why says
 * what is wrong.  true: doubts lists the loops, of g, that are not proved to touch their elements in no other way.
 * p: NULL if there is no isl.  doubts: NULL if none is allowed. */
proof_loops proof_promote;

/* ---- Predictive commoning ----------------------------------------------------------------*/
/* Is g what f is, but that some innermost loops carry what later iterations compute again? */
proof_loops proof_predictive;

#endif
