/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The proof of scalar promotion (proof/keep/promote.c): what promote.c makes of a text is right, and wrong once one thing in it
 * is something else. */
#include "frontend/frontend.h"
#include "loops/loops.h"
#include "proof/proof.h"
#include "suite.h"

static const char text[] =
        "# from tvm.script import tirx as T\n\n"
        "@T.prim_func(s_tir=True)\n"
        "def f(A: T.Buffer((40, 40), \"int32\"), B: T.Buffer((40,), \"int32\")):\n"
        "    for i in range(1, 40):\n"
        "        for j in range(i):\n"
        "            for k in range(j):\n"
        "                A[i, j] = A[i, j] - A[i, k] * A[k, j]\n"
        "        for l in range(8):\n"
        "            A[i, 9] = A[i, 9] + A[i, l]\n"
        "            if l < 3:\n"
        "                A[i, 9] = A[i, 9] * 2\n";

/* A promoted element: guard is NULL where the extent is a constant. */
struct spot {
	struct tir_stmt *guard, *alloc, *fill, *loop, *back;
};

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f, *g;
static struct spot a, b; /* around k, around l */
static const char *why;

/* The guarded one is met as its if; the other one as itself. */
static bool find(void *ctx, struct tir_stmt *s)
{
	struct tir_stmt *first = s->kind == TIR_IF ? tir_as_if(s)->body.first : s;
	(void)ctx;
	if (first->kind != TIR_ALLOC || first == a.alloc)
		return true;
	struct spot *x = s == first ? &b : &a;
	*x = (struct spot){s == first ? NULL : s, first, first->next, first->next->next,
	        first->next->next->next};
	return true;
}

