/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/analysis.h: what is known of a function, each fact once, asked by every pass.
 *
 *     const struct facts *f = facts_begin(function, NULL, arena);
 *     struct access_list all;
 *     access_collect(f, &loop->body, 64, &scratch, &all);
 *     if (dependence_may(&(struct dependence_query){f, 1, {{loop, DEPENDENCE_LATER}}},
 *                 &all.at[0], &all.at[1]))
 *             ... a later iteration of the loop may touch what an earlier one touched ...
 *
 * Modules, and the prefixes of what they export:
 *     facts_       what defines each variable and each view, which loops are around it
 *     affine_      an integer expression as a sum of products with constant factors
 *     range_       between which constants an integer expression lies
 *     trip_        how often a loop runs
 *     alias_       may two buffers be one memory?
 *     access_      what a piece of code reads and writes, and at which byte
 *     effect_      what else it does
 *     dependence_  may two accesses touch one byte, in which iterations, and how far apart?
 * What the files of the folder share has the prefix analysis_.
 *
 * When a fact ends.  Facts are about one struct tir_func, whose statements nobody writes to while
 * they are in use: a pass that asks takes its function as it is and makes another one, of which facts
 * begin anew (test/unit/facts.c runs each such pass and looks whether it left its function alone).
 * Should a statement change nevertheless: what it said when the facts were gathered is compared with
 * what it says now where a definition is looked up, and a loop that is asked about must be the function's
 * very statement.  Where they differ, and for variables that were made since, the answer is "not known".
 *
 * Nothing here changes a program, or decides whether a change pays.  "Not known" is always safe:
 * two accesses may meet, an expression lies anywhere in its type. */
#ifndef TIRC_ANALYSIS_H
#define TIRC_ANALYSIS_H

#include "tir/tir.h"

/* ---- Facts of a function (facts.c) -------------------------------------------------------*/
struct facts;
/* What the caller knows. */
struct facts_options {
	/* May two buffer parameters overlap?  NULL: as tirx.noalias says. */
	bool (*alias)(void *ctx, const struct tir_buffer *a, const struct tir_buffer *b);
	void *ctx;
	/* The body is a part of a function: variables and views that it does not define are defined around it. */
	bool is_part;
};
#define FACTS_NO_LOOP UINT32_MAX
/* Gather what the statements of f say.  Everything lives in the arena.  O(statements), and nodes with
 * Lets and addresses. */
struct facts *facts_begin(const struct tir_func *f, const struct facts_options *options,
        struct arena *arena);
/* Does every statement say what it said when the facts were gathered?  O(statements): for tests of the passes that
 * ask. */
bool facts_are_current(const struct facts *f);
/* The statement that defines the variable: FOR, LAUNCH or BIND; NULL: a parameter, a Let's, or not
 * known. */
const struct tir_stmt *facts_definer(const struct facts *f, const struct tir_var *v);
/* Loops (FOR, WHILE, LAUNCH) have numbers, in the order of the text.  FACTS_NO_LOOP: it is not a loop of
 * the function, or not what it was. */
uint32_t facts_loop(const struct facts *f, const struct tir_stmt *loop);
const struct tir_stmt *facts_loop_stmt(const struct facts *f, uint32_t loop);
/* The loop around it, or FACTS_NO_LOOP. */
uint32_t facts_loop_around(const struct facts *f, uint32_t loop);
/* The outermost loop around it, or itself. */
uint32_t facts_loop_outermost(const struct facts *f, uint32_t loop);
/* Is the variable defined in the loop, or by it? */
bool facts_is_inside(const struct facts *f, const struct tir_var *v, uint32_t loop);
/* Has e one value in all iterations of the loop?  What memory holds is not looked at: false for
 * expressions that read it. */
bool facts_is_invariant(const struct facts *f, const struct tir_expr *e, uint32_t loop);

/* May the variable be in e, or be what memory that e reads was found by? */
bool facts_names(const struct facts *f, const struct tir_expr *e, const struct tir_var *v);

/* ---- Affine forms (affine.c) -------------------------------------------------------------*/
enum { AFFINE_TERMS = 16, AFFINE_FACTORS = 3 };
/* factor * x[0] * ... * x[n - 1], ordered by number. */
struct affine_term {
	int64_t factor;
	uint32_t n;
	const struct tir_expr *x[AFFINE_FACTORS];
};
/* constant + the terms, as integers without limits: signed integers of 32 and more bits do not overflow. */
struct affine {
	int64_t constant;
	uint32_t n;
	struct affine_term term[]; /* no two with the same factors x, none times 0 */
};
/* The sum that e is, names of sums (BIND) put in.  What is no sum, or too large a one, is a factor of its
 * own; so there is always an answer.  O(terms) a node, once a function. */
