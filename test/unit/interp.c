/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/interp.c: the interpreter against the rules at the top of tir/tir.h, on functions built by
 * hand and on random expressions that a plain recursive evaluator computes as well. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "tir/tir.h"

#define LANES(n) ((struct tir_type){TIR_TYPE_INT, 32, (n)})

/* ---- a function under test --------------------------------------------------------------*/
static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct diag d;
static char said[600]; /* the last message */
static struct tir_run_stats stats;
static struct tir_run_options options;
static uint64_t result;
static uint64_t calls; /* of the function outside */

static void sink(void *ctx, const struct diag_message *message)
{
	(void)ctx;
	snprintf(said, sizeof said, "%s", message->text);
}

static void setup(void)
{
	arena = (struct arena){0};
	m = tir_module_new(&arena);
	f = tir_func_new(m, "main");
	d = (struct diag){.sink = sink};
	options = (struct tir_run_options){0};
	said[0] = 0;
	result = calls = 0;
}

static void teardown(void)
{
	arena_free(&arena);
}

static const struct tir_expr *num(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static const struct tir_expr *f32(double v)
{
	return tir_float(m, TIR_F32, v);
}

static struct tir_buffer *new_buffer(const char *name, enum tir_buffer_kind kind,
        struct tir_type elem, int64_t n)
{
	struct tir_buffer *b = tir_buffer_new(m, name, kind, elem);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	b->shape[0] = num(n);
	return b;
}

static struct tir_buffer *param_of(struct tir_func *g, const char *name, struct tir_type elem,
        int64_t n)
{
	struct tir_buffer *b = new_buffer(name, TIR_BUFFER_PARAM, elem, n);
	VEC_PUSH(&arena, &g->params, ((struct tir_param){.buffer = b}));
	return b;
}

static struct tir_buffer *param(const char *name, struct tir_type elem, int64_t n)
{
	return param_of(f, name, elem, n);
}

static const struct tir_expr *scalar_param(struct tir_func *g, const char *name, struct tir_type t)
{
	struct tir_var *v = tir_var_new(m, name, t);
	VEC_PUSH(&arena, &g->params, ((struct tir_param){.var = v}));
	return v->expr;
}

static struct tir_stmt *add(struct tir_seq *s, enum tir_stmt_kind kind)
{
	struct tir_stmt *p = tir_stmt_new(m, kind, (struct span){0, 0});
	tir_seq_add(s, p);
	return p;
}

static struct tir_stmt *store(struct tir_seq *s, struct tir_buffer *b, const struct tir_expr *index,
        const struct tir_expr *value)
{
	struct tir_stmt *p = add(s, TIR_STORE);
	p->buffer = b;
	p->nindex = 1;
	p->index = ARENA_NEW(&arena, struct tir_operand);
	p->index[0].e = index;
	p->value.e = value;
	return p;
}

static const struct tir_expr *load(struct tir_buffer *b, const struct tir_expr *index)
{
	return tir_access(m, TIR_LOAD, b, 1, &index);
}

static struct tir_stmt *loop(struct tir_seq *s, const struct tir_expr *extent)
{
	struct tir_stmt *p = add(s, TIR_FOR);
	p->var = tir_var_new(m, "i", TIR_INT32);
	p->min.e = num(0);
	p->extent.e = extent;
	return p;
}

static struct tir_stmt *evaluate(struct tir_seq *s, const struct tir_expr *e)
{
	struct tir_stmt *p = add(s, TIR_EVALUATE);
	p->value.e = e;
	return p;
}

static struct tir_stmt *alloc(struct tir_seq *s, struct tir_buffer *b)
{
	struct tir_stmt *p = add(s, TIR_ALLOC);
	p->buffer = b;
	return p;
}

static void give_back(const struct tir_expr *e)
{
	add(&f->body, TIR_RETURN)->value.e = e;
	f->ret = e->type;
}

static const struct tir_expr *call(enum tir_builtin b, struct tir_type t, uint32_t n,
        const struct tir_expr *const *args)
{
	return tir_call(m, b, NULL, t, n, args);
}

static const struct tir_expr *bin(enum tir_op op, const struct tir_expr *a,
        const struct tir_expr *b)
{
	return tir_binary(m, op, a, b);
}

static bool run(const struct tir_arg *args)
{
	return tir_interpret(f, args, &options, &stats, &result, &d);
}

/* The value of one expression of no parameters. */
static uint64_t value_of(const struct tir_expr *e)
{
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	ck_assert_msg(run(NULL), "%s", said);
	return result;
}

#define ARG(array)  {.data = (array), .bytes = sizeof(array)}
#define SCALAR(v)   {.bits = (v)}
#define says(text)  ck_assert_msg(strstr(said, text) != NULL, "it says: %s", said)
#define runs(args)  ck_assert_msg(run(args), "%s", said)
#define fails(args) ck_assert(!run(args))

/* ---- statements -------------------------------------------------------------------------*/
START_TEST(a_loop_stores_what_it_computes)
{
	int32_t a[5] = {1, 2, 3, 4, INT32_MAX};
	struct tir_buffer *b = param("A", TIR_INT32, 5);
	struct tir_stmt *l = loop(&f->body, num(5));
	store(&l->body, b, l->var->expr, bin(TIR_ADD, load(b, l->var->expr), num(1)));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_int_eq(a[0], 2);
	ck_assert_int_eq(a[3], 5);
	ck_assert_int_eq(a[4], INT32_MIN); /* wraps */
	ck_assert_uint_eq(stats.steps, 6);
	ck_assert_uint_eq(stats.ops[TIR_ADD], 5);
	ck_assert_uint_eq(stats.ops[TIR_LOAD], 5);
}
END_TEST

START_TEST(an_access_out_of_bounds_names_buffer_and_index)
{
	int32_t a[4] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 4);
	struct tir_stmt *s = store(&f->body, b, num(4), num(1));
	fails((struct tir_arg[]){ARG(a)});
	says("store to 'A[4]' is out of bounds");
	s->index[0].e = num(-1);
	fails((struct tir_arg[]){ARG(a)});
	says("'A[-1]'");
	s->index[0].e = num(0);
	s->value.e = load(b, num(1 << 30));
	fails((struct tir_arg[]){ARG(a)});
	says("load of 'A[1073741824]'");
	s->value.e = load(b, num(3));
	runs((struct tir_arg[]){ARG(a)});
}
END_TEST

