/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_rules.c: which operations on values are equal.
 *
 * Idea.   Sums, products and vectors of them are sums modulo 2^w; quotients and remainders by positive constants are taken
 *         apart (number_quotient.c).  The cast of a sum to a wider integer is the sum of the casts.  Of other operations one form is numbered: operands
 *         that may be exchanged ascend, minima of minima are a set, comparisons are read one way, shifts and masks are
 *         divisions, divisions of divisions are one.
 * Needs   ranges of loops' variables where a sum must not wrap around.
 * Costs   O(terms) an operation; a set of k operands O(k^2).
 * Wrong if a rule holds for whole numbers and not for those of w bits. */
#include "proof/values/number.h"

enum { SET = 16 };

static bool is_float(const struct tir_expr *e)
{
	return tir_is_float(e->arg[0]->type);
}

static bool is_power_of_two(int64_t c)
{
	return (c & (c - 1)) == 0;
}

/* The largest number of a type, as far as int64 has it. */
static int64_t most_of(struct tir_type t)
{
	return INT64_MAX >> (64 - t.bits);
}

/* ---- Sums --------------------------------------------------------------------------------*/
/* Base + stride * LANE. */
static bool ramp(struct numbers *n, struct number_sum *s, struct number_sum *stride)
{
	struct number_sum lane;
	proof_number_sum_clear(&lane, s->type, 0);
	stride->type = s->type;
	return proof_number_sum_term(&lane, n->lane, 1) &&
	       proof_number_sum_multiply(n, stride, &lane) && proof_number_sum_add(s, stride, 1);
}

/* s = s op t, of the type of e; false: that is no sum. */
static bool combine(struct numbers *n, const struct tir_expr *e, struct number_sum *s,
        struct number_sum *t)
{
	struct number_sum x = *s;
	bool scalar = e->arg[0]->type.lanes == 1;
	if (e->op == TIR_ADD || e->op == TIR_SUB)
		return proof_number_sum_add(s, t, e->op == TIR_ADD ? 1 : -1);
	if (e->op == TIR_MUL)
		return proof_number_sum_multiply(n, s, t);
	if (e->op == TIR_BROADCAST || e->op == TIR_RAMP)
		return scalar && (e->op == TIR_BROADCAST || ramp(n, s, t));
	proof_number_sum_clear(s, e->type, e->op == TIR_BITNOT ? -1 : 0);
	if (e->op == TIR_BITNOT)
		return proof_number_sum_add(s, &x, -1);
	if (t->n || t->constant < 0 || t->constant >= e->type.bits) /* a shift */
		return false;
	return proof_number_sum_add(s, &x, (int64_t)(UINT64_C(1) << t->constant));
}

/* Number e as a sum of its operands; false: it is no operation of the ring, or has too many terms. */
static bool as_sum(struct numbers *n, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *number)
{
	struct number_sum s, t;
	bool is_op = e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL || e->op == TIR_SHL ||
	             e->op == TIR_BITNOT || e->op == TIR_BROADCAST || e->op == TIR_RAMP;
	if (!is_op || !tir_is_int(e->type))
		return false;
	for (uint32_t i = 0; i < e->n; i++)
		if (!tir_is_int(e->arg[i]->type) || e->arg[i]->type.bits != e->type.bits)
			return false;
	proof_number_sum_of(n, kids[0], &s);
	s.type = e->type;
	if (e->n == 2)
		proof_number_sum_of(n, kids[1], &t);
	if (!combine(n, e, &s, &t) || !proof_number_sum_settle(n, &s, kids, e->n))
		return false;
	proof_number_take_remainder(n, &s);
	*number = proof_number_of_sum(n, &s);
	return true;
}

/* ---- Casts -------------------------------------------------------------------------------*/
/* What besides operands and type makes the operation. */
static uint64_t payload_of(const struct tir_expr *e)
{
	if (e->op == TIR_VAR || e->op == TIR_LET)
		return e->u.var->id;
	if (e->op == TIR_BUFFER_DATA || e->op == TIR_ADDRESS_OF || tir_ops[e->op].reads)
		return proof_number_buffer(e->u.buffer)->id;
	if (e->op == TIR_FLOAT_IMM || e->op == TIR_STRING_IMM)
		return e->id;
	return e->u.bits;
}

