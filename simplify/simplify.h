/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* simplify/simplify.h: expressions, conditions and loops made simple: ranges, sums and rules. */
#ifndef TIRC_SIMPLIFY_H
#define TIRC_SIMPLIFY_H

#include "analysis/analysis.h"

/* Of index arithmetic: made of constants alone, or of loop variables and sizes, too. */
enum { CONSTANT = 1, COUNTS = 2 };

/* What one lane of an integer expression can be. */
struct range {
	int64_t lo, hi;
	bool done;     /* in a memo: the rest is filled in */
	bool known;    /* lo and hi mean something */
	uint8_t index; /* made of loop variables, sizes and constants alone; 0: of others, too */
	bool proved;   /* this node's own result fits its type, by the ranges of its operands */
	bool safe;     /* proved, or undefined otherwise: index arithmetic in int32 or int64 */
};

struct simplified {
	uint32_t stamp;
	const struct tir_expr *e;
};
struct simplifier {
	struct tir_module *m;
	struct arena *arena;
	VEC(struct range) range;            /* by expression */
	VEC(struct range) var;              /* by variable; not known: its type's */
	VEC(const struct tir_expr *) value; /* by variable: the atom that stands for it, or NULL */
	VEC(struct simplified) memo;        /* by expression */
	VEC(uint8_t) fact;                  /* by expression: 1 true, 2 false here */
	VEC(const struct tir_expr *) facts; /* those that hold, in order */
	uint32_t stamp;
	unsigned depth; /* of rules that use rules */
	/* What rules and sums ask of nodes that they make: all rules (fold.c). */
	const struct tir_expr *(*fold)(struct simplifier *s, const struct tir_expr *e);
};

/* One that knows nothing yet.  The arena is the pass's. */
struct simplifier simplify_begin(struct tir_module *m, struct arena *arena);

/* ---- Ranges (range.c) -------------------------------------------------------------------*/
struct range simplify_range_of(struct simplifier *s, const struct tir_expr *e);
/* Say what a variable can be, before its first use. */
void simplify_range_set(struct simplifier *s, const struct tir_var *v, int64_t lo, int64_t hi);
/* What a loop tells of its variable; true if it never runs, *once if it runs once. */
bool simplify_range_loop(struct simplifier *s, const struct tir_stmt *t, bool *once);
/* What a binding tells of its variable, and what the parameters' shapes do: they are not negative. */
void simplify_range_bind(struct simplifier *s, const struct tir_var *v,
        const struct tir_expr *value);
void simplify_range_shapes(struct simplifier *s, const struct tir_func *f);
/* Everything the type holds; false if that does not fit. */
bool simplify_range_type(struct tir_type t, int64_t *lo, int64_t *hi);

/* ---- Sums (linear.c) ---------------------------------------------------------------------
 * Each term has one factor x[0]: names and products of names are none. */
/* Take e apart; false if a part of it may wrap or there are too many terms. */
bool simplify_linear_of(struct simplifier *s, const struct tir_expr *e, struct affine_sum *out);
/* Put quotients and remainders of one division together. */
void simplify_linear_collect(struct simplifier *s, struct affine_sum *l);
/* Between what the sum's exact value lies; false if it may not fit 64 bits. */
bool simplify_linear_range(struct simplifier *s, const struct affine_sum *l, int64_t *lo,
        int64_t *hi);
/* The sum as an expression of that type, NULL if a step on the way might overflow where the sum
 * does not. */
const struct tir_expr *simplify_linear_build(struct simplifier *s, struct tir_type t,
        const struct affine_sum *l);
/* Operations that simplify_linear_build will make. */
uint32_t simplify_linear_nodes(const struct affine_sum *l);
/* Split l into a part that factor divides, divided by it, and the rest. */
void simplify_linear_split(const struct affine_sum *l, int64_t factor, struct affine_sum *quotient,
        struct affine_sum *rest);

/* ---- Rules (fold.c, fold_divide.c, fold_compare.c) --------------------------------------*/
/* The node, its operands simplified, as simple as the rules make it. */
const struct tir_expr *simplify_fold_node(struct simplifier *s, const struct tir_expr *e);
static inline const struct tir_expr *simplify_fold_binary(struct simplifier *s, enum tir_op op,
        const struct tir_expr *a, const struct tir_expr *b)
{
	return s->fold(s, tir_binary(s->m, op, a, b));
}
/* One kind of node each: the result, or NULL if no rule applies. */
const struct tir_expr *simplify_fold_divide(struct simplifier *s, const struct tir_expr *e);
const struct tir_expr *simplify_fold_compare(struct simplifier *s, const struct tir_expr *e);
const struct tir_expr *simplify_fold_vector(struct simplifier *s, const struct tir_expr *e);
/* True if evaluating e can be left out. */
static inline bool is_idle(const struct tir_expr *e)
{
	return !(e->flags & (TIR_MAY_TRAP | TIR_HAS_EFFECT));
}
static inline bool is_int(const struct tir_expr *e, int64_t v)
{
	return e->op == TIR_INT_IMM && e->u.i == v;
}

/* ---- Expressions and what holds (simplify.c) --------------------------------------------*/
const struct tir_expr *simplify_expr(struct simplifier *s, const struct tir_expr *e);
/* A body made simple; the ranges of what is defined outside are set. */
struct tir_seq simplify_seq(struct simplifier *s, const struct tir_seq *body);
/* The function, its index arithmetic, conditions and loops made simple.  The arena is the pass's. */
struct tir_func *simplify_func(struct tir_func *f, struct arena *arena);
/* Forget what names stand for: what defines them is made again, otherwise. */
void simplify_anew(struct simplifier *s);

#endif
