/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lowering/intrinsic.c: LLVM's intrinsics by name: T.call_llvm_intrin, T.call_llvm_pure_intrin.
 *
 * Idea.   The text may name any intrinsic and give it anything.  Tables name those that are of another
 *         target, and those that mean something only in what a C compiler makes around them.  Of the
 *         others a call is first built in a function by itself, and LLVM's verifier asked.
 * Costs   a small module a call. */
#include <llvm-c/Analysis.h>

#include "lowering/internal.h"

/* ---- What is not called -----------------------------------------------------------------*/
/* Intrinsics of one target: how their names begin, how its triple begins, its name. */
static const struct family {
	const char *name, *triple, *target;
} families[] = {
        {"llvm.aarch64.", "aarch64", "AArch64"},
        {"llvm.amdgcn.", "amdgcn", "AMDGPU"},
        {"llvm.arm.", "arm", "ARM"},
        {"llvm.bpf.", "bpf", "BPF"},
        {"llvm.dx.", "dxil", "DirectX"},
        {"llvm.hexagon.", "hexagon", "Hexagon"},
        {"llvm.loongarch.", "loongarch", "LoongArch"},
        {"llvm.mips.", "mips", "MIPS"},
        {"llvm.nvvm.", "nvptx", "NVPTX"},
        {"llvm.ppc.", "powerpc", "PowerPC"},
        {"llvm.r600.", "r600", "R600"},
        {"llvm.riscv.", "riscv", "RISC-V"},
        {"llvm.s390.", "s390", "SystemZ"},
        {"llvm.spv.", "spirv", "SPIR-V"},
        {"llvm.ve.", "ve", "VE"},
        {"llvm.wasm.", "wasm", "WebAssembly"},
        {"llvm.x86.", "x86_64", "x86"},
        {"llvm.xcore.", "xcore", "XCore"},
};

/* Parts of coroutines, exceptions, collectors, profiles and the like: their passes and code generators
 * take for granted what only a compiler's front end puts beside them. */
static const char *const parts[] = {
        "llvm.adjust.trampoline",
        "llvm.call.preallocated.",
        "llvm.coro.",
        "llvm.eh.",
        "llvm.experimental.deoptimize",
        "llvm.experimental.gc.",
        "llvm.experimental.patchpoint.",
        "llvm.experimental.stackmap",
        "llvm.experimental.guard",
        "llvm.experimental.widenable.",
        "llvm.gcread",
        "llvm.gcroot",
        "llvm.gcwrite",
        "llvm.icall.",
        "llvm.init.trampoline",
        "llvm.instrprof.",
        "llvm.localaddress",
        "llvm.localescape",
        "llvm.localrecover",
        "llvm.matrix.",
        "llvm.memcpy.element.",
        "llvm.memmove.element.",
        "llvm.memset.element.",
        "llvm.objc.",
        "llvm.pseudoprobe",
        "llvm.ptrauth.",
        "llvm.stackprotector",
        "llvm.stackguard",
        "llvm.swift.",
        "llvm.va_",
};

static bool begins(const char *name, const char *with)
{
	return !strncmp(name, with, strlen(with));
}

/* May it be called on the target at all?  Else that is said. */
static bool may_call(struct lower *l, const struct tir_expr *e, const char *name)
{
	const char *triple = LLVMGetTarget(l->mod);
	for (size_t i = 0; i < sizeof families / sizeof *families; i++)
		if (begins(name, families[i].name) && !begins(triple, families[i].triple)) {
			lower_refuse(l, e->type, "'%s' exists only on %s", name,
			        families[i].target);
			return false;
		}
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
		if (begins(name, parts[i])) {
			lower_refuse(l, e->type, "'%s' cannot be called by itself", name);
			return false;
		}
	if (begins(name, "llvm.hexagon.V6.") && !target_may_have_hvx(l->hvx)) {
		lower_refuse(l, e->type, "'%s' needs HVX with vectors of 128 bytes on the target",
		        name);
		return false;
	}
	return true;
}

/* ---- What LLVM says ---------------------------------------------------------------------*/
/* A call that LLVM is asked about: the intrinsic's name, its type as the operands and the result have
 * it, and what is wrong. */
struct question {
	const char *name;
	LLVMTypeRef type;
	LLVMValueRef *x;
	unsigned n;
	char *why; /* LLVM's text, to be disposed of; NULL: nothing */
};

/* A function whose parameters are those of the intrinsic, and which calls it; numbers known when
 * compiled stay numbers. */
static void build_alone(struct lower *l, LLVMModuleRef mod, const struct question *q)
{
	LLVMValueRef intrinsic = LLVMAddFunction(mod, q->name, q->type);
	LLVMValueRef f = LLVMAddFunction(mod, "alone", q->type);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(l->ctx);
	LLVMValueRef *arg = ARENA_NEWN(l->arena, LLVMValueRef, q->n + 1);
	for (unsigned i = 0; i < q->n; i++) {
		bool number = LLVMIsAConstantInt(q->x[i]) || LLVMIsAConstantFP(q->x[i]);
		arg[i] = number ? q->x[i] : LLVMGetParam(f, i);
	}
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(l->ctx, f, ""));
	LLVMValueRef v = LLVMBuildCall2(b, q->type, intrinsic, arg, q->n, "");
	if (LLVMGetTypeKind(LLVMGetReturnType(q->type)) == LLVMVoidTypeKind)
		LLVMBuildRetVoid(b);
	else
		LLVMBuildRet(b, v);
	LLVMDisposeBuilder(b);
}

