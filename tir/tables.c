/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tir/tables.c: ops.def and builtins.def as arrays. */
#include "tir/contract.h"

enum { COMMUTES = 1, FCOMMUTES = 2, TRAPS = 4, COMPARE = 8, LAZY = 16, READS_FLAG = 32 };
#define READS READS_FLAG

const struct tir_opinfo tir_ops[TIR_NOPS] = {
#define OP(name, node, text, form, arity, prec, takes, flags)                                      \
	[TIR_##name] = {#name, node, text, TIR_FORM_##form, arity, prec, TIR_TAKES_##takes,        \
	        ((flags) & COMMUTES) != 0, ((flags) & FCOMMUTES) != 0, ((flags) & TRAPS) != 0,     \
	        ((flags) & COMPARE) != 0, ((flags) & LAZY) != 0, ((flags) & READS) != 0},
#include "tir/ops.def"
};
#undef READS

bool tir_op_takes(enum tir_op op, struct tir_type t)
{
	switch (tir_ops[op].takes) {
	case TIR_TAKES_INTS: return tir_is_int(t);
	case TIR_TAKES_BITS: return tir_is_integral(t);
	case TIR_TAKES_TRUTH: return t.code == TIR_TYPE_BOOL;
	case TIR_TAKES_VALUES: return t.code != TIR_TYPE_VOID;
	case TIR_TAKES_NUMBERS:
	case TIR_TAKES_ORDERED:
	case TIR_TAKES_ANY: break;
	}
	return tir_is_integral(t) || tir_is_float(t);
}

enum { FLOAT = 1, VECTOR = 2, TRANSPARENT = 4, GPU = 8 };

/* The dtype column: where the result type comes from, and the type when it is fixed. */
#define DTYPE_OP     TIR_DTYPE_OP, {0, 0, 0}
#define DTYPE_FIRST  TIR_DTYPE_FIRST, {0, 0, 0}
#define DTYPE_LAST   TIR_DTYPE_LAST, {0, 0, 0}
#define DTYPE_BOOL   TIR_DTYPE_FIXED, {TIR_TYPE_BOOL, 1, 1}
#define DTYPE_INT32  TIR_DTYPE_FIXED, {TIR_TYPE_INT, 32, 1}
#define DTYPE_UINT64 TIR_DTYPE_FIXED, {TIR_TYPE_UINT, 64, 1}
#define DTYPE_HANDLE TIR_DTYPE_FIXED, {TIR_TYPE_HANDLE, 64, 1}
#define DTYPE_VOID   TIR_DTYPE_FIXED, {TIR_TYPE_VOID, 0, 1}
/* No lanes: the first operand's. */
#define DTYPE_BOOLS  TIR_DTYPE_FIXED, {TIR_TYPE_BOOL, 1, 0}
#define DTYPE_INT32S TIR_DTYPE_FIXED, {TIR_TYPE_INT, 32, 0}

const struct tir_builtininfo tir_builtins[TIR_NBUILTINS] = {
#define BUILTIN(name, text, min, max, effect, dtype, flags, llvm, libm, ...)                       \
	[TIR_BUILTIN_##name] = {#name, text, min, max, TIR_##effect, DTYPE_##dtype,                \
	        ((flags) & FLOAT) != 0, ((flags) & VECTOR) != 0, ((flags) & TRANSPARENT) != 0,     \
	        ((flags) & GPU) != 0, llvm, libm, {__VA_ARGS__}},
#include "tir/builtins.def"
};

enum tir_builtin tir_builtin_find(const char *text)
{
	for (unsigned i = 0; i < TIR_NBUILTINS; i++)
		if (tir_builtins[i].text[0] == text[0] && !strcmp(tir_builtins[i].text, text))
			return *text ? (enum tir_builtin)i : TIR_BUILTIN_UNKNOWN;
	return TIR_BUILTIN_UNKNOWN;
}
