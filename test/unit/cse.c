/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* The pass on programs no text can hold: shared terms, depths and shapes built by hand. */
#include "driver/driver.h"
#include "interp/interp.h"
#include "proof/proof.h"
#include "suite.h"

static struct arena arena;
static struct tir_module *m;
static struct tir_func *f;
static struct tir_buffer *out;
static struct tir_var *x, *y;
static const struct proof_contract no_promise;
static const struct proof_cse_told nothing;

static const struct tir_expr *num(int64_t v)
{
	return tir_int(m, TIR_INT32, v);
}

static void setup(void)
{
	arena = (struct arena){0};
	m = tir_module_new(&arena);
	f = tir_func_new(m, "main");
	out = tir_buffer_new(m, "A", TIR_BUFFER_PARAM, TIR_INT32);
	out->ndim = 1;
	out->shape = ARENA_NEWN(&arena, const struct tir_expr *, 1);
	out->shape[0] = num(1 << 20);
	x = tir_var_new(m, "x", TIR_INT32);
	y = tir_var_new(m, "y", TIR_INT32);
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.buffer = out}));
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.var = x}));
	VEC_PUSH(&arena, &f->params, ((struct tir_param){.var = y}));
}

static void teardown(void)
{
	arena_free(&arena);
}

static void store(struct tir_seq *s, int64_t index, const struct tir_expr *value)
{
	struct tir_stmt *t = tir_stmt_new(m, TIR_STORE, (struct span){0});
	struct tir_store *st = tir_as_store(t);
	st->buffer = out;
	t->nindex = 1;
	st->index = ARENA_NEWN(&arena, struct tir_operand, 1);
	st->index[0].e = num(index);
	st->value.e = value;
	tir_seq_add(s, t);
}

static struct tir_stmt *branch(struct tir_seq *s, const struct tir_expr *cond)
{
	struct tir_stmt *t = tir_stmt_new(m, TIR_IF, (struct span){0});
	tir_as_if(t)->value.e = cond;
	tir_seq_add(s, t);
	return t;
}

/* The pass over m, with these options. */
static uint32_t share(const struct cse_options *options, struct diag *d)
{
	const struct driver_optimizations all = {.cse = *options};
	return driver_optimize(m, &all, d, NULL);
}

/* Run the pass; returns the number of names and leaves the new function in f. */
static uint32_t run(void)
{
	struct diag d = {0};
	ck_assert(tir_verify(m, &d));
	uint32_t names = share(&(struct cse_options){.level = CSE_COMMUTATIVE}, &d);
	ck_assert_uint_eq(d.warnings, 0);
	ck_assert(tir_verify(m, &d));
	f = m->funcs.at[0];
	return names;
}

static int64_t evaluate(int64_t vx, int64_t vy)
{
	int32_t memory[64] = {0};
	struct interp_arg args[] = {{.data = memory, .bytes = sizeof memory},
	        {.bits = (uint32_t)vx}, {.bits = (uint32_t)vy}};
	struct diag d = {0};
	ck_assert(interp_run(f, args, &(struct interp_options){0}, NULL, NULL, &d));
	return memory[0];
}

/* L4: e = e*e + x, a tree of 2^n nodes: a name a level, linear. */
static const struct tir_expr *squares(uint32_t levels)
{
	const struct tir_expr *e = x->expr;
	for (uint32_t i = 0; i < levels; i++)
		e = tir_binary(m, TIR_ADD, tir_binary(m, TIR_MUL, e, e), x->expr);
	return e;
}

START_TEST(a_shared_term_of_100000_levels_is_linear)
{
	store(&f->body, 0, squares(100000));
	ck_assert_uint_eq(run(), 99999);
}
END_TEST

START_TEST(a_shared_term_keeps_its_value)
{
	int64_t e = 3;
	store(&f->body, 0, squares(20));
	for (int i = 0; i < 20; i++)
		e = (int32_t)((uint32_t)e * (uint32_t)e + 3u);
	run();
	ck_assert_int_eq(evaluate(3, 0), e);
}
END_TEST

