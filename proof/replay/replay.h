/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay.h: two programs run on symbols: what the files replay*.c share.
 *
 * Words.  A *symbol* stands for what a lane holds: a number that is known, or a polynomial of *atoms*, which are elements of
 * parameters as they are at first, and results of operations that are no sums or products.  A polynomial is kept as its
 * values at two points that nobody chose, numbers modulo the prime 2^61 - 1, and its constant: that counts modulo 2^bits. */
#ifndef TIRC_PROOF_REPLAY_H
#define TIRC_PROOF_REPLAY_H

#include "proof/internal.h"

enum {
	REPLAY_POINTS = 2,
	REPLAY_LANES = 128, /* that need no memory */
	REPLAY_CASES = 2,   /* conditions that hold or do not */
};

struct replay_symbol {
	uint64_t at
	        [REPLAY_POINTS]; /* of what is not known: of the polynomial without its constant */
	int64_t constant;        /* that, as far as 64 bits hold it */
	int64_t number; /* if known: as an immediate has it; of a chain: what its operands add up to */
	uint32_t
	        form; /* it is this sum of variables and the number, and not known (replay_form.h); 0: it is none */
	bool known;
	/* Of what is not known: the value is that of the polynomial, not only modulo 2^bits; it is an exact signed byte
	 * taken for an unsigned one. */
	bool exact, flipped;
	uint8_t chain; /* 1 + the operation whose result it is, one that takes operands in any order, and more (replay_chain.c); 0: none */
	/* Of what is not known: it is a number between these; false: any number of its type. */
	bool bounded;
	bool whole; /* of a sum: it is exact, as no operation in it overflows */
	int64_t least, most;
};
struct replay_memory {
	const struct tir_buffer *root;
	struct replay_symbol *cell;
	uint8_t *set; /* of a cell: it was stored to */
	int64_t n;
	bool reads, writes;
	uint32_t age; /* how often it was allocated */
};
/* Conditions that depend on parameters alone, in the order in which they were asked. */
struct replay_cases {
	struct replay_symbol condition[REPLAY_CASES];
	bool holds[REPLAY_CASES];
	uint32_t n;
};
struct replay_keys {
	VEC(uint64_t) all;
};
struct replay_forms;
struct replay_distances;
struct replay {
	const struct tir_func *f;
	struct arena *arena;
	bool second; /* the program that is to be proved: what the first one did is known */
	const char *why;
	enum proof_verdict verdict;
	uint64_t steps; /* left */
	struct replay_cases *cases;
	VEC(struct replay_memory) memory;
	uint32_t *number_of;          /* of memory, plus 1, by buffer */
	struct replay_symbol **value; /* by variable: its lanes */
	struct replay_symbol *stack;  /* lanes of operands */
	uint32_t used, room;
	int64_t *at;                  /* elements of the statement that stores */
	struct replay_symbol *stored; /* and what it stores */
	/* Signed operations that the first program did, and what came of them: those of 32 bits and more must not overflow. */
	uint64_t *done;
	uint64_t ndone, slots;
	struct replay_keys *
	        later; /* takes those of the second one, two by two, to be asked for later; NULL: they are asked for at once */
	/* What a load gives. */
	bool (*load)(struct replay *r, const struct tir_expr *e, struct replay_symbol *out);
	void *ctx; /* its own */
	/* Distances, each with the difference of which it is one; NULL: there is none. */
	struct replay_distances *distances;
	struct replay_forms *forms; /* sums of variables (replay_form.c); NULL: there are none */
	/* Sums and products of floats that stores go on with may be computed in any order; the one that is stored now; NULL: it is none. */
	bool any_order;
	const struct tir_expr *goes_on;
};

