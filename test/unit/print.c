/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/print.c: the printed text of programs built by hand. */
#include "print.h"

/* ---- Expressions ------------------------------------------------------------------------*/
START_TEST(parentheses_only_where_needed)
{
	expect_expr(op(TIR_ADD, op(TIR_ADD, i, n), imm(1)), "i + n + 1");
	expect_expr(op(TIR_SUB, i, op(TIR_SUB, n, imm(1))), "i - (n - 1)");
	expect_expr(op(TIR_MUL, op(TIR_ADD, i, n), imm(4)), "(i + n) * 4");
	expect_expr(op(TIR_ADD, i, op(TIR_MUL, n, imm(4))), "i + n * 4");
	expect_expr(op(TIR_SHR, op(TIR_ADD, i, imm(1)), imm(2)), "i + 1 >> 2");
	expect_expr(op(TIR_ADD, op(TIR_SHL, i, imm(2)), imm(1)), "(i << 2) + 1");
	expect_expr(op(TIR_BITOR, op(TIR_BITAND, i, n), op(TIR_BITXOR, i, imm(1))),
	        "i & n | i ^ 1");
	expect_expr(tir_unary(m, TIR_BITNOT, op(TIR_ADD, i, imm(1))), "~(i + 1)");
	expect_expr(op(TIR_MUL, i, imm(-1)), "i * -1");
}
END_TEST

START_TEST(a_comparison_under_a_comparison_is_no_chain)
{
	const struct tir_expr *a = op(TIR_LT, i, n), *b = op(TIR_EQ, i, n);
	expect_expr(op(TIR_EQ, a, b), "(i < n) == (i == n)");
	expect_expr(tir_unary(m, TIR_NOT, a), "not i < n");
	expect_expr(op(TIR_EQ, tir_unary(m, TIR_NOT, a), b), "(not i < n) == (i == n)");
	expect_expr(op(TIR_OR, op(TIR_AND, a, b), a), "i < n and i == n or i < n");
	expect_expr(op(TIR_AND, op(TIR_OR, a, b), a), "(i < n or i == n) and i < n");
}
END_TEST

START_TEST(what_a_reader_would_fold_is_a_constructor)
{
	expect_expr(op(TIR_ADD, imm(1), imm(2)), "T.Add(1, 2)");
	expect_expr(op(TIR_ADD, i, imm(0)), "T.Add(i, 0)");
	expect_expr(op(TIR_SUB, x, f32(0)), "T.Sub(x, T.float32(0.0))");
	expect_expr(op(TIR_SUB, imm(0), i), "0 - i");
	expect_expr(op(TIR_MUL, imm(1), i), "T.Mul(1, i)");
	expect_expr(op(TIR_MUL, f32(-0.0), x), "T.Mul(T.float32(-0.0), x)");
	expect_expr(op(TIR_DIV, i, imm(3)), "T.Div(i, 3)");
	expect_expr(op(TIR_DIV, x, f32(3)), "x / T.float32(3.0)");
	expect_expr(op(TIR_DIV, x, f32(1)), "T.Div(x, T.float32(1.0))");
	expect_expr(op(TIR_FLOORMOD, i, imm(1)), "T.FloorMod(i, 1)");
	expect_expr(op(TIR_FLOORDIV, imm(0), i), "T.FloorDiv(0, i)");
	expect_expr(op(TIR_MOD, i, n), "T.truncmod(i, n)");
	expect_expr(op(TIR_MOD, i, imm(1)), "T.Mod(i, 1)");
	expect_expr(op(TIR_MIN, i, n), "T.min(i, n)");
	expect_expr(op(TIR_MIN, i, i), "T.Min(i, i)");
	expect_expr(op(TIR_MAX, f32(1), f32(2)), "T.Max(T.float32(1.0), T.float32(2.0))");
	expect_expr(op(TIR_LT, imm(1), imm(2)), "T.LT(1, 2)");
	expect_expr(op(TIR_SHL, i, imm(0)), "T.LShift(i, 0)");
	expect_expr(op(TIR_AND, op(TIR_LT, i, n), tir_int(m, TIR_BOOL, 1)),
	        "T.And(i < n, T.bool(True))");
	/* vectors are never folded */
	expect_expr(op(TIR_ADD, tir_broadcast(m, imm(0), 4), tir_ramp(m, i, imm(1), 4)),
	        "T.Broadcast(0, 4) + T.Ramp(i, 1, 4)");
}
END_TEST

