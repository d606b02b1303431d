/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number.h: the numbering of values that the proof of common subexpression elimination has for itself.
 *
 * Two expressions with one number compute the same.  Nothing is numbered before it is asked for: the proof compares
 * most operands as they are written, and asks only where the two programs are written differently.
 *
 * Words.  A *state* is what memory holds between two statements that may change it.  Each *alias class*, buffers that may
 * overlap, has a *version* in each state.  A state is named by the version that was made last on the way to it. */
#ifndef TIRC_PROOF_NUMBER_H
#define TIRC_PROOF_NUMBER_H

#include "proof/internal.h"

enum { NUMBER_NONE = UINT32_MAX, NUMBER_TERMS = 16, NUMBER_FACTORS = 4 };
enum { NUMBER_FIXED = 1 << 30 }; /* the step of a variable that has one value */

/* What a number may stand for besides an operator of tir/ops.def. */
enum number_op {
	NUMBER_SUM =
	        TIR_NOPS, /* payload: the constant; then of each term the value, and its factor's low and high word */
	NUMBER_PRODUCT, /* values, ascending */
	NUMBER_LANE,    /* 0, 1, 2, ... in the lanes of a vector */
	NUMBER_OTHER, /* a variable in another iteration; payload: its number, and above it the loop's */
	NUMBER_OTHER_LOAD, /* a load in another iteration; payload: its buffer, and above it which question asked; then
	                      its indices, and the variable of the binding that reads it */
	NUMBER_UNIQUE, /* equal to nothing else */
	/* These are no values, and lie in the same table: `note` is what is known. */
	NUMBER_IN_STATE, /* the number of an expression that reads memory; payload: it, and above it the state */
	NUMBER_FOUND, /* the version that a load of these indices reads; payload: its buffer, and above it the last version */
	NUMBER_LAST,  /* the last store of a run with these indices; payload: the run */
};
struct number_value {
	uint64_t payload;
	struct tir_type type;
	/* wraps: as a whole number it may be another sum; quiet: to compute it neither traps nor calls nor loads */
	uint32_t op : 7, wraps : 1, quiet : 1, n : 23;
	uint32_t first; /* of its n words */
	uint32_t note;
};

/* ---- Variables and memory, as the program defines them ------------------------------------*/
enum number_bound { NUMBER_UNBOUND, NUMBER_BOUND, NUMBER_BOUND_TO_READ };
/* Numbers of the bounds of a loop: as the program goes, and in another iteration of the loop `apart`; NUMBER_NONE: not
 * asked for yet. */
struct number_bounds {
	uint32_t min, extent, other_min, other_extent, apart;
};
struct number_var {
	const struct tir_expr *e; /* it stands for that, in that state; NULL: for itself */
	uint32_t state;
	uint32_t loop; /* the innermost loop that defines it, its own included; or NUMBER_NONE */
	const struct tir_stmt *by; /* of f, that defines it; or NULL */
	uint8_t bound;             /* enum number_bound: by f, in a statement or a Let */
	bool bounded,
	        idle; /* idle: the loop that counts it never runs, by the ranges of other variables */
	int64_t lo, hi;     /* bounded: what it may be */
	int32_t step, rest; /* it is a multiple of `step` and `rest`, if `step` is above 1 */
	struct number_bounds *bounds; /* NULL: not asked for yet */
};
enum number_writer { NUMBER_BY_ANYTHING, NUMBER_BY_STORE, NUMBER_BY_LOOP /* with stores alone */ };
struct number_version {
	uint32_t alias_class, before; /* before: the version that it replaced, or NUMBER_NONE */
	uint32_t skip, depth; /* a version farther back, in the number of versions before it */
	uint32_t what;        /* BY_STORE: in stores; BY_LOOP: the loop */
	enum number_writer by;
};
/* A store on the way here.  Its numbers are had when the first one that reads memory is asked for. */
struct number_store {
	const struct tir_stmt *s;
	uint32_t state;  /* before it */
	uint32_t stored; /* the value, or NUMBER_NONE: not known */
	uint32_t first;  /* of the numbers of its indices, in words */
	uint32_t run,
	        same; /* from 1; the store before in the run with the same indices, or NUMBER_NONE */
};
struct number_loop_store {
	const struct tir_stmt *s;
	bool idle; /* in a loop that never runs */
};
struct number_loop {
	uint32_t first, n;       /* in loop_writes */
	uint32_t store, nstores; /* in all_stores: those in its body */
	uint32_t end;            /* the number of the first loop behind it */
};
struct number_loop_write {
	uint32_t alias_class;
	bool by_stores; /* nothing else writes to it in the loop */
};
struct number_undo {
	uint32_t alias_class, version;
};
/* Stores that follow each other, whose indices differ in constants alone. */
struct number_run {
	uint32_t before, last; /* versions: before the first one; of the last one */
};
struct number_walk {
	const struct tir_expr *e;
	uint32_t state, next;
};

