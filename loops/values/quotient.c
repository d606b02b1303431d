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
#include "loops/values/quotient.h"

enum {
	ITERATIONS = 1 << 14,
	TRIALS = 1 << 18,
	NESTED = 24, /* operands and names */
	STORED = 16, /* bits, at most */
	ONE = 15     /* r is the reciprocal, times 2^ONE */
};

/* ---- Values ------------------------------------------------------------------------------*/
static int64_t number_of(struct tir_type t, uint64_t bits)
{
	return (int64_t)tir_eval_cast(tir_type(TIR_TYPE_INT, 64, 1), t, bits);
}

static bool value_of(const struct quotients *q, struct quotient_known *k, const struct tir_expr *e,
        uint32_t deep, int64_t *out);

/* The value of a variable: its loop's iteration, or what it is bound to; false: neither is known. */
static bool value_of_var(const struct quotients *q, struct quotient_known *k,
        const struct tir_expr *e, uint32_t deep, int64_t *out)
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
	struct tir_type t = tir_lanes(e->arg[0]->type, 1);
	uint64_t bits, a = tir_eval_cast(t, tir_type(TIR_TYPE_INT, 64, 1), (uint64_t)x[0]);
	uint64_t b = tir_eval_cast(t, tir_type(TIR_TYPE_INT, 64, 1), (uint64_t)x[1]);
	if (e->op == TIR_CAST) {
		*out = number_of(e->type, tir_eval_cast(tir_lanes(e->type, 1), t, a));
		return true;
	}
	bool ok = e->n == 2 && !tir_overflows((enum tir_op)e->op, t, a, b) &&
	          tir_eval_binary((enum tir_op)e->op, t, a, b, &bits);
	*out = ok ? number_of(e->type, bits) : 0;
	return ok;
}

/* May its operands be evaluated whatever they are? */
static bool is_plain(const struct tir_expr *e)
{
	return tir_is_integral(e->type) &&
	       (e->op == TIR_CAST || tir_ops[e->op].arity == 2 || e->op == TIR_SELECT ||
	               e->op == TIR_IF_THEN_ELSE) &&
	       e->op != TIR_LET && e->op != TIR_RAMP;
}

/* The value of e where the loops, the sum and the divisor have theirs; false: not known, or too large. */
static bool value_of(const struct quotients *q, struct quotient_known *k, const struct tir_expr *e,
        uint32_t deep, int64_t *out)
{
	int64_t x[2] = {0, 0};
	if (e == k->sum || e == k->divisor) {
		*out = e == k->sum ? k->of_sum : k->of_divisor;
		return true;
	}
	const struct tir_expr *constant = quotient_constant(e, k->lane);
	if (constant) {
		*out = constant->u.i;
		return true;
	}
	if (!deep || !k->nodes)
		return false;
	k->nodes--;
	if (e->op == TIR_VAR)
		return value_of_var(q, k, e, deep - 1, out);
	if (!is_plain(e))
		return false;
	if (e->op == TIR_SELECT || e->op == TIR_IF_THEN_ELSE)
		return value_of(q, k, e->arg[0], deep - 1, x) &&
		       value_of(q, k, e->arg[x[0] ? 1 : 2], deep - 1, out);
	for (uint32_t i = 0; i < e->n; i++)
		if (!value_of(q, k, e->arg[i], deep - 1, &x[i]))
			return false;
	return tir_is_integral(e->arg[0]->type) && value_of_operation(e, x, out);
}

/* ---- Divisors ----------------------------------------------------------------------------*/
/* Add the loops whose variables e names; false: there are others, or too many. */
static bool read_loops(struct quotients *q, const struct tir_expr *e, uint32_t deep)
{
	struct quotient_known *k = &q->known;
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
	if (!s || s->kind != TIR_FOR || k->nloops == QUOTIENT_LOOPS || tir_loop_step(s) != 1 ||
	        tir_as_for(s)->min.e->op != TIR_INT_IMM ||
	        tir_as_for(s)->extent.e->op != TIR_INT_IMM || tir_as_for(s)->extent.e->u.i < 1)
		return false;
	k->loop[k->nloops++] = s;
	return true;
}

/* Find all values that the divisor takes in the iterations of its loops. */
static bool read_divisors(struct quotients *q, const struct tir_expr *e)
{
	struct quotient_known *k = &q->known;
	int64_t times = 1, n;
	*k = (struct quotient_known){.nodes = QUOTIENT_NODES};
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
		k->nodes = QUOTIENT_NODES;
		if (times > ITERATIONS || !value_of(q, k, e, NESTED, &n) ||
		        !quotient_add_divisor(q, n))
			return false;
	}
	return true;
}

