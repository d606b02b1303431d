/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/nest.h: nests of loops, each as what it stores: one expression over its loops.
 *
 * Words.  A nest stores buffer[index] = value in all iterations of its loops, each element once.  A *reduction* in the value is
 * a variable of its own, which stands for init op term op term ... over loops of its own. */
#ifndef TIRC_LOOPS_NEST_H
#define TIRC_LOOPS_NEST_H

#include "tir/tir.h"

enum { NEST_LOOPS = 10, NEST_STMTS = 64 };

/* From 0 in steps of 1. */
struct nest_loop {
	const struct tir_var *var;
	int64_t extent;
};
struct nest_loops {
	struct nest_loop at[NEST_LOOPS];
	uint32_t n;
};
struct nest_reduce {
	const struct tir_var *var;          /* that stands for it */
	enum tir_op op;                     /* SUB: terms are subtracted */
	const struct tir_expr *init, *term; /* init does not name the loops */
	struct nest_loops loops;
};
/* What stands for a number that is known only where the nest is done: it is below that. */
struct nest_outside {
	const struct tir_var *var;
	const struct tir_expr *is;
	int64_t extent;
};
struct nest {
	struct nest_loops loops; /* the outermost first */
	struct {
		struct nest_outside at[NEST_LOOPS];
		uint32_t n;
	} outside; /* of a nest that stands in loops */
	struct tir_buffer *buffer;
	const struct tir_expr *index, *value;
	const struct tir_stmt *loop; /* the outermost loop around its store */
	/* The statements of the body that it replaces: bit i is the i-th.  It is done where the last of them stood. */
	uint64_t from;
	bool is_gone; /* each reader computes its value itself */
};
/* What memory of the function's own holds, nest by nest. */
struct nest_range {
	const struct tir_buffer *buffer;
	int64_t least, most;
};
struct nests {
	struct tir_module *m;
	struct arena *arena;
	VEC(struct nest) all;
	VEC(struct nest_reduce) reduces;
	VEC(struct nest_range) ranges;
	uint64_t left;           /* statements of the body that stay as they are */
	bool moved;              /* terms of reductions hold what was stored elsewhere */
	struct tir_subst *subst; /* of nest_subst: kept from one call to the next; NULL: none yet */
	struct emit_memos *memos; /* of emit.h: kept from one cover to the next; NULL: none yet */
};

/* Read the statements of f's body, at most NEST_STMTS: buffers of one dimension, loops from 0 to constants, integers.
 * Replace loads of f's own memory by what was stored there, where that is cheap (forward substitution); in terms of reductions only if
 * in_terms.  False: f may write to memory in a way that is not known. */
bool nest_read(struct nests *n, const struct tir_func *f, bool in_terms, struct arena *arena);
/* What leaves any value of the type, of 32 bits or less, as it is; false: nothing. */
bool nest_identity(enum tir_op op, struct tir_type t, int64_t *out);
/* What the variable stands for; NULL: it is another one. */
const struct nest_reduce *nest_reduction(const struct nests *n, const struct tir_expr *e);
/* e with expressions in the place of n variables, also in what its reductions are. */
const struct tir_expr *nest_subst(struct nests *n, const struct tir_expr *e, uint32_t nvars,
        const struct tir_var *const *var, const struct tir_expr *const *to);
/* Is that node in e, or in one of its reductions? */
bool nest_names(const struct nests *n, const struct tir_expr *e, const struct tir_expr *what);
/* Call visit for e and all below, also in its reductions, until it returns false. */
bool nest_walk(const struct nests *n, const struct tir_expr *e,
        bool (*visit)(void *ctx, const struct tir_expr *e), void *ctx);
/* Does the nest load what it stores over? */
bool nest_loads_own(const struct nests *n, const struct nest *x);
/* Is what the statements load of b's memory loaded before they store it, each element?  False: not so, or that is not known. */
bool nest_loads_first(const struct tir_seq *s, const struct tir_buffer *b, struct arena *arena);
/* e as a number and a sum of multiples of variables; false: it is none. */
enum { NEST_TERMS = 16 };
struct nest_sum {
	int64_t number;
	uint32_t n;
	struct {
		const struct tir_var *var;
		int64_t factor;
	} term[NEST_TERMS];
};
bool nest_sum_of(const struct tir_expr *e, struct nest_sum *out);
int64_t nest_factor(const struct nest_sum *s, const struct tir_var *v);

#endif
