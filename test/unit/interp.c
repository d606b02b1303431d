/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/interp.c: the interpreter against the rules at the top of tir/tir.h: statements, memory, lazy
 * operands, vectors, on functions built by hand. */
#include "interp.h"

/* ---- statements -------------------------------------------------------------------------*/
START_TEST(a_loop_stores_what_it_computes)
{
	int32_t a[5] = {1, 2, 3, 4, INT32_MAX};
	struct tir_buffer *b = param("A", TIR_INT32, 5);
	struct tir_stmt *l = loop(&f->body, num(5));
	struct tir_for *iter = tir_as_for(l);
	store(&iter->body, b, iter->var->expr, bin(TIR_ADD, load(b, iter->var->expr), num(1)));
	runs((struct interp_arg[]){ARG(a)});
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
	fails((struct interp_arg[]){ARG(a)});
	says("store to 'A[4]' is out of bounds");
	struct tir_store *st = tir_as_store(s);
	st->index[0].e = num(-1);
	fails((struct interp_arg[]){ARG(a)});
	says("'A[-1]'");
	st->index[0].e = num(0);
	st->value.e = load(b, num(1 << 30));
	fails((struct interp_arg[]){ARG(a)});
	says("load of 'A[1073741824]'");
	st->value.e = load(b, num(3));
	runs((struct interp_arg[]){ARG(a)});
}
END_TEST

START_TEST(loops_step_break_and_continue)
{
	int32_t a[10] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 10);
	struct tir_stmt *l = loop(&f->body, num(10));
	tir_loop_more(m->arena, l)->step.e = num(2);
	struct tir_for *iter = tir_as_for(l);
	struct tir_stmt *skip = add(&iter->body, TIR_IF);
	tir_as_if(skip)->value.e = bin(TIR_EQ, iter->var->expr, num(4));
	add(&tir_as_if(skip)->body, TIR_CONTINUE);
	struct tir_stmt *stop = add(&iter->body, TIR_IF);
	struct tir_if *branch = tir_as_if(stop);
	branch->value.e = bin(TIR_EQ, iter->var->expr, num(8));
	add(&branch->body, TIR_BREAK);
	store(&branch->orelse, b, iter->var->expr, num(7));
	runs((struct interp_arg[]){ARG(a)});
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(a[i], i == 0 || i == 2 || i == 6 ? 7 : 0);
}
END_TEST

START_TEST(a_while_loop_ends_and_max_steps_ends_one_that_does_not)
{
	int32_t a[1] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 1);
	struct tir_stmt *w = add(&f->body, TIR_WHILE);
	struct tir_while *loop = tir_as_while(w);
	loop->value.e = bin(TIR_LT, load(b, num(0)), num(100));
	store(&loop->body, b, num(0), bin(TIR_ADD, load(b, num(0)), num(3)));
	give_back(load(b, num(0)));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 102);
	loop->value.e = tir_int(m, TIR_BOOL, 1);
	loop->body = (struct tir_seq){NULL, NULL};
	options.max_steps = 1000;
	fails((struct interp_arg[]){ARG(a)});
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
	struct tir_assert *check = tir_as_assert(s);
	check->value.e = tir_int(m, TIR_BOOL, 0);
	check->attr = &tuple;
	fails(NULL);
	says("assertion failed: ValueError: n is odd");
	check->value.e = tir_int(m, TIR_BOOL, 1);
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
		fails((struct interp_arg[]){SCALAR(0)});
		says("division by zero");
		fails((struct interp_arg[]){SCALAR(UINT32_MAX)});
		says("divided by -1");
		runs((struct interp_arg[]){SCALAR(7)});
	}
}
END_TEST