START_TEST(constants_keep_type_and_value)
{
	expect_expr(imm(INT32_MIN), "-2147483648");
	expect_expr(tir_int(m, TIR_INT64, INT64_MIN), "T.int64(-9223372036854775808)");
	expect_expr(tir_int(m, tir_type(TIR_TYPE_UINT, 64, 1), -1),
	        "T.uint64(18446744073709551615)");
	expect_expr(tir_int(m, TIR_BOOL, 1), "T.bool(True)");
	expect_expr(f32(1), "T.float32(1.0)");
	expect_expr(f32(-0.0), "T.float32(-0.0)");
	expect_expr(f32(0.1), "T.float32(0.10000000000000001)");
	expect_expr(f32(1e-5), "T.float32(1.0000000000000001e-05)");
	expect_expr(f32(3.4028234663852886e38),
	        "T.float32(340282346638528859811704183484516925440.0)");
	expect_expr(tir_float(m, tir_type(TIR_TYPE_FLOAT, 16, 1), INFINITY), "T.float16(\"inf\")");
	expect_expr(f32(-INFINITY), "T.float32(\"-inf\")");
	expect_expr(f32(NAN), "T.float32(\"nan\")");
	expect_expr(tir_string(m, "a\"b\\c\n\t\x01"), "\"a\\\"b\\\\c\\n\\t\\x01\"");
}
END_TEST

START_TEST(calls_have_their_dtype_where_tvm_has_it)
{
	const struct tir_expr *args[] = {tir_string(m, "sinf"), x};
	expect_expr(tir_call(m, TIR_BUILTIN_EXP, NULL, TIR_F32, 1, &x), "T.exp(x)");
	expect_expr(tir_call(m, TIR_BUILTIN_CALL_PURE_EXTERN, NULL, TIR_F32, 2, args),
	        "T.call_pure_extern(\"float32\", \"sinf\", x)");
	expect_expr(tir_call(m, TIR_BUILTIN_REINTERPRET, NULL, TIR_INT32, 1, &x),
	        "T.reinterpret(\"int32\", x)");
	const struct tir_expr *get[] = {tir_var_new(m, "h", TIR_HANDLE)->expr, imm(0), imm(4)};
	expect_expr(tir_call(m, TIR_BUILTIN_TVM_STRUCT_GET, NULL, TIR_INT32, 3, get),
	        "T.tvm_struct_get(h, 0, 4, \"int32\")");
	m->name = "Module";
	expect_expr(tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "helper", TIR_INT32, 1, &i),
	        "Module.helper(i)");
}
END_TEST

START_TEST(a_long_text_is_cut)
{
	struct sbuf b = {0};
	sbuf_str(&b, "got ");
	tir_print_expr(m, op(TIR_ADD, op(TIR_MUL, i, n), imm(7)), 5, &b);
	ck_assert_str_eq(b.text, "got i * n...");
	sbuf_free(&b);
}
END_TEST

/* A tree of 2^4000 leaves in 4000 nodes: only as much as is shown may be walked. */
START_TEST(a_shared_expression_is_cut_before_it_explodes)
{
	struct sbuf b = {0};
	const struct tir_expr *e = i;
	for (unsigned k = 0; k < 4000; k++)
		e = op(TIR_ADD, e, op(TIR_MUL, e, n));
	tir_print_expr(m, e, 100, &b);
	ck_assert_uint_eq(b.len, 103);
	sbuf_free(&b);
}
END_TEST

START_TEST(depth_costs_no_stack)
{
	struct rlimit small = {1 << 20, 1 << 20};
	setrlimit(RLIMIT_STACK, &small);
	struct sbuf b = {0};
	const struct tir_expr *left = i, *right = i;
	for (unsigned k = 0; k < 200000; k++) {
		left = op(TIR_SUB, left, n);
		right = op(TIR_SUB, n, right);
	}
	tir_print_expr(m, left, 0, &b);
	ck_assert_uint_eq(b.len, 1 + 200000 * strlen(" - n"));
	b.len = 0;
	tir_print_expr(m, right, 0, &b);
	ck_assert_uint_eq(b.len, 199999 * strlen("n - ()") + strlen("n - i"));
	sbuf_free(&b);
}
END_TEST

