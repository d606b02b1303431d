/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/call.c: calls. */
#include "lowering/internal.h"

static void arguments(struct lower *l, const struct tir_expr *e, uint32_t first, LLVMValueRef *x)
{
	for (uint32_t i = first; i < e->n; i++) {
		x[i - first] = lower_expr(l, e->arg[i]);
		if (e->arg[i]->type.code == TIR_TYPE_BOOL && e->arg[i]->type.lanes == 1)
			x[i - first] = LLVMBuildZExt(l->b, x[i - first],
			        LLVMInt8TypeInContext(l->ctx), "");
	}
}

static LLVMValueRef result(struct lower *l, LLVMValueRef v, struct tir_type t)
{
	if (t.code != TIR_TYPE_BOOL || t.lanes > 1)
		return v;
	return LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

static LLVMTypeRef result_type(struct lower *l, struct tir_type t)
{
	return t.code == TIR_TYPE_BOOL && t.lanes == 1 ? LLVMInt8TypeInContext(l->ctx)
	                                               : lower_type(l, t);
}

/* memory(read): two bits for each of LLVM's six kinds of memory. */
enum { MEMORY_READ = 0x555 };

/* What an effect is to LLVM, as attributes of the call; of the function too, if the call is the
 * first to name it. */
static void promise(struct lower *l, LLVMValueRef call, LLVMValueRef fresh, enum tir_effect effect)
{
	static const struct row {
		enum tir_effect effect;
		const char *name;
		uint64_t value;
	} rows[] = {{TIR_PURE, "memory", 0}, {TIR_PURE, "nounwind", 0}, {TIR_PURE, "willreturn", 0},
	        {TIR_READS, "memory", MEMORY_READ}, {TIR_READS, "nounwind", 0},
	        {TIR_READS, "willreturn", 0}, {TIR_NORETURN, "noreturn", 0}};
	const LLVMAttributeIndex index = (LLVMAttributeIndex)LLVMAttributeFunctionIndex;
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const struct row *r = &rows[i];
		if (r->effect != effect)
			continue;
		unsigned kind = LLVMGetEnumAttributeKindForName(r->name, strlen(r->name));
		LLVMAttributeRef a = LLVMCreateEnumAttribute(l->ctx, kind, r->value);
		LLVMAddCallSiteAttribute(call, index, a);
		if (fresh)
			LLVMAddAttributeAtIndex(fresh, index, a);
	}
}

/* Integers narrower than int are extended by the caller, where the target's C wants it. */
static void extend_arguments(struct lower *l, LLVMValueRef call, LLVMValueRef fresh,
        const struct tir_expr *e)
{
	for (uint32_t i = 1; i < e->n; i++) {
		struct tir_type t = e->arg[i]->type;
		if (t.lanes > 1 || t.bits >= 32 || !tir_is_integral(t))
			continue;
		const char *name = t.code == TIR_TYPE_INT ? "signext" : "zeroext";
		unsigned kind = LLVMGetEnumAttributeKindForName(name, 7);
		LLVMAttributeRef a = LLVMCreateEnumAttribute(l->ctx, kind, 0);
		LLVMAddCallSiteAttribute(call, i, a);
		if (fresh)
			LLVMAddAttributeAtIndex(fresh, i, a);
	}
}

