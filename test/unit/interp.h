/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/interp.h: a function under test, built by hand, and what runs it. */
#ifndef TIRC_TEST_INTERP_H
#define TIRC_TEST_INTERP_H

#include "interp/interp.h"
#include "suite.h"

#define LANES(n) ((struct tir_type){TIR_TYPE_INT, 32, (n)})

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct diag d;
static char said[600]; /* the last message */
static struct interp_stats stats;
static struct interp_options options;
static uint64_t result;
static uint64_t calls; /* of the function outside */

static inline void sink(void *ctx, const struct diag_message *message)
{
	(void)ctx;
	snprintf(said, sizeof said, "%s", message->text);
}

static inline void setup(void)
{
	arena = (struct arena){0};
	m = tir_module_new(&arena);
	f = tir_func_new(m, "main");
	d = (struct diag){.sink = sink};
	options = (struct interp_options){0};
	said[0] = 0;
	result = calls = 0;
}

static inline void teardown(void)
{
	arena_free(&arena);
}

static inline const struct tir_expr *num(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static inline const struct tir_expr *f32(double v)
{
	return tir_float(m, TIR_F32, v);
}

static inline struct tir_buffer *new_buffer(const char *name, enum tir_buffer_kind kind,
        struct tir_type elem, int64_t n)
{
	struct tir_buffer *b = tir_buffer_new(m, name, kind, elem);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	b->shape[0] = num(n);
	return b;
}

static inline struct tir_buffer *param_of(struct tir_func *g, const char *name,
        struct tir_type elem, int64_t n)
{
	struct tir_buffer *b = new_buffer(name, TIR_BUFFER_PARAM, elem, n);
	VEC_PUSH(&arena, &g->params, ((struct tir_param){.buffer = b}));
	return b;
}

static inline struct tir_buffer *param(const char *name, struct tir_type elem, int64_t n)
{
	return param_of(f, name, elem, n);
}

static inline const struct tir_expr *scalar_param(struct tir_func *g, const char *name,
        struct tir_type t)
{
	struct tir_var *v = tir_var_new(m, name, t);
	VEC_PUSH(&arena, &g->params, ((struct tir_param){.var = v}));
	return v->expr;
}

static inline struct tir_stmt *add(struct tir_seq *s, enum tir_stmt_kind kind)
{
	struct tir_stmt *p = tir_stmt_new(m, kind, (struct span){0, 0});
	tir_seq_add(s, p);
	return p;
}

static inline struct tir_stmt *store(struct tir_seq *s, struct tir_buffer *b,
        const struct tir_expr *index, const struct tir_expr *value)
{
	struct tir_stmt *p = add(s, TIR_STORE);
	struct tir_store *st = tir_as_store(p);
	st->buffer = b;
	p->nindex = 1;
	st->index = ARENA_NEW(&arena, struct tir_operand);
	st->index[0].e = index;
	st->value.e = value;
	return p;
}

static inline const struct tir_expr *load(struct tir_buffer *b, const struct tir_expr *index)
{
	return tir_access(m, TIR_LOAD, b, 1, &index);
}

static inline struct tir_stmt *loop(struct tir_seq *s, const struct tir_expr *extent)
{
	struct tir_stmt *p = add(s, TIR_FOR);
	struct tir_for *l = tir_as_for(p);
	l->var = tir_var_new(m, "i", TIR_INT32);
	l->min.e = num(0);
	l->extent.e = extent;
	return p;
}

static inline struct tir_stmt *evaluate(struct tir_seq *s, const struct tir_expr *e)
{
	struct tir_stmt *p = add(s, TIR_EVALUATE);
	tir_as_evaluate(p)->value.e = e;
	return p;
}

static inline struct tir_stmt *alloc(struct tir_seq *s, struct tir_buffer *b)
{
	struct tir_stmt *p = add(s, TIR_ALLOC);
	tir_as_alloc(p)->buffer = b;
	return p;
}

static inline void give_back(const struct tir_expr *e)
{
	tir_as_return(add(&f->body, TIR_RETURN))->value.e = e;
	f->ret = e->type;
}

static inline const struct tir_expr *call(enum tir_builtin b, struct tir_type t, uint32_t n,
        const struct tir_expr *const *args)
{
	return tir_call(m, b, NULL, t, n, args);
}

static inline const struct tir_expr *bin(enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return tir_binary(m, op, a, b);
}

static inline bool run(const struct interp_arg *args)
{
	return interp_run(f, args, &options, &stats, &result, &d);
}

/* The value of one expression of no parameters. */
static inline uint64_t value_of(const struct tir_expr *e)
{
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	ck_assert_msg(run(NULL), "%s", said);
	return result;
}

static inline uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

#define ARG(array)  {.data = (array), .bytes = sizeof(array)}
#define SCALAR(v)   {.bits = (v)}
#define says(text)  ck_assert_msg(strstr(said, text) != NULL, "it says: %s", said)
#define runs(args)  ck_assert_msg(run(args), "%s", said)
#define fails(args) ck_assert(!run(args))

/* A program's main: the tests that add puts into a case of that name, each on a function of its own. */
static inline int run_tests(const char *name, void (*add_tests)(TCase *t))
{
	Suite *s = suite_create(name);
	TCase *t = tcase_create(name);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 600);
	add_tests(t);
	suite_add_tcase(s, t);
	return run_suite(s);
}

#endif
