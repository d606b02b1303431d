/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* analysis/: sums, ranges, trip counts, aliases, accesses and dependences of small programs. */
#include "analysis/analysis.h"
#include "frontend/frontend.h"
#include "suite.h"

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static const struct facts *facts;
static struct access_list all;

/* Read a function with the given head and body; its facts, and all its accesses. */
static void read(const char *text)
{
	struct diag diag = {0};
	arena = (struct arena){0};
	m = frontend_read(source_text(&arena, "text", text, strlen(text)), &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	facts = facts_begin(f, NULL, &arena);
	access_collect(facts, &f->body, 100, FACTS_NO_LOOP, &arena, &all);
	ck_assert(all.whole);
}

static void teardown(void)
{
	arena_free(&arena);
}

#define FUNC    "# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef f"
#define NOALIAS "    T.func_attr({\"tirx.noalias\": True})\n"

/* The loop of that name. */
static struct tir_stmt *found;
static bool find_loop(void *ctx, struct tir_stmt *s)
{
	if (s->kind == TIR_FOR && !strcmp(tir_as_for(s)->var->name, ctx))
		found = s;
	return true;
}

static struct tir_stmt *loop(const char *name)
{
	char copy[16];
	found = NULL;
	strcpy(copy, name);
	tir_walk_stmts(&f->body, find_loop, copy);
	ck_assert_ptr_nonnull(found);
	return found;
}

static bool may(uint32_t a, uint32_t b, const char *name, enum dependence_when when)
{
	struct dependence_query q = {.facts = facts, .n = 1, .at = {{loop(name), when, 0}}};
	return dependence_may(&q, &all.all.at[a], &all.all.at[b]);
}

static struct distance distance(uint32_t a, uint32_t b, const char *name)
{
	const struct tir_stmt *l = loop(name);
	return dependence_between(facts, &all.all.at[a], &all.all.at[b], 1, &l).loop[0];
}

/* ---- Sums, ranges, trip counts -----------------------------------------------------------*/
START_TEST(a_sum_is_taken_apart_through_names)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\")):\n"
	          "    for i, j in T.grid(8, 8):\n"
	          "        k = T.bind(i * 4 - j)\n"
	          "        A[(k + 1) * 3 + j * i] = 0\n");
	const struct affine *s = affine_of(facts, access_index(&all.all.at[0], 0));
	const struct tir_expr *i = tir_as_for(loop("i"))->var->expr,
	                      *j = tir_as_for(loop("j"))->var->expr;
	ck_assert_int_eq(s->constant, 3);
	ck_assert_uint_eq(s->n, 3);
	for (uint32_t t = 0; t < s->n; t++) {
		const struct affine_term *x = &s->term[t];
		int64_t want = x->n == 2 ? 1 : x->x[0] == i ? 12 : x->x[0] == j ? -3 : 0;
		ck_assert_int_eq(x->factor, want);
	}
}
END_TEST

START_TEST(what_is_no_sum_is_a_factor_of_its_own)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\"), B: T.Buffer((8,), \"int16\")):\n"
	          "    for i in range(8):\n"
	          "        A[i // 2 * 5 + T.Cast(\"int32\", B[i] + T.int16(1))] = 0\n");
	const struct affine *s = affine_of(facts, access_index(&all.all.at[1], 0));
	ck_assert_uint_eq(s->n, 2);
	for (uint32_t t = 0; t < s->n; t++)
		ck_assert_uint_eq(s->term[t].n, 1);
}
END_TEST

