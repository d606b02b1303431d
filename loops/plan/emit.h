/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/plan/emit.h: a value in the lanes of a register, as an expression of vectors.
 *
 * Words.  A *line* is a register's worth of neighbouring elements.  A lane is *live* if its value is used. */
#ifndef TIRC_LOOPS_EMIT_H
#define TIRC_LOOPS_EMIT_H

#include "loops/plan/lane.h"
#include "loops/plan/nest.h"
#include "target/target.h"

enum { EMIT_LANES = TARGET_HVX_BYTES, EMIT_LINES = 9, EMIT_LINE_BITS = 8 * TARGET_HVX_BYTES };

/* A buffer that is smaller than a line, and its copy, which is not. */
struct emit_copy {
	struct tir_buffer *of, *to;
};
/* The vector that was made of an expression.  It is valid for the same live lanes, in one iteration of the loops that reduce. */
struct emit_memo {
	uint32_t epoch;
	const uint8_t *live;
	const struct tir_expr *e;
};
/* One for each expression of the module.  Covers share them: an epoch tells the values of one from those of another. */
struct emit_memos {
	VEC(struct emit_memo) at; /* by number of the expression */
	uint32_t epochs;          /* how many were used */
};
struct emitter {
	struct nests *n;
	struct tir_module *m;
	struct arena *arena;
	struct span span;
	struct lane_env env;
	const struct tir_expr *symbol[LANE_SYMBOLS]; /* by symbol */
	uint32_t lanes;
	VEC(struct emit_copy) copies;
	struct tir_seq *out; /* what is done before the register is stored */
	struct emit_memos *memos;
	uint32_t epoch;
	uint32_t budget; /* registers that may still be computed */
	/* NULL: no terms of sums go into instructions; else emit_terms_inside and emit_inside. */
	uint32_t (*terms_inside)(const struct nest_reduce *r);
	const struct tir_expr *(*inside)(struct emitter *x, const struct nest_reduce *r,
	        const uint8_t *live);
	const char *why; /* it cannot be made */
};

/* The value in all lanes; live: those that are used, NULL: all.  NULL: it cannot be made; env.fault or why tells. */
const struct tir_expr *emit_value(struct emitter *x, const struct tir_expr *e, const uint8_t *live);
/* Is the condition true, or false, in each lane that is live?  False: that is not known. */
bool emit_decide(struct emitter *x, const struct tir_expr *c, const uint8_t *live, uint8_t *yes,
        uint8_t *no);
/* Different numbers, lane by lane. */
const struct tir_expr *emit_constants(struct emitter *x, struct tir_type t, const int64_t *value,
        uint32_t lanes);
/* An index, from its symbols. */
const struct tir_expr *emit_index(struct emitter *x, const struct lane_index *i);
/* sum op t by the reduction's operation, unless one of them leaves the other one as it is. */
const struct tir_expr *emit_combined(struct emitter *x, const struct nest_reduce *r,
        const struct tir_expr *sum, const struct tir_expr *t, const uint8_t *live);
/* Loops over the first n loops of the reduction, in which what follows is put; then their end. */
bool emit_open_loops(struct emitter *x, const struct nest_reduce *r, uint32_t n);
bool emit_close_loops(struct emitter *x, const struct nest_reduce *r, uint32_t n, uint32_t nsymbols,
        bool ok);
/* How many terms of the reduction one instruction adds up; 0: there is none (inside.c). */
uint32_t emit_terms_inside(const struct nest_reduce *r);
/* The reduction by that instruction, for lanes that are whole registers of words. */
const struct tir_expr *emit_inside(struct emitter *x, const struct nest_reduce *r,
        const uint8_t *live);
/* The same of n registers, added up in the same loops: place lets the emitter's lanes be those of register i.  sum[i]: in its lanes. */
typedef void emit_enter(void *ctx, uint32_t i);
bool emit_tile(struct emitter *x, const struct nest_reduce *r, uint32_t n, emit_enter *place,
        void *ctx, const struct tir_expr **sum);
/* Note that one more vector of such elements is computed; false: that is too much. */
bool emit_pays_for(struct emitter *x, uint32_t bits);
/* NULL, and why. */
const struct tir_expr *emit_fails(struct emitter *x, const char *why);

/* ---- Elements (emit_lines.c) -------------------------------------------------------------*/
/* Is it an element, a constant, or a choice between such by what is known of each lane? */
bool emit_is_plain(struct emitter *x, const struct tir_expr *e);
/* Such a value: a row, one element for all, or lanes out of lines. */
const struct tir_expr *emit_elements(struct emitter *x, const struct tir_expr *e,
        const uint8_t *live);

/* The q elements that all groups of q lanes load; NULL: they load others. */
const struct tir_expr *emit_word(struct emitter *x, const struct tir_expr *load, uint32_t q,
        const uint8_t *live);
/* Vectors side by side. */
const struct tir_expr *emit_joined(struct emitter *x, const struct tir_expr **part, uint32_t n,
        struct tir_type elem);

/* ---- Statements (emit_stmt.c) ------------------------------------------------------------*/
/* b[at : at + lanes] = value. */
void emit_store(struct emitter *x, struct tir_seq *out, struct tir_buffer *b,
        const struct tir_expr *at, const struct tir_expr *value);
const struct tir_expr *emit_load(struct emitter *x, struct tir_buffer *b, const struct tir_expr *at,
        uint32_t lanes);
struct tir_buffer *emit_alloc(struct emitter *x, struct tir_seq *out, const char *name,
        struct tir_type elem, int64_t elements);
/* A loop from 0 on, whose body is to be filled. */
struct tir_stmt *emit_loop(struct emitter *x, const char *name, int64_t extent);
/* The nest as plain loops (scalar.c); *single: it adds up terms one by one.  False: there are too many. */
bool emit_plain_nest(struct nests *all, const struct nest *n, struct arena *arena,
        struct tir_seq *out, bool *single);
/* Fill the copies of small buffers. */
void emit_copies(struct emitter *x, struct tir_seq *out);

#endif
