/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/interp_call.c: calls in the interpreter: functions of C and of the module, builtins, arrays; and
 * threads. */
#include <math.h>

#include "interp.h"

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
	runs((struct interp_arg[]){ARG(a)});
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
	tir_as_return(back)->value.e = bin(TIR_ADD, x, num(1));
	struct tir_buffer *b = param("A", TIR_INT32, 3);
	const struct tir_expr *args[] = {tir_buffer_data(m, b), num(2)};
	give_back(tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_INT32, 2, args));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 3);
	ck_assert_int_eq(a[2], 8);
	/* without end */
	const struct tir_expr *again[] = {tir_buffer_data(m, pb), x};
	tir_as_return(back)->value.e = tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_INT32, 2,
	        again);
	fails((struct interp_arg[]){ARG(a)});
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
		tir_as_if(p)->value.e = bin(TIR_GT, x, num(0));
		s = &tir_as_if(p)->body;
	}
	const struct tir_expr *less = bin(TIR_SUB, x, num(1));
	evaluate(s, tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_VOID, 1, &less));
	const struct tir_expr *times = num(98);
	evaluate(&f->body, tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g", TIR_VOID, 1, &times));
	runs(NULL);
	times = num(99);
	tir_as_evaluate(f->body.first)->value.e = tir_call(m, TIR_BUILTIN_CALL_GLOBAL, "g",
	        TIR_VOID, 1, &times);
	fails(NULL);
	says("calls nest deeper");
	s = &f->body;
	for (int i = 0; i < 3000; i++) {
		struct tir_stmt *p = add(s, TIR_IF);
		tir_as_if(p)->value.e = tir_int(m, TIR_BOOL, 1);
		s = &tir_as_if(p)->body;
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
	struct tir_for *blocks = tir_as_for(block);
	blocks->var = tir_var_new(m, "bx", TIR_INT32);
	tir_loop_more(m->arena, block)->tag = "blockIdx.x";
	blocks->extent.e = num(2);
	struct tir_stmt *thread = add(&blocks->body, TIR_LAUNCH);
	struct tir_for *threads = tir_as_for(thread);
	threads->var = tir_var_new(m, "tx", TIR_INT32);
	tir_loop_more(m->arena, thread)->tag = "threadIdx.x";
	threads->extent.e = num(4);
	const struct tir_expr *at = bin(TIR_ADD, bin(TIR_MUL, blocks->var->expr, num(4)),
	        threads->var->expr);
	store(&threads->body, b, at, bin(TIR_ADD, at, num(1)));
	runs((struct interp_arg[]){ARG(a)});
	for (int i = 0; i < 8; i++)
		ck_assert_int_eq(a[i], i + 1);
	struct tir_stmt *keep = threads->body.first;
	threads->body = (struct tir_seq){NULL, NULL};
	struct tir_buffer *tile = new_buffer("tile", TIR_BUFFER_ALLOC, TIR_INT32, 4);
	tile->scope = "shared";
	alloc(&threads->body, tile);
	fails((struct interp_arg[]){ARG(a)});
	says("tile is shared by threads that wait for each other");
	threads->body = (struct tir_seq){keep, keep};
	const struct tir_expr *shared = tir_string(m, "shared");
	evaluate(&threads->body, call(TIR_BUILTIN_TVM_STORAGE_SYNC, TIR_VOID, 1, &shared));
	fails((struct interp_arg[]){ARG(a)});
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
	runs(((struct interp_arg[]){ARG(a), ARG(order), ARG(v), ARG(top)}));
	static const int32_t want[10] = {0, 4, 2, 1, 3, 0, 1, 3, 4, 2};
	for (int i = 0; i < 10; i++)
		ck_assert_int_eq(order[i], want[i]);
	ck_assert(v[0] == 1 && v[1] == 1 && v[2] == 0 && v[3] == 1);
	ck_assert(top[0] == 1 && top[1] == 3 && top[2] == 2 && top[3] == 4);
	evaluate(&f->body, call_name(TIR_BUILTIN_CALL_PACKED, TIR_INT32, "my.func", 0, NULL));
	fails(((struct interp_arg[]){ARG(a), ARG(order), ARG(v), ARG(top)}));
	says("no packed function 'my.func'");
}
END_TEST

START_TEST(fields_of_arrays_are_read)
{
	int32_t a[6] = {0};
	struct tir_buffer *b = param("A", TIR_INT32, 6);
	const struct tir_expr *args[] = {array(b, 2, 3, num(0)), num(0), num(4)};
	give_back(call(TIR_BUILTIN_TVM_STRUCT_GET, TIR_INT32, 3, args));
	runs((struct interp_arg[]){ARG(a)});
	ck_assert_uint_eq(result, 2);
	const struct tir_expr *far[] = {args[0], num(1), num(4)};
	f->body = (struct tir_seq){NULL, NULL};
	give_back(call(TIR_BUILTIN_TVM_STRUCT_GET, TIR_INT32, 3, far));
	fails((struct interp_arg[]){ARG(a)});
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

static void add_tests(TCase *t)
{
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
}

int main(void)
{
	return run_tests("interp_call", add_tests);
}