/* ---- Statements -------------------------------------------------------------------------*/
START_TEST(names_are_made_unique_only_where_they_collide)
{
	struct tir_func *f = func();
	struct tir_stmt *outer = loop(&f->body, tir_var_new(m, "for", TIR_INT32), imm(0), imm(4));
	outer->for_kind = TIR_PARALLEL;
	struct tir_stmt *inner = loop(&tir_as_for(outer)->body, tir_var_new(m, "for", TIR_INT32),
	        imm(0), n);
	struct tir_for *l = tir_as_for(inner);
	store(&l->body, f->params.at[0].buffer, l->var->expr, f32(1));
	struct tir_stmt *next = loop(&f->body, tir_var_new(m, "a.b", TIR_INT32), imm(0), n);
	store(tir_body_slot(next), f->params.at[0].buffer, tir_var_of(next)->expr, f32(2));
	struct tir_stmt *last = loop(&f->body, tir_var_new(m, "a_b", TIR_INT32), imm(0), n);
	store(tir_body_slot(last), f->params.at[0].buffer, tir_var_of(last)->expr, f32(3));
	expect_body(f, "    for for_1 in T.parallel(4):\n"
	               "        for for_2 in range(n):\n"
	               "            A[for_2] = T.float32(1.0)\n"
	               "    for a_b in range(n):\n"
	               "        A[a_b] = T.float32(2.0)\n"
	               "    for a_b in range(n):\n"
	               "        A[a_b] = T.float32(3.0)\n");
}
END_TEST

START_TEST(a_grid_holds_loops_that_do_not_need_each_other)
{
	struct tir_func *f = func();
	struct tir_var *v[4];
	static const char *const names[] = {"a", "b", "c", "d"};
	for (unsigned k = 0; k < 4; k++)
		v[k] = tir_var_new(m, names[k], TIR_INT32);
	struct tir_stmt *s = loop(&f->body, v[0], imm(0), imm(4));
	s = loop(&tir_as_for(s)->body, v[1], imm(0), v[0]->expr);
	s = loop(&tir_as_for(s)->body, v[2], imm(0), v[0]->expr);
	s = loop(&tir_as_for(s)->body, v[3], imm(2), imm(6));
	tir_loop_more(m->arena, s)->step.e = imm(2);
	store(&tir_as_for(s)->body, f->params.at[0].buffer, v[3]->expr, f32(1));
	expect_body(f, "    for a in range(4):\n"
	               "        for b, c in T.grid(a, a):\n"
	               "            for d in range(2, 8, 2):\n"
	               "                A[d] = T.float32(1.0)\n");
}
END_TEST

START_TEST(stores_have_slices_and_loads_have_ramps)
{
	struct tir_func *f = func();
	struct tir_buffer *a = f->params.at[0].buffer;
	const struct tir_expr *base = op(TIR_SHL, n, imm(2));
	const struct tir_expr *r = tir_ramp(m, base, imm(1), 4),
	                      *q = tir_ramp(m, imm(4), imm(3), 4);
	store(&f->body, a, r, tir_access(m, TIR_LOAD, a, 1, &r));
	store(&f->body, a, q, tir_access(m, TIR_LOAD, a, 1, &q));
	const struct tir_expr *down = tir_ramp(m, n, imm(-1), 4), *by_n = tir_ramp(m, n, n, 4);
	store(&f->body, a, down, tir_broadcast(m, f32(0), 4));
	store(&f->body, a, by_n, tir_broadcast(m, f32(0), 4));
	struct tir_stmt *s = store(&f->body, a, r, tir_broadcast(m, f32(0), 4));
	tir_as_store(s)->mask.e = op(TIR_LT, r, tir_broadcast(m, n, 4));
	expect_body(f, "    A[n << 2:(n << 2) + 4] = A[T.Ramp(n << 2, 1, 4)]\n"
	               "    A[4:16:3] = A[T.Ramp(4, 3, 4)]\n"
	               "    A[T.Ramp(n, -1, 4)] = T.Broadcast(T.float32(0.0), 4)\n"
	               "    A[T.Ramp(n, n, 4)] = T.Broadcast(T.float32(0.0), 4)\n"
	               "    T.masked_store(A, T.Broadcast(T.float32(0.0), 4), "
	               "T.Ramp(n << 2, 1, 4), T.Ramp(n << 2, 1, 4) < T.Broadcast(n, 4))\n");
}
END_TEST

static struct tir_stmt *scalar(struct tir_seq *s, const char *name)
{
	struct tir_stmt *t = stmt(TIR_ALLOC, s);
	t->form = TIR_ALLOC_SCALAR;
	struct tir_alloc *alloc = tir_as_alloc(t);
	alloc->buffer = buffer(name, TIR_BUFFER_ALLOC, TIR_INT32, 1);
	alloc->buffer->scope = "local";
	return t;
}

