/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* frontend/primfn/legacy.h: what the files of the older text share: TIR as TVM printed it before TVMScript
 * and until 0.10 beside it ("primfn(A_1: handle) -> () ...").
 *
 * One token of look-ahead, expressions by recursion that is counted, types and nodes by the same
 * functions that serve TVMScript.  Ends of lines mean nothing but for where reading goes on after
 * an error. */
#ifndef TIRC_FRONTEND_LEGACY_H
#define TIRC_FRONTEND_LEGACY_H

#include "frontend/internal.h"

enum { MAX_LEGACY_DEPTH = 1000 }; /* of brackets: a level takes some hundred bytes of stack */

enum legacy_kind { L_END, L_NAME, L_NUMBER, L_STRING, L_OP, L_BAD };
struct legacy_token {
	enum legacy_kind kind;
	struct span at;
	char op[3];      /* OP, NUL at the end */
	const char *str; /* STRING; NAME: dots are underscores */
	const struct tir_expr *number;
};

struct free_var { /* a variable, or the buffer of a body alone */
	uint32_t sym;
	struct tir_var *var;
	struct tir_buffer *buffer;
};
struct legacy {
	struct reader *r;
	struct legacy_token t; /* the next one */
	uint32_t p;            /* where the text behind it begins */
	uint32_t before;       /* where the token before it ended */
	uint32_t depth;
	VEC(struct free_var) free; /* variables of the function that nothing in it defines */
	bool bare;                 /* a body alone, which ends with the text */
	bool head;                 /* before the body: unknown names are the caller's shapes */
	const char *scope;         /* of the next allocation: attr [x] "storage_scope" = "..." */
};

/* legacy_lex.c */
void frontend_legacy_next(struct legacy *l);
bool frontend_legacy_error(struct legacy *l, struct span at, const char *format, ...)
        PRINTF_LIKE(3, 4);
bool frontend_legacy_expected(struct legacy *l, const char *what);
bool frontend_legacy_is(const struct legacy *l, const char *op);
bool frontend_legacy_word(const struct legacy *l, const char *name);
bool frontend_legacy_accept(struct legacy *l, const char *op);
bool frontend_legacy_expect(struct legacy *l, const char *op);
/* A name that is to be defined or looked up. */
bool frontend_legacy_name(struct legacy *l, uint32_t *sym, struct span *at);
bool frontend_legacy_string(struct legacy *l, const char **out);

/* legacy_name.c */
bool frontend_legacy_type(struct legacy *l, struct tir_type *out);
/* Pointer(float32), Pointer(global float32) */
bool frontend_legacy_pointer(struct legacy *l, struct tir_type *elem, const char **scope);
/* A variable that nothing defines is printed with its type where it is met first: the caller's.  t: that type, or NULL. */
const struct tir_expr *frontend_legacy_free_variable(struct legacy *l, uint32_t sym, struct span at,
        const struct tir_type *t);
/* "Mem: int32[": a buffer that nothing in a body alone defines, where it is met first; NULL: it is none. */
struct tir_buffer *frontend_legacy_free_buffer(struct legacy *l, uint32_t sym, struct span at);
/* The same one met again; NULL: there is none. */
static inline struct tir_buffer *frontend_legacy_met(const struct legacy *l, uint32_t sym)
{
	for (uint32_t i = 0; i < l->free.n; i++)
		if (l->free.at[i].sym == sym)
			return l->free.at[i].buffer;
	return NULL;
}
/* legacy_expr.c */
const struct tir_expr *frontend_legacy_expr(struct legacy *l);
bool frontend_legacy_operand(struct legacy *l, struct tir_operand *out);
/* [a, b]: at most TIR_MAX_RANK of them, as values. */
bool frontend_legacy_list(struct legacy *l, struct value out[TIR_MAX_RANK], uint32_t *n);
/* The dimensions of a buffer. */
bool frontend_legacy_dims(struct legacy *l, uint32_t *n, const struct tir_expr ***out);

/* legacy_stmt.c */
/* What stands in braces, the first of them read already. */
void frontend_legacy_block(struct legacy *l, struct tir_seq *seq);
bool frontend_legacy_attr_value(struct legacy *l, const struct tir_attr **out);

/* legacy.c */
/* Is the text one of these? */
bool frontend_legacy_text(const struct source *src);
void frontend_legacy_read(struct reader *r);

#endif
