/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* driver/optimize.h: what the passes that make a program better share: one function at a time. */
#ifndef TIRC_DRIVER_OPTIMIZE_H
#define TIRC_DRIVER_OPTIMIZE_H

#include "driver/internal.h"
#include "proof/proof.h"

/* ---- Bisection (bisect.c) -----------------------------------------------------------------*/
struct driver_bisect {
	uint32_t left; /* how many loops more may be transformed */
	VEC(const struct tir_stmt *) stopped;
};
/* What a pass is about to do: if that is too much, the loops that are one too many are to be left as they are, and the
 * pass is to be asked again: true. */
bool driver_bisect_loops(struct driver_bisect *b, struct arena *arena,
        struct loops_vectors *vectors);
/* Count n that are transformed; false, and none is counted, if they are too many. */
bool driver_bisect_takes(struct driver_bisect *b, uint32_t n);
/* Why a loop was left as it is, if the reason that the pass has is that nothing was proved. */
enum loops_reason driver_bisect_reason(const struct driver_bisect *b, const struct tir_stmt *loop,
        enum loops_reason reason);

/* ---- The table ---------------------------------------------------------------------------*/
enum driver_step {
#define STEP(NAME, name, pass, proof, when, what, text) DRIVER_STEP_##NAME,
#define OWN(NAME, name, carry, text)                    DRIVER_STEP_##NAME,
#include "driver/optimize.def"
	DRIVER_NSTEPS
};
struct driver_optimizer;
/* Carry out the rows from `first` up to the one before `end` over f. */
typedef struct tir_func *driver_run_steps(struct driver_optimizer *r, struct tir_func *f,
        enum driver_step first, enum driver_step end);

/* The passes of a function. */
struct driver_optimizer {
	struct tir_module *m;
	const struct driver_optimizations *options;
	struct diag *d;
	struct sbuf *text;
	/* Of one function's passes; its values; what the plan needs until it is carried out, and what it tells the
	 * proof; what is empty: the new program takes of that, too. */
	struct arena arena, numbers, work, pool;
	uint32_t nexprs;    /* before common subexpressions are named */
	uint32_t index;     /* of the function in m */
	struct tir_func *f; /* in: the function; out: what is to stand in its place */
	uint32_t names;
	VEC(struct loops_vectorized) vectors; /* loops that became vectors, in m's arena */
	VEC(struct loops_refused)
	refused; /* loops whose refusal by a recogniser has a remark already, in m's arena */
	struct proof *proof; /* NULL: nothing can be proved of loops */
	bool is_trial;       /* what is done now is to be compared, not kept */
	bool is_beside; /* it is a version beside another one: who listens takes it for a trial */
	bool is_thrown_away;     /* all of it: nothing is proved of loops */
	driver_run_steps *steps; /* driver_steps: for rows that try those behind them */
	struct driver_bisect bisect;
};

/* What carries a row of optimize.def out: f with what is proved; itself if that is nothing, perhaps with a warning.  r->arena is
 * empty then. */
typedef struct tir_func *driver_carry(struct driver_optimizer *r, struct tir_func *f);

/* ---- Diagnostics and remarks (report.c) ---------------------------------------------------*/
/* What proofs of loops may take for granted. */
struct proof_contract driver_contract(const struct loops_options *o);
/* Did the check of what a pass did hold?  Else a warning says what is wrong. */
bool driver_holds(struct driver_optimizer *r, bool proved, const char *pass, const char *why);
/* What a pass made of a function, proved, as constant folding leaves it: that is proved here, too.  Where symbols alone do not show
 * it to be the same, which ranges might, it is g itself.  Where it is not decided, loops/nest/fold.c says why it cannot be wrong. */
struct tir_func *driver_fold(struct driver_optimizer *r, struct tir_func *g);
/* Of loops that are taken back: a counterexample is a fault of the pass. */
void driver_report_doubts(const struct driver_optimizer *r, const struct proof_doubts *doubts,
        const char *pass);
/* Tell what became of loops; note those that were changed in r->vectors. */
void driver_report_vectors(struct driver_optimizer *r, const struct loops_vectors *vectors);

/* Tell why loops that look like a pass's own are none of them, once for each kind; taken: what the pass did is kept.  What it did
 * otherwise would not have paid. */
void driver_report_refused(struct driver_optimizer *r, const struct loops_vectors *vectors,
        bool taken);

/* A trial: until it ends nothing is told or printed, and what it counts does not count. */
struct driver_trial {
	struct driver_optimizations quiet;
	const struct driver_optimizations *options;
	struct driver_bisect bisect;
	struct sbuf *text;
	uint32_t names;
	bool is_trial;
};
void driver_trial_begin(struct driver_optimizer *r, struct driver_trial *t);
void driver_trial_end(struct driver_optimizer *r, const struct driver_trial *t);

