/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/number_rules.c: which operations on values are equal.
 *
 * Idea.   Sums, products and vectors of them are sums modulo 2^w.  Quotients and remainders by positive constants are taken
 *         apart: x = c * q + r with 0 <= r < c says what x // c and x % c are, x - x // c * c is x % c, x - x % c is x // c * c.  The
 *         cast of a sum to a wider integer is the sum of the casts.  Of other operations one form is numbered: operands
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

/* ---- Quotients ---------------------------------------------------------------------------*/
struct form {
	uint32_t op, count;
	uint32_t kid[SET];
};

static uint32_t constant(struct numbers *n, struct tir_type t, int64_t c)
{
	return proof_number_of_words(n, TIR_INT_IMM, t, (uint64_t)c, NULL, 0);
}

/* Does the sum as a whole number fit its type?  Then that is what it computes. */
static bool fits(const struct numbers *n, const struct number_sum *s, int64_t *lo)
{
	int64_t hi, most = INT64_MAX;
	if (s->type.bits > 32 || !proof_number_range(n, s, lo, &hi))
		return false;
	most >>= 64 - s->type.bits;
	if (s->type.code == TIR_TYPE_UINT)
		return *lo >= 0 && hi <= 2 * most + 1;
	return *lo >= -most - 1 && hi <= most;
}

/* s = c * q + r: q has the terms whose factors are multiples of c. */
static void part(const struct number_sum *s, int64_t c, struct number_sum *q, struct number_sum *r)
{
	int64_t all = number_in_type(s->type, s->constant), rest = (all % c + c) % c;
	proof_number_sum_clear(q, s->type, 0);
	proof_number_sum_clear(r, s->type, 0);
	q->constant = (all - rest) / c;
	r->constant = rest;
	for (uint32_t i = 0; i < s->n; i++) {
		int64_t factor = number_in_type(s->type, s->term[i].factor);
		if (factor % c)
			r->term[r->n++] = s->term[i];
		else
			q->term[q->n++] = (struct number_term){s->term[i].value, factor / c};
	}
}

/* A constant or a variable: another sum stays a quotient, so that one of several divisions is found to be one. */
static bool is_atom(const struct numbers *n, const struct number_sum *s)
{
	return s->n == 0 || (s->n == 1 && s->constant == 0 && s->term[0].factor == 1 &&
	                            n->all.at[s->term[0].value].op == TIR_VAR);
}

/* Does the sum lie between -c and c, neither included? */
static bool is_near_zero(const struct numbers *n, const struct number_sum *s, int64_t c)
{
	int64_t lo, hi;
	return fits(n, s, &lo) && proof_number_range(n, s, &lo, &hi) && lo > -c && hi < c;
}

/* The number of such an operation of type t. */
static bool as_quotient(struct numbers *n, struct tir_type t, const struct form *x,
        uint32_t *number)
{
	struct number_sum s, q, r;
	int64_t c, lo, hi;
	bool divides = x->op == TIR_FLOORDIV || x->op == TIR_DIV;
	bool floors = x->op == TIR_FLOORDIV || x->op == TIR_FLOORMOD;
	if ((!divides && x->op != TIR_FLOORMOD && x->op != TIR_MOD) || !tir_is_int(t) ||
	        t.lanes != 1 || !number_is_constant(n, x->kid[1], &c) || c <= 1 ||
	        c > INT64_MAX / 2)
		return false;
	proof_number_sum_of(n, x->kid[0], &s);
	bool rounds_up = !floors && t.code == TIR_TYPE_INT && (!fits(n, &s, &lo) || lo < 0);
	if (rounds_up && is_near_zero(n, &s, c)) {
		*number = divides ? constant(n, t, 0) : x->kid[0];
		return true;
	}
	if (rounds_up)
		return false;
	part(&s, c, &q, &r);
	bool whole = fits(n, &s, &lo);
	if (!proof_number_range(n, &r, &lo, &hi) || lo < 0 || hi >= c)
		return false;
	/* where the quotient is known, so is what is left of its multiple in a sum: the remainder is that sum */
	bool known = (whole && is_atom(n, &q)) ||
	             (!divides && is_atom(n, &r) && (whole || is_power_of_two(c)));
	if (!known)
		return false;
	*number = proof_number_of_sum(n, divides ? &q : &r);
	return true;
}

/* ---- Sums --------------------------------------------------------------------------------*/
static int64_t negative(int64_t x)
{
	return (int64_t)(0 - (uint64_t)x);
}

/* Are the factors of a product, but for the i-th, those of the divisor? */
static bool are_others(const struct numbers *n, const struct number_value *product, uint32_t i,
        uint32_t divisor)
{
	const struct number_value *d = &n->all.at[divisor];
	const uint32_t *all = &n->words.at[product->first];
	if (product->n == 2)
		return divisor == all[!i];
	bool same = d->op == NUMBER_PRODUCT && d->n == product->n - 1;
	for (uint32_t k = 0; same && k < d->n; k++)
		same = n->words.at[d->first + k] == all[k + (k >= i)];
	return same;
}

