/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* legalize/internal.h: what the passes share. */
#ifndef TIRC_LEGALIZE_INTERNAL_H
#define TIRC_LEGALIZE_INTERNAL_H

#include "legalize/legalize.h"

/* One pass over one function. */
struct pass {
	struct tir_module *m;
	const struct legalize_options *options;
	struct diag *d;
	struct arena arena; /* what is needed until the pass is done with the function */
	struct arena scratch; /* what is needed for a part of it */
};
/* Each pass (passes.def). */
#define PASS(name, function, ...) struct tir_func *function(struct pass *p, struct tir_func *f);
#include "legalize/passes.def"

/* Report at a place of the program. */
#define PASS_ERROR(p, at, ...)   diag_error((p)->d, (p)->m->source, (at), __VA_ARGS__)
#define PASS_WARNING(p, at, ...) diag_warning((p)->d, (p)->m->source, (at), __VA_ARGS__)

/* ---- Statements (copy.c) ----------------------------------------------------------------*/
/* A body rebuilt by a pass: each statement in turn is handed to visit, which adds what is to stand
 * for it to out.  Recursion is as deep as statements nest. */
struct tir_seq legalize_seq_map(const struct tir_seq *s,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx);
/* The same for the bodies that t, a copy, has. */
void legalize_seq_map_bodies(struct tir_stmt *t,
        void (*visit)(void *ctx, const struct tir_stmt *s, struct tir_seq *out), void *ctx);
/* True if one of the statements in s or below it is such that is(ctx, statement). */
bool legalize_seq_any(const struct tir_seq *s, bool (*is)(const struct tir_stmt *s));
/* True if a break or continue in s belongs to the loop whose body s is. */
bool legalize_seq_leaves(const struct tir_seq *s);
/* Put the statements of tail behind those of s. */
void legalize_seq_append(struct tir_seq *s, struct tir_seq tail);

/* ---- Copies with other variables (subst.c) ----------------------------------------------*/
/* What stands for a variable or a buffer in a copy.  {.m, .arena} is the empty substitution. */
struct subst_memo {
	uint32_t stamp;
	const struct tir_expr *e;
};
/* Accesses of a buffer become accesses of another: index k of its n goes to min[k] plus the index of
 * the dimension that ends as far from the last one. */
struct legalize_subst_view {
	struct tir_buffer *of;
	uint32_t n;
	const struct tir_expr **min; /* n */
};
struct subst {
	struct tir_module *m;
	struct arena *arena;
	VEC(const struct tir_expr *) var; /* by number; NULL: itself */
	VEC(struct tir_buffer *) buffer;  /* by number; NULL: itself */
	VEC(struct subst_memo) memo;      /* by number of expression */
	VEC(const struct legalize_subst_view *) view; /* by number; NULL: none */
	/* What stands for a block in a copy; NULL: there are none. */
	void (*block)(struct subst *s, const struct tir_stmt *b, struct tir_seq *out);
	uint32_t stamp;                   /* memo entries of an older stamp are not good any more */
};
void legalize_subst_var(struct subst *s, const struct tir_var *v, const struct tir_expr *e);
void legalize_subst_view(struct subst *s, const struct tir_buffer *b,
        const struct legalize_subst_view *view);
/* A new buffer for a copy of b's definition, which the rest of the copy uses. */
struct tir_buffer *legalize_subst_fresh_buffer(struct subst *s, struct tir_buffer *b);
/* An index of another type. */
const struct tir_expr *legalize_subst_cast(struct subst *s, struct tir_type t,
        const struct tir_expr *e);
/* The sum of two indices, of the wider type. */
const struct tir_expr *legalize_subst_add(struct subst *s, const struct tir_expr *a,
        const struct tir_expr *b);
/* e with the variables replaced; Lets get variables of their own. */
const struct tir_expr *legalize_subst_expr(struct subst *s, const struct tir_expr *e);
/* A copy of a body that can stand beside it: what it defines is defined anew. */
struct tir_seq legalize_subst_seq(struct subst *s, const struct tir_seq *body);

#endif
