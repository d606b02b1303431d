/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/cse.h: the same function with fewer computations.
 *
 *     struct cse_plan *plan = cse_plan(f, &options, &arena);
 *     struct tir_func *g = cse_apply(plan);
 *     if (!proof_cse(f, g, &contract, &told, &arena, &why)) g = f;
 *
 * driver_optimize() does the three for every function of a module. */
#ifndef TIRC_CSE_H
#define TIRC_CSE_H

#include "tir/tir.h"

/* What is equal besides what is written alike (CSE_WRITTEN: nothing): copies of variables; operands that may be exchanged; sums, products, minima
 * and comparisons in any order; shifts, vectors and divisions of divisions; what the ranges of loop
 * variables say. */
enum cse_level { CSE_WRITTEN, CSE_SYNTACTIC, CSE_COMMUTATIVE, CSE_ASSOC, CSE_AFFINE, CSE_RANGES };
/* The level called "written", "none", "commutative", "assoc", "affine" or "ranges"; false if none is called so. */
bool cse_level_of(const char *name, enum cse_level *level);

/* A computation that is about to get a name, for the predicate. */
struct cse_candidate {
	const struct tir_expr *expr; /* its first form */
	uint32_t uses;               /* how often it would be computed without the name */
	uint32_t size;               /* nodes as it is written, 1000 at most */
	uint32_t loops;      /* loops between the name's insertion point and the deepest use */
	bool starts_in_loop; /* each iteration of a loop below the insertion point makes its first use */
	uint32_t distance; /* statements from its first use to its last; a store counts its lanes */
	bool in_index; /* the first use is a part of an index, and of nothing else in its statement */
	bool in_statement; /* all uses are in one statement as it is written, in no lazy operand */
	bool turns_loads; /* a load of one statement, which makes another one first; used in a lazy operand */
	bool in_condition; /* every use is the whole condition of an if or a while */
	bool in_arms;      /* one use in each arm of a branch, none else */
	bool in_both_arms; /* any number of uses in each arm of a branch, none else */
	bool in_operand; /* its name's insertion point is an operand that perhaps is not evaluated */
	bool is_dominated; /* the first use is computed at the name's insertion point anyhow */
	bool is_rewritten; /* uses are written in different ways, or by which indices what one stores is read back */
	bool saves_load; /* a use reads back what another one stores */
	/* The name goes before the loop that the uses are in (uses may be 1 then); never without
	 * cse_options.out_of_loops. */
	bool leaves_loop;
	uint32_t guards; /* different extents of the loops that it leaves and that may not run */
	/* The name's insertion point is left by ways that do not compute it; nothing in it can trap.  Never without
	 * cse_options.early. */
	bool is_early;
	bool past_stores; /* a load that stores of its loop or before it surely miss */
};
/* Why it gets a name (CSE_NAMED, CSE_REUSED) or does not: the rows of cse/reasons.def. */
enum cse_reason {
#define REASON(NAME, word, passed, text) CSE_##NAME,
#include "cse/reasons.def"
	CSE_NREASONS
};
struct cse_reasoninfo {
	const char *word, *text;
	bool passed;
};
extern const struct cse_reasoninfo cse_reasons[CSE_NREASONS];

/* Where something is computed: as what, in which statement. */
struct cse_place {
	const struct tir_expr *expr;
	struct span at;
};
/* What became of a computation that the program makes more than once. */
struct cse_remark {
	enum cse_reason reason;
	const struct tir_func *func;
	const struct tir_expr *expr; /* as it is written first */
	struct span at;              /* the statement that computes it first */
	/* how often it is written, named computations counted once */
	uint32_t uses;
	const char *name;     /* the variable that holds it, or NULL */
	struct span named_at; /* the statement before which it is bound, or that binds it */
	const struct cse_place *others; /* where else it is written, some of these places */
	uint32_t nothers;
};
/* Add its sentence, as: 'x * y' is computed once instead of 2 times: cse_v1 */
void cse_remark_print(const struct cse_remark *r, struct sbuf *out);

enum cse_step { CSE_PLANNED, CSE_APPLIED, CSE_PROVED };

enum cse_early { CSE_NOT_EARLY, CSE_LIKELY, CSE_ALWAYS, CSE_IN_SCOPE };