START_TEST(scalars_are_plain_names)
{
	struct tir_func *f = func();
	const struct tir_expr *zero = imm(0);
	struct tir_buffer *c = tir_buffer_of(scalar(&f->body, "c"));
	store(&f->body, c, zero, n);
	const struct tir_expr *load = tir_access(m, TIR_LOAD, c, 1, &zero);
	store(&f->body, c, zero, op(TIR_ADD, load, imm(1)));
	/* "d: T.int32 = d + 1" would read d before there is one */
	struct tir_buffer *d = tir_buffer_of(scalar(&f->body, "d"));
	store(&f->body, d, zero, op(TIR_ADD, tir_access(m, TIR_LOAD, d, 1, &zero), imm(1)));
	scalar(&f->body, "e");
	expect_body(f, "    c: T.int32 = n\n"
	               "    c = c + 1\n"
	               "    d: T.int32\n"
	               "    d = d + 1\n"
	               "    e: T.int32\n");
}
END_TEST

START_TEST(bool_vectors_are_bound_without_a_type)
{
	struct tir_func *f = func();
	const struct tir_expr *e = op(TIR_LT, tir_ramp(m, imm(0), imm(1), 4),
	        tir_broadcast(m, n, 4));
	struct tir_stmt *s = stmt(TIR_BIND, &f->body);
	tir_as_bind(s)->var = tir_var_new(m, "mask", e->type);
	tir_as_bind(s)->value.e = e;
	s = stmt(TIR_BIND, &f->body);
	tir_as_bind(s)->var = tir_var_new(m, "v", tir_lanes(TIR_INT32, 4));
	tir_as_bind(s)->value.e = tir_ramp(m, n, imm(1), 4);
	s = stmt(TIR_BIND, &f->body);
	s->form = TIR_BIND_PLAIN;
	tir_as_bind(s)->var = tir_var_new(m, "w", TIR_INT32);
	tir_as_bind(s)->value.e = op(TIR_ADD, n, imm(1));
	expect_body(f, "    mask = T.bind(T.Ramp(0, 1, 4) < T.Broadcast(n, 4))\n"
	               "    v: T.let[T.int32x4] = T.Ramp(n, 1, 4)\n"
	               "    w = T.bind(n + 1)\n");
}
END_TEST

START_TEST(pointers_tell_what_they_point_at)
{
	struct tir_func *f = func();
	struct tir_buffer *a = f->params.at[0].buffer;
	const struct tir_expr *name = tir_string(m, "f");
	const struct tir_expr *call = tir_call(m, TIR_BUILTIN_CALL_EXTERN, NULL, TIR_HANDLE, 1,
	        &name);
	struct tir_stmt *s = stmt(TIR_BIND, &f->body);
	tir_as_bind(s)->var = tir_var_new(m, "p", TIR_HANDLE);
	tir_as_bind(s)->value.e = tir_access(m, TIR_ADDRESS_OF, a, 1, &n);
	s = stmt(TIR_BIND, &f->body);
	tir_as_bind(s)->var = tir_var_new(m, "q", TIR_HANDLE);
	tir_as_bind(s)->var->elem = TIR_INT32;
	tir_as_bind(s)->value.e = call;
	s = stmt(TIR_BIND, &f->body);
	tir_as_bind(s)->var = tir_var_new(m, "r", TIR_HANDLE);
	tir_as_bind(s)->value.e = call;
	expect_body(f, "    p: T.let[T.handle(\"float32\", \"global\")] = T.address_of(A[n])\n"
	               "    q: T.let[T.handle(\"int32\", \"global\")] = "
	               "T.call_extern(T.handle(\"int32\", \"global\").ty, \"f\")\n"
	               "    r: T.let[T.handle] = T.call_extern(T.handle().ty, \"f\")\n");
}
END_TEST

START_TEST(a_let_is_declared_before_its_statement)
{
	struct tir_func *f = func();
	struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
	const struct tir_expr *let = tir_let(m, v, op(TIR_ADD, n, imm(1)),
	        op(TIR_MUL, v->expr, v->expr));
	tir_as_evaluate(stmt(TIR_EVALUATE, &f->body))->value.e = let;
	tir_as_evaluate(stmt(TIR_EVALUATE, &f->body))->value.e = let;
	expect_body(f, "    v = T.int32()\n"
	               "    T.evaluate(T.Let(v * v, where={v: n + 1}))\n"
	               "    v_1 = T.int32()\n"
	               "    T.evaluate(T.Let(v_1 * v_1, where={v_1: n + 1}))\n");
}
END_TEST

static void add_sym(struct tir_func *f, struct tir_var *v, int how)
{
	struct tir_sym s = {.var = v};
	s.how = how;
	VEC_PUSH(&arena, &f->syms, s);
}

