/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/canonical.c: one form for operations that are equal.
 *
 * Idea.   Operands that may be exchanged ascend; minima of minima are a set; comparisons are read one way;
 *         shifts and unsigned divisions are floordiv, divisions of divisions are one.  Sums and
 *         products are linear.c's.
 * Costs   a step an operand, a set of n operands O(n log n).
 * The rules are proved for 8, 16, 32 and 64 bits in test/rules. */
#include <stdlib.h>

#include "cse/values.h"

static uint32_t constant(struct cse_values *v, uint32_t type, int64_t c)
{
	uint32_t key[KEY_HEAD] = {type, (uint32_t)c, (uint32_t)((uint64_t)c >> 32)};
	return cse_value_of_key(v, TIR_INT_IMM, key, KEY_HEAD);
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t t = *a;
	*a = *b;
	*b = t;
}

static int by_number(const void *x, const void *y)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	return a < b ? -1 : a > b;
}

/* min(a, min(b, a)) is the smallest of a set: its values ascending, each once. */
static void flatten(const struct cse_values *v, struct cse_new_key *key)
{
	uint32_t kid[2 * CSE_MAX_KIDS], n = 0;
	for (uint32_t i = KEY_HEAD; i < KEY_HEAD + 2; i++) {
		uint32_t x = key->words[i];
		const uint32_t *k = cse_key(v, x);
		bool same = cse_op(v, x) == key->op && k[KEY_TYPE] == key->words[KEY_TYPE];
		uint32_t more = same ? v->all.at[x].nwords - KEY_HEAD : 1;
		memcpy(&kid[n], same ? k + KEY_HEAD : &x, more * sizeof *kid);
		n += more;
	}
	qsort(kid, n, sizeof *kid, by_number);
	uint32_t kept = 0;
	for (uint32_t i = 0; i < n; i++)
		if (i == 0 || kid[i] != kid[i - 1])
			kid[kept++] = kid[i];
	if (kept > CSE_MAX_KIDS)
		return;
	memcpy(key->words + KEY_HEAD, kid, kept * sizeof *kid);
	key->n = KEY_HEAD + kept;
}

/* a > b is b < a, a >= b is b <= a. */
static void turn(struct cse_new_key *key)
{
	if (key->op != TIR_GT && key->op != TIR_GE)
		return;
	key->op = key->op == TIR_GT ? TIR_LT : TIR_LE;
	swap(&key->words[KEY_HEAD], &key->words[KEY_HEAD + 1]);
}

/* not (a < b) is b <= a, and so on, for integers. */
static void negate(const struct cse_values *v, struct cse_new_key *key)
{
	const uint32_t *k = cse_key(v, key->words[KEY_HEAD]);
	const uint32_t op = cse_op(v, key->words[KEY_HEAD]);
	static const struct {
		uint32_t from, to;
		bool turned;
	} table[] = {{TIR_LT, TIR_LE, true}, {TIR_LE, TIR_LT, true}, {TIR_EQ, TIR_NE, false},
	        {TIR_NE, TIR_EQ, false}};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (op == table[i].from) {
			struct tir_type t = cse_type_of_key(cse_key(v, k[KEY_HEAD])[KEY_TYPE]);
			uint32_t a = k[KEY_HEAD], b = k[KEY_HEAD + 1];
			if (tir_is_float(t))
				return;
			key->op = table[i].to;
			key->n = KEY_HEAD + 2;
			key->words[KEY_HEAD] = table[i].turned ? b : a;
			key->words[KEY_HEAD + 1] = table[i].turned ? a : b;
			return;
		}
}

/* x >> n is x // 2^n, x & (2^n - 1) is x % 2^n; unsigned division is one, however it is called. */
static void as_division(struct cse_values *v, struct tir_type t, struct cse_new_key *key)
{
	uint32_t *by = &key->words[KEY_HEAD + 1];
	int64_t c;
	if (key->op == TIR_SHR && cse_is_constant(v, *by, &c) && c >= 0 &&
	        c < t.bits - (t.code == TIR_TYPE_INT)) {
		int64_t power = (int64_t)(UINT64_C(1) << c);
		key->op = TIR_FLOORDIV;
		*by = constant(v, key->words[KEY_TYPE], power);
	}
	if (key->op == TIR_BITAND && cse_is_constant(v, key->words[KEY_HEAD], &c))
		swap(&key->words[KEY_HEAD], by);
	if (key->op == TIR_BITAND && cse_is_constant(v, *by, &c) && c > 0 &&
	        c < INT64_MAX >> (64 - t.bits) && (c & (c + 1)) == 0) {
		key->op = TIR_FLOORMOD;
		*by = constant(v, key->words[KEY_TYPE], c + 1);
	}
	if (t.code == TIR_TYPE_UINT && key->op == TIR_DIV)
		key->op = TIR_FLOORDIV;
	if (t.code == TIR_TYPE_UINT && key->op == TIR_MOD)
		key->op = TIR_FLOORMOD;
}

