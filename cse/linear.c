/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/linear.c: sums and products of integers in one form.
 *
 * Idea.   Modulo 2^w sums and products form a ring: an expression of + - * << by constants is
 *         offset + sum of factor * value, values ascending, values being products of at most four
 *         others.  A vector is the same with one more value, LANE (0, 1, 2, ...): Ramp(b, s) is
 *         b + s * LANE, a Broadcast is its operand.  So equal polynomials get one number, in
 *         whatever order they were written.
 * Keeps   sums of at most CSE_MAX_TERMS terms; longer ones are numbered as they are written, and so
 *         are those in which a term cancels: a value needs the variables its expressions need.
 * Costs   O(terms) a node.
 * The rules are proved for 8, 16, 32 and 64 bits in test/rules. */
#include "cse/values.h"

enum { MAX_FACTORS = 4, MAX_PRODUCTS = 8 };

static uint64_t mask_of(struct tir_type t)
{
	return t.bits >= 64 ? UINT64_MAX : (UINT64_C(1) << t.bits) - 1;
}

static struct tir_type type_of(const struct cse_values *v, uint32_t value)
{
	return cse_type_of_key(cse_key(v, value)[KEY_TYPE]);
}

/* An empty sum; the terms are not touched, they would cost more than all else. */
static void empty(struct cse_sum *s, struct tir_type type, uint64_t offset)
{
	s->type = type;
	s->offset = offset & mask_of(type);
	s->n = 0;
	s->lost = false;
}

void cse_sum_of(const struct cse_values *v, uint32_t value, struct cse_sum *s)
{
	const uint32_t *k = cse_key(v, value);
	uint32_t op = cse_op(v, value);
	bool is_constant = op == TIR_INT_IMM, is_sum = op == CSE_KEY_SUM;
	empty(s, cse_type_of_key(k[KEY_TYPE]), 0);
	if (is_constant || is_sum)
		s->offset = cse_payload(k) & mask_of(s->type);
	if (!is_constant && !is_sum)
		s->term[s->n++] = (struct cse_term){value, 1};
	uint32_t step = cse_term_words(k[KEY_TYPE]);
	for (uint32_t i = KEY_HEAD; is_sum && i < v->all.at[value].nwords; i += step)
		s->term[s->n++] = (struct cse_term){
		        k[i], k[i + 1] | (step == 3 ? (uint64_t)k[i + 2] << 32 : 0)};
}

bool cse_add_term(struct cse_sum *a, uint32_t value, uint64_t factor)
{
	uint32_t i = 0;
	factor &= mask_of(a->type);
	while (i < a->n && a->term[i].value < value)
		i++;
	if (i < a->n && a->term[i].value == value) {
		a->term[i].factor = (a->term[i].factor + factor) & mask_of(a->type);
		if (a->term[i].factor == 0) {
			a->lost = true;
			memmove(&a->term[i], &a->term[i + 1], (a->n - i - 1) * sizeof *a->term);
			a->n--;
		}
		return true;
	}
	if (factor == 0) {
		a->lost = true;
		return true;
	}
	if (a->n == CSE_MAX_TERMS)
		return false;
	memmove(&a->term[i + 1], &a->term[i], (a->n - i) * sizeof *a->term);
	a->term[i] = (struct cse_term){value, factor};
	a->n++;
	return true;
}

bool cse_add_sum(struct cse_sum *a, const struct cse_sum *b, uint64_t factor)
{
	a->offset = (a->offset + factor * b->offset) & mask_of(a->type);
	a->lost |= b->lost;
	for (uint32_t i = 0; i < b->n; i++)
		if (!cse_add_term(a, b->term[i].value, factor * b->term[i].factor))
			return false;
	return true;
}

/* Put a factor among the n that are in order. */
static void insert(uint32_t *factor, uint32_t n, uint32_t value)
{
	for (; n && factor[n - 1] > value; n--)
		factor[n] = factor[n - 1];
	factor[n] = value;
}

/* The value a * b of two terms, or CSE_NO_VALUE if it has too many factors. */
static uint32_t product(struct cse_values *v, uint32_t a, uint32_t b, struct tir_type type)
{
	uint32_t key[KEY_HEAD + MAX_FACTORS] = {0}, n = KEY_HEAD;
	uint32_t pair[2] = {a, b};
	bool is_vector = false;
	for (uint32_t i = 0; i < 2; i++) {
		const uint32_t *k = cse_key(v, pair[i]);
		bool is_product = cse_op(v, pair[i]) == CSE_KEY_PRODUCT;
		uint32_t more = is_product ? v->all.at[pair[i]].nwords - KEY_HEAD : 1;
		if (n + more > KEY_HEAD + MAX_FACTORS)
			return CSE_NO_VALUE;
		for (uint32_t j = 0; j < more; j++, n++)
			insert(&key[KEY_HEAD], n - KEY_HEAD,
			        is_product ? k[KEY_HEAD + j] : pair[i]);
	}
	for (uint32_t i = KEY_HEAD; i < n; i++)
		is_vector |= key[i] == v->lane || type_of(v, key[i]).lanes > 1;
	key[KEY_TYPE] = cse_key_type(tir_lanes(type, is_vector ? type.lanes : 1));
	return cse_value_of_key(v, CSE_KEY_PRODUCT, key, n);
}