/* Tell who listens that a pass over f begins, and what it made of it, which stands in the module then, but for trials.  `around` is
 * the pass in which this one runs, if any. */
const char *driver_step_begin(struct driver_optimizer *r, const char *pass,
        const struct tir_func *f);
void driver_step_end(struct driver_optimizer *r, const char *pass, const char *around,
        struct tir_func *f);

/* ---- Pieces of a change (pieces.c) --------------------------------------------------------*/
enum { DRIVER_PIECES = 16 };
/* nf statements in a row of f, for which ng of g stand. */
struct driver_piece {
	const struct tir_stmt *in_f, *in_g;
	uint32_t nf, ng;
	bool is_taken; /* in: by driver_take_pieces */
};
struct driver_pieces {
	uint32_t n;
	struct driver_piece at[DRIVER_PIECES];
};
/* Where g, which a pass made of f, differs from it; false: in one place, or in too many. */
bool driver_find_pieces(const struct tir_func *f, const struct tir_func *g, struct arena *arena,
        struct driver_pieces *out);
/* f with the pieces of g that are taken; NULL: that is no function. */
struct tir_func *driver_take_pieces(const struct tir_func *f, const struct driver_pieces *all);
/* Is the loop in the piece of f? */
bool driver_piece_has(const struct driver_piece *p, const struct tir_stmt *loop);
/* f with those pieces, taken then, that are proved one by one; f itself if none is.  doubts: those that are refuted. */
struct tir_func *driver_proved_pieces(struct driver_optimizer *r, struct tir_func *f,
        struct driver_pieces *all, proof_check *proof, struct proof_doubts *doubts);
/* Which loops of f does g change so that the proof does not hold, of one piece alone?  false: nothing else is changed, or it is
 * not known. */
bool driver_doubt_pieces(struct driver_optimizer *r, const struct tir_func *f,
        const struct tir_func *g, proof_loops *proof, struct proof_doubts *doubts);

/* ---- Loops (loops.c) ----------------------------------------------------------------------*/
/* f with what the pass does, for those loops alone for which that is proved; f itself if there are none; NULL with a
 * warning. */
struct tir_func *driver_proved_loops(struct driver_optimizer *r, struct tir_func *f,
        loops_pass *pass, proof_loops *proof, const char *what, struct loops_vectors *vectors);
driver_carry driver_unroll_and_jam;
/* Scalar promotion and predictive commoning. */
driver_carry driver_promote, driver_common;

/* ---- Vectors (vectors.c, scalarise_text.c) ------------------------------------------------*/
driver_carry driver_split, driver_lanes, driver_scalarise;

/* ---- Common subexpressions (share.c) ------------------------------------------------------*/
driver_carry driver_share;

/* ---- All of them, in their order (steps.c) ------------------------------------------------*/
driver_run_steps driver_steps;
driver_carry driver_normalise, driver_cover, driver_flatten;
/* The bits of driver_optimizations.skipped of a row, and of those that it runs. */
uint64_t driver_step_bits(enum driver_step s);
/* A row's name, with what it does in *text; NULL behind the last one. */
const char *driver_step_name(enum driver_step s, const char **text);

/* ---- Branches around nests (branches.c) ----------------------------------------------------*/
/* What the pass makes of f; if that is nothing, what it makes of what stands in branches of f's `if`s. */
struct tir_func *driver_pass_branches(loops_pass *pass, struct tir_func *f,
        const struct loops_options *o, struct arena *arena, struct loops_vectors *vectors);

/* ---- Other versions of a function (versions.c) --------------------------------------------*/
/* What makes the best of r->f, which was f. */
typedef struct tir_func *driver_make_best(struct driver_optimizer *r, const struct tir_func *f);
/* Is the function small enough for several versions? */
bool driver_may_weigh(const struct tir_func *f);
/* best, which `make` made of f, with the other versions of f behind it that are other texts. */
struct tir_func *driver_with_versions(struct driver_optimizer *r, struct tir_func *f,
        struct tir_func *best, driver_make_best *make);

/* ---- Buffers that may overlap (noalias_version.c) -----------------------------------------*/
/* May a version of f for buffers that do not overlap be better? */
bool driver_may_be_versioned(const struct driver_optimizer *r, const struct tir_func *f);
/* r->f, which was made of f, with such a version if more loops of that become vectors; `optimize` makes the best of
 * r->f. */
struct tir_func *driver_with_noalias_version(struct driver_optimizer *r, const struct tir_func *f,
        void (*optimize)(struct driver_optimizer *r));

#endif