/* (x // c) // d is x // (c * d), c and d positive constants and their product in range. */
static void merge_divisions(struct cse_values *v, struct tir_type t, struct cse_new_key *key)
{
	uint32_t *of = &key->words[KEY_HEAD], *by = of + 1;
	const uint32_t *k = cse_key(v, *of);
	int64_t c, d, product;
	if ((key->op != TIR_FLOORDIV && key->op != TIR_DIV) || cse_op(v, *of) != key->op ||
	        k[KEY_TYPE] != key->words[KEY_TYPE] || !cse_is_constant(v, *by, &d) ||
	        !cse_is_constant(v, k[KEY_HEAD + 1], &c) || c <= 0 || d <= 0 ||
	        __builtin_mul_overflow(c, d, &product) || product > INT64_MAX >> (64 - t.bits))
		return;
	uint32_t x = k[KEY_HEAD];
	*by = constant(v, key->words[KEY_TYPE], product);
	*of = x;
}

/* A divisor c * v of a constant and a value, or either of them. */
static bool is_product(const struct cse_values *v, uint32_t value, struct cse_sum *s, int64_t *c)
{
	cse_sum_of(v, value, s);
	*c = cse_extend(s->type, s->n ? s->term[0].factor : s->offset);
	return *c != 0 && s->n <= 1 && (s->n == 0 || s->offset == 0);
}

/* May the quotient e by z, of a quotient by y, be one quotient by both?  What is truncated may, whatever the signs are; what is
 * rounded down may if z is positive wherever e is computed. */
static bool may_join(struct cse_values *v, const struct tir_expr *e, uint32_t op,
        const struct cse_sum *y, const struct cse_sum *z)
{
	if ((y->n || z->n) && !cse_divides_by_whole(v))
		return false;
	if (op == TIR_DIV)
		return true;
	return z->n ? e->op == op && cse_divides_by_positive(v, e)
	            : cse_extend(z->type, z->offset) > 0;
}

/* (x // y) // z is x // (y * z).  y * z does not overflow where the program computes it; where it does not,
 * only quotients by the same divisors are one. */
static void join_divisors(struct cse_values *v, const struct tir_expr *e, struct cse_new_key *key)
{
	uint32_t *of = &key->words[KEY_HEAD], *by = of + 1;
	const uint32_t *k = cse_key(v, *of);
	struct cse_sum y, z;
	int64_t c, d, both, most;
	if ((key->op != TIR_FLOORDIV && key->op != TIR_DIV) || cse_op(v, *of) != key->op ||
	        k[KEY_TYPE] != key->words[KEY_TYPE] || e->type.code != TIR_TYPE_INT ||
	        e->type.bits < 32 || !is_product(v, k[KEY_HEAD + 1], &y, &c) ||
	        !is_product(v, *by, &z, &d) || __builtin_mul_overflow(c, d, &both))
		return;
	most = INT64_MAX >> (64 - e->type.bits);
	if (both > most || both < -most || !may_join(v, e, key->op, &y, &z) ||
	        !cse_multiply(v, &y, &z) || y.lost)
		return;
	uint32_t x = cse_key(v, *of)[KEY_HEAD];
	*by = cse_value_of_sum(v, &y);
	*of = x;
}

static bool commutes(enum tir_op op, struct tir_type operands)
{
	/* Min and Max of floats are a < b ? a : b: order shows with NaN and -0.0. */
	return tir_is_float(operands) ? tir_ops[op].fcommutes : tir_ops[op].commutes;
}

void cse_canonical(struct cse_values *v, const struct tir_expr *e, struct cse_new_key *key)
{
	if (v->level <= CSE_SYNTACTIC || e->op >= TIR_CAST || e->n == 0)
		return;
	struct tir_type t = e->arg[0]->type;
	turn(key);
	if (e->op == TIR_NOT && v->level >= CSE_ASSOC)
		negate(v, key);
	if (v->level >= CSE_AFFINE && tir_is_int(t) && t.lanes == 1 && e->n == 2) {
		as_division(v, t, key);
		merge_divisions(v, t, key);
		join_divisors(v, e, key);
	}
	bool is_set = (e->op == TIR_MIN || e->op == TIR_MAX) && tir_is_integral(t);
	uint32_t *kid = &key->words[KEY_HEAD];
	if (is_set && v->level >= CSE_ASSOC)
		flatten(v, key);
	else if (key->n == KEY_HEAD + 2 && commutes((enum tir_op)key->op, t) && kid[0] > kid[1])
		swap(&kid[0], &kid[1]);
}