START_TEST(loops_step_break_and_continue)
{
	int32_t a[10] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 10);
	struct tir_stmt *l = loop(&f->body, num(10));
	tir_loop_more(m->arena, l)->step.e = num(2);
	struct tir_stmt *skip = add(&l->body, TIR_IF);
	skip->value.e = bin(TIR_EQ, l->var->expr, num(4));
	add(&skip->body, TIR_CONTINUE);
	struct tir_stmt *stop = add(&l->body, TIR_IF);
	stop->value.e = bin(TIR_EQ, l->var->expr, num(8));
	add(&stop->body, TIR_BREAK);
	store(&stop->orelse, b, l->var->expr, num(7));
	runs((struct tir_arg[]){ARG(a)});
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(a[i], i == 0 || i == 2 || i == 6 ? 7 : 0);
}
END_TEST

START_TEST(a_while_loop_ends_and_max_steps_ends_one_that_does_not)
{
	int32_t a[1] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 1);
	struct tir_stmt *w = add(&f->body, TIR_WHILE);
	w->value.e = bin(TIR_LT, load(b, num(0)), num(100));
	store(&w->body, b, num(0), bin(TIR_ADD, load(b, num(0)), num(3)));
	give_back(load(b, num(0)));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 102);
	w->value.e = tir_int(m, TIR_BOOL, 1);
	w->body = (struct tir_seq){NULL, NULL};
	options.max_steps = 1000;
	fails((struct tir_arg[]){ARG(a)});
	says("stopped after 1000 steps");
}
END_TEST

START_TEST(a_failed_assert_tells_kind_and_text)
{
	struct tir_attr kind = {.kind = TIR_ATTR_STRING, .str = "ValueError"};
	struct tir_attr part = {.kind = TIR_ATTR_STRING, .str = "n is odd"};
	const struct tir_attr *parts[] = {&part};
	struct tir_attr list = {.kind = TIR_ATTR_LIST, .n = 1, .item = parts};
	const struct tir_attr *items[] = {&kind, &list};
	struct tir_attr tuple = {.kind = TIR_ATTR_TUPLE, .n = 2, .item = items};
	struct tir_stmt *s = add(&f->body, TIR_ASSERT);
	s->value.e = tir_int(m, TIR_BOOL, 0);
	s->attr = &tuple;
	fails(NULL);
	says("assertion failed: ValueError: n is odd");
	s->value.e = tir_int(m, TIR_BOOL, 1);
	runs(NULL);
}
END_TEST

START_TEST(divisions_trap)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
	static const enum tir_op ops[] = {TIR_DIV, TIR_MOD, TIR_FLOORDIV, TIR_FLOORMOD};
	for (int i = 0; i < 4; i++) {
		f->body = (struct tir_seq){NULL, NULL};
		give_back(bin(ops[i], num(INT32_MIN), x));
		fails((struct tir_arg[]){SCALAR(0)});
		says("division by zero");
		fails((struct tir_arg[]){SCALAR(UINT32_MAX)});
		says("divided by -1");
		runs((struct tir_arg[]){SCALAR(7)});
	}
}
END_TEST

/* ---- memory -----------------------------------------------------------------------------*/
START_TEST(allocations_are_zero_and_die_with_their_sequence)
{
	/* 4000 times a mebibyte would be more than there may be */
	struct tir_stmt *l = loop(&f->body, num(4000));
	struct tir_buffer *b = new_buffer("B", TIR_BUFFER_ALLOC, TIR_INT32, 1 << 18);
	alloc(&l->body, b);
	struct tir_stmt *dirty = add(&l->body, TIR_IF);
	dirty->value.e = bin(TIR_NE, load(b, num(12345)), num(0));
	add(&dirty->body, TIR_RETURN)->value.e = num(1);
	store(&l->body, b, num(12345), num(1));
	give_back(num(0));
	runs(NULL);
	ck_assert_uint_eq(result, 0);
}
END_TEST

START_TEST(an_allocation_too_large_is_reported)
{
	struct tir_buffer *b = new_buffer("B", TIR_BUFFER_ALLOC, TIR_INT32, 1);
	b->shape[0] = tir_int(m, TIR_INT64, INT64_MAX / 2);
	alloc(&f->body, b);
	fails(NULL);
	says("no memory for 'B'");
}
END_TEST

START_TEST(a_view_aliases_what_it_views)
{
	int32_t a[12] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 12);
	struct tir_buffer *v = tir_buffer_new(m, "V", TIR_BUFFER_DECL, TIR_INT32);
	v->ndim = 2;
	v->shape = ARENA_NEWN(&arena, const struct tir_expr *, 2);
	v->strides = ARENA_NEWN(&arena, const struct tir_expr *, 2);
	v->shape[0] = v->shape[1] = num(2);
	v->strides[0] = num(5);
	v->strides[1] = num(2);
	v->elem_offset = num(1);
	struct tir_stmt *s = add(&f->body, TIR_DECL);
	s->buffer = v;
	s->value.e = tir_buffer_data(m, b);
	const struct tir_expr *index[] = {num(1), num(1)};
	struct tir_stmt *st = store(&f->body, v, num(1), num(9));
	st->nindex = 2;
	st->index = ARENA_NEWN(&arena, struct tir_operand, 2);
	st->index[0].e = index[0];
	st->index[1].e = index[1];
	give_back(load(b, num(8)));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 9);
	/* the address of its first element, not of what it views */
	const struct tir_expr *zero[] = {num(0), num(0)};
	struct tir_buffer *w = new_buffer("W", TIR_BUFFER_DECL, TIR_INT32, 1);
	s = tir_stmt_new(m, TIR_DECL, s->at);
	s->buffer = w;
	s->value.e = tir_access(m, TIR_ADDRESS_OF, v, 2, zero);
	s->next = st->next;
	st->next = s;
	s->next->value.e = load(w, num(7));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 9);
	st->index[0].e = num(2);
	fails((struct tir_arg[]){ARG(a)});
	says("'V[2, 1]'");
}
END_TEST

