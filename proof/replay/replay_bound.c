/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* proof/replay/replay_bound.c: between which numbers a symbol lies.
 *
 * Idea.    What is loaded lies in its type; sums, differences and products lie where those of their operands' bounds do.  A signed
 *          sum that stays in its type overflows in no order of its terms: the first program need not have done it.
 * Wrong if a bound is kept for a number that wrapped. */
#include "proof/replay/replay.h"

/* The least and the largest number of a type; false: 64 bits do not hold them. */
static bool has_bounds(struct tir_type t, int64_t *least, int64_t *most)
{
	bool is_signed = t.code == TIR_TYPE_INT;
	if ((!is_signed && t.code != TIR_TYPE_UINT) || t.bits < 1 || t.bits > (is_signed ? 64 : 63))
		return false;
	*most = INT64_MAX >> (is_signed ? 64 - t.bits : 63 - t.bits);
	*least = is_signed ? -*most - 1 : 0;
	return true;
}

bool proof_replay_bounds(struct tir_type t, const struct replay_symbol *x, int64_t *least,
        int64_t *most)
{
	if (!has_bounds(t, least, most))
		return false;
	if (x->known) {
		bool inside = x->number >= *least && x->number <= *most;
		*least = *most = x->number;
		return inside;
	}
	if (x->bounded) {
		*least = x->least;
		*most = x->most;
	}
	return true;
}

void proof_replay_bound(struct tir_type t, int64_t least, int64_t most, struct replay_symbol *out)
{
	int64_t lo, hi;
	out->bounded = has_bounds(t, &lo, &hi) && least >= lo && most <= hi;
	out->least = least;
	out->most = most;
}

/* The bounds of the products of two numbers; false: 64 bits do not hold one. */
static bool product(const int64_t x[2], const int64_t y[2], int64_t *least, int64_t *most)
{
	for (int i = 0; i < 4; i++) {
		int64_t p;
		if (__builtin_mul_overflow(x[i / 2], y[i % 2], &p))
			return false;
		*least = i && *least < p ? *least : p;
		*most = i && *most > p ? *most : p;
	}
	return true;
}

bool proof_replay_bound_ring(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	int64_t a[2], b[2], least = 0, most = 0;
	out->bounded = false;
	if (!proof_replay_bounds(t, x, &a[0], &a[1]) || !proof_replay_bounds(t, y, &b[0], &b[1]))
		return false;
	bool ok = op == TIR_ADD   ? !__builtin_add_overflow(a[0], b[0], &least) &&
	                                    !__builtin_add_overflow(a[1], b[1], &most)
	          : op == TIR_SUB ? !__builtin_sub_overflow(a[0], b[1], &least) &&
	                                    !__builtin_sub_overflow(a[1], b[0], &most)
	                          : op == TIR_MUL && product(a, b, &least, &most);
	if (ok)
		proof_replay_bound(t, least, most, out);
	return out->bounded;
}

void proof_replay_bound_choice(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	int64_t a[2], b[2], least, most;
	out->bounded = false;
	if (!proof_replay_bounds(t, x, &a[0], &a[1]) || !proof_replay_bounds(t, y, &b[0], &b[1]))
		return;
	bool lower = a[0]<b[0], upper = a[1]> b[1];
	least = lower != (op == TIR_MAX) ? a[0] : b[0];
	most = upper != (op == TIR_MIN) ? a[1] : b[1];
	proof_replay_bound(t, least, most, out);
}

void proof_replay_bound_number(enum tir_op op, struct tir_type t, const struct replay_symbol *x,
        const struct replay_symbol *y, struct replay_symbol *out)
{
	int64_t a[2], n = y->number;
	if (!y->known || n < 0 || n > INT32_MAX || !proof_replay_bounds(t, x, &a[0], &a[1]))
		return;
	if (op == TIR_BITAND)
		proof_replay_bound(t, 0, n, out);
	else if (op == TIR_SHR && n < t.bits)
		proof_replay_bound(t, a[0] >> n, a[1] >> n, out);
	else if (op == TIR_SHL && n < t.bits && n < 32 && a[0] > INT32_MIN && a[1] < INT32_MAX)
		proof_replay_bound(t, a[0] * (INT64_C(1) << n), a[1] * (INT64_C(1) << n), out);
	else if (op == TIR_FLOORMOD && n)
		proof_replay_bound(t, 0, n - 1, out);
	else if (op == TIR_FLOORDIV && n)
		proof_replay_bound(t, a[0] / n - (a[0] % n < 0), a[1] / n, out);
	else if (op == TIR_DIV && n)
		proof_replay_bound(t, a[0] / n, a[1] / n, out);
}

const struct replay_symbol *proof_replay_extreme(enum tir_op op, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y)
{
	int64_t a[2], b[2];
	if ((op != TIR_MIN && op != TIR_MAX) || !proof_replay_bounds(t, x, &a[0], &a[1]) ||
	        !proof_replay_bounds(t, y, &b[0], &b[1]))
		return NULL;
	if (a[1] <= b[0])
		return op == TIR_MIN ? x : y;
	return b[1] <= a[0] ? op == TIR_MIN ? y : x : NULL;
}

void proof_replay_bound_distance(struct tir_type result, struct tir_type t,
        const struct replay_symbol *x, const struct replay_symbol *y, struct replay_symbol *out)
{
	int64_t a[2], b[2], up, down;
	out->bounded = false;
	if (proof_replay_bounds(t, x, &a[0], &a[1]) && proof_replay_bounds(t, y, &b[0], &b[1]) &&
	        !__builtin_sub_overflow(a[1], b[0], &up) &&
	        !__builtin_sub_overflow(b[1], a[0], &down))
		proof_replay_bound(result, 0, up > down ? up : down, out);
}

void proof_replay_bound_cast(struct tir_type to, struct tir_type from,
        const struct replay_symbol *x, struct replay_symbol *out)
{
	int64_t least, most;
	bool known = proof_replay_bounds(from, x, &least, &most),
	     exact = proof_replay_is_exact(from, x);
	out->whole = false;
	out->bounded = false;
	if (known)
		proof_replay_bound(to, least, most, out);
	out->exact |= exact && out->bounded; /* it fits */
}