struct numbers {
	struct tir_module *m;
	const struct tir_func *f;
	const struct proof_contract *contract;
	struct arena *arena;
	/* values */
	VEC(struct number_value) all;
	VEC(uint32_t) words;
	struct lookup lookup;
	uint32_t *of_expr,
	        nof; /* by expression that reads no memory; NULL: nothing was asked for yet */
	uint32_t lane, nkeys, nothers; /* nothers: questions about another iteration so far */
	VEC(struct number_walk) walk;
	VEC(uint32_t) kids;
	uint64_t looks;      /* at stores far back and in loops that are left */
	bool keeps_divisors; /* x // y // z is not x // (y * z), if y or z is no constant */
	bool *positive; /* by expression of the first npositive (number_positive.c); NULL: nobody asked */
	uint32_t npositive;
	bool whole_divisors; /* what proof_number_divisors_are_whole says, once positive is there */
	const struct tir_func *after; /* the other program, or NULL */
	bool confused;                /* the variable of a Let has two values */
	bool follows_lets;            /* variables of Lets stand for what these read, too */
	/* the program */
	struct number_var *var; /* by variable */
	uint32_t *alias_class;  /* by buffer */
	uint32_t nalias_classes, nstmts;
	bool *escapes; /* by alias class: an unknown function may change it */
	VEC(struct number_loop) loops;
	VEC(struct number_loop_write) loop_writes;
	VEC(struct number_loop_store) all_stores;
	/* the way here */
	uint32_t *current; /* by alias class: its version */
	uint32_t state, next_loop;
	VEC(struct number_version) versions;
	VEC(struct number_store) stores;
	VEC(uint32_t) path; /* stores on it */
	uint32_t nknown;    /* of those, whose numbers are had */
	VEC(struct number_undo) undo;
	VEC(uint32_t) dirty; /* alias classes written to on the paths that meet next */
	uint32_t *stamp, stamps;
	VEC(struct number_run) runs;
};

/* ---- The program (number_survey.c) -------------------------------------------------------*/
void proof_numbers_begin(struct numbers *n, const struct tir_func *f,
        const struct proof_contract *contract, struct arena *arena);
/* The buffer that a load names: views that differ in nothing are one. */
const struct tir_buffer *proof_number_buffer(const struct tir_buffer *b);

/* ---- States (number_state.c) -------------------------------------------------------------
 * Told by whoever walks the function, in the order in which it runs. */
void proof_numbers_store(struct numbers *n, const struct tir_stmt *s);
/* A buffer begins, its contents undefined. */
void proof_numbers_alloc(struct numbers *n, const struct tir_stmt *s);
/* An unknown function was called. */
void proof_numbers_call(struct numbers *n);
/* A path begins; proof_numbers_leave forgets what was done to memory on it, and proof_numbers_meet makes new versions of that when
 * the last of the paths has ended. */
struct number_mark {
	uint32_t undo, state, dirty, path;
};
struct number_mark proof_numbers_enter(const struct numbers *n);
void proof_numbers_leave(struct numbers *n, struct number_mark mark);
void proof_numbers_meet(struct numbers *n, struct number_mark mark);
/* The number of the next loop in order of their heads; new versions of all it writes to. */
uint32_t proof_numbers_loop(struct numbers *n);
void proof_numbers_iterate(struct numbers *n, uint32_t loop);
/* A loop without iterations: what is in it is no part of the program. */
static inline bool number_never_runs(const struct tir_stmt *s)
{
	return s->kind == TIR_FOR && tir_loop_ascends(s) &&
	       tir_as_for(s)->extent.e->op == TIR_INT_IMM && tir_as_for(s)->extent.e->u.i <= 0;
}
/* The same, or the ranges of other variables say so. */
static inline bool number_is_idle(const struct numbers *n, const struct tir_stmt *s)
{
	return number_never_runs(s) || (s->kind == TIR_FOR && n->var[tir_as_for(s)->var->id].idle);
}
/* Pass by such a loop. */
void proof_numbers_skip(struct numbers *n);
/* The class's version in a state on the way here. */
uint32_t proof_number_version_in(const struct numbers *n, uint32_t alias_class, uint32_t state);

