/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/math.c: math builtins: an intrinsic where LLVM's code is right, else the C library's
 * function a lane, else the expansion TVM makes (tirscript.md 5.1). */
#include "lowering/internal.h"

static void add_attribute(struct lower *l, LLVMValueRef f, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
	        LLVMCreateEnumAttribute(l->ctx, kind, 0));
}

LLVMValueRef lower_pure_function(struct lower *l, const char *name, LLVMTypeRef ret,
        LLVMValueRef *x, unsigned n)
{
	LLVMTypeRef *types = ARENA_NEWN(l->arena, LLVMTypeRef, n + 1);
	for (unsigned i = 0; i < n; i++)
		types[i] = LLVMTypeOf(x[i]);
	LLVMTypeRef type = LLVMFunctionType(ret, types, n, false);
	bool fresh;
	LLVMValueRef f = lower_outside(l, name, type, &fresh);
	if (fresh) {
		add_attribute(l, f, "memory"); /* 0: none */
		add_attribute(l, f, "nounwind");
		add_attribute(l, f, "willreturn");
	}
	return LLVMBuildCall2(l->b, type, f, x, n, "");
}

/* The function on each lane. */
static LLVMValueRef library(struct lower *l, const char *name, struct tir_type t, LLVMValueRef *x,
        unsigned n)
{
	struct tir_type s = tir_lanes(t, 1);
	LLVMValueRef all = t.lanes > 1 ? LLVMGetPoison(lower_type(l, t)) : NULL;
	for (unsigned k = 0; k < t.lanes; k++) {
		LLVMValueRef lane[3];
		for (unsigned i = 0; i < n; i++)
			lane[i] = lower_lane(l, x[i], k);
		LLVMValueRef v = lower_pure_function(l, name, lower_type(l, s), lane, n);
		all = all ? LLVMBuildInsertElement(l->b, all, v,
		                    LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false), "")
		          : v;
	}
	return all;
}

static LLVMValueRef one(struct lower *l, enum tir_builtin b, struct tir_type t, LLVMValueRef x)
{
	return lower_math(l, b, t, &x, 1);
}

/* With e = e^-2|x|: (1 - e) / (1 + e), and (e - 1) / (e + 1) for x < 0, as TVM has it. */
static LLVMValueRef tanh_of(struct lower *l, struct tir_type t, const LLVMValueRef *of)
{
	LLVMValueRef x = *of, c1 = lower_const_float(l, t, 1);
	LLVMValueRef positive = LLVMBuildFCmp(l->b, LLVMRealOGE, x, lower_const_float(l, t, 0), "");
	LLVMValueRef factor = LLVMBuildSelect(l->b, positive, lower_const_float(l, t, -2),
	        lower_const_float(l, t, 2), "");
	LLVMValueRef e = one(l, TIR_BUILTIN_EXP, t, LLVMBuildFMul(l->b, x, factor, ""));
	LLVMValueRef up = LLVMBuildSelect(l->b, positive, LLVMBuildFSub(l->b, c1, e, ""),
	        LLVMBuildFSub(l->b, e, c1, ""), "");
	return LLVMBuildFDiv(l->b, up, LLVMBuildFAdd(l->b, e, c1, ""), "");
}

static LLVMValueRef exp10_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	return one(l, TIR_BUILTIN_EXP, t,
	        LLVMBuildFMul(l->b, x[0], lower_const_float(l, t, 2.302585093), ""));
}

static LLVMValueRef rsqrt_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	LLVMValueRef c1 = lower_const_float(l, t, 1);
	return LLVMBuildFDiv(l->b, c1, one(l, TIR_BUILTIN_SQRT, t, x[0]), "");
}

static LLVMValueRef tan_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	return LLVMBuildFDiv(l->b, one(l, TIR_BUILTIN_SIN, t, x[0]),
	        one(l, TIR_BUILTIN_COS, t, x[0]), "");
}