/* a *= b; false if the product is too large. */
static bool multiply(struct cse_values *v, struct cse_sum *a, const struct cse_sum *b)
{
	struct cse_sum sum;
	empty(&sum, a->type, 0);
	if (a->n == 0 || b->n == 0) { /* by a constant */
		uint64_t c = a->n == 0 ? a->offset : b->offset;
		const struct cse_sum *x = a->n == 0 ? b : a;
		sum.lost = a->lost || b->lost;
		bool ok = cse_add_sum(&sum, x, c);
		a->n = sum.n;
		a->offset = sum.offset;
		a->lost = sum.lost;
		memcpy(a->term, sum.term, sum.n * sizeof *sum.term);
		return ok;
	}
	if ((a->n + 1) * (b->n + 1) > MAX_PRODUCTS + 1 && a->n && b->n)
		return false;
	if (b->offset && !cse_add_sum(&sum, a, b->offset))
		return false;
	sum.lost |= a->lost || b->lost || (!b->n && !b->offset);
	for (uint32_t i = 0; i < b->n; i++) {
		if (a->offset &&
		        !cse_add_term(&sum, b->term[i].value, b->term[i].factor * a->offset))
			return false;
		for (uint32_t k = 0; k < a->n; k++) {
			uint32_t p = product(v, a->term[k].value, b->term[i].value, a->type);
			if (p == CSE_NO_VALUE ||
			        !cse_add_term(&sum, p, a->term[k].factor * b->term[i].factor))
				return false;
		}
	}
	a->n = sum.n;
	a->offset = sum.offset;
	a->lost = sum.lost;
	memcpy(a->term, sum.term, sum.n * sizeof *sum.term);
	return true;
}

uint32_t cse_value_of_sum(struct cse_values *v, const struct cse_sum *s)
{
	uint32_t key[KEY_HEAD + 3 * CSE_MAX_TERMS];
	bool is_constant = s->n == 0 && s->type.lanes == 1;
	uint64_t offset = is_constant ? (uint64_t)cse_extend(s->type, s->offset) : s->offset;
	if (s->n == 1 && s->offset == 0 && s->term[0].factor == 1 &&
	        tir_type_eq(type_of(v, s->term[0].value), s->type))
		return s->term[0].value;
	key[KEY_TYPE] = cse_key_type(s->type);
	key[KEY_LOW] = (uint32_t)offset;
	key[KEY_HIGH] = (uint32_t)(offset >> 32);
	uint32_t n = KEY_HEAD;
	for (uint32_t i = 0; i < s->n; i++) {
		key[n++] = s->term[i].value;
		key[n++] = (uint32_t)s->term[i].factor;
		if (s->type.bits > 32)
			key[n++] = (uint32_t)(s->term[i].factor >> 32);
	}
	return cse_value_of_key(v, is_constant ? (uint32_t)TIR_INT_IMM : CSE_KEY_SUM, key, n);
}

/* Take the lanes out of an index: *lo to *hi is where they lie, relative to the rest.  Other vectors
 * in it have any multiple of their factors, another one in each lane: these go to *bits. */
static bool take_lanes(const struct cse_values *v, struct cse_sum *s, int64_t *lo, int64_t *hi,
        uint64_t *bits)
{
	int64_t span;
	uint32_t kept = 0;
	*lo = *hi = 0;
	s->type.code = TIR_TYPE_INT; /* modulo 2^w: the sign is a matter of taste */
	for (uint32_t i = 0; i < s->n; i++) {
		struct cse_term t = s->term[i];
		if (t.value != v->lane && type_of(v, t.value).lanes == 1) {
			s->term[kept++] = t;
			continue;
		}
		if (t.value != v->lane) {
			*bits |= t.factor;
			continue;
		}
		if (__builtin_mul_overflow(cse_extend(s->type, t.factor),
		            (int64_t)s->type.lanes - 1, &span) ||
		        span > INT32_MAX || span < INT32_MIN)
			return false;
		*(span < 0 ? lo : hi) = span;
	}
	s->n = kept;
	s->type = tir_lanes(s->type, 1);
	return true;
}

/* Is the difference, with what the lanes add to it, never 0 by the ranges of its variables? */
static bool is_apart(const struct cse_values *v, const struct cse_sum *s, int64_t below,
        int64_t above)
{
	int64_t lo, hi;
	if (v->level < CSE_RANGES || !cse_range_of(v, s, &lo, &hi) ||
	        __builtin_add_overflow(lo, below, &lo) || __builtin_add_overflow(hi, above, &hi))
		return false;
	int64_t limit = s->type.bits < 63 ? INT64_C(1) << s->type.bits : INT64_MAX;
	return (lo > 0 && hi < limit) || (hi < 0 && lo > -limit);
}

