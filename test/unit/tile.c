/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Nests of any size, proved for one iteration of their outer loops (proof/replay/tile.c): what the passes make of large texts is
 * right, and wrong once a statement of it is not there, is another one, goes elsewhere, or is done less often. */
#include "frontend/frontend.h"
#include "loops/loops.h"
#include "proof/proof.h"
#include "suite.h"

#define HEAD(params)                                                                               \
	"# from tvm.script import tirx as T\n\n@T.prim_func(s_tir=True)\ndef f(" params "):\n"     \
	"    T.func_attr({\"tirx.noalias\": True})\n"
#define BUFFER(name, shape, type) #name ": T.Buffer((" shape "), \"" #type "\")"

typedef struct tir_func *pass(struct tir_func *f, const struct loops_options *o,
        struct arena *arena, struct loops_vectors *vectors);

/* Tiles fit along rows alone. */
static const char turned[] = HEAD(BUFFER(A, "448000,", int16) ", " BUFFER(B, "448000,",
        int16)) "    for y, x in T.grid(700, 640):\n        B[y * 640 + x] = A[x * 700 + y]\n";
static const char sums[] = HEAD(BUFFER(A, "1000, 4000", uint8) ", " BUFFER(O, "250, 500",
        int32)) "    for y, x in T.grid(250, 500):\n        O[y, x] = 3\n"
                "        for i, j in T.grid(4, 8):\n"
                "            O[y, x] = O[y, x] + T.Cast(\"int32\", A[y * 4 + i, x * 8 + j])\n";
static const char products[] = HEAD(BUFFER(A, "65536,", int8) ", " BUFFER(W, "2048,",
        int8) ", " BUFFER(O, "16384,",
        int32)) "    for y, m in T.grid(512, 32):\n        O[y * 32 + m] = 0\n"
                "        for k in range(64):\n"
                "            O[y * 32 + m] = O[y * 32 + m] + T.Cast(\"int32\", A[y * 128 + k]) * "
                "T.Cast(\"int32\", W[m * 64 + k])\n";

/* A row of 31 is stored as 32, of which one lane is kept; rows of the packed weights are loaded farther than these go. */
static const char kept[] = HEAD(BUFFER(A, "1280,", int8) ", " BUFFER(W, "1024,",
        int8) ", " BUFFER(O, "1240,",
        int32)) "    for y, m in T.grid(40, 31):\n        O[y * 31 + m] = 0\n"
                "        for k in range(32):\n"
                "            O[y * 31 + m] = O[y * 31 + m] + T.Cast(\"int32\", A[y * 32 + k]) * "
                "T.Cast(\"int32\", W[k * 32 + m])\n";

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f, *g;
static const char *why;

static void read_text(const char *text)
{
	struct diag diag = {0};
	arena = (struct arena){0};
	m = frontend_read(source_text(&arena, "text", text, strlen(text)), &arena, &diag);
	ck_assert_ptr_nonnull(m);
	f = m->funcs.at[0];
}

static void setup(const char *text, pass *make)
{
	struct loops_vectors vectors = {0};
	struct arena scratch = {0};
	read_text(text);
	g = make(f, &(struct loops_options){.vectorize_always = true, .cover = 1}, &scratch,
	        &vectors);
	arena_free(&scratch);
	ck_assert_ptr_ne(f, g);
}

static bool is_proved(void)
{
	struct arena scratch = {0};
	enum proof_verdict v = proof_tiles(f, g, &(struct proof_contract){0}, &scratch, &why);
	arena_free(&scratch);
	return v == PROOF_PROVED;
}