/* Terms stay where they came first, names are not looked through, and nodes that were taken apart are counted. */
START_TEST(a_sum_without_facts_keeps_the_order_of_its_terms)
{
	read(FUNC "(A: T.Buffer((8,), \"int32\")):\n    A[0] = 1\n");
	const struct tir_expr *x = tir_var_new(m, "x", TIR_INT32)->expr,
	                      *y = tir_var_new(m, "y", TIR_INT32)->expr,
	                      *z = tir_var_new(m, "z", TIR_INT32)->expr;
	const struct tir_expr *two = tir_int(m, TIR_INT32, 2);
	const struct tir_expr *e = tir_binary(m, TIR_SUB,
	        tir_binary(m, TIR_ADD, tir_binary(m, TIR_ADD, x, tir_binary(m, TIR_MUL, z, two)),
	                y),
	        x);
	struct affine_sum s = {.n = 0};
	ck_assert(affine_read(&s, e, 3, NULL, NULL));
	ck_assert_uint_eq(s.n, 2);
	ck_assert_ptr_eq(s.term[0].x[0], z);
	ck_assert_int_eq(s.term[0].factor, 6);
	ck_assert_ptr_eq(s.term[1].x[0], y);
	ck_assert_uint_eq(s.nodes, 4);
}
END_TEST

/* Many terms, deep sums, large factors: no answer, and no harm. */
START_TEST(a_sum_without_facts_has_limits)
{
	read(FUNC "(A: T.Buffer((8,), \"int32\")):\n    A[0] = 1\n");
	struct affine_sum s = {.n = 0};
	const struct tir_expr *e = tir_var_new(m, "v", TIR_INT32)->expr;
	for (int i = 0; i < 100; i++)
		e = tir_binary(m, TIR_ADD, e, tir_var_new(m, "w", TIR_INT32)->expr);
	ck_assert(!affine_read(&s, e, 1, NULL, NULL));
	const struct tir_expr *big = tir_var_new(m, "x", TIR_INT64)->expr;
	for (int i = 0; i < 3; i++)
		big = tir_binary(m, TIR_MUL, big, tir_int(m, TIR_INT64, INT64_C(1) << 40));
	affine_clear(&s);
	ck_assert(!affine_read(&s, big, 1, NULL, NULL));
	affine_clear(&s);
	ck_assert(!affine_read(&s, tir_binary(m, TIR_SUB, tir_int(m, TIR_INT64, 0), big), INT64_MIN,
	        NULL, NULL));
}
END_TEST

START_TEST(ranges_come_from_loops_and_types)
{
	int64_t lo, hi;
	read(FUNC "(A: T.Buffer((4096,), \"int32\"), n: T.int32):\n"
	          "    for i in range(3, 10):\n"
	          "        for j in range(i):\n"
	          "            A[i * 2 - j + 100] = n % 7\n");
	ck_assert(range_limits(facts, access_index(&all.all.at[0], 0), &lo, &hi));
	ck_assert_int_eq(lo, 6 - 8 + 100);
	ck_assert_int_eq(hi, 18 + 100);
	ck_assert(range_limits(facts, tir_as_store(all.all.at[0].stmt)->value.e, &lo, &hi));
	ck_assert_int_eq(lo, 0);
	ck_assert_int_eq(hi, 6);
	ck_assert_int_eq(trip_most(facts, loop("j")), 9);
	ck_assert_int_eq(trip_least(facts, loop("j")), 3);
	ck_assert_int_eq(trip_most(facts, loop("i")), 7);
}
END_TEST

START_TEST(an_unknown_extent_is_any_number)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\"), n: T.int32):\n"
	          "    for i in range(n):\n"
	          "        A[i] = 0\n");
	ck_assert_int_eq(trip_most(facts, loop("i")), INT64_MAX);
	ck_assert_int_eq(trip_least(facts, loop("i")), 0);
}
END_TEST

/* The range of what the store number n stores. */
static bool range_of_store(uint32_t n, int64_t *lo, int64_t *hi)
{
	return range_limits(facts, tir_as_store(all.all.at[n].stmt)->value.e, lo, hi);
}