/* ---- Reciprocals -------------------------------------------------------------------------*/
/* What is multiplied by the reciprocal. */
static int64_t dividend(enum quotient_offset offset, int64_t sum, int64_t n)
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
	struct quotient_known *k = &q->known;
	k->of_divisor = n;
	for (k->of_sum = q->lo; k->of_sum <= q->hi; k->of_sum++) {
		int64_t x = dividend(q->offset, k->of_sum, n), y;
		int64_t rounded = (x * r + (1 << (ONE - 1))) >> ONE;
		k->nodes = QUOTIENT_NODES;
		if (x < INT16_MIN || x > INT16_MAX || rounded < INT16_MIN || rounded > INT16_MAX ||
		        !value_of(q, k, e, NESTED, &y) || y != rounded)
			return false;
	}
	return true;
}

/* Look for the factor, and note it; false: there is none. */
static bool search_reciprocal(struct quotients *q, const struct tir_expr *e, uint32_t i)
{
	int64_t n = q->divisor[i], near = (1 << ONE) / (q->offset == DOUBLED ? 2 * n : n);
	for (int64_t r = near + 1; r >= near - 1; r--) {
		q->by[i] = r < INT16_MAX ? r : INT16_MAX;
		if (is_reciprocal(q, e, n, q->by[i]))
			return true;
	}
	return false;
}

/* Find the factor whose product, shifted, is the quotient by divisor i for every dividend; false: there is none.  Registers that cover one nest do
 * the same in most lanes, which is tried once. */
static bool find_reciprocal(struct quotients *q, const struct tir_expr *e, uint32_t i)
{
	struct quotient_found x = {
	        {e, q->known.sum, q->lane[i]}, q->lo, q->hi, q->divisor[i], 0, q->offset};
	q->known.lane = x.of.lane;
	if (e->type.lanes == 1)
		return search_reciprocal(q, e, i);
	for (uint32_t k = 0; k < q->found.n; k++) {
		const struct quotient_found *y = &q->found.at[k];
		if (y->lo != x.lo || y->hi != x.hi || y->n != x.n || y->offset != x.offset ||
		        !quotient_is_like(&y->of, &x.of))
			continue;
		q->by[i] = y->by;
		return y->by != 0;
	}
	x.by = search_reciprocal(q, e, i) ? q->by[i] : 0;
	VEC_PUSH(q->arena, &q->found, x);
	return x.by != 0;
}

/* Is e a quotient of `sum` by each of the divisors, with that offset?  They are `by`. */
static bool divides(struct quotients *q, const struct tir_expr *e, const struct tir_expr *by,
        const struct tir_expr *sum)
{
	if (!tir_is_int(sum->type) || !range_limits(q->facts, sum, &q->lo, &q->hi) ||
	        q->lo < INT16_MIN || q->hi > INT16_MAX ||
	        (q->hi - q->lo + 1) * (int64_t)q->n > TRIALS)
		return false;
	q->known = (struct quotient_known){.sum = sum, .divisor = by};
	uint32_t i = 0;
	while (i < q->n && find_reciprocal(q, e, i))
		i++;
	return i == q->n && (e->type.lanes == 1 || quotient_lanes_alike(q, e, by, sum));
}

/* The sum in what is divided, e, which is the quotient of it by each divisor; NULL: there is none. */
static const struct tir_expr *find_sum(struct quotients *q, const struct tir_expr *quotient,
        const struct tir_expr *by, const struct tir_expr *e, uint32_t *tries)
{
	if (!(e->flags & TIR_READS_MEM) || e->op == TIR_LOAD || !*tries)
		return NULL;
	--*tries;
	if (divides(q, quotient, by, e))
		return e;
	for (uint32_t i = 0; i < e->n; i++) {
		const struct tir_expr *sum = find_sum(q, quotient, by, e->arg[i], tries);
		if (sum)
			return sum;
	}
	return NULL;
}

/* ---- What is made ------------------------------------------------------------------------*/
static const struct tir_expr *number(struct quotients *q, struct tir_type t, int64_t n)
{
	const struct tir_expr *e = tir_int(q->m, tir_lanes(t, 1), n);
	return t.lanes > 1 ? tir_broadcast(q->m, e, t.lanes) : e;
}

static int64_t reciprocal_of(const struct quotients *q, int64_t n)
{
	uint32_t i = 0;
	while (i + 1 < q->n && q->divisor[i] != n)
		i++;
	return q->by[i];
}

/* The reciprocal of n, whichever of its values it is. */
static const struct tir_expr *choose(struct quotients *q, const struct tir_expr *n)
{
	struct tir_type t = tir_type(TIR_TYPE_INT, STORED, n->type.lanes);
	if (n->type.lanes > 1)
		return quotient_mapped(q, t, n, reciprocal_of);
	const struct tir_expr *e = number(q, t, q->by[q->n - 1]);
	for (uint32_t i = q->n - 1; i-- > 0;) {
		const struct tir_expr *is = tir_binary(q->m, TIR_EQ, n,
		        tir_int(q->m, n->type, q->divisor[i]));
		e = tir_select(q->m, TIR_SELECT, is, number(q, t, q->by[i]), e);
	}
	return e;
}

static int64_t half_of_number(const struct quotients *q, int64_t n)
{
	(void)q;
	return (n - 1) / 2;
}

