/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/internal.h: what the files of analysis/ share. */
#ifndef TIRC_ANALYSIS_INTERNAL_H
#define TIRC_ANALYSIS_INTERNAL_H

#include "analysis/analysis.h"

enum analysis_var_kind {
	ANALYSIS_PARAM, /* or a size, a stride or an offset that the caller passes */
	ANALYSIS_FOR,
	ANALYSIS_LAUNCH,
	ANALYSIS_BIND,
	ANALYSIS_LET,
};
/* A variable, and what its statement said. */
struct analysis_var {
	const struct tir_var *var;
	enum analysis_var_kind kind;
	const struct tir_stmt *def; /* of the kinds of statements */
	const struct tir_expr *min, *extent, *value;
	int64_t step;
	uint32_t loop; /* the innermost around what defines it; a loop's variable: itself */
	bool is_size;  /* a dimension of a parameter: not negative */
};
struct analysis_loop {
	const struct tir_stmt *s;
	uint32_t around, end; /* end: the first number behind it */
};
struct analysis_buffer {
	const struct tir_buffer *buffer;
	const struct tir_stmt *decl; /* or NULL */
	const struct tir_expr *data; /* what decl said */
	bool escapes;
};
enum { ANALYSIS_VARS = 8 };
/* An expression that was asked about. */
struct analysis_expr {
	const struct tir_expr *e;
	const struct affine *sum;
	int64_t lo, hi;
	bool ranged, known;
	uint8_t nvars; /* that it is made of; above ANALYSIS_VARS: too many */
	bool listed;
	const struct tir_var *var[ANALYSIS_VARS];
};
struct analysis_table {
	uint32_t *slot; /* number + 1; 0: free */
	uint32_t nslots;
};
struct facts {
	const struct tir_func *f;
	struct facts_options options;
	struct arena *arena;
	VEC(struct analysis_var) vars;
	VEC(struct analysis_loop) loops;
	VEC(struct analysis_buffer) buffers;
	VEC(struct analysis_expr) exprs;
	struct analysis_table by_var, by_buffer, by_expr;
};

/* facts.c */
/* What is known of the variable, or NULL; and of a buffer. */
const struct analysis_var *analysis_var(const struct facts *f, const struct tir_var *v);
const struct analysis_buffer *analysis_buffer(const struct facts *f, const struct tir_buffer *b);
/* The room for what is asked of e: valid until the next one is made. */
struct analysis_expr *analysis_expr(const struct facts *f, const struct tir_expr *e);
/* The same, its variables listed. */
const struct analysis_expr *analysis_vars(const struct facts *f, const struct tir_expr *e);
/* Is the loop `inner` the loop, or in it? */
static inline bool analysis_holds(const struct facts *f, uint32_t loop, uint32_t inner)
{
	return inner != FACTS_NO_LOOP && inner >= loop && inner < f->loops.at[loop].end;
}

/* affine.c */
/* Signed, and too wide to wrap around: as in tir/tir.h. */
static inline bool analysis_is_exact(struct tir_type t)
{
	return t.code == TIR_TYPE_INT && t.bits >= 32 && t.lanes == 1;
}
/* s += the term. */
bool analysis_add_term(struct affine_sum *s, const struct affine_term *t);
/* *t = the product of two terms.  False: it has too many factors, or is too large. */
bool analysis_multiply(const struct affine_term *a, const struct affine_term *b,
        struct affine_term *t);

/* ---- Forms (form.c) ----------------------------------------------------------------------
 * The difference of two sums, each of which sees the loops as the query says: a variable may have one value for
 * both, or one for each; or the second's is step times a count of iterations (BEHIND) more. */
enum analysis_side { ANALYSIS_SHARED, ANALYSIS_FIRST, ANALYSIS_SECOND, ANALYSIS_BEHIND };
struct analysis_atom {
	const struct tir_expr *e;
	enum analysis_side side;
};
struct analysis_term {
	int64_t factor;
	uint32_t n;
	struct analysis_atom x[AFFINE_FACTORS];
};
enum { ANALYSIS_TERMS = 24 };
struct analysis_form {
	int64_t constant;
	uint32_t n;
	struct analysis_term term[ANALYSIS_TERMS];
};
/* A query whose loops were looked up. */
struct analysis_view {
	const struct facts *f;
	uint32_t first; /* the number of the outermost loop, or FACTS_NO_LOOP: there is none */
	uint32_t n, loop[DEPENDENCE_LOOPS];
	const struct dependence_query *q;
	/* That loop's count of iterations may be anything: what dependence_between solves for. */
	uint32_t solved;
};
/* False: a loop is not the function's. */
bool analysis_view(struct analysis_view *v, const struct dependence_query *q);
static inline void analysis_form_clear(struct analysis_form *f)
{
	f->constant = 0;
	f->n = 0;
}
/* Has e one value for both accesses? */
bool analysis_is_shared(const struct analysis_view *v, const struct tir_expr *e);
/* form += factor * the sum, as that side sees it.  False: too large. */
bool analysis_form_add(const struct analysis_view *v, struct analysis_form *form,
        const struct affine *sum, enum analysis_side side, int64_t factor);
bool analysis_form_add_sum(const struct analysis_view *v, struct analysis_form *form,
        const struct affine_sum *sum, enum analysis_side side, int64_t factor);
/* form += t; t *= x. */
bool analysis_form_add_term(struct analysis_form *form, const struct analysis_term *t);
bool analysis_times(struct analysis_term *t, struct analysis_atom x);
/* Which loop of the query has that number, or UINT32_MAX. */
uint32_t analysis_named(const struct analysis_view *v, uint32_t loop);
/* limit.c */
/* The least (or the greatest) value of the form; false: not known. */
bool analysis_form_limit(const struct analysis_view *v, const struct analysis_form *form,
        bool greatest, int64_t *out);
/* May the form have a value in [lo, hi]? */
bool analysis_form_may(const struct analysis_view *v, const struct analysis_form *form, int64_t lo,
        int64_t hi);

#endif