static LLVMValueRef sigmoid_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	LLVMValueRef c1 = lower_const_float(l, t, 1);
	LLVMValueRef v = one(l, TIR_BUILTIN_EXP, t,
	        LLVMBuildFSub(l->b, lower_const_float(l, t, 0), x[0], ""));
	return LLVMBuildFDiv(l->b, c1, LLVMBuildFAdd(l->b, c1, v, ""), "");
}

static LLVMValueRef atanh_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	LLVMValueRef c1 = lower_const_float(l, t, 1);
	LLVMValueRef v = LLVMBuildFSub(l->b,
	        one(l, TIR_BUILTIN_LOG, t, LLVMBuildFAdd(l->b, c1, x[0], "")),
	        one(l, TIR_BUILTIN_LOG, t, LLVMBuildFSub(l->b, c1, x[0], "")), "");
	return LLVMBuildFMul(l->b, v, lower_const_float(l, t, 0.5), "");
}

static LLVMValueRef fma_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	LLVMTypeRef type = lower_type(l, t);
	return lower_intrinsic(l, "llvm.fma", &type, 1, (LLVMValueRef[]){x[0], x[1], x[2]}, 3);
}

static LLVMValueRef isnan_of(struct lower *l, struct tir_type t, const LLVMValueRef *x)
{
	(void)t;
	return LLVMBuildFCmp(l->b, LLVMRealUNO, x[0], x[0], "");
}

/* What is neither an intrinsic of LLVM's nor a function of C's. */
typedef LLVMValueRef expansion(struct lower *l, struct tir_type t, const LLVMValueRef *x);
static expansion *const expansions[TIR_NBUILTINS] = {
        [TIR_BUILTIN_EXP10] = exp10_of,
        [TIR_BUILTIN_RSQRT] = rsqrt_of,
        [TIR_BUILTIN_TAN] = tan_of,
        [TIR_BUILTIN_TANH] = tanh_of,
        [TIR_BUILTIN_SIGMOID] = sigmoid_of,
        [TIR_BUILTIN_ATANH] = atanh_of,
        [TIR_BUILTIN_FMA] = fma_of,
        [TIR_BUILTIN_ISNAN] = isnan_of,
};

LLVMValueRef lower_math(struct lower *l, enum tir_builtin b, struct tir_type t, LLVMValueRef *x,
        unsigned n)
{
	const struct tir_builtininfo *i = &tir_builtins[b];
	LLVMTypeRef type = lower_type(l, t);
	if (t.bits < 32 && b != TIR_BUILTIN_FABS) { /* through float, rounded once */
		struct tir_type f = tir_lanes(TIR_F32, t.lanes);
		LLVMValueRef wide[3];
		for (unsigned k = 0; k < n; k++)
			wide[k] = b == TIR_BUILTIN_LDEXP && k ? x[k] : lower_cast(l, x[k], t, f);
		LLVMValueRef v = lower_math(l, b, f, wide, n);
		return b == TIR_BUILTIN_ISNAN ? v : lower_cast(l, v, f, t);
	}
	if (b == TIR_BUILTIN_FABS && lower_is_storage_float(t))
		return LLVMBuildAnd(l->b, x[0],
		        lower_const_int(l, tir_type(TIR_TYPE_UINT, t.bits, t.lanes),
		                (INT64_C(1) << (t.bits - 1)) - 1),
		        "");
	char full[40];
	snprintf(full, sizeof full, "%s%s", i->libm, t.bits == 32 ? "f" : "");
	if (t.bits >= 32 && lower_exported(l, full))
		return lower_refuse(l, t,
		        "T.%s calls the C library's '%s', but a function of this module is "
		        "exported by that name",
		        i->text, full);
	if (*i->llvm)
		return lower_intrinsic(l, i->llvm, &type, 1, x, n);
	if (*i->libm)
		return library(l, full, t, x, n);
	return expansions[b] ? expansions[b](l, t, x)
	                     : lower_refuse(l, t, "T.%s is not supported", i->text);
}
