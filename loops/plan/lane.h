/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/lane.h: what an index is in one lane.
 *
 * Words.  Loops around vectors have *symbols*: their variables are not known, only their ranges.  In a lane every other variable is
 * a number, or a number and a multiple of one symbol.  So an index is a sum of symbols and a number. */
#ifndef TIRC_LOOPS_LANE_H
#define TIRC_LOOPS_LANE_H

#include "tir/tir.h"

enum { LANE_SYMBOLS = 10, LANE_TERMS = 6 };

struct lane_range {
	int64_t lo, hi;
};
/* number + the sum of factor * symbol; a truth is 0 or 1. */
struct lane_index {
	int64_t number;
	uint32_t n;
	struct {
		uint32_t symbol;
		int64_t factor;
	} term[LANE_TERMS]; /* by symbol, none is 0 */
};
/* What a variable is in lane l: number[l], or add, plus factor * symbol. */
struct lane_var {
	bool is_bound;
	const int32_t *number; /* NULL: there is none */
	int64_t add, factor;   /* factor 0: no symbol */
	uint32_t symbol;
};
/* What a sum of multiples of variables is in all lanes: in lane l add factor * number[l] of each part to the number. */
struct lane_sum {
	struct lane_index all;
	uint32_t n;
	struct {
		const int32_t *number;
		int64_t factor;
	} part[LANE_TERMS];
};
enum lane_fault { LANE_FINE, LANE_CUT, LANE_NONE };
struct lane_env {
	struct lane_var *var; /* by number */
	uint32_t nvars;
	struct lane_range range[LANE_SYMBOLS];
	uint32_t nsymbols;
	uint64_t steps; /* nodes that may be looked at */
	/* Why something is not known: CUT: it is, on both sides of value `at` of a symbol; NONE: it is no such sum. */
	enum lane_fault fault;
	uint32_t cut;
	int64_t at;
};

/* What e is in lane l; false with env->fault. */
bool lane_eval(struct lane_env *env, const struct tir_expr *e, uint32_t l, struct lane_index *out);
/* Is e of 32 bits, and a sum of multiples of variables that are bound?  Then read it once for all lanes. */
bool lane_sum_of(struct lane_env *env, const struct tir_expr *e, struct lane_sum *out);
/* What the sum is in lane l, as lane_eval says it; false with env->fault. */
bool lane_sum_at(struct lane_env *env, const struct lane_sum *s, uint32_t l,
        struct lane_index *out);
/* Does e name only variables that are bound, and nothing from memory? */
bool lane_is_index(struct lane_env *env, const struct tir_expr *e);
bool lane_same_symbols(const struct lane_index *a, const struct lane_index *b);
/* Is the sum nowhere above that number?  Else env->fault says where it is cut. */
bool lane_is_at_most(struct lane_env *env, const struct lane_index *x, int64_t most);
/* The least and the greatest value of the symbols' sum. */
struct lane_range lane_range_of(const struct lane_env *env, const struct lane_index *x);

#endif