/* ---- memory -----------------------------------------------------------------------------*/
START_TEST(allocations_are_zero_and_die_with_their_sequence)
{
	/* 4000 times a mebibyte would be more than there may be */
	struct tir_stmt *l = loop(&f->body, num(4000));
	struct tir_buffer *b = new_buffer("B", TIR_BUFFER_ALLOC, TIR_INT32, 1 << 18);
	struct tir_for *iter = tir_as_for(l);
	alloc(&iter->body, b);
	struct tir_stmt *dirty = add(&iter->body, TIR_IF);
	tir_as_if(dirty)->value.e = bin(TIR_NE, load(b, num(12345)), num(0));
	tir_as_return(add(&tir_as_if(dirty)->body, TIR_RETURN))->value.e = num(1);
	store(&iter->body, b, num(12345), num(1));
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
	tir_as_decl(s)->buffer = v;
	tir_as_decl(s)->value.e = tir_buffer_data(m, b);
	const struct tir_expr *index[] = {num(1), num(1)};
	struct tir_stmt *st = store(&f->body, v, num(1), num(9));
	st->nindex = 2;
	tir_as_store(st)->index = ARENA_NEWN(&arena, struct tir_operand, 2);
	tir_as_store(st)->index[0].e = index[0];
	tir_as_store(st)->index[1].e = index[1];
	give_back(load(b, num(8)));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 9);
	/* the address of its first element, not of what it views */
	const struct tir_expr *zero[] = {num(0), num(0)};
	struct tir_buffer *w = new_buffer("W", TIR_BUFFER_DECL, TIR_INT32, 1);
	s = tir_stmt_new(m, TIR_DECL, s->at);
	tir_as_decl(s)->buffer = w;
	tir_as_decl(s)->value.e = tir_access(m, TIR_ADDRESS_OF, v, 2, zero);
	s->next = st->next;
	st->next = s;
	tir_as_return(s->next)->value.e = load(w, num(7));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 9);
	tir_as_store(st)->index[0].e = num(2);
	fails((struct interp_arg[]){ARG(a)});
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
	struct tir_decl *decl = tir_as_decl(s);
	decl->buffer = v;
	decl->value.e = tir_access(m, TIR_ADDRESS_OF, b, 1, &at);
	store(&f->body, v, num(3), num(5));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_int_eq(a[11], 5);
	store(&f->body, v, num(4), num(5));
	fails((struct interp_arg[]){ARG(a)});
	says("'V[4]'");
	const struct tir_expr *add_args[] = {tir_buffer_data(m, b), num(44)};
	decl->value.e = call(TIR_BUILTIN_HANDLE_ADD_BYTE_OFFSET, TIR_HANDLE, 2, add_args);
	tir_as_store(f->body.first->next)->index[0].e = num(0);
	tir_as_store(f->body.first->next->next)->index[0].e = num(-11);
	runs((struct interp_arg[]){ARG(a)});
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
	runs(((struct interp_arg[]){ARG(a), SCALAR(1)}));
	ck_assert_uint_eq(result, 11 + 11 + 100 + 2000);
	ck_assert_uint_eq(stats.ops[TIR_LOAD], 1); /* one node, four uses */
	runs(((struct interp_arg[]){ARG(a), SCALAR(0)}));
	ck_assert_uint_eq(result, 10 + 10 + 200 + 1000);
	runs(((struct interp_arg[]){ARG(a), SCALAR(4)}));
	ck_assert_uint_eq(result, (uint32_t)(-1 + 0 + 200 + 1000));
	ck_assert_uint_eq(stats.ops[TIR_LOAD], 0);
}
END_TEST

START_TEST(a_safe_select_evaluates_both_arms)
{
	const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
	give_back(tir_select(m, TIR_SELECT, bin(TIR_GT, x, num(0)), bin(TIR_ADD, x, num(1)),
	        bin(TIR_SUB, x, num(1))));
	runs((struct interp_arg[]){SCALAR(5)});
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
	runs((struct interp_arg[]){SCALAR(5)});
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
	runs((struct interp_arg[]){SCALAR(1)});
	ck_assert_uint_eq(stats.ops[TIR_ADD], 100);
	/* and through arms of which only one is taken */
	e = x;
	for (int i = 0; i < 200; i++)
		e = tir_select(m, TIR_IF_THEN_ELSE, bin(TIR_GT, x, num(i)), bin(TIR_ADD, e, num(1)),
		        bin(TIR_SUB, e, num(1)));
	f->body = (struct tir_seq){NULL, NULL};
	give_back(e);
	runs((struct interp_arg[]){SCALAR(150)});
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
	runs((struct interp_arg[]){SCALAR(1000000)});
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
	runs((struct interp_arg[]){SCALAR(1000000)});
	ck_assert_uint_eq(stats.ops[TIR_MUL], 1);
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
	runs((struct interp_arg[]){ARG(a)});
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
	runs((struct interp_arg[]){ARG(a)});
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
	struct interp_arg three[] = {{.data = a, .bytes = 12}, ARG(c)};
	runs(three);
	ck_assert_int_eq(c[2], 3);
	ck_assert_int_eq(c[3], 0); /* a masked-off lane loads 0 */
	c[3] = 9;
	struct tir_store *st = tir_as_store(s);
	st->mask.e = bin(TIR_GT, lanes, tir_broadcast(m, num(0), 4));
	st->value.e = tir_broadcast(m, num(5), 4);
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
	runs((struct interp_arg[]){ARG(a)});
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
	runs(((struct interp_arg[]){ARG(a), ARG(c), SCALAR(1000)}));
	ck_assert_int_eq(c[0] + c[3], 14);
}
END_TEST

static void add_tests(TCase *t)
{
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
	tcase_add_test(t, vectors_are_computed_lane_by_lane);
	tcase_add_test(t, lanes_are_written_in_increasing_order);
	tcase_add_test(t, masked_lanes_touch_nothing);
	tcase_add_test(t, shuffles_and_halves);
	tcase_add_test(t, buffers_of_vectors);
	tcase_add_test(t, a_vector_condition_is_lazy_as_a_whole);
}

int main(void)
{
	return run_tests("interp", add_tests);
}
