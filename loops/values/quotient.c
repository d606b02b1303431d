/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loops/values/quotient.c: sums divided by counts that take few values, by products of 16 bits.
 *
 * Idea.   The mean of a window that is cut off at an edge is a sum divided by how many elements are inside: a number of the
 *         loops' variables alone, which takes few values.  Vectors have no division; HVX has (x * r + 2^14) >> 15 of 16 bits in
 *         one instruction.  For each value n of the divisor some r near 2^15 / n is tried on all sums: of x itself, which
 *         makes a rounded quotient, of x less half of n, which makes one rounded down or towards 0, or of 2 * x + 1 - n, which
 *         is never in the middle.  r is chosen by n, so lanes that know n know r, too.
 * Needs   a division by something that loads nothing, of one sum and that divisor; few values of both.
 * Costs   each sum for each divisor, once for each r.
 * Wrong if a quotient is another one: proof/exhaust/quotient.c tries all of them. */
#include "analysis/analysis.h"
#include "loops/loops.h"
#include "loops/nest/refuse.h"

enum {
	LOOPS = 4,     /* whose variables are in a divisor */
	DIVISORS = 16, /* different ones */
	ITERATIONS = 1 << 14,
	TRIALS = 1 << 18,
	NODES = 256, /* of a division but for its sum; of a divisor */
	NESTED = 24, /* operands and names */
	STORED = 16, /* bits, at most */
	ONE = 15     /* r is the reciprocal, times 2^ONE */
};

/* What is known while an expression is evaluated: of the sum, of the divisor, and of loops' variables. */
struct known {
	const struct tir_expr *sum, *divisor;
	int64_t of_sum, of_divisor;
	const struct tir_stmt *loop[LOOPS];
	int64_t at[LOOPS];
	uint32_t nloops, nodes;
};
/* What is multiplied by r: the sum x; x - (n - 1) // 2; the same with the sum's sign; 2 * x + 1 - n, by half of r. */
enum offset { NOTHING, HALF, TO_ZERO, DOUBLED, NOFFSETS };
struct quotients {
	struct tir_module *m;
	const struct facts *facts;
	struct arena *arena;
	struct loops_vectors *out;
	const struct tir_stmt *loop; /* around */
	struct known known;
	int64_t divisor[DIVISORS], by[DIVISORS]; /* in order; the r of each */
	uint32_t n;
	int64_t lo, hi; /* of the sum */
	uint32_t nodes; /* left, of what is stored */
	enum offset offset;
	bool any; /* something was changed */
	const struct tir_stmt *store;
	struct loops_doubt doubt; /* of it: what there is to say if a quotient stays */
};

/* ---- Values ------------------------------------------------------------------------------*/
static int64_t number(struct tir_type t, uint64_t bits)
{
	return (int64_t)tir_eval_cast(tir_type(TIR_TYPE_INT, 64, 1), t, bits);
}

static bool value_of(const struct quotients *q, struct known *k, const struct tir_expr *e,
        uint32_t deep, int64_t *out);

/* The value of a variable: its loop's iteration, or what it is bound to; false: neither is known. */
static bool value_of_var(const struct quotients *q, struct known *k, const struct tir_expr *e,
        uint32_t deep, int64_t *out)
{
	for (uint32_t i = 0; i < k->nloops; i++)
		if (tir_as_for(k->loop[i])->var == e->u.var) {
			*out = k->at[i];
			return true;
		}
	const struct tir_stmt *s = facts_definer(q->facts, e->u.var);
	return s && s->kind == TIR_BIND && value_of(q, k, tir_value_of(s), deep, out);
}

/* What a cast or binary operation gives of these numbers; false: it overflows, traps, or is another operation. */
static bool value_of_operation(const struct tir_expr *e, const int64_t *x, int64_t *out)
{
	struct tir_type t = e->arg[0]->type;
	uint64_t bits, a = tir_eval_cast(t, tir_type(TIR_TYPE_INT, 64, 1), (uint64_t)x[0]);
	uint64_t b = tir_eval_cast(t, tir_type(TIR_TYPE_INT, 64, 1), (uint64_t)x[1]);
	if (e->op == TIR_CAST) {
		*out = number(e->type, tir_eval_cast(e->type, t, a));
		return true;
	}
	bool ok = e->n == 2 && !tir_overflows((enum tir_op)e->op, t, a, b) &&
	          tir_eval_binary((enum tir_op)e->op, t, a, b, &bits);
	*out = ok ? number(e->type, bits) : 0;
	return ok;
}

/* May its operands be evaluated whatever they are? */
static bool is_plain(const struct tir_expr *e)
{
	return e->type.lanes == 1 && tir_is_integral(e->type) &&
	       (e->op == TIR_CAST || tir_ops[e->op].arity == 2 || e->op == TIR_SELECT ||
	               e->op == TIR_IF_THEN_ELSE) &&
	       e->op != TIR_LET && e->op != TIR_RAMP;
}

