/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/quotient.c: quotients and remainders by positive constants, of sums whose ranges are known.
 *
 * Idea.   x = c * q + r with 0 <= r < c says what x // c and x % c are.  The terms of a sum whose factors are multiples
 *         of c make q, the others make r: (i * 16 + j) // 16 is i if 0 <= j < 16.  The other way round, x - x // c * c
 *         is x % c, and x - x % c is x // c * c.  Leave x alone if it holds a term times 0: the term has no effect on the value, but may trap.
 *         x & 7 is x % 8.
 * Needs   the ranges of loop variables (range.c); without them only what holds for all x.
 * Costs   O(terms) a division; O(terms) a sum once the function has divisions.
 * Wrong if x wraps: then x // c is that of another number.  x % c stands that if c is a power of two.
 * The rules are proved for 8, 16, 32 and 64 bits in test/rules. */
#include "cse/values.h"

static bool is_power_of_two(int64_t c)
{
	return (c & (c - 1)) == 0;
}

bool cse_sum_fits(const struct cse_values *v, const struct cse_sum *s, int64_t *lo)
{
	int64_t hi;
	uint64_t most = UINT64_MAX >> (64 - s->type.bits);
	if (v->level < CSE_RANGES || !cse_range_of(v, s, lo, &hi) || s->type.bits > 32)
		return false;
	if (s->type.code == TIR_TYPE_UINT)
		return *lo >= 0 && (uint64_t)hi <= most;
	return *lo >= -(int64_t)(most >> 1) - 1 && hi <= (int64_t)(most >> 1);
}

/* c * *q + *r is the sum: q has the terms whose factors are multiples of c. */
static void part(const struct cse_sum *s, int64_t c, struct cse_sum *q, struct cse_sum *r)
{
	int64_t offset = cse_extend(s->type, s->offset), rest = (offset % c + c) % c;
	q->type = r->type = s->type;
	q->n = r->n = 0;
	q->lost = r->lost = false;
	q->offset = (uint64_t)((offset - rest) / c);
	r->offset = (uint64_t)rest;
	for (uint32_t i = 0; i < s->n; i++) {
		struct cse_term t = s->term[i];
		int64_t factor = cse_extend(s->type, t.factor);
		if (factor % c)
			r->term[r->n++] = t;
		else
			q->term[q->n++] = (struct cse_term){t.value, (uint64_t)(factor / c)};
	}
}

/* A sum that is a variable or a constant.  Another one has lost variables that its expressions have, and may be
 * placed where these are not known. */
static bool is_atom(const struct cse_values *v, const struct cse_sum *s)
{
	return s->n == 0 || (s->n == 1 && s->offset == 0 && s->term[0].factor == 1 &&
	                            cse_op(v, s->term[0].value) == TIR_VAR);
}

static bool find_quotient(const struct cse_values *v, const struct cse_sum *s, int64_t c,
        struct cse_sum *q)
{
	struct cse_sum r;
	int64_t lo, hi;
	part(s, c, q, &r);
	return is_atom(v, q) && cse_range_of(v, &r, &lo, &hi) && lo >= 0 && hi < c &&
	       cse_sum_fits(v, s, &lo);
}

static bool find_remainder(const struct cse_values *v, const struct cse_sum *s, int64_t c,
        struct cse_sum *r)
{
	struct cse_sum q;
	int64_t lo, hi;
	part(s, c, &q, r);
	return is_atom(v, r) && cse_range_of(v, r, &lo, &hi) && lo >= 0 && hi < c &&
	       (is_power_of_two(c) || cse_sum_fits(v, s, &lo));
}

bool cse_quotient(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value)
{
	struct cse_sum s, known;
	int64_t c, lo;
	bool divides = e->op == TIR_FLOORDIV || e->op == TIR_DIV;
	if (v->level < CSE_AFFINE || (!divides && e->op != TIR_FLOORMOD && e->op != TIR_MOD) ||
	        !tir_is_int(e->type) || e->type.lanes != 1)
		return false;
	v->divides = true;
	if (v->level < CSE_RANGES || !cse_is_constant(v, kids[1], &c) || c <= 1)
		return false;
	cse_sum_of(v, kids[0], &s);
	bool floors = e->type.code == TIR_TYPE_UINT || e->op == TIR_FLOORDIV ||
	              e->op == TIR_FLOORMOD;
	if ((!floors && (!cse_sum_fits(v, &s, &lo) || lo < 0)) ||
	        !(divides ? find_quotient(v, &s, c, &known) : find_remainder(v, &s, c, &known)))
		return false;
	*value = cse_value_of_sum(v, &known);
	v->folds = true;
	return true;
}