bool cse_disjoint(const struct cse_values *v, uint32_t a, uint32_t b)
{
	struct cse_sum x, y;
	cse_sum_of(v, a, &x);
	cse_sum_of(v, b, &y);
	int64_t xlo, xhi, ylo, yhi;
	uint64_t bits = 0;
	if (x.type.code != y.type.code || x.type.bits != y.type.bits || !tir_is_int(x.type) ||
	        !take_lanes(v, &x, &xlo, &xhi, &bits) || !take_lanes(v, &y, &ylo, &yhi, &bits) ||
	        !cse_add_sum(&x, &y, UINT64_MAX))
		return false;
	if (!bits && is_apart(v, &x, xlo - yhi, xhi - ylo))
		return true;
	/* modulo 2^w, x - y is a multiple of step, plus one of offset + [xlo - yhi, xhi - ylo] */
	bits |= UINT64_C(1) << (x.type.bits < 62 ? x.type.bits : 62);
	for (uint32_t i = 0; i < x.n; i++)
		bits |= x.term[i].factor;
	int64_t step = (int64_t)(bits & (0 - bits)), d = cse_extend(x.type, x.offset);
	if (x.type.bits == 64 && (d > INT32_MAX || d < INT32_MIN))
		return false;
	int64_t lo = d + xlo - yhi, hi = d + xhi - ylo;
	int64_t below = lo > 0 ? (lo - 1) / step : -((1 - lo + step - 1) / step);
	int64_t at = hi >= 0 ? hi / step : -((-hi + step - 1) / step);
	return at == below; /* no multiple of step between lo and hi */
}

/* Ramp(base, stride): base + stride * LANE. */
static bool ramp(struct cse_values *v, struct cse_sum *s, const struct cse_sum *stride)
{
	struct cse_sum step = *stride, lane;
	empty(&lane, s->type, 0);
	step.type = s->type;
	return cse_add_term(&lane, v->lane, 1) && multiply(v, &step, &lane) &&
	       cse_add_sum(s, &step, 1);
}

/* The constant an operand is, in *c. */
static bool is_constant(const struct cse_values *v, uint32_t value, uint64_t *c)
{
	uint32_t op = cse_op(v, value);
	*c = cse_payload(cse_key(v, value));
	return op == TIR_INT_IMM || (op == CSE_KEY_SUM && v->all.at[value].nwords == KEY_HEAD);
}

bool cse_linear(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value)
{
	bool is_affine = v->level >= CSE_AFFINE;
	struct cse_sum s, t;
	uint64_t c;
	bool ok = false;
	if (!tir_is_int(e->type) || v->level < CSE_ASSOC || e->n == 0 || e->op == TIR_CALL)
		return false;
	if (!tir_is_int(e->arg[0]->type) || e->arg[0]->type.bits != e->type.bits)
		return false;
	if (e->op != TIR_ADD && e->op != TIR_SUB && e->op != TIR_MUL &&
	        (!is_affine || (e->op != TIR_SHL && e->op != TIR_BITNOT && e->op != TIR_BROADCAST &&
	                               e->op != TIR_RAMP)))
		return false;
	cse_sum_of(v, kids[0], &s);
	s.type = e->type;
	if (e->n == 2 && e->arg[1]->type.bits == e->type.bits && tir_is_int(e->arg[1]->type))
		cse_sum_of(v, kids[1], &t);
	else if (e->n == 2)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_ADD: ok = cse_add_sum(&s, &t, 1); break;
	case TIR_SUB: ok = cse_add_sum(&s, &t, UINT64_MAX); break;
	case TIR_MUL: ok = multiply(v, &s, &t); break;
	case TIR_SHL:
		ok = is_constant(v, kids[1], &c) && c < e->type.bits;
		empty(&t, e->type, ok ? UINT64_C(1) << c : 0);
		ok = ok && multiply(v, &s, &t);
		break;
	case TIR_BITNOT:
		empty(&t, e->type, UINT64_MAX);
		ok = cse_add_sum(&t, &s, UINT64_MAX);
		s = t;
		break;
	case TIR_BROADCAST: ok = e->arg[0]->type.lanes == 1; break;
	case TIR_RAMP: ok = e->arg[0]->type.lanes == 1 && ramp(v, &s, &t); break;
	case TIR_ANY_LEAF:
	case TIR_ANY_DIVISION:
	case TIR_ANY_EXTREME:
	case TIR_ANY_COMPARISON:
	case TIR_ANY_LOGIC:
	case TIR_BITAND:
	case TIR_BITOR:
	case TIR_BITXOR:
	case TIR_SHR:
	case TIR_CAST:
	case TIR_ANY_CHOICE:
	case TIR_SHUFFLE:
	case TIR_LET:
	case TIR_ANY_MEMORY:
	case TIR_CALL:
	case TIR_NOPS: break;
	}
	s.offset &= mask_of(s.type);
	if (!ok || s.lost)
		return false;
	cse_fold_remainders(v, &s);
	*value = cse_value_of_sum(v, &s);
	return true;
}