/* The value of e where the loops, the sum and the divisor have theirs; false: not known, or too large. */
static bool value_of(const struct quotients *q, struct known *k, const struct tir_expr *e,
        uint32_t deep, int64_t *out)
{
	int64_t x[3] = {0, 0, 0};
	if (e == k->sum || e == k->divisor || e->op == TIR_INT_IMM) {
		*out = e == k->sum ? k->of_sum : e == k->divisor ? k->of_divisor : e->u.i;
		return true;
	}
	if (!deep || !k->nodes)
		return false;
	k->nodes--;
	if (e->op == TIR_VAR)
		return value_of_var(q, k, e, deep - 1, out);
	if (!is_plain(e))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!value_of(q, k, e->arg[i], deep - 1, &x[i]))
			return false;
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE) {
		*out = x[0] ? x[1] : x[2];
		return true;
	}
	return tir_is_integral(e->arg[0]->type) && value_of_operation(e, x, out);
}

/* ---- Divisors ----------------------------------------------------------------------------*/
/* Add the loops whose variables e names; false: there are others, or too many. */
static bool read_loops(struct quotients *q, const struct tir_expr *e, uint32_t deep)
{
	struct known *k = &q->known;
	if (!deep || !k->nodes)
		return false;
	k->nodes--;
	for (uint32_t i = 0; i < e->n; i++)
		if (!read_loops(q, e->arg[i], deep - 1))
			return false;
	if (e->op != TIR_VAR)
		return e->op != TIR_LOAD;
	const struct tir_stmt *s = facts_definer(q->facts, e->u.var);
	if (s && s->kind == TIR_BIND)
		return read_loops(q, tir_value_of(s), deep - 1);
	for (uint32_t i = 0; i < k->nloops; i++)
		if (k->loop[i] == s)
			return true;
	if (!s || s->kind != TIR_FOR || k->nloops == LOOPS || tir_loop_step(s) != 1 ||
	        tir_as_for(s)->min.e->op != TIR_INT_IMM ||
	        tir_as_for(s)->extent.e->op != TIR_INT_IMM || tir_as_for(s)->extent.e->u.i < 1)
		return false;
	k->loop[k->nloops++] = s;
	return true;
}

/* Add a divisor, in ascending order, each once; false: it is no positive number of 16 bits, or there are too many. */
static bool add_divisor(struct quotients *q, int64_t n)
{
	uint32_t i = 0;
	while (i < q->n && q->divisor[i] < n)
		i++;
	if (i < q->n && q->divisor[i] == n)
		return true;
	if (n < 1 || n > INT16_MAX || q->n == DIVISORS)
		return false;
	for (uint32_t l = q->n++; l > i; l--)
		q->divisor[l] = q->divisor[l - 1];
	q->divisor[i] = n;
	return true;
}

/* Find all values that the divisor takes in the iterations of its loops. */
static bool read_divisors(struct quotients *q, const struct tir_expr *e)
{
	struct known *k = &q->known;
	int64_t times = 1, n;
	*k = (struct known){.nodes = NODES};
	q->n = 0;
	if (!read_loops(q, e, NESTED))
		return false;
	for (uint32_t i = 0; i < k->nloops; i++) {
		int64_t extent = tir_as_for(k->loop[i])->extent.e->u.i;
		times = extent > ITERATIONS || times * extent > ITERATIONS ? ITERATIONS + 1
		                                                           : times * extent;
	}
	for (int64_t t = 0; t < times; t++) {
		int64_t left = t;
		for (uint32_t i = 0; i < k->nloops; i++) {
			const struct tir_for *l = tir_as_for(k->loop[i]);
			k->at[i] = l->min.e->u.i + left % l->extent.e->u.i;
			left /= l->extent.e->u.i;
		}
		k->nodes = NODES;
		if (times > ITERATIONS || !value_of(q, k, e, NESTED, &n) || !add_divisor(q, n))
			return false;
	}
	return true;
}

/* ---- Reciprocals -------------------------------------------------------------------------*/
/* What is multiplied by the reciprocal. */
static int64_t dividend(enum offset offset, int64_t sum, int64_t n)
{
	int64_t half = (n - 1) / 2;
	return offset == NOTHING              ? sum
	       : offset == DOUBLED            ? 2 * sum + 1 - n
	       : offset == TO_ZERO && sum < 0 ? sum + half
	                                      : sum - half;
}