/* Of what looks like it: c in *times * (q * c), q a quotient by c. */
static bool is_rounded(const struct numbers *n, struct number_term t, uint32_t *q, int64_t *times)
{
	const struct number_value *x = &n->all.at[t.value];
	const uint32_t *word = number_words(n, t.value);
	int64_t c;
	*times = t.factor;
	for (uint32_t i = 0; x->op == NUMBER_PRODUCT && i < x->n; i++) {
		uint32_t op = n->all.at[word[i]].op;
		*q = word[i];
		if ((op == TIR_FLOORDIV || op == TIR_DIV) &&
		        are_others(n, x, i, number_words(n, *q)[1]))
			return true;
	}
	*q = t.value;
	if ((x->op != TIR_FLOORDIV && x->op != TIR_DIV) || !number_is_constant(n, word[1], &c) ||
	        c == 0 || (c != -1 && t.factor % c))
		return false;
	*times = c == -1 ? negative(t.factor) : t.factor / c;
	return true;
}

/* What the rest of a division by the same number is: of a quotient its remainder, of a remainder its quotient times the
 * divisor. */
static bool other_part(struct numbers *n, uint32_t of, struct number_sum *s)
{
	struct number_value x = n->all.at[of];
	struct number_sum by;
	uint32_t word[2] = {number_words(n, of)[0], number_words(n, of)[1]};
	uint32_t op = x.op == TIR_DIV        ? TIR_MOD
	              : x.op == TIR_MOD      ? TIR_DIV
	              : x.op == TIR_FLOORDIV ? TIR_FLOORMOD
	                                     : TIR_FLOORDIV;
	struct form other = {op, 2, {word[0], word[1]}};
	uint32_t number;
	if (!as_quotient(n, x.type, &other, &number))
		number = proof_number_of_words(n, op, x.type, x.payload, word, 2);
	proof_number_sum_of(n, number, s);
	if (op == TIR_MOD || op == TIR_FLOORMOD)
		return true;
	proof_number_sum_of(n, word[1], &by);
	return proof_number_sum_multiply(n, s, &by) && !s->lost;
}

/* x - x // c * c is x % c, x - x % c is x // c * c: one such term and x leave s, the other part comes.  A constant x // c * c
 * becomes x - x % c in any sum, as x is part of the sum's constant. */
static void take_remainder(struct numbers *n, struct number_sum *s)
{
	for (uint32_t i = 0; s->type.lanes == 1 && i < s->n; i++) {
		struct number_sum x, other, without = *s;
		uint32_t part = s->term[i].value, op = n->all.at[part].op;
		int64_t times = s->term[i].factor;
		bool rest = (op == TIR_FLOORMOD || op == TIR_MOD) &&
		            tir_type_eq(n->all.at[part].type, s->type);
		if (!rest && !is_rounded(n, s->term[i], &part, &times))
			continue;
		proof_number_sum_of(n, number_words(n, part)[0], &x);
		if ((x.n == 0 && rest) || !tir_type_eq(x.type, s->type) ||
		        !proof_number_sum_add(&without, &x, times) || without.n + x.n != s->n ||
		        !proof_number_sum_term(&without, s->term[i].value,
		                negative(s->term[i].factor)) ||
		        !other_part(n, part, &other) ||
		        !proof_number_sum_add(&without, &other, negative(times)))
			continue;
		without.lost = s->lost;
		*s = without;
		return;
	}
}

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
	if (!combine(n, e, &s, &t) || (s.lost && !proof_number_may_lose(n, kids, e->n)))
		return false;
	s.lost = false;
	take_remainder(n, &s);
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
	if (!fits(n, &s, &lo))
		return false;
	proof_number_sum_clear(&wide, e->type, s.constant);
	for (uint32_t i = 0; i < s.n; i++) {
		uint32_t term = proof_number_of_words(n, TIR_CAST, e->type, payload_of(e),
		        &s.term[i].value, 1);
		if (!proof_number_sum_term(&wide, term, s.term[i].factor))
			return false;
	}
	*number = proof_number_of_sum(n, &wide);
	return true;
}

/* ---- Other operations --------------------------------------------------------------------*/
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
		x->kid[1] = constant(n, t, (int64_t)(UINT64_C(1) << c));
	}
	if (x->op == TIR_BITAND && !is_mask(n, t, x->kid[1], &c))
		turn(x);
	if (x->op == TIR_BITAND && is_mask(n, t, x->kid[1], &c)) {
		x->op = TIR_FLOORMOD;
		x->kid[1] = constant(n, t, c + 1);
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
	x->kid[1] = constant(n, t, product);
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
	if (tir_is_int(t) && t.lanes == 1 && e->n == 2) {
		merge_divisions(n, t, x);
		join_divisors(n, e, x);
	}
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
	if (tir_is_int(e->arg[0]->type) && e->arg[0]->type.lanes == 1 && e->n == 2)
		as_division(n, e->arg[0]->type, &x);
	if (as_quotient(n, e->type, &x, &number))
		return number;
	bring_in_form(n, e, &x);
	if (x.count == 1 && (x.op == TIR_MIN || x.op == TIR_MAX))
		return x.kid[0];
	return proof_number_of_words(n, x.op, e->type, payload_of(e), x.kid, x.count);
}
