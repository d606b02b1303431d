/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/internal.h: what the files of proof/ share. */
#ifndef TIRC_PROOF_INTERNAL_H
#define TIRC_PROOF_INTERNAL_H

#include "proof/proof.h"

/* Is there no point in the set?  point: room for its nvars variables, set where it is refuted; or
 * NULL. */
enum proof_verdict proof_is_empty(struct proof *p, const struct proof_set *s, int64_t *point);
/* Count a proof of a loop that ended so. */
void proof_counted(struct proof *p, enum proof_verdict verdict);

/* s with from's variables numbered from `at` on: what two sets are joined by. */
struct proof_sum proof_sum_moved(const struct proof_sum *s, uint32_t at);
void proof_add_set(struct arena *arena, struct proof_set *to, const struct proof_set *from,
        uint32_t at);

/* Has e one value as long as none of its variables changes?  Not if it has an effect or a Let; memory is not looked
 * at.  (affine.c) */
bool proof_is_steady(const struct tir_expr *e, struct arena *scratch,
        bool (*changes)(const void *ctx, const struct tir_var *v), const void *ctx);

/* The greatest number that b divides a by at most; b is not 0. */
__extension__ typedef __int128 proof_wide;
static inline proof_wide proof_floor(proof_wide a, proof_wide b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
/* The greatest number that divides both, not below 0. */
static inline int64_t proof_divisor(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;
		a = b;
		b = rest;
	}
	return a < 0 ? -a : a;
}
/* Signed, and too wide to wrap around. */
static inline bool proof_is_exact(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32 && t.lanes == 1;
}
/* Is it what sums are made of? */
static inline bool proof_is_ring(const struct tir_expr *e)
{
	return e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL;
}
/* Is the variable an extent of a parameter's buffer, and so no less than 0?  (bounds.c) */
bool proof_is_size(const struct tir_func *f, const struct tir_var *v);

/* ---- Memory (alias.c) --------------------------------------------------------------------*/
/* The memory that the buffer is a view of; a view of a pointer of unknown origin: itself. */
const struct tir_buffer *proof_root(const struct tir_buffer *b);
/* May they share a byte?  Never two that are not one and of which one is an allocation. */
bool proof_may_overlap(const struct tir_func *f, const struct proof_contract *contract,
        const struct tir_buffer *a, const struct tir_buffer *b);

/* ---- Who names a buffer (vectorize_own.c) -------------------------------------------------*/
/* Do operands of the statement itself; does the statement, its own allocation apart; does one of the statements, `but`
 * apart?  Views of it count. */
bool proof_reads(struct arena *scratch, const struct tir_stmt *s, const struct tir_buffer *b);
bool proof_names(struct arena *scratch, const struct tir_stmt *s, const struct tir_buffer *b,
        const struct tir_stmt *but);
bool proof_seq_names(struct arena *scratch, const struct tir_seq *s, const struct tir_buffer *b,
        const struct tir_stmt *but);

/* ---- Sums of a program (affine.c) --------------------------------------------------------*/
/* A variable of the program, most of them of those that change in the nest. */
struct proof_local {
	const struct tir_var *var;
	const struct tir_expr *value; /* it is bound to that; NULL: it counts a loop, as: */
	struct proof_sum sum;
};
/* What is one number in the whole nest, but no sum. */
struct proof_atoms {
	VEC(const struct tir_expr *) all;
};
struct proof_reader {
	struct arena *arena;
	struct proof_atoms *atoms;
	const struct proof_local *local;
	uint32_t nlocals;
	const struct proof_local *outer; /* what was bound before the nest */
	uint32_t nouter;
	bool once; /* it is evaluated before all that the nest does: its loads are numbers, too */
	struct proof_set *set; /* takes constraints, and variables for what is not known */
};
/* The value of e as a sum.  What is not understood is a new variable, of which nothing is known. */
struct proof_sum proof_read(struct proof_reader *r, const struct tir_expr *e);
/* Add that the condition has this value, as far as it is understood. */
void proof_read_condition(struct proof_reader *r, const struct tir_expr *e, bool holds);
/* Add min <= v < min + extent, and that step divides v - min. */
void proof_read_range(struct proof_reader *r, const struct tir_stmt *loop,
        const struct proof_sum *v);

/* ---- Elements that loops keep in variables (promote_touch.c) -----------------------------*/
struct proof_touch {
	struct proof *p; /* NULL: nothing is decided */
	struct arena *arena;
	const struct tir_func *f;
	VEC(const struct tir_stmt *)
	open; /* loops, from the outside; the last one keeps the element */
	/* Its variable, which is variable 0 of sets, the names in it, and those of sums outside. */
	VEC(struct proof_local) local;
};
/* Are n indices a, the same in all iterations, never all equal to b in one? */
enum proof_verdict proof_touch(const struct proof_touch *t, uint32_t n,
        const struct tir_expr *const *a, const struct tir_expr *const *b, const char **witness);

#endif
