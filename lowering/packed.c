/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/packed.c: TVM's calling convention (docs/abi.md): beside each exported function NAME stands
 *
 *     int32_t __tvm_ffi_NAME(void *self, const TVMFFIAny *args, int32_t nargs, TVMFFIAny *result)
 *
 * Idea.   It checks what TVM's own entry checks, in the same words: number and types of arguments, each tensor's
 *         dimensions, element, shape, strides, offset and device.  A symbolic variable is read where a shape, stride or
 *         offset is that variable alone, the first time; everywhere else it is compared.  Then it calls NAME.
 * Needs   NAME declared.  Leaves NAME as it is. */
#include "lowering/packed.h"

/* ---- Arguments that are no tensors -------------------------------------------------------*/
static LLVMValueRef type_index(struct packed *p)
{
	return lower_packed_load(p, p->i32, p->args, (uint64_t)p->i * ANY_BYTES);
}

static LLVMValueRef value(struct packed *p, LLVMTypeRef type)
{
	return lower_packed_load(p, type, p->args, (uint64_t)p->i * ANY_BYTES + ANY_VALUE);
}

/* A pointer, or the DLTensor in a tensor object. */
static LLVMValueRef pointer(struct packed *p, const char *want)
{
	struct lower *l = p->l;
	LLVMValueRef index = type_index(p);
	LLVMValueRef object = LLVMBuildICmp(l->b, LLVMIntSGE, index,
	        LLVMConstInt(p->i32, ANY_OBJECT, false), "");
	lower_packed_check_argument(p,
	        lower_packed_either(p,
	                lower_packed_either(p, lower_packed_is(p, index, ANY_NONE),
	                        lower_packed_is(p, index, ANY_POINTER)),
	                lower_packed_either(p, lower_packed_is(p, index, ANY_DLTENSOR), object)),
	        "TypeError", "Mismatched type", want);
	LLVMValueRef at = value(p, p->pointer);
	return LLVMBuildSelect(l->b, lower_packed_is(p, index, ANY_TENSOR),
	        lower_packed_at(p, at, OBJECT_BYTES), at, "");
}

/* A number as the function takes it: a bool as a byte. */
static LLVMValueRef number(struct packed *p, struct tir_type t)
{
	struct lower *l = p->l;
	LLVMValueRef index = type_index(p),
	             ok = lower_packed_either(p, lower_packed_is(p, index, ANY_INT),
	                     lower_packed_is(p, index, ANY_BOOL));
	bool real = tir_is_float(t);
	LLVMValueRef is_real = lower_packed_is(p, index, ANY_FLOAT);
	lower_packed_check_argument(p, real ? lower_packed_either(p, is_real, ok) : ok, "TypeError",
	        "Mismatched type",
	        real                      ? "float"
	        : t.code == TIR_TYPE_BOOL ? "boolean"
	                                  : "int");
	LLVMValueRef bits = value(p, p->i64);
	if (!real)
		return lower_cast(l, bits, TIR_INT64, t);
	struct tir_type f64 = tir_type(TIR_TYPE_FLOAT, 64, 1);
	LLVMValueRef d = LLVMBuildBitCast(l->b, bits, lower_type(l, f64), "");
	return LLVMBuildSelect(l->b, is_real, lower_cast(l, d, f64, t),
	        lower_cast(l, bits, TIR_INT64, t), "");
}

/* ---- The entry ---------------------------------------------------------------------------*/
/* The variables that no shape tells are an error of the text. */
static bool all_known(struct packed *p)
{
	struct lower *l = p->l;
	for (uint32_t i = 0; i < p->f->syms.n; i++) {
		const struct tir_var *v = p->f->syms.at[i].var;
		if (!l->var[v->id])
			return diag_error(l->d, l->src, p->f->at,
			        "--abi=tvm-ffi: no dimension, stride or offset of '%s' is '%s' "
			        "alone, "
			        "so that its value is not known",
			        p->f->name, v->name);
	}
	return true;
}

/* The arguments by themselves: their types; numbers and pointers go to arg. */
static void take_types(struct packed *p, LLVMValueRef *arg)
{
	for (p->i = 0; p->i < p->f->params.n; p->i++) {
		const struct tir_param *x = &p->f->params.at[p->i];
		if (x->buffer) {
			p->tensor[p->i] = pointer(p, "Tensor");
		} else if (x->var->type.code == TIR_TYPE_HANDLE) {
			arg[p->i] = pointer(p, "pointer");
		} else {
			arg[p->i] = p->l->var[x->var->id] = number(p, x->var->type);
			p->where[x->var->id] = x->var->name;
		}
	}
}

/* Call visit for each tensor. */
static void each_tensor(struct packed *p, LLVMValueRef *arg,
        void (*visit)(struct packed *p, const struct tir_buffer *b, LLVMValueRef *arg))
{
	for (p->i = 0; p->i < p->f->params.n; p->i++)
		if (p->f->params.at[p->i].buffer)
			visit(p, p->f->params.at[p->i].buffer, &arg[p->i]);
}

/* Check all arguments, in TVM's order; arg gets what the function takes.  False after an error. */
static bool take_arguments(struct packed *p, LLVMValueRef *arg)
{
	take_types(p, arg);
	each_tensor(p, arg, lower_packed_read_tensor);
	if (!all_known(p))
		return false;
	each_tensor(p, arg, lower_packed_compare_tensor);
	each_tensor(p, arg, lower_packed_take_tensor);
	return true;
}

