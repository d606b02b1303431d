/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/verify.c: each rule of the verifier broken once, and what must stay allowed and
 * fast. */
#include <sys/resource.h>

#include "suite.h"
#include "tir/tir.h"

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct tir_buffer *a;     /* float32[64], a parameter */
static const struct tir_expr *n; /* int32, a parameter */
static char said[300];

static const struct tir_expr *imm(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static const struct tir_expr *op(enum tir_op o, const struct tir_expr *x, const struct tir_expr *y)
{
	return tir_binary(m, o, x, y);
}

static struct tir_buffer *buffer(const char *name, enum tir_buffer_kind kind)
{
	struct tir_buffer *b = tir_buffer_new(m, name, kind, TIR_F32);
	b->ndim = 1;
	b->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	b->shape[0] = imm(64);
	return b;
}

static void setup(void)
{
	m = tir_module_new(&arena);
	f = tir_func_new(m, "main");
	a = buffer("A", TIR_BUFFER_PARAM);
	n = tir_var_new(m, "n", TIR_INT32)->expr;
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.buffer = a}));
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.var = n->u.var}));
}

static void teardown(void)
{
	arena_free(&arena);
}

static struct tir_stmt *stmt(enum tir_stmt_kind k, struct tir_seq *s)
{
	struct tir_stmt *t = tir_stmt_new(m, k, (struct span){0, 0});
	tir_seq_add(s, t);
	return t;
}

static struct tir_stmt *eval(struct tir_seq *s, const struct tir_expr *e)
{
	struct tir_stmt *t = stmt(TIR_EVALUATE, s);
	tir_as_evaluate(t)->value.e = e;
	return t;
}

static struct tir_stmt *bind(struct tir_seq *s, struct tir_var *v, const struct tir_expr *e)
{
	struct tir_stmt *t = stmt(TIR_BIND, s);
	struct tir_bind *b = tir_as_bind(t);
	b->var = v;
	b->value.e = e;
	return t;
}

static struct tir_stmt *loop(struct tir_seq *s, const char *name)
{
	struct tir_stmt *t = stmt(TIR_FOR, s);
	struct tir_for *l = tir_as_for(t);
	l->var = tir_var_new(m, name, TIR_INT32);
	l->min.e = imm(0);
	l->extent.e = n;
	return t;
}

