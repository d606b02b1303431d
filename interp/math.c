/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interp/math.c: float functions of one lane, by builtin and by C name.
 *
 * Idea.   float32 and narrower go through the float functions of libm and are rounded, float64
 *         through the double ones; what TVM expands is computed as it expands it.
 * Sources: TVM 0.27 intrinsic rules for CPU (src/target/llvm/intrin_rule_llvm.cc,
 *         intrin_rule.cc). */
#include <math.h>
#include <stdlib.h>

#include "interp/internal.h"

/* TVM's expansions, once for each type. */
#define EXPANSIONS(T, f)                                                                           \
	static T exp10##f##_(T x)                                                                  \
	{                                                                                          \
		return exp##f(x * (T)2.302585093);                                                 \
	}                                                                                          \
	static T rsqrt##f##_(T x)                                                                  \
	{                                                                                          \
		return 1 / sqrt##f(x);                                                             \
	}                                                                                          \
	static T tan##f##_(T x)                                                                    \
	{                                                                                          \
		return sin##f(x) / cos##f(x);                                                      \
	}                                                                                          \
	static T tanh##f##_(T x)                                                                   \
	{                                                                                          \
		T down = exp##f(-2 * x), up = exp##f(2 * x);                                       \
		return x >= 0 ? (1 - down) / (1 + down) : (up - 1) / (up + 1);                     \
	}                                                                                          \
	static T atanh##f##_(T x)                                                                  \
	{                                                                                          \
		return (T)0.5 * (log##f(1 + x) - log##f(1 - x));                                   \
	}                                                                                          \
	static T sigmoid##f##_(T x)                                                                \
	{                                                                                          \
		return 1 / (1 + exp##f(-x));                                                       \
	}                                                                                          \
	static T round##f##_(T x)                                                                  \
	{                                                                                          \
		return rint##f(x); /* in the mode nobody changes: half to even */                  \
	}
EXPANSIONS(float, f)
EXPANSIONS(double, )

/* A function of n floats in both widths. */
struct function {
	unsigned n;
	float (*f1)(float);
	double (*d1)(double);
	float (*f2)(float, float);
	double (*d2)(double, double);
	float (*f3)(float, float, float);
	double (*d3)(double, double, double);
};
#define ONE(name)   {1, name##f, name, NULL, NULL, NULL, NULL}
#define OURS(name)  {1, name##f_, name##_, NULL, NULL, NULL, NULL}
#define TWO(name)   {2, NULL, NULL, name##f, name, NULL, NULL}
#define THREE(name) {3, NULL, NULL, NULL, NULL, name##f, name}

static const struct function functions[TIR_NBUILTINS] = {
        [TIR_BUILTIN_EXP] = ONE(exp),
        [TIR_BUILTIN_EXP2] = ONE(exp2),
        [TIR_BUILTIN_EXP10] = OURS(exp10),
        [TIR_BUILTIN_LOG] = ONE(log),
        [TIR_BUILTIN_LOG2] = ONE(log2),
        [TIR_BUILTIN_LOG10] = ONE(log10),
        [TIR_BUILTIN_LOG1P] = ONE(log1p),
        [TIR_BUILTIN_SQRT] = ONE(sqrt),
        [TIR_BUILTIN_RSQRT] = OURS(rsqrt),
        [TIR_BUILTIN_FLOOR] = ONE(floor),
        [TIR_BUILTIN_CEIL] = ONE(ceil),
        [TIR_BUILTIN_TRUNC] = ONE(trunc),
        [TIR_BUILTIN_FABS] = ONE(fabs),
        [TIR_BUILTIN_ROUND] = OURS(round),
        [TIR_BUILTIN_NEARBYINT] = OURS(round),
        [TIR_BUILTIN_SIN] = ONE(sin),
        [TIR_BUILTIN_COS] = ONE(cos),
        [TIR_BUILTIN_TAN] = OURS(tan),
        [TIR_BUILTIN_SINH] = ONE(sinh),
        [TIR_BUILTIN_COSH] = ONE(cosh),
        [TIR_BUILTIN_TANH] = OURS(tanh),
        [TIR_BUILTIN_ASIN] = ONE(asin),
        [TIR_BUILTIN_ACOS] = ONE(acos),
        [TIR_BUILTIN_ATAN] = ONE(atan),
        [TIR_BUILTIN_ASINH] = ONE(asinh),
        [TIR_BUILTIN_ACOSH] = ONE(acosh),
        [TIR_BUILTIN_ATANH] = OURS(atanh),
        [TIR_BUILTIN_SIGMOID] = OURS(sigmoid),
        [TIR_BUILTIN_ERF] = ONE(erf),
        [TIR_BUILTIN_POW] = TWO(pow),
        [TIR_BUILTIN_ATAN2] = TWO(atan2),
        [TIR_BUILTIN_HYPOT] = TWO(hypot),
        [TIR_BUILTIN_NEXTAFTER] = TWO(nextafter),
        [TIR_BUILTIN_COPYSIGN] = TWO(copysign),
        [TIR_BUILTIN_FMOD] = TWO(fmod),
        [TIR_BUILTIN_FMA] = THREE(fma),
};

static uint64_t apply(const struct function *f, struct tir_type t, const uint64_t *args)
{
	double v[3] = {0, 0, 0};
	for (unsigned i = 0; i < f->n; i++)
		v[i] = tir_float_value(t, args[i]);
	float x = (float)v[0], y = (float)v[1], z = (float)v[2];
	if (t.bits == 64)
		v[0] = f->n == 1   ? f->d1(v[0])
		       : f->n == 2 ? f->d2(v[0], v[1])
		                   : f->d3(v[0], v[1], v[2]);
	else
		v[0] = f->n == 1   ? (double)f->f1(x)
		       : f->n == 2 ? (double)f->f2(x, y)
		                   : (double)f->f3(x, y, z);
	return tir_float_bits(t, v[0]);
}

bool interp_math(enum tir_builtin b, struct tir_type t, const uint64_t *args, uint64_t *out)
{
	if (!tir_is_float(t))
		return false;
	if (b == TIR_BUILTIN_ISNAN) {
		*out = isnan(tir_float_value(t, args[0])) != 0;
		return true;
	}
	if (b == TIR_BUILTIN_FABS && (t.code == TIR_TYPE_FLOAT || t.code == TIR_TYPE_BFLOAT)) {
		*out = args[0] & ((UINT64_C(1) << (t.bits - 1)) - 1); /* of a NaN, too */
		return true;
	}
	if (b == TIR_BUILTIN_LDEXP) { /* the second is an int32 */
		double v = ldexp(tir_float_value(t, args[0]), (int32_t)(uint32_t)args[1]);
		*out = tir_float_bits(t, v);
		return true;
	}
	const struct function *f = &functions[b];
	/* the next float32 rounds back to the same narrow one */
	if (f->n == 0 || (b == TIR_BUILTIN_NEXTAFTER && t.bits < 32))
		return false;
	*out = apply(f, t, args);
	return true;
}

/* ---- the C library by name --------------------------------------------------------------*/
static const struct {
	const char *name;
	struct function f;
} library[] = {
        {"acos", ONE(acos)},
        {"acosh", ONE(acosh)},
        {"asin", ONE(asin)},
        {"asinh", ONE(asinh)},
        {"atan", ONE(atan)},
        {"atan2", TWO(atan2)},
        {"atanh", ONE(atanh)},
        {"cbrt", ONE(cbrt)},
        {"ceil", ONE(ceil)},
        {"copysign", TWO(copysign)},
        {"cos", ONE(cos)},
        {"cosh", ONE(cosh)},
        {"erf", ONE(erf)},
        {"erfc", ONE(erfc)},
        {"exp", ONE(exp)},
        {"exp2", ONE(exp2)},
        {"expm1", ONE(expm1)},
        {"fabs", ONE(fabs)},
        {"fdim", TWO(fdim)},
        {"floor", ONE(floor)},
        {"fma", THREE(fma)},
        {"fmax", TWO(fmax)},
        {"fmin", TWO(fmin)},
        {"fmod", TWO(fmod)},
        {"hypot", TWO(hypot)},
        {"log", ONE(log)},
        {"log10", ONE(log10)},
        {"log1p", ONE(log1p)},
        {"log2", ONE(log2)},
        {"nearbyint", ONE(nearbyint)},
        {"nextafter", TWO(nextafter)},
        {"pow", TWO(pow)},
        {"remainder", TWO(remainder)},
        {"rint", ONE(rint)},
        {"round", ONE(round)},
        {"sin", ONE(sin)},
        {"sinh", ONE(sinh)},
        {"sqrt", ONE(sqrt)},
        {"tan", ONE(tan)},
        {"tanh", ONE(tanh)},
        {"tgamma", ONE(tgamma)},
        {"trunc", ONE(trunc)},
};

/* The function whose name (n bytes) this is. */
static const struct function *find(const char *name, size_t n)
{
	for (size_t i = 0; i < sizeof library / sizeof library[0]; i++)
		if (strlen(library[i].name) == n && !memcmp(library[i].name, name, n))
			return &library[i].f;
	return NULL;
}

bool interp_libm(const char *name, struct tir_type ret, uint32_t n, const struct tir_type *types,
        const uint64_t *args, uint64_t *out)
{
	size_t length = strlen(name);
	const struct function *f = find(name, length);
	unsigned bits = 64;
	if (!f && length && name[length - 1] == 'f') {
		f = find(name, length - 1);
		bits = 32;
	}
	struct tir_type t = tir_type(TIR_TYPE_FLOAT, bits, 1);
	if (!f || f->n != n || !tir_type_eq(ret, t))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!tir_type_eq(types[i], t))
			return false;
	*out = apply(f, t, args);
	return true;
}