/* Is (x * r + 2^14) >> 15, in 16 bits, the quotient e of each sum by n? */
static bool is_reciprocal(struct quotients *q, const struct tir_expr *e, int64_t n, int64_t r)
{
	struct known *k = &q->known;
	k->of_divisor = n;
	for (k->of_sum = q->lo; k->of_sum <= q->hi; k->of_sum++) {
		int64_t x = dividend(q->offset, k->of_sum, n), y;
		int64_t rounded = (x * r + (1 << (ONE - 1))) >> ONE;
		k->nodes = NODES;
		if (x < INT16_MIN || x > INT16_MAX || rounded < INT16_MIN || rounded > INT16_MAX ||
		        !value_of(q, k, e, NESTED, &y) || y != rounded)
			return false;
	}
	return true;
}

/* Find the factor whose product, shifted, is the quotient by divisor i for every dividend; false: there is none. */
static bool find_reciprocal(struct quotients *q, const struct tir_expr *e, uint32_t i)
{
	int64_t n = q->divisor[i], near = (1 << ONE) / (q->offset == DOUBLED ? 2 * n : n);
	for (int64_t r = near + 1; r >= near - 1; r--) {
		q->by[i] = r < INT16_MAX ? r : INT16_MAX;
		if (is_reciprocal(q, e, n, q->by[i]))
			return true;
	}
	return false;
}

/* Is e a quotient of `sum` by each of the divisors, with that offset? */
static bool divides(struct quotients *q, const struct tir_expr *e, const struct tir_expr *sum)
{
	if (!tir_is_int(sum->type) || !range_limits(q->facts, sum, &q->lo, &q->hi) ||
	        q->lo < INT16_MIN || q->hi > INT16_MAX ||
	        (q->hi - q->lo + 1) * (int64_t)q->n > TRIALS)
		return false;
	q->known = (struct known){.sum = sum, .divisor = e->arg[1]};
	uint32_t i = 0;
	while (i < q->n && find_reciprocal(q, e, i))
		i++;
	return i == q->n;
}

/* The sum in what is divided, e, which is the quotient of it by each divisor; NULL: there is none. */
static const struct tir_expr *find_sum(struct quotients *q, const struct tir_expr *quotient,
        const struct tir_expr *e, uint32_t *tries)
{
	if (!(e->flags & TIR_READS_MEM) || e->op == TIR_LOAD || !*tries)
		return NULL;
	--*tries;
	if (divides(q, quotient, e))
		return e;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *sum = find_sum(q, quotient, e->arg[i], tries);
		if (sum)
			return sum;
	}
	return NULL;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *short_number(struct quotients *q, int64_t n)
{
	return tir_int(q->m, tir_type(TIR_TYPE_INT, STORED, 1), n);
}

/* The reciprocal of n, whichever of its values it is. */
static const struct tir_expr *choose(struct quotients *q, const struct tir_expr *n)
{
	const struct tir_expr *e = short_number(q, q->by[q->n - 1]);
	for (uint32_t i = q->n - 1; i-- > 0;) {
		const struct tir_expr *is = tir_binary(q->m, TIR_EQ, n,
		        tir_int(q->m, n->type, q->divisor[i]));
		e = tir_select(q->m, TIR_SELECT, is, short_number(q, q->by[i]), e);
	}
	return e;
}

/* (n - 1) // 2, as a number of that type. */
static const struct tir_expr *half_of(struct quotients *q, struct tir_type t,
        const struct tir_expr *n)
{
	if (n->op == TIR_INT_IMM)
		return tir_int(q->m, t, (n->u.i - 1) / 2);
	const struct tir_expr *one = tir_int(q->m, t, 1);
	return tir_binary(q->m, TIR_SHR, tir_binary(q->m, TIR_SUB, tir_cast(q->m, t, n), one), one);
}

/* Build the factor beside the reciprocal of n, in at least 16 bits: a sum of bytes less half of n may not be a byte. */
static const struct tir_expr *dividend_of(struct quotients *q, const struct tir_expr *n,
        const struct tir_expr *sum)
{
	if (sum->type.bits < STORED)
		sum = tir_cast(q->m, tir_type(TIR_TYPE_INT, STORED, 1), sum);
	struct tir_type t = sum->type;
	const struct tir_expr *one = tir_int(q->m, t, 1), *less;
	if (q->offset == NOTHING)
		return sum;
	if (q->offset == DOUBLED) {
		less = n->op == TIR_INT_IMM ? tir_int(q->m, t, 1 - n->u.i)
		                            : tir_binary(q->m, TIR_SUB, one, tir_cast(q->m, t, n));
		return tir_binary(q->m, TIR_ADD, tir_binary(q->m, TIR_ADD, sum, sum), less);
	}
	const struct tir_expr *half = half_of(q, t, n), *zero = tir_int(q->m, t, 0);
	less = tir_binary(q->m, TIR_SUB, sum, half);
	if (q->offset == HALF)
		return less;
	return tir_select(q->m, TIR_SELECT, tir_binary(q->m, TIR_LT, sum, zero),
	        tir_binary(q->m, TIR_ADD, sum, half), less);
}