const struct affine *affine_of(const struct facts *f, const struct tir_expr *e);
/* A sum that is being made, with room for all its terms, which stay in the order in which they came. */
struct affine_sum {
	int64_t constant;
	uint32_t n;
	uint32_t nodes; /* operations that affine_read took apart for it */
	struct affine_term term[AFFINE_TERMS];
};
void affine_clear(struct affine_sum *s);
/* s += factor * a; s += factor * a * b.  False: there are too many terms, or a number too large. */
bool affine_add(struct affine_sum *s, const struct affine *a, int64_t factor);
bool affine_add_product(struct affine_sum *s, const struct affine *a, const struct affine *b,
        int64_t factor);
/* s += factor * b, for a sum that is being made itself; s += factor * e, e a factor of its own. */
bool affine_add_sum(struct affine_sum *s, const struct affine_sum *b, int64_t factor);
bool affine_add_factor(struct affine_sum *s, const struct tir_expr *e, int64_t factor);
enum { AFFINE_NODES = 64 };
/* s += factor * e, for who has no facts of a function: variables stand for themselves, and what splits says may be
 * taken apart (NULL: signed integers of 32 and more bits, and their casts to more) is, if it is a sum, a difference,
 * a product by a constant or a cast.  False: more than AFFINE_NODES are, there are too many terms, or a number is too
 * large. */
bool affine_read(struct affine_sum *s, const struct tir_expr *e, int64_t factor,
        bool (*splits)(void *ctx, const struct tir_expr *e), void *ctx);
/* *by: what the sum grows by if the variable of the loop, a FOR, grows by 1 and those of loops in it stay.
 * False: that depends on the variable itself, or on something else that changes in the loop. */
bool affine_growth(const struct facts *f, const struct affine_sum *s, const struct tir_stmt *loop,
        struct affine_sum *by);

/* The greatest common divisor; of 0 and x: x.  (divisor.c) */
uint64_t affine_gcd(uint64_t a, uint64_t b);
/* A number that divides e whatever its variables are; 0 if e is 0. */
uint64_t affine_divisor(const struct tir_expr *e);

/* ---- Intervals (interval.c) --------------------------------------------------------------*/
__extension__ typedef __int128 range_wide;
struct range_interval {
	range_wide lo, hi;
	bool known; /* false: any number */
};
/* Between which numbers the exact result of the binary operation lies, before it is put into the type. */
struct range_interval range_of_operation(enum tir_op op, struct tir_type t, struct range_interval a,
        struct range_interval b);
/* The same of a Ramp of so many lanes. */
struct range_interval range_of_ramp(struct range_interval base, struct range_interval stride,
        uint32_t lanes);
static inline range_wide range_min(range_wide a, range_wide b)
{
	return a < b ? a : b;
}
static inline range_wide range_max(range_wide a, range_wide b)
{
	return a > b ? a : b;
}

/* ---- Ranges and trip counts (range.c) ----------------------------------------------------*/
/* Every value that e has, where it is evaluated, lies in [*lo, *hi].  False: nothing is known that 64 bits
 * hold. */
bool range_limits(const struct facts *f, const struct tir_expr *e, int64_t *lo, int64_t *hi);
/* e is *least or more, by bounds that name other variables as well (0 <= j < i: i - j is 1 or more). */
bool range_least(const struct facts *f, const struct tir_expr *e, int64_t *least);
/* The most and the fewest iterations of a FOR, wherever it is reached; INT64_MAX: any number. */
int64_t trip_most(const struct facts *f, const struct tir_stmt *loop);
int64_t trip_least(const struct facts *f, const struct tir_stmt *loop);

/* ---- Aliases (alias.c) -------------------------------------------------------------------*/
/* The memory that the buffer is a view of: a parameter or an allocation; NULL: not known. */
static inline const struct tir_buffer *alias_root(const struct tir_buffer *b)
{
	return b->root;
}
/* May the two buffers of the function share a byte, by all that is known? */
bool alias_may(const struct facts *f, const struct tir_buffer *a, const struct tir_buffer *b);
/* May what is not seen (an unknown function, an unknown pointer, another thread) touch it? */
bool alias_escapes(const struct facts *f, const struct tir_buffer *b);

/* ---- Accesses (access.c) -----------------------------------------------------------------*/
enum access_kind {
	ACCESS_READ = 1,
	ACCESS_WRITE = 2,
};
/* One occurrence of a load, a store, or of an address that is given away. */
struct access {
	const struct tir_buffer *buffer; /* as it is written */
	const struct tir_stmt *stmt;     /* that holds it */
	const struct tir_expr *load;     /* NULL: the store that stmt is */
	unsigned kind;                   /* enum access_kind */
	bool anywhere;                   /* in the buffer's root: an address */
	uint32_t loop;                   /* the innermost around it */
};
struct access_list {
	VEC(struct access) all;
	bool whole;       /* false: the code has more, or what it does is not known */
	unsigned effects; /* enum effect */
};
/* What the statements, and those in them, access, in the order of the text; a node that a statement holds twice
 * is one.  At most `most`.  loop: the innermost around them. */