/* ---- Symbols (replay_symbol.c) -----------------------------------------------------------*/
/* All give false. */
bool proof_replay_fails(struct replay *r, enum proof_verdict v, const char *why);
bool proof_replay_unknown(struct replay *r, const char *why);
/* A fault of the first program is not ours. */
bool proof_replay_fault(struct replay *r, const char *why);
struct replay_symbol proof_replay_number(int64_t n);
/* An atom that the numbers name. */
struct replay_symbol proof_replay_atom(uint64_t a, uint64_t b, uint64_t c);
/* The float with these bits: an atom. */
struct replay_symbol proof_replay_float(struct tir_type t, uint64_t bits);
/* What the symbol of that type is hashed as. */
uint64_t proof_replay_hash(uint64_t h, struct tir_type t, const struct replay_symbol *x);
/* Have the two, of one type, the same value? */
bool proof_replay_is_same(struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y);
/* Is it, as a signed number, what its polynomial is, not only modulo 2^bits? */
bool proof_replay_is_exact(struct tir_type t, const struct replay_symbol *x);
/* op on two lanes of type t; false: it is no sum, difference or product. */
bool proof_replay_ring(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* |x - y| of two numbers that are known by their polynomials alone; false: they are not. */
bool proof_replay_distance(struct replay *r, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* If both are one distance: a difference whose square is theirs; else NULL. */
const struct replay_symbol *proof_replay_difference(const struct replay *r,
        const struct replay_symbol *x, const struct replay_symbol *y);
/* Read the two operands of |x - y|, as it is written of the larger and the smaller one, or of a difference and its negative;
 * false: it is something else.  (replay_distance.c) */
bool proof_replay_distance_of(const struct tir_expr *e, const struct tir_expr *of[2]);
/* Note that the first program does this signed operation, or ask whether it did: `result` names what comes of it, which overflows as
 * little where another operation gives it; 0: that is not known. */
bool proof_replay_may_overflow(struct replay *r, uint64_t key, uint64_t result);
/* Is it a load from a parameter's memory, which nobody stores to, at an index that symbols decide in all lanes?  Then what each loads: one
 * value for one index.  False with r->why: its index is not understood, or might lie outside; else it is no such load. (replay_memory.c) */
bool proof_replay_table(struct replay *r, const struct tir_expr *e, struct replay_symbol *out,
        bool *is_one);
/* Between which numbers a symbol of that type lies; false: in 64 bits that is not known.  (replay_bound.c) */
bool proof_replay_bounds(struct tir_type t, const struct replay_symbol *x, int64_t *least,
        int64_t *most);
/* Let out, of type t, lie between the two, if that type has them. */
void proof_replay_bound(struct tir_type t, int64_t least, int64_t most, struct replay_symbol *out);
/* Find bounds of op on two symbols of type t.  True: the exact result has them; false: it might not be a number of that type. */
bool proof_replay_bound_ring(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* Let out, which is one of both, lie where they do; op: the lesser (MIN), the larger (MAX), any (SELECT). */
void proof_replay_bound_choice(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* Let out, a cast of x, lie where x does.  A cast leaves a number that fits as it is, but operations on it are those of another type. */
void proof_replay_bound_cast(struct tir_type to, struct tir_type from,
        const struct replay_symbol *x, struct replay_symbol *out);
/* Let out, the result of op on x and a number, lie where masks, shifts, quotients and remainders do. */
void proof_replay_bound_number(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* The lesser or the larger of two that is surely that one; NULL: either may be. */
const struct replay_symbol *proof_replay_extreme(enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y);
/* Integers in an operation whose operands may stand in any order: what they add up to names it.  False: it is another operation.
 * (replay_chain.c) */
bool proof_replay_chain(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out);
/* Does a cast that leaves the number as it is leave the chain, too? */
bool proof_replay_keeps_chain(const struct replay_symbol *x);
/* Does the store go on with a sum or a product of floats that may be computed in any order? */
bool proof_replay_any_order(const struct replay *r, const struct tir_stmt *s);
/* x + y or x * y of floats, where a sum or a product goes on that may be computed in any order. */
struct replay_symbol proof_replay_goes_on(enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y);
/* Let out lie where |x - y| does, of two symbols of type t. */
void proof_replay_bound_distance(struct tir_type result, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y, struct replay_symbol *out);
/* A cast of an integer that is not known; false: it is not understood. */
bool proof_replay_cast(struct tir_type to, struct tir_type from, const struct replay_symbol *x,
        struct replay_symbol *out);

/* ---- Sums of variables (replay_form.c) ---------------------------------------------------*/
enum replay_answer {
	REPLAY_OTHER,  /* it is no such sum */
	REPLAY_DONE,   /* *out */
	REPLAY_FAILED, /* r->why */
};
/* op on two lanes of type t, of which one is a sum of variables at least. */
enum replay_answer proof_replay_linear(struct replay *r, enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y, struct replay_symbol *out);
/* Is the sum of variables the same number in that type? */
bool proof_replay_linear_cast(struct replay *r, struct tir_type to, const struct replay_symbol *x);

/* ---- Expressions (replay_expr.c) ---------------------------------------------------------*/
/* The lanes of e; false: r->why. */
bool proof_replay_expr(struct replay *r, const struct tir_expr *e, struct replay_symbol *out);
/* The same on the stack of operands; NULL: r->why. */
struct replay_symbol *proof_replay_operand(struct replay *r, const struct tir_expr *e);
/* Room for them there; NULL: there is none. */
struct replay_symbol *proof_replay_push(struct replay *r, uint32_t lanes);

/* Did the first program do this signed operation? */
bool proof_replay_did(const struct replay *r, uint64_t key);

/* ---- Memory (replay_memory.c) ------------------------------------------------------------*/
/* The lanes of what s stores; false: r->why. */
bool proof_replay_stored(struct replay *r, const struct tir_stmt *s, struct replay_symbol *out);
bool proof_replay_load(struct replay *r, const struct tir_expr *e, struct replay_symbol *out);
/* The memory of the buffer and the number of the element; false: r->why. */
bool proof_replay_place(struct replay *r, const struct tir_buffer *b, uint32_t nindex,
        const struct tir_expr *const *index, uint32_t lanes, int64_t *at,
        struct replay_memory **memory);

#endif
