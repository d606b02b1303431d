/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Two programs run on symbols (proof/replay/replay.c): what loops_dot and constant folding make of a text is right, and wrong once a
 * statement of it is not there, is another one, or computes another number. */
#include "frontend/frontend.h"
#include "loops/loops.h"
#include "proof/proof.h"
#include "suite.h"

#define HEAD                                                                                       \
	"# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"                         \
	"def f(A: T.Buffer((256,), \"int8\"), W: T.Buffer((1024,), \"int8\"), B: T.Buffer((32,), " \
	"\"int32\"), O: T.Buffer((128,), \"int32\")):\n"                                           \
	"    T.func_attr({\"tirx.noalias\": True})\n"
#define LOOPS "    for y, m in T.grid(4, 32):\n"

static const char dense[] = HEAD "    acc = T.alloc_buffer((1,), \"int32\")\n" LOOPS
                                 "        acc[0] = B[m]\n"
                                 "        for k in range(32):\n"
                                 "            acc[0] = acc[0] + (T.Cast(\"int32\", A[y * 32 + k]) "
                                 "+ 3) * (T.Cast(\"int32\", W[m * 32 + k]) - 7)\n"
                                 "        O[y * 32 + m] = T.max(acc[0], 5)\n";
static const char rows[] = HEAD LOOPS
        "        O[y * 32 + m] = 0\n"
        "        for t, k in T.grid(3, 8):\n"
        "            O[y * 32 + m] = O[y * 32 + m] + (T.Cast(\"int32\", A[y * 32 + t * 8 + k]) + "
        "3) * T.Cast(\"int32\", W[m * 24 + t * 8 + k])\n";

static const char borders[] = HEAD LOOPS
        "        for k in range(1):\n"
        "            if y + k < 7:\n"
        "                O[y * 32 + m] = B[m] + T.if_then_else(y <= k + 3, T.Cast(\"int32\", A[y * "
        "32 + m]), 9)\n"
        "        if 3 < y:\n"
        "            O[m] = 8\n"
        "        for k in range(y, y + 1):\n"
        "            O[k * 32 + m] = O[y * 32 + m] + (k * 32 + m) % 32\n";

static struct arena arena;
static bool is_folded; /* g is f with constants folded */
static bool is_spelt;  /* f and g differ in spelling */
static struct tir_module *m;
static struct tir_func *f, *g;
static const char *why;