/* A function of C: as its prototype says, where a header has one. */
static LLVMValueRef external(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef *x = ARENA_NEWN(l->arena, LLVMValueRef, e->n);
	LLVMTypeRef *types = ARENA_NEWN(l->arena, LLVMTypeRef, e->n);
	const char *name = e->arg[0]->u.str;
	const struct tir_extern *prototype = tir_find_extern(l->m, name);
	bool variadic = prototype && prototype->variadic;
	arguments(l, e, 1, x);
	for (uint32_t i = 0; i + 1 < e->n; i++)
		types[i] = LLVMTypeOf(x[i]);
	LLVMTypeRef type = LLVMFunctionType(result_type(l, e->type), types,
	        variadic ? prototype->nparams : e->n - 1u, variadic);
	bool fresh;
	LLVMValueRef f = lower_outside(l, name, type, &fresh);
	if (lower_exported(l, name) && LLVMGlobalGetValueType(f) != type)
		return lower_refuse(l, e->type,
		        "'%s' is a function of this module, which takes or returns other types",
		        name);
	LLVMValueRef call = LLVMBuildCall2(l->b, type, f, x, e->n - 1u, "");
	promise(l, call, fresh ? f : NULL, tir_call_effect(e));
	extend_arguments(l, call, fresh ? f : NULL, e);
	return result(l, call, e->type);
}

/* Another function of the module. */
static LLVMValueRef global(struct lower *l, const struct tir_expr *e)
{
	const struct tir_func *g = tir_find_func(l->m, tir_call_name(l->m, e));
	LLVMValueRef *x = ARENA_NEWN(l->arena, LLVMValueRef, e->n + 1), f = NULL;
	for (uint32_t i = 0; g && i < l->m->funcs.n; i++)
		if (l->m->funcs.at[i] == g)
			f = l->func[i];
	arguments(l, e, 0, x);
	bool fits = f && LLVMCountParams(f) == e->n &&
	            (e->type.code == TIR_TYPE_VOID || tir_type_eq(g->ret, e->type));
	for (uint32_t i = 0; fits && i < e->n; i++)
		fits = LLVMTypeOf(LLVMGetParam(f, i)) == LLVMTypeOf(x[i]);
	if (!fits)
		return lower_refuse(l, e->type,
		        "call of a function that does not exist, or with other arguments");
	return result(l, LLVMBuildCall2(l->b, LLVMGlobalGetValueType(f), f, x, e->n, ""), e->type);
}

static LLVMValueRef is_set(struct lower *l, LLVMValueRef v)
{
	return LLVMBuildICmp(l->b, LLVMIntNE, v, LLVMConstNull(LLVMTypeOf(v)), "");
}

/* x * y * 2^(s - q), rounded half up, in 64 bits. */
static LLVMValueRef multiply_shift(struct lower *l, const struct tir_expr *e)
{
	struct tir_type w = tir_type(TIR_TYPE_INT, 64, e->type.lanes);
	bool per_axis = e->u.call.builtin == TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS;
	LLVMValueRef a[7], v = l->hooks->multiply_shift(l, e);
	if (v)
		return v;
	for (uint32_t i = 0; i < e->n; i++)
		a[i] = lower_splat(l,
		        lower_cast(l, lower_expr(l, e->arg[i]), e->arg[i]->type,
		                tir_lanes(w, e->arg[i]->type.lanes)),
		        e->arg[i]->type.lanes == e->type.lanes ? 1 : e->type.lanes);
	LLVMValueRef zero = lower_const_int(l, w, 0), s = a[3], left, right, q;
	if (per_axis) {
		left = LLVMBuildSelect(l->b, is_set(l, a[5]), a[2], zero, "");
		right = LLVMBuildSelect(l->b, is_set(l, a[6]), a[3], zero, "");
		q = a[4];
	} else {
		LLVMValueRef up = LLVMBuildICmp(l->b, LLVMIntSGT, s, zero, "");
		q = a[2];
		left = LLVMBuildSelect(l->b, up, s, zero, "");
		right = LLVMBuildSelect(l->b, up, zero, LLVMBuildNeg(l->b, s, ""), "");
	}
	LLVMValueRef shift = LLVMBuildAdd(l->b, right, q, ""), onev = lower_const_int(l, w, 1);
	v = LLVMBuildMul(l->b, LLVMBuildShl(l->b, a[0], left, ""), a[1], "");
	LLVMValueRef half = LLVMBuildShl(l->b, onev, LLVMBuildSub(l->b, shift, onev, ""), "");
	v = lower_shift_right(l, true, LLVMBuildAdd(l->b, v, half, ""), shift);
	return lower_cast(l, v, w, e->type);
}

