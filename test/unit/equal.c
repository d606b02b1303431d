/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/equal.c: what makes two functions the same program. */
#include "print.h"

/* ---- Equality ---------------------------------------------------------------------------*/
static struct tir_func *sum_loop(const char *var, enum tir_op o, unsigned depth)
{
	setup();
	struct tir_func *f = func();
	struct tir_stmt *s = loop(&f->body, tir_var_new(m, var, TIR_INT32), imm(0), imm(8));
	struct tir_for *l = tir_as_for(s);
	const struct tir_expr *e = l->var->expr;
	for (unsigned k = 0; k < depth; k++)
		e = op(TIR_ADD, op(TIR_MUL, e, n), e);
	tir_as_evaluate(stmt(TIR_EVALUATE, &l->body))->value.e = op(o, e, n);
	return f;
}

START_TEST(names_do_not_matter_and_operators_do)
{
	const char *why = NULL;
	const struct tir_func *a = sum_loop("i", TIR_ADD, 1), *b = sum_loop("k", TIR_ADD, 1);
	const struct tir_func *c = sum_loop("i", TIR_SUB, 1);
	ck_assert(tir_equal_func(a, b, &why));
	ck_assert(!tir_equal_func(a, c, &why));
	ck_assert_str_eq(why, "different operations");
	/* another variable in the same place */
	struct tir_func *d = sum_loop("i", TIR_ADD, 1);
	tir_value_slot(tir_body(d->body.first)->first)->e = op(TIR_ADD, n, n);
	ck_assert(!tir_equal_func(a, d, &why));
}
END_TEST

START_TEST(shared_expressions_are_compared_once)
{
	const struct tir_func *a = sum_loop("i", TIR_ADD, 5000), *b = sum_loop("k", TIR_ADD, 5000);
	ck_assert(tir_equal_func(a, b, NULL));
}
END_TEST

START_TEST(two_variables_cannot_stand_for_one)
{
	struct tir_func *f[2];
	for (unsigned k = 0; k < 2; k++) {
		f[k] = func();
		struct tir_stmt *s = loop(&f[k]->body, tir_var_new(m, "a", TIR_INT32), imm(0), n);
		struct tir_stmt *t = loop(&tir_as_for(s)->body, tir_var_new(m, "b", TIR_INT32),
		        imm(0), n);
		const struct tir_expr *a = tir_as_for(s)->var->expr, *b = tir_as_for(t)->var->expr;
		tir_as_evaluate(stmt(TIR_EVALUATE, &tir_as_for(t)->body))->value.e = op(TIR_SUB, a,
		        k ? a : b);
	}
	ck_assert(!tir_equal_func(f[0], f[1], NULL));
	ck_assert(!tir_equal_func(f[1], f[0], NULL));
	ck_assert(tir_equal_func(f[0], f[0], NULL));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("equal");
	TCase *t = tcase_create("equal");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, names_do_not_matter_and_operators_do);
	tcase_add_test(t, shared_expressions_are_compared_once);
	tcase_add_test(t, two_variables_cannot_stand_for_one);
	suite_add_tcase(s, t);
	return run_suite(s);
}
