/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/frontend.c: what the reader makes of texts, where it sees mistakes, and its limits.
 * The texts themselves are tested by test/lit/frontend. */
#include "frontend.h"

/* ---- What is made -----------------------------------------------------------------------*/
START_TEST(operands_and_statements_know_their_places)
{
	struct tir_func *f = read_func("def main(A: T.Buffer((16, 4), \"int32\"), n: T.int32):\n"
	                               "    for i in range(n, n + 8):\n"
	                               "        A[i * 2, 3] = (n + 1) * i  # a comment\n");
	struct tir_stmt *loop = f->body.first, *store = tir_as_for(loop)->body.first;
	expect_span(f, loop->at, "for i in range(n, n + 8):");
	expect_span(f, tir_as_for(loop)->min.at, "n");
	expect_span(f, store->at, "A[i * 2, 3] = (n + 1) * i");
	expect_span(f, tir_as_store(store)->index[0].at, "i * 2");
	expect_span(f, tir_as_store(store)->index[1].at, "3");
	expect_span(f, tir_as_store(store)->value.at, "(n + 1) * i");
	expect_span(f, f->params.at[1].var->at, "n");
	expect_expr(f, tir_as_for(loop)->extent.e, "8");
}
END_TEST

START_TEST(every_definition_is_a_variable_of_its_own)
{
	struct tir_func *f = read_func("def main(A: T.Buffer((16,), \"int32\")):\n"
	                               "    for i in range(4):\n"
	                               "        A[i] = i\n"
	                               "    for i in range(4):\n"
	                               "        for i in range(2):\n"
	                               "            A[i] = i\n");
	struct tir_stmt *one = nth(&f->body, 0), *two = nth(&f->body, 1),
	                *inner = tir_body(two)->first;
	ck_assert_ptr_ne(tir_as_for(one)->var, tir_as_for(two)->var);
	ck_assert_ptr_ne(tir_as_for(two)->var, tir_as_for(inner)->var);
	ck_assert_ptr_eq(tir_value_of(tir_body(one)->first), tir_as_for(one)->var->expr);
	ck_assert_ptr_eq(tir_value_of(tir_body(inner)->first), tir_as_for(inner)->var->expr);
}
END_TEST

START_TEST(symbols_come_in_order_of_definition)
{
	struct sbuf b = {0};
	sbuf_printf(&b,
	        "k = TypeVar(\"k\")\n%sdef main(A: T.Buffer((\"n\", \"n * m\", k), \"int8\", "
	        "strides=(\"s\", 1, 1)), B: T.Buffer((n + 1, p), \"int8\", offset_factor=4), "
	        "p: T.int64):\n    n, m = T.int32(), T.int32()\n    pass\n",
	        head);
	ck_assert_ptr_null(read_text(b.text)); /* p is not defined yet where it is used */
	ck_assert_ptr_nonnull(strstr(said.text, "'p' is not defined"));
	char *bare = strstr(b.text, ", p), ");
	memcpy(bare, ",\"p\"),", 6);
	setup();
	struct tir_module *m = read_text(b.text);
	sbuf_free(&b);
	ck_assert_msg(m && tir_verify(m, &diag), "%s", said.text);
	const struct tir_func *f = m->funcs.at[0];
	static const char *const names[] = {"n", "m", "k", "s"};
	ck_assert_uint_eq(f->syms.n, 5);
	for (unsigned i = 0; i < 4; i++)
		ck_assert_str_eq(f->syms.at[i].var->name, names[i]);
	ck_assert_int_eq(f->syms.at[2].how, TIR_SYM_TYPEVAR);
	ck_assert(tir_type_eq(f->syms.at[2].var->type, TIR_INT64));
	ck_assert_int_eq(f->syms.at[4].how, TIR_SYM_OFFSET);
	ck_assert_ptr_eq(f->params.at[1].buffer->offset_var, f->syms.at[4].var);
	ck_assert_ptr_eq(f->params.at[1].buffer->elem_offset, f->syms.at[4].var->expr);
	ck_assert_ptr_eq(f->params.at[1].buffer->shape[1], f->params.at[2].var->expr);
}
END_TEST