/* ---- Changes ----------------------------------------------------------------------------*/
struct change {
	uint32_t left;                    /* statement number */
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

static const struct tir_expr *plus_one(const struct tir_expr *e)
{
	const struct tir_expr *n = tir_int(m, tir_lanes(e->type, 1), 1);
	n = e->type.lanes > 1 ? tir_broadcast(m, n, e->type.lanes) : n;
	return tir_binary(m, TIR_ADD, e, n);
}

static bool add_one(struct tir_stmt *s)
{
	if (s->kind != TIR_STORE && s->kind != TIR_BIND)
		return false;
	struct tir_operand *x = tir_value_slot(s);
	x->e = plus_one(x->e);
	return true;
}

static bool go_farther(struct tir_stmt *s)
{
	if (s->kind != TIR_STORE)
		return false;
	struct tir_operand *x = &tir_as_store(s)->index[s->nindex - 1];
	if (x->e->op == TIR_RAMP) {
		const struct tir_expr *arg[] = {plus_one(x->e->arg[0]), x->e->arg[1]};
		x->e = tir_ramp(m, arg[0], arg[1], x->e->type.lanes);
	} else {
		x->e = plus_one(x->e);
	}
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
static void each(const char *text, pass *make, bool (*change)(struct tir_stmt *s), uint32_t least)
{
	uint32_t changes = 0;
	for (uint32_t i = 0;; i += change == do_less ? 1 : 2) {
		struct change c = {.left = i, .make = change};
		setup(text, make);
		bool more = !tir_walk_stmts(&g->body, visit, &c);
		if (c.done) {
			changes++;
			ck_assert_msg(!is_proved(), "change %u is not found", i);
		}
		arena_free(&arena);
		if (!more)
			break;
	}
	ck_assert_uint_ge(changes, least);
}

static void is_right(const char *text, pass *make)
{
	setup(text, make);
	ck_assert_msg(is_proved(), "%s", why);
	f->noalias = g->noalias = false;
	ck_assert(!is_proved());
	ck_assert_str_eq(why, "parameters may overlap");
	arena_free(&arena);
}

START_TEST(what_is_made_is_right)
{
	is_right(turned, loops_cover);
	is_right(sums, loops_neighbours);
	is_right(products, loops_dot);
	is_right(kept, loops_dot);
}
END_TEST

START_TEST(each_statement_is_needed)
{
	each(turned, loops_cover, leave_out, 10);
	each(sums, loops_neighbours, leave_out, 2);
	each(products, loops_dot, leave_out, 10);
	each(kept, loops_dot, leave_out, 6);
}
END_TEST

START_TEST(each_value_counts)
{
	each(turned, loops_cover, add_one, 20);
	each(sums, loops_neighbours, add_one, 2);
	each(products, loops_dot, add_one, 8);
}
END_TEST

START_TEST(each_element_counts)
{
	each(turned, loops_cover, go_farther, 4);
	each(sums, loops_neighbours, go_farther, 0);
	each(products, loops_dot, go_farther, 4);
}
END_TEST

START_TEST(each_iteration_is_done)
{
	each(turned, loops_cover, do_less, 1);
	each(sums, loops_neighbours, do_less, 1);
	each(products, loops_dot, do_less, 1);
	each(kept, loops_dot, do_less, 1);
}
END_TEST

/* ---- Loops that change places ------------------------------------------------------------*/
/* g is f with its two loops exchanged. */
static void exchange(const char *text)
{
	read_text(text);
	struct tir_stmt *outer = tir_stmt_copy(&arena, f->body.first);
	struct tir_stmt *inner = tir_stmt_copy(&arena, tir_body(outer)->first);
	tir_as_for(outer)->body = *tir_body(inner);
	tir_as_for(inner)->body = (struct tir_seq){0};
	tir_seq_add(&tir_as_for(inner)->body, outer);
	struct tir_seq body = {0};
	outer->next = inner->next = NULL;
	tir_seq_add(&body, inner);
	g = tir_func_with_body(f, body);
}

#define NEST(statement)                                                                            \
	HEAD(BUFFER(A, "1000, 1000", int16) ", " BUFFER(B, "1000, 1000", int16))                   \
	"    for i in range(999):\n        for j in range(998):\n            " statement "\n"

static bool may_exchange(const char *text)
{
	exchange(text);
	bool ok = is_proved();
	arena_free(&arena);
	return ok;
}

START_TEST(order_matters)
{
	ck_assert(may_exchange(NEST("B[i, j] = A[i, j]")));
	ck_assert(may_exchange(NEST("B[998 - i, j] = A[i + 1, j]")));
	ck_assert(may_exchange(NEST("B[i, j] = T.if_then_else(j < 500, A[i, j], T.int16(3))")));
	ck_assert(!may_exchange(NEST("B[i + 1, j] = B[i, j + 1]")));
	ck_assert(!may_exchange(NEST("B[0, (i + j) // 2] = A[i, j]")));
	ck_assert(!may_exchange(NEST("A[0, 0] = A[0, 0] * A[i, j]")));
}
END_TEST

/* ---- Lanes that are kept -----------------------------------------------------------------*/
#define ROWS(rest)                                                                                 \
	HEAD(BUFFER(A, "1054,", int16) ", " BUFFER(B, "1054,", int16))                             \
	"    for y, z, m in T.grid(16, 2, 31):\n"                                                  \
	"        B[y * 62 + z * 31 + m] = A[y * 62 + z * 31 + m]\n"                                \
	"    for y, z in T.grid(16, 2):\n" rest
#define AT(name, from, lanes) name "[T.Ramp(y * 62 + z * 31 + " #from ", 1, " #lanes ")]"
#define MASK                  "T.Ramp(0, 1, 32) < T.Broadcast(31, 32)"

/* The text's first statement is f, all others are g. */
static bool may_become(const char *text)
{
	read_text(text);
	struct tir_seq all = f->body, first = {0};
	struct tir_stmt *s = tir_stmt_copy(&arena, all.first);
	s->next = NULL;
	tir_seq_add(&first, s);
	all.first = all.first->next;
	g = tir_func_with_body(f, all);
	f = tir_func_with_body(f, first);
	bool ok = is_proved();
	arena_free(&arena);
	return ok;
}

START_TEST(lanes_are_kept)
{
	ck_assert(may_become(ROWS("        " AT("B", 0, 32) " = T.Select(" MASK ", " AT("A", 0,
	        32) ", " AT("B", 0, 32) ")\n")));
	/* from elsewhere, in another lane, changed, or of no store */
	ck_assert(!may_become(ROWS("        " AT("B", 0, 32) " = T.Select(" MASK ", " AT("A", 0,
	        32) ", " AT("B", 1, 32) ")\n")));
	ck_assert(!may_become(ROWS("        " AT("B", 1, 32) " = T.Select(" MASK ", " AT("A", 0,
	        32) ", " AT("B", 0, 32) ")\n")));
	ck_assert(!may_become(ROWS("        " AT("B", 0, 32) " = T.Select(" MASK ", " AT("A", 0,
	        32) ", " AT("B", 0, 32) " + T.Broadcast(T.int16(1), 32))\n")));
	ck_assert(!may_become(ROWS("        " AT("B", 0, 32) " = " AT("B", 0, 32) "\n")));
	ck_assert(may_become(ROWS("        " AT("B", 0, 31) " = " AT("A", 0,
	        31) "\n"
	            "        B[y * 62 + 62] = B[y * 62 + 62]\n")));
	/* what is put back was there before another store, to the same element if z is 1 */
	ck_assert(may_become(ROWS("        " AT("B", 0, 30) " = " AT("A", 0,
	        30) "\n"
	            "        B[y * 62 + z * 31 + 30] = A[y * 62 + z * 31 + 30]\n")));
	ck_assert(!may_become(ROWS("        v = T.bind(B[y * 62 + 61])\n"
	                           "        " AT("B", 0, 30) " = " AT("A", 0,
	                                   30) "\n"
	                                       "        B[y * 62 + z * 31 + 30] = A[y * 62 + z * "
	                                       "31 + 30]\n"
	                                       "        B[y * 62 + 61] = v\n")));
}
END_TEST

int main(void)
{
	Suite *s = suite_create("tile");
	TCase *t = tcase_create("tile");
	tcase_set_timeout(t, 60); /* against hangs */
	tcase_add_test(t, what_is_made_is_right);
	tcase_add_test(t, each_statement_is_needed);
	tcase_add_test(t, each_value_counts);
	tcase_add_test(t, each_element_counts);
	tcase_add_test(t, each_iteration_is_done);
	tcase_add_test(t, order_matters);
	tcase_add_test(t, lanes_are_kept);
	suite_add_tcase(s, t);
	return run_suite(s);
}