/* Put what the function returned into the result. */
static void give_result(struct packed *p, LLVMValueRef result, LLVMValueRef v)
{
	struct lower *l = p->l;
	struct tir_type t = p->f->ret, f64 = tir_type(TIR_TYPE_FLOAT, 64, 1);
	unsigned index = t.code == TIR_TYPE_VOID   ? ANY_NONE
	                 : t.code == TIR_TYPE_BOOL ? ANY_BOOL
	                 : tir_is_float(t)         ? ANY_FLOAT
	                 : tir_is_integral(t)      ? ANY_INT
	                                           : ANY_POINTER;
	LLVMValueRef bits = LLVMConstNull(p->i64);
	if (index == ANY_BOOL)
		bits = LLVMBuildZExt(l->b, v, p->i64, "");
	else if (index == ANY_FLOAT)
		bits = LLVMBuildBitCast(l->b, lower_cast(l, v, t, f64), p->i64, "");
	else if (index == ANY_INT)
		bits = lower_cast(l, v, t, TIR_INT64);
	else if (index == ANY_POINTER)
		bits = LLVMBuildPtrToInt(l->b, v, p->i64, "");
	lower_packed_store(p, LLVMConstInt(p->i32, index, false), result, 0);
	lower_packed_store(p, LLVMConstNull(p->i32), result, 4);
	lower_packed_store(p, bits, result, ANY_VALUE);
}

static void call(struct packed *p, LLVMValueRef fn, LLVMValueRef *arg, LLVMValueRef result)
{
	struct lower *l = p->l;
	const struct tir_func *f = p->f;
	unsigned n = f->params.n;
	for (uint32_t i = 0; i < f->syms.n; i++)
		arg[n++] = l->var[f->syms.at[i].var->id];
	LLVMTypeRef type = LLVMGlobalGetValueType(fn);
	LLVMTypeRef *want = ARENA_NEWN(l->arena, LLVMTypeRef, n + 1);
	LLVMGetParamTypes(type, want);
	for (unsigned i = 0; i < n; i++) /* a bool is a byte */
		if (LLVMTypeOf(arg[i]) != want[i])
			arg[i] = LLVMBuildZExt(l->b, arg[i], want[i], "");
	LLVMValueRef v = LLVMBuildCall2(l->b, type, fn, arg, n, "");
	give_result(p, result, v);
	LLVMBuildRet(l->b, LLVMConstNull(p->i32));
}

static struct packed_places places(const struct lower *l)
{
	unsigned w = LLVMGetIntTypeWidth(l->word) / 8;
	struct packed_places at = {
	        .data = 0, .device = w, .id = w + 4, .ndim = w + 8, .code = w + 12};
	at.shape = w + 16;
	at.strides = at.shape + w;
	at.offset = (at.strides + w + 7) & ~7u;
	return at;
}

void lower_packed_entry(struct lower *l, const struct tir_func *f, LLVMValueRef fn)
{
	struct packed p = {.l = l,
	        .f = f,
	        .i8 = LLVMInt8TypeInContext(l->ctx),
	        .i32 = LLVMInt32TypeInContext(l->ctx),
	        .i64 = LLVMInt64TypeInContext(l->ctx),
	        .pointer = LLVMPointerTypeInContext(l->ctx, 0),
	        .at = places(l)};
	uint32_t n = f->params.n + f->syms.n + 1;
	LLVMTypeRef type = LLVMFunctionType(p.i32,
	        (LLVMTypeRef[]){p.pointer, p.pointer, p.i32, p.pointer}, 4, false);
	l->fn = LLVMAddFunction(l->mod, arena_printf(l->arena, "__tvm_ffi_%s", f->symbol), type);
	lower_attribute(l, (unsigned)LLVMAttributeFunctionIndex, "noinline", 0);
	l->entry = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "entry");
	LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(l->ctx, l->fn, "body");
	LLVMPositionBuilderAtEnd(l->b, l->entry);
	LLVMSetCurrentDebugLocation2(l->b, NULL);
	LLVMBuildBr(l->b, body);
	LLVMPositionBuilderAtEnd(l->b, body);
	p.call = lower_packed_call(&p);
	p.args = LLVMGetParam(l->fn, 1);
	p.where = ARENA_NEWN(l->arena, const char *, tir_numbers_of(f).nvars);
	p.tensor = ARENA_NEWN(l->arena, LLVMValueRef, n);
	p.shape = ARENA_NEWN(l->arena, LLVMValueRef, n);
	p.strides = ARENA_NEWN(l->arena, LLVMValueRef, n);
	LLVMValueRef *arg = ARENA_NEWN(l->arena, LLVMValueRef, n);
	lower_packed_check(&p, lower_packed_is(&p, LLVMGetParam(l->fn, 2), f->params.n),
	        "TypeError",
	        arena_printf(l->arena, "Expected %u arguments when calling:\n  `%s`", f->params.n,
	                p.call));
	lower_packed_check(&p, LLVMBuildIsNotNull(l->b, p.args, ""), "TypeError",
	        arena_printf(l->arena, "args pointer is NULL when calling:\n  `%s`", p.call));
	if (take_arguments(&p, arg))
		call(&p, fn, arg, LLVMGetParam(l->fn, 3));
	else
		l->failed = true;
	if (!lower_is_terminated(l))
		LLVMBuildUnreachable(l->b);
}
