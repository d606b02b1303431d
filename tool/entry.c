/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tool/entry.c: one function through which any function can be called.
 *
 *     void tirc_entry(void **buffers, const uint64_t *scalars)
 *
 * loads every argument from its array, narrows it to the parameter's type and calls (runtime/job.h
 * says the same from the other side).  So neither the JIT nor the harness on Hexagon needs to know
 * the signature.  Needs: the lowered module.  Adds: the function. */
#include "tool/internal.h"

/* The integer that an argument of type t has in the scalars' array. */
static LLVMValueRef narrow(LLVMBuilderRef b, LLVMValueRef v, LLVMTypeRef t, LLVMModuleRef m)
{
	LLVMContextRef context = LLVMGetModuleContext(m);
	unsigned bits = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(m), t);
	LLVMTypeRef integer = LLVMIntTypeInContext(context, bits);
	if (bits < 64)
		v = LLVMBuildTrunc(b, v, integer, "");
	return LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? v : LLVMBuildBitCast(b, v, t, "");
}

/* Load element i of an array of a type. */
static LLVMValueRef load(LLVMBuilderRef b, LLVMTypeRef t, LLVMValueRef array, unsigned i)
{
	LLVMValueRef index = LLVMConstInt(LLVMInt32TypeInContext(LLVMGetTypeContext(t)), i, false);
	return LLVMBuildLoad2(b, t, LLVMBuildGEP2(b, t, array, &index, 1, ""), "");
}

/* Caller and callee must agree on who extends narrow integers. */
static void copy_extensions(LLVMValueRef call, LLVMValueRef f, unsigned n)
{
	static const char *const names[] = {"zeroext", "signext"};
	for (unsigned i = 0; i <= n; i++)
		for (size_t k = 0; k < 2; k++) {
			unsigned kind = LLVMGetEnumAttributeKindForName(names[k], strlen(names[k]));
			LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(f, i, kind);
			if (a)
				LLVMAddCallSiteAttribute(call, i, a);
		}
}

bool job_add_entry(struct job *j, const struct run_args *args)
{
	const char *name = args->func->symbol ? args->func->symbol : args->func->name;
	LLVMValueRef f = LLVMGetNamedFunction(j->run.llvm, name);
	if (!args->func->symbol || !f || LLVMIsDeclaration(f))
		return JOB_ERROR(j,
		        "'%s' is private; only an exported function can be called; "
		        "--export=%s exports it",
		        name, name);
	LLVMTypeRef type = LLVMGlobalGetValueType(f),
	            *param = ARENA_NEWN(&j->arena, LLVMTypeRef, args->n);
	if (LLVMCountParamTypes(type) != args->n)
		return JOB_ERROR(j, "'%s' was lowered with %u parameters instead of %u", name,
		        LLVMCountParamTypes(type), args->n);
	LLVMGetParamTypes(type, param);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(j->run.context, 0);
	LLVMTypeRef word = LLVMInt64TypeInContext(j->run.context);
	LLVMTypeRef entry_type = LLVMFunctionType(LLVMVoidTypeInContext(j->run.context),
	        (LLVMTypeRef[]){pointer, pointer}, 2, false);
	LLVMValueRef entry = LLVMAddFunction(j->run.llvm, "tirc_entry", entry_type);
	LLVMBuilderRef b = LLVMCreateBuilderInContext(j->run.context);
	LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(j->run.context, entry, ""));
	LLVMValueRef *value = ARENA_NEWN(&j->arena, LLVMValueRef, args->n);
	unsigned nbuffers = 0, nscalars = 0;
	for (uint32_t i = 0; i < args->n; i++)
		value[i] = args->arg[i].map
		                   ? load(b, pointer, LLVMGetParam(entry, 0), nbuffers++)
		                   : narrow(b, load(b, word, LLVMGetParam(entry, 1), nscalars++),
		                             param[i], j->run.llvm);
	copy_extensions(LLVMBuildCall2(b, type, f, value, args->n, ""), f, args->n);
	LLVMBuildRetVoid(b);
	LLVMDisposeBuilder(b);
	return true;
}
