/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/llvm.c: LLVM's generic intrinsics by name ("llvm.fabs", "llvm.ctpop.i32").
 *
 * Idea.   A row names the intrinsic and what computes it: a float builtin, an integer function of
 *         one lane, or a node folded over the lanes.  Target intrinsics are not here: they are
 *         refused by name. */
#include <math.h>

#include "interp/internal.h"

static uint64_t ones(struct tir_type t)
{
	return t.bits < 64 ? (UINT64_C(1) << t.bits) - 1 : UINT64_MAX;
}

static uint64_t pick(enum tir_op op, struct tir_type t, uint64_t a, uint64_t b)
{
	uint64_t out = 0;
	tir_eval_binary(op, t, a, b, &out);
	return out;
}

static uint64_t leading(struct tir_type t, uint64_t a)
{
	return a ? (uint64_t)__builtin_clzll(a) - (64u - t.bits) : t.bits;
}

static uint64_t trailing(struct tir_type t, uint64_t a)
{
	return a ? (uint64_t)__builtin_ctzll(a) : t.bits;
}

/* Sum or difference clamped to t's range. */
static uint64_t saturated(struct tir_type t, uint64_t a, uint64_t b, bool subtract)
{
	if (t.code != TIR_TYPE_INT) {
		uint64_t v = subtract ? a - b : a + b;
		if (subtract)
			return b > a ? 0 : v;
		return v < a || v > ones(t) ? ones(t) : v;
	}
	int64_t x = interp_signed(t, a), y = interp_signed(t, b), v;
	int64_t max = (int64_t)(ones(t) >> 1), min = -max - 1;
	bool over = subtract ? __builtin_sub_overflow(x, y, &v) : __builtin_add_overflow(x, y, &v);
	if (over)
		v = subtract == (y < 0) ? max : min;
	return (uint64_t)(v > max ? max : v < min ? min : v) & ones(t);
}

static uint64_t reverse_bits(struct tir_type t, uint64_t a)
{
	uint64_t v = 0;
	for (unsigned i = 0; i < t.bits; i++)
		v |= (a >> i & 1) << (t.bits - 1 - i);
	return v;
}

/* Funnel shift: the upper half of a:b shifted left, or the lower half shifted right. */
static uint64_t funnel(struct tir_type t, const uint64_t *a, bool right)
{
	unsigned s = (unsigned)(a[2] % t.bits);
	if (s == 0)
		return right ? a[1] : a[0];
	if (right)
		s = t.bits - s;
	return (a[0] << s | a[1] >> (t.bits - s)) & ones(t);
}

enum lane_function {
	CTPOP,
	CTLZ,
	CTTZ,
	ABS,
	BSWAP,
	BITREVERSE,
	FSHL,
	FSHR,
	ADD_SAT,
	SUB_SAT,
	ROUND_AWAY,
	MINNUM,
	MAXNUM,
};

static uint64_t lane(enum lane_function f, struct tir_type t, const uint64_t *a)
{
	double x = tir_is_float(t) ? tir_float_value(t, a[0]) : 0;
	double y = tir_is_float(t) ? tir_float_value(t, a[1]) : 0;
	switch (f) {
	case CTPOP: return (uint64_t)__builtin_popcountll(a[0]);
	case CTLZ: return leading(t, a[0]);
	case CTTZ: return trailing(t, a[0]);
	case ABS: return interp_signed(t, a[0]) < 0 ? (0 - a[0]) & ones(t) : a[0];
	case BSWAP: return __builtin_bswap64(a[0]) >> (64u - t.bits);
	case BITREVERSE: return reverse_bits(t, a[0]);
	case FSHL: return funnel(t, a, false);
	case FSHR: return funnel(t, a, true);
	case ADD_SAT: return saturated(t, a[0], a[1], false);
	case SUB_SAT: return saturated(t, a[0], a[1], true);
	case ROUND_AWAY: return tir_float_bits(t, round(x));
	case MINNUM: return tir_float_bits(t, fmin(x, y));
	case MAXNUM: return tir_float_bits(t, fmax(x, y));
	}
	return 0;
}