/* ---- x - x // c * c, x - x % c -------------------------------------------------------------*/
/* Is the value a quotient?  Its divisor is kids[1] then. */
static bool is_quotient(const struct cse_values *v, uint32_t value)
{
	return cse_op(v, value) == TIR_FLOORDIV || cse_op(v, value) == TIR_DIV;
}

/* Is the term *times * (q * divisor of q)? */
static bool is_rounded(const struct cse_values *v, struct tir_type type, struct cse_term t,
        uint32_t *q, int64_t *times)
{
	const uint32_t *k = cse_key(v, t.value) + KEY_HEAD;
	struct tir_type as_signed = {TIR_TYPE_INT, type.bits, 1};
	int64_t c, factor = cse_extend(as_signed, t.factor);
	if (cse_op(v, t.value) == CSE_KEY_PRODUCT) {
		bool second = v->all.at[t.value].nwords == KEY_HEAD + 2 && is_quotient(v, k[1]);
		*q = k[second];
		*times = factor;
		return v->all.at[t.value].nwords == KEY_HEAD + 2 && is_quotient(v, *q) &&
		       cse_key(v, *q)[KEY_HEAD + 1] == k[!second];
	}
	*q = t.value;
	if (!is_quotient(v, t.value) || !cse_is_constant(v, k[1], &c) || c == 0 || factor % c)
		return false;
	*times = factor / c;
	return true;
}

/* The remainder that goes with a quotient. */
static uint32_t remainder_of(struct cse_values *v, uint32_t q)
{
	uint32_t key[KEY_HEAD + 2];
	uint32_t op = cse_op(v, q) == TIR_FLOORDIV ? TIR_FLOORMOD : TIR_MOD;
	memcpy(key, cse_key(v, q), sizeof key);
	return cse_value_of_key(v, op, key, KEY_HEAD + 2);
}

/* The quotient that goes with a remainder, times its divisor, in *multiple. */
static bool multiple_of(struct cse_values *v, uint32_t r, struct cse_sum *multiple)
{
	uint32_t key[KEY_HEAD + 2];
	uint32_t op = cse_op(v, r) == TIR_FLOORMOD ? TIR_FLOORDIV : TIR_DIV;
	struct cse_sum by;
	memcpy(key, cse_key(v, r), sizeof key);
	cse_sum_of(v, cse_value_of_key(v, op, key, KEY_HEAD + 2), multiple);
	cse_sum_of(v, key[KEY_HEAD + 1], &by);
	return cse_multiply(v, multiple, &by) && !multiple->lost;
}

/* May terms have fallen out of the value, which is left as it is written then (linear.c)? */
static bool is_written(const struct cse_values *v, uint32_t value)
{
	uint32_t op = cse_op(v, value);
	return op == TIR_ADD || op == TIR_SUB || op == TIR_MUL || op == TIR_SHL;
}

/* The same of a sum. */
static bool has_written(const struct cse_values *v, const struct cse_sum *s)
{
	for (uint32_t i = 0; i < s->n; i++) {
		uint32_t value = s->term[i].value, n = v->all.at[value].nwords;
		if (is_written(v, value))
			return true;
		for (uint32_t k = KEY_HEAD; cse_op(v, value) == CSE_KEY_PRODUCT && k < n; k++)
			if (is_written(v, cse_key(v, value)[k]))
				return true;
	}
	return false;
}

/* What stands for term number i and times * its dividend, if both are in s: then that is s. */
static bool fold(struct cse_values *v, struct cse_sum *s, uint32_t i)
{
	struct cse_sum x, other, without = *s;
	uint32_t op = cse_op(v, s->term[i].value), of = s->term[i].value;
	int64_t times = (int64_t)s->term[i].factor;
	bool remains = (op == TIR_FLOORMOD || op == TIR_MOD) &&
	               tir_type_eq(cse_type(v, of), s->type);
	if (!remains && !is_rounded(v, s->type, s->term[i], &of, &times))
		return false;
	cse_sum_of(v, cse_key(v, of)[KEY_HEAD], &x);
	x.lost = false;
	/* without x * -times, and without the term itself: it has that many terms less */
	if (x.n == 0 || has_written(v, &x) || !tir_type_eq(x.type, s->type) ||
	        !cse_add_sum(&without, &x, (uint64_t)times) || without.n + x.n != s->n ||
	        !cse_add_term(&without, s->term[i].value, 0 - s->term[i].factor))
		return false;
	if (!remains)
		cse_sum_of(v, remainder_of(v, of), &other);
	else if (!multiple_of(v, of, &other))
		return false;
	if (!cse_add_sum(&without, &other, 0 - (uint64_t)times))
		return false;
	without.lost = s->lost;
	*s = without;
	return true;
}

void cse_fold_remainders(struct cse_values *v, struct cse_sum *s)
{
	bool done = s->type.lanes != 1;
	for (uint32_t i = 0; !done && i < s->n; i++)
		done = fold(v, s, i);
}