static struct tir_stmt *store(struct tir_seq *s, const struct tir_expr *at,
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

static void keep(void *ctx, const struct diag_message *msg)
{
	(void)ctx;
	snprintf(said, sizeof said, "%s", msg->text);
}

static void accepted(void)
{
	struct diag d = {.sink = keep};
	said[0] = 0;
	bool ok = tir_verify(m, &d);
	ck_assert_msg(ok, "%s", said);
	ck_assert_uint_eq(d.errors, 0);
}

/* Exactly one error, ours, with this in it. */
static void refused(const char *part)
{
	struct diag d = {.sink = keep};
	said[0] = 0;
	ck_assert(!tir_verify(m, &d));
	ck_assert_uint_eq(d.errors, 1);
	ck_assert_msg(!strncmp(said, "internal error: ", 16) && strstr(said, part), "%s", said);
}

START_TEST(a_fault_of_a_text_is_its_authors)
{
	struct diag d = {.sink = keep};
	struct tir_stmt *s = loop(&f->body, "i");
	eval(&f->body, tir_var_of(s)->expr);
	ck_assert(!tir_verify_text(m, &d));
	ck_assert_uint_eq(d.errors, 1);
	ck_assert_str_eq(said, "a variable is used where it is not defined: 'i'");
	refused("a variable is used where it is not defined: 'i'");
}
END_TEST

/* Two functions of one module: what one defines is unknown to the other, what both use is not. */
START_TEST(each_function_has_its_own_names)
{
	struct tir_stmt *s = loop(&f->body, "i");
	eval(tir_body_slot(s), tir_var_of(s)->expr);
	eval(tir_body_slot(s), imm(7));
	struct tir_func *g = tir_func_new(m, "g");
	eval(&g->body, imm(7));
	accepted();
	struct tir_stmt *t = tir_stmt_copy(&arena, s);
	tir_as_for(t)->extent.e = imm(4); /* n is of the first function */
	tir_seq_add(&g->body, t);
	accepted();
	eval(&g->body, tir_var_of(s)->expr);
	refused("a variable is used where it is not defined: 'i'");
}
END_TEST

/* ---- Scopes -----------------------------------------------------------------------------*/
START_TEST(a_loop_variable_ends_with_its_loop)
{
	struct tir_stmt *s = loop(&f->body, "i");
	struct tir_for *l = tir_as_for(s);
	const struct tir_expr *e = op(TIR_ADD, l->var->expr, n);
	store(&l->body, e, tir_float(m, TIR_F32, 1));
	accepted();
	eval(&f->body, e);
	refused("a variable is used where it is not defined: 'i'");
}
END_TEST

START_TEST(a_binding_holds_from_there_to_the_end_of_its_sequence)
{
	struct tir_stmt *s = loop(&f->body, "i");
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	eval(tir_body_slot(s), n);
	bind(tir_body_slot(s), v, n);
	eval(tir_body_slot(s), op(TIR_MUL, v->expr, n));
	accepted();
	struct tir_stmt *late = eval(tir_body_slot(s), v->expr);
	tir_as_evaluate(tir_body(s)->first)->value.e = op(TIR_MUL, v->expr, n);
	tir_as_evaluate(late)->value.e = n;
	refused("not defined: 'v'");
}
END_TEST

START_TEST(a_let_is_known_in_its_body_alone)
{
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	const struct tir_expr *body = op(TIR_MUL, v->expr, n);
	const struct tir_expr *let = tir_let(m, v, op(TIR_ADD, n, imm(1)), body);
	eval(&f->body, op(TIR_ADD, let, let));
	struct tir_stmt *s = loop(&f->body, "i");
	eval(tir_body_slot(s), op(TIR_ADD, let, tir_as_for(s)->var->expr));
	accepted();
	eval(&f->body, body);
	refused("not defined: 'v'");
}
END_TEST

START_TEST(a_let_is_walked_anew_where_its_first_scope_is_gone)
{
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	struct tir_stmt *s = loop(&f->body, "i");
	/* needs i and v: may be shared within the loop, not after it */
	const struct tir_expr *body = op(TIR_MUL, v->expr, tir_as_for(s)->var->expr);
	const struct tir_expr *let = tir_let(m, v, n, body);
	eval(tir_body_slot(s), let);
	eval(tir_body_slot(s), op(TIR_SUB, let, n));
	accepted();
	eval(&f->body, let);
	refused("not defined: 'i'");
}
END_TEST

START_TEST(a_variable_is_defined_once)
{
	struct tir_stmt *s = loop(&f->body, "i"), *t = loop(&f->body, "j");
	accepted();
	tir_set_var(t, tir_var_of(s));
	refused("a variable is defined twice: 'i'");
}
END_TEST

START_TEST(a_let_under_itself_is_refused)
{
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	const struct tir_expr *in = tir_let(m, v, n, op(TIR_ADD, v->expr, n));
	eval(&f->body, tir_let(m, v, imm(2), in));
	refused("a variable is defined twice: 'v'");
}
END_TEST

START_TEST(a_buffer_is_declared_before_its_use)
{
	struct tir_stmt *s = stmt(TIR_ALLOC, &f->body);
	const struct tir_expr *zero = imm(0);
	struct tir_alloc *alloc = tir_as_alloc(s);
	alloc->buffer = buffer("B", TIR_BUFFER_ALLOC);
	eval(&f->body, tir_access(m, TIR_LOAD, alloc->buffer, 1, &zero));
	accepted();
	struct tir_buffer *c = buffer("C", TIR_BUFFER_ALLOC);
	eval(&f->body, tir_access(m, TIR_LOAD, c, 1, &zero));
	refused("a buffer is used where it is not declared: 'C'");
}
END_TEST

START_TEST(a_view_has_the_root_of_what_it_views)
{
	struct tir_decl *s = tir_as_decl(stmt(TIR_DECL, &f->body)),
	                *t = tir_as_decl(stmt(TIR_DECL, &f->body));
	s->buffer = buffer("V", TIR_BUFFER_DECL);
	s->buffer->root = a;
	s->value.e = tir_buffer_data(m, a);
	t->buffer = buffer("W", TIR_BUFFER_DECL);
	t->buffer->root = a;
	t->value.e = tir_buffer_data(m, s->buffer);
	accepted();
	t->buffer->root = s->buffer;
	refused("a view's root is not that of what it views: 'W'");
	t->buffer->root = NULL;
	refused("a view's root is not that of what it views: 'W'");
}
END_TEST

START_TEST(break_needs_a_loop)
{
	struct tir_stmt *s = loop(&f->body, "i");
	stmt(TIR_BREAK, &tir_as_for(s)->body);
	accepted();
	stmt(TIR_CONTINUE, &f->body);
	refused("in no loop");
}
END_TEST

START_TEST(a_result_has_the_functions_type)
{
	struct tir_stmt *s = stmt(TIR_RETURN, &f->body);
	tir_value_slot(s)->e = n;
	refused("function's type");
	f->ret = TIR_INT32;
	accepted();
}
END_TEST

/* ---- Types ------------------------------------------------------------------------------*/
/* Nodes that break a rule; the message holds the part. */
struct wrong {
	const struct tir_expr *(*make)(void);
	const char *part;
};

static const struct tir_expr *binary(enum tir_op o, struct tir_type result,
        const struct tir_expr *x, const struct tir_expr *y)
{
	const struct tir_expr *args[] = {x, y};
	return tir_make(m, o, result, 0, 2, args);
}
static const struct tir_expr *mixed(void)
{
	return binary(TIR_ADD, TIR_INT32, n, tir_int(m, TIR_INT64, 1));
}
static const struct tir_expr *compare_as_int(void)
{
	return binary(TIR_LT, TIR_INT32, n, imm(1));
}
static const struct tir_expr *float_floordiv(void)
{
	return op(TIR_FLOORDIV, tir_float(m, TIR_F32, 1), tir_float(m, TIR_F32, 2));
}
static const struct tir_expr *and_of_ints(void)
{
	return op(TIR_AND, n, n);
}
static const struct tir_expr *arms(void)
{
	const struct tir_expr *args[] = {op(TIR_LT, n, imm(1)), n, tir_float(m, TIR_F32, 1)};
	return tir_make(m, TIR_SELECT, TIR_INT32, 0, 3, args);
}
static const struct tir_expr *int_condition(void)
{
	return tir_select(m, TIR_IF_THEN_ELSE, n, n, n);
}
static const struct tir_expr *vector_condition(void)
{
	const struct tir_expr *v = tir_ramp(m, n, imm(1), 4);
	return tir_select(m, TIR_IF_THEN_ELSE, op(TIR_LT, v, v), v, v);
}
static const struct tir_expr *cast_lanes(void)
{
	return tir_cast(m, tir_lanes(TIR_F32, 4), n);
}
static const struct tir_expr *ramp_of_vector(void)
{
	const struct tir_expr *args[] = {tir_ramp(m, n, imm(1), 4), imm(1)};
	return tir_make(m, TIR_RAMP, tir_lanes(TIR_INT32, 4), 0, 2, args);
}
static const struct tir_expr *broadcast_of_vector(void)
{
	return tir_broadcast(m, tir_ramp(m, n, imm(1), 4), 4);
}
static const struct tir_expr *shuffle_outside(void)
{
	const struct tir_expr *args[] = {tir_ramp(m, n, imm(1), 4), imm(4)};
	return tir_make(m, TIR_SHUFFLE, TIR_INT32, 1, 2, args);
}
static const struct tir_expr *rank(void)
{
	const struct tir_expr *args[] = {n, n};
	return tir_access(m, TIR_LOAD, a, 2, args);
}
static const struct tir_expr *float_index(void)
{
	const struct tir_expr *at = tir_float(m, TIR_F32, 1);
	return tir_access(m, TIR_LOAD, a, 1, &at);
}
static const struct tir_expr *load_type(void)
{
	return tir_make(m, TIR_LOAD, TIR_INT32, (uintptr_t)a, 1, &n);
}
static const struct tir_expr *mask_lanes(void)
{
	const struct tir_expr *args[] = {tir_ramp(m, n, imm(1), 4), op(TIR_LT, n, imm(1))};
	return tir_access(m, TIR_MASKED_LOAD, a, 2, args);
}
static const struct tir_expr *let_type(void)
{
	struct tir_var *v = tir_var_new(m, "v", TIR_INT64);
	return tir_let(m, v, n, n);
}
static const struct tir_expr *exp_of_int(void)
{
	return tir_call(m, TIR_BUILTIN_EXP, NULL, TIR_INT32, 1, &n);
}
static const struct tir_expr *exp_of_two(void)
{
	const struct tir_expr *x = tir_float(m, TIR_F32, 1), *args[] = {x, x};
	return tir_call(m, TIR_BUILTIN_EXP, NULL, TIR_F32, 2, args);
}
static const struct tir_expr *too_big(void)
{
	return tir_make(m, TIR_INT_IMM, tir_type(TIR_TYPE_INT, 8, 1), 200, 0, NULL);
}
static const struct tir_expr *void_operand(void)
{
	const struct tir_expr *e = tir_call(m, TIR_BUILTIN_ASSUME, NULL, TIR_VOID, 1,
	        (const struct tir_expr *[]){op(TIR_LT, n, imm(1))});
	return op(TIR_EQ, e, e);
}

static const struct wrong wrongs[] = {
        {mixed, "differ in type"},
        {compare_as_int, "operands' type"},
        {float_floordiv, "does not take"},
        {and_of_ints, "does not take"},
        {arms, "arms of a selection"},
        {int_condition, "a condition is no bool"},
        {vector_condition, "a condition is no bool"},
        {cast_lanes, "a Cast changes the lanes"},
        {ramp_of_vector, "a Ramp's base"},
        {broadcast_of_vector, "no scalar"},
        {shuffle_outside, "a lane that its vectors do not have"},
        {rank, "as many indices"},
        {float_index, "an index is no integer"},
        {load_type, "a load has not its buffer's type"},
        {mask_lanes, "a mask is no bool"},
        {let_type, "a Let's variable"},
        {exp_of_int, "must be a float"},
        {exp_of_two, "takes 1 argument, not 2"},
        {too_big, "does not fit"},
        {void_operand, "no value"},
};
enum { NWRONGS = sizeof wrongs / sizeof wrongs[0] };

START_TEST(a_wrong_node_is_found_wherever_it_is)
{
	const struct tir_expr *e = wrongs[_i].make();
	struct tir_stmt *s = loop(&f->body, "i");
	eval(tir_body_slot(s), e);
	refused(wrongs[_i].part);
}
END_TEST

START_TEST(a_store_has_the_buffers_type)
{
	struct tir_stmt *s = store(&f->body, n, tir_float(m, TIR_F32, 1));
	accepted();
	struct tir_store *st = tir_as_store(s);
	st->value.e = n;
	refused("a stored value has not its buffer's type: 'A'");
	st->value.e = tir_float(m, TIR_F32, 1);
	st->index[0].e = tir_ramp(m, n, imm(1), 4);
	refused("a stored value has not its buffer's type: 'A'");
	st->value.e = tir_broadcast(m, tir_float(m, TIR_F32, 1), 4);
	accepted();
	st->mask.e = op(TIR_LT, n, imm(3));
	refused("a mask");
}
END_TEST

START_TEST(bounds_have_the_variables_type)
{
	struct tir_stmt *s = loop(&f->body, "i");
	struct tir_for *l = tir_as_for(s);
	l->extent.e = tir_int(m, TIR_INT64, 4);
	refused("a loop's bounds");
	l->extent.e = n;
	tir_loop_more(m->arena, s)->step.e = imm(0);
	refused("step");
	tir_loop_more(m->arena, s)->step.e = imm(2);
	accepted();
}
END_TEST

START_TEST(a_binding_has_its_values_type)
{
	bind(&f->body, tir_var_new(m, "v", TIR_INT64), n);
	refused("a variable has not its value's type: 'v'");
}
END_TEST

START_TEST(a_condition_is_a_scalar_bool)
{
	struct tir_stmt *s = stmt(TIR_IF, &f->body);
	tir_value_slot(s)->e = n;
	refused("a condition is no bool");
	tir_value_slot(s)->e = op(TIR_LT, n, imm(1));
	accepted();
}
END_TEST

/* ---- Costs ------------------------------------------------------------------------------*/
START_TEST(depth_costs_no_stack_and_sharing_no_time)
{
	struct rlimit small = {1 << 20, 1 << 20};
	setrlimit(RLIMIT_STACK, &small);
	struct tir_stmt *s = loop(&f->body, "i");
	const struct tir_expr *e = tir_var_of(s)->expr;
	for (unsigned k = 0; k < 200000; k++)
		e = op(TIR_ADD, e, op(TIR_MUL, e, n)); /* 2^200000 leaves */
	for (unsigned k = 0; k < 1000; k++) {
		struct tir_stmt *t = loop(tir_body_slot(s), "j");
		eval(tir_body_slot(t), op(TIR_ADD, e, tir_var_of(t)->expr));
	}
	accepted();
}
END_TEST

START_TEST(deep_lets_are_checked_once)
{
	const struct tir_expr *e = n;
	struct tir_var *v = NULL;
	for (unsigned k = 0; k < 20000; k++) {
		v = tir_var_new(m, "v", TIR_INT32);
		e = tir_let(m, v, e, op(TIR_ADD, v->expr, n));
	}
	for (unsigned k = 0; k < 1000; k++)
		eval(&tir_as_for(loop(&f->body, "i"))->body, e);
	accepted();
}
END_TEST

/* Leaves are short: what is asked of any statement must not be looked for behind their end. */
START_TEST(a_statement_has_what_its_kind_has)
{
	for (int k = 0; k <= TIR_BLOCK; k++) {
		struct tir_stmt *t = stmt((enum tir_stmt_kind)k, &f->body);
		bool leaf = k == TIR_BIND || k == TIR_STORE || k == TIR_EVALUATE || k == TIR_ALLOC;
		bool loop = k == TIR_FOR || k == TIR_LAUNCH;
		bool value = !loop && k != TIR_ALLOC && k != TIR_ATTR && k != TIR_BREAK &&
		             k != TIR_CONTINUE && k != TIR_BLOCK;
		uint32_t operands = loop || value;
		struct tir_operand *op[TIR_MAX_OPERANDS];
		const struct tir_expr *e[TIR_MAX_OPERANDS];
		if (operands)
			*(loop ? &tir_as_for(t)->min : tir_value_slot(t)) = (struct tir_operand){
			        .e = n};
		ck_assert(!leaf || tir_stmts[t->kind].bytes <= 72);
		ck_assert_uint_ge(tir_stmts[t->kind].bytes, sizeof *t);
		ck_assert_uint_le(tir_stmts[t->kind].bytes, 88);
		ck_assert_ptr_null(tir_body(t)->first);
		ck_assert_ptr_null(tir_orelse(t)->first);
		ck_assert(!tir_attr_of(t) && !tir_node_of(t) && !tir_tag_of(t) && !tir_mask_of(t));
		struct tir_stmt *copy = tir_stmt_copy(&arena, t);
		struct tir_seq seq = {t, t};
		ck_assert(tir_value_of(copy) == (value ? n : NULL) && !copy->next);
		ck_assert(!tir_var_of(copy) && !tir_buffer_of(copy));
		tir_set_body(copy, seq);
		tir_set_orelse(copy, seq);
		ck_assert((tir_orelse(copy)->first == t) == (k == TIR_IF));
		ck_assert(!tir_body(copy)->first || !leaf);
		ck_assert(!tir_attr_of(copy) && !tir_node_of(copy) && !tir_mask_of(copy));
		ck_assert_uint_eq(tir_stmt_operands(copy, op, TIR_MAX_OPERANDS), operands);
		ck_assert_uint_eq(tir_stmt_exprs(copy, e, TIR_MAX_OPERANDS), operands);
		ck_assert(!operands || (op[0]->e == n && e[0] == n));
		ck_assert_uint_eq(tir_stmt_flags(copy), operands ? n->flags : 0);
	}
}
END_TEST

/* What is done to a copy of a loop is not done to the loop. */
START_TEST(a_copied_loop_has_a_step_of_its_own)
{
	const struct tir_attr one = {.kind = TIR_ATTR_DICT}, two = {.kind = TIR_ATTR_DICT};
	struct tir_stmt *s = stmt(TIR_FOR, &f->body), *plain = tir_stmt_copy(&arena, s);
	tir_set_attr(plain, NULL);
	ck_assert_ptr_eq(tir_as_for(plain)->more, &tir_plain_loop);
	*tir_loop_more(&arena, s) = (struct tir_loop_more){&one, "threadIdx.x", {.e = imm(2)}};
	struct tir_stmt *copy = tir_stmt_copy(&arena, s);
	ck_assert(tir_attr_of(copy) == &one && tir_as_for(copy)->more->step.e == imm(2));
	ck_assert_str_eq(tir_tag_of(copy), "threadIdx.x");
	struct tir_operand *op[TIR_MAX_OPERANDS];
	ck_assert_uint_eq(tir_stmt_operands(copy, op, TIR_MAX_OPERANDS), 1);
	op[0]->e = imm(3);
	tir_set_attr(copy, &two);
	ck_assert(tir_as_for(s)->more->step.e == imm(2) && tir_attr_of(s) == &one);
	ck_assert(tir_as_for(copy)->more->step.e == imm(3) && tir_attr_of(copy) == &two);
	ck_assert(!tir_as_for(plain)->more->step.e && !tir_plain_loop.step.e);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("verify");
	TCase *t = tcase_create("verify");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_statement_has_what_its_kind_has);
	tcase_add_test(t, a_copied_loop_has_a_step_of_its_own);
	tcase_add_test(t, a_fault_of_a_text_is_its_authors);
	tcase_add_test(t, each_function_has_its_own_names);
	tcase_add_test(t, a_loop_variable_ends_with_its_loop);
	tcase_add_test(t, a_binding_holds_from_there_to_the_end_of_its_sequence);
	tcase_add_test(t, a_let_is_known_in_its_body_alone);
	tcase_add_test(t, a_let_is_walked_anew_where_its_first_scope_is_gone);
	tcase_add_test(t, a_variable_is_defined_once);
	tcase_add_test(t, a_let_under_itself_is_refused);
	tcase_add_test(t, a_buffer_is_declared_before_its_use);
	tcase_add_test(t, a_view_has_the_root_of_what_it_views);
	tcase_add_test(t, break_needs_a_loop);
	tcase_add_test(t, a_result_has_the_functions_type);
	tcase_add_loop_test(t, a_wrong_node_is_found_wherever_it_is, 0, NWRONGS);
	tcase_add_test(t, a_store_has_the_buffers_type);
	tcase_add_test(t, bounds_have_the_variables_type);
	tcase_add_test(t, a_binding_has_its_values_type);
	tcase_add_test(t, a_condition_is_a_scalar_bool);
	tcase_add_test(t, depth_costs_no_stack_and_sharing_no_time);
	tcase_add_test(t, deep_lets_are_checked_once);
	suite_add_tcase(s, t);
	return run_suite(s);
}
