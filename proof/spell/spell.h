/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/spell/spell.h: the whole numbers that the expressions of two programs stand for, in one form.
 *
 * Words.  An *atom* is a number that is not taken apart: an iteration, what was loaded, a quotient, a condition.  A *sum* is a
 *         constant and products of atoms with constant factors; two sums that are equal have one number.  A *place* says under
 *         which conditions of a statement something is computed. */
#ifndef TIRC_PROOF_SPELL_H
#define TIRC_PROOF_SPELL_H

#include "proof/values/bounds.h"

enum {
	SPELL_TERMS = 48,
	SPELL_FACTORS = 6,
	SPELL_WORDS = 64,         /* of an atom's key, but for operations of more operands */
	SPELL_OPERANDS = 1 << 12, /* of an operation: lanes of a shuffle */
	SPELL_STEPS = 1 << 22,
	SPELL_DEPTH = 400, /* of expressions */
	SPELL_ASKS = 3,    /* bounds that are asked for to find others */
	SPELL_CASES = 8,   /* conditions that are taken to hold, or not to */
	SPELL_MEMORY = 8,  /* allocations that the second program alone has */
	SPELL_DIGITS = 6,  /* loops in the place of one */
	SPELL_FUSED = 4,   /* such loops around */
};
#define SPELL_NONE UINT32_MAX

/* What an atom may be besides an operator of tir/ops.def. */
enum spell_kind {
	SPELL_LOOP = TIR_NOPS, /* an iteration */
	SPELL_BOUND,           /* what a name is bound to */
	SPELL_ABS,             /* an absolute value */
	SPELL_WRAPS,           /* a sum, cut off to its type */
	SPELL_AT_LEAST_0,      /* is the sum so? */
	SPELL_IS_0,
	SPELL_ALL, /* are all of these conditions so?  Twice each one's number, and 1 for its contrary */
	/* These are no numbers, but lie in the same table. */
	SPELL_PLACE, /* the place around, the condition, does it hold? */
	SPELL_DONE,  /* that is computed in that place by the first program */
};

/* factor * x[0] * ... * x[n - 1]: atoms, ascending. */
struct spell_term {
	int64_t factor;
	uint32_t n, x[SPELL_FACTORS];
};
struct spell_sum {
	int64_t constant;
	uint32_t n;
	bool lost; /* there were too many terms, or a number was too large */
	struct spell_term term[SPELL_TERMS];
};
struct spell_atom {
	uint32_t kind, n, first; /* of its n words */
	struct proof_bounds b;
};
struct spell_kept {
	int64_t constant;
	uint32_t n, first; /* of its terms */
	struct proof_bounds b;
};
/* What was found out of an expression. */
struct spell_memo {
	uint32_t stamp, place, number;
};
/* One of the two programs. */
struct spell_side {
	VEC(uint32_t) var; /* by number: the sum that it is, plus 1; 0: itself */
	VEC(struct spell_memo) memo;
	uint32_t effects; /* calls with one, of the statement */
};
/* An allocation of the second program, and the one of the first that it stands for; NULL: none yet. */
struct spell_memory {
	const struct tir_buffer *of, *to;
};
/* A loop of the first program that the second one has as a nest of n loops.  digit: the variables of the nest, extent: how often each
 * loop runs, at least once; the innermost loop comes first.  all: how often the loop of the first program runs, the product of the
 * extents. */
struct spell_fused {
	uint32_t all, n, digit[SPELL_DIGITS], extent[SPELL_DIGITS]; /* sums */
	uint32_t bits;                                              /* of the loop's variable */
};
struct spell {
	struct arena *arena;
	const struct tir_func *f, *g;
	VEC(uint32_t) words;
	VEC(struct spell_atom) atoms;
	struct lookup atom_lookup;
	VEC(struct spell_term) terms;
	VEC(struct spell_kept) sums;
	struct lookup sum_lookup;
	struct spell_side side[2]; /* before, after */
	uint32_t now;              /* which of them is read */
	uint32_t stamp;            /* of the statement */
	struct {
		uint32_t atom;
		bool holds;
	} assumed[SPELL_CASES]; /* of conditions */
	uint32_t nassumed;
	struct spell_memory memory[SPELL_MEMORY];
	uint32_t nmemory, loops; /* loops: that are around */
	struct spell_fused fused[SPELL_FUSED];
	uint32_t nfused;
	uint32_t place, depth;
	uint64_t steps; /* left */
	const char *why;
};