START_TEST(views_know_their_root)
{
	struct tir_func *f = read_func("def main(A: T.Buffer((4, 4), \"float32\"), p: T.handle):\n"
	                               "    B = A.view(16)\n"
	                               "    C = T.decl_buffer((4,), \"int8\", data=B.data)\n"
	                               "    D = T.decl_buffer((4,), data=p)\n"
	                               "    E = T.decl_buffer((4,), scope=\"local\")\n"
	                               "    F = A.view(\"float16\")\n"
	                               "    G = T.decl_buffer((2,), data=T.address_of(E[2]))\n");
	struct tir_buffer *a = f->params.at[0].buffer;
	ck_assert_ptr_eq(tir_as_decl(nth(&f->body, 0))->buffer->root, a);
	ck_assert_ptr_eq(tir_as_decl(nth(&f->body, 1))->buffer->root, a);
	ck_assert_ptr_null(tir_as_decl(nth(&f->body, 2))->buffer->root);
	struct tir_stmt *alloc = nth(&f->body, 3);
	ck_assert_int_eq(alloc->kind, TIR_ALLOC);
	ck_assert_ptr_eq(tir_as_alloc(alloc)->buffer->root, tir_as_alloc(alloc)->buffer);
	expect_expr(f, tir_as_decl(nth(&f->body, 4))->buffer->shape[1], "8");
	ck_assert_ptr_eq(tir_as_decl(nth(&f->body, 5))->buffer->root, tir_as_alloc(alloc)->buffer);
	ck_assert_str_eq(tir_as_decl(nth(&f->body, 5))->buffer->scope, "local");
}
END_TEST

START_TEST(attributes_are_kept_and_noalias_is_seen)
{
	struct tir_func
	        *f = read_func("def main(A: T.Buffer((4,), \"int32\")):\n"
	                       "    T.func_attr({\"tirx.noalias\": T.bool(True), \"k\": [1, "
	                       "(2.5, None)], \"global_symbol\": \"sym\"})\n"
	                       "    pass\n");
	ck_assert(f->noalias);
	ck_assert_str_eq(f->name, "sym");
	ck_assert_str_eq(f->symbol, "sym");
	ck_assert_ptr_null(tir_attr_get(f->attrs, "global_symbol"));
	const struct tir_attr *k = tir_attr_get(f->attrs, "k");
	ck_assert_int_eq(k->kind, TIR_ATTR_LIST);
	ck_assert_int_eq(k->item[0]->i, 1);
	ck_assert_int_eq(k->item[1]->item[1]->kind, TIR_ATTR_NONE);
}
END_TEST

START_TEST(first_comments_are_kept)
{
	struct tir_module *m = read_text("# one\n\n# two\n\n@T.prim_func\ndef f():\n    # three\n"
	                                 "    pass\n");
	ck_assert_ptr_nonnull(m);
	ck_assert_str_eq(m->header, "# one\n\n# two\n");
	ck_assert_ptr_null(read_text("@T.prim_func\ndef f():\n    pass\n")->header);
}
END_TEST

START_TEST(floats_are_read_to_the_last_bit)
{
	static const char *const texts[] = {"0.1", "1e22", "1e23", "8.98846567431158e307",
	        "4.9406564584124654e-324", "2.2250738585072011e-308",
	        "123456789012345678901234567890.",
	        "0.000000000000000000000000000000000000000000000000001e51", "9007199254740993.0",
	        "1_0.2_5"};
	static const double values[] = {0.1, 1e22, 1e23, 8.98846567431158e307,
	        4.9406564584124654e-324, 2.2250738585072011e-308, 123456789012345678901234567890.,
	        0.000000000000000000000000000000000000000000000000001e51, 9007199254740993.0,
	        10.25};
	for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
		struct sbuf b = {0};
		sbuf_printf(&b,
		        "def main(A: T.Buffer((4,), \"float64\")):\n    A[0] = T.float64(%s)\n",
		        texts[i]);
		struct tir_func *f = read_func(b.text);
		ck_assert_mem_eq(&tir_value_of(f->body.first)->u.f, &values[i], sizeof *values);
		sbuf_free(&b);
	}
}
END_TEST