static LLVMValueRef count_zeros(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef x[2] = {
	        lower_expr(l, e->arg[0]), LLVMConstInt(LLVMInt1TypeInContext(l->ctx), 0, false)};
	LLVMTypeRef t = LLVMTypeOf(x[0]);
	LLVMValueRef v = lower_intrinsic(l, "llvm.ctlz", &t, 1, x, 2);
	return lower_cast(l, v,
	        tir_type(TIR_TYPE_UINT, e->arg[0]->type.bits, e->arg[0]->type.lanes), e->type);
}

static LLVMValueRef reinterpret(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef v = lower_expr(l, e->arg[0]);
	LLVMTypeRef t = lower_type(l, e->type);
	if (e->type.code == TIR_TYPE_HANDLE && tir_is_int(e->arg[0]->type))
		return LLVMBuildIntToPtr(l->b, v, t, "");
	if (e->arg[0]->type.code == TIR_TYPE_HANDLE && tir_is_int(e->type))
		return LLVMBuildPtrToInt(l->b, v, t, "");
	return LLVMBuildBitCast(l->b, v, t, "");
}

/* A half of a vector, or two vectors side by side. */
static LLVMValueRef halves(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef a = lower_expr(l, e->arg[0]),
	             b = e->n > 1 ? lower_expr(l, e->arg[1]) : LLVMGetPoison(LLVMTypeOf(a));
	unsigned n = e->type.lanes, from = e->u.call.builtin == TIR_BUILTIN_VECTORHIGH ? n : 0;
	LLVMValueRef *mask = ARENA_NEWN(l->arena, LLVMValueRef, n);
	for (unsigned i = 0; i < n; i++)
		mask[i] = LLVMConstInt(LLVMInt32TypeInContext(l->ctx), from + i, false);
	LLVMValueRef v = LLVMBuildShuffleVector(l->b, a, b, LLVMConstVector(mask, n), "");
	return n == 1 ? lower_lane(l, v, 0) : v;
}

/* Lane k: base + k < limit, unsigned and without wrap. */
static LLVMValueRef lane_mask(struct lower *l, const struct tir_expr *e)
{
	LLVMTypeRef i128 = LLVMIntTypeInContext(l->ctx, 128);
	LLVMValueRef base = LLVMBuildZExt(l->b, lower_expr(l, e->arg[0]), i128, ""),
	             limit = LLVMBuildZExt(l->b, lower_expr(l, e->arg[1]), i128, "");
	LLVMValueRef all = LLVMGetPoison(lower_type(l, e->type));
	for (unsigned k = 0; k < e->type.lanes; k++) {
		LLVMValueRef v = LLVMBuildICmp(l->b, LLVMIntULT,
		        LLVMBuildAdd(l->b, base, LLVMConstInt(i128, k, false), ""), limit, "");
		all = LLVMBuildInsertElement(l->b, all, v,
		        LLVMConstInt(LLVMInt32TypeInContext(l->ctx), k, false), "");
	}
	return all;
}

static LLVMValueRef add_bytes(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef p = lower_expr(l, e->arg[0]),
	             k = lower_widen_index(l, lower_expr(l, e->arg[1]), e->arg[1]->type);
	return LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(l->ctx), p, &k, 1, "");
}

/* ptr + offset elements of the annotated type. */
static LLVMValueRef access_pointer(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef p = lower_expr(l, e->arg[1]),
	             k = lower_widen_index(l, lower_expr(l, e->arg[2]), e->arg[2]->type);
	k = LLVMBuildMul(l->b, k, LLVMConstInt(l->word, tir_type_bytes(e->arg[0]->type), false),
	        "");
	return LLVMBuildGEP2(l->b, LLVMInt8TypeInContext(l->ctx), p, &k, 1, "");
}