/* To a wider integer a sum that fits its type goes term by term. */
static bool as_cast_sum(struct numbers *n, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *number)
{
	struct number_sum s, wide;
	int64_t lo;
	if (e->op != TIR_CAST || n->all.at[kids[0]].op != NUMBER_SUM || !tir_is_int(e->type) ||
	        e->type.lanes != 1 || e->arg[0]->type.code != TIR_TYPE_INT ||
	        e->type.bits <= e->arg[0]->type.bits)
		return false;
	proof_number_sum_of(n, kids[0], &s);
	if (!proof_number_fits(n, &s, &lo))
		return false;
	proof_number_sum_clear(&wide, e->type, s.constant);
	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t term = proof_number_of_words(n, TIR_CAST, e->type, payload_of(e),
		        &s.term[i].value, 1);
		if (!s.term[i].factor || !proof_number_sum_term(&wide, term, s.term[i].factor))
			return false;
	}
	*number = proof_number_of_sum(n, &wide);
	return true;
}

/* ---- Other operations --------------------------------------------------------------------*/
struct form {
	uint32_t op, count;
	uint32_t kid[SET];
};

static void turn(struct form *x)
{
	uint32_t first = x->kid[0];
	x->kid[0] = x->kid[1];
	x->kid[1] = first;
}

/* not (a < b) is b <= a, and so on, for integers. */
static void negate(const struct numbers *n, struct form *x)
{
	const struct number_value *of = &n->all.at[x->kid[0]];
	const uint32_t *word = number_words(n, x->kid[0]);
	bool less = of->op == TIR_LT || of->op == TIR_LE;
	if ((!less && of->op != TIR_EQ && of->op != TIR_NE) ||
	        tir_is_float(n->all.at[word[0]].type))
		return;
	x->op = of->op == TIR_LT   ? TIR_LE
	        : of->op == TIR_LE ? TIR_LT
	        : of->op == TIR_EQ ? TIR_NE
	                           : TIR_EQ;
	x->count = 2;
	x->kid[0] = word[less];
	x->kid[1] = word[!less];
}

/* A constant of which c + 1 is a power of two of the type. */
static bool is_mask(const struct numbers *n, struct tir_type t, uint32_t value, int64_t *c)
{
	return number_is_constant(n, value, c) && *c > 0 && *c < most_of(t) &&
	       is_power_of_two(*c + 1);
}

/* Shifts to the right and masks are divisions by powers of two; unsigned ones do not tell the roundings apart. */
static void as_division(struct numbers *n, struct tir_type t, struct form *x)
{
	int64_t c;
	if (x->op == TIR_SHR && number_is_constant(n, x->kid[1], &c) && c >= 0 &&
	        c < t.bits - (t.code == TIR_TYPE_INT)) {
		x->op = TIR_FLOORDIV;
		x->kid[1] = number_constant(n, t, (int64_t)(UINT64_C(1) << c));
	}
	if (x->op == TIR_BITAND && !is_mask(n, t, x->kid[1], &c))
		turn(x);
	if (x->op == TIR_BITAND && is_mask(n, t, x->kid[1], &c)) {
		x->op = TIR_FLOORMOD;
		x->kid[1] = number_constant(n, t, c + 1);
	}
	if (t.code == TIR_TYPE_UINT && (x->op == TIR_DIV || x->op == TIR_MOD))
		x->op = x->op == TIR_DIV ? TIR_FLOORDIV : TIR_FLOORMOD;
}

/* (x // c) // d is x // (c * d), c and d positive. */
static void merge_divisions(struct numbers *n, struct tir_type t, struct form *x)
{
	const struct number_value *of = &n->all.at[x->kid[0]];
	int64_t c, d, product;
	if ((x->op != TIR_FLOORDIV && x->op != TIR_DIV) || of->op != x->op ||
	        !tir_type_eq(of->type, t))
		return;
	const uint32_t *word = number_words(n, x->kid[0]);
	if (!number_is_constant(n, x->kid[1], &d) || !number_is_constant(n, word[1], &c) ||
	        c <= 0 || d <= 0 || __builtin_mul_overflow(c, d, &product) || product > most_of(t))
		return;
	x->kid[0] = word[0];
	x->kid[1] = number_constant(n, t, product);
}

/* Is it factor * value, or a constant, and not 0?  The factor or constant goes to *by. */
static bool is_multiple(const struct numbers *n, uint32_t value, struct number_sum *s, int64_t *by)
{
	proof_number_sum_of(n, value, s);
	*by = s->n ? s->term[0].factor : s->constant;
	return *by && (s->n == 0 || (s->n == 1 && s->constant == 0));
}