START_TEST(addresses_and_views_of_them)
{
	int32_t a[12] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 12);
	const struct tir_expr *at = num(8);
	struct tir_buffer *v = new_buffer("V", TIR_BUFFER_DECL, TIR_INT32, 4);
	struct tir_stmt *s = add(&f->body, TIR_DECL);
	s->buffer = v;
	s->value.e = tir_access(m, TIR_ADDRESS_OF, b, 1, &at);
	store(&f->body, v, num(3), num(5));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_int_eq(a[11], 5);
	store(&f->body, v, num(4), num(5));
	fails((struct tir_arg[]){ARG(a)});
	says("'V[4]'");
	const struct tir_expr *add_args[] = {tir_buffer_data(m, b), num(44)};
	s->value.e = call(TIR_BUILTIN_HANDLE_ADD_BYTE_OFFSET, TIR_HANDLE, 2, add_args);
	f->body.first->next->index[0].e = num(0);
	f->body.first->next->next->index[0].e = num(-11);
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_int_eq(a[0], 5);
}
END_TEST

/* ---- laziness ---------------------------------------------------------------------------*/
START_TEST(lazy_nodes_leave_out_what_would_trap)
{
	int32_t a[4] = {10, 11, 12, 13};
	struct tir_buffer *b = param("A", TIR_INT32, 4);
	const struct tir_expr *i = scalar_param(f, "i", TIR_INT32);
	const struct tir_expr *in = bin(TIR_LT, i, num(4)), *ai = load(b, i);
	const struct tir_expr *both = bin(TIR_AND, in, bin(TIR_GT, ai, num(10)));
	const struct tir_expr *e = tir_select(m, TIR_IF_THEN_ELSE, in, ai, num(-1));
	e = bin(TIR_ADD, e, tir_select(m, TIR_SELECT, in, ai, num(0)));
	e = bin(TIR_ADD, e, tir_select(m, TIR_SELECT, both, num(100), num(200)));
	e = bin(TIR_ADD, e,
	        tir_select(m, TIR_SELECT,
	                bin(TIR_OR, bin(TIR_GE, i, num(4)), bin(TIR_EQ, ai, num(10))), num(1000),
	                num(2000)));
	give_back(e);
	runs(((struct tir_arg[]){ARG(a), SCALAR(1)}));
	ck_assert_uint_eq(result, 11 + 11 + 100 + 2000);
	ck_assert_uint_eq(stats.ops[TIR_LOAD], 1); /* one node, four uses */
	runs(((struct tir_arg[]){ARG(a), SCALAR(0)}));
	ck_assert_uint_eq(result, 10 + 10 + 200 + 1000);
	runs(((struct tir_arg[]){ARG(a), SCALAR(4)}));
	ck_assert_uint_eq(result, (uint32_t)(-1 + 0 + 200 + 1000));
	ck_assert_uint_eq(stats.ops[TIR_LOAD], 0);
}
END_TEST

START_TEST(a_safe_select_evaluates_both_arms)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
	give_back(tir_select(m, TIR_SELECT, bin(TIR_GT, x, num(0)), bin(TIR_ADD, x, num(1)),
	        bin(TIR_SUB, x, num(1))));
	runs((struct tir_arg[]){SCALAR(5)});
	ck_assert_uint_eq(result, 6);
	ck_assert_uint_eq(stats.ops[TIR_ADD] + stats.ops[TIR_SUB], 2);
}
END_TEST

START_TEST(a_let_is_evaluated_once_before_its_body)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	const struct tir_expr *twice = bin(TIR_ADD, v->expr, v->expr); /* older than the value */
	const struct tir_expr *value = bin(TIR_MUL, x, num(3));
	give_back(bin(TIR_SUB, tir_let(m, v, value, bin(TIR_MUL, twice, twice)), x));
	runs((struct tir_arg[]){SCALAR(5)});
	ck_assert_uint_eq(result, 900 - 5);
	ck_assert_uint_eq(stats.ops[TIR_MUL], 2);
}
END_TEST

START_TEST(a_shared_node_is_evaluated_once_however_often_it_is_used)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32), *e = x;
	for (int i = 0; i < 100; i++)
		e = bin(TIR_ADD, e, e);
	give_back(e);
	runs((struct tir_arg[]){SCALAR(1)});
	ck_assert_uint_eq(stats.ops[TIR_ADD], 100);
	/* and through arms of which only one is taken */
	e = x;
	for (int i = 0; i < 200; i++)
		e = tir_select(m, TIR_IF_THEN_ELSE, bin(TIR_GT, x, num(i)), bin(TIR_ADD, e, num(1)),
		        bin(TIR_SUB, e, num(1)));
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	runs((struct tir_arg[]){SCALAR(150)});
	ck_assert_uint_eq(result, 150 + 150 - 50);
	ck_assert_uint_eq(stats.ops[TIR_ADD], 150);
	ck_assert_uint_eq(stats.ops[TIR_SUB], 50);
}
END_TEST

/* A long chain by one of several kinds of link. */
static const struct tir_expr *chain(const struct tir_expr *e, const struct tir_expr *x, int kind,
        int i)
{
	struct tir_var *v;
	switch (kind) {
	case 0: return bin(TIR_ADD, e, x);
	case 1: return bin(TIR_ADD, num(1), e);
	case 2:
		return tir_select(m, TIR_IF_THEN_ELSE, bin(TIR_GT, x, num(i)),
		        bin(TIR_ADD, e, num(1)), x);
	case 3: return tir_select(m, TIR_IF_THEN_ELSE, bin(TIR_LT, e, num(0)), num(1), num(2));
	case 4:
		v = tir_var_new(m, "v", TIR_INT32);
		return tir_let(m, v, e, bin(TIR_ADD, v->expr, num(1)));
	default:
		v = tir_var_new(m, "v", TIR_INT32);
		return tir_let(m, v, bin(TIR_ADD, x, num(i)), bin(TIR_ADD, v->expr, e));
	}
}

START_TEST(chains_of_100000_nodes_need_no_stack)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32), *e = x;
	for (int i = 0; i < 100000; i++)
		e = chain(e, x, _i, i);
	give_back(e);
	runs((struct tir_arg[]){SCALAR(1000000)});
	if (_i == 1)
		ck_assert_uint_eq(result, 1100000);
	if (_i == 2)
		ck_assert_uint_eq(result, 1100000);
	if (_i == 4)
		ck_assert_uint_eq(result, 1100000);
}
END_TEST