/* ---- Packed calls (docs/abi.md) ----------------------------------------------------------*/
static void put(struct lower *l, LLVMTypeRef t, LLVMValueRef p, unsigned field, LLVMValueRef v)
{
	LLVMBuildStore(l->b, v, LLVMBuildStructGEP2(l->b, t, p, field, ""));
}

static LLVMValueRef i32(struct lower *l, uint64_t v)
{
	return LLVMConstInt(LLVMInt32TypeInContext(l->ctx), v, false);
}

static LLVMValueRef make_shape(struct lower *l, const struct tir_expr *e)
{
	LLVMTypeRef i64 = LLVMInt64TypeInContext(l->ctx);
	LLVMValueRef p = lower_alloca(l, i64, e->n ? e->n : 1, 8);
	for (uint32_t i = 0; i < e->n; i++) {
		LLVMValueRef k = i32(l, i), v = lower_cast(l, lower_expr(l, e->arg[i]),
		                                    e->arg[i]->type, TIR_INT64);
		LLVMBuildStore(l->b, v, LLVMBuildGEP2(l->b, i64, p, &k, 1, ""));
	}
	return p;
}

/* (data, shape, strides, ndim, an element, elem_offset) as a DLTensor on the stack. */
static LLVMValueRef make_array(struct lower *l, const struct tir_expr *e)
{
	static const uint8_t codes[] = {[TIR_TYPE_INT] = 0,
	        [TIR_TYPE_UINT] = 1,
	        [TIR_TYPE_BOOL] = 6,
	        [TIR_TYPE_FLOAT] = 2,
	        [TIR_TYPE_BFLOAT] = 4};
	struct tir_type t = tir_tensor_type(e);
	LLVMTypeRef p = LLVMPointerTypeInContext(l->ctx, 0), w = LLVMInt32TypeInContext(l->ctx),
	            d = LLVMInt64TypeInContext(l->ctx);
	LLVMTypeRef field[] = {p, w, w, w, w, p, p, d};
	LLVMTypeRef type = LLVMStructTypeInContext(l->ctx, field, 8, false);
	LLVMValueRef s = lower_alloca(l, type, 1, 8);
	if (t.code > TIR_TYPE_BFLOAT)
		return lower_refuse(l, e->type,
		        "a tensor of this type cannot be passed to a packed function");
	put(l, type, s, 0, lower_expr(l, e->arg[0]));
	put(l, type, s, 1, i32(l, 1));
	put(l, type, s, 2, i32(l, 0));
	put(l, type, s, 3, lower_cast(l, lower_expr(l, e->arg[3]), e->arg[3]->type, TIR_INT32));
	put(l, type, s, 4,
	        i32(l, codes[t.code] | (uint32_t)(t.code == TIR_TYPE_BOOL ? 8 : t.bits) << 8 |
	                        (uint32_t)t.lanes << 16));
	put(l, type, s, 5, lower_expr(l, e->arg[1]));
	put(l, type, s, 6, LLVMConstNull(p));
	LLVMValueRef k = lower_cast(l, lower_expr(l, e->arg[5]), e->arg[5]->type, TIR_INT64);
	put(l, type, s, 7, LLVMBuildMul(l->b, k, LLVMConstInt(d, tir_type_bytes(t), false), ""));
	return s;
}