START_TEST(what_truncates_rounds_to_zero)
{
	int64_t lo, hi;
	read(FUNC "(A: T.Buffer((4096,), \"int32\"), n: T.int32):\n"
	          "    for i in range(10):\n"
	          "        A[0] = T.truncmod(n, 4)\n"
	          "        A[1] = T.truncdiv(i - 10, 4)\n"
	          "        A[2] = (i - 9) // 4\n");
	ck_assert(range_of_store(0, &lo, &hi) && lo == -3 && hi == 3);
	ck_assert(range_of_store(1, &lo, &hi));
	ck_assert_int_le(lo, -2);
	ck_assert_int_eq(hi, 0);
	ck_assert(range_of_store(2, &lo, &hi) && lo == -3 && hi == 0);
}
END_TEST

START_TEST(few_bits_wrap)
{
	int64_t lo = 0, hi = 0;
	read(FUNC "(A: T.Buffer((4096,), \"int8\"), x: T.int8, p: T.int64):\n"
	          "    A[0] = x + T.int8(1)\n"
	          "    A[T.Cast(\"int32\", p + T.int64(1))] = x\n");
	ck_assert(!range_of_store(0, &lo, &hi) || (lo == -128 && hi == 127));
	const struct affine *s = affine_of(facts, access_index(&all.all.at[1], 0));
	ck_assert_int_eq(s->constant, 0); /* int32(p + 1) is not int32(p) + 1 */
}
END_TEST

/* ---- Aliases -----------------------------------------------------------------------------*/
START_TEST(parameters_may_overlap_and_allocations_may_not)
{
	read(FUNC "(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n"
	          "    C = T.alloc_buffer((8,), \"int32\")\n"
	          "    V = T.decl_buffer((4,), \"int32\", data=C.data, elem_offset=2)\n"
	          "    A[0] = 0\n    B[0] = 0\n    C[0] = 0\n    V[0] = 0\n");
	const struct tir_buffer *a = all.all.at[0].buffer, *b = all.all.at[1].buffer,
	                        *c = all.all.at[2].buffer, *v = all.all.at[3].buffer;
	ck_assert(alias_may(facts, a, b));
	ck_assert(!alias_may(facts, a, c));
	ck_assert(alias_may(facts, c, v));
	ck_assert(!alias_may(facts, b, v));
	ck_assert(alias_escapes(facts, a));
	ck_assert(!alias_escapes(facts, v));
}
END_TEST

START_TEST(noalias_parameters_do_not_overlap)
{
	read(FUNC "(A: T.Buffer((8,), \"int32\"), B: T.Buffer((8,), \"int32\")):\n" NOALIAS
	          "    A[0] = 0\n    B[0] = 0\n");
	ck_assert(!alias_may(facts, all.all.at[0].buffer, all.all.at[1].buffer));
	ck_assert(alias_may(facts, all.all.at[0].buffer, all.all.at[0].buffer));
}
END_TEST

START_TEST(a_pointer_from_elsewhere_points_at_what_escapes)
{
	read(FUNC "(p: T.handle(\"int32\"), A: T.Buffer((8,), \"int32\")):\n" NOALIAS
	          "    B = T.alloc_buffer((8,), \"int32\")\n"
	          "    C = T.alloc_buffer((8,), \"int32\")\n"
	          "    T.evaluate(T.call_extern(\"int32\", \"g\", T.address_of(B[0])))\n"
	          "    V = T.decl_buffer((4,), \"int32\", data=p)\n"
	          "    A[0] = 0\n    B[0] = 0\n    C[0] = 0\n    V[0] = 0\n");
	uint32_t n = all.all.n;
	const struct tir_buffer *a = all.all.at[n - 4].buffer, *b = all.all.at[n - 3].buffer,
	                        *c = all.all.at[n - 2].buffer, *v = all.all.at[n - 1].buffer;
	ck_assert(alias_escapes(facts, b));
	ck_assert(alias_may(facts, v, a));
	ck_assert(alias_may(facts, v, b));
	ck_assert(!alias_may(facts, v, c));
}
END_TEST