START_TEST(a_node_that_all_arms_share_is_found_quickly)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32), *e = x;
	const struct tir_expr *shared = bin(TIR_MUL, x, num(7));
	for (int i = 0; i < 100000; i++)
		e = tir_select(m, TIR_IF_THEN_ELSE, bin(TIR_GT, x, num(i)),
		        bin(TIR_ADD, e, bin(TIR_ADD, shared, num(i))), num(0));
	give_back(e);
	runs((struct tir_arg[]){SCALAR(1000000)});
	ck_assert_uint_eq(stats.ops[TIR_MUL], 1);
}
END_TEST

/* ---- random expressions -----------------------------------------------------------------*/
static uint64_t next_random(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

enum { TREE_NODES = 40 };
struct evaluator {
	int32_t x;
	const int32_t *memory;
	bool seen[4096];
	uint64_t known[4096]; /* the value of a seen node, by id */
	uint64_t nodes;
	struct tir_var *var[64];
	uint64_t value[64];
	uint32_t n;
};

static bool plain_node(struct evaluator *ev, const struct tir_expr *e, uint64_t *out);

/* The obvious evaluator: recursive, one case a kind; counts each node once.  False: it traps. */
static bool plain(struct evaluator *ev, const struct tir_expr *e, uint64_t *out)
{
	if (e->op == TIR_INT_IMM) {
		*out = (uint32_t)e->u.i & (e->type.bits == 1 ? 1 : UINT32_MAX);
		return true;
	}
	if (e->op == TIR_VAR) {
		*out = (uint32_t)ev->x;
		for (uint32_t i = 0; i < ev->n; i++)
			if (ev->var[i] == e->u.var)
				*out = ev->value[i];
		return true;
	}
	if (ev->seen[e->id]) {
		*out = ev->known[e->id];
		return true;
	}
	if (!plain_node(ev, e, out))
		return false;
	ev->nodes++;
	ev->seen[e->id] = true;
	ev->known[e->id] = *out;
	return true;
}

static bool plain_node(struct evaluator *ev, const struct tir_expr *e, uint64_t *out)
{
	uint64_t a = 0, b = 0;
	if (!plain(ev, e->arg[0], &a))
		return false;
	bool lazy = e->op == TIR_IF_THEN_ELSE ||
	            (e->op == TIR_SELECT && ((e->arg[1]->flags | e->arg[2]->flags) &
	                                            (TIR_MAY_TRAP | TIR_READS_MEM)));
	if (lazy)
		return plain(ev, e->arg[a ? 1 : 2], out);
	if (e->op == TIR_AND || e->op == TIR_OR) {
		*out = a;
		return (e->op == TIR_AND) == (a == 0) || plain(ev, e->arg[1], out);
	}
	if (e->op == TIR_LET) {
		ev->var[ev->n] = e->u.var;
		ev->value[ev->n++] = a;
		return plain(ev, e->arg[1], out);
	}
	if (e->op == TIR_LOAD) {
		bool in = a < 8;
		*out = in ? (uint32_t)ev->memory[a] : 0;
		return in;
	}
	if (e->n > 1 && !plain(ev, e->arg[1], &b))
		return false;
	if (e->op == TIR_SELECT) {
		uint64_t c;
		if (!plain(ev, e->arg[2], &c))
			return false;
		*out = a ? b : c;
		return true;
	}
	return tir_eval_binary((enum tir_op)e->op, e->arg[0]->type, a, b, out);
}

/* A random int32 expression: operands are taken from what there is, so that much is shared. */
static const struct tir_expr *random_dag(uint64_t *s, struct tir_buffer *b,
        const struct tir_expr *x)
{
	static const enum tir_op ints[] = {
	        TIR_ADD, TIR_SUB, TIR_MUL, TIR_FLOORDIV, TIR_FLOORMOD, TIR_MIN, TIR_DIV};
	const struct tir_expr *pool[TREE_NODES + 6] = {x, num(0), num(1), num(3), num(-2), num(5)};
	const struct tir_expr *truth[TREE_NODES + 2] = {
	        tir_int(m, TIR_BOOL, 1), tir_int(m, TIR_BOOL, 0)};
	uint32_t n = 6, nt = 2;
#define INT_NODE  pool[n - 1 - next_random(s) % (n < 9 ? n : 9)]
#define BOOL_NODE truth[nt - 1 - next_random(s) % (nt < 4 ? nt : 4)]
	while (n < TREE_NODES + 6 && nt < TREE_NODES + 2) {
		const struct tir_expr *p = INT_NODE, *q = INT_NODE, *c = BOOL_NODE, *k = BOOL_NODE;
		bool coin = next_random(s) % 2;
		switch (next_random(s) % 9) {
		case 0:
		case 1: truth[nt++] = bin(coin ? TIR_LT : TIR_EQ, p, q); break;
		case 2: truth[nt++] = bin(coin ? TIR_AND : TIR_OR, c, k); break;
		case 3: pool[n++] = tir_select(m, TIR_IF_THEN_ELSE, c, p, q); break;
		case 4: pool[n++] = tir_select(m, TIR_SELECT, c, p, q); break;
		case 5: pool[n++] = load(b, p); break;
		case 6: {
			struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
			const struct tir_expr *body = bin(TIR_ADD, v->expr,
			        bin(TIR_MUL, v->expr, q));
			pool[n++] = tir_let(m, v, p, body);
			break;
		}
		default: pool[n++] = bin(ints[next_random(s) % 7], p, q);
		}
	}
	return pool[n - 1];
}

START_TEST(random_expressions_give_what_a_plain_evaluator_gives)
{
	uint64_t s = 42;
	int32_t a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
	unsigned trapped = 0;
	for (int i = 0; i < 3000; i++) {
		teardown();
		setup();
		struct tir_buffer *b = param("A", TIR_INT32, 8);
		const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
		const struct tir_expr *e = random_dag(&s, b, x);
		give_back(e);
		struct evaluator ev = {.x = (int32_t)(next_random(&s) % 9) - 1, .memory = a};
		uint64_t want = 0, nodes = 0;
		bool ok = plain(&ev, e, &want);
		bool ran = run((struct tir_arg[]){ARG(a), SCALAR((uint32_t)ev.x)});
		for (int k = 0; k < TIR_NOPS; k++)
			nodes += stats.ops[k];
		trapped += !ok;
		ck_assert_msg(ok == ran, "program %d: %s", i, said);
		if (ok && (want != result || ev.nodes != nodes))
			ck_abort_msg("program %d: %llu by %llu nodes, not %llu by %llu", i,
			        (unsigned long long)result, (unsigned long long)nodes,
			        (unsigned long long)want, (unsigned long long)ev.nodes);
	}
	ck_assert_uint_gt(trapped, 100); /* both kinds occur */
	ck_assert_uint_lt(trapped, 2900);
}
END_TEST

/* ---- vectors ----------------------------------------------------------------------------*/
START_TEST(vectors_are_computed_lane_by_lane)
{
	int32_t a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	struct tir_buffer *b = param("A", TIR_INT32, 8);
	const struct tir_expr *odd = tir_ramp(m, num(1), num(2), 4);
	const struct tir_expr *v = bin(TIR_MUL, load(b, odd), tir_broadcast(m, num(10), 4));
	store(&f->body, b, odd, v);
	runs((struct tir_arg[]){ARG(a)});
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(a[i], i % 2 ? 10 * (i + 1) : i + 1);
	ck_assert_uint_eq(stats.ops[TIR_MUL], 1); /* lanes are counted once */
}
END_TEST

START_TEST(lanes_are_written_in_increasing_order)
{
	int32_t a[2] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 2);
	store(&f->body, b, tir_broadcast(m, num(1), 4), tir_ramp(m, num(5), num(1), 4));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_int_eq(a[1], 8);
}
END_TEST