/* One argument as a TVMFFIAny: its type index and eight bytes. */
static void put_any(struct lower *l, const struct tir_expr *a, LLVMValueRef at)
{
	LLVMTypeRef w = LLVMInt32TypeInContext(l->ctx), d = LLVMInt64TypeInContext(l->ctx);
	LLVMTypeRef type = LLVMStructTypeInContext(l->ctx, (LLVMTypeRef[]){w, w, d}, 3, false);
	bool tensor = a->op == TIR_CALL && a->u.call.builtin == TIR_BUILTIN_TVM_STACK_MAKE_ARRAY;
	unsigned index = a->op == TIR_STRING_IMM           ? 8
	                 : tensor                          ? 7
	                 : a->type.code == TIR_TYPE_HANDLE ? 4
	                 : a->type.code == TIR_TYPE_BOOL   ? 2
	                 : tir_is_float(a->type)           ? 3
	                                                   : 1;
	LLVMValueRef v = lower_expr(l, a);
	if (a->type.code == TIR_TYPE_HANDLE)
		v = LLVMBuildPtrToInt(l->b, v, d, "");
	else if (tir_is_float(a->type))
		v = LLVMBuildBitCast(l->b,
		        lower_cast(l, v, a->type, tir_type(TIR_TYPE_FLOAT, 64, 1)), d, "");
	else
		v = lower_cast(l, v, a->type, TIR_INT64);
	put(l, type, at, 0, i32(l, index));
	put(l, type, at, 1, i32(l, 0));
	put(l, type, at, 2, v);
}

/* A copy by DMA is done at once. */
static LLVMValueRef copy_by_dma(struct lower *l, const struct tir_expr *e, const struct tir_dma *f)
{
	LLVMValueRef zero = LLVMConstNull(lower_type(l, e->type));
	if (!f->bytes)
		return zero;
	LLVMValueRef to = lower_expr(l, tir_dma_pointer(e, f->to)),
	             from = lower_expr(l, tir_dma_pointer(e, f->from));
	const struct tir_expr *n = e->arg[f->bytes];
	LLVMBuildMemMove(l->b, to, 1, from, 1, lower_cast(l, lower_expr(l, n), n->type, TIR_INT64));
	return zero;
}

static LLVMValueRef packed(struct lower *l, const struct tir_expr *e)
{
	const struct tir_dma *dma = tir_dma(e);
	if (dma && (!dma->bytes || (tir_dma_pointer(e, dma->to) && tir_dma_pointer(e, dma->from))))
		return copy_by_dma(l, e, dma);
	LLVMTypeRef any = LLVMArrayType2(LLVMInt64TypeInContext(l->ctx), 2),
	            p = LLVMPointerTypeInContext(l->ctx, 0), w = LLVMInt32TypeInContext(l->ctx);
	if (e->arg[0]->op != TIR_STRING_IMM)
		return lower_refuse(l, e->type, "a packed function must be called by name");
	char *name = arena_strndup(l->arena, e->arg[0]->u.str, strlen(e->arg[0]->u.str));
	for (char *c = name; *c; c++)
		*c = *c == '.' ? '_' : *c;
	LLVMValueRef args = lower_alloca(l, any, e->n, 8);
	for (uint32_t i = 1; i < e->n; i++) {
		LLVMValueRef k = i32(l, i - 1);
		put_any(l, e->arg[i], LLVMBuildGEP2(l->b, any, args, &k, 1, ""));
	}
	LLVMTypeRef type = LLVMFunctionType(w, (LLVMTypeRef[]){p, w}, 2, false);
	bool fresh;
	LLVMValueRef f = lower_outside(l, name, type, &fresh);
	return LLVMBuildCall2(l->b, type, f, (LLVMValueRef[]){args, i32(l, e->n - 1u)}, 2, "");
}

static LLVMValueRef count_ones(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef x = lower_expr(l, e->arg[0]);
	LLVMTypeRef t = LLVMTypeOf(x);
	return lower_intrinsic(l, tir_builtins[e->u.call.builtin].llvm, &t, 1, &x, 1);
}

static LLVMValueRef is_null(struct lower *l, const struct tir_expr *e)
{
	return LLVMBuildIsNull(l->b, lower_expr(l, e->arg[0]), "");
}

static LLVMValueRef large_constant(struct lower *l, const struct tir_expr *e)
{
	return lower_const_int(l, e->type,
	        (int64_t)((uint64_t)e->arg[1]->u.i << 32 | (uint32_t)e->arg[0]->u.i));
}

