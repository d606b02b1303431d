/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/print.h: a function by hand, and its text. */
#ifndef TIRC_TEST_PRINT_H
#define TIRC_TEST_PRINT_H

#include "suite.h"
#include "tir/tir.h"
#include <math.h>
#include <sys/resource.h>

static struct arena arena;
static struct tir_module *m;
static const struct tir_expr *i, *n, *x; /* int32, int32, float32 */

static inline void setup(void)
{
	m = tir_module_new(&arena);
	i = tir_var_new(m, "i", TIR_INT32)->expr;
	n = tir_var_new(m, "n", TIR_INT32)->expr;
	x = tir_var_new(m, "x", TIR_F32)->expr;
}

static inline void teardown(void)
{
	arena_free(&arena);
}

static inline const struct tir_expr *imm(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static inline const struct tir_expr *f32(double v)
{
	return tir_float(m, TIR_F32, v);
}

static inline const struct tir_expr *op(enum tir_op o, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return tir_binary(m, o, a, b);
}

static inline void expect_expr(const struct tir_expr *e, const char *want)
{
	struct sbuf b = {0};
	tir_print_expr(m, e, 0, &b);
	ck_assert_str_eq(b.text, want);
	sbuf_free(&b);
}

/* The text of f without the lines before "def". */
static inline void expect_body(const struct tir_func *f, const char *want)
{
	struct sbuf b = {0};
	tir_print_func(f, &b);
	const char *def = strstr(b.text, "def ");
	ck_assert_ptr_nonnull(def);
	ck_assert_str_eq(strchr(def, '\n') + 1, want);
	sbuf_free(&b);
}

static inline struct tir_stmt *stmt(enum tir_stmt_kind k, struct tir_seq *s)
{
	struct tir_stmt *t = tir_stmt_new(m, k, (struct span){0, 0});
	tir_seq_add(s, t);
	return t;
}

static inline struct tir_buffer *buffer(const char *name, enum tir_buffer_kind kind,
        struct tir_type t, int64_t size)
{
	struct tir_buffer *b = tir_buffer_new(m, name, kind, t);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	b->shape[0] = imm(size);
	return b;
}

static inline struct tir_stmt *store(struct tir_seq *s, struct tir_buffer *b,
        const struct tir_expr *at, const struct tir_expr *v)
{
	struct tir_stmt *t = stmt(TIR_STORE, s);
	struct tir_store *st = tir_as_store(t);
	st->buffer = b;
	t->nindex = 1;
	st->index = ARENA_NEW(&arena, struct tir_operand);
	st->index[0].e = at;
	st->value.e = v;
	return t;
}

static inline struct tir_stmt *loop(struct tir_seq *s, struct tir_var *v,
        const struct tir_expr *min, const struct tir_expr *extent)
{
	struct tir_stmt *t = stmt(TIR_FOR, s);
	struct tir_for *l = tir_as_for(t);
	l->var = v;
	l->min.e = min;
	l->extent.e = extent;
	return t;
}

static inline struct tir_func *func(void)
{
	struct tir_func *f = tir_func_new(m, "main");
	struct tir_param p = {.buffer = buffer("A", TIR_BUFFER_PARAM, TIR_F32, 64)};
	VEC_PUSH(&arena, &f->params, p);
	p = (struct tir_param){.var = n->u.var};
	VEC_PUSH(&arena, &f->params, p);
	return f;
}

#endif
