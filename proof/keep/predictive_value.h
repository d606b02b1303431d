/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/keep/predictive_value.h: values by number: what predictive_value.c and predictive_sum.c share. */
#ifndef TIRC_PROOF_PREDICTIVE_VALUE_H
#define TIRC_PROOF_PREDICTIVE_VALUE_H

#include "proof/keep/predictive.h"

enum { MAX_FACTORS = 4 };

/* What a number stands for: its first word. */
enum kind { KIND_SUM = 1, KIND_PRODUCT, KIND_EXTREME, KIND_LOAD, KIND_NODE, KIND_LEAF, KIND_CALL };

struct key {
	uint64_t hash;
	uint32_t at, n; /* words */
};
/* An expression that was evaluated. */
struct done {
	const struct tir_expr *e;
	int64_t on;
	uint32_t lane, value;
	bool first, early, names, quiet;
};
struct predicted_values {
	VEC(struct key) key; /* by number; 0: none */
	VEC(uint64_t) word;
	uint32_t *slot, nslots;
	struct done *done;
	uint32_t ndone, most; /* a power of two */
	uint32_t steps, nesting;
};

struct term {
	uint64_t factor;
	uint32_t atom;
};
/* constant + factor * atom + ..., modulo 2^bits. */
struct sum {
	uint32_t bits, n;
	uint64_t constant;
	struct term term[PREDICTED_TERMS];
};

static inline uint64_t proof_value_mix(uint64_t h, uint64_t v)
{
	h = (h ^ v) * UINT64_C(0x9e3779b97f4a7c15);
	return h ^ h >> 29;
}
/* The number of these words; the words of a number. */
uint32_t proof_value_number(struct predicted *x, uint32_t n, const uint64_t *word);
const uint64_t *proof_value_words(const struct predicted *x, uint32_t value);
/* 0, and why. */
uint32_t proof_value_fail(struct predicted *x, const char *why);

uint32_t proof_value_of_sum(struct predicted *x, const struct sum *s);
/* The sum that the number is; false: it is none. */
bool proof_value_sum(const struct predicted *x, uint32_t value, struct sum *s);
/* A number that is no sum, of an integer type: as one. */
uint32_t proof_value_as_sum(struct predicted *x, struct tir_type t, uint32_t atom);
/* s += factor * t; out = a * b.  False: there are too many terms. */
bool proof_value_add(struct sum *s, const struct sum *t, uint64_t factor);
bool proof_value_multiply(struct predicted *x, const struct sum *a, const struct sum *b,
        struct sum *out);

#endif