/* ---- Mistakes ---------------------------------------------------------------------------*/
START_TEST(reading_goes_on_after_each_mistake)
{
	expect_errors("def main(A: T.Buffer((16,), \"float32\"), i: T.int32):\n"
	              "    A[0] = xyz\n"
	              "    A[1, 2] = 1.0\n"
	              "    for j in range(2.5):\n"
	              "        A[j] = T.exq(1.0)\n"
	              "    A[0] = (1 +\n"
	              "    A[0] = 012\n"
	              "    A[0] = i & 1.5\n"
	              "    while A[0]:\n"
	              "        A[i] = T.Cast(\"floaty\", 1)\n",
	        "7:10: '=' cannot stand in an expression\n"
	        "6:12: in the bracket opened here\n"
	        "2:12: 'xyz' is not defined\n"
	        "3:5: 'A' has 1 dimension but is indexed with 2\n"
	        "1:10: declared here\n"
	        "4:20: a loop's bound must be an integer, not a float\n"
	        "5:16: T has no 'exq'; did you mean 'T.exp'?\n"
	        "8:16: a float is no constant of type int32\n"
	        "9:11: condition must be a bool, not float32\n"
	        "10:23: there is no type 'floaty'; did you mean 'float32'?\n");
	expect_errors("def main(A: T.Buffer((16,), \"float32\"), i: T.int32):\n"
	              "    A[0] = (1 +\n",
	        "2:12: bracket is never closed\n");
	expect_errors("def main(A: T.Buffer((16,), \"float32\"), i: T.int32):\n"
	              "    A[0] = xyz\n"
	              "    A[1, 2] = 1.0\n"
	              "    for j in range(2.5):\n"
	              "        A[j] = T.exq(1.0)\n"
	              "    A[0] = 012\n"
	              "    A[0] = i & 1.5\n"
	              "    while A[0]:\n"
	              "        A[i] = T.Cast(\"floaty\", 1)\n",
	        "6:12: a decimal integer may not begin with 0\n"
	        "2:12: 'xyz' is not defined\n"
	        "3:5: 'A' has 1 dimension but is indexed with 2\n"
	        "1:10: declared here\n"
	        "4:20: a loop's bound must be an integer, not a float\n"
	        "5:16: T has no 'exq'; did you mean 'T.exp'?\n"
	        "7:16: a float is no constant of type int32\n"
	        "8:11: condition must be a bool, not float32\n"
	        "9:23: there is no type 'floaty'; did you mean 'float32'?\n");
}
END_TEST

START_TEST(a_name_whose_definition_failed_is_named_once)
{
	expect_errors("def main(A: T.Buffer((16,), \"int32\")):\n"
	              "    x: T.let = zz + 1\n"
	              "    A[x] = x + x\n"
	              "    for i in T.foo(4):\n"
	              "        A[i] = i\n"
	              "    B = T.decl_buffer((4,), data=zz)\n"
	              "    B[0] = B[1]\n",
	        "2:16: 'zz' is not defined\n"
	        "4:14: T has no 'foo'\n");
}
END_TEST

START_TEST(near_names_are_suggested)
{
	expect_errors("def main(buffer: T.Buffer((16,), \"int32\")):\n"
	              "    bufer[0] = T.Brodcast(1, 4)\n",
	        "2:16: T has no 'Brodcast'; did you mean 'T.Broadcast'?\n"
	        "2:5: 'bufer' is not defined; did you mean 'buffer'?\n");
}
END_TEST

START_TEST(scopes_end)
{
	expect_errors("def main(A: T.Buffer((16,), \"int32\"), n: T.int32):\n"
	              "    if n < 4:\n"
	              "        x: T.let = n + 1\n"
	              "    else:\n"
	              "        A[0] = x\n"
	              "    x: T.let = n\n"
	              "    x: T.let = n\n"
	              "    n = 3\n",
	        "5:16: 'x' is not defined\n"
	        "7:5: 'x' is defined twice in one scope\n"
	        "6:5: first defined here\n"
	        "8:5: 'n' is defined twice in one scope\n"
	        "1:39: first defined here\n");
}
END_TEST

START_TEST(a_let_variable_has_its_value_only_inside)
{
	expect_errors("def main(A: T.Buffer((16,), \"int32\"), n: T.int32):\n"
	              "    x = T.int32()\n"
	              "    A[0] = T.Let(x * x, where={x: n}) + x\n"
	              "    A[1] = T.Let(x + 1, where={x: n})\n"
	              "    A[2] = T.Let(n, where={n: 1})\n",
	        "3:41: 'x' has no value here: only T.Let gives it one\n"
	        "4:32: 'x' is given a value twice\n"
	        "5:28: an expression cannot be given a value by T.Let\n");
}
END_TEST

START_TEST(a_quoted_name_is_no_parameter_that_needs_it)
{
	expect_errors("def main(A: T.Buffer((\"n\",), \"int32\"), n: 0 // n):\n"
	              "    pass\n",
	        "1:24: 'n' is no integer\n"
	        "1:48: 'n' is not defined\n");
	expect_errors("def main(A: T.Buffer((\"n\",), \"int32\"), n: T.Buffer((\"n\",), "
	              "\"int8\")):\n"
	              "    pass\n",
	        "1:24: 'n' is no integer\n"
	        "1:54: 'n' is no integer\n");
}
END_TEST

