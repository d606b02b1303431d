/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/verify.c: each rule of the verifier broken once, and what must stay allowed and
 * fast. */
#include "verify.h"

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
	tcase_add_test(t, depth_costs_no_stack_and_sharing_no_time);
	tcase_add_test(t, deep_lets_are_checked_once);
	suite_add_tcase(s, t);
	return run_suite(s);
}
