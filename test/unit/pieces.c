/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* What is kept of a change that is not proved (driver/pieces.c): the pass is right, and the proof here refutes what stores to B. */
#include "driver/optimize.h"
#include "frontend/frontend.h"
#include "suite.h"

static const char text[] =
        "# from tvm.script import tirx as T\n\n"
        "@T.prim_func(s_tir=True)\n"
        "def f(A: T.Buffer((16, 16), \"int32\"), B: T.Buffer((16, 16), \"int32\"),"
        " C: T.Buffer((16, 16), \"int32\"), D: T.Buffer((16,), \"int32\")):\n"
        "    T.func_attr({\"tirx.noalias\": True})\n"
        "    for x in range(4):\n"
        "        D[x] = 7\n"
        "        for i in range(16):\n"
        "            for j in range(16):\n"
        "                A[i, j] = D[j]\n"
        "        for i in range(16):\n"
        "            for j in range(16):\n"
        "                B[i, j] = D[j]\n"
        "        D[3] = x\n"
        "        for i in range(16):\n"
        "            for j in range(16):\n"
        "                C[i, j] = D[j]\n";

struct said {
	char text[400];
	unsigned n;
};
static struct arena arena;
static struct tir_func *f;
static struct said said;
static struct driver_optimizations options;
static struct diag diag;
static struct driver_optimizer r;

static void keep(void *ctx, const struct diag_message *m)
{
	struct said *s = ctx;
	snprintf(s->text, sizeof s->text, "%s", m->text);
	s->n += m->level == DIAG_WARNING;
}

static void setup(void)
{
	arena = (struct arena){0};
	said = (struct said){0};
	diag = (struct diag){.sink = keep, .ctx = &said};
	struct tir_module *m = frontend_read(source_text(&arena, "text", text, sizeof text - 1),
	        &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
	tir_enter(f);
	options = (struct driver_optimizations){
	        .loops = {.unroll_and_jam = 4, .unroll_and_jam_always = true}};
	r = (struct driver_optimizer){.m = m, .options = &options, .d = &diag, .f = f};
	r.bisect.left = UINT32_MAX;
}

static void teardown(void)
{
	arena_free(&r.arena);
	arena_free(&arena);
}

/* ---- What the proof is told ---------------------------------------------------------------*/
struct count {
	const char *name;
	uint32_t stores;
};

static bool count_store(void *ctx, struct tir_stmt *s)
{
	struct count *c = ctx;
	c->stores += s->kind == TIR_STORE && !strcmp(tir_buffer_of(s)->name, c->name);
	return true;
}

/* How many stores there are to the buffer: several where its nest was changed. */
static uint32_t stores(const struct tir_func *g, const char *name)
{
	struct count c = {name, 0};
	tir_walk_stmts(&g->body, count_store, &c);
	return c.stores;
}

static bool refutes_b(struct proof *p, const struct tir_func *x, const struct tir_func *y,
        const struct proof_contract *contract, struct arena *a, struct proof_doubts *doubts,
        const char **why)
{
	(void)p, (void)contract, (void)a, (void)doubts;
	*why = "B is another one";
	return stores(x, "B") == stores(y, "B");
}

static bool refutes_all(struct proof *p, const struct tir_func *x, const struct tir_func *y,
        const struct proof_contract *contract, struct arena *a, struct proof_doubts *doubts,
        const char **why)
{
	(void)p, (void)contract, (void)a, (void)doubts;
	*why = "it is another one";
	return x == y;
}

static enum proof_verdict check_b(const struct tir_func *x, const struct tir_func *y,
        const struct proof_contract *contract, struct arena *a, const char **why)
{
	return refutes_b(NULL, x, y, contract, a, NULL, why) ? PROOF_PROVED : PROOF_REFUTED;
}

/* ---- Tests --------------------------------------------------------------------------------*/
START_TEST(a_refuted_nest_leaves_its_neighbours)
{
	struct loops_vectors jams = {0};
	struct tir_func *g = driver_proved_loops(&r, f, loops_unroll_and_jam, refutes_b,
	        "unroll-and-jam", &jams);
	ck_assert(g && g != f);
	ck_assert_uint_gt(stores(g, "A"), 1);
	ck_assert_uint_eq(stores(g, "B"), 1);
	ck_assert_uint_gt(stores(g, "C"), 1);
	ck_assert_uint_eq(said.n, 1);
	ck_assert_str_eq(said.text, "unroll-and-jam in loop 'i' could not be proved right (B is "
	                            "another one); the loop is left as it was, please report this");
}
END_TEST

START_TEST(a_function_of_refuted_nests_stays)
{
	struct loops_vectors jams = {0};
	ck_assert_ptr_null(driver_proved_loops(&r, f, loops_unroll_and_jam, refutes_all,
	        "unroll-and-jam", &jams));
	ck_assert_uint_eq(said.n, 1);
	ck_assert_ptr_nonnull(strstr(said.text, "the function is left as it was"));
}
END_TEST

START_TEST(pieces_are_proved_one_by_one)
{
	struct loops_vectors jams = {0};
	struct driver_pieces pieces;
	struct proof_doubts doubts = {0};
	struct tir_func *g = loops_unroll_and_jam(f, &options.loops, &r.arena, &jams);
	ck_assert(!driver_find_pieces(f, f, &r.arena, &pieces));
	ck_assert(driver_find_pieces(f, g, &r.arena, &pieces));
	ck_assert_uint_eq(pieces.n, 3);
	struct tir_func *h = driver_proved_pieces(&r, f, &pieces, check_b, &doubts);
	ck_assert(stores(h, "A") == stores(g, "A") && stores(h, "C") == stores(g, "C"));
	ck_assert_uint_eq(stores(h, "B"), 1);
	ck_assert_uint_eq(stores(h, "D"), 2);
	ck_assert(pieces.at[0].is_taken && !pieces.at[1].is_taken && pieces.at[2].is_taken);
	ck_assert_uint_eq(doubts.all.n, 1);
	ck_assert(driver_piece_has(&pieces.at[1], doubts.all.at[0].loop));
	ck_assert(tir_verify_func(h, &diag) && !said.n);
}
END_TEST

int main(void)
{
	Suite *s = suite_create("pieces");
	TCase *t = tcase_create("pieces");
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_refuted_nest_leaves_its_neighbours);
	tcase_add_test(t, a_function_of_refuted_nests_stays);
	tcase_add_test(t, pieces_are_proved_one_by_one);
	suite_add_tcase(s, t);
	return run_suite(s);
}