static void setup(void)
{
	struct diag diag = {0};
	struct loops_kept_values promotions = {0};
	struct arena pass = {0};
	arena = (struct arena){0};
	a = b = (struct spot){0};
	m = frontend_read(source_text(&arena, "text", text, sizeof text - 1), &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	g = loops_promote(f, &(struct loops_options){.promote_scalars = true}, &pass, &promotions);
	arena_free(&pass);
	ck_assert_ptr_nonnull(g);
	ck_assert_uint_eq(promotions.all.n, 2);
	tir_walk_stmts(&g->body, find, NULL);
	ck_assert(a.back && b.back);
}

static void teardown(void)
{
	arena_free(&arena);
}

static bool proved(void)
{
	struct arena pass = {0};
	bool ok = proof_promote(NULL, f, g, &(struct proof_contract){0}, &pass, NULL, &why);
	arena_free(&pass);
	return ok;
}

static void refused(const char *reason)
{
	why = "nothing";
	ck_assert(!proved());
	ck_assert_str_eq(why, reason);
}

static const struct tir_expr *num(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

/* The index of k's promoted element the other way round. */
static void turn(struct tir_stmt *s)
{
	struct tir_store *store = tir_as_store(s);
	struct tir_operand i = store->index[0];
	store->index[0] = store->index[1];
	store->index[1] = i;
}

START_TEST(what_promote_makes_is_right)
{
	ck_assert_msg(proved(), "%s", why);
	ck_assert_int_eq(a.guard->kind, TIR_IF);
	ck_assert_ptr_null(b.guard);
}
END_TEST

START_TEST(the_guard_asks_for_the_extent)
{
	const struct tir_expr *asked = tir_value_of(a.guard);
	tir_value_slot(a.guard)->e = tir_int(m, TIR_BOOL, 1);
	refused("a promoted element around a loop that may not run");
	tir_value_slot(a.guard)->e = tir_binary(m, TIR_LT, num(-1), asked->arg[1]);
	refused("a promoted element around a loop that may not run");
	tir_value_slot(a.guard)->e = tir_binary(m, TIR_LT, num(0), num(5));
	refused("a promoted element around a loop that may not run");
}
END_TEST

START_TEST(nothing_else_depends_on_the_guard)
{
	struct tir_stmt *more = tir_stmt_copy(&arena, a.back);
	more->next = NULL;
	tir_value_slot(more)->e = num(1);
	a.back->next = tir_body_slot(a.guard)->last = more;
	refused("a promoted element around a loop that may not run");
}
END_TEST

START_TEST(a_constant_extent_is_positive)
{
	tir_as_for(b.loop)->extent.e = num(0);
	refused("a promoted element around a loop that never runs");
}
END_TEST

START_TEST(the_loop_is_serial)
{
	a.loop->for_kind = TIR_PARALLEL;
	refused("a promoted element around a loop that is not serial");
}
END_TEST

START_TEST(the_element_is_written_back)
{
	a.loop->next = NULL;
	tir_body_slot(a.guard)->last = a.loop;
	refused("a promoted element without a loop");
}
END_TEST

START_TEST(it_is_written_back_where_it_came_from)
{
	turn(a.back);
	refused("a promoted element is written back elsewhere");
}
END_TEST

START_TEST(it_is_the_element_that_is_written_back)
{
	tir_value_slot(a.back)->e = num(0);
	refused("the value written back is not the promoted element's");
}
END_TEST

START_TEST(it_is_filled_with_the_element)
{
	tir_value_slot(a.fill)->e = num(0);
	refused("a promoted element is read from one element and written back to another");
}
END_TEST

START_TEST(the_element_is_one_element)
{
	const struct tir_expr *index[2] = {
	        tir_as_store(a.back)->index[0].e, tir_as_for(a.loop)->var->expr};
	tir_as_store(a.back)->index[1].e = index[1];
	tir_value_slot(a.fill)->e = tir_access(m, TIR_LOAD, tir_as_store(a.back)->buffer, 2, index);
	refused("the verifier refuses the program with promoted elements"); /* k is not in scope there */
}
END_TEST

START_TEST(no_access_is_left_behind)
{
	struct tir_stmt *s = tir_as_for(a.loop)->body.first;
	tir_as_store(s)->buffer = tir_as_store(a.back)->buffer;
	s->nindex = 2;
	tir_as_store(s)->index = tir_as_store(a.back)->index;
	refused("a loop may not write its promoted element");
	s = tir_body(tir_as_for(b.loop)->body.last)->first;
	tir_as_store(s)->buffer = tir_as_store(b.back)->buffer;
	s->nindex = 2;
	tir_as_store(s)->index = tir_as_store(b.back)->index;
	a.guard->kind = TIR_EVALUATE; /* and so the first one is not come to */
	tir_value_slot(a.guard)->e = num(0);
	tir_set_body(a.guard, (struct tir_seq){0});
	refused("a loop may touch its promoted element in memory");
}
END_TEST

START_TEST(the_element_is_missed_in_all_iterations)
{
	/* as if the program said so, too */
	struct tir_stmt *j = tir_body(f->body.first)->first, *k = tir_body(j)->first;
	const struct tir_expr *more = tir_binary(m, TIR_ADD, tir_as_for(k)->extent.e, num(1));
	tir_as_for(k)->extent.e = tir_as_for(a.loop)->extent.e = more;
	tir_value_slot(a.guard)->e = tir_binary(m, TIR_LT, num(0), more);
	refused("a loop may touch its promoted element in memory");
}
END_TEST

START_TEST(a_promoted_element_is_its_loop_s_alone)
{
	/* its name in the other loop: out of scope, or of another element */
	tir_value_slot(tir_as_for(b.loop)->body.first)->e = tir_value_of(a.back);
	refused("the verifier refuses the program with promoted elements");
}
END_TEST

START_TEST(the_rest_is_the_same)
{
	tir_value_slot(tir_as_for(a.loop)->body.first)->e = tir_value_of(a.back);
	refused("different operations");
	tir_as_for(a.loop)->body = (struct tir_seq){0};
	refused("a loop may not write its promoted element");
}
END_TEST

START_TEST(a_store_that_may_not_run_is_none)
{
	tir_as_for(b.loop)->body.first = tir_as_for(b.loop)->body.last;
	refused("a loop may not write its promoted element");
}
END_TEST

START_TEST(another_element_is_another_program)
{
	const struct tir_expr *index[2] = {tir_as_store(b.back)->index[0].e, num(10)};
	tir_as_store(b.back)->index[1].e = index[1];
	tir_value_slot(b.fill)->e = tir_access(m, TIR_LOAD, tir_as_store(b.back)->buffer, 2, index);
	refused("different constants");
}
END_TEST

START_TEST(shared_terms_are_met_once)
{
	/* l's first store, with a term that is written 2^200 times */
	struct tir_stmt *s = tir_body(tir_body(f->body.first)->last)->first;
	struct tir_store *store = tir_as_store(s);
	const struct tir_expr *index[2] = {
	        store->index[0].e, tir_var_of(tir_body(f->body.first)->last)->expr};
	const struct tir_expr *e = tir_access(m, TIR_LOAD, store->buffer, 2, index);
	struct loops_kept_values promotions = {0};
	struct arena pass = {0};
	e = tir_binary(m, TIR_ADD, e, store->value.e->arg[0]);
	for (int i = 0; i < 200; i++)
		e = tir_binary(m, TIR_ADD, e, e);
	store->value.e = e;
	g = loops_promote(f, &(struct loops_options){.promote_scalars = true}, &pass, &promotions);
	arena_free(&pass);
	ck_assert_uint_eq(promotions.all.n, 2);
	ck_assert_uint_eq(promotions.all.at[1].uses, 4);
	ck_assert_msg(proved(), "%s", why);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("promote");
	TCase *t = tcase_create("promote");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, what_promote_makes_is_right);
	tcase_add_test(t, the_guard_asks_for_the_extent);
	tcase_add_test(t, nothing_else_depends_on_the_guard);
	tcase_add_test(t, a_constant_extent_is_positive);
	tcase_add_test(t, the_loop_is_serial);
	tcase_add_test(t, the_element_is_written_back);
	tcase_add_test(t, it_is_written_back_where_it_came_from);
	tcase_add_test(t, it_is_the_element_that_is_written_back);
	tcase_add_test(t, it_is_filled_with_the_element);
	tcase_add_test(t, the_element_is_one_element);
	tcase_add_test(t, no_access_is_left_behind);
	tcase_add_test(t, the_element_is_missed_in_all_iterations);
	tcase_add_test(t, a_promoted_element_is_its_loop_s_alone);
	tcase_add_test(t, the_rest_is_the_same);
	tcase_add_test(t, a_store_that_may_not_run_is_none);
	tcase_add_test(t, another_element_is_another_program);
	tcase_add_test(t, shared_terms_are_met_once);
	suite_add_tcase(s, t);
	return run_suite(s);
}