START_TEST(masked_lanes_touch_nothing)
{
	int32_t a[4] = {1, 2, 3, 4}, c[4] = {9, 9, 9, 9};
	struct tir_buffer *b = param("A", TIR_INT32, 3), *out = param("B", TIR_INT32, 4);
	const struct tir_expr *lanes = tir_ramp(m, num(0), num(1), 4);
	const struct tir_expr *mask = bin(TIR_LT, lanes, tir_broadcast(m, num(3), 4));
	const struct tir_expr *args[] = {lanes, mask};
	struct tir_stmt *s = store(&f->body, out, lanes,
	        tir_access(m, TIR_MASKED_LOAD, b, 2, args));
	struct tir_arg three[] = {{.data = a, .bytes = 12}, ARG(c)};
	runs(three);
	ck_assert_int_eq(c[2], 3);
	ck_assert_int_eq(c[3], 0); /* a masked-off lane loads 0 */
	c[3] = 9;
	s->mask.e = bin(TIR_GT, lanes, tir_broadcast(m, num(0), 4));
	s->value.e = tir_broadcast(m, num(5), 4);
	runs(three);
	ck_assert_int_eq(c[0], 1);
	ck_assert_int_eq(c[3], 5);
}
END_TEST

START_TEST(shuffles_and_halves)
{
	static const int want[] = {12, 13, 20, 21};
	const struct tir_expr *v = tir_ramp(m, num(10), num(1), 4);
	const struct tir_expr *w = tir_ramp(m, num(20), num(1), 4);
	const struct tir_expr *args[] = {v, w, num(6)};
	const struct tir_expr *e = tir_make(m, TIR_SHUFFLE, TIR_INT32, 2, 3, args);
	ck_assert_uint_eq(value_of(e), 22);
	const struct tir_expr *high = call(TIR_BUILTIN_VECTORHIGH, LANES(2), 1, &v);
	const struct tir_expr *low = call(TIR_BUILTIN_VECTORLOW, LANES(2), 1, &w);
	const struct tir_expr *halves[] = {high, low};
	const struct tir_expr *all = call(TIR_BUILTIN_VECTORCOMBINE, LANES(4), 2, halves);
	for (int i = 0; i < 4; i++) {
		const struct tir_expr *pick[] = {all, num(i)};
		e = tir_make(m, TIR_SHUFFLE, TIR_INT32, 1, 2, pick);
		ck_assert_int_eq((int)value_of(e), want[i]);
	}
}
END_TEST

START_TEST(buffers_of_vectors)
{
	float a[8] = {1, 2, 3, 4, 5, 6, 7, 8};
	struct tir_buffer *b = param("A", tir_type(TIR_TYPE_FLOAT, 32, 4), 2);
	store(&f->body, b, num(1), bin(TIR_ADD, load(b, num(0)), load(b, num(1))));
	runs((struct tir_arg[]){ARG(a)});
	for (int i = 0; i < 4; i++)
		ck_assert(a[4 + i] == (float)(6 + 2 * i));
}
END_TEST

START_TEST(a_vector_condition_is_lazy_as_a_whole)
{
	int32_t a[4] = {1, 2, 3, 4}, c[4] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 4), *out = param("B", TIR_INT32, 4);
	const struct tir_expr *far = scalar_param(f, "n", TIR_INT32);
	const struct tir_expr *lanes = tir_ramp(m, num(0), num(1), 4);
	const struct tir_expr *no = bin(TIR_LT, lanes, tir_broadcast(m, num(0), 4));
	const struct tir_expr *load_far = load(b, tir_ramp(m, far, num(1), 4));
	const struct tir_expr *both = bin(TIR_AND, no, bin(TIR_EQ, load_far, load_far));
	store(&f->body, out, lanes,
	        tir_select(m, TIR_SELECT, both, lanes, tir_broadcast(m, num(7), 4)));
	runs(((struct tir_arg[]){ARG(a), ARG(c), SCALAR(1000)}));
	ck_assert_int_eq(c[0] + c[3], 14);
}
END_TEST

/* ---- calls ------------------------------------------------------------------------------*/
static bool outside(void *ctx, const char *name, struct tir_type ret, uint64_t *out, uint32_t n,
        const struct tir_type *types, const uint64_t *args)
{
	(void)ctx;
	(void)ret;
	if (!strcmp(name, "next")) {
		*out = ++calls;
		return true;
	}
	if (!strcmp(name, "poke") && n == 2 && types[0].code == TIR_TYPE_HANDLE) {
		*(int32_t *)(uintptr_t)args[0] = (int32_t)args[1];
		return true;
	}
	return false;
}

static const struct tir_expr *call_name(enum tir_builtin b, struct tir_type t, const char *name,
        uint32_t n, const struct tir_expr *const *args)
{
	const struct tir_expr *all[8] = {tir_string(m, name)};
	for (uint32_t i = 0; i < n; i++)
		all[i + 1] = args[i];
	return call(b, t, n + 1, all);
}

static const struct tir_expr *call_next(void)
{
	return call_name(TIR_BUILTIN_CALL_EXTERN, TIR_INT32, "next", 0, NULL);
}