/* The quotient as a product of 16 bits with the divisor's reciprocal, rounded. */
static const struct tir_expr *made(struct quotients *q, const struct tir_expr *e,
        const struct tir_expr *sum)
{
	struct tir_type half = tir_type(TIR_TYPE_INT, STORED, 1), word = TIR_INT32;
	const struct tir_expr *n = e->arg[1], *x = dividend_of(q, n, sum);
	x = tir_cast(q->m, word, tir_cast(q->m, half, x));
	x = tir_binary(q->m, TIR_MUL, x, tir_cast(q->m, word, choose(q, n)));
	x = tir_binary(q->m, TIR_ADD, x, tir_int(q->m, word, 1 << (ONE - 1)));
	x = tir_binary(q->m, TIR_SHR, x, tir_int(q->m, word, ONE));
	return tir_cast(q->m, e->type, tir_cast(q->m, half, x));
}

/* A division that is a product; NULL: e is none. */
static const struct tir_expr *product_of(struct quotients *q, const struct tir_expr *e)
{
	enum { TRIES = 8 };
	if ((e->op != TIR_DIV && e->op != TIR_FLOORDIV) || e->type.lanes != 1 ||
	        !tir_is_int(e->type) || e->arg[1]->flags & TIR_READS_MEM)
		return NULL;
	loops_looks(&q->doubt, q->store);
	if (!loops_holds(&q->doubt, read_divisors(q, e->arg[1]), LOOPS_QUOTIENT_DIVISOR) ||
	        (q->n == 1 && !(q->divisor[0] & (q->divisor[0] - 1))))
		return NULL;
	for (q->offset = NOTHING; q->offset < NOFFSETS; q->offset++) {
		uint32_t tries = TRIES;
		const struct tir_expr *sum = find_sum(q, e, e->arg[0], &tries);
		if (sum)
			return made(q, e, sum);
	}
	loops_holds(&q->doubt, false, LOOPS_QUOTIENT_SUM);
	return NULL;
}

/* e with such products in place of quotients; e itself where there is none, or where it is too large. */
static const struct tir_expr *rewrite(struct quotients *q, const struct tir_expr *e)
{
	const struct tir_expr *arg[TIR_MAX_OPERANDS];
	if (!(e->flags & TIR_READS_MEM) || e->op == TIR_LOAD || e->n > TIR_MAX_OPERANDS ||
	        !q->nodes)
		return e;
	q->nodes--;
	const struct tir_expr *x = product_of(q, e);
	if (x)
		return x;
	for (uint32_t i = 0; i < e->n; i++)
		arg[i] = rewrite(q, e->arg[i]);
	return tir_with_args(q->m, e, arg);
}

/* Add a copy of s, with products in place of quotients in what it stores. */
static void visit(void *ctx, const struct tir_stmt *s, struct tir_seq *out)
{
	struct quotients *q = ctx;
	const struct tir_stmt *around = q->loop;
	struct tir_stmt *t = tir_stmt_copy(q->m->arena, s);
	if (q->loop && s->kind == TIR_STORE && tir_value_of(s)->type.bits <= STORED) {
		q->nodes = NODES;
		q->store = s;
		q->doubt = loops_no_doubt();
		const struct tir_expr *e = rewrite(q, tir_value_of(s));
		loops_refuse(q->out, q->arena, q->loop, &q->doubt);
		if (e != tir_value_of(s)) {
			struct loops_vectorized x = {LOOPS_QUOTIENT, q->loop, q->n};
			VEC_PUSH(q->arena, &q->out->all, x);
			tir_value_slot(t)->e = e;
			q->any = true;
		}
	}
	q->loop = s->kind == TIR_FOR ? s : around;
	tir_seq_map_bodies(t, visit, q);
	q->loop = around;
	tir_seq_add(out, t);
}

struct tir_func *loops_quotient(struct tir_func *f, const struct loops_options *options,
        struct arena *arena, struct loops_vectors *vectors)
{
	enum { LEAST_LANES = 64 };
	struct facts_options known = {.alias = options->alias, .ctx = options->ctx};
	struct quotients *q = ARENA_NEW(arena, struct quotients);
	*q = (struct quotients){.m = f->module,
	        .facts = facts_begin(f, &known, arena),
	        .arena = arena,
	        .out = vectors};
	if (options->lanes && options->lanes < LEAST_LANES)
		return f;
	struct tir_seq body = tir_seq_map(&f->body, visit, q);
	return q->any ? tir_func_with_body(f, body) : f;
}
