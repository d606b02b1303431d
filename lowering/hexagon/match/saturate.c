/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/hexagon/match/saturate.c: clamps that are what an instruction of HVX saturates to.
 *
 * Idea.   T.max(T.min(x >> n, 255), 0), in any order, cut to a byte, is one narrowing instruction; so is x >> n that is known
 *         to be a byte.  Where x is a sum with half of what is shifted out, the instruction that rounds adds that, too.
 * Costs   the operations of a clamp. */
#include "lowering/hexagon/halves.h"

/* A narrowing that saturates after a shift right of 0 to 7. */
static const struct saturation {
	enum tir_code from;
	int64_t low, high;
	enum target_instruction shifts, rounds;
} saturations[] = {
        {TIR_TYPE_INT, 0, 255, TARGET_VASRHUBSAT, TARGET_VASRHUBRNDSAT},
        {TIR_TYPE_INT, -128, 127, TARGET_VASRHBSAT, TARGET_VASRHBRNDSAT},
        {TIR_TYPE_UINT, 0, 255, TARGET_VASRUHUBSAT, TARGET_VASRUHUBRNDSAT},
};

bool lower_pairs_number(const struct tir_expr *e, int64_t *out)
{
	const struct tir_expr *s = e->op == TIR_BROADCAST ? e->arg[0] : e;
	*out = s->op == TIR_INT_IMM ? s->u.i : 0;
	return s->op == TIR_INT_IMM;
}

/* What e clamps, and to what. */
static const struct tir_expr *clamped(const struct tir_expr *e, int64_t *low, int64_t *high)
{
	int64_t c;
	*low = e->type.code == TIR_TYPE_UINT ? 0 : INT64_MIN;
	*high = INT64_MAX;
	for (int i = 0; i < 2 && (e->op == TIR_MIN || e->op == TIR_MAX); i++) {
		if (!lower_pairs_number(e->arg[1], &c))
			break;
		if (e->op == TIR_MIN && *high == INT64_MAX && c >= *low)
			*high = c;
		else if (e->op == TIR_MAX && *low <= 0 && (*low == 0 || *low == INT64_MIN) &&
		         c <= *high)
			*low = c;
		else
			break;
		e = e->arg[0];
	}
	return e;
}

const struct tir_expr *lower_pairs_clamp(const struct tir_expr *e, struct lower_range *r)
{
	r->shift = 0;
	return clamped(e, &r->low, &r->high);
}

const struct tir_expr *lower_pairs_clamped(const struct tir_expr *e, struct lower_range *r)
{
	const struct tir_expr *x = clamped(e, &r->low, &r->high);
	r->shift = 0;
	if (x->op == TIR_SHR && lower_pairs_number(x->arg[1], &r->shift) && r->shift >= 0)
		return x->arg[0];
	r->shift = 0;
	return x;
}

const struct tir_expr *lower_pairs_rounded(const struct lower *l, const struct tir_expr *x,
        int64_t shift)
{
	int64_t n, lo, hi, most = x->type.code == TIR_TYPE_INT ? INT16_MAX : UINT16_MAX;
	if (shift < 1 || shift > 7 || x->op != TIR_ADD || !lower_pairs_number(x->arg[1], &n) ||
	        n != 1 << (shift - 1) || !range_limits(l->hexagon->facts, x->arg[0], &lo, &hi) ||
	        hi > most - n)
		return NULL;
	return x->arg[0];
}

bool lower_pairs_saturation(const struct lower *l, enum tir_code from, const struct lower_range *r,
        bool rounds, enum target_instruction *out)
{
	for (size_t i = 0; i < sizeof saturations / sizeof *saturations; i++) {
		const struct saturation *s = &saturations[i];
		*out = rounds ? s->rounds : s->shifts;
		if (s->from == from && s->low == r->low && s->high == r->high &&
		        target_has_instruction(l->hvx, *out))
			return true;
	}
	return false;
}