/* ---- Bytes -------------------------------------------------------------------------------*/
START_TEST(bytes_count_offsets_strides_and_widths)
{
	struct affine_sum s;
	int64_t lanes, stride, width;
	read(FUNC "(A: T.Buffer((4096,), \"int8\")):\n"
	          "    V = T.decl_buffer((8, 8), \"int16\", data=A.data, elem_offset=5, "
	          "strides=(32, 2))\n"
	          "    W = T.decl_buffer((8,), \"int32\", data=V.data, elem_offset=1)\n"
	          "    for i in range(8):\n"
	          "        W[i] = T.Cast(\"int32\", V[i, 3])\n");
	ck_assert(access_bytes(facts, &all.all.at[0], &s, &lanes, &stride, &width));
	ck_assert_int_eq(s.constant, 2 * (5 + 6));
	ck_assert_int_eq(s.term[0].factor, 64);
	ck_assert_int_eq(width, 2);
	ck_assert(access_bytes(facts, &all.all.at[1], &s, &lanes, &stride, &width));
	ck_assert_int_eq(s.constant, 4); /* the data of V is that of A */
	ck_assert_int_eq(s.term[0].factor, 4);
	ck_assert_int_eq(width, 4);
}
END_TEST

START_TEST(rows_lie_one_behind_the_other)
{
	struct affine_sum s;
	int64_t lanes, stride, width;
	read(FUNC "(A: T.Buffer((4, 8), \"int32\")):\n"
	          "    V = T.decl_buffer((4, 4), \"int32\", data=A.data, strides=(1, 1))\n"
	          "    for i in range(2):\n"
	          "        A[i + 1, 3] = V[0, 1]\n"
	          "        V[1, 0] = 0\n");
	ck_assert(access_bytes(facts, &all.all.at[1], &s, &lanes, &stride, &width));
	ck_assert_int_eq(s.constant, 4 * (8 + 3));
	ck_assert_int_eq(s.term[0].factor, 4 * 8);
	/* with strides, other indices may be one element */
	ck_assert(may(0, 2, "i", DEPENDENCE_SAME));
}
END_TEST

START_TEST(lanes_side_by_side_are_one_wide_lane)
{
	struct affine_sum s;
	int64_t lanes, stride, width;
	read(FUNC "(A: T.Buffer((4096,), \"int16\")):\n"
	          "    A[T.Ramp(3, 1, 8)] = T.Broadcast(T.int16(0), 8)\n"
	          "    A[T.Ramp(3, 5, 8)] = T.Broadcast(T.int16(0), 8)\n");
	ck_assert(access_bytes(facts, &all.all.at[0], &s, &lanes, &stride, &width));
	ck_assert(lanes == 1 && width == 16 && s.constant == 6);
	ck_assert(access_bytes(facts, &all.all.at[1], &s, &lanes, &stride, &width));
	ck_assert(lanes == 8 && width == 2 && stride == 10);
}
END_TEST

/* ---- Dependences -------------------------------------------------------------------------*/
START_TEST(a_recurrence_through_a_view_has_its_distance)
{
	read(FUNC "(A: T.Buffer((256,), \"int32\")):\n"
	          "    V = T.decl_buffer((255,), \"int32\", data=A.data, elem_offset=2)\n"
	          "    for j in range(200):\n"
	          "        V[j] = A[j] + 1\n");
	struct distance d = distance(1, 0, "j"); /* from the store to the load */
	ck_assert_uint_eq(d.signs, SIGN_POSITIVE);
	ck_assert(d.exact && d.least == 2);
	ck_assert(may(1, 0, "j", DEPENDENCE_LATER));
	ck_assert(dependence_later(facts, &all.all.at[1], &all.all.at[0], loop("j"), &d));
	ck_assert(d.exact && d.least == 2);
	ck_assert(!dependence_later(facts, &all.all.at[0], &all.all.at[1], loop("j"), &d));
	ck_assert(!may(1, 0, "j", DEPENDENCE_EARLIER));
	ck_assert(!may(1, 0, "j", DEPENDENCE_SAME));
}
END_TEST