/* (x // y) // z is x // (y * z): the floor of y and z > 0, the truncated one of any.  A product that the programs compute does not
 * overflow; of others nothing is asked but which factors they have. */
static void join_divisors(struct numbers *n, const struct tir_expr *e, struct form *x)
{
	struct number_value of = n->all.at[x->kid[0]];
	struct number_sum y, z;
	int64_t c, d, both;
	if ((x->op != TIR_FLOORDIV && x->op != TIR_DIV) || of.op != x->op || of.n != 2 ||
	        !tir_type_eq(of.type, e->type) || e->type.code != TIR_TYPE_INT || e->type.bits < 32)
		return;
	uint32_t word[2] = {number_words(n, x->kid[0])[0], number_words(n, x->kid[0])[1]};
	if (!is_multiple(n, word[1], &y, &c) || !is_multiple(n, x->kid[1], &z, &d) ||
	        __builtin_mul_overflow(c, d, &both) || both > most_of(e->type) ||
	        both < -most_of(e->type))
		return;
	if ((y.n || z.n) && (n->keeps_divisors || !proof_number_divisors_are_whole(n)))
		return;
	bool positive = z.n ? e->op == x->op && proof_number_divides_by_positive(n, e) : d > 0;
	if (x->op == TIR_FLOORDIV && !positive)
		return;
	if (!proof_number_sum_multiply(n, &y, &z) || y.lost || y.wraps)
		return;
	x->kid[0] = word[0];
	x->kid[1] = proof_number_of_sum(n, &y);
}

/* min(a, min(b, a)) is the smallest of a set: its values ascending, each once. */
static void as_set(const struct numbers *n, struct tir_type t, struct form *x)
{
	struct form set = {x->op, 0, {0}};
	for (uint32_t i = 0; i < 2; i++) {
		const struct number_value *of = &n->all.at[x->kid[i]];
		bool same = of->op == x->op && tir_type_eq(of->type, t);
		const uint32_t *word = same ? number_words(n, x->kid[i]) : &x->kid[i];
		for (uint32_t k = 0; k < (same ? of->n : 1); k++) {
			uint32_t at = set.count;
			while (at && set.kid[at - 1] > word[k])
				at--;
			if (at && set.kid[at - 1] == word[k])
				continue;
			if (set.count == SET)
				return;
			memmove(&set.kid[at + 1], &set.kid[at],
			        (set.count++ - at) * sizeof *set.kid);
			set.kid[at] = word[k];
		}
	}
	*x = set;
}

static bool commutes(uint32_t op, bool floats)
{
	return floats ? tir_ops[op].fcommutes : tir_ops[op].commutes;
}

/* One form of an operator's operation. */
static void bring_in_form(struct numbers *n, const struct tir_expr *e, struct form *x)
{
	struct tir_type t = e->arg[0]->type;
	if (x->op == TIR_GT || x->op == TIR_GE) {
		x->op = x->op == TIR_GT ? TIR_LT : TIR_LE;
		turn(x);
	}
	if (x->op == TIR_NOT)
		negate(n, x);
	if (tir_is_int(t) && t.lanes == 1 && e->n == 2)
		join_divisors(n, e, x);
	if ((x->op == TIR_MIN || x->op == TIR_MAX) && tir_is_integral(t))
		as_set(n, t, x);
	else if (x->count == 2 && commutes(x->op, is_float(e)) && x->kid[0] > x->kid[1])
		turn(x);
}

uint32_t proof_number_of_operation(struct numbers *n, const struct tir_expr *e,
        const uint32_t *kids)
{
	uint32_t number;
	struct form x = {e->op, e->n, {0}};
	if (as_sum(n, e, kids, &number) || as_cast_sum(n, e, kids, &number))
		return number;
	if (e->op >= TIR_CAST || !e->n)
		return proof_number_of_words(n, e->op, e->type, payload_of(e), kids, e->n);
	memcpy(x.kid, kids, e->n * sizeof *kids);
	if (tir_is_int(e->arg[0]->type) && e->arg[0]->type.lanes == 1 && e->n == 2) {
		as_division(n, e->arg[0]->type, &x);
		merge_divisions(n, e->arg[0]->type, &x);
	}
	if (proof_number_of_quotient(n, e->type, x.op, x.kid, &number))
		return number;
	bring_in_form(n, e, &x);
	if (x.count == 1 && (x.op == TIR_MIN || x.op == TIR_MAX))
		return x.kid[0];
	return proof_number_of_words(n, x.op, e->type, payload_of(e), x.kid, x.count);
}