enum how { BUILTIN, LANE, NODE, REDUCE, NOTHING };
enum sign { ANY, SIGNED, UNSIGNED, FLOATING };
static const struct intrinsic {
	const char *name;     /* after "llvm.", without the types */
	uint8_t how, n, sign; /* operands; what the lanes are read as */
	int what;
} intrinsics[] = {
        {"abs", LANE, 2, SIGNED, ABS},
        {"bitreverse", LANE, 1, UNSIGNED, BITREVERSE},
        {"bswap", LANE, 1, UNSIGNED, BSWAP},
        {"ceil", BUILTIN, 1, FLOATING, TIR_BUILTIN_CEIL},
        {"copysign", BUILTIN, 2, FLOATING, TIR_BUILTIN_COPYSIGN},
        {"cos", BUILTIN, 1, FLOATING, TIR_BUILTIN_COS},
        {"ctlz", LANE, 2, UNSIGNED, CTLZ},
        {"ctpop", LANE, 1, UNSIGNED, CTPOP},
        {"cttz", LANE, 2, UNSIGNED, CTTZ},
        {"donothing", NOTHING, 0, ANY, 0},
        {"exp", BUILTIN, 1, FLOATING, TIR_BUILTIN_EXP},
        {"exp2", BUILTIN, 1, FLOATING, TIR_BUILTIN_EXP2},
        {"fabs", BUILTIN, 1, FLOATING, TIR_BUILTIN_FABS},
        {"floor", BUILTIN, 1, FLOATING, TIR_BUILTIN_FLOOR},
        {"fma", BUILTIN, 3, FLOATING, TIR_BUILTIN_FMA},
        {"fmuladd", BUILTIN, 3, FLOATING, TIR_BUILTIN_FMA},
        {"fshl", LANE, 3, UNSIGNED, FSHL},
        {"fshr", LANE, 3, UNSIGNED, FSHR},
        {"log", BUILTIN, 1, FLOATING, TIR_BUILTIN_LOG},
        {"log10", BUILTIN, 1, FLOATING, TIR_BUILTIN_LOG10},
        {"log2", BUILTIN, 1, FLOATING, TIR_BUILTIN_LOG2},
        {"maxnum", LANE, 2, FLOATING, MAXNUM},
        {"minnum", LANE, 2, FLOATING, MINNUM},
        {"nearbyint", BUILTIN, 1, FLOATING, TIR_BUILTIN_NEARBYINT},
        {"pow", BUILTIN, 2, FLOATING, TIR_BUILTIN_POW},
        {"rint", BUILTIN, 1, FLOATING, TIR_BUILTIN_NEARBYINT},
        {"round", LANE, 1, FLOATING, ROUND_AWAY},
        {"roundeven", BUILTIN, 1, FLOATING, TIR_BUILTIN_NEARBYINT},
        {"sadd.sat", LANE, 2, SIGNED, ADD_SAT},
        {"sin", BUILTIN, 1, FLOATING, TIR_BUILTIN_SIN},
        {"smax", NODE, 2, SIGNED, TIR_MAX},
        {"smin", NODE, 2, SIGNED, TIR_MIN},
        {"sqrt", BUILTIN, 1, FLOATING, TIR_BUILTIN_SQRT},
        {"ssub.sat", LANE, 2, SIGNED, SUB_SAT},
        {"trunc", BUILTIN, 1, FLOATING, TIR_BUILTIN_TRUNC},
        {"uadd.sat", LANE, 2, UNSIGNED, ADD_SAT},
        {"umax", NODE, 2, UNSIGNED, TIR_MAX},
        {"umin", NODE, 2, UNSIGNED, TIR_MIN},
        {"usub.sat", LANE, 2, UNSIGNED, SUB_SAT},
        {"vector.reduce.add", REDUCE, 1, UNSIGNED, TIR_ADD},
        {"vector.reduce.and", REDUCE, 1, UNSIGNED, TIR_BITAND},
        {"vector.reduce.mul", REDUCE, 1, UNSIGNED, TIR_MUL},
        {"vector.reduce.or", REDUCE, 1, UNSIGNED, TIR_BITOR},
        {"vector.reduce.smax", REDUCE, 1, SIGNED, TIR_MAX},
        {"vector.reduce.smin", REDUCE, 1, SIGNED, TIR_MIN},
        {"vector.reduce.umax", REDUCE, 1, UNSIGNED, TIR_MAX},
        {"vector.reduce.umin", REDUCE, 1, UNSIGNED, TIR_MIN},
        {"vector.reduce.xor", REDUCE, 1, UNSIGNED, TIR_BITXOR},
};

/* Are these the last parts of a name, types such as ".i32" and ".v4f32"? */
static bool is_types(const char *s)
{
	while (*s == '.') {
		s++;
		if (*s == 'v')
			s++;
		if (!strchr("0123456789ibf", *s) || !*s)
			return false;
		while (*s && *s != '.')
			s++;
	}
	return !*s;
}

/* The row of a name, types aside. */
static const struct intrinsic *find(const char *name)
{
	if (strncmp(name, "llvm.", 5) != 0)
		return NULL;
	name += 5;
	for (size_t i = 0; i < sizeof intrinsics / sizeof intrinsics[0]; i++) {
		size_t n = strlen(intrinsics[i].name);
		if (!strncmp(name, intrinsics[i].name, n) && is_types(name + n))
			return &intrinsics[i];
	}
	return NULL;
}

/* The lane type as the intrinsic reads it, or void if the operand is of the wrong kind. */
static struct tir_type lane_type(const struct intrinsic *in, struct tir_type t)
{
	if (tir_is_float(t) != (in->sign == FLOATING) || !(tir_is_float(t) || tir_is_int(t)))
		return TIR_VOID;
	t.lanes = 1;
	if (in->sign != FLOATING)
		t.code = in->sign == SIGNED ? TIR_TYPE_INT : TIR_TYPE_UINT;
	return t;
}

bool interp_llvm(const char *name, struct tir_type ret, uint32_t n, const struct tir_type *types,
        const uint64_t *const *args, uint64_t *out)
{
	const struct intrinsic *in = find(name);
	if (!in || in->n != n)
		return false;
	if (in->how == NOTHING)
		return true;
	struct tir_type t = lane_type(in, types[0]);
	if (t.code == TIR_TYPE_VOID || ret.bits != t.bits)
		return false;
	if (in->how == REDUCE) {
		*out = args[0][0];
		for (unsigned i = 1; i < types[0].lanes; i++)
			*out = pick((enum tir_op)in->what, t, *out, args[0][i]);
		return ret.lanes == 1;
	}
	for (unsigned i = 0; i < ret.lanes; i++) {
		uint64_t v[3] = {0, 0, 0};
		for (uint32_t k = 0; k < n; k++)
			v[k] = args[k][types[k].lanes == ret.lanes ? i : 0];
		if (in->how == LANE)
			out[i] = lane((enum lane_function)in->what, t, v);
		else if (in->how == NODE)
			out[i] = pick((enum tir_op)in->what, t, v[0], v[1]);
		else if (!interp_math((enum tir_builtin)in->what, t, v, &out[i]))
			return false;
	}
	return true;
}