START_TEST(symbolic_shapes_are_quoted_where_they_are_new)
{
	struct tir_func *f = tir_func_new(m, "main");
	struct tir_var *rows = tir_var_new(m, "rows", TIR_INT32);
	struct tir_var *deep = tir_var_new(m, "deep", TIR_INT64);
	struct tir_buffer *a = buffer("A", TIR_BUFFER_PARAM, TIR_F32, 1);
	struct tir_buffer *b = buffer("B", TIR_BUFFER_PARAM, TIR_F32, 1);
	struct tir_buffer *c = buffer("C", TIR_BUFFER_PARAM, TIR_INT32, 8);
	a->shape[0] = op(TIR_ADD, rows->expr, n);
	b->shape[0] = op(TIR_ADD, rows->expr, n);
	c->shape[0] = op(TIR_ADD, deep->expr, tir_int(m, TIR_INT64, 1));
	c->offset_var = tir_var_new(m, "whatever", TIR_INT32);
	c->elem_offset = c->offset_var->expr;
	c->offset_factor = 1;
	struct tir_param p[] = {{.buffer = a}, {.var = n->u.var}, {.buffer = b}, {.buffer = c}};
	for (unsigned k = 0; k < 4; k++)
		VEC_PUSH(&arena, &f->params, p[k]);
	add_sym(f, rows, TIR_SYM_QUOTED);
	add_sym(f, deep, TIR_SYM_TYPEVAR);
	add_sym(f, c->offset_var, TIR_SYM_OFFSET);
	tir_as_evaluate(stmt(TIR_EVALUATE, &f->body))->value.e = op(TIR_ADD, rows->expr,
	        c->elem_offset);
	struct sbuf out = {0};
	tir_print_module(m, &out);
	ck_assert_str_eq(out.text,
	        "# from typing import TypeVar\n"
	        "# from tvm.script import tirx as T\n"
	        "# from tvm.tirx.layout import Axis\n"
	        "\n"
	        "deep = TypeVar(\"deep\")\n"
	        "@T.prim_func\n"
	        "def main(A: T.Buffer((\"rows + n\",), \"float32\"), n: T.int32, "
	        "B: T.Buffer((rows + n,), \"float32\"), "
	        "C: T.Buffer((\"deep + T.int64(1)\",), \"int32\", offset_factor=1)):\n"
	        "    rows = T.int32()\n"
	        "    T.evaluate(rows + C.elem_offset)\n");
	sbuf_free(&out);
}
END_TEST

START_TEST(an_old_header_is_not_printed_over_the_new_text)
{
	m->header = "# from tvm.script import tir as T\n# a licence\n";
	struct tir_func *f = func();
	f->symbol = NULL;
	struct sbuf out = {0};
	tir_print_module(m, &out);
	ck_assert_str_eq(out.text, "# from tvm.script import tirx as T\n"
	                           "# from tvm.tirx.layout import Axis\n"
	                           "# a licence\n"
	                           "\n"
	                           "@T.prim_func(private=True)\n"
	                           "def main(A: T.Buffer((64,), \"float32\"), n: T.int32):\n"
	                           "    T.evaluate(0)\n");
	sbuf_free(&out);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("print");
	TCase *t = tcase_create("print");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, parentheses_only_where_needed);
	tcase_add_test(t, a_comparison_under_a_comparison_is_no_chain);
	tcase_add_test(t, what_a_reader_would_fold_is_a_constructor);
	tcase_add_test(t, constants_keep_type_and_value);
	tcase_add_test(t, calls_have_their_dtype_where_tvm_has_it);
	tcase_add_test(t, a_long_text_is_cut);
	tcase_add_test(t, a_shared_expression_is_cut_before_it_explodes);
	tcase_add_test(t, depth_costs_no_stack);
	tcase_add_test(t, names_are_made_unique_only_where_they_collide);
	tcase_add_test(t, a_grid_holds_loops_that_do_not_need_each_other);
	tcase_add_test(t, stores_have_slices_and_loads_have_ramps);
	tcase_add_test(t, scalars_are_plain_names);
	tcase_add_test(t, bool_vectors_are_bound_without_a_type);
	tcase_add_test(t, pointers_tell_what_they_point_at);
	tcase_add_test(t, a_let_is_declared_before_its_statement);
	tcase_add_test(t, symbolic_shapes_are_quoted_where_they_are_new);
	tcase_add_test(t, an_old_header_is_not_printed_over_the_new_text);
	suite_add_tcase(s, t);
	return run_suite(s);
}
