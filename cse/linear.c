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

/* Ramp(base, stride): base + stride * LANE. */
static bool ramp(struct cse_values *v, struct cse_sum *s, const struct cse_sum *stride)
{
	struct cse_sum step = *stride, lane;
	cse_sum_clear(&lane, s->type, 0);
	step.type = s->type;
	return cse_add_term(&lane, v->lane, 1) && cse_multiply(v, &step, &lane) &&
	       cse_add_sum(s, &step, 1);
}

/* The constant an operand is, in *c. */
static bool is_constant(const struct cse_values *v, uint32_t value, uint64_t *c)
{
	uint32_t op = cse_op(v, value);
	*c = cse_payload(cse_key(v, value));
	return op == TIR_INT_IMM || (op == CSE_KEY_SUM && v->all.at[value].nwords == KEY_HEAD);
}

/* Multiply the factors of a sum's n words; false: a term falls out. */
static bool scale(uint32_t *key, uint32_t n, uint64_t c, uint64_t mask)
{
	uint32_t step = cse_term_words(key[KEY_TYPE]);
	for (uint32_t i = KEY_HEAD; i < n; i += step) {
		uint64_t factor = key[i + 1] | (step == 3 ? (uint64_t)key[i + 2] << 32 : 0);
		factor = factor * c & mask;
		if (!factor)
			return false;
		key[i + 1] = (uint32_t)factor;
		if (step == 3)
			key[i + 2] = (uint32_t)(factor >> 32);
	}
	return true;
}

/* The words of value x as a sum; returns how many. */
static uint32_t words_of_sum(const struct cse_values *v, uint32_t x, uint32_t *key)
{
	const uint32_t *k = cse_key(v, x);
	uint32_t n = v->all.at[x].nwords;
	if (cse_op(v, x) == CSE_KEY_SUM) {
		memcpy(key, k, n * sizeof *key);
		return n;
	}
	memcpy(key, (uint32_t[KEY_HEAD + 3]){k[KEY_TYPE], 0, 0, x, 1},
	        sizeof *key * (KEY_HEAD + 3));
	return KEY_HEAD + cse_term_words(k[KEY_TYPE]);
}

/* A sum or a value plus, minus or times a constant is written with the words of the one, without a struct cse_sum: most
 * that programs do with integers is that.  False: it is none, or takes more care. */
static bool with_constant(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value)
{
	uint32_t key[KEY_HEAD + 3 * CSE_MAX_TERMS], x = kids[0], by = kids[1];
	if (cse_op(v, x) == TIR_INT_IMM && e->op != TIR_SUB) {
		x = kids[1];
		by = kids[0];
	}
	uint32_t type = cse_key_type(e->type);
	if (cse_op(v, by) != TIR_INT_IMM || cse_op(v, x) == TIR_INT_IMM ||
	        cse_key(v, x)[KEY_TYPE] != type || cse_key(v, by)[KEY_TYPE] != type)
		return false;
	uint32_t n = words_of_sum(v, x, key), step = cse_term_words(type);
	uint64_t c = cse_payload(cse_key(v, by)), mask = cse_mask(e->type), offset;
	offset = cse_payload(key);
	offset = e->op == TIR_MUL ? offset * c : e->op == TIR_ADD ? offset + c : offset - c;
	offset &= mask;
	if (n == KEY_HEAD || (e->op == TIR_MUL && !scale(key, n, c, mask)))
		return false;
	bool is_term = !offset && n == KEY_HEAD + step && key[KEY_HEAD + 1] == 1 &&
	               (step == 2 || !key[KEY_HEAD + 2]);
	if (is_term && cse_key(v, key[KEY_HEAD])[KEY_TYPE] != type)
		return false;
	key[KEY_LOW] = (uint32_t)offset;
	key[KEY_HIGH] = (uint32_t)(offset >> 32);
	*value = is_term ? key[KEY_HEAD] : cse_value_of_key(v, CSE_KEY_SUM, key, n);
	return true;
}

/* A sum plus a value that is none of its terms: these words with one more. */
static bool plus_term(struct cse_values *v, uint32_t x, uint32_t term, uint32_t *value)
{
	uint32_t key[KEY_HEAD + 3 * CSE_MAX_TERMS], n = words_of_sum(v, x, key), at = n;
	uint32_t step = cse_term_words(key[KEY_TYPE]);
	if (n == KEY_HEAD || n + step > KEY_HEAD + step * CSE_MAX_TERMS)
		return false;
	for (; at > KEY_HEAD && key[at - step] > term; at -= step)
		memcpy(key + at, key + at - step, step * sizeof *key);
	if (at > KEY_HEAD && key[at - step] == term)
		return false;
	memcpy(key + at, (uint32_t[3]){term, 1, 0}, step * sizeof *key);
	*value = cse_value_of_key(v, CSE_KEY_SUM, key, n + step);
	return true;
}

static bool is_value(const struct cse_values *v, uint32_t x)
{
	return cse_op(v, x) != TIR_INT_IMM && cse_op(v, x) != CSE_KEY_SUM;
}

/* The same for a value times or plus one that is no sum, of the type of e. */
static bool with_value(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids,
        uint32_t *value)
{
	uint32_t x = kids[0], y = kids[1], type = cse_key_type(e->type);
	if (!is_value(v, y)) {
		x = kids[1];
		y = kids[0];
	}
	if (!is_value(v, y) || cse_key(v, x)[KEY_TYPE] != type || cse_key(v, y)[KEY_TYPE] != type)
		return false;
	if (e->op == TIR_ADD)
		return cse_op(v, x) != TIR_INT_IMM && plus_term(v, x, y, value);
	if (e->op != TIR_MUL || !is_value(v, x))
		return false;
	*value = cse_product(v, kids[0], kids[1], e->type);
	return *value != CSE_NO_VALUE && cse_key(v, *value)[KEY_TYPE] == type;
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
	if ((e->op == TIR_ADD || e->op == TIR_SUB || e->op == TIR_MUL) && !v->divides &&
	        (with_constant(v, e, kids, value) || with_value(v, e, kids, value)))
		return true;
	cse_sum_of(v, kids[0], &s);
	s.type = e->type;
	if (e->n == 2 && e->arg[1]->type.bits == e->type.bits && tir_is_int(e->arg[1]->type))
		cse_sum_of(v, kids[1], &t);
	else if (e->n == 2)
		return false;
	switch ((enum tir_op)e->op) {
	case TIR_ADD: ok = cse_add_sum(&s, &t, 1); break;
	case TIR_SUB: ok = cse_add_sum(&s, &t, UINT64_MAX); break;
	case TIR_MUL: ok = cse_multiply(v, &s, &t); break;
	case TIR_SHL:
		ok = is_constant(v, kids[1], &c) && c < e->type.bits;
		cse_sum_clear(&t, e->type, ok ? UINT64_C(1) << c : 0);
		ok = ok && cse_multiply(v, &s, &t);
		break;
	case TIR_BITNOT:
		cse_sum_clear(&t, e->type, UINT64_MAX);
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
	s.offset &= cse_mask(s.type);
	if (!ok || s.lost)
		return false;
	if (v->divides)
		cse_fold_remainders(v, &s);
	*value = cse_value_of_sum(v, &s);
	return true;
}