static void setup(const char *text)
{
	struct diag diag = {0};
	struct loops_vectors vectors = {0};
	struct arena pass = {0};
	arena = (struct arena){0};
	m = frontend_read(source_text(&arena, "text", text, strlen(text)), &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	g = is_folded ? loops_fold(f, &pass)
	              : loops_dot(f, &(struct loops_options){.vectorize_always = true}, &pass,
	                        &vectors);
	arena_free(&pass);
	ck_assert_ptr_ne(f, g);
}

static enum proof_verdict verdict(void)
{
	struct arena pass = {0};
	proof_check *check = is_folded ? proof_folded : is_spelt ? proof_spelling : proof_replay;
	enum proof_verdict v = check(f, g, &(struct proof_contract){0}, &pass, &why);
	arena_free(&pass);
	return v;
}

/* ---- Changes ----------------------------------------------------------------------------*/
/* What is changed of statement number `left`; kinds of statements that have nothing of it are no statements. */
struct change {
	uint32_t left;
	bool (*make)(struct tir_stmt *s); /* false: nothing is changed */
	bool done;
};

static bool visit(void *ctx, struct tir_stmt *s)
{
	struct change *c = ctx;
	if (c->left--)
		return true;
	c->done = c->make(s);
	return false;
}

static bool leave_out(struct tir_stmt *s)
{
	struct tir_stmt *t = s->next;
	if (!t || t->kind == TIR_ALLOC)
		return false;
	s->next = t->next;
	return true;
}

static bool add_one(struct tir_stmt *s)
{
	if (s->kind != TIR_STORE && s->kind != TIR_BIND)
		return false;
	struct tir_operand *x = tir_value_slot(s);
	struct tir_type one = tir_lanes(x->e->type, 1);
	const struct tir_expr *n = tir_int(m, one, 1);
	n = x->e->type.lanes > 1 ? tir_broadcast(m, n, x->e->type.lanes) : n;
	x->e = tir_binary(m, TIR_ADD, x->e, n);
	return true;
}

static bool do_less(struct tir_stmt *s)
{
	if (s->kind != TIR_FOR || tir_as_for(s)->extent.e->u.i <= tir_loop_step(s))
		return false;
	struct tir_operand *x = &tir_as_for(s)->extent;
	x->e = tir_int(m, x->e->type, x->e->u.i - tir_loop_step(s));
	return true;
}

/* Each change by itself must be found. */
static void each(const char *text, bool (*make)(struct tir_stmt *s), uint32_t least)
{
	uint32_t changes = 0;
	for (uint32_t i = 0;; i++) {
		struct change c = {.left = i, .make = make};
		setup(text);
		bool more = !tir_walk_stmts(&g->body, visit, &c);
		if (c.done) {
			changes++;
			ck_assert_msg(verdict() != PROOF_PROVED, "change %u is not found", i);
		}
		arena_free(&arena);
		if (!more)
			break;
	}
	ck_assert_uint_ge(changes, least);
}

START_TEST(what_is_made_is_right)
{
	setup(dense);
	ck_assert_msg(verdict() == PROOF_PROVED, "%s", why);
	arena_free(&arena);
	setup(rows);
	ck_assert_msg(verdict() == PROOF_PROVED, "%s", why);
	arena_free(&arena);
}
END_TEST

START_TEST(each_statement_is_needed)
{
	each(dense, leave_out, 20);
	each(rows, leave_out, 10);
}
END_TEST

START_TEST(each_value_counts)
{
	each(dense, add_one, 40);
	each(rows, add_one, 10);
}
END_TEST

START_TEST(each_iteration_is_done)
{
	each(dense, do_less, 2);
	each(rows, do_less, 4);
}
END_TEST

START_TEST(what_is_folded_is_the_same)
{
	is_folded = true;
	setup(borders);
	ck_assert_msg(verdict() == PROOF_PROVED, "%s", why);
	arena_free(&arena);
	each(borders, leave_out, 1);
	each(borders, add_one, 2);
	each(borders, do_less, 2);
}
END_TEST

/* Without a promise O may be A. */
START_TEST(parameters_that_may_overlap)
{
	setup(dense);
	f->noalias = g->noalias = false;
	ck_assert_int_eq(verdict(), PROOF_UNDECIDED);
	ck_assert_str_eq(why, "parameters may overlap");
	arena_free(&arena);
}
END_TEST

/* A sum of signed numbers that the first program does not add up might overflow. */
START_TEST(no_new_signed_sum)
{
	setup(dense);
	struct tir_stmt *s = g->body.last;
	while (s->kind == TIR_FOR)
		s = tir_as_for(s)->body.first;
	const struct tir_expr *e = tir_value_of(s), *x = tir_cast(m, TIR_INT32, e->arg[0]->arg[0]);
	const struct tir_expr *y = tir_cast(m, TIR_INT32, e->arg[0]->arg[1]);
	tir_value_slot(s)->e = tir_binary(m, TIR_ADD, x, y);
	ck_assert_int_eq(verdict(), PROOF_REFUTED);
	ck_assert_str_eq(why, "a signed number might overflow");
	arena_free(&arena);
}
END_TEST

/* What is said of a second program that stores `second` to O[0] where the first one stores `first`. */
static enum proof_verdict of_two(const char *type, const char *first, const char *second)
{
	static const char text[] =
	        "# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\n"
	        "def f(A: T.Buffer((8,), \"int8\"), O: T.Buffer((1,), \"%s\")):\n"
	        "    T.func_attr({\"tirx.noalias\": True})\n    O[0] = %s\n    O[0] = %s\n";
	struct diag diag = {0};
	arena = (struct arena){0};
	char *full = arena_printf(&arena, text, type, first, second);
	m = frontend_read(source_text(&arena, "text", full, strlen(full)), &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	g = ARENA_NEW(&arena, struct tir_func);
	*g = *f;
	g->body = (struct tir_seq){0};
	tir_seq_add(&g->body, tir_stmt_copy(&arena, f->body.last));
	f->body.last = f->body.first;
	f->body.first->next = NULL;
	is_folded = false;
	enum proof_verdict v = verdict();
	arena_free(&arena);
	return v;
}

/* Constants grow in one program, and are wrapped in the other one. */
START_TEST(constants_wrap)
{
	static const char sum[] = "A[0] + T.int8(100) + A[1] + T.int8(100)";
	static const char narrow[] = "T.Cast(\"int32\", A[0] + T.int8(100) + T.int8(100))";
	ck_assert_int_eq(of_two("int8", sum, "A[1] + A[0] - T.int8(56)"), PROOF_PROVED);
	ck_assert_int_eq(of_two("int8", sum, "A[1] + (T.int8(-56) + A[0])"), PROOF_PROVED);
	ck_assert_int_eq(of_two("int8", sum, "A[1] + A[0] - T.int8(55)"), PROOF_REFUTED);
	ck_assert_int_eq(of_two("int8", sum, "A[0] + A[0] - T.int8(56)"), PROOF_REFUTED);
	ck_assert_int_eq(of_two("int8", "T.Cast(\"int8\", T.Cast(\"int32\", A[0]) * 3 + 1000)",
	                         "A[0] * T.int8(3) - T.int8(24)"),
	        PROOF_PROVED);
	/* what does not fit is another number with more bits */
	ck_assert_int_eq(of_two("int32", narrow, "T.Cast(\"int32\", A[0]) + 200"), PROOF_REFUTED);
	ck_assert_int_eq(of_two("int32", narrow, "T.Cast(\"int32\", A[0]) - 56"), PROOF_REFUTED);
}
END_TEST

/* A sum that overflows is not one that is equal to it modulo 2^bits. */
START_TEST(wrapped_constants_overflow)
{
#define WIDE(i) "T.Cast(\"int32\", A[" #i "])"
	static const char sum[] = WIDE(0) " + " WIDE(1) " - 1296";
	ck_assert_int_eq(of_two("int32", sum, WIDE(1) " + (" WIDE(0) " - 1296)"), PROOF_PROVED);
	ck_assert_int_eq(of_two("int32", sum,
	                         "(" WIDE(0) " + 2147483000) + (" WIDE(1) " + 2147483000)"),
	        PROOF_REFUTED);
	ck_assert_str_eq(why, "a signed number might overflow");
#undef WIDE
}
END_TEST

/* Folding that is proved without a run, as numbers are spelt otherwise: what a shuffle of 128 lanes is made of, too. */
START_TEST(folded_indices_of_shuffles)
{
	char text[2048], *end = text + sizeof text;
	char *p = text + snprintf(text, sizeof text,
	                         "from tvm.script import tirx as T\n"
	                         "@T.prim_func(s_tir=True)\n"
	                         "def main(O: T.Buffer((1024,), \"uint8\"), A: T.Buffer((512,), "
	                         "\"uint8\")):\n"
	                         "    for y in range(8):\n"
	                         "        for x in range(0, 1):\n"
	                         "            O[T.Ramp(y * 128 + x * 64, 1, 128)] = "
	                         "T.Shuffle([A[T.Ramp(y // 2 * 128 + x, 1, 128)]], [");
	for (uint32_t i = 0; i < 128; i++)
		p += snprintf(p, (size_t)(end - p), "%u, ", i ^ 1);
	snprintf(p, (size_t)(end - p), "])\n");
	is_folded = true;
	setup(text);
	struct arena pass = {0};
	ck_assert_msg(proof_spelling(f, g, &(struct proof_contract){0}, &pass, &why) ==
	                      PROOF_PROVED,
	        "%s", why);
	arena_free(&pass);
	arena_free(&arena);
}
END_TEST

/* The ones of a number that is not negative are those of it in more bits. */
START_TEST(ones_of_what_is_widened)
{
#define ONES(type, x) "T.Cast(\"int32\", T.popcount(T.Cast(\"" type "\", " x ")))"
	is_spelt = true;
	ck_assert_int_eq(of_two("int32", ONES("int32", "T.max(A[0], T.int8(0))"),
	                         "T.Cast(\"int32\", T.popcount(T.max(A[0], T.int8(0))))"),
	        PROOF_PROVED);
	ck_assert_int_ne(of_two("int32", ONES("int32", "A[0]"),
	                         "T.Cast(\"int32\", T.popcount(A[0]))"),
	        PROOF_PROVED);
	ck_assert_int_ne(of_two("int32", ONES("int32", "T.max(A[0], T.int8(0))"),
	                         "T.Cast(\"int32\", T.popcount(T.max(A[1], T.int8(0))))"),
	        PROOF_PROVED);
	is_spelt = false;
#undef ONES
}
END_TEST

int main(void)
{
	Suite *s = suite_create("replay");
	TCase *t = tcase_create("replay");
	tcase_add_test(t, what_is_made_is_right);
	tcase_add_test(t, each_statement_is_needed);
	tcase_add_test(t, each_value_counts);
	tcase_add_test(t, each_iteration_is_done);
	tcase_add_test(t, what_is_folded_is_the_same);
	tcase_add_test(t, parameters_that_may_overlap);
	tcase_add_test(t, no_new_signed_sum);
	tcase_add_test(t, constants_wrap);
	tcase_add_test(t, wrapped_constants_overflow);
	tcase_add_test(t, folded_indices_of_shuffles);
	tcase_add_test(t, ones_of_what_is_widened);
	suite_add_tcase(s, t);
	return run_suite(s);
}