START_TEST(an_effect_happens_once_per_occurrence_in_order)
{
	options.external = outside;
	const struct tir_expr *next = call_next();
	const struct tir_expr *e = bin(TIR_SUB, bin(TIR_MUL, next, num(10)), next);
	ck_assert_uint_eq(value_of(e), 10 - 2);
	ck_assert_uint_eq(calls, 2);
	const struct tir_expr *c = bin(TIR_GT, next, num(100));
	calls = 0;
	ck_assert_uint_eq(value_of(tir_select(m, TIR_IF_THEN_ELSE, c, next, num(5))), 5);
	ck_assert_uint_eq(calls, 1);
	calls = 0;
	value_of(bin(TIR_AND, bin(TIR_GT, next, num(0)), bin(TIR_GT, next, num(0))));
	ck_assert_uint_eq(calls, 2);
	calls = 0;
	value_of(bin(TIR_OR, bin(TIR_GT, next, num(0)), bin(TIR_GT, next, num(0))));
	ck_assert_uint_eq(calls, 1);
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	calls = 0;
	e = tir_let(m, v, next, bin(TIR_ADD, bin(TIR_MUL, v->expr, num(100)), next));
	ck_assert_uint_eq(value_of(e), 102);
	calls = 0;
	e = num(0);
	for (int i = 0; i < 100000; i++)
		e = bin(TIR_ADD, e, i ? num(1) : next);
	ck_assert_uint_eq(value_of(e), 100000);
}
END_TEST

START_TEST(a_load_before_a_call_sees_memory_before_it)
{
	int32_t a[1] = {1};
	options.external = outside;
	struct tir_buffer *b = param("A", TIR_INT32, 1);
	const struct tir_expr *args[] = {tir_buffer_data(m, b), num(7)};
	const struct tir_expr *poke = call_name(TIR_BUILTIN_CALL_EXTERN, TIR_INT32, "poke", 2,
	        args);
	const struct tir_expr *now = load(b, num(0));
	give_back(bin(TIR_ADD, bin(TIR_MUL, now, num(100)), bin(TIR_ADD, poke, now)));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 107);
}
END_TEST

START_TEST(the_c_library_is_called_by_name)
{
	const struct tir_expr *x = f32(0.5);
	const struct tir_expr *e = call_name(TIR_BUILTIN_CALL_PURE_EXTERN, TIR_F32, "sinf", 1, &x);
	ck_assert(tir_float_value(TIR_F32, value_of(e)) == (double)sinf(0.5f));
	e = call_name(TIR_BUILTIN_CALL_PURE_EXTERN, TIR_F32, "no_such", 1, &x);
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	fails(NULL);
	says("no function 'no_such'");
	e = call_name(TIR_BUILTIN_CALL_PURE_EXTERN, TIR_F32, "sin", 1, &x); /* wants a double */
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	fails(NULL);
}
END_TEST

START_TEST(functions_call_functions)
{
	int32_t a[3] = {0};
	struct tir_func *g = tir_func_new(m, "g");
	struct tir_buffer *pb = param_of(g, "P", TIR_INT32, 3);
	const struct tir_expr *x = scalar_param(g, "x", TIR_INT32);
	store(&g->body, pb, x, num(8));
	struct tir_stmt *back = add(&g->body, TIR_RETURN);
	back->value.e = bin(TIR_ADD, x, num(1));
	struct tir_buffer *b = param("A", TIR_INT32, 3);
	const struct tir_expr *args[] = {tir_buffer_data(m, b), num(2)};
	give_back(tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_INT32, 2, args));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 3);
	ck_assert_int_eq(a[2], 8);
	/* without end */
	const struct tir_expr *again[] = {tir_buffer_data(m, pb), x};
	back->value.e = tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_INT32, 2, again);
	fails((struct tir_arg[]){ARG(a)});
	says("calls nest deeper");
}
END_TEST

START_TEST(nesting_ends_before_the_stack_does)
{
	/* 17 statements deep in each of 100 calls */
	struct tir_func *g = tir_func_new(m, "g");
	const struct tir_expr *x = scalar_param(g, "x", TIR_INT32);
	struct tir_seq *s = &g->body;
	for (int i = 0; i < 17; i++) {
		struct tir_stmt *p = add(s, TIR_IF);
		p->value.e = bin(TIR_GT, x, num(0));
		s = &p->body;
	}
	const struct tir_expr *less = bin(TIR_SUB, x, num(1));
	evaluate(s, tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_VOID, 1, &less));
	const struct tir_expr *times = num(98);
	evaluate(&f->body, tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_VOID, 1, &times));
	runs(NULL);
	times = num(99);
	f->body.first->value.e = tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_VOID, 1, &times);
	fails(NULL);
	says("calls nest deeper");
	s = &f->body;
	for (int i = 0; i < 3000; i++) {
		struct tir_stmt *p = add(s, TIR_IF);
		p->value.e = tir_int(m, TIR_BOOL, 1);
		s = &p->body;
	}
	fails(NULL);
	says("statements nest deeper");
}
END_TEST

static double call1(enum tir_builtin b, struct tir_type t, double x)
{
	const struct tir_expr *arg = tir_float(m, t, x);
	return tir_float_value(t, value_of(call(b, t, 1, &arg)));
}

START_TEST(float_functions_are_tvms)
{
	struct tir_type f16 = tir_type(TIR_TYPE_FLOAT, 16, 1),
	                f64 = tir_type(TIR_TYPE_FLOAT, 64, 1);
	ck_assert(call1(TIR_BUILTIN_EXP, TIR_F32, 1) == (double)expf(1));
	ck_assert(call1(TIR_BUILTIN_EXP, f64, 1) == exp(1));
	ck_assert(call1(TIR_BUILTIN_ROUND, TIR_F32, 2.5) == 2); /* half to even */
	ck_assert(call1(TIR_BUILTIN_NEARBYINT, TIR_F32, 3.5) == 4);
	ck_assert(call1(TIR_BUILTIN_RSQRT, TIR_F32, 4) == 0.5);
	ck_assert(call1(TIR_BUILTIN_TANH, TIR_F32, 0) == 0);
	ck_assert(fabs(call1(TIR_BUILTIN_TANH, f64, -2) - tanh(-2)) < 1e-15);
	ck_assert(fabs(call1(TIR_BUILTIN_SIGMOID, f64, 1) - 1 / (1 + exp(-1))) < 1e-15);
	ck_assert(fabs(call1(TIR_BUILTIN_ATANH, f64, 0.5) - atanh(0.5)) < 1e-15);
	ck_assert(call1(TIR_BUILTIN_SQRT, f16, 2) == tir_float_value(f16, 0x3da8));
	const struct tir_expr *fma_args[] = {f32(1 + 0x1p-12), f32(1 + 0x1p-12), f32(-1)};
	uint64_t fused = value_of(call(TIR_BUILTIN_FMA, TIR_F32, 3, fma_args));
	ck_assert(tir_float_value(TIR_F32, fused) == 0x1p-11 + 0x1p-24);
	const struct tir_expr *nan = f32(NAN);
	ck_assert_uint_eq(value_of(call(TIR_BUILTIN_ISNAN, TIR_BOOL, 1, &nan)), 1);
}
END_TEST

