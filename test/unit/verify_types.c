/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/verify_types.c: the types that nodes and statements must have. */
#include "verify.h"

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

int main(void)
{
	Suite *s = suite_create("verify_types");
	TCase *t = tcase_create("verify_types");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_loop_test(t, a_wrong_node_is_found_wherever_it_is, 0, NWRONGS);
	tcase_add_test(t, a_store_has_the_buffers_type);
	tcase_add_test(t, bounds_have_the_variables_type);
	tcase_add_test(t, a_binding_has_its_values_type);
	tcase_add_test(t, a_condition_is_a_scalar_bool);
	suite_add_tcase(s, t);
	return run_suite(s);
}
