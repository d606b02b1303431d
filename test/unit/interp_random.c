/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* test/unit/interp_random.c: the interpreter on random expressions that a plain recursive evaluator computes as
 * well. */
#include "interp.h"

enum { TREE_NODES = 40 };
struct evaluator {
	int32_t x;
	const int32_t *memory;
	bool seen[4096];
	uint64_t known[4096]; /* the value of a seen node, by id */
	uint64_t nodes;
	struct tir_var *var[64];
	uint64_t value[64];
	uint32_t n;
};

static bool plain_node(struct evaluator *ev, const struct tir_expr *e, uint64_t *out);

/* The obvious evaluator: recursive, one case a kind; counts each node once.  False: it traps. */
static bool plain(struct evaluator *ev, const struct tir_expr *e, uint64_t *out)
{
	if (e->op == TIR_INT_IMM) {
		*out = (uint32_t)e->u.i & (e->type.bits == 1 ? 1 : UINT32_MAX);
		return true;
	}
	if (e->op == TIR_VAR) {
		*out = (uint32_t)ev->x;
		for (uint32_t i = 0; i < ev->n; i++)
			if (ev->var[i] == e->u.var)
				*out = ev->value[i];
		return true;
	}
	if (ev->seen[e->id]) {
		*out = ev->known[e->id];
		return true;
	}
	if (!plain_node(ev, e, out))
		return false;
	ev->nodes++;
	ev->seen[e->id] = true;
	ev->known[e->id] = *out;
	return true;
}

static bool plain_node(struct evaluator *ev, const struct tir_expr *e, uint64_t *out)
{
	uint64_t a = 0, b = 0;
	if (!plain(ev, e->arg[0], &a))
		return false;
	bool lazy = e->op == TIR_IF_THEN_ELSE ||
	            (e->op == TIR_SELECT && ((e->arg[1]->flags | e->arg[2]->flags) &
	                                            (TIR_MAY_TRAP | TIR_READS_MEM)));
	if (lazy)
		return plain(ev, e->arg[a ? 1 : 2], out);
	if (e->op == TIR_AND || e->op == TIR_OR) {
		*out = a;
		return (e->op == TIR_AND) == (a == 0) || plain(ev, e->arg[1], out);
	}
	if (e->op == TIR_LET) {
		ev->var[ev->n] = e->u.var;
		ev->value[ev->n++] = a;
		return plain(ev, e->arg[1], out);
	}
	if (e->op == TIR_LOAD) {
		bool in = a < 8;
		*out = in ? (uint32_t)ev->memory[a] : 0;
		return in;
	}
	if (e->n > 1 && !plain(ev, e->arg[1], &b))
		return false;
	if (e->op == TIR_SELECT) {
		uint64_t c;
		if (!plain(ev, e->arg[2], &c))
			return false;
		*out = a ? b : c;
		return true;
	}
	return tir_eval_binary((enum tir_op)e->op, e->arg[0]->type, a, b, out);
}

/* A random int32 expression: operands are taken from what there is, so that much is shared. */
static const struct tir_expr *random_dag(uint64_t *s, struct tir_buffer *b,
        const struct tir_expr *x)
{
	static const enum tir_op ints[] = {
	        TIR_ADD, TIR_SUB, TIR_MUL, TIR_FLOORDIV, TIR_FLOORMOD, TIR_MIN, TIR_DIV};
	const struct tir_expr *pool[TREE_NODES + 6] = {x, num(0), num(1), num(3), num(-2), num(5)};
	const struct tir_expr *truth[TREE_NODES + 2] = {
	        tir_int(m, TIR_BOOL, 1), tir_int(m, TIR_BOOL, 0)};
	uint32_t n = 6, nt = 2;
#define INT_NODE  pool[n - 1 - next_random(s) % (n < 9 ? n : 9)]
#define BOOL_NODE truth[nt - 1 - next_random(s) % (nt < 4 ? nt : 4)]
	while (n < TREE_NODES + 6 && nt < TREE_NODES + 2) {
		const struct tir_expr *p = INT_NODE, *q = INT_NODE, *c = BOOL_NODE, *k = BOOL_NODE;
		bool coin = next_random(s) % 2;
		switch (next_random(s) % 9) {
		case 0:
		case 1: truth[nt++] = bin(coin ? TIR_LT : TIR_EQ, p, q); break;
		case 2: truth[nt++] = bin(coin ? TIR_AND : TIR_OR, c, k); break;
		case 3: pool[n++] = tir_select(m, TIR_IF_THEN_ELSE, c, p, q); break;
		case 4: pool[n++] = tir_select(m, TIR_SELECT, c, p, q); break;
		case 5: pool[n++] = load(b, p); break;
		case 6: {
			struct tir_var *v = tir_var_new(m, "v", TIR_INT32);
			const struct tir_expr *body = bin(TIR_ADD, v->expr,
			        bin(TIR_MUL, v->expr, q));
			pool[n++] = tir_let(m, v, p, body);
			break;
		}
		default: pool[n++] = bin(ints[next_random(s) % 7], p, q);
		}
	}
	return pool[n - 1];
}

START_TEST(random_expressions_give_what_a_plain_evaluator_gives)
{
	uint64_t s = 42;
	int32_t a[8] = {3, 1, 4, 1, 5, 9, 2, 6};
	unsigned trapped = 0;
	for (int i = 0; i < 3000; i++) {
		teardown();
		setup();
		struct tir_buffer *b = param("A", TIR_INT32, 8);
		const struct tir_expr *x = scalar_param(f, "x", TIR_INT32);
		const struct tir_expr *e = random_dag(&s, b, x);
		give_back(e);
		struct evaluator ev = {.x = (int32_t)(next_random(&s) % 9) - 1, .memory = a};
		uint64_t want = 0, nodes = 0;
		bool ok = plain(&ev, e, &want);
		bool ran = run((struct interp_arg[]){ARG(a), SCALAR((uint32_t)ev.x)});
		for (int k = 0; k < TIR_NOPS; k++)
			nodes += stats.ops[k];
		trapped += !ok;
		ck_assert_msg(ok == ran, "program %d: %s", i, said);
		if (ok && (want != result || ev.nodes != nodes))
			ck_abort_msg("program %d: %llu by %llu nodes, not %llu by %llu", i,
			        (unsigned long long)result, (unsigned long long)nodes,
			        (unsigned long long)want, (unsigned long long)ev.nodes);
	}
	ck_assert_uint_gt(trapped, 100); /* both kinds occur */
	ck_assert_uint_lt(trapped, 2900);
}
END_TEST

static void add_tests(TCase *t)
{
	tcase_add_test(t, random_expressions_give_what_a_plain_evaluator_gives);
}

int main(void)
{
	return run_tests("interp_random", add_tests);
}