/* L5, L6: a chain, twice; depth must not matter. */
START_TEST(a_chain_of_100000_nodes_gets_one_name)
{
	const struct tir_expr *e = x->expr;
	for (int i = 0; i < 50000; i++)
		e = tir_binary(m, TIR_ADD, tir_binary(m, TIR_MUL, e, y->expr), num(i % 7));
	const struct tir_expr *twice = tir_binary(m, TIR_MUL, e, y->expr);
	store(&f->body, 0, twice);
	store(&f->body, 1, twice);
	ck_assert_uint_eq(run(), 1);
}
END_TEST

/* A term of lazy operands, shared on both sides: 2^n places; the pass gives up looking into them but
 * stays right and ends. */
START_TEST(a_shared_term_of_lazy_operands_ends)
{
	const struct tir_expr *e = x->expr;
	for (int i = 0; i < 64; i++) {
		const struct tir_expr *c = tir_binary(m, TIR_LT, e, num(i));
		e = tir_select(m, TIR_IF_THEN_ELSE, c, tir_binary(m, TIR_ADD, e, num(1)),
		        tir_binary(m, TIR_MUL, e, num(3)));
	}
	store(&f->body, 0, e);
	int64_t before = evaluate(5, 0);
	run();
	ck_assert_int_eq(evaluate(5, 0), before);
}
END_TEST

START_TEST(every_hash_equal_changes_nothing)
{
	struct sbuf text[2] = {{0}, {0}};
	for (int i = 0; i < 2; i++) {
		if (i) {
			teardown();
			setup();
		}
		m->collide = i;
		store(&f->body, 0, squares(6));
		store(&tir_as_if(branch(&f->body, tir_binary(m, TIR_LT, x->expr, y->expr)))->body,
		        1, squares(7));
		run();
		tir_print_module(m, &text[i]);
	}
	ck_assert_str_eq(text[0].text, text[1].text);
	sbuf_free(&text[0]);
	sbuf_free(&text[1]);
}
END_TEST

static enum cse_reason never(void *ctx, const struct cse_candidate *c)
{
	ck_assert_uint_eq(c->size, 3);
	ck_assert_uint_eq(c->loops, 0);
	++*(int *)ctx;
	return c->uses > 1000 ? CSE_NAMED : CSE_PREDICATE;
}

static bool no_products(void *ctx, const struct tir_expr *e)
{
	(void)ctx;
	return e->op != TIR_MUL;
}

/* Requirement 2: the predicate is replaceable; 1: what is eligible can be narrowed. */
START_TEST(the_predicates_are_asked)
{
	struct diag d = {0};
	int asked = 0;
	const struct tir_expr *p = tir_binary(m, TIR_MUL, x->expr, y->expr);
	store(&f->body, 0, p);
	store(&f->body, 1, p);
	struct cse_options no = {.level = CSE_COMMUTATIVE, .profitable = never, .ctx = &asked};
	ck_assert_uint_eq(share(&no, &d), 0);
	ck_assert_int_eq(asked, 1);
	struct cse_options narrow = {.level = CSE_COMMUTATIVE, .eligible = no_products};
	ck_assert_uint_eq(share(&narrow, &d), 0);
	ck_assert_uint_eq(share(&(struct cse_options){0}, &d), 1);
}
END_TEST

/* The proof is no rubber stamp: wrong results are found. */
static enum cse_reason only_divisions(void *ctx, const struct cse_candidate *c)
{
	(void)ctx;
	return c->expr->op == TIR_FLOORDIV ? CSE_NAMED : CSE_PREDICATE;
}

static const struct tir_expr *load(int64_t index)
{
	const struct tir_expr *i = num(index);
	return tir_access(m, TIR_LOAD, out, 1, &i);
}

/* A[0] = A[99]; A[k] = A[k - 1] * A[k - 1], and so on; A[at] = the last of them // y */
static void store_squares(struct tir_seq *s, int64_t at)
{
	enum { STEPS = 60 };
	store(s, 0, load(99));
	for (int64_t k = 1; k < STEPS; k++)
		store(s, k, tir_binary(m, TIR_MUL, load(k - 1), load(k - 1)));
	store(s, at, tir_binary(m, TIR_FLOORDIV, load(STEPS - 1), y->expr));
}