START_TEST(calls_between_functions_are_checked)
{
	ck_assert_ptr_null(read_text("@I.ir_module\nclass M:\n"
	                             "    @T.prim_func\n"
	                             "    def f(A: T.Buffer((4,), \"int32\")):\n"
	                             "        A[0] = M.g(A[1]) + M.g(1, 2) + cls.g(A[0] < 1) + "
	                             "M.h()\n"
	                             "    @T.prim_func(private=True)\n"
	                             "    def g(x: T.int32) -> T.int32:\n"
	                             "        return x\n"));
	ck_assert_str_eq(said.text, "5:58: the module has no function 'h'\n"
	                            "5:28: 'g' takes 1 argument, not 2\n"
	                            "7:5: defined here\n"
	                            "5:40: argument 1 of 'g' has type bool, not int32\n"
	                            "7:11: the parameter is here\n");
}
END_TEST

/* ---- Anything -----------------------------------------------------------------------------*/
static const char sample[] =
        "# from tvm.script import ir as I\n# from tvm.script import tirx as T\n"
        "# from tvm.tirx.layout import Axis\n\nk = TypeVar(\"k\")\n@I.ir_module\nclass Module:\n"
        "    @T.prim_func(private=True, s_tir=True)\n"
        "    def f(A: T.Buffer((\"n\", k), \"int32\", offset_factor=1), p: T.handle(\"int8\")) -> "
        "T.int32:\n        n = T.int32()\n"
        "        T.func_attr({\"tirx.noalias\": True, \"target\": T.target({\"kind\": "
        "\"llvm\"})})\n"
        "        B = A.view(n * 8)\n        x: T.int32 = 1\n        y = T.bind(x + A.elem_offset)\n"
        "        v = T.int32()\n        for i, j in T.grid(n, 4):\n"
        "            B[i:i + 8:2] = T.Broadcast(T.Let(v * v, where={v: y}), 4)\n"
        "            if i < 3 and not j == 0 or 0 <= i < n:\n                x += A[i, j] % 3\n"
        "            elif T.bool(True):\n                continue\n"
        "        with T.attr(T.comm_reducer(lambda a, b: a + b, [T.int32(0)]), \"s\", 0):\n"
        "            assert x > -1, (\"E\", ['a\\n', r\"b\"])\n"
        "        return T.if_then_else(x > 1, T.Select(x < 5, 1, ~x), 0x1F // x)\n";

START_TEST(no_beginning_and_no_changed_byte_breaks_the_reader)
{
	size_t n = sizeof sample - 1;
	struct tir_module *m = read_all(sample, n);
	ck_assert_msg(m && tir_verify(m, &diag), "%s", said.text);
	for (size_t i = 0; i < n; i++) {
		char text[sizeof sample];
		memcpy(text, sample, n);
		read_all(text, i);
		static const char bytes[] = "\n\t \"'()[]{},:.=0aT\\#\xff";
		for (size_t k = 0; k < sizeof bytes; k++) {
			unsigned errors = diag.errors;
			text[i] = bytes[k];
			m = read_all(text, n);
			ck_assert(m ? tir_verify(m, &diag) : diag.errors > errors);
		}
		teardown();
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("frontend");
	TCase *made = tcase_create("made"), *wrong = tcase_create("wrong");
	TCase *const cases[] = {made, wrong};
	for (unsigned i = 0; i < 2; i++) {
		tcase_add_checked_fixture(cases[i], setup, teardown);
		tcase_set_timeout(cases[i], 600);
		suite_add_tcase(suite, cases[i]);
	}
	tcase_add_test(made, operands_and_statements_know_their_places);
	tcase_add_test(made, every_definition_is_a_variable_of_its_own);
	tcase_add_test(made, symbols_come_in_order_of_definition);
	tcase_add_test(made, views_know_their_root);
	tcase_add_test(made, attributes_are_kept_and_noalias_is_seen);
	tcase_add_test(made, first_comments_are_kept);
	tcase_add_test(made, floats_are_read_to_the_last_bit);
	tcase_add_test(wrong, reading_goes_on_after_each_mistake);
	tcase_add_test(wrong, a_name_whose_definition_failed_is_named_once);
	tcase_add_test(wrong, near_names_are_suggested);
	tcase_add_test(wrong, scopes_end);
	tcase_add_test(wrong, a_let_variable_has_its_value_only_inside);
	tcase_add_test(wrong, a_quoted_name_is_no_parameter_that_needs_it);
	tcase_add_test(wrong, calls_between_functions_are_checked);
	tcase_add_test(wrong, no_beginning_and_no_changed_byte_breaks_the_reader);
	return run_suite(suite);
}
