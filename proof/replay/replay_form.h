/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_form.h: numbers that are sums of variables, in programs that run on symbols.
 *
 * Words.  A *form* is a sum of variables, each times a number; a symbol is one plus its number.  A variable counts the
 * iterations of a loop, all of which are done at once: what is to be known of one is known of each number between its ends.
 * Where a condition holds for some of these alone, the range is to be *parted*: the run ends, and is done again for each
 * part. */
#ifndef TIRC_PROOF_REPLAY_FORM_H
#define TIRC_PROOF_REPLAY_FORM_H

#include "proof/replay/replay.h"

enum { REPLAY_VARS = 12 };
struct replay_range {
	int64_t least, most;
};
struct replay_form {
	int64_t factor[REPLAY_VARS];
	struct replay_range range;
};
struct replay_forms {
	struct replay_range var[REPLAY_VARS];
	uint32_t nvars;
	VEC(struct replay_form) all; /* by number; number 0 is the sum of none */
	/* The run ended because this variable's range is to be parted; `at` begins the upper part. */
	bool parts;
	uint32_t part;
	int64_t at;
};

/* A sum, and a number. */
struct replay_sum {
	int64_t factor[REPLAY_VARS], number;
};

/* Forget all forms: the variables have these ranges now. */
void proof_replay_forms_begin(struct replay *r);
/* The symbol's sum; false: it is none. */
bool proof_replay_sum_of(const struct replay *r, const struct replay_symbol *x,
        struct replay_sum *out);
/* The sum's symbol; false: it is too large. */
bool proof_replay_of_sum(struct replay *r, const struct replay_sum *s, struct replay_symbol *out);
/* s += by * t; false: it is too large. */
bool proof_replay_add(struct replay_sum *s, const struct replay_sum *t, int64_t by);
/* Between which numbers the sum lies; false: that is not known. */
bool proof_replay_range(const struct replay *r, const struct replay_sum *s,
        struct replay_range *out);
/* Part the range of the sum's only variable where the sum is 0 or more from there on, or down to there; false always. */
bool proof_replay_part(struct replay *r, const struct replay_sum *s);
/* *holds: is the sum 0 or more?  false: r->why, or a range is parted. */
bool proof_replay_at_least_0(struct replay *r, const struct replay_sum *s, bool *holds);
/* s = by * quotient + rest with 0 <= rest < by; false: r->why, or a range is parted. */
bool proof_replay_divide(struct replay *r, const struct replay_sum *s, int64_t by,
        struct replay_sum *quotient, struct replay_sum *rest);

#endif