START_TEST(integer_functions)
{
	const struct tir_expr *v = num(0x00f0);
	ck_assert_uint_eq(value_of(call(TIR_BUILTIN_POPCOUNT, TIR_INT32, 1, &v)), 4);
	ck_assert_uint_eq(value_of(call(TIR_BUILTIN_CLZ, TIR_INT32, 1, &v)), 24);
	v = f32(1);
	ck_assert_uint_eq(value_of(call(TIR_BUILTIN_REINTERPRET, TIR_INT32, 1, &v)), 0x3f800000);
	const struct tir_expr *four = tir_ramp(m, num(1), num(1), 4);
	struct tir_type bytes = tir_type(TIR_TYPE_UINT, 8, 16);
	const struct tir_expr *as_bytes = call(TIR_BUILTIN_REINTERPRET, bytes, 1, &four);
	const struct tir_expr *pick[] = {as_bytes, num(8)};
	ck_assert_uint_eq(value_of(tir_make(m, TIR_SHUFFLE, tir_lanes(bytes, 1), 1, 2, pick)), 3);
	uint64_t s = 9;
	for (int i = 0; i < 2000; i++) {
		int32_t x = (int32_t)(next_random(&s) * 2654435761u), y = (int32_t)next_random(&s);
		int32_t shift = (int32_t)(next_random(&s) % 14) - 10;
		if (i % 10 == 0)
			y = 1 << 30;
		x >>= next_random(&s) % 20;
		const struct tir_expr *args[] = {num(x), num(y), num(31), num(shift)};
		int l = shift > 0 ? shift : 0, r = (shift < 0 ? -shift : 0) + 31;
		int64_t wide = (int64_t)((uint64_t)((int64_t)x * (1 << l)) * (uint64_t)y);
		int32_t want = (int32_t)((int64_t)((uint64_t)wide + (UINT64_C(1) << (r - 1))) >> r);
		uint64_t got = value_of(call(TIR_BUILTIN_Q_MULTIPLY_SHIFT, TIR_INT32, 4, args));
		/* a half is a shift: rounding may carry out of 32 bits there */
		if (y != 1 << 30 || shift < 1)
			ck_assert_msg((uint32_t)want == got, "%d * %d shifted by %d", x, y, shift);
	}
}
END_TEST

START_TEST(intrinsics_by_name)
{
	const struct tir_expr *x = num(0x0f), *b[] = {num(INT32_MAX), num(1)};
	enum tir_builtin pure = TIR_BUILTIN_CALL_LLVM_PURE_INTRIN;
	ck_assert_uint_eq(value_of(call_name(pure, TIR_INT32, "llvm.ctpop.i32", 1, &x)), 4);
	ck_assert_uint_eq(value_of(call_name(pure, TIR_INT32, "llvm.sadd.sat", 2, b)), INT32_MAX);
	ck_assert_uint_eq(value_of(call_name(pure, TIR_INT32, "llvm.bitreverse", 1, &x)),
	        0xf0000000);
	const struct tir_expr *v = tir_ramp(m, num(1), num(1), 8);
	ck_assert_uint_eq(value_of(call_name(pure, TIR_INT32, "llvm.vector.reduce.add", 1, &v)),
	        36);
	const struct tir_expr *y = f32(-2);
	ck_assert_uint_eq(value_of(call_name(pure, TIR_F32, "llvm.fabs.f32", 1, &y)), 0x40000000);
	f->body = (struct tir_seq){NULL, NULL};
	give_back(call_name(pure, TIR_INT32, "llvm.hexagon.A2.add", 2, b));
	fails(NULL);
	says("the intrinsic 'llvm.hexagon.A2.add' cannot be interpreted");
}
END_TEST

/* ---- threads ----------------------------------------------------------------------------*/
START_TEST(threads_run_one_after_another_unless_they_wait)
{
	int32_t a[8] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 8);
	struct tir_stmt *block = add(&f->body, TIR_LAUNCH);
	block->var = tir_var_new(m, "bx", TIR_INT32);
	tir_loop_more(m->arena, block)->tag = "blockIdx.x";
	block->extent.e = num(2);
	struct tir_stmt *thread = add(&block->body, TIR_LAUNCH);
	thread->var = tir_var_new(m, "tx", TIR_INT32);
	tir_loop_more(m->arena, thread)->tag = "threadIdx.x";
	thread->extent.e = num(4);
	const struct tir_expr *at = bin(TIR_ADD, bin(TIR_MUL, block->var->expr, num(4)),
	        thread->var->expr);
	store(&thread->body, b, at, bin(TIR_ADD, at, num(1)));
	runs((struct tir_arg[]){ARG(a)});
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(a[i], i + 1);
	struct tir_stmt *keep = thread->body.first;
	thread->body = (struct tir_seq){NULL, NULL};
	struct tir_buffer *tile = new_buffer("tile", TIR_BUFFER_ALLOC, TIR_INT32, 4);
	tile->scope = "shared";
	alloc(&thread->body, tile);
	fails((struct tir_arg[]){ARG(a)});
	says("tile is shared by threads that wait for each other");
	thread->body = (struct tir_seq){keep, keep};
	const struct tir_expr *shared = tir_string(m, "shared");
	evaluate(&thread->body, call(TIR_BUILTIN_TVM_STORAGE_SYNC, TIR_VOID, 1, &shared));
	fails((struct tir_arg[]){ARG(a)});
	says("threads that wait for each other");
}
END_TEST

