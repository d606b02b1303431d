/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/values/sum.c: sums of variables with constant factors, and sets made of them. */
#include "proof/internal.h"

bool proof_sum_var(struct proof_sum *s, uint32_t var, int64_t factor)
{
	uint32_t i = 0;
	while (i < s->n && s->term[i].var != var)
		i++;
	if (!factor)
		return true;
	if (i == PROOF_TERMS)
		return false;
	if (i == s->n)
		s->term[s->n++] = (struct proof_term){0, var};
	if (__builtin_add_overflow(s->term[i].factor, factor, &s->term[i].factor))
		return false;
	if (!s->term[i].factor)
		s->term[i] = s->term[--s->n];
	return true;
}

bool proof_sum_add(struct proof_sum *s, const struct proof_sum *t, int64_t factor)
{
	int64_t x;
	for (uint32_t i = 0; i < t->n; i++)
		if (__builtin_mul_overflow(t->term[i].factor, factor, &x) ||
		        !proof_sum_var(s, t->term[i].var, x))
			return false;
	return !__builtin_mul_overflow(t->constant, factor, &x) &&
	       !__builtin_add_overflow(s->constant, x, &s->constant);
}

void proof_add(struct arena *arena, struct proof_set *s, enum proof_relation relation,
        const struct proof_sum *sum)
{
	struct proof_constraint c = {.relation = relation, .sum = *sum};
	VEC_PUSH(arena, &s->all, c);
}

struct proof_sum proof_sum_moved(const struct proof_sum *s, uint32_t at)
{
	struct proof_sum t = *s;
	for (uint32_t i = 0; i < t.n; i++)
		if (t.term[i].var < PROOF_PARAM(0))
			t.term[i].var += at;
	return t;
}

void proof_add_set(struct arena *arena, struct proof_set *to, const struct proof_set *from,
        uint32_t at)
{
	for (uint32_t i = 0; i < from->all.n; i++) {
		struct proof_constraint c = from->all.at[i];
		c.sum = proof_sum_moved(&c.sum, at);
		c.other = proof_sum_moved(&c.other, at);
		VEC_PUSH(arena, &to->all, c);
	}
	to->wider |= from->wider;
}