static int64_t one_less_number(const struct quotients *q, int64_t n)
{
	(void)q;
	return 1 - n;
}

static bool is_constant(const struct tir_expr *n)
{
	return n->op == TIR_INT_IMM || n->type.lanes > 1;
}

/* (n - 1) // 2, as a number of that type. */
static const struct tir_expr *half_of(struct quotients *q, struct tir_type t,
        const struct tir_expr *n)
{
	if (is_constant(n))
		return quotient_mapped(q, t, n, half_of_number);
	const struct tir_expr *one = tir_int(q->m, t, 1);
	return tir_binary(q->m, TIR_SHR, tir_binary(q->m, TIR_SUB, tir_cast(q->m, t, n), one), one);
}

/* Build the factor beside the reciprocal of n, in at least 16 bits: a sum of bytes less half of n may not be a byte. */
static const struct tir_expr *dividend_of(struct quotients *q, const struct tir_expr *n,
        const struct tir_expr *sum)
{
	if (sum->type.bits < STORED)
		sum = tir_cast(q->m, tir_type(TIR_TYPE_INT, STORED, sum->type.lanes), sum);
	struct tir_type t = sum->type;
	const struct tir_expr *one = number(q, t, 1), *less;
	if (q->offset == NOTHING)
		return sum;
	if (q->offset == DOUBLED) {
		less = is_constant(n) ? quotient_mapped(q, t, n, one_less_number)
		                      : tir_binary(q->m, TIR_SUB, one, tir_cast(q->m, t, n));
		return tir_binary(q->m, TIR_ADD, tir_binary(q->m, TIR_ADD, sum, sum), less);
	}
	const struct tir_expr *half = half_of(q, t, n), *zero = number(q, t, 0);
	less = tir_binary(q->m, TIR_SUB, sum, half);
	if (q->offset == HALF)
		return less;
	return tir_select(q->m, TIR_SELECT, tir_binary(q->m, TIR_LT, sum, zero),
	        tir_binary(q->m, TIR_ADD, sum, half), less);
}

/* The quotient e as a product of 16 bits with the reciprocal of n, rounded. */
static const struct tir_expr *made(struct quotients *q, const struct tir_expr *e,
        const struct tir_expr *n, const struct tir_expr *sum)
{
	struct tir_type half = tir_type(TIR_TYPE_INT, STORED, e->type.lanes),
	                word = tir_lanes(TIR_INT32, e->type.lanes);
	const struct tir_expr *x = dividend_of(q, n, sum);
	x = tir_cast(q->m, word, tir_cast(q->m, half, x));
	x = tir_binary(q->m, TIR_MUL, x, tir_cast(q->m, word, choose(q, n)));
	x = tir_binary(q->m, TIR_ADD, x, number(q, word, 1 << (ONE - 1)));
	x = tir_binary(q->m, TIR_SHR, x, number(q, word, ONE));
	return tir_cast(q->m, e->type, tir_cast(q->m, half, x));
}

static bool is_quotient(const struct tir_expr *e)
{
	return (e->op == TIR_DIV || e->op == TIR_FLOORDIV) && e->type.lanes == 1 &&
	       !(e->arg[1]->flags & TIR_READS_MEM);
}

/* A division that is a product; NULL: e is none. */
static const struct tir_expr *product_of(struct quotients *q, const struct tir_expr *e)
{
	enum { TRIES = 8 };
	const struct tir_expr *of = NULL, *by = NULL;
	if (tir_is_int(e->type) && is_quotient(e)) {
		of = e->arg[0];
		by = e->arg[1];
		loops_looks(&q->doubt, q->store);
		if (!loops_holds(&q->doubt, read_divisors(q, by), LOOPS_QUOTIENT_DIVISOR))
			return NULL;
	} else if (tir_is_int(e->type) && e->type.lanes > 1) {
		of = quotient_in_lanes(q, e, &by);
	}
	if (!of || (q->n == 1 && !(q->divisor[0] & (q->divisor[0] - 1))))
		return NULL;
	for (q->offset = NOTHING; q->offset < NOFFSETS; q->offset++) {
		uint32_t tries = TRIES;
		const struct tir_expr *sum = find_sum(q, e, by, of, &tries);
		if (sum)
			return made(q, e, by, sum);
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
	bool may = q->loop || (s->kind == TIR_STORE && tir_value_of(s)->type.lanes > 1);
	if (may && s->kind == TIR_STORE && tir_value_of(s)->type.bits <= STORED) {
		q->nodes = QUOTIENT_NODES;
		q->store = s;
		q->doubt = loops_no_doubt();
		const struct tir_expr *e = rewrite(q, tir_value_of(s));
		if (q->loop)
			loops_refuse(q->out, q->arena, q->loop, &q->doubt);
		if (e != tir_value_of(s)) {
			struct loops_vectorized x = {LOOPS_QUOTIENT, q->loop, q->n};
			if (q->loop)
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