/* ---- Values (number_table.c) -------------------------------------------------------------*/
/* The number of what looks so, made if it is new. */
uint32_t proof_number_of_words(struct numbers *n, uint32_t op, struct tir_type type,
        uint64_t payload, const uint32_t *word, uint32_t nwords);
uint32_t proof_number_unique(struct numbers *n, struct tir_type type);
/* Is x an operation, with these words, that neither traps nor calls nor loads, whatever its operands are? */
bool proof_number_is_plain(const struct numbers *n, const struct number_value *x,
        const uint32_t *word);
static inline bool number_divides(const struct number_value *x)
{
	return x->op == TIR_FLOORDIV || x->op == TIR_FLOORMOD || x->op == TIR_DIV ||
	       x->op == TIR_MOD;
}
/* How far the operands of x lie apart in its words. */
static inline uint32_t number_step(const struct number_value *x)
{
	return x->op == NUMBER_SUM ? 3 : 1;
}
/* The number that e was given, in that state if it reads memory; NUMBER_NONE: none. */
uint32_t proof_number_known(struct numbers *n, const struct tir_expr *e, uint32_t state);
void proof_number_note(struct numbers *n, const struct tir_expr *e, uint32_t state,
        uint32_t number);
static inline bool number_reads(const struct tir_expr *e)
{
	return e->flags & (TIR_READS_MEM | TIR_HAS_EFFECT);
}
enum { NAMED_NODES = 256, NAMED_KIDS = 8 };
/* Does the variable stand for itself, as f binds it to what has a Let in it? */
static inline bool number_is_name(const struct number_var *v)
{
	return v->by && v->by->kind == TIR_BIND && (tir_value_of(v->by)->flags & TIR_HAS_LET) != 0;
}
static inline const uint32_t *number_words(const struct numbers *n, uint32_t number)
{
	return n->words.at + n->all.at[number].first;
}
/* Is it an integer constant?  *c is it then. */
static inline bool number_is_constant(const struct numbers *n, uint32_t number, int64_t *c)
{
	*c = (int64_t)n->all.at[number].payload;
	return n->all.at[number].op == TIR_INT_IMM;
}

static inline uint32_t number_constant(struct numbers *n, struct tir_type t, int64_t c)
{
	return proof_number_of_words(n, TIR_INT_IMM, t, (uint64_t)c, NULL, 0);
}

/* ---- Sums (number_sum.c) -----------------------------------------------------------------*/
/* constant + factors times values, modulo two to the power of the type's bits: all are kept as signed numbers.  A factor of 0: the value
 * is computed, and may trap (proof_number_sum_settle). */
struct number_sum {
	struct tir_type type;
	int64_t constant;
	uint32_t n;
	bool lost;  /* a term fell out */
	bool wraps; /* a factor did not fit: as a whole number it is another one */
	struct number_term {
		uint32_t value;
		int64_t factor;
	} term[NUMBER_TERMS];
};
void proof_number_sum_clear(struct number_sum *s, struct tir_type type, int64_t constant);
/* The sum a value is; itself times one if it is none. */
void proof_number_sum_of(const struct numbers *n, uint32_t value, struct number_sum *s);
/* The same for a question about the number that it is: sums that were left as they are written are added up, and terms that fell
 * out are gone. */
void proof_number_sum_whole(struct numbers *n, uint32_t value, struct number_sum *s);
/* The same sum in int64, of the whole numbers that its signed terms of 32 bits and more are: casts of these are looked
 * through.  Only of what the program computes here, whose signed sums do not overflow.  false: it may be another number. */
bool proof_number_sum_wide(struct numbers *n, struct number_sum *s);
/* a += factor * value, a += factor * b, a *= b; false: there are too many terms. */
bool proof_number_sum_term(struct number_sum *a, uint32_t value, int64_t factor);
bool proof_number_sum_add(struct number_sum *a, const struct number_sum *b, int64_t factor);
bool proof_number_sum_multiply(struct numbers *n, struct number_sum *a, const struct number_sum *b);
/* Terms fell out of a sum of these values.  A call must be made all the same, and what traps in one program must not be missed
 * in the other: such values stay in s, times 0.  False: there are too many. */