/* ---- arrays -----------------------------------------------------------------------------*/
static const struct tir_expr *array(struct tir_buffer *b, int64_t rows, int64_t columns,
        const struct tir_expr *type)
{
	const struct tir_expr *shape[] = {num(rows), num(columns)};
	const struct tir_expr *args[] = {tir_buffer_data(m, b),
	        call(TIR_BUILTIN_TVM_STACK_MAKE_SHAPE, TIR_HANDLE, 2, shape), num(0), num(2), type,
	        num(0)};
	return call(TIR_BUILTIN_TVM_STACK_MAKE_ARRAY, TIR_HANDLE, 6, args);
}

START_TEST(packed_sorts_are_stable)
{
	float a[10] = {3, 1, 2, 1, 3, /**/ 5, 5, 0, 5, 1}, v[4] = {0};
	int32_t order[10] = {0};
	int64_t top[4] = {0};
	struct tir_buffer *in = param("A", TIR_F32, 10), *out = param("B", TIR_INT32, 10);
	struct tir_buffer *values = param("V", TIR_F32, 4), *index = param("I", TIR_INT64, 4);
	const struct tir_expr *x = array(in, 2, 5, f32(0));
	const struct tir_expr *sort[] = {x, array(out, 2, 5, num(0)), num(1), num(0)};
	evaluate(&f->body,
	        call_name(TIR_BUILTIN_CALL_PACKED, TIR_INT32, "tvm.contrib.sort.argsort", 4, sort));
	const struct tir_expr *topk[] = {x, array(values, 2, 2, f32(0)),
	        array(index, 2, 2, tir_int(m, TIR_INT64, 0)), num(2), num(-1),
	        tir_string(m, "both"), tir_int(m, TIR_BOOL, 1)};
	evaluate(&f->body,
	        call_name(TIR_BUILTIN_CALL_PACKED, TIR_INT32, "tvm.contrib.sort.topk", 7, topk));
	runs(((struct tir_arg[]){ARG(a), ARG(order), ARG(v), ARG(top)}));
	static const int32_t want[10] = {0, 4, 2, 1, 3, 0, 1, 3, 4, 2};
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(order[i], want[i]);
	ck_assert(v[0] == 1 && v[1] == 1 && v[2] == 0 && v[3] == 1);
	ck_assert(top[0] == 1 && top[1] == 3 && top[2] == 2 && top[3] == 4);
	evaluate(&f->body, call_name(TIR_BUILTIN_CALL_PACKED, TIR_INT32, "my.func", 0, NULL));
	fails(((struct tir_arg[]){ARG(a), ARG(order), ARG(v), ARG(top)}));
	says("no packed function 'my.func'");
}
END_TEST

START_TEST(fields_of_arrays_are_read)
{
	int32_t a[6] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 6);
	const struct tir_expr *args[] = {array(b, 2, 3, num(0)), num(0), num(4)};
	give_back(call(TIR_BUILTIN_TVM_STRUCT_GET, TIR_INT32, 3, args));
	runs((struct tir_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 2);
	const struct tir_expr *far[] = {args[0], num(1), num(4)};
	f->body = (struct tir_seq){NULL, NULL};
	give_back(call(TIR_BUILTIN_TVM_STRUCT_GET, TIR_INT32, 3, far));
	fails((struct tir_arg[]){ARG(a)});
	says("outside of its memory");
}
END_TEST

START_TEST(unknown_calls_are_refused_by_name)
{
	evaluate(&f->body, tir_call(m, TIR_BUILTIN_UNKNOWN, "ptx.mma", TIR_VOID, 0, NULL));
	fails(NULL);
	says("T.ptx.mma cannot be interpreted");
}
END_TEST

int main(void)
{
	Suite *s = suite_create("interp");
	TCase *t = tcase_create("interp");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_set_timeout(t, 120);
	tcase_add_test(t, a_loop_stores_what_it_computes);
	tcase_add_test(t, an_access_out_of_bounds_names_buffer_and_index);
	tcase_add_test(t, loops_step_break_and_continue);
	tcase_add_test(t, a_while_loop_ends_and_max_steps_ends_one_that_does_not);
	tcase_add_test(t, a_failed_assert_tells_kind_and_text);
	tcase_add_test(t, divisions_trap);
	tcase_add_test(t, allocations_are_zero_and_die_with_their_sequence);
	tcase_add_test(t, an_allocation_too_large_is_reported);
	tcase_add_test(t, a_view_aliases_what_it_views);
	tcase_add_test(t, addresses_and_views_of_them);
	tcase_add_test(t, lazy_nodes_leave_out_what_would_trap);
	tcase_add_test(t, a_safe_select_evaluates_both_arms);
	tcase_add_test(t, a_let_is_evaluated_once_before_its_body);
	tcase_add_test(t, a_shared_node_is_evaluated_once_however_often_it_is_used);
	tcase_add_loop_test(t, chains_of_100000_nodes_need_no_stack, 0, 6);
	tcase_add_test(t, a_node_that_all_arms_share_is_found_quickly);
	tcase_add_test(t, random_expressions_give_what_a_plain_evaluator_gives);
	tcase_add_test(t, vectors_are_computed_lane_by_lane);
	tcase_add_test(t, lanes_are_written_in_increasing_order);
	tcase_add_test(t, masked_lanes_touch_nothing);
	tcase_add_test(t, shuffles_and_halves);
	tcase_add_test(t, buffers_of_vectors);
	tcase_add_test(t, a_vector_condition_is_lazy_as_a_whole);
	tcase_add_test(t, an_effect_happens_once_per_occurrence_in_order);
	tcase_add_test(t, a_load_before_a_call_sees_memory_before_it);
	tcase_add_test(t, the_c_library_is_called_by_name);
	tcase_add_test(t, functions_call_functions);
	tcase_add_test(t, nesting_ends_before_the_stack_does);
	tcase_add_test(t, float_functions_are_tvms);
	tcase_add_test(t, integer_functions);
	tcase_add_test(t, intrinsics_by_name);
	tcase_add_test(t, threads_run_one_after_another_unless_they_wait);
	tcase_add_test(t, packed_sorts_are_stable);
	tcase_add_test(t, fields_of_arrays_are_read);
	tcase_add_test(t, unknown_calls_are_refused_by_name);
	suite_add_tcase(s, t);
	SRunner *r = srunner_create(s);
	srunner_run_all(r, CK_ENV);
	int failed = srunner_ntests_failed(r);
	srunner_free(r);
	return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