/* ---- Atoms and sums (spell_sum.c) ----------------------------------------------------------*/
/* The atom of that key, with these bounds if it is new. */
uint32_t proof_spell_atom(struct spell *s, uint32_t kind, uint32_t n, const uint32_t *word,
        struct proof_bounds b);
/* The same; SPELL_NONE: there is none. */
uint32_t proof_spell_find(struct spell *s, uint32_t kind, uint32_t n, const uint32_t *word);
static inline const uint32_t *spell_words(const struct spell *s, uint32_t atom)
{
	return s->words.at + s->atoms.at[atom].first;
}
/* The sum's number. */
uint32_t proof_spell_keep(struct spell *s, struct spell_sum *x);
void proof_spell_sum(const struct spell *s, uint32_t sum, struct spell_sum *x);
uint32_t proof_spell_number(struct spell *s, int64_t n);
/* The atom as a sum; a number, if it is a condition whose value is assumed. */
uint32_t proof_spell_single(struct spell *s, uint32_t atom);
/* The atom that the sum is; SPELL_NONE: it is another one. */
uint32_t proof_spell_is_atom(const struct spell *s, uint32_t sum);
bool proof_spell_is_number(const struct spell *s, uint32_t sum, int64_t *n);
/* a + factor * b; a * b.  SPELL_NONE: it is too large. */
uint32_t proof_spell_add(struct spell *s, uint32_t a, uint32_t b, int64_t factor);
uint32_t proof_spell_multiply(struct spell *s, uint32_t a, uint32_t b);
struct proof_bounds proof_spell_bounds(struct spell *s, uint32_t sum);

/* ---- Operations on numbers (spell_rules.c) -------------------------------------------------*/
/* a // c, c above 0. */
uint32_t proof_spell_floor(struct spell *s, uint32_t a, int64_t c);
/* Is a >= 0, is a = 0, are both conditions so, is the condition not so? */
uint32_t proof_spell_at_least_0(struct spell *s, uint32_t a);
uint32_t proof_spell_is_0(struct spell *s, uint32_t a);
uint32_t proof_spell_both(struct spell *s, uint32_t a, uint32_t b);
uint32_t proof_spell_not(struct spell *s, uint32_t a);
/* The atom that the condition is, or that it is the contrary of; SPELL_NONE: it is none. */
uint32_t proof_spell_literal(const struct spell *s, uint32_t sum, bool *contrary);
/* Assume that the atom, a condition, holds or does not, and with several all of them.  False: too much is assumed. */
bool proof_spell_assume(struct spell *s, uint32_t atom, bool holds);
uint32_t proof_spell_extreme(struct spell *s, bool max, uint32_t a, uint32_t b);
/* The sum, with an absolute value in the place of a greatest one less the least of the same two. */
uint32_t proof_spell_difference(struct spell *s, uint32_t a);
/* a where the condition holds, else b. */
uint32_t proof_spell_choice(struct spell *s, uint32_t c, uint32_t a, uint32_t b);

/* ---- Expressions (spell_expr.c) ------------------------------------------------------------*/
/* The number of what e is in the program that is read; SPELL_NONE, with the reason: it does what the first one does not. */
uint32_t proof_spell_read(struct spell *s, const struct tir_expr *e);
/* The same, of one of the programs, where nothing is asked around. */
static inline uint32_t spell_read_as(struct spell *s, uint32_t side, const struct tir_expr *e)
{
	s->now = side;
	s->place = 0;
	return proof_spell_read(s, e);
}
/* A new statement: memory may be another one. */
void proof_spell_begin(struct spell *s);
/* The variable of the program that is read stands for the sum.  False with the reason: in the other one it is another sum. */
bool proof_spell_set(struct spell *s, const struct tir_var *v, uint32_t sum);
bool proof_spell_fails(struct spell *s, const char *why);