void access_collect(const struct facts *f, const struct tir_seq *code, uint32_t most, uint32_t loop,
        struct arena *arena, struct access_list *out);
/* A load in a statement, and the store that one is; loop: the innermost around it. */
struct access access_of_load(const struct tir_expr *load, const struct tir_stmt *s, uint32_t loop);
struct access access_of_store(const struct tir_stmt *store, uint32_t loop);
/* How many indices there are, and one of them. */
uint32_t access_rank(const struct access *a);
const struct tir_expr *access_index(const struct access *a, uint32_t i);
/* Is it the same element in all iterations of the loop, those of loops in it as well? */
bool access_is_invariant(const struct facts *f, const struct access *a, uint32_t loop);
/* Do the two name the same elements, index for index? */
bool access_is_same(const struct access *a, const struct access *b);
/* Where its first byte lies in its root: base, elem_offset, strides and the elements' width are in it.
 * Lane l lies l * *stride bytes further on, each of *width bytes.  False: not known. */
bool access_bytes(const struct facts *f, const struct access *a, struct affine_sum *at,
        int64_t *lanes, int64_t *stride, int64_t *width);

/* ---- Effects (effect.c) ------------------------------------------------------------------*/
enum effect {
	EFFECT_READS = 1,   /* memory, by a load */
	EFFECT_WRITES = 2,  /* by a store */
	EFFECT_UNKNOWN = 4, /* a call that may read and write what escapes */
	EFFECT_LEAVES = 8,  /* break, continue, return, an assertion: what follows may not run */
	EFFECT_LASTS = 16,  /* a loop that may have no end */
};
/* What running the statements may do. */
unsigned effect_of(const struct tir_seq *code);
/* What the statement itself does, those in it apart. */
unsigned effect_of_stmt(const struct tir_stmt *s);

/* ---- Dependences (dependence.c) ----------------------------------------------------------*/
/* In which iterations of a loop are the two accesses? */
enum dependence_when {
	DEPENDENCE_SAME,    /* both in one */
	DEPENDENCE_ANY,     /* each in any */
	DEPENDENCE_LATER,   /* the second one in a later iteration than the first */
	DEPENDENCE_EARLIER, /* in an earlier one */
	DEPENDENCE_BY,      /* exactly `by` iterations later */
};
enum { DEPENDENCE_LOOPS = 16 };
/* Loops from the outside.  Those around the first one: both accesses are in the same iteration.  Those in it
 * that are not named: each access in any iteration. */
struct dependence_query {
	const struct facts *facts;
	uint32_t n;
	struct dependence_loop {
		const struct tir_stmt *loop;
		enum dependence_when when;
		int64_t by;
	} at[DEPENDENCE_LOOPS];
};
/* May the two touch one byte?  False: never.  Kinds of access are not looked at. */
bool dependence_may(const struct dependence_query *q, const struct access *a,
        const struct access *b);

/* Do two integers, or all lanes of two vectors of them, surely differ?  a is seen as the first access's, b as the
 * second's. */
bool dependence_differ(const struct dependence_query *q, const struct tir_expr *a,
        const struct tir_expr *b);

/* The iterations of a loop that the second access is behind the first one where both touch one byte and all
 * loops further out are in one iteration. */
enum dependence_sign { SIGN_NEGATIVE = 1, SIGN_ZERO = 2, SIGN_POSITIVE = 4 };
struct distance {
	unsigned signs;          /* that occur: a set; 0: none does */
	int64_t least, greatest; /* no other distance occurs; INT64_MIN, INT64_MAX: not known */
	bool exact;              /* it is least, which is greatest */
};
/* May b, in a later iteration of the loop than a, touch a byte that a touched: loops around it in one iteration,
 * those in it in any?  *d: how many iterations later, 1 at least. */
bool dependence_later(const struct facts *f, const struct access *a, const struct access *b,
        const struct tir_stmt *loop, struct distance *d);

struct dependence {
	bool never; /* in no iteration of any of the loops */
	uint32_t n;
	struct distance loop[DEPENDENCE_LOOPS];
};
/* For n loops, from the outside, each around the next one and both accesses. */
struct dependence dependence_between(const struct facts *f, const struct access *a,
        const struct access *b, uint32_t n, const struct tir_stmt *const *loop);

#endif