bool proof_number_sum_settle(const struct numbers *n, struct number_sum *s, const uint32_t *kids,
        uint32_t nkids);
uint32_t proof_number_of_sum(struct numbers *n, const struct number_sum *s);
/* The number as one of its type: of unsigned types not below 0. */
static inline int64_t number_in_type(struct tir_type t, int64_t x)
{
	unsigned up = 64u - t.bits;
	return t.code == TIR_TYPE_UINT ? (int64_t)((uint64_t)x << up >> up)
	                               : (int64_t)((uint64_t)x << up) >> up;
}

/* ---- Ranges (number_range.c) -------------------------------------------------------------*/
/* The sum as a whole number lies in [*lo, *hi], its lanes aside; false: not known.  That holds where an operand overflows,
 * too: an expression may be computed where the program would not compute it. */
bool proof_number_range(const struct numbers *n, const struct number_sum *s, int64_t *lo,
        int64_t *hi);
/* The same of what the program computes here, whose signed sums of 32 bits and more do not overflow. */
struct number_range {
	int64_t lo, hi;
};
bool proof_number_sum_lies(const struct numbers *n, const struct number_sum *s,
        struct number_range *r);
bool proof_number_value_lies(const struct numbers *n, uint32_t value, struct number_range *r);

/* ---- Differences (number_differ.c) -------------------------------------------------------*/
/* Do the indices a and b differ in every lane?  NUMBER_ASKS: that depends on the bounds of *var, a variable or
 * one in another iteration; they must be numbered first. */
enum number_apart { NUMBER_MAY_MEET, NUMBER_APART, NUMBER_ASKS };
enum number_apart proof_number_differ(struct numbers *n, uint32_t a, uint32_t b, uint32_t *asked);

/* ---- Divisors (number_positive.c) --------------------------------------------------------*/
/* Is the divisor of the quotient e positive wherever f, and the other program, compute e? */
bool proof_number_divides_by_positive(struct numbers *n, const struct tir_expr *e);
/* Does no divisor of f, and of the other program, wrap around where its sums and products as whole numbers do not? */
bool proof_number_divisors_are_whole(struct numbers *n);

/* ---- Quotients (number_quotient.c) -------------------------------------------------------*/
/* Does the sum as a whole number fit its type?  Then that is what it computes; *lo: the least. */
bool proof_number_fits(const struct numbers *n, const struct number_sum *s, int64_t *lo);
/* The number of a quotient or remainder by a constant that is known as a sum; false: it is none, or is not known. */
bool proof_number_of_quotient(struct numbers *n, struct tir_type t, uint32_t op,
        const uint32_t *kid, uint32_t *number);
/* Are they equal as polynomials of quotients, where one has multiplied what the other one has as a remainder? */
bool proof_number_same_polynomial(struct numbers *n, uint32_t a, uint32_t b);
/* Write quotients times their divisors, and remainders, in the sum in one way. */
void proof_number_take_remainder(struct numbers *n, struct number_sum *s);

/* ---- Operations (number_rules.c) ---------------------------------------------------------*/
/* The number of e, which reads no memory itself, of operands with these numbers. */
uint32_t proof_number_of_operation(struct numbers *n, const struct tir_expr *e,
        const uint32_t *kids);

/* ---- Runs (number_run.c) -----------------------------------------------------------------*/
/* Do the indices differ, if at all, by constants that no lane makes up for? */
bool proof_number_run_has(const struct numbers *n, uint32_t version, const uint32_t *index);
/* The last store of the run of version `at` up to it with these indices; NUMBER_NONE: none, *before is the version
 * before the run. */
uint32_t proof_number_run_find(struct numbers *n, uint32_t at, const uint32_t *index,
        uint32_t *before);

/* ---- Expressions (number.c) --------------------------------------------------------------*/
/* The number of e in that state, which is on the way here. */
uint32_t proof_number_in(struct numbers *n, const struct tir_expr *e, uint32_t state);
/* The same now, but that what f binds to a value with a Let in it is one value, as it is for CSE: the sum that it may be can have
 * too many terms to be multiplied. */
uint32_t proof_number_of_names(struct numbers *n, const struct tir_expr *e);
/* e lies in [*lo, *hi], whatever memory holds; false: not known. */
bool proof_number_range_of(struct numbers *n, const struct tir_expr *e, int64_t *lo, int64_t *hi);

#endif