/* ---- Fused loops (spell_fused.c) -------------------------------------------------------------*/
/* Is the sum a product of numbers above 0, by their bounds or by what is assumed? */
bool proof_spell_above_0(struct spell *s, uint32_t sum);
/* Is it a number of digits of a fused loop, or a product of some of its extents?  It is not negative then, and no more bits hold it than
 * the loop's variable has. */
bool proof_spell_is_part(struct spell *s, uint32_t sum, uint32_t bits);
/* The quotient and the remainder of a by b, a product of extents of a fused loop; false: they are not known. */
bool proof_spell_split(struct spell *s, uint32_t a, uint32_t b, uint32_t *quotient, uint32_t *rest);
/* The fused loop's iteration. */
uint32_t proof_spell_iteration(struct spell *s, const struct spell_fused *f);

/* ---- Loops (spell_loops.c) -----------------------------------------------------------------*/
/* Has the loop nothing but iterations in an order that is the text's, or that is no matter? */
static inline bool spell_is_plain(const struct tir_stmt *l)
{
	return l->kind == TIR_FOR &&
	       (l->for_kind == TIR_SERIAL || l->for_kind == TIR_PARALLEL ||
	               l->for_kind == TIR_UNROLLED) &&
	       !(tir_as_for(l)->more->attr && tir_as_for(l)->more->attr->n) &&
	       !tir_as_for(l)->more->tag && tir_loop_step(l) > 0 &&
	       tir_as_for(l)->var->type.code == TIR_TYPE_INT;
}
struct spell_counts {
	uint32_t min, trips; /* sums */
};
/* The numbers of a loop's first value and of its iterations.  False with the reason. */
bool proof_spell_read_loop(struct spell *s, uint32_t side, const struct tir_stmt *l,
        struct spell_counts *c);
/* The loop's variable is its first value and so many steps.  That of the second program must hold what it counts: by its bounds,
 * or as the loop `like` of the first program, which counts the same, is of no wider type.  False with the reason. */
bool proof_spell_set_loop(struct spell *s, uint32_t side, const struct tir_stmt *l,
        const struct spell_counts *c, uint32_t iteration, const struct tir_stmt *like);
/* A number of its own. */
uint32_t proof_spell_new_atom(struct spell *s, uint32_t kind, struct proof_bounds b);
/* Do two loops that are perhaps in nests of more loops the same iterations?  Their variables are set then; *in, *out: what is in each of both.
 * False with the reason. */
bool proof_spell_same_loops(struct spell *s, const struct tir_stmt *l, const struct tir_stmt *m,
        const struct tir_seq **in, const struct tir_seq **out);

/* ---- Memory (spell_memory.c) ---------------------------------------------------------------*/
/* The second program allocates what the first one does not.  False with the reason: that is not compared. */
bool proof_spell_allocates(struct spell *s, const struct tir_stmt *alloc);
/* What stands for the buffer of the program that is read: itself, or an allocation of the second one. */
static inline const struct tir_buffer *spell_memory_of(const struct spell *s,
        const struct tir_buffer *b)
{
	for (uint32_t i = 0; !s->now && i < s->nmemory; i++)
		if (s->memory[i].of == b)
			return s->memory[i].to;
	return b;
}
/* May what x is to the first program be y to the second one?  Then it is from now on. */
bool proof_spell_same_memory(struct spell *s, const struct tir_buffer *x,
        const struct tir_buffer *y);
/* What variables and allocations of both stand for: at the begin of a case, and again at that of the next one. */
struct spell_meanings {
	uint32_t n[2], *var[2], nmemory;
	struct spell_memory memory[SPELL_MEMORY];
};
struct spell_meanings proof_spell_meanings(const struct spell *s);
void proof_spell_restore(struct spell *s, const struct spell_meanings *m);

#endif
