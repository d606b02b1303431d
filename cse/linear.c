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
	cse_fold_remainders(v, &s);
	*value = cse_value_of_sum(v, &s);
	return true;
}