/* Above the if the quotient would be one of 2^59 loads that nothing else names. */
START_TEST(what_is_stored_is_not_expanded_without_end)
{
	struct cse_options options = {.level = CSE_AFFINE, .profitable = only_divisions};
	struct diag d = {0};
	struct tir_stmt *t = branch(&f->body, tir_binary(m, TIR_LT, x->expr, num(3)));
	struct tir_if *cond = tir_as_if(t);
	store_squares(&cond->body, 100);
	store_squares(&cond->orelse, 101);
	share(&options, &d);
	ck_assert_uint_eq(d.warnings, 0);
}
END_TEST

START_TEST(the_proof_finds_another_value)
{
	const char *why = NULL;
	struct tir_seq other = {0};
	store(&f->body, 0, tir_binary(m, TIR_SUB, x->expr, y->expr));
	store(&other, 0, tir_binary(m, TIR_SUB, y->expr, x->expr));
	struct tir_func *g = tir_func_with_body(f, other);
	ck_assert(!proof_cse(f, g, &no_promise, &nothing, &arena, &why));
	ck_assert_str_eq(why, "an operand computes another value");
	ck_assert(proof_cse(f, f, &no_promise, &nothing, &arena, &why));
}
END_TEST

START_TEST(the_proof_finds_a_division_above_its_guard)
{
	const char *why = NULL;
	const struct tir_expr *q = tir_binary(m, TIR_FLOORDIV, x->expr, y->expr);
	const struct tir_expr *guard = tir_binary(m, TIR_NE, y->expr, num(0));
	store(&tir_as_if(branch(&f->body, guard))->body, 0, q);
	struct tir_seq other = {0};
	struct tir_stmt *bind = tir_stmt_new(m, TIR_BIND, (struct span){0});
	struct tir_bind *b = tir_as_bind(bind);
	b->var = tir_var_new(m, "t", TIR_INT32);
	b->value.e = q;
	tir_seq_add(&other, bind);
	store(&tir_as_if(branch(&other, guard))->body, 0, b->var->expr);
	ck_assert(!proof_cse(f, tir_func_with_body(f, other), &no_promise, &nothing, &arena, &why));
	ck_assert_str_eq(why, "a computation that may trap is placed where it is not anticipated");
}
END_TEST

/* f stores 0, g x - x or x // y - x // y: a division by 0 is not missed in f. */
START_TEST(the_proof_finds_a_division_that_falls_out)
{
	const char *why = NULL;
	const struct tir_expr *value[2] = {x->expr, tir_binary(m, TIR_FLOORDIV, x->expr, y->expr)};
	store(&f->body, 0, num(0));
	for (int i = 0; i < 2; i++) {
		struct tir_seq other = {0};
		store(&other, 0, tir_binary(m, TIR_SUB, value[i], value[i]));
		struct tir_func *g = tir_func_with_body(f, other);
		ck_assert_int_eq(proof_cse(f, g, &no_promise, &nothing, &arena, &why), !i);
	}
}
END_TEST

static struct tir_var *bind(struct tir_seq *s, const struct tir_expr *value)
{
	struct tir_stmt *t = tir_stmt_new(m, TIR_BIND, (struct span){0});
	tir_as_bind(t)->var = tir_var_new(m, "v", TIR_INT32);
	tir_as_bind(t)->value.e = value;
	tir_seq_add(s, t);
	return tir_as_bind(t)->var;
}

/* A loop that reads A[5], changes it, and stores `value` to A[v + v] or, late, A[v + A[5]]. */
static void read_and_store(struct tir_seq *s, struct tir_var *count, struct tir_var *v,
        const struct tir_expr *value, bool late)
{
	struct tir_stmt *loop = tir_stmt_new(m, TIR_FOR, (struct span){0});
	struct tir_for *l = tir_as_for(loop);
	l->var = count;
	l->min.e = num(0);
	l->extent.e = num(8);
	struct tir_stmt *t = tir_stmt_new(m, TIR_BIND, (struct span){0});
	tir_as_bind(t)->var = v;
	tir_as_bind(t)->value.e = load(5);
	tir_seq_add(&l->body, t);
	store(&l->body, 5, num(0));
	store(&l->body, 0, value);
	const struct tir_expr *also = late ? load(5) : v->expr;
	tir_as_store(l->body.last)->index[0].e = tir_binary(m, TIR_ADD, v->expr, also);
	tir_seq_add(s, loop);
}

