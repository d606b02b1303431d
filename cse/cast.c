/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cse/cast.c: casts of sums to wider integers.
 *
 * Idea.   A sum that fits its type is the same number in a wider one: where i and j are loop variables of known range,
 *         the cast of i * 16 + j is the cast of i times 16 plus the cast of j.
 * Needs   the ranges of loop variables (range.c).
 * Costs   O(terms) a cast.
 * Wrong if the sum wraps: then its cast is that of another number.
 * The rule is proved in test/rules. */
#include "cse/values.h"

static uint32_t cast_of(struct cse_values *v, struct tir_type type, uint32_t value)
{
	uint32_t key[KEY_HEAD + 1] = {cse_key_type(type), 0, 0, value};
	return cse_value_of_key(v, TIR_CAST, key, KEY_HEAD + 1);
}

bool cse_cast(struct cse_values *v, const struct tir_expr *e, const uint32_t *kids, uint32_t *value)
{
	struct cse_sum s, wide;
	int64_t lo;
	if (v->level < CSE_RANGES || cse_op(v, kids[0]) != CSE_KEY_SUM)
		return false;
	struct tir_type from = e->arg[0]->type;
	if (from.code != TIR_TYPE_INT || from.lanes != 1 || !tir_is_int(e->type) ||
	        e->type.bits <= from.bits)
		return false;
	cse_sum_of(v, kids[0], &s);
	if (!cse_sum_fits(v, &s, &lo))
		return false;
	cse_sum_clear(&wide, e->type, (uint64_t)cse_extend(from, s.offset));
	for (uint32_t i = 0; i < s.n; i++)
		if (!cse_add_term(&wide, cast_of(v, e->type, s.term[i].value),
		            (uint64_t)cse_extend(from, s.term[i].factor)))
			return false;
	*value = cse_value_of_sum(v, &wide);
	return true;
}