START_TEST(other_widths_meet_at_their_bytes)
{
	read(FUNC "(A: T.Buffer((256,), \"int32\")):\n"
	          "    V = T.decl_buffer((512,), \"int16\", data=A.data)\n"
	          "    for j in range(100):\n"
	          "        V[j * 2 + 3] = T.Cast(\"int16\", A[j])\n");
	struct distance d = distance(1, 0, "j");
	ck_assert(d.exact && d.least == 1);
}
END_TEST

START_TEST(triangles_keep_apart)
{
	read(FUNC "(A: T.Buffer((64, 64), \"int32\")):\n"
	          "    for i in range(64):\n"
	          "        for j in range(i):\n"
	          "            for k in range(j):\n"
	          "                A[i, j] = A[i, k] + A[k, j]\n");
	ck_assert(!may(2, 0, "k", DEPENDENCE_ANY));
	ck_assert(!may(2, 1, "k", DEPENDENCE_ANY));
	ck_assert(may(2, 0, "j", DEPENDENCE_ANY));
	ck_assert(!may(2, 1, "j", DEPENDENCE_ANY));
	ck_assert(may(2, 1, "i", DEPENDENCE_ANY));
	ck_assert(!may(2, 1, "i", DEPENDENCE_EARLIER));
}
END_TEST

START_TEST(rows_of_unknown_length_are_apart)
{
	read(FUNC "(a: T.handle):\n"
	          "    n = T.int32()\n"
	          "    A = T.match_buffer(a, (n,), \"int32\")\n"
	          "    for i in range(8):\n"
	          "        for j in range(n):\n"
	          "            A[i * n + j] = 0\n");
	ck_assert(!may(0, 0, "i", DEPENDENCE_LATER));
	ck_assert(!may(0, 0, "j", DEPENDENCE_LATER));
}
END_TEST

START_TEST(steps_and_divisors_keep_apart)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\")):\n"
	          "    for i in range(0, 64, step=4):\n"
	          "        for j in range(0, 3):\n"
	          "            A[i + j + 256] = A[i + 3 + 256]\n");
	ck_assert(!may(0, 1, "i", DEPENDENCE_ANY));
	ck_assert(!may(0, 1, "j", DEPENDENCE_ANY));
	ck_assert(may(1, 1, "i", DEPENDENCE_ANY));
	ck_assert(!may(1, 1, "i", DEPENDENCE_LATER));
}
END_TEST

START_TEST(what_memory_says_is_not_known)
{
	read(FUNC "(A: T.Buffer((64,), \"int32\"), B: T.Buffer((64,), \"int32\")):\n" NOALIAS
	          "    for i in range(64):\n"
	          "        A[B[i]] = 0\n"
	          "        A[B[i]] = 1\n");
	ck_assert(may(1, 3, "i", DEPENDENCE_SAME));
	ck_assert(may(1, 3, "i", DEPENDENCE_LATER));
	ck_assert(!may(0, 3, "i", DEPENDENCE_ANY));
}
END_TEST

START_TEST(an_old_fact_is_not_told)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\")):\n"
	          "    for i in range(8):\n"
	          "        A[i] = A[i + 8]\n");
	struct tir_stmt *l = loop("i");
	ck_assert(facts_are_current(facts));
	ck_assert(!may(0, 1, "i", DEPENDENCE_ANY));
	/* a change that the facts do not know of */
	tir_as_for(l)->extent.e = tir_int(m, TIR_INT32, 16);
	ck_assert(!facts_are_current(facts));
	ck_assert_uint_eq(facts_loop(facts, l), FACTS_NO_LOOP);
	ck_assert(may(0, 1, "i", DEPENDENCE_ANY));
	facts = facts_begin(f, NULL, &arena);
	ck_assert(may(0, 1, "i", DEPENDENCE_ANY));
	ck_assert(!may(0, 1, "i", DEPENDENCE_SAME));
}
END_TEST