/* A[7] is read before the loop: what is stored to an even index misses it, and A[5] is not twice the same. */
START_TEST(the_proof_finds_an_element_read_at_another_time)
{
	const char *why = NULL;
	struct tir_var *count = tir_var_new(m, "i", TIR_INT32), *v = tir_var_new(m, "v", TIR_INT32);
	for (int late = 0; late < 2; late++) {
		struct tir_seq before = {0}, after = {0};
		read_and_store(&before, count, v, load(7), late);
		struct tir_func *old = tir_func_with_body(f, before);
		struct proof_cse_told told = {.oldest = m->nexprs};
		const struct tir_expr *name = bind(&after, load(7))->expr;
		read_and_store(&after, count, v, name, late);
		struct tir_func *g = tir_func_with_body(f, after);
		ck_assert_int_eq(proof_cse(old, g, &no_promise, &told, &arena, &why), !late);
	}
}
END_TEST

START_TEST(the_proof_finds_a_lost_statement)
{
	const char *why = NULL;
	struct tir_seq other = {0};
	store(&f->body, 0, x->expr);
	store(&f->body, 1, x->expr);
	store(&other, 0, x->expr);
	ck_assert(!proof_cse(f, tir_func_with_body(f, other), &no_promise, &nothing, &arena, &why));
}
END_TEST

/* f stores x - y, g a name bound to x - y or to y - x, which is told to be the one or the other. */
START_TEST(the_proof_believes_no_name)
{
	const char *why = NULL;
	const struct tir_expr *value[2] = {
	        tir_binary(m, TIR_SUB, x->expr, y->expr), tir_binary(m, TIR_SUB, y->expr, x->expr)};
	store(&f->body, 0, value[0]);
	for (int i = 0; i < 4; i++) {
		struct tir_seq other = {0};
		struct tir_stmt *bind = tir_stmt_new(m, TIR_BIND, (struct span){0});
		struct proof_cse_told told = {.oldest = m->nexprs, .no_guards = true};
		tir_as_bind(bind)->var = tir_var_new(m, "n", TIR_INT32);
		tir_as_bind(bind)->value.e = value[i & 1];
		tir_seq_add(&other, bind);
		store(&other, 0, tir_as_bind(bind)->var->expr);
		told.first_name = tir_as_bind(bind)->var->id;
		told.nnamed = 1;
		told.named = &value[i >> 1];
		struct tir_func *g = tir_func_with_body(f, other);
		ck_assert_int_eq(proof_cse(f, g, &no_promise, &told, &arena, &why), !(i & 1));
	}
}
END_TEST

int main(void)
{
	Suite *s = suite_create("cse");
	TCase *t = tcase_create("cse");
	tcase_set_timeout(t, 600);
	tcase_add_checked_fixture(t, setup, teardown);
	tcase_add_test(t, a_shared_term_of_100000_levels_is_linear);
	tcase_add_test(t, a_shared_term_keeps_its_value);
	tcase_add_test(t, the_proof_believes_no_name);
	tcase_add_test(t, a_chain_of_100000_nodes_gets_one_name);
	tcase_add_test(t, a_shared_term_of_lazy_operands_ends);
	tcase_add_test(t, every_hash_equal_changes_nothing);
	tcase_add_test(t, the_predicates_are_asked);
	tcase_add_test(t, what_is_stored_is_not_expanded_without_end);
	tcase_add_test(t, the_proof_finds_another_value);
	tcase_add_test(t, the_proof_finds_a_division_above_its_guard);
	tcase_add_test(t, the_proof_finds_a_lost_statement);
	tcase_add_test(t, the_proof_finds_a_division_that_falls_out);
	tcase_add_test(t, the_proof_finds_an_element_read_at_another_time);
	suite_add_tcase(s, t);
	return run_suite(s);
}