static LLVMValueRef undefined(struct lower *l, const struct tir_expr *e)
{
	return LLVMConstNull(lower_type(l, e->type));
}

static LLVMValueRef nothing(struct lower *l, const struct tir_expr *e)
{
	(void)l;
	(void)e;
	return NULL;
}

static LLVMValueRef float_function(struct lower *l, const struct tir_expr *e)
{
	LLVMValueRef x[4];
	for (uint32_t k = 0; k < e->n; k++)
		x[k] = lower_expr(l, e->arg[k]);
	return lower_math(l, (enum tir_builtin)e->u.call.builtin, e->arg[0]->type, x, e->n);
}

/* What is behind it is not reached. */
static LLVMValueRef throws(struct lower *l, const struct tir_expr *e)
{
	(void)e;
	lower_fail(l, "an error was thrown", NULL, 0);
	LLVMPositionBuilderAtEnd(l->b, LLVMAppendBasicBlockInContext(l->ctx, l->fn, "thrown"));
	return NULL;
}

/* Beside what is transparent, and the float functions: those that a CPU can do. */
typedef LLVMValueRef lower_builtin(struct lower *l, const struct tir_expr *e);
static lower_builtin *const lowered[TIR_NBUILTINS] = {
        [TIR_BUILTIN_POPCOUNT] = count_ones,
        [TIR_BUILTIN_CLZ] = count_zeros,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT] = multiply_shift,
        [TIR_BUILTIN_Q_MULTIPLY_SHIFT_PER_AXIS] = multiply_shift,
        [TIR_BUILTIN_REINTERPRET] = reinterpret,
        [TIR_BUILTIN_VECTORLOW] = halves,
        [TIR_BUILTIN_VECTORHIGH] = halves,
        [TIR_BUILTIN_VECTORCOMBINE] = halves,
        [TIR_BUILTIN_GET_ACTIVE_LANE_MASK] = lane_mask,
        [TIR_BUILTIN_ISNULLPTR] = is_null,
        [TIR_BUILTIN_LARGE_UINT_IMM] = large_constant,
        [TIR_BUILTIN_UNDEF] = undefined,
        [TIR_BUILTIN_CALL_EXTERN] = external,
        [TIR_BUILTIN_CALL_PURE_EXTERN] = external,
        [TIR_BUILTIN_CALL_LLVM_INTRIN] = lower_llvm_intrinsic,
        [TIR_BUILTIN_CALL_LLVM_PURE_INTRIN] = lower_llvm_intrinsic,
        [TIR_BUILTIN_CALL_GLOBAL] = global,
        [TIR_BUILTIN_CALL_PACKED] = packed,
        [TIR_BUILTIN_CALL_CPACKED] = packed,
        [TIR_BUILTIN_TVM_STACK_MAKE_SHAPE] = make_shape,
        [TIR_BUILTIN_TVM_STACK_MAKE_ARRAY] = make_array,
        [TIR_BUILTIN_HANDLE_ADD_BYTE_OFFSET] = add_bytes,
        [TIR_BUILTIN_TVM_ACCESS_PTR] = access_pointer,
        [TIR_BUILTIN_ASSUME] = nothing,
        [TIR_BUILTIN_PREFETCH] = nothing,
        [TIR_BUILTIN_START_PROFILE] = nothing,
        [TIR_BUILTIN_END_PROFILE] = nothing,
        [TIR_BUILTIN_TVM_THROW_LAST_ERROR] = throws,
};

LLVMValueRef lower_call(struct lower *l, const struct tir_expr *e)
{
	const struct tir_builtininfo *i = &tir_builtins[e->u.call.builtin];
	if (i->transparent)
		return lower_expr(l, e->arg[0]);
	if (i->is_float)
		return float_function(l, e);
	lower_builtin *f = lowered[e->u.call.builtin];
	return f ? f(l, e)
	         : lower_refuse(l, e->type, "T.%s cannot be compiled for a CPU",
	                   tir_call_name(l->m, e));
}