START_TEST(a_copy_of_a_loop_is_not_the_function_s)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\")):\n"
	          "    for i in range(8):\n"
	          "        A[i] = A[i + 8]\n");
	const struct tir_stmt *l = tir_stmt_copy(&arena, loop("i"));
	struct dependence_query q = {.facts = facts, .n = 1, .at = {{l, DEPENDENCE_ANY, 0}}};
	ck_assert(dependence_may(&q, &all.all.at[0], &all.all.at[1]));
}
END_TEST

START_TEST(a_view_made_in_the_loop_moves_with_it)
{
	read(FUNC "(A: T.Buffer((4096,), \"int32\")):\n"
	          "    for i in range(8):\n"
	          "        V = T.decl_buffer((8,), \"int32\", data=A.data, elem_offset=i)\n"
	          "        V[0] = V[1]\n");
	ck_assert(!may(0, 1, "i", DEPENDENCE_SAME));
	ck_assert(may(1, 0, "i", DEPENDENCE_EARLIER));
	struct distance d = distance(0, 1, "i");
	ck_assert(d.exact && d.least == 1);
}
END_TEST

/* ---- Effects -----------------------------------------------------------------------------*/
START_TEST(effects_are_told)
{
	read(FUNC "(A: T.Buffer((8,), \"int32\")):\n"
	          "    for i in range(8):\n"
	          "        if A[i] > 0:\n"
	          "            T.evaluate(T.call_extern(\"int32\", \"g\", i))\n"
	          "            break\n");
	ck_assert_uint_eq(effect_of(&f->body), EFFECT_READS | EFFECT_UNKNOWN | EFFECT_LEAVES);
	ck_assert_uint_eq(all.effects, EFFECT_READS | EFFECT_UNKNOWN | EFFECT_LEAVES);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("analysis");
	TCase *t = tcase_create("analysis");
	tcase_add_checked_fixture(t, NULL, teardown);
	tcase_add_test(t, a_sum_is_taken_apart_through_names);
	tcase_add_test(t, what_is_no_sum_is_a_factor_of_its_own);
	tcase_add_test(t, a_sum_without_facts_keeps_the_order_of_its_terms);
	tcase_add_test(t, a_sum_without_facts_has_limits);
	tcase_add_test(t, ranges_come_from_loops_and_types);
	tcase_add_test(t, an_unknown_extent_is_any_number);
	tcase_add_test(t, what_truncates_rounds_to_zero);
	tcase_add_test(t, few_bits_wrap);
	tcase_add_test(t, parameters_may_overlap_and_allocations_may_not);
	tcase_add_test(t, noalias_parameters_do_not_overlap);
	tcase_add_test(t, a_pointer_from_elsewhere_points_at_what_escapes);
	tcase_add_test(t, bytes_count_offsets_strides_and_widths);
	tcase_add_test(t, rows_lie_one_behind_the_other);
	tcase_add_test(t, lanes_side_by_side_are_one_wide_lane);
	tcase_add_test(t, a_recurrence_through_a_view_has_its_distance);
	tcase_add_test(t, other_widths_meet_at_their_bytes);
	tcase_add_test(t, triangles_keep_apart);
	tcase_add_test(t, rows_of_unknown_length_are_apart);
	tcase_add_test(t, steps_and_divisors_keep_apart);
	tcase_add_test(t, what_memory_says_is_not_known);
	tcase_add_test(t, an_old_fact_is_not_told);
	tcase_add_test(t, a_copy_of_a_loop_is_not_the_function_s);
	tcase_add_test(t, a_view_made_in_the_loop_moves_with_it);
	tcase_add_test(t, effects_are_told);
	suite_add_tcase(s, t);
	return run_suite(s);
}
