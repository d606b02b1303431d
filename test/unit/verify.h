/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/verify.h: a function by hand, and what the verifier says of it. */
#ifndef TIRC_TEST_VERIFY_H
#define TIRC_TEST_VERIFY_H

#include "suite.h"
#include "tir/tir.h"
#include <sys/resource.h>

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct tir_buffer *a;     /* float32[64], a parameter */
static const struct tir_expr *n; /* int32, a parameter */
static char said[300];

static inline const struct tir_expr *imm(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static inline const struct tir_expr *op(enum tir_op o, const struct tir_expr *x,
        const struct tir_expr *y)
{
	return tir_binary(m, o, x, y);
}

static inline struct tir_buffer *buffer(const char *name, enum tir_buffer_kind kind)
{
	struct tir_buffer *b = tir_buffer_new(m, name, kind, TIR_F32);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	b->shape[0] = imm(64);
	return b;
}

static inline void setup(void)
{
	m = tir_module_new(&arena);
	f = tir_func_new(m, "main");
	a = buffer("A", TIR_BUFFER_PARAM);
	n = tir_var_new(m, "n", TIR_INT32)->expr;
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.buffer = a}));
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.var = n->u.var}));
}

static inline void teardown(void)
{
	arena_free(&arena);
}

static inline struct tir_stmt *stmt(enum tir_stmt_kind k, struct tir_seq *s)
{
	struct tir_stmt *t = tir_stmt_new(m, k, (struct span){0, 0});
	tir_seq_add(s, t);
	return t;
}

static inline struct tir_stmt *eval(struct tir_seq *s, const struct tir_expr *e)
{
	struct tir_stmt *t = stmt(TIR_EVALUATE, s);
	tir_as_evaluate(t)->value.e = e;
	return t;
}

static inline struct tir_stmt *bind(struct tir_seq *s, struct tir_var *v, const struct tir_expr *e)
{
	struct tir_stmt *t = stmt(TIR_BIND, s);
	struct tir_bind *b = tir_as_bind(t);
	b->var = v;
	b->value.e = e;
	return t;
}

static inline struct tir_stmt *loop(struct tir_seq *s, const char *name)
{
	struct tir_stmt *t = stmt(TIR_FOR, s);
	struct tir_for *l = tir_as_for(t);
	l->var = tir_var_new(m, name, TIR_INT32);
	l->min.e = imm(0);
	l->extent.e = n;
	return t;
}

static inline struct tir_stmt *store(struct tir_seq *s, const struct tir_expr *at,
        const struct tir_expr *v)
{
	struct tir_stmt *t = stmt(TIR_STORE, s);
	struct tir_store *st = tir_as_store(t);
	st->buffer = a;
	t->nindex = 1;
	st->index = ARENA_NEW(&arena, struct tir_operand);
	st->index[0].e = at;
	st->value.e = v;
	return t;
}

static inline void keep(void *ctx, const struct diag_message *msg)
{
	(void)ctx;
	snprintf(said, sizeof said, "%s", msg->text);
}

static inline void accepted(void)
{
	struct diag d = {.sink = keep};
	said[0] = 0;
	bool ok = tir_verify(m, &d);
	ck_assert_msg(ok, "%s", said);
	ck_assert_uint_eq(d.errors, 0);
}

/* Exactly one error, ours, with this in it. */
static inline void refused(const char *part)
{
	struct diag d = {.sink = keep};
	said[0] = 0;
	ck_assert(!tir_verify(m, &d));
	ck_assert_uint_eq(d.errors, 1);
	ck_assert_msg(!strncmp(said, "internal error: ", 16) && strstr(said, part), "%s", said);
}

#endif