/* Does LLVM's verifier take the call? */
static bool ask(struct lower *l, struct question *q)
{
	char *why = NULL;
	LLVMModuleRef mod = LLVMModuleCreateWithNameInContext("alone", l->ctx);
	LLVMSetDataLayout(mod, LLVMGetDataLayoutStr(l->mod));
	build_alone(l, mod, q);
	bool ok = !LLVMVerifyModule(mod, LLVMReturnStatusAction, &why);
	LLVMDisposeModule(mod);
	LLVMDisposeMessage(q->why);
	q->why = ok ? NULL : why;
	if (ok)
		LLVMDisposeMessage(why);
	return ok;
}

/* The name with the types of an overloaded intrinsic behind it, which LLVM tells who asks without them;
 * NULL: it does not. */
static const char *full_name(struct lower *l, const struct question *q)
{
	static const char lead[] = "Should be: ";
	const char *at = q->why ? strstr(q->why, lead) : NULL;
	if (!at)
		return NULL;
	at += strlen(lead);
	return arena_strndup(l->arena, at, strcspn(at, "\n"));
}

/* Say why LLVM does not take the call. */
static LLVMValueRef refuse(struct lower *l, const struct tir_expr *e, const struct question *q)
{
	bool types = begins(q->why, "Intrinsic ");
	LLVMValueRef none = types ? lower_refuse(l, e->type, "the operands do not fit '%s'",
	                                    e->arg[0]->u.str)
	                          : lower_refuse(l, e->type,
	                                    "LLVM does not take this call of '%s': %.*s",
	                                    e->arg[0]->u.str, (int)strcspn(q->why, "\n!."), q->why);
	LLVMDisposeMessage(q->why);
	return none;
}

/* The question about e, whose operands are built. */
static struct question question(struct lower *l, const struct tir_expr *e)
{
	struct question q = {.name = e->arg[0]->u.str, .n = e->n - 1u};
	LLVMValueRef *x = ARENA_NEWN(l->arena, LLVMValueRef, e->n);
	LLVMTypeRef *t = ARENA_NEWN(l->arena, LLVMTypeRef, e->n);
	for (unsigned i = 0; i < q.n; i++) {
		x[i] = lower_expr(l, e->arg[i + 1]);
		t[i] = LLVMTypeOf(x[i]);
	}
	q.x = x;
	q.type = LLVMFunctionType(lower_type(l, e->type), t, q.n, false);
	return q;
}

/* ---- Types of as many bits ---------------------------------------------------------------*/
/* Have values of the two types the same bits? */
static bool same_bits(struct lower *l, LLVMTypeRef t, LLVMTypeRef u)
{
	LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->mod);
	LLVMTypeRef both[] = {t, u};
	for (unsigned i = 0; i < 2 && t != u; i++)
		if (LLVMGetTypeKind(both[i]) != LLVMIntegerTypeKind &&
		        LLVMGetTypeKind(both[i]) != LLVMVectorTypeKind)
			return false;
	return t == u || LLVMSizeOfTypeInBits(layout, t) == LLVMSizeOfTypeInBits(layout, u);
}

static LLVMValueRef as_bits(struct lower *l, LLVMValueRef x, LLVMTypeRef t)
{
	return LLVMTypeOf(x) == t ? x : LLVMBuildBitCast(l->b, x, t, "");
}

/* Give the call the type that LLVM has for it: HVX's intrinsics know vectors of 32-bit lanes alone,
 * whatever they hold.  False: LLVM has several, or an operand or the result has other bits. */
static bool take_own_type(struct lower *l, struct question *q)
{
	unsigned id = LLVMLookupIntrinsicID(q->name, strlen(q->name));
	if (LLVMIntrinsicIsOverloaded(id))
		return false;
	LLVMTypeRef own = LLVMIntrinsicGetType(l->ctx, id, NULL, 0);
	bool fits = LLVMCountParamTypes(own) == q->n &&
	            same_bits(l, LLVMGetReturnType(own), LLVMGetReturnType(q->type));
	LLVMTypeRef *t = ARENA_NEWN(l->arena, LLVMTypeRef, LLVMCountParamTypes(own) + 1);
	LLVMGetParamTypes(own, t);
	for (unsigned i = 0; fits && i < q->n; i++)
		fits = same_bits(l, LLVMTypeOf(q->x[i]), t[i]);
	for (unsigned i = 0; fits && i < q->n; i++)
		q->x[i] = as_bits(l, q->x[i], t[i]);
	q->type = fits ? own : q->type;
	return fits && ask(l, q);
}

LLVMValueRef lower_llvm_intrinsic(struct lower *l, const struct tir_expr *e)
{
	const char *name = e->arg[0]->op == TIR_STRING_IMM ? e->arg[0]->u.str : "", *full;
	if (!LLVMLookupIntrinsicID(name, strlen(name)))
		return lower_refuse(l, e->type, "LLVM has no intrinsic '%s'", name);
	if (!may_call(l, e, name))
		return e->type.code == TIR_TYPE_VOID ? NULL : LLVMGetPoison(lower_type(l, e->type));
	struct question q = question(l, e);
	if (!ask(l, &q)) {
		if ((full = full_name(l, &q)))
			q.name = full;
		if (full ? !ask(l, &q) : !take_own_type(l, &q))
			return refuse(l, e, &q);
	}
	LLVMValueRef f = LLVMGetNamedFunction(l->mod, q.name);
	f = f ? f : LLVMAddFunction(l->mod, q.name, q.type);
	LLVMValueRef v = LLVMBuildCall2(l->b, q.type, f, q.x, q.n, "");
	return e->type.code == TIR_TYPE_VOID ? v : as_bits(l, v, lower_type(l, e->type));
}