struct cse_options {
	enum cse_level level;
	bool no_loads;  /* what reads memory is not shared */
	bool constants; /* what has no variable, as a quotient of ramps, is shared, too */
	/* Loads, divisions and calls may leave a loop in which they never change; if the loop may not
	 * run, the name's value is if_then_else(0 < extent, value, 0). */
	bool out_of_loops;
	/* Where what cannot trap may be computed early: for several arms if it is likely to be needed, or in any case;
	 * or where all its variables are in scope, in the arm it belongs to. */
	enum cse_early early;
	/* Name nothing in the arms of a Select that evaluates one arm alone because an arm reads memory or may trap.  Set
	 * where signed overflow traps: with its loads named the Select would evaluate both arms. */
	bool keeps_choices;
	bool leaves_names; /* a name the program has is used again only where a new one would pay */
	/* Is it worth a name?  CSE_NAMED, or the reason why not; NULL: the default (docs/cse.md). */
	enum cse_reason (*profitable)(void *ctx, const struct cse_candidate *c);
	/* May it be shared at all?  Asked for pure expressions that are not atoms; NULL: yes. */
	bool (*eligible)(void *ctx, const struct tir_expr *e);
	/* Told of each repeated computation of a function whose run was proved, in program order. */
	void (*remark)(void *ctx, const struct cse_remark *r);
	/* May what is computed inside e be shared?  NULL: yes. */
	bool (*descend)(void *ctx, const struct tir_expr *e);
	/* The normal form of e: what computes the same as e has the same one, which is its own normal
	 * form.  Of e's type, over variables of the function, reading no memory; e itself, or NULL: none.
	 * Asked for integers, floats and bools that read no memory; the proof takes its word.  m is
	 * where new nodes are made. */
	const struct tir_expr *(*key)(void *ctx, struct tir_module *m, const struct tir_expr *e);
	/* May the two parameters overlap?  NULL: unless the function says tirx.noalias. */
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	/* The name of the n-th variable (from 1), which is to hold value; copied.  A name that is taken is
	 * asked for again with the next n.  NULL: prefix and n. */
	const char *(*name)(void *ctx, const struct tir_expr *value, uint32_t n);
	/* Told of each step of a function's run when it is done, for who measures them. */
	void (*watch)(void *ctx, enum cse_step done);
	void *ctx;
	uint32_t *left;     /* how many names more may be given; NULL: any number */
	const char *prefix; /* of the names; NULL: "cse_v" */
	bool largest_first; /* the numbers of names at one place ascend from the largest value to the smallest */
};

/* The options of a profile (cse/profiles.def), NULL: the default one; NULL if there is no such. */
const struct cse_options *cse_profile(const char *name);
/* The name of profile number i, and what it is for; NULL behind the last one. */
const char *cse_profile_name(size_t i, const char **text);

struct cse_plan;

/* Decide.  The function is not touched; the plan lives in arena.  Never NULL. */
struct cse_plan *cse_plan(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena);
/* Number of names the plan introduces. */
uint32_t cse_plan_names(const struct cse_plan *p);
/* Does it leave the function as it is? */
bool cse_plan_is_empty(const struct cse_plan *p);
/* Print it: a line per name with its value, source location and uses. */
void cse_plan_print(const struct cse_plan *p, struct sbuf *out);
/* Tell of each repeated computation (options.remark). */
void cse_plan_explain(struct cse_plan *p);
/* A new function of the same module with the plan carried out. */
struct tir_func *cse_apply(const struct cse_plan *p);
/* ---- Value numbering by itself (stores.c) ------------------------------------------------*/
struct cse_store_values {
	const struct tir_buffer *buffer;
	const struct tir_expr *index, *value; /* index: of the first dimension */
	uint32_t index_number, value_number;
	struct span at;
};
/* Call visit for each store at the top of f, in order, up to the first loop, branch or call with effects: equal
 * numbers, equal values.  What is made lives in arena. */
void cse_number_stores(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, void (*visit)(void *ctx, const struct cse_store_values *s), void *ctx);

/* ---- The values of a whole function (listing.c) ------------------------------------------*/
struct cse_numbered {
	const struct tir_stmt *stmt; /* that computes it */
	const struct tir_expr *expr;
	uint32_t value;
	uint32_t
	        memory; /* of a load: the number of the version of memory that it reads; else all bits are set */
};
/* Call visit for each expression of each statement of a flat function, in the order in which they run, operands first:
 * through loops, branches and what is done to memory.  Equal numbers, equal values.  What is made lives in arena. */
void cse_number(const struct tir_func *f, const struct cse_options *options, struct arena *arena,
        void (*visit)(void *ctx, const struct cse_numbered *n), void *ctx);

/* ---- Plans in parts ----------------------------------------------------------------------*/
/* What the plan's new names stand for, for the proof: by variable from number `first` on, expressions of the function,
 * or NULL.  They live in arena. */
struct cse_plan_named {
	uint32_t first, n;
	const struct tir_expr **at;
	bool guarded; /* some hold their value only where a loop runs */
};
struct cse_plan_named cse_plan_tell(const struct cse_plan *p, struct arena *arena);
/* A plan whose memory is given back in parts.  arena: what carrying it out needs; numbers: the numbering of
 * values; work: what placing and telling need, and carrying out only if cse_plan_looks_back. */
struct cse_plan *cse_plan_in(const struct tir_func *f, const struct cse_options *options,
        struct arena *arena, struct arena *numbers, struct arena *work);
bool cse_plan_looks_back(const struct cse_plan *p);
/* Forget what only numbering needs: p will be carried out and nothing else. */
void cse_plan_forget(struct cse_plan *p);

#endif
